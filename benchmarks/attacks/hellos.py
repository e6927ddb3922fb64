"""Hello after hello to long games, eight at once, each asking for everything from the first entry on, in words."""

from __future__ import annotations

from benchmarks.attacks.scene import Scene

AT_ONCE = 8


async def attack(scene: Scene) -> None:
    doors = (scene.plan.battle, scene.plan.battle, scene.plan.battle, scene.plan.many)

    async def greet(number: int) -> None:
        speaker = await scene.socket(doors[number % len(doors)], seen=0, words=True)
        try:
            await speaker.until("welcome", "news")
            scene.tally["answered"] += 1
        finally:
            speaker.drop()

    await scene.again_and_again(AT_ONCE, greet, 400)
