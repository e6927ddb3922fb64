"""What ends a straight way that has begun, as a charge or a pursuit: an enemy, a zone, a friend, bad ground, the
table's edge, or the distance itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.held import entries
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.paths import edge_reach
from triarii.games.adlg.geometry.shapes import Figure, first_contacts

LEAST_ON_FOOT = 1000
LEAST_MOUNTED = 2000


class Why(StrEnum):
    """In the order in which ties are broken: who meets an enemy at the border of bad ground has met him."""

    CONTACT = "contact"
    ZONE = "zone"
    FRIEND = "friend"
    GROUND = "ground"
    TABLE = "table"
    SPENT = "spent"


@dataclass(frozen=True)
class Stop:
    """Where and why a straight way ends, and with whom; for ground `by` is empty."""

    distance: int
    why: Why
    by: str = ""


def first_stop(
    mover: Body,
    left: int,
    *,
    enemies: Sequence[Body] = (),
    zones: Sequence[Body] = (),
    friends: Sequence[Body] = (),
    ground: Sequence[Figure] = (),
    table: tuple[int, int] | None = None,
    threat_tie: str = "offset_then_id",
    limits: Limits = LIMITS,
) -> Stop:
    """The first of all that stops a unit straight ahead: enemies that it meets, `zones` of enemies that forbid going
    on, `friends` that may not be passed or that fight, and `ground` that harms it."""
    order = {why: number for number, why in enumerate(Why)}
    stops = [Stop(left, Why.SPENT)]
    stops += met(mover, enemies, Why.CONTACT, limits) + met(mover, friends, Why.FRIEND, limits)
    for entry in entries(mover, mover.heading, left, zones, limits, threat_tie=threat_tie):
        if not entry.leads_onto:
            stops.append(Stop(entry.border, Why.ZONE, entry.threat.id))
    for way in first_contacts(mover.front, mover.heading, ground, limits.touch):
        if way is not None:
            stops.append(Stop(way, Why.GROUND))
    if table is not None:
        stops.append(Stop(edge_reach(mover.pose, mover.width, mover.depth, *table, limits), Why.TABLE))
    within_reach = [
        stop for stop in stops if stop.distance < left or (stop.distance == left and stop.why is not Why.TABLE)
    ]
    return min(within_reach, key=lambda stop: (stop.distance, order[stop.why], stop.by))


def met(mover: Body, others: Sequence[Body], why: Why, limits: Limits) -> list[Stop]:
    """When the front edge meets each of the others."""
    ways = first_contacts(mover.front, mover.heading, [other.quad for other in others], limits.touch)
    return [Stop(way, why, other.id) for way, other in zip(ways, others, strict=True) if way is not None]


def least_advance(way: int, mounted: bool) -> int:
    """How far a charger whose way is so long goes at least when all its targets evaded."""
    return min(way, LEAST_MOUNTED if mounted else LEAST_ON_FOOT)
