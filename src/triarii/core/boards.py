"""The board that a game describes in its `board.toml`: read, and refused in one sentence where it can't be drawn.

turns = true                                   # the second seat sees it from the other side
grid = { columns = 7, rows = 6 }               # the cells a1 to g6, a1 at the lower left
sides.first = { en = "Red", de = "Rot", colour = "red" }
sides.second = { en = "Yellow", de = "Gelb", colour = "yellow" }
lines = [["a1", "a2"]]

[[cell]]                                       # further cells, or all of them
id = "camp"
x = 8
y = 3
en = "the camp"
de = "das Lager"

[[area]]
id = "hand"
seat = "first"
en = "Your hand"
de = "Deine Hand"

[[piece]]
id = "red"
shape = "disc"
colour = "red"
en = "a red disc"
de = "ein roter Stein"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import resources
from string import ascii_lowercase
from typing import Any, TypeVar

from triarii.core import toml_text
from triarii.core.contract import SEAT_NAMES
from triarii.core.contract.boards import Area, Board, Cell, CellShape, Piece, PieceShape, Side
from triarii.core.texts import LANGUAGES

COLOURS: Mapping[str, str] = {
    "red": "#c0392b",
    "blue": "#2f6db5",
    "green": "#3c8a4e",
    "yellow": "#e2b93b",
    "orange": "#d9782d",
    "violet": "#7d539c",
    "brown": "#8a6242",
    "sand": "#d9c9a3",
    "white": "#f4f1ea",
    "grey": "#8c8c88",
    "black": "#2b2a28",
}
"""Colours by name, chosen to be seen on a light and on a dark page; any other is written like #8a6242."""
HEX = re.compile(r"#[0-9a-fA-F]{6}")
ID = re.compile(r"[A-Za-z0-9_.:-]{1,40}")
PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-., \n]{1,4000}")
"""What SVG draws, and nothing that could mean something else on a page."""
MOST = 1000
"""Cells, pieces and areas each: more than anybody would look at."""
FARTHEST = 100
LONGEST_SIGN = 4
LONGEST_NAME = 80
S = TypeVar("S", bound=StrEnum)


class BadBoard(ValueError):
    """One sentence says what of a description can't be drawn."""


def load(package: str, name: str = "board.toml") -> Board:
    """The board that a game's package describes."""
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    try:
        return read(text)
    except BadBoard as problem:
        raise BadBoard(f"{name}: {problem}") from None


