"""What an order leads to before the next order can be given: answers of the charged, runs and charge dice, rallies."""

from __future__ import annotations

from collections.abc import Callable

from triarii.games.adlg.battle import sequence
from triarii.games.adlg.battle.stages import (
    Answering,
    ChargeDie,
    EvadeDie,
    OwnEvadeDie,
    Pressing,
    RallyDie,
    RecallDie,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.rally import place_of, rally_chance

MIDDLE = 3
"""The die that changes neither an evade nor a charge."""
FULL = 6
DIE = range(1, 7)
Weigh = Callable[[State], float]


def settled(state: State, seat: int, weigh: Weigh, *, asked: bool = False) -> float:
    """The worth of a state for a seat once what hangs in the air has come down: dice fall in the middle, and the first
    who is charged answers as is best for him; of the others light troops run and all else stands."""
    while True:
        match state.now:
            case Answering() as now if not asked:
                worths = [settled(each, seat, weigh, asked=True) for each in _answers(state, now)]
                mine = state.field.unit(now.unit).seat == seat
                return max(worths) if mine else min(worths)
            case Answering() as now:
                state = _answers(state, now)[-1 if state.field.unit(now.unit).light else 0]
            case EvadeDie() | OwnEvadeDie() as runs:
                state = sequence.run(state, runs, MIDDLE)
            case TurningAbout() as turns:
                state = sequence.about(state, turns, True)
            case ChargeDie() as charges:
                state = sequence.pace(state, charges, MIDDLE)
            case Pressing() as presses:
                state = sequence.press(state, presses, max(1, sequence.press_limits(state, presses)[1]))
            case RallyDie() as rallies:
                return _rallied(state, rallies, weigh)
            case RecallDie() as recall:
                return sum(weigh(sequence.recall(state, recall, die)) for die in DIE) / len(DIE)
            case _:
                return weigh(state)


def _answers(state: State, now: Answering) -> list[State]:
    """A charged unit stands, or runs: alone, or where it can't do that with the first group that can."""
    stands = [sequence.stand(state, now)] if sequence.may_stand(state, now) else []
    return [*stands, *(sequence.flee(state, now, names) for names in sequence.evaders(state, now)[:1])]


def _rallied(state: State, now: RallyDie, weigh: Weigh) -> float:
    field, name = state.field, now.unit
    place = place_of(field.nearest_enemy(name), field.fights(name))
    chance = float(rally_chance(place, commander_with_unit=bool(field.leader_with(name))))
    return chance * weigh(sequence.rally(state, now, FULL)) + (1 - chance) * weigh(sequence.rally(state, now, 1))
