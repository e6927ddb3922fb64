"""What was not taken yet: bytes that wait for each connection, and a bound for all of them together."""

from __future__ import annotations

import asyncio

LAST_WORD = 2.0
"""Seconds in which a connection that is too slow may still take its last word."""


class Unsent:
    """What one connection has not taken yet: messages in the server's queue, bytes in its transport."""

    def __init__(self, of_all: AllUnsent, transport: asyncio.Transport | None = None) -> None:
        self.of_all = of_all
        self.transport = transport
        self.queued = 0
        self._gone = False

    @property
    def bytes(self) -> int:
        return self.queued + (0 if self.transport is None else self.transport.get_write_buffer_size())

    def queue(self, size: int) -> None:
        """So much more, or less, waits in the queue."""
        self.queued += size
        self.note()

    def note(self) -> None:
        """What the transport holds has changed."""
        if not self._gone:
            self.of_all.note(self)

    def gone(self) -> None:
        """Nobody will take the rest."""
        self._gone, self.transport = True, None
        self.of_all.forget(self)

    def abort(self) -> None:
        transport = self.transport
        self.gone()
        if transport is not None:
            transport.abort()

    def abort_soon(self) -> None:
        """Somebody who reads again may still hear why; nobody is waited for."""
        if self.transport is not None:
            asyncio.get_running_loop().call_later(LAST_WORD, self.abort)


class AllUnsent:
    """What all connections together have not taken; above the bound whoever holds most loses its connection."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.total = 0
        """At least what is held: transports tell when they are nearly empty, not each time they sent something."""
        self._sizes: dict[Unsent, int] = {}

    def note(self, unsent: Unsent) -> None:
        self._set(unsent, unsent.bytes)
        if self.total > self.most:
            self._shrink()

    def forget(self, unsent: Unsent) -> None:
        self._set(unsent, 0)

    def _set(self, unsent: Unsent, size: int) -> None:
        self.total += size - self._sizes.pop(unsent, 0)
        if size:
            self._sizes[unsent] = size

    def _shrink(self) -> None:
        for unsent in list(self._sizes):
            self._set(unsent, unsent.bytes)
        while self.total > self.most:
            max(self._sizes, key=self._sizes.__getitem__).abort()
