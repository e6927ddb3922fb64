"""How bases stand on each other, by their edges and corners alone: an oracle for the places in which units conform."""

from __future__ import annotations

from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body, corners_match, edge_contact, same_facing, turn_between
from triarii.games.adlg.geometry.contacts import OUTWARD, Side, edge_of, met_edge
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.shapes import gap, overlap


def fronts_match(a: Body, b: Body, limits: Limits = LIMITS) -> bool:
    """Whether two units stand front to front with both corners matched."""
    facing = same_facing(a.heading, b.heading + 18000, limits)
    left, right = corners_match(a.quad[0], b.quad[1], limits), corners_match(a.quad[1], b.quad[0], limits)
    return facing and left and right


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
