"""What orders cost on the table: the radius of a group, the free point, and troops that have to be held."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, N, after, cost, drill, given, gone_on, line, refused, why
from tests.games.adlg.table.tables import Placed, meets
from triarii.games.adlg.battle.state import State

FOE: Placed = ("e1", "levy", AFAR)


def rules(state: State, words: str) -> list[tuple[int, str]]:
    return [(item.value, item.rule) for item in given(state, words).bill.items]


@pytest.mark.rule("adlg.orders.out_of_radius")
@pytest.mark.parametrize(("x", "price"), [(15000, 1), (15001, 2)])
def test_the_radius_is_measured_from_base_to_base(x: int, price: int) -> None:
    state = drill([("u1", "heavy_cavalry", N), FOE], leaders={"c1": (x, 10000, 0)})
    assert cost(state, "u1 advance 1") == price


@pytest.mark.rule("adlg.orders.out_of_radius")
@pytest.mark.rule("adlg.command.light_troops")
def test_the_nearest_unit_of_a_group_counts_and_light_troops_hear_from_twice_as_far() -> None:
    state = drill([*line("heavy_cavalry", 3), FOE], leaders={"c1": (17000, 10000, 0)})
    assert cost(state, "u1+u2+u3 advance 1") == 1
    assert cost(state, "u1+u2 advance 1") == 2
    light = drill([("u1", "light_cavalry", N), FOE], leaders={"c1": (19000, 10000, 0)})
    assert cost(light, "u1 advance 1") == 1


@pytest.mark.rule("adlg.command.free_point")
def test_the_free_point_serves_the_commander_and_the_unit_he_is_with() -> None:
    units: list[Placed] = [("u1", "heavy_cavalry", N), ("u2", "heavy_cavalry", (12000, 10000, 0)), FOE]
    state = drill(units, leaders={"c1": "u1"}, points=1, free=1)
    own, other = after(state, "u1 advance 1"), after(state, "u2 advance 1")
    assert (own.points, own.free) == (1, 0)
    assert (other.points, other.free) == (0, 1)
    assert refused(other, "u2 advance 1") == ("order.points", "adlg.command.points", {"cost": 1, "have": 0})
    assert after(other, "u1 advance 1").free == 0


# Troops that have to be held


def wild(**more: Any) -> State:
    """Gauls with an enemy in charge range."""
    gauls: Placed = ("u1", "medium_swordsmen", N, {"abilities": ["impetuous"], "cohesion": 2})
    return drill([gauls, ("e1", "heavy_spearmen", (10000, 12500, 18000))], **more)


@pytest.mark.rule("adlg.orders.hold")
@pytest.mark.rule("adlg.charge.hold")
@pytest.mark.parametrize("words", ["hold", "rally", "slide left 0.5 advance 1"])
def test_whatever_it_does_instead_of_its_charge_costs_3_points(words: str) -> None:
    expected = [(3, "adlg.orders.hold")]
    if words.startswith("slide"):
        expected.append((1, "adlg.orders.difficult"))
    assert rules(wild(), f"u1 {words}") == expected


@pytest.mark.rule("adlg.charge.hold")
def test_who_is_held_takes_further_orders_at_their_own_price() -> None:
    held = after(wild(), "u1 hold")
    assert rules(held, "u1 rally") == [(1, "adlg.orders.rally")]
    assert cost(held, "u1 advance 0.5") == 2, "a short move of impetuous troops"
    assert why(held, "u1 hold") == ("order.calm", "adlg.orders.hold")


@pytest.mark.rule("adlg.charge.hold")
def test_who_rallied_is_held_and_does_not_charge_on_its_own() -> None:
    rallying = gone_on(after(wild(), "u1 rally"))
    rested = given(rallying, "done").after.field
    assert rested.stands["u1"].pose == N
    assert given(wild(), "done").after.field.fights("u1"), "else it would"


@pytest.mark.rule("adlg.orders.hold")
def test_who_has_nobody_in_reach_need_not_be_held() -> None:
    calm: Placed = ("u1", "medium_swordsmen", N, {"abilities": ["impetuous"]})
    assert why(drill([calm, FOE]), "u1 hold") == ("order.calm", "adlg.orders.hold")
    assert cost(drill([calm, FOE]), "u1 advance 3") == 1
    fighting = [meets("u1", "e1")]
    in_melee = drill([calm, ("e1", "levy", (10000, 10000, 18000))], meetings=fighting)
    assert why(in_melee, "u1 hold") == ("order.calm", "adlg.orders.hold")