def read(text: str) -> Board:
    """The board that a text describes; raises BadBoard."""
    try:
        table = toml_text.read(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadBoard(f"this is no TOML: {problem}") from None
    _known("the board", table, {"turns", "grid", "sides", "lines", "cell", "area", "piece"})
    cells = [*_grid(table.get("grid")), *(_cell(entry) for entry in _entries(table, "cell"))]
    areas = [_area(entry) for entry in _entries(table, "area")]
    pieces = [_piece(entry) for entry in _entries(table, "piece")]
    if not cells and not areas:
        raise BadBoard("there is neither a cell nor an area")
    places = [*(cell.id for cell in cells), *(area.id for area in areas)]
    for what, ids in (("cells or areas", places), ("pieces", [piece.id for piece in pieces])):
        twice = next((each for each in ids if ids.count(each) > 1), None)
        if twice is not None:
            raise BadBoard(f"two {what} are called {twice}")
        if len(ids) > MOST:
            raise BadBoard(f"there are more than {MOST} {what}")
    turns = table.get("turns", False)
    if not isinstance(turns, bool):
        raise BadBoard("turns is true or false")
    return Board(cells, areas, pieces, _sides(table.get("sides")), _lines(table.get("lines", []), cells), turns)


def colour_of(word: str) -> str:
    """A colour as pages write it."""
    return COLOURS.get(word, word)


def _grid(given: object) -> Iterator[Cell]:
    if given is None:
        return
    grid = _table("grid", given)
    _known("grid", grid, {"columns", "rows", "shape", "colour", "other_colour"})
    columns, rows = (_whole("grid", grid, side, 26) for side in ("columns", "rows"))
    shape, colour = _one_of("grid", grid, "shape", CellShape.SQUARE), _colour("grid", grid, "colour", "")
    other = _colour("grid", grid, "other_colour", colour)
    for row in range(rows):
        for column in range(columns):
            name = f"{ascii_lowercase[column]}{row + 1}"
            yield Cell(name, column, rows - 1 - row, shape, other if (row + column) % 2 else colour)


def _cell(entry: Mapping[str, Any]) -> Cell:
    what = f"the cell {_id('a cell', entry)}"
    _known(what, entry, {"id", "x", "y", "shape", "colour", *LANGUAGES})
    name = _names(what, entry) if any(lang in entry for lang in LANGUAGES) else {}
    x, y = (_measure(what, entry, axis) for axis in ("x", "y"))
    shape = _one_of(what, entry, "shape", CellShape.SQUARE)
    return Cell(entry["id"], x, y, shape, _colour(what, entry, "colour", ""), name)


def _area(entry: Mapping[str, Any]) -> Area:
    what = f"the area {_id('an area', entry)}"
    _known(what, entry, {"id", "seat", *LANGUAGES})
    seat = entry.get("seat", "")
    if seat not in ("", *SEAT_NAMES):
        raise BadBoard(f"{what} lies with {seat!r}, but a seat is called {' or '.join(SEAT_NAMES)}")
    return Area(entry["id"], _names(what, entry), seat)


def _piece(entry: Mapping[str, Any]) -> Piece:
    what = f"the piece {_id('a piece', entry)}"
    _known(what, entry, {"id", "shape", "colour", "path", "sign", *LANGUAGES})
    shape = _one_of(what, entry, "shape", PieceShape.DISC)
    path, sign = entry.get("path", ""), entry.get("sign", "")
    if (shape is PieceShape.PATH) != bool(path):
        raise BadBoard(f"{what} has a path and the shape path, or neither")
    if path and not (isinstance(path, str) and PATH.fullmatch(path)):
        raise BadBoard(f"the path of {what} may have the letters and numbers of an SVG path and nothing else")
    if not isinstance(sign, str) or len(sign) > LONGEST_SIGN or not sign.isprintable():
        raise BadBoard(f"the sign of {what} is a text of at most {LONGEST_SIGN} letters")
    return Piece(entry["id"], _names(what, entry), shape, _colour(what, entry, "colour", "grey"), path, sign)


def _sides(given: object) -> tuple[Side, Side]:
    sides = _table("sides", given)
    _known("sides", sides, set(SEAT_NAMES))
    first, second = (_side(seat, _table(f"sides.{seat}", sides.get(seat))) for seat in SEAT_NAMES)
    return first, second


def _side(seat: str, entry: Mapping[str, Any]) -> Side:
    what = f"sides.{seat}"
    _known(what, entry, {"colour", *LANGUAGES})
    return Side(_names(what, entry), _colour(what, entry, "colour", "grey"))


def _lines(given: object, cells: Sequence[Cell]) -> list[tuple[str, str]]:
    known = {cell.id for cell in cells}
    if not isinstance(given, list):
        raise BadBoard('lines is a list of pairs of cells, like [["a1", "a2"]]')
    for line in given:
        if not (isinstance(line, list) and len(line) == 2 and all(end in known for end in line)):
            raise BadBoard(f"a line joins two cells of the board, not {line!r}")
    return [(line[0], line[1]) for line in given]


def _entries(table: Mapping[str, Any], kind: str) -> Sequence[Mapping[str, Any]]:
    found = table.get(kind, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadBoard(f"every {kind} has its own [[{kind}]]")
    return found


def _table(what: str, given: object) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise BadBoard(f"{what} is missing" if given is None else f"{what} is no table")
    return given


def _known(what: str, entry: Mapping[str, Any], known: set[str]) -> None:
    for name in entry:
        if name not in known:
            raise BadBoard(f"{what} has {name!r}, but only {', '.join(sorted(known))} mean something there")


def _id(what: str, entry: Mapping[str, Any]) -> str:
    found = entry.get("id")
    if not isinstance(found, str) or not ID.fullmatch(found):
        raise BadBoard(f"{what} has the id {found!r}, but an id is letters, digits and any of _ . : -")
    return found


def _names(what: str, entry: Mapping[str, Any]) -> dict[str, str]:
    for lang in LANGUAGES:
        name = entry.get(lang)
        if not isinstance(name, str) or not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadBoard(f"{what} has no name in {lang}, or one of more than {LONGEST_NAME} letters")
    return {lang: entry[lang] for lang in LANGUAGES}


def _colour(what: str, entry: Mapping[str, Any], key: str, default: str) -> str:
    found = entry.get(key, default)
    if found != default and not (isinstance(found, str) and (found in COLOURS or HEX.fullmatch(found))):
        raise BadBoard(f"{what} has the {key} {found!r}; it is one of {', '.join(COLOURS)}, or like #8a6242")
    return colour_of(str(found))


def _one_of(what: str, entry: Mapping[str, Any], key: str, default: S) -> S:
    shapes = type(default)
    found = entry.get(key, default)
    if found not in list(shapes):
        raise BadBoard(f"{what} has the {key} {found!r}; it is one of {', '.join(shapes)}")
    return shapes(found)


def _whole(what: str, entry: Mapping[str, Any], key: str, most: int) -> int:
    found = entry.get(key)
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= most:
        raise BadBoard(f"{key} of {what} is a whole number from 1 to {most}, not {found!r}")
    return found


def _measure(what: str, entry: Mapping[str, Any], key: str) -> float:
    found = entry.get(key)
    if not isinstance(found, int | float) or isinstance(found, bool) or not -FARTHEST <= found <= FARTHEST:
        raise BadBoard(f"{key} of {what} is a number from {-FARTHEST} to {FARTHEST}, not {found!r}")
    return found
