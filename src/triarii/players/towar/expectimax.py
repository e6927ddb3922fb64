"""`expectimax`: averages over the cards that may come, looks as far ahead as its budget allows, solves the last cards
exactly, and imagines hidden hands; the levels are this player with less to spend and slips."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, Prospect, View
from triarii.games.towar import codes, rules
from triarii.games.towar.position import CHOOSING, Position
from triarii.players import handicaps
from triarii.players.handicaps import Handicap
from triarii.players.towar.deployment import placements
from triarii.players.towar.proofs import Proof, nodes_needed
from triarii.players.towar.searches import Searches, solvable
from triarii.players.towar.thinking import Way, blended, hidden, seconds_of, turns_left, ways

DEFAULT_NODES = 20_000
IMAGINED = 8
"""Hands of the opponent that are imagined for one turn."""
SOLVER_SHARE = 0.85
"""Of a budget, to be spent on a proof."""
WIDTH = 24
"""Results of a turn that are looked at further, below the first turn, until the end of the game is in sight."""
MANY = 1 << 40
"""Nodes enough, where time is what counts."""
EVERY_TURN = 4
"""Times as many nodes for the value of every turn as for the best one."""
NODES_A_SECOND = 200_000
"""Of the solver, with care."""
ROLL_OUTS = 2_000
"""Games for each turn in an analysis, where time allows."""
EXPECTED_ERROR = 0.26
"""How far the search is off with seven or eight cards left, as `python -m benchmarks.regret --scale` measures it."""
ROUND = 50
"""Games for each turn between two looks at the clock."""
THOUGHT_SHARE = 0.6
"""Of an analysis, to be spent on thought; the rest is for the games."""


class Expectimax:
    """Plays To War! with a budget of nodes (repeatable) or milliseconds."""

    games = frozenset({"towar"})
    handicaps = handicaps.load("triarii.players.towar")
    scores = True

    def __init__(
        self,
        nodes: int = 0,
        milliseconds: int = 0,
        depth: int = codes.TO_PLAY,
        width: int = WIDTH,
        *,
        draws: bool = True,
    ) -> None:
        self.own = Budget(nodes or None, milliseconds or None)
        self.depth = depth
        self.width = width
        self.searches = Searches()
        self.draws = draws
        """With hands: are cards imagined that nobody has drawn yet?"""
        self.nodes = 0

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        best = self.ways(game, view, budget, rng)[0]
        return Decision(best.action, best.score, [best.action], self.nodes)

    def ways(self, game: AnyGame, view: View, budget: Budget, rng: Random, *, every: bool = False) -> list[Way]:
        """What can be done, best first; with `every` each gets its full expected score, not only the best."""
        position: Position = game.imagine(view, rng)
        self.nodes = 0
        if position.phase == CHOOSING:
            armies = position.actions()
            return [Way(army, 0.5) for army in rng.sample(armies, len(armies))]
        if position.phase == codes.DEPLOY:
            return self._set_up(position)
        budget, begun = self._budget(budget), time.monotonic()
        solved = self._solved(position, budget) if every else self._best(position, budget)
        if solved:
            return solved
        return self._weighed(game, view, position, _rest(budget, self.nodes, begun), rng, every=every)

    def compare(self, game: AnyGame, view: View, spend: Budget, rng: Random, handicap: Handicap) -> Sequence[Way]:
        """What a level looks at: who may slip must know what the second best is worth."""
        return self.ways(game, view, spend, rng, every=handicap.candidates > 1)[: handicap.candidates]

    def _weighed(
        self, game: AnyGame, view: View, position: Position, budget: Budget, rng: Random, *, every: bool
    ) -> list[Way]:
        if not hidden(position):
            return self._think(position, budget, rng, every=every)
        share = _share(budget, IMAGINED)
        thoughts = [self._think(game.imagine(view, rng), share, rng, every=True) for _ in range(IMAGINED)]
        return blended(thoughts)

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best turns with the chances of winning and drawing: proven where few cards are left, else as the search
        expects them, so that score and chances say the same. How much of that is draws, quick games tell.

        With hands no chances are told before they are proven: whoever plays them out can only let both sides take what
        looks best, and with so little left to luck that is one game again and again, not what may happen.
        """
        position: Position = game.imagine(view, rng)
        if position.phase != codes.TURN:
            return [Decision(way.action, way.score, [way.action]) for way in self.ways(game, view, budget, rng)[:count]]
        budget, begun, self.nodes = self._budget(budget), time.monotonic(), 0
        exact = self._exact(position, budget)
        if exact:
            ranked = sorted(exact.items(), key=lambda item: -item[1].score)
            return [
                Decision(action, prospect.score, [action], self.nodes, prospect) for action, prospect in ranked[:count]
            ]
        share = THOUGHT_SHARE if not position.setting.hand else 1.0
        rest = _rest(budget, self.nodes, begun)
        if rest.milliseconds:
            rest = replace(rest, milliseconds=max(1, int(share * rest.milliseconds)))
        found = self._weighed(game, view, position, rest, rng, every=True)[:count]
        if position.setting.hand:
            return [Decision(way.action, way.score, [way.action], self.nodes) for way in found]
        seconds = seconds_of(budget)
        deadline = begun + seconds if seconds else math.inf
        draws = self._draws(position, [way.action for way in found], rng.getrandbits(60), deadline)
        return [
            Decision(way.action, way.score, [way.action], self.nodes, _prospect(way.score, share))
            for way, share in zip(found, draws, strict=True)
        ]

    def _draws(self, position: Position, actions: Sequence[str], seed: int, deadline: float) -> list[Fraction]:
        """How often each turn ends in a draw: in quick games to the end, in which both always take what looks best; the
        same cards come for every turn."""
        search, left = self.searches.search(position), turns_left(position) - 1
        afters = [position.play(action) for action in actions]
        drawn, games = [0] * len(afters), 0
        while games < ROLL_OUTS and (not games or time.monotonic() < deadline):
            begin, games = games, games + ROUND
            for number, after in enumerate(afters):
                if not after.broken_through:
                    _, tied, _ = search.roll_outs(
                        after.field, after.reserve, after.hands, after.side, left, begin, games, seed
                    )
                    drawn[number] += tied
        return [Fraction(ties, games) for ties in drawn]

    def _think(self, position: Position, budget: Budget, rng: Random, *, every: bool = False) -> list[Way]:
        search = self.searches.search(position)
        if position.setting.hand:
            search.deal([_order(position, seat, rng) if self.draws else [] for seat in (0, 1)])
        found = ways(position, search, budget, width=self.width, deepest=self.depth, every=every)
        self.nodes += search.nodes
        return found

    def _set_up(self, position: Position) -> list[Way]:
        """Cells for the card that was turned up."""
        return [
            Way(cell, 1 / (1 + math.exp(-points / 200)))
            for cell, points in placements(position, self.searches.search(position))
        ]

    def _solved(self, position: Position, budget: Budget) -> list[Way]:
        exact = self._exact(position, budget)
        found = [Way(action, float(prospect.score), codes.TO_PLAY) for action, prospect in exact.items()]
        return sorted(found, key=lambda way: -way.score)

    def _exact(self, position: Position, budget: Budget) -> dict[str, Prospect]:
        """Every turn with its proven prospects; nothing if there are too many cards, or the budget is too small."""
        proof = self._proof(position, budget, EVERY_TURN)
        if proof is None:
            return {}
        found: dict[str, Prospect] = {}
        for action, after in proof.afters.items():
            prospect = proof.prospect(after)
            if prospect is None:
                break
            found[action] = prospect
        self.nodes += proof.nodes
        return found if len(found) == len(proof.afters) else {}

    def _best(self, position: Position, budget: Budget) -> list[Way]:
        """The turn that is proven to be best, before all others; nothing as above."""
        proof = self._proof(position, budget, 1)
        if proof is None:
            return []
        ranked = proof.ranked(self.searches.search(position))
        self.nodes += proof.nodes
        return [Way(action, score, codes.TO_PLAY) for action, score in ranked]

    def _proof(self, position: Position, budget: Budget, effort: int) -> Proof | None:
        if not solvable(position) or self.depth < codes.TO_PLAY:
            return None
        seconds = SOLVER_SHARE * seconds_of(budget)
        limit = int(SOLVER_SHARE * budget.nodes) if budget.nodes else MANY
        afford = min(limit, int(seconds * NODES_A_SECOND)) if seconds else limit
        if effort * nodes_needed(position.cards_left()) > afford:
            return None
        endgame = self.searches.endgame(position)
        if budget.nodes:  # what a player finds by nodes must not depend on what it was asked before
            endgame.forget()
        return Proof(position, endgame, limit, time.monotonic() + seconds if seconds else 0.0)

    def _budget(self, budget: Budget) -> Budget:
        nodes = self.own.nodes or budget.nodes
        milliseconds = self.own.milliseconds or budget.milliseconds
        return Budget(nodes or (None if milliseconds else DEFAULT_NODES), milliseconds)


