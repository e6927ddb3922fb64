"""Evades: turning away, blocked or not, the run around obstacles, and whether the evader is caught or lost."""

from __future__ import annotations

from functools import partial

import pytest

from tests.games.adlg.geometry.standing import LIGHT, base, bases, mirrored, mirrored_pose, north
from tests.hypothesis_profiles import given, seldom, st
from triarii.games.adlg.geometry import evades
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.charges import charge
from triarii.games.adlg.geometry.contacts import Side, Start, start_kind
from triarii.games.adlg.geometry.evades import (
    Blocked,
    about_turned,
    blocked,
    by_die,
    clear_ahead,
    off_table,
    run,
    run_length,
    slides_past,
    turned_away,
    wheel_to,
)
from triarii.games.adlg.geometry.limits import LIMITS
from triarii.games.adlg.geometry.manoeuvres import advance, wheel, wheel_cost
from triarii.games.adlg.geometry.passing import Friend
from triarii.games.adlg.geometry.shapes import Figure, Pose, first_contact, overlapping

TURNED = base(10000, 9250, 18000)
"""The evader of the examples after a half turn."""
blocked_by_common_reading = partial(blocked, evade_blocked_by_passable_friends=False, evade_slide_unblocks=True)


def needed_to_catch(charger: Body, evader: Body) -> int | None:
    """How far a charger goes straight ahead to reach an evader where it ended."""
    return first_contact(charger.front, charger.heading, evader.quad, LIMITS.touch)


def wall(y: int, *xs: int) -> list[Figure]:
    return [base(x, y, 0).quad for x in xs]


# Turning away


@pytest.mark.parametrize(
    ("charged", "pose"),
    [
        pytest.param(Side.FRONT, (10000, 9250, 18000), id="G75a"),
        pytest.param(Side.LEFT, (10500, 9500, 9000), id="G75b"),
        pytest.param(Side.RIGHT, (9500, 9500, 27000), id="G75c"),
        pytest.param(Side.REAR, (10000, 10000, 0), id="G75d"),
    ],
)
def test_an_evader_turns_away_from_the_charged_edge(charged: Side, pose: Pose) -> None:
    turned = turned_away(north(), charged)
    assert turned is not None
    assert turned.pose == pose


def test_a_quarter_turn_needs_room() -> None:
    friend_behind = base(10000, 9100, 0).quad
    centred = turned_away(north(), Side.LEFT, [friend_behind])
    assert centred is not None
    assert centred.pose == (10500, 9625, 9000)
    option = turned_away(north(), Side.LEFT, quarter_turn_anchor="centred")
    assert option == centred
    assert turned_away(north(), Side.LEFT, [friend_behind, base(10000, 10800, 0).quad]) is None
    assert turned_away(north(), Side.FRONT, [friend_behind]) == TURNED


# Blocked


@pytest.mark.parametrize(
    ("obstacles", "common", "sheet", "slides"),
    [
        pytest.param(wall(8000, 10300), False, False, [0, 700], id="G78a"),
        pytest.param(wall(8500, 9000, 10000, 11000), True, True, [0, 1000, -1000], id="G78b"),
        pytest.param(wall(8500, 10000), False, True, [0, 1000, -1000], id="G78c"),
        pytest.param(wall(8500, 10400), False, True, [0, 600], id="G78d"),
    ],
)
def test_an_evader_is_blocked_by_what_stands_within_one_ud_ahead(
    obstacles: list[Figure], common: bool, sheet: bool, slides: list[int]
) -> None:
    assert list(slides_past(TURNED, obstacles)) == slides
    assert (blocked(TURNED, obstacles=obstacles) is Blocked.BY_OBSTACLE) is sheet
    assert (blocked(TURNED, passable=obstacles) is Blocked.BY_OBSTACLE) is sheet
    assert (blocked_by_common_reading(TURNED, obstacles=obstacles) is Blocked.BY_OBSTACLE) is common
    assert blocked_by_common_reading(TURNED, passable=obstacles) is None


