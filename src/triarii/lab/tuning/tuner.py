"""What tuning a game's player takes: games of self-play that give rows, and a fit that makes weights of all rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True)
class Change:
    """A weight, or the mean of several that belong together, as it was and as it is proposed."""

    name: str
    before: float
    now: float


@dataclass(frozen=True)
class Loss:
    """How badly the ends of games are foretold, on rows that were left out: mean of -log of the chance given to what
    happened."""

    before: float
    now: float


@dataclass(frozen=True)
class Share:
    """How often somebody was right, or won: of so many."""

    name: str
    share: float
    of: int


BEFORE, NOW = "before", "now"
"""Names of shares that are about the weights as they were and as they are proposed."""


@dataclass(frozen=True)
class Tuned:
    """What a fit found."""

    rows: int
    weights: str
    """In TOML, as the player's own table has them."""
    changes: tuple[Change, ...]
    shares: tuple[Share, ...]
    loss: Loss | None = None
    """Only of an evaluation that foretells ends."""


@dataclass(frozen=True)
class Tuner(Generic[Row]):
    """How a player is tuned."""

    how: Callable[[], Mapping[str, object]]
    """What decides the games besides their seed, for JSON."""
    play: Callable[[int], list[Row]]
    """The rows of the game with this seed; can be imported."""
    read: Callable[[Any], Row]
    """A row from JSON; raises ValueError or TypeError."""
    fit: Callable[[Sequence[Sequence[Row]]], Tuned]
    """Of the rows of all games, game by game."""
    fewest: int
    """Rows below which there is nothing to fit."""
    with_numpy: bool = False
    """Whether the fit needs NumPy, which the extra `tune` brings."""


def left_out(games: Sequence[Sequence[Row]]) -> tuple[list[Row], list[Row]]:
    """Rows of nine of ten games to learn from, and those of the tenth to be judged by: positions of one game resemble
    each other too much for both."""
    learned = [row for number, rows in enumerate(games) if number % 10 for row in rows]
    return learned, [row for rows in games[::10] for row in rows]
