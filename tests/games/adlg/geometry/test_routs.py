"""Routs and pursuits: whom a routing unit strikes, how routs spread, and how far a victor follows."""

from __future__ import annotations

import pytest

from tests.games.adlg.geometry.standing import base, bases, mirrored, north, strip
from tests.hypothesis_profiles import given
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.routs import (
    cascade,
    leads_along_front,
    pursue,
    rampage_side,
    rout_strip,
    strip_beside,
    struck,
    turned_to_enemy,
)
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.geometry.stops import Stop, Why


def in_ud(figure: tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    return [(x / 1000, y / 1000) for x, y in figure]


# Strips


def test_g101_the_strip_of_a_rout_lies_right_behind_the_unit() -> None:
    assert in_ud(rout_strip(north())) == [(9500, 9250), (10500, 9250), (10500, 8250), (9500, 8250)]


@pytest.mark.parametrize(
    ("routed", "friend", "hit"),
    [
        pytest.param((10000, 10000, 0), (10000, 8250, 0), False, id="G101a"),
        pytest.param((10000, 10000, 0), (10000, 8252, 0), False, id="G101b"),
        pytest.param((10000, 10000, 0), (10000, 8253, 0), True, id="G101c"),
        pytest.param((10000, 10000, 0), (10998, 9000, 0), False, id="G101d"),
        pytest.param((10000, 10000, 0), (10950, 9000, 0), True, id="G101e"),
        pytest.param((10000, 10000, 3000), (9300, 8600, 0), True, id="G103a"),
        pytest.param((10000, 10000, 3000), (9000, 7200, 3000), False, id="G103b"),
    ],
)
def test_a_rout_strikes_friends_less_than_one_ud_behind(routed: Pose, friend: Pose, hit: bool) -> None:
    assert bool(struck(rout_strip(base(*routed)), [base(*friend, name="f")])) is hit


@pytest.mark.parametrize(
    ("unit", "hit"),
    [
        pytest.param((8600, 9800, 0), True, id="G102a"),
        pytest.param((8600, 11400, 0), False, id="G102b"),
        pytest.param((8000, 9800, 0), False, id="G102c"),
    ],
)
def test_a_rampaging_elephant_strikes_along_one_edge(unit: Pose, hit: bool) -> None:
    elephant = north(1000)
    left = strip_beside(elephant, rampage_side(2))
    assert in_ud(left) == [(8500, 10000), (9500, 10000), (9500, 9000), (8500, 9000)]
    assert bool(struck(left, [base(*unit, name="u")])) is hit
    right = strip_beside(elephant, rampage_side(3))
    assert bool(struck(right, [mirrored(base(*unit, name="u"))])) is hit


def test_the_die_shows_where_an_elephant_runs() -> None:
    sides = [rampage_side(die) for die in range(1, 7)]
    assert sides == [Side.FRONT, Side.LEFT, Side.RIGHT, Side.REAR, Side.REAR, Side.REAR]
    assert strip_beside(north(), Side.FRONT) == north().zone
    assert strip_beside(north(), Side.REAR) == rout_strip(north())


@given(bases(2500), bases(2500, "f"))
def test_a_mirrored_rout_strikes_the_same(routed: Body, friend: Body) -> None:
    assert struck(rout_strip(mirrored(routed)), [mirrored(friend)]) == struck(rout_strip(routed), [friend])
    right = struck(strip_beside(mirrored(routed), Side.RIGHT), [mirrored(friend)])
    assert right == struck(strip_beside(routed, Side.LEFT), [friend])


def test_a_unit_beaten_from_flank_or_rear_turns_before_it_routs() -> None:
    assert turned_to_enemy(north(), Side.FRONT) == north()
    assert turned_to_enemy(north(), Side.LEFT).pose == (9500, 9500, 27000)
    assert turned_to_enemy(north(), Side.RIGHT).pose == (10500, 9500, 9000)
    assert turned_to_enemy(north(), Side.REAR).pose == (10000, 9250, 18000)


# Cascades


COLUMN = {name: base(10000, 10000 - 1000 * row, 0, name=name) for row, name in enumerate("abcd")}


def test_a_rout_spreads_wave_by_wave_and_each_unit_routs_once() -> None:
    asked: list[tuple[str, str]] = []

    def strike(origin: str, unit: str) -> bool:
        asked.append((origin, unit))
        return unit in "bc"

    told = cascade(["a"], lambda name: rout_strip(COLUMN[name]), COLUMN, strike)
    assert told == (("a", "b"), ("b", "c"), ("c", "d"))
    assert list(told) == asked


def test_routs_of_one_wave_come_by_their_names_and_strike_the_same_unit_twice() -> None:
    bodies = {
        "z": base(9600, 10000, 0, name="z"),
        "a": base(10600, 10000, 0, name="a"),
        "m": base(10000, 9000, 0, name="m"),
    }
    hits: list[str] = []

    def strike(origin: str, unit: str) -> bool:
        hits.append(unit)
        return len(hits) == 2

    told = cascade(["z", "a"], lambda name: rout_strip(bodies[name]), bodies, strike)
    assert told == (("a", "m"), ("z", "m"))
    after_the_first = cascade(["z", "a"], lambda name: rout_strip(bodies[name]), bodies, lambda origin, unit: True)
    assert after_the_first == (("a", "m"),)


def test_who_spares_his_friends_strikes_nobody() -> None:
    assert cascade(["a"], lambda name: None, COLUMN, lambda origin, unit: True) == ()


# Pursuit


def test_g104_a_pursuit_ends_in_contact_or_after_one_ud() -> None:
    enemy = base(10400, 10600, 27000, name="e")
    found = pursue(north(), enemies=[enemy])
    assert (found.stop, found.kind, found.end.pose) == (Stop(100, Why.CONTACT, "e"), Side.FRONT, (10000, 10100, 0))
    free = pursue(north())
    assert (free.stop, free.kind, free.end.pose) == (Stop(1000, Why.SPENT), None, (10000, 11000, 0))


@pytest.mark.parametrize(
    ("enemy", "kind"),
    [
        pytest.param((10300, 10900, 0), Side.REAR, id="from-behind"),
        pytest.param((10600, 10600, 9000), Side.RIGHT, id="from-his-right"),
        pytest.param((9800, 10600, 9000), Side.FRONT, id="from-before-him"),
    ],
)
def test_a_pursuit_counts_by_where_the_pursuer_stood(enemy: Pose, kind: Side) -> None:
    found = pursue(north(), enemies=[base(*enemy, name="e")])
    assert (found.stop.why, found.kind) == (Why.CONTACT, kind)


def test_a_pursuit_stops_at_friends_bad_ground_and_the_edge_of_the_table() -> None:
    friend = base(10300, 11400, 0, name="f")
    assert pursue(north(), friends=[friend]).stop == Stop(650, Why.FRIEND, "f")
    assert pursue(north(), ground=[strip(5000, 10400, 15000, 12000)]).stop == Stop(400, Why.GROUND)
    assert pursue(north(), table=(30000, 10500)).stop == Stop(502, Why.TABLE)


def test_there_is_no_duty_to_pursue_along_an_enemy_front() -> None:
    beside, ahead = base(9200, 10700, 9000, name="beside"), base(10000, 11500, 18000, name="ahead")
    assert pursue(north(), zones=[beside]).along_enemy_front
    assert not pursue(north(), zones=[ahead]).along_enemy_front
    assert not pursue(north(), zones=[]).along_enemy_front
    assert not leads_along_front(north(), base(10000, 11000, 0), [base(7000, 10700, 9000)])
