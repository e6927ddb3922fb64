"""Areas of any outline, for drawing on them: what is inside, where there is room, lines across and along the edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, hypot

from triarii.pictures.adlg_look import Box, Point, apart, around, box_of

Figure = Sequence[Point]
STEP = 20
"""Between two tries to place a label."""


def edges(figure: Figure) -> Iterator[tuple[Point, Point]]:
    return zip(figure, (*figure[1:], figure[0]), strict=True)


def inside(point: Point, figure: Figure) -> bool:
    x, y = point
    within = False
    for (ax, ay), (bx, by) in edges(figure):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
    return within


def room(point: Point, figure: Figure) -> float:
    """How far a point inside is from the edge; 0 for one outside."""
    return min(_distance(point, a, b) for a, b in edges(figure)) if inside(point, figure) else 0


def _distance(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0
    along = min(1, max(0, along))
    return hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)


def middle(figure: Figure) -> Point:
    """The centre of gravity, or of the corners where there is no area."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in edges(figure):
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if not area:
        return sum(x for x, _ in figure) / len(figure), sum(y for _, y in figure) / len(figure)
    return x / (3 * area), y / (3 * area)


def shrunk(figure: Figure, towards: Point, size: float) -> list[Point]:
    return [(towards[0] + size * (x - towards[0]), towards[1] + size * (y - towards[1])) for x, y in figure]


def longest(figure: Figure) -> Point:
    """The direction of the longest edge."""
    (ax, ay), (bx, by) = max(edges(figure), key=lambda edge: hypot(edge[1][0] - edge[0][0], edge[1][1] - edge[0][1]))
    length = hypot(bx - ax, by - ay) or 1
    return (bx - ax) / length, (by - ay) / length


def spread(figure: Figure, distances: tuple[float, float], needs: float, rows: bool) -> Iterator[Point]:
    """Points all over an area with room to its edge: in rows along its longest edge, or staggered, a bit uneven."""
    ux, uy = longest(figure) if rows else (1.0, 0.0)
    cx, cy = middle(figure)
    reach = max(hypot(x - cx, y - cy) for x, y in figure)
    across, down = distances
    for row in range(-ceil(reach / down), ceil(reach / down) + 1):
        for column in range(-ceil(reach / across), ceil(reach / across) + 1):
            s, t = column * across, row * down
            if not rows:
                s += across / 2 * (row % 2) + (7 * row + 3 * column) % 5 * 2 - 4
                t += (3 * row + 5 * column) % 7 - 3
            point = cx + s * ux - t * uy, cy + s * uy + t * ux
            if room(point, figure) >= needs:
                yield point


def furrows(figure: Figure, distance: float, needs: float) -> Iterator[tuple[Point, Point]]:
    """Lines across an area along its longest edge; they end before its edge."""
    ux, uy = longest(figure)
    offsets = [y * ux - x * uy for x, y in figure]
    first, last = floor(min(offsets) / distance), ceil(max(offsets) / distance)
    for step in range(first, last + 1):
        offset = (step + 0.5) * distance
        crossings = []
        for ((ax, ay), (bx, by)), (before, after) in zip(edges(figure), _pairs(offsets), strict=True):
            if (before > offset) != (after > offset):
                share = (offset - before) / (after - before)
                crossings.append((ax + share * (bx - ax)) * ux + (ay + share * (by - ay)) * uy)
        crossings.sort()
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            if end - start > 2 * needs:
                ends = (start + needs, end - needs)
                (sx, sy), (ex, ey) = ((s * ux - offset * uy, s * uy + offset * ux) for s in ends)
                yield (sx, sy), (ex, ey)


def _pairs(values: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(values, (*values[1:], values[0]), strict=True)


def label_place(figure: Figure, width: float, height: float, taken: Sequence[Box]) -> Point:
    """Where a label fits, as near to the middle as can be: free of what stands there, else at least inside."""
    left, top, right, bottom = box_of(figure)
    cx, cy = middle(figure)
    tries = [
        (cx + column * STEP, cy + row * STEP)
        for row in range(ceil((top - cy) / STEP), floor((bottom - cy) / STEP) + 1)
        for column in range(ceil((left - cx) / STEP), floor((right - cx) / STEP) + 1)
    ]
    tries.sort(key=lambda point: (hypot(point[0] - cx, 1.5 * (point[1] - cy)), point))
    fallback = None
    for point in tries:
        box = around(point, width, height)
        if not _holds(figure, box):
            continue
        if all(apart(box, other) for other in taken):
            return point
        fallback = fallback or point
    return fallback or (cx, cy)


def _holds(figure: Figure, box: Box) -> bool:
    left, top, right, bottom = box
    return all(inside((x, y), figure) for x in (left, (left + right) / 2, right) for y in (top, bottom))
