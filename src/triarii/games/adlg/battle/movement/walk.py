"""A move that is allowed: where everybody ends and what it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry.shapes import Figure, Pose


@dataclass(frozen=True, eq=False)
class Walk:
    """A move that is allowed."""

    movers: tuple[str, ...]
    ends: dict[str, Pose]
    """Of the movers and of friends that had to make room."""
    spent: int
    """mUD that the dearest of them paid."""
    limit: int
    """mUD that he had."""
    ways: Callable[[], tuple[Figure, ...]]
    """Lays out what was swept; few ask for it."""
    difficult: tuple[str, ...]
    """The rules that make it difficult."""
    near: frozenset[str]
    """Who of the movers came nearer than 4 UD to an enemy."""
    slid: bool
    panicked: tuple[str, ...] = ()
    """Friends who lose cohesion because the movers went through them."""

    @kept
    def swept(self) -> tuple[Figure, ...]:
        return self.ways()

    @property
    def pushed(self) -> tuple[str, ...]:
        return tuple(name for name in self.ends if name not in self.movers)
