"""A view of a game that describes its board, as one SVG: cells, what stands on them, and the areas around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from triarii.core.contract import (
    SEAT_NAMES,
    AnyGame,
    Area,
    Board,
    Cell,
    CellShape,
    Described,
    Piece,
    PieceShape,
    Scene,
    Thing,
    View,
)
from triarii.core.texts import LANGUAGES, Message
from triarii.pictures.svg import element, sheet, words

UNIT = 60
"""What a cell measures."""
HALF = 50
"""Of the box in which shapes are drawn."""
INKS = {"light": "#2b2a28", "dark": "#eceae4"}
GROUNDS = {"light": "#d5c6a4", "dark": "#5d564a"}
POLYGONS = {
    PieceShape.TRIANGLE: "50,10 92,86 8,86",
    PieceShape.DIAMOND: "50,6 94,50 50,94 6,50",
    PieceShape.STAR: "50,5 61,37 95,38 68,59 78,92 50,72 22,92 32,59 5,38 39,37",
    PieceShape.CROSS: "22,8 50,36 78,8 92,22 64,50 92,78 78,92 50,64 22,92 8,78 36,50 8,22",
}
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where a die has its pips, by the keys of a telephone."""
AREA = 1.4
"""How high an area is, with its name, in cells."""
DARK = 140
"""Below this brightness, of 255, a sign is written in white."""


@dataclass(frozen=True)
class Look:
    board: Board
    scene: Scene
    lang: str
    ink: str
    ground: str

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.board.pieces if piece.id == name)


def picture(game: AnyGame, view: View, lang: str = "en", *, theme: str = "light") -> str:
    """The view as one SVG that needs nothing else. ValueError for what is no language or theme."""
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    if theme not in INKS:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(INKS)}")
    board = game.info.board
    assert board is not None, "only a game that describes its board is drawn here"
    look = Look(board, cast(Described, game).scene(view), lang, INKS[theme], GROUNDS[theme])
    drawn, width, height = _arranged(look)
    title = game.texts.say(Message("game.title"), lang)
    return sheet(title, view.text, *drawn, lang=lang, width=width, height=height)


def _arranged(look: Look) -> tuple[list[str], float, float]:
    """The areas of the second seat above the cells, those of nobody and of the first seat below."""
    shown = [cell for cell in look.board.cells if cell.id not in look.scene.absent]
    left, right = (edge(cell.x for cell in shown) if shown else 0 for edge in (min, max))
    top, bottom = (edge(cell.y for cell in shown) if shown else -1 for edge in (min, max))
    groups = {seat: _areas(look, seat) for seat in (SEAT_NAMES[1], "", SEAT_NAMES[0])}
    wide = max(right - left + 1, *(width for _, width in groups.values()))
    drawn: list[str] = []
    y = 0.0
    for seat, (areas, width) in groups.items():
        if width:
            drawn.append(_moved(0, y, *areas))
            y += AREA
        if seat == SEAT_NAMES[1]:
            aside = (wide - (right - left + 1)) / 2
            drawn.append(_moved(aside - left + 0.5, y - top + 0.5, *_cells(look, shown)))
            y += bottom - top + 1
    return [_moved(0.25, 0.25, *drawn)], (wide + 0.5) * UNIT, (y + 0.5) * UNIT


def _areas(look: Look, seat: str) -> tuple[list[str], float]:
    """The areas on a seat's side, one beside the other, and how wide they are together."""
    drawn: list[str] = []
    wide = 0.0
    for area in look.board.areas:
        if area.seat == seat:
            drawn.append(_moved(wide, 0, _area(look, area)))
            wide += max(2, len(look.scene.areas.get(area.id, ()))) + 0.3
    return drawn, wide


