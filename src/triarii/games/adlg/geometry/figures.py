"""Two convex figures on the table: how deep they lie in each other, how far they are apart, and when one that goes
straight meets the other.

A figure is a tuple of at most 64 fine points, clockwise; an edge is a figure of two points. All is integer up to the
last root or division of a measurement.
This text runs as it stands; figures.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Sequence

from triarii.games.adlg.geometry import frames, roots

Point = tuple[int, int]
Figure = tuple[Point, ...]

TOL = 2
FAR = 1e18


def measured(fine: float) -> int:
    """A length in fine units as the number that the rules compare; nothing is shorter than 0."""
    return int(fine / 1000.0 + 0.5) if fine > 0.0 else 0


def length(dx: int, dy: int) -> int:
    """How long the way by (dx, dy) is, from fine units."""
    return measured(roots.root(float(dx * dx + dy * dy)))


def load(figure: Figure, xs: list[int], ys: list[int]) -> int:
    """Lays the corners out for fast work; their number."""
    n = len(figure)
    if n < 2 or n > 64:
        raise ValueError("a figure has from 2 to 64 corners")
    for i in range(n):
        x, y = figure[i]
        xs[i] = x
        ys[i] = y
    return n


def boxes_meet(ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int, margin: int) -> bool:
    """Whether the boxes around two figures are nearer than a margin (with 0: they overlap); a cheap first question."""
    return lie_near(ax, na, bx, nb, margin) and lie_near(ay, na, by, nb, margin)


def lie_near(a: list[int], na: int, b: list[int], nb: int, margin: int) -> bool:
    """Whether two ranges of one coordinate are nearer than a margin."""
    low_a = high_a = a[0]
    low_b = high_b = b[0]
    for i in range(1, na):
        low_a = min(low_a, a[i])
        high_a = max(high_a, a[i])
    for i in range(1, nb):
        low_b = min(low_b, b[i])
        high_b = max(high_b, b[i])
    return low_a - high_b < margin and low_b - high_a < margin


def overlap_along(
    ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int, nx: int, ny: int
) -> int:
    """By how much the shadows of two figures on a line along (nx, ny) overlap; negative: by how much they miss."""
    low_a = high_a = ax[0] * nx + ay[0] * ny
    low_b = high_b = bx[0] * nx + by[0] * ny
    for i in range(1, na):
        shadow = ax[i] * nx + ay[i] * ny
        low_a = min(low_a, shadow)
        high_a = max(high_a, shadow)
    for i in range(1, nb):
        shadow = bx[i] * nx + by[i] * ny
        low_b = min(low_b, shadow)
        high_b = max(high_b, shadow)
    return min(high_a, high_b) - max(low_a, low_b)


def depth_along_edges(ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int) -> float:
    """The least overlap across the edges of the first figure; 0 if they touch, -1 if an edge keeps them apart."""
    least = FAR
    for i in range(na):
        j = i + 1 if i + 1 < na else 0
        nx = ay[j] - ay[i]
        ny = ax[i] - ax[j]
        if nx == 0 and ny == 0:
            continue
        common = overlap_along(ax, ay, na, bx, by, nb, nx, ny)
        if common < 0:
            return -1.0
        least = min(least, float(common) / roots.root(float(nx * nx + ny * ny)))
        if na == 2 and overlap_along(ax, ay, na, bx, by, nb, -ny, nx) < 0:
            return -1.0  # an edge on its own also ends somewhere
    return least


def depth_of(ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int) -> float:
    """The least overlap across all edges of both, in fine units; 0 if they touch, -1 if they are apart."""
    first = depth_along_edges(ax, ay, na, bx, by, nb)
    if first < 0.0:
        return -1.0
    second = depth_along_edges(bx, by, nb, ax, ay, na)
    if second < 0.0:
        return -1.0
    return min(first, second)


def penetration(a: Figure, b: Figure) -> int:
    """How deep two figures lie in each other: the least way that would part them."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    nb = load(b, bx, by)
    depth = depth_of(ax, ay, na, bx, by, nb)
    return measured(depth) if depth > 0.0 else 0


