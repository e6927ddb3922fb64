"""The long sides of a war wagon: two have room on each, side by side, and against one alone it has a bonus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, cohesion, fight, fighting, meeting, play, pose, ready, stage, table
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.games.adlg.battle.charge.charging import taken
from triarii.games.adlg.battle.fighting.fights import clashes
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

LONG_SIDE = "adlg.war_wagon.long_side"
HORSE, FOOT, WAGON = "medium_cavalry", "heavy_swordsmen", "war_wagon"
FRONT_HALF: Pose = (10500, 9500, 27000)
REAR_HALF: Pose = (10500, 8500, 27000)
"""Square on the right side of a wagon at N, front corner or rear corner matched."""


def east(name: str, y: int, troop: str = HORSE) -> Placed:
    """A unit that looks at the right side of the wagon."""
    return name, troop, (12500, y, 27000)


def charged(*units: Placed, **options: Any) -> Position:
    """All these charge a war wagon that looks north."""
    names = "+".join(sorted(unit[0] for unit in units))
    return play(ready([*units, ("e1", WAGON, N)], **options), f"{names} charge e1")


# Room for two


@pytest.mark.rule(LONG_SIDE)
@pytest.mark.parametrize("first", [9500, 9400, 9000, 8700])
def test_a_line_of_two_that_charges_a_long_side_fights_there_side_by_side(first: int) -> None:
    after = charged(east("u1", first), east("u2", first - 1000))
    assert fighting(after) == [("u1", "e1", "right"), ("u2", "e1", "right")]
    assert (pose(after, "u1"), pose(after, "u2")) == (FRONT_HALF, REAR_HALF)
    assert meeting(after, "u1", "e1").conformed
    assert meeting(after, "u2", "e1").conformed


@pytest.mark.rule("adlg.charge.side")
@pytest.mark.parametrize("first", [10300, 9700, 9510])
def test_who_started_partly_ahead_of_a_wagons_front_and_meets_its_long_side_fights_there(first: int) -> None:
    """By the line of the front he would have to go round the corner, while the one beside him stays on the side."""
    assert fighting(charged(east("u1", first))) == [("u1", "e1", "right")]
    after = charged(east("u1", first), east("u2", first - 1000))
    assert (pose(after, "u1"), pose(after, "u2")) == (FRONT_HALF, REAR_HALF)


@pytest.mark.rule(LONG_SIDE)
def test_a_third_in_the_line_keeps_beside_those_who_fill_the_side() -> None:
    after = charged(east("u1", 10000), east("u2", 9000), east("u3", 8000))
    assert fighting(after) == [("u1", "e1", "right"), ("u2", "e1", "right")]
    assert [pose(after, name) for name in ("u1", "u2", "u3")] == [FRONT_HALF, REAR_HALF, (10500, 7500, 27000)]


@pytest.mark.rule(LONG_SIDE)
def test_each_takes_the_half_that_is_nearer_to_him_whatever_he_is_called() -> None:
    after = charged(east("u2", 9300), east("u1", 8300))
    assert (pose(after, "u2"), pose(after, "u1")) == (FRONT_HALF, REAR_HALF)
    west: list[Placed] = [("u1", HORSE, (7000, 8400, 9000)), ("u2", HORSE, (7000, 9400, 9000))]
    mirrored = charged(*west)
    assert {name: pose(mirrored, name) for name in ("u1", "u2")} == {"u1": (9500, 8500, 9000), "u2": (9500, 9500, 9000)}


@pytest.mark.rule(LONG_SIDE)
def test_a_slanting_line_of_two_finds_both_halves_too() -> None:
    """The rear one is there first, and still leaves the front half to the other."""
    line: list[Placed] = [("u1", HORSE, (12500, 8900, 28000)), ("u2", HORSE, (12326, 7915, 28000))]
    after = charged(*line)
    assert (pose(after, "u1"), pose(after, "u2")) == (FRONT_HALF, REAR_HALF)


@pytest.mark.rule(LONG_SIDE)
@pytest.mark.rule("adlg.charge.edge_taken")
def test_a_second_charge_may_join_a_friend_on_a_long_side_and_then_that_side_is_full() -> None:
    units: list[Placed] = [("u1", HORSE, FRONT_HALF), ("e1", WAGON, N)]
    units += [east("u2", 8400), ("u3", HORSE, (10000, 6000, 0))]
    one = ready(units, meetings=[meets("u1", "e1", "right", rounds=1)])
    assert not taken(table(one), "e1", Side.RIGHT)
    two = play(one, "u2 charge e1")
    assert fighting(two) == [("u1", "e1", "right"), ("u2", "e1", "right")]
    assert pose(two, "u2") == REAR_HALF
    assert taken(table(two), "e1", Side.RIGHT)
    assert fighting(play(two, "u3 charge e1"))[-1] == ("u3", "e1", "rear"), "its other edges are free"


@pytest.mark.rule("adlg.charge.edge_taken")
def test_a_flank_of_any_other_unit_has_room_for_one() -> None:
    units: list[Placed] = [("u1", HORSE, (10500, 9500, 27000)), ("e1", "pikemen", N)]
    assert taken(table(ready(units, meetings=[meets("u1", "e1", "right")])), "e1", Side.RIGHT)


@pytest.mark.rule(LONG_SIDE)
def test_a_single_charger_whom_a_rock_keeps_from_the_front_half_takes_the_other() -> None:
    rock = [ground("wood", 10700, 9300, 12000, 12000, impassable=True)]
    assert pose(charged(east("u1", 8650), terrain=rock)) == REAR_HALF


# The bonus


def bonus(position: Position) -> int:
    """What the wagon has on its long side in the melee that comes next."""
    return sum(row["value"] for row in fight(position)["ledger"] if (row["side"], row["rule"]) == ("b", LONG_SIDE))


@pytest.mark.rule(LONG_SIDE)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_a_war_wagon_has_one_more_against_a_single_attacker_on_a_long_side(profile: str) -> None:
    alone = play(charged(east("u1", 9400, FOOT), profile=profile), "done")
    assert stage(alone) == ("melee", "u1")
    assert bonus(alone) == 1
    assert fight(alone)["totals"]["b"] == 1


@pytest.mark.rule(LONG_SIDE)
@pytest.mark.parametrize(("has_it", "left"), [(True, 4), (False, 3)])
def test_it_decides_a_round_and_by_an_option_there_is_none(has_it: bool, left: int) -> None:
    """Swordsmen have 1, and by the sheet 1 more on a flank: 5 and 4 with the wagon's bonus are even."""
    others: list[Placed] = [("u9", FOOT, (3000, 17000, 18000)), ("e9", FOOT, (3000, 3000, 0))]
    position = ready([east("u1", 9400, FOOT), ("e1", WAGON, N), *others], war_wagon_long_side_bonus=has_it)
    before = play(position, "u1 charge e1", "done")
    assert fight(before)["totals"] == {"a": 2, "b": int(has_it)}
    assert cohesion(play(before, "3-4"), "e1") == left


