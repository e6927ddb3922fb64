"""The exact result of every fight on offer. In To War! no die is thrown: what a fight brings is certain once the card
is known, so the odds of a turn are those of the numbers alone."""

from __future__ import annotations

from fractions import Fraction

from triarii.core.contract import Eye, Fight
from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.actions import way_text
from triarii.games.towar.cells import NAMES
from triarii.games.towar.offers import fight_numbers
from triarii.games.towar.position import Position


def fights_on_offer(position: Position, eye: Eye) -> list[Fight]:
    """Every distinct fight (who, from which side, against whom) that the player to move can have, by the card that is
    played, each with a shortest turn that leads to it. Nobody else knows what a hidden hand offers."""
    if position.phase != codes.TURN or (position.setting.hand and eye != Eye(position.side)):
        return []
    found = []
    for card in position.playable():
        name = position.unit(card).id if position.setting.hand else ""
        for way, attacker, cell, direction in jobs.list_fights(position.field, position.side, card, position.force):
            sideways = direction if direction != codes.ENTRY else codes.FORWARD
            numbers = fight_numbers(position, attacker, _met(position, card, way, cell, direction), sideways)
            params = {"unit": position.unit(attacker).id, "cell": NAMES[cell], **numbers}
            shares = [Fraction(numbers["outcome"] == word) for word in ("won", "tied", "lost")]
            found.append(Fight(way_text(name, way), params, *shares))
    return found


def _met(position: Position, card: int, way: bytes, cell: int, direction: int) -> int:
    """Who stands there when the attacker comes: the new card may be met by an enemy that it displaced."""
    new = cell == way[0] and direction != codes.ENTRY
    return card if new else rules.unit_on(position.field, cell)
