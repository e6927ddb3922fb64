"""Roads: dice name the sectors of both ends; straight or with one bend, from 10 to 30 UD (adlg.setup.road)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise, product

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.scenery import Piece
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import FINE, Point
from triarii.games.adlg.setup import laying, sectors
from triarii.games.adlg.setup.going_on import changed, go, preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import RoadLaid, WayThrow
from triarii.games.adlg.setup.regions import VILLAGE
from triarii.games.adlg.setup.sectors import Area

RULE = "adlg.setup.road"
SHORTEST, LONGEST = 10000, 30000
OFFERED = 10
PARTS = 4
"""Ends and bends are sought on lines that cut a sector into so many parts."""


def ends(state: State) -> tuple[Area, Area]:
    """The sectors in which the road begins and ends."""
    prep = preparing(state)
    table = state.field.setting.size
    return sectors.road_sector(table, prep.seat, prep.dice[0]), sectors.road_sector(table, prep.seat, prep.dice[1])


def why_not(state: State, points: tuple[Point, ...]) -> Refusal | None:
    """Why a road can't run like this."""
    setting, (first, second) = state.field.setting, ends(state)
    table = Area(0, 0, *setting.size)
    if not table.holds(points) or len(set(points)) < len(points):
        return Refusal("setup.road_points", RULE, {})
    if not first.holds(points[:1]) or not second.holds(points[-1:]):
        return Refusal("setup.road_ends", RULE, {})
    length = sum(shapes.length((bx - ax) * FINE, (by - ay) * FINE) for (ax, ay), (bx, by) in pairwise(points))
    if not SHORTEST <= length <= LONGEST:
        return Refusal("setup.road_length", RULE, {"length": length, "least": SHORTEST, "most": LONGEST})
    for piece in setting.scenery.pieces:
        if piece.impassable and _crosses(points, piece):
            return Refusal("setup.road_blocked", RULE, {"piece": piece.id})
    if laying.in_hand(state).free and not any(_crosses(points, village) for village in _villages(state)):
        return Refusal("setup.road_village", RULE, {})
    return None


def _crosses(points: tuple[Point, ...], piece: Piece) -> bool:
    fine = [(float(x * FINE), float(y * FINE)) for x, y in points]
    return any(
        shapes.clip_segment(p, q, part, border=False) is not None for p, q in pairwise(fine) for part in piece.parts
    )


def _villages(state: State) -> list[Piece]:
    return [piece for piece in state.field.setting.scenery.pieces if piece.terrain.id == VILLAGE]


def thrown(state: State, dice: tuple[int, int]) -> State:
    state = state.noted(WayThrow, RULE, dice[0], dice[1])
    return laying.with_room(changed(state, dice=dice, task=Task.ROAD), Task.WAY, has_room)


def has_room(state: State) -> bool:
    return next(_found(state), None) is not None


def lay(state: State, act: Act) -> State | Refusal:
    """The road comes to the table."""
    numbers = act.numbers
    start, end = numbers[:2], numbers[2:4]
    points = ((start[0], start[1]), *([(numbers[4], numbers[5])] if len(numbers) > 4 else []), (end[0], end[1]))
    refusal = why_not(state, points)
    if refusal is not None:
        return refusal
    prep = preparing(state)
    place = laying.current(prep)
    assert place is not None
    name = laying.new_name("r", [pick.id for pick in prep.picks])
    state = put_down(state, scene(state).with_road(name, points)).noted(RoadLaid, RULE, name)
    return laying.next_piece(go(state, prep.with_id(place, name)))


def proposals(state: State) -> list[str]:
    """Some roads, by themselves or with a bend, among many."""
    found = list(islice(_found(state), 0, 40 * OFFERED))
    return list(dict.fromkeys(_said(points) for points in found[:: max(1, len(found) // OFFERED)]))


def _said(points: tuple[Point, ...]) -> str:
    numbers = [*points[0], *points[-1], *(points[1] if len(points) == 3 else ())]
    return str(Act("road", numbers=tuple(numbers)))


def _found(state: State) -> Iterator[tuple[Point, ...]]:
    first, second = ends(state)
    for start, end in product(_marks(first), _marks(second)):
        for bend in _bends(state, start, end):
            points = (start, end) if bend is None else (start, bend, end)
            if not any(_along_edge(state, *stretch) for stretch in pairwise(points)) and why_not(state, points) is None:
                yield points


def _along_edge(state: State, start: Point, end: Point) -> bool:
    """Roads that nobody would draw: along the edge of the table."""
    return any(a == b and a in (0, size) for a, b, size in zip(start, end, state.field.setting.size, strict=True))


def _bends(state: State, start: Point, end: Point) -> Iterator[Point | None]:
    yield None
    if laying.in_hand(state).free:
        for village in _villages(state):
            xs, ys = zip(*village.polygon, strict=True)
            yield (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    yield start[0], end[1]
    yield end[0], start[1]


def _marks(area: Area) -> list[Point]:
    """Points of a sector: its borders and lines between them."""
    xs = [_easy(area.west, area.east, place) for place in range(PARTS + 1)]
    ys = [_easy(area.south, area.north, place) for place in range(PARTS + 1)]
    return [(x, y) for x in xs for y in ys]


def _easy(low: int, high: int, place: int) -> int:
    """A number that is easy to say, within the bounds."""
    found = (low + (high - low) * place // PARTS) // laying.EASY * laying.EASY
    return max(low, found) if place else low
