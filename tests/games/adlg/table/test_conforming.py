"""Conforming: the places that units in contact take, how friends make room, and what happens where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, allowed, fighting, meeting, play, pose, ready, table, why
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.games.adlg.battle.charge.places import put_right
from triarii.games.adlg.battle.fighting.fights import clashes
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SPEARS, HORSE, KNIGHTS = "heavy_spearmen", "medium_cavalry", "heavy_knights"
POSES = "adlg.conform.poses"
ASIDE: Pose = (10400, 12000, 18000)
"""Straight on from here a unit meets N 0.4 UD beside its middle."""


def charge(*more: Placed, start: Pose = ASIDE, charger: str = HORSE, target: str = SPEARS, **options: Any) -> Position:
    units: list[Placed] = [("u1", charger, start), ("e1", target, N), *more]
    return play(ready(units, **options), "u1 charge e1")


# Places


@pytest.mark.rule(POSES)
@pytest.mark.rule("adlg.charge.beginning")
def test_a_slide_that_is_just_enough_for_contact_may_be_followed_by_conforming_up_to_1_ud() -> None:
    """The slide and conforming have a limit of 1 UD each; conforming never leads farther from an edge that was met."""
    position = ready([("u1", HORSE, (11010, 12000, 18000)), ("e1", SPEARS, N)])
    assert why(position, "u1 charge e1")[0] == "charge.not_met"
    assert why(position, "u1 slide right 1.01 charge e1")[0] == "charge.slide_far"
    after = play(position, "u1 slide right 0.02 charge e1")
    assert pose(after) == (10000, 10000, 18000)
    farther = ready([("u1", HORSE, (11990, 12000, 18000)), ("e1", SPEARS, N)])
    assert pose(play(farther, "u1 slide right 1 charge e1")) == (10000, 10000, 18000)
    assert why(farther, "u1 slide right 0.98 charge e1")[0] == "charge.not_met"


@pytest.mark.rule(POSES)
@pytest.mark.parametrize(
    ("start", "end"),
    [
        (ASIDE, (10000, 10000, 18000)),
        ((8500, 12500, 15000), (10000, 10000, 18000)),
        ((12500, 9400, 27000), (10500, 9500, 27000)),
        ((7500, 9300, 9000), (9500, 9500, 9000)),
        ((9600, 7500, 0), (10000, 9250, 0)),
    ],
)
def test_a_unit_conforms_square_on_the_front_the_flank_or_the_rear_with_corners_matched(start: Pose, end: Pose) -> None:
    after = charge(start=start)
    assert pose(after) == end
    assert meeting(after, "u1", "e1").conformed


@pytest.mark.rule(POSES)
def test_where_a_flank_is_blocked_the_rear_corner_counts_as_conformed_too() -> None:
    """The flank of a war wagon is 2 UD long; a rock lies beside its front half."""
    rock = [ground("wood", 10700, 9300, 12000, 12000, impassable=True)]
    free = charge(start=(13000, 8650, 27000), target="war_wagon")
    assert pose(free) == (10500, 9500, 27000)
    blocked = charge(start=(13000, 8650, 27000), target="war_wagon", terrain=rock)
    assert pose(blocked) == (10500, 8500, 27000)
    assert meeting(blocked, "u1", "e1").conformed


@pytest.mark.rule(POSES)
def test_who_finds_the_front_taken_stands_beside_the_friend_who_fights_there() -> None:
    """Three charge two: each of the two nearest to the middles fights, the third supports."""
    line: list[Placed] = [(f"u{n}", HORSE, (8300 + 1000 * n, 12000, 18000)) for n in (1, 2, 3)]
    units: list[Placed] = [*line, ("e1", SPEARS, N), ("e2", SPEARS, (11000, 10000, 0))]
    after = play(ready(units), "u1+u2+u3 charge e1")
    assert fighting(after) == [("u2", "e1", "front"), ("u3", "e2", "front")]
    assert [pose(after, name) for name in ("u1", "u2", "u3")] == [
        (9000, 10000, 18000),
        (10000, 10000, 18000),
        (11000, 10000, 18000),
    ]
    [first, _] = clashes(table(after))
    assert first.with_a == ("u1",)


@pytest.mark.rule(POSES)
def test_of_two_enemies_met_at_once_each_charger_takes_the_one_whose_middle_is_nearer() -> None:
    line: list[Placed] = [(f"u{n}", HORSE, (8700 + 1000 * n, 12000, 18000)) for n in (1, 2)]
    units: list[Placed] = [*line, ("e1", SPEARS, N), ("e2", SPEARS, (11000, 10000, 0))]
    after = play(ready(units), "u1+u2 charge e1")
    assert fighting(after) == [("u1", "e1", "front"), ("u2", "e2", "front")]


@pytest.mark.rule(POSES)
def test_who_has_nobody_before_him_is_shifted_to_stay_with_his_group() -> None:
    line: list[Placed] = [("u1", HORSE, ASIDE), ("u2", HORSE, (11400, 12000, 18000))]
    after = play(ready([*line, ("e1", SPEARS, N)]), "u1+u2 charge e1", "u1+u2 press 2")
    assert [pose(after, "u1"), pose(after, "u2")] == [(10000, 10000, 18000), (11000, 10000, 18000)]


# Limits


@pytest.mark.rule(POSES)
@pytest.mark.parametrize(("limit", "conforms"), [(1000, True), (990, True), (980, False), (500, False)])
def test_a_unit_is_displaced_by_no_more_than_the_limit(limit: int, conforms: bool) -> None:
    after = charge(start=(10990, 12000, 18000), conform_limit=limit)
    assert pose(after) == ((10000, 10000, 18000) if conforms else (10990, 10000, 18000))
    assert meeting(after, "u1", "e1").conformed is conforms


@pytest.mark.rule(POSES)
@pytest.mark.parametrize(("limit", "conforms"), [(1620, True), (1000, False)])
def test_who_counts_as_in_front_but_met_a_flank_may_go_farther_around_the_corner(limit: int, conforms: bool) -> None:
    after = charge(start=(11000, 9400, 24000), conform_limit_around_corner=limit)
    assert fighting(after) == [("u1", "e1", "front")]
    assert meeting(after, "u1", "e1").conformed is conforms
    assert (pose(after) == (10000, 10000, 18000)) is conforms


@pytest.mark.rule(POSES)
@pytest.mark.parametrize(("path", "conforms"), [("jump", True), ("path_tested", False)])
def test_only_the_place_has_to_be_free_or_by_another_reading_the_way_too(path: str, conforms: bool) -> None:
    """The gun stands where a corner of the unit would swing when it turns to its place."""
    gun: Placed = ("u2", "heavy_artillery", (8940, 10300, 18000))
    after = charge(gun, start=(9882, 11932, 16500), conform_path=path)
    assert meeting(after, "u1", "e1").conformed is conforms
    assert (pose(after) == (10000, 10000, 18000)) is conforms


# Friends make room


SHIFT = "adlg.conform.shift"


@pytest.mark.rule(SHIFT)
def test_a_friend_in_the_way_steps_back_just_as_far_as_it_takes() -> None:
    after = charge(("u2", SPEARS, (9300, 10400, 18000)))
    assert pose(after) == (10000, 10000, 18000)
    assert pose(after, "u2") == (9300, 10750, 18000)


@pytest.mark.rule(SHIFT)
def test_a_shifted_friend_may_shift_another_and_fewer_are_better_than_shorter_ways() -> None:
    """Backwards he would push a second friend, so he goes aside, though that is as far as he can."""
    second: Placed = ("u3", SPEARS, (9300, 11200, 18000))
    after = charge(("u2", SPEARS, (9300, 10400, 18000)), second)
    assert [pose(after, "u2"), pose(after, "u3")] == [(9000, 10400, 18000), (9300, 11200, 18000)]
    rock = [ground("wood", 7000, 10000, 8790, 13000, impassable=True)]
    after = charge(("u2", SPEARS, (9300, 10400, 18000)), second, terrain=rock)
    assert pose(after, "u2") == (9300, 10750, 18000)
    assert pose(after, "u3") == (9300, 11500, 18000)


@pytest.mark.rule(SHIFT)
def test_where_there_is_no_room_behind_a_friend_steps_aside() -> None:
    rock = [ground("wood", 8000, 11200, 9850, 12500, impassable=True)]
    after = charge(("u2", SPEARS, (9300, 10400, 18000)), terrain=rock)
    assert pose(after) == (10000, 10000, 18000)
    assert pose(after, "u2") == (9000, 10400, 18000)


@pytest.mark.rule(SHIFT)
@pytest.mark.parametrize(
    ("limit", "end"), [(1000, (9300, 10750, 18000)), (349, (9000, 10400, 18000)), (299, (9300, 10400, 18000))]
)
def test_no_friend_is_shifted_farther_than_the_limit(limit: int, end: Pose) -> None:
    after = charge(("u2", SPEARS, (9300, 10400, 18000)), shift_limit=limit)
    assert pose(after, "u2") == end
    assert meeting(after, "u1", "e1").conformed is (limit >= 300)


@pytest.mark.rule(SHIFT)
@pytest.mark.parametrize(
    ("friend", "options"),
    [
        (("u2", "war_wagon", (9300, 10400, 18000)), {}),
        (("u2", "heavy_artillery", (9300, 10400, 18000)), {}),
        (("u2", "bowmen", (9300, 10400, 18000), {"marks": ["stakes"]}), {}),
        (("u2", SPEARS, (9300, 10400, 18000)), {"works": [work("obstacle", (8000, 10400), (9450, 10400), 0)]}),
    ],
)
def test_wagons_great_guns_and_units_behind_works_or_stakes_are_not_shifted(
    friend: Placed, options: dict[str, Any]
) -> None:
    after = charge(friend, **options)
    assert pose(after, "u2") == (9300, 10400, 18000)
    assert pose(after) == (10400, 10000, 18000)
    assert not meeting(after, "u1", "e1").conformed


@pytest.mark.rule(SHIFT)
def test_a_friend_in_melee_is_not_shifted() -> None:
    fights: list[Placed] = [("u2", SPEARS, (9300, 10400, 18000)), ("e2", SPEARS, (9000, 10400, 0))]
    after = charge(*fights, meetings=[meets("u2", "e2")])
    assert pose(after, "u2") == (9300, 10400, 18000)
    assert not meeting(after, "u1", "e1").conformed


@pytest.mark.rule(SHIFT)
def test_a_shifted_unit_neither_moves_nor_rallies_any_more_unless_it_is_light() -> None:
    disordered: Placed = ("u2", SPEARS, (9300, 10400, 18000), {"cohesion": 3})
    after = charge(disordered)
    assert why(after, "u2 turn back") == ("move.shifted", "adlg.pass.push")
    assert not allowed(after, "u2 rally")
    assert why(after, "u2 charge e1") == ("charge.shifted", "adlg.pass.push")
    light = charge(("u2", "light_infantry", (9300, 10400, 18000), {"cohesion": 1}))
    assert pose(light, "u2") == (9300, 10750, 18000)
    assert allowed(light, "u2 rally")


# Where there is no room


INCOMPLETE = "adlg.conform.incomplete"


def unfinished() -> Position:
    """A war wagon keeps a unit from its place."""
    return charge(("u2", "war_wagon", (9300, 10400, 18000)))


@pytest.mark.rule(INCOMPLETE)
def test_who_cannot_conform_stays_where_it_made_contact_and_fights() -> None:
    after = unfinished()
    assert pose(after) == (10400, 10000, 18000)
    assert fighting(after) == [("u1", "e1", "front")]
    assert [(clash.a, clash.b) for clash in clashes(table(after))] == [("u1", "e1")]


@pytest.mark.rule(INCOMPLETE)
def test_it_conforms_as_soon_as_it_can_when_its_side_moves_again() -> None:
    field = table(unfinished())
    assert put_right(field, 0).stands["u1"].pose == (10400, 10000, 18000)
    freed = field.placed("u2", (4000, 4000, 0), "adlg.move.allowance")
    assert put_right(freed, 1) == freed
    done = put_right(freed, 0)
    assert done.stands["u1"].pose == (10000, 10000, 18000)
    assert [met.conformed for met in done.meetings] == [True]
    assert put_right(done, 0) == done


@pytest.mark.rule(INCOMPLETE)
def test_no_unit_has_to_conform_into_ground_that_is_bad_for_it() -> None:
    brush = [ground("brush", 9000, 10020, 9800, 11500)]
    after = charge(terrain=brush)
    assert pose(after) == (10400, 10000, 18000)
    assert not meeting(after, "u1", "e1").conformed
    swordsmen = charge(charger="medium_swordsmen", terrain=brush)
    assert pose(swordsmen) == (10000, 10000, 18000)


@pytest.mark.rule(INCOMPLETE)
@pytest.mark.parametrize(
    ("side", "place", "turned"),
    [
        ("right", (10500, 9500, 27000), (10500, 9500, 9000)),
        ("left", (9500, 9500, 9000), (9500, 9500, 27000)),
        ("rear", (10000, 9250, 0), (10000, 9250, 18000)),
    ],
)
def test_who_is_struck_only_in_flank_or_rear_turns_to_that_enemy_when_its_side_moves_again(
    side: str, place: Pose, turned: Pose
) -> None:
    field = battlefield([("u1", SPEARS, N), ("e1", HORSE, place)], meetings=[meets("e1", "u1", side)])
    after = put_right(field, 0)
    assert after.stands["u1"].pose == turned
    assert [met.side for met in after.meetings] == ["front"]
    busy: list[Placed] = [("u1", SPEARS, N), ("e1", HORSE, place), ("e2", SPEARS, (10000, 10000, 18000))]
    both = battlefield(busy, meetings=[meets("e2", "u1"), meets("e1", "u1", side)])
    assert put_right(both, 0) == both


@pytest.mark.rule(INCOMPLETE)
@pytest.mark.parametrize(("start", "away"), [((10000, 12000, 18000), 9000), ((10000, 7600, 0), 11000)])
def test_by_the_common_reading_light_infantry_alone_steps_1_ud_away_from_a_war_wagon(start: Pose, away: int) -> None:
    units: list[Placed] = [("u1", "war_wagon", start, {"abilities": ["blades"]}), ("e1", "light_infantry", N)]
    stands = play(ready(units), "u1 charge e1", "e1 stand")
    assert pose(stands, "e1") == N
    assert len(fighting(stands)) == 1
    yields = play(ready(units, light_infantry_yields_to_war_wagon=True), "u1 charge e1", "e1 stand")
    assert fighting(yields) == []
    assert pose(yields, "e1") == (10000, away, 0)


@pytest.mark.rule(INCOMPLETE)
def test_light_infantry_that_is_not_alone_against_the_wagon_stays() -> None:
    """It charges the wagon in brush, which is bad for wagons."""
    brush = [ground("brush", 8000, 6000, 13000, 13000)]
    units: list[Placed] = [("u1", "light_infantry", (10000, 11000, 18000)), ("e1", "war_wagon", N)]
    options: dict[str, Any] = {"terrain": brush, "light_infantry_yields_to_war_wagon": True}
    alone = play(ready(units, **options), "u1 charge e1")
    assert (pose(alone), fighting(alone)) == ((10000, 11000, 18000), [])
    friend: Placed = ("u2", "medium_swordsmen", (10500, 9500, 27000))
    helped = ready([*units, friend], meetings=[meets("u2", "e1", "right")], **options)
    assert fighting(play(helped, "u1 charge e1"))[-1] == ("u1", "e1", "front")
