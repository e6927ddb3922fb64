"""Numbers, poses and figures on the table: the worked examples to the last digit, and what must hold of any base."""

import hashlib

import pytest

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Pose, Quad

N = (10000, 10000, 0)
SINES = "e744f8881cbd668458457e0cb9df0f62219089f56f4f5d5153fa090b317821e6"

headings = st.integers(0, 35999)
places = st.integers(0, 60000)
poses = st.tuples(places, places, headings)
near = st.tuples(st.integers(9000, 12500), st.integers(9000, 12500), headings)
depths = st.sampled_from([500, 750, 1000, 2000])


def base(pose: Pose, depth: int = 750) -> Quad:
    return shapes.quad(pose, 1000, depth)


def mirrored(pose: Pose) -> Pose:
    x, y, h = pose
    return -x, y, shapes.fold(-h)


# Numbers


def test_the_table_of_sines_is_the_agreed_one() -> None:
    assert len(shapes.SIN) == 9001
    assert hashlib.sha256(",".join(map(str, shapes.SIN)).encode()).hexdigest() == SINES


@pytest.mark.parametrize(
    ("a", "b", "nearest"), [(5, 2, 3), (-5, 2, -3), (7, 3, 2), (-7, 3, -2), (5, -2, -3), (0, 7, 0)]
)
def test_halves_are_rounded_away_from_zero(a: int, b: int, nearest: int) -> None:
    assert shapes.rdiv(a, b) == nearest, "G8"


@pytest.mark.parametrize(
    ("heading", "sine"), [(3000, 536870912), (1, 187403), (30000, -929887697), (18000, 0), (-9000, -(1 << 30))]
)
def test_sines_come_from_the_table_in_every_quadrant(heading: int, sine: int) -> None:
    assert shapes.sin_of(heading) == sine, "G8"
    assert shapes.cos_of(heading - 9000) == sine
    assert shapes.sin_of(heading + 36000) == sine
    assert shapes.sin_of(-heading) == -sine


@pytest.mark.parametrize(
    ("dx", "dy", "heading"), [(1000, 1000, 4500), (-1, 3, 34157), (0, -5, 18000), (0, 7, 0), (-1, 1000000, 0)]
)
def test_a_heading_leads_to_a_place(dx: int, dy: int, heading: int) -> None:
    assert shapes.heading_to(dx, dy) == heading, "G9"


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_no_neighbouring_heading_leads_nearer(dx: int, dy: int) -> None:
    found = shapes.heading_to(dx, dy)
    for turn in (-1, 1):
        beside = shapes.fold(found + turn)
        missed = abs(dx * shapes.cos_of(beside) - dy * shapes.sin_of(beside))
        assert abs(dx * shapes.cos_of(found) - dy * shapes.sin_of(found)) <= missed


# Poses


@pytest.mark.parametrize(
    ("pose", "depth", "corners"),
    [
        pytest.param(
            N, 750, ((9500000, 10000000), (10500000, 10000000), (10500000, 9250000), (9500000, 9250000)), id="G1"
        ),
        pytest.param(
            (10000, 10000, 3000),
            750,
            ((9566987, 10250000), (10433013, 9750000), (10058013, 9100481), (9191987, 9600481)),
            id="G2",
        ),
        pytest.param(
            (5000, 5000, 12345),
            500,
            ((5275605, 5417184), (4724395, 4582816), (4307212, 4858421), (4858421, 5692788)),
            id="G3",
        ),
    ],
)
def test_corners_follow_from_the_middle_of_the_front_edge(pose: Pose, depth: int, corners: Quad) -> None:
    assert base(pose, depth) == corners


def test_the_neighbour_on_the_right_touches_and_does_not_overlap() -> None:
    pose = (10000, 10000, 3000)
    neighbour = shapes.at(pose, 1000, 0)
    assert neighbour == (10866, 9500, 3000), "G4"
    assert shapes.penetration(base(pose), base(neighbour)) == 0
    assert shapes.gap(base(pose), base(neighbour)) == 0
    assert shapes.touching(base(pose), base(neighbour))
    assert not shapes.overlap(base(pose), base(neighbour))


def test_a_point_has_its_place_in_the_frame_of_a_pose() -> None:
    assert shapes.local((10000, 10000, 3000), (10500000, 11000000)) == (-66987, 1116025), "G7"


def test_the_zone_is_as_wide_as_the_base_and_one_ud_deep() -> None:
    assert shapes.zone_quad(N, 1000) == (
        (9500000, 11000000),
        (10500000, 11000000),
        (10500000, 10000000),
        (9500000, 10000000),
    )


