"""The table drawn with letters, for plain terminals: a map with rulers in UD, units by their names with an arrow for
their facing, light marks for the ground. What finds no room on the map is listed below it; there are no words in it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from triarii.core.texts import Message, decimal
from triarii.games.adlg.battle.hiding.hidden import SIDE
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.scenery import BRUSH_HILL, Piece
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, WIDTH
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import FINE, Point
from triarii.games.adlg.setup import sights

WIDEST = 92
"""Columns of the map itself, without its rulers."""
TALLEST = 30
"""Rows of it."""
NARROW = 76
"""Columns of it that fit into a terminal of 80."""
ROOMY, TIGHT = 4, 3
"""Columns per UD: room for a name of three letters with an arrow, or without."""
RULE = 5 * UD
"""Between the numbers of the rulers."""
MARGIN = 3
ARROWS = "↑↗→↘↓↙←↖"
"""Clockwise, as headings count."""
BETWEEN_ARROWS = 4500
AHEAD = (0, 4)
"""The arrow of each seat that looks at the enemy's side of the table."""
GROUND = {
    "gentle_hill": "^",
    "steep_hill": "▴",
    "rough": ",",
    "brush": '"',
    BRUSH_HILL: "%",
    "plantation": "♠",
    "field": "=",
    "gully": "v",
    "difficult": ";",
    "wood": "♣",
    "marsh": "~",
    "dunes": "∴",
    "village": "#",
}
RIVER, IMPASSABLE, ROAD, CREST, CROSSING, ZONE = "≈", "X", "·", "*", "+", ":"
WORKS = {"fortification": "H", "obstacle": "I"}
MELEE, DISORDER, ASKED = "×", "!", "?"
NEAR = (
    *((0, 0), (-1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, 0), (1, -1), (1, 1)),
    *((0, -2), (0, 2), (-1, -2), (-1, 2), (-2, 0), (-2, -1), (-2, 1), (2, 0)),
)
"""Where a name may stand if its own place is taken, nearest first: rows to the enemy, columns to the right."""


def drawing(state: State) -> str:
    """The table as lines of text: always the same for the same moment."""
    table = state.field
    sheet = Sheet.of(table.setting.size)
    _draw_ground(sheet, table)
    for outline in _zones(state):
        for begin, end in zip(outline, (*outline[1:], outline[0]), strict=True):
            _line(sheet, begin, end, ZONE, over=" ")
    names = _place_all(sheet, table)
    undrawn = _add_arrows(sheet, table, names)
    _add_marks(sheet, state, names)
    return "\n".join([*sheet.framed(), *_below(table, names, undrawn)])


def legend(state: State) -> list[Message]:
    """What the signs mean; of the ground, those that are on the table."""
    scenery = state.field.setting.scenery
    ground = {_mark(piece): Message(f"drawing.{_kind(piece)}") for piece in scenery.pieces}
    if any(piece.crest is not None for piece in scenery.pieces):
        ground[CREST] = Message("drawing.crest")
    ground |= {ROAD: Message("drawing.road")} if scenery.roads else {}
    ground |= {WORKS[work.kind]: Message(f"drawing.{work.kind}") for work in scenery.works if work.kind in WORKS}
    ground |= {ZONE: Message("drawing.zone")} if _zones(state) else {}
    ground |= {"<a1>": Message("drawing.marker")} if state.field.markers else {}
    lines = [Message("drawing.legend")]
    if ground:
        signs = [Message("drawing.sign", {"sign": sign, "name": name}) for sign, name in ground.items()]
        lines.append(Message("drawing.ground", {"signs": signs}))
    return lines


def _zones(state: State) -> list[list[Point]]:
    """In the set-up: where the piece in hand or the corps that is deployed may come."""
    if state.setup is None:
        return []
    facts = sights.facts(state)
    found: Any = facts["areas"]
    if state.setup.task in (Task.CORPS, Task.DEPLOY):
        zones: Any = facts["zones"]
        found = [zone["polygon"] for zone in zones if zone["seat"] == state.setup.seat]
    return [[(x, y) for x, y in outline] for outline in found]


def _kind(piece: Piece) -> str:
    if piece.brush_hill:
        return BRUSH_HILL
    return "river" if piece.river else "impassable" if piece.impassable else piece.terrain.id


def _mark(piece: Piece) -> str:
    return {"river": RIVER, "impassable": IMPASSABLE}.get(_kind(piece)) or GROUND.get(_kind(piece), ";")


