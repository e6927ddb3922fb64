"""The ground of the table: pieces of terrain, works and roads, and what they mean to a base that stands or moves there.

Terrain, works and roads are given in thousandths of a UD; figures that are asked about are in fine units.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from triarii.games.adlg.battle.table import rivers
from triarii.games.adlg.data.ground import OPEN, Terrain, malus
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.tables import read
from triarii.games.adlg.data.troops import GROUNDS, Category, Troop
from triarii.games.adlg.geometry import paths, shapes, surroundings
from triarii.games.adlg.geometry.bodies import Body, edge_contact
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import FINE, Edge, Exact, Figure, Point, Quad

_TABLE = read("troops.toml")
HASTE: int = _TABLE["heavy_foot_far_from_enemies"] * UD
"""What heavy foot far from every enemy goes in the open."""
ROAD_BONUS: int = _TABLE["along_a_road"] * UD
HILLS = frozenset({"gentle_hill", "steep_hill"})
BRUSH = "brush"
BRUSH_HILL = "brush_hill"
"""How a hill covered with brush is called: brush with a crest (adlg.terrain.hill_with_brush)."""
BESIDE = 10
"""mUD beside a way that are looked at too, for what rounding may bring."""
MOST_KNOWN = 10_000
"""Figures whose ground is kept."""
STRIP = 100
"""How far from a work we look on both sides to see whether a figure lies across it."""


# Pieces


def cut(polygon: Sequence[Point]) -> tuple[Figure, ...]:
    """Cuts the inside of an outline into convex parts; none if it crosses or touches itself or has no inside."""
    outline = _straightened(polygon)
    if len(outline) < 3 or not _simple(outline):
        return ()
    if sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(outline)) > 0:
        outline.reverse()
    parts = _merged(_ears(outline))
    return tuple(tuple((x * FINE, y * FINE) for x, y in _straightened(part)) for part in parts)


def _sides(outline: Sequence[Point]) -> list[Edge]:
    return list(zip(outline, (*outline[1:], *outline[:1]), strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    """Negative: the way from a over b to c turns right, as outlines in our order do."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _straightened(points: Sequence[Point]) -> list[Point]:
    """An outline without its corners on a straight line; a spike, which goes back where it came from, stays."""
    kept = [point for point, following in _sides(points) if point != following]
    place = 0
    while len(kept) > 2 and place < len(kept):
        a, b, c = kept[place - 1], kept[place], kept[(place + 1) % len(kept)]
        onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0
        if _turn(a, b, c) == 0 and onward:
            del kept[place]
        else:
            place += 1
    return kept


def _simple(outline: Sequence[Point]) -> bool:
    """Whether sides meet only at the corner they share."""
    sides = _sides(outline)
    if any(_turn(*first, second[1]) == 0 for first, second in zip(sides, (*sides[1:], sides[0]), strict=True)):
        return False  # a spike
    count = len(sides)
    return not any(_meet(sides[i], sides[j]) for i in range(count) for j in range(i + 2, count) if (j + 1) % count != i)


def _meet(first: Edge, second: Edge) -> bool:
    """Whether two sides have a point in common."""
    (a, b), (c, d) = first, second
    for axis in (0, 1):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]) or max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _ears(outline: list[Point]) -> list[list[Point]]:
    """An outline as triangles: corners whose triangle is free of all others are cut off, one after the other."""
    left, found = list(outline), []
    while len(left) > 3:
        for place in range(len(left)):
            a, b, c = left[place - 1], left[place], left[(place + 1) % len(left)]
            ear = [a, b, c]
            if _turn(a, b, c) < 0 and not any(_inside(p, ear) for p in left if p not in ear):
                found.append(ear)
                del left[place]
                break
        left = _straightened(left)
    return [*found, left]


def _inside(point: Point, part: Sequence[Point]) -> bool:
    """Whether a point lies in a convex outline or on its border."""
    return all(_turn(a, b, point) <= 0 for a, b in _sides(part))


