"""`general`: plays whole battles: weighs what every order leads to, in loss points, and spends where it gains most."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.core.texts import Message
from triarii.games.adlg.battle.orders import Done, Order
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position
from triarii.players import handicaps
from triarii.players.adlg import answers, deploying, prospects, stealth
from triarii.players.adlg.characters import CHARACTERS, EVEN, Character
from triarii.players.adlg.eyes import SEES_ALL, Eyes, eyes_without
from triarii.players.adlg.proposals import proposals
from triarii.players.adlg.reasons import drawn, in_words
from triarii.players.adlg.trials import Trials
from triarii.players.adlg.turns import Breadth
from triarii.players.adlg.weights import WEIGHTS, Weights, changed
from triarii.players.adlg.worth import Judge
from triarii.players.handicaps import Handicap

DEFAULT_NODES = 400
BREADTH = Breadth(turns=4, moves=12)
MARGIN = 0.8
"""Of the milliseconds that are given, what is used before the last trial."""


@dataclass(frozen=True)
class Way:
    """One way to go on."""

    action: str
    score: float
    """Loss points for each command point."""
    moves: tuple[str, ...] = ()
    """The whole turn that it begins, as far as it was thought of."""
    ends_in: int = 0
    chance: float | None = None
    """To win, if it is gone."""
    why: tuple[Message, ...] = ()


class General:
    """Stateless: every decision comes from the view alone."""

    games = frozenset({"adlg"})
    handicaps = handicaps.load("triarii.players.adlg")
    scores = False
    """He weighs in loss points, which are no chance to win."""

    def __init__(self, eyes: Eyes = SEES_ALL, character: Character = EVEN, weights: Weights = WEIGHTS) -> None:
        self.eyes = eyes
        self.character = character
        self.weights = weights
        self.nodes = 0
        self.breadth = BREADTH
        self.drawn: Sequence[Mapping[str, object]] = ()
        """The plan of the last decision, as shapes."""
        self.wanted = 1
        """How many orders are asked of the rules before one is chosen."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        self.wanted = 1
        return self._decided(self.ways(game, view, budget, rng)[0])

    def analyse(self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> Sequence[Decision[Any]]:
        """The best ways to go on: in the middle of a corps' orders, whole turns with the chance to win by each."""
        self.wanted = count
        return [self._decided(way) for way in self.ways(game, view, budget, rng)[:count]]

    def _decided(self, way: Way) -> Decision[Any]:
        return Decision(
            way.action,
            way.chance,
            way.moves or (way.action,),
            self.nodes,
            why=way.why,
            drawn=self.drawn if way.why else (),
        )

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
        judge = Judge(state, seat, self.eyes, self.character, self.weights)
        self.drawn = drawn(state.field, judge.plan)
        if state.stage is Stage.ORDERS:
            return self._orders(state, judge, budget)
        why = tuple(in_words(state, judge)) if state.stage is Stage.CORPS else ()
        return [Way(action, worth, why=why) for action, worth in answers.weighed(position, judge)]

    def _orders(self, state: State, judge: Judge, budget: Budget) -> Sequence[Way]:
        """Orders by what they gain for each command point; `done` where nothing gains."""
        most = budget.nodes if budget.nodes is not None else None if budget.milliseconds else DEFAULT_NODES
        until = time.monotonic() + MARGIN * budget.milliseconds / 1000 if budget.milliseconds else None
        trials = Trials(state, judge)
        for order in proposals(state, judge):
            if (most is not None and trials.count >= most) or (until is not None and time.monotonic() >= until):
                break
            trials.guess(order)
        if most is None or trials.count < most:
            trials.combine(self.breadth)
        best = trials.best(self.wanted, until)
        self.nodes = trials.count
        ranked = sorted([*best, (Done(), 0.0)], key=lambda one: -one[1])
        return [self._way(state, judge, trials, order, worth, place) for place, (order, worth) in enumerate(ranked)]

    def _way(self, state: State, judge: Judge, trials: Trials, order: Order, worth: float, place: int) -> Way:
        """An order with the whole turn that it begins; only of the first ones everything is told."""
        if place >= self.wanted:
            return Way(str(order), worth)
        turn = trials.turn_with(order)
        orders = (order, *(each for each in turn.moves if each != order)) if turn else (order,)
        gain = turn.gain if turn else worth
        why = tuple(in_words(state, judge, () if isinstance(order, Done) else orders))
        moves = tuple(str(each) for each in orders)
        return Way(str(order), worth, moves, chance=prospects.chance(state.field, trials.balance + gain), why=why)


def make(character: str = "", **weights: str) -> General:
    """`general`, `general:character=bold`, or one with other weights than usual: `general:drive=0.3`."""
    if character not in CHARACTERS:
        raise ValueError("no such character")
    return General(
        character=CHARACTERS[character], weights=changed({name: float(value) for name, value in weights.items()})
    )
