"""All rooms: opened when somebody comes, kept while something goes on in them, put away when they are old."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import DatabaseError

from triarii.core import registry, rematch
from triarii.core.chance import commitment
from triarii.core.contract import SEATS, AnyGame, Options, Refusal, Turn
from triarii.core.records import HUMAN, Header
from triarii.core.rematch import NO_GAMES, Score
from triarii.core.texts import Message
from triarii.server.play.live_game import LiveGame
from triarii.server.rate_limits import Buckets, Spacing
from triarii.server.rooms import tokens
from triarii.server.rooms.capacity import Capacity
from triarii.server.rooms.clocks import MINUTE, Clock
from triarii.server.rooms.computers import ComputerSeats
from triarii.server.rooms.flags import Flags
from triarii.server.rooms.fragment_cache import FragmentCache
from triarii.server.rooms.fragments import Renderer
from triarii.server.rooms.other_processes import OtherProcesses
from triarii.server.rooms.room import Room
from triarii.server.rooms.seat_actions import NextGame
from triarii.server.rooms.state import State
from triarii.server.rooms.upkeep import Upkeep
from triarii.server.settings import DAY, Settings
from triarii.server.sources import Sources
from triarii.server.storage.kept import AT_ONCE
from triarii.server.storage.open_games import Joining
from triarii.server.storage.store import COMPUTER, Damaged, RoomData, Seat, Store, Stored
from triarii.server.storage.troubles import is_away
from triarii.server.thinking.pools import WorkerPools
from triarii.server.thinking.threads import FairThreads

LOG = logging.getLogger("triarii.server")
FEW = 4
"""Rooms whose computers are set to work at once after a start, so that people hardly notice."""
GLANCE = 0.1
BREATH = 0.005
"""Seconds between two looks at them, and between two rooms."""
LONGEST_WAIT = 60.0
TRY_AGAIN = 5_000
"""Milliseconds until a room that could not be stored is opened again."""


class Lobby:
    """The rooms of one server."""

    def __init__(self, store: Store, sources: Sources, pools: WorkerPools, settings: Settings) -> None:
        self.store = store
        self.sources = sources
        self.pools = pools
        self.keep_days = settings.keep_days
        self.limits = settings.limits
        self.new_rooms = Buckets(settings.limits.rooms_a_minute)
        """How many rooms each address has opened of late, rematches too."""
        self.greetings = Spacing(settings.limits.hellos_a_second, settings.limits.begun_at_once)
        self.capacity = Capacity(settings)
        self.computers = ComputerSeats(pools.moves)
        self.others = OtherProcesses(self, store, sources)
        self.others.limits.share("rooms", self.new_rooms)
        self.threads = FairThreads()
        self.fragments = FragmentCache()
        self.rooms: dict[str, Room] = {}
        self.on_news: Callable[[str | None], None] = lambda _: None
        """Called with a room in which something has happened, here or elsewhere; None: in any."""
        self.on_open_games: Callable[[bool], None] = lambda _: None
        """Called when another process has changed the open games; true: it took those of this one for given up."""
        self.on_tournament: Callable[[str | None], None] = lambda _: None
        """Called with a tournament that has changed, here or elsewhere; None: any may have."""
        self._opening: dict[str, asyncio.Task[Room | Refusal]] = {}
        self._overtaken: dict[str, bool] = {}
        """Rooms on their way into memory, and whether another process has changed them meanwhile."""
        self._flags = Flags(sources, lambda name: self.chore(self.let_flag_fall(name)))
        self._upkeep = Upkeep(self, store, sources, lambda name: self._flags.set(name, None))
        self._chores: set[asyncio.Task[None]] = set()

    # Opening and closing

    async def open(self) -> None:
        """Ready for people at once: no room is opened before somebody comes, or its time has come."""
        time = await self.store.time_so_far()
        self.sources.begin(time.ran, time.now)
        self.store.keep_time(lambda: (self.sources.ran(), self.sources.now()))
        self._doubt_clock(time.last)
        self.capacity.rooms = await self.store.count()
        await self.store.open_games.begin()
        if self.store.shared:
            self.others.listen()
        else:
            await self._plan_all()
        self.chore(self._upkeep.keep_tidy())
        self.chore(self._upkeep.keep_time())

    async def _plan_all(self) -> None:
        """What goes on by itself, where nobody else sees to it."""
        at_once = []
        for due in await self.store.due():
            if due.at == AT_ONCE:
                at_once.append(due.room)
            else:
                self._flags.set(due.room, self.sources.moment(due.at))
        self.chore(self._go_on(list(dict.fromkeys([*at_once, *await self.store.unsettled()]))))

    def _doubt_clock(self, last: int) -> None:
        """Say it if the clock of this machine looks wrong; games don't depend on it."""
        ahead = self.sources.now() - last
        if last and ahead < -MINUTE:
            LOG.warning("the clock shows an earlier time than when the server last ran; is it right?")
        elif last and ahead > self.keep_days * DAY:
            LOG.warning("by the clock the server did not run for %d days; is it right?", ahead // DAY)

    async def _go_on(self, rooms: Sequence[str]) -> None:
        """Let computers act where they are to, and rooms of an older version store whose turn it is: a few rooms at a
        time, and each as long as it takes."""
        places = asyncio.Semaphore(FEW)
        for name in rooms:
            await places.acquire()
            with contextlib.suppress(DatabaseError):
                await self.room(name)
            self.chore(self._let_act(name, places))
            await asyncio.sleep(BREATH)

    async def _let_act(self, name: str, places: asyncio.Semaphore) -> None:
        """Wait until its computer has acted, but not forever; a room where nobody came meanwhile is closed again."""
        waited, room = 0.0, self.rooms.get(name)
        while room is not None and not room.broken and not room.idle and waited < LONGEST_WAIT:
            if not (room.waits_for_computer or room.lock.locked()):
                break
            await asyncio.sleep(GLANCE)
            waited += GLANCE
        places.release()
        if room is not None and room.idle and not room.broken:
            self.drop(room)

    async def close(self) -> None:
        for chore in list(self._chores):
            chore.cancel()
        self._flags.close()
        await self.computers.close()
        opening = list(self._opening.values())
        for task in opening:
            task.cancel()
        await asyncio.gather(*opening, return_exceptions=True)
        for room in list(self.rooms.values()):
            room.close()
        self.threads.close()
        await self.pools.close()

    async def room(self, name: str) -> Room | Refusal:
        """A room by its id, as it is stored now."""
        found = self.rooms.get(name)
        if found is not None:
            await found.catch_up()
            found = self.rooms.get(name)
        if found is not None:
            return found
        if not self._has_place():
            return Refusal("busy")
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._open_room(name))
        return await asyncio.shield(self._opening[name])

    async def _open_room(self, name: str) -> Room | Refusal:
        self._overtaken[name] = False
        try:
            try:
                stored = await self.store.load(name)
            except Damaged:
                return Refusal("damaged_room")
            if stored is None:
                return Refusal("no_room")
            # In a line of its own: others may wait for this room too, not only who has much else to ask.
            live = await self.threads.answer(lambda: _replayed(stored), name)
            if isinstance(live, AgainstRules):
                reason = Message("damage.rules", {"number": live.number, "code": live.code})
                self.store.troubles.room_damaged(name, reason)
                return Refusal("damaged_room")
            if isinstance(live, Refusal):
                LOG.error("room %s can't be opened: %s", name, live.code)
                return live
            return await self._enter(stored, live)
        finally:
            self._opening.pop(name, None)
            self._overtaken.pop(name, None)

    def overtake(self, name: str | None) -> None:
        """Another process has changed this room (None: any): what was read of it here is not the last."""
        for each in self._overtaken:
            if name in (None, each):
                self._overtaken[each] = True

    async def _enter(self, stored: Stored, live: LiveGame) -> Room:
        renderer = Renderer(stored.data.id, live, self.threads, self.fragments)
        room = Room(stored, live, self.store, self.sources, renderer, self.limits)
        room.on_change, room.on_broken = self._changed, self._broke
        self.others.presence.watch(room)
        self.rooms[room.id] = room
        if self._overtaken.get(room.id):
            await room.catch_up()
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
        before: Score = NO_GAMES,
        joining: Joining | None = None,
        friends: bool = False,
    ) -> Room | Refusal:
        """A new room; the options are those of a game that can begin. With `joining` it is that of an open game: raises
        JoinedAlready where somebody was faster."""
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
        begun = await self.threads.answer(lambda: LiveGame.begin(game, header), asker)
        if isinstance(begun, Refusal):
            return begun
        data = RoomData(name, begun.line.header, secret.hex(), tokens.hashed(watch), listed, seats, clock, now)
        data = replace(data, turn=begun.turn.name.lower(), state=_state(before, friends))
        data = replace(data, taken_by=self.store.taker(data.due_at_first))
        self._overtaken[name] = False
        try:
            await self.store.create(data, joining)
            self.capacity.rooms += 1
            return await self._enter(Stored(data, (), (), {}), begun)
        finally:
            self._overtaken.pop(name, None)

    async def next_room(self, room: Room, address: str) -> NextGame | Refusal:
        """The room of the rematch: the same game with the seats swapped, or the next of a campaign. It counts like any
        other that is opened."""
        if not self.new_rooms.take(address):
            return Refusal("too_many")
        header, state, line = room.live.line.header, room.state, room.live.line
        result = line.result
        assert result is not None, "a rematch follows a game that is over"
        follows = rematch.follows(room.game, header.options, line.position, result)
        seats = {}
        for seat in SEATS:
            was = seat.other if follows.swapped else seat
            before = room.seats[was]
            holder = state.rematch.get(was.name.lower(), "")
            seats[seat] = Seat(before.kind, before.level, before.name, "", holder, before.profile)
        score = state.before.after(result)
        made = await self.create(
            room.game,
            follows.options,
            "" if follows.hangs_together else header.start,
            seats,
            tokens.for_watchers(room.data.watch, room.id),
            room.data.listed,
            room.data.clock,
            before=score.swapped if follows.swapped else score,
            friends=room.friends,
        )
        return made if isinstance(made, Refusal) else NextGame(made.id, follows.swapped)

    # What goes on by itself

    def _changed(self, room: Room) -> None:
        self.computers.wake(room)
        self.set_flag(room.id, room.clock)
        self.on_news(room.id)

    def set_flag(self, room: str, clock: Clock | None) -> None:
        """A flag falls on time, whether or not anybody is connected."""
        self._flags.set(room, None if clock is None else clock.falls_at())

    async def let_flag_fall(self, name: str) -> None:
        """A flag may have fallen; its room is opened for that if need be."""
        room = await self.room(name)
        if isinstance(room, Refusal) or room.broken:
            return
        async with room.lock:
            if not await room.decided(room.let_flag_fall):
                self.set_flag(name, room.clock)

    def drop(self, room: Room) -> None:
        """It is read again when somebody comes."""
        room.broken = True
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.fragments.forget(room.id)
        self._flags.set(room.id, None)

    def _broke(self, room: Room) -> None:
        """It could not be stored. Where something is due, the room is opened again a little later, if nobody does."""
        due = room.due()
        self.drop(room)
        if due is not None:
            self._flags.set(room.id, self.sources.now() + TRY_AGAIN)

    def _has_place(self) -> bool:
        """Whether one more room can be in memory."""
        if len(self.rooms) >= self.limits.open_rooms:
            self._upkeep.make_room()
        return len(self.rooms) < self.limits.open_rooms

    def chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside all else; it ends with the server."""
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._chore_done)

    def _chore_done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        with contextlib.suppress(asyncio.CancelledError):
            problem = task.exception()
            if problem is not None and not is_away(problem):
                LOG.error("a chore failed", exc_info=problem)


@dataclass(frozen=True)
class AgainstRules:
    """A stored entry that can't follow those before it: it is not what was stored."""

    number: int
    code: str


def _replayed(stored: Stored) -> LiveGame | Refusal | AgainstRules:
    """The game that is stored, entry by entry. Nobody else knows it yet, so this needs no lock."""
    header = stored.data.header
    game = registry.game(header.game, header.rules_version)
    live = game if isinstance(game, Refusal) else LiveGame.begin(game, header)
    if isinstance(live, Refusal):
        return live
    refusal = live.enter_all(stored.entries, stored.data.secret)
    return live if refusal is None else AgainstRules(live.version + 1, refusal.code)


def _state(before: Score, friends: bool) -> dict[str, object]:
    return State(before=before, friends=friends).kept() if before.games or friends else {}


def _name(seat: Seat) -> str:
    """How the record names who sits there."""
    return seat.level if seat.kind == COMPUTER else seat.name or HUMAN
