"""Shooting: the band before a front edge, ranges, priority among targets, and lines of sight."""

from __future__ import annotations

import pytest
from shapely.geometry import LineString, Polygon

from tests.games.adlg.geometry.standing import base, bases, half_turned, mirrored, north, strip
from tests.hypothesis_profiles import given, seldom
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure, Pose, rectangle
from triarii.games.adlg.geometry.sight import (
    Shot,
    facing_side,
    line_of_sight,
    priority,
    reaches,
    reaches_all_round,
    reaches_far,
    sees_all_round,
    shot_range,
    width_ahead,
)

SHOOTER = north()


def facing_us(x: int, y: int) -> Body:
    return base(x, y, 18000)


# Range


@pytest.mark.parametrize(
    ("target", "found"),
    [
        pytest.param((10000, 13000, 18000), 3000, id="G93a"),
        pytest.param((11800, 13000, 18000), 3105, id="G93c"),
        pytest.param((11999, 13000, 18000), None, id="G93d"),
        pytest.param((11990, 13000, 18000), 3159, id="G93e"),
        pytest.param((10500, 14000, 20500), 3816, id="G93f"),
        pytest.param((11998, 13000, 18000), None, id="on-the-border"),
        pytest.param((10000, 9000, 0), None, id="behind"),
        pytest.param((11500, 10000, 0), None, id="level-with-the-front"),
    ],
)
def test_a_range_is_measured_to_the_part_inside_the_band(target: Pose, found: int | None) -> None:
    assert shot_range(SHOOTER, base(*target)) == found
    assert shot_range(mirrored(SHOOTER), mirrored(base(*target))) == found


def test_g93b_a_war_wagon_shoots_from_a_long_edge() -> None:
    wagon = north(2000)
    edge = facing_side(wagon, Side.RIGHT)
    assert (edge.pose, edge.width) == ((10500, 9000, 9000), 2000)
    assert shot_range(edge, base(13000, 9500, 27000)) == 2500
    assert facing_side(mirrored(wagon), Side.LEFT) == mirrored(edge)
    assert set(facing_side(wagon, Side.LEFT).quad) == set(wagon.quad)


def test_a_light_chariot_shoots_to_the_rear_too() -> None:
    rear = facing_side(north(1000), Side.REAR)
    assert rear.pose == (10000, 9000, 18000)
    assert shot_range(rear, base(10000, 7000, 0)) == 2000
    assert facing_side(SHOOTER, Side.FRONT) is SHOOTER


@pytest.mark.parametrize(
    ("target", "both", "rectangle_only"),
    [
        pytest.param((11900, 10950, 18000), None, 1309, id="G94a"),
        pytest.param((11300, 10900, 18000), 949, 949, id="G94b"),
        pytest.param((11900, 11001, 18000), None, None, id="beyond-the-rectangle"),
        pytest.param((12100, 10900, 18000), None, None, id="beside-the-rectangle"),
    ],
)
def test_a_target_must_be_in_the_rectangle_and_in_range(
    target: Pose, both: int | None, rectangle_only: int | None
) -> None:
    assert reaches(SHOOTER, base(*target), 1000) == both
    assert reaches(SHOOTER, base(*target), 1000, shot_area="rectangle") == rectangle_only


@pytest.mark.parametrize(
    ("target", "reach", "found"),
    [
        pytest.param((12500, 13000, 18000), 6000, None, id="near-and-beside-the-narrow-band"),
        pytest.param((12500, 15000, 18000), 6000, 5220, id="far-in-the-wide-band"),
        pytest.param((13000, 15000, 18000), 6000, None, id="far-beside-the-wide-band"),
        pytest.param((12500, 15000, 18000), 5000, None, id="out-of-reach"),
        pytest.param((10000, 13000, 18000), 6000, 3000, id="near-and-ahead"),
        pytest.param((10000, 14500, 18000), 8000, 4500, id="far-and-ahead"),
    ],
)
def test_artillery_has_a_wider_band_beyond_four_ud(target: Pose, reach: int, found: int | None) -> None:
    assert reaches_far(SHOOTER, base(*target), reach) == found


