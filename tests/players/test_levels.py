"""Six levels: the same on every machine, weaker ones err like people, never stupidly."""

from __future__ import annotations

import json
from random import Random

import pytest

from benchmarks import figures
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Refusal
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.lab.ladders import neighbours
from triarii.players.cities.alphabeta import AlphaBeta, Line
from triarii.players.cities.weights import PRESENT, SCALE
from triarii.players.handicaps import Handicap, slip
from triarii.players.levels import LevelPlayer

LEVELS = GAME.info.levels
HANDICAPS = list(AlphaBeta.handicaps.values())


def line(action: int, score: float, ends_in: int = 0) -> Line:
    return Line(action, score, round(1000 * score), [action], 3, ends_in)


def test_there_are_six_levels_from_beginner_to_master_with_names_in_both_languages() -> None:
    assert [level.id for level in LEVELS] == ["beginner", "casual", "club", "strong", "expert", "master"]
    assert all(level.title["en"] and level.title["de"] for level in LEVELS)
    assert len({level.title["de"] for level in LEVELS}) == 6


def test_every_level_can_be_seated_by_its_name() -> None:
    for level in LEVELS:
        player = registry.player(level.id, "cities")
        assert isinstance(player, LevelPlayer)
        assert player.name == level.id


def test_a_higher_level_spends_more_and_slips_less() -> None:
    assert list(AlphaBeta.handicaps) == [level.id for level in LEVELS]
    assert [level.nodes for level in HANDICAPS] == sorted({level.nodes for level in HANDICAPS})
    assert [level.slips for level in HANDICAPS] == sorted((level.slips for level in HANDICAPS), reverse=True)
    assert HANDICAPS[-1].slips == 0


def test_neighbours_are_paired_from_below() -> None:
    assert neighbours("cities")[0] == ("casual", "beginner")
    assert neighbours("cities")[-1] == ("master", "expert")
    assert neighbours("nothing") == []


CLUMSY = Handicap(100, 3, slips=100, slack=10)


def test_a_slip_takes_a_line_that_is_nearly_as_good() -> None:
    best, near, far = line(1, 0.60), line(2, 0.55), line(3, 0.40)
    chosen = {slip([best, near, far], CLUMSY, Random(seed)).action for seed in range(50)}
    assert chosen == {2}


def test_a_forced_win_is_never_slipped_away() -> None:
    assert slip([line(1, 1.0, ends_in=1), line(2, 1.0)], CLUMSY, Random(1)).action == 1


def test_a_slip_never_walks_into_a_forced_loss() -> None:
    assert slip([line(1, 0.05), line(2, 0.0, ends_in=2)], CLUMSY, Random(1)).action == 1


def test_a_level_without_slips_always_takes_the_best() -> None:
    steady = Handicap(100, 2, slips=0, slack=100)
    assert {slip([line(1, 0.5), line(2, 0.5)], steady, Random(seed)).action for seed in range(20)} == {1}


@pytest.mark.parametrize("level", [level.id for level in LEVELS[:4]])
def test_a_level_plays_the_same_game_for_the_same_seed(level: str) -> None:
    assert _moves(level, 3) == _moves(level, 3)


def _moves(level: str, seed: int) -> list[int]:
    player, rng, here = LevelPlayer(level), Random(seed), GAME.start({})
    assert isinstance(here, Position)
    moves = []
    for _ in range(6):
        decision = player.choose(GAME, here.view(Eye(here.side)), Budget(), rng)
        moves.append(decision.action)
        here = here.play(decision.action)
    return moves


def test_a_level_is_refused_a_senseless_budget() -> None:
    assert isinstance(registry.player("master:ms=-1", "cities"), Refusal)


def test_the_weights_are_those_that_tuning_found() -> None:
    found = json.loads((figures.FIGURES / "tuning.json").read_text(encoding="utf-8"))
    assert found["weights"] == PRESENT._asdict()
    assert found["scale"] == SCALE
