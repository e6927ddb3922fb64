"""Conforming: the places on an enemy to which a unit in contact is moved, and which of them it takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.contacts import Side, met_edge
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import FINE, Figure, Pose, at, fold, hull, length, overlapping, swept_turn
from triarii.games.adlg.geometry.shifting import Neighbour, make_room
from triarii.games.adlg.geometry.zones import in_zone, shielded


class Place(StrEnum):
    """Where a unit stands on an enemy, once it has conformed; in the order in which ties are broken."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    LEFT_REAR_CORNER = "left_rear_corner"
    RIGHT_REAR_CORNER = "right_rear_corner"
    REAR = "rear"
    SUPPORT_LEFT = "support_left"
    """Beside the main unit, to its left."""
    SUPPORT_RIGHT = "support_right"


PLACES: Mapping[Side, tuple[tuple[Place, ...], ...]] = {
    Side.FRONT: ((Place.FRONT,), ()),
    Side.LEFT: ((Place.LEFT,), (Place.LEFT_REAR_CORNER,)),
    Side.RIGHT: ((Place.RIGHT,), (Place.RIGHT_REAR_CORNER,)),
    Side.REAR: ((Place.REAR,), ()),
}
"""By the edge on which a charge counts: its own place, and the one that is taken only if that fails."""
SUPPORTS = (Place.SUPPORT_LEFT, Place.SUPPORT_RIGHT)
IN_LINE = frozenset({Place.FRONT, *SUPPORTS})
"""Places on the enemy's front line; to the others a unit must not go through another enemy's zone."""


def place_pose(place: Place, enemy: Body, width: int) -> Pose:
    """The pose of a unit of this width in a place on an enemy, corners matched."""
    half, own_half = enemy.width // 2, width // 2
    s, t, turn = {
        Place.FRONT: (0, 0, 18000),
        Place.LEFT: (-half, -own_half, 9000),
        Place.RIGHT: (half, -own_half, -9000),
        Place.LEFT_REAR_CORNER: (-half, own_half - enemy.depth, 9000),
        Place.RIGHT_REAR_CORNER: (half, own_half - enemy.depth, -9000),
        Place.REAR: (0, -enemy.depth, 0),
        Place.SUPPORT_LEFT: (half + own_half, 0, 18000),
        Place.SUPPORT_RIGHT: (-half - own_half, 0, 18000),
    }[place]
    return at(enemy.pose, s, t, turn)


def displacement(a: Pose, b: Pose) -> int:
    """How far a unit is moved, from front middle to front middle."""
    return length((a[0] - b[0]) * FINE, (a[1] - b[1]) * FINE)


@dataclass(frozen=True)
class Conformed:
    """A unit that has conformed, and the friends that were shifted for it."""

    place: Place
    body: Body
    displaced: int
    shifted: Mapping[str, Pose] = field(default_factory=dict)


@dataclass(frozen=True)
class Around:
    """What stands around a unit that conforms. The enemy to whom it conforms is none of these."""

    enemies: Sequence[Body] = ()
    zones: Sequence[Body] = ()
    """Those other enemies whose zones act on the unit."""
    friends: Sequence[Neighbour] = ()
    impassable: Sequence[Figure] = ()
    harmful: Sequence[Figure] = ()
    """Ground that the unit has no duty to enter."""
    taken: frozenset[Side] = frozenset()
    """Edges of the enemy on which others fight already."""
    friend_in_front: bool = False
    """Whether a friend is the main unit on the enemy's front, so that it can be supported."""
    shields: Callable[[Body], Sequence[Body]] | None = None
    """The friends that a given enemy could not pass; without it there are none."""


def conform(
    contact: Body,
    enemy: Body,
    kind: Side,
    around: Around | None = None,
    *,
    conform_path: str = "jump",
    limits: Limits = LIMITS,
) -> Conformed | None:
    """The place that a unit in contact takes on an enemy: its own by the kind of its charge, else the one at the rear
    corner, else a support beside a friend; None if it conforms incompletely and stays where it is."""
    around = around or Around()
    supports = SUPPORTS if kind in around.taken and around.friend_in_front else ()
    for group in (*PLACES[kind], supports):
        found = [
            conformed
            for place in group
            if (conformed := conform_to(place, contact, enemy, around, conform_path=conform_path, limits=limits))
        ]
        if found:
            return min(found, key=lambda one: (one.displaced, turn_between(one.body.heading, contact.heading)))
    return None


def conform_to(
    place: Place,
    contact: Body,
    enemy: Body,
    around: Around,
    *,
    conform_path: str = "jump",
    limits: Limits = LIMITS,
) -> Conformed | None:
    """The unit in one place on an enemy; None if it can't go there."""
    body = contact.moved(place_pose(place, enemy, contact.width))
    displaced = displacement(body.pose, contact.pose)
    if edge_needed(place) in around.taken or displaced > farthest(place, contact, enemy, limits) + limits.touch:
        return None
    solids = [*around.impassable, *(other.quad for other in around.enemies)]
    if overlapping(body.quad, [*solids, *around.harmful], limits.touch):
        return None
    if place not in IN_LINE and held_there(body, around, limits):
        return None
    if conform_path == "path_tested":
        fixed = [friend.body.quad for friend in around.friends if not friend.may_shift]
        if not way_is_free(contact, body, [*solids, *fixed], limits):
            return None
    room = make_room(body, around.friends, [enemy, *around.enemies], around.impassable, limits)
    return None if room is None else Conformed(place, body, displaced, room.shifted)


def edge_needed(place: Place) -> Side | None:
    """The edge of the enemy that a place takes; a support takes none."""
    for side, groups in PLACES.items():
        if any(place in group for group in groups):
            return side
    return None


def farthest(place: Place, contact: Body, enemy: Body, limits: Limits = LIMITS) -> int:
    """How far a unit may be moved to a place: farther if it met a flank but counts as in front."""
    around_corner = place is Place.FRONT and met_edge(contact, enemy, limits) in (Side.LEFT, Side.RIGHT)
    return limits.conform_around if around_corner else limits.conform


def held_there(body: Body, around: Around, limits: Limits = LIMITS) -> bool:
    """Whether another enemy's zone keeps a unit from a place on a flank or rear."""
    for other in around.zones:
        between = around.shields(other) if around.shields else ()
        if in_zone(body, other, limits) and not any(shielded(body, other, friend, limits) for friend in between):
            return True
    return False


def way_is_free(contact: Body, end: Body, solids: Sequence[Figure], limits: Limits = LIMITS) -> bool:
    """Whether a unit can slide to its place and then turn there, without a brush; the enemy himself doesn't count."""
    slid = contact.moved((end.pose[0], end.pose[1], contact.heading))
    angle = fold(end.heading - contact.heading)
    angle = angle - 36000 if angle > 18000 else angle
    sweep = [hull(contact.quad, slid.quad), *swept_turn(slid.pose, slid.width, slid.depth, (0, 0), angle)]
    return not any(overlapping(figure, solids, limits.touch) for figure in sweep)


def conform_order(contacts: Iterable[tuple[Body, Body, int]]) -> tuple[tuple[Body, Body, int], ...]:
    """In which order chargers conform, given where each meets whom and after how much: the shortest way first, then who
    is nearest to the middle of its target."""

    def rank(contact: tuple[Body, Body, int]) -> tuple[int, int, str, str]:
        charger, target, way = contact
        x, y, _ = charger.pose
        centre_x, centre_y = target.centre
        return way, length(x * FINE - centre_x, y * FINE - centre_y), charger.id, target.id

    return tuple(sorted(contacts, key=rank))
