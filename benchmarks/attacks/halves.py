"""Those who hold on: requests that are never finished, connections that say nothing, answers that nobody reads."""

from __future__ import annotations

import asyncio
import contextlib
import json

from benchmarks.attacks.scene import Scene
from benchmarks.attacks.visitor import PING, TEXT, Line, frame

HEAD = b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = (
    b'POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"g'
)
BEGUN = (HEAD, BODY, b"", b"GET /")
CONNECTIONS = 3_000
AT_ONCE = 40
READERS = 12
UNREAD = 4 << 20
"""Bytes of pings that each of them sends."""


async def half_sent(scene: Scene) -> None:
    """Opens some thousands and holds them as long as it may."""
    held: list[Line] = []

    async def begin(number: int) -> None:
        line = await Line.open(scene.server, scene.plan.source)
        held.append(line)
        if BEGUN[number % len(BEGUN)]:
            await line.send(BEGUN[number % len(BEGUN)])

    await scene.again_and_again(AT_ONCE, begin, CONNECTIONS)
    while scene.goes_on():
        await asyncio.sleep(0.1)
    for line in held:
        ended = line.reader.at_eof() or line.reader.exception() is not None
        scene.tally["ended by the server" if ended else "held"] += 1
        line.reset()


async def unread(scene: Scene) -> None:
    """Pings of the protocol and of ours, and questions with long answers, from clients that read nothing."""
    made = await scene.new_room("adlg", options={"scenario": "skirmish"})
    doors = [made[0] if made else scene.plan.battle, scene.plan.battle, scene.plan.canary]
    pings = frame(PING, b"x" * 125) * 250

    async def hold(number: int) -> None:
        speaker = await scene.socket(doors[number % len(doors)], receives=4096)
        speaker.line.reader._transport.pause_reading()  # type: ignore[attr-defined]
        try:
            for sent in range(scene.count(UNREAD) // len(pings)):
                if not scene.goes_on():
                    break
                question = {"t": "look", "id": sent, "at": 0} if sent % 2 else {"t": "ping", "id": sent}
                await speaker.line.send(pings + frame(TEXT, json.dumps(question).encode()))
                await asyncio.sleep(0.04)
            scene.tally["sent all"] += 1
            while scene.goes_on():
                await asyncio.sleep(0.1)
        finally:
            with contextlib.suppress(RuntimeError):
                speaker.drop()

    await scene.again_and_again(READERS, hold, 60)