@dataclass
class Sheet:
    """The letters of a map while it is drawn."""

    size: tuple[int, int]
    columns: int
    rows: int
    ground: list[list[str]] = field(default_factory=list)
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    """Letters of names, by row and column; they lie over the ground."""

    @classmethod
    def of(cls, size: tuple[int, int]) -> Sheet:
        width, depth = size
        across = max(1, -(-width // UD))
        columns = min(ROOMY * across, max(NARROW, TIGHT * across), WIDEST)
        rows = max(1, min(TALLEST, -(-depth * columns // (2 * width))))  # a letter is about twice as high as it is wide
        return cls(size, columns, rows, [[" "] * columns for _ in range(rows)])

    def column(self, x: int) -> int:
        return max(0, min(self.columns - 1, x * self.columns // self.size[0]))

    def row(self, y: int) -> int:
        """Counted from above: far from the first player."""
        return self.rows - 1 - max(0, min(self.rows - 1, y * self.rows // self.size[1]))

    def middle(self, row: int, column: int) -> Point:
        """The place in mUD that a letter stands for."""
        width, depth = self.size
        return (2 * column + 1) * width // (2 * self.columns), (2 * (self.rows - row) - 1) * depth // (2 * self.rows)

    def fits(self, row: int, column: int, length: int) -> bool:
        inside = 0 <= row < self.rows and column >= 0 and column + length <= self.columns
        return inside and all((row, column + place) not in self.names for place in range(length))

    def write(self, row: int, column: int, name: str) -> None:
        for place, letter in enumerate(name):
            self.names[row, column + place] = letter

    def framed(self) -> Iterator[str]:
        """The map between its rulers."""
        yield self._ruler()
        depth = self.size[1]
        marks = {self.row(min(y, depth - 1)): str(y // UD) for y in range(0, depth + 1, RULE)}
        for row in range(self.rows):
            letters = "".join(self.names.get((row, column), self.ground[row][column]) for column in range(self.columns))
            mark = marks.get(row, "")
            yield f"{mark:>{MARGIN - 1}}|{letters}|"
        yield self._ruler()

    def _ruler(self) -> str:
        letters = ["-"] * self.columns
        for x in range(0, self.size[0] + 1, RULE):
            mark = str(x // UD)
            start = min(self.column(min(x, self.size[0] - 1)), self.columns - len(mark))
            letters[start : start + len(mark)] = mark
        return f"{'':>{MARGIN - 1}}+{''.join(letters)}+"


# The ground


def _draw_ground(sheet: Sheet, table: Field) -> None:
    """Crossings of the ruler's lines, then terrain in every second letter, so that names stay readable."""
    scenery, (width, depth) = table.setting.scenery, sheet.size
    for x in range(RULE, width, RULE):
        for y in range(RULE, depth, RULE):
            sheet.ground[sheet.row(y)][sheet.column(x)] = CROSSING
    for piece in scenery.pieces:
        _fill(sheet, piece)
    for road in scenery.roads:
        for begin, end in pairwise(road.points):
            _line(sheet, begin, end, ROAD)
    for work in scenery.works:
        _line(sheet, work.start, work.end, WORKS.get(work.kind, WORKS["obstacle"]))


def _fill(sheet: Sheet, piece: Piece) -> None:
    mark = _mark(piece)
    west, east, south, north = (edge // FINE for edge in piece.box)
    drawn = False
    for row in range(sheet.row(north), sheet.row(south) + 1):
        for column in range(sheet.column(west), sheet.column(east) + 1):
            if piece.holds(sheet.middle(row, column)):
                drawn = True
                if (row + column) % 2 == 0 or piece.river:
                    sheet.ground[row][column] = mark
    if not drawn:  # smaller than a letter
        sheet.ground[sheet.row((south + north) // 2)][sheet.column((west + east) // 2)] = mark
    if piece.crest is not None:
        sheet.ground[sheet.row(piece.crest[1])][sheet.column(piece.crest[0])] = CREST


def _line(sheet: Sheet, begin: Point, end: Point, mark: str, over: str = "") -> None:
    """All letters on the way from one point to another; with `over`, only where nothing else is."""
    pieces = max(1, 2 * max(abs(begin[axis] - end[axis]) for axis in (0, 1)) * sheet.columns // sheet.size[0])
    for part in range(pieces + 1):
        x, y = (begin[axis] + (end[axis] - begin[axis]) * part // pieces for axis in (0, 1))
        row, column = sheet.row(y), sheet.column(x)
        if not over or sheet.ground[row][column] == over:
            sheet.ground[row][column] = mark


# Names


@dataclass(frozen=True)
class Name:
    """A name on the map, and where it begins."""

    row: int
    column: int
    text: str

    @property
    def end(self) -> int:
        return self.column + len(self.text)


def _place_all(sheet: Sheet, table: Field) -> dict[str, Name | None]:
    """Camps and markers lie flat; then units from the front backwards, so that whoever has to give way does it to the
    rear; then commanders. None: no room."""
    for camp in table.setting.camps.values():
        text = f"[{camp.id}]" if camp.id not in table.taken else f"({camp.id})"
        x, y = _centre(table, camp.id)
        column = max(0, min(sheet.columns - len(text), sheet.column(max(0, x - CAMP_SIZE[0] // 2))))
        for place, letter in enumerate(text):
            sheet.ground[sheet.row(y)][column + place] = letter
    for name, marker in table.markers.items():
        text = f"<{name}?>" if marker.units is None else f"<{name}>" if marker.units else f"<{name}->"
        column = max(0, min(sheet.columns - len(text), sheet.column(max(0, marker.x - SIDE // 2))))
        for place, letter in enumerate(text):
            sheet.ground[sheet.row(marker.y)][column + place] = letter
    found: dict[str, Name | None] = {}
    for seat in (0, 1):
        forward = -1 if seat == 0 else 1
        for unit in sorted(table.units(seat), key=lambda unit: forward * _centre(table, unit.id)[1]):
            found[unit.id] = _place(sheet, unit.id, _centre(table, unit.id), seat)
    for leader in sorted(table.leaders):
        x, y = table.leader_body(leader).centre
        found[leader] = _place(sheet, leader, (x // FINE, y // FINE), table.setting.corps[leader].seat)
    return found


def _centre(table: Field, name: str) -> Point:
    x, y = table.body(name).centre
    return x // FINE, y // FINE


def _place(sheet: Sheet, text: str, centre: Point, seat: int) -> Name | None:
    column = max(0, min(sheet.columns - len(text), (centre[0] - WIDTH // 2) * sheet.columns // sheet.size[0]))
    row = sheet.row(centre[1])
    enemy = -1 if seat == 0 else 1
    for rows, columns in NEAR:
        name = Name(row + rows * enemy, column + columns, text)
        if sheet.fits(name.row, name.column, len(text)):
            sheet.write(name.row, name.column, text)
            return name
    return None


# Arrows and marks


def facing(heading: int) -> int:
    """The nearest of the eight arrows."""
    return (heading + BETWEEN_ARROWS // 2) // BETWEEN_ARROWS % len(ARROWS)


def _add_arrows(sheet: Sheet, table: Field, names: dict[str, Name | None]) -> list[str]:
    """Behind each name its arrow; gives the units that look aside or back and whose arrow has no room."""
    undrawn = []
    # Who does not look ahead comes first: that arrow says more.
    for unit in sorted(table.units(), key=lambda unit: _looks_ahead(table, unit.id)):
        name = names[unit.id]
        if name is None:
            continue
        if not _append(sheet, names, name, ARROWS[facing(table.stands[unit.id].pose[2])]):
            undrawn += [] if _looks_ahead(table, unit.id) else [unit.id]
    return undrawn


def _looks_ahead(table: Field, name: str) -> bool:
    return facing(table.stands[name].pose[2]) == AHEAD[table.unit(name).seat]


def _add_marks(sheet: Sheet, state: State, names: dict[str, Name | None]) -> None:
    """Who is asked, who fights, who is disordered; the first of them that is true, where there is room."""
    table = state.field
    for unit in table.units():
        name = names[unit.id]
        if name is None:
            continue
        if state.who == unit.id and state.stage is not Stage.OVER:
            _append(sheet, names, name, ASKED)
        elif table.fights(unit.id):
            _append(sheet, names, name, MELEE)
        elif table.disordered(unit.id):
            _append(sheet, names, name, DISORDER)


def _append(sheet: Sheet, names: dict[str, Name | None], name: Name, letter: str) -> bool:
    if not sheet.fits(name.row, name.end, 1):
        return False
    sheet.write(name.row, name.end, letter)
    names[name.text.rstrip(ARROWS)] = Name(name.row, name.column, name.text + letter)
    return True


# What stands below the map


def _below(table: Field, names: dict[str, Name | None], undrawn: Sequence[str]) -> Iterator[str]:
    """Who fights whom, who has lost cohesion, who is with whom, and what the map has no room for."""
    fights = [f"{meeting.attacker}-{meeting.target}" for meeting in table.meetings]
    weak = [
        f"{unit.id} {table.stands[unit.id].cohesion}/{table.full(unit.id)}"
        for unit in table.units()
        if table.disordered(unit.id)
    ]
    led = [f"{leader}@{where.unit}" for leader, where in sorted(table.leaders.items()) if where.unit]
    turned = [f"{name}{ARROWS[facing(table.stands[name].pose[2])]}" for name in undrawn]
    hidden = []
    for name, placed in names.items():
        if placed is None:
            body = table.body(name) if name in table.stands else table.leader_body(name)
            x, y = (part // FINE for part in body.centre)
            hidden.append(f"{name} {decimal(max(0, x), UD)}/{decimal(max(0, y), UD)}")
    for mark, listed in ((MELEE, fights), (DISORDER, weak), ("@", led), ("→", turned), ("…", hidden)):
        if listed:
            yield from textwrap.wrap(
                f"{mark} {', '.join(listed)}", WIDEST, subsequent_indent="  ", break_on_hyphens=False
            )
