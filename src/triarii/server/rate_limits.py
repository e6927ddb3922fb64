"""Token buckets: so much at once, so much a second, for each client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b

MOST_KNOWN = 10_000
"""Clients that are remembered; the ones that were quiet longest are forgotten first."""
LONGEST_WAIT = 10.0
"""Seconds that somebody may have to wait for a turn."""


class Bucket:
    """Filled steadily, emptied by every request."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self._now = now
        self._level = at_once
        self._since = now()

    def take(self) -> bool:
        """Whether one more is allowed."""
        if not self.has_one():
            return False
        self._level -= 1
        return True

    def spend(self, count: int) -> None:
        """So many were taken where this bucket was not asked."""
        self.has_one()
        self._level = max(0.0, self._level - count)

    def has_one(self) -> bool:
        now = self._now()
        self._level = min(self.at_once, self._level + (now - self._since) * self.a_second)
        self._since = now
        return self._level >= 1


class Spacing:
    """Puts what one client begins at a time one after the other, all but the first few; others get their turn between.
    What is small by itself can make others wait when it comes by the dozen."""

    def __init__(self, a_second: float, at_once: int = 1, now: Callable[[], float] = time.monotonic) -> None:
        self.between = 1 / a_second
        self.saved = (at_once - 1) * self.between
        """Seconds that somebody may be ahead of his turns."""
        self._now = now
        self._next: OrderedDict[str, float] = OrderedDict()

    def wait(self, client: str) -> float | None:
        """Seconds until its turn; None where too much waits before it: whoever asks and goes away must not keep others
        behind the same address waiting for long."""
        now = self._now()
        turn = max(now - self.saved, self._next.pop(client, 0.0))
        taken = turn - now <= LONGEST_WAIT
        self._next[client] = turn + self.between if taken else turn
        while len(self._next) > MOST_KNOWN:
            self._next.popitem(last=False)
        return max(0.0, turn - now) if taken else None


class Buckets:
    """One bucket for each client. Clients are known by a checksum, so that others can be told what one has used up
    without being told who it is."""

    def __init__(self, a_minute: float) -> None:
        self.a_minute = a_minute
        self.on_take: Callable[[str], None] = lambda _: None
        """Called with the checksum of a client that took one."""
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def is_empty(self, client: str) -> bool:
        """Whether one more would be refused; nothing is taken by asking."""
        bucket = self._known.get(_checksum(client))
        return bucket is not None and not bucket.has_one()

    def take(self, client: str) -> bool:
        name = _checksum(client)
        taken = self._bucket(name).take()
        if taken:
            self.on_take(name)
        return taken

    def spend(self, name: str, count: int) -> None:
        """A client, by its checksum, has taken so many elsewhere."""
        self._bucket(name).spend(count)

    def _bucket(self, name: str) -> Bucket:
        bucket = self._known.pop(name, None) or Bucket(self.a_minute / 60, max(1.0, self.a_minute / 2))
        self._known[name] = bucket
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return bucket


def _checksum(client: str) -> str:
    return blake2b(client.encode(), digest_size=8).hexdigest()
