"""Difficult manoeuvres: who is unmanoeuvrable, and which moves cost a command point more for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, N, after, cost, difficult, drill, given, line, moved, why
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.games.adlg.battle.order_prices import engaged
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Leader

FOE: Placed = ("e1", "levy", AFAR)
UNMANOEUVRABLE = [
    pytest.param("heavy_cavalry", ["impetuous"], 4, id="AG-468", marks=pytest.mark.statement("AG-468")),
    pytest.param("elephant", [], 3, id="AG-469", marks=pytest.mark.statement("AG-469")),
    pytest.param("levy", [], 3, id="AG-470", marks=pytest.mark.statement("AG-470")),
    pytest.param("war_wagon", [], 2, id="AG-471", marks=pytest.mark.statement("AG-471")),
    pytest.param("scythed_chariot", [], 4, id="AG-473", marks=pytest.mark.statement("AG-473")),
]


def one(troop: str, abilities: list[str] | None = None, **more: Any) -> State:
    return drill([("u1", troop, N, {"abilities": abilities or []}), FOE], **more)


# Who is unmanoeuvrable, and the short move


@pytest.mark.rule("adlg.difficult.unmanoeuvrable")
@pytest.mark.parametrize(("troop", "abilities", "full"), UNMANOEUVRABLE)
def test_these_troops_are_unmanoeuvrable(troop: str, abilities: list[str], full: int) -> None:
    state = one(troop, abilities)
    assert cost(state, f"u1 advance {full}") == 1
    assert difficult(state, f"u1 advance {full}") == ()
    assert cost(state, f"u1 advance {full - 0.001}") == 2
    assert difficult(state, f"u1 advance {full - 0.001}") == ("adlg.difficult.short_move",)


@pytest.mark.rule("adlg.difficult.unmanoeuvrable")
@pytest.mark.rule("adlg.artillery.pivot")
@pytest.mark.statement("AG-472")
def test_heavy_artillery_is_unmanoeuvrable_and_its_pivot_difficult() -> None:
    state = one("heavy_artillery")
    assert state.field.unit("u1").unmanoeuvrable
    assert cost(state, "u1 pivot left 10") == 2
    assert cost(one("light_artillery"), "u1 pivot left 10") == 1


@pytest.mark.rule("adlg.difficult.unmanoeuvrable")
@pytest.mark.parametrize("troop", ["heavy_spearmen", "pikemen", "cataphracts", "light_chariot", "medium_artillery"])
def test_other_troops_are_not(troop: str) -> None:
    assert cost(one(troop), "u1 advance 0.5") == 1


@pytest.mark.rule("adlg.difficult.unmanoeuvrable")
def test_by_the_other_reading_war_wagons_are_so_only_when_they_turn() -> None:
    turns_only: dict[str, Any] = {"war_wagon_unmanoeuvrable_in": "turns"}
    assert cost(one("war_wagon"), "u1 advance 1") == 2
    assert cost(one("war_wagon", **turns_only), "u1 advance 1") == 1
    assert cost(one("war_wagon", **turns_only), "u1 turn back") == 2
    assert cost(one("levy", **turns_only), "u1 advance 1") == 2, "other troops stay as they are"


@pytest.mark.rule("adlg.difficult.short_move")
@pytest.mark.statement("AG-474")
def test_an_unmanoeuvrable_unit_finds_a_move_difficult_that_is_shorter_than_its_allowance() -> None:
    state = one("elephant")
    assert [item.rule for item in given(state, "u1 advance 1").bill.items] == [
        "adlg.orders.move",
        "adlg.orders.difficult",
    ]
    assert cost(state, "u1 wheel right 30 advance 2.5") == 1, "wheels count as distance"
    assert cost(state, "u1 slide right 1 advance 3") == 1
    assert cost(state, "u1 slide right 1") == 2
    wood = one("elephant", terrain=[ground("wood", 0, 0, 20000, 20000)])
    assert cost(wood, "u1 advance 1") == 1, "all that the ground allows"


@pytest.mark.rule("adlg.difficult.short_move")
@pytest.mark.rule("adlg.group.formed")
def test_a_group_is_unmanoeuvrable_if_one_of_its_units_is_and_full_when_its_slowest_is() -> None:
    near: Placed = ("e2", "levy", (11000, 14000, 18000))
    state = drill([("u1", "elephant", N), ("u2", "heavy_swordsmen", (11000, 10000, 0)), near])
    assert cost(state, "u1+u2 advance 2") == 1, "the foot can't go farther, though the elephant could"
    assert cost(state, "u1+u2 advance 1.5") == 2
    assert cost(state, "u2 advance 1.5") == 1


@pytest.mark.rule("adlg.difficult.short_move")
@pytest.mark.statement("AG-475")
def test_a_charge_shorter_than_the_allowance_is_not_difficult() -> None:
    state = drill([("u1", "elephant", N), ("e1", "levy", (10000, 12000, 18000))])
    charge = given(state, "u1 charge e1")
    assert charge.bill.total == 1
    assert charge.after.stage is not Stage.CORPS


@pytest.mark.rule("adlg.difficult.short_move")
@pytest.mark.parametrize(("reading", "price"), [("charge", 2), ("any_contact", 1)])
def test_which_short_move_is_exempt_is_a_reading(reading: str, price: int) -> None:
    beside: Placed = ("e1", "light_artillery", (11000, 10500, 18000))  # 1 UD on, both stand flank to flank
    state = drill([("u1", "levy", N), beside], short_move_exemption=reading)
    assert cost(state, "u1 advance 1") == price
    assert cost(state, "u1 advance 0.2") == 2, "no contact yet"


# Turns


@pytest.mark.rule("adlg.difficult.turns")
@pytest.mark.parametrize(
    ("troop", "abilities"),
    [
        pytest.param("elephant", [], id="AG-476", marks=pytest.mark.statement("AG-476")),
        pytest.param("medium_swordsmen", ["impetuous"], id="impetuous"),
        pytest.param("levy", [], id="levy"),
        pytest.param("war_wagon", [], id="AG-477", marks=pytest.mark.statement("AG-477")),
        pytest.param("pikemen", [], id="AG-478", marks=pytest.mark.statement("AG-478")),
        pytest.param("cataphracts", [], id="AG-479", marks=pytest.mark.statement("AG-479")),
        pytest.param("camel_cataphracts", [], id="camel cataphracts"),
    ],
)
def test_turns_are_difficult_for_stiff_troops(troop: str, abilities: list[str]) -> None:
    for way in ("left", "right", "back"):
        assert cost(one(troop, abilities), f"u1 turn {way}") == 2
        assert difficult(one(troop, abilities), f"u1 turn {way}") == ("adlg.difficult.turns",)


@pytest.mark.rule("adlg.difficult.turns")
@pytest.mark.parametrize("troop", ["heavy_spearmen", "medium_swordsmen", "heavy_knights", "heavy_cavalry"])
def test_turns_are_easy_for_others(troop: str) -> None:
    assert cost(one(troop), "u1 turn back") == 1


# Third moves


@pytest.mark.rule("adlg.difficult.third_move")
@pytest.mark.parametrize(
    ("troop", "abilities", "price"),
    [
        pytest.param("heavy_spearmen", [], 2, id="AG-462", marks=pytest.mark.statement("AG-462")),
        pytest.param("medium_knights", [], 2, id="knights"),
        pytest.param("light_infantry", [], 1, id="AG-463", marks=pytest.mark.statement("AG-463")),
        pytest.param("light_cavalry", [], 1, id="AG-464", marks=pytest.mark.statement("AG-464")),
        pytest.param("heavy_cavalry", [], 1, id="AG-465", marks=pytest.mark.statement("AG-465")),
        pytest.param("light_chariot", [], 1, id="light chariots"),
        pytest.param("heavy_cavalry", ["impetuous"], 2, id="impetuous cavalry"),
    ],
)
def test_a_third_move_is_difficult_but_not_for_light_troops_and_calm_cavalry(
    troop: str, abilities: list[str], price: int
) -> None:
    state = drill([("u1", troop, N, {"abilities": abilities}), FOE], leaders={"c1": "u1"})
    full = 4 if troop == "heavy_cavalry" else 1
    assert cost(moved(state, "u1", 1), f"u1 advance {full}") == 1, "a second one is not"
    assert cost(moved(state, "u1", 2), f"u1 advance {full}") == price


@pytest.mark.rule("adlg.orders.difficult")
def test_several_reasons_make_a_move_difficult_only_once() -> None:
    state = drill([("u1", "heavy_cavalry", N, {"abilities": ["impetuous"]}), FOE], leaders={"c1": "u1"})
    assert cost(moved(state, "u1", 2), "u1 turn back") == 2


# Zones


@pytest.mark.rule("adlg.difficult.zone")
@pytest.mark.statement("AG-466")
def test_leaving_a_zone_of_control_is_difficult() -> None:
    state = drill([("u1", "heavy_spearmen", N), ("e1", "levy", (10000, 10700, 18000))])
    assert [item.rule for item in given(state, "u1 leave").bill.items] == ["adlg.orders.move", "adlg.orders.difficult"]


@pytest.mark.rule("adlg.difficult.zone")
@pytest.mark.statement("AG-467")
@pytest.mark.parametrize("troop", ["light_cavalry", "javelinmen", "medium_cavalry"])
def test_it_is_not_for_a_unit_that_can_evade(troop: str) -> None:
    state = drill([("u1", troop, N), ("e1", "levy", (10000, 10700, 18000))])
    evading = given(state, "u1 evade")
    assert [item.rule for item in evading.bill.items] == ["adlg.orders.move"]
    assert evading.after.stage is Stage.RUN


# Changes of formation


@pytest.mark.rule("adlg.difficult.formation")
@pytest.mark.parametrize(
    ("words", "troop", "price"),
    [
        pytest.param("u1+u2+u3+u4 extend 1 0", "elephant", 2, id="AG-480", marks=pytest.mark.statement("AG-480")),
        pytest.param("u1+u2+u3+u4 extend 1 0", "medium_swordsmen", 1, id="swordsmen extend"),
        pytest.param(
            "u1+u2+u3+u4 contract u1 advance 1", "elephant", 2, id="AG-481", marks=pytest.mark.statement("AG-481")
        ),
        pytest.param("u1+u2+u3+u4 contract u1 advance 1", "medium_swordsmen", 1, id="swordsmen contract"),
    ],
)
def test_changes_of_formation_are_difficult_for_unmanoeuvrable_troops(words: str, troop: str, price: int) -> None:
    units = [*line(troop, 2), *line(troop, 2, (10000, 9000, 0), first=3), FOE]
    assert cost(drill(units), words) == price
    assert difficult(drill(units), words) == (("adlg.difficult.formation",) if price == 2 else ())


@pytest.mark.rule("adlg.difficult.formation")
@pytest.mark.parametrize(("reading", "price"), [("everything", 2), ("turns", 1)])
def test_whether_wagons_find_them_difficult_is_a_reading(reading: str, price: int) -> None:
    units = [*line("war_wagon", 1), *line("war_wagon", 1, (10000, 8000, 0), first=2), FOE]
    assert cost(drill(units, war_wagon_unmanoeuvrable_in=reading), "u1+u2 extend 1 0") == price


# All at once


@pytest.mark.rule("adlg.orders.difficult")
@pytest.mark.rule("adlg.orders.out_of_radius")
@pytest.mark.rule("adlg.orders.engaged")
def test_a_short_move_of_elephants_out_of_radius_while_their_commander_fights_costs_4_points() -> None:
    fighting: list[Placed] = [("u2", "heavy_spearmen", (3000, 10000, 0)), ("e2", "levy", (3000, 10000, 18000))]
    state = drill([("u1", "elephant", N), *fighting], leaders={"c1": "u2"}, meetings=[meets("u2", "e2")])
    where = state.field.leaders["c1"]
    committed = replace(state, field=state.field.with_leader("c1", replace(where, engaged=True)))
    assert engaged(committed.field, "c1")
    bill = given(committed, "u1 advance 1").bill
    assert [(item.value, item.rule) for item in bill.items] == [
        (1, "adlg.orders.move"),
        (1, "adlg.orders.out_of_radius"),
        (1, "adlg.orders.engaged"),
        (1, "adlg.orders.difficult"),
    ]
    assert bill.total == 4
    assert after(committed, "u1 advance 1").points == 9 - 4


@pytest.mark.rule("adlg.artillery.pivot", "adlg.zone.allowed")
def test_artillery_in_a_zone_turns_as_far_past_the_enemy_as_it_stood_away_from_him() -> None:
    units: list[Placed] = [
        ("u1", "light_artillery", (10000, 10000, 3000)),
        ("e1", "heavy_spearmen", (10000, 10800, 18000)),
    ]
    after(drill(units), "u1 pivot left 60")
    assert why(drill(units), "u1 pivot left 60.01") == ("move.held_turn", "adlg.zone.allowed")
    assert why(drill(units), "u1 pivot right 0.01") == ("move.held_turn", "adlg.zone.allowed")


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_who_joins_a_unit_has_made_a_move_and_no_place_of_his_own() -> None:
    state = drill([("u1", "heavy_swordsmen", N), ("e1", "levy", AFAR)])
    assert after(state, "c1 join u1").field.leaders["c1"] == Leader((0, 0, 0), unit="u1", moves=1)
