"""`general`: plays whole battles: weighs what every order leads to, in loss points, and spends where it gains most."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position
from triarii.players import handicaps
from triarii.players.adlg import answers, deploying, stealth
from triarii.players.adlg.eyes import SEES_ALL, Eyes, eyes_without
from triarii.players.adlg.proposals import proposals
from triarii.players.adlg.trials import Trials
from triarii.players.adlg.worth import Judge
from triarii.players.handicaps import Handicap

DEFAULT_NODES = 400
MARGIN = 0.8
"""Of the milliseconds that are given, what is used before the last trial."""


@dataclass(frozen=True)
class Way:
    """One way to go on."""

    action: str
    score: float
    """Loss points for each command point."""
    moves: tuple[str, ...] = ()
    ends_in: int = 0


class General:
    """Stateless: every decision comes from the view alone."""

    games = frozenset({"adlg"})
    handicaps = handicaps.load("triarii.players.adlg")
    scores = False
    """He weighs in loss points, which are no chance to win."""

    def __init__(self, eyes: Eyes = SEES_ALL) -> None:
        self.eyes = eyes
        self.nodes = 0
        self.wanted = 1
        """How many orders are asked of the rules before one is chosen."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        best = self.ways(game, view, budget, rng)[0]
        return Decision(best.action, nodes=self.nodes)

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best ways to go on. He weighs in loss points, which are no expected score: none is given."""
        self.wanted = count
        return [
            Decision(way.action, line=[way.action], nodes=self.nodes)
            for way in self.ways(game, view, budget, rng)[:count]
        ]

    def compare(self, game: AnyGame, view: View, spend: Budget, rng: Random, handicap: Handicap) -> Sequence[Way]:
        """What a level looks at."""
        self.eyes, self.wanted = eyes_without(handicap.overlooks), handicap.candidates
        return self.ways(game, view, spend, rng)[: handicap.candidates]

    def ways(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Sequence[Way]:
        """What could be done now, best first."""
        return self.consider(game.imagine(view, rng), budget)

    def consider(self, position: Position, budget: Budget) -> Sequence[Way]:
        """The same for a table that lies before him."""
        state, seat, self.nodes = position.state, int(position.turn), 0
        if state.setup is not None:
            return [Way(action, worth) for action, worth in deploying.weighed(position)]
        entering = stealth.entering(state, seat, self.eyes) if state.stage is Stage.ORDERS else []
        if entering:
            self.nodes = len(entering)
            return [Way(action, worth) for action, worth in entering]
        judge = Judge(state, seat, self.eyes)
        if state.stage is Stage.ORDERS:
            return self._orders(state, judge, budget)
        return [Way(action, worth) for action, worth in answers.weighed(position, judge)]

    def _orders(self, state: State, judge: Judge, budget: Budget) -> Sequence[Way]:
        """Orders by what they gain for each command point; `done` where nothing gains."""
        most = budget.nodes if budget.nodes is not None else None if budget.milliseconds else DEFAULT_NODES
        until = time.monotonic() + MARGIN * budget.milliseconds / 1000 if budget.milliseconds else None
        trials = Trials(state, judge)
        for order in proposals(state, judge):
            if (most is not None and trials.count >= most) or (until is not None and time.monotonic() >= until):
                break
            trials.guess(order)
        found = [Way(str(order), worth) for order, worth in trials.best(self.wanted, until)]
        self.nodes = trials.count
        return sorted([*found, Way("done", 0.0)], key=lambda way: -way.score)


def make() -> General:
    return General()