def test_light_horse_shoots_all_round_from_base_to_base() -> None:
    behind = base(12000, 8000, 0)
    assert reaches_all_round(SHOOTER, behind, 2000) == 1601
    assert reaches_all_round(SHOOTER, behind, 1600) is None


@pytest.mark.parametrize(
    ("target", "width"),
    [
        pytest.param((10700, 13500, 18000), 300, id="G95a"),
        pytest.param((11800, 12500, 18000), 0, id="G95b"),
        pytest.param((10700, 13500, 20000), 270, id="G95c"),
        pytest.param((10000, 9000, 0), 0, id="behind"),
    ],
)
def test_the_width_ahead_is_what_the_front_edge_has_before_it(target: Pose, width: int) -> None:
    assert width_ahead(SHOOTER, base(*target)) == width


@given(bases(4000))
def test_ranges_agree_with_the_common_ground_of_band_and_base(target: Body) -> None:
    found = shot_range(SHOOTER, target)
    assert shot_range(mirrored(SHOOTER), mirrored(target)) == found
    assert shot_range(half_turned(SHOOTER), half_turned(target)) == found
    band = Polygon(rectangle(SHOOTER.pose, -1498, 1498, 0, 60000))
    part = band.intersection(Polygon(target.quad))
    if part.area == 0:
        assert found is None
    else:
        assert found == pytest.approx(part.distance(LineString(SHOOTER.front)) / 1000, abs=0.51)


# Priority


@pytest.mark.parametrize(
    ("reach", "first"),
    [
        pytest.param(4000, ("b",), id="G96a"),
        pytest.param(3000, ("a",), id="G96b"),
        pytest.param(2500, (), id="G96c"),
    ],
)
def test_who_stands_straight_ahead_is_shot_at_first_then_the_nearest(reach: int, first: tuple[str, ...]) -> None:
    targets = {"a": facing_us(11800, 12500), "b": facing_us(10700, 13500), "c": facing_us(9000, 13000)}
    assert [shot_range(SHOOTER, target) for target in targets.values()] == [2625, 3500, 3000]
    shots = [
        Shot(name, found, width_ahead(SHOOTER, target))
        for name, target in targets.items()
        if (found := reaches(SHOOTER, target, reach)) is not None
    ]
    assert first_targets(shots) == first


def first_targets(shots: list[Shot]) -> tuple[str, ...]:
    """Who comes first, by priority alone: several where they are equal."""
    best = min((priority(shot) for shot in shots), default=None)
    return tuple(sorted(shot.target for shot in shots if priority(shot) == best))


def test_equal_targets_come_first_together() -> None:
    shots = [Shot("b", 3000, 400), Shot("a", 3000, 400), Shot("c", 3000, 399), Shot("d", 2000, 2)]
    assert first_targets(shots) == ("a", "b")
    assert first_targets([Shot("d", 2000, 2), Shot("e", 1500, 0)]) == ("e",)


# Line of sight


@pytest.mark.parametrize(
    ("friends", "seen"),
    [
        pytest.param([(10000, 12000, 0)], False, id="G97a"),
        pytest.param([(10900, 12000, 0)], True, id="G97b"),
        pytest.param([(9200, 12000, 0), (10800, 12000, 0)], False, id="G97c"),
        pytest.param([(8900, 12000, 0), (11100, 12000, 0)], True, id="G97d"),
        pytest.param([], True, id="nobody-between"),
        pytest.param([(10000, 16000, 0)], True, id="behind-the-target"),
    ],
)
def test_both_front_corners_must_see_one_point_past_all_bases(friends: list[Pose], seen: bool) -> None:
    blockers = [base(*friend).quad for friend in friends]
    assert line_of_sight(SHOOTER, facing_us(10000, 14000), blockers) is seen


