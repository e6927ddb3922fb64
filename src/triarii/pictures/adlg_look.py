"""The battle table as its pictures lay it out: places on the sheet, colours, symbols and words.

The table is drawn in hundredths of a UD with y downwards; the sheet shows it in its own size.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, TypeAlias

from triarii.core import texts
from triarii.core.texts import Message
from triarii.games.adlg.data.texts import TEXTS as GAME_TEXTS
from triarii.games.adlg.geometry import shapes
from triarii.pictures import colours
from triarii.pictures.cards import LETTER, moved
from triarii.pictures.svg import element, number

Point: TypeAlias = tuple[float, float]
Facts: TypeAlias = Mapping[str, Any]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

TEXTS = texts.load("triarii.pictures", "adlg_messages.toml", parent=texts.load("triarii.pictures", parent=GAME_TEXTS))
LETTERS = ("a", "b")
"""How colours name the sides."""
UD = 100
"""One UD in the units of the table."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("triarii.pictures").joinpath(name).read_text(encoding="utf-8"))


COLOURS = _read("adlg_colours.toml")
SYMBOLS = _read("adlg_symbols.toml")


def symbol(family: str, name: str, ink: str, cut: str = "none") -> str:
    """One symbol as SVG, on as many units as its family says."""
    shared = {part: drawn.format(ink=ink, cut=cut, **SYMBOLS["part"]) for part, drawn in SYMBOLS["part"].items()}
    drawn: str = SYMBOLS[family][name].format(ink=ink, cut=cut, **shared)
    return drawn.replace("\n", "")


@dataclass(frozen=True)
class Side:
    """The colours of a player's things."""

    face: str
    rim: str
    on: str
    done: str
    soft: str
    ink: str


@dataclass(frozen=True)
class Scene:
    """All that is shown, and in which colours."""

    facts: Facts
    overlays: Sequence[Facts]
    theme: str
    lang: str

    @cached_property
    def ink(self) -> Mapping[str, str]:
        own = colours.themed(COLOURS, self.theme)
        lying = colours.themed(colours.SURFACES, self.theme)
        return {
            **colours.of(self.theme),
            **lying,
            **{name: colour for name, colour in own.items() if isinstance(colour, str)},
        }

    @cached_property
    def land(self) -> Mapping[str, Mapping[str, str]]:
        """Ground and ink by the look of a terrain."""
        found: Mapping[str, Mapping[str, str]] = colours.themed(COLOURS, self.theme)["land"]
        return found

    @property
    def region(self) -> Mapping[str, str]:
        """The ground of the country, and the thin lines on it."""
        grounds: Mapping[str, Mapping[str, str]] = colours.themed(COLOURS, self.theme)["region"]
        return grounds[self.facts["region"]]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        parts = ("", "_rim", "_on", "_done", "_soft", "_ink")
        return tuple(Side(*(self.ink[letter + part] for part in parts)) for letter in LETTERS)

    @cached_property
    def units(self) -> Mapping[str, Facts]:
        """The units that stand on the table, by id."""
        return {unit["id"]: unit for unit in self.facts["units"] if unit["pose"]}

    @property
    def width(self) -> float:
        return float(self.facts["size"][0]) / 10

    @property
    def height(self) -> float:
        return float(self.facts["size"][1]) / 10

    def at_rim(self, point: Point) -> bool:
        """Whether a place of the sheet is at the edge of the table."""
        x, y = point
        return x <= 1 or y <= 1 or x >= self.width - 1 or y >= self.height - 1

    def say(self, key: str, **params: object) -> str:
        return TEXTS.say(Message(key, params), self.lang)

    def called(self, name: str, *families: str) -> str:
        """A thing by the word that the first of these families has for it, else by its id."""
        for family in families:
            if f"{family}.{name}" in TEXTS:
                return self.say(f"{family}.{name}")
        return name.replace("_", " ")

    def drawn(self, name: str) -> str:
        """The id of a drawn thing. It tells the theme, so that pictures of both may stand in one page."""
        return f"adlg-{self.theme}-{name}"

    def place(self, point: Sequence[float]) -> Point:
        """A point in mUD on the drawn table."""
        return point[0] / 10, self.height - point[1] / 10

    def places(self, points: Iterable[Sequence[float]]) -> list[Point]:
        return [self.place(point) for point in points]

    def set_down(self, pose: Sequence[int]) -> str:
        """The frame of a pose, as SVG names it: its origin is the middle of the front edge, and the front points up."""
        transform = moved(*self.place(pose))
        return f"{transform} rotate({number(pose[2] / 100)})" if pose[2] else transform

    def behind(self, pose: Sequence[int], distance: int) -> Point:
        """The point so far behind the front edge."""
        return self.place(shapes.at((pose[0], pose[1], pose[2]), 0, -distance))

    def box(self, thing: Facts) -> Box:
        """The upright box around a base."""
        x, y, heading = thing["pose"]
        corners = shapes.quad((x, y, heading), thing["width"], thing["depth"])
        return box_of(self.place((x / shapes.FINE, y / shapes.FINE)) for x, y in corners)

    def taken(self) -> Iterator[Box]:
        """Where units and camps stand."""
        for thing in (*self.units.values(), *self.facts["camps"]):
            yield self.box(thing)


def printable(thing: Any) -> Any:
    """Facts whose texts hold nothing that would break a line, a picture or the reading direction."""
    if isinstance(thing, str):
        return texts.UNPRINTABLE.sub("", thing)
    if isinstance(thing, Mapping):
        return {key: printable(value) for key, value in thing.items()}
    return [printable(value) for value in thing] if isinstance(thing, list | tuple) else thing


def box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def around(point: Point, width: float, height: float) -> Box:
    x, y = point
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def line(points: Iterable[Point], closed: bool = False) -> str:
    """A path through points."""
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{drawn}{'z' if closed else ''}"


def centred(drawn: str, x: float, y: float, size: float, width: float = 24) -> str:
    """A symbol around its middle, `size` high; it is drawn 24 units high and `width` wide."""
    return element("g", drawn, transform=moved(x - size * width / 48, y - size / 2, size / 24))


def breadth(words: str, size: float) -> float:
    """How wide a text may get."""
    return LETTER * size * len(words)
