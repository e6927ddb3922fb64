"""What a unit in a zone of control may do, and how it leaves one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    N,
    allowed,
    cohesion,
    fighting,
    play,
    pose,
    price,
    ready,
    refused,
    stage,
    table,
    why,
)
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SWORDS, HORSE, KNIGHTS = "medium_swordsmen", "medium_cavalry", "heavy_knights"
ALLOWED = "adlg.zone.allowed"
SLANTING: Pose = (10200, 10300, 500)
THREAT: Pose = (10000, 11000, 18000)
"""The enemy who holds a unit at SLANTING, 700 away."""


def held(troop: str = SWORDS, place: Pose = SLANTING, enemy: Pose = THREAT, **more: Any) -> Position:
    return ready([("u1", troop, place), ("e1", SWORDS, enemy)], **more)


# What is allowed


@pytest.mark.statement("AG-602")
@pytest.mark.rule("adlg.zone.allowed")
def test_a_held_unit_may_stay() -> None:
    after = play(held(), "done")
    assert pose(after) == SLANTING
    assert cohesion(after, "u1") == 3


@pytest.mark.statement("AG-603")
@pytest.mark.rule("adlg.zone.allowed")
def test_a_held_unit_may_charge_the_most_threatening_enemy_and_nobody_else() -> None:
    units: list[Placed] = [
        ("u1", SWORDS, N),
        ("e1", SWORDS, (10300, 10700, 18000)),
        ("e2", SWORDS, (9300, 11500, 18000)),
    ]
    position = ready(units)
    assert refused(position, "u1 charge e2") == ("charge.threat", ALLOWED, {"unit": "u1", "enemy": "e1"})
    assert fighting(play(position, "u1 charge e1")) == [("u1", "e1", "front")]


@pytest.mark.rule("adlg.charge.edge_taken")
def test_a_held_unit_may_charge_whoever_stands_between_it_and_the_most_threatening_enemy() -> None:
    """The enemy between is light infantry, which does not hold swordsmen; his friend behind blocks his evade."""
    units: list[Placed] = [("u1", SWORDS, N), ("e1", SWORDS, (10000, 10900, 18000))]
    between = ready([*units, ("e2", "light_infantry", (10600, 10380, 18000))])
    assert fighting(play(between, "u1 charge e2")) == [("u1", "e2", "front")]
    aside = ready([*units, ("e2", "light_infantry", (11020, 10380, 18000))])
    assert why(aside, "u1 charge e2") == ("charge.threat", ALLOWED)


@pytest.mark.rule("adlg.zone.allowed")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        pytest.param("advance 0.3", "", marks=pytest.mark.statement("AG-604")),
        pytest.param("advance 0.64", "move.held_z3", marks=pytest.mark.statement("AG-604")),
        pytest.param("wheel left 5", "", marks=pytest.mark.statement("AG-605")),
        pytest.param("wheel right 5", "move.held_z1", marks=pytest.mark.statement("AG-605")),
        pytest.param("slide left 0.2", "", marks=pytest.mark.statement("AG-606")),
        pytest.param("slide right 0.4", "move.held_z2", marks=pytest.mark.statement("AG-606")),
    ],
)
def test_a_held_unit_advances_wheels_and_slides_only_to_align_on_the_enemy_or_approach_him(
    order: str, code: str
) -> None:
    position = held()
    if not code:
        assert pose(play(position, f"u1 {order}")) != SLANTING
    else:
        assert refused(position, f"u1 {order}")[0::2] == (code, {"unit": "u1", "enemy": "e1"})
        assert why(position, f"u1 {order}")[1] == ALLOWED


@pytest.mark.rule("adlg.zone.allowed")
def test_by_the_common_reading_a_held_unit_slides_only_in_a_charge() -> None:
    position = held(slide_in_zone="charge_or_conform")
    assert why(position, "u1 slide left 0.2") == ("move.held_slide", ALLOWED)
    assert allowed(position, "u1 slide left 0.2 charge e1")
    assert allowed(held(), "u1 slide left 0.2 charge e1")


@pytest.mark.rule("adlg.zone.allowed")
def test_a_held_unit_may_not_lose_the_direction_onto_the_enemy() -> None:
    """Its front is beside his after the slide, though no end of it comes farther from his line."""
    position = held(place=(10960, 10500, 0))
    assert why(position, "u1 slide right 0.05") == ("move.held_z4", ALLOWED)
    assert allowed(position, "u1 slide left 0.05")


@pytest.mark.statement("AG-607")
@pytest.mark.rule("adlg.zone.allowed")
@pytest.mark.parametrize(
    ("enemy", "turn", "end"),
    [
        ((11300, 9400, 27000), "right", (10500, 9500, 9000)),
        ((8700, 9400, 9000), "left", (9500, 9500, 27000)),
        ((10000, 8500, 0), "back", (10000, 9000, 18000)),
    ],
)
def test_a_held_unit_may_turn_to_face_the_enemy_at_its_flank_or_rear(enemy: Pose, turn: str, end: Pose) -> None:
    position = held(place=N, enemy=enemy)
    assert pose(play(position, f"u1 turn {turn}")) == end


@pytest.mark.statement("AG-607")
@pytest.mark.rule("adlg.zone.allowed")
@pytest.mark.parametrize("turn", ["left", "right", "back"])
def test_a_unit_held_in_front_may_not_turn_away(turn: str) -> None:
    position = held(place=(10000, 10400, 0))
    code, rule, numbers = refused(position, f"u1 turn {turn}")
    assert (code, rule) == ("move.held_turn", ALLOWED)
    assert {"unit": "u1", "enemy": "e1"}.items() <= numbers.items()


def column(enemy: Pose) -> Position:
    return ready([("u1", "heavy_cavalry", N), ("u2", "heavy_cavalry", (10000, 9250, 0)), ("e1", SWORDS, enemy)])


@pytest.mark.statement("AG-608")
@pytest.mark.rule("adlg.zone.allowed")
def test_a_held_group_may_extend_if_nobody_comes_into_a_zone_or_out_of_one() -> None:
    free = play(column((10000, 10900, 18000)), "u1+u2 extend 0 1")
    assert [pose(free, "u1"), pose(free, "u2")] == [N, (11000, 10000, 0)]
    beside = column((10500, 10900, 18000))
    code, rule, numbers = refused(beside, "u1+u2 extend 0 1")
    assert (code, rule) == ("move.held_reform", ALLOWED)
    assert numbers["unit"] == "u2"
    assert allowed(beside, "u1+u2 extend 1 0")


@pytest.mark.statement("AG-608")
@pytest.mark.rule("adlg.zone.allowed")
def test_a_held_group_may_contract_if_nobody_leaves_the_zone() -> None:
    line: list[Placed] = [("u1", HORSE, N), ("u2", HORSE, (11000, 10000, 0))]
    one = ready([*line, ("e1", SWORDS, (10000, 10900, 18000))])
    assert pose(play(one, "u1+u2 contract u1 advance 0.8"), "u2") == (10000, 10050, 0)
    both = ready([*line, ("e1", SWORDS, (10500, 10900, 18000))])
    assert why(both, "u1+u2 contract u1 advance 0.8") == ("move.held_reform", ALLOWED)


# How it is measured


@pytest.mark.rule("adlg.zone.allowed")
def test_distance_is_measured_to_the_line_of_the_enemy_front_or_by_another_reading_to_its_edge() -> None:
    """A slide along his line: no nearer, no farther; but a corner beyond his edge comes farther from that."""
    beside = (10300, 10300, 0)
    assert allowed(held(place=beside), "u1 slide right 0.04")
    edge = held(place=beside, zone_distance_to="front_edge")
    assert why(edge, "u1 slide right 0.04") == ("move.held_z2", ALLOWED)
    assert allowed(edge, "u1 slide left 0.04")


@pytest.mark.rule("adlg.zone.allowed")
@pytest.mark.parametrize(
    ("slack", "slide", "fits"), [(50, "0.05", True), (50, "0.06", False), (0, "0.01", False), (100, "0.1", True)]
)
def test_the_held_part_of_a_front_may_stick_out_of_the_zone_by_a_little(slack: int, slide: str, fits: bool) -> None:
    position = held(place=(10300, 10300, 0), zone_slack=slack)
    if fits:
        assert allowed(position, f"u1 slide right {slide}")
    else:
        assert why(position, f"u1 slide right {slide}") == ("move.held_z3", ALLOWED)


# Leaving by an evade


@pytest.mark.statement("AG-621")
@pytest.mark.rule("adlg.zone.evade")
@pytest.mark.parametrize(("die", "end"), [(2, 5250), (3, 4250), (6, 3250)])
def test_who_can_evade_leaves_a_zone_by_an_evade_for_one_point(die: int, end: int) -> None:
    position = held("light_cavalry", N, (10000, 10700, 18000))
    assert price(position, "u1 evade") == 1
    assert stage(play(position, "u1 evade")) == ("run", "u1")
    after = play(position, "u1 evade", str(die), "u1 stay")
    assert pose(after) == (10000, end, 18000)
    assert stage(after)[0] == "orders"
    assert cohesion(after, "u1") == 2
    assert pose(play(position, "u1 evade", str(die), "u1 half")) == (10000, end + 750, 0)


@pytest.mark.rule("adlg.zone.evade")
@pytest.mark.parametrize(
    ("enemy", "heading"),
    [((10000, 10700, 18000), 18000), ((11200, 9500, 27000), 27000), ((8800, 9500, 9000), 9000), ((10000, 8900, 0), 0)],
)
def test_such_an_evade_turns_away_from_the_most_threatening_enemy(enemy: Pose, heading: int) -> None:
    after = play(held("javelinmen", N, enemy), "u1 evade", "4")
    assert pose(after)[2] == heading


@pytest.mark.rule("adlg.zone.evade")
def test_nobody_else_evades_out_of_a_zone_and_nobody_who_is_in_none() -> None:
    assert why(held(), "u1 evade") == ("deed.evades_not", "adlg.evade.who")
    assert why(held("light_cavalry", N, (10000, 13000, 18000)), "u1 evade") == ("deed.free", "adlg.zone.evade")


# Leaving backwards


@pytest.mark.rule("adlg.zone.back")
@pytest.mark.parametrize(
    ("troop", "end"),
    [
        pytest.param(SWORDS, (10000, 9000, 0), marks=pytest.mark.statement("AG-622")),
        pytest.param(KNIGHTS, (10000, 8000, 0), marks=pytest.mark.statement("AG-623")),
        pytest.param("elephant", (10000, 8000, 0), marks=pytest.mark.statement("AG-623")),
    ],
)
def test_others_leave_a_zone_straight_back_by_1_ud_on_foot_and_2_ud_mounted(troop: str, end: Pose) -> None:
    position = held(troop, N, (10000, 10700, 18000))
    assert pose(play(position, "u1 leave")) == end


@pytest.mark.rule("adlg.zone.back")
@pytest.mark.parametrize(
    ("place", "enemy", "end"),
    [
        ((10000, 10000, 1000), (10000, 10700, 18000), (9826, 9015, 1000)),
        ((10000, 10000, 1000), (11200, 9600, 27000), (9421, 9595, 10000)),
    ],
)
def test_who_leaves_backwards_first_turns_to_the_most_threatening_enemy(place: Pose, enemy: Pose, end: Pose) -> None:
    assert pose(play(held("heavy_swordsmen", place, enemy), "u1 leave")) == end


@pytest.mark.statement("AG-624")
@pytest.mark.rule("adlg.zone.back")
def test_to_leave_backwards_costs_2_points_and_one_more_out_of_radius() -> None:
    near = (10000, 10700, 18000)
    assert price(held(place=N, enemy=near), "u1 leave") == 2
    far = held(place=N, enemy=near, leaders={"c1": (2000, 2000, 0), "d1": (2000, 18000, 0)})
    assert price(far, "u1 leave") == 3
    assert refused(held(place=N, enemy=near, points=1), "u1 leave") == (
        "order.points",
        "adlg.command.points",
        {"cost": 2, "have": 1},
    )


@pytest.mark.statement("AG-625")
@pytest.mark.rule("adlg.zone.back")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 2), (1, 1)])
def test_to_leave_backwards_disorders_a_unit_that_was_in_good_order(before: int, after: int) -> None:
    units: list[Placed] = [("u1", SWORDS, N, {"cohesion": before}), ("e1", SWORDS, (10000, 10700, 18000))]
    left = play(ready(units), "u1 leave")
    assert cohesion(left, "u1") == after
    assert table(left).disordered("u1")


@pytest.mark.rule("adlg.zone.back")
def test_who_can_evade_does_not_leave_backwards_and_who_has_no_room_does_not_at_all() -> None:
    near = (10000, 10700, 18000)
    assert why(held("light_infantry", N, near), "u1 leave")[0] == "deed.evades"
    friend: list[Placed] = [("u1", SWORDS, N), ("u2", SWORDS, (10000, 8200, 0)), ("e1", SWORDS, near)]
    assert why(ready(friend), "u1 leave") == ("deed.no_room", "adlg.zone.back")


# Riding out


@pytest.mark.rule("adlg.zone.ride_out")
@pytest.mark.parametrize("troop", [HORSE, KNIGHTS, "light_cavalry", "cataphracts"])
def test_mounted_troops_ride_straight_out_of_the_zone_of_a_slower_enemy_behind(troop: str) -> None:
    units: list[Placed] = [("u1", troop, N), ("e1", "heavy_spearmen", (10000, 8900, 0))]
    position = ready(units)
    after = play(position, "u1 ride 3")
    assert pose(after) == (10000, 13000, 0)


@pytest.mark.rule("adlg.zone.ride_out")
@pytest.mark.parametrize(("back", "rides"), [(300, False), (375, False), (376, True)])
def test_an_enemy_is_behind_whose_middle_lies_behind_that_of_the_unit(back: int, rides: bool) -> None:
    """He stands on the right and looks to the left; the base of cavalry is 0.75 UD deep."""
    position = ready([("u1", HORSE, N), ("e1", "heavy_spearmen", (11000, 10000 - back, 27000))])
    if rides:
        assert allowed(position, "u1 ride 2")
    else:
        assert why(position, "u1 ride 2") == ("deed.not_behind", "adlg.zone.ride_out")


@pytest.mark.statement("AG-626")
@pytest.mark.rule("adlg.zone.ride_out", "adlg.difficult.zone")
@pytest.mark.parametrize("troop", [HORSE, KNIGHTS])
def test_to_ride_out_costs_one_point_whether_or_not_the_unit_can_evade(troop: str) -> None:
    units: list[Placed] = [("u1", troop, N), ("e1", "heavy_spearmen", (10000, 8900, 0))]
    assert price(ready(units), "u1 ride 3") == 1


@pytest.mark.statement("AG-627")
@pytest.mark.rule("adlg.zone.ride_out")
def test_to_ride_out_does_not_disorder() -> None:
    units: list[Placed] = [("u1", HORSE, N), ("e1", "heavy_spearmen", (10000, 8900, 0))]
    after = play(ready(units), "u1 ride 2")
    assert cohesion(after, "u1") == 3


@pytest.mark.rule("adlg.zone.ride_out")
@pytest.mark.parametrize(
    ("troop", "enemy", "place", "code"),
    [
        (SWORDS, "heavy_spearmen", (10000, 8900, 0), "deed.mounted"),
        (KNIGHTS, "medium_swordsmen", (10000, 8900, 0), "deed.not_slower"),  # as fast as knights
        (HORSE, "heavy_spearmen", (10000, 10700, 18000), "deed.not_behind"),
        (HORSE, "heavy_spearmen", (10000, 5000, 0), "deed.not_behind"),
    ],
)
def test_only_mounted_troops_ride_out_and_only_from_a_slower_enemy_behind(
    troop: str, enemy: str, place: Pose, code: str
) -> None:
    position = ready([("u1", troop, N), ("e1", enemy, place)])
    assert why(position, "u1 ride 2") == (code, "adlg.zone.ride_out")


@pytest.mark.rule("adlg.zone.ride_out")
def test_by_the_common_reading_only_those_ride_out_who_cannot_evade() -> None:
    for troop, code in ((HORSE, "deed.evades"), ("light_cavalry", "deed.evades"), (KNIGHTS, "")):
        units: list[Placed] = [("u1", troop, N), ("e1", "heavy_spearmen", (10000, 8900, 0))]
        position = ready(units, rear_zone_exit_for="mounted_that_cannot_evade")
        if code:
            assert why(position, "u1 ride 2") == (code, "adlg.zone.ride_out")
        else:
            assert allowed(position, "u1 ride 2")
