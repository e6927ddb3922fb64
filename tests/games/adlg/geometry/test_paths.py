"""Straight ways: the first contact, passing through friends, the edge of the table, slow ground and roads."""

import pytest

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry import passing, paths, shapes
from triarii.games.adlg.geometry.bodies import Body, contact_length, edge_contact
from triarii.games.adlg.geometry.passing import Friend, Passage
from triarii.games.adlg.geometry.paths import box
from triarii.games.adlg.geometry.shapes import Figure, Pose, Quad

N = (10000, 10000, 0)
WOOD = box(9000000, 11200000, 30000000, 14000000)
ROUGH = box(9000000, 10400000, 30000000, 11200000)

places = st.integers(8000, 14000)
poses = st.tuples(places, places, st.integers(0, 35999))


def base(pose: Pose, depth: int = 750) -> Quad:
    return shapes.quad(pose, 1000, depth)


# First contact


@pytest.mark.parametrize(
    ("mover", "other", "contact"),
    [
        pytest.param(N, (10600, 12000, 18000), 2000, id="G35-meets"),
        pytest.param(N, (10998, 12000, 18000), None, id="G35-passes"),
        pytest.param(N, (10997, 12000, 18000), 2000, id="G35-just-meets"),
        pytest.param(N, (10300, 12000, 22500), 1800, id="G36-slanting"),
        pytest.param(N, (10300, 12000, 18100), 1997, id="G36-slightly"),
        pytest.param((10000, 10000, 3000), (11500, 12000, 21000), 2482, id="G37-ahead"),
        pytest.param((10000, 10000, 3000), (9500, 8500, 0), None, id="G37-behind"),
        pytest.param(N, (10300, 10600, 0), 0, id="in-it"),
    ],
)
def test_a_straight_way_ends_at_the_first_contact(mover: Pose, other: Pose, contact: int | None) -> None:
    assert shapes.first_contact(base(mover), mover[2], base(other)) == contact


def test_a_front_edge_alone_has_its_first_contact() -> None:
    body = Body(N, 1000, 750)
    assert shapes.first_contact(body.front, 0, base((10600, 12000, 18000))) == 2000
    assert shapes.first_contact(body.right, 0, base((10600, 12000, 18000))) is None, (
        "an edge along the way has no width"
    )


@given(poses, poses)
def test_who_advances_to_contact_touches_and_does_not_overlap(mover: Pose, other: Pose) -> None:
    way = shapes.first_contact(base(mover), mover[2], base(other))
    if way is None or shapes.overlap(base(mover), base(other)):
        return
    there = base(shapes.at(mover, 0, way))
    assert not shapes.overlap(there, base(other))
    assert shapes.gap(there, base(other)) <= 2


@pytest.mark.parametrize(
    ("other", "push"),
    [((10200, 10600, 0), 150), ((10200, 10750, 0), 0), ((10999, 10300, 0), 0), ((10200, 12000, 0), 0)],
)
def test_who_stands_in_the_way_is_pushed_just_clear(other: Pose, push: int) -> None:
    assert shapes.push_clear(base(N), 0, base(other)) == push
    assert not shapes.overlap(base(N), base(shapes.along(other, 0, push)))


# Passing through friends


def friend(pose: Pose, depth: int = 750, light: bool = False, fixed: bool = False) -> Friend:
    return Friend(Body(pose, 1000, depth), light, fixed)


@pytest.mark.parametrize(
    ("distance", "met", "pushed"),
    [
        pytest.param(3000, friend((10000, 11500, 0), 500, light=True), {}, id="G40"),
        pytest.param(2000, friend((10000, 11500, 0), 500, light=True), {0: (10000, 11250, 0)}, id="G41-back"),
        pytest.param(1600, friend((10000, 11500, 0), 500, light=True), {0: (10000, 12100, 0)}, id="G41-forward"),
        pytest.param(1800, friend((10200, 11500, 0)), {0: (10200, 11050, 0)}, id="G42"),
        pytest.param(900, friend((10000, 11500, 0), 500), {}, id="before"),
        pytest.param(3000, friend((10000, 11500, 0), fixed=True), {}, id="fixed-passed"),
    ],
)
def test_who_is_met_at_the_end_steps_aside(distance: int, met: Friend, pushed: dict[int, Pose]) -> None:
    assert passing.pass_through(Body(N, 1000, 750), distance, [met]) == Passage(True, pushed)


