"""Who may come in: how many connections one address may hold, how many there may be, and who goes when all is full."""

from __future__ import annotations

import heapq
from typing import Generic, Protocol, TypeVar

AT_ONCE = 64
"""Connections that go together when all is full, so that the next ones need not look for somebody again."""


class Guest(Protocol):
    """A connection, as it is counted."""

    address: str

    def abort(self) -> None: ...


G = TypeVar("G", bound=Guest)


class Admission(Generic[G]):
    """Counts connections. One that waits for nothing of ours, because no whole request came yet, is half-open:
    these go first when all is full, and those of the address that has most of them before others."""

    def __init__(self, an_address: int, in_all: int) -> None:
        self.an_address = an_address
        self.in_all = in_all
        self.inside: dict[G, None] = {}
        self._by_address: dict[str, int] = {}
        self._half_open: dict[str, dict[G, None]] = {}

    def enter(self, guest: G, exempt: bool = False) -> bool:
        """Whether there is room for it; a proxy that many use is exempt from the limit of an address."""
        before = self._by_address.get(guest.address, 0)
        if before >= self.an_address and not exempt:
            return False
        if len(self.inside) >= self.in_all and not self._make_room():
            return False
        self.inside[guest] = None
        self._by_address[guest.address] = self._by_address.get(guest.address, 0) + 1
        return True

    def leave(self, guest: G) -> None:
        if guest not in self.inside:
            return
        del self.inside[guest]
        self.now_half_open(guest, False)
        left = self._by_address[guest.address] - 1
        if left:
            self._by_address[guest.address] = left
        else:
            del self._by_address[guest.address]

    def now_half_open(self, guest: G, half_open: bool) -> None:
        if half_open and guest in self.inside:
            self._half_open.setdefault(guest.address, {})[guest] = None
            return
        waiting = self._half_open.get(guest.address)
        if waiting is not None:
            waiting.pop(guest, None)
            if not waiting:
                del self._half_open[guest.address]

    def _make_room(self) -> bool:
        """The longest-waiting half-open connections of those who have most of them go."""
        crowds = [(-len(waiting), address) for address, waiting in self._half_open.items()]
        heapq.heapify(crowds)
        for _ in range(min(AT_ONCE, max(1, self.in_all // 8))):
            if not crowds:
                break
            count, address = heapq.heappop(crowds)
            guest = next(iter(self._half_open[address]))
            self.leave(guest)
            guest.abort()
            if count < -1:
                heapq.heappush(crowds, (count + 1, address))
        return len(self.inside) < self.in_all
