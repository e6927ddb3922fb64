"""`greedy`: takes the turn that looks best right after it, without asking what the opponent will answer."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.players.cities.worth import worth_of_turn


class Greedy:
    """Plays Cities & Heroes; among equals it lets chance decide."""

    games = frozenset({"cities"})

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        values = {action: worth_of_turn(position, action) for action in position.actions()}
        best = max(values.values())
        return Decision(rng.choice([action for action, value in values.items() if value == best]), nodes=len(values))


def make() -> Greedy:
    return Greedy()
