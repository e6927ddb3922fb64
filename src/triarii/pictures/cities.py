"""A position of Cities & Heroes as one SVG: board, cities, pieces, the last move, lost pieces, and what each side has.

Sides and kinds differ in shape as well as in colour: discs and round towers are the first player's, octagons and square
towers the second's; a hero wears a crest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from random import Random

from triarii.core import texts
from triarii.core.contract import SEATS, Event, Turn, View
from triarii.core.texts import LANGUAGES, Message
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.games.cities.squares import COLUMNS, NUMBERS, SIZE, WIDTH, names_in
from triarii.pictures import colours
from triarii.pictures.colours import Theme
from triarii.pictures.svg import element, number, sheet, words
from triarii.pictures.symbols import symbol

TEXTS = texts.load("triarii.pictures", parent=GAME.texts)
LETTERS = {Turn.FIRST: "a", Turn.SECOND: "b"}
"""How colours and symbols name the sides."""
NAMES = {Turn.FIRST: "first", Turn.SECOND: "second"}
KINDS = ("fighter", "hero")

SQUARE = 48
BOARD = SQUARE * SIZE
EDGE = 24
"""The frame, which holds the coordinates."""
MARGIN = 10
STRIP = 40
"""What each side has, in a line where that player sits: the second above the board, the first below."""
LEFT = MARGIN + EDGE
TOP = MARGIN + STRIP + MARGIN + EDGE
FULL_WIDTH = BOARD + 2 * LEFT
FULL_HEIGHT = BOARD + 2 * TOP
COUNT_WIDTH = 60
FIGHTER, HERO = 0.92, 1.08
IN_CITY = 0.84
"""A piece in a city is smaller, so that the walls show."""
LOWERED = 0.36
"""From the middle of a line of text down to its foot, in font sizes."""


@dataclass(frozen=True)
class Scene:
    """All that is shown, and in which colours."""

    view: View
    position: Position
    pieces: Mapping[str, tuple[Turn, str]]
    """Side and kind by square."""
    cities: Mapping[str, Turn]
    path: Sequence[str]
    lost: Sequence[str]
    lang: str
    theme: Theme
    ink: Mapping[str, str]

    def say(self, key: str, **params: object) -> str:
        return TEXTS.say(Message(key, params), self.lang)

    def drawn(self, side: Turn, thing: str) -> str:
        """The name of a drawn thing. It tells the theme, so that pictures of both may stand in one page."""
        return f"cities-{self.theme}-{LETTERS[side]}-{thing}"


def marks(events: Sequence[Event]) -> dict[str, Sequence[str]]:
    """The way of the last move, and what was lost."""
    path = next((event.names("path") for event in events if event.kind == "moved"), [])
    lost = [square for event in events if event.kind == "captured" for square in event.names("squares")]
    return {"path": path, "highlight": lost}


def picture(
    view: View,
    lang: str = "en",
    highlight: Sequence[str] = (),
    path: Sequence[str] = (),
    theme: Theme = "light",
) -> str:
    """A view as one SVG that needs nothing else.

    `path` is the last move, square by square from its start; `highlight` marks squares whose piece was or will be lost.
    ValueError for what is no square, language or theme.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    for name in (*highlight, *path):
        if name not in NUMBERS:
            raise ValueError(f"no square {name!r}; the board goes from a1 to j10")
    if any(here == there for here, there in pairwise(path)):
        raise ValueError("every step of a path leads to another square")
    lost = sorted(set(highlight), key=NUMBERS.__getitem__)
    return _sheet(_scene(view, lost, path, lang, theme))


def _scene(view: View, lost: Sequence[str], path: Sequence[str], lang: str, theme: Theme) -> Scene:
    position = GAME.imagine(view, Random(0))
    first, second, heroes, first_cities, second_cities = position.absolute()
    pieces = {
        name: (side, kind)
        for side, board in ((Turn.FIRST, first), (Turn.SECOND, second))
        for kind, those in (("fighter", board & ~heroes), ("hero", board & heroes))
        for name in names_in(those)
    }
    cities = dict.fromkeys(names_in(first_cities), Turn.FIRST) | dict.fromkeys(names_in(second_cities), Turn.SECOND)
    return Scene(view, position, pieces, cities, path, lost, lang, theme, colours.of(theme))


def _sheet(scene: Scene) -> str:
    board = element(
        "g",
        *_ground(scene),
        *_cities(scene),
        *_arrow(scene),
        *_pieces(scene),
        *_losses(scene),
        transform=f"translate({LEFT} {TOP})",
    )
    return sheet(
        _title(scene),
        _description(scene),
        element("defs", *_things(scene)),
        element("rect", width=FULL_WIDTH, height=FULL_HEIGHT, rx=10, fill=scene.ink["paper"]),
        *(_strip(scene, side) for side in SEATS),
        board,
        lang=scene.lang,
        width=FULL_WIDTH,
        height=FULL_HEIGHT,
    )


# In words


def _title(scene: Scene) -> str:
    return f"{scene.say('game.title')}. {TEXTS.say(_standing(scene.position), scene.lang)}"


