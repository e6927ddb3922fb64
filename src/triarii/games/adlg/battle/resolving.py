"""Orders and dice resolved: what a decision leads to at any stage of a battle, and what happens on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import evening, phases, sequence
from triarii.games.adlg.battle.charge import pressing
from triarii.games.adlg.battle.hiding import ambushes, marches
from triarii.games.adlg.battle.movement import commanders
from triarii.games.adlg.battle.order_execution import Executed, execute
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
    TurnBack,
    Wait,
    Wheel,
)
from triarii.games.adlg.battle.stages import (
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
from triarii.games.adlg.battle.table.happenings import Happening
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.routs import PURSUIT


@dataclass(frozen=True)
class Outcome:
    """A battle after an order or a throw, and all that happened, in the order in which it did."""

    state: State
    happenings: tuple[Happening, ...]


def resolve(state: State, act: Order | tuple[int, ...]) -> Outcome | Refusal:
    """What an order or the faces of dice bring about. Who needs no story asks `decide` and `fallen`: they make none."""
    telling = replace(state, field=state.field.noting())
    found = decide(telling, act) if isinstance(act, Order) else fallen(telling, act)
    if isinstance(found, Refusal):
        return found
    return told(discovered(telling, found.after if isinstance(found, Executed) else found))


def told(state: State) -> Outcome:
    """A battle apart from the chronicle of what has brought it here."""
    return Outcome(replace(state, field=state.field.unnoted()), state.field.chronicle or ())


def decide(state: State, order: Order) -> Executed | Refusal | State:
    """What an order leads to, or why it is refused."""
    found = _decided(state, order)
    return _cleared(state, found) if isinstance(found, State) else found


def fallen(state: State, faces: Sequence[int]) -> State:
    """A battle once the dice have fallen for which its stage asks."""
    return _cleared(state, _fallen(state, faces))


def _cleared(before: State, after: State) -> State:
    """The state once loose commanders have left the places where enemies came to stand, and allies who hesitated
    have seen them come."""
    field = commanders.give_way(before.field, after.field)
    return hesitation.roused(after if field is after.field else replace(after, field=field))


def _decided(state: State, order: Order) -> Executed | Refusal | State:
    match state.now:
        case Activation():
            return execute(state, order)
        case ChoosingCorps():
            return _activate(state, order)
        case EndingEvening():
            return _end_evening(state, order)
        case Pressing() as presses:
            return _press(state, presses, order)
        case Springing() as springs:
            return _spring(state, springs, order)
    return _answer(state, order)


def _end_evening(state: State, order: Order) -> State | Refusal:
    if isinstance(order, AgreeToEnd | PlayOn):
        return evening.answer(state, isinstance(order, AgreeToEnd))
    return Refusal("evening.answer", "adlg.scoring.time")


def _answer(state: State, order: Order) -> State | Refusal:
    """What somebody decides about whom the battle asks."""
    match state.now, order:
        case Answering() as now, Evade(threat=""):
            return _evade(state, now, order)
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


def _evade(state: State, now: Answering, order: Evade) -> State | Refusal:
    """A charged unit runs, or a group with it as one (adlg.evade.group)."""
    names, adapt, around = order.who, order.adapt, order.around
    refusal = sequence.why_not_flee(state, now, names)
    if refusal is not None:
        return refusal
    if around and not sequence.may_go_around(state, now, names, adapt=adapt):
        return Refusal("order.no_way_around", "adlg.evade.avoid", {"unit": "+".join(names)})
    return sequence.flee(state, now, names, adapt=adapt, around=around)


def _activate(state: State, order: Order) -> State | Refusal:
    waiting = [leader for leader in sequence.corps_of(state.field, state.active) if leader not in state.done]
    match order:
        case Done():
            return sequence.rest(state)
        case ProposeEnd():
            return evening.why_not_ask(state) or evening.ask(state)
        case Reveal():
            field = _revealed(state, order, state.active)
            return field if isinstance(field, Refusal) else replace(state, field=field)
        case Activate(corps=corps) if corps in waiting:
            return sequence.activate(state, corps)
    return Refusal("order.which_corps", "adlg.sequence.phases", {"orders": [f"corps {leader}" for leader in waiting]})


def _spring(state: State, now: Springing, order: Order) -> State | Refusal:
    """The owner of a marker to which the enemy has come near lets those under it come forward, or waits."""
    if order.who != (state.who,) or not isinstance(order, Reveal | Wait):
        return Refusal("ambush.answer", ambushes.REVEAL, {"marker": state.who})
    field = state.field if isinstance(order, Wait) else _revealed(state, order, 1 - state.active)
    return field if isinstance(field, Refusal) else sequence.spring(state, now, field)


def _revealed(state: State, order: Reveal, seat: int) -> Field | Refusal:
    """The table after those under a marker of this seat have come forward (adlg.ambush.reveal)."""
    field, name = state.field, order.who[0]
    if len(order.who) > 1 or name not in field.markers or field.markers[name].seat != seat:
        return Refusal("ambush.whose", ambushes.REVEAL, {"marker": "+".join(order.who)})
    return ambushes.reveal(field, name, order.heading, column=order.formation is Formation.COLUMN)


def _press(state: State, now: Pressing, order: Order) -> State | Refusal:
    onset = now.attack.onset
    match order:
        case Press(who=onset.names, distance=distance, steps=()):
            pass
        case Press(who=onset.names, distance=distance, steps=(Wheel(angle=angle),)):  # adlg.charge.realign
            turned = sequence.realigned(state, now, angle)
            if isinstance(turned, Refusal):
                return turned
            state, now = turned
        case _:
            who = "+".join(onset.names)
            met = "+".join(pressing.met_nobody(state.field, onset))
            return Refusal("order.press", "adlg.charge.advance", {"met": met, "order": f"{who} press"})
    least, most = sequence.press_limits(state, now)
    if not least <= distance <= most:
        return Refusal("order.pressed", "adlg.charge.advance", {"least": least, "most": most})
    return sequence.press(state, now, distance)


def discovered(before: State, after: State) -> State:
    """The state once markers are found, between one order and the next: who only considers an order must not learn
    what lies under a marker (adlg.ambush.found)."""
    if not after.field.markers or after.stage not in (Stage.CORPS, Stage.ORDERS):
        return after
    return replace(after, field=ambushes.discovered(before.field, after.field))


def _fallen(state: State, faces: Sequence[int]) -> State:
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
