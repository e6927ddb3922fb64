"""What is shown over the battle table when asked for: zones, reach, radii, fields of fire, paths, ghosts, threats.

Areas lie under the units, arrows and ghosts above them, labels on top of everything. Each kind has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from triarii.games.adlg.geometry.shapes import heading_to
from triarii.pictures.adlg_figures import furrows, middle
from triarii.pictures.adlg_look import Box, Facts, Point, Scene, apart, around, breadth, line
from triarii.pictures.adlg_units import base
from triarii.pictures.cards import text
from triarii.pictures.svg import element

Look = Mapping[str, str | float]
AREAS = ("strip", "shot", "reach", "zone", "ring", "radius")
"""From the ground up."""
LINES = ("path", "ghost", "threat")
KINDS = ("zone", "reach", "radius", "ring", "shot", "strip", "path", "ghost", "threat")
LIT = frozenset({"reach", "path", "ghost"})
"""Of whom one of these is shown, that unit stands out."""
LABEL = 26


def checked(scene: Scene) -> None:
    """ValueError for an overlay that there isn't."""
    for overlay in scene.overlays:
        if overlay["kind"] not in KINDS:
            raise ValueError(f"no overlay {overlay['kind']!r}; there are {', '.join(KINDS)}")


def lit(scene: Scene) -> frozenset[str]:
    return frozenset(overlay["unit"] for overlay in scene.overlays if overlay["kind"] in LIT and overlay.get("unit"))


def ghosts(scene: Scene) -> frozenset[str]:
    """The units of which a ghost is shown."""
    return frozenset(overlay.get("unit") or "" for overlay in scene.overlays if overlay["kind"] == "ghost")


def look_of(scene: Scene, kind: str, seat: int | None = None) -> Look:
    """Colour and line of an area or a line."""
    ink = scene.ink
    looks: Mapping[str, Look] = {
        "zone": _area(ink["threat"], 0.13, 4, "1 10"),
        "reach": _area(ink["reach"], 0.16, 5, ""),
        "shot": _area(ink["shot"], 0.15, 5, "22 9 3 9"),
        "strip": _area(ink["ink_2"], 0.1, 4, "8 8"),
        "ring": _area(ink["ink"], 0, 4, "4 11"),
        "radius": _area(ink["ink"] if seat is None else scene.sides[seat].ink, 0, 5, "28 16"),
        "path": _area(ink["reach"], 0, 9, ""),
        "ghost": _area(ink["reach"], 0.2, 7, "14 9"),
        "threat": _area(ink["threat"], 0, 8, ""),
    }
    return looks[kind]


def _area(colour: str, cover: float, width: float, dashes: str) -> Look:
    look: dict[str, str | float] = {"fill": colour if cover else "none", "stroke": colour, "stroke_width": width}
    if cover:
        look["fill_opacity"] = cover
    if dashes:
        look |= {"stroke_dasharray": dashes, "stroke_linecap": "round"}
    return look | {"stroke_linejoin": "round"}


def below(scene: Scene) -> Iterator[str]:
    """Areas, kind by kind."""
    for kind in AREAS:
        for overlay in scene.overlays:
            if overlay["kind"] == kind:
                yield element("g", *_shape(scene, overlay), data_overlay=kind)


def above(scene: Scene) -> Iterator[str]:
    """Paths, ghosts and threats."""
    for kind in LINES:
        for overlay in scene.overlays:
            if overlay["kind"] == kind:
                drawn = _ghost(scene, overlay) if kind == "ghost" else "".join(_shape(scene, overlay))
                yield element("g", drawn, data_overlay=kind)


def _seat(scene: Scene, overlay: Facts) -> int | None:
    owner = overlay.get("unit")
    for thing in (*scene.units.values(), *scene.facts["commanders"]):
        if thing["id"] == owner:
            return int(thing["seat"])
    return None


def _figure(scene: Scene, overlay: Facts) -> list[Point]:
    return scene.places(overlay.get("polygon") or overlay.get("outline") or ())


