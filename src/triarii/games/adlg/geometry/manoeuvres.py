"""The manoeuvres of a unit: where each ends, what it costs and what it sweeps over. Right and forward are positive,
angles are hundredths of a degree."""

from collections.abc import Sequence

from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import Figure, Pose

WHEEL_PRICE = 1500
QUARTER = 9000
NEEDED_BEHIND = 1000
"""Who disengages must have so much room behind him."""


# Steps


def advance(pose: Pose, distance: int) -> Pose:
    return shapes.at(pose, 0, distance)


def back(pose: Pose, distance: int) -> Pose:
    """Straight back, facing kept."""
    return shapes.at(pose, 0, -distance)


def slide(pose: Pose, sideways: int) -> Pose:
    return shapes.at(pose, sideways, 0)


def wheel(pose: Pose, width: int, angle: int) -> Pose:
    """The inner front corner stays where it is."""
    return shapes.turned(pose, inner_corner(width, angle), 0, 0, 0, angle)


def pivot(pose: Pose, depth: int, angle: int) -> Pose:
    """Artillery turns about the middle of its base."""
    return shapes.turned(pose, 0, -(depth // 2), 0, 0, angle)


def quarter_turn(pose: Pose, width: int, depth: int, right: bool, centred: bool = False) -> Pose:
    """The old front corner on that side stays a front corner; the centred form keeps the middle of the base instead."""
    side = 1 if right else -1
    return shapes.at(pose, side * (width // 2), -((depth if centred else width) // 2), side * QUARTER)


def half_turn(pose: Pose, depth: int) -> Pose:
    """On the spot: the rear becomes the front."""
    return shapes.at(pose, 0, -depth, 2 * QUARTER)


def inner_corner(width: int, angle: int) -> int:
    """Where on the front line a wheel has its pivot."""
    return width // 2 if angle > 0 else -(width // 2)


# Prices


def wheel_cost(angle: int, column: int = 1, full: int = QUARTER) -> int:
    """1.5 UD for a wheel of `full`, times the column counted from the pivot, rounded up so that no wheel is free."""
    return -(-WHEEL_PRICE * column * abs(angle) // full)


def largest_wheel(allowance: int, columns: int = 1, full: int = QUARTER) -> int:
    """The largest angle that an allowance pays for."""
    return min(full, allowance * full // (WHEEL_PRICE * columns))


def outer_corner_way(before: Pose, after: Pose, width: int, angle: int) -> int:
    """The straight line that the outer front corner goes by a move with one wheel; a table may measure a move so."""
    outer = -inner_corner(width, angle)
    (ax, ay), (bx, by) = shapes.world(before, outer, 0), shapes.world(after, outer, 0)
    return shapes.length(bx - ax, by - ay)


# Sweeps


def swept_wheel(pose: Pose, width: int, depth: int, angle: int) -> list[Figure]:
    return shapes.swept_turn(pose, width, depth, (inner_corner(width, angle), 0), angle)


def wheel_legal_part(
    pose: Pose, width: int, depth: int, angle: int, obstacles: Sequence[Figure], limits: Limits = LIMITS
) -> int:
    """How much of a wheel is free of obstacles."""
    corner = (inner_corner(width, angle), 0)
    return shapes.free_turn(pose, width, depth, corner, angle, obstacles, tol=limits.touch)


def pivot_legal_part(
    pose: Pose, width: int, depth: int, angle: int, obstacles: Sequence[Figure], limits: Limits = LIMITS
) -> int:
    """How much of a turn about the middle of the base is free of obstacles."""
    return shapes.free_turn(pose, width, depth, (0, -(depth // 2)), angle, obstacles, tol=limits.touch)


# Choices


def free_quarter_turn(
    pose: Pose,
    width: int,
    depth: int,
    right: bool,
    blockers: Sequence[Figure],
    centred_only: bool = False,
    limits: Limits = LIMITS,
) -> Pose | None:
    """A quarter turn about the front corner, else the centred one; None if both are blocked."""
    for centred in (True,) if centred_only else (False, True):
        end = quarter_turn(pose, width, depth, right, centred)
        if not shapes.overlapping(shapes.quad(end, width, depth), blockers, limits.touch):
            return end
    return None


def disengage(
    pose: Pose, width: int, depth: int, allowance: int, blockers: Sequence[Figure], limits: Limits = LIMITS
) -> Pose | None:
    """Back by the allowance less 1 UD, facing the enemy, or to shortly before what stands behind; None if that is
    within 1 UD."""
    ways = shapes.first_contacts(shapes.quad(pose, width, depth), pose[2] + 2 * QUARTER, blockers, limits.touch)
    nearest = min((way for way in ways if way is not None), default=None)
    distance = allowance - NEEDED_BEHIND
    if nearest is not None:
        if nearest < NEEDED_BEHIND:
            return None
        if nearest < distance:
            distance = nearest - limits.stop_short
    return back(pose, distance)
