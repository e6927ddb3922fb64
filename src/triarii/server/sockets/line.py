"""One WebSocket: what comes is measured, what is to be sent waits in a queue, so that a slow client harms nobody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from triarii.core.contract import Refusal
from triarii.server.edge.unsent import AllUnsent, Unsent
from triarii.server.rate_limits import Bucket
from triarii.server.settings import Limits
from triarii.server.storage.troubles import is_away
from triarii.server.tallies import Tallies
from triarii.server.wire import messages, told
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused

T = TypeVar("T")
LOG = logging.getLogger("triarii.server")


class Closing(Exception):
    """This socket is to be closed, with a last word."""

    def __init__(self, refusal: Refusal, code: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code = code


class SocketLine:
    """A client over a WebSocket."""

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
        self.lang = "en"
        self._unsent: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._code: int | None = None
        self._bucket = Bucket(limits.messages_a_second, limits.messages_at_once)

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

    async def until_closed(self, receive_all: Coroutine[Any, Any, None]) -> None:
        """Hear and send, until one of both ends it."""
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(receive_all)
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

    async def receive(self, read: Callable[[str | bytes], T | None]) -> T:
        """The next message, as it is read."""
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
        said = read(data)
        if said is None:
            raise Closing(Refusal("malformed_message"), messages.MALFORMED)
        return said