def test_who_passes_must_come_partly_beyond() -> None:
    mover, met = Body(N, 1000, 750), friend((10000, 11500, 0))
    assert passing.pass_through(mover, 1400, [met]) == Passage(False, least=1503, stuck=0), "G42"
    assert not passing.pass_through(mover, 1502, [met]).allowed
    assert passing.pass_through(mover, 1503, [met]).allowed


def test_the_furthest_friend_says_how_far_to_go() -> None:
    two = [friend((10500, 11500, 0)), friend((9500, 11700, 0))]
    assert passing.pass_through(Body(N, 1000, 750), 1400, two) == Passage(False, least=1703, stuck=1)


def test_war_wagons_and_heavy_artillery_are_never_pushed() -> None:
    passage = passing.pass_through(Body(N, 1000, 750), 2000, [friend((10000, 11500, 0), fixed=True)])
    assert passage == Passage(False, stuck=0)


def test_a_pushed_friend_pushes_others() -> None:
    mover, met, next_one = Body(N, 1000, 750), friend((10000, 11500, 0)), friend((10000, 10700, 0), 500)
    passage = passing.pass_through(mover, 1800, [met], bystanders=[next_one])
    assert passage == Passage(True, {0: (10000, 11050, 0), 1: (10000, 10300, 0)})


def test_a_light_friend_is_pushed_the_shorter_way_by_others_too() -> None:
    mover, met, ahead = (
        Body(N, 1000, 750),
        friend((10000, 11500, 0), 500, light=True),
        friend((10000, 12200, 0), 500, light=True),
    )
    passage = passing.pass_through(mover, 1600, [met], bystanders=[ahead])
    assert passage == Passage(True, {0: (10000, 12100, 0), 1: (10000, 12600, 0)})


@pytest.mark.parametrize("beyond", [True, False])
def test_nobody_is_pushed_onto_an_enemy(beyond: bool) -> None:
    mover, met = Body(N, 1000, 750), friend((10000, 11500, 0))
    enemy = base((10700, 10400, 0)) if beyond else base((11100, 10400, 0))
    assert passing.pass_through(mover, 1800, [met], [enemy]).allowed != beyond


@pytest.mark.parametrize(("y", "allowed"), [(746, False), (747, True)])
def test_nobody_is_pushed_off_the_table(y: int, allowed: bool) -> None:
    outside = paths.outside(30000, 20000)
    mover, met = Body((10000, y, 0), 1000, 750), friend((10000, y + 748, 0))
    assert passing.pass_through(mover, 751, [met], outside).allowed == allowed


def test_friends_who_push_each_other_in_a_circle_stop_it() -> None:
    mover, met = Body(N, 1000, 750), friend((10000, 11500, 0))
    wall = [friend((10000 + 10 * i, 10700 - 30 * i, 9000 * (i % 2)), 1000, light=True) for i in range(4)]
    passage = passing.pass_through(mover, 1800, [met], bystanders=[*wall, friend((10000, 9000, 0), fixed=True)])
    assert not passage.allowed


@pytest.mark.parametrize(
    ("other", "allowed"),
    [(0, True), (4500, True), (4501, False), (9000, False), (13500, True), (22501, False), (31500, True)],
)
def test_friends_are_passed_from_the_front_or_the_rear(other: int, allowed: bool) -> None:
    assert passing.facing_allows(0, other, 4500) == allowed
    assert passing.facing_allows(other, other + 18000, 0)
    assert not passing.facing_allows(0, 60, 50)


