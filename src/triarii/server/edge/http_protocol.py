"""Requests at the edge: uvicorn's HTTP by h11, with times and sizes that a stranger can't get around."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from triarii.core.contract import Refusal
from triarii.server.edge.connections import HIGH_WATER, Edge, Line, Owed


class Config(uvicorn.Config):
    """Brings the edge to the protocols."""

    def __init__(self, app: Any, edge: Edge, **more: Any) -> None:
        super().__init__(app, **more)
        self.edge = edge


def edge_of(config: uvicorn.Config) -> Edge:
    return cast(Config, config).edge


class Timely(asyncio.Protocol):
    """What both of uvicorn's HTTP protocols lack; stands before one of them."""

    config: uvicorn.Config
    transport: asyncio.Transport
    flow: FlowControl
    cycle: Any
    """The request that came last, and its answer; None before the first."""
    client: tuple[str, int] | None
    timeout_keep_alive_task: asyncio.TimerHandle | None
    line: Line | None = None
    """None if there was no room for this connection, and when it is over."""
    why: tuple[int, Refusal] | None = None
    """Why reading is given up, if it is not for broken HTTP."""
    _taken = 0
    _state: tuple[Owed, object] = (Owed.HEAD, None)

    def owed(self) -> Owed:
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(HIGH_WATER)
        self.line = edge_of(self.config).arrive(self.transport, self.client[0] if self.client else "", self.too_late)
        if self.line is not None:
            self.line.owes(Owed.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.line is not None:
            self.line.leave()
            self.line = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.line is None or self.transport.is_closing():
            return
        self._taken += len(data)
        super().data_received(data)
        self.look()

    def look(self) -> None:
        """What does the client owe now? Its time and its bytes are counted for each part of each request."""
        if self.line is None:
            return
        state = (self.owed(), self.cycle)
        if state != self._state:
            self._state, self._taken = state, 0
        self.line.owes(*state)
        limits = self.line.edge.limits
        if state[0] is Owed.HEAD and self._taken > limits.head_bytes:
            self.turn_away(431, Refusal("too_big", params={"most": limits.head_bytes}))
        elif state[0] is Owed.BODY and self._taken > 2 * limits.record_bytes:
            # Longer than anything that is taken, whatever its length said, and whoever has refused it already.
            self.turn_away(413, Refusal("too_big", params={"most": limits.record_bytes}))

    def on_response_complete(self) -> None:
        super().on_response_complete()  # type: ignore[misc]
        self.look()

    def too_late(self) -> None:
        if self.line is not None and self.flow.read_paused:
            self.line.more_time()
        else:
            self.turn_away(408, Refusal("came_too_late"))

    def turn_away(self, status: int, refusal: Refusal) -> None:
        """Say why, unless an answer is under way, and end the connection."""
        if self.transport.is_closing():
            return
        if self.answering and (self.cycle.response_started or getattr(self, "pipeline", None)):
            self.transport.abort()
            return
        self.transport.write(edge_of(self.config).answer(status, refusal))
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self.turn_away(*(self.why or (400, Refusal("malformed", params={"what": "HTTP"}))))

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """The transport belongs to the socket from here on, and is counted as its."""
        if self.line is not None:
            self.line.leave()
            self.line = None
            super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    @property
    def answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.line is not None:
            self.line.full()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.line is not None:
            self.line.free()


class H11(Timely, H11Protocol):
    """Where httptools is not at hand, as on Windows; slower, and careful itself about long headers."""

    def owed(self) -> Owed:
        theirs = self.conn.their_state
        if theirs is h11.IDLE:
            waiting = self.timeout_keep_alive_task is not None and not self.conn.trailing_data[0]
            return Owed.NEXT if waiting else Owed.HEAD
        return Owed.BODY if theirs is h11.SEND_BODY else Owed.NOTHING
