"""`fourrow_careful`: wins if it can, prevents a loss if it must, else drops anywhere."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from triarii.core.contract import AnyGame, Budget, Decision, View


class Careful:
    """Sees a view, never the position; all its chance comes from `rng`."""

    games = frozenset({"fourrow"})
    title: ClassVar = {"en": "Careful", "de": "Umsichtig"}

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        wins = [action for action in position.actions() if _wins(position.play(action), view)]
        safe = [action for action in position.actions() if not _can_lose(position.play(action), view)]
        return Decision(rng.choice(wins or safe or position.actions()))


def _wins(after: Any, view: View) -> bool:
    result = after.result()
    return result is not None and result.winner is view.turn


def _can_lose(after: Any, view: View) -> bool:
    results = [after.play(action).result() for action in after.actions()]
    return any(result is not None and result.winner is view.turn.other for result in results)


def make() -> Careful:
    """Settings, if it had any, would come as texts by keyword."""
    return Careful()
