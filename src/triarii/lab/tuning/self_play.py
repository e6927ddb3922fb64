"""Self-play as a measurement: game by game, so that it can be broken off, go on, and be shared out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from triarii import __version__
from triarii.lab.measurements import Cell
from triarii.lab.tuning.tuner import Tuner

Row = TypeVar("Row")


@dataclass(frozen=True)
class SelfPlay(Generic[Row]):
    """Games of a program with itself; each gives rows."""

    game: str
    seed: int
    tuner: Tuner[Row]

    @property
    def about(self) -> dict[str, object]:
        how = self.tuner.how()
        return {"program": __version__, "measured": "self-play", "game": self.game, "seed": self.seed, **how}

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"game": int, "rows": int}

    def task(self, number: int) -> Callable[[], list[Row]]:
        return partial(self.tuner.play, self.seed + number)

    def as_json(self, found: list[Row]) -> list[Row]:
        return found

    def recalled(self, number: int, kept: object) -> list[Row] | None:
        try:
            return [self.tuner.read(row) for row in kept] if isinstance(kept, list) else None
        except (TypeError, ValueError):
            return None

    def row(self, number: int, found: list[Row]) -> tuple[Cell, ...]:
        return number + 1, len(found)
