"""`random`: any legal action, each as likely as the other. The yardstick that everything else must beat."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, Sampled, View


class Chancer:
    """Plays any game."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        return Decision(position.sample(rng) if isinstance(position, Sampled) else rng.choice(position.actions()))


def make() -> Chancer:
    return Chancer()