# The edge of the table


@pytest.mark.parametrize(
    ("pose", "reach"),
    [
        pytest.param((29000, 10000, 9000), 1002, id="G43-square"),
        pytest.param((29000, 19000, 4500), 917, id="G43-slanting"),
    ],
)
def test_the_edge_of_the_table_ends_every_way(pose: Pose, reach: int) -> None:
    assert paths.edge_reach(pose, 1000, 750, 30000, 20000) == reach
    assert paths.on_table(base(shapes.at(pose, 0, reach)), 30000, 20000)
    assert not paths.on_table(base(shapes.at(pose, 0, reach + 1)), 30000, 20000)


slanting = st.builds(lambda quarter, turn: 9000 * quarter + turn, st.integers(0, 3), st.integers(600, 8400))


@given(st.tuples(st.integers(2000, 28000), st.integers(2000, 18000), slanting))
def test_the_reach_to_the_edge_is_on_the_table_and_a_little_more_is_not(pose: Pose) -> None:
    reach = paths.edge_reach(pose, 1000, 750, 30000, 20000)
    outside = paths.outside(30000, 20000)
    for further in (0, 20):
        there = base(shapes.at(pose, 0, reach + further))
        assert paths.on_table(there, 30000, 20000) == (not further)
        assert bool(shapes.overlapping(there, outside)) == bool(further)


def test_a_unit_that_leaves_the_table_goes_no_further() -> None:
    assert paths.edge_reach((10000, 20010, 0), 1000, 750, 30000, 20000) == 0


# Ground


@pytest.mark.parametrize(
    ("pose", "share"),
    [
        pytest.param((10000, 11575, 0), 500, id="G44b-half"),
        pytest.param((10000, 11950, 0), 1000, id="G44b-wholly"),
        pytest.param((9200, 12000, 3000), 499, id="G44b-askew"),
    ],
)
def test_a_share_of_a_base_lies_in_a_wood(pose: Pose, share: int) -> None:
    assert shapes.area_share(base(pose), [WOOD]) == share
    halves = [box(9000000, 11200000, 10100000, 14000000), box(10100000, 11200000, 30000000, 14000000)]
    assert shapes.area_share(base(pose), halves) == share
    assert paths.wholly_in(base(pose), halves) == (share == 1000)


def test_a_crest_behind_the_front_line_is_behind_the_unit() -> None:
    assert shapes.local(N, (10000000, 9300000)) == (0, -700000), "G44b"
    assert paths.behind(N, (10000000, 9300000))
    assert paths.behind(N, (12000000, 10000000))
    assert not paths.behind(N, (10000000, 10000001))


# Edges in contact


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        pytest.param(Body(N, 1000, 750).right, Body((11000, 9400, 18000), 1000, 750).right, 600, id="flank-on-flank"),
        pytest.param(Body(N, 1000, 750).front, Body((10300, 10000, 18000), 1000, 750).front, 700, id="front-on-front"),
        pytest.param(Body(N, 1000, 750).front, Body((10985, 10002, 18000), 1000, 750).front, 15, id="a-corner"),
        pytest.param(Body(N, 1000, 750).front, Body((10300, 10003, 18000), 1000, 750).front, 0, id="apart"),
        pytest.param(Body(N, 1000, 750).front, Body((10000, 10000, 18100), 1000, 750).front, 0, id="askew"),
        pytest.param(Body(N, 1000, 750).front, Body(N, 1000, 750).right, 0, id="square"),
        pytest.param(Body(N, 1000, 750).front, Body((12000, 10000, 0), 1000, 750).front, 0, id="in-line"),
    ],
)
def test_edges_touch_along_a_length(one: Figure, other: Figure, length: int) -> None:
    a, b = (one[0], one[1]), (other[0], other[1])
    assert contact_length(a, b) == length
    assert contact_length(b, a) == length
    assert edge_contact(a, b) == (length >= 20)
