"""The regions with their terrain, and the outlines in which pieces of each kind come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt

from triarii.games.adlg.battle.table.scenery import BRUSH, BRUSH_HILL, HILLS, Piece
from triarii.games.adlg.data.ground import TERRAINS, Terrain
from triarii.games.adlg.data.tables import Named, names_of, read
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import FINE, Figure, Point

COAST, RIVER, ROAD, VILLAGE, IMPASSABLE = "coast", "river", "road", "village", "impassable"
ALONG_SIDE = frozenset({COAST, RIVER})
"""Kinds that lie along a short edge, which their owner chooses."""
LAID_FREELY = ALONG_SIDE | {ROAD}
"""Kinds that lie in no sector."""
CLAIMED = ALONG_SIDE | {VILLAGE}
"""Kinds that ask for a die."""
CLAIM = 4
"""That die at least."""
COAST_WIDTH = 4000
FLOODED = "flooded"
FLOWS = {1: "dry", 2: "rough", 3: "rough", 4: "difficult", 5: "difficult", 6: FLOODED}
"""What a river is, by the die that falls when it is laid (adlg.setup.river)."""
UNKNOWN = "unknown"
"""What it is before that."""
STATES = (UNKNOWN, *dict.fromkeys(FLOWS.values()))
COUNTS_AS = {BRUSH_HILL: "gentle_hill"}
"""A kind that counts as another one too, wherever that is limited."""
SIDES = ("left", "right")
"""The short edges, as the first player sees them."""
RECTANGULAR = frozenset({"field", "plantation", "village"})
"""All other pieces are rounded."""
SIZES = ("small", "medium", "large")
RECTANGLES = {"small": (3000, 2000), "medium": (4000, 3000), "large": (5000, 3000)}
"""Sides of rectangular pieces: each holds a rectangle of 3 by 2 UD and fits into a circle of 6 UD."""
OVALS = {"small": (4400, 3000), "medium": (5000, 3800), "large": (6000, 4800)}
"""Length and breadth of rounded pieces, with the same bounds."""
ROUND = 12
"""Corners of a rounded piece."""


@dataclass(frozen=True, eq=False)
class Region(Named):
    """A kind of country."""

    compulsory: str
    most: Mapping[str, int]
    """How many pieces of each kind both seats may choose together, the compulsory one included."""

    def full(self, kind: str, chosen: Sequence[str]) -> str:
        """The kind of which there are enough among those chosen to have no more of this kind; nothing if none."""
        for limited in dict.fromkeys((kind, COUNTS_AS.get(kind, kind))):
            if count(limited, chosen) >= self.most[limited]:
                return limited
        return ""


def count(kind: str, chosen: Sequence[str]) -> int:
    """How many of the pieces chosen are, or count as, of a kind."""
    return sum(kind in (each, COUNTS_AS.get(each)) for each in chosen)


REGIONS: Mapping[str, Region] = {
    entry["id"]: Region(**names_of(entry), compulsory=entry["compulsory"], most=entry["most"])
    for entry in read("setup/regions.toml")["region"]
}
KINDS = tuple(dict.fromkeys(kind for region in REGIONS.values() for kind in region.most))


def country(kinds: Sequence[str]) -> str:
    """The region whose terrain this is: it has all of it, and what the defender had to take; plain where none has."""
    fits = (
        name
        for name, region in REGIONS.items()
        if region.compulsory in kinds and all(kind in region.most for kind in kinds)
    )
    return next(fits, "plain")


@cache
def outline(kind: str, size: str, turn: int) -> tuple[Point, ...]:
    """The corners of a piece around its middle, clockwise, turned by hundredths of a degree."""
    if kind in RECTANGULAR:
        length, breadth = RECTANGLES[size]
        points = shapes.rectangle((0, 0, turn), -length // 2, length // 2, -breadth // 2, breadth // 2)
        return tuple(_point(point) for point in points)
    length, breadth = OVALS[size]
    corners = []
    for place in range(ROUND):
        angle = place * 36000 // ROUND
        s = shapes.rdiv(length * shapes.sin_of(angle), 2 << 30)
        t = shapes.rdiv(breadth * shapes.cos_of(angle), 2 << 30)
        corners.append(_point(shapes.world((0, 0, turn), s, t)))
    return tuple(corners)


def _point(fine: Point) -> Point:
    return shapes.rdiv(fine[0], FINE), shapes.rdiv(fine[1], FINE)


@cache
def box(kind: str, size: str, turn: int) -> tuple[int, int, int, int]:
    """How far a piece reaches from its middle: to the west, the east, the south and the north."""
    xs, ys = zip(*outline(kind, size, turn), strict=True)
    return -min(xs), max(xs), -min(ys), max(ys)


def piece(name: str, kind: str, size: str, x: int, y: int, turn: int) -> Piece:
    """A piece on the table."""
    corners = tuple((x + dx, y + dy) for dx, dy in outline(kind, size, turn))
    closed = kind == IMPASSABLE
    crest = (x, y) if kind in HILLS or kind == BRUSH_HILL else None
    return Piece(name, terrain_of(kind), corners, (_fine(corners),), crest, closed)


def terrain_of(kind: str) -> Terrain:
    """The ground that a piece of a sector is made of."""
    return TERRAINS[{IMPASSABLE: "difficult", BRUSH_HILL: BRUSH}.get(kind, kind)]


def coast(name: str, side: str, table: Point) -> Piece:
    """The strip of sea along a short edge."""
    width, height = table
    west, east = (0, COAST_WIDTH) if side == SIDES[0] else (width - COAST_WIDTH, width)
    corners = ((west, 0), (west, height), (east, height), (east, 0))
    return Piece(name, TERRAINS["difficult"], corners, (_fine(corners),), None, True, coast=True)


def river(name: str, side: str, course: tuple[int, int, int], flow: str, table: Point) -> Piece:
    """A river from long edge to long edge: how far its middle is from a short edge at the near and at the far end, and
    how wide it is."""
    width, height = table
    near, far, breadth = course
    half = -(-breadth * isqrt(height**2 + (far - near) ** 2) // (2 * height))  # as wide as it says, however it slants
    south, north = (x if side == SIDES[0] else width - x for x in (near, far))
    corners = ((south - half, 0), (north - half, height), (north + half, height), (south + half, 0))
    flooded = flow == FLOWS[6]
    kind = {"dry": "open", "rough": "rough", UNKNOWN: "rough"}.get(flow, "difficult")
    return Piece(name, TERRAINS[kind], corners, (_fine(corners),), None, flooded, river=True)


def _fine(corners: tuple[Point, ...]) -> Figure:
    """All our outlines are convex, so each is its own single part."""
    return tuple((x * FINE, y * FINE) for x, y in corners)
