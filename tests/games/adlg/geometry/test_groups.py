"""Groups as blocks: who is linked, and how lines and columns wheel, turn, extend and contract."""

import pytest

from tests.hypothesis_profiles import given, st
from triarii.games.adlg.geometry import groups, shapes
from triarii.games.adlg.geometry.bodies import Body, linked
from triarii.games.adlg.geometry.groups import Block, Cell
from triarii.games.adlg.geometry.shapes import Pose

N = (10000, 10000, 0)
poses = st.tuples(st.integers(0, 60000), st.integers(0, 60000), st.integers(0, 35999))
sizes = st.tuples(st.integers(1, 5), st.integers(1, 3))


def block(columns: int, rows: int = 1, anchor: Pose = N, depth: int = 750) -> Block:
    """Row by row, each from the left."""
    cells = tuple((column, row) for row in range(rows) for column in range(columns))
    return Block(anchor, 1000, cells, (depth,) * len(cells))


def bodies_of(poses: tuple[Pose, ...], depths: tuple[int, ...]) -> list[Body]:
    return [Body(pose, 1000, depth) for pose, depth in zip(poses, depths, strict=True)]


# Links


@pytest.mark.parametrize(
    ("depth", "other", "is_linked"),
    [
        pytest.param(750, (11000, 10000, 0), True, id="G32b-beside"),
        pytest.param(750, (9000, 10000, 0), True, id="beside-left"),
        pytest.param(750, (11000, 9900, 0), False, id="G32b-aside"),
        pytest.param(750, (10000, 9250, 0), True, id="G32b-behind"),
        pytest.param(500, (10000, 9500, 0), True, id="G32b-behind-light"),
        pytest.param(750, (11000, 10000, 18000), False, id="G32b-about"),
        pytest.param(750, (11000, 10000, 51), False, id="askew"),
        pytest.param(750, (11004, 10004, 0), True, id="corner-4"),
        pytest.param(750, (11005, 10000, 0), False, id="corner-5"),
        pytest.param(750, (10500, 9250, 0), False, id="staggered"),
    ],
)
def test_bases_are_linked_side_by_side_or_one_behind_the_other(depth: int, other: Pose, is_linked: bool) -> None:
    one, two = Body(N, 1000, depth), Body(other, 1000, 750)
    assert linked(one, two) == is_linked
    assert linked(two, one) == is_linked


@given(poses, sizes)
def test_a_block_is_found_again_from_its_bases(anchor: Pose, size: tuple[int, int]) -> None:
    group = block(*size, anchor=anchor)
    bodies = bodies_of(group.poses(), group.depths)
    assert groups.block_of(bodies) == group
    found = groups.block_of(bodies[::-1])
    assert found is not None
    assert (found.anchor, found.cells) == (anchor, group.cells[::-1])


def test_a_block_may_lack_its_first_cell() -> None:
    cells = ((1, 0), (0, 1), (1, 1))
    group = Block((10000, 10000, 3000), 1000, cells, (750, 750, 750))
    found = groups.block_of(bodies_of(group.poses(), group.depths))
    assert found is not None
    assert found.cells == cells
    x, y, h = found.anchor
    assert max(abs(x - 10000), abs(y - 10000)) <= 1


def test_bases_that_are_not_all_linked_form_no_block() -> None:
    bodies = [Body(N, 1000, 750), Body((11000, 10000, 0), 1000, 750), Body((13000, 10000, 0), 1000, 750)]
    assert groups.block_of(bodies) is None
    assert groups.block_of(bodies[:2]) == block(2)
    assert groups.block_of([*bodies[:2], Body((11001, 10000, 0), 1000, 750)]) is None, "two in one place"
    assert groups.block_of([*bodies[:2], Body((12000, 10000, 100), 1000, 750)]) is None, "askew"


def test_a_row_is_as_deep_as_its_deepest_base() -> None:
    group = Block(N, 1000, ((0, 0), (1, 0), (0, 1), (1, 1)), (500, 1000, 750, 750))
    assert group.poses() == (N, (11000, 10000, 0), (10000, 9000, 0), (11000, 9000, 0))
    column = Block(N, 1000, ((0, 0), (0, 1), (0, 2)), (500, 1000, 750))
    assert column.poses() == (N, (10000, 9500, 0), (10000, 8500, 0))
    found = groups.block_of(bodies_of(group.poses(), group.depths))
    assert found == group, "the gap behind the shallow base does not part them"


