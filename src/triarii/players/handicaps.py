"""How a level plays: one search, with less to spend and human slips. A search that can do so has handicaps by level."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from triarii.core.contract import AnyGame, Budget, View


class Way(Protocol):
    """One way to go on, as a search tells it."""

    @property
    def action(self) -> Any: ...
    @property
    def score(self) -> float: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def ends_in(self) -> int:
        """Turns until a forced end; 0: none is in sight."""
        ...


W = TypeVar("W", bound=Way)


@dataclass(frozen=True)
class Handicap:
    """What a level may spend, and how it errs."""

    nodes: int
    candidates: int
    slips: int
    slack: int
    overlooks: Sequence[str] = ()
    """What a player of this level does not look at; only where a search tells such things apart."""
    overlooked: int = 0
    """Of a hundred strokes from afar, how many are not seen, one's own and the other's; only where a search can."""
    variety: int = 0
    """Hundredths of the expected score that don't matter while all pieces are on the board; only where a search can."""


@runtime_checkable
class Graded(Protocol):
    """A search that can play at several levels."""

    nodes: int
    """What the last answer took."""

    @property
    def handicaps(self) -> Mapping[str, Handicap]:
        """By level."""
        ...

    @property
    def scores(self) -> bool:
        """Whether the score of a way is an expected score; else it only compares ways."""
        ...

    def compare(self, game: AnyGame, view: View, spend: Budget, rng: Random, handicap: Handicap) -> Sequence[Way]:
        """The ways to go on that this level compares, best first."""
        ...


def load(package: str) -> dict[str, Handicap]:
    """The handicaps of a search, from `handicaps.toml` beside it."""
    table = tomllib.loads(resources.files(package).joinpath("handicaps.toml").read_text(encoding="utf-8"))
    return {level: Handicap(**entry) for level, entry in table.items()}


def slip(found: Sequence[W], handicap: Handicap, rng: Random) -> W:
    """The best line, or now and then another that looks nearly as good: as people err."""
    best = found[0]
    near = [line for line in found[1:] if best.score - line.score <= handicap.slack / 100 and not line.ends_in]
    if best.ends_in or not near or rng.randrange(100) >= handicap.slips:
        return best
    return rng.choice(near)
