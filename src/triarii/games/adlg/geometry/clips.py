"""What part of an edge or a figure lies inside a convex figure. These work on doubles made from fine points with the four
operations alone, in the order written, so they too come out the same everywhere.

This text runs as it stands; clips.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Sequence

from triarii.games.adlg.geometry import figures, roots

Point = tuple[int, int]
Figure = tuple[Point, ...]
Exact = tuple[float, float]
"""A fine point that need not be whole."""


def clip_segment(p: Exact, q: Exact, figure: Figure, border: bool = True) -> tuple[float, float] | None:
    """From which to which part (0 at p, 1 at q) the way from p to q runs inside a figure; None if it doesn't. Along an
    edge of the figure it counts as inside only with `border`."""
    xs = [0] * 64
    ys = [0] * 64
    n = figures.load(figure, xs, ys)
    px, py = p
    qx, qy = q
    enter = 0.0
    leave = 1.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        dx = float(xs[j] - xs[i])
        dy = float(ys[j] - ys[i])
        at_p = dy * (px - xs[i]) - dx * (py - ys[i])  # positive on the inner side, which is to the right
        at_q = dy * (qx - xs[i]) - dx * (qy - ys[i])
        if (at_p < 0.0 and at_q < 0.0) or (not border and at_p <= 0.0 and at_q <= 0.0):
            return None
        if at_p < 0.0:
            enter = max(enter, at_p / (at_p - at_q))
        elif at_q < 0.0:
            leave = min(leave, at_p / (at_p - at_q))
        if enter > leave:
            return None
    return enter, leave


def share_in(p: Exact, q: Exact, figure: Figure, border: bool = True) -> int:
    """How much of the way from p to q runs inside a figure."""
    found = clip_segment(p, q, figure, border)
    if found is None:
        return 0
    enter, leave = found
    dx = q[0] - p[0]
    dy = q[1] - p[1]
    return figures.measured((leave - enter) * roots.root(dx * dx + dy * dy))


def clip_half(points: Sequence[Exact], a: float, b: float, c: float) -> list[Exact]:
    """The part of a convex outline where a x + b y is no more than c."""
    kept: list[Exact] = []
    for i in range(len(points)):
        px, py = points[i]
        qx, qy = points[i + 1 if i + 1 < len(points) else 0]
        at_p = a * px + b * py - c
        at_q = a * qx + b * qy - c
        if at_p <= 0.0:
            kept.append((float(px), float(py)))
        if (at_p < 0.0 and at_q > 0.0) or (at_p > 0.0 and at_q < 0.0):
            part = at_p / (at_p - at_q)
            kept.append((px + (qx - px) * part, py + (qy - py) * part))
    return kept


def clip_figure(points: Sequence[Exact], figure: Figure) -> list[Exact]:
    """The common part of two convex outlines."""
    kept = [(float(x), float(y)) for x, y in points]
    for i in range(len(figure)):
        ax, ay = figure[i]
        bx, by = figure[i + 1 if i + 1 < len(figure) else 0]
        a = float(ay - by)
        b = float(bx - ax)
        kept = clip_half(kept, a, b, a * ax + b * ay)
    return kept


def area(points: Sequence[Exact]) -> float:
    """The area of a convex outline in square fine units."""
    if len(points) < 3:
        return 0.0
    total = 0.0
    ox, oy = points[0]
    for i in range(1, len(points) - 1):
        px, py = points[i]
        qx, qy = points[i + 1]
        total += (px - ox) * (qy - oy) - (py - oy) * (qx - ox)
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
    for i in range(len(b)):
        px, py = b[i]
        qx, qy = b[i + 1 if i + 1 < len(b) else 0]
        dx = qx - px
        dy = qy - py
        length = dx * dx + dy * dy
        for x, y in a:
            ahead = (x - px) * dx + (y - py) * dy
            if ahead <= 0.0:
                least = min(least, (x - px) * (x - px) + (y - py) * (y - py))
            elif ahead < length:
                cross = (x - px) * dy - (y - py) * dx
                least = min(least, cross * cross / length)
    return least
