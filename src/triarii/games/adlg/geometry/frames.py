"""Poses on the table and what stands where in the frame of a pose.

A pose is (x, y, heading) of the middle of the front edge: thousandths of a UD, and hundredths of a degree clockwise
from north. Points are a thousand times finer. In the frame of a pose s goes to its right and t forward; a base lists
its corners clockwise: front left, front right, rear right, rear left.
This text runs as it stands; frames.pxd gives it C types and Cython compiles it.
"""

from math import atan2, pi

Pose = tuple[int, int, int]
Point = tuple[int, int]
Figure = tuple[Point, ...]
Quad = tuple[Point, Point, Point, Point]
Edge = tuple[Point, Point]

FINE = 1000
"""Fine units in a thousandth of a UD."""
ZONE = 1000
"""Depth of a zone of control."""
SCALE = 1 << 30
QUARTER = 9000


# Numbers


def exact_sines() -> tuple[int, ...]:
    """2^30 times the sine of every hundredth of a degree up to 90 degrees, to the nearest integer.

    Found by turning a vector step by step with 96 bits behind the point, so that no machine's own sine is asked."""
    one = 1 << 96
    step = 3141592653589793238462643383279502884197 * one // 18000 // 10**39
    sine, cosine, term = 0, 0, one
    for n in range(1, 12):
        if n % 2:
            cosine += term if n % 4 == 1 else -term
        else:
            sine += term if n % 4 == 2 else -term
        term = term * step // n >> 96
    table, s, c = [], 0, one
    for _ in range(QUARTER + 1):
        table.append((s * SCALE * 2 // one + 1) // 2)
        s, c = (s * cosine + c * sine) >> 96, (c * cosine - s * sine) >> 96
    return tuple(table)


SIN = exact_sines()
SINES = [0] * 9001


def fill_sines() -> None:
    """Compiled code keeps the table as plain numbers."""
    for k in range(9001):
        SINES[k] = SIN[k]


fill_sines()


def rdiv(a: int, b: int) -> int:
    """a / b to the nearest integer, halves away from zero, so that mirror images stay mirror images."""
    if b < 0:
        a = -a
        b = -b
    if a < 0:
        return -((b - 2 * a) // (2 * b))
    return (2 * a + b) // (2 * b)


def fold(heading: int) -> int:
    """A heading from 0 to 35999."""
    h = heading % 36000
    return h + 36000 if h < 0 else h


def sin_of(heading: int) -> int:
    """2^30 times the sine."""
    h = fold(heading)
    if h <= 9000:
        return SINES[h]
    if h <= 18000:
        return SINES[18000 - h]
    if h <= 27000:
        return -SINES[h - 18000]
    return -SINES[36000 - h]


def cos_of(heading: int) -> int:
    """2^30 times the cosine."""
    return sin_of(heading + 9000)


def heading_to(dx: int, dy: int) -> int:
    """The heading that leads by (dx, dy). For proposals only: no rule depends on it."""
    guess = int(atan2(dx, dy) * 18000.0 / pi + 36000.5)
    best = -1
    for h in sorted((fold(guess - 1), fold(guess), fold(guess + 1))):
        if best < 0 or abs(dx * cos_of(h) - dy * sin_of(h)) < abs(dx * cos_of(best) - dy * sin_of(best)):
            best = h
    return best


# Frames


def at(pose: Pose, s: int, t: int, dh: int = 0) -> Pose:
    """The pose that stands so far to the right and forward, turned by so much."""
    x, y, h = pose
    sine = sin_of(h)
    cosine = cos_of(h)
    return x + rdiv(s * cosine + t * sine, SCALE), y + rdiv(t * cosine - s * sine, SCALE), fold(h + dh)


def turned(pose: Pose, pivot_s: int, pivot_t: int, s: int, t: int, angle: int) -> Pose:
    """What stands at (s, t) in the frame of a pose, once all is turned about a pivot of that frame."""
    x, y, h = pose
    return turned_from(x, y, h, pivot_s, pivot_t, s, t, angle)


def turned_from(x: int, y: int, h: int, pivot_s: int, pivot_t: int, s: int, t: int, angle: int) -> Pose:
    """The same from a pose that is laid out."""
    before_sine = sin_of(h)
    before_cosine = cos_of(h)
    sine = sin_of(h + angle)
    cosine = cos_of(h + angle)
    right = s - pivot_s
    ahead = t - pivot_t
    over = pivot_s * before_cosine + pivot_t * before_sine + right * cosine + ahead * sine
    up = pivot_t * before_cosine - pivot_s * before_sine + ahead * cosine - right * sine
    return x + rdiv(over, SCALE), y + rdiv(up, SCALE), fold(h + angle)


def along(pose: Pose, heading: int, distance: int) -> Pose:
    """A pose moved straight along any heading, its own facing kept."""
    x, y, h = pose
    return x + rdiv(distance * sin_of(heading), SCALE), y + rdiv(distance * cos_of(heading), SCALE), h


def world(pose: Pose, s: int, t: int) -> Point:
    """The fine point so far to the right and forward of a pose."""
    x, y, h = pose
    return world_from(x, y, h, s, t)


def world_from(x: int, y: int, h: int, s: int, t: int) -> Point:
    """The same from a pose that is laid out."""
    sine = sin_of(h)
    cosine = cos_of(h)
    return (
        x * 1000 + rdiv((s * cosine + t * sine) * 1000, SCALE),
        y * 1000 + rdiv((t * cosine - s * sine) * 1000, SCALE),
    )


def local(pose: Pose, point: Point) -> Point:
    """How far to the right and forward of a pose a fine point lies, in fine units."""
    x, y, h = pose
    px, py = point
    dx = px - x * 1000
    dy = py - y * 1000
    sine = sin_of(h)
    cosine = cos_of(h)
    return rdiv(dx * cosine - dy * sine, SCALE), rdiv(dx * sine + dy * cosine, SCALE)


def rectangle(pose: Pose, s0: int, s1: int, t0: int, t1: int) -> Quad:
    """The part of a pose's frame from s0 to s1 and from t0 to t1."""
    x, y, h = pose
    return (
        world_from(x, y, h, s0, t1),
        world_from(x, y, h, s1, t1),
        world_from(x, y, h, s1, t0),
        world_from(x, y, h, s0, t0),
    )


def quad(pose: Pose, width: int, depth: int) -> Quad:
    """The corners of a base."""
    return rectangle(pose, -(width // 2), width // 2, -depth, 0)


def zone_quad(pose: Pose, width: int) -> Quad:
    """The zone of control: as wide as the base, one UD deep."""
    return rectangle(pose, -(width // 2), width // 2, 0, ZONE)
