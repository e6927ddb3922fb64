"""Three visitors who only want what everybody wants, and measure how long it takes: two people who play, a person
against the computer, somebody who comes to the door. All of them wait for the server, never for their own turn."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from dataclasses import dataclass, field
from random import Random

from benchmarks.attacks.masters import answered, taken_back
from benchmarks.attacks.scene import Door
from benchmarks.attacks.visitor import PATIENCE, Gone, Server, Speaker, exchange, request
from triarii.core import registry
from triarii.core.contract import Refusal, Turn
from triarii.core.options import complete

SOURCE = "127.0.0.1"
PROBLEMS = (Gone, TimeoutError, OSError, asyncio.IncompleteReadError)


@dataclass
class Waits:
    """Seconds of each wait, and what went wrong."""

    every: float
    """Seconds between two wishes."""
    seconds: list[float] = field(default_factory=list)
    done: int = 0
    failed: list[str] = field(default_factory=list)

    def waited(self, seconds: float) -> None:
        """A long wait kept others from being measured, who would have waited too: they count, each a little less."""
        self.done += 1
        while seconds > 0:
            self.seconds.append(seconds)
            seconds -= self.every

    def merged(self, other: Waits) -> Waits:
        return Waits(self.every, self.seconds + other.seconds, self.done + other.done, self.failed + other.failed)

    def at(self, share: float) -> float:
        """Milliseconds within which this share of the wishes was answered."""
        found = sorted(self.seconds) or [PATIENCE]
        return round(1000 * found[round(share * (len(found) - 1))], 1)


def plan(moves: int, seed: int) -> list[tuple[int, str]]:
    """Seat and action of each move of a random game of Cities & Heroes that lasts so long."""
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    options, rng = complete(game.info, {}), Random(seed)
    assert not isinstance(options, Refusal)
    for _ in range(1_000):
        position = game.start(options)
        assert not isinstance(position, Refusal)
        found: list[tuple[int, str]] = []
        while position.turn is not Turn.OVER and len(found) < moves:
            action = rng.choice(position.actions())
            found.append((int(position.turn), game.action_text(action)))
            position = position.play(action)
        if len(found) >= moves:
            return found
    raise SystemExit(f"No random game lasts {moves} moves: measure for a shorter time.")


async def new_room(server: Server, second: str = "") -> tuple[list[Door], str]:
    """The doors of both seats, and the token to watch."""
    tokens = [secrets.token_urlsafe(16), secrets.token_urlsafe(16)]
    other = {"kind": "computer", "level": second} if second else {"kind": "person", "token": tokens[1]}
    body = {"game": "cities", "seats": {"first": {"kind": "person", "token": tokens[0]}, "second": other}}
    made = await exchange(server, request(server, "POST", "/api/rooms", json.dumps(body).encode()), SOURCE)
    if made.status != 201:
        raise SystemExit(f"The canary's own room could not be opened: {made.status} {made.body[:200]!r}")
    opened = json.loads(made.body)
    return [Door(opened["room"], token) for token in tokens], opened["watch"]


async def _seated(server: Server, door: Door) -> tuple[Speaker, int]:
    """A socket at its seat, and the version that it was told."""
    speaker = await Speaker.open(server, door.room, SOURCE)
    try:
        await speaker.say(t="hello", token=door.token, lang="en", seen=None)
        return speaker, json.loads(await speaker.until("welcome"))["version"]
    except BaseException:
        speaker.drop()
        raise


class People:
    """Two people with a planned game: from each move to its acceptance."""

    def __init__(self, server: Server, every: float, moves: int, seed: int) -> None:
        self.server = server
        self.plan = plan(moves, seed)
        self.waits = Waits(every)
        self.speakers: list[Speaker] = []
        self._accepted: asyncio.Queue[str] = asyncio.Queue()
        self._listening: list[asyncio.Task[None]] = []

    async def open(self) -> Door:
        """Both at the table; the door for whoever watches."""
        self.doors, self.watch = await new_room(self.server)
        for door in self.doors:
            await self._sit(door)
        return Door(self.doors[0].room, self.watch)

    async def _sit(self, door: Door) -> None:
        speaker, _ = await _seated(self.server, door)
        self.speakers.append(speaker)
        self._listening.append(asyncio.create_task(self._listen(speaker)))

    async def _listen(self, speaker: Speaker) -> None:
        """Both read all that they are told, as people do; only heads are looked at."""
        try:
            while True:
                said = await speaker.until("accepted", "refused", "error", patience=10 * PATIENCE)
                self._accepted.put_nowait("" if said.startswith(b'{"t":"accepted"') else said[:200].decode())
        except PROBLEMS as problem:
            self._accepted.put_nowait(f"socket: {problem!r}")

    async def play(self, seconds: float) -> None:
        begun = time.monotonic()
        due = begun
        for version, (seat, action) in enumerate(self.plan):
            await asyncio.sleep(due - time.monotonic())
            if time.monotonic() >= begun + seconds or self.waits.failed:
                return
            sent = time.monotonic()
            try:
                await self.speakers[seat].say(t="act", key=f"move{version}", version=version, action=action)
                async with asyncio.timeout(PATIENCE):
                    wrong = await self._accepted.get()
            except PROBLEMS as problem:
                wrong = f"no answer: {problem!r}"
            self.waits.waited(time.monotonic() - sent)
            if wrong:
                self.waits.failed.append(f"move {version}: {wrong}")
            due = max(due + self.waits.every, time.monotonic())

    async def close(self) -> None:
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        for speaker in self.speakers:
            await speaker.close()

    async def can_be_entered(self) -> str:
        """Whether a watcher and a seat can come in; why not."""
        for token in (self.watch, self.doors[0].token):
            try:
                speaker, _ = await _seated(self.server, Door(self.doors[0].room, token))
                speaker.drop()
            except PROBLEMS as problem:
                return repr(problem)
        return ""

    async def room_stands_at(self) -> int:
        """The version that the server tells of the room."""
        asked = request(self.server, "GET", f"/api/rooms/{self.doors[0].room}")
        return int(json.loads((await exchange(self.server, asked, SOURCE)).body)["version"])


class Opponent:
    """A person against a weak computer: from each move to the computer's answer, which is then taken back."""

    def __init__(self, server: Server, every: float) -> None:
        self.server = server
        self.waits = Waits(every)
        self.speaker: Speaker | None = None

    async def open(self) -> None:
        doors, _ = await new_room(self.server, "beginner")
        self.speaker, self.version = await _seated(self.server, doors[0])
        await self.play(0.0)  # the first thought may have to start a process
        self.waits = Waits(self.waits.every)

    async def play(self, seconds: float) -> None:
        """At least once."""
        assert self.speaker is not None
        until = time.monotonic() + seconds
        while not self.waits.failed:
            sent = time.monotonic()
            version: int | None = None
            try:
                version = await answered(self.speaker, self.version)
            except PROBLEMS as problem:
                self.waits.failed.append(f"the computer: {problem!r}")
            self.waits.waited(time.monotonic() - sent)
            try:
                version = None if version is None else await taken_back(self.speaker, version)
            except PROBLEMS as problem:
                self.waits.failed.append(f"the computer: {problem!r}")
            if version is None:
                self.waits.failed.append("the computer: refused")
                return
            self.version = version
            if time.monotonic() >= until:
                return
            await asyncio.sleep(max(0.0, sent + self.waits.every - time.monotonic()))

    async def close(self) -> None:
        if self.speaker is not None:
            await self.speaker.close()


class Caller:
    """Somebody who comes to the door: from a new connection to the answer of a small question."""

    def __init__(self, server: Server, every: float) -> None:
        self.server = server
        self.waits = Waits(every)

    async def play(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await self.call()
            await asyncio.sleep(self.waits.every)

    async def call(self) -> float:
        sent = time.monotonic()
        try:
            found = await exchange(self.server, request(self.server, "GET", "/api/network"), SOURCE)
            if found.status != 200:
                self.waits.failed.append(f"the door: {found.status}")
        except PROBLEMS as problem:
            self.waits.failed.append(f"the door: {problem!r}")
        waited = time.monotonic() - sent
        self.waits.waited(waited)
        return waited
