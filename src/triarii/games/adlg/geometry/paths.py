"""How far a straight way leads: to the edge of the table, over slow ground, and along a road."""

from collections.abc import Sequence

from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import Figure, Point, Pose

OUTSIDE = 20000
"""How broad the figures are that stand for all that is off the table."""
WHOLLY = 998
"""Thousandths of a base that must lie in a piece of ground for the unit to be wholly in it."""
ROADSIDE = 500


# The table


def on_table(figure: Figure, table_width: int, table_height: int, limits: Limits = LIMITS) -> bool:
    """Whether every corner is on the table."""
    tol = limits.touch * shapes.FINE
    right, up = table_width * shapes.FINE + tol, table_height * shapes.FINE + tol
    return all(-tol <= x <= right and -tol <= y <= up for x, y in figure)


def edge_reach(pose: Pose, width: int, depth: int, table_width: int, table_height: int, limits: Limits = LIMITS) -> int:
    """How far a unit on the table can advance before it would leave it."""
    ahead = shapes.sin_of(pose[2]), shapes.cos_of(pose[2])
    base = shapes.quad(pose, width, depth)
    reach = 2 * (table_width + table_height)
    for corner in base:
        for place, way, size in zip(corner, ahead, (table_width, table_height), strict=True):
            room = (size + limits.touch) * shapes.FINE - place if way > 0 else place + limits.touch * shapes.FINE
            if way:
                reach = min(reach, (room << 30) // (abs(way) * shapes.FINE))
    # The end is rounded, which may bring a corner just outside.
    while reach > 0 and not on_table(
        shapes.quad(shapes.at(pose, 0, reach), width, depth), table_width, table_height, limits
    ):
        reach -= 1
    return max(reach, 0)


def outside(table_width: int, table_height: int) -> tuple[Figure, Figure, Figure, Figure]:
    """All that is off the table as figures, for sweeps that must not touch it."""
    w, h, far = table_width * shapes.FINE, table_height * shapes.FINE, OUTSIDE * shapes.FINE
    return (
        box(-far, -far, 0, h + far),
        box(w, -far, w + far, h + far),
        box(-far, -far, w + far, 0),
        box(-far, h, w + far, h + far),
    )


def box(left: int, low: int, right: int, high: int) -> Figure:
    """An upright rectangle from fine coordinates."""
    return (left, high), (right, high), (right, low), (left, low)


# Ground


def wholly_in(base: Figure, parts: Sequence[Figure]) -> bool:
    """Whether a base lies wholly in a piece of ground, given by its convex parts."""
    return shapes.area_share(base, parts) >= WHOLLY


def behind(pose: Pose, point: Point) -> bool:
    """Whether a point, like the crest of a hill, lies behind the front line of a unit or on it."""
    return shapes.local(pose, point)[1] <= 0
