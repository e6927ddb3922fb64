"""WebSockets at the edge: uvicorn's, which does not read from whoever does not read, nor takes frames without end."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from triarii.core.contract import Refusal
from triarii.server.edge.connections import HIGH_WATER, Edge, Line
from triarii.server.edge.http_protocol import edge_of
from triarii.server.edge.unsent import Unsent
from triarii.server.rate_limits import Bucket
from triarii.server.wire import messages
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused

SLICE = 4_096
"""So much is taken at once: thousands of small frames fit into what comes in one piece."""
FRAMES = 10
"""Frames of any kind that may come for each message that may."""
PINGS, PINGS_AT_ONCE = 30, 6
"""For so many messages that may come, one ping may: browsers send none, programs one in many seconds."""
NOT_TEXT = 1007
"""The code for text that is not UTF-8."""
UNSENT = "triarii.unsent"
"""Under which extension of its scope a socket finds what it has unsent."""


def unsent_of(scope: Scope) -> Unsent | None:
    found: Unsent | None = scope.get("extensions", {}).get(UNSENT)
    return found


class Handshakes(ServerProtocol):
    """Refuses what is no handshake with words and all headers."""

    def __init__(self, edge: Edge, max_size: int) -> None:
        super().__init__(max_size=max_size, logger=logging.getLogger("uvicorn.error"))
        self.edge = edge

    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        response.body = written(refused(Refusal("malformed", params={"what": "WebSocket"}), "en"))
        del response.headers["Content-Length"], response.headers["Content-Type"]
        response.headers.update(self.edge.headers)
        response.headers.update({"Content-Type": "application/json", "Content-Length": str(len(response.body))})
        return response


class Socket(WebSocketsSansIOProtocol):
    """One WebSocket."""

    line: Line | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edge = edge_of(self.config)
        limits = self.edge.limits
        self.conn = Handshakes(self.edge, self.config.ws_max_size)
        self._pings = Bucket(limits.messages_a_second / PINGS, limits.messages_at_once / PINGS_AT_ONCE)
        self._frames = Bucket(FRAMES * limits.messages_a_second, FRAMES * limits.messages_at_once)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(HIGH_WATER)
        self.line = self.edge.arrive(self.transport, self.client[0] if self.client else "", self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.line is not None:
            self.line.leave()
            self.line = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)  # the whole head, from the protocol that has read it
            if not self.handshake_initiated:
                self.transport.write(self.edge.answer(400, Refusal("malformed", params={"what": "WebSocket"})))
                self.transport.close()
            return
        for start in range(0, len(data), SLICE):
            if self.line is None or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.line is not None and not self.close_sent:
            extensions: dict[Any, Any] = self.scope["extensions"]
            extensions[UNSENT] = self.line.unsent

    def handle_events(self) -> None:
        """Pings and pieces of messages cost nobody but us anything, so they are counted like messages."""
        for event in self.conn.events:
            pinged = isinstance(event, Frame) and event.opcode is Opcode.PING
            if not self._frames.take() or (pinged and not self._pings.take()):
                self._send_away(messages.TOO_MANY)
                return
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        if event.data or event.fin:  # empty pieces would be kept without end
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._send_away(NOT_TEXT)
                return
        super().send_receive_event_to_app()

    def _send_away(self, code: int) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.fail(code)
        if self.close_sent or self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    # Who does not read is not read from: every ping would be answered, and every answer kept.

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.line is not None:
            self.line.full()
            if not self.transport.is_closing():
                self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.line is not None:
            self.line.free()
            self._read_again()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_again()
        return message

    def _read_again(self) -> None:
        held_back = self.line is None or self.line.is_full or self.read_paused
        if not held_back and not self.transport.is_closing():
            self.transport.resume_reading()

    def keepalive_timeout(self) -> None:
        """While we don't read we can't hear that somebody is there; whoever reads nothing for long goes anyway."""
        if self.line is not None and self.line.is_full and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # it was refused, which is an end too
