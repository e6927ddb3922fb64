"""`yardstick`: the frozen master as a player."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.cities.actions import CLAIM
from triarii.games.cities.rulings import Rulings
from triarii.players.cities.yardstick.search import Report, Search
from triarii.players.cities.yardstick.weights import PRESENT, SCALE

DEFAULT_NODES = 300_000
"""As the level `master` had them."""
MARGIN, OVERHEAD_MS = 0.93, 3.0
SMALL_TABLE, LARGE_TABLE = 16, 20
FEW_NODES = 100_000


class Yardstick:
    """Plays Cities & Heroes as `master` did before its evaluation and its search were renewed."""

    games = frozenset({"cities"})

    def __init__(self, nodes: int = 0, milliseconds: int = 0) -> None:
        self.own = Budget(nodes or None, milliseconds or None)
        self._searches: dict[tuple[Rulings, int], Search] = {}

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        legal = position.actions()
        if legal[0] > CLAIM - 2:  # only a pass, perhaps a claim
            return Decision(legal[-1])
        milliseconds = self.own.milliseconds or (0 if self.own.nodes else budget.milliseconds) or 0
        nodes = self.own.nodes or budget.nodes or (0 if milliseconds else DEFAULT_NODES)
        report: Report = self._search(position.setting.rulings, nodes).search(
            position.placement,
            position.stall,
            position.past_keys(),
            nodes=nodes,
            milliseconds=max(0.1, milliseconds * MARGIN - OVERHEAD_MS) if milliseconds else 0.0,
        )
        if not report.line:
            return Decision(legal[0], nodes=report.nodes)
        score = float(report.value > 0) if report.ends_in else 1 / (1 + math.exp(-report.value / SCALE))
        return Decision(report.line[0], score, report.line, report.nodes)

    def _search(self, rulings: Rulings, nodes: int) -> Search:
        wanted = rulings, SMALL_TABLE if 0 < nodes <= FEW_NODES else LARGE_TABLE
        if wanted not in self._searches:
            self._searches[wanted] = Search(PRESENT, *wanted)
        return self._searches[wanted]


def make(nodes: str = "0", ms: str = "0") -> Yardstick:
    chosen = [int(word) for word in (nodes, ms)]
    if min(chosen) < 0:
        raise ValueError("budgets are not negative")
    return Yardstick(*chosen)
