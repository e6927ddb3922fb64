"""Thirty games at once against the strongest level, each of which wants a new thought as soon as it has one."""

from __future__ import annotations

import json

from benchmarks.attacks.scene import Scene
from benchmarks.attacks.visitor import Speaker

GAMES = 30


async def attack(scene: Scene) -> None:
    async def play(_: int) -> None:
        made = await scene.new_room("cities", "master")
        if made is None:
            return
        speaker = await scene.socket(made[0])
        try:
            version: int | None = json.loads(await speaker.until("welcome"))["version"]
            while version is not None and scene.goes_on():
                version = await answered(speaker, version)
                scene.tally["thoughts"] += 1
                version = None if version is None else await taken_back(speaker, version)
        finally:
            speaker.drop()

    await scene.again_and_again(scene.count(GAMES, 3), play, 4 * GAMES)


async def answered(speaker: Speaker, version: int) -> int | None:
    """Open the game; the version after the computer's answer, None where the room wants no more of it."""
    await speaker.say(t="act", key=f"act{version}", version=version, action="b2b4")
    while True:
        message = json.loads(await speaker.until("news", "refused"))
        if message["t"] == "refused":
            return None
        if message["entries"] and message["entries"][-1].get("seat") == "second":
            return int(message["version"])


async def taken_back(speaker: Speaker, version: int) -> int | None:
    """To the start again, as a computer always allows."""
    await speaker.say(t="do", key=f"back{version}", version=version, what="take_back")
    while True:
        message = json.loads(await speaker.until("news", "refused"))
        if message["t"] == "refused":
            return None
        if message["entries"] and message["entries"][-1]["kind"] == "take_back":
            return int(message["version"])
