"""The frozen general of L'Art de la Guerre never orders otherwise: else figures of different days could not be
compared."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.battles import start
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Refusal
from triarii.games.adlg.game import GAME
from triarii.players.adlg.yardstick.player import Veteran


@pytest.mark.parametrize(
    ("scenario", "orders"),
    [
        ("skirmish", ["u7+u1+u2+u3+u4+u5 advance 2.1", "u12 wheel right 17.1 advance 2.715", "done"]),
        (
            "olive_groves",
            ["u1+u2+u3+u4 advance 2.61", "u1+u2+u3+u4 slide right 1 advance 1.79", "u5+u6 wheel right 15 advance 2.5"],
        ),
    ],
)
def test_the_veteran_orders_what_he_ordered_when_he_was_put_aside(scenario: str, orders: list[str]) -> None:
    position = start(scenario)
    position, given = position.play(position.actions()[0]).play("5"), []
    for _ in range(3):
        given.append(Veteran(nodes=25).choose(GAME, position.view(Eye.FIRST), Budget(), Random(0)).action)
        position = position.play(given[-1])
    assert given == orders


@pytest.mark.parametrize("bad", ["veteran:nodes=-1", "veteran:nodes=x", "veteran:depth=3"])
def test_a_senseless_budget_is_refused(bad: str) -> None:
    assert isinstance(registry.player(bad, "adlg"), Refusal)
