"""Rooms without end: with scenarios as big as they may be and bigger, one after the other, by a chain of rematches."""

from __future__ import annotations

import json
import secrets
from functools import cache
from typing import Any

from benchmarks.attacks.scene import Door, Scene
from triarii.core.contract import Refusal

BYTES = 113_000
ALLOWED = 60_000
"""As big as a server takes it."""


def big_scenario(size: int = BYTES) -> dict[str, Any]:
    """A battle on a table full of brush."""
    # Late, because only this attack should pay for the tables of that game.
    from triarii.games.adlg.scenarios import scenario

    table = scenario.content("skirmish")
    assert not isinstance(table, Refusal)
    brush: list[dict[str, Any]] = []
    left_over = size - len(json.dumps(table))
    while left_over > 0:
        x, y = 100 * len(brush) % 18_000, 4_000 + 37 * len(brush) % 6_000
        corners = [[x, y], [x + 900, y], [x + 900, y + 400], [x + 400, y + 700], [x, y + 400]]
        brush.append({"kind": "brush", "polygon": corners})
        left_over -= len(json.dumps(brush[-1])) + 2
    return {**table, "terrain": [*table["terrain"], *brush]}


@cache
def wishes() -> tuple[bytes, ...]:
    """What is posted, one too big and one as big as may be."""
    seats = {"first": {"kind": "person", "token": secrets.token_urlsafe(16)}, "second": {"kind": "person"}}
    asked = [{"game": "adlg", "options": {"scenario": big_scenario(size)}, "seats": seats} for size in (BYTES, ALLOWED)]
    return tuple(json.dumps(each).encode() for each in asked)


async def scenarios(scene: Scene) -> None:
    async def create(number: int) -> None:
        await scene.ask("POST", "/api/rooms", wishes()[number % len(wishes())])

    await scene.again_and_again(4, create, 400)


async def flood(scene: Scene) -> None:
    games = ("cities", "towar", "adlg")

    async def create(number: int) -> None:
        await scene.new_room(games[number % len(games)], "beginner" if number % 2 else "", listed=True)

    await scene.again_and_again(6, create, 2_000)


async def rematches(scene: Scene) -> None:
    """Against the computer, which always agrees: create, resign, rematch, resign, …"""

    async def chain(_: int) -> None:
        made = await scene.new_room("cities", "beginner")
        door = made[0] if made else None
        while door is not None and scene.goes_on():
            door = await next_room(scene, door)

    await scene.again_and_again(4, chain, 200)


async def next_room(scene: Scene, door: Door) -> Door | None:
    speaker = await scene.socket(door)
    try:
        version = json.loads(await speaker.until("welcome"))["version"]
        for what in ("resign", "rematch"):
            await speaker.say(t="do", key=what, version=version, what=what)
            answer = await speaker.until("accepted", "refused", "rematch")
            if answer.startswith(b'{"t":"refused"'):
                scene.tally[f"refused: {json.loads(answer)['code']}"] += 1
                return None
        if not answer.startswith(b'{"t":"rematch"'):
            answer = await speaker.until("rematch")
        made = json.loads(answer)
        scene.tally["rematches"] += 1
        return Door(made["room"], made["token"])
    finally:
        speaker.drop()
