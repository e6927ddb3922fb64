"""The manoeuvres of a unit: where each ends, what it costs, what it sweeps over and when it is blocked."""

import pytest

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry import manoeuvres, shapes
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import Pose, Quad

N = (10000, 10000, 0)
places = st.integers(0, 60000)
poses = st.tuples(places, places, st.integers(0, 35999))
angles = st.integers(-9000, 9000).filter(bool)


def base(pose: Pose, depth: int = 750) -> Quad:
    return shapes.quad(pose, 1000, depth)


def mirrored(pose: Pose) -> Pose:
    x, y, h = pose
    return -x, y, shapes.fold(-h)


# Straight steps


@pytest.mark.parametrize(
    ("pose", "distance", "end"),
    [
        pytest.param((10000, 10000, 3000), 2500, (11250, 12165, 3000), id="G10"),
        pytest.param((7001, 3003, 21234), 1333, (6288, 1877, 21234), id="G11"),
    ],
)
def test_an_advance_leads_straight_ahead(pose: Pose, distance: int, end: Pose) -> None:
    assert manoeuvres.advance(pose, distance) == end
    assert manoeuvres.back(pose, -distance) == end


@pytest.mark.parametrize(
    ("sideways", "end"),
    [pytest.param(700, (10495, 9505, 4500), id="G12-right"), pytest.param(-700, (9505, 10495, 4500), id="G12-left")],
)
def test_a_slide_keeps_the_facing(sideways: int, end: Pose) -> None:
    assert manoeuvres.slide((10000, 10000, 4500), sideways) == end


@given(poses, st.integers(0, 5000), st.integers(0, 5000))
def test_two_advances_are_one_to_a_hair(pose: Pose, first: int, second: int) -> None:
    x, y, _ = manoeuvres.advance(manoeuvres.advance(pose, first), second)
    u, v, _ = manoeuvres.advance(pose, first + second)
    assert max(abs(x - u), abs(y - v)) <= 1


# Wheels


@pytest.mark.parametrize(
    ("pose", "angle", "end", "cost"),
    [
        pytest.param(N, 3000, (10067, 10250, 3000), 500, id="G13"),
        pytest.param(N, -4500, (9854, 10354, 31500), 750, id="G14"),
        pytest.param(N, 9000, (10500, 10500, 9000), 1500, id="G15"),
        pytest.param((4321, 8765, 30000), -1234, (4223, 8808, 28766), 206, id="G17"),
    ],
)
def test_a_wheel_turns_about_the_inner_front_corner(pose: Pose, angle: int, end: Pose, cost: int) -> None:
    assert manoeuvres.wheel(pose, 1000, angle) == end
    assert manoeuvres.wheel_cost(angle) == cost


@pytest.mark.parametrize(("angle", "times", "cost"), [(1000, 1, 167), (100, 10, 170), (1, 1000, 1000)])
def test_many_small_wheels_are_never_cheaper(angle: int, times: int, cost: int) -> None:
    assert times * manoeuvres.wheel_cost(angle) == cost, "G16"


@pytest.mark.parametrize(("columns", "angle"), [(1, 9000), (2, 6000), (4, 3000), (6, 2000)])
def test_the_wider_the_line_the_less_it_wheels(columns: int, angle: int) -> None:
    assert manoeuvres.largest_wheel(2000, columns) == angle, "G18"
    assert manoeuvres.wheel_cost(angle, columns) <= 2000
    assert angle == 9000 or manoeuvres.wheel_cost(angle + 1, columns) > 2000


def test_a_war_wagon_pays_for_its_own_45_degrees_or_as_all_do() -> None:
    assert manoeuvres.wheel_cost(4500, full=4500) == 1500, "G19"
    assert manoeuvres.wheel_cost(4500) == 750
    assert manoeuvres.largest_wheel(5000, full=4500) == 4500


def test_a_unit_wheels_and_then_advances() -> None:
    assert manoeuvres.advance(manoeuvres.wheel(N, 1000, 2000), 1500) == (10543, 11581, 2000), "G20"
    assert manoeuvres.wheel_cost(2000) + 1500 == 1834


