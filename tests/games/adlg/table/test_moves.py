"""How far units move: allowances, heavy foot with room, roads, bad ground and works."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import (
    AFAR,
    N,
    after,
    drill,
    given,
    line,
    orders_of,
    pose,
    poses,
    refused,
    spent,
    with_road,
)
from tests.games.adlg.table.tables import Placed, battlefield, ground, work
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position

GROUND = {"open": "gentle_hill", "rough": "brush", "difficult": "wood"}
ALLOWANCES = """
AG-121 light_infantry open 3
AG-122 light_infantry rough 3
AG-123 light_infantry difficult 3
AG-124 medium_swordsmen open 3
AG-125 medium_swordsmen rough 3
AG-126 medium_swordsmen difficult 2
AG-127 foot_knights open 2
AG-128 foot_knights rough 2
AG-129 foot_knights difficult 1
AG-130 light_cavalry open 5
AG-131 light_cavalry rough 4
AG-132 light_cavalry difficult 2
AG-133 heavy_cavalry open 4
AG-134 heavy_cavalry rough 3
AG-135 heavy_cavalry difficult 1
AG-136 medium_knights open 3
AG-137 medium_knights rough 2
AG-138 medium_knights difficult 1
AG-139 light_chariot open 4
AG-140 light_chariot rough 2
AG-141 light_chariot difficult 0
AG-142 heavy_chariot open 3
AG-143 heavy_chariot rough 1
AG-144 heavy_chariot difficult 0
AG-145 elephant open 3
AG-146 elephant rough 3
AG-147 elephant difficult 1
AG-148 light_artillery open 2
AG-149 light_artillery rough 1
AG-150 light_artillery difficult 0
"""


def foe(name: str = "e1", x: int = 2000, y: int = 19000, heading: int = 18000, troop: str = "levy") -> Placed:
    return name, troop, (x, y, heading)


def allowances() -> list[Any]:
    rows = (words.split() for words in ALLOWANCES.strip().split("\n"))
    return [pytest.param(row[1], row[2], int(row[3]), id=row[0], marks=pytest.mark.statement(row[0])) for row in rows]


@pytest.mark.rule("adlg.move.allowance")
@pytest.mark.parametrize(("troop", "kind", "reach"), allowances())
def test_a_unit_goes_as_far_as_its_allowance_and_no_farther(troop: str, kind: str, reach: int) -> None:
    near = foe(x=10000, y=6000, heading=0)  # so that heavy foot has no third UD
    state = drill([("u1", troop, N), near], terrain=[ground(GROUND[kind], 0, 0, 20000, 20000)])
    if not reach:
        assert refused(state, "u1 advance 0.001") == ("move.no_entry", "adlg.move.worst_ground", {"unit": "u1"})
        return
    assert pose(after(state, f"u1 advance {reach}")) == (10000, 10000 + 1000 * reach, 0)
    numbers = {"unit": "u1", "cost": 1000 * reach + 1, "limit": 1000 * reach}
    assert refused(state, f"u1 advance {reach}.001") == ("move.too_far", "adlg.move.allowance", numbers)


@pytest.mark.rule("adlg.move.allowance")
@pytest.mark.parametrize(
    ("troop", "kind", "combat", "both"),
    [("medium_camels", "brush", 3, 4), ("light_camels", "brush", 4, 5), ("medium_camels", "dunes", 1, 3)],
)
def test_brush_and_dunes_slow_camels_unless_the_reading_spares_their_moves_too(
    troop: str, kind: str, combat: int, both: int
) -> None:
    for reading, reach in (("combat", combat), ("combat_and_movement", both)):
        everywhere = ground(kind, 0, 0, 20000, 20000)
        state = drill([("u1", troop, N)], terrain=[everywhere], camel_terrain_relief=reading)
        assert refused(state, "u1 advance 9")[2] == {"unit": "u1", "cost": 9000, "limit": 1000 * reach}


def test_nothing_moves_when_an_order_is_refused() -> None:
    position = Position(drill([("u1", "light_infantry", N), foe()]))
    before = position.text()
    assert isinstance(position.check("u1 advance 3.001"), Refusal)
    with pytest.raises(ValueError, match="not allowed"):
        position.play("u1 advance 3.001")
    assert position.text() == before


# Heavy foot with room


def heavy_foot(nearest: int, troop: str = "heavy_spearmen", **more: Any) -> State:
    """The nearest enemy stands so far ahead."""
    return drill([("u1", troop, N), foe(x=10000, y=10000 + nearest)], **more)


@pytest.mark.rule("adlg.move.heavy_foot")
@pytest.mark.statement("AG-153")
@pytest.mark.parametrize("troop", ["heavy_spearmen", "pikemen", "foot_knights", "levy"])
def test_heavy_foot_more_than_4_ud_from_every_enemy_goes_3_ud(troop: str) -> None:
    assert pose(after(heavy_foot(4001, troop), "u1 advance 3")) == (10000, 13000, 0)
    assert refused(heavy_foot(4001, troop), "u1 advance 3.001")[2] == {"unit": "u1", "cost": 3001, "limit": 3000}
    assert refused(heavy_foot(4000, troop), "u1 advance 2.001")[2] == {"unit": "u1", "cost": 2001, "limit": 2000}


@pytest.mark.rule("adlg.move.heavy_foot")
def test_exactly_4_ud_are_enough_for_heavy_foot_by_the_other_reading() -> None:
    enough = {"heavy_foot_boost_distance": "at_least_4_ud"}
    assert pose(after(heavy_foot(4000, **enough), "u1 advance 3")) == (10000, 13000, 0)
    assert refused(heavy_foot(3999, **enough), "u1 advance 3")[2] == {"unit": "u1", "cost": 3000, "limit": 2000}
    assert pose(after(heavy_foot(4000, profile="common"), "u1 advance 3")) == (10000, 13000, 0)


@pytest.mark.rule("adlg.move.heavy_foot")
@pytest.mark.statement("AG-152")
def test_heavy_foot_hastens_only_if_it_starts_in_the_open() -> None:
    behind = ground("brush", 5000, 5000, 15000, 9253)
    assert refused(heavy_foot(6000, terrain=[behind]), "u1 advance 3")[2] == {"unit": "u1", "cost": 3000, "limit": 2000}
    touching = ground("brush", 5000, 5000, 15000, 9250)
    assert pose(after(heavy_foot(6000, terrain=[touching]), "u1 advance 3")) == (10000, 13000, 0)
    ahead = ground("brush", 5000, 12000, 15000, 13000)
    assert refused(heavy_foot(6000, terrain=[ahead]), "u1 advance 3")[2] == {"unit": "u1", "cost": 3000, "limit": 2000}


@pytest.mark.rule("adlg.move.heavy_foot")
def test_every_move_of_heavy_foot_is_judged_anew() -> None:
    twice = after(heavy_foot(9000), "u1 advance 3", "u1 advance 2")
    assert pose(twice) == (10000, 15000, 0), "4 UD from the enemy"
    assert refused(twice, "u1 advance 2.001")[0] == "move.third_alone"
    led = drill([("u1", "heavy_spearmen", N), foe(x=10000, y=19000)], leaders={"c1": "u1"})
    third = after(led, "u1 advance 3", "u1 advance 2")
    assert refused(third, "u1 turn back advance 1.001")[2] == {"unit": "u1", "cost": 2001, "limit": 2000}


def test_other_foot_never_hastens() -> None:
    assert refused(heavy_foot(9000, "war_wagon"), "u1 advance 2.001")[2]["limit"] == 2000
    assert refused(heavy_foot(9000, "medium_spearmen"), "u1 advance 3.001")[2]["limit"] == 3000


# Roads


@pytest.mark.rule("adlg.move.road")
@pytest.mark.statement("AG-151")
@pytest.mark.parametrize(("troop", "reach"), [("medium_cavalry", 5), ("light_artillery", 3), ("heavy_chariot", 4)])
def test_along_a_road_a_unit_has_the_open_allowance_and_1_ud_more(troop: str, reach: int) -> None:
    wood = ground("wood", 0, 0, 20000, 20000)
    state = with_road(drill([("u1", troop, N), foe()], terrain=[wood]), (10000, 0), (10000, 20000))
    assert pose(after(state, f"u1 advance {reach}")) == (10000, 10000 + 1000 * reach, 0)
    assert refused(state, f"u1 advance {reach}.001")[2]["limit"] == 1000 * reach


@pytest.mark.rule("adlg.move.road")
@pytest.mark.rule("adlg.move.heavy_foot")
@pytest.mark.parametrize(("north", "limit"), [(9000, 4000), (9500, 3000)])
def test_heavy_foot_hastens_on_a_road_too_if_it_starts_in_the_open(north: int, limit: int) -> None:
    wood = ground("wood", 0, 0, 20000, north)
    state = with_road(drill([("u1", "heavy_spearmen", N), foe()], terrain=[wood]), (10000, 0), (10000, 20000))
    assert refused(state, "u1 advance 4.001")[2] == {"unit": "u1", "cost": 4001, "limit": limit}


@pytest.mark.rule("adlg.move.road")
def test_who_leaves_the_road_has_the_allowance_of_the_ground() -> None:
    wood = ground("wood", 0, 0, 20000, 20000)
    state = with_road(drill([("u1", "medium_cavalry", N), foe()], terrain=[wood]), (10000, 0), (10000, 20000))
    numbers = {"unit": "u1", "cost": 2000, "limit": 1000}
    assert refused(state, "u1 slide right 0.5 advance 2") == ("move.too_far", "adlg.move.allowance", numbers)


# The worst ground


@pytest.mark.rule("adlg.move.worst_ground")
def test_the_worst_ground_that_a_move_touches_counts_for_all_of_it() -> None:
    brush = ground("brush", 5000, 11000, 15000, 11500)
    state = drill([("u1", "heavy_cavalry", N), foe()], terrain=[brush])
    assert pose(after(state, "u1 advance 1")) == (10000, 11000, 0)
    assert pose(after(state, "u1 advance 3")) == (10000, 13000, 0)
    assert refused(state, "u1 advance 4")[2] == {"unit": "u1", "cost": 4000, "limit": 3000}
    brushed = ground("brush", 8000, 10000, 9497, 11000)
    swing = drill([("u1", "heavy_cavalry", N), foe()], terrain=[brushed])
    assert refused(swing, "u1 slide left 0.5 advance 4")[2] == {"unit": "u1", "cost": 4000, "limit": 3000}


@pytest.mark.rule("adlg.move.worst_ground")
def test_nobody_enters_ground_in_which_he_has_no_allowance_not_even_by_a_slide() -> None:
    wood = ground("wood", 10800, 9000, 12000, 11000)
    state = drill([("u1", "light_chariot", N), foe()], terrain=[wood])
    assert refused(state, "u1 slide right 0.4") == ("move.no_entry", "adlg.move.worst_ground", {"unit": "u1"})
    assert pose(after(state, "u1 slide right 0.3")) == (10300, 10000, 0)
    cliff = ground("wood", 9000, 11000, 11000, 12000, impassable=True)
    blocked = drill([("u1", "light_infantry", N), foe()], terrain=[cliff])
    assert refused(blocked, "u1 advance 1.003") == ("move.impassable", "adlg.move.worst_ground", {"unit": "u1"})
    assert pose(after(blocked, "u1 advance 1")) == (10000, 11000, 0)


# Works


WALL = work("fortification", (9500, 11000), (10500, 11000), 0)


@pytest.mark.rule("adlg.move.works")
@pytest.mark.parametrize(("troop", "crossing"), [("medium_swordsmen", 1000), ("light_cavalry", 2000)])
def test_crossing_works_costs_foot_1_ud_and_mounted_troops_2(troop: str, crossing: int) -> None:
    state = drill([("u1", troop, N), foe()], works=[WALL])
    assert spent(state, "u1 advance 1") == 1000, "it only comes up to them"
    assert spent(state, "u1 advance 2") == 2000 + crossing
    assert spent(state, "u1 advance 1.5 advance 0.5") == 2000 + crossing, "one work is crossed once"


@pytest.mark.rule("adlg.move.works")
def test_stretches_that_join_are_one_line_and_lines_apart_cost_each() -> None:
    joined = [WALL, work("obstacle", (10500, 11000), (11500, 11000), 1)]
    state = drill([("u1", "light_cavalry", (10500, 10000, 0)), foe()], works=joined)
    assert spent(state, "u1 advance 2") == 4000
    apart = [WALL, work("obstacle", (9500, 12500), (10500, 12500), 1)]
    state = drill([("u1", "light_infantry", N), foe()], works=apart)
    numbers = {"unit": "u1", "cost": 4700, "limit": 3000}
    assert refused(state, "u1 advance 2.7") == ("move.too_far", "adlg.move.allowance", numbers)


@pytest.mark.rule("adlg.move.works")
def test_a_unit_that_stands_across_works_has_paid_for_them() -> None:
    state = after(drill([("u1", "light_infantry", N), foe()], works=[WALL]), "u1 advance 1.3")
    assert spent(state, "u1 advance 1") == 1000


@pytest.mark.rule("adlg.move.works")
def test_a_wheel_over_works_pays_for_them_too() -> None:
    ahead = work("obstacle", (10900, 9000), (10900, 11000), 1)
    state = drill([("u1", "light_infantry", (11000, 9500, 27000)), foe()], works=[ahead])
    assert spent(state, "u1 wheel right 10") == 167 + 1000


@pytest.mark.rule("adlg.move.works")
def test_a_unit_right_behind_its_works_may_not_wheel() -> None:
    state = drill([("u1", "medium_swordsmen", (10000, 11000, 0)), foe()], works=[WALL])
    assert refused(state, "u1 wheel left 10") == ("move.behind_works", "adlg.move.works", {"unit": "u1"})
    stepped_back = drill([("u1", "medium_swordsmen", (10000, 10900, 0)), foe()], works=[WALL])
    assert spent(stepped_back, "u1 wheel left 5") == 84


# A group goes as fast as its slowest unit


@pytest.mark.rule("adlg.group.formed")
def test_a_group_goes_as_far_as_its_slowest_unit() -> None:
    units = [*line("medium_swordsmen", 2), ("u3", "heavy_swordsmen", (12000, 10000, 0)), foe(x=12000, y=14000)]
    state = drill(units)
    assert refused(state, "u1+u2+u3 advance 3")[2] == {"unit": "u3", "cost": 3000, "limit": 2000}
    moved = after(state, "u1+u2+u3 advance 2")
    assert poses(moved, "u1", "u2", "u3") == [(10000, 12000, 0), (11000, 12000, 0), (12000, 12000, 0)]
    assert given(state, "u1+u2+u3 advance 2").bill.total == 1, "one order for all of them"


def test_units_without_a_commander_to_hear_pay_more_but_go_as_far() -> None:
    state = orders_of(battlefield([("u1", "light_infantry", N), ("e1", "levy", AFAR)]))
    found = given(state, "u1 advance 3")
    assert [(item.value, item.rule) for item in found.bill.items] == [
        (1, "adlg.orders.move"),
        (1, "adlg.orders.out_of_radius"),
    ]
