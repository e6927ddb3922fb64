"""Front, flank or rear: how a charge counts by where it started, and which edge of the target it met."""

from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import FINE, Edge, Point, gap, local, rectangle, share_in

BEYOND_THE_TABLE = 100_000


class Side(StrEnum):
    """An edge of a base; also how a charge counts, by the edge on which it is fought."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


class Start(StrEnum):
    """How a charge counts by the place from which it started."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"
    EDGE = "edge"
    """Flank or rear: the edge met first decides."""


OUTWARD = {Side.FRONT: 0, Side.LEFT: -9000, Side.RIGHT: 9000, Side.REAR: 18000}
"""Where each edge looks, from the heading of its base."""


def edge_of(body: Body, side: Side) -> Edge:
    """The edge of a base on one side."""
    return {Side.FRONT: body.front, Side.LEFT: body.left, Side.RIGHT: body.right, Side.REAR: body.rear}[side]


def start_kind(charger: Body, target: Body, *, flank_reference: str = "whole_base", limits: Limits = LIMITS) -> Start:
    """How a charge counts by the charger's place before any manoeuvre, seen from the target's front and rear lines."""
    ahead = [local(target.pose, corner)[1] for corner in charger.quad]
    referred = ahead if flank_reference == "whole_base" else ahead[:2]
    if max(referred) > limits.touch * FINE:
        return Start.FRONT
    wholly_behind = max(ahead) <= (limits.touch - target.depth) * FINE
    half = target.width // 2
    band = rectangle(target.pose, -half, half, -BEYOND_THE_TABLE, -target.depth)
    straight_behind = share_in(*charger.front, band, border=False) > limits.touch
    if wholly_behind and straight_behind:
        return Start.REAR
    if not wholly_behind and not straight_behind:
        return Start.FLANK
    return Start.EDGE


def met_edge(charger: Body, target: Body, limits: Limits = LIMITS) -> Side:
    """The edge of the target that a charger in contact has met: the nearest to its front edge, and among equals the one
    that looks most squarely at it."""
    apart = {side: gap(charger.front, edge_of(target, side)) for side in Side}
    nearest = min(apart.values())
    against = charger.heading + 18000

    def slant(side: Side) -> int:
        return turn_between(target.heading + OUTWARD[side], against)

    return min((side for side in Side if apart[side] <= nearest + limits.touch), key=slant)


def contact_kind(start: Start, charger: Body, target: Body, limits: Limits = LIMITS) -> Side:
    """On which edge of the target a charger in contact fights, by its start and the edge that it met."""
    if start is Start.FRONT:
        return Side.FRONT
    if start is Start.REAR:
        return Side.REAR
    met = met_edge(charger, target, limits)
    if met is Side.REAR and start is Start.FLANK:
        x, y, _ = charger.pose
        to_the_right, _ = local(target.pose, (x * FINE, y * FINE))
        return Side.LEFT if to_the_right < 0 else Side.RIGHT
    return met


def kind_without_flank(flank: Side, charger: Body, target: Body, limits: Limits = LIMITS) -> Side | None:
    """How a charge on a flank counts if it can't conform there: rear or front by the corner it touches, else None."""
    front_left, front_right, rear_right, rear_left = target.quad
    front, rear = (front_left, rear_left) if flank is Side.LEFT else (front_right, rear_right)
    if touches_corner(charger, rear, limits):
        return Side.REAR
    if touches_corner(charger, front, limits):
        return Side.FRONT
    return None


def touches_corner(body: Body, corner: Point, limits: Limits = LIMITS) -> bool:
    """Whether a base stands on a corner of another."""
    return gap(body.quad, (corner, corner)) <= limits.touch