def overlap(a: Figure, b: Figure, tol: int = TOL) -> bool:
    """Whether two figures lie in each other; touching is never overlap."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    nb = load(b, bx, by)
    return boxes_meet(ax, ay, na, bx, by, nb, 0) and depth_of(ax, ay, na, bx, by, nb) > tol * 1000.0


def touching(a: Figure, b: Figure, tol: int = TOL) -> bool:
    """Whether two figures meet without lying in each other."""
    return gap(a, b) <= tol and not overlap(a, b, tol)


# Distance


def ends_apart(ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int) -> float:
    """The least distance from a corner of the first figure to an edge of the second."""
    least = FAR
    square = 4000000000000000000
    for j in range(nb):
        k = j + 1 if j + 1 < nb else 0
        dx = bx[k] - bx[j]
        dy = by[k] - by[j]
        length = dx * dx + dy * dy
        across = roots.root(float(length))
        for i in range(na):
            vx = ax[i] - bx[j]
            vy = ay[i] - by[j]
            ahead = vx * dx + vy * dy
            if ahead <= 0:
                square = min(square, vx * vx + vy * vy)
            elif ahead < length:
                least = min(least, float(abs(vx * dy - vy * dx)) / across)
    return min(least, roots.root(float(square)))


def apart(ax: list[int], ay: list[int], na: int, bx: list[int], by: list[int], nb: int) -> float:
    """The distance of two figures in fine units."""
    if depth_of(ax, ay, na, bx, by, nb) >= 0.0:
        return 0.0
    return min(ends_apart(ax, ay, na, bx, by, nb), ends_apart(bx, by, nb, ax, ay, na))


def gap(a: Figure, b: Figure) -> int:
    """The distance of two figures; 0 when they touch or overlap."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    nb = load(b, bx, by)
    return measured(apart(ax, ay, na, bx, by, nb))


# Straight ways


def load_along(figure: Figure, heading: int, ss: list[float], ts: list[float]) -> int:
    """Lays the corners out as seen by someone who goes along a heading; their number."""
    n = len(figure)
    if n < 2 or n > 64:
        raise ValueError("a figure has from 2 to 64 corners")
    sine = frames.sin_of(heading)
    cosine = frames.cos_of(heading)
    for i in range(n):
        x, y = figure[i]
        ss[i] = float(frames.rdiv(x * cosine - y * sine, 1073741824))
        ts[i] = float(frames.rdiv(x * sine + y * cosine, 1073741824))
    return n


def side_at(ss: list[float], ts: list[float], n: int, s: float, sign: float) -> float:
    """How far the outline reaches at s: forward with sign 1; backward with sign -1, then counted backward too."""
    best = -FAR
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        s1 = ss[i]
        t1 = ts[i]
        s2 = ss[j]
        t2 = ts[j]
        if s1 > s2:
            s1 = ss[j]
            t1 = ts[j]
            s2 = ss[i]
            t2 = ts[i]
        if s < s1 or s > s2:
            continue
        if s1 == s2:
            best = max(best, sign * t1, sign * t2)
        else:
            best = max(best, sign * (t1 + (t2 - t1) * (s - s1) / (s2 - s1)))
    return best


def common_lane(sa: list[float], na: int, sb: list[float], nb: int) -> tuple[float, float]:
    """From where to where two figures lie in each other's way."""
    low_a = high_a = sa[0]
    low_b = high_b = sb[0]
    for i in range(1, na):
        low_a = min(low_a, sa[i])
        high_a = max(high_a, sa[i])
    for i in range(1, nb):
        low_b = min(low_b, sb[i])
        high_b = max(high_b, sb[i])
    return max(low_a, low_b), min(high_a, high_b)


def room_between(
    sa: list[float], ta: list[float], na: int, sb: list[float], tb: list[float], nb: int, low: float, high: float
) -> float:
    """The least way from the forward side of one figure to the near side of another, within a lane. It changes evenly
    between corners, so it is least at one of them or at an end of the lane."""
    least = min(
        -side_at(sb, tb, nb, low, -1.0) - side_at(sa, ta, na, low, 1.0),
        -side_at(sb, tb, nb, high, -1.0) - side_at(sa, ta, na, high, 1.0),
    )
    for i in range(na):
        s = sa[i]
        if low < s < high:
            least = min(least, -side_at(sb, tb, nb, s, -1.0) - side_at(sa, ta, na, s, 1.0))
    for i in range(nb):
        s = sb[i]
        if low < s < high:
            least = min(least, -side_at(sb, tb, nb, s, -1.0) - side_at(sa, ta, na, s, 1.0))
    return least


def contact_of(sa: list[float], ta: list[float], na: int, sb: list[float], tb: list[float], nb: int, tol: int) -> int:
    """How far the first goes until it meets the second; -1 if it never does."""
    low, high = common_lane(sa, na, sb, nb)
    if high - low <= tol * 1000.0:
        return -1
    middle = (low + high) / 2.0
    ours = side_at(sa, ta, na, middle, 1.0) - side_at(sa, ta, na, middle, -1.0)
    theirs = side_at(sb, tb, nb, middle, 1.0) - side_at(sb, tb, nb, middle, -1.0)
    if theirs <= ours:
        return -1
    return measured(room_between(sa, ta, na, sb, tb, nb, low, high))


def first_contact(a: Figure, heading: int, b: Figure, tol: int = TOL) -> int | None:
    """How far a figure goes straight along a heading until it meets another; None if it passes by or goes away."""
    sa = [0.0] * 64
    ta = [0.0] * 64
    sb = [0.0] * 64
    tb = [0.0] * 64
    na = load_along(a, heading, sa, ta)
    nb = load_along(b, heading, sb, tb)
    found = contact_of(sa, ta, na, sb, tb, nb, tol)
    return None if found < 0 else found


