"""Studies of long lines and of records as long as they may be, and reports of them."""

from __future__ import annotations

import json
from itertools import cycle

from benchmarks.attacks.scene import Scene


async def flood(scene: Scene) -> None:
    line = json.loads(scene.file("line.json"))
    battle, many = scene.file("battle.jsonl"), scene.file("many.jsonl")
    asked = [
        ("/api/study/lines", line),
        ("/api/study/choices", line),
        ("/api/study", {"record": many}),
        ("/api/study/overlays", line),
        ("/api/study", {"record": battle}),
        ("/api/study/report", {"record": battle}),
        ("/api/study/odds", line),
    ]
    bodies = cycle([(path, json.dumps(body).encode()) for path, body in asked])

    async def study(_: int) -> None:
        path, body = next(bodies)
        await scene.ask("POST", path, body)

    await scene.again_and_again(6, study, 600)


async def lines(scene: Scene) -> None:
    """Only what an engine thinks of a battle, with the smallest budget that is allowed."""
    body = json.dumps({**json.loads(scene.file("line.json")), "milliseconds": 10, "count": 20}).encode()

    async def study(_: int) -> None:
        await scene.ask("POST", "/api/study/lines", body)

    await scene.again_and_again(6, study, 600)