def _shape(scene: Scene, overlay: Facts) -> Iterator[str]:
    look = look_of(scene, overlay["kind"], _seat(scene, overlay))
    figure = _figure(scene, overlay)
    if overlay.get("circle"):
        x, y, radius = overlay["circle"]
        cx, cy = scene.place((x, y))
        yield element("circle", cx=cx, cy=cy, r=radius / 10, **look)
    if figure:
        yield element("path", d=line(figure, closed=True), **look)
        if overlay["kind"] == "strip":
            hatch = "".join(line(pair) for pair in furrows(figure, 14, 4))
            yield element("path", d=hatch, stroke=scene.ink["ink_2"], stroke_width=2.5, stroke_opacity=0.6)
    if overlay.get("line"):
        points = scene.places(overlay["line"])
        if overlay["kind"] in LINES:
            yield from _arrow(scene, points, look)
        else:
            yield element("path", d=line(points), **{**look, "fill": "none"})


def _arrow(scene: Scene, points: list[Point], look: Look) -> Iterator[str]:
    """A line with a knot at each bend and a head at its end, on a light ground so that it shows on everything."""
    steps = [point for place, point in enumerate(points) if place == 0 or point != points[place - 1]]
    if len(steps) < 2:
        return
    (x0, y0), (x, y) = steps[-2:]
    length = hypot(x - x0, y - y0)
    dx, dy = (x - x0) / length, (y - y0) / length
    foot = x - 20 * dx, y - 20 * dy
    head = [(x, y), (foot[0] - 15 * dy, foot[1] + 15 * dx), (foot[0] + 15 * dy, foot[1] - 15 * dx)]
    colour = str(look["stroke"])
    for shade, wider in ((scene.ink["surface"], 5.0), (colour, 0.0)):
        yield element(
            "g",
            element("path", d=line([*steps[:-1], foot]), fill="none", stroke_width=float(look["stroke_width"]) + wider),
            *(element("circle", cx=x, cy=y, r=8) for x, y in steps[:-1]),
            element("path", d=line(head, closed=True)),
            fill=shade,
            stroke=shade,
            stroke_width=wider,
            stroke_linejoin="round",
            stroke_linecap="round",
        )


def _ghost(scene: Scene, overlay: Facts) -> str:
    """A unit as it would stand: its outline begins with the front edge, from left to right."""
    unit = scene.units.get(overlay.get("unit") or "")
    outline = overlay.get("outline") or overlay.get("polygon")
    if not unit or not outline or len(outline) != 4:
        return "".join(_shape(scene, overlay))
    (ax, ay), (bx, by) = outline[:2]
    pose = [round((ax + bx) / 2), round((ay + by) / 2), heading_to(round(ay - by), round(bx - ax))]
    stood = {**unit, "pose": pose, "fighting": False, "done": False}
    return element("g", base(scene, stood, ghost=True), transform=scene.set_down(pose))


# Labels


def labels(scene: Scene) -> Iterator[str]:
    """What overlays say, on tags that don't cover each other."""
    shown: list[Box] = []
    for overlay in scene.overlays:
        words = overlay.get("label") or ""
        if not words:
            continue
        width = 0.9 * breadth(words, LABEL) + 22
        height = 1.45 * LABEL
        x, y = _label_place(scene, overlay)
        x = min(max(x, width / 2 + 4), max(width / 2 + 4, scene.width - width / 2 - 4))
        y = min(max(y, height / 2 + 4), scene.height - height / 2 - 4)
        step = height + 3 if y < scene.height / 2 else -height - 3
        while any(not apart(around((x, y), width, height), box) for box in shown):
            y += step
        shown.append(around((x, y), width, height))
        yield element(
            "g",
            element(
                "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=10, fill=scene.ink["ink"]
            ),
            text(scene.ink["paper"], x, y, LABEL, words, font_weight="600", text_anchor="middle"),
            data_label=overlay["kind"],
        )


def _label_place(scene: Scene, overlay: Facts) -> Point:
    """At the top of a circle, beside the middle of a line, else in the middle of the area."""
    if overlay.get("circle"):
        x, y, radius = overlay["circle"]
        return scene.place((x, y + radius))
    if overlay.get("line"):
        points = scene.places(overlay["line"])
        (ax, ay), (bx, by) = points[max(0, len(points) // 2 - 1)], points[len(points) // 2]
        return (ax + bx) / 2, (ay + by) / 2
    figure = _figure(scene, overlay)
    return middle(figure) if figure else (scene.width / 2, scene.height / 2)
