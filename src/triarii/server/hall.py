"""All rooms: opened when somebody comes, kept while something goes on in them, forgotten when they are old."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Coroutine, Mapping
from datetime import UTC, datetime
from typing import Any

from triarii.core import registry
from triarii.core.chance import commitment
from triarii.core.contract import SEATS, AnyGame, Options, Refusal, Turn
from triarii.core.records import HUMAN, Header
from triarii.server import tokens
from triarii.server.capacity import Capacity
from triarii.server.clocks import Clock
from triarii.server.course import Course
from triarii.server.desk import Desk
from triarii.server.limits import Buckets
from triarii.server.minds import Minds
from triarii.server.room import Room
from triarii.server.settings import DAY, Settings
from triarii.server.sources import Sources
from triarii.server.storage.store import COMPUTER, RoomData, Seat, Store, Stored
from triarii.server.telling import Teller
from triarii.server.told_cache import ToldCache
from triarii.server.workforce import Workforce

LOG = logging.getLogger("triarii.server")
SWEEP = 300.0
"""Seconds between two looks for rooms that nobody needs in memory."""


class Hall:
    """The rooms of one server."""

    def __init__(self, store: Store, sources: Sources, workforce: Workforce, settings: Settings) -> None:
        self.store = store
        self.sources = sources
        self.workforce = workforce
        self.keep_days = settings.keep_days
        self.limits = settings.limits
        self.new_rooms = Buckets(settings.limits.rooms_a_minute)
        """How many rooms each address has opened of late, rematches too."""
        self.capacity = Capacity(settings)
        self.minds = Minds(workforce.thinkers)
        self.desk = Desk()
        self.told = ToldCache()
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | Refusal]] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._chores: set[asyncio.Task[None]] = set()

    # Opening and closing

    async def open(self) -> None:
        """Forget old rooms, then go on with those in which something is due."""
        await self.forget_old()
        self.capacity.rooms = await self.store.count()
        for room in await self.store.unfinished():
            await self.room(room)
        self._chore(self._keep_tidy())

    async def close(self) -> None:
        for chore in list(self._chores):
            chore.cancel()
        for flag in self._flags.values():
            flag.cancel()
        await self.minds.close()
        for room in list(self.rooms.values()):
            room.close()
        self.desk.close()
        await self.workforce.close()

    async def room(self, name: str) -> Room | Refusal:
        """A room by its id."""
        found = self.rooms.get(name)
        if found is not None:
            return found
        if not self._has_place():
            return Refusal("busy")
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._open_room(name))
        return await asyncio.shield(self._opening[name])

    async def _open_room(self, name: str) -> Room | Refusal:
        try:
            stored = await self.store.load(name)
            if stored is None:
                return Refusal("no_room")
            # In a line of its own: others may wait for this room too, not only who has much else to ask.
            course = await self.desk.answer(lambda: _replayed(stored), name)
            if isinstance(course, Refusal):
                LOG.error("room %s does not replay: %s", name, course.code)
                return course
            return await self._enter(stored, course)
        finally:
            self._opening.pop(name, None)

    async def _enter(self, stored: Stored, course: Course) -> Room:
        teller = Teller(stored.data.id, course, self.desk, self.told)
        room = Room(stored, course, self.store, self.sources, teller, self.limits)
        room.on_change, room.on_broken = self._changed, self._drop
        self.rooms[room.id] = room
        await room.begin()
        return room

    # New rooms

    async def create(
        self,
        game: AnyGame,
        options: Options,
        start: str,
        seats: Mapping[Turn, Seat],
        watch: str,
        listed: bool = False,
        clock: Mapping[str, int] | None = None,
        asker: str = "",
    ) -> Room | Refusal:
        """A new room; the options are those of a game that can begin."""
        secret, name = self.sources.secret(), self.sources.room_id()
        now = self.sources.now()
        header = Header(
            game=game.info.id,
            rules_version=game.info.rules_version,
            options=options,
            seats=(_name(seats[Turn.FIRST]), _name(seats[Turn.SECOND])),
            id=name,
            commit=commitment(secret),
            start=start,
            date=datetime.fromtimestamp(now / 1000, UTC).date().isoformat(),
        )
        refusal = self.capacity.refusal() or (None if self._has_place() else Refusal("busy"))
        if refusal is not None:
            return refusal
        # To set up a table with a scenario of somebody's own can take a while.
        begun = await self.desk.answer(lambda: Course.begin(game, header), asker)
        if isinstance(begun, Refusal):
            return begun
        data = RoomData(name, begun.line.header, secret.hex(), tokens.hashed(watch), listed, seats, clock, now)
        await self.store.create(data)
        self.capacity.rooms += 1
        return await self._enter(Stored(data, (), (), {}), begun)

    async def next_room(self, room: Room, address: str) -> str | Refusal:
        """The room of the rematch: the same game with the seats swapped. It counts like any other that is opened."""
        if not self.new_rooms.take(address):
            return Refusal("too_many")
        header, state = room.course.line.header, room.state
        seats = {}
        for seat in SEATS:
            before = room.seats[seat.other]
            holder = state.rematch.get(seat.other.name.lower(), "")
            seats[seat] = Seat(before.kind, before.level, before.name, "", holder)
        made = await self.create(
            room.game, header.options, header.start, seats, self.sources.token(), room.data.listed, room.data.clock
        )
        return made if isinstance(made, Refusal) else made.id

    # What goes on by itself

    def _changed(self, room: Room) -> None:
        self.minds.wake(room)
        self._set_flag(room.id, room.clock)

    def _set_flag(self, room: str, clock: Clock | None) -> None:
        """A flag falls on time, whether or not anybody is connected."""
        old = self._flags.pop(room, None)
        if old is not None:
            old.cancel()
        falls = None if clock is None else clock.falls_at()
        if falls is not None:
            wait = max(0, falls - self.sources.now()) / 1000 + 0.005
            loop = asyncio.get_running_loop()
            self._flags[room] = loop.call_later(wait, lambda: self._chore(self._flag(room)))

    async def _flag(self, name: str) -> None:
        room = self.rooms.get(name)
        if room is None or room.broken:
            return
        async with room.lock:
            if not await room.let_flag_fall():
                self._set_flag(name, room.clock)

    def _drop(self, room: Room) -> None:
        room.broken = True
        self.rooms.pop(room.id, None)
        self.told.forget(room.id)
        flag = self._flags.pop(room.id, None)
        if flag is not None:
            flag.cancel()

    async def _keep_tidy(self) -> None:
        swept = 0.0
        while True:
            await asyncio.sleep(SWEEP)
            self._make_room()
            gc.collect()  # by itself it is done of young objects only: see serving.COLLECTING
            swept += SWEEP * 1000
            if swept >= DAY:
                swept = 0.0
                await self.forget_old()

    def _has_place(self) -> bool:
        """Whether one more room can be in memory."""
        if len(self.rooms) >= self.limits.open_rooms:
            self._make_room()
        return len(self.rooms) < self.limits.open_rooms

    def _make_room(self) -> None:
        """Rooms in which nobody is and nothing goes on are read again when somebody comes."""
        for room in list(self.rooms.values()):
            if room.idle:
                self._drop(room)

    async def forget_old(self) -> None:
        forgotten = await self.store.forget(self.sources.now() - self.keep_days * DAY)
        for name in forgotten:
            room = self.rooms.get(name)
            if room is not None:
                room.close()
                self._drop(room)
        if forgotten:
            LOG.info("%d old rooms deleted", len(forgotten))

    def _chore(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._chore_done)

    def _chore_done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        with contextlib.suppress(asyncio.CancelledError):
            problem = task.exception()
            if problem is not None:
                LOG.error("a chore failed", exc_info=problem)


def _replayed(stored: Stored) -> Course | Refusal:
    """The game that is stored, entry by entry. Nobody else knows it yet, so this needs no lock."""
    header = stored.data.header
    game = registry.game(header.game, header.rules_version)
    course = game if isinstance(game, Refusal) else Course.begin(game, header)
    if isinstance(course, Refusal):
        return course
    for entry, moment in zip(stored.entries, stored.moments, strict=True):
        refusal = course.enter(entry, moment)
        if refusal is not None:
            return Refusal("record.entry", refusal.rule, {"number": course.version + 1, "reason": refusal.message})
    if course.over:
        course.line.close(stored.data.secret)
    return course


def _name(seat: Seat) -> str:
    """How the record names who sits there."""
    return seat.level if seat.kind == COMPUTER else seat.name or HUMAN