def _cells(look: Look, shown: Sequence[Cell]) -> Iterator[str]:
    places = {cell.id: cell for cell in shown}
    for one, other in look.board.lines:
        if one in places and other in places:
            a, b = places[one], places[other]
            ends = {"x1": a.x * UNIT, "y1": a.y * UNIT, "x2": b.x * UNIT, "y2": b.y * UNIT}
            yield element("line", stroke=look.ink, stroke_width=2, **ends)
    for cell in shown:
        things = [_boxed(_thing(look, thing)) for thing in look.scene.cells.get(cell.id, ())]
        yield _moved(cell.x, cell.y, _ground(look, cell), *things)


def _ground(look: Look, cell: Cell) -> str:
    colour, half = cell.colour or look.ground, UNIT / 2 - 1
    if cell.shape is CellShape.ROUND:
        return element("circle", cx=0, cy=0, r=half, fill=colour)
    if cell.shape is CellShape.HEX:
        corners = ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5))
        points = " ".join(f"{x * half:.1f},{y * half:.1f}" for x, y in corners)
        return element("polygon", points=points, fill=colour)
    shown = {"fill": colour} if cell.shape is CellShape.SQUARE else {"fill": "none"}
    return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=4, **shown)


def _area(look: Look, area: Area) -> str:
    name = element("text", words(area.name[look.lang]), x=0, y=0.25 * UNIT, font_size=13, fill=look.ink)
    things = [
        _moved(number + 0.5, 0.85, _boxed(_thing(look, thing)))
        for number, thing in enumerate(look.scene.areas.get(area.id, ()))
    ]
    return element("g", name, *things)


def _thing(look: Look, thing: Thing) -> list[str]:
    piece = look.piece(thing.piece)
    sign = thing.text or piece.sign
    if piece.shape is PieceShape.DIE and sign.isdecimal() and int(sign) in PIPS:
        return [_body(piece), *_pips(int(sign), _ink_on(piece.colour))]
    if not sign:
        return [_body(piece)]
    plain = piece.shape is PieceShape.TEXT
    ink = look.ink if plain else _ink_on(piece.colour)
    size = (56 if plain else 44) if len(sign) < 3 else 110 / len(sign)
    lettered = element("text", words(sign), x=HALF, y=HALF + size / 3, font_size=size, text_anchor="middle", fill=ink)
    return [_body(piece), lettered]


def _body(piece: Piece) -> str:
    edge: dict[str, str | float] = {"fill": piece.colour, "stroke": "#00000055", "stroke_width": 2}
    match piece.shape:
        case PieceShape.DISC:
            return element("circle", cx=HALF, cy=HALF, r=42, **edge)
        case PieceShape.RING:
            return element("circle", cx=HALF, cy=HALF, r=34, fill="none", stroke=piece.colour, stroke_width=14)
        case PieceShape.SQUARE:
            return element("rect", x=12, y=12, width=76, height=76, rx=4, **edge)
        case PieceShape.CARD:
            return element("rect", x=18, y=4, width=64, height=92, rx=8, **edge)
        case PieceShape.DIE:
            return element("rect", x=10, y=10, width=80, height=80, rx=16, **edge)
        case PieceShape.PATH:
            return element("path", d=piece.path, **edge)
        case PieceShape.TEXT:
            return ""
        case _:
            return element("polygon", points=POLYGONS[piece.shape], stroke_linejoin="round", **edge)


def _pips(number: int, ink: str) -> Iterator[str]:
    for key in PIPS[number]:
        row, column = divmod(int(key) - 1, 3)
        yield element("circle", cx=28 + 22 * column, cy=28 + 22 * row, r=8, fill=ink)


def _ink_on(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < DARK else "#1d1c1a"


def _boxed(drawn: Sequence[str]) -> str:
    """From the box of a shape to the middle of a cell, with a little air around."""
    scale = UNIT * 0.9 / (2 * HALF)
    return element("g", *drawn, transform=f"translate({-UNIT * 0.45} {-UNIT * 0.45}) scale({scale:.3f})")


def _moved(x: float, y: float, *drawn: str) -> str:
    return element("g", *drawn, transform=f"translate({x * UNIT:.2f} {y * UNIT:.2f})")
