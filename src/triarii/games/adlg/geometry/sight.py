"""Shooting: what lies in the band before a front edge and how far away, who comes first among targets, and who is
seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import (
    FINE,
    Edge,
    Exact,
    Figure,
    Point,
    area,
    at,
    clip_half,
    clip_segment,
    distance,
    gap,
    hull,
    local,
    measured,
    overlapping,
    share_in,
)

BESIDE = 1000
"""The band of a shooter reaches so far beyond each end of its front edge."""
BESIDE_FAR = 2000
"""The same for medium and heavy artillery at targets beyond FAR."""
FAR = 4000
THROUGH_COVER = 1000
"""No shot goes through more cover than this."""


def facing_side(shooter: Body, side: Side) -> Body:
    """A base as it shoots over one of its edges, for war wagons, light chariots and light horse."""
    width, depth = shooter.width, shooter.depth
    if side is Side.FRONT:
        return shooter
    if side is Side.REAR:
        return shooter.moved(at(shooter.pose, 0, -depth, 18000))
    to_the_right, turn = (width // 2, 9000) if side is Side.RIGHT else (-(width // 2), -9000)
    return Body(at(shooter.pose, to_the_right, -(depth // 2), turn), depth, width, shooter.id)


# Range


def ahead_of(shooter: Body, target: Body) -> list[Exact]:
    """The part of a target before the shooter's front line, in the shooter's frame."""
    return clip_half([local(shooter.pose, corner) for corner in target.quad], 0.0, -1.0, 0.0)


def part_in_band(shooter: Body, target: Body, beside: int = BESIDE, limits: Limits = LIMITS) -> list[Exact]:
    """The part of a target that a shooter may shoot at, in its frame; on the border of the band is outside."""
    side = float((shooter.width // 2 + beside - limits.touch) * FINE)
    part = clip_half(clip_half(ahead_of(shooter, target), 1.0, 0.0, side), -1.0, 0.0, side)
    return part if area(part) > 0.0 else []


def shot_range(shooter: Body, target: Body, beside: int = BESIDE, limits: Limits = LIMITS) -> int | None:
    """From the front edge to the nearest point of the target inside the band; None if nothing of it is there."""
    part = part_in_band(shooter, target, beside, limits)
    half = float(shooter.width // 2 * FINE)
    return measured(distance([(-half, 0.0), (half, 0.0)], part)) if part else None


def reaches(
    shooter: Body,
    target: Body,
    reach: int,
    *,
    beside: int = BESIDE,
    shot_area: str = "rectangle_and_range",
    limits: Limits = LIMITS,
) -> int | None:
    """The measured range if a target may be shot at with this reach, else None."""
    found = shot_range(shooter, target, beside, limits)
    if found is None or found <= reach:
        return found
    if shot_area == "rectangle":
        depth = min(t for _, t in part_in_band(shooter, target, beside, limits))
        return found if measured(depth) <= reach else None
    return None


def reaches_far(
    shooter: Body, target: Body, reach: int, *, shot_area: str = "rectangle_and_range", limits: Limits = LIMITS
) -> int | None:
    """The same for medium and heavy artillery, whose band is wider beyond 4 UD."""
    near = reaches(shooter, target, min(reach, FAR), shot_area=shot_area, limits=limits)
    if near is not None:
        return near
    far = reaches(shooter, target, reach, beside=BESIDE_FAR, shot_area=shot_area, limits=limits)
    return far if far is not None and far > FAR else reaches(shooter, target, reach, shot_area=shot_area, limits=limits)


def reaches_all_round(shooter: Body, target: Body, reach: int) -> int | None:
    """The same for light horse, who shoot over every edge and whose range is from base to base."""
    found = gap(shooter.quad, target.quad)
    return found if found <= reach else None


def width_ahead(shooter: Body, target: Body) -> int:
    """How much of the front edge has the target straight ahead."""
    part = ahead_of(shooter, target)
    if area(part) <= 0.0:
        return 0
    half = float(shooter.width // 2 * FINE)
    return measured(min(half, max(s for s, _ in part)) - max(-half, min(s for s, _ in part)))


# Priority


@dataclass(frozen=True)
class Shot:
    """A target that may be shot at: how far it is, and how much of the front edge has it straight ahead."""

    target: str
    range: int
    ahead: int


def priority(shot: Shot, limits: Limits = LIMITS) -> tuple[int, int, int]:
    """The less, the sooner it must be shot at: who stands straight ahead, then the nearer, then who is more in
    front."""
    return 0 if shot.ahead > limits.touch else 1, shot.range, -shot.ahead


# Line of sight


def line_of_sight(
    shooter: Body,
    target: Body,
    blockers: Sequence[Figure] = (),
    *,
    cover: Sequence[Figure] = (),
    beside: int | None = BESIDE,
    limits: Limits = LIMITS,
) -> bool:
    """Whether both corners of the shooting edge see one common point of the target, past bases and ground that block
    and through no more than 1 UD of cover. Without `beside` there is no band, only what lies ahead."""
    view = hull(shooter.front, target.quad)
    near = [blockers[number] for number in overlapping(view, blockers, 0)]
    woods = [cover[number] for number in overlapping(view, cover, 0)]
    sides = None if beside is None else (shooter.width // 2 + beside - limits.touch) * FINE
    return any(
        sees_some_of(shooter, edge, [*near, target.quad], woods, sides, limits)
        for edge in (target.front, target.right, target.rear, target.left)
    )


def sees_all_round(
    shooter: Body,
    target: Body,
    blockers: Sequence[Figure] = (),
    *,
    cover: Sequence[Figure] = (),
    limits: Limits = LIMITS,
) -> bool:
    """Whether light horse sees a target over any of its edges."""
    return any(
        line_of_sight(facing_side(shooter, side), target, blockers, cover=cover, beside=None, limits=limits)
        for side in Side
    )


def sees_some_of(
    shooter: Body, edge: Edge, blockers: Sequence[Figure], woods: Sequence[Figure], sides: int | None, limits: Limits
) -> bool:
    """Whether some part of a target's edge is seen. Between the places where a line of sight grazes a corner nothing
    changes but the way through cover, so a few points of each stretch are enough."""
    (ax, ay), (bx, by) = edge
    length = distance_between(*edge)
    for low, high in pairwise(sorted(turning_points(shooter, edge, [*blockers, *woods], sides))):
        if (high - low) * length <= limits.touch * FINE:
            continue
        for part in (0.5, 0.05, 0.95) if woods else (0.5,):
            u = low + (high - low) * part
            point = (ax + (bx - ax) * u, ay + (by - ay) * u)
            if in_band(shooter, edge, u, sides) and seen(shooter, point, blockers, woods, limits):
                return True
    return False


def distance_between(a: Point, b: Point) -> float:
    return distance([a], [b])


def turning_points(shooter: Body, edge: Edge, figures: Sequence[Figure], sides: int | None) -> set[float]:
    """Where along an edge (0 to 1) what is seen can change: on lines from a front corner past a corner, at edges that
    cross it and at the sides of the band."""
    found = {0.0, 1.0}
    for figure in figures:
        for i, corner in enumerate(figure):
            for start in (*shooter.front, figure[i - 1]):
                found.update(crossing(edge, start, corner))
    (as_, at_), (bs, bt) = (local(shooter.pose, end) for end in edge)
    levels = [(at_, bt, 0)]
    if sides is not None:
        levels += [(as_, bs, sides), (as_, bs, -sides)]
    for a, b, level in levels:
        if min(a, b) < level < max(a, b):
            found.add((level - a) / (b - a))
    return found


def crossing(edge: Edge, start: Point, through: Point) -> tuple[float, ...]:
    """Where a line crosses an edge, 0 at its beginning and 1 at its end."""
    (ax, ay), (bx, by) = edge
    dx, dy = through[0] - start[0], through[1] - start[1]
    whole = (bx - ax) * dy - (by - ay) * dx
    part = (start[0] - ax) * dy - (start[1] - ay) * dx
    if whole < 0:
        whole, part = -whole, -part
    return (part / whole,) if 0 < part < whole else ()


def in_band(shooter: Body, edge: Edge, u: float, sides: int | None) -> bool:
    """Whether a point of an edge lies before the shooter and inside its band."""
    (as_, at_), (bs, bt) = (local(shooter.pose, end) for end in edge)
    return at_ + (bt - at_) * u > 0.0 and (sides is None or abs(as_ + (bs - as_) * u) <= sides)


def seen(
    shooter: Body, point: Exact, blockers: Sequence[Figure], woods: Sequence[Figure], limits: Limits = LIMITS
) -> bool:
    """Whether both front corners see a point; a line that only grazes a base passes it."""
    return all(
        all(share_in(corner, point, blocker, border=False) <= limits.touch for blocker in blockers)
        and through(corner, point, woods) <= THROUGH_COVER
        for corner in shooter.front
    )


def through(corner: Point, point: Exact, woods: Sequence[Figure]) -> int:
    """How much of a line of sight runs through cover; the parts of a wood add up."""
    total = 0.0
    for wood in woods:
        inside = clip_segment(corner, point, wood, border=False)
        if inside is not None:
            total += inside[1] - inside[0]
    dx, dy = point[0] - corner[0], point[1] - corner[1]
    return measured(total * (dx * dx + dy * dy) ** 0.5)
