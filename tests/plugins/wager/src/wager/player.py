"""`wager_near`: lays the card that comes nearest to what the die asks for."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from triarii.core.contract import AnyGame, Budget, Decision, View


class Near:
    """Sees a view, never the position; all its chance comes from `rng`."""

    games = frozenset({"wager"})
    title: ClassVar = {"en": "Near", "de": "Nah dran"}

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        wanted = 2 * position.die
        return Decision(min(position.actions(), key=lambda play: (abs(play.card - wanted), play.card)))


def make() -> Near:
    return Near()