def _merged(parts: list[list[Point]]) -> list[list[Point]]:
    """Joins neighbours as long as what they make together is convex: fewer parts, faster questions."""
    owners = {side: number for number, part in enumerate(parts) for side in _sides(part)}
    for (a, b), one in owners.items():
        other = owners.get((b, a))
        if other is None:
            continue
        joined = [*_from(b, parts[one]), *_from(a, parts[other])]
        if all(_turn(joined[i - 2], joined[i - 1], joined[i]) <= 0 for i in range(len(joined))):
            return _merged([joined, *(part for number, part in enumerate(parts) if number not in (one, other))])
    return parts


def _from(corner: Point, part: list[Point]) -> list[Point]:
    """All corners of a part but the last, in order, beginning with one."""
    place = part.index(corner)
    return [*part[place:], *part[:place]][:-1]


@dataclass(frozen=True)
class Piece:
    """A piece of terrain."""

    id: str
    terrain: Terrain
    polygon: tuple[Point, ...]
    parts: tuple[Figure, ...]
    """Convex, in fine units; see cut."""
    crest: Point | None = None
    """The top of a hill, or of a hill covered with brush."""
    impassable: bool = False
    """Nobody enters it, whatever its terrain; it doesn't hide anybody either."""
    river: bool = False
    """Who stands on its bank fights better against whoever is in it (adlg.melee.ground); while it holds water, it is
    crossed at right angles (adlg.move.river)."""
    coast: bool = False
    """Open water along the edge of the table: impassable too."""

    @kept
    def box(self) -> tuple[int, int, int, int]:
        """The least and greatest x, then y, in fine units."""
        xs, ys = ([point[axis] for part in self.parts for point in part] for axis in (0, 1))
        return min(xs), max(xs), min(ys), max(ys)

    @property
    def hill(self) -> bool:
        return not self.impassable and (self.terrain.id in HILLS or self.brush_hill)

    @property
    def brush_hill(self) -> bool:
        return self.terrain.id == BRUSH and self.crest is not None and not self.impassable

    @property
    def rough(self) -> bool:
        """Whether it is rough or difficult."""
        return not self.impassable and not self.terrain.open

    @property
    def cover(self) -> bool:
        return not self.impassable and self.terrain.cover

    @property
    def water(self) -> bool:
        """Whether it is a river that can be waded: neither dry nor in flood."""
        return self.river and self.rough

    @property
    def special(self) -> bool:
        """Whether more than slowness comes of entering it."""
        return self.impassable or self.river

    def touched_by(self, figure: Figure, tol: int) -> bool:
        return bool(shapes.overlapping(figure, self.parts, tol))

    def met_by(self, figure: Figure, heading: int, tol: int) -> int | None:
        """How far a figure goes straight until it comes to this piece."""
        return min(
            (way for way in shapes.first_contacts(figure, heading, self.parts, tol) if way is not None), default=None
        )

    def holds(self, point: Point) -> bool:
        """Whether a point (in mUD) lies in it or on its border."""
        fine = (point[0] * FINE, point[1] * FINE)
        return any(_inside(fine, part) for part in self.parts)


# Works and roads


@dataclass(frozen=True)
class Work:
    """A stretch of fortification or obstacle."""

    id: str
    kind: str
    """fortification or obstacle."""
    start: Point
    end: Point
    seat: int
    """Whose it is."""

    @kept
    def edge(self) -> Edge:
        (ax, ay), (bx, by) = self.start, self.end
        return (ax * FINE, ay * FINE), (bx * FINE, by * FINE)

    @kept
    def strips(self) -> tuple[Figure, Figure]:
        """The ground along its two sides."""
        (ax, ay), (bx, by) = self.edge
        length = isqrt((bx - ax) ** 2 + (by - ay) ** 2)
        over = shapes.rdiv((by - ay) * STRIP * FINE, length)
        up = shapes.rdiv((ax - bx) * STRIP * FINE, length)
        right, left = (
            shapes.hull(self.edge, ((ax + side * over, ay + side * up), (bx + side * over, by + side * up)))
            for side in (1, -1)
        )
        return right, left

    def lies_across(self, figure: Figure, tol: int) -> bool:
        """Whether a figure has ground on both sides of it; a base that stands against it has not."""
        return all(shapes.overlap(figure, strip, tol) for strip in self.strips)


