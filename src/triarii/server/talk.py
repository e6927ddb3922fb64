"""What a guest's messages do: each is taken to the room, and answered to the guest alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from triarii.core import standing
from triarii.core.contract import AnyPosition, Refusal
from triarii.server import deeds, told, wire
from triarii.server.deeds import Wish
from triarii.server.desk import Place
from triarii.server.guests import Guest
from triarii.server.hall import Hall
from triarii.server.room import Room
from triarii.server.speech import refused
from triarii.server.telling import Piece, Telling, page
from triarii.server.thinkers import Busy
from triarii.server.wire import written

MOST_HINTS = 2
"""That one guest may wait for."""
MOST_QUESTIONS = 8
"""Of one guest that are thought through or wait for it; after these, its next message waits."""
Told = dict[str, Any]
Question = wire.Choices | wire.Preview | wire.Look | wire.Overlays | wire.Aim
Answerer = Callable[[AnyPosition], Told | Refusal]
LOG = logging.getLogger("triarii.server")


class Talk:
    """The conversation of one guest with its room."""

    def __init__(self, hall: Hall, room: Room, guest: Guest) -> None:
        self.hall = hall
        self.room = room
        self.guest = guest
        self._thoughts: set[asyncio.Task[None]] = set()
        self._questions: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(MOST_QUESTIONS)
        self._pointed: wire.Aim | None = None
        """Where it was pointed to last, as long as nobody thinks about it."""
        self._pointing = False

    async def hear(self, said: wire.Said) -> None:
        """Answer one message."""
        match said:
            case wire.Act():
                await self._wish(said)
            case wire.Do():
                await self._wish(said)
            case wire.Choices():
                await self._asked(said, "choices", self._choices(said))
            case wire.Preview():
                await self._asked(said, "preview", self._preview(said))
            case wire.Look():
                await self._asked(said, "looked", self._look(said))
            case wire.History():
                await self._history(said)
            case wire.Overlays():
                await self._asked(said, "overlays", self._overlays)
            case wire.Aim():
                self._point(said)
            case wire.Hint() if len(self._thoughts) >= MOST_HINTS:
                self._refuse(Refusal("busy"), id=said.id)
            case wire.Hint():
                self._later(self._thoughts, self._hint(said.id))
            case wire.Standing():
                await self._standing(said)
            case wire.ChanceText():
                await self._text(said)
            case wire.Ping():
                self._send({"t": "pong", "id": said.id})
            case wire.Hello():
                self._refuse(Refusal("second_hello"))

    async def _wish(self, said: wire.Act | wire.Do) -> None:
        guest, seat = self.guest, self.guest.seat
        if seat is None:
            self._refuse(Refusal("watching"), key=said.key)
            return
        wish = Wish(seat, said.key, said.version, guest.token)
        if isinstance(said, wire.Act):
            answer = await deeds.act(self.room, wish, said.action)
        else:
            answer = await deeds.do(self.room, wish, said.what, lambda room: self.hall.next_room(room, guest.address))
        if isinstance(answer, int):
            self._send({"t": "accepted", "key": said.key, "version": answer})
            return
        if answer.code in ("stale", "unknown_version"):
            await self.room.catch_up(guest, said.version)
        self._refuse(answer, key=said.key)

    # Questions: nothing changes by them. The lock keeps them from seeing what is not stored yet; the position that was
    # found under it never changes, so that all else can go on while it is thought through.

    async def _asked(self, said: Question, kind: str, tell: Answerer) -> None:
        position = await self._found(said)
        if isinstance(position, Refusal):
            self._refuse(position, id=said.id)
        elif self.room.game.info.heavy:
            await self._places.acquire()
            self._later(self._questions, self._answer_beside(said, kind, lambda: tell(position)))
        else:
            self._answer(said, kind, tell(position))

    async def _found(self, said: Question) -> AnyPosition | Refusal:
        open_to_all = isinstance(said, wire.Look | wire.Overlays)
        async with self.room.lock:
            return self._seen(said.at) if open_to_all else self._position(said.at)

    async def _answer_beside(self, said: Question, kind: str, question: Callable[[], Told | Refusal]) -> None:
        try:
            self._answer(said, kind, await self.hall.desk.answer(question, self.guest.address))
        except Exception:
            LOG.exception("a question failed")
            self._refuse(Refusal("fault"), id=said.id)
        finally:
            self._places.release()

    def _answer(self, said: Question, kind: str, answer: Told | Refusal) -> None:
        if isinstance(answer, Refusal):
            self._refuse(answer, id=said.id)
        else:
            self._send({"t": kind, "id": said.id, **answer})

    def _choices(self, said: wire.Choices) -> Answerer:
        return lambda position: told.choices(self.room.game, position, said.prefix, self.guest.lang)

    def _preview(self, said: wire.Preview) -> Answerer:
        return lambda position: told.preview(self.room.game, position, said.action, self.guest.eye, self.guest.lang)

    def _look(self, said: wire.Look) -> Answerer:
        return lambda position: {
            "at": said.at,
            "view": told.view(self.room.game, position, self.guest.eye, self.guest.lang),
        }

    def _overlays(self, position: AnyPosition) -> Told:
        return told.overlays(self.room.game, position, self.guest.eye)

    # Pages of what came before

    async def _history(self, said: wire.History) -> None:
        """The entries before a version, oldest first; told beside the event loop, unless they are few or at hand."""
        room, guest = self.room, self.guest
        async with room.lock:
            numbers = page(said.before, room.course.version)
        telling = room.teller.telling()
        pieces = room.teller.entries(numbers, guest.eye, guest.lang)
        missing = telling.missing(pieces)
        if len(missing) <= room.teller.few:
            self._tell_page(said, numbers, telling)
        else:
            await self._places.acquire()
            self._later(self._questions, self._history_beside(said, numbers, telling, missing))

    async def _history_beside(
        self, said: wire.History, numbers: range, telling: Telling, missing: Sequence[Piece]
    ) -> None:
        try:
            await telling.prepare(missing, self.guest.address)
            self._tell_page(said, numbers, telling)
        except Exception:
            LOG.exception("a page of history failed")
            self._refuse(Refusal("fault"), id=said.id)
        finally:
            self._places.release()

    def _tell_page(self, said: wire.History, numbers: range, telling: Telling) -> None:
        entries = [telling.entry(number, self.guest.eye, self.guest.lang) for number in numbers]
        self._send({"t": "history", "id": said.id, "entries": entries})

    # Pointing: while something is dragged only the last place matters, but the one that is thought through is answered

    def _point(self, said: wire.Aim) -> None:
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
                async with self.hall.desk.place(self.guest.address) as place:
                    said, self._pointed = self._pointed, None
                    await self._follow_one(said, place)
        finally:
            self._pointing = False

    async def _follow_one(self, said: wire.Aim, place: Place) -> None:
        guest, game = self.guest, self.room.game
        try:
            position = await self._found(said)
            if not isinstance(position, Refusal):
                found = await place.think(lambda: told.aims(game, position, said, guest.eye, guest.lang))
                self._answer(said, "aims", found)
            else:
                self._refuse(position, id=said.id)
        except Exception:
            LOG.exception("an aim failed")
            self._refuse(Refusal("fault"), id=said.id)

    def _seen(self, at: int | None) -> AnyPosition | Refusal:
        """A position that may be looked at by anybody, each with its own eye."""
        course = self.room.course
        if at is not None and at > course.version:
            return Refusal("unknown_version", params={"version": at})
        return course.position if at is None else course.positions[at]

    def _position(self, at: int | None) -> AnyPosition | Refusal:
        """The position that may be tried out: what can be done there tells what the one to act holds."""
        course = self.room.course
        if at is not None and at > course.version:
            return Refusal("unknown_version", params={"version": at})
        if at is None and course.over:
            return Refusal("record.game_over")
        position = course.position if at is None else course.positions[at]
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
            answer = await self.hall.minds.hint(self.room, seat, self.guest.lang)
        except Busy:
            answer = Refusal("busy")
        if isinstance(answer, Refusal):
            self._refuse(answer, id=number)
        else:
            self._send({"t": "hint", "id": number, **answer})

    async def _standing(self, said: wire.Standing) -> None:
        """From now on these questions are answered by themselves, the one that is open now too."""
        seat = self.guest.seat
        if seat is None:
            self._refuse(Refusal("watching"))
            return
        settled = standing.settle(standing.kinds_of(self.room.game), said.answers)
        if isinstance(settled, Refusal):
            self._refuse(settled)
            return
        refusal = await deeds.stand_by(self.room, seat, settled)
        if refusal is None:
            self._send({"t": "standing", "answers": settled})
        else:
            self._refuse(refusal)

    async def _text(self, said: wire.ChanceText) -> None:
        """What this seat adds to chance; every tab of it shall know that it is given."""
        seat = self.guest.seat
        refusal = Refusal("watching") if seat is None else await deeds.add_text(self.room, seat, said.text)
        if refusal is not None:
            self._refuse(refusal)
            return
        given = written({"t": "text", "text": "given"})
        for guest in {self.guest, *(each for each in self.room.guests if each.seat is seat)}:
            guest.send(given)

    def _later(self, among: set[asyncio.Task[None]], answer: Coroutine[Any, Any, None]) -> None:
        """A thought takes its time; meanwhile other messages are heard."""
        task = asyncio.ensure_future(answer)
        among.add(task)
        task.add_done_callback(among.discard)

    def end(self) -> None:
        for task in (*self._thoughts, *self._questions):
            task.cancel()

    def _refuse(self, refusal: Refusal, **names: object) -> None:
        self._send({"t": "refused", **names, **refused(refusal, self.guest.lang, self.room.game)})

    def _send(self, message: dict[str, Any]) -> None:
        self.guest.send(written(message))
