"""Who supports a unit that fights, by how the bases stand: in line beside it, or along the enemy's flank."""

from triarii.games.adlg.geometry.bodies import (
    Body,
    contact_length,
    corners_match,
    same_facing,
)
from triarii.games.adlg.geometry.contacts import Side, edge_of
from triarii.games.adlg.geometry.limits import LIMITS, Limits


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