def _order(position: Position, seat: int, rng: Random) -> list[int]:
    """The cards of a reserve, as they may come."""
    first = codes.SIDE * seat + 1
    cards = [code for code in range(first, first + codes.TYPES) for _ in range(rules.number_of(position.reserve, code))]
    rng.shuffle(cards)
    return cards


def _prospect(score: float, draws: Fraction) -> Prospect:
    """The chances behind an expected score, if so many games are drawn: as many as the score leaves room for."""
    expected = Fraction(score)
    if expected in (0, 1):
        return Prospect(expected, Fraction(0), 1 - expected)
    draw = min(draws, 2 * expected, 2 * (1 - expected))
    return Prospect(expected - draw / 2, draw, 1 - expected - draw / 2, EXPECTED_ERROR)


def _rest(budget: Budget, nodes: int, begun: float) -> Budget:
    """What is left of a budget after so many nodes and all the time since it was begun."""
    seconds = time.monotonic() - begun
    return replace(
        budget,
        nodes=max(1, budget.nodes - nodes) if budget.nodes else None,
        milliseconds=max(1, budget.milliseconds - round(1000 * seconds)) if budget.milliseconds else None,
    )


def _share(budget: Budget, parts: int) -> Budget:
    return replace(
        budget,
        nodes=max(1, budget.nodes // parts) if budget.nodes else None,
        milliseconds=max(1, budget.milliseconds // parts) if budget.milliseconds else None,
    )


def make(
    nodes: str = "0", ms: str = "0", depth: str = str(codes.TO_PLAY), width: str = str(WIDTH), draws: str = "1"
) -> Expectimax:
    if min(int(nodes), int(ms), int(depth)) < 0 or int(width) < 1 or draws not in ("0", "1"):
        raise ValueError("a budget is not negative, draws are looked at or not")
    return Expectimax(int(nodes), int(ms), int(depth), int(width), draws=draws == "1")
