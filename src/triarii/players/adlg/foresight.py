"""What an order leads to before the next order can be given: answers of the charged, runs and charge dice, rallies."""

from __future__ import annotations

from collections.abc import Callable

from triarii.games.adlg.battle import sequence
from triarii.games.adlg.battle.state import Stage, State
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
        match state.stage:
            case Stage.ANSWER if not asked:
                worths = [settled(each, seat, weigh, asked=True) for each in _answers(state)]
                mine = state.field.unit(state.who).seat == seat
                return max(worths) if mine else min(worths)
            case Stage.ANSWER:
                state = _answers(state)[-1 if state.field.unit(state.who).light else 0]
            case Stage.RUN:
                state = sequence.run(state, MIDDLE)
            case Stage.ABOUT:
                state = sequence.about(state, True)
            case Stage.PACE:
                state = sequence.pace(state, MIDDLE)
            case Stage.PRESS:
                state = sequence.press(state, max(1, sequence.press_limits(state)[1]))
            case Stage.RALLY:
                return _rallied(state, weigh)
            case Stage.RECALL:
                return sum(weigh(sequence.recall(state, die)) for die in DIE) / len(DIE)
            case _:
                return weigh(state)


def _answers(state: State) -> list[State]:
    """A charged unit stands, or runs: alone, or where it can't do that with the first group that can."""
    stands = [sequence.stand(state)] if sequence.may_stand(state) else []
    return [*stands, *(sequence.flee(state, names) for names in sequence.evaders(state)[:1])]


def _rallied(state: State, weigh: Weigh) -> float:
    field, name = state.field, state.who
    place = place_of(field.nearest_enemy(name), field.fights(name))
    chance = float(rally_chance(place, commander_with_unit=bool(field.leader_with(name))))
    return chance * weigh(sequence.rally(state, FULL)) + (1 - chance) * weigh(sequence.rally(state, 1))
