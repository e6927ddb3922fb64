"""`feint_bluffer`: raids with its best card and now and then claims too much; believes a raid if the odds say so."""

from __future__ import annotations

from random import Random
from typing import Any

from feint.actions import Raid, Word
from feint.cards import CLAIMS, STRENGTH
from triarii.core.contract import AnyGame, Budget, Decision, View

LOOKS = 32
"""How many positions it imagines before it answers a raid, unless its budget is smaller."""


class Bluffer:
    """Plays Feint from what it may know: its view, and positions imagined from it."""

    games = frozenset({"feint"})

    def __init__(self, boldness: int) -> None:
        self.boldness = boldness

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        if position.raid is not None:
            return self._answer(game, view, budget, rng)
        card = max(position.hands[position.side], key=lambda held: STRENGTH[held])
        claim = STRENGTH[card]
        if rng.randrange(100) < self.boldness:
            claim = min(2 * claim, CLAIMS.high)
        return Decision(Raid(card, claim), nodes=1)

    def _answer(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        looks = min(LOOKS, budget.nodes or LOOKS)
        bluffs = sum(not game.imagine(view, rng).raid.honest for _ in range(looks))
        return Decision(Word.HOLD if 2 * bluffs > looks else Word.FLEE, nodes=looks)


def make(boldness: str = "25") -> Bluffer:
    """Settings come as texts: `feint_bluffer:boldness=60` bluffs in 60 of 100 raids."""
    if int(boldness) not in range(101):
        raise ValueError("boldness is a share of a hundred")
    return Bluffer(int(boldness))
