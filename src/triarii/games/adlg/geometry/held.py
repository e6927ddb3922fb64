"""What a unit in an enemy's zone may still do, where a free one enters a zone, and how a held one turns or leaves."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import back, wheel, wheel_legal_part
from triarii.games.adlg.geometry.shapes import (
    FINE,
    Figure,
    along,
    clip_segment,
    first_contact,
    gap,
    hull,
    local,
    overlapping,
)
from triarii.games.adlg.geometry.turns import Turn, turn_in_place
from triarii.games.adlg.geometry.zones import in_zone, seen_from, threats

ZONE = 1000


class Fault(StrEnum):
    """Why a held unit may not make a step."""

    LESS_ALIGNED = "Z1"
    FARTHER = "Z2"
    LEAVES_ZONE = "Z3"
    LEADS_ELSEWHERE = "Z4"


def misalignment(unit: Body, enemy: Body) -> int:
    """By how much a unit doesn't look straight against an enemy's front, from 0 to 18000."""
    return turn_between(unit.heading, enemy.heading + 18000)


def leads_onto(unit: Body, enemy: Body, limits: Limits = LIMITS) -> bool:
    """Whether straight on a unit would come onto an enemy's front."""
    if misalignment(unit, enemy) >= 9000:
        return False
    return first_contact(unit.front, unit.heading, enemy.front, limits.touch) is not None


def held_step_faults(
    before: Body, after: Body, enemy: Body, *, zone_distance_to: str = "front_line", limits: Limits = LIMITS
) -> tuple[Fault, ...]:
    """What forbids a step to a unit whose most threatening enemy this is; nothing if it may."""
    broken = {
        Fault.LESS_ALIGNED: misalignment(after, enemy) > misalignment(before, enemy),
        Fault.FARTHER: goes_away(before, after, enemy, zone_distance_to, limits),
        Fault.LEAVES_ZONE: leaves_zone(before, after, enemy, limits),
        Fault.LEADS_ELSEWHERE: not leads_onto(after, enemy, limits),
    }
    return tuple(fault for fault, found in broken.items() if found)


def goes_away(before: Body, after: Body, enemy: Body, zone_distance_to: str, limits: Limits) -> bool:
    """Whether a front corner comes farther from the enemy's front. The distance from a line changes evenly along the
    front edge, so its two ends are enough."""
    for old, new in zip(before.front, after.front, strict=True):
        if zone_distance_to == "front_edge":
            farther = (gap((new, new), enemy.front) - gap((old, old), enemy.front)) * FINE
        else:
            farther = local(enemy.pose, new)[1] - local(enemy.pose, old)[1]
        if farther > limits.touch * FINE:
            return True
    return False