def _description(scene: Scene) -> str:
    messages = [*GAME.words(scene.view)]
    if scene.position.turn is Turn.OVER:
        messages.append(_standing(scene.position))
    if len(scene.path) > 1:
        messages.append(Message("say.last_move", {"from": scene.path[0], "to": scene.path[-1]}))
    elif scene.path:
        messages.append(Message("say.last_square", {"square": scene.path[0]}))
    if scene.lost:
        messages.append(Message("say.marked", {"squares": scene.lost, "count": len(scene.lost)}))
    return " ".join(TEXTS.say(message, scene.lang) for message in messages)


def _standing(position: Position) -> Message:
    """Who is to move, or how the game ended."""
    result = position.result()
    if result is not None and result.winner is None:
        return Message("event.drawn", {"rule": result.rule})
    if result is not None and result.winner is not None:
        return Message("event.won", {"seat": NAMES[result.winner], "rule": result.rule})
    if position.turn is Turn.CHANCE:
        return Message("say.lots")
    return Message("say.to_move", {"seat": NAMES[position.turn]})


# What each side has


def _strip(scene: Scene, side: Turn) -> str:
    """A player's name, whether it is that player's turn, and the counts beside the things they count: a legend too."""
    top = MARGIN if side is Turn.SECOND else FULL_HEIGHT - MARGIN - STRIP
    state = _state(scene.position, side)
    ground = element("rect", width=BOARD + 2 * EDGE, height=STRIP, rx=6, fill=scene.ink["accent_soft"])
    name = [words(scene.say(f"seat.{NAMES[side]}"))]
    if state:
        label = words(scene.say(f"state.{state}"))
        name.append(element("tspan", label, dx=10, font_weight="400", fill=scene.ink["accent_ink"]))
    return element(
        "g",
        *([ground] if state else []),
        _text(scene.ink["ink"], 12, STRIP / 2, 17, *name, font_weight="600"),
        *_counts(scene, side),
        transform=f"translate({MARGIN} {top})",
    )


def _state(position: Position, side: Turn) -> str:
    result = position.result()
    if result is None:
        return "to_move" if position.turn is side else ""
    if result.winner is None:
        return "drawn"
    return "won" if result.winner is side else ""


def _counts(scene: Scene, side: Turn) -> Iterator[str]:
    owned = [side_kind for side_kind in scene.pieces.values() if side_kind[0] is side]
    counts = {kind: owned.count((side, kind)) for kind in KINDS}
    counts["city"] = list(scene.cities.values()).count(side)
    left = BOARD + 2 * EDGE - len(counts) * COUNT_WIDTH
    for slot, (thing, count) in enumerate(counts.items()):
        x = left + slot * COUNT_WIDTH
        yield _use(scene.drawn(side, thing), x + 16, STRIP / 2, 0.62 if thing == "city" else 0.72)
        yield _text(scene.ink["ink"], x + 37, STRIP / 2, 18, str(count), font_weight="600")


# The board, from the ground up


