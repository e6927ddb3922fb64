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
from triarii.players.cities import book
from triarii.players.cities.characters import CHARACTERS, PLAIN, Character
from triarii.players.cities.search import Report, Search
from triarii.players.cities.weights import SCALE
from triarii.players.handicaps import Handicap

DEFAULT_NODES = 200_000
MARGIN = 0.93
"""Of the time allowed, less a few milliseconds: the answer must be there in time."""
OVERHEAD_MS = 3.0
SMALL_TABLE, LARGE_TABLE = 16, 20
"""Sizes of the table of positions, as powers of two."""
FEW_NODES = 100_000
ALL_PIECES = 16
CHOICE = 2
"""Ways that are compared for the sake of variety."""


@dataclass(frozen=True)
class Sight:
    """How well somebody sees: a player who is not a level sees everything."""

    overlooked: int = 0
    eyes: int = 0


CLEAR = Sight()


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
    """Plays Cities & Heroes with a budget of nodes (repeatable) or milliseconds, plainly or in character."""

    games = frozenset({"cities"})
    handicaps = handicaps.load("triarii.players.cities")
    scores = True

    def __init__(self, nodes: int = 0, milliseconds: int = 0, depth: int = 0, *, character: Character = PLAIN) -> None:
        self.character = character
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
        """What a level looks at: first turns that it knows by heart; before the first capture one of those that are as
        good as the best; then what it sees."""
        position = game.imagine(view, rng)
        known = book.moves(position)
        if known and not self.character.name:
            self.nodes = 0
            action = rng.choice(known)
            return [Line(action, 0.5, 0, [action], 0)]
        sight = Sight(handicap.overlooked, rng.getrandbits(64)) if handicap.overlooked else CLEAR
        mine, theirs, *_ = position.placement
        if not handicap.variety or (mine | theirs).bit_count() < ALL_PIECES:
            return self.lines(position, spend, handicap.candidates, sight)
        found = self.lines(position, spend, max(CHOICE, handicap.candidates), sight)
        equal = [line for line in found if found[0].score - line.score <= handicap.variety / 100 and not line.ends_in]
        first = found[0] if found[0].ends_in or not equal else rng.choice(equal)
        return [first, *(line for line in found if line is not first)]

    def lines(self, position: Position, budget: Budget, count: int, sight: Sight = CLEAR) -> list[Line]:
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
                contempt=self.character.contempt,
                overlooked=sight.overlooked,
                eyes=sight.eyes,
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
            self._searches[wanted] = Search(self.character.worth, *wanted)
        return self._searches[wanted]


def make(nodes: str = "0", ms: str = "0", depth: str = "0", character: str = "") -> AlphaBeta:
    chosen = [int(word) for word in (nodes, ms, depth)]
    if min(chosen) < 0:
        raise ValueError("budgets are not negative")
    if character and character not in CHARACTERS:
        raise ValueError(f"no such character; there are {', '.join(CHARACTERS)}")
    return AlphaBeta(*chosen, character=CHARACTERS[character] if character else PLAIN)
