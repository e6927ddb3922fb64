"""One WebSocket: its hello, its messages, and a queue of what is to be sent, so that a slow client harms nobody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from triarii.core.contract import Eye, Refusal, Turn
from triarii.server.edge.unsent import AllUnsent, Unsent
from triarii.server.rate_limits import Bucket
from triarii.server.rooms import tokens
from triarii.server.rooms.guests import Joined
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.room import Room
from triarii.server.settings import Limits
from triarii.server.sockets.session import GuestSession
from triarii.server.storage.troubles import is_away
from triarii.server.tallies import Tallies
from triarii.server.wire import messages, told
from triarii.server.wire.messages import written
from triarii.server.wire.words import language, refused

LOG = logging.getLogger("triarii.server")


class Closing(Exception):
    """This socket is to be closed, with a last word."""

    def __init__(self, refusal: Refusal, code: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code = code


class Connection:
    """A guest over a WebSocket."""

    def __init__(
        self,
        socket: WebSocket,
        limits: Limits,
        address: str = "",
        unsent: Unsent | None = None,
        tallies: Tallies | None = None,
    ) -> None:
        self.socket = socket
        self.address = address
        self.unsent = unsent or Unsent(AllUnsent(limits.unsent_bytes_in_all))
        self.tallies = tallies or Tallies()
        self.limits = limits
        self.eye = Eye.OBSERVER
        self.lang = "en"
        self.token = ""
        self.wordy = False
        self.looks_ahead = False
        self.shared = False
        self._unsent: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._code: int | None = None
        self._bucket = Bucket(limits.messages_a_second, limits.messages_at_once)

    @property
    def seat(self) -> Turn | None:
        return None if self.eye is Eye.OBSERVER else Turn(self.eye)

    def send(self, message: bytes) -> None:
        if self._code is not None:
            return
        if len(self._unsent) >= self.limits.unsent_messages or self.unsent.queued >= self.limits.unsent_bytes:
            self._unsent.clear()
            self.unsent.queue(-self.unsent.queued)
            self.close(messages.TOO_SLOW)
            self.unsent.abort_soon()
            return
        self._unsent.append(message)
        self.unsent.queue(len(message))
        self._wake.set()

    def close(self, code: int) -> None:
        """After what is waiting was sent."""
        if self._code is None:
            self._code = code
            self._wake.set()

    async def serve(self, lobby: Lobby, name: str) -> None:
        """From hello to the end."""
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all(lobby, name))
        try:
            done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
            if receiving in done:
                await self._finish(receiving, sending)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _finish(self, receiving: asyncio.Task[None], sending: asyncio.Task[None]) -> None:
        problem = receiving.exception()
        if isinstance(problem, WebSocketDisconnect):
            return
        if isinstance(problem, Closing):
            self.send(written(told.error(refused(problem.refusal, self.lang))))
            self.close(problem.code)
        elif problem is not None and is_away(problem):
            self.send(written(told.error(refused(Refusal("away"), self.lang))))
            self.close(messages.FAULT)
        elif problem is not None:
            LOG.error("a socket failed", exc_info=problem)
            self.send(written(told.error(refused(Refusal("fault"), self.lang))))
            self.close(messages.FAULT)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(sending, self.limits.hello_seconds)

    async def _send_all(self) -> None:
        """Until the socket is to be closed; a socket that takes nothing for long fills its queue and is closed."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                while self._unsent:
                    message = self._unsent.popleft()
                    self.unsent.queue(-len(message))
                    if messages.is_packed(message):
                        await self.socket.send_bytes(message)
                    else:
                        await self.socket.send_text(message.decode())
                if self._code is not None:
                    break
                self._wake.clear()
                await self._wake.wait()
            if self.socket.application_state is not WebSocketState.DISCONNECTED:
                await self.socket.close(self._code)

    async def _receive_all(self, lobby: Lobby, name: str) -> None:
        room, seen = await self._greet(lobby, name)
        talk: GuestSession | None = None
        wait = lobby.greetings.wait(self.address)
        if wait is None:
            raise Closing(Refusal("too_many"), messages.TOO_MANY)
        await asyncio.sleep(wait)
        try:
            while (joined := await room.audience.join(self, seen)) is Joined.CLOSED:
                room = await self._open(lobby, name)
            if joined is Joined.FULL:
                raise Closing(Refusal("full"), messages.TOO_MANY)
            talk = GuestSession(lobby, room, self)
            while True:
                said = await self._receive()
                with self.tallies.hearing(messages.kind_of(said), isinstance(said, messages.Act | messages.Do)):
                    await talk.hear(said)
        finally:
            if talk is not None:
                talk.end()
            room.audience.leave(self)

    async def _greet(self, lobby: Lobby, name: str) -> tuple[Room, int | None]:
        try:
            hello = await asyncio.wait_for(self._receive(), self.limits.hello_seconds)
        except TimeoutError:
            raise Closing(Refusal("no_hello"), messages.TOO_LATE) from None
        if not isinstance(hello, messages.Hello):
            raise Closing(Refusal("first_hello"), messages.MALFORMED)
        self.lang = language(hello.lang)
        room = await self._open(lobby, name)
        seat = room.seat_of(hello.token) if tokens.well_formed(hello.token) else None
        if seat is None and not room.may_watch(hello.token):
            raise Closing(Refusal("forbidden"), messages.FORBIDDEN)
        self.eye = Eye.OBSERVER if seat is None else Eye(seat)
        self.token = hello.token
        self.wordy = hello.words
        self.looks_ahead = hello.offers
        self.shared = hello.shared
        return room, hello.seen

    async def _open(self, lobby: Lobby, name: str) -> Room:
        room = await lobby.room(name)
        if isinstance(room, Refusal):
            # Where all places are taken now, one may be free soon: whoever plays there comes again.
            raise Closing(room, messages.TOO_MANY if room.code == "busy" else messages.NO_ROOM)
        return room

    async def _receive(self) -> messages.Said:
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        data: str | bytes | None = received.get("text")
        if data is None:
            data = received.get("bytes") or b""
        if len(data.encode() if isinstance(data, str) else data) > self.limits.message_bytes:
            raise Closing(Refusal("too_big", params={"most": self.limits.message_bytes}), messages.TOO_BIG)
        if not self._bucket.take():
            raise Closing(Refusal("too_many"), messages.TOO_MANY)
        said = messages.read(data)
        if said is None:
            raise Closing(Refusal("malformed_message"), messages.MALFORMED)
        return said
