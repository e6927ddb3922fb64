"""The last cards of a game of To War! proven: what every turn is worth, or only which one is best, which is quicker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from triarii.core.contract import Prospect
from triarii.games.towar.position import Position
from triarii.players.towar.endgame import Endgame
from triarii.players.towar.search import Search
from triarii.players.towar.searches import proven

NEEDED = (0, 0, 5, 30, 150, 1_000, 5_000, 15_000, 200_000, 2_000_000, 20_000_000)
"""By the number of cards left, that of the turn included: turns that are listed for the best one to be proven, more or
less; half of the positions need fewer, a few ten times as many."""
NO_BOUND = 1 << 60
LOOKS = 300
"""Nodes for a short look, so that what is proven first is good; where a proof costs many times that."""


def nodes_needed(cards: int) -> int:
    return NEEDED[cards] if cards < len(NEEDED) else NEEDED[-1] * 10 ** (cards - len(NEEDED) + 1)


class Proof:
    """What is proven of one position within a budget of nodes, and of time by the monotonic clock (0: none)."""

    def __init__(self, position: Position, endgame: Endgame, limit: int, deadline: float) -> None:
        self.position = position
        self.endgame = endgame
        self.left = limit
        self.deadline = deadline
        self.nodes = 0

    @cached_property
    def afters(self) -> Mapping[str, Position]:
        """What each turn leads to."""
        return {action: self.position.play(action) for action in self.position.actions()}

    def prospect(self, after: Position) -> Prospect | None:
        """What one turn brings; None: the budget is spent."""
        found = proven(after, self.endgame, self.left, self.deadline)
        if not after.broken_through:
            self._spend(self.endgame.nodes)
        return found

    def ranked(self, search: Search) -> list[tuple[str, float]]:
        """The best turn with its expected score, then the others, which are no better; nothing: the budget is spent."""
        for action, after in self.afters.items():
            if after.broken_through:
                return [(action, 1.0)]
        order, least, best, full = self._by_looks(search), NO_BOUND, "", 1
        for action in order:
            after = self.afters[action]
            theirs, _, full = self.endgame.solve(
                after.field, after.reserve, after.hands, after.side, self.left, self.deadline, -1, least
            )
            self._spend(self.endgame.nodes)
            if theirs < 0:
                return []
            if theirs < least:
                least, best = theirs, action
            if not least:
                break
        score = 1 - least / full
        return [(best, score), *((action, score) for action in order if action != best)]

    def _by_looks(self, search: Search) -> list[str]:
        """The turns, those first that look best after the other side's answer."""
        left = self.position.cards_left() - 1
        depth = 1 if nodes_needed(left + 1) > LOOKS and left > 1 else 0
        search.begin(0, 0.0)
        looks = {
            action: search.value(after.field, after.reserve, after.hands, after.side, left, depth)
            for action, after in self.afters.items()
        }
        self._spend(search.nodes)
        return sorted(looks, key=lambda action: looks[action])

    def _spend(self, nodes: int) -> None:
        self.nodes += nodes
        self.left = max(1, self.left - nodes)