def _ground(scene: Scene) -> Iterator[str]:
    """Frame, coordinates and squares; the first and last square of the last move stand out."""
    ink = scene.ink
    yield element("rect", x=-EDGE, y=-EDGE, width=BOARD + 2 * EDGE, height=BOARD + 2 * EDGE, rx=6, fill=ink["frame"])
    for index, letter in enumerate(COLUMNS):
        for outside in (-EDGE / 2, BOARD + EDGE / 2):
            along = (index + 0.5) * SQUARE
            yield _text(ink["frame_ink"], along, outside, 15, letter, text_anchor="middle")
            yield _text(ink["frame_ink"], outside, BOARD - along, 15, str(index + 1), text_anchor="middle")
    yield element("rect", width=BOARD, height=BOARD, fill=ink["square_light"])
    dark = "".join(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in map(_corner, NUMBERS) if (x + y) // SQUARE % 2)
    yield element("path", d=dark, fill=ink["square_dark"], shape_rendering="crispEdges")
    for name in dict.fromkeys([*scene.path[:1], *scene.path[-1:]]):
        x, y = _corner(name)
        yield element("rect", x=x, y=y, width=SQUARE, height=SQUARE, fill=ink["last"], shape_rendering="crispEdges")


def _cities(scene: Scene) -> Iterator[str]:
    """Walls, with a keep inside unless a piece or the arrow takes its place."""
    for name, side in scene.cities.items():
        thing = "walls" if name in scene.pieces or name in scene.path[:-1] else "city"
        yield _use(scene.drawn(side, thing), *_middle(name), data_city=name, data_side=NAMES[side])


def _pieces(scene: Scene) -> Iterator[str]:
    for name, (side, kind) in scene.pieces.items():
        size = IN_CITY if name in scene.cities else 1
        yield _use(
            scene.drawn(side, kind), *_middle(name), size, data_piece=name, data_side=NAMES[side], data_kind=kind
        )


def _arrow(scene: Scene) -> Iterator[str]:
    """The way of the last move, with a knot for each step; it ends at the edge of the piece."""
    if len(scene.path) < 2:
        return
    points = [_middle(name) for name in scene.path]
    (x0, y0), (x, y) = points[-2:]
    length = hypot(x - x0, y - y0)
    dx, dy = (x - x0) / length, (y - y0) / length
    foot = x - 33 * dx, y - 33 * dy
    line = _points(*points[:-1], foot)
    head = _points(
        (x - 19 * dx, y - 19 * dy), (foot[0] - 8 * dy, foot[1] + 8 * dx), (foot[0] + 8 * dy, foot[1] - 8 * dx)
    )
    knots = [(x, y, 6.0 if step == 0 else 5.0) for step, (x, y) in enumerate(points[:-1])]
    halo, ink = scene.ink["square_light"], scene.ink["ink_2"]
    for colour, wider in ((halo, 3.0), (ink, 0.0)):
        yield element(
            "g",
            element("polyline", points=line, fill="none", stroke_width=4 + wider),
            *(element("circle", cx=x, cy=y, r=radius) for x, y, radius in knots),
            element("polygon", points=head),
            fill=colour,
            stroke=colour,
            stroke_width=wider,
            stroke_linejoin="round",
            stroke_linecap="round",
        )


def _losses(scene: Scene) -> Iterator[str]:
    """A red ring and a cross: on a badge beside what stands there, in the middle where nothing does."""
    red = scene.ink["threat"]
    for name in scene.lost:
        x, y = _middle(name)
        if name in scene.pieces or name in scene.cities:
            ring = element("circle", r=21, fill="none", stroke=red, stroke_width=3)
            badge = element("circle", cx=15, cy=-15, r=8, fill=red)
            cross = element("path", d="M12-18l6 6m0-6l-6 6", stroke=scene.ink["on_threat"], stroke_width=2.4)
            drawn = ring + badge + cross
        else:
            ring = element("circle", r=16, fill="none", stroke=red, stroke_width=3)
            drawn = ring + element("path", d="M-6-6l12 12m0-12l-12 12", stroke=red, stroke_width=3)
        yield element("g", drawn, data_mark=name, stroke_linecap="round", transform=_move(x, y))


# The drawn things


def _things(scene: Scene) -> Iterator[str]:
    """Pieces and cities of both sides around their middle, drawn once and used by name."""
    for side in SEATS:
        letter = LETTERS[side]
        face, rim, on = (scene.ink[f"{letter}{part}"] for part in ("", "_rim", "_on"))
        for kind in KINDS:
            yield element("g", _piece(letter, kind, face, rim, on, scene.ink["shade"]), id=scene.drawn(side, kind))
        walls = symbol(f"city_{letter}", face=face, rim=rim)
        keep = element("g", symbol("keep", ink=scene.ink[f"{letter}_ink"]), transform=_move(4, 4, 40 / 48))
        yield element("g", element("g", walls, transform=_move(-24, -24)), id=scene.drawn(side, "walls"))
        yield element("g", element("g", walls, keep, transform=_move(-24, -24)), id=scene.drawn(side, "city"))


def _piece(letter: str, kind: str, face: str, rim: str, on: str, shade: str) -> str:
    """Shade, base, for a hero an inner rim, and the helmet, in a hero's or a fighter's size."""
    base = symbol(f"base_{letter}")
    layers = [
        element("ellipse", cx=0.6, cy=2.4, rx=17.6, ry=16.8, fill=shade, fill_opacity=0.22),
        element("g", base, fill=face, stroke=rim, stroke_width=1.6, transform=_move(-24, -24)),
    ]
    if kind == "hero":
        inner = _move(-21, -21, 42 / 48)
        layers.append(
            element("g", base, fill="none", stroke=on, stroke_opacity=0.55, stroke_width=1.14, transform=inner)
        )
    layers.append(element("g", symbol(kind, ink=on, cut=face), transform=_move(-20, -20, 40 / 48)))
    return element("g", *layers, transform=_move(0, 0, HERO if kind == "hero" else FIGHTER))


def _corner(name: str) -> tuple[int, int]:
    """The upper left corner of a square."""
    row, column = divmod(NUMBERS[name], WIDTH)
    return column * SQUARE, (SIZE - 1 - row) * SQUARE


def _middle(name: str) -> tuple[float, float]:
    x, y = _corner(name)
    return x + SQUARE / 2, y + SQUARE / 2


def _points(*points: tuple[float, float]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _move(x: float, y: float, size: float = 1) -> str:
    moved = f"translate({number(x)} {number(y)})"
    return moved if size == 1 else f"{moved} scale({size:.4g})"


def _use(name: str, x: float, y: float, size: float = 1, **data: str) -> str:
    return element("use", href=f"#{name}", transform=_move(x, y, size), **data)


def _text(colour: str, x: float, y: float, size: float, *words: str, **more: str) -> str:
    """Words whose middle line is at y."""
    return element("text", *words, x=x, y=y + LOWERED * size, font_size=size, fill=colour, **more)
