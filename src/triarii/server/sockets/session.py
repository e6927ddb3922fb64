"""What a guest's messages do: each is taken to the room, and answered to the guest alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Unpack

from triarii.core import standing
from triarii.core.contract import AnyPosition, Refusal
from triarii.core.introductions import introduced
from triarii.server.rate_limits import Bucket
from triarii.server.rooms import remarks, seat_actions, seating
from triarii.server.rooms.fragments import Batch, Fragment, page
from triarii.server.rooms.guests import Guest
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.room import Room
from triarii.server.rooms.seat_actions import Wish
from triarii.server.thinking import position_questions
from triarii.server.thinking.jobs import PositionQuestion
from triarii.server.thinking.worker_pool import Busy, JobFailed, TooHeavy, Urgency
from triarii.server.wire import messages, shown, told
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused

MOST_HINTS = 2
"""That one guest may wait for."""
MOST_QUESTIONS = 8
"""Of one guest that are thought through or wait for it; after these, its next message waits."""
REMARKS_A_SECOND, REMARKS_AT_ONCE = 0.5, 5
LOG = logging.getLogger("triarii.server")


class GuestSession:
    """The conversation of one guest with its room."""

    def __init__(self, lobby: Lobby, room: Room, guest: Guest) -> None:
        self.lobby = lobby
        self.room = room
        self.guest = guest
        self._thoughts: set[asyncio.Task[None]] = set()
        self._questions: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(MOST_QUESTIONS)
        self._pointed: messages.Aim | None = None
        """Where it was pointed to last, as long as nobody thinks about it."""
        self._pointing = False
        self._remarks = Bucket(REMARKS_A_SECOND, REMARKS_AT_ONCE)
        if room.game.info.heavy:
            lobby.pools.questions.wake()  # the first question shall not wait until a process has started

    async def hear(self, said: messages.Said) -> None:
        """Answer one message."""
        match said:
            case messages.Act():
                await self._wish(said)
            case messages.Do():
                await self._wish(said)
            case messages.History():
                await self._history(said)
            case messages.Choices() | messages.Preview() | messages.Look() | messages.Overlays():
                await self._asked(said)
            case messages.Aim():
                self._point(said)
            case messages.Hint() if len(self._thoughts) >= MOST_HINTS:
                self._refuse(Refusal("busy"), id=said.id)
            case messages.Hint():
                self._later(self._thoughts, self._hint(said.id))
            case messages.Standing():
                await self._standing(said)
            case messages.ChanceText():
                await self._text(said)
            case messages.Emote() | messages.Talk() | messages.Say():
                await self._remark(said)
            case messages.Ping():
                self._send(told.Pong(said.id))
            case messages.Hello():
                self._refuse(Refusal("second_hello"))

    async def _wish(self, said: messages.Act | messages.Do) -> None:
        guest, seat = self.guest, self.guest.seat
        if seat is None:
            self._refuse(Refusal("watching"), key=said.key)
            return
        wish = Wish(seat, said.key, said.version, guest.token)
        if isinstance(said, messages.Act):
            answer = await seat_actions.act(self.room, wish, said.action)
        else:
            answer = await seat_actions.do(
                self.room, wish, said.what, lambda room: self.lobby.next_room(room, guest.address)
            )
        if isinstance(answer, int):
            self._send(told.Accepted(said.key, answer))
            return
        if answer.code in ("stale", "unknown_version"):
            await self.room.audience.catch_up(guest, said.version)
        self._refuse(answer, key=said.key)

    # Questions: nothing changes by them. The lock keeps them from seeing what is not stored yet; the position that was
    # found under it never changes, so that all else can go on while it is thought through.

    async def _asked(self, said: PositionQuestion) -> None:
        position = await self._found(said)
        if isinstance(position, Refusal):
            self._refuse(position, id=said.id)
        elif self.room.game.info.heavy:
            await self._places.acquire()
            self._later(self._questions, self._answer_beside(said, position))
        else:
            await self._answer(said, position)

    async def _found(self, said: PositionQuestion) -> AnyPosition | Refusal:
        open_to_all = isinstance(said, messages.Look | messages.Overlays)
        async with self.room.lock:
            return self._seen(said.at) if open_to_all else self._position(said.at)

    async def _answer_beside(self, said: PositionQuestion, position: AnyPosition) -> None:
        try:
            await self._answer(said, position)
        finally:
            self._places.release()

    async def _answer(self, said: PositionQuestion, position: AnyPosition) -> None:
        found = await self._thought_through(said, position)
        self._send(told.refused(found, id=said.id) if isinstance(found, shown.Refusal) else found)

    async def _thought_through(self, said: PositionQuestion, position: AnyPosition) -> told.Told | shown.Refusal:
        """The answer, or a refusal. A worker process thinks about a big battle: a thread here would hold up every
        game."""
        room, eye = self.room, self.guest.eye
        lang, cast = room.audience.reader(self.guest)
        if not room.game.info.heavy:
            found = position_questions.answer(room.game, position, said, eye, lang, cast)
            if isinstance(found, Refusal):
                return refused(found, lang, room.game, introduced(cast, room.game, position))
            return position_questions.message(said, found)
        options = room.live.line.header.options
        job = position_questions.job(room.game, options, position, said, eye, lang, cast)
        try:
            answer = await self.lobby.pools.questions.ask(job, Urgency.HINT, asker=self.guest.address)
        except Busy:
            return refused(Refusal("busy"), lang)
        except TooHeavy:
            return refused(Refusal("too_heavy"), lang)
        except JobFailed as problem:
            LOG.error("room %s: a question failed: %s", room.id, problem)
            return refused(Refusal("fault"), lang)
        if "refused" in answer:
            return shown.Refusal(**answer["refused"])
        return position_questions.message_of_worker(said, answer["answer"])

    # Pages of what came before

    async def _history(self, said: messages.History) -> None:
        """The entries before a version, oldest first; told beside the event loop, unless they are few or at hand."""
        room, guest = self.room, self.guest
        async with room.lock:
            numbers = page(said.before, room.live.version)
        batch = room.audience.renderer.new_batch()
        fragments = room.audience.renderer.entries(numbers, guest.eye, room.audience.reader(guest))
        missing = batch.missing(fragments)
        if len(missing) <= room.audience.renderer.few:
            self._tell_page(said, numbers, batch)
        else:
            await self._places.acquire()
            self._later(self._questions, self._history_beside(said, numbers, batch, missing))

    async def _history_beside(
        self, said: messages.History, numbers: range, batch: Batch, missing: Sequence[Fragment]
    ) -> None:
        try:
            await batch.prepare(missing, self.guest.address)
            self._tell_page(said, numbers, batch)
        except Exception:
            LOG.exception("a page of history failed")
            self._refuse(Refusal("fault"), id=said.id)
        finally:
            self._places.release()

    def _tell_page(self, said: messages.History, numbers: range, batch: Batch) -> None:
        reader = self.room.audience.reader(self.guest)
        entries = [batch.entry(number, self.guest.eye, reader) for number in numbers]
        self._send(told.History(said.id, entries))

    # Pointing: while something is dragged only the last place matters, but the one that is thought through is answered

    def _point(self, said: messages.Aim) -> None:
        waiting, self._pointed = self._pointed, said
        if waiting is not None:
            self._refuse(Refusal("superseded"), id=waiting.id)
        if not self._pointing:
            self._pointing = True
            self._later(self._questions, self._follow())

    async def _follow(self) -> None:
        """Answers where it was pointed to last, until nothing is left."""
        try:
            while self._pointed is not None:
                said, self._pointed = self._pointed, None
                position = await self._found(said)
                if isinstance(position, Refusal):
                    self._refuse(position, id=said.id)
                else:
                    await self._answer(said, position)
        finally:
            self._pointing = False

    def _seen(self, at: int | None) -> AnyPosition | Refusal:
        """A position that may be looked at by anybody, each with its own eye."""
        live = self.room.live
        if at is not None and at > live.version:
            return Refusal("unknown_version", params={"version": at})
        return live.position if at is None else live.positions[at]

    def _position(self, at: int | None) -> AnyPosition | Refusal:
        """The position that may be tried out: what can be done there tells what the one to act holds."""
        live = self.room.live
        if at is not None and at > live.version:
            return Refusal("unknown_version", params={"version": at})
        if at is None and live.over:
            return Refusal("record.game_over")
        position = live.position if at is None else live.positions[at]
        if self.guest.seat is None:
            return position if at is not None and not self.room.hides else Refusal("watching")
        own = position.turn is self.guest.seat
        if not own and (at is None or self.room.hides):
            return Refusal("not_your_turn")
        return position

    async def _hint(self, number: int) -> None:
        seat = self.guest.seat
        if seat is None:
            self._refuse(Refusal("watching"), id=number)
            return
        try:
            answer = await self.lobby.computers.hint(self.room, seat, self.guest.lang)
        except Busy:
            answer = Refusal("busy")
        if isinstance(answer, Refusal):
            self._refuse(answer, id=number)
        else:
            self._send(told.Hint(number, answer.action, answer.words, answer.score, answer.plan))

    async def _standing(self, said: messages.Standing) -> None:
        """From now on these questions are answered by themselves, the one that is open now too."""
        seat = self.guest.seat
        if seat is None:
            self._refuse(Refusal("watching"))
            return
        settled = standing.settle(standing.kinds_of(self.room.game), said.answers)
        if isinstance(settled, Refusal):
            self._refuse(settled)
            return
        refusal = await seat_actions.stand_by(self.room, seat, settled)
        if refusal is None:
            self._send(told.StandingKept(settled))
        else:
            self._refuse(refusal)

    async def _text(self, said: messages.ChanceText) -> None:
        """What this seat adds to chance; every tab of it shall know that it is given."""
        seat = self.guest.seat
        refusal = Refusal("watching") if seat is None else await seating.add_text(self.room, seat, said.text)
        if refusal is not None:
            self._refuse(refusal)
            return
        assert seat is not None, "who only watches was refused"
        self.room.audience.tell_text_given(seat)

    async def _remark(self, said: messages.Emote | messages.Talk | messages.Say) -> None:
        seat = self.guest.seat
        if seat is None:
            refusal: Refusal | None = Refusal("watching")
        elif not self._remarks.take():
            refusal = Refusal("too_many")
        elif isinstance(said, messages.Emote):
            refusal = await remarks.emote(self.room, seat, said.kind)
        elif isinstance(said, messages.Say):
            refusal = await remarks.say(self.room, seat, said.text)
        else:
            refusal = await remarks.talk(self.room, seat, said.on)
        if refusal is not None:
            self._refuse(refusal)

    def _later(self, among: set[asyncio.Task[None]], answer: Coroutine[Any, Any, None]) -> None:
        """A thought takes its time; meanwhile other messages are heard."""
        task = asyncio.ensure_future(answer)
        among.add(task)
        task.add_done_callback(among.discard)

    def end(self) -> None:
        for task in (*self._thoughts, *self._questions):
            task.cancel()

    def _refuse(self, refusal: Refusal, **named: Unpack[told.Named]) -> None:
        room = self.room
        lang, cast = room.audience.reader(self.guest)
        known = introduced(cast, room.game, room.live.position)
        self._send(told.refused(refused(refusal, lang, room.game, known), **named))

    def _send(self, message: told.Told) -> None:
        self.guest.send(written(message))
