"""Questions without end about a battle of the attacker's own: choices, previews, aims, overlays, earlier views."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random

from benchmarks.attacks.scene import Scene
from benchmarks.attacks.visitor import Gone, Speaker

A_SECOND = 25
"""Below what a seat may send, so that it is never sent away for it."""


async def attack(scene: Scene) -> None:
    numbers, rng = count(), Random(8)

    async def ask(_: int) -> None:
        made = await scene.new_room("adlg", options={"scenario": "olive_groves"})
        if made is None:
            return
        speakers = [await scene.socket(door) for door in made]
        readers = [asyncio.create_task(_read(scene, speaker)) for speaker in speakers]
        try:
            while scene.goes_on() and not all(reader.done() for reader in readers):
                for speaker in speakers:
                    await speaker.say(**question(next(numbers), rng))
                await asyncio.sleep(1 / A_SECOND)
        finally:
            for reader, speaker in zip(readers, speakers, strict=True):
                reader.cancel()
                speaker.drop()
            await asyncio.gather(*readers, return_exceptions=True)

    await scene.again_and_again(scene.count(6, 2), ask, 60)


def question(number: int, rng: Random) -> dict[str, object]:
    unit = f"u{rng.randrange(1, 20)}"
    return rng.choice(
        (
            {"t": "choices", "id": number, "prefix": []},
            {"t": "choices", "id": number, "prefix": [unit], "at": 0},
            {"t": "preview", "id": number, "action": f"{unit} advance 2 wheel left 30 advance 1"},
            {"t": "aim", "id": number, "who": [unit], "place": [rng.randrange(20_000), rng.randrange(15_000)], "at": 0},
            {"t": "overlays", "id": number},
            {"t": "look", "id": number, "at": 0},
            {"t": "hint", "id": number},
        )
    )


async def _read(scene: Scene, speaker: Speaker) -> None:
    try:
        while True:
            await speaker.heard()
            scene.tally["answered"] += 1
    except Gone as gone:
        scene.tally[str(gone.code or "lost")] += 1
    except (TimeoutError, OSError):
        scene.tally["late"] += 1
