"""One attack in a process of its own: python -m benchmarks.attacks NAME, with a plan as a line of the input.

It says `ready`, begins when a second line comes, and tells at its end what it was answered.
"""

from __future__ import annotations

import asyncio
import json
import sys

from benchmarks.attacks.known import ATTACKS
from benchmarks.attacks.scene import Plan, Scene
from benchmarks.processes import allow_files

LONGER = 60.0
"""Seconds that an attack may take to end by itself: on a busy machine its last answers come late."""


async def attack(name: str, plan: Plan) -> Scene:
    scene = Scene(plan)
    try:
        async with asyncio.timeout(plan.seconds + LONGER):
            await ATTACKS[name].run(scene)
    except TimeoutError:
        scene.tally["unanswered at the end"] += 1
    return scene


def main(name: str) -> None:
    allow_files(5_000)
    plan = Plan.read(sys.stdin.readline())
    ATTACKS[name].prepare()
    print("ready", flush=True)
    sys.stdin.readline()
    scene = asyncio.run(attack(name, plan))
    print(json.dumps({"sent": scene.sent, "answers": dict(sorted(scene.tally.items()))}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
