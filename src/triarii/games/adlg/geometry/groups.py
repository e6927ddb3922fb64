"""Groups as blocks of rows and columns: how they wheel, turn, extend and contract. A block is always laid out anew from
one anchor, so that its members never drift apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body, corners_match, follows, same_facing
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import QUARTER, wheel_cost
from triarii.games.adlg.geometry.shapes import Figure, Pose

Cell = tuple[int, int]
"""Column from the left and row from the front."""
EXTENSION_PRICE = 1000
UNIT_PRICE = 1000


class Formation(NamedTuple):
    """Cells and poses of the members after a manoeuvre."""

    cells: tuple[Cell, ...]
    poses: tuple[Pose, ...]


@dataclass(frozen=True)
class Block:
    """A group: the pose of the first cell, and for each member its cell and the depth of its base."""

    anchor: Pose
    width: int
    cells: tuple[Cell, ...]
    depths: tuple[int, ...]

    @kept
    def columns(self) -> int:
        return 1 + max(column for column, _ in self.cells)

    @kept
    def rows(self) -> int:
        return 1 + max(row for _, row in self.cells)

    def place(self, member: int) -> tuple[int, int]:
        """Where a member stands in the frame of the anchor."""
        column, row = self.cells[member]
        return column * self.width, -row_starts(self.cells, self.depths)[row]

    def poses(self, sideways: int = 0, ahead: int = 0) -> tuple[Pose, ...]:
        """All members, the whole block moved straight by so much."""
        starts = row_starts(self.cells, self.depths)
        return tuple(
            shapes.at(self.anchor, sideways + column * self.width, ahead - starts[row]) for column, row in self.cells
        )


def row_starts(cells: Sequence[Cell], depths: Sequence[int]) -> list[int]:
    """How far behind the front line each row begins, and at last where the block ends. A row is as deep as its deepest
    base."""
    if len(cells) == 1 and cells[0][1] == 0:
        return [0, depths[0]]
    rows = 1 + max(row for _, row in cells)
    starts = [0]
    for row in range(rows):
        deepest = max((depth for (_, k), depth in zip(cells, depths, strict=True) if k == row), default=0)
        starts.append(starts[-1] + deepest)
    return starts


def block_of(bodies: Sequence[Body], limits: Limits = LIMITS) -> Block | None:
    """The block that linked bases form; None if they are not all linked or two of them claim one cell."""
    if len(bodies) == 1:
        return Block(bodies[0].pose, bodies[0].width, ((0, 0),), (bodies[0].depth,))
    cells: dict[int, Cell] = {0: (0, 0)}
    waiting = [0]
    while waiting:
        one = waiting.pop()
        for other, body in enumerate(bodies):
            if other in cells:
                continue
            step = step_between(bodies[one], body, limits)
            if step is not None:
                cells[other] = cells[one][0] + step[0], cells[one][1] + step[1]
                waiting.append(other)
    if len(cells) < len(bodies) or len(set(cells.values())) < len(bodies):
        return None
    left, front = min(column for column, _ in cells.values()), min(row for _, row in cells.values())
    numbers = range(len(bodies))
    placed = tuple((cells[number][0] - left, cells[number][1] - front) for number in numbers)
    depths = tuple(body.depth for body in bodies)
    first = min(numbers, key=lambda number: (placed[number][1], placed[number][0]))
    column, row = placed[first]
    width = bodies[0].width
    anchor = shapes.at(bodies[first].pose, -column * width, row_starts(placed, depths)[row])
    return Block(anchor, width, placed, depths)


def step_between(one: Body, other: Body, limits: Limits) -> Cell | None:
    """From the cell of one base to that of another which is linked to it."""
    if not same_facing(one.heading, other.heading, limits):
        return None
    if corners_match(one.quad[1], other.quad[0], limits):
        return 1, 0
    if corners_match(one.quad[0], other.quad[1], limits):
        return -1, 0
    if follows(one, other, limits):
        return 0, 1
    return (0, -1) if follows(other, one, limits) else None


# Wheels


def wheel_corner(block: Block, angle: int) -> int:
    """Where on the front line of the block its wheel has the pivot."""
    half = block.width // 2
    return block.columns * block.width - half if angle > 0 else -half


def block_wheel(block: Block, angle: int) -> tuple[Pose, ...]:
    """All members after a wheel about the inner front corner of the block."""
    corner = wheel_corner(block, angle)
    return tuple(
        shapes.turned(block.anchor, corner, 0, *block.place(member), angle) for member in range(len(block.cells))
    )


def block_wheel_costs(block: Block, angle: int) -> tuple[int, ...]:
    """What each member pays of its own allowance: the further from the pivot its column, the more."""
    return tuple(wheel_cost(angle, block.columns - column if angle > 0 else column + 1) for column, _ in block.cells)


def block_swept_wheel(block: Block, angle: int) -> list[Figure]:
    """What all members sweep."""
    pivot = wheel_corner(block, angle), 0
    return [
        figure
        for member, depth in enumerate(block.depths)
        for figure in shapes.swept_turn(block.anchor, block.width, depth, pivot, angle, block.place(member))
    ]


def block_wheel_legal_part(block: Block, angle: int, obstacles: Sequence[Figure], limits: Limits = LIMITS) -> int:
    """How much of a wheel of the block is free of obstacles for every member."""
    pivot = wheel_corner(block, angle), 0
    for member, depth in enumerate(block.depths):
        place = block.place(member)
        angle = shapes.free_turn(block.anchor, block.width, depth, pivot, angle, obstacles, place, limits.touch)
    return angle


# Turns


def block_quarter_turn(block: Block, right: bool) -> Formation:
    """A line becomes a column led by the unit on that side, a column a line. The front corner of the block on that side
    stays."""
    n, m, width = block.columns, block.rows, block.width
    cells = tuple((row, n - 1 - column) if right else (m - 1 - row, column) for column, row in block.cells)
    starts = row_starts(cells, block.depths)
    half = width // 2
    poses = []
    for column, row in cells:
        if right:
            pose = shapes.at(block.anchor, n * width - half - starts[row], -half - column * width, QUARTER)
        else:
            pose = shapes.at(block.anchor, starts[row] - half, half - (m - column) * width, -QUARTER)
        poses.append(pose)
    return Formation(cells, tuple(poses))


def block_half_turn(block: Block) -> Formation:
    """The rear edge of the block becomes its front."""
    n, m, width = block.columns, block.rows, block.width
    end = row_starts(block.cells, block.depths)[-1]
    cells = tuple((n - 1 - column, m - 1 - row) for column, row in block.cells)
    starts = row_starts(cells, block.depths)
    poses = tuple(
        shapes.at(block.anchor, (n - 1 - column) * width, starts[row] - end, 2 * QUARTER) for column, row in cells
    )
    return Formation(cells, poses)


def block_turned(block: Block, angle: int) -> tuple[Block, tuple[Pose, ...]]:
    """A block after a quarter turn, to the right by a positive angle, or after a half turn; and where its members
    stand."""
    about = abs(angle) == 2 * QUARTER
    formation = block_half_turn(block) if about else block_quarter_turn(block, angle > 0)
    first = formation.cells.index(min(formation.cells, key=lambda cell: (cell[1], cell[0])))
    column, row = formation.cells[first]
    start = row_starts(formation.cells, block.depths)[row]
    anchor = shapes.at(formation.poses[first], -column * block.width, start)
    return Block(anchor, block.width, formation.cells, block.depths), formation.poses


# Extension and contraction


def extend(block: Block, members: Sequence[int], distance: int, tie_right: bool = False) -> Formation:
    """The named members of rear rows come up beside the front row, each on the nearer end, while the block advances."""
    cells = list(block.cells)
    left, right = -1, block.columns
    for member in members:
        column, row = cells[member]
        if not row:
            raise ValueError("who stands in the front row can't come up")
        to_left, to_right = column - left, right - column
        if to_right < to_left or (tie_right and to_right == to_left):
            cells[member] = right, 0
            right += 1
        else:
            cells[member] = left, 0
            left -= 1
    return formed(block, [(column - left - 1, row) for column, row in cells], left + 1, distance)


def extension_cost(distance: int, members: int) -> int:
    """1 UD, 1 UD for each unit that comes up, and the advance."""
    return distance + EXTENSION_PRICE + UNIT_PRICE * members


def contract(block: Block, leaders: Sequence[int], distance: int, angle: int = 0) -> Formation:
    """The named neighbours of the front row, from the left, wheel first if they like and advance; the others take the
    cells behind them, left to right and row by row."""
    first, n = block.cells[leaders[0]][0], len(leaders)
    if [block.cells[leader] for leader in leaders] != [(first + i, 0) for i in range(n)]:
        raise ValueError("only neighbours in the front row can lead")
    if distance < max(block.depths[leader] for leader in leaders):
        raise ValueError("the others need room behind who leads")
    others = sorted(set(range(len(block.cells))) - set(leaders), key=lambda member: block.cells[member][::-1])
    order = [*leaders, *others]
    cells = [divmod(order.index(member), n)[::-1] for member in range(len(order))]
    anchor = shapes.at(block.anchor, first * block.width, 0)
    if angle:
        line = Block(anchor, block.width, tuple((column, 0) for column in range(n)), (0,) * n)
        anchor = block_wheel(line, angle)[0]
    return formed(Block(anchor, block.width, tuple(cells), block.depths), cells, 0, distance)


def formed(block: Block, cells: Sequence[Cell], sideways: int, ahead: int) -> Formation:
    """The block in other cells, of which the first stands some columns to the side of the anchor."""
    placed = tuple(cells)
    moved = Block(block.anchor, block.width, placed, block.depths)
    return Formation(placed, moved.poses(sideways * block.width, ahead))


def ways(before: Sequence[Pose], after: Sequence[Pose]) -> tuple[int, ...]:
    """How far each member gets from where it stood, in a straight line."""
    return tuple(
        shapes.length((x - u) * shapes.FINE, (y - v) * shapes.FINE)
        for (x, y, _), (u, v, _) in zip(before, after, strict=True)
    )
