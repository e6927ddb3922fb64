"""What lies on the battle table before anyone moves: ground, terrain, roads, works and camps.

Each kind of terrain has its own drawing besides its colour, and the class shows at the edge: thin for open ground,
dashed for rough, thick for difficult, doubled for impassable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from triarii.pictures.adlg_figures import furrows, label_place, middle, shrunk, spread
from triarii.pictures.adlg_look import (
    SYMBOLS,
    UD,
    Box,
    Facts,
    Point,
    Scene,
    apart,
    around,
    box_of,
    breadth,
    centred,
    line,
    symbol,
)
from triarii.pictures.adlg_outlines import WAVER, hachures, inset, smooth, wavering
from triarii.pictures.cards import SERIF, text
from triarii.pictures.svg import element, number, words

LOOKS = {"hill": "gentle_hill", "river": "water", "coast": "water"}
"""Kinds that look like another one."""
CONTOURS = {"gentle_hill": (0.56,), "brush_hill": (0.56,), "steep_hill": (0.7, 0.42)}
"""How large the tiers of a hill are, compared with its foot."""
STRAIGHT = ("field", "village", "plantation")
"""What people have laid out has straighter edges."""
LIFTED = (*CONTOURS, "wood", "plantation", "impassable", "difficult")
"""What rises above the ground casts a shadow on it."""
LABEL, SMALLEST = 31.0, 20.0
"""Sizes of a name: a long one is written smaller."""
SLIM = 0.92
"""Letters of a label are narrower than the widest that we reckon with."""
EDGES: Mapping[str, Mapping[str, float | str]] = {
    "open": {"stroke_width": 3},
    "rough": {"stroke_width": 5, "stroke_dasharray": "18 9"},
    "difficult": {"stroke_width": 6},
    "impassable": {"stroke_width": 10},
}


def ground(scene: Scene) -> Iterator[str]:
    """The table, with a thin line every 5 UD."""
    width, height = scene.width, scene.height
    region = scene.region
    yield element("rect", width=width, height=height, fill=region["ground"])
    lines = "".join(f"M{x} 0v{number(height)}" for x in range(5 * UD, int(width), 5 * UD))
    lines += "".join(f"M0 {number(height - y)}h{number(width)}" for y in range(5 * UD, int(height), 5 * UD))
    if lines:
        yield element("path", d=lines, stroke=region["line"], stroke_width=2.5)


def name_of(scene: Scene, kind: str) -> str:
    """The name of a terrain: the game's own word where it has one."""
    return scene.called(kind, "terrain", "piece")


def look_of(piece: Facts) -> str:
    """By which kind a terrain is drawn; what we don't know looks like its class."""
    kind = LOOKS.get(piece["kind"], piece["kind"])
    if kind == "gentle_hill" and piece["class"] == "difficult":
        return "steep_hill"
    known = kind in SYMBOLS["land"] or kind in CONTOURS or kind in ("field", "gully")
    return str(kind if known else piece["class"])


@dataclass(frozen=True)
class Piece:
    """A piece of terrain as it is drawn."""

    facts: Facts
    name: str
    figure: list[Point]
    edge: list[Point]
    """Its outline as it is drawn."""
    look: str
    crest: Point
    letters: float
    """The size of its name."""
    spot: Point
    """Where its name stands."""

    @property
    def room(self) -> Box:
        """What its name takes."""
        return around(self.spot, SLIM * breadth(self.name, self.letters), 1.1 * self.letters)


def land(scene: Scene) -> Iterator[str]:
    """All pieces, the roads across them, and names where nobody stands."""
    found = pieces(scene)
    yield from areas(scene, found)
    yield from names(scene, found)


def pieces(scene: Scene) -> list[Piece]:
    taken = [*scene.taken()]
    return [_piece(scene, facts, taken) for facts in scene.facts["terrain"]]


def areas(scene: Scene, found: Sequence[Piece]) -> Iterator[str]:
    """The pieces and the roads."""
    for piece in found:
        if piece.look in LIFTED:
            yield element(
                "path",
                d=smooth([(x + 7, y + 10) for x, y in piece.edge]),
                fill=scene.ink["shadow"],
                fill_opacity=0.16,
            )
    for piece in found:
        colour = scene.land[piece.look]
        yield element(
            "g",
            element("title", words(f"{piece.name}, {scene.say('class.' + piece.facts['class'])}")),
            _area(smooth(piece.edge), colour, piece.facts["class"]),
            *_cover(piece, colour),
            data_terrain=piece.facts["id"],
            data_look=piece.look,
        )
    yield from _roads(scene)


def names(scene: Scene, found: Sequence[Piece]) -> Iterator[str]:
    for piece in found:
        yield _label(scene, piece)


