"""A room: one game, its seats, and everybody who is connected. Only here does a game change, one change at a time.

Every change takes the room's lock, is checked by the timeline, is stored, and only then sent: what was told has
happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import msgspec

from triarii.core import standing
from triarii.core.chance import TEXT_FORM, Dealer, is_bound
from triarii.core.contract import SEATS, AnyGame, Eye, Refusal, Turn
from triarii.core.records import HUMAN, SEAT_NAMES, Acted, ChanceFell, ClockRead, Entry, FlagFell, TookBack
from triarii.server.play import rendering
from triarii.server.play.live_game import LiveGame
from triarii.server.rooms import game_length, tokens
from triarii.server.rooms.clocks import Clock
from triarii.server.rooms.fragments import Batch, Renderer
from triarii.server.rooms.guests import Guest, Joined
from triarii.server.rooms.state import State
from triarii.server.settings import Limits
from triarii.server.sources import Sources
from triarii.server.storage.kept import AT_ONCE
from triarii.server.storage.store import COMPUTER, PERSON, Progress, Seat, Store, Stored
from triarii.server.wire.messages import FAULT, GOING_AWAY, REPLACED, written
from triarii.server.wire.words import refused

LOG = logging.getLogger("triarii.server")
TURNS = rendering.TURNS
REMEMBERED = 64
"""Refused wishes whose keys a room remembers."""
ROUNDS = 5
"""How often what came meanwhile is told beside the event loop, before a guest who joins gets the rest at once."""


class Room:
    """The game that is played in one place, as the database has it."""

    def __init__(
        self, stored: Stored, live: LiveGame, store: Store, sources: Sources, renderer: Renderer, limits: Limits
    ) -> None:
        self.data = stored.data
        self.live = live
        self.store = store
        self.sources = sources
        self.renderer = renderer
        self.limits = limits
        self.seats: dict[Turn, Seat] = dict(stored.data.seats)
        self.state = State.of(stored.data.state)
        self.wishes: dict[tuple[Turn, str], int] = dict(stored.wishes)
        self.sum = stored.data.sum
        self.refusals: dict[tuple[Turn, str], Refusal] = {}
        self.clock = self._clock_of(stored)
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.broken = False
        """No longer the room: closed, or not what is stored."""
        self.on_change: Callable[[Room], None] = lambda _: None
        """Called after every change: computers think, clocks are set."""
        self.on_broken: Callable[[Room], None] = lambda _: None
        self.thinking: dict[str, object] = {"t": "thinking", "seat": None}
        self.presence: Mapping[str, object] = {}
        """As it was last told."""

    # Who and what

    @property
    def id(self) -> str:
        return self.data.id

    @property
    def game(self) -> AnyGame:
        return self.live.line.game

    @property
    def hides(self) -> bool:
        """Whether anything may still be hidden from somebody."""
        return self.renderer.secretive and not self.live.over

    @property
    def full(self) -> bool:
        return all(seat.taken for seat in self.seats.values())

    @property
    def people(self) -> list[Turn]:
        return [seat for seat in SEATS if self.seats[seat].kind == PERSON]

    @property
    def idle(self) -> bool:
        """Nobody is there and nothing goes on by itself."""
        ticks = self.clock is not None and self.clock.running is not None
        return not self.guests and not self.waits_for_computer and not ticks and not self.lock.locked()

    @property
    def waits_for_computer(self) -> bool:
        turn = self.live.turn
        return turn in SEATS and self.seats[turn].kind == COMPUTER and not self.broken and not self.too_long

    @property
    def too_long(self) -> bool:
        """Whether the record has as many entries as one may have: only what ends the game is taken."""
        return self.live.version >= self.limits.entries_a_room

    @property
    def watchers(self) -> int:
        return sum(guest.seat is None for guest in self.guests)

    @property
    def asker(self) -> str:
        """For whom a computer thinks here: many games of one address wait in one line."""
        return next((guest.address for guest in self.guests if guest.seat is not None and guest.address), self.id)

    @property
    def _mover(self) -> str:
        """Who waits for a thread to move: in another line than questions, which can wait."""
        return f"moves of {self.asker}"

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

    def seat_of(self, token: str) -> Turn | None:
        return next((seat for seat in SEATS if tokens.opens(token, self.seats[seat].holder)), None)

    def may_watch(self, token: str) -> bool:
        return self.data.listed or tokens.opens(token, self.data.watch)

    def seats_json(self, lang: str) -> dict[str, dict[str, object]]:
        return {SEAT_NAMES[number]: rendering.seat(self.game, seat, lang) for number, seat in self.seats.items()}

    def asks(self) -> dict[str, str | None]:
        offered = self.live.line.offered
        stands = offered is not None and not self.live.over and self.live.offer_number() != self.state.declined
        wanting = next((seat for seat in SEATS if self.state.wants_rematch(seat)), None)
        return {
            "draw": SEAT_NAMES[offered] if stands and offered is not None else None,
            "take_back": self.state.take_back or None,
            "rematch": None if wanting is None or self.state.next else SEAT_NAMES[wanting],
        }

    # Guests

    async def join(self, guest: Guest, seen: int | None) -> Joined:
        """Let a guest in and tell what it has missed. All news after that come to it; none twice, none left out."""
        if guest.seat is not None and self.awaits_text(guest.seat):
            seen = None  # only a welcome asks for a text
        async with self._prepared(guest, seen) as batch:
            if self.broken:
                return Joined.CLOSED
            if guest.seat is None and self.watchers >= self.limits.sockets_a_room:
                return Joined.FULL
            self._replace(guest)
            self.guests.add(guest)
            self._catch_up(guest, seen, batch)
            if self.thinking["seat"] is not None:
                guest.send(written(self.thinking))
            self.offer_next(guest)
            if not self.tell_presence():
                guest.send(written(self.presence))
            return Joined.IN

    def leave(self, guest: Guest) -> None:
        """At once, without the lock: whoever waited for it could be stopped meanwhile, and would stay as a ghost."""
        if guest in self.guests:
            self.guests.discard(guest)
            self.tell_presence()

    def _replace(self, guest: Guest) -> None:
        """A seat goes on in one place: an older connection of it, perhaps a dead one, ends with a word."""
        for older in [each for each in self.guests if each.seat is not None and each.seat is guest.seat]:
            self.guests.discard(older)
            older.send(written({"t": "error", **refused(Refusal("replaced"), older.lang)}))
            older.close(REPLACED)

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
            async with self.lock:
                missing = batch.missing(self.renderer.needed(guest, seen))
                if self.broken or len(missing) <= self.renderer.few:
                    yield batch
                    return
            await batch.prepare(missing, f"batch for {guest.address}")  # its questions wait in another line
        async with self.lock:
            yield batch

    def _catch_up(self, guest: Guest, seen: int | None, batch: Batch) -> None:
        """The missing entries, or everything that a newcomer needs where these would not do."""
        if seen is not None and self.renderer.news_do(seen):
            guest.send(self._news(seen, guest.eye, guest.lang, guest.wordy, batch))
        else:
            guest.send(self._welcome(guest.eye, guest.lang, batch))

    def offer_next(self, guest: Guest) -> None:
        """Tell where the rematch is played."""
        if self.state.next and guest.seat is not None and self.state.wants_rematch(guest.seat):
            token = tokens.for_rematch(guest.token, self.id)
            guest.send(written({"t": "rematch", "room": self.state.next, "token": token}))

    def tell_presence(self) -> bool:
        """To all, if it has changed: those who only watch come and go without a word."""
        there = {guest.seat for guest in self.guests}
        presence = {"t": "presence", "seats": {SEAT_NAMES[seat]: seat in there for seat in self.people}}
        changed = presence != self.presence
        if changed:
            self.presence = presence
            self.send_all(presence)
        return changed

    def tell_thinking(self, seat: Turn | None, limit: int = 0) -> None:
        name = None if seat is None else SEAT_NAMES[seat]
        self.thinking = {"t": "thinking", "seat": name} | ({"limit": limit} if name else {})
        self.send_all(self.thinking)

    def tell_seats(self) -> None:
        for guest in list(self.guests):
            guest.send(written({"t": "seats", "seats": self.seats_json(guest.lang)}))

    async def _batch_of(self, since: int) -> Batch:
        """With what came since at hand for all who are here, where that takes its time."""
        renderer, numbers, batch = self.renderer, range(since + 1, self.live.version + 1), self.renderer.new_batch()
        if renderer.heavy:
            hows = {(guest.eye, guest.lang, guest.wordy) for guest in self.guests}
            needed = [fragment for eye, lang, _ in hows for fragment in renderer.entries(numbers, eye, lang)]
            needed += [fragment for how in hows for fragment in renderer.views(numbers, *how)]
            await batch.prepare(batch.missing(list(dict.fromkeys(needed))), self._mover)
        return batch

    def tell_news(self, since: int, batch: Batch) -> None:
        """What came since, to everybody, each as they may know it."""
        written_for: dict[tuple[Eye, str, bool], bytes] = {}
        for guest in list(self.guests):
            how = (guest.eye, guest.lang, guest.wordy)
            if how not in written_for:
                written_for[how] = self._news(since, *how, batch)
            guest.send(written_for[how])

    def send_all(self, message: Mapping[str, object]) -> None:
        data = written(message)
        for guest in list(self.guests):
            guest.send(data)

    def _welcome(self, eye: Eye, lang: str, batch: Batch) -> bytes:
        live, header = self.live, self.live.line.header
        capabilities = sorted(self.game.info.capabilities)
        welcome = {
            "t": "welcome",
            "room": self.id,
            "game": header.game,
            "eye": eye.name.lower(),
            "seats": self.seats_json(lang),
            "options": header.options,
            "commit": header.commit,
            "text": self._text_state(eye),
            "record": {"id": header.id, "rules": header.rules_version, "texts": header.texts, "date": header.date},
            "start": batch.view(0, eye, lang),
            "view": batch.view(live.version, eye, lang),
            "capabilities": capabilities,
            "hints": [int(seat) for seat in self.people] == [int(eye)],
            "hides": self.renderer.secretive,
            "standing": rendering.standing(self.game, self.state.standing.get(eye.name.lower(), {}), lang),
            "earlier": self.renderer.latest.start - 1,
        }
        return written(welcome | self._standing(batch.latest(eye, lang), lang))

    def _text_state(self, eye: Eye) -> str | None:
        if eye is Eye.OBSERVER or not self.game.info.has_chance:
            return None
        return "awaited" if self.awaits_text(Turn(eye)) else "given"

    def _news(self, since: int, eye: Eye, lang: str, wordy: bool, batch: Batch) -> bytes:
        numbers = range(since + 1, self.live.version + 1)
        entries = [batch.entry_with_view(number, eye, lang, wordy) for number in numbers]
        return written({"t": "news"} | self._standing(entries, lang))

    def _standing(self, entries: Sequence[msgspec.Raw] | msgspec.Raw, lang: str) -> dict[str, object]:
        live, now = self.live, self.sources.now()
        return {
            "version": live.version,
            "entries": entries,
            "clock": None if self.clock is None else self.clock.as_json(now),
            "asks": self.asks(),
            "result": rendering.result(live, lang),
        }

    # Changing

    async def advance(
        self,
        entries: Sequence[Entry],
        wish: tuple[Turn, str] | None = None,
        state: State | None = None,
        quietly: bool = False,
    ) -> Refusal | None:
        """Enter what was done and all that follows by itself, store it, tell it. The caller holds the lock.

        With `quietly`, nothing is told where no entry was added.
        """
        most = self.limits.entries_a_room
        if not game_length.takes(entries, self.live.version, len(self.wishes), wish is not None, most):
            return Refusal("too_long", params={"most": most})
        now, before = self.sources.now(), self.live.version
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
        progress = Progress(self.id, before + 1, added, now, answered, state.kept(), live.over, turn, due, self.sum)
        try:
            self.sum = await self.store.advance(progress)
        except BaseException:
            self.give_up()
            raise
        self.state = state
        if wish is not None:
            self.wishes[wish] = live.version
        if added or not quietly:
            self.tell_news(before, await self._batch_of(before))
        self.on_change(self)
        return None

    async def _enter(self, entries: Sequence[Entry], state: State, now: int) -> Refusal | None:
        """What was done and all that follows by itself. An order of a big battle can take the time of many moves of
        other games: it is carried out beside the event loop, under this room's lock."""
        if not self.renderer.heavy:
            return self._entered(entries, state, now)
        try:
            return await self.renderer.threads.answer(partial(self._entered, entries, state, now), self._mover)
        except BaseException:
            self.give_up()
            raise

    def _entered(self, entries: Sequence[Entry], state: State, now: int) -> Refusal | None:
        live, before = self.live, self.live.version
        for entry in entries:
            refusal = live.enter(entry, now)
            if refusal is not None:
                assert live.version == before, "only the first entry of a change can be refused"
                return refusal
        self._let_follow(state, now)
        self._set_clock(entries, now)
        if live.over and live.line.end is None:
            live.line.close(self.data.secret)
        return None

    def give_up(self) -> None:
        """What is in memory may not be what is stored: everybody has to come back to the room as it is stored."""
        LOG.error("room %s could not be stored and is read again", self.id)
        self.broken = True
        self.on_broken(self)
        for guest in list(self.guests):
            guest.close(FAULT)

    def _let_follow(self, state: State, now: int) -> None:
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
            if live.enter(entry, now) is not None:
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
        elif self.clock.since == 0 or (self.clock.running is self._holding_up and not took_back):
            return
        self.clock = self.clock.turned_to(self._holding_up, now)
        refusal = self.live.enter(self.clock.entry(), now)
        assert refusal is None, "a clock can always be read"

    @property
    def _holding_up(self) -> Turn | None:
        """Whose time it is: the seat to act, or one whose text the first chance waits for."""
        turn = self.live.turn
        if turn is Turn.CHANCE and self.full:
            return next((seat for seat in SEATS if self.awaits_text(seat)), None)
        return turn if turn in SEATS else None

    async def let_flag_fall(self) -> bool:
        """End the game if a clock has run out; the caller holds the lock."""
        if self.clock is None or self.live.over:
            return False
        fallen = self.clock.fallen(self.sources.now())
        if fallen is None:
            return False
        await self.advance([ClockRead(*self.clock.at(self.sources.now())), FlagFell(fallen)])
        return True

    async def begin(self) -> None:
        """What is due when a room is opened: chance before the first turn, a flag that fell while nobody was there."""
        async with self.lock:
            if await self.let_flag_fall():
                pass
            elif self.chance_due:
                await self.advance([])
            elif self.data.turn != TURNS[self.live.turn]:  # an older version did not store it
                await self.store.settle(self.id, TURNS[self.live.turn], self.due())
            self.on_change(self)

    async def claim(self, invitation: str, token: str, name: str, text: str | None = None) -> Refusal | None:
        """Take a free seat, once; whoever holds it already may ask again. Without a text, it has still to send one."""
        async with self.lock:
            if self.broken:
                return Refusal("fault")
            seat = next((each for each in SEATS if tokens.opens(invitation, self.seats[each].invitation)), None)
            if seat is None:
                return Refusal("no_invitation")
            if self.seats[seat].holder:
                return None if tokens.opens(token, self.seats[seat].holder) else Refusal("seat_taken")
            if self.seat_of(token) is not None:
                return Refusal("same_token")
            refusal = None if text is None else self._unfit_text(text)
            if refusal is not None:
                return refusal
            header = self.live.line.header
            header = replace(header, seats=_with(header.seats, seat, name or HUMAN))
            if self.live.over:  # what may be sealed and saved by now stays as it is
                header = self.live.line.header
            kept = tokens.hashed(token)
            if not await self.store.claim(self.id, seat, kept, name, header, self.sources.now()):
                return Refusal("seat_taken")
            self.live.line.header = header
            self.seats[seat] = replace(self.seats[seat], holder=kept, name=name)
            self.tell_seats()
            if text is not None and self.awaits_text(seat):
                return await self.add_text(seat, text)
            if self.chance_due:
                await self.advance([])
        return None

    async def add_text(self, seat: Turn, text: str) -> Refusal | None:
        """Keep what a seat adds to chance, once and before the first; the caller holds the lock."""
        header = self.live.line.header
        refusal = self._unfit_text(text)
        if refusal is not None:
            return refusal
        if not self.awaits_text(seat):
            return None if header.texts[seat] == text else Refusal("text_settled")
        header = replace(header, texts=_with(header.texts, seat, text))
        state = self.state.but(texts=(*self.state.texts, SEAT_NAMES[seat]))
        try:
            await self.store.add_text(self.id, header, state.kept(), self.sources.now())
        except BaseException:
            self.give_up()
            raise
        self.live.line.header, self.state = header, state
        if self.chance_due:
            await self.advance([])
        return None

    def _unfit_text(self, text: str) -> Refusal | None:
        """A text shows by itself that whoever made it had seen what was promised; or a seat adds nothing."""
        if not self.game.info.has_chance:
            return Refusal("no_chance")
        if not text:
            return None
        if not TEXT_FORM.fullmatch(text):
            return Refusal("text_form")
        return None if is_bound(text, self.live.line.header.commit) else Refusal("text_promise")

    def close(self) -> None:
        """The server stops."""
        for guest in list(self.guests):
            guest.close(GOING_AWAY)

    def _clock_of(self, stored: Stored) -> Clock | None:
        """Read from the record and from what is due: in running time, so that no time goes by while no server runs."""
        if stored.data.clock is None:
            return None
        clock = Clock.of(stored.data.clock["minutes"], stored.data.clock["increment"])
        for entry, moment in zip(stored.entries, stored.moments, strict=True):
            if isinstance(entry, ClockRead):
                clock = Clock((entry.first, entry.second), clock.increment, None, moment)
        running = self._holding_up
        if clock.since == 0 or running is None:
            return Clock(clock.left, clock.increment, None, clock.since)
        now, due = self.sources.now(), stored.data.due
        since = self.sources.moment(due) - clock.left[running] if due else now
        return Clock(clock.left, clock.increment, running, min(since, now))


def _with(pair: tuple[str, str], seat: Turn, word: str) -> tuple[str, str]:
    return (word, pair[1]) if seat is Turn.FIRST else (pair[0], word)
