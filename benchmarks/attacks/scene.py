"""What an attacker has: where the server is, an address of its own, rooms that it may enter, and how far it may go."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from benchmarks.attacks.visitor import Answer, Gone, Server, Speaker, exchange, request

PAUSE = 0.05
"""Seconds that a loop waits after it was sent away: the attack is what the server does, not what is sent."""
SENT_AWAY = frozenset({"403", "429", "503", "4413", "4429", "4409", "lost", "refused", "late"})


@dataclass(frozen=True)
class Door:
    """A room and a token that opens it."""

    room: str
    token: str


DOORS = ("canary", "battle", "many")


@dataclass(frozen=True)
class Plan:
    """Written by whoever starts the attack, read by its process."""

    address: str
    source: str
    """The address that the attack comes from."""
    seconds: float
    share: float
    """Of its full counts: 1 in `make bench`, little in a test."""
    canary: Door
    """Of a watcher: the link that an attacker was given."""
    battle: Door
    """A long battle, stored beforehand; of a watcher too, for a seat has one socket only."""
    many: Door
    """A game of very many entries; likewise."""
    files: str
    """Where the records and lines of these are."""

    def dumped(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        message: dict[str, Any] = json.loads(text)
        for name in DOORS:
            message[name] = Door(**message[name])
        return cls(**message)


@dataclass
class Scene:
    """An attack under way."""

    plan: Plan
    tally: Counter[str] = field(default_factory=Counter)
    """How often each answer came: a status, a close code, `lost`, `refused`, `late`."""
    sent: int = 0
    begun: float = field(default_factory=time.monotonic)

    @property
    def server(self) -> Server:
        return Server.at(self.plan.address)

    def count(self, full: int, least: int = 1) -> int:
        """Of something that an attack does so often at full size."""
        return max(least, round(full * self.plan.share))

    def goes_on(self) -> bool:
        return time.monotonic() < self.begun + self.plan.seconds

    def file(self, name: str) -> str:
        return Path(self.plan.files, name).read_text(encoding="utf-8")

    async def again_and_again(
        self, at_once: int, work: Callable[[int], Awaitable[None]], most: int, least: int = 0
    ) -> None:
        """So many loops side by side until the time is over or it was done so often in all; the first time is never
        too late, however slow the machine."""
        left = self.count(most, max(least, at_once))

        async def loop(number: int) -> None:
            nonlocal left
            first = True
            while left > 0 and (first or self.goes_on()):
                first = False
                left -= 1
                before = dict(self.tally)
                await self.tried(work(number))
                if any(self.tally[word] > before.get(word, 0) for word in SENT_AWAY):
                    await asyncio.sleep(PAUSE)

        await asyncio.gather(*(loop(number) for number in range(at_once)))

    async def tried(self, work: Awaitable[None]) -> None:
        """Whatever the server does about it is counted, and harms no other part of the attack."""
        self.sent += 1
        try:
            await work
        except Gone as gone:
            self.tally[str(gone.code or "lost")] += 1
        except TimeoutError:
            self.tally["late"] += 1
        except ConnectionRefusedError:
            self.tally["refused"] += 1
        except (OSError, asyncio.IncompleteReadError):
            self.tally["lost"] += 1

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = request(self.server, method, path, data, **headers)
        found = await exchange(self.server, asked, self.plan.source)
        self.tally[str(found.status or "lost")] += 1
        return found

    async def socket(self, door: Door, receives: int = 0, **more: Any) -> Speaker:
        """A socket that has said hello."""
        speaker = await Speaker.open(self.server, door.room, self.plan.source, receives)
        await speaker.say(t="hello", token=door.token, lang="en", **more)
        return speaker

    async def new_room(self, game: str, second: str = "", **more: object) -> tuple[Door, Door] | None:
        """A room of the attacker's own, with both seats or against a computer; None if it was refused."""
        tokens = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        other = {"kind": "computer", "level": second} if second else {"kind": "person", "token": tokens[1]}
        seats = {"first": {"kind": "person", "token": tokens[0]}, "second": other}
        made = await self.ask("POST", "/api/rooms", {"game": game, "seats": seats, **more})
        if made.status != 201:
            return None
        room = json.loads(made.body)["room"]
        return Door(room, tokens[0]), Door(room, tokens[1])
