"""Those who evade: a unit, or a group that runs as one base, as broad and as deep as all of it (adlg.evade.group)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import WIDTH
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import evades, groups, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.groups import Block, Cell
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.geometry.turns import Turn


@dataclass(frozen=True)
class Runners:
    """A unit or a group on its way: the base of all, and who stands where in it."""

    names: tuple[str, ...]
    base: Body
    cells: tuple[Cell, ...]
    depths: tuple[int, ...]

    @property
    def files(self) -> int:
        return 1 + max(column for column, _ in self.cells)

    @property
    def block(self) -> Block:
        anchor = shapes.at(self.base.pose, -(self.files - 1) * WIDTH // 2, 0)
        return Block(anchor, WIDTH, self.cells, self.depths)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The base of each, in the order of the names."""
        if len(self.names) == 1:
            return (self.base,)
        placed = zip(self.names, self.block.poses(), self.depths, strict=True)
        return tuple(Body(pose, WIDTH, depth, id=name) for name, pose, depth in placed)

    def moved(self, pose: Pose) -> Runners:
        return replace(self, base=self.base.moved(pose))


def runners(field: Field, names: Sequence[str]) -> Runners | None:
    """Units as they stand; None where they form no group."""
    return _formed(field, names, [field.body(name) for name in names])


def alone(field: Field, name: str, body: Body | None = None) -> Runners:
    """One unit, where it stands or after its turn."""
    base = body or field.body(name)
    return Runners((name,), base, ((0, 0),), (base.depth,))


def _formed(field: Field, names: Sequence[str], bodies: Sequence[Body]) -> Runners | None:
    if len(names) == 1:
        return alone(field, names[0], bodies[0])
    block = groups.block_of(bodies, field.setting.limits)
    if block is None:
        return None
    pose = shapes.at(block.anchor, (block.columns - 1) * WIDTH // 2, 0)
    depth = groups.row_starts(block.cells, block.depths)[-1]
    return Runners(tuple(names), Body(pose, block.columns * WIDTH, depth, id=names[0]), block.cells, block.depths)


def turned_away(field: Field, those: Runners, side: Side) -> Runners | None:
    """A unit or a group after its free turn (adlg.evade.turn); None if there is no room for it. A line that is charged
    in the flank becomes a column, and a column a line."""
    in_the_way = solids(field, without=those.names, edge=False)
    limits = field.setting.limits
    if len(those.names) == 1:
        anchor = str(field.setting.readings.chosen["quarter_turn_anchor"])
        turned = evades.turned_away(those.base, side, in_the_way, quarter_turn_anchor=anchor, limits=limits)
        return None if turned is None else alone(field, those.names[0], turned)
    turn = evades.AWAY[side]
    if turn is Turn.NONE:
        return those
    if turn is Turn.ABOUT:
        poses = groups.block_half_turn(those.block).poses
    else:
        poses = groups.block_quarter_turn(those.block, turn is Turn.RIGHT).poses
    bodies = [field.body(name).moved(pose) for name, pose in zip(those.names, poses, strict=True)]
    same_ground = turn is Turn.ABOUT and len(set(those.depths)) == 1
    if not same_ground and any(shapes.overlapping(body.quad, in_the_way, limits.touch) for body in bodies):
        return None
    return _formed(field, those.names, bodies)


def contracted(field: Field, those: Runners, left: int, obstacles: Sequence[Figure]) -> Iterator[tuple[Runners, int]]:
    """A group that becomes narrower to get through a gap: neighbours of its front rank go ahead by the depth of a base,
    told with it, and the others fall in behind them. The broadest formation comes first, and of these the one nearest
    to the middle."""
    block, touch = those.block, field.setting.limits.touch
    front = {column: member for member, (column, row) in enumerate(block.cells) if row == 0}
    before = those.bodies
    for files in range(those.files - 1, 0, -1):
        spare = those.files - files
        for first in sorted(range(spare + 1), key=lambda column: (abs(2 * column - spare), column)):
            leaders = [front[column] for column in range(first, first + files) if column in front]
            ahead = max((block.depths[member] for member in leaders), default=0)
            if len(leaders) < files or ahead > left:
                continue
            poses = groups.contract(block, leaders, ahead).poses
            bodies = [body.moved(pose) for body, pose in zip(before, poses, strict=True)]
            ways = [shapes.hull(old.quad, new.quad) for old, new in zip(before, bodies, strict=True)]
            narrow = _formed(field, those.names, bodies)
            if narrow is not None and not any(shapes.overlapping(way, obstacles, touch) for way in ways):
                yield narrow, ahead