@dataclass(frozen=True)
class Road:
    """A road by the points of its middle line."""

    points: tuple[Point, ...]

    @kept
    def stretches(self) -> tuple[Edge, ...]:
        fine = [(x * FINE, y * FINE) for x, y in self.points]
        return tuple(pairwise(fine))

    def distance(self, corner: Point) -> int:
        """mUD from a fine point to its middle line."""
        return shapes.measured(min(shapes.distance((corner,), stretch) for stretch in self.stretches))


# All of it


@dataclass(frozen=True)
class Scenery:
    """Everything on the table that doesn't move."""

    pieces: tuple[Piece, ...] = ()
    works: tuple[Work, ...] = ()
    roads: tuple[Road, ...] = ()
    limits: Limits = LIMITS

    # Where something is

    @kept
    def _parts(self) -> tuple[tuple[Figure, ...], tuple[int, ...]]:
        """The convex parts of all pieces in one row, and the number of the piece that each belongs to."""
        owned = [(part, number) for number, piece in enumerate(self.pieces) for part in piece.parts]
        return tuple(part for part, _ in owned), tuple(number for _, number in owned)

    def touched(self, figure: Figure) -> tuple[Piece, ...]:
        """The pieces that a figure lies on; touching their border is not enough."""
        found = self._touched.get(figure)
        if found is None:
            parts, owners = self._parts
            hit = shapes.overlapping(figure, parts, self.limits.touch)
            if len(self._touched) >= MOST_KNOWN:
                self._touched.clear()
            found = tuple(self.pieces[number] for number in dict.fromkeys(owners[part] for part in hit))
            self._touched[figure] = found
        return found

    @kept
    def _touched(self) -> dict[Figure, tuple[Piece, ...]]:
        """What was asked before: the ground stays, and most units stand where they stood."""
        return {}

    def wholly_in(self, figure: Figure, piece: Piece) -> bool:
        return paths.wholly_in(figure, piece.parts)

    def touches_rough(self, figure: Figure) -> bool:
        """Whether any of it is in rough or difficult ground."""
        return any(piece.rough for piece in self.touched(figure))

    def wholly_in_rough(self, figure: Figure) -> bool:
        """Whether all of it is in rough or difficult ground, of one piece or of several."""
        rough = [piece for piece in self.touched(figure) if piece.rough]
        if not rough:
            return False
        found = self._in_rough.get(figure)
        if found is None:
            if len(self._in_rough) >= MOST_KNOWN:
                self._in_rough.clear()
            found = self._in_rough[figure] = _covered(figure, rough)
        return found

    @kept
    def _in_rough(self) -> dict[Figure, bool]:
        return {}

    @kept
    def impassable(self) -> tuple[Figure, ...]:
        """The parts of all ground that nobody may enter."""
        return tuple(part for piece in self.pieces if piece.impassable for part in piece.parts)

    @kept
    def cover(self) -> tuple[Figure, ...]:
        """The parts of all ground that gives cover, for lines of sight."""
        return tuple(part for piece in self.pieces if piece.cover for part in piece.parts)

    def blocks(self, figure: Figure) -> bool:
        """Whether a figure lies on impassable ground."""
        return bool(shapes.overlapping(figure, self.impassable, self.limits.touch))

    # As plain numbers, for compiled code

    @kept
    def special_boxes(self) -> array[int]:
        """Around all that asks for rules of its own: ground that nobody enters, rivers, works, roads."""
        row = surroundings.boxes([part for piece in self.pieces if piece.special for part in piece.parts], FINE)
        row.extend(surroundings.boxes([work.edge for work in self.works], 2 * STRIP * FINE))
        stretches = [stretch for road in self.roads for stretch in road.stretches]
        row.extend(surroundings.boxes(stretches, 2 * paths.ROADSIDE * FINE))
        return row

    @kept
    def slow_boxes(self) -> array[int]:
        """Around all other ground."""
        return surroundings.boxes([part for piece in self.pieces if not piece.special for part in piece.parts], FINE)

    # What it means in a fight and for shooting

    def ground_under(self, quad: Figure, troop: Troop) -> Terrain:
        """What counts for a unit: of all ground that it touches that with the worst malus, then of the worst class."""
        ground = (piece.terrain for piece in self.touched(quad) if not piece.impassable)
        return min(ground, key=lambda terrain: (malus(troop, terrain), -GROUNDS.index(terrain.kind)), default=OPEN)

    def in_cover(self, quad: Figure, troop: Troop) -> bool:
        """Whether a target is in cover; light infantry only if all of it is."""
        cover = [piece for piece in self.touched(quad) if piece.cover]
        return _covered(quad, cover) if troop.category is Category.LI else bool(cover)

    def on_height(self, body: Body) -> bool:
        """Whether a unit stands wholly on a hill, with the crest not before its front (adlg.melee.ground)."""
        for piece in self.touched(body.quad):
            if not piece.hill or piece.crest is None:
                continue
            x, y = piece.crest
            if paths.behind(body.pose, (x * FINE, y * FINE)) and self.wholly_in(body.quad, piece):
                return True
        return False

    def harmful(self, troop: Troop, quad: Figure) -> tuple[Figure, ...]:
        """The parts of all ground with a malus for troops on which a base of theirs does not stand yet."""
        bad = self._bad_for(troop)
        if not bad:
            return ()
        here = self.touched(quad)
        return tuple(part for piece in bad if piece not in here for part in piece.parts)

    def _bad_for(self, troop: Troop) -> tuple[Piece, ...]:
        found = self._bad.get(troop)
        if found is None:
            found = self._bad[troop] = tuple(piece for piece in self.pieces if malus(troop, piece.terrain))
        return found

    @kept
    def _bad(self) -> dict[Troop, tuple[Piece, ...]]:
        return {}

    # What it means for moving

    def allowance(self, troop: Troop, figures: Iterable[Figure], readings: Readings, *, boosted: bool) -> int:
        """mUD that troops may go where all these figures lie: the worst ground counts for all of the move; 0 where
        they may not enter. Heavy foot far from every enemy is `boosted` in the open."""
        least = _reach(troop, OPEN, readings, boosted=boosted)
        if not self.pieces:
            return least
        ways = tuple(figures)
        if len(ways) == 1:
            slowest = [self._reach_in(piece, troop, readings, boosted=boosted) for piece in self.touched(ways[0])]
            return min(least, *slowest) if slowest else least
        touch, box = self.limits.touch, shapes.box_around(ways)
        for piece in self.pieces:
            slower = self._reach_in(piece, troop, readings, boosted=boosted)
            if slower < least:
                near = [piece.parts[number] for number in shapes.boxed(box, piece.parts)]
                if near and shapes.any_overlap(ways, near, touch):
                    least = slower
        return least

    def open_reach(self, troop: Troop, readings: Readings, *, boosted: bool) -> int:
        """mUD that troops may go where nothing slows them down."""
        return _reach(troop, OPEN, readings, boosted=boosted)

    def reach_within(self, piece: Piece, troop: Troop, readings: Readings) -> int:
        """mUD that troops may go in a piece; 0 where they may not enter."""
        return min(_reach(troop, OPEN, readings, boosted=False), self._reach_in(piece, troop, readings, boosted=False))

    def straight_reach(
        self, body: Body, heading: int, distance: int, troop: Troop, readings: Readings, *, boosted: bool
    ) -> int:
        """How much of a distance troops go straight before the ground stops them: at the border of a piece in which
        they may not go as far as they have come, else as far as the slowest piece on their way lets them."""
        reach, ahead = distance, []
        if not self.pieces:
            return reach
        barred = self.barred_to(body, distance)
        for piece in self.near_way(body, heading, distance):
            slower = self._reach_in(piece, troop, readings, boosted=boosted)
            slower = 0 if piece in barred else slower
            if piece.touched_by(body.quad, self.limits.touch):
                reach = min(reach, slower)
                continue
            far = piece.met_by(body.quad, heading, self.limits.touch)
            if far is not None:
                ahead.append((far, slower))
        for far, slower in sorted(ahead):
            if far >= reach:
                break
            if slower <= far:
                return far
            reach = min(reach, slower)
        return reach

    def near_way(self, body: Body, heading: int, distance: int) -> list[Piece]:
        """The pieces that a base may come to when it goes straight by so much; surely none of the others."""
        end = shapes.quad(shapes.along(body.pose, heading, distance), body.width, body.depth)
        parts, owners = self._parts
        near = shapes.boxed(shapes.box_around((body.quad, end)), parts, BESIDE)
        return [self.pieces[number] for number in dict.fromkeys(owners[part] for part in near)]

    def _reach_in(self, piece: Piece, troop: Troop, readings: Readings, *, boosted: bool) -> int:
        return 0 if piece.impassable else _reach(troop, piece.terrain, readings, boosted=boosted)

    @kept
    def waters(self) -> tuple[Piece, ...]:
        """The rivers that can be waded."""
        return tuple(piece for piece in self.pieces if piece.water)

    def waded(self, figure: Figure) -> tuple[Piece, ...]:
        """The rivers with water in them that a figure lies in (adlg.move.river)."""
        return tuple(piece for piece in self.waters if piece.touched_by(figure, self.limits.touch))

    def waded_aslant(self, way: Figure, heading: int) -> tuple[Piece, ...]:
        """Those through which a way leads that is not at right angles to their banks."""
        touch = self.limits.touch
        return tuple(piece for piece in self.waded(way) if rivers.aslant(piece.polygon, way, heading, touch))

    def barred_to(self, body: Body, distance: int) -> tuple[Piece, ...]:
        """The rivers that a base would wade aslant if it went so far straight on."""
        if not self.waters:
            return ()
        end = shapes.quad(shapes.at(body.pose, 0, distance), body.width, body.depth)
        return self.waded_aslant(shapes.hull(body.quad, end), body.heading)

    def along_road(self, start: Quad, end: Quad) -> bool:
        """Whether a base stands on one and the same road before and after its move."""
        most = paths.ROADSIDE + self.limits.touch  # a base in the middle of a slanting road is a rounding off it
        return any(all(road.distance(corner) <= most for corner in (*start, *end)) for road in self.roads)

    def road_allowance(self, troop: Troop, readings: Readings, *, boosted: bool) -> int:
        """mUD that troops may go along a road, whatever ground it leads through."""
        reach = _reach(troop, OPEN, readings, boosted=boosted)
        return reach + ROAD_BONUS if reach else 0

    # Works

    def behind(self, front: Edge) -> tuple[Work, ...]:
        """The works that a front edge stands against, from whichever side."""
        return tuple(work for work in self.works if edge_contact(front, work.edge, self.limits))

    def has_works_near(self, figures: Sequence[Figure]) -> bool:
        """Whether any works may lie where these figures do; else surely none."""
        return bool(shapes.boxed(shapes.box_around(figures), [work.edge for work in self.works]))

    def crossed(self, figure: Figure) -> tuple[Work, ...]:
        """The works that a base stands across, or that a way leads over."""
        return tuple(work for work in self.works if work.lies_across(figure, self.limits.touch))