# Wheels


def test_a_line_wheels_about_its_inner_end_and_each_pays_for_its_column() -> None:
    line = block(4)
    assert groups.block_wheel(line, 2000) == (
        (10211, 11197, 2000),
        (11151, 10855, 2000),
        (12090, 10513, 2000),
        (13030, 10171, 2000),
    ), "G25"
    assert groups.block_wheel_costs(line, 2000) == (1334, 1000, 667, 334)
    assert groups.block_wheel_costs(line, -2000) == (334, 667, 1000, 1334)


def test_a_block_wheels_as_one_body() -> None:
    square = block(2, 2)
    assert groups.block_wheel(square, -3000) == (
        (9933, 10250, 33000),
        (10799, 10750, 33000),
        (10308, 9600, 33000),
        (11174, 10100, 33000),
    ), "G26"
    assert groups.block_wheel_costs(square, -3000) == (500, 1000, 500, 1000)


def test_a_line_is_stopped_by_the_first_of_its_units_that_meets_somebody() -> None:
    line = block(3)
    enemy = shapes.quad((10000, 11000, 18000), 1000, 750)
    part = groups.block_wheel_legal_part(line, 9000, [enemy])
    assert 0 < part < 9000
    for turn, meets in ((part, False), (part + 1, True)):
        assert any(shapes.overlap(figure, enemy) for figure in groups.block_swept_wheel(line, turn)) == meets
    assert groups.block_wheel_legal_part(line, 9000, []) == 9000
    assert groups.block_wheel_legal_part(line, -9000, [shapes.quad((9000, 12000, 0), 1000, 750)]) == -9000


@given(poses, sizes, st.integers(-9000, 9000))
def test_a_block_that_wheels_stays_a_block(anchor: Pose, size: tuple[int, int], angle: int) -> None:
    group = block(*size, anchor=anchor)
    bodies = bodies_of(groups.block_wheel(group, angle), group.depths)
    found = groups.block_of(bodies)
    assert found is not None
    assert found.cells == group.cells
    for number, body in enumerate(bodies):
        assert not shapes.overlapping(body.quad, [other.quad for other in bodies[:number]])


# Turns


@pytest.mark.parametrize(
    ("columns", "rows", "right", "cells", "ends"),
    [
        pytest.param(
            3,
            1,
            True,
            ((0, 2), (0, 1), (0, 0)),
            ((11000, 9500, 9000), (11750, 9500, 9000), (12500, 9500, 9000)),
            id="G27-line",
        ),
        pytest.param(
            1,
            3,
            True,
            ((0, 0), (1, 0), (2, 0)),
            ((10500, 9500, 9000), (10500, 8500, 9000), (10500, 7500, 9000)),
            id="G28-column",
        ),
        pytest.param(
            2,
            2,
            False,
            ((1, 0), (1, 1), (0, 0), (0, 1)),
            ((9500, 9500, 27000), (10250, 9500, 27000), (9500, 8500, 27000), (10250, 8500, 27000)),
            id="G29-block",
        ),
    ],
)
def test_a_line_becomes_a_column_and_a_column_a_line(
    columns: int, rows: int, right: bool, cells: tuple[Cell, ...], ends: tuple[Pose, ...]
) -> None:
    assert groups.block_quarter_turn(block(columns, rows), right) == (cells, ends)


def test_the_rear_of_a_line_becomes_its_front() -> None:
    turned = groups.block_half_turn(block(3))
    assert turned.cells == ((2, 0), (1, 0), (0, 0)), "G30"
    assert turned.poses == ((10000, 9250, 18000), (11000, 9250, 18000), (12000, 9250, 18000))


def test_a_mixed_column_keeps_its_depths_in_a_turn() -> None:
    line = Block(N, 1000, ((0, 0), (1, 0), (2, 0)), (750, 500, 1000))
    turned = groups.block_quarter_turn(line, right=True)
    assert turned.poses == ((11000, 9500, 9000), (11500, 9500, 9000), (12500, 9500, 9000))


@given(poses, sizes, st.sampled_from([500, 750, 1000]))
def test_a_block_that_turns_stays_a_block(anchor: Pose, size: tuple[int, int], depth: int) -> None:
    group = block(*size, anchor=anchor, depth=depth)
    right, left = groups.block_quarter_turn(group, right=True), groups.block_quarter_turn(group, right=False)
    for formation in (right, left, groups.block_half_turn(group)):
        found = groups.block_of(bodies_of(formation.poses, group.depths))
        assert found is not None
        assert found.cells == formation.cells


