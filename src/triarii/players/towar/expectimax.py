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
from triarii.games.towar import codes
from triarii.games.towar.position import CHOOSING, Position
from triarii.players import handicaps
from triarii.players.handicaps import Handicap
from triarii.players.towar.deployment import placements
from triarii.players.towar.searches import FEW_CARDS, Searches, cards_left, proven, solvable
from triarii.players.towar.thinking import Way, blended, hidden, seconds_of, turns_left, ways

DEFAULT_NODES = 20_000
IMAGINED = 8
"""Hands of the opponent that are imagined for one turn."""
SOLVER_SHARE = 0.5
"""Of a budget, to be spent on a proof."""
MANY = 1 << 40
"""Nodes enough, where time is what counts."""
ROLL_OUTS = 2_000
"""Games for each turn in an analysis, where time allows."""
ROUND = 50
"""Games for each turn between two looks at the clock."""
THOUGHT_SHARE = 0.6
"""Of an analysis, to be spent on thought; the rest is for the games."""


class Expectimax:
    """Plays To War! with a budget of nodes (repeatable) or milliseconds."""

    games = frozenset({"towar"})
    handicaps = handicaps.load("triarii.players.towar")
    scores = True

    def __init__(self, nodes: int = 0, milliseconds: int = 0, depth: int = codes.TO_PLAY, width: int = 6) -> None:
        self.own = Budget(nodes or None, milliseconds or None)
        self.depth = depth
        self.searches = Searches(width=width)
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
        solved = self._solved(position, budget)
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
            return self._think(position, budget, every=every)
        share = _share(budget, IMAGINED)
        thoughts = [self._think(game.imagine(view, rng), share, every=True) for _ in range(IMAGINED)]
        return blended(thoughts)

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best turns with the chances of winning and drawing: proven where few cards are left, else played out.

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
        prospects = self._played_out(position, [way.action for way in found], rng.getrandbits(60), deadline)
        return [
            Decision(way.action, way.score, [way.action], self.nodes, prospect)
            for way, prospect in zip(found, prospects, strict=True)
        ]

    def _played_out(self, position: Position, actions: Sequence[str], seed: int, deadline: float) -> list[Prospect]:
        """Quick games to the end, in which both always take what looks best; the same cards come for every turn."""
        search, left = self.searches.search(position), turns_left(position) - 1
        afters = [position.play(action) for action in actions]
        won, drawn, games = [0] * len(afters), [0] * len(afters), 0
        while games < ROLL_OUTS and (not games or time.monotonic() < deadline):
            begin, games = games, games + ROUND
            for number, after in enumerate(afters):
                if not after.broken_through:
                    _, tied, lost = search.roll_outs(
                        after.field, after.reserve, after.hands, after.side, left, begin, games, seed
                    )
                    won[number] += lost
                    drawn[number] += tied
        return [
            Prospect(Fraction(1), Fraction(0), Fraction(0)) if after.broken_through else _prospect(wins, ties, games)
            for after, wins, ties in zip(afters, won, drawn, strict=True)
        ]

    def _think(self, position: Position, budget: Budget, *, every: bool = False) -> list[Way]:
        search = self.searches.search(position)
        found = ways(position, search, budget, deepest=self.depth, every=every)
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
        if cards_left(position) >= FEW_CARDS or not solvable(position) or self.depth < codes.TO_PLAY:
            return {}
        limit = int(SOLVER_SHARE * budget.nodes) if budget.nodes else MANY
        endgame = self.searches.endgame(position)
        endgame.forget()
        seconds = SOLVER_SHARE * seconds_of(budget)
        deadline = time.monotonic() + seconds if seconds else 0.0
        found: dict[str, Prospect] = {}
        for action in position.actions():
            after = position.play(action)
            prospect = proven(after, endgame, limit, deadline)
            if not after.broken_through:
                limit -= endgame.nodes
                self.nodes += endgame.nodes
            if prospect is None:
                return {}
            found[action] = prospect
        return found

    def _budget(self, budget: Budget) -> Budget:
        nodes = self.own.nodes or budget.nodes
        milliseconds = self.own.milliseconds or budget.milliseconds
        return Budget(nodes or (None if milliseconds else DEFAULT_NODES), milliseconds)


def _prospect(won: int, drawn: int, games: int) -> Prospect:
    mean = (won + drawn / 2) / games
    spread = (won + drawn / 4) / games - mean * mean
    return Prospect(
        Fraction(won, games),
        Fraction(drawn, games),
        Fraction(games - won - drawn, games),
        math.sqrt((max(spread, 0.0) + 1 / (4 * games)) / games),  # never nothing: even a clean sweep may be luck
    )


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


def make(nodes: str = "0", ms: str = "0", depth: str = str(codes.TO_PLAY), width: str = "6") -> Expectimax:
    if min(int(nodes), int(ms), int(depth)) < 0 or int(width) < 1:
        raise ValueError("a budget is not negative")
    return Expectimax(int(nodes), int(ms), int(depth), int(width))