def _reach(troop: Troop, terrain: Terrain, readings: Readings, *, boosted: bool) -> int:
    """mUD that troops go in a kind of ground."""
    kind = GROUNDS.index(terrain.kind)
    if troop.animal == "camel" and "camel" in terrain.spares:
        kind -= readings.says("camel_terrain_relief", "combat_and_movement")  # brush as open, dunes as rough
    if kind == 0 and boosted and troop.category is Category.HI:
        return HASTE
    return troop.moves[kind] * UD


def _covered(figure: Figure, pieces: Iterable[Piece]) -> bool:
    """Whether a figure lies wholly in several pieces together, which may lie on each other."""
    bare: list[Sequence[Exact]] = [figure]
    for piece in pieces:
        for part in piece.parts:
            bare = [rest for shape in bare for rest in _rests(shape, part)]
    return sum(map(shapes.area, bare)) * 1000 <= (1000 - paths.WHOLLY) * shapes.area(figure)


def _rests(shape: Sequence[Exact], part: Figure) -> list[Sequence[Exact]]:
    """What is left of a convex shape outside a convex part, in convex shapes."""
    rests, inner = [], shape
    for (ax, ay), (bx, by) in _sides(part):
        a, b = float(ay - by), float(bx - ax)
        c = a * ax + b * ay
        rests.append(shapes.clip_half(inner, -a, -b, -c))
        inner = shapes.clip_half(inner, a, b, c)
    return [rest for rest in rests if len(rest) > 2]
