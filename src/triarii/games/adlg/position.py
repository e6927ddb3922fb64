"""A battle as the contract wants it: whose turn it is, what may be done, what dice may show, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Self

from triarii.core.contract import Choice, Eye, Refusal, Result, Span, Turn, View
from triarii.games.adlg.battle import evening, order_execution, resolving
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import (
    Done,
    Order,
    TimeUp,
)
from triarii.games.adlg.battle.resolving import Outcome
from triarii.games.adlg.battle.stages import (
    BY_DICE,
    BY_THE_OTHER,
    BY_TWO_DICE,
    Stage,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.setup import stages
from triarii.games.adlg.telling import facts
from triarii.games.adlg.writing import notation, seeing

if TYPE_CHECKING:
    from triarii.games.adlg.battle.table.setting import Setting

MOST_REMEMBERED = 200
"""Actions of a position whose outcome is kept: each is a whole table, and a game keeps all its positions."""
DIE = tuple(str(face) for face in range(1, 7))
TWO_DICE = tuple(f"{first}-{second}" for first in range(1, 7) for second in range(1, 7))


@dataclass(frozen=True)
class Position:
    """One state of a battle; actions are orders as text."""

    state: State

    @property
    def setting(self) -> Setting:
        return self.state.field.setting

    @kept
    def _text(self) -> str:
        return notation.write(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.setting.options == other.setting.options and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    @property
    def key(self) -> int:
        return hash(self._text)

    @kept
    def turn(self) -> Turn:
        state = self.state
        if state.setup is not None:
            return stages.turn(state)
        if state.stage is Stage.OVER:
            return Turn.OVER
        if state.stage in BY_DICE:
            return Turn.CHANCE
        if state.stage is Stage.ENGAGE:
            return Turn(self.setting.corps[state.who].seat)
        if state.stage is Stage.ABOUT:
            return Turn(state.field.unit(state.who).seat)
        return Turn(1 - state.active if state.stage in BY_THE_OTHER else state.active)

    def actions(self) -> Sequence[str]:
        return self.listed

    def sample(self, rng: Random) -> str:
        """One of the well-chosen actions: proposed orders are checked in a random order until one is allowed."""
        from triarii.games.adlg.assist.candidates import proposed

        if self.state.stage is not Stage.ORDERS:
            return rng.choice(self.listed)
        orders = {str(order): order for order in (*proposed(self.state), Done())}
        shuffled = list(orders)
        rng.shuffle(shuffled)
        return next(text for text in shuffled if self.allows(orders[text]))

    @kept
    def listed(self) -> tuple[str, ...]:
        """The well-chosen actions, found once."""
        from triarii.games.adlg.assist.candidates import candidates

        return tuple(candidates(self)) if self.turn in (Turn.FIRST, Turn.SECOND) else ()

    @kept
    def _listed_by(self) -> dict[str, tuple[str, ...]]:
        return {}

    def listed_of(self, who: str) -> tuple[str, ...]:
        """The well-chosen orders of one unit, group or commander: all of them need not be found for that."""
        from triarii.games.adlg.assist.candidates import proposed_for

        found = self._listed_by.get(who)
        if found is None:
            listed = {str(order): order for order in proposed_for(self.state, who)}
            found = self._listed_by[who] = tuple(text for text, order in listed.items() if self.allows(order))
        return found

    @kept
    def orderable(self) -> tuple[str, ...]:
        """Whoever has something to do, by the first words of the well-chosen orders; one that is allowed is enough."""
        from triarii.games.adlg.assist.candidates import proposed_by

        busy = (name for name, orders in proposed_by(self.state) if any(map(self.allows, orders)))
        return (*dict.fromkeys(busy), "done")

    @kept
    def spans(self) -> dict[tuple[str, ...], Span | None]:
        """Spans of numbers that were offered before."""
        return {}

    @kept
    def considered_before(self) -> dict[str, Executed | Refusal | State]:
        return {}

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | str | Refusal:
        from triarii.games.adlg.assist.offers import choices

        return choices(self, tuple(prefix))

    def check(self, action: str) -> Refusal | None:
        found = self.considered(action)
        return found if isinstance(found, Refusal) else None

    def considered(self, action: str) -> Executed | Refusal | State:
        """What an action leads to, or why it is refused; each is thought through once."""
        return self.considered_before.get(action) or self._remembered(action, self._consider(action))

    def weighed(self, order: Order) -> Executed | Refusal | State:
        """The same for an order that need not be read from words."""
        return self.considered_before.get(str(order)) or self._remembered(str(order), self._weigh(order))

    def allows(self, order: Order) -> bool:
        """Whether an order may be given, without the reason."""
        known = self.considered_before.get(str(order))
        if known is None and self.state.stage is Stage.ORDERS:
            return order_execution.allows(self.state, order)
        return not isinstance(known or self.weighed(order), Refusal)

    def _remembered(self, action: str, found: Executed | Refusal | State) -> Executed | Refusal | State:
        known = self.considered_before
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[action] = found
        return found

    def _consider(self, action: str) -> Executed | Refusal | State:
        if self.state.setup is not None and self.turn not in (Turn.OVER, Turn.CHANCE):
            return stages.decide(self.state, action)
        order = parse(action)
        if isinstance(order, Order):
            return self._weigh(order)
        return self._not_to_decide() or (
            order if isinstance(order, Refusal) else Refusal("order.die", params={"word": order})
        )

    def _not_to_decide(self) -> Refusal | None:
        """Why nobody can give any order now."""
        if self.turn is Turn.OVER:
            return Refusal("over")
        return Refusal("dice") if self.turn is Turn.CHANCE else None

    def _weigh(self, order: Order) -> Executed | Refusal | State:
        refusal = self._not_to_decide()
        if refusal is not None:
            return refusal
        if isinstance(order, TimeUp):
            return Refusal("evening.clock", "adlg.scoring.time")
        return resolving.decide(self.state, order)

    def play(self, action: str) -> Self:
        return type(self)(self._played(action))

    def resolve(self, action: str) -> Outcome:
        """What an action leads to, and all that happens on the way; who only looks ahead plays it instead."""
        telling = type(self)(replace(self.state, field=self.state.field.noting()))
        return resolving.told(telling._played(action))

    def _played(self, action: str) -> State:
        if action == evening.TIME_UP:
            return evening.call(self.state)
        if self.turn is Turn.CHANCE:
            return resolving.discovered(self.state, self._thrown(action))
        found = self.considered(action)
        if isinstance(found, Refusal):
            raise ValueError(f"not allowed: {action}")
        return resolving.discovered(self.state, found.after if isinstance(found, Executed) else found)

    def _thrown(self, outcome: str) -> State:
        """What dice bring."""
        faces = [int(face) for face in outcome.split("-")]
        state = self.state
        if state.setup is not None:
            return stages.thrown(state, faces)
        return resolving.fallen(state, faces)

    def chances(self) -> Sequence[tuple[str, Fraction]]:
        if self.turn is not Turn.CHANCE:
            return ()
        state = self.state
        two = state.stage in BY_TWO_DICE if state.setup is None else stages.two_dice(state)
        outcomes = TWO_DICE if two else DIE
        return [(outcome, Fraction(1, len(outcomes))) for outcome in outcomes]

    def view(self, eye: Eye) -> View:
        """Everything but what the other player has hidden (adlg.plan.secret)."""
        seen = self.seen_by(eye)
        return View(eye, self.turn, seen.text(), self.setting.options, facts.facts_of(seen.state))

    def seen_by(self, eye: Eye) -> Self:
        """The battle with what this eye knows: itself where nothing is hidden from it."""
        seen = seeing.seen_by(self.state, eye)
        return self if seen is self.state else type(self)(seen)

    def result(self) -> Result | None:
        if self.turn is not Turn.OVER:
            return None
        return evening.result_of(self.state.field)

    def text(self) -> str:
        return self._text