def push_clear(a: Figure, heading: int, b: Figure, tol: int = TOL) -> int:
    """How far the second figure must go along a heading to come clear of the first."""
    sa = [0.0] * 64
    ta = [0.0] * 64
    sb = [0.0] * 64
    tb = [0.0] * 64
    na = load_along(a, heading, sa, ta)
    nb = load_along(b, heading, sb, tb)
    low, high = common_lane(sa, na, sb, nb)
    if high - low <= tol * 1000.0:
        return 0
    return measured(-room_between(sa, ta, na, sb, tb, nb, low, high))


# One figure and many


def overlapping(a: Figure, figures: Sequence[Figure], tol: int = TOL) -> list[int]:
    """The numbers of all figures that overlap one."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    found = []
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        if boxes_meet(ax, ay, na, bx, by, nb, 0) and depth_of(ax, ay, na, bx, by, nb) > tol * 1000.0:
            found.append(number)
    return found


def around(x: int, y: int, reach: int, figures: Sequence[Figure]) -> list[Figure]:
    """The figures that may lie within a reach of a fine point; all others surely don't."""
    ax = [0] * 2
    ay = [0] * 2
    bx = [0] * 64
    by = [0] * 64
    ax[0] = x
    ay[0] = y
    found = []
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        if boxes_meet(ax, ay, 1, bx, by, nb, reach * 1000 + 1000):
            found.append(figures[number])
    return found


def hits(ax: list[int], ay: list[int], na: int, figures: Sequence[Figure], tol: int) -> bool:
    """Whether corners that are laid out overlap any of many figures."""
    bx = [0] * 64
    by = [0] * 64
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        if boxes_meet(ax, ay, na, bx, by, nb, 0) and depth_of(ax, ay, na, bx, by, nb) > tol * 1000.0:
            return True
    return False


def gaps(a: Figure, figures: Sequence[Figure]) -> list[int]:
    """The distance from one figure to each of many."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    found = []
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        found.append(measured(apart(ax, ay, na, bx, by, nb)))
    return found


def within(a: Figure, figures: Sequence[Figure], distance: int) -> list[int]:
    """The numbers of all figures that are no further from one than a distance."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(a, ax, ay)
    found = []
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        near = boxes_meet(ax, ay, na, bx, by, nb, distance * 1000 + 1000)
        if near and measured(apart(ax, ay, na, bx, by, nb)) <= distance:
            found.append(number)
    return found


def first_contacts(a: Figure, heading: int, figures: Sequence[Figure], tol: int = TOL) -> list[int | None]:
    """The first contact of one figure that goes straight with each of many."""
    sa = [0.0] * 64
    ta = [0.0] * 64
    sb = [0.0] * 64
    tb = [0.0] * 64
    na = load_along(a, heading, sa, ta)
    found: list[int | None] = []
    for number in range(len(figures)):
        nb = load_along(figures[number], heading, sb, tb)
        way = contact_of(sa, ta, na, sb, tb, nb, tol)
        found.append(None if way < 0 else way)
    return found


# Many figures and many


def box_around(figures: Sequence[Figure]) -> Figure:
    """The least and the greatest corner of the upright box around figures: enough to ask who may lie near them."""
    bx = [0] * 64
    by = [0] * 64
    low_x = low_y = 4000000000000000000
    high_x = high_y = -4000000000000000000
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        for i in range(nb):
            low_x = min(low_x, bx[i])
            high_x = max(high_x, bx[i])
            low_y = min(low_y, by[i])
            high_y = max(high_y, by[i])
    return (low_x, low_y), (high_x, high_y)


def boxed(box: Figure, figures: Sequence[Figure], distance: int = 0) -> list[int]:
    """The numbers of all figures that may lie within a distance of what a box was drawn around; all others surely
    don't."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    na = load(box, ax, ay)
    found = []
    for number in range(len(figures)):
        nb = load(figures[number], bx, by)
        if boxes_meet(ax, ay, na, bx, by, nb, distance * 1000 + 1000):
            found.append(number)
    return found


def any_overlap(swept: Sequence[Figure], figures: Sequence[Figure], tol: int = TOL) -> bool:
    """Whether any of some figures overlaps any of others."""
    ax = [0] * 64
    ay = [0] * 64
    for number in range(len(swept)):
        na = load(swept[number], ax, ay)
        if hits(ax, ay, na, figures, tol):
            return True
    return False


def any_within(swept: Sequence[Figure], figures: Sequence[Figure], distance: int) -> bool:
    """Whether any of some figures is no further from any of others than a distance."""
    ax = [0] * 64
    ay = [0] * 64
    bx = [0] * 64
    by = [0] * 64
    for each in range(len(swept)):
        na = load(swept[each], ax, ay)
        for number in range(len(figures)):
            nb = load(figures[number], bx, by)
            near = boxes_meet(ax, ay, na, bx, by, nb, distance * 1000 + 1000)
            if near and measured(apart(ax, ay, na, bx, by, nb)) <= distance:
                return True
    return False
