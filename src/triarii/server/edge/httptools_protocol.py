"""Requests at the edge by httptools, which is fast and has no limits of its own."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from triarii.core.contract import Refusal
from triarii.server.edge.connections import Owed
from triarii.server.edge.http_protocol import Timely, edge_of

MOST_HEADERS = 100
PIPELINED = 16
"""Requests that may come before the first of them is answered."""


class TooMuch(Exception):
    """Ends the parsing."""


class Httptools(Timely, HttpToolsProtocol):
    """Knows of each request whether its head and its body are whole."""

    _in_head = False
    _in_body = False
    _head_bytes = 0

    def owed(self) -> Owed:
        if self._in_head:
            return Owed.HEAD
        if self._in_body:
            return Owed.BODY
        if self.answering:
            return Owed.NOTHING
        return Owed.HEAD if self.timeout_keep_alive_task is None else Owed.NEXT

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._in_body, self._head_bytes = True, False, 0

    def on_url(self, url: bytes) -> None:
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Those after a body are counted too."""
        self._measure(len(name) + len(value))
        super().on_header(name, value)

    def _measure(self, size: int) -> None:
        limits = edge_of(self.config).limits
        self._head_bytes += size
        if self._head_bytes > limits.head_bytes or len(self.headers) >= MOST_HEADERS:
            self.why = (431, Refusal("too_big", params={"most": limits.head_bytes}))
            raise TooMuch

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            self.why = (429, Refusal("too_many"))
            raise TooMuch
        super().on_headers_complete()
        self._in_head, self._in_body = False, True

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """The request is answered as it is; that somebody wished for more is not worth a line in the log."""
