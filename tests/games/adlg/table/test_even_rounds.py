"""Rounds that armour or missile support makes even: nobody has lost them, so no die is rolled for a commander."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, cohesion, play, ready, stage
from tests.games.adlg.table.tables import Placed, meets
from triarii.games.adlg.position import Position

EVEN = "adlg.commander.even_round"
KNIGHTS: Placed = ("u1", "foot_knights", (10000, 10000, 18000))
"""In heavy armour: 1 for their factor and 1 for their commander."""
SWORDS: Placed = ("e1", "heavy_swordsmen", N)
OTHERS: list[Placed] = [("u9", "levy", (3000, 17000, 18000)), ("e9", "levy", (3000, 3000, 0))]


def fought(dice: str, unit: Placed = KNIGHTS, enemy: Placed = SWORDS, rounds: int = 1, **options: Any) -> Position:
    """A commander takes part in his unit's melee, and the dice have fallen."""
    leaders = {"c1": "u1", "d1": (10000, 7000, 0)}
    met = [meets("u1", "e1", rounds=rounds)]
    position = ready([unit, enemy, *OTHERS], leaders=leaders, meetings=met, **options)
    return play(position, "done", "c1 engage", dice)


@pytest.mark.rule(EVEN)
@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-584")
@pytest.mark.parametrize(
    ("dice", "left", "tested"),
    [
        pytest.param("4-3", 4, False, id="won"),
        pytest.param("3-4", 4, False, id="even by the dice"),
        pytest.param("2-4", 4, False, id="behind by 1, even by the armour"),
        pytest.param("2-5", 3, True, id="behind by 2, lost by 1"),
    ],
)
def test_a_commander_is_tested_only_for_a_round_that_is_lost_once_the_armour_has_counted(
    dice: str, left: int, tested: bool
) -> None:
    after = fought(dice)
    assert cohesion(after, "u1") == left
    assert (stage(after) == ("fate", "c1")) is tested


@pytest.mark.rule(EVEN)
def test_by_the_other_reading_he_is_tested_although_his_unit_loses_nothing() -> None:
    after = fought("2-4", evened_round_is_lost=True)
    assert (cohesion(after, "u1"), stage(after)) == (4, ("fate", "c1"))
    assert "c1" not in play(after, "1").state.field.leaders
    assert stage(fought("3-4", evened_round_is_lost=True)) != ("fate", "c1"), "a tie of the dice is nobody's loss"


@pytest.mark.rule(EVEN)
@pytest.mark.parametrize(("lost", "tested"), [(False, False), (True, True)])
def test_missile_support_makes_a_round_even_in_the_same_way(lost: bool, tested: bool) -> None:
    """Spears with archers behind them, charged in front by swordsmen in the first round: 2 and 2 against 1 and 4."""
    spears: Placed = ("u1", "heavy_spearmen", (10000, 10000, 18000), {"abilities": ["missile_support"]})
    after = fought("2-4", unit=spears, rounds=0, evened_round_is_lost=lost)
    assert cohesion(after, "u1") == 4
    assert (stage(after) == ("fate", "c1")) is tested


@pytest.mark.rule(EVEN)
def test_armour_that_undoes_a_tie_won_by_a_two_handed_weapon_leaves_it_even() -> None:
    spears: Placed = ("u1", "heavy_spearmen", (10000, 10000, 18000), {"abilities": ["heavy_armour"]})
    axes: Placed = ("e1", "heavy_swordsmen", N, {"abilities": ["two_handed_weapon"]})
    after = fought("3-4", unit=spears, enemy=axes)
    assert (cohesion(after, "u1"), stage(after) == ("fate", "c1")) == (4, False)
