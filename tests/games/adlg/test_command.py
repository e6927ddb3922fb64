"""Commanders, the points they bring, what orders cost."""

from __future__ import annotations

import pytest

from triarii.games.adlg.data.command import GRADES, command_points, free_charge, hold_cost, move_cost
from triarii.games.adlg.data.troops import TROOPS


@pytest.mark.data
@pytest.mark.rule("adlg.command.grades")
@pytest.mark.parametrize(
    ("grade", "value"),
    [
        pytest.param("ordinary", 0, marks=pytest.mark.statement("AG-006")),
        pytest.param("competent", 1, marks=pytest.mark.statement("AG-008")),
        pytest.param("brilliant", 2, marks=pytest.mark.statement("AG-010")),
        pytest.param("strategist", 3, marks=pytest.mark.statement("AG-012")),
    ],
)
def test_each_grade_has_its_value(grade: str, value: int) -> None:
    assert GRADES[grade].value == value


@pytest.mark.data
@pytest.mark.rule("adlg.command.grades")
@pytest.mark.parametrize(
    ("grade", "radius"),
    [
        pytest.param("ordinary", 4, marks=pytest.mark.statement("AG-007")),
        pytest.param("competent", 6, marks=pytest.mark.statement("AG-009")),
        pytest.param("brilliant", 8, marks=pytest.mark.statement("AG-011")),
        pytest.param("strategist", 8, marks=pytest.mark.statement("AG-013")),
    ],
)
def test_each_grade_has_its_radius(grade: str, radius: int) -> None:
    assert GRADES[grade].radius_for(TROOPS["heavy_swordsmen"]) == radius


@pytest.mark.data
@pytest.mark.rule("adlg.command.light_troops")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-014")),
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-015")),
    ],
)
def test_the_radius_is_doubled_for_light_troops(troop: str) -> None:
    assert [grade.radius_for(TROOPS[troop]) for grade in GRADES.values()] == [8, 12, 16, 16]


def test_the_radius_is_not_doubled_for_javelinmen_or_cavalry() -> None:
    assert {GRADES["competent"].radius_for(TROOPS[name]) for name in ("javelinmen", "medium_cavalry", "levy")} == {6}


@pytest.mark.data
@pytest.mark.rule("adlg.command.value")
def test_grades_take_0_1_2_and_2_of_the_command_value() -> None:
    assert {grade.id: grade.costs for grade in GRADES.values()} == {
        "ordinary": 0,
        "competent": 1,
        "brilliant": 2,
        "strategist": 2,
    }


# Command points


@pytest.mark.rule("adlg.command.points")
@pytest.mark.statement("AG-107")
def test_a_corps_has_half_of_die_and_value() -> None:
    assert [command_points(GRADES["strategist"], die).items[0].value for die in (1, 3, 5)] == [2, 3, 4]


@pytest.mark.rule("adlg.command.points")
@pytest.mark.statement("AG-108")
def test_the_half_is_rounded_up() -> None:
    assert [command_points(GRADES["ordinary"], die).items[0].value for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [command_points(GRADES["competent"], die).items[0].value for die in range(1, 7)] == [1, 2, 2, 3, 3, 4]


@pytest.mark.rule("adlg.command.free_point")
@pytest.mark.statement("AG-109")
def test_one_free_point_is_added() -> None:
    points = command_points(GRADES["brilliant"], 6)
    assert [(item.value, item.rule) for item in points.items] == [
        (4, "adlg.command.points"),
        (1, "adlg.command.free_point"),
    ]
    assert points.total == 5


@pytest.mark.rule("adlg.command.leaderless")
def test_a_corps_without_commander_has_half_the_die_and_no_free_point() -> None:
    assert [command_points(None, die).total for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [item.rule for item in command_points(None, 5).items] == ["adlg.command.leaderless"]


@pytest.mark.parametrize(
    ("grade", "die", "points"),
    [("ordinary", 1, 1), ("competent", 4, 3), ("brilliant", 6, 4), ("strategist", 4, 4), (None, 5, 3)],
)
def test_the_worked_examples_of_command_points(grade: str | None, die: int, points: int) -> None:
    assert command_points(GRADES[grade] if grade else None, die).items[0].value == points


# Orders


@pytest.mark.rule("adlg.orders.charges_cost_nothing")
@pytest.mark.parametrize(
    "charge",
    [
        pytest.param("spontaneous", marks=pytest.mark.statement("AG-110")),
        pytest.param("uncontrolled", marks=pytest.mark.statement("AG-111")),
    ],
)
def test_a_charge_that_nobody_ordered_costs_nothing(charge: str) -> None:
    assert free_charge().total == 0
    assert [item.rule for item in free_charge().items] == ["adlg.orders.charges_cost_nothing"]


@pytest.mark.rule("adlg.orders.move")
@pytest.mark.statement("AG-112")
def test_moving_a_unit_in_the_radius_costs_one_point() -> None:
    assert move_cost(in_radius=True).total == 1


@pytest.mark.rule("adlg.orders.hold")
@pytest.mark.statement("AG-115")
def test_preventing_an_uncontrolled_charge_costs_three_points() -> None:
    assert hold_cost(in_radius=True).total == 3
    assert hold_cost(in_radius=False, commander_engaged=True).total == 5


@pytest.mark.rule("adlg.orders.out_of_radius")
@pytest.mark.statement("AG-116")
def test_an_order_beyond_the_radius_costs_one_more() -> None:
    assert [item.rule for item in move_cost(in_radius=False).items] == ["adlg.orders.move", "adlg.orders.out_of_radius"]
    assert move_cost(in_radius=False).total == 2


@pytest.mark.rule("adlg.orders.difficult")
@pytest.mark.statement("AG-117")
def test_a_difficult_manoeuvre_costs_one_more() -> None:
    assert move_cost(in_radius=True, difficult=True).total == 2


@pytest.mark.rule("adlg.orders.engaged")
@pytest.mark.statement("AG-118")
def test_orders_of_an_engaged_commander_cost_one_more() -> None:
    assert move_cost(in_radius=True, commander_engaged=True).total == 2


def test_all_surcharges_add_up_to_four_points() -> None:
    cost = move_cost(in_radius=False, difficult=True, commander_engaged=True)
    assert cost.total == 4
    assert len(cost.items) == 4
