"""Laying terrain: dice say in which sector a piece comes and whether it lies at an edge; where there, its owner says
(adlg.setup.placing)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.preparation import OFF, Chosen, Preparation, Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.scenery import Piece
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.setup import landscape, regions, rivers, sectors
from triarii.games.adlg.setup.going_on import changed, go, preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import Discarded, EdgeThrow, InsideThrow, Laid, ThrownAgain
from triarii.games.adlg.setup.landscape import HALF, Lot, sea
from triarii.games.adlg.setup.regions import (
    ALONG_SIDE,
    COAST,
    COAST_WIDTH,
    IMPASSABLE,
    RIVER,
    ROAD,
    SIDES,
    SIZES,
    VILLAGE,
)
from triarii.games.adlg.setup.sectors import Area

RULE = "adlg.setup.placing"
AT_EDGE = 4
"""A position die of no more puts the piece at an edge, a higher one away from all."""
EDGE_SLACK = 100
"""A piece this near to an edge touches it: as exact as hands lay terrain."""
FROM_EDGES = 2000
UNEVEN = 3
"""So many pieces more in one half send the next one to the other."""
STEP = 500
"""Of the grid on which room for a piece is sought."""
EASY = 50
"""Places are offered in such steps."""
TURNS = (0, 4500, 9000, 13500)
OFFERED = 12


# The order


def _rank(prep: Preparation, pick: Chosen) -> tuple[int, int]:
    """Compulsory piece, coast and river, village with its road, the defender's other pieces, the attacker's, roads."""
    second = int(pick.seat != prep.defender)
    if pick.compulsory:
        return 0, 0
    if pick.kind in ALONG_SIDE:
        return 1, second
    if pick.kind == VILLAGE:
        return 2, 0
    if pick.free:
        return 2, 1
    return (4, second) if pick.kind == ROAD else (3, second)


def current(prep: Preparation) -> int | None:
    """The place among the choices of the piece that is laid next."""
    waiting = [place for place, pick in enumerate(prep.picks) if pick.waits]
    return min(waiting, key=lambda place: (_rank(prep, prep.picks[place]), place), default=None)


def in_hand(state: State) -> Chosen:
    """The piece that is being laid."""
    prep = preparing(state)
    place = current(prep)
    assert place is not None, "a piece is in hand"
    return prep.picks[place]


def next_piece(state: State) -> State:
    """On to the next piece, or to the adjustments once all lie."""
    prep = preparing(state)
    place = current(prep)
    if place is None:
        return changed(state, task=Task.ADJUST, seat=prep.attacker, dice=(0, 0))
    pick = prep.picks[place]
    task = {COAST: Task.LAY, RIVER: Task.LAY, ROAD: Task.WAY}.get(pick.kind, Task.SECTOR)
    state = changed(state, task=task, seat=pick.seat, about="", dice=(0, 0))
    if pick.kind in ALONG_SIDE and not open_sides(state):
        return given_up(state)
    return state


def given_up(state: State) -> State:
    """A piece for which there is no room is discarded."""
    prep = preparing(state)
    place = current(prep)
    assert place is not None
    state = state.noted(Discarded, RULE, prep.picks[place].kind)
    return next_piece(go(state, prep.with_id(place, OFF)))


def thrown(state: State, dice: tuple[int, int]) -> State:
    """The sector and the position; without room there the seat throws once more, then gives the piece up."""
    kind = EdgeThrow if dice[1] <= AT_EDGE else InsideThrow
    third = sectors.THIRDS[sectors.third_of(dice[0])]
    state = state.noted(kind, RULE, in_hand(state).kind, dice[0], dice[1], third)
    return with_room(changed(state, dice=dice, task=Task.LAY), Task.SECTOR, has_room)


def with_room(state: State, again: Task, room: Callable[[State], bool]) -> State:
    """Goes on if there is room; else with the one second throw that a seat has, or without the piece."""
    if room(state):
        return state
    prep = preparing(state)
    if prep.seat in prep.rethrown:
        return given_up(state)
    state = state.noted(ThrownAgain, RULE, SEAT_NAMES[prep.seat])
    return changed(state, task=again, dice=(0, 0), rethrown=(*prep.rethrown, prep.seat))


# Where a piece may lie


def half_for(state: State, seat: int) -> int:
    """The own half, unless the other has far fewer pieces (adlg.setup.balance)."""
    middle = state.field.setting.size[1] // 2
    counts = [0, 0]
    for lot in scene(state).lots.values():
        if lot.kind not in ALONG_SIDE:
            counts[int(lot.y > middle)] += 1
    if abs(counts[0] - counts[1]) >= UNEVEN:
        return int(counts[1] < counts[0])
    return seat


def area(state: State) -> Area:
    """The sector of the piece in hand."""
    prep = preparing(state)
    third = sectors.third_of(prep.dice[0])
    return sectors.sector(state.field.setting.size, prep.seat, third, half_for(state, prep.seat))


def why_not(state: State, lot: Lot) -> Refusal | None:
    """Why the piece in hand can't lie like this."""
    setting = state.field.setting
    piece = lot.piece("", setting.size)
    if lot.kind == IMPASSABLE and sectors.third_of(preparing(state).dice[0]) == 1:
        return Refusal("setup.centre", RULE, {})
    if not area(state).holds(piece.polygon):
        return Refusal("setup.outside_sector", RULE, area(state).params)
    if preparing(state).dice[1] <= AT_EDGE:
        if not _at_edge(setting, piece):
            return Refusal("setup.not_at_edge", RULE, {})
    elif _edge_distance(setting, piece) < FROM_EDGES:
        near = _edge_distance(setting, piece)
        return Refusal("setup.near_edge", RULE, {"least": FROM_EDGES, "distance": near})
    return overlapped(setting, piece)


