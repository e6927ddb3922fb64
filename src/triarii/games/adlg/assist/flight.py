"""What becomes of a unit that evades: all dice of the evade and of the charge are gone through, exactly.

Everybody else who is asked on the way does the first thing that is proposed to him.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from triarii.games.adlg.battle.stages import BY_DICE, Stage

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

ON_THE_WAY = frozenset({Stage.ANSWER, Stage.RUN, Stage.ABOUT, Stage.PACE})
"""Stages of a charge before it is known who was caught."""
MOST_STEPS = 12
"""No charge asks for more."""
KEEP_ON = "stay"
"""Who may turn about after an evade runs on."""


def caught(position: Position, action: str, unit: str) -> Fraction:
    """The chance that a unit is caught by the charge it evades, or driven from the table."""
    return _caught(position.play(action), unit, MOST_STEPS)


def _caught(position: Position, unit: str, steps: int) -> Fraction:
    state = position.state
    if unit not in state.field or state.field.fights(unit):
        return Fraction(1)
    if state.stage not in ON_THE_WAY or not steps:
        return Fraction(0)
    if state.stage not in BY_DICE:
        return _caught(position.play(_answer(position)), unit, steps - 1)
    # Many faces of a die change a distance alike: each place is looked at once.
    weights: dict[object, tuple[Position, Fraction]] = {}
    for outcome, chance in position.chances():
        after = position.play(outcome)
        known, weight = weights.get(after.text(), (after, Fraction(0)))
        weights[after.text()] = known, weight + chance
    return sum((weight * _caught(after, unit, steps - 1) for after, weight in weights.values()), Fraction(0))


def _answer(position: Position) -> str:
    listed = position.listed
    return next((action for action in listed if action.endswith(f" {KEEP_ON}")), listed[0])