@pytest.mark.rule(LONG_SIDE)
def test_a_second_attacker_on_that_side_takes_it_away_and_adds_nothing_else() -> None:
    both = play(charged(east("u1", 9500, FOOT), east("u2", 8500, FOOT)), "done")
    assert bonus(both) == 0
    [clash] = clashes(both.state.field)
    assert clash.supporters == ()


@pytest.mark.rule(LONG_SIDE)
def test_an_attacker_on_the_other_long_side_does_not_take_it_away() -> None:
    units: list[Placed] = [("u1", FOOT, FRONT_HALF), ("u2", FOOT, (9500, 9500, 9000)), ("e1", WAGON, N)]
    both = [meets("u1", "e1", "right", rounds=1), meets("u2", "e1", "left", rounds=1)]
    assert bonus(play(ready(units, meetings=both), "done")) == 1


@pytest.mark.rule(LONG_SIDE)
@pytest.mark.parametrize("start", [(10000, 11500, 18000), (10000, 6500, 0)])
def test_there_is_none_in_front_and_at_the_rear(start: Pose) -> None:
    assert bonus(play(charged(("u1", FOOT, start)), "done")) == 0


@pytest.mark.rule(LONG_SIDE)
def test_nobody_else_has_it() -> None:
    units: list[Placed] = [("u1", FOOT, (12500, 9400, 27000)), ("e1", "heavy_spearmen", N)]
    assert bonus(play(ready(units), "u1 charge e1", "done")) == 0