@pytest.mark.parametrize(
    ("target", "wood", "seen"),
    [
        pytest.param((10000, 13000), strip(5000, 11000, 15000, 11900), True, id="G98a"),
        pytest.param((10000, 13000), strip(5000, 11000, 15000, 12050), False, id="G98b"),
        pytest.param((10000, 11900), strip(5000, 11000, 15000, 15000), True, id="G99a"),
        pytest.param((10000, 11990), strip(5000, 11000, 15000, 15000), False, id="G99b"),
    ],
)
def test_a_shot_goes_through_at_most_one_ud_of_cover(target: tuple[int, int], wood: Figure, seen: bool) -> None:
    assert line_of_sight(SHOOTER, facing_us(*target), cover=[wood]) is seen


def test_the_parts_of_a_wood_add_up() -> None:
    parts = [strip(5000, 11000, 15000, 11600), strip(5000, 11600, 15000, 12200)]
    assert not line_of_sight(SHOOTER, facing_us(10000, 13000), cover=parts)
    assert line_of_sight(SHOOTER, facing_us(10000, 13000), cover=parts[:1])
    assert not line_of_sight(SHOOTER, facing_us(10000, 13000), parts[:1])


def test_a_target_half_behind_a_deep_wood_is_seen_beside_it() -> None:
    wood = strip(5000, 10500, 9400, 13500)
    assert line_of_sight(SHOOTER, facing_us(10000, 14000), cover=[wood])
    assert not line_of_sight(SHOOTER, facing_us(8500, 14000), cover=[wood])


def test_g100_a_target_in_the_way_hides_the_one_behind_it() -> None:
    first, second = facing_us(10300, 11500), facing_us(10300, 13000)
    assert not line_of_sight(SHOOTER, second, [first.quad])
    assert line_of_sight(SHOOTER, first, [second.quad])


def test_only_what_lies_in_the_band_can_be_seen() -> None:
    assert not line_of_sight(SHOOTER, facing_us(12100, 12000))
    assert line_of_sight(SHOOTER, facing_us(12100, 12000), beside=2000)
    assert not line_of_sight(SHOOTER, base(10000, 9000, 0), beside=None)


def test_light_horse_sees_over_every_edge() -> None:
    behind, beside = base(10000, 7000, 0), base(12500, 9500, 27000)
    assert sees_all_round(SHOOTER, behind)
    assert sees_all_round(SHOOTER, beside)
    assert not sees_all_round(SHOOTER, behind, [base(10000, 8800, 0).quad])


@seldom
@given(bases(3500), bases(3500), bases(3500))
def test_sight_agrees_with_lines_to_many_points_of_the_outline(target: Body, one: Body, two: Body) -> None:
    blockers = [one.quad, two.quad]
    shapes = [Polygon(blocker).buffer(-3) for blocker in blockers] + [Polygon(target.quad).buffer(-3)]
    if any(Polygon(blocker).intersects(Polygon(SHOOTER.quad)) for blocker in [*blockers, target.quad]):
        return
    seen = line_of_sight(SHOOTER, target, blockers)
    assert line_of_sight(mirrored(SHOOTER), mirrored(target), [mirrored(one).quad, mirrored(two).quad]) is seen
    outline = LineString([*target.quad, target.quad[0]])
    points = [outline.interpolate(part / 400, normalized=True) for part in range(400)]
    in_band = [p for p in points if abs(p.x - 10_000_000) <= 1_490_000 and p.y >= 10_010_000]
    clear = [
        p
        for p in in_band
        if not any(LineString([eye, (p.x, p.y)]).intersects(shape) for eye in SHOOTER.front for shape in shapes)
    ]
    # A stretch of points that are seen is found; single ones may be slivers.
    if len(clear) > 8:
        assert seen
    if seen:
        grown = [Polygon(blocker).buffer(-6000) for blocker in blockers]
        fine = [outline.interpolate(part / 4000, normalized=True) for part in range(4000)]
        assert any(
            abs(p.x - 10_000_000) <= 1_500_000
            and p.y >= 10_000_000
            and not any(LineString([eye, (p.x, p.y)]).intersects(shape) for eye in SHOOTER.front for shape in grown)
            for p in fine
        )


# Cover
