"""Charges: front, flank or rear by the start, the way to contact, who is a target, and what stops a charge."""

from __future__ import annotations

import pytest

from tests.games.adlg.geometry.standing import base, bases, half_turned, mirrored, mirrored_pose, north, strip
from tests.hypothesis_profiles import given, seldom, st
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.charges import (
    STRAIGHT,
    Beginning,
    Charge,
    charge,
    charge_range,
    least_slide,
    targets,
    wheel_free_of,
)
from triarii.games.adlg.geometry.contacts import (
    Side,
    Start,
    contact_kind,
    kind_without_flank,
    met_edge,
    start_kind,
)
from triarii.games.adlg.geometry.limits import LIMITS
from triarii.games.adlg.geometry.manoeuvres import wheel_legal_part
from triarii.games.adlg.geometry.shapes import Pose, overlap, penetration
from triarii.games.adlg.geometry.stops import Stop, Why, first_stop, least_advance
from triarii.games.adlg.geometry.turns import Turn

TARGET = north(name="T")
OTHER_HAND = {Side.FRONT: Side.FRONT, Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.REAR: Side.REAR}


# Front, flank or rear


@pytest.mark.parametrize(
    ("charger", "start"),
    [
        pytest.param((10000, 12000, 18000), Start.FRONT, id="G63a"),
        pytest.param((12500, 9600, 27000), Start.FRONT, id="G63b"),
        pytest.param((12500, 9502, 27000), Start.FLANK, id="G63c"),
        pytest.param((12500, 9503, 27000), Start.FRONT, id="G63d"),
        pytest.param((12500, 9400, 27000), Start.FLANK, id="G63e"),
        pytest.param((10000, 7500, 0), Start.REAR, id="G64a"),
        pytest.param((8000, 8600, 3000), Start.EDGE, id="G64b"),
        pytest.param((11800, 8000, 32000), Start.EDGE, id="G64c"),
        pytest.param((11200, 9200, 30000), Start.FLANK, id="G64d"),
        pytest.param((10700, 8800, 33000), Start.REAR, id="G64e"),
    ],
)
def test_the_start_of_a_charge_decides_between_front_flank_and_rear(charger: Pose, start: Start) -> None:
    unit = base(*charger)
    assert start_kind(unit, TARGET) is start
    assert start_kind(mirrored(unit), mirrored(TARGET)) is start


def test_by_the_other_reading_only_the_front_edge_must_be_behind_the_line() -> None:
    backing_over_the_line = base(11600, 9900, 19000)
    assert start_kind(backing_over_the_line, TARGET) is Start.FRONT
    assert start_kind(backing_over_the_line, TARGET, flank_reference="front_edge") is Start.FLANK
    assert start_kind(base(12500, 9600, 27000), TARGET, flank_reference="front_edge") is Start.FRONT


@pytest.mark.parametrize(
    ("start", "contact", "kind"),
    [
        pytest.param(Start.FRONT, (10500, 9600, 27000), Side.FRONT, id="front-though-it-met-a-flank"),
        pytest.param(Start.REAR, (10647, 9374, 32000), Side.REAR, id="rear"),
        pytest.param(Start.FLANK, (10400, 9250, 0), Side.RIGHT, id="flank-that-met-the-rear-right-of-the-middle"),
        pytest.param(Start.FLANK, (9600, 9250, 0), Side.LEFT, id="flank-that-met-the-rear-left-of-the-middle"),
        pytest.param(Start.EDGE, (9600, 9250, 0), Side.REAR, id="edge-that-met-the-rear"),
        pytest.param(Start.EDGE, (9500, 9600, 9000), Side.LEFT, id="edge-that-met-the-left"),
        pytest.param(Start.FLANK, (9775, 10159, 15000), Side.FRONT, id="flank-that-clipped-the-front"),
    ],
)
def test_the_edge_met_decides_what_the_start_leaves_open(start: Start, contact: Pose, kind: Side) -> None:
    assert contact_kind(start, base(*contact), TARGET) is kind


def test_among_edges_met_at_once_the_squarest_counts() -> None:
    assert met_edge(base(9413, 9422, 6300), TARGET) is Side.LEFT
    assert met_edge(base(9417, 9309, 3500), TARGET) is Side.REAR


