"""One card of To War! as SVG, and the look of its army: colour, emblem and the pattern of its band.

A card that points up has its name below and its arrows on top, one that points down the other way round; its text is
always upright. So cards of one army on both sides are told apart too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from triarii.games.towar.cards import Unit
from triarii.pictures import colours
from triarii.pictures.svg import element, number, words
from triarii.pictures.symbols import symbol

WIDTH, HEIGHT = 144, 116
NAME = 30
"""The height of the band with the name."""
ROUND = 6
PATTERN = 10
"""The height of the pattern that runs along the band."""
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, P052, 'Book Antiqua', Georgia, 'DejaVu Serif', serif"
LARGEST, SMALLEST = 15.0, 9.0
"""Sizes of a name: a long one is written smaller."""
LETTER = 0.68
"""The width of a letter in the widest of our fonts, in font sizes."""
LOWERED = 0.36
"""From the middle of a line of text down to its foot, in font sizes."""

FAMILY = "cards-"
"""How the variables of a page with our colours begin."""
TABLE: dict[str, Any] = tomllib.loads(
    resources.files("triarii.pictures").joinpath("armies.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class Look:
    """The colours of a theme, for cards and all around them."""

    ink: Mapping[str, str]
    card: str
    table: str
    line: str
    armies: Mapping[str, Mapping[str, str]]


def look_of(theme: str) -> Look:
    """ValueError for a theme that there isn't."""
    ink, table = colours.of(theme), colours.themed(TABLE, theme, FAMILY)
    armies = {name: value for name, value in table.items() if isinstance(value, dict)}
    return Look(ink, table["card"], table["table"], table["line"], armies)


def card(unit: Unit, name: str, crown: str, up: bool, look: Look, x: float, y: float, **data: str) -> str:
    """A card with its upper left corner at x, y; `crown` says what its crown means, if it has one."""
    army = look.armies[unit.army]
    face = 0 if up else NAME
    middle = face + (HEIGHT - NAME) / 2
    return element(
        "g",
        element("rect", width=WIDTH, height=HEIGHT, rx=ROUND, fill=look.card),
        _name(unit, name, crown, up, army),
        _arrows(unit, up, look),
        element("g", symbol("defence", ink=army["soft"]), transform=moved(5, middle - 18, 1.5)),
        _number(unit.defence, 23, middle - 1.5, look.ink["ink"]),
        element("g", symbol("attack", ink=army["army"]), transform=moved(103, middle - 18, 1.5)),
        _number(unit.attack, 121, middle, army["on"]),
        element(
            "g",
            symbol(f"unit_{unit.id}", ink=army["army"], cut=look.card),
            transform=moved(72 - 16 * 1.5, middle - 12 * 1.5 + (9 if up else -9), 1.5),
        ),
        element("rect", width=WIDTH, height=HEIGHT, rx=ROUND, fill="none", stroke=army["army"], stroke_width=1.5),
        transform=moved(x, y),
        font_family=SERIF,
        data_unit=unit.id,
        data_points="up" if up else "down",
        **data,
    )


def back(army: str, look: Look, x: float, y: float, size: float) -> str:
    """A card face down: it shows its army and nothing else."""
    colour = look.armies[army]
    emblem = symbol(f"emblem_{army}", ink=colour["band_mark"], cut=colour["band"])
    return element(
        "g",
        element("rect", width=WIDTH, height=HEIGHT, rx=ROUND, fill=colour["band"], stroke=look.card, stroke_width=3),
        element("g", emblem, transform=moved(WIDTH / 2 - 36, HEIGHT / 2 - 36, 1.5)),
        transform=moved(x, y, size),
        data_back=army,
    )


def emblem(army: str, look: Look, ground: str, x: float, y: float, size: float) -> str:
    """The emblem of an army, `size` units wide."""
    drawn = symbol(f"emblem_{army}", ink=look.armies[army]["drawn"], cut=ground)
    return element("g", drawn, transform=moved(x, y, size / 48), data_emblem=army)


def moved(x: float, y: float, size: float = 1) -> str:
    """A place, as SVG names it."""
    transform = f"translate({number(x)} {number(y)})"
    return transform if size == 1 else f"{transform} scale({size:.4g})"


def text(colour: str, x: float, y: float, size: float, content: str, **more: str) -> str:
    """Words whose middle line is at y."""
    return element("text", words(content), x=x, y=y + LOWERED * size, font_size=size, fill=colour, **more)


def fitting(content: str, room: float, largest: float = LARGEST) -> float:
    """The size of letters by which a text fits into its room."""
    return max(SMALLEST, min(largest, room / (LETTER * len(content))))


def _name(unit: Unit, name: str, crown: str, up: bool, army: Mapping[str, str]) -> str:
    """The band: ground, pattern along its inner edge, emblem, name, and a crown for elite."""
    top = HEIGHT - NAME if up else 0
    line = top + NAME / 2 + (3 if up else -3)
    left, right = 29, WIDTH - (27 if unit.elite else 6)
    size = fitting(name, right - left)
    parts = [
        element("rect", y=top, width=WIDTH, height=NAME, rx=ROUND, fill=army["band"]),
        element("rect", y=top + (0 if up else ROUND), width=WIDTH, height=NAME - ROUND, fill=army["band"]),
        _pattern(unit.army, army["band_mark"], top if up else NAME - PATTERN),
        element(
            "g",
            symbol(f"emblem_{unit.army}", ink=army["band_mark"], cut=army["band"]),
            transform=moved(5, line - 10, 20 / 48),
        ),
        text(army["band_ink"], left, line, size, name, font_weight="600"),
    ]
    if unit.elite:
        drawn = symbol("crown", ink=army["band_mark"])
        parts.append(element("g", element("title", words(crown)), drawn, transform=moved(WIDTH - 26, line - 10, 0.85)))
    return "".join(parts)


def _pattern(army: str, colour: str, top: float) -> str:
    tile = TABLE["band"][army]
    count = (WIDTH - 4) // tile["width"]
    left = (WIDTH - count * tile["width"]) / 2
    path = "".join(f"M{number(left + step * tile['width'])} {number(top)}{tile['path']}" for step in range(count))
    ink = {"fill": colour} if tile.get("filled") else {"fill": "none", "stroke": colour, "stroke_width": "1.4"}
    return element("path", d=path, opacity=0.6, data_band=army, **ink)


def _arrows(unit: Unit, up: bool, look: Look) -> str:
    """Where the card may go, at the edge that it goes to."""
    drawn = symbol(f"move_{unit.kind}", ink=look.ink["ink_2"])
    place = moved(72 - 20, 3) if up else f"{moved(72 + 20, HEIGHT - 3)} rotate(180)"
    return element("g", drawn, transform=place, data_move=unit.kind)


def _number(value: int, x: float, y: float, colour: str) -> str:
    return text(colour, x, y, 20, str(value), font_weight="700", text_anchor="middle")
