"""Bursting through: what an uncontrolled charge does to friends in its way, and who holds it up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import N, drill, given, pose
from tests.games.adlg.table.tables import Placed, meets
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import Camp

GAULS: Placed = ("u1", "medium_swordsmen", N, {"abilities": ["impetuous"]})
PREY: Placed = ("e1", "heavy_spearmen", (10000, 12500, 18000))


def let_loose(*friends: Placed, **more: Any) -> Field:
    """The corps has had its orders, and nobody held the Gauls."""
    more.setdefault("leaders", {"c1": (4000, 5000, 0)})
    return given(drill([GAULS, PREY, *friends], **more), "done").after.field


def wall(troop: str, y: int = 11200, **more: Any) -> list[Placed]:
    """Friends in the way, so broad that nobody gets around them."""
    return [(f"u{2 + place}", troop, (8000 + 1000 * place, y, 0), more) for place in range(5)]


def reached(field: Field) -> bool:
    return field.meeting("u1", "e1") is not None


@pytest.mark.rule("adlg.burst.loss")
@pytest.mark.statement("AG-491")
@pytest.mark.parametrize("friend", ["levy", "heavy_cavalry", "light_cavalry", "bowmen", "light_artillery"])
def test_a_friend_who_is_burst_through_loses_1_cohesion(friend: str) -> None:
    field = let_loose(*wall(friend))
    assert reached(field)
    assert pose_of(field) == (10000, 12500, 0)
    lost = {name: field.full(name) - field.stands[name].cohesion for name in ("u2", "u3", "u4", "u5", "u6")}
    assert lost == {"u2": 0, "u3": 0, "u4": 1, "u5": 0, "u6": 0}, "only who was in the way"


def pose_of(field: Field) -> tuple[int, int, int]:
    return field.stands["u1"].pose


@pytest.mark.rule("adlg.burst.loss")
def test_a_friend_who_can_be_passed_is_not_burst_through() -> None:
    field = let_loose(*wall("light_infantry"))
    assert reached(field)
    assert field.stands["u4"].cohesion == 2


@pytest.mark.rule("adlg.burst.loss")
def test_nobody_is_burst_through_twice_in_a_sequence() -> None:
    field = let_loose(*wall("levy", marks=("burst",)))
    assert reached(field)
    assert field.stands["u4"].cohesion == 3


@pytest.mark.rule("adlg.burst.loss")
def test_a_charge_by_order_does_not_burst_through() -> None:
    state = drill([("u1", "medium_swordsmen", N), PREY, *wall("levy")])
    found = given(state, "done").after.field
    assert not reached(found)
    assert pose(state) == found.stands["u1"].pose
    assert all(found.stands[f"u{number}"].cohesion == 3 for number in range(2, 7))


@pytest.mark.rule("adlg.burst.prevented")
@pytest.mark.parametrize(
    "friend",
    [
        pytest.param("elephant", id="AG-492", marks=pytest.mark.statement("AG-492")),
        pytest.param("pikemen", id="AG-493", marks=pytest.mark.statement("AG-493")),
        pytest.param("war_wagon", id="AG-494", marks=pytest.mark.statement("AG-494")),
    ],
)
def test_nobody_bursts_through_elephants_pikemen_and_wagons(friend: str) -> None:
    field = let_loose(*wall(friend, 12200 if friend == "war_wagon" else 11200))
    assert not reached(field)
    assert pose_of(field) == N
    assert all(field.stands[f"u{number}"].cohesion == field.full(f"u{number}") for number in range(2, 7))


@pytest.mark.rule("adlg.burst.prevented")
@pytest.mark.statement("AG-495")
def test_nobody_bursts_through_a_camp() -> None:
    flanks: list[Placed] = [("u2", "pikemen", (8400, 11500, 0)), ("u3", "pikemen", (11600, 11500, 0))]
    assert reached(let_loose(*flanks))
    assert not reached(let_loose(*flanks, camps=[("k1", Camp.NORMAL, (10000, 11500, 0))]))


@pytest.mark.rule("adlg.burst.prevented")
@pytest.mark.statement("AG-496")
def test_nobody_bursts_through_an_own_unit_in_melee_or_support() -> None:
    beside: list[Placed] = [("u4", "heavy_spearmen", (11000, 11200, 0)), ("e2", "levy", (11000, 11200, 18000))]
    gun: Placed = ("e3", "light_artillery", (9500, 10700, 9000))

    def charge(where: int, *meetings: Any) -> tuple[bool, int]:
        """Whether the Gauls get through the unit in their way, and how much cohesion it has then."""
        field = let_loose(("u3", "heavy_spearmen", (10000, where, 0)), *beside, gun, meetings=meetings)
        return reached(field), field.stands["u3"].cohesion

    assert charge(11200) == (True, 3), "it only stands there"
    assert charge(11200, meets("u4", "e2")) == (False, 4), "it supports its neighbour"
    assert charge(11100, meets("u4", "e2")) == (True, 3), "set back it does not"
    assert charge(11100, meets("e3", "u3", "left")) == (False, 4), "it fights itself"
