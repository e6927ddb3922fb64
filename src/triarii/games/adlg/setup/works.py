"""Works: after its camp an army builds the fortifications and obstacles that it has bought (adlg.setup.works)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.armies.points import WORKS
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.scenery import Work
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body, corners_match
from triarii.games.adlg.geometry.shapes import Edge, Figure, Point
from triarii.games.adlg.setup import landscape, laying, planning, sectors
from triarii.games.adlg.setup.going_on import changed, preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import WorksBuilt

RULE = "adlg.setup.works"
PIECE = 1000
"""How long one piece is."""
APART = 1000
"""So far are works from each other that don't touch, so that a unit can pass between them."""
ROUNDING = 2
BUILT_BY: Mapping[str, str] = {"fortify": "fortification", "obstruct": "obstacle"}
"""Which word builds what."""
EAST = 9000
LONGEST = 6
"""Pieces of a stretch that is proposed."""


def left(setting: Setting, seat: int) -> dict[str, int]:
    """How many pieces of each kind a seat can still build."""
    own = [work for work in landscape.of(setting).works.values() if work.seat == seat]
    return {
        kind: bought - sum(pieces_of(work) for work in own if work.kind == kind)
        for kind, bought in zip(WORKS, setting.works_to_build[seat], strict=True)
    }


def pieces_of(work: Work) -> int:
    return shapes.rdiv(_length(work.edge), PIECE)


def _length(edge: Edge) -> int:
    (ax, ay), (bx, by) = edge
    return shapes.length(bx - ax, by - ay)


def begin(state: State) -> State:
    """After the camp of a seat come its works, then the other seat's camp, then the plans and the corps."""
    if any(left(state.field.setting, preparing(state).seat).values()):
        return changed(state, task=Task.WORKS)
    return _done(state)


def _done(state: State) -> State:
    prep = preparing(state)
    if prep.seat == prep.defender:
        return changed(state, task=Task.CAMP, seat=prep.attacker)
    return planning.begin(state)


def build(state: State, act: Act) -> State | Refusal:
    """A stretch of works comes to the table, or the seat has built enough."""
    prep, setting = preparing(state), state.field.setting
    if act.verb == "done":
        return _done(state)
    x, y, count, turn = act.numbers
    kind = BUILT_BY[act.verb]
    have = left(setting, prep.seat)[kind]
    if not 0 < count <= have:
        return Refusal("setup.works_left", RULE, {"count": count, "left": have, "work": kind})
    work = _stretch(kind, prep.seat, (x, y), count, turn)
    refusal = why_not(setting, work)
    if refusal is not None:
        return refusal
    name = laying.new_name("w", list(scene(state).works))
    state = put_down(state, scene(state).with_work(name, work))
    return begin(state.noted(WorksBuilt, RULE, SEAT_NAMES[prep.seat], name, kind, *work.start, *work.end))


def _stretch(kind: str, seat: int, start: Point, count: int, turn: int) -> Work:
    """So many pieces in a row, from their first end on; without a turn they run along the long edges."""
    x, y, _ = shapes.along((*start, 0), (EAST + turn) % 36000, count * PIECE)
    return Work("", kind, start, (x, y), seat)


def why_not(setting: Setting, work: Work) -> Refusal | None:
    """Why works can't stand there."""
    if not sectors.zone(setting.size, work.seat, light=False).holds((work.start, work.end)):
        return Refusal("setup.works_zone", RULE, {})
    for piece in setting.scenery.pieces:
        barred = piece.impassable or piece.river or piece.terrain.id == "marsh"
        if barred and any(_runs_through(work, part) for part in piece.parts):
            return Refusal("setup.works_ground", RULE, {"piece": piece.id})
    if any(_runs_through(work, Body(camp.pose, *CAMP_SIZE).quad) for camp in setting.camps.values()):
        return Refusal("setup.works_camp", RULE, {})
    for other in setting.scenery.works:
        if other.id != work.id and not _joined(setting, work, other) and shapes.gap(work.edge, other.edge) < APART:
            return Refusal("setup.works_apart", RULE, {"other": other.id, "least": APART})
    return None


def _runs_through(work: Work, figure: Figure) -> bool:
    (ax, ay), (bx, by) = work.edge
    return shapes.clip_segment((float(ax), float(ay)), (float(bx), float(by)), figure, border=False) is not None


def _joined(setting: Setting, one: Work, two: Work) -> bool:
    """Whether works meet at their ends, and nowhere else."""
    for own, rest in (one.edge, one.edge[::-1]):
        for its, other in (two.edge, two.edge[::-1]):
            if corners_match(own, its, setting.limits):
                ends = (((rest, rest), two.edge), ((other, other), one.edge))
                return all(shapes.gap(end, edge) >= APART - ROUNDING for end, edge in ends)
    return False


def fits(setting: Setting) -> bool:
    """Whether all works are made of whole pieces that were bought, and stand where they may."""
    for seat in (0, 1):
        if any(count < 0 for count in left(setting, seat).values()):
            return False
    works = setting.scenery.works
    whole = all(abs(_length(work.edge) - PIECE * pieces_of(work)) <= ROUNDING and pieces_of(work) for work in works)
    return whole and all(why_not(setting, work) is None for work in works)


def proposals(state: State) -> list[str]:
    """Stretches along the front of the zone, in the middle and on both wings, where the first line will stand."""
    prep, setting = preparing(state), state.field.setting
    found: list[str] = []
    for verb, kind in BUILT_BY.items():
        count = min(left(setting, prep.seat)[kind], LONGEST)
        while count and not found:
            for x, y in _starts(setting, prep.seat, count):
                if why_not(setting, _stretch(kind, prep.seat, (x, y), count, 0)) is None:
                    found.append(str(Act(verb, numbers=(x, y, count, 0))))
            count -= 1
        if found:
            break
    return [*found, "done"]


def _starts(setting: Setting, seat: int, count: int) -> Iterator[Point]:
    zone = sectors.zone(setting.size, seat, light=False)
    depth = zone.north - zone.south
    middle, half = (zone.west + zone.east) // 2, count * PIECE // 2
    for depth_of_line in (depth, depth - 1000, depth - 2000):
        y = sectors.depth_line(setting.size, seat, depth_of_line)
        for x in (middle - half, zone.west, zone.east - 2 * half, zone.west + depth, zone.east - depth - 2 * half):
            yield x, y
