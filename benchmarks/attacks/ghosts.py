"""Sockets that say hello and are gone without a word, in the room of the people who play and in others."""

from __future__ import annotations

import asyncio
from random import Random

from benchmarks.attacks.scene import Scene

FILL = 320
"""More than a room takes, even where little is tried: only a room that is full shows that it stays so."""
PAUSE = 0.15
"""Seconds between two of one loop at full size: they come all through the round, not in one gust."""


async def attack(scene: Scene) -> None:
    rng = Random(2)
    doors = (scene.plan.canary, scene.plan.canary, scene.plan.canary, scene.plan.many)

    async def haunt(_: int) -> None:
        speaker = await scene.socket(rng.choice(doors))
        await asyncio.sleep(rng.choice((0, 0.002, 0.01, 0.05)))
        speaker.drop()
        scene.tally["dropped"] += 1
        await asyncio.sleep(PAUSE * scene.plan.share)

    await scene.again_and_again(16, haunt, 800, least=FILL)