@given(poses, sizes)
def test_two_half_turns_of_a_block_change_nothing(anchor: Pose, size: tuple[int, int]) -> None:
    group = block(*size, anchor=anchor)
    turned = groups.block_half_turn(group)
    first = turned.poses[turned.cells.index((0, 0))]
    again = groups.block_half_turn(Block(first, 1000, turned.cells, group.depths))
    assert again.cells == group.cells
    for (x, y, h), (u, v, k) in zip(again.poses, group.poses(), strict=True):
        assert max(abs(x - u), abs(y - v)) <= 1
        assert h == k


# Extension and contraction


def test_rear_units_come_up_on_the_nearer_end() -> None:
    extended = groups.extend(block(2, 2), [2, 3], 500)
    assert sorted(extended.poses) == [(9000, 10500, 0), (10000, 10500, 0), (11000, 10500, 0), (12000, 10500, 0)], "G31"
    assert extended.cells == ((1, 0), (2, 0), (0, 0), (3, 0))
    assert groups.extension_cost(500, 2) == 3500


def test_a_unit_in_the_middle_chooses_its_end() -> None:
    group = Block(N, 1000, ((0, 0), (1, 0), (2, 0), (1, 1)), (750,) * 4)
    assert groups.extend(group, [3], 0).poses[3] == (9000, 10000, 0)
    assert groups.extend(group, [3], 0, tie_right=True).poses[3] == (13000, 10000, 0)
    with pytest.raises(ValueError, match="front row"):
        groups.extend(group, [0], 0)


def test_who_does_not_come_up_stays_in_its_row() -> None:
    extended = groups.extend(block(2, 2), [2], 300)
    assert extended.cells == ((1, 0), (2, 0), (0, 0), (2, 1))
    assert extended.poses == ((10000, 10300, 0), (11000, 10300, 0), (9000, 10300, 0), (11000, 9550, 0))


def test_those_who_come_up_on_one_side_stand_beside_each_other() -> None:
    cells = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
    extended = groups.extend(Block(N, 1000, cells, (750,) * 5), [3, 4], 0)
    assert extended.cells == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    mirrored = groups.extend(Block(N, 1000, ((2, 0), (1, 0), (0, 0), (0, 1), (0, 2)), (750,) * 5), [3, 4], 0)
    assert mirrored.cells == ((4, 0), (3, 0), (2, 0), (1, 0), (0, 0))


def test_who_contracts_takes_his_place_from_left_to_right_whatever_his_number() -> None:
    cells = ((0, 0), (3, 0), (2, 0), (1, 0))
    contracted = groups.contract(Block(N, 1000, cells, (750,) * 4), [0], 750)
    assert contracted.cells == ((0, 0), (0, 3), (0, 2), (0, 1))


def test_a_line_contracts_behind_who_advances() -> None:
    contracted = groups.contract(block(2), [1], 750)
    assert contracted.poses == ((11000, 10000, 0), (11000, 10750, 0)), "G32"
    assert contracted.cells == ((0, 1), (0, 0))
    assert groups.ways(block(2).poses(), contracted.poses) == (1000, 750)


def test_the_others_follow_from_the_left_row_by_row() -> None:
    contracted = groups.contract(block(3, 2), [1, 2], 1000)
    assert contracted.cells == ((0, 1), (0, 0), (1, 0), (1, 1), (0, 2), (1, 2))
    assert contracted.poses[1] == (11000, 11000, 0)
    assert contracted.poses[5] == (12000, 9500, 0)


def test_who_leads_may_wheel_first() -> None:
    contracted = groups.contract(block(2), [1], 750, -3000)
    assert contracted.poses[1] == shapes.at((10933, 10250, 33000), 0, 750)
    assert contracted.poses[0] == shapes.at((10933, 10250, 33000), 0, 0)


@pytest.mark.parametrize(
    ("leaders", "distance", "why"), [([1], 749, "room"), ([0, 2], 1000, "neighbours"), ([3], 1000, "front")]
)
def test_a_contraction_needs_room_and_neighbours_who_lead(leaders: list[int], distance: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        groups.contract(block(3, 2), leaders, distance)
