"""Everybody who is connected to a room, and what they are sent: a welcome, news, who is there, who thinks.

Only what is stored is told, and to each guest only what its eye may know.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypedDict

from msgspec import UNSET

from triarii.core.contract import Eye, Refusal, Turn
from triarii.core.records import NAMED_SEATS, SEAT_NAMES
from triarii.server.play import rendering
from triarii.server.rooms import tokens
from triarii.server.rooms.fragments import Batch, Reader, Renderer
from triarii.server.rooms.guests import Guest, Joined
from triarii.server.rooms.offering import Offering
from triarii.server.rooms.seated_game import SeatedGame
from triarii.server.wire import shown, told
from triarii.server.wire.messages import REPLACED, written
from triarii.server.wire.words import refused

ROUNDS = 5
"""How often what came meanwhile is made beside the event loop, before a guest who joins gets the rest at once."""


class Now(TypedDict):
    """How a game stands, as welcome and news tell it."""

    version: int
    clock: shown.Clock | None
    asks: shown.Asks
    result: shown.Result | None


class Audience:
    """The guests of one game."""

    def __init__(self, played: SeatedGame, renderer: Renderer) -> None:
        self.played = played
        self.renderer = renderer
        self.guests: set[Guest] = set()
        self.offering = Offering(played, renderer.threads, self.guests)
        self.thinking = told.Thinking(None)
        self.presence = told.Presence({})
        """As it was last told."""
        self.elsewhere: frozenset[Turn] = frozenset()
        """Seats that are connected to another process."""
        self.on_seat: Callable[[Turn, bool], None] = lambda _seat, _here: None
        """Called when a seat is connected here, and when it is so no longer."""
        self.came_and_went = 0
        """How often it was."""

    @property
    def watchers(self) -> int:
        return sum(guest.seat is None for guest in self.guests)

    @property
    def asker(self) -> str:
        """For whom a computer thinks here: many games of one address wait in one line."""
        return next(
            (guest.address for guest in self.guests if guest.seat is not None and guest.address), self.played.id
        )

    @property
    def mover(self) -> str:
        """Who waits for a thread to move: in another line than to be told, which can wait."""
        return f"moves of {self.asker}"

    async def join(self, guest: Guest, seen: int | None) -> Joined:
        """Let a guest in and tell what it has missed. All news after that come to it; none twice, none left out."""
        if guest.seat is not None and self.played.awaits_text(guest.seat):
            seen = None  # only a welcome asks for a text
        async with self._prepared(guest, seen) as batch:
            if self.played.broken:
                return Joined.CLOSED
            if guest.seat is None and self.watchers >= self.played.limits.sockets_a_room:
                return Joined.FULL
            self._replace(guest)
            self.guests.add(guest)
            if guest.seat is not None:
                self.elsewhere -= {guest.seat}
                self.came_and_went += 1
                self.on_seat(guest.seat, True)
            self._catch_up(guest, seen, batch)
            self.offering.begin(guest)
            if self.thinking.seat is not None:
                guest.send(written(self.thinking))
            self.offer_next(guest)
            self._tell_talk(guest)
            if not self.tell_presence():
                guest.send(written(self.presence))
            return Joined.IN

    def leave(self, guest: Guest) -> None:
        """At once, without the lock: whoever waited for it could be stopped meanwhile, and would stay as a ghost."""
        if guest in self.guests:
            self.guests.discard(guest)
            if guest.seat is not None:
                self.came_and_went += 1
                self.on_seat(guest.seat, False)
            self.tell_presence()

    def _replace(self, guest: Guest) -> None:
        """A seat goes on in one place: an older connection of it, perhaps a dead one, ends with a word."""
        if guest.seat is not None:
            self.part_with(guest.seat)

    def part_with(self, seat: Turn) -> None:
        """The seat goes on in another connection, here or elsewhere."""
        for older in [each for each in self.guests if each.seat is seat]:
            self.guests.discard(older)
            older.send(written(told.error(refused(Refusal("replaced"), older.lang))))
            older.close(REPLACED)

    def tell_elsewhere(self, seats: frozenset[Turn]) -> None:
        """These seats are connected to another process now."""
        self.elsewhere = seats
        self.tell_presence()

    async def catch_up(self, guest: Guest, seen: int) -> None:
        """Tell a guest who is here already what it does not know."""
        async with self._prepared(guest, seen) as batch:
            self._catch_up(guest, seen, batch)

    @asynccontextmanager
    async def _prepared(self, guest: Guest, seen: int | None) -> AsyncIterator[Batch]:
        """The lock, with all at hand that this guest has to be told, or nearly: what takes long is made before, while
        the game goes on."""
        batch = self.renderer.new_batch()
        for _ in range(ROUNDS):
            async with self.played.lock:
                missing = batch.missing(self.renderer.needed(guest, self.reader(guest), seen))
                if self.played.broken or len(missing) <= self.renderer.few:
                    yield batch
                    return
            await batch.prepare(missing, f"batch for {guest.address}")  # its questions wait in another line
        async with self.played.lock:
            yield batch

    def _catch_up(self, guest: Guest, seen: int | None, batch: Batch) -> None:
        """The missing entries, or everything that a newcomer needs where these would not do."""
        if seen is not None and self.renderer.news_do(seen):
            guest.send(self._news(seen, guest.eye, self.reader(guest), guest.wordy, batch))
        else:
            guest.send(self._welcome(guest.eye, self.reader(guest), batch))

    def reader(self, guest: Guest) -> Reader:
        """How sentences are told to a guest: to whoever holds a seat, with "you"."""
        return Reader(guest.lang, self.played.cast_for(None if guest.shared else guest.seat))

    def offer_next(self, guest: Guest) -> None:
        """Tell where the rematch is played; who watches is taken along."""
        if not self.played.state.next:
            return
        if guest.seat is None:
            token = tokens.for_watchers(self.played.data.watch, self.played.id)
            guest.send(written(told.Rematch(self.played.state.next, token, None)))
        elif self.played.state.wants_rematch(guest.seat):
            token = tokens.for_rematch(guest.token, self.played.id)
            seat = guest.seat if self.played.state.keeps_seats else guest.seat.other
            guest.send(written(told.Rematch(self.played.state.next, token, SEAT_NAMES[seat])))

    def offer_next_to_all(self) -> None:
        for guest in list(self.guests):
            self.offer_next(guest)

    def tell_text_given(self, seat: Turn) -> None:
        """Every connection of a seat knows that what it adds to chance is kept."""
        given = written(told.TextKept())
        for guest in [each for each in self.guests if each.seat is seat]:
            guest.send(given)

    def tell_talk(self) -> None:
        """Who wants to talk, to both friends."""
        for guest in list(self.guests):
            self._tell_talk(guest)

    def _tell_talk(self, guest: Guest) -> None:
        if guest.seat is not None and self.played.friends:
            guest.send(written(told.Talk([SEAT_NAMES[NAMED_SEATS[name]] for name in self.played.state.talk])))

    def tell_presence(self) -> bool:
        """To all, if it has changed: those who only watch come and go without a word."""
        there = {guest.seat for guest in self.guests} | self.elsewhere
        presence = told.Presence({SEAT_NAMES[seat]: seat in there for seat in self.played.people})
        changed = presence != self.presence
        if changed:
            self.presence = presence
            self.send_all(presence)
        return changed

    def tell_thinking(self, seat: Turn | None, limit: int = 0) -> None:
        self.thinking = told.Thinking(None) if seat is None else told.Thinking(SEAT_NAMES[seat], limit)
        self.send_all(self.thinking)

    def tell_seats(self) -> None:
        for guest in list(self.guests):
            guest.send(written(told.SeatsTold(self._seats(guest.lang))))

    async def batch_of(self, since: int) -> Batch:
        """With what came since at hand for all who are here, where that takes its time."""
        renderer, numbers, batch = (
            self.renderer,
            range(since + 1, self.played.live.version + 1),
            self.renderer.new_batch(),
        )
        if renderer.heavy:
            hows = {(guest.eye, self.reader(guest), guest.wordy) for guest in self.guests}
            needed = [fragment for eye, reader, _ in hows for fragment in renderer.entries(numbers, eye, reader)]
            needed += [fragment for how in hows for fragment in renderer.views(numbers, *how)]
            await batch.prepare(batch.missing(list(dict.fromkeys(needed))), self.mover)
        return batch

    def tell_news(self, since: int, batch: Batch) -> None:
        """What came since, to everybody, each as they may know it."""
        written_for: dict[tuple[Eye, Reader, bool], bytes] = {}
        for guest in list(self.guests):
            how = (guest.eye, self.reader(guest), guest.wordy)
            if how not in written_for:
                written_for[how] = self._news(since, *how, batch)
            guest.send(written_for[how])
            if self.played.live.decided > since:
                self.offering.begin(guest)

    def send_all(self, message: told.Told) -> None:
        data = written(message)
        for guest in list(self.guests):
            guest.send(data)

    def _welcome(self, eye: Eye, reader: Reader, batch: Batch) -> bytes:
        lang = reader.lang
        played, live, header = self.played, self.played.live, self.played.live.line.header
        welcome = told.Welcome(
            room=played.id,
            game=header.game,
            eye=rendering.EYES[eye],
            seats=self._seats(lang),
            options=header.options,
            commit=header.commit,
            text=self._text_state(eye),
            record=told.RecordTold(header.id, header.rules_version, header.texts, header.date),
            start=batch.view(0, eye, reader),
            view=batch.view(live.version, eye, reader),
            capabilities=sorted(played.game.info.capabilities),
            board=rendering.board(played.game, lang),
            hints=[int(seat) for seat in played.people] == [int(eye)],
            hides=live.secretive,
            offers=self.offering.comes,
            standing=rendering.standing(played.game, played.state.standing.get(rendering.EYES[eye], {}), lang),
            earlier=self.renderer.latest.start - 1,
            before=played.state.before if played.state.before.games else None,
            entries=batch.latest(eye, reader),
            **self._now(reader),
        )
        return written(welcome)

    def _seats(self, lang: str) -> shown.Seats:
        return rendering.seats(self.played.game, self.played.seats, lang)

    def _text_state(self, eye: Eye) -> Literal["awaited", "given"] | None:
        if eye is Eye.OBSERVER or not self.played.game.info.has_chance:
            return None
        return "awaited" if self.played.awaits_text(Turn(eye)) else "given"

    def _news(self, since: int, eye: Eye, reader: Reader, wordy: bool, batch: Batch) -> bytes:
        numbers = range(since + 1, self.played.live.version + 1)
        entries = [batch.entry_with_view(number, eye, reader, wordy) for number in numbers]
        return written(told.News(entries=entries, **self._now(reader)))

    def _now(self, reader: Reader) -> Now:
        live, clock = self.played.live, self.played.clock
        result = rendering.result(live, reader.lang, reader.cast)
        if result is not None:
            result.share = self.played.shared or UNSET
        return {
            "version": live.version,
            "clock": None if clock is None else clock.shown(self.played.sources.now()),
            "asks": self.played.asks(),
            "result": result,
        }

    def close(self, code: int) -> None:
        """Everybody has to go."""
        for guest in list(self.guests):
            guest.close(code)
