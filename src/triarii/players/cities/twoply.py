"""`twoply`: takes the best-looking turns and asks for each what the opponent's best answer leaves of it."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.cities.position import Position
from triarii.players.cities.worth import WIN, worth_of_turn

CANDIDATES = 14


class TwoPly:
    """Plays Cities & Heroes; among equals it lets chance decide."""

    games = frozenset({"cities"})

    def __init__(self, candidates: int) -> None:
        self.candidates = candidates

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        looks = {action: worth_of_turn(position, action) for action in position.actions()}
        order = list(looks)
        rng.shuffle(order)
        order.sort(key=lambda action: -looks[action])
        best, line, nodes = order[0], [order[0]], len(looks)
        best_value = -2 * WIN
        for action in order[: self.candidates]:
            after = position.play(action)
            if after.result() is not None:
                value, reply = looks[action], None
            else:
                reply, answer, seen = best_answer(after)
                value, nodes = -answer, nodes + seen
            if value > best_value:
                best, best_value, line = action, value, [action] if reply is None else [action, reply]
        return Decision(best, line=line, nodes=nodes)


def best_answer(position: Position) -> tuple[int, int, int]:
    """(the opponent's best-looking turn, what it is worth to him, how many were looked at)."""
    values = {action: worth_of_turn(position, action) for action in position.actions()}
    best = max(values, key=lambda action: values[action])
    return best, values[best], len(values)


def make(candidates: str = str(CANDIDATES)) -> TwoPly:
    if int(candidates) < 1:
        raise ValueError("at least one candidate")
    return TwoPly(int(candidates))
