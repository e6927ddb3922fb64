"""`alphabeta`: looks ahead as far as its budget allows; the levels are this player with less to spend and slips."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.cities.actions import CLAIM
from triarii.games.cities.position import Position
from triarii.games.cities.rulings import Rulings
from triarii.players import handicaps
from triarii.players.cities.search import Report, Search
from triarii.players.cities.weights import PRESENT, SCALE
from triarii.players.handicaps import Handicap

DEFAULT_NODES = 200_000
MARGIN = 0.93
"""Of the time allowed, less a few milliseconds: the answer must be there in time."""
OVERHEAD_MS = 3.0
SMALL_TABLE, LARGE_TABLE = 16, 20
"""Sizes of the table of positions, as powers of two."""
FEW_NODES = 100_000


@dataclass(frozen=True)
class Line:
    """One way to go on: what it is worth and what is expected to follow."""

    action: int
    score: float
    """Expected score for the player to move, 0 to 1."""
    value: int
    moves: Sequence[int]
    depth: int
    ends_in: int = 0
    """Plies until a forced end; 0: none is in sight."""


def expected(report: Report) -> float:
    """Points as an expected score."""
    if report.ends_in:
        return float(report.value > 0)
    return 1 / (1 + math.exp(-report.value / SCALE))


class AlphaBeta:
    """Plays Cities & Heroes with a budget of nodes (repeatable) or milliseconds."""

    games = frozenset({"cities"})
    handicaps = handicaps.load("triarii.players.cities")
    scores = True

    def __init__(self, nodes: int = 0, milliseconds: int = 0, depth: int = 0) -> None:
        self.own = Budget(nodes or None, milliseconds or None)
        self.depth = depth
        self.nodes = 0
        self._searches: dict[tuple[Rulings, int], Search] = {}

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        [best, *_] = self.lines(position, budget, 1)
        return Decision(best.action, best.score, best.moves, self.nodes)

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best ways to go on, best first."""
        found = self.lines(game.imagine(view, rng), budget, count)
        return [Decision(line.action, line.score, line.moves, self.nodes) for line in found]

    def compare(self, game: AnyGame, view: View, spend: Budget, rng: Random, handicap: Handicap) -> Sequence[Line]:
        """What a level looks at."""
        return self.lines(game.imagine(view, rng), spend, handicap.candidates)

    def lines(self, position: Position, budget: Budget, count: int) -> list[Line]:
        """The best ways to go on, best first; each gets an equal share of the budget."""
        begun = time.monotonic()
        self.nodes = 0
        legal = position.actions()
        if legal[0] > CLAIM - 2:  # only a pass, perhaps a claim
            return [Line(legal[-1], 0.5, 0, legal[-1:], 0)]
        nodes, milliseconds = self._limits(budget)
        search = self._search(position, nodes)
        found: list[Line] = []
        while len(found) < min(count, len(legal)):
            left = milliseconds - 1000 * (time.monotonic() - begun)
            report: Report = search.search(
                position.placement,
                position.stall,
                position.past_keys(),
                depth=self.depth,
                nodes=nodes // count,
                milliseconds=max(0.1, left / (count - len(found))) if milliseconds else 0.0,
                without=[line.action for line in found],
            )
            self.nodes += report.nodes
            if not report.line:
                break
            found.append(
                Line(report.line[0], expected(report), report.value, report.line, report.depth, report.ends_in)
            )
        if not found:
            return [Line(legal[0], 0.5, 0, legal[:1], 0)]
        return sorted(found, key=lambda line: -line.value)

    def _limits(self, budget: Budget) -> tuple[int, float]:
        """(nodes, milliseconds) to spend; 0: no such limit."""
        nodes = self.own.nodes or budget.nodes or 0
        milliseconds = self.own.milliseconds or budget.milliseconds or 0
        if not nodes and not milliseconds and not self.depth:
            nodes = DEFAULT_NODES
        return nodes, max(0.1, milliseconds * MARGIN - OVERHEAD_MS) if milliseconds else 0.0

    def _search(self, position: Position, nodes: int) -> Search:
        """A searcher, kept for the next turn: its table is large."""
        table = SMALL_TABLE if 0 < nodes <= FEW_NODES else LARGE_TABLE
        wanted = position.setting.rulings, table
        if wanted not in self._searches:
            self._searches[wanted] = Search(PRESENT, *wanted)
        return self._searches[wanted]


def make(nodes: str = "0", ms: str = "0", depth: str = "0") -> AlphaBeta:
    chosen = [int(word) for word in (nodes, ms, depth)]
    if min(chosen) < 0:
        raise ValueError("budgets are not negative")
    return AlphaBeta(*chosen)