@pytest.mark.parametrize(
    ("enemy", "common", "sheet"),
    [
        pytest.param((10400, 8600, 0), Blocked.BY_ZONE, Blocked.BY_ZONE, id="G79a"),
        pytest.param((10400, 7850, 18000), None, Blocked.BY_OBSTACLE, id="G79b"),
    ],
)
def test_an_enemy_ahead_who_holds_the_evader_in_his_zone_blocks_it(
    enemy: Pose, common: Blocked | None, sheet: Blocked
) -> None:
    him = base(*enemy)
    assert blocked_by_common_reading(TURNED, enemies=[him], obstacles=[him.quad]) is common
    assert blocked(TURNED, enemies=[him], obstacles=[him.quad]) is sheet


def test_an_enemy_whose_zone_holds_the_evader_from_the_side_does_not_block() -> None:
    beside = base(11200, 8900, 27000)
    assert blocked(TURNED, enemies=[beside], obstacles=[beside.quad]) is None


def test_a_slide_must_itself_be_free() -> None:
    beside = base(8950, 9250, 18000)  # 50 away on the evader's right side
    assert list(slides_past(TURNED, [*wall(8500, 10400), beside.quad])) == [0, 50]


def test_exactly_one_ud_ahead_is_far_enough() -> None:
    assert blocked(TURNED, obstacles=wall(8250, 10000)) is None
    assert blocked(TURNED, obstacles=wall(8251, 10000)) is Blocked.BY_OBSTACLE


# The run


@pytest.mark.parametrize(
    ("die", "end"),
    [
        pytest.param(1, (10000, 5250, 18000), id="G76a"),
        pytest.param(3, (10000, 4250, 18000), id="G76b"),
        pytest.param(6, (10000, 3250, 18000), id="G76c"),
    ],
)
def test_the_die_shortens_or_lengthens_the_run(die: int, end: Pose) -> None:
    assert run(TURNED, run_length(5000, die)).end.pose == end


def test_a_run_is_never_shorter_than_nothing() -> None:
    assert [by_die(3000, die) for die in range(1, 7)] == [2000, 2000, 3000, 3000, 4000, 4000]
    assert run_length(1000, 2, wheeled=1500) == 0


def test_g77_an_evader_may_wheel_to_the_direction_of_the_charge() -> None:
    angle = wheel_to(TURNED, 19500)
    assert angle == 1500
    assert wheel_cost(angle) == 250
    wheeled = TURNED.moved(wheel(TURNED.pose, TURNED.width, angle))
    assert wheeled.pose == (9983, 9121, 19500)
    assert run(wheeled, run_length(4000, 4, angle), wheeled=angle).end.pose == (9012, 5499, 19500)
    assert [wheel_to(TURNED, heading) for heading in (9000, 27000, 8999, 27001)] == [-9000, 9000, None, None]


@pytest.mark.parametrize(
    ("obstacles", "slide", "wheel", "distance", "end"),
    [
        pytest.param(wall(6500, 10300), 700, 0, 3300, (9300, 5950, 18000), id="G80"),
        pytest.param(wall(6500, 9000, 10000, 11000), 0, 4000, 3333, (7741, 6376, 22000), id="G81a"),
        pytest.param(wall(6500, 8000, 9000, 10000, 11000, 12000), 0, 5200, 3133, (7339, 6927, 23200), id="G81b"),
        pytest.param(wall(6500, 9700), -700, 0, 3300, (10700, 5950, 18000), id="slide-left"),
        pytest.param(wall(5250, 10300), 0, 0, 4000, (10000, 5250, 18000), id="just-clear"),
    ],
)
def test_an_evader_avoids_obstacles_by_the_least_slide_then_by_the_least_wheel(
    obstacles: list[Figure], slide: int, wheel: int, distance: int, end: Pose
) -> None:
    found = run(TURNED, 4000, obstacles)
    assert (found.slide, found.wheel, found.distance, found.end.pose) == (slide, wheel, distance, end)


