"""The edge of the server: what each connection still owes and until when, before any of its requests is looked at."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from enum import Enum
from http import HTTPStatus

from triarii.core.contract import Refusal
from triarii.server.edge.addresses import Proxies, counted_as
from triarii.server.edge.admission import Admission
from triarii.server.edge.guard import protecting
from triarii.server.edge.unsent import AllUnsent, Unsent
from triarii.server.settings import Settings
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused

OTHER_FILES = 200
"""Open files that are no connections: the database, workers, the log."""
HIGH_WATER = 65_536
"""Bytes in a transport above which nothing more is written to it, or read from it."""
SWEEP = 5.0
"""Seconds between two looks for clients that read nothing."""


class Owed(Enum):
    """What a client still has to send before anything can be answered."""

    HEAD = "head"
    BODY = "body"
    NEXT = "next"
    """Nothing for now: all was answered, and another request may come."""
    NOTHING = "nothing"
    """We are the ones who owe an answer, or it is a socket."""


class Edge:
    """What all connections of one server share."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.limits = limits
        self.proxies = Proxies(settings.trusted_proxies, bool(settings.public_url))
        self.headers = protecting(settings)
        self.admission: Admission[Line] = Admission(limits.connections_an_address, limits.connections)
        self.unsent = AllUnsent(limits.unsent_bytes_in_all)
        self._sweeping: asyncio.TimerHandle | None = None

    def allow_files(self) -> None:
        """As many connections need as many open files; systems often begin with fewer than they allow. Where they
        allow fewer than we would take, we take fewer: who is refused by the system can't be told from another."""
        files = _files_allowed(self.admission.in_all + OTHER_FILES)
        if files is not None:
            self.admission.in_all = max(1, min(self.admission.in_all, files - OTHER_FILES))

    def arrive(self, transport: asyncio.Transport, host: str, late: Callable[[], None]) -> Line | None:
        """A new connection; None, and an end without a word, if there is no room for it."""
        line = Line(self, transport, counted_as(host), late)
        if not self.admission.enter(line, exempt=self.proxies.trusts(host)):
            transport.abort()
            return None
        if self._sweeping is None:
            self._sweep_later()
        return line

    def answer(self, status: int, refusal: Refusal) -> bytes:
        """A whole answer before which no request could be read; the last one of its connection."""
        body = written(refused(refusal, "en"))
        fields = {
            **self.headers,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
        lines += [f"{name.lower()}: {value}" for name, value in fields.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _sweep_later(self) -> None:
        seconds = min(SWEEP, self.limits.unread_seconds / 2)
        self._sweeping = asyncio.get_running_loop().call_later(seconds, self._sweep)

    def _sweep(self) -> None:
        """A full transport waits until it is read, and one that closes until all is taken: if need be, for ever."""
        self._sweeping = None
        inside = list(self.admission.inside)
        for line in inside:
            line.look_whether_read()
        if inside:
            self._sweep_later()


class Line:
    """One connection."""

    def __init__(self, edge: Edge, transport: asyncio.Transport, address: str, late: Callable[[], None]) -> None:
        self.edge = edge
        self.transport = transport
        self.address = address
        self.unsent = Unsent(edge.unsent, transport)
        self._late = late
        self._state: tuple[Owed, object] = (Owed.NOTHING, None)
        self._deadline: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.is_full = False
        self._held: tuple[int, float] | None = None
        """What the transport held when it was last seen to shrink, and when that was."""

    def owes(self, what: Owed, of: object = None) -> None:
        """What is still to come, and of which request: its time begins when that changes."""
        if (what, of) == self._state:
            return
        self._state = (what, of)
        limits = self.edge.limits
        seconds = {Owed.HEAD: limits.head_seconds, Owed.BODY: limits.body_seconds}.get(what)
        loop = asyncio.get_running_loop()
        self._deadline = None if seconds is None else loop.time() + seconds
        if self._deadline is not None and (self._timer is None or self._timer.when() > self._deadline):
            self._wait_until(self._deadline)
        self.edge.admission.now_half_open(self, what is not Owed.NOTHING)

    def full(self) -> None:
        """The transport takes no more for now."""
        self.is_full = True
        self.unsent.note()

    def free(self) -> None:
        self.is_full = False
        self.unsent.note()

    def look_whether_read(self) -> None:
        """If a client that has something to read reads nothing for long, it is not there."""
        if self.unsent.transport is None or not (self.is_full or self.transport.is_closing()):
            self._held = None
            return
        size, now = self.transport.get_write_buffer_size(), asyncio.get_running_loop().time()
        if self._held is None or size < self._held[0]:
            self._held = (size, now)
        elif now - self._held[1] >= self.edge.limits.unread_seconds:
            self.abort()

    def leave(self) -> None:
        """The connection is over, or another line of the same transport takes its place."""
        self.edge.admission.leave(self)
        self.unsent.gone()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def abort(self) -> None:
        self.unsent.gone()
        self.transport.abort()

    def _wait_until(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(when, self._look)

    def _look(self) -> None:
        """One timer serves many requests: most are whole long before it rings."""
        self._timer = None
        if self._deadline is None:
            return
        if asyncio.get_running_loop().time() < self._deadline:
            self._wait_until(self._deadline)
        elif not self.transport.is_closing():
            self._late()

    def more_time(self) -> None:
        """We don't read at the moment, so it is not the client who is late."""
        self._deadline = asyncio.get_running_loop().time() + self.edge.limits.head_seconds
        self._wait_until(self._deadline)


def _files_allowed(wanted: int) -> int | None:
    """How many files may be open, after asking for as many as are wanted; None where there is no such limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (ValueError, OSError):
            return soft
        return most
    return None if soft == resource.RLIM_INFINITY else soft
