"""What one process has counted since it started: answers, messages, how long wishes took. Numbers only: nothing in it
says who or where."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: each bucket counts what took no longer."""


class Durations:
    """How many took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def up_to(self) -> Iterator[tuple[str, float]]:
        """Each bound, with how many took no longer; the last has none."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            yield bound, so_far


class Tallies:
    """Of one server in one process. Only its event loop counts; any thread may read."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        """Of HTTP, by status."""
        self.messages: Counter[str] = Counter()
        """Of sockets, by kind."""
        self.wishes = Durations()
        """From a wish of a seat, such as a move, to its answer: it is stored by then."""
        self.lag = 0.0
        """Seconds by which the event loop came late when it was last looked at."""

    def answered(self, status: int) -> None:
        self.answers[status] += 1

    @contextmanager
    def hearing(self, kind: str, is_wish: bool) -> Iterator[None]:
        """While a message is answered."""
        self.messages[kind] += 1
        begun = time.perf_counter()
        try:
            yield
        finally:
            if is_wish:
                self.wishes.add(time.perf_counter() - begun)
