"""A fair line: whoever has been served least comes next, so that one who asks for much waits mostly for himself."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
UNKNOWN = 1.0
"""What a job counts before it is done and its cost is known."""


@dataclass(order=True)
class _Waiting(Generic[T]):
    urgency: int
    number: int
    item: T = field(compare=False)


@dataclass
class _Asker(Generic[T]):
    """Somebody who waits, or was served of late."""

    due: float
    """Where in the line: what was spent on him, and nothing saved up from the time when he asked for nothing."""
    waiting: list[_Waiting[T]] = field(default_factory=list)


class FairQueue(Generic[T]):
    """Items that wait, each with who asked for it. What is more urgent goes first, whoever asked; among equals, those
    who have cost least."""

    def __init__(self) -> None:
        self._askers: dict[str, _Asker[T]] = {}
        self._numbers = itertools.count()
        self._now = 0.0
        """Where the line stands: the place of whoever was served last."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def waiting_of(self, asker: str) -> int:
        found = self._askers.get(asker)
        return 0 if found is None else len(found.waiting)

    def push(self, asker: str, item: T, urgency: int = 0) -> None:
        known = self._askers.get(asker)
        if known is None:
            known = self._askers[asker] = _Asker(self._now)
        elif not known.waiting:
            known.due = max(known.due, self._now)
        heapq.heappush(known.waiting, _Waiting(urgency, next(self._numbers), item))
        self._count += 1

    def pop(self) -> tuple[str, T]:
        """Who is next, and for what; there must be somebody."""
        asker, known = min(
            ((name, each) for name, each in self._askers.items() if each.waiting),
            key=lambda pair: (pair[1].waiting[0].urgency, pair[1].due, pair[1].waiting[0].number),
        )
        self._now = max(self._now, known.due)
        known.due += UNKNOWN
        self._count -= 1
        return asker, heapq.heappop(known.waiting).item

    def spent(self, asker: str, cost: float) -> None:
        """What the item that was taken for somebody really cost; called once for each."""
        known = self._askers.get(asker)
        if known is not None:
            known.due += cost - UNKNOWN
        self._forget()

    def _forget(self) -> None:
        """Nobody is remembered whose turn would come at once anyway."""
        gone = [name for name, each in self._askers.items() if not each.waiting and each.due <= self._now]
        for name in gone:
            del self._askers[name]
