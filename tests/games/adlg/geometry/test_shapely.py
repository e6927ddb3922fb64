"""A second opinion on figures: shapely measures the same bases in its own way."""

import math

import shapely
from shapely import affinity

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry import manoeuvres, paths, shapes
from triarii.games.adlg.geometry.shapes import Figure, Pose, Quad

places = st.integers(8000, 13000)
poses = st.tuples(places, places, st.integers(0, 35999))
depths = st.sampled_from([500, 750, 1000, 2000])
angles = st.integers(-9000, 9000).filter(bool)


def base(pose: Pose, depth: int = 750) -> Quad:
    return shapes.quad(pose, 1000, depth)


def area_of(figure: Figure) -> float:
    return float(shapely.Polygon(figure).area)


@given(poses, depths)
def test_a_base_is_a_clockwise_rectangle(pose: Pose, depth: int) -> None:
    polygon = shapely.Polygon(base(pose, depth))
    assert not polygon.exterior.is_ccw
    assert math.isclose(polygon.area, 1000e6 * depth, rel_tol=1e-5)


@given(poses, poses, depths)
def test_distances_agree(one: Pose, other: Pose, depth: int) -> None:
    a, b = base(one), base(other, depth)
    theirs = shapely.Polygon(a).distance(shapely.Polygon(b)) / 1000
    assert abs(shapes.gap(a, b) - theirs) <= 0.501


@given(poses, poses)
def test_distances_of_edges_agree(one: Pose, other: Pose) -> None:
    a, b = base(one), base(other)
    theirs = shapely.LineString(a[:2]).distance(shapely.Polygon(b)) / 1000
    assert abs(shapes.gap(a[:2], b) - theirs) <= 0.501
    theirs = shapely.LineString(a[:2]).distance(shapely.LineString(b[2:])) / 1000
    assert abs(shapes.gap(a[:2], b[2:]) - theirs) <= 0.501


@given(poses, poses, depths)
def test_overlaps_agree(one: Pose, other: Pose, depth: int) -> None:
    a, b = base(one), base(other, depth)
    common = shapely.Polygon(a).intersection(shapely.Polygon(b)).area
    deep = shapes.penetration(a, b)
    assert common > 0 or not deep
    assert shapes.overlap(a, b) or common <= 2000 * 2.3e6, "a strip at most as broad as a touch"
    assert abs(deep - max(min(shadows(a, b) + shadows(b, a)), 0) / 1000) <= 0.501


def shadows(a: Figure, b: Figure) -> list[float]:
    """How much two figures overlap when looked at along each edge of the first."""
    found = []
    for (x, y), (u, v) in zip(a, (*a[1:], a[0]), strict=True):
        turn = -math.degrees(math.atan2(v - y, u - x))
        ends = [affinity.rotate(shapely.Polygon(figure), turn, origin=(x, y)).bounds for figure in (a, b)]
        found.append(min(ends[0][3], ends[1][3]) - max(ends[0][1], ends[1][1]))
    return found


@given(poses, poses, depths)
def test_hulls_agree(one: Pose, other: Pose, depth: int) -> None:
    hull = shapes.hull(base(one), base(other, depth))
    theirs = shapely.MultiPoint([*base(one), *base(other, depth)]).convex_hull
    assert shapely.Polygon(hull).equals(theirs)
    assert not shapely.Polygon(hull).exterior.is_ccw
    assert len(hull) == len(theirs.exterior.coords) - 1


@given(poses, poses, depths)
def test_common_areas_agree(one: Pose, other: Pose, depth: int) -> None:
    a, b = base(one), base(other, depth)
    theirs = shapely.Polygon(a).intersection(shapely.Polygon(b)).area
    assert math.isclose(shapes.area(shapes.clip_figure(a, b)), theirs, rel_tol=1e-6, abs_tol=1e3)
    assert abs(shapes.area_share(a, [b]) - theirs / area_of(a) * 1000) <= 0.501


@given(poses, poses)
def test_parts_of_ways_agree(one: Pose, other: Pose) -> None:
    begin, end = base(one)[0], base(other)[2]
    figure = base((10500, 10500, one[2]))
    theirs = shapely.LineString([begin, end]).intersection(shapely.Polygon(figure)).length / 1000
    assert abs(shapes.share_in(begin, end, figure) - theirs) <= 0.501


@given(poses, poses)
def test_the_first_contact_agrees(one: Pose, other: Pose) -> None:
    a, b = base(one), base(other)
    if shapes.overlap(a, b):
        return
    way = shapes.first_contact(a, one[2], b)
    reach = 20000 if way is None else way
    swept = shapely.Polygon(shapes.hull(a, base(shapes.at(one, 0, reach))))
    assert swept.intersection(shapely.Polygon(b)).area <= 2000 * 2.3e6, "a strip at most as broad as a touch"
    if way is not None:
        assert shapely.Polygon(base(shapes.at(one, 0, way))).distance(shapely.Polygon(b)) <= 1500


@given(poses, angles)
def test_the_sweep_of_a_wheel_is_the_union_of_its_moments(pose: Pose, angle: int) -> None:
    moments = [base(manoeuvres.wheel(pose, 1000, angle * part // 40)) for part in range(41)]
    sweep = shapely.union_all([shapely.Polygon(hull) for hull in manoeuvres.swept_wheel(pose, 1000, 750, angle)])
    theirs = shapely.union_all([shapely.Polygon(moment) for moment in moments])
    assert theirs.difference(sweep.buffer(2000)).area == 0
    assert math.isclose(sweep.area, theirs.area, rel_tol=0.02)


@given(st.tuples(st.integers(0, 30000), st.integers(0, 20000), st.integers(0, 35999)))
def test_what_is_off_the_table_agrees(pose: Pose) -> None:
    table = shapely.box(-2499, -2499, 30002499, 20002499)
    assert paths.on_table(base(pose), 30000, 20000) == table.contains(shapely.Polygon(base(pose)))
