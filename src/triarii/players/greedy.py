"""`greedy`: takes the turn that looks best right after it, in each game that has such a look."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, Player, View
from triarii.players.cities.greedy import Greedy as GreedyOfCities
from triarii.players.towar.references import greedy as greedy_of_towar


class Greedy:
    """Asks the greedy player of the game that is played."""

    games = frozenset({"cities", "towar"})

    def __init__(self) -> None:
        self._players: dict[str, Player] = {"cities": GreedyOfCities(), "towar": greedy_of_towar()}

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        return self._players[game.info.id].choose(game, view, budget, rng)


def make() -> Greedy:
    return Greedy()
