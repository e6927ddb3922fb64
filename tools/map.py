"""The map of the program: docs/figures/map-*.svg, drawn from the imports.

python -m tools.map    draws it anew
"""

from __future__ import annotations

import itertools
import math
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tools.packages import ROOT, Layered, layered
from triarii.pictures import colours, svg

FIGURES = ROOT / "docs/figures"
WIDE, HIGH = 226, 86
"""The box of a part."""
ASIDE, BELOW, AROUND = 18, 54, 16
"""Room between boxes, between layers, and around all."""
LETTERS = 38
"""As many fit into a line of a box."""
ROUNDS = 12
"""How often the layers are put in order; it changes nothing any more after a few."""

Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Stop:
    """A place on a layer: a part, or where an arrow to a part farther below passes by."""

    layer: int
    part: str = ""
    arrow: tuple[str, str] = ("", "")

    @property
    def wide(self) -> float:
        return WIDE if self.part else 10


def picture(package: Layered, theme: str) -> str:
    """Parts in layers, and an arrow from each to those that it imports."""
    ink = colours.of(theme)
    layers, ways = _plan(package)
    places = _places(layers)
    wide = max(x + stop.wide / 2 for stop, (x, _) in places.items()) + AROUND
    high = len(layers) * (HIGH + BELOW) - BELOW + 2 * AROUND
    ground = svg.element("rect", width=wide, height=high, rx=8, fill=ink["paper"])
    arrows = [_arrow(arrow, [places[stop] for stop in way], theme, ink) for arrow, way in sorted(ways.items())]
    boxes = [_box(stop.part, package.parts[stop.part], places[stop], ink) for stop in places if stop.part]
    title, about = f"The parts of {package.name}, and which imports which", " ".join(_in_words(package))
    return svg.sheet(title, about, _head(theme, ink), ground, *arrows, *boxes, lang="en", width=wide, height=high)


def _plan(package: Layered) -> tuple[list[list[Stop]], dict[tuple[str, str], list[Stop]]]:
    """The stops of each layer, the highest layer first, and those that each arrow passes."""
    layer_of = package.layers()
    parts = {part: Stop(layer, part) for part, layer in layer_of.items()}
    ways: dict[tuple[str, str], list[Stop]] = {}
    for above, below in sorted(package.arrows()):
        between = range(layer_of[above] - 1, layer_of[below], -1)
        ways[above, below] = [parts[above], *(Stop(layer, arrow=(above, below)) for layer in between), parts[below]]
    stops = {stop for way in ways.values() for stop in way} | set(parts.values())
    ordered = sorted(stops, key=lambda stop: (stop.part, stop.arrow))
    layers = [[stop for stop in ordered if stop.layer == layer] for layer in range(max(layer_of.values()), -1, -1)]
    return _untangled(layers, list(ways.values())), ways


def _untangled(layers: list[list[Stop]], ways: list[list[Stop]]) -> list[list[Stop]]:
    """Each stop moves to the middle of those it is joined to, layer by layer, down and up: few arrows cross then."""
    joined: dict[Stop, set[Stop]] = {stop: set() for layer in layers for stop in layer}
    for way in ways:
        for above, below in itertools.pairwise(way):
            joined[above].add(below)
            joined[below].add(above)
    for _ in range(ROUNDS):
        for layer in (*layers, *reversed(layers)):
            middle = {stop: x for stop, (x, _) in _places(layers).items()}
            wish = {stop: math.fsum(middle[o] for o in joined[stop]) / max(1, len(joined[stop])) for stop in layer}
            layer.sort(key=lambda stop: (wish[stop] if joined[stop] else middle[stop], stop.part, stop.arrow))
    return layers


def _places(layers: list[list[Stop]]) -> dict[Stop, Place]:
    """The middle of the upper edge of each stop; every layer is spread over the same width."""
    full = max(sum(stop.wide + ASIDE for stop in layer) for layer in layers)
    places = {}
    for number, layer in enumerate(layers):
        spare = (full - sum(stop.wide + ASIDE for stop in layer)) / len(layer)
        x = float(AROUND)
        for stop in layer:
            whole = stop.wide + ASIDE + spare
            places[stop] = (round(x + (whole - ASIDE) / 2, 1), float(AROUND + number * (HIGH + BELOW)))
            x += whole
    return places


def _head(theme: str, ink: Mapping[str, str]) -> str:
    point = svg.element("path", d="M0 0L8 4L0 8z", fill=ink["ink_2"])
    size = {"refX": 7, "refY": 4, "markerWidth": 8, "markerHeight": 8}
    return svg.element("marker", point, id=f"point-{theme}", orient="auto", **size)


def _arrow(arrow: tuple[str, str], places: list[Place], theme: str, ink: Mapping[str, str]) -> str:
    """From the lower edge of a part, straight past the layers between, to the upper edge of the other."""
    x, y = places[0]
    path = [f"M{x:g} {y:g}"]
    for (x, y), (to_x, to_y) in itertools.pairwise(places):
        half = (y + HIGH + to_y) / 2
        path.append(f"V{y + HIGH:g}C{x:g} {half:g} {to_x:g} {half:g} {to_x:g} {to_y:g}")
    line: dict[str, str | float] = {"fill": "none", "stroke": ink["ink_2"], "stroke_width": 1.4}
    head = f"url(#point-{theme})"
    return svg.element("path", d="".join(path), data_from=arrow[0], data_to=arrow[1], marker_end=head, **line)


def _box(name: str, purpose: str, place: Place, ink: Mapping[str, str]) -> str:
    x, y = place
    around: dict[str, str | float] = {"x": x - WIDE / 2, "y": y, "width": WIDE, "height": HIGH, "rx": 6}
    frame = svg.element("rect", fill=ink["accent_soft"], stroke=ink["accent_ink"], **around)
    written: dict[str, str | float] = {"x": x, "text_anchor": "middle", "fill": ink["ink"]}
    head = svg.element("text", svg.words(name), y=y + 20, font_size=15, font_weight="bold", **written)
    lines = [
        svg.element("text", svg.words(line), y=y + 37 + 13 * number, font_size=11, **written)
        for number, line in enumerate(textwrap.wrap(purpose, LETTERS, max_lines=4, placeholder=" …"))
    ]
    return svg.element("g", frame, head, *lines, data_part=name)


def _in_words(package: Layered) -> Iterator[str]:
    """The map in sentences; these leave nothing out."""
    for part in sorted(package.parts):
        others = ", ".join(sorted(package.imports[part]))
        yield f"{part} imports {others}." if others else f"{part} imports no other."


def drawn() -> dict[Path, str]:
    """Every picture of the map by its file."""
    return {
        FIGURES / f"map-{package.name.rpartition('.')[2]}{'-dark' if theme == 'dark' else ''}.svg": picture(
            package, theme
        )
        for package in layered()
        for theme in ("light", "dark")
    }


def main() -> None:
    for old in FIGURES.glob("map-*.svg"):
        old.unlink()
    for path, text in drawn().items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
