"""Token buckets: so much at once, so much a second, for each client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

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
    """One bucket for each client."""

    def __init__(self, a_minute: float) -> None:
        self.a_minute = a_minute
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def is_empty(self, client: str) -> bool:
        """Whether one more would be refused; nothing is taken by asking."""
        bucket = self._known.get(client)
        return bucket is not None and not bucket.has_one()

    def take(self, client: str) -> bool:
        bucket = self._known.pop(client, None) or Bucket(self.a_minute / 60, max(1.0, self.a_minute / 2))
        self._known[client] = bucket
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return bucket.take()