def test_a_table_may_measure_the_straight_way_of_the_outer_corner() -> None:
    assert manoeuvres.outer_corner_way(N, manoeuvres.wheel(N, 1000, 9000), 1000, 9000) == 1414
    assert manoeuvres.outer_corner_way(N, manoeuvres.advance(N, 700), 1000, 1) == 700


@given(poses, angles)
def test_the_pivot_of_a_wheel_stays(pose: Pose, angle: int) -> None:
    corner = manoeuvres.inner_corner(1000, angle)
    x, y = shapes.world(pose, corner, 0)
    u, v = shapes.world(manoeuvres.wheel(pose, 1000, angle), corner, 0)
    assert max(abs(x - u), abs(y - v)) <= 501


@given(poses, angles)
def test_a_turn_there_and_back_about_one_corner_changes_nothing(pose: Pose, angle: int) -> None:
    corner = manoeuvres.inner_corner(1000, angle)
    assert shapes.turned(manoeuvres.wheel(pose, 1000, angle), corner, 0, 0, 0, -angle) == pose


@given(poses, angles, st.sampled_from([500, 750, 1000]))
def test_left_is_the_mirror_image_of_right(pose: Pose, angle: int, depth: int) -> None:
    image = mirrored(pose)
    assert mirrored(manoeuvres.wheel(pose, 1000, angle)) == manoeuvres.wheel(image, 1000, -angle)
    assert mirrored(manoeuvres.pivot(pose, depth, angle)) == manoeuvres.pivot(image, depth, -angle)
    assert mirrored(manoeuvres.half_turn(pose, depth)) == manoeuvres.half_turn(image, depth)
    for centred in (False, True):
        right = manoeuvres.quarter_turn(pose, 1000, depth, True, centred)
        assert mirrored(right) == manoeuvres.quarter_turn(image, 1000, depth, False, centred)


# Turns


def test_a_quarter_turn_keeps_the_front_corner() -> None:
    end = manoeuvres.quarter_turn(N, 1000, 750, right=True)
    assert end == (10500, 9500, 9000), "G21"
    assert base(end) == ((10500000, 10000000), (10500000, 9000000), (9750000, 9000000), (9750000, 10000000))


def test_a_quarter_turn_may_be_centred() -> None:
    pose = (10000, 10000, 3000)
    assert manoeuvres.quarter_turn(pose, 1000, 750, right=False) == (9317, 9817, 30000), "G22"
    assert manoeuvres.quarter_turn(pose, 1000, 750, right=False, centred=True) == (9379, 9925, 30000)


def test_a_quarter_turn_is_centred_only_where_somebody_stands_behind() -> None:
    front, centred = (10500, 9500, 9000), (10500, 9625, 9000)
    behind, beside = base((10000, 9200, 0)), base((11000, 9000, 9000), 1000)
    assert manoeuvres.free_quarter_turn(N, 1000, 750, True, []) == front
    assert manoeuvres.free_quarter_turn(N, 1000, 750, True, [behind]) is None
    near = base((10000, 9120, 0))
    assert manoeuvres.free_quarter_turn(N, 1000, 750, True, [near]) == centred
    assert manoeuvres.free_quarter_turn(N, 1000, 750, True, [beside, near]) is None
    assert manoeuvres.free_quarter_turn(N, 1000, 750, True, [], centred_only=True) == centred


@pytest.mark.parametrize(
    ("pose", "depth", "end"),
    [
        pytest.param(N, 750, (10000, 9250, 18000), id="G23-line"),
        pytest.param((8000, 8000, 4500), 500, (7646, 7646, 22500), id="G23-light"),
    ],
)
def test_a_half_turn_is_made_on_the_spot(pose: Pose, depth: int, end: Pose) -> None:
    assert manoeuvres.half_turn(pose, depth) == end
    assert manoeuvres.half_turn(end, depth) == pose


@given(poses, st.sampled_from([500, 750, 1000, 2000]))
def test_two_half_turns_change_nothing(pose: Pose, depth: int) -> None:
    assert manoeuvres.half_turn(manoeuvres.half_turn(pose, depth), depth) == pose


@pytest.mark.parametrize(
    ("angle", "end"),
    [pytest.param(4500, (10354, 9854, 4500), id="G24-half"), pytest.param(9000, (10500, 9500, 9000), id="G24-quarter")],
)
def test_artillery_turns_about_its_middle(angle: int, end: Pose) -> None:
    assert manoeuvres.pivot(N, 1000, angle) == end


