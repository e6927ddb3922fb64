"""A base on the table with its corners, front edge and zone, and how two bases stand to each other."""

from dataclasses import dataclass
from math import sqrt

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import Edge, Point, Pose, Quad


@dataclass(frozen=True)
class Body:
    """A base: where it stands and how large it is."""

    pose: Pose
    width: int
    depth: int
    id: str = ""

    @kept
    def quad(self) -> Quad:
        """Front left, front right, rear right, rear left."""
        return shapes.quad(self.pose, self.width, self.depth)

    @property
    def heading(self) -> int:
        return self.pose[2]

    @kept
    def front(self) -> Edge:
        """From the left to the right front corner."""
        return self.quad[0], self.quad[1]

    @kept
    def right(self) -> Edge:
        """From the front to the rear."""
        return self.quad[1], self.quad[2]

    @kept
    def rear(self) -> Edge:
        """From the right to the left rear corner."""
        return self.quad[2], self.quad[3]

    @kept
    def left(self) -> Edge:
        """From the rear to the front."""
        return self.quad[3], self.quad[0]

    @kept
    def zone(self) -> Quad:
        """The zone of control (adlg.zone.area)."""
        return shapes.zone_quad(self.pose, self.width)

    @kept
    def centre(self) -> Point:
        """The middle of the base as a fine point."""
        return shapes.world(self.pose, 0, -(self.depth // 2))

    def moved(self, pose: Pose) -> "Body":
        """The same base elsewhere."""
        return Body(pose, self.width, self.depth, self.id)


def turn_between(heading: int, other: int) -> int:
    """By how much two headings differ, from 0 to 18000."""
    difference = (heading - other) % 36000
    return difference if difference <= 18000 else 36000 - difference


def same_facing(heading: int, other: int, limits: Limits = LIMITS) -> bool:
    return turn_between(heading, other) <= limits.facing


def corners_match(a: Point, b: Point, limits: Limits = LIMITS) -> bool:
    """Whether two corners count as one point."""
    most = limits.corner * shapes.FINE
    return abs(a[0] - b[0]) <= most and abs(a[1] - b[1]) <= most


def linked(a: Body, b: Body, limits: Limits = LIMITS) -> bool:
    """Whether two bases stand side by side or one behind the other as a group does."""
    if not same_facing(a.heading, b.heading, limits):
        return False
    side_by_side = corners_match(a.quad[1], b.quad[0], limits) or corners_match(a.quad[0], b.quad[1], limits)
    return side_by_side or follows(a, b, limits) or follows(b, a, limits)


def follows(front: Body, rear: Body, limits: Limits = LIMITS) -> bool:
    """Whether one base stands right behind another."""
    return corners_match(front.quad[3], rear.quad[0], limits) and corners_match(front.quad[2], rear.quad[1], limits)


def contact_length(a: Edge, b: Edge, limits: Limits = LIMITS) -> int:
    """Along how much two edges touch; 0 if they aren't parallel or don't touch."""
    (ax, ay), (bx, by) = a
    (cx, cy), (dx, dy) = b
    ux, uy = bx - ax, by - ay
    vx, vy = dx - cx, dy - cy
    sine = shapes.sin_of(limits.facing)
    lengths = (ux * ux + uy * uy) * (vx * vx + vy * vy)
    if (ux * vy - uy * vx) ** 2 << 60 > sine * sine * lengths or shapes.gap(a, b) > limits.touch:
        return 0
    ahead = sorted(((px - ax) * ux + (py - ay) * uy) for px, py in b)
    square = ux * ux + uy * uy
    common = min(ahead[1], square) - max(ahead[0], 0)
    return shapes.measured(common / sqrt(square))


def edge_contact(a: Edge, b: Edge, limits: Limits = LIMITS) -> bool:
    """Whether two edges touch along enough; less is only a corner."""
    return contact_length(a, b, limits) >= limits.edge


def in_touch(a: Body, b: Body, limits: Limits = LIMITS) -> bool:
    """Whether two bases are in contact in any way: along edges, or by a corner of one on an edge of the other; corner
    on corner is none."""
    if shapes.gap(a.quad, b.quad) > limits.touch:
        return False
    along = any(edge_contact(own, his, limits) for own in _edges(a) for his in _edges(b))
    return along or _pricks(a, b, limits) or _pricks(b, a, limits)


def _edges(body: Body) -> tuple[Edge, ...]:
    return body.front, body.right, body.rear, body.left


def _pricks(a: Body, b: Body, limits: Limits) -> bool:
    """Whether a corner of one base is on an edge of another, away from its corners."""
    return any(
        shapes.gap((corner, corner), b.quad) <= limits.touch
        and all(shapes.length(corner[0] - x, corner[1] - y) >= limits.edge for x, y in b.quad)
        for corner in a.quad
    )