@pytest.mark.parametrize(
    ("contact", "kind"),
    [
        pytest.param((10500, 9400, 27000), Side.REAR, id="rear-corner"),
        pytest.param((10500, 9300, 27000), Side.REAR, id="both-corners"),
        pytest.param((10500, 9900, 27000), Side.FRONT, id="front-corner"),
        pytest.param((10600, 9900, 27000), None, id="none"),
    ],
)
def test_a_flank_charge_that_cannot_conform_counts_by_the_corner_it_touches(contact: Pose, kind: Side | None) -> None:
    assert kind_without_flank(Side.RIGHT, base(*contact), TARGET) is kind
    assert kind_without_flank(Side.LEFT, mirrored(base(*contact)), mirrored(TARGET)) is kind


# The way


@pytest.mark.parametrize(
    ("charger", "allowance", "beginning", "needs", "contact", "kind"),
    [
        pytest.param((7800, 8600, 6300), 4000, STRAIGHT, 1810, (9413, 9422, 6300), Side.LEFT, id="G65a"),
        pytest.param((8500, 8000, 3500), 4000, STRAIGHT, 1598, (9417, 9309, 3500), Side.REAR, id="G65b"),
        pytest.param((12500, 9600, 27000), 3000, STRAIGHT, 2000, (10500, 9600, 27000), Side.FRONT, id="G66a"),
        pytest.param((12500, 9400, 27000), 3000, STRAIGHT, 2000, (10500, 9400, 27000), Side.RIGHT, id="G66b"),
        pytest.param(
            (8500, 12500, 18000), 4000, Beginning(wheel=-3000), 2415, (9775, 10159, 15000), Side.FRONT, id="G67"
        ),
        pytest.param((10000, 7500, 0), 3000, STRAIGHT, 1750, (10000, 9250, 0), Side.REAR, id="G68"),
        pytest.param(
            (11500, 12000, 18000), 3000, Beginning(slide=1000), 2000, (10500, 10000, 18000), Side.FRONT, id="G69a"
        ),
        pytest.param((11800, 8000, 32000), 3000, STRAIGHT, 1793, (10647, 9374, 32000), Side.REAR, id="G70"),
        pytest.param((10000, 12000, 18000), 2000, STRAIGHT, 2000, (10000, 10000, 18000), Side.FRONT, id="G71a"),
    ],
)
def test_a_charge_meets_its_target_straight_ahead(
    charger: Pose, allowance: int, beginning: Beginning, needs: int, contact: Pose, kind: Side
) -> None:
    found = charge(base(*charger), TARGET, allowance, beginning)
    assert found is not None
    assert found.contact is not None
    assert (found.needs, found.contact.pose, found.kind) == (needs, contact, kind)
    assert not overlap(found.contact.quad, TARGET.quad)
    other = Beginning(wheel=-beginning.wheel, slide=-beginning.slide)
    image = charge(mirrored(base(*charger)), mirrored(TARGET), allowance, other)
    assert image is not None
    assert image.contact is not None
    assert (image.needs, image.contact.pose, image.kind) == (needs, mirrored_pose(contact), OTHER_HAND[kind])


@pytest.mark.parametrize(
    ("charger", "allowance", "needs"),
    [
        pytest.param((11500, 12000, 18000), 3000, None, id="G69b"),
        pytest.param((10000, 12001, 18000), 2000, 2001, id="G71b"),
    ],
)
def test_a_charge_that_passes_by_or_falls_short_meets_nobody(charger: Pose, allowance: int, needs: int | None) -> None:
    found = charge(base(*charger), TARGET, allowance)
    assert found == Charge(STRAIGHT, base(*charger), allowance, needs)


def test_g67_a_wheel_is_paid_from_the_allowance() -> None:
    found = charge(base(8500, 12500, 18000), TARGET, 4000, Beginning(wheel=-3000))
    assert found is not None
    assert found.left == 3500


def test_g70b_a_wheel_that_meets_the_target_ends_there() -> None:
    charger = base(9300, 10700, 16000)
    found = charge(charger, TARGET, 3000, Beginning(wheel=-6000))
    assert found is not None
    assert found.contact is not None
    assert found.beginning.wheel == -5289
    assert (found.contact.pose, found.kind, found.left, found.needs) == ((9623, 10393, 10711), Side.FRONT, 2118, 0)
    assert penetration(found.contact.quad, TARGET.quad) <= LIMITS.touch


@seldom
@given(bases(1500), st.integers(-9000, 9000) | st.integers(-90, 90).map(lambda degrees: 100 * degrees))
def test_a_wheel_goes_on_until_it_meets_the_target(charger: Body, angle: int) -> None:
    full = wheel_legal_part(charger.pose, charger.width, charger.depth, angle, [TARGET.quad])
    assert wheel_free_of(charger, angle, TARGET) == full