def overlapped(setting: Setting, piece: Piece) -> Refusal | None:
    """Why a piece can't lie where another does."""
    other = landscape.lies_on(setting, piece)
    return Refusal("setup.overlap", RULE, {"piece": other}) if other else None


def _edge_distance(setting: Setting, piece: Piece) -> int:
    width, height = setting.size
    return min(min(x, y, width - x, height - y) for x, y in piece.polygon)


def _at_edge(setting: Setting, piece: Piece) -> bool:
    """At an edge of the table, at a coast or at a river."""
    if _edge_distance(setting, piece) <= EDGE_SLACK:
        return True
    banks = [part for other in setting.scenery.pieces if other.river for part in other.parts]
    if any(distance <= EDGE_SLACK for part in piece.parts for distance in shapes.gaps(part, banks)):
        return True
    xs = [x for x, _ in piece.polygon]
    return any(min(abs(x - shore) for x in xs) <= EDGE_SLACK for shore in _shores(setting))


def _shores(setting: Setting) -> list[int]:
    """The x of every line where land meets the sea."""
    coasts = [lot.side for lot in landscape.of(setting).lots.values() if lot.kind == COAST]
    return [COAST_WIDTH if side == SIDES[0] else setting.size[0] - COAST_WIDTH for side in coasts]


# Looking for room


