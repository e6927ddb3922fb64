"""What a guest's messages do: each is taken to the room, and answered to the guest alone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from triarii.core import standing
from triarii.core.contract import AnyPosition, Refusal
from triarii.server import deeds, told, wire
from triarii.server.deeds import Wish
from triarii.server.guests import Guest
from triarii.server.hall import Hall
from triarii.server.room import Room
from triarii.server.speech import refused
from triarii.server.thinkers import Busy
from triarii.server.wire import written

MOST_HINTS = 2
"""That one guest may wait for."""


class Talk:
    """The conversation of one guest with its room."""

    def __init__(self, hall: Hall, room: Room, guest: Guest) -> None:
        self.hall = hall
        self.room = room
        self.guest = guest
        self._thoughts: set[asyncio.Task[None]] = set()

    async def hear(self, said: wire.Said) -> None:
        """Answer one message."""
        match said:
            case wire.Act():
                await self._wish(said)
            case wire.Do():
                await self._wish(said)
            case wire.Choices():
                await self._asked(said.id, "choices", self._choices(said))
            case wire.Preview():
                await self._asked(said.id, "preview", self._preview(said))
            case wire.Look():
                await self._asked(said.id, "looked", self._look(said.at))
            case wire.Hint() if len(self._thoughts) >= MOST_HINTS:
                self._refuse(Refusal("busy"), id=said.id)
            case wire.Hint():
                self._later(self._hint(said.id))
            case wire.Standing():
                await self._standing(said)
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
            answer = await deeds.do(self.room, wish, said.what, self.hall.next_room)
        if isinstance(answer, int):
            self._send({"t": "accepted", "key": said.key, "version": answer})
            return
        if answer.code in ("stale", "unknown_version"):
            async with self.room.lock:
                self.room.catch_up(guest, said.version)
        self._refuse(answer, key=said.key)

    # Questions: nothing changes by them. The lock keeps them from seeing what is not stored yet.

    async def _asked(self, number: int, kind: str, question: Any) -> None:
        async with self.room.lock:
            answer = question()
        if isinstance(answer, Refusal):
            self._refuse(answer, id=number)
        else:
            self._send({"t": kind, "id": number, **answer})

    def _choices(self, said: wire.Choices) -> Any:
        def question() -> dict[str, Any] | Refusal:
            position = self._position(said.at)
            if isinstance(position, Refusal):
                return position
            return told.choices(self.room.game, position, said.prefix, self.guest.lang)

        return question

    def _preview(self, said: wire.Preview) -> Any:
        def question() -> dict[str, Any] | Refusal:
            position = self._position(said.at)
            if isinstance(position, Refusal):
                return position
            return told.preview(self.room.game, position, said.action, self.guest.eye, self.guest.lang)

        return question

    def _look(self, at: int) -> Any:
        def question() -> dict[str, Any] | Refusal:
            course = self.room.course
            if at > course.version:
                return Refusal("unknown_version", params={"version": at})
            return {"at": at, "view": told.view(self.room.game, course.positions[at], self.guest.eye, self.guest.lang)}

        return question

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

    def _later(self, answer: Coroutine[Any, Any, None]) -> None:
        """A thought takes its time; meanwhile other messages are heard."""
        task = asyncio.ensure_future(answer)
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)

    def end(self) -> None:
        for task in self._thoughts:
            task.cancel()

    def _refuse(self, refusal: Refusal, **names: object) -> None:
        self._send({"t": "refused", **names, **refused(refusal, self.guest.lang, self.room.game)})

    def _send(self, message: dict[str, Any]) -> None:
        self.guest.send(written(message))
