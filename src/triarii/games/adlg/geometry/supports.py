"""Who fights and who supports, by how the bases stand: matched fronts, supporters in line or on a flank, and units
whose front is on a flank or rear."""

from enum import StrEnum

from triarii.games.adlg.geometry.bodies import (
    Body,
    contact_length,
    corners_match,
    edge_contact,
    same_facing,
    turn_between,
)
from triarii.games.adlg.geometry.contacts import OUTWARD, Side, edge_of, met_edge
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import gap, overlap


def fronts_match(a: Body, b: Body, limits: Limits = LIMITS) -> bool:
    """Whether two units stand front to front with both corners matched."""
    facing = same_facing(a.heading, b.heading + 18000, limits)
    left, right = corners_match(a.quad[0], b.quad[1], limits), corners_match(a.quad[1], b.quad[0], limits)
    return facing and left and right


def supports_in_line(supporter: Body, main: Body, limits: Limits = LIMITS) -> bool:
    """Whether a unit stands beside a friend in line, front corner to front corner."""
    beside = corners_match(supporter.quad[0], main.quad[1], limits) or corners_match(
        supporter.quad[1], main.quad[0], limits
    )
    return same_facing(supporter.heading, main.heading, limits) and beside


def supports_on_flank(supporter: Body, enemy: Body, limits: Limits = LIMITS) -> bool:
    """Whether a unit stands flank along flank with an enemy."""
    parallel = any(same_facing(supporter.heading, enemy.heading + turn, limits) for turn in (0, 18000))
    return parallel and flank_contact(supporter, enemy, limits) >= limits.edge


def flank_contact(supporter: Body, enemy: Body, limits: Limits = LIMITS) -> int:
    """Along how much two flanks touch."""
    flanks = (Side.LEFT, Side.RIGHT)
    return max(contact_length(edge_of(supporter, own), edge_of(enemy, his), limits) for own in flanks for his in flanks)


class MeleeSupport(StrEnum):
    """How a unit's front stands on an enemy's flank or rear."""

    NONE = "none"
    INCOMPLETE = "incomplete"
    """It counts as a simple support only."""
    FULL = "full"


def melee_support(supporter: Body, enemy: Body, limits: Limits = LIMITS) -> tuple[MeleeSupport, Side | None]:
    """Whether a unit's front edge is on an enemy's flank or rear, and on which: fully with a corner matched,
    incompletely elsewhere on the edge or at a slant; by corners alone not at all."""
    for side in (Side.LEFT, Side.RIGHT, Side.REAR):
        if not faces(supporter, enemy, side, limits) or not edge_contact(supporter.front, edge_of(enemy, side), limits):
            continue
        matched = any(corners_match(own, his, limits) for own in supporter.front for his in edge_of(enemy, side))
        return MeleeSupport.FULL if matched else MeleeSupport.INCOMPLETE, side
    met = met_edge(supporter, enemy, limits)
    if met is not Side.FRONT and slants_onto(supporter, enemy, met, limits):
        return MeleeSupport.INCOMPLETE, met
    return MeleeSupport.NONE, None


def faces(supporter: Body, enemy: Body, side: Side, limits: Limits = LIMITS) -> bool:
    """Whether a unit looks squarely at an edge."""
    return same_facing(supporter.heading, enemy.heading + OUTWARD[side] + 18000, limits)


def slants_onto(supporter: Body, enemy: Body, side: Side, limits: Limits = LIMITS) -> bool:
    """Whether a unit's front edge touches an edge at a slant, and not only corner to corner."""
    slant = turn_between(supporter.heading, enemy.heading + OUTWARD[side] + 18000)
    if not limits.facing < slant < 9000 - limits.facing:
        return False
    if overlap(supporter.quad, enemy.quad, limits.touch):
        return False
    if gap(supporter.front, edge_of(enemy, side)) > limits.touch:
        return False
    return not any(corners_match(own, his, limits) for own in supporter.front for his in enemy.quad)
