"""Actions word by word: an army; a cell; or (a card of the hand,) a column, then directions, `.` to stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import Choice, Refusal, Turn
from triarii.core.texts import Message
from triarii.games.towar import codes
from triarii.games.towar.actions import PASS, turn_text
from triarii.games.towar.cells import DIRECTIONS, LETTERS, NAMES, entry
from triarii.games.towar.chains import Chain, entered
from triarii.games.towar.offers import entry_label, stay_label, step_label

if TYPE_CHECKING:
    from triarii.games.towar.position import Position


def next_words(position: Position, words: list[str]) -> Sequence[Choice] | str | Refusal:
    """What can follow these words; the action where they spell one."""
    if position.turn in (Turn.OVER, Turn.CHANCE):
        return position.check("") or []
    if position.phase == codes.TURN:
        return _turn(position, words)
    if not words:
        return _armies(position) if position.phase != codes.DEPLOY else _cells(position)
    if len(words) == 1:
        return position.check(words[0]) or words[0]
    return position.misread(words)


def _armies(position: Position) -> list[Choice]:
    return [Choice(army, Message("choice.army", {"army": army})) for army in position.actions()]


def _cells(position: Position) -> list[Choice]:
    unit = position.unit(position.card).id
    return [Choice(cell, Message("choice.deploy", {"unit": unit, "cell": cell}), cell) for cell in position.actions()]


def _turn(position: Position, words: list[str]) -> Sequence[Choice] | str | Refusal:
    card = ""
    if position.setting.hand:
        if not words:
            return [
                Choice(unit, Message("choice.card", {"unit": unit}))
                for unit in (position.unit(code).id for code in position.playable())
            ]
        card, *words = words
    code = position.card_of(card)
    if isinstance(code, Refusal):
        return code
    if not words:
        return _entries(position, code)
    column, *steps = words
    if column == PASS and not steps:
        action = position.pass_text(card)
        return position.check(action) or action
    stay = steps[-1:] == ["."]
    steps = steps[:-1] if stay else steps
    if not {column} <= set(LETTERS) or not set(steps) <= set(DIRECTIONS):  # each a letter of its own
        return position.misread([*([card] if card else []), *words])
    action = turn_text(card, column, "".join(steps))
    chain = position.chain(action)
    if isinstance(chain, Refusal):
        return chain
    if not chain.air or (stay and chain.second):
        return Refusal("step.ended", "towar.turn.end") if stay and not chain.air else action
    if stay:
        unit = {"unit": position.unit(chain.air).id, "cell": NAMES[chain.cell]}
        return Refusal("turn.unfinished", "towar.turn.step", unit)
    offered = [step_label(position, chain, direction) for direction in chain.directions()]
    if chain.second:
        offered.append(stay_label(position, chain))
    return offered


def _entries(position: Position, code: int) -> list[Choice]:
    """The cells of the own back row that are open to a card."""
    offered = []
    for column in LETTERS:
        chain = entered(position.field, position.side, code, entry(position.side, column), position.force)
        if isinstance(chain, Chain):
            offered.append(entry_label(position, code, column))
    return offered or [Choice(PASS, Message("choice.pass", {"unit": position.unit(code).id}))]