# Retreats


@pytest.mark.parametrize(
    ("behind", "end"),
    [
        pytest.param([], (10000, 7000, 0), id="G33-free"),
        pytest.param([(10300, 7500, 0)], (10000, 8260, 0), id="G33-blocked"),
        pytest.param([(10300, 6250, 0)], (10000, 7000, 0), id="just-free"),
        pytest.param([(10300, 6251, 0)], (10000, 7011, 0), id="just-blocked"),
        pytest.param([(10300, 8250, 0)], (10000, 9010, 0), id="1-UD"),
        pytest.param([(10300, 8251, 0)], None, id="too-near"),
    ],
)
def test_who_disengages_goes_back_or_stops_short(behind: list[Pose], end: Pose | None) -> None:
    blockers = [base(pose) for pose in behind]
    assert manoeuvres.disengage(N, 1000, 750, 4000, blockers) == end


def test_the_room_before_an_obstacle_is_an_option() -> None:
    blockers = [base((10300, 7500, 0))]
    assert manoeuvres.disengage(N, 1000, 750, 4000, blockers, Limits(stop_short=50)) == (10000, 8300, 0)


# Sweeps


@pytest.mark.parametrize(
    ("angle", "enemy", "part"),
    [
        pytest.param(-9000, (9900, 10800, 18000), -5332, id="G38-left"),
        pytest.param(9000, (10300, 10900, 18000), 6442, id="G38-right"),
        pytest.param(9000, (10300, 11600, 18000), 9000, id="G38-free"),
        pytest.param(9000, (10000, 10001, 18000), 17, id="at-once"),
        pytest.param(9000, (10000, 9990, 18000), 0, id="in-it"),
    ],
)
def test_a_wheel_is_free_up_to_the_first_obstacle(angle: int, enemy: Pose, part: int) -> None:
    assert manoeuvres.wheel_legal_part(N, 1000, 750, angle, [base((15000, 15000, 0)), base(enemy)]) == part
    if 0 < abs(part) < abs(angle):
        sign = 1 if angle > 0 else -1
        for turn, meets in ((part, False), (part + sign, True)):
            sweep = manoeuvres.swept_wheel(N, 1000, 750, turn)
            assert any(shapes.overlap(figure, base(enemy)) for figure in sweep) == meets


def test_only_the_end_of_a_wheel_counts_against_friends() -> None:
    friend = base((9000, 10000, 0))
    assert any(shapes.overlap(figure, friend) for figure in manoeuvres.swept_wheel(N, 1000, 750, 9000)), "G39"
    assert not shapes.overlap(base(manoeuvres.wheel(N, 1000, 9000)), friend)
    assert shapes.penetration(base(manoeuvres.wheel(N, 1000, 4500)), friend) == 43
    further = manoeuvres.wheel(manoeuvres.advance(N, 100), 1000, 4500)
    assert not shapes.overlap(base(further), friend)


def test_a_wheel_sweeps_a_figure_for_each_begun_degree() -> None:
    assert len(manoeuvres.swept_wheel(N, 1000, 750, -450)) == 5
    assert manoeuvres.swept_wheel(N, 1000, 750, 0) == []


def test_artillery_sweeps_about_its_middle() -> None:
    beside = base((11100, 10000, 0), 1000)
    assert manoeuvres.pivot_legal_part(N, 1000, 1000, 9000, [beside]) == 1335
    assert manoeuvres.pivot_legal_part(N, 1000, 1000, 9000, [base((11300, 10000, 0), 1000)]) == 9000


@given(poses, angles, st.integers(0, 100))
def test_the_sweep_of_a_wheel_holds_all_of_its_moments(pose: Pose, angle: int, hundredths: int) -> None:
    moment = base(manoeuvres.wheel(pose, 1000, angle * hundredths // 100))
    hulls = manoeuvres.swept_wheel(pose, 1000, 750, angle)
    corners = [[shapes.gap(hull, (corner, corner)) for hull in hulls] for corner in moment]
    assert all(min(gaps) <= 2 for gaps in corners)
