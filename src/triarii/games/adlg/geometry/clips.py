"""What part of an edge or a figure lies inside a convex figure. These work on doubles made from fine points with the
four operations alone, in the order written, so they too come out the same everywhere.

This text runs as it stands; clips.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Sequence

from triarii.games.adlg.geometry import figures, roots

Point = tuple[int, int]
Figure = tuple[Point, ...]
Exact = tuple[float, float]
"""A fine point that need not be whole."""


def part_inside(p: Exact, q: Exact, figure: Figure, border: bool) -> Exact:
    """From which to which part (0 at p, 1 at q) the way from p to q runs inside a figure; from 1 to 0 if it doesn't."""
    xs = [0] * 64
    ys = [0] * 64
    n = figures.load(figure, xs, ys)
    px, py = p
    qx, qy = q
    enter = 0.0
    leave = 1.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        x = float(xs[i])
        y = float(ys[i])
        dx = float(xs[j]) - x
        dy = float(ys[j]) - y
        at_p = dy * (px - x) - dx * (py - y)  # positive on the inner side, which is to the right
        at_q = dy * (qx - x) - dx * (qy - y)
        if (at_p < 0.0 and at_q < 0.0) or (not border and at_p <= 0.0 and at_q <= 0.0):
            return 1.0, 0.0
        if at_p < 0.0:
            enter = max(enter, at_p / (at_p - at_q))
        elif at_q < 0.0:
            leave = min(leave, at_p / (at_p - at_q))
        if enter > leave:
            return 1.0, 0.0
    return enter, leave


def clip_segment(p: Exact, q: Exact, figure: Figure, border: bool = True) -> Exact | None:
    """From which to which part (0 at p, 1 at q) the way from p to q runs inside a figure; None if it doesn't. Along an
    edge of the figure it counts as inside only with `border`."""
    enter, leave = part_inside(p, q, figure, border)
    return None if enter > leave else (enter, leave)


def share_in(p: Exact, q: Exact, figure: Figure, border: bool = True) -> int:
    """How much of the way from p to q runs inside a figure."""
    enter, leave = part_inside(p, q, figure, border)
    if enter > leave:
        return 0
    px, py = p
    qx, qy = q
    dx = float(qx) - float(px)
    dy = float(qy) - float(py)
    return figures.measured((leave - enter) * roots.root(dx * dx + dy * dy))


def clip_half(points: Sequence[Exact], a: float, b: float, c: float) -> list[Exact]:
    """The part of a convex outline where a x + b y is no more than c."""
    kept: list[Exact] = []
    n = len(points)
    for i in range(n):
        px = float(points[i][0])
        py = float(points[i][1])
        j = i + 1 if i + 1 < n else 0
        qx = float(points[j][0])
        qy = float(points[j][1])
        at_p = a * px + b * py - c
        at_q = a * qx + b * qy - c
        if at_p <= 0.0:
            kept.append((px, py))
        if (at_p < 0.0 and at_q > 0.0) or (at_p > 0.0 and at_q < 0.0):
            part = at_p / (at_p - at_q)
            kept.append((px + (qx - px) * part, py + (qy - py) * part))
    return kept


def clip_figure(points: Sequence[Exact], figure: Figure) -> list[Exact]:
    """The common part of two convex outlines."""
    kept = list(points)
    n = len(figure)
    for i in range(n):
        ax, ay = figure[i]
        bx, by = figure[i + 1 if i + 1 < n else 0]
        a = float(ay - by)
        b = float(bx - ax)
        kept = clip_half(kept, a, b, a * ax + b * ay)
    return kept


def area(points: Sequence[Exact]) -> float:
    """The area of a convex outline in square fine units."""
    n = len(points)
    if n < 3:
        return 0.0
    total = 0.0
    ox = float(points[0][0])
    oy = float(points[0][1])
    for i in range(1, n - 1):
        px = float(points[i][0]) - ox
        py = float(points[i][1]) - oy
        qx = float(points[i + 1][0]) - ox
        qy = float(points[i + 1][1]) - oy
        total += px * qy - py * qx
    return abs(total) / 2.0


def area_share(base: Figure, parts: Sequence[Figure]) -> int:
    """How many thousandths of a base lie in a piece of ground, given by convex parts that don't overlap."""
    inside = 0.0
    for part in parts:
        inside += area(clip_figure(base, part))
    return int(inside * 1000.0 / area(base) + 0.5)


def distance(a: Sequence[Exact], b: Sequence[Exact]) -> float:
    """The distance in fine units of two outlines, or of an edge and an outline, that don't overlap."""
    return roots.root(min(nearest_square(a, b), nearest_square(b, a)))


def nearest_square(a: Sequence[Exact], b: Sequence[Exact]) -> float:
    """The least squared distance from a corner of the first outline to the second."""
    least = 1e36
    n = len(b)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        px = float(b[i][0])
        py = float(b[i][1])
        dx = float(b[j][0]) - px
        dy = float(b[j][1]) - py
        length = dx * dx + dy * dy
        for point in a:
            vx = float(point[0]) - px
            vy = float(point[1]) - py
            ahead = vx * dx + vy * dy
            if ahead <= 0.0:
                least = min(least, vx * vx + vy * vy)
            elif ahead < length:
                cross = vx * dy - vy * dx
                least = min(least, cross * cross / length)
    return least