@pytest.mark.parametrize(
    ("beginning", "sheet", "common"),
    [
        (STRAIGHT, True, True),
        (Beginning(slide=1000), True, True),
        (Beginning(slide=-1001), False, False),
        (Beginning(wheel=9000), True, True),
        (Beginning(wheel=-9001), False, False),
        (Beginning(wheel=100, slide=100), False, False),
        (Beginning(Turn.RIGHT), False, True),
        (Beginning(Turn.ABOUT, wheel=100), False, True),
        (Beginning(Turn.LEFT, slide=100), False, False),
    ],
)
def test_a_charge_begins_with_a_slide_or_a_wheel_and_by_the_other_reading_with_a_turn(
    beginning: Beginning, sheet: bool, common: bool
) -> None:
    assert beginning.allowed() is sheet
    assert beginning.allowed(charge_may_begin_with_turn=True) is common


def test_a_charge_after_a_turn_pays_for_it() -> None:
    charger = base(8000, 12000, 0)
    found = charge(charger, base(10000, 12000, 27000), 4000, Beginning(Turn.RIGHT), turn_cost=1000)
    assert found is not None
    assert found.contact is not None
    assert (found.left, found.needs, found.contact.pose) == (3000, 1500, (10000, 11500, 9000))
    beside = [base(8000, 11100, 0).quad, base(8300, 12700, 0).quad]
    assert charge(charger, base(10000, 12000, 27000), 4000, Beginning(Turn.RIGHT), solids=beside) is None


# Range


def beginning_of(found: Charge | None) -> tuple[str, int, int | None] | None:
    if found is None:
        return None
    if found.beginning.slide:
        return "slide", found.beginning.slide, found.needs
    return ("wheel", found.beginning.wheel, found.needs) if found.beginning.wheel else ("straight", 0, found.needs)


@pytest.mark.parametrize(
    ("charger", "allowance", "way"),
    [
        pytest.param((10700, 11500, 18000), 2000, ("straight", 0, 1500), id="G73a"),
        pytest.param((11600, 11500, 18000), 2000, ("slide", 620, 1500), id="G73b"),
        pytest.param((12300, 11000, 18000), 4000, ("wheel", 3700, 2160), id="G73c"),
        pytest.param((12300, 11000, 18000), 2000, None, id="G73d"),
        pytest.param((10000, 13001, 18000), 3000, None, id="too-far-base-to-base"),
    ],
)
def test_the_simplest_way_to_a_target_is_taken(
    charger: Pose, allowance: int, way: tuple[str, int, int | None] | None
) -> None:
    assert beginning_of(charge_range(base(*charger), TARGET, allowance)) == way
    image = beginning_of(charge_range(mirrored(base(*charger)), mirrored(TARGET), allowance))
    assert image == (None if way is None else (way[0], -way[1], way[2]))


def test_what_is_not_geometry_may_refuse_a_way() -> None:
    charger = base(10700, 11500, 18000)
    found = charge_range(charger, TARGET, 2000, fits=lambda way: way.beginning.wheel == -300)
    assert beginning_of(found) == ("wheel", -300, charge_needs(charger, -300))


def charge_needs(charger: Body, angle: int) -> int | None:
    found = charge(charger, TARGET, 2000, Beginning(wheel=angle))
    assert found is not None
    return found.needs


def test_a_target_behind_is_in_range_only_where_turns_are_allowed() -> None:
    charger = base(10000, 11500, 0)
    assert charge_range(charger, TARGET, 2000) is None
    found = charge_range(charger, TARGET, 2000, charge_may_begin_with_turn=True)
    assert found is not None
    assert (found.beginning, found.left, found.needs) == (Beginning(Turn.ABOUT), 1000, 750)


@given(bases(2500))
def test_the_least_slide_gives_the_width_of_an_edge(charger: Body) -> None:
    sideways = least_slide(charger, TARGET)
    assert least_slide(mirrored(charger), mirrored(TARGET)) == -sideways
    if sideways:
        found = charge(charger, TARGET, 60000, Beginning(slide=sideways))
        shorter = sideways - (1 if sideways > 0 else -1)
        assert found is not None
        assert least_slide(found.ready, TARGET) in (0, 1, -1)  # the slide itself is rounded
        again = charge(charger, TARGET, 60000, Beginning(slide=shorter))
        assert again is not None
        assert abs(least_slide(again.ready, TARGET)) in (0, 1, 2)


# Targets


FOUR = {"a": (10400, 12000), "b": (9300, 12300), "c": (10000, 13300), "d": (10100, 14500)}


