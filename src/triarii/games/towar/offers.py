"""What the next word of a turn would do, in words: the cell it leads to, and the fight that waits there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triarii.core.contract import Choice
from triarii.core.texts import Message
from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.cells import DIRECTIONS, NAMES, entry
from triarii.games.towar.chains import Chain

if TYPE_CHECKING:
    from triarii.games.towar.position import Position

OUTCOMES = {codes.WON: "won", codes.LOST: "lost", codes.TIED: "tied"}


def fight_numbers(position: Position, attacker: int, defender: int, direction: int) -> dict[str, str | int]:
    """Both numbers of a fight and how it ends."""
    outcome = jobs.meet(attacker, defender, max(direction, codes.FORWARD), position.force)
    bonus = codes.SIDE_BONUS if direction > codes.FORWARD else 0
    attack = position.unit(attacker).attack
    return {
        "enemy": position.unit(defender).id,
        "attack": attack,
        "bonus": bonus,
        "total": attack + bonus,
        "defence": position.unit(defender).defence,
        "outcome": OUTCOMES[outcome],
    }


def entry_label(position: Position, card: int, column: str) -> Choice:
    """What happens if the card comes in there."""
    cell = entry(position.side, column)
    met = rules.unit_on(position.field, cell)
    params: dict[str, str | int] = {"unit": position.unit(card).id, "cell": NAMES[cell]}
    if not met:
        return Choice(column, Message("choice.enter", params), NAMES[cell])
    own = met // codes.SIDE == position.side
    if own or position.force.displace_on_entry:
        params["displaced"] = position.unit(met).id
        key = "choice.enter_displacing" if own else "choice.enter_displacing_enemy"
        return Choice(column, Message(key, params), NAMES[cell])
    params |= fight_numbers(position, card, met, codes.FORWARD)
    return Choice(column, Message("choice.enter_attacking", params), NAMES[cell])


def step_label(position: Position, chain: Chain, direction: int) -> Choice:
    """What happens if the unit in the air goes there."""
    word = DIRECTIONS[direction]
    target = rules.step_from(chain.cell, direction, chain.side)
    params: dict[str, str | int] = {"unit": position.unit(chain.air).id, "direction": word}
    if target == codes.INTO_THE_CAMP:
        return Choice(word, Message("choice.breakthrough", params))
    params["cell"] = NAMES[target]
    met = rules.unit_on(chain.field, target)
    if not met:
        return Choice(word, Message("choice.step", params), NAMES[target])
    if met // codes.SIDE == chain.air // codes.SIDE:
        params["displaced"] = position.unit(met).id
        return Choice(word, Message("choice.step_displacing", params), NAMES[target])
    params |= fight_numbers(position, chain.air, met, direction)
    key = "choice.step_attacking_sideways" if direction else "choice.step_attacking"
    return Choice(word, Message(key, params), NAMES[target])


def stay_label(position: Position, chain: Chain) -> Choice:
    """A second step may be left out."""
    params = {"unit": position.unit(chain.air).id, "cell": NAMES[chain.cell]}
    return Choice(".", Message("choice.stay", params), NAMES[chain.cell])
