"""Weights found by self-play: the same rows whoever plays, and a fit that finds what is there to be found."""

from __future__ import annotations

import math
import tomllib
from random import Random
from typing import Any

import pytest

from benchmarks import tune
from triarii.lab.tuning import adlg, cities, towar
from triarii.lab.tuning.plan import TUNERS
from triarii.lab.tuning.self_play import SelfPlay
from triarii.lab.tuning.tuner import NOW, left_out
from triarii.players.adlg.weights import WEIGHTS
from triarii.players.cities.weights import PRESENT, SCALE, Weights, Worth
from triarii.players.towar import weights

# Rows


def test_a_game_of_self_play_follows_from_its_seed_and_is_read_as_it_was_kept() -> None:
    for name in ("cities", "towar"):
        measured: SelfPlay[Any] = SelfPlay(name, 7, TUNERS[name])
        rows = measured.task(2)()
        assert rows
        assert rows == measured.task(2)()
        assert measured.recalled(2, [_plain(row) for row in rows]) == rows


def _plain(told: Any) -> Any:
    """As JSON gives it back."""
    return [_plain(one) for one in told] if isinstance(told, tuple | list) else told


@pytest.mark.parametrize("name", TUNERS)
@pytest.mark.parametrize("told", [None, 5, [5], [[1, 2, 3]], [[["x"], 1.0]], [[[1, 2], 3, 0.5]], [[[2], 0.5]]])
def test_a_row_that_no_game_gave_is_not_taken_for_one(name: str, told: object) -> None:
    assert SelfPlay(name, 1, TUNERS[name]).recalled(0, told) is None


def test_rows_of_a_game_are_learned_from_or_judged_by_but_never_both() -> None:
    learned, test = left_out([[number] * 3 for number in range(25)])
    assert set(test) == {0, 10, 20}
    assert set(learned) == set(range(25)) - set(test)


# Fits


def test_the_fit_of_cities_finds_the_weights_that_made_the_ends() -> None:
    rng = Random(5)
    truth = [weight * 2 for weight in cities.as_points(PRESENT, SCALE)]
    rows: list[cities.Row] = []
    for _ in range(4_000):
        features = tuple(rng.randrange(-3, 4) for _ in Weights._fields[1:])
        phase = rng.randrange(cities.phases() + 1)
        early, half = phase / cities.phases(), len(Weights._fields)
        value = sum(x * (early * truth[i] + (1 - early) * truth[half + i]) for i, x in enumerate((*features, 1)))
        rows.append((features, phase, float(rng.random() < 1 / (1 + math.exp(-value)))))
    tuned = cities.fit([[row] for row in rows])
    assert tuned.loss is not None
    assert tuned.loss.now < min(tuned.loss.before, math.log(2))
    assert tuned.shares[1].name == NOW
    assert tuned.shares[1].share > 0.6
    table = tomllib.loads(tuned.weights)
    assert table["late"]["piece"] == cities.PIECE
    assert Worth(Weights(**table["early"]), Weights(**table["late"])).early.piece > 0
    assert len(tuned.changes) == 2 * len(Weights._fields)


def test_the_present_weights_of_to_war_foretell_ends_and_their_opposites_do_not() -> None:
    rows = tune.towar_rows()[:200]
    share, loss = towar.judged(rows, towar.as_points(weights.tuned()))
    assert 0.6 < share < 1
    assert 0 < loss < math.log(2) < towar.judged(rows, [-point for point in towar.as_points(weights.tuned())])[1]


def test_a_weight_of_the_general_moves_only_where_its_effect_is_beyond_chance() -> None:
    rng = Random(3)
    rows = []
    for _ in range(200):
        lots = tuple(rng.choice((-1, 1)) for _ in adlg.SHAKEN)
        rows.append(adlg.Row(lots, float(rng.random() < (0.8 if lots[2] > 0 else 0.2))))
    tuned = adlg.fit([[row] for row in rows])
    moved = {change.name: change for change in tuned.changes if change.now != change.before}
    assert moved[adlg.SHAKEN[2]].now == pytest.approx(moved[adlg.SHAKEN[2]].before * (1 + adlg.SHAKE))
    assert len(moved) <= 3, "one of twenty seems to matter by chance"
    assert tuned.shares[2].share > 0.7
    assert tomllib.loads(tuned.weights).keys() == vars(WEIGHTS).keys()


def test_a_trial_of_the_general_is_two_battles_and_one_row() -> None:
    (row,) = SelfPlay("adlg", 5, adlg.TUNER).task(0)()
    assert row == adlg.read_row(_plain(row))
    assert row.score in (0, 0.25, 0.5, 0.75, 1)
