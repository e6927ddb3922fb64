"""Where something lies as a unit sees it: bearings in hundredths of a degree, distances in mUD."""

from __future__ import annotations

from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Point, Pose

HALF_ROUND = 18000
ROUND = 36000


def bearing(pose: Pose, point: Point) -> int:
    """By how much a unit would have to turn to face a fine point; to the left negative."""
    right, ahead = shapes.local(pose, point)
    return signed(shapes.heading_to(right, ahead))


def signed(angle: int) -> int:
    """An angle from -180 to 180 degrees."""
    folded = shapes.fold(angle)
    return folded - ROUND if folded > HALF_ROUND else folded
