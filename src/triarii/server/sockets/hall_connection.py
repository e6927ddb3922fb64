"""A visitor of the hall over a WebSocket: its hello, then its messages."""

from __future__ import annotations

import asyncio

from triarii.core.contract import Refusal
from triarii.server.hall.hall import Hall, Visit
from triarii.server.sockets.line import Closing, SocketLine
from triarii.server.wire import hall as wire
from triarii.server.wire import messages, told
from triarii.server.wire.messages import written
from triarii.server.wire.words import language, refused


class HallConnection(SocketLine):
    """Somebody in the hall."""

    async def serve(self, hall: Hall) -> None:
        """From hello to the end."""
        await self.until_closed(self._receive_all(hall))

    async def _receive_all(self, hall: Hall) -> None:
        try:
            hello = await asyncio.wait_for(self.receive(wire.read), self.limits.hello_seconds)
        except TimeoutError:
            raise Closing(Refusal("no_hello"), messages.TOO_LATE) from None
        if not isinstance(hello, wire.HallHello):
            raise Closing(Refusal("first_hello"), messages.MALFORMED)
        self.lang = language(hello.lang)
        visit = await hall.enter(self)
        try:
            while True:
                await self._hear(hall, visit, await self.receive(wire.read))
        finally:
            hall.leave(visit)

    async def _hear(self, hall: Hall, visit: Visit, said: wire.HallSaid) -> None:
        match said:
            case wire.Seek():
                refusal = await hall.seek(visit, said)
                if refusal is not None:
                    self.send(written(told.refused(refused(refusal, self.lang), key=said.key)))
            case wire.Withdraw():
                await hall.withdraw(visit)
            case wire.Join():
                answer = await hall.join(visit, said)
                if isinstance(answer, Refusal):
                    self.send(written(told.refused(refused(answer, self.lang), key=said.key)))
                else:
                    self.send(written(wire.Matched(answer.room, answer.game, answer.seat, answer.commit, said.key)))
            case wire.Follow():
                await hall.follow(visit, said.rooms)
            case wire.WatchList():
                await hall.watch_list(visit, said.on)
            case wire.Attend():
                await hall.attend(visit, said.tournament)
            case messages.Ping():
                self.send(written(told.Pong(said.id)))
            case wire.HallHello():
                self.send(written(told.refused(refused(Refusal("second_hello"), self.lang))))
