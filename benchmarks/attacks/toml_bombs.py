"""TOML whose keys or brackets go so deep that a careless reader takes seconds and gigabytes for some kilobytes."""

from __future__ import annotations

from itertools import cycle

from benchmarks.attacks.scene import Scene

PLACES = ("/api/games/cities/contents/layout", "/api/games/adlg/armies")


def texts(longest: int = 98_000) -> list[str]:
    """Short ones first."""
    found = []
    for size in (40_000, longest):
        half = size // 2
        found += [
            ".".join("a" * half) + " = 1",
            f"[{'.'.join('a' * half)}]",
            f"a = {'[' * half}{']' * half}",
            f"a = {'{a=' * (size // 4)}1{'}' * (size // 4)}",
            "\n".join(f"[[a.a{'.a' * (number % 50)}]]" for number in range(size // 60)),
            "\n".join(f"{'.'.join('b' * 40)}.c{number} = 1" for number in range(size // 90)),
        ]
    return found


async def attack(scene: Scene) -> None:
    bombs = cycle([(place, {"text": text}) for text in texts() for place in PLACES])

    async def throw(_: int) -> None:
        place, body = next(bombs)
        await scene.ask("POST", place, body)

    await scene.again_and_again(4, throw, 400)