def _piece(scene: Scene, facts: Facts, taken: Sequence[Box]) -> Piece:
    figure, look, name = scene.places(facts["polygon"]), look_of(facts), name_of(scene, facts["kind"])
    name = name[:1].upper() + name[1:]
    crest = scene.place(facts["crest"]) if facts["crest"] else middle(figure)
    busy = [*taken, around(crest, 60, 60)] if look in CONTOURS else taken
    left, _, right, _ = box_of(figure)
    letters = max(SMALLEST, min(LABEL, 0.9 * (right - left) / breadth(name, SLIM)))
    spot = label_place(figure, SLIM * breadth(name, letters), 1.1 * letters, busy)
    edge = wavering(figure, 2 if look in STRAIGHT else WAVER, scene.at_rim)
    return Piece(facts, name, figure, edge, look, crest, letters, spot)


def _roads(scene: Scene) -> Iterator[str]:
    """Edges first, so that roads that cross run into each other."""
    ways = [line(scene.places(road["points"])) for road in scene.facts["roads"]]
    for colour, width in (("road_edge", 34), ("road", 25)):
        for way in ways:
            yield element(
                "path", d=way, fill="none", stroke=scene.ink[colour], stroke_width=width, stroke_linejoin="round"
            )


def _area(outline: str, colour: Mapping[str, str], kind: str) -> str:
    edge = EDGES[kind]
    drawn = element("path", d=outline, fill=colour["fill"], stroke=colour["ink"], stroke_linejoin="round", **edge)
    if kind == "impassable":
        drawn += element("path", d=outline, fill="none", stroke=colour["fill"], stroke_width=3)
    return drawn