def test_an_evader_without_a_way_around_stops_short() -> None:
    all_round = [*wall(6500, 10000), base(9000, 9250, 18000).quad, base(11000, 9250, 18000).quad]
    beyond = wall(6500, *range(3000, 18000, 1000))
    found = run(TURNED, 4000, [*all_round, *beyond])
    assert (found.slide, found.wheel, found.distance) == (0, 0, 2740)
    assert found.end.pose == (10000, 6510, 18000)


def test_both_wheels_of_an_evade_together_are_at_most_90_degrees() -> None:
    obstacles = wall(6500, 9000, 10000, 11000)
    assert run(TURNED, 4000, obstacles, wheeled=5000).wheel == 4000
    assert run(TURNED, 4000, obstacles, wheeled=5001).wheel == 0


def test_by_the_other_reading_an_evader_bends_at_the_obstacle() -> None:
    found = run(TURNED, 4000, wall(6500, 10300), evade_avoidance="at_obstacle")
    assert (found.before, found.slide, found.distance) == (2740, 700, 560)
    assert found.end.pose == (9300, 5950, 18000)
    too_near_to_wheel = run(TURNED, 4000, wall(6500, 9000, 10000, 11000), evade_avoidance="at_obstacle")
    assert too_near_to_wheel.end.pose == (10000, 6510, 18000)


@pytest.mark.parametrize(
    ("left", "distance"),
    [
        pytest.param(4000, 4000, id="wholly-beyond"),
        pytest.param(2600, 2600, id="partly-beyond-and-he-gives-way"),
        pytest.param(2200, 1500, id="not-far-enough"),
        pytest.param(1400, 1400, id="before-him"),
    ],
)
def test_a_run_through_friends_ends_before_or_beyond_them(left: int, distance: int) -> None:
    friend = Friend(base(10000, 7750, 0, name="f"))
    found = run(TURNED, left, friends=[friend])
    assert found.distance == distance
    assert found.end.pose == advance(TURNED.pose, distance)


def test_a_friend_who_does_not_move_must_be_passed_wholly() -> None:
    friend = Friend(base(10000, 7750, 0, name="f"), fixed=True)
    assert [run(TURNED, left, friends=[friend]).distance for left in (2600, 2997, 3000)] == [1500, 1500, 3000]


@seldom
@given(bases(3000), bases(3000), bases(3000), st.integers(1000, 5000))
def test_a_run_never_ends_on_an_obstacle(one: Body, two: Body, evader: Body, left: int) -> None:
    obstacles = [one.quad, two.quad]
    if overlapping(evader.quad, obstacles, 0):
        return
    found = run(evader, left, obstacles)
    assert not overlapping(found.end.quad, obstacles)
    assert abs(found.slide) + wheel_cost(found.wheel) + found.distance <= left
    image = run(mirrored(evader), left, [mirrored(one).quad, mirrored(two).quad])
    # Right goes before left, so mirror images need not agree on the side, only on what it costs.
    assert (abs(image.slide), abs(image.wheel)) == (abs(found.slide), abs(found.wheel))
    if found.slide == -image.slide and found.wheel == -image.wheel:
        assert image.end.pose == mirrored_pose(found.end.pose)


@given(bases(3000), st.integers(0, 5000))
def test_a_clear_way_is_clear(obstacle: Body, length: int) -> None:
    ahead = TURNED.moved(advance(TURNED.pose, length))
    if clear_ahead(TURNED, [obstacle.quad], length) and not overlapping(TURNED.quad, [obstacle.quad]):
        assert not overlapping(ahead.quad, [obstacle.quad])


# Afterwards


def test_light_troops_may_turn_about_at_the_end() -> None:
    assert about_turned(TURNED) == north()


