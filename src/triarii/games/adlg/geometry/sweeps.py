"""What a base sweeps over: the convex figure around start and end of a straight way and, for a turn about a point, such
figures one degree apart, which miss less than a touch of the true arc.

This text runs as it stands; sweeps.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Iterable, Sequence

from triarii.games.adlg.geometry import figures, frames

Pose = tuple[int, int, int]
Point = tuple[int, int]
Figure = tuple[Point, ...]

TOL = 2
STEP = 100


def put_in_order(xs: list[int], ys: list[int], n: int) -> None:
    """Sorts points from left to right, and from below where that is the same."""
    for i in range(1, n):
        x = xs[i]
        y = ys[i]
        j = i
        while j > 0 and (xs[j - 1] > x or (xs[j - 1] == x and ys[j - 1] > y)):
            xs[j] = xs[j - 1]
            ys[j] = ys[j - 1]
            j -= 1
        xs[j] = x
        ys[j] = y


def wrap(xs: list[int], ys: list[int], n: int, hx: list[int], hy: list[int]) -> int:
    """Lays the corners of the smallest convex figure around n points into hx and hy, clockwise from the leftmost."""
    put_in_order(xs, ys, n)
    size = 0
    least = 2
    for step in range(2 * n - 1):
        i = step if step < n else 2 * n - 2 - step  # there along the upper side, back along the lower one
        x = xs[i]
        y = ys[i]
        if step == n:
            least = size + 1
        if size and hx[size - 1] == x and hy[size - 1] == y:
            continue
        while size >= least:
            ux = hx[size - 1] - hx[size - 2]
            uy = hy[size - 1] - hy[size - 2]
            if ux * (y - hy[size - 2]) - uy * (x - hx[size - 2]) < 0:
                break
            size -= 1
        hx[size] = x
        hy[size] = y
        size += 1
    return size - 1 if size > 1 else size


def as_figure(xs: list[int], ys: list[int], n: int) -> Figure:
    found = []
    for i in range(n):
        found.append((xs[i], ys[i]))  # noqa: PERF401 (compiled, this is the fast way)
    return tuple(found)


def outline(points: Iterable[Point]) -> Figure:
    """The smallest convex figure around points, clockwise from its leftmost corner."""
    xs = [0] * 128
    ys = [0] * 128
    hx = [0] * 256
    hy = [0] * 256
    n = 0
    for x, y in points:
        if n == 128:
            raise ValueError("too many points")
        xs[n] = x
        ys[n] = y
        n += 1
    return as_figure(hx, hy, wrap(xs, ys, n, hx, hy))


def hull(a: Figure, b: Figure) -> Figure:
    """The smallest convex figure around two: what a figure sweeps that goes straight from one place to another."""
    return outline(a + b)


def put_corners(x: int, y: int, h: int, width: int, depth: int, xs: list[int], ys: list[int], first: int) -> None:
    """Lays the corners of a base out from a place on."""
    half = width // 2
    xs[first], ys[first] = frames.world_from(x, y, h, -half, 0)
    xs[first + 1], ys[first + 1] = frames.world_from(x, y, h, half, 0)
    xs[first + 2], ys[first + 2] = frames.world_from(x, y, h, half, -depth)
    xs[first + 3], ys[first + 3] = frames.world_from(x, y, h, -half, -depth)


def swept_between(
    x: int,
    y: int,
    h: int,
    width: int,
    depth: int,
    pivot_s: int,
    pivot_t: int,
    s: int,
    t: int,
    begin: int,
    end: int,
    hx: list[int],
    hy: list[int],
) -> int:
    """The hull of the base at two moments of its turn; the number of its corners."""
    xs = [0] * 8
    ys = [0] * 8
    u, v, k = frames.turned_from(x, y, h, pivot_s, pivot_t, s, t, begin)
    put_corners(u, v, k, width, depth, xs, ys, 0)
    u, v, k = frames.turned_from(x, y, h, pivot_s, pivot_t, s, t, end)
    put_corners(u, v, k, width, depth, xs, ys, 4)
    return wrap(xs, ys, 8, hx, hy)


def swept_turn(pose: Pose, width: int, depth: int, pivot: Point, angle: int, place: Point = (0, 0)) -> list[Figure]:
    """What a base sweeps that is turned about a pivot; this and the base's place are given in the frame of the pose."""
    hx = [0] * 16
    hy = [0] * 16
    x, y, h = pose
    ps, pt = pivot
    s, t = place
    sign = 1 if angle > 0 else -1
    whole = abs(angle)
    found = []
    done = 0
    while done < whole:
        then = min(done + STEP, whole)
        n = swept_between(x, y, h, width, depth, ps, pt, s, t, sign * done, sign * then, hx, hy)
        found.append(as_figure(hx, hy, n))
        done = then
    return found


def free_turn(
    pose: Pose,
    width: int,
    depth: int,
    pivot: Point,
    angle: int,
    obstacles: Sequence[Figure],
    place: Point = (0, 0),
    tol: int = TOL,
) -> int:
    """How much of a turn about a pivot a base can make before it meets an obstacle; all of it when nothing is met."""
    hx = [0] * 16
    hy = [0] * 16
    x, y, h = pose
    ps, pt = pivot
    s, t = place
    sign = 1 if angle > 0 else -1
    whole = abs(angle)
    done = 0
    cx, cy = frames.world_from(x, y, h, ps, pt)
    reach = figures.length((abs(s - ps) + width // 2) * 1000, (abs(t - pt) + depth) * 1000)
    near = figures.around(cx, cy, reach, obstacles)
    if not near:
        return angle
    while done < whole:
        then = min(done + STEP, whole)
        n = swept_between(x, y, h, width, depth, ps, pt, s, t, sign * done, sign * then, hx, hy)
        if figures.hits(hx, hy, n, near, tol):
            good = done
            while then - good > 1:
                middle = (good + then) // 2
                n = swept_between(x, y, h, width, depth, ps, pt, s, t, sign * done, sign * middle, hx, hy)
                if figures.hits(hx, hy, n, near, tol):
                    then = middle
                else:
                    good = middle
            return sign * good
        done = then
    return angle
