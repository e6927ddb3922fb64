"""`random`: any legal action, each as likely as the other. The yardstick that everything else must beat."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View


class Chancer:
    """Plays any game."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        return Decision(rng.choice(game.imagine(view, rng).actions()))


def make() -> Chancer:
    return Chancer()
