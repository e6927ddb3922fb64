"""A room: one game that is played, and its guests. Only here does a game change, one change at a time.

Every change takes the room's lock, is checked by the timeline, is stored, and only then sent: what was told has
happened. Where other processes serve the same room, what is in memory is a cache of one revision: a change is stored
only if that is still the last one, else the room takes in what came, and the change is decided again.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import DatabaseError

from triarii.core import standing
from triarii.core.chance import Dealer
from triarii.core.contract import SEATS, Refusal, Timed, Turn
from triarii.core.records import SEAT_NAMES, Acted, ChanceFell, ClockRead, Entry, FlagFell, TimeCalled, TookBack
from triarii.server.play.live_game import LiveGame
from triarii.server.play.rendering import TURNS
from triarii.server.rooms import game_length
from triarii.server.rooms.audience import Audience
from triarii.server.rooms.clocks import Clock
from triarii.server.rooms.fragments import Renderer
from triarii.server.rooms.seated_game import SeatedGame
from triarii.server.rooms.state import State
from triarii.server.settings import Limits
from triarii.server.sources import Sources
from triarii.server.storage.advancing import after
from triarii.server.storage.kept import Gone
from triarii.server.storage.store import Known, Overtaken, Progress, RoomData, Store, Stored
from triarii.server.storage.troubles import is_away
from triarii.server.wire.messages import FAULT, GOING_AWAY

T = TypeVar("T")
LOG = logging.getLogger("triarii.server")
REMEMBERED = 64
"""Refused wishes whose keys a room remembers."""


class Room(SeatedGame):
    """The game that is played in one place, as the database has it."""

    def __init__(
        self, stored: Stored, live: LiveGame, store: Store, sources: Sources, renderer: Renderer, limits: Limits
    ) -> None:
        super().__init__(stored, live, sources, limits)
        self.store = store
        self.audience = Audience(self, renderer)
        self.wishes: dict[tuple[Turn, str], int] = dict(stored.wishes)
        self.sum = stored.data.sum
        self.revision = stored.data.revision
        self.taken_by = stored.data.taken_by
        """The process that does what is due."""
        self.refusals: dict[tuple[Turn, str], Refusal] = {}
        self.on_change: Callable[[Room], None] = lambda _: None
        """Called after every change: computers think, clocks are set."""
        self.on_broken: Callable[[Room], None] = lambda _: None

    @property
    def idle(self) -> bool:
        """Nobody is there and nothing goes on by itself."""
        ticks = self.clock is not None and self.clock.running is not None and not self.store.shared
        thinks = self.waits_for_computer and self.is_ours
        return not self.audience.guests and not thinks and not ticks and not self.lock.locked()

    @property
    def is_ours(self) -> bool:
        """Whether this process does what is due here."""
        return self.taken_by == self.store.process

    async def advance(
        self,
        entries: Sequence[Entry],
        wish: tuple[Turn, str] | None = None,
        state: State | None = None,
        quietly: bool = False,
    ) -> Refusal | None:
        """Enter what was done and all that follows by itself, store it, tell it. The caller holds the lock.

        With `quietly`, nothing is told where no entry was added. Raises Overtaken, when the room has taken in what
        another process did meanwhile: `decided` has it decided again.
        """
        if self.broken:
            return Refusal("fault")
        most = self.limits.entries_a_room
        if not game_length.takes(entries, self.live.version, len(self.wishes), wish is not None, most):
            return Refusal("too_long", params={"most": most})
        now, before, was_over = self.sources.now(), self.live.version, self.live.over
        state = state or self.state
        refusal = await self._enter(entries, state, now)
        if refusal is not None:
            return refusal
        live = self.live
        if live.decided > before:
            state = state.but(take_back="")
        answered = None if wish is None else (*wish, live.version)
        added = live.entries_since(before)
        turn, due = TURNS[live.turn], self.due()
        over, known = live.over, self.revision
        ended = self.ending(state) if over and not was_over else None
        progress = Progress(
            self.id, before + 1, added, now, answered, state.kept(), over, turn, due, self.sum, known, ended
        )
        try:
            self.sum = await self.store.advance(progress)
        except Overtaken:
            await self._read_again(before)
            raise
        except BaseException:
            self.give_up()
            raise
        self.revision, self.taken_by = known + 1, self.store.taker(due)
        self.state = state
        if wish is not None:
            self.wishes[wish] = live.version
        if added or not quietly:
            self.audience.tell_news(before, await self.audience.batch_of(before))
        self.on_change(self)
        return None

    async def _enter(self, entries: Sequence[Entry], state: State, now: int) -> Refusal | None:
        """What was done and all that follows by itself. An order of a big battle can take the time of many moves of
        other games: it is carried out beside the event loop, under this room's lock."""
        try:
            return await self._beside(partial(self._entered, entries, state, now))
        except BaseException:
            self.give_up()
            raise

    def _entered(self, entries: Sequence[Entry], state: State, now: int) -> Refusal | None:
        live, before = self.live, self.live.version
        for entry in entries:
            refusal = live.enter(entry)
            if refusal is not None:
                assert live.version == before, "only the first entry of a change can be refused"
                return refusal
        self._call_time_again(entries)
        self._let_follow(state)
        self._set_clock(entries, now)
        if live.over and live.line.end is None:
            live.line.close(self.data.secret)
        return None

    def _call_time_again(self, entries: Sequence[Entry]) -> None:
        """What is taken back does not bring back the time that is up."""
        spent = self.clock is not None and self.clock.together and not any(self.clock.left)
        if spent and any(isinstance(entry, TookBack) for entry in entries):
            self.live.enter(TimeCalled())

    # What other processes do here

    async def decided(self, deed: Callable[[], Awaitable[T]]) -> T:
        """Do something upon what is stored: again, as often as another process is faster. The caller holds the lock."""
        while True:
            with contextlib.suppress(Overtaken):
                return await deed()

    async def catch_up(self, revision: int | None = None, told: bytes | None = None) -> bool:
        """Take in what others did, up to a revision or to the last; whether there was anything. What was told of it is
        not read again, where nothing is missing between."""
        if not self.store.shared:
            return False
        async with self.lock:
            return (revision is None or self.revision < revision) and await self.take_in(told)

    async def take_in(self, told: bytes | None = None) -> bool:
        """Take in what others did, if they did anything, and tell it. The caller holds the lock. Where the database
        does not answer, all stays as it was, and it can be tried again."""
        if self.broken or not self.store.shared:
            return False
        before = self.live.version
        changes = None if told is None else after(self._known(), told)
        try:
            if changes is None:
                changes = await self.store.changes(Known(self.id, self.revision, before, self.sum))
            if changes is None:
                return False
        except Gone:
            self._vanish()
            return True
        except BaseException as problem:
            if not is_away(problem):
                self.give_up()
            raise
        try:
            refusal = await self._beside(partial(self.live.enter_all, changes.entries, self.data.secret))
        except BaseException:
            self.give_up()
            raise
        if refusal is not None:
            self.give_up()
            return True
        if self.clock is not None:
            self.clock = self._clock_after(self.clock, changes)
        await self._adopt(changes, before)
        return True

    def _known(self) -> RoomData:
        """The room as it is known here."""
        return replace(
            self.data,
            header=self.live.line.header,
            seats=self.seats,
            version=self.live.version,
            sum=self.sum,
            revision=self.revision,
        )

    async def _read_again(self, before: int) -> None:
        """What was entered here came too late: the game as it is stored takes the place of what is in memory."""
        try:
            stored = await self.store.load(self.id)
            if stored is None:
                self._vanish()
                return
            live = await self._beside(partial(LiveGame.replayed, self.game, stored.data.header, stored.entries))
            if isinstance(live, Refusal):
                self.give_up()
                return
            if live.over:
                live.line.close(self.data.secret)
        except BaseException:
            self.give_up()
            raise
        self.live = self.audience.renderer.live = live
        self.clock = self._clock_of(stored)
        await self._adopt(stored, before)

    async def _adopt(self, stored: Stored, before: int) -> None:
        """Make what others stored our own, and tell who is here what is new to them."""
        data, asks = stored.data, self.asks()
        seats, state = self.seats, self.state
        self.data, self.seats, self.state = data, dict(data.seats), State.of(data.state)
        self.live.line.header = data.header
        self.wishes.update(stored.wishes)
        self.sum, self.revision, self.taken_by = data.sum, data.revision, data.taken_by
        if self.seats != seats:
            self.audience.tell_seats()
        if self.seats != seats or self.state.talk != state.talk:
            self.audience.tell_talk()
        for seat in SEATS:
            if self.state.has_text(seat) and not state.has_text(seat):
                self.audience.tell_text_given(seat)
        if self.live.version > before or self.asks() != asks:
            self.audience.tell_news(before, await self.audience.batch_of(before))
        if self.state.next != state.next:
            self.audience.offer_next_to_all()
        self.on_change(self)

    async def _beside(self, work: Callable[[], T]) -> T:
        """Where a game takes its time, beside the event loop."""
        if not self.audience.renderer.heavy:
            return work()
        return await self.audience.renderer.threads.answer(work, self.audience.mover)

    async def leave_to_others(self) -> None:
        """What is due here, this process could not do; where there are others, one of them may."""
        if self.store.shared and self.is_ours:
            self.taken_by = ""
            with contextlib.suppress(DatabaseError):
                await self.store.release(self.id)

    def _vanish(self) -> None:
        """The room was put away: whoever is here comes back, and is told."""
        self.close()
        self.broken = True
        self.on_broken(self)

    def give_up(self) -> None:
        """What is in memory may not be what is stored: everybody has to come back to the room as it is stored."""
        LOG.error("room %s could not be stored and is read again", self.id)
        self.broken = True
        self.on_broken(self)
        self.audience.close(FAULT)

    def _let_follow(self, state: State) -> None:
        """Chance and standing answers come as soon as they are due."""
        live, header = self.live, self.live.line.header
        dealer = Dealer(bytes.fromhex(self.data.secret), header.id, *header.texts)
        while game_length.may_follow(live.version, self.limits.entries_a_room):
            turn = live.turn
            if turn is Turn.CHANCE and self.chance_due:
                outcome = dealer.deal(live.position, live.line.chances)
                entry: Entry = ChanceFell(self.game.action_text(outcome))
            elif turn in SEATS and SEAT_NAMES[turn] in state.standing:
                action = standing.answer(self.game, live.position, state.standing[SEAT_NAMES[turn]])
                if action is None:
                    return
                entry = Acted(turn, self.game.action_text(action))
            else:
                return
            if live.enter(entry) is not None:
                LOG.error("room %s: what follows by itself can't be: %s", self.id, entry.kind)
                return

    def _set_clock(self, entries: Sequence[Entry], now: int) -> None:
        """After an action, a take-back or a chance that was waited for, the clocks are read into the record, and the
        next one runs."""
        if self.clock is None or not self.full:
            return
        acted = next((entry.seat for entry in entries if isinstance(entry, Acted)), None)
        took_back = any(isinstance(entry, TookBack) for entry in entries)
        if acted is not None:
            self.clock = self.clock.acted(acted, now)
        elif self.live.over:
            self.clock = self.clock.turned_to(None, now)
            return
        elif self.clock.since == 0 or (self.clock.running is self.clock_runs_for(self.clock) and not took_back):
            return
        self.clock = self.clock.turned_to(None, now)
        self.clock = self.clock.turned_to(self.clock_runs_for(self.clock), now)
        refusal = self.live.enter(self.clock.entry())
        assert refusal is None, "a clock can always be read"

    async def let_flag_fall(self) -> bool:
        """End the game if a clock has run out; the caller holds the lock."""
        if self.clock is None or self.live.over:
            return False
        fallen = self.clock.fallen(self.sources.now())
        if fallen is None:
            return False
        if self.clock.together:
            return await self._end_evening(self.clock)
        await self.advance([ClockRead(*self.clock.at(self.sources.now())), FlagFell(fallen)])
        return True

    async def _end_evening(self, clock: Clock) -> bool:
        """The time for both is up: the game is told so, unless it comes to its end anyway, and goes on until then."""
        self.clock = clock.turned_to(None, self.sources.now())
        call = self.game.time_up(self.live.position) if isinstance(self.game, Timed) else Refusal("record.no_time")
        called = [] if isinstance(call, Refusal) else [TimeCalled()]
        await self.advance([self.clock.entry(), *called])
        return True

    async def begin(self) -> None:
        """What is due when a room is opened: chance before the first turn, a flag that fell while nobody was there."""
        async with self.lock:
            await self.decided(self._begin)
            self.on_change(self)

    async def _begin(self) -> None:
        if await self.let_flag_fall():
            pass
        elif self.chance_due:
            await self.advance([])
        elif self.data.turn != TURNS[self.live.turn]:  # an older version did not store it
            await self.store.settle(self.id, TURNS[self.live.turn], self.due())

    def close(self) -> None:
        """The server stops."""
        self.audience.close(GOING_AWAY)
