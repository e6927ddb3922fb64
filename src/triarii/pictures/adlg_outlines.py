"""Outlines of terrain as ground has them: rounded corners, edges that waver a little, hachures, lines along a shore.

What counts is the polygon of the rules; nothing drawn here leaves it by more than WAVER. The app draws the same lines
(web/src/boards/adlg/table/outlines.ts).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor, hypot, sin

from triarii.pictures.adlg_look import Point, line
from triarii.pictures.svg import number

WAVER = 6.0
"""Units of the drawing by which an edge may stray: six hundredths of a UD."""
STEP, CORNER = 34.0, 12.0


def _round(value: float) -> int:
    """As browsers do it: halves upwards."""
    return floor(value + 0.5)


def _noise(x: float, y: float) -> float:
    """From -1 to 1, and it follows from a place alone: the same outline wherever and whenever it is drawn."""
    value = sin(_round(x) * 12.9898 + _round(y) * 78.233) * 43758.5453
    return 2 * (value - floor(value)) - 1


def _nowhere(_: Point) -> bool:
    return False


def wavering(figure: Sequence[Point], amount: float = WAVER, fixed: Callable[[Point], bool] = _nowhere) -> list[Point]:
    """The points of an outline, close together, wavering across its edges; edges that are fixed stay."""
    found: list[Point] = []
    for place, (ax, ay) in enumerate(figure):
        bx, by = figure[(place + 1) % len(figure)]
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        cut = min(CORNER, length / 3)
        parts = max(1, _round((length - 2 * cut) / STEP))
        rigid = fixed((ax, ay)) and fixed((bx, by))
        if fixed((ax, ay)):
            found.append((ax, ay))
        for part in range(parts + 1):
            along = cut + (length - 2 * cut) * part / parts
            x, y = ax + along * ux, ay + along * uy
            off = 0 if rigid or part in (0, parts) else amount * _noise(x, y)
            found.append((x - off * uy, y + off * ux))
    return found


def smooth(points: Sequence[Point]) -> str:
    """A smooth closed line through the middles between points."""
    if len(points) < 3:
        return line(list(points), closed=True)

    def half(a: Point, b: Point) -> str:
        return f"{number((a[0] + b[0]) / 2)} {number((a[1] + b[1]) / 2)}"

    drawn = f"M{half(points[-1], points[0])}"
    for place, (x, y) in enumerate(points):
        drawn += f"Q{number(x)} {number(y)} {half((x, y), points[(place + 1) % len(points)])}"
    return f"{drawn}z"


def _inwards(points: Sequence[Point]) -> list[Point]:
    """The way to the inside at every point of an outline."""
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True))
    sign = 1 if area > 0 else -1
    found = []
    for place in range(len(points)):
        (ax, ay), (bx, by) = points[place - 1], points[(place + 1) % len(points)]
        length = hypot(bx - ax, by - ay) or 1
        found.append((-sign * (by - ay) / length, sign * (bx - ax) / length))
    return found


def inset(points: Sequence[Point], by: float) -> list[Point]:
    """The outline a little farther in."""
    return [(x + by * nx, y + by * ny) for (x, y), (nx, ny) in zip(points, _inwards(points), strict=True)]


def hachures(points: Sequence[Point], distance: float, length: float) -> str:
    """Strokes down a slope, from an outline inwards: long and short by turns, as on old maps."""
    normals = _inwards(points)
    drawn, ahead, count = "", 0.0, 0
    for place, (ax, ay) in enumerate(points):
        bx, by = points[(place + 1) % len(points)]
        nx, ny = normals[place]
        edge = hypot(bx - ax, by - ay)
        while ahead < edge:
            part = ahead / (edge or 1)
            x, y = ax + part * (bx - ax), ay + part * (by - ay)
            deep = length * (0.72 + 0.28 * _noise(x, y)) * (0.7 if count % 2 else 1)
            drawn += line([(x + 4 * nx, y + 4 * ny), (x + deep * nx, y + deep * ny)])
            ahead, count = ahead + distance, count + 1
        ahead -= edge
    return drawn
