"""A ladder: every level plays the one below it, and must be clearly stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from triarii.core.contract import Options
from triarii.lab import matches
from triarii.lab.matches import Pairing, Played, Score
from triarii.players.levels import levels_of


@dataclass(frozen=True)
class Rung:
    """What a level scored against the one below."""

    upper: str
    lower: str
    score: Score


def neighbours(game: str) -> list[tuple[str, str]]:
    """(upper, lower) for each pair of neighbouring levels, from below."""
    return [(upper.id, lower.id) for lower, upper in pairwise(levels_of(game))]


def climb(
    game: str,
    options: Options,
    games: int,
    seed: int,
    jobs: int | None = None,
    hear: Callable[[Played], None] | None = None,
) -> Iterator[Rung]:
    """Play the ladder from below."""
    for upper, lower in neighbours(game):
        pairing = Pairing(game, (upper, lower), options, seed)
        yield Rung(upper, lower, matches.total(matches.match(pairing, games, jobs), hear))