def leaves_zone(before: Body, after: Body, enemy: Body, limits: Limits) -> bool:
    """Whether a point of the front edge that was in the zone leaves it by more than the slack."""
    inside = clip_segment(*before.front, enemy.zone, border=False)
    if inside is None:
        return False
    (ax, ay), (bx, by) = after.front
    side = (enemy.width // 2 + limits.zone_slack) * FINE
    slack = limits.zone_slack * FINE
    for u in inside:
        s, t = seen_from(enemy, (ax + (bx - ax) * u, ay + (by - ay) * u))
        if abs(s) > side or not -slack <= t <= ZONE * FINE + slack:
            return True
    return False


# Entering


@dataclass(frozen=True)
class Entry:
    """How a step comes into a zone from outside: after so much of it, with the unit just inside, and the enemy that
    then threatens most."""

    border: int
    inside: Body
    threat: Body
    leads_onto: bool
    """Whether the unit may go on at all: else its move ends at the border."""


def entries(
    unit: Body,
    heading: int,
    length: int,
    enemies: Sequence[Body],
    limits: Limits = LIMITS,
    *,
    threat_tie: str = "offset_then_id",
) -> tuple[Entry, ...]:
    """The zones that a straight step along a heading enters, in their order; those that hold the unit at the start are
    none of them."""
    met: list[tuple[int, Body]] = []
    for enemy in enemies:
        border = first_contact(unit.quad, heading, enemy.zone, limits.touch)
        if border is not None and border + limits.touch < length and not in_zone(unit, enemy, limits):
            met.append((border, enemy))
    met.sort(key=lambda pair: (pair[0], pair[1].id))
    return tuple(
        entry_at(
            unit.moved(along(unit.pose, heading, border + limits.touch + 1)), border, enemy, enemies, limits, threat_tie
        )
        for border, enemy in met
    )


def entering(
    unit: Body,
    heading: int,
    length: int,
    enemies: Sequence[Body],
    limits: Limits = LIMITS,
    *,
    threat_tie: str = "offset_then_id",
) -> Entry | None:
    """The first zone that a straight step enters, if any."""
    return next(iter(entries(unit, heading, length, enemies, limits, threat_tie=threat_tie)), None)


def entering_by_wheel(unit: Body, angle: int, enemies: Sequence[Body], limits: Limits = LIMITS) -> Entry | None:
    """The first zone that a wheel enters, with the angle at its border; None if it enters none."""
    free = [enemy for enemy in enemies if not in_zone(unit, enemy, limits)]
    border = wheel_legal_part(unit.pose, unit.width, unit.depth, angle, [enemy.zone for enemy in free], limits)
    if border == angle:
        return None
    inside = unit.moved(wheel(unit.pose, unit.width, border + (1 if angle > 0 else -1)))
    met = min(free, key=lambda enemy: (not in_zone(inside, enemy, limits), gap(inside.quad, enemy.zone), enemy.id))
    return entry_at(inside, border, met, enemies, limits)


def entry_at(
    inside: Body,
    border: int,
    met: Body,
    enemies: Iterable[Body],
    limits: Limits,
    threat_tie: str = "offset_then_id",
) -> Entry:
    """An entry with the enemy who threatens most just inside; the one whose zone is met if it is only grazed. Where the
    owner decides between equals, one whom the way leads onto."""
    equal = threats(inside, enemies, threat_tie=threat_tie, limits=limits) or (met,)
    threat = next((each for each in equal if leads_onto(inside, each, limits)), equal[0])
    return Entry(border, inside, threat, leads_onto(inside, threat, limits))


def straight_in_zones(
    unit: Body,
    length: int,
    enemies: Sequence[Body],
    *,
    zone_distance_to: str = "front_line",
    threat_tie: str = "offset_then_id",
    limits: Limits = LIMITS,
) -> int:
    """How far of a straight advance the zones allow."""

    def allowed(start: Body, threat: Body) -> Callable[[int], bool]:
        def ends_well(distance: int) -> bool:
            end = unit.moved(along(unit.pose, unit.heading, distance))
            return not held_step_faults(start, end, threat, zone_distance_to=zone_distance_to, limits=limits)

        return ends_well

    held_by = threats(unit, enemies, threat_tie=threat_tie, limits=limits)
    if held_by:
        return max(greatest(0, length, allowed(unit, threat)) for threat in held_by)
    entry = entering(unit, unit.heading, length, enemies, limits, threat_tie=threat_tie)
    if entry is None:
        return length
    if not entry.leads_onto:
        return entry.border
    equal = threats(entry.inside, enemies, threat_tie=threat_tie, limits=limits) or (entry.threat,)
    return max(greatest(entry.border, length, allowed(entry.inside, threat)) for threat in equal)


def greatest(least: int, most: int, allowed: Callable[[int], bool]) -> int:
    """The greatest number that is allowed, where all below it are; `least` needs no leave."""
    if allowed(most):
        return most
    good, bad = least, most
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if allowed(middle) else (good, middle)
    return good


# Facing and leaving


def face_threat(
    unit: Body,
    enemy: Body,
    solids: Sequence[Figure] = (),
    *,
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> tuple[Turn, Body | None]:
    """The turn on the spot that looks best against the most threatening enemy, and the base after it; None if there is
    no room for it."""

    def slant(turn: Turn) -> int:
        turned = turn_in_place(unit, turn, limits=limits)
        assert turned is not None  # where nothing stands there is always room
        return misalignment(turned, enemy)

    turn = min(Turn, key=slant)
    return turn, turn_in_place(unit, turn, solids, quarter_turn_anchor=quarter_turn_anchor, limits=limits)


def leave_zone(
    unit: Body,
    enemy: Body,
    length: int,
    solids: Sequence[Figure] = (),
    *,
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> Body | None:
    """A held unit that leaves: it faces the most threatening enemy and goes straight back, all the way or not at
    all."""
    _, facing = face_threat(unit, enemy, solids, quarter_turn_anchor=quarter_turn_anchor, limits=limits)
    if facing is None:
        return None
    end = facing.moved(back(facing.pose, length))
    return None if overlapping(hull(facing.quad, end.quad), solids, limits.touch) else end
