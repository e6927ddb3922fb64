"""`veteran`: the frozen general as a player."""

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
from triarii.players.adlg.yardstick import answers, deploying, stealth
from triarii.players.adlg.yardstick.foresight import settled
from triarii.players.adlg.yardstick.proposals import as_far_as_allowed, proposals
from triarii.players.adlg.yardstick.weights import WEIGHTS
from triarii.players.adlg.yardstick.worth import SEES_ALL, Eyes, Judge

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


class Veteran:
    """Plays L'Art de la Guerre as `general` did before he weighed whole turns. Stateless."""

    games = frozenset({"adlg"})

    def __init__(self, nodes: int = 0) -> None:
        self.own = nodes
        self.eyes: Eyes = SEES_ALL
        self.nodes = 0

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        best = self.ways(game, view, Budget(nodes=self.own) if self.own else budget, rng)[0]
        return Decision(best.action, nodes=self.nodes)

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


def make(nodes: str = "0") -> Veteran:
    if int(nodes) < 0:
        raise ValueError("budgets are not negative")
    return Veteran(int(nodes))
