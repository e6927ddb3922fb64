"""The reference players of To War!, with a plain look at the field: units, small terms for elite, rows and numbers.

`greedy` takes the best field after its own turn; `lookahead` takes its ten best and averages the best greedy answer
over the cards that the opponent has not shown. Both lay out their solid cards in front first."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.towar import codes
from triarii.games.towar.cells import NUMBERS
from triarii.games.towar.position import CHOOSING, Position
from triarii.players.towar.searches import Searches
from triarii.players.towar.thinking import turns_left

CERTAIN = 1 << 20
CANDIDATES = 10


class Reference:
    """Plays To War!; among equals it lets chance decide."""

    games = frozenset({"towar"})

    def __init__(self, candidates: int) -> None:
        self.candidates = candidates
        """Turns that are looked at further; 0: none."""
        self.searches = Searches(plain=True, width=CANDIDATES)

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position: Position = game.imagine(view, rng)
        if position.phase == CHOOSING:
            return Decision(rng.choice(position.actions()))
        if position.phase == codes.DEPLOY:
            return Decision(solid_front(position, rng))
        search = self.searches.search(position)
        search.begin(0, 0.0)
        left = turns_left(position) - 1
        order = position.actions()
        rng.shuffle(order)
        looks = {action: self._look(position, action, left) for action in order}
        order.sort(key=lambda action: -looks[action])
        best = order[0]
        if self.candidates and looks[best] < CERTAIN:
            values = {action: self._further(position, action, left) for action in order[: self.candidates]}
            best = max(values, key=lambda action: values[action])
        return Decision(best, nodes=len(order) + search.nodes)

    def _look(self, position: Position, action: str, left: int) -> int:
        """What the field looks worth after a turn; a breakthrough is always best."""
        after = position.play(action)
        if after.broken_through:
            return CERTAIN
        points = self.searches.search(position).points(after.field, 0, after.side, left)
        return -points if position.side else points

    def _further(self, position: Position, action: str, left: int) -> int:
        after = position.play(action)
        if after.broken_through:
            return CERTAIN
        search = self.searches.search(position)
        return CERTAIN - search.value(after.field, after.reserve, after.hands, after.side, left, 1)


def solid_front(position: Position, rng: Random) -> str:
    """Cards with a good defence go to the front row, the others behind, as long as there is room."""
    cells = position.actions()
    solid = position.unit(position.card).defence >= 3
    front = range(3, 9)
    fitting = [cell for cell in cells if (NUMBERS[cell] in front) == solid]
    return rng.choice(fitting or cells)


def greedy() -> Reference:
    return Reference(0)


def lookahead(candidates: str = str(CANDIDATES)) -> Reference:
    if int(candidates) < 1:
        raise ValueError("at least one candidate")
    return Reference(int(candidates))
