"""Orders on trial: all of them guessed on the sketch, the most promising carried out by the rules and weighed in
earnest."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import order_execution
from triarii.games.adlg.battle.charge import wild
from triarii.games.adlg.battle.orders import Charge, Done, Move, Order
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.players.adlg import courses, ranks
from triarii.players.adlg.foresight import settled
from triarii.players.adlg.proposals import as_far_as_allowed, begun
from triarii.players.adlg.turns import Breadth, Course, Turn, credit, whole_turns
from triarii.players.adlg.worth import Judge

CHEAP = 0.5
"""What an order without a price counts as, when gains are compared by price."""
HOPEFUL = 0.35
"""What a charge may bring beside its fight, for each unit: an enemy held, a threat gone, no more waiting."""
MOST_REAL = 60
"""Orders of one decision that are carried out by the rules, at most."""


@dataclass(order=True)
class Trial:
    """An order and what it is thought to gain for each command point."""

    rank: float
    """The less, the better."""
    number: int
    order: Order = field(compare=False)
    proven: bool = field(compare=False, default=False)


class Trials:
    """All orders of one decision."""

    def __init__(self, state: State, judge: Judge) -> None:
        self.state = state
        self.judge = judge
        self.apart = judge.apart(state)
        self.now = judge.value(state)
        self.balance = self.now - judge.survey.outlook.places
        """By how much we are ahead of the enemy; where our units should go is no lead."""
        self.count = 0
        self.real = 0
        self.waiting: list[Trial] = []
        self.known: set[Order] = set()
        self.tried: set[Order] = set()
        self.courses: dict[Move, Course] = {}
        self.turns: list[Turn] = []
        self.credit: dict[Order, float] = {}
        strikes = [strike for strike in judge.strikes if not strike.looms]
        self.hopes = {(strike.charger, strike.target): strike.gain for strike in strikes}
        self.others: dict[str, float] = {}
        """The best that a unit could do, for groups whose members meet different enemies."""
        for strike in strikes:
            self.others[strike.charger] = max(strike.gain, self.others.get(strike.charger, strike.gain))
        self.loose = self._loose()
        """What it costs that impetuous troops charge on their own, for each of them: whoever has orders does not."""

    def _loose(self) -> dict[str, float]:
        field = self.state.field
        names = [
            unit.id
            for unit in ranks.units_of(self.state)
            if wild.prey(field, unit) is not None and not field.has_mark(unit.id, marks.ORDERED)
        ]
        if not names:
            return {}
        held = field
        for name in names:
            held = held.marked(name, marks.ORDERED)
        worths = [self._done(replace(self.state, field=each)) for each in (field, held)]
        return dict.fromkeys(names, (worths[1] - worths[0]) / len(names))

    def _done(self, state: State) -> float:
        """What it leads to that the corps gets no more orders."""
        done = order_execution.execute(state, Done())
        assert not isinstance(done, Refusal), "a corps can always be left to itself"
        return settled(done.after, self.judge.seat, self.judge.value)

    def _keeps(self, order: Order) -> float:
        """What an order gains because whoever has it does not charge on his own."""
        return sum(self.loose.get(name, 0.0) for name in order.who) if self.loose else 0.0

    def guess(self, order: Order) -> None:
        """Takes an order into the list, by what the sketch tells of it; what the sketch can't tell is tried at once."""
        if order in self.known:
            return
        self.known.add(order)
        self.count += 1
        if isinstance(order, Charge):
            self._hope(order)
            return
        if not isinstance(order, Move):
            self._try(order)
            return
        if not self._affordable(order):
            return
        places = courses.ends(self.state.field, order)
        worth = None if places is None else self.judge.survey.moved(places)
        if worth is not None and places is not None:
            kept = self._keeps(order)
            gain = self.apart + worth - self.now - self.judge.weights.command + kept
            self.courses[order] = Course(order, places, gain, kept)
            self._keep(order, gain / CHEAP if gain > 0 and self._for_nothing(order) else gain)

    def _for_nothing(self, order: Order) -> bool:
        """Whether the free point pays for an order: the commander goes along."""
        state = self.state
        return bool(state.free) and any(state.field.leader_with(name) == state.corps for name in order.who)

    def combine(self, breadth: Breadth) -> None:
        """Looks for whole turns, so that a move counts for what it makes possible."""
        if self.state.points < 2 or len(self.courses) < 2:
            return
        now, price = self.now - self.apart, self.judge.weights.command
        courses = list(self.courses.values())
        self.turns = whole_turns(self.judge.survey, courses, self.state.points, now, price, breadth)
        for move, more in credit(self.turns, self.courses).items():
            self.credit[move] = more
            self._keep(move, self.courses[move].gain + more)

    def _hope(self, charge: Charge) -> None:
        """A charge by what its fights may bring: more than it will, so that it is tried before it is passed over."""
        gains = [self.hopes.get((name, charge.target), self.others.get(name, 0.0)) for name in charge.who]
        self._keep(charge, (1 - self.judge.weights.now) * sum(gains) + len(gains) * HOPEFUL + self._keeps(charge))

    def turn_with(self, order: Order) -> Turn | None:
        """The best whole turn of which an order is part."""
        return next((turn for turn in self.turns if order in turn.moves), None)

    def _affordable(self, order: Order) -> bool:
        """Whether there is a point for a move: the free one is for the commander's own unit alone."""
        return bool(self.state.points) or self._for_nothing(order)

    def _keep(self, order: Order, worth: float, *, proven: bool = False) -> None:
        heappush(self.waiting, Trial(-worth, len(self.known) + self.count, order, proven))

    def _try(self, order: Order) -> None:
        """Carries an order out by the rules and weighs what it leads to."""
        if isinstance(order, Charge) and not order.steps:
            for charge in begun(self.state.field, order):
                self._carry_out(charge)
        else:
            self._carry_out(order)

    def _carry_out(self, order: Order) -> None:
        if order in self.tried:
            return
        self.tried.add(order)
        self.real += 1
        done = order_execution.execute(self.state, order)
        if isinstance(done, Refusal):
            shorter = as_far_as_allowed(order, done)
            if shorter is not None:
                self.guess(shorter)
            return
        judge = self.judge
        spent = self._spent(done)
        gain = settled(done.after, judge.seat, judge.value) - self.now - self.judge.weights.command * spent
        gain += self._keeps(order)
        self._keep(order, gain / max(CHEAP, spent) + self.credit.get(order, 0.0), proven=True)

    def _spent(self, done: order_execution.Executed) -> int:
        """Points that others could have had: the free one is nobody else's."""
        if done.after.corps != self.state.corps:
            return done.bill.total
        return min(done.bill.total, max(0, self.state.points - done.after.points))

    def best(self, wanted: int, until: float | None) -> list[tuple[Order, float]]:
        """Orders with what they gain, so many of them in earnest the best, and whatever else was tried. One that was
        only guessed is tried before it is believed."""
        found: list[tuple[Order, float]] = []
        while self.waiting and len(found) < wanted:
            trial = heappop(self.waiting)
            if trial.proven:
                found.append((trial.order, -trial.rank))
            elif trial.rank >= 0 and found:
                break
            elif self.real < MOST_REAL and (until is None or time.monotonic() < until):
                self._try(trial.order)
        return [*found, *((trial.order, -trial.rank) for trial in sorted(self.waiting) if trial.proven)]