@pytest.mark.parametrize(
    ("distance", "any_corner", "whole_base"),
    [
        pytest.param(3000, True, False, id="G83a"),
        pytest.param(2500, False, False, id="G83b"),
        pytest.param(2502, False, False, id="within-a-touch"),
        pytest.param(2503, True, False, id="beyond-a-touch"),
        pytest.param(3300, True, True, id="with-all-corners"),
    ],
)
def test_an_evader_with_a_corner_off_the_table_is_lost(distance: int, any_corner: bool, whole_base: bool) -> None:
    end = base(*advance((10000, 2500, 18000), distance))
    assert off_table(end, (30000, 20000)) is any_corner
    assert off_table(end, (30000, 20000), off_table_when="whole_base") is whole_base


@pytest.mark.parametrize(("die", "reached"), [pytest.param(6, True, id="G82a"), pytest.param(3, False, id="G82b")])
def test_an_evader_within_the_charger_s_distance_is_caught(die: int, reached: bool) -> None:
    charger = base(10000, 12500, 18000)
    turned = turned_away(north(LIGHT), Side.FRONT)
    assert turned is not None
    assert turned.pose == (10000, 9500, 18000)
    end = run(turned, run_length(3000, 2)).end
    assert end.pose == (10000, 7500, 18000)
    assert needed_to_catch(charger, end) == 4500
    assert (by_die(4000, die) >= 4500) is reached
    assert needed_to_catch(base(14000, 12500, 18000), end) is None


def test_g106_a_slanting_charge_is_outrun() -> None:
    charger = base(9400, 12600, 16500)
    assert start_kind(charger, north()) is Start.FRONT
    found = charge(charger, north(), 4000)
    assert found is not None
    assert found.needs == 2558
    turned = turned_away(north(), Side.FRONT)
    assert turned == TURNED
    angle = wheel_to(TURNED, 16500)
    assert (angle, wheel_cost(-1500)) == (-1500, 250)
    wheeled = TURNED.moved(wheel(TURNED.pose, 1000, -1500))
    assert wheeled.pose == (10017, 9121, 16500)
    left = run_length(5000, 2, -1500)
    end = run(wheeled, left, wheeled=-1500).end
    assert (left, end.pose) == (3750, (10988, 5499, 16500))
    assert needed_to_catch(charger, end) == 6520
    assert by_die(4000, 6) < 6520
    assert advance(charger.pose, by_die(4000, 6)) == (10694, 7770, 16500)


@pytest.mark.parametrize(("left", "slide", "distance"), [(2000, -500, 1500), (500, -500, 0), (499, 0, 482)])
def test_an_evader_slides_if_his_way_is_long_enough_for_the_slide_and_else_wheels(
    left: int, slide: int, distance: int
) -> None:
    beside = Body((10750, 11500, 0), 1500, 750).quad
    best = next(evades.bends(Body((10000, 10000, 0), 1000, 750), left, [beside], 0))
    assert (best.slide, best.distance) == (slide, distance)


def test_an_evader_wheels_by_a_degree_if_his_way_is_long_enough_for_that() -> None:
    evader, wall = Body((10000, 10000, 0), 1000, 750), Body((10000, 11000, 0), 3000, 500).quad
    enough = wheel_cost(100, 1)
    assert [each.wheel for each in evades.bends(evader, enough, [wall], 0)] == [100, -100]
    assert list(evades.bends(evader, enough - 1, [wall], 0)) == []


def test_an_evader_who_cannot_get_past_what_he_touches_stays() -> None:
    around = [Body((10000, 10500, 0), 6000, 500).quad, Body((10000, 9250, 0), 6000, 500).quad]
    sides = [Body((8999, 10000, 0), 999, 750).quad, Body((11001, 10000, 0), 999, 750).quad]
    held = evades.run(Body((10000, 10000, 0), 1000, 750), 3000, [*around, *sides])
    assert (held.distance, held.end.pose) == (0, (10000, 10000, 0))
