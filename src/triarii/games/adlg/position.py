"""A battle as the contract wants it: whose turn it is, what may be done, what dice may show, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Self

from triarii.core.contract import Choice, Eye, Refusal, Result, Span, Turn, View
from triarii.games.adlg.battle import evening, phases, sequence
from triarii.games.adlg.battle.hiding import ambushes, marches
from triarii.games.adlg.battle.movement import commanders
from triarii.games.adlg.battle.order_execution import Executed, execute
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import (
    Activate,
    AgreeToEnd,
    Done,
    Evade,
    Formation,
    Order,
    PlayOn,
    Press,
    ProposeEnd,
    Pursue,
    Reveal,
    StandAside,
    StandFast,
    Stay,
    TakePart,
    TimeUp,
    TurnBack,
    Wait,
    Wheel,
)
from triarii.games.adlg.battle.stages import (
    BY_DICE,
    BY_THE_OTHER,
    BY_TWO_DICE,
    Activation,
    Answering,
    ChargeDie,
    ChoosingCorps,
    CommandDie,
    EndingEvening,
    Engaging,
    EvadeDie,
    FateDie,
    MarchDie,
    MeleeDice,
    OwnEvadeDie,
    Pressing,
    Pursuing,
    RallyDie,
    RampageDie,
    RecallDie,
    ShotDice,
    Springing,
    Stage,
    StormDie,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.routs import PURSUIT
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

    @cached_property
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

    @property
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

    @cached_property
    def listed(self) -> tuple[str, ...]:
        """The well-chosen actions, found once."""
        from triarii.games.adlg.assist.candidates import candidates

        return tuple(candidates(self)) if self.turn in (Turn.FIRST, Turn.SECOND) else ()

    @cached_property
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

    @cached_property
    def orderable(self) -> tuple[str, ...]:
        """Whoever has something to do, by the first words of the well-chosen orders; one that is allowed is enough."""
        from triarii.games.adlg.assist.candidates import proposed_by

        busy = (name for name, orders in proposed_by(self.state) if any(map(self.allows, orders)))
        return (*dict.fromkeys(busy), "done")

    @cached_property
    def spans(self) -> dict[tuple[str, ...], Span | None]:
        """Spans of numbers that were offered before."""
        return {}

    @cached_property
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
        return not isinstance(self.weighed(order), Refusal)

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
        found = self._decide(order)
        return self._cleared(found) if isinstance(found, State) else found

    def _cleared(self, after: State) -> State:
        """The state once loose commanders have left the places where enemies came to stand, and allies who hesitated
        have seen them come."""
        field = commanders.give_way(self.state.field, after.field)
        return hesitation.roused(after if field is after.field else replace(after, field=field))

    def _decide(self, order: Order) -> Executed | Refusal | State:
        match self.state.now:
            case Activation():
                return execute(self.state, order)
            case ChoosingCorps():
                return self._activate(order)
            case EndingEvening():
                return self._end_evening(order)
            case Pressing() as presses:
                return self._press(presses, order)
            case Springing() as springs:
                return self._spring(springs, order)
        return self._answer(order)

    def _end_evening(self, order: Order) -> State | Refusal:
        if isinstance(order, AgreeToEnd | PlayOn):
            return evening.answer(self.state, isinstance(order, AgreeToEnd))
        return Refusal("evening.answer", "adlg.scoring.time")

    def _answer(self, order: Order) -> State | Refusal:
        """What somebody decides about whom the battle asks."""
        state = self.state
        match state.now, order:
            case Answering() as now, Evade(threat=""):
                return self._evade(now, order)
            case TurningAbout() as turning, TurnBack() | Stay() if set(order.who) == set(state.whom):
                return sequence.about(state, turning, isinstance(order, TurnBack))
        if order.who != (state.who,):
            return Refusal("order.another", params={"name": "+".join(state.whom)})
        match state.now, order:
            case Answering() as now, StandFast():
                if not sequence.may_stand(state, now):
                    return Refusal("order.must_evade", "adlg.evade.who", {"unit": state.who})
                return sequence.stand(state, now)
            case TurningAbout() as turning, TurnBack() | Stay():
                return sequence.about(state, turning, isinstance(order, TurnBack), order.who)
            case Engaging() as engaging, TakePart() | StandAside():
                return phases.engage(state, engaging, isinstance(order, TakePart))
            case Pursuing() as pursuing, Stay():
                return phases.pursue(state, pursuing, 0)
            case Pursuing() as pursuing, Pursue(distance=distance) if 0 < distance <= PURSUIT:
                return phases.pursue(state, pursuing, distance)
        return Refusal("order.answer", params={"name": state.who})

    def _evade(self, now: Answering, order: Evade) -> State | Refusal:
        """A charged unit runs, or a group with it as one (adlg.evade.group)."""
        state, names, adapt, around = self.state, order.who, order.adapt, order.around
        refusal = sequence.why_not_flee(state, now, names)
        if refusal is not None:
            return refusal
        if around and not sequence.may_go_around(state, now, names, adapt=adapt):
            return Refusal("order.no_way_around", "adlg.evade.avoid", {"unit": "+".join(names)})
        return sequence.flee(state, now, names, adapt=adapt, around=around)

    def _activate(self, order: Order) -> State | Refusal:
        state = self.state
        waiting = [leader for leader in sequence.corps_of(state.field, state.active) if leader not in state.done]
        match order:
            case Done():
                return sequence.rest(state)
            case ProposeEnd():
                return evening.why_not_ask(state) or evening.ask(state)
            case Reveal():
                field = self._revealed(order, state.active)
                return field if isinstance(field, Refusal) else replace(state, field=field)
            case Activate(corps=corps) if corps in waiting:
                return sequence.activate(state, corps)
        return Refusal("order.which_corps", "adlg.sequence.phases", {"known": waiting})

    def _spring(self, now: Springing, order: Order) -> State | Refusal:
        """The owner of a marker to which the enemy has come near lets those under it come forward, or waits."""
        state = self.state
        if order.who != (state.who,) or not isinstance(order, Reveal | Wait):
            return Refusal("ambush.answer", ambushes.REVEAL, {"marker": state.who})
        field = state.field if isinstance(order, Wait) else self._revealed(order, 1 - state.active)
        return field if isinstance(field, Refusal) else sequence.spring(state, now, field)

    def _revealed(self, order: Reveal, seat: int) -> Field | Refusal:
        """The table after those under a marker of this seat have come forward (adlg.ambush.reveal)."""
        field, name = self.state.field, order.who[0]
        if len(order.who) > 1 or name not in field.markers or field.markers[name].seat != seat:
            return Refusal("ambush.whose", ambushes.REVEAL, {"marker": "+".join(order.who)})
        return ambushes.reveal(field, name, order.heading, column=order.formation is Formation.COLUMN)

    def _press(self, now: Pressing, order: Order) -> State | Refusal:
        state, onset = self.state, now.attack.onset
        match order:
            case Press(who=onset.names, distance=distance, steps=()):
                pass
            case Press(who=onset.names, distance=distance, steps=(Wheel(angle=angle),)):  # adlg.charge.realign
                turned = sequence.realigned(state, now, angle)
                if isinstance(turned, Refusal):
                    return turned
                state, now = turned
            case _:
                return Refusal("order.press", "adlg.charge.advance", {"units": "+".join(onset.names)})
        least, most = sequence.press_limits(state, now)
        if not least <= distance <= most:
            return Refusal("order.pressed", "adlg.charge.advance", {"least": least, "most": most})
        return sequence.press(state, now, distance)

    def play(self, action: str) -> Self:
        if action == evening.TIME_UP:
            return type(self)(evening.call(self.state))
        if self.turn is Turn.CHANCE:
            return type(self)(self._discovered(self._thrown(action)))
        found = self.considered(action)
        if isinstance(found, Refusal):
            raise ValueError(f"not allowed: {action}")
        return type(self)(self._discovered(found.after if isinstance(found, Executed) else found))

    def _discovered(self, after: State) -> State:
        """The state once markers are found, between one order and the next: who only considers an order must not learn
        what lies under a marker (adlg.ambush.found)."""
        if not after.field.markers or after.stage not in (Stage.CORPS, Stage.ORDERS):
            return after
        return replace(after, field=ambushes.discovered(self.state.field, after.field))

    def _thrown(self, outcome: str) -> State:
        """What dice bring."""
        faces = [int(face) for face in outcome.split("-")]
        state = self.state
        if state.setup is not None:
            return stages.thrown(state, faces)
        return self._cleared(_fallen(state, faces))

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


def _fallen(state: State, faces: Sequence[int]) -> State:
    """A battle once the dice have fallen for which its stage asks."""
    match state.now:
        case ShotDice() as now:
            return phases.volley(state, now, (faces[0], faces[1]))
        case MeleeDice() as now:
            return phases.melee(state, now, (faces[0], faces[1]))
        case MarchDie():
            return marches.thrown(state, faces[0])
        case CommandDie() as now:
            return sequence.command(state, now, faces[0])
        case RallyDie() as now:
            return sequence.rally(state, now, faces[0])
        case RecallDie() as now:
            return sequence.recall(state, now, faces[0])
        case EvadeDie() | OwnEvadeDie() as now:
            return sequence.run(state, now, faces[0])
        case ChargeDie() as now:
            return sequence.pace(state, now, faces[0])
        case StormDie() as now:
            return phases.storm(state, now, faces[0])
        case RampageDie() as now:
            return phases.rampage(state, now, faces[0])
        case FateDie() as now:
            return phases.fate(state, now, faces[0])
    raise ValueError(f"no dice fall now: {state.stage}")
