"""Compiled jobs that come to something else than walking through the contract are caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from triarii.core.conformance import NotConforming, check_game
from triarii.core.contract import AnyGame, Tally
from triarii.games.cities.game import Cities


class MiscountingCities(Cities):
    """Counts one line too many."""

    def perft(self, position: Any, depth: int, outcomes: Sequence[str] = ()) -> int | None:
        counted = super().perft(position, depth, outcomes)
        return None if counted is None else counted + (depth == 2)


class ForgetfulCities(Cities):
    """Forgets from which number on games are wanted."""

    def playouts(self, position: Any, games: int, seed: int, longest: int, begin: int = 0) -> Tally:
        return super().playouts(position, games, seed + begin, longest)


class HastyCities(Cities):
    """Lets the first player win whatever is not over."""

    def playouts(self, position: Any, games: int, seed: int, longest: int, begin: int = 0) -> Tally:
        tally = super().playouts(position, games, seed, longest, begin)
        return replace(tally, first=tally.first + tally.unfinished)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (MiscountingCities(), r"perft counts \d+ lines of two plies, walking \d+"),
        (ForgetfulCities(), "played in two parts, come to another tally"),
        (HastyCities(), "After one ply playouts come to"),
    ],
)
def test_compiled_jobs_that_differ_from_the_contract_are_caught(game: AnyGame, sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check_game(game, games=2, plies=250, every=10)
