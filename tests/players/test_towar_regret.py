"""The positions of To War! of which every turn is proven, and what our players make of them."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks import regret
from benchmarks.regret import Ending
from triarii.players.towar.expectimax import Expectimax
from triarii.players.towar.references import greedy


@cache
def endings() -> list[Ending]:
    return regret.read()


def some(cards: int, number: int) -> list[Ending]:
    return [ending for ending in endings() if ending.cards == cards][:number]


def test_there_are_five_hundred_different_positions_with_four_to_eight_cards_left() -> None:
    assert len({ending.text for ending in endings()}) == len(endings()) >= 500
    assert {ending.cards for ending in endings()} == set(regret.WANTED)
    for ending in endings()[::25]:
        assert len(ending.points) == len(ending.position.actions()) > 1
        assert 0 <= min(ending.points) < max(ending.points) <= ending.full


@pytest.mark.parametrize("cards", [4, 5])
def test_the_solver_proves_again_what_is_written_there(cards: int) -> None:
    for ending in some(cards, 4):
        assert regret.solved(ending.position) == ending


def test_more_nodes_never_give_away_more() -> None:
    asked = [*some(4, 12), *some(5, 12), *some(6, 6)]
    means = [regret.regret_of(Expectimax(nodes=nodes), asked).mean for nodes in (50, 500, 20_000)]
    assert means == sorted(means, reverse=True)
    assert means[-1] < regret.WANTED_OF_MASTER
    assert regret.regret_of(greedy(), asked).mean > 10 * regret.WANTED_OF_MASTER


def test_a_worse_turn_is_regretted_by_what_it_gives_away() -> None:
    ending = some(4, 1)[0]
    actions = ending.position.actions()
    best = max(ending.points)
    for action, points in zip(actions, ending.points, strict=True):
        assert ending.regret(action) == pytest.approx((best - points) / ending.full)
    found = regret.Regret((0.0, 0.0, 0.3))
    assert found.mean == pytest.approx(0.1)
    assert found.best_turns == pytest.approx(2 / 3)
    assert found.worst == 0.3
    assert "0.1000" in regret.told("somebody", found)