@pytest.mark.parametrize(
    ("names", "left", "met"),
    [
        pytest.param("abcd", 4000, [("a", 2000), ("b", 2300), ("c", 3300)], id="G72a"),
        pytest.param("bcd", 4000, [("b", 2300), ("c", 3300)], id="G72b"),
        pytest.param("abcd", 2200, [("a", 2000)], id="G72c"),
        pytest.param("abcd", 5000, [("a", 2000), ("b", 2300), ("c", 3300)], id="hidden-by-the-nearer"),
    ],
)
def test_targets_are_the_enemies_that_show_between_nearer_ones(
    names: str, left: int, met: list[tuple[str, int]]
) -> None:
    enemies = [base(*FOUR[name], 18000, name=name) for name in names]
    assert [(enemy.id, way) for enemy, way in targets(north(), left, enemies)] == met
    image = targets(mirrored(north()), left, [mirrored(enemy) for enemy in enemies])
    assert [(enemy.id, way) for enemy, way in image] == met


def test_g74_enemies_behind_evaders_become_targets() -> None:
    charger = base(10000, 12000, 18000)
    second = base(10300, 9000, 0, name="x")
    assert [enemy.id for enemy, _ in targets(charger, 4000, [TARGET, second])] == ["T"]
    gone = TARGET.moved((10000, 4000, 18000))
    assert [(enemy.id, way) for enemy, way in targets(charger, 4000, [gone, second])] == [("x", 3000)]


# How far


CHARGER = base(10000, 12000, 18000)


@pytest.mark.parametrize(
    ("left", "stop"),
    [(3000, Stop(2000, Why.CONTACT, "T")), (2000, Stop(2000, Why.CONTACT, "T")), (1999, Stop(1999, Why.SPENT))],
)
def test_a_charge_ends_with_contact_or_its_allowance(left: int, stop: Stop) -> None:
    assert first_stop(CHARGER, left, enemies=[TARGET]) == stop


def test_a_charge_stops_at_friends_and_bad_ground_before_its_target() -> None:
    friend = base(10300, 10900, 18000, name="f")
    assert first_stop(CHARGER, 3000, enemies=[TARGET], friends=[friend]) == Stop(350, Why.FRIEND, "f")
    marsh = strip(5000, 10000, 15000, 11000)
    assert first_stop(CHARGER, 3000, enemies=[TARGET], ground=[marsh]) == Stop(1000, Why.GROUND)
    at_his_feet = strip(5000, 5000, 15000, 10000)
    assert first_stop(CHARGER, 3000, enemies=[TARGET], ground=[at_his_feet]) == Stop(2000, Why.CONTACT, "T")


def test_a_charge_stops_at_a_zone_that_it_only_crosses() -> None:
    beside, too_far = base(9300, 10800, 9000, name="beside"), base(8400, 10800, 9000, name="too far")
    for zones, stop in (([too_far], Stop(2000, Why.CONTACT, "T")), ([beside], Stop(700, Why.ZONE, "beside"))):
        assert first_stop(CHARGER, 3000, enemies=[TARGET], zones=[TARGET, *zones]) == stop


def test_a_charge_stops_at_the_edge_of_the_table() -> None:
    assert first_stop(base(10000, 1500, 18000), 3000, table=(30000, 20000)) == Stop(1502, Why.TABLE)
    assert first_stop(base(10000, 1500, 18000), 1502, table=(30000, 20000)) == Stop(1502, Why.SPENT)


def test_when_all_evaded_foot_goes_at_least_one_ud_and_mounted_two() -> None:
    assert [least_advance(3000, mounted) for mounted in (False, True)] == [1000, 2000]
    assert [least_advance(700, mounted) for mounted in (False, True)] == [700, 700]


@given(bases(), st.integers(0, 6000))
def test_a_mirrored_charge_is_the_same(charger: Body, allowance: int) -> None:
    if overlap(charger.quad, TARGET.quad):
        return
    found, image = charge(charger, TARGET, allowance), charge(mirrored(charger), mirrored(TARGET), allowance)
    turned = charge(half_turned(charger), half_turned(TARGET), allowance)
    assert found is not None
    assert image is not None
    assert turned is not None
    assert found.needs == image.needs == turned.needs
    assert found.kind is turned.kind
    if found.contact is not None:
        assert image.contact == mirrored(found.contact)
        assert turned.contact == half_turned(found.contact)
        assert penetration(found.contact.quad, TARGET.quad) <= LIMITS.touch
        squarest = met_edge(found.contact, TARGET)
        assert met_edge(mirrored(found.contact), mirrored(TARGET)) in (OTHER_HAND[squarest], squarest)
