"""A ladder: every level plays the one below it, and must be clearly stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from triarii.core import registry
from triarii.core.contract import Options, Refusal
from triarii.lab import matches
from triarii.lab.matches import Pairing, Played, Score


@dataclass(frozen=True)
class Rung:
    """What a level scored against the one below."""

    upper: str
    lower: str
    score: Score
    opening: int
    """Random turns at the beginning of its games."""


def neighbours(game: str) -> list[tuple[str, str]]:
    """(upper, lower) for each pair of neighbouring levels, from below."""
    found = registry.game(game)
    levels = () if isinstance(found, Refusal) else found.info.levels
    return [(upper.word, lower.word) for lower, upper in pairwise(levels)]


def climb(
    game: str,
    options: Options,
    games: int,
    seed: int,
    opening: int | None = None,
    jobs: int | None = None,
    hear: Callable[[Played], None] | None = None,
) -> Iterator[Rung]:
    """Play the ladder from below; with random openings as `matches.with_opening` says."""
    for upper, lower in neighbours(game):
        pairing = matches.with_opening(Pairing(game, (upper, lower), options, seed), opening)
        score = matches.total(matches.match(pairing, games, jobs), hear)
        yield Rung(upper, lower, score, pairing.opening)
