"""Routs and pursuits: whom a routing unit strikes, how that spreads, and how far the victor follows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side, contact_kind, start_kind
from triarii.games.adlg.geometry.held import leads_onto
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import advance
from triarii.games.adlg.geometry.shapes import Figure, Quad, hull, overlap, rectangle
from triarii.games.adlg.geometry.stops import Stop, Why, first_stop
from triarii.games.adlg.geometry.turns import Turn, turn_in_place

STRIP = 1000
PURSUIT = 1000


def rout_strip(routed: Body) -> Quad:
    """The ground right behind a routed unit; friends there are struck."""
    return strip_beside(routed, Side.REAR)


def strip_beside(routed: Body, side: Side) -> Quad:
    """The ground 1 UD deep along one edge: where a rampaging elephant runs."""
    half, depth = routed.width // 2, routed.depth
    if side is Side.FRONT:
        return rectangle(routed.pose, -half, half, 0, STRIP)
    if side is Side.LEFT:
        return rectangle(routed.pose, -half - STRIP, -half, -depth, 0)
    if side is Side.RIGHT:
        return rectangle(routed.pose, half, half + STRIP, -depth, 0)
    return rectangle(routed.pose, -half, half, -depth - STRIP, -depth)


def rampage_side(die: int) -> Side:
    """Where a routed elephant runs by the die."""
    return {1: Side.FRONT, 2: Side.LEFT, 3: Side.RIGHT}.get(die, Side.REAR)


def struck(strip: Figure, units: Iterable[Body], limits: Limits = LIMITS) -> tuple[str, ...]:
    """The ids of the units on such a strip, in ascending order."""
    return tuple(sorted(unit.id for unit in units if overlap(unit.quad, strip, limits.touch)))


def turned_to_enemy(routed: Body, beaten_from: Side) -> Body:
    """A unit that was beaten only from flank or rear turns to its main enemy before it routs."""
    turn = {Side.LEFT: Turn.LEFT, Side.RIGHT: Turn.RIGHT, Side.REAR: Turn.ABOUT}.get(beaten_from, Turn.NONE)
    turned = turn_in_place(routed, turn)
    assert turned is not None  # nothing is asked about the room that it takes
    return turned


def cascade(
    routed: Iterable[str],
    strips: Callable[[str], Figure | None],
    bodies: Mapping[str, Body],
    strike: Callable[[str, str], bool],
    limits: Limits = LIMITS,
) -> tuple[tuple[str, str], ...]:
    """How routs spread, wave by wave: pairs of a routed unit and one that it strikes, in order.

    `strips` gives the ground on which a routed unit strikes, None if it spares all; `strike` is told of each struck
    unit and says whether that unit routs now (who isn't harmed at all just says no). Nobody moves meanwhile and each
    unit routs once."""
    wave = sorted(set(routed))
    gone = set(wave)
    shaken: list[tuple[str, str]] = []
    while wave:
        following: set[str] = set()
        for origin in wave:
            strip = strips(origin)
            for unit in () if strip is None else struck(strip, bodies.values(), limits):
                if unit in gone:
                    continue
                shaken.append((origin, unit))
                if strike(origin, unit):
                    following.add(unit)
                    gone.add(unit)
        wave = sorted(following)
    return tuple(shaken)


# Pursuit


@dataclass(frozen=True)
class Pursuit:
    """How far a pursuer goes and why it stops there; with a contact, on which edge of the enemy that counts."""

    end: Body
    stop: Stop
    kind: Side | None = None
    along_enemy_front: bool = False
    """Its way leads along the front of an enemy, so that it had no duty to go."""


def pursue(
    pursuer: Body,
    *,
    enemies: Sequence[Body] = (),
    zones: Sequence[Body] = (),
    friends: Sequence[Body] = (),
    ground: Sequence[Figure] = (),
    table: tuple[int, int] | None = None,
    flank_reference: str = "whole_base",
    limits: Limits = LIMITS,
) -> Pursuit:
    """A pursuit of 1 UD straight ahead, or up to what stops it. Zones don't: `zones` only tell whether there is a duty
    to go."""
    stop = first_stop(pursuer, PURSUIT, enemies=enemies, friends=friends, ground=ground, table=table, limits=limits)
    end = pursuer.moved(advance(pursuer.pose, stop.distance))
    kind = None
    if stop.why is Why.CONTACT:
        target = next(enemy for enemy in enemies if enemy.id == stop.by)
        start = start_kind(pursuer, target, flank_reference=flank_reference, limits=limits)
        kind = contact_kind(start, end, target, limits)
    return Pursuit(end, stop, kind, leads_along_front(pursuer, end, zones, limits))


def leads_along_front(pursuer: Body, end: Body, zones: Iterable[Body], limits: Limits = LIMITS) -> bool:
    """Whether a pursuit crosses the zone of an enemy without leading onto his front."""
    way = hull(pursuer.quad, end.quad)
    return any(overlap(way, enemy.zone, limits.touch) and not leads_onto(pursuer, enemy, limits) for enemy in zones)