@given(poses, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_a_place_in_a_frame_is_found_again(pose: Pose, s: int, t: int) -> None:
    found = shapes.local(pose, shapes.world(pose, s, t))
    assert abs(found[0] - 1000 * s) <= 1
    assert abs(found[1] - 1000 * t) <= 1


@given(poses, st.integers(-9000, 9000), st.integers(-9000, 9000), headings)
def test_mirror_images_stay_exact(pose: Pose, s: int, t: int, turn: int) -> None:
    assert mirrored(shapes.at(pose, s, t, turn)) == shapes.at(mirrored(pose), -s, t, -turn)
    left, right, rear_right, rear_left = base(pose)
    assert base(mirrored(pose)) == tuple((-x, y) for x, y in (right, left, rear_left, rear_right))


@given(poses, st.integers(-9000, 9000), st.integers(-9000, 9000), headings)
def test_a_table_seen_from_the_other_side_is_the_same(pose: Pose, s: int, t: int, turn: int) -> None:
    def seen(pose: Pose) -> Pose:
        return 60000 - pose[0], 60000 - pose[1], shapes.fold(pose[2] + 18000)

    assert seen(shapes.at(pose, s, t, turn)) == shapes.at(seen(pose), s, t, turn)
    assert base(seen(pose)) == tuple((60000000 - x, 60000000 - y) for x, y in base(pose))


@given(poses, headings, st.integers(-9000, 9000))
def test_moving_along_a_heading_keeps_the_facing(pose: Pose, heading: int, distance: int) -> None:
    x, y, h = shapes.along(pose, heading, distance)
    assert (x, y, heading) == shapes.at((pose[0], pose[1], heading), 0, distance)
    assert h == pose[2]


# Overlap and touch


@pytest.mark.parametrize(
    ("x", "deep", "overlap"),
    [
        pytest.param(10997, 3, True, id="G5-in"),
        pytest.param(10998, 2, False, id="G5-out"),
        (10500, 500, True),
        (11000, 0, False),
    ],
)
def test_bases_overlap_when_they_lie_in_each_other_by_more_than_a_touch(x: int, deep: int, overlap: bool) -> None:
    other = base((x, 10000, 0))
    assert shapes.penetration(base(N), other) == deep
    assert shapes.overlap(base(N), other) == overlap
    assert shapes.overlapping(base(N), [other]) == ([0] if overlap else [])


@pytest.mark.parametrize(
    ("x", "touch"), [pytest.param(11002, True, id="G6-yes"), pytest.param(11003, False, id="G6-no")]
)
def test_bases_touch_within_a_hair(x: int, touch: bool) -> None:
    assert shapes.touching(base(N), base((x, 10000, 0))) == touch


@given(near, near, depths)
def test_overlap_and_distance_are_mutual(one: Pose, other: Pose, depth: int) -> None:
    a, b = base(one), base(other, depth)
    assert shapes.penetration(a, b) == shapes.penetration(b, a)
    assert shapes.gap(a, b) == shapes.gap(b, a)
    assert not (shapes.penetration(a, b) and shapes.gap(a, b))


@given(near, st.lists(near, max_size=12), st.integers(0, 3000), headings)
def test_asking_about_many_is_asking_about_each(one: Pose, others: list[Pose], distance: int, heading: int) -> None:
    figure, figures = base(one), [base(other) for other in others]
    gaps = [shapes.gap(figure, other) for other in figures]
    assert shapes.gaps(figure, figures) == gaps
    assert shapes.within(figure, figures, distance) == [number for number, gap in enumerate(gaps) if gap <= distance]
    overlaps = [number for number, other in enumerate(figures) if shapes.overlap(figure, other)]
    assert shapes.overlapping(figure, figures) == overlaps
    contacts = [shapes.first_contact(figure, heading, other) for other in figures]
    assert shapes.first_contacts(figure, heading, figures) == contacts


def test_a_figure_has_at_least_two_corners_and_not_too_many() -> None:
    crowd = ((0, 0),) * 65
    for figure in (((0, 0),), crowd):
        with pytest.raises(ValueError, match="corners"):
            shapes.gap(base(N), figure)
        with pytest.raises(ValueError, match="corners"):
            shapes.first_contact(base(N), 0, figure)
    with pytest.raises(ValueError, match="points"):
        shapes.hull(crowd, crowd)


# Clipping


@pytest.mark.parametrize(
    ("y", "border", "share"),
    [(10500, True, 600), (11000, True, 600), (11000, False, 0), (11001, True, 0), (10500, False, 600)],
)
def test_a_share_of_an_edge_lies_in_a_figure(y: int, border: bool, share: int) -> None:
    left, right = (9900000.0, y * 1000.0), (11000000.0, y * 1000.0)
    assert shapes.share_in(left, right, shapes.zone_quad(N, 1000), border) == share
    assert shapes.share_in(right, left, shapes.zone_quad(N, 1000), border) == share


def test_a_part_of_a_way_is_given_from_its_beginning() -> None:
    assert shapes.clip_segment((10000000, 12000000), (10000000, 8000000), base(N)) == (0.5, 0.6875)
    assert shapes.clip_segment((9000000, 9000000), (9400000, 12000000), base(N)) is None
    assert shapes.clip_segment((9000000, 9900000), (9700000, 10600000), base(N)) is None, "past a corner"


def test_a_base_is_cut_at_a_line() -> None:
    kept = shapes.clip_half(base(N), 0.0, 1.0, 9750000.0)
    assert sorted(kept) == [
        (9500000.0, 9250000.0),
        (9500000.0, 9750000.0),
        (10500000.0, 9250000.0),
        (10500000.0, 9750000.0),
    ]
    assert shapes.area(kept) == 500e9
    assert shapes.clip_half(base(N), 0.0, 1.0, 9000000.0) == []


def test_outlines_have_a_distance() -> None:
    assert shapes.distance(((0, 0), (1000, 0)), ((3000, 4000), (5000, 4000))) == 20000000**0.5
    assert shapes.distance(((0, 0), (1000, 0)), ((500, 300), (500, 900))) == 300.0
