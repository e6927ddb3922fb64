"""Camps: each army builds one in its zone, on open ground that can be reached, the defender first (adlg.setup.camp)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import FINE, Figure, Pose, Quad
from triarii.games.adlg.setup import landscape, sectors, works
from triarii.games.adlg.setup.armies import camp_of
from triarii.games.adlg.setup.going_on import preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import CampBuilt
from triarii.games.adlg.setup.regions import COAST, COAST_WIDTH, SIDES

RULE = "adlg.setup.camp"
PASSAGE = 1000
"""How wide the open way to a camp is."""
GRID = 500
"""Steps in which such a way is sought."""
STEP = 250
"""Steps in which places for a camp are sought."""
OFFERED = 8
WANTED = ("open", "reached", "off_road")
"""What a camp's place should be; where the table has no such place the later wishes go first."""


def pose(seat: int, x: int, y: int) -> Pose:
    """A camp by its middle: it faces the enemy."""
    ahead = CAMP_SIZE[1] // 2
    return (x, y + ahead, 0) if seat == 0 else (x, y - ahead, sectors.facing(seat))


def at_edge(setting: Setting, seat: int) -> int:
    """The y of the middle of a camp at its own edge."""
    return sectors.depth_line(setting.size, seat, CAMP_SIZE[1] // 2)


def build(state: State, act: Act) -> State | Refusal:
    """A camp comes to the table."""
    prep, setting = preparing(state), state.field.setting
    y = act.numbers[1] if len(act.numbers) > 1 else at_edge(setting, prep.seat)
    where = pose(prep.seat, act.numbers[0], y)
    refusal = why_not(setting, prep.seat, where)
    if refusal is not None:
        return refusal
    state = put_down(state, scene(state).with_camp(prep.seat, where))
    return works.begin(state.noted(CampBuilt, RULE, SEAT_NAMES[prep.seat], where[0], where[1]))


def why_not(setting: Setting, seat: int, where: Pose) -> Refusal | None:
    """Why a camp can't stand there."""
    return _why_not(setting, seat, where, wishes(setting, seat))


def _why_not(setting: Setting, seat: int, where: Pose, wanted: tuple[str, ...]) -> Refusal | None:
    quad, zone = Body(where, *CAMP_SIZE).quad, sectors.zone(setting.size, seat, light=False)
    if not zone.holds_fine(quad, 0):
        return Refusal("setup.camp_zone", RULE, {})
    if camp_of(setting, seat) is not Camp.FORTIFIED and not _at_edge_or_water(setting, seat, quad):
        return Refusal("setup.camp_edge", RULE, {})
    if setting.scenery.blocks(quad) or ("open" in wanted and setting.scenery.touches_rough(quad)):
        return Refusal("setup.camp_ground", RULE, {})
    if "off_road" in wanted and any(_on_road(setting, quad)):
        return Refusal("setup.camp_road", RULE, {})
    if "reached" in wanted and not _reached(setting, quad):
        return Refusal("setup.camp_passage", RULE, {})
    return None


def _at_edge_or_water(setting: Setting, seat: int, quad: Quad) -> bool:
    edge = sectors.depth_line(setting.size, seat, 0) * FINE
    sides = [lot.side for lot in landscape.of(setting).lots.values() if lot.kind == COAST]
    shores = [COAST_WIDTH if side == SIDES[0] else setting.size[0] - COAST_WIDTH for side in sides]
    slack = setting.limits.touch * FINE
    banks = [part for piece in setting.scenery.pieces if piece.river for part in piece.parts]
    if any(distance <= setting.limits.touch for distance in shapes.gaps(quad, banks)):
        return True
    return any(abs(y - edge) <= slack for _, y in quad) or any(
        abs(x - shore * FINE) <= slack for x, _ in quad for shore in shores
    )


def _on_road(setting: Setting, quad: Quad) -> Iterator[bool]:
    for road in setting.scenery.roads:
        for (ax, ay), (bx, by) in road.stretches:
            way = shapes.clip_segment((float(ax), float(ay)), (float(bx), float(by)), quad, border=False)
            yield way is not None


# The open way


@lru_cache(maxsize=50)
def _open_squares(setting: Setting) -> frozenset[tuple[int, int]]:
    """Squares (by their west and south edges) on open ground, from each of which an open way leads to the centre line
    of the table."""
    width, height = setting.size
    across, up = (width - PASSAGE) // GRID, (height - PASSAGE) // GRID
    middle = (height // 2 - PASSAGE // 2) // GRID
    free: dict[tuple[int, int], bool] = {}

    def open_at(place: tuple[int, int]) -> bool:
        if place not in free:
            square = _square(place)
            free[place] = not setting.scenery.blocks(square) and not setting.scenery.touches_rough(square)
        return free[place]

    waiting = [(column, middle) for column in range(across + 1) if open_at((column, middle))]
    found = set(waiting)
    while waiting:
        column, row = waiting.pop()
        for place in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= place[0] <= across and 0 <= place[1] <= up and place not in found and open_at(place):
                found.add(place)
                waiting.append(place)
    return frozenset(found)


def _square(place: tuple[int, int]) -> Figure:
    west, south = place[0] * GRID, place[1] * GRID
    corners = ((west, south + PASSAGE), (west + PASSAGE, south + PASSAGE), (west + PASSAGE, south), (west, south))
    return tuple((x * FINE, y * FINE) for x, y in corners)


def _reached(setting: Setting, quad: Quad) -> bool:
    """Whether an open way ends at the camp."""
    squares = _open_squares(setting)
    west, east = min(x for x, _ in quad) // FINE, max(x for x, _ in quad) // FINE
    south, north = min(y for _, y in quad) // FINE, max(y for _, y in quad) // FINE
    columns = range((west - PASSAGE) // GRID - 1, east // GRID + 2)
    rows = range((south - PASSAGE) // GRID - 1, north // GRID + 2)
    around = (_square(place) for place in product(columns, rows) if place in squares)
    # The grid need not fit the camp, so a way that ends less than a step from it ends at it.
    return any(
        shapes.gap(quad, square) < GRID and not shapes.overlap(quad, square, setting.limits.touch) for square in around
    )


# Looking for places


@lru_cache(maxsize=50)
def wishes(setting: Setting, seat: int) -> tuple[str, ...]:
    """What a camp's place has to be here: all that is wanted, or as much of it as some place offers."""
    for count in range(len(WANTED), 0, -1):
        wanted = WANTED[:count]
        if any(_why_not(setting, seat, where, wanted) is None for where in _grid(setting, seat)):
            return wanted
    return ()


def _grid(setting: Setting, seat: int) -> list[Pose]:
    """Places at the own edge, from the middle outwards."""
    zone = sectors.zone(setting.size, seat, light=False)
    half, middle, y = CAMP_SIZE[0] // 2, setting.size[0] // 2, at_edge(setting, seat)
    xs = sorted(range(zone.west + half, zone.east - half + 1, STEP), key=lambda x: (abs(x - middle), x))
    return [pose(seat, x, y) for x in xs]


def proposals(state: State) -> list[str]:
    """Some places all along the own edge, from the middle outwards."""
    seat, setting = preparing(state).seat, state.field.setting
    fitting = [where for where in _grid(setting, seat) if why_not(setting, seat, where) is None]
    along = sorted(fitting)
    spread = {along[number * (len(along) - 1) // (OFFERED - 1)] for number in range(OFFERED)}
    return [str(Act("camp", numbers=(where[0],))) for where in fitting if where in spread]