def _range(low: int, high: int, step: int) -> list[int]:
    """Numbers from low to high that are easy to say."""
    low, high = -(-low // EASY) * EASY, high // EASY * EASY
    return [*range(low, high, step), high] if low <= high else []


def places(state: State, size: str, turn: int, step: int) -> Iterator[Lot]:
    """All places of a grid where the piece in hand may lie in this size and turn."""
    setting, kind, where = state.field.setting, in_hand(state).kind, area(state)
    west, east, south, north = regions.box(kind, size, turn)
    width, height = setting.size
    xs = _range(where.west + west, where.east - east, step)
    ys = _range(where.south + south, where.north - north, step)
    if preparing(state).dice[1] <= AT_EDGE:
        shores = _shores(setting)
        lows, highs = [west, *(shore + west for shore in shores)], [width - east, *(shore - east for shore in shores)]
        lines = [*(-(-low // EASY) * EASY for low in lows), *(high // EASY * EASY for high in highs)]
        spots = [(x, y) for x in lines for y in ys]
        spots += [(x, y) for y in ys for x in _at_banks(setting, y, west, east)]
        spots += [(x, y) for y in (-(-south // EASY) * EASY, (height - north) // EASY * EASY) for x in xs]
    else:
        xs = _range(max(where.west, FROM_EDGES) + west, min(where.east, width - FROM_EDGES) - east, step)
        ys = _range(max(where.south, FROM_EDGES) + south, min(where.north, height - FROM_EDGES) - north, step)
        spots = [(x, y) for x in xs for y in ys]
    for x, y in dict.fromkeys(spots):
        lot = Lot(kind, size, x, y, turn)
        if why_not(state, lot) is None:
            yield lot


def _at_banks(setting: Setting, y: int, west: int, east: int) -> Iterator[int]:
    """Where a piece that reaches so far to both sides lies at a river, as it flows at its own height."""
    height = setting.size[1]
    for river in (piece for piece in setting.scenery.pieces if piece.river):
        (left, _), (left_far, _), (right_far, _), (right, _) = river.polygon
        yield (left + (left_far - left) * y // height - east) // EASY * EASY
        yield -(-(right + (right_far - right) * y // height + west) // EASY) * EASY


def has_room(state: State) -> bool:
    """Whether the piece in hand fits anywhere in its smallest size."""
    return any(True for turn in TURNS for _ in places(state, SIZES[0], turn, STEP))


def proposals(state: State) -> list[str]:
    """Some places to lay the piece in hand, in all sizes and turns, spread over its sector."""
    if in_hand(state).kind in ALONG_SIDE:
        return (
            rivers.proposals(state) if in_hand(state).kind == RIVER else [f"coast {side}" for side in open_sides(state)]
        )
    found: list[Lot] = []
    for size in reversed(SIZES):
        for turn in TURNS:
            fitting = list(places(state, size, turn, 2 * STEP))
            found += dict.fromkeys((fitting[0], fitting[len(fitting) // 2])) if fitting else ()
    if not found:
        fine = (lot for turn in TURNS for lot in places(state, SIZES[0], turn, STEP))
        found = list(islice(fine, OFFERED))
    spread = found[:: max(1, len(found) // OFFERED)]
    return list(dict.fromkeys(_said(lot) for lot in spread))


def _said(lot: Lot) -> str:
    return str(Act("lay", word=lot.size, numbers=(lot.x, lot.y, lot.turn)))


def open_sides(state: State) -> list[str]:
    """The short edges that are free for the coast or the river in hand."""
    setting = state.field.setting
    if in_hand(state).kind == RIVER:
        return rivers.open_sides(state)
    return [side for side in SIDES if overlapped(setting, regions.coast("", side, setting.size)) is None]


# Laying


def lay(state: State, act: Act) -> State | Refusal:
    """The piece in hand comes to the table."""
    pick = in_hand(state)
    if act.verb != (pick.kind if pick.kind in ALONG_SIDE else "lay"):
        return Refusal("setup.in_hand", RULE, {"kind": pick.kind})
    if pick.kind == RIVER:
        found = rivers.laid(state, act)
        return found if isinstance(found, Refusal) else _laid(state, found)
    if pick.kind == COAST:
        lot = sea(act.name)
        refusal = overlapped(state.field.setting, lot.piece("", state.field.setting.size))
    else:
        x, y, turn = act.numbers
        lot = Lot(pick.kind, act.word, x, y, turn % HALF)
        refusal = why_not(state, lot)
    return refusal or _laid(state, lot)


def _laid(state: State, lot: Lot) -> State:
    prep = preparing(state)
    place = current(prep)
    assert place is not None
    name = new_name("t", [pick.id for pick in prep.picks])
    prep = prep.with_id(place, name)
    if lot.kind == VILLAGE:  # it brings a road of its own
        prep = replace(prep, picks=(*prep.picks, Chosen(ROAD, prep.seat, free=True)))
    state = go(put_down(state, scene(state).with_lot(name, lot)), prep)
    state = state.noted(Laid, rivers.RULE if lot.kind == RIVER else RULE, name, lot.kind)
    if lot.kind == RIVER:  # a die says how it flows
        return changed(state, task=Task.RIVER, about=name)
    return next_piece(state)


def new_name(letter: str, known: Sequence[str]) -> str:
    """The next free id."""
    return f"{letter}{1 + max((int(name[1:]) for name in known if name[:1] == letter), default=0)}"
