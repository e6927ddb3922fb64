"""A ladder: every level plays the one below it, and must be clearly stronger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from triarii import __version__
from triarii.core import registry
from triarii.core.contract import Options, Refusal
from triarii.lab import matches
from triarii.lab.matches import Match, Outcome, Pairing
from triarii.lab.measurements import Cell


@dataclass(frozen=True)
class Ladder:
    """Matches from below, one after the other, with so many games each, as a measurement: each rung is known when its
    last game is over, not only at the end of all."""

    pairings: Sequence[Pairing]
    """Upper against lower."""
    games: int

    @property
    def about(self) -> dict[str, object]:
        rungs = [matches.about_pairing(pairing) for pairing in self.pairings]
        return {"program": __version__, "measured": "ladder", "games": self.games, "rungs": rungs}

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"upper": str, "lower": str, **self._match(0).columns}

    @property
    def total(self) -> int:
        """Games of all rungs."""
        return self.games * len(self.pairings)

    def place(self, number: int) -> tuple[int, int]:
        """The rung, counted from below, and the game there."""
        return divmod(number, self.games)

    def task(self, number: int) -> Callable[[], Outcome]:
        return self._match(number).task(number % self.games)

    def as_json(self, found: Outcome) -> list[object]:
        return self._match(0).as_json(found)

    def recalled(self, number: int, kept: object) -> Outcome | None:
        return self._match(number).recalled(number % self.games, kept)

    def row(self, number: int, found: Outcome) -> tuple[Cell, ...]:
        match = self._match(number)
        return (*match.pairing.players, *match.row(number % self.games, found))

    def _match(self, number: int) -> Match:
        return Match(self.pairings[number // self.games])


def ladder_of(game: str, options: Options, games: int, seed: int, opening: int | None = None) -> Ladder:
    """The ladder of a game; with random openings as `matches.with_opening` says."""
    pairings = [Pairing(game, pair, options, seed) for pair in neighbours(game)]
    return Ladder([matches.with_opening(pairing, opening) for pairing in pairings], games)


def neighbours(game: str) -> list[tuple[str, str]]:
    """(upper, lower) for each pair of neighbouring levels, from below."""
    found = registry.game(game)
    levels = () if isinstance(found, Refusal) else found.info.levels
    return [(upper.word, lower.word) for lower, upper in pairwise(levels)]
