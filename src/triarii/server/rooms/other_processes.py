"""What other processes on the same database do: their changes are taken in, what they leave undone is done here, and
all go by one time. With a database of one's own there are none."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol

from sqlalchemy.exc import DatabaseError

from triarii.server.rooms import remarks
from triarii.server.rooms.clocks import Clock
from triarii.server.rooms.computers import ComputerSeats
from triarii.server.rooms.presence import Presence
from triarii.server.rooms.room import Room
from triarii.server.rooms.shared_limits import SharedLimits
from triarii.server.sources import Sources
from triarii.server.storage.store import Damaged, Heard, Store, Time
from triarii.server.storage.troubles import is_away
from triarii.server.thinking.pools import WorkerPools

LOOK_AGAIN = 1.0
"""Seconds between two looks for what is due and nobody does."""
UNABLE = 60.0
"""Seconds for which a room that can't be opened here is left to others."""
TRY_AGAIN = 2.0
"""Seconds until something is tried again that is still due after it was done."""
READ_AGAIN = 0.2
"""Seconds until what others did is read again, where the database did not answer."""
GRACE = 500
"""Milliseconds that a process which has a room open has for itself to let a flag fall."""


class Host(Protocol):
    """All rooms of this process."""

    rooms: dict[str, Room]
    pools: WorkerPools
    computers: ComputerSeats
    on_news: Callable[[str | None], None]
    on_open_games: Callable[[bool], None]
    on_tournament: Callable[[str | None], None]

    async def let_flag_fall(self, name: str) -> None: ...
    def set_flag(self, room: str, clock: Clock | None) -> None: ...
    def overtake(self, name: str | None) -> None: ...
    def drop(self, room: Room) -> None: ...
    def chore(self, work: Coroutine[Any, Any, None]) -> None: ...


class OtherProcesses:
    """Those that share the database with this one."""

    def __init__(self, host: Host, store: Store, sources: Sources) -> None:
        self.presence = Presence(store)
        self.limits = SharedLimits(store)
        self._host = host
        self._store = store
        self._sources = sources
        self._busy_until: dict[str, float] = {}
        """Until when a room is not taken again, by monotonic time."""
        self._due = asyncio.Event()
        """Something is due, and nobody has taken it."""

    def listen(self) -> None:
        """From now on."""
        self._host.chore(self._take_due())
        self._host.chore(self.presence.keep())
        self._host.chore(self.limits.tell())
        self._store.listen(self._heard, self._agree, self._forgotten)

    async def _take_due(self) -> None:
        """Among many processes, whoever has time does what is due and nobody else does: computers are to act whose
        process has died, and flags to fall where nobody is."""
        places = asyncio.Semaphore(self._host.pools.moves.count)
        while True:
            with contextlib.suppress(DatabaseError):
                await self._take_some(places)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), LOOK_AGAIN)
            self._due.clear()

    async def _take_some(self, places: asyncio.Semaphore) -> None:
        while not places.locked():
            room = await self._store.take_due(self._sources.ran() - GRACE, self._busy())
            if room is None:
                return
            await places.acquire()
            self._busy_until[room] = math.inf
            self._host.chore(self._do_what_is_due(room, places))

    def _busy(self) -> list[str]:
        """Rooms in which this process does what is due, or has just tried to. Of all others that it has taken it knows
        nothing any more: what it did there could not be stored, and is to be done again."""
        now = time.monotonic()
        self._busy_until = {name: until for name, until in self._busy_until.items() if until > now}
        return [*self._busy_until, *self._host.computers.busy]

    async def _do_what_is_due(self, name: str, places: asyncio.Semaphore) -> None:
        pause = TRY_AGAIN
        try:
            await self._host.let_flag_fall(name)
            room = self._host.rooms.get(name)
            if room is None:  # it can't be opened here, perhaps elsewhere: its game may not be installed
                pause = UNABLE
                await self._store.release(name)
            elif room.waits_for_computer:
                room.taken_by, revision = self._store.process, room.revision
                self._host.computers.wake(room)
                await self._host.computers.thought_of(name)
                pause = 0.0 if room.revision != revision else TRY_AGAIN
            if room is not None and room.idle and not room.broken:
                self._host.drop(room)
        finally:
            self._busy_until[name] = time.monotonic() + pause
            places.release()
            self._due.set()  # there may be more

    def _heard(self, heard: Heard) -> None:
        """Take in what another process did, where anybody here wants to know."""
        if heard.due:
            self._due.set()
        for name, revision in heard.rooms.items():
            self._refresh(name, revision, heard.whole.get(name))
            self._host.on_news(name)
        for name in heard.seats:
            self._look(name)
        for remark in heard.remarks:
            if remark.room in self._host.rooms:
                remarks.hear(self._host.rooms[remark.room], remark)
        self.limits.heard(heard.spent)
        if heard.open_games:
            self._host.on_open_games(False)
        for name in heard.tournaments:
            self._host.on_tournament(name)
        if heard.missed:
            self._host.on_news(None)
            self._host.on_tournament(None)
            self._host.on_open_games(False)
            self._host.overtake(None)
            for name in list(self._host.rooms):
                self._refresh(name, None)
                self._look(name)

    def _refresh(self, name: str, revision: int | None, told: bytes | None = None) -> None:
        room = self._host.rooms.get(name)
        if room is None:
            self._host.overtake(name)
        elif room.idle:
            self._host.drop(room)
        elif revision is None or room.revision < revision:
            self._host.chore(self._catch_up(room, revision, told))

    async def _catch_up(self, room: Room, revision: int | None, told: bytes | None) -> None:
        while True:
            try:
                await room.catch_up(revision, told)
            except (DatabaseError, Damaged) as problem:
                if is_away(problem):
                    await asyncio.sleep(READ_AGAIN)
                    continue  # otherwise those who were there come back, and are told
            return

    def _look(self, name: str) -> None:
        room = self._host.rooms.get(name)
        if room is not None and room.audience.guests:
            self._host.chore(self.presence.look(room))

    def _agree(self, told: Time) -> None:
        """Go by the time of all: deadlines stay where they are in it."""
        behind = self._sources.agree(told.ran)
        if behind:
            for room in list(self._host.rooms.values()):
                if room.clock is not None:
                    room.clock = replace(room.clock, since=room.clock.since and room.clock.since - behind)
                    self._host.set_flag(room.id, room.clock)

    def _forgotten(self) -> None:
        self.presence.tell_again(self._host.rooms.values())
        self._host.on_open_games(True)
