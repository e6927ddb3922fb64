"""The exact result of every fight on offer. In To War! no die is thrown: what a fight brings is certain once the card
is known, so the odds of a turn are those of the numbers alone."""

from __future__ import annotations

from fractions import Fraction

from triarii.core.contract import Eye, Fight
from triarii.games.towar import codes
from triarii.games.towar.cells import NAMES
from triarii.games.towar.chains import Chain
from triarii.games.towar.offers import fight_numbers
from triarii.games.towar.position import Position


def fights_on_offer(position: Position, eye: Eye) -> list[Fight]:
    """Every distinct fight (who, from which side, against whom) that the player to move can have, each with a turn that
    leads to it; in the order of the turns. Nobody else knows what a hidden hand offers."""
    if position.phase != codes.TURN or (position.setting.hand and eye != Eye(position.side)):
        return []
    found: dict[tuple[int, int, int, int], Fight] = {}
    for action in position.actions():
        chain = position.chain(action)
        if not isinstance(chain, Chain) or not chain.steps[-1].outcome:
            continue
        last = chain.steps[-1]
        known = (last.unit, last.met, last.goal, last.direction)
        if known not in found:
            numbers = fight_numbers(position, last.unit, last.met, last.direction)
            params = {"unit": position.unit(last.unit).id, "cell": NAMES[last.goal], **numbers}
            shares = [Fraction(numbers["outcome"] == word) for word in ("won", "tied", "lost")]
            found[known] = Fight(action, params, *shares)
    return list(found.values())
