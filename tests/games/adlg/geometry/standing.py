"""Bases for tests: the standard base where the worked examples want it, mirror images, and bases at random."""

from __future__ import annotations

from dataclasses import replace

from tests.hypothesis_profiles import st
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Figure, Pose

N: Pose = (10000, 10000, 0)
MIDDLE = 10000
LIGHT = 500
"""Depth of light infantry."""


def base(x: int, y: int, heading: int, depth: int = 750, name: str = "", width: int = 1000) -> Body:
    """A base 1 UD wide."""
    return Body((x, y, heading), width, depth, name)


def north(depth: int = 750, name: str = "") -> Body:
    """The base of most examples: in the middle, facing north."""
    return base(*N, depth, name)


def mirrored(body: Body) -> Body:
    """The mirror image: what was right is left."""
    return replace(body, pose=mirrored_pose(body.pose))


def mirrored_pose(pose: Pose) -> Pose:
    x, y, heading = pose
    return 2 * MIDDLE - x, y, -heading % 36000


def half_turned(body: Body) -> Body:
    """The same seen from the other side of the table."""
    x, y, heading = body.pose
    return replace(body, pose=(2 * MIDDLE - x, 2 * MIDDLE - y, (heading + 18000) % 36000))


def strip(left: int, low: int, right: int, high: int) -> Figure:
    """An upright rectangle of ground."""
    return tuple((x * 1000, y * 1000) for x, y in ((left, high), (right, high), (right, low), (left, low)))


def bases(reach: int = 3000, name: str = "") -> st.SearchStrategy[Body]:
    """Bases at random, not far from the middle."""
    near = st.integers(MIDDLE - reach, MIDDLE + reach)
    depth = st.sampled_from((500, 750, 1000))
    return st.builds(lambda x, y, h, d: base(x, y, h, d, name), near, near, st.integers(0, 35999), depth)
