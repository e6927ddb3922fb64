"""A game with its seats and its clock, as a room has it now: who holds which seat, what is asked, what is due."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from triarii.core.cast import Cast
from triarii.core.contract import SEATS, AnyGame, Turn
from triarii.core.records import SEAT_NAMES, Acted, ClockRead, TookBack
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms import tokens
from triarii.server.rooms.clocks import Clock
from triarii.server.rooms.state import State
from triarii.server.settings import Limits
from triarii.server.sources import Sources
from triarii.server.storage.kept import AT_ONCE, Ended
from triarii.server.storage.store import COMPUTER, PERSON, Seat, Stored
from triarii.server.wire.shown import Asks


class SeatedGame:
    """What is true of a game in its room. A room changes it; whoever tells of it reads it here."""

    def __init__(self, stored: Stored, live: LiveGame, sources: Sources, limits: Limits) -> None:
        self.data = stored.data
        self.live = live
        self.sources = sources
        self.limits = limits
        self.seats: dict[Turn, Seat] = dict(stored.data.seats)
        self.state = State.of(stored.data.state)
        self.clock = self._clock_of(stored)
        self.lock = asyncio.Lock()
        """Held by whoever changes the game, and by whoever must not see it half changed."""
        self.broken = False
        """No longer the game of its room: closed, or not what is stored."""

    @property
    def id(self) -> str:
        return self.data.id

    @property
    def game(self) -> AnyGame:
        return self.live.line.game

    @property
    def hides(self) -> bool:
        """Whether anything may still be hidden from somebody."""
        return self.live.secretive and not self.live.over

    @property
    def full(self) -> bool:
        return all(seat.taken for seat in self.seats.values())

    @property
    def people(self) -> list[Turn]:
        return [seat for seat in SEATS if self.seats[seat].kind == PERSON]

    @property
    def friends(self) -> bool:
        """Whether two people play here who know each other: one has sent the other a link."""
        met = self.state.friends or any(seat.invitation for seat in self.seats.values())
        return met and self.full and len(self.people) == len(SEATS)

    @property
    def waits_for_computer(self) -> bool:
        turn = self.live.turn
        return turn in SEATS and self.seats[turn].kind == COMPUTER and not self.broken and not self.too_long

    @property
    def too_long(self) -> bool:
        """Whether the record has as many entries as one may have: only what ends the game is taken."""
        return self.live.version >= self.limits.entries_a_room

    @property
    def chance_due(self) -> bool:
        """Chance waits for nobody, except that before the first one both seats must be taken and every person must have
        seen what was promised and have answered it with a text."""
        return self.live.turn is Turn.CHANCE and self.full and not any(self.awaits_text(seat) for seat in SEATS)

    def awaits_text(self, seat: Turn) -> bool:
        """Whether this seat has still to say what it adds to chance."""
        line = self.live.line
        settled = line.chances or self.live.over or line.header.texts[seat] or self.state.has_text(seat)
        return self.game.info.has_chance and self.seats[seat].kind == PERSON and not settled

    def due(self) -> int | None:
        """When something goes on by itself: at once, at a moment in running time when a clock runs out, or never."""
        turn = self.live.turn
        plays = turn in SEATS and self.seats[turn].kind == COMPUTER and not self.too_long
        if self.chance_due or plays:
            return AT_ONCE
        falls = None if self.clock is None or self.live.over else self.clock.falls_at()
        return None if falls is None else self.sources.ran(falls)

    def ending(self, state: State) -> Ended:
        """How it ended, for the results of those who keep them. It says how well both play where it was played by both,
        from the game's own start, without help and without anything taken back."""
        line = self.live.line
        result = line.result
        assert result is not None, "it is over"
        acted = {entry.seat for entry in line.entries if isinstance(entry, Acted)}
        alone = not any(isinstance(entry, TookBack) for entry in line.entries) and not state.helped
        rated = len(acted) == len(SEATS) and alone and not line.header.start
        return Ended(line.header.game, self.seats, result.winner, rated)

    def seat_of(self, token: str) -> Turn | None:
        return next((seat for seat in SEATS if tokens.opens(token, self.seats[seat].holder)), None)

    def may_watch(self, token: str) -> bool:
        """By the link of whoever made the room, or by the one that both players get when it is over."""
        shared = self.live.over and bool(self.shared) and tokens.opens(token, tokens.hashed(self.shared))
        return self.data.listed or tokens.opens(token, self.data.watch) or shared

    @property
    def shared(self) -> str:
        """The token to look at it once it is over."""
        return tokens.for_sharing(self.data.watch, self.data.id)

    def cast_for(self, seat: Turn | None) -> Cast:
        """Who is who to the player of a seat; to whoever watches, and to two at one screen, None."""
        names = tuple((SEAT_NAMES[number], sitting.name) for number, sitting in self.seats.items() if sitting.name)
        computers = frozenset(SEAT_NAMES[number] for number in SEATS if self.seats[number].kind == COMPUTER)
        return Cast("" if seat is None else SEAT_NAMES[seat], names, computers)

    def asks(self) -> Asks:
        offered = self.live.line.offered
        stands = offered is not None and not self.live.over and self.live.offer_number() != self.state.declined
        wanting = next((seat for seat in SEATS if self.state.wants_rematch(seat)), None)
        asking = self.state.taking_back
        return Asks(
            draw=SEAT_NAMES[offered] if stands and offered is not None else None,
            take_back=None if asking is None else SEAT_NAMES[asking],
            rematch=None if wanting is None or self.state.next else SEAT_NAMES[wanting],
        )

    @property
    def holding_up(self) -> Turn | None:
        """Whose time it is: the seat to act, or one whose text the first chance waits for."""
        turn = self.live.turn
        if turn is Turn.CHANCE and self.full:
            return next((seat for seat in SEATS if self.awaits_text(seat)), None)
        return turn if turn in SEATS else None

    def clock_runs_for(self, clock: Clock) -> Turn | None:
        """Whose clock runs now; one for both runs until its time is up or the game is over."""
        if not clock.together:
            return self.holding_up
        return None if self.live.over or not any(clock.left) else Turn.FIRST

    def _clock_of(self, stored: Stored) -> Clock | None:
        """Read from the record and from what is due: in running time, so that no time goes by while no server runs."""
        if stored.data.clock is None:
            return None
        return self._clock_after(Clock.kept(stored.data.clock), stored, self.sources.now())

    def _clock_after(self, clock: Clock, stored: Stored, thinking_since: int | None = None) -> Clock:
        """What a clock shows after these entries. A computer's time is counted from the last reading, or from a moment
        that is given: for how long no server ran, nobody knows."""
        for entry, moment in zip(stored.entries, stored.moments, strict=True):
            if isinstance(entry, ClockRead):
                clock = replace(clock, left=(entry.first, entry.second), since=moment)
        running = self.clock_runs_for(clock)
        if clock.since == 0 or running is None:
            return replace(clock, running=None)
        now, due = self.sources.now(), stored.data.due
        if due:
            since = self.sources.moment(due) - clock.left[running]
        else:
            since = clock.since if thinking_since is None else thinking_since
        return replace(clock, running=running, since=min(since, now))