def _cover(piece: Piece, colour: Mapping[str, str]) -> Iterator[str]:
    """What is drawn on a piece of terrain, around its name."""
    figure, look, crest = piece.figure, piece.look, piece.crest
    pen: dict[str, str | float] = {
        "fill": "none",
        "stroke": colour["ink"],
        "stroke_width": 4,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    slope: dict[str, str | float] = {**pen, "stroke_width": 2.6, "opacity": 0.6}
    if look in CONTOURS:
        steep = look == "steep_hill"
        yield element("path", d=hachures(piece.edge, 11 if steep else 16, 40 if steep else 22), **slope)
        for size in CONTOURS[look]:
            tier = shrunk(piece.edge, crest, size)
            yield element("path", d=smooth(tier), **{**slope, "fill": colour["fill"]})
            yield element("path", d=hachures(tier, 13, 30 if steep else 17), **slope)
        x, y = crest
        yield element("path", d=f"M{number(x)} {number(y - 13)}l15 24h-30z", fill=colour["ink"])
    elif look == "water":
        for by, opacity in ((9, 0.4), (20, 0.2)):
            yield element("path", d=smooth(inset(piece.edge, by)), **{**slope, "stroke_width": 2, "opacity": opacity})
    if look == "gully":
        yield element("path", d=hachures(piece.edge, 13, 26), **slope)
    elif look == "field":
        yield element("path", d=_lines(furrows(figure, 20, 12)), **pen)
    elif look in SYMBOLS["land"]:
        yield _repeated(figure, SYMBOLS["land"][look], colour, pen, piece.room)


def _repeated(
    figure: list[Point], sign: Facts, colour: Mapping[str, str], pen: Mapping[str, str | float], label: Box
) -> str:
    across, down = sign["apart"]
    box = 2 * sign["room"] - 10
    spots = [
        point
        for point in spread(figure, (across, down), sign["room"], sign.get("rows", False))
        if apart(around(point, box, box), label)
    ]
    path = "".join(f"M{number(x)} {number(y)}{sign['path']}" for x, y in spots)
    return element("path", d=path, fill=colour["ink"]) if sign.get("filled") else element("path", d=path, **pen)


def _lines(pairs: Iterator[tuple[Point, Point]]) -> str:
    return "".join(line(pair) for pair in pairs)


def _label(scene: Scene, piece: Piece) -> str:
    return text(
        scene.ink["ink"],
        *piece.spot,
        piece.letters,
        piece.name,
        font_family=SERIF,
        font_style="italic",
        font_weight="600",
        text_anchor="middle",
        paint_order="stroke",
        stroke=scene.land[piece.look]["fill"],
        stroke_width="9",
        stroke_linejoin="round",
    )


# Works and camps


def works(scene: Scene) -> Iterator[str]:
    for work in scene.facts["works"]:
        (ax, ay), (bx, by) = scene.place(work["from"]), scene.place(work["to"])
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        frame = " ".join(number(value) for value in (ax, ay))
        turn = f"matrix({ux:.5f} {uy:.5f} {-uy:.5f} {ux:.5f} {frame})"
        yield element(
            "g",
            element("title", words(scene.say(f"work.{work['kind']}"))),
            *_work(scene, work, length),
            transform=turn,
            data_work=work["kind"],
        )


def _work(scene: Scene, work: Facts, length: float) -> Iterator[str]:
    """Drawn along the x axis: a wall with merlons on both sides, a row of crosses, or a row of points."""
    side = scene.sides[work["seat"]]
    across = f"M0 0h{number(length)}"
    count = max(1, round(length / 20))
    apart_ = length / count
    feet = [(step + 0.5) * apart_ for step in range(count)]
    halo = element("path", d=across, stroke=scene.ink["ground"], stroke_width=34, stroke_opacity=0.6)
    if work["kind"] == "fortification":
        merlons = "".join(f"M{number(x - 5)}-14h10v28h-10z" for x in feet)
        yield halo
        yield element("path", d=merlons, fill=side.face, stroke=side.rim, stroke_width=3)
        yield element("path", d=across, stroke=side.rim, stroke_width=15)
        yield element("path", d=across, stroke=side.face, stroke_width=9)
    elif work["kind"] == "stakes":
        points = "".join(f"M{number(x)}-17l4.5 17-4.5 17-4.5-17z" for x in feet)
        yield element("path", d=points, fill=side.face, stroke=side.rim, stroke_width=3, stroke_linejoin="round")
    else:
        crosses = "".join(f"M{number(x - 8)}-11l16 22m0-22l-16 22" for x in feet)
        yield halo
        yield element("path", d=across + crosses, stroke=side.ink, stroke_width=5, stroke_linecap="round")


def markers(scene: Scene) -> Iterator[str]:
    """Squares for ambushes, with a question mark where whoever looks may not know who lies there."""
    for marker in scene.facts.get("markers", ()):
        side, half = scene.sides[marker["seat"]], marker["side"] / 20
        units = marker.get("units")
        sign = "?" if units is None else "!" if units else "–"
        named = scene.say("marker.unknown" if units is None else "marker.real" if units else "marker.false")
        about = f"{marker['id']}: {named}{' (' + ', '.join(units) + ')' if units else ''}"
        frame: dict[str, str | float] = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
        x, y = scene.place((marker["x"], marker["y"]))
        yield element(
            "g",
            element("title", words(about)),
            element("rect", **frame, rx=8, fill=side.soft, stroke=side.ink, stroke_width=5, stroke_dasharray="12 7"),
            element("text", words(sign), y=18, fill=side.ink, font_size=54, font_weight=700, text_anchor="middle"),
            transform=f"translate({number(x)} {number(y)})",
            data_marker=marker["id"],
        )


def camps(scene: Scene) -> Iterator[str]:
    """Tents on a ground of the side's colour: behind a palisade when fortified, beside an altar when sacred."""
    for camp in scene.facts["camps"]:
        side, width, depth = scene.sides[camp["seat"]], camp["width"] / 10, camp["depth"] / 10
        lost = camp["lost"]
        about = [scene.say(f"tent.{camp['kind']}"), *([scene.say("of.lost")] if lost else [])]
        frame: dict[str, str | float] = {"x": -width / 2, "width": width, "height": depth}
        parts = [
            element("title", words(f"{camp['id']}: {', '.join(about)}")),
            element("rect", **frame, fill=side.soft, stroke=side.ink, stroke_width=5),
        ]
        if camp["kind"] == "fortified":
            parts.append(
                element("rect", **frame, fill="none", stroke=side.ink, stroke_width=17, stroke_dasharray="9 8")
            )
        size = min(0.72 * depth, width / 3)
        upright = "" if abs((camp["pose"][2] + 18000) % 36000 - 18000) <= 9000 else "rotate(180)"
        signs = ["camp", "sacred" if camp["kind"] == "sacred" else "camp"]
        tents = "".join(
            centred(symbol("mark", sign, side.ink), place * width / 4.4, 0, size, 32)
            for sign, place in zip(signs, (-1, 1), strict=True)
        )
        tents = element("g", tents, **({"transform": upright} if upright else {}))
        parts.append(element("g", tents, transform=f"translate(0 {number(depth / 2)})"))
        if lost:
            corners = [(-width / 2, 0.0), (width / 2, depth), (width / 2, 0.0), (-width / 2, depth)]
            cross = line(corners[:2]) + line(corners[2:])
            parts.append(element("path", d=cross, stroke=scene.ink["threat"], stroke_width=9))
        yield element("g", *parts, transform=scene.set_down(camp["pose"]), data_camp=camp["id"])
