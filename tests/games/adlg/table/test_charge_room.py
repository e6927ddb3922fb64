"""Room in a charge: friends on its way and around its wheel, second ranks, and light infantry among heavier troops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, allowed, fighting, play, pose, ready, refused, table, why
from tests.games.adlg.table.tables import Placed, ground, work
from triarii.games.adlg.battle.fighting.fights import supporting
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SWORDS, SPEARS, HORSE, LIGHT = "medium_swordsmen", "heavy_spearmen", "medium_cavalry", "light_infantry"


def through(friend: Pose, troop: str = LIGHT, **options: Any) -> Position:
    """Spearmen charge through a friend whom they may pass."""
    units: list[Placed] = [("u1", SPEARS, (10000, 12000, 18000)), ("u2", troop, friend), ("e1", SPEARS, N)]
    return ready(units, **options)


# Friends on the way


@pytest.mark.rule("adlg.charge.stops")
@pytest.mark.parametrize(
    ("friend", "end"),
    [
        ((10000, 11600, 18000), (10000, 11600, 18000)),  # passed altogether
        ((10000, 10600, 18000), (10000, 10750, 18000)),  # pushed back just clear
        ((10900, 10300, 18000), (10900, 10750, 18000)),  # only touched with a corner of its base
    ],
)
def test_a_passed_friend_stays_or_is_pushed_back_just_clear(friend: Pose, end: Pose) -> None:
    after = play(through(friend), "u1 charge e1")
    assert pose(after) == (10000, 10000, 18000)
    assert pose(after, "u2") == end


@pytest.mark.rule("adlg.charge.stops")
def test_a_charge_ends_at_a_friend_who_has_no_room_to_give() -> None:
    """A rock lies close behind him, and he would have to step back onto it."""
    rock = [ground("wood", 10520, 10860, 12000, 12000, impassable=True)]
    blocked = through((10200, 10300, 18000), terrain=rock)
    assert refused(blocked, "u1 charge e1") == (
        "charge.stopped",
        "adlg.charge.stops",
        {"unit": "u1", "target": "e1", "way": 2000, "free": 1200},
    )
    assert allowed(through((10200, 10300, 18000)), "u1 charge e1")


@pytest.mark.rule("adlg.charge.stops")
def test_a_charge_does_not_stop_on_a_friend_beyond_whose_far_side_it_does_not_come() -> None:
    """He reaches past the enemy's front line, so that the charger would end on him and not beyond."""
    assert not allowed(through((10990, 9900, 18000)), "u1 charge e1")


@pytest.mark.rule("adlg.charge.stops")
def test_by_the_stricter_reading_passed_friends_are_pushed_by_no_more_than_1_ud() -> None:
    """The friend would have to step back by 1.2 UD behind the long base of a wagon."""
    units: list[Placed] = [
        ("u1", "war_wagon", (10000, 11900, 18000), {"abilities": ["blades"]}),
        ("u2", LIGHT, (10000, 10800, 18000)),
        ("e1", SPEARS, N),
    ]
    assert pose(play(ready(units), "u1 charge e1"), "u2") == (10000, 12000, 18000)
    strict = ready(units, passed_friend_push="at_most_1_ud")
    assert refused(strict, "u1 charge e1")[2] == {"unit": "u1", "target": "e1", "way": 1900, "free": 600}


@pytest.mark.rule("adlg.charge.stops")
def test_light_troops_close_before_the_enemy_step_back_if_they_cannot_step_forward() -> None:
    after = play(through((10000, 10200, 18000)), "u1 charge e1")
    assert pose(after, "u2") == (10000, 10750, 18000)


# Around the wheel


@pytest.mark.rule("adlg.charge.beginning")
def test_who_stands_behind_works_begins_no_charge_with_a_wheel() -> None:
    units: list[Placed] = [("u1", SPEARS, (10000, 11500, 18000)), ("e1", SPEARS, N)]
    position = ready(units, works=[work("obstacle", (9000, 11500), (11000, 11500), 0)])
    assert why(position, "u1 wheel left 3 charge e1") == ("charge.behind_works", "adlg.move.works")


@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.parametrize(("reading", "left"), [("full_price_at_45", 500), ("pro_rata_of_90", 1250)])
def test_a_war_wagon_pays_for_its_wheel_as_it_does_in_a_move(reading: str, left: int) -> None:
    units: list[Placed] = [("u1", "war_wagon", (10000, 14000, 18000), {"abilities": ["blades"]}), ("e1", SPEARS, N)]
    position = ready(units, war_wagon_wheel_cost=reading)
    assert refused(position, "u1 wheel left 45 charge e1")[2]["left"] == left
    assert why(position, "u1 wheel left 45.01 charge e1") == ("charge.wheel_far", "adlg.wheel.limits")


@pytest.mark.rule("adlg.charge.beginning")
def test_scythed_chariots_begin_no_charge_with_a_turn_and_nobody_does_without_room() -> None:
    options: dict[str, Any] = {"charge_may_begin_with_turn": True, "scythed_chariots_turn": False}
    chariot: list[Placed] = [("u1", "scythed_chariot", (10000, 12000, 0)), ("e1", SPEARS, N)]
    assert why(ready(chariot, **options), "u1 turn back charge e1") == ("charge.no_turn", "adlg.turn.one")
    rocks = [ground("wood", 8000, y, 12000, y + 100, impassable=True) for y in (11480, 12520)]
    tight: list[Placed] = [("u1", HORSE, (10500, 12375, 9000)), ("e1", SPEARS, N)]
    position = ready(tight, terrain=rocks, **options)
    assert refused(position, "u1 turn right charge e1") == (
        "charge.turn_blocked",
        "adlg.move.collision",
        {"unit": "u1"},
    )


# Groups


@pytest.mark.rule("adlg.charge.go_on")
def test_light_infantry_beside_its_friends_supports_where_it_may_not_attack() -> None:
    units: list[Placed] = [
        ("u1", SWORDS, (10300, 11500, 18000)),
        ("u2", LIGHT, (9300, 11500, 18000)),
        ("e1", SPEARS, N),
    ]
    after = play(ready(units), "u1+u2 charge e1")
    assert fighting(after) == [("u1", "e1", "front")]
    assert pose(after, "u2") == (9000, 10000, 18000)
    assert supporting(table(after)) == {"u2"}


@pytest.mark.rule("adlg.evade.caught")
def test_two_who_catch_the_same_light_infantry_destroy_it_once() -> None:
    units: list[Placed] = [
        ("u1", HORSE, (9500, 11000, 18000)),
        ("u2", HORSE, (10500, 11000, 18000)),
        ("e1", LIGHT, N),
    ]
    after = play(ready(units), "u1+u2 charge e1", "e1 evade", "1", "e1 stay", "6", "u1+u2 press 3")
    assert table(after).gone == {"e1": "destroyed"}
    assert fighting(after) == []


@pytest.mark.rule("adlg.evade.direction")
def test_who_has_no_room_to_wheel_runs_straight() -> None:
    """A friend stands close beside it, where a corner of its base would end."""
    units: list[Placed] = [("u1", HORSE, (9400, 12600, 16500)), ("e1", "light_cavalry", N)]
    assert pose(play(ready(units), "u1 charge e1", "e1 adapt", "2"), "e1") == (10988, 5499, 16500)
    beside: Placed = ("e2", SPEARS, (8990, 9250, 18000))
    assert pose(play(ready([*units, beside]), "u1 charge e1", "e1 adapt", "2"), "e1") == (10000, 5250, 18000)
