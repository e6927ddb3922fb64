"""What a server does from time to time, whoever plays: rooms that nobody needs leave the memory, old ones go into the
bin, and running time is written down."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy.exc import DatabaseError

from triarii.server.rooms.capacity import Capacity
from triarii.server.rooms.room import Room
from triarii.server.settings import DAY
from triarii.server.sources import Sources
from triarii.server.storage.store import Store

LOG = logging.getLogger("triarii.server")
SWEEP = 300.0
"""Seconds between two looks for rooms that nobody needs in memory."""
BEAT = 60.0
"""Seconds between two notes that the server runs."""
OLD_FOR = 3 * DAY
"""Of running time, between the first sight of an old room and the second."""
NAMED = 10
"""Rooms that a line of the log names."""


class Host(Protocol):
    """All rooms of this process."""

    rooms: dict[str, Room]
    capacity: Capacity
    keep_days: int

    def drop(self, room: Room) -> None: ...


class Upkeep:
    """Looks after the rooms of one process."""

    def __init__(self, host: Host, store: Store, sources: Sources, forgotten: Callable[[str], None]) -> None:
        self._host = host
        self._store = store
        self._sources = sources
        self._forgotten = forgotten
        """Called with each room that went into the bin."""

    async def keep_tidy(self) -> None:
        swept = float(DAY)
        while True:
            if swept >= DAY:
                swept = 0.0
                with contextlib.suppress(DatabaseError):  # health tells of it
                    await self.forget_old()
            await asyncio.sleep(SWEEP)
            self.make_room()
            gc.collect()  # by itself it is done of young objects only: see serving.COLLECTING
            swept += SWEEP * 1000

    async def keep_time(self) -> None:
        """Running time is written down with every move, and once a minute where nobody moves."""
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(DatabaseError):
                await self._store.beat()
                if self._store.shared:
                    self._host.capacity.rooms = await self._store.count()  # others make rooms too

    def make_room(self) -> None:
        """Rooms in which nobody is and nothing goes on are read again when somebody comes."""
        for room in list(self._host.rooms.values()):
            if room.idle:
                self._host.drop(room)

    async def forget_old(self) -> None:
        """Put rooms into the bin that nobody touched for long. One look can be wrong, if the clock is: a room is only
        marked first, and put away when it is still old after days of running; the operator empties the bin."""
        now, days = self._sources.now(), self._host.keep_days
        found = await self._store.sweep(now - days * DAY, self._sources.ran(), OLD_FOR, now)
        for name in found.binned:
            room = self._host.rooms.get(name)
            if room is not None:
                room.close()
                self._host.drop(room)
            self._forgotten(name)
        if found.seen:
            LOG.warning(
                "%d rooms are untouched for %d days by the clock and go into the bin after %d more days of running: %s",
                *(len(found.seen), days, OLD_FOR // DAY, _some(found.seen)),
            )
        if found.binned:
            LOG.warning("%d old rooms are in the bin now: %s", len(found.binned), _some(found.binned))


def _some(rooms: Sequence[str]) -> str:
    return ", ".join(rooms[:NAMED]) + (" …" if len(rooms) > NAMED else "")
