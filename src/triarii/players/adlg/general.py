"""`general`: plays whole battles: weighs what every order leads to, in loss points, and spends where it gains most."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, Refusal, View
from triarii.games.adlg.battle import order_execution
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position
from triarii.players import handicaps
from triarii.players.adlg import answers, deploying, stealth
from triarii.players.adlg.foresight import settled
from triarii.players.adlg.proposals import as_far_as_allowed, proposals
from triarii.players.adlg.weights import WEIGHTS
from triarii.players.adlg.worth import SEES_ALL, Eyes, Judge, eyes_without
from triarii.players.handicaps import Handicap

DEFAULT_NODES = 60
MARGIN = 0.8
"""Of the milliseconds that are given, what is used before the last trial."""
CHEAP = 0.5
"""What an order without a price counts as, when gains are compared by price."""


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

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        best = self.ways(game, view, budget, rng)[0]
        return Decision(best.action, nodes=self.nodes)

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best ways to go on. He weighs in loss points, which are no expected score: none is given."""
        return [
            Decision(way.action, line=[way.action], nodes=self.nodes)
            for way in self.ways(game, view, budget, rng)[:count]
        ]

    def compare(self, game: AnyGame, view: View, spend: Budget, rng: Random, handicap: Handicap) -> Sequence[Way]:
        """What a level looks at."""
        self.eyes = eyes_without(handicap.overlooks)
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
        now = judge.value(state)
        found, cut = [Way("done", 0.0)], set[Order]()
        for order in proposals(state, judge):
            if (most is not None and self.nodes >= most) or (until is not None and time.monotonic() >= until):
                break
            if order in cut:
                continue
            self.nodes += 1
            executed = order_execution.execute(state, order)
            if isinstance(executed, Refusal):
                shorter = as_far_as_allowed(order, executed)
                if shorter is None or shorter in cut:
                    continue
                cut.add(shorter)
                order, executed = shorter, order_execution.execute(state, shorter)
            if isinstance(executed, Refusal):
                continue
            gain = settled(executed.after, judge.seat, judge.value) - now - WEIGHTS.command * executed.bill.total
            found.append(Way(str(order), gain / max(CHEAP, executed.bill.total)))
        return sorted(found, key=lambda way: -way.score)


def make() -> General:
    return General()
