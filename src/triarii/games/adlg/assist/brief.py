"""What a player has to know at this moment, in a few sentences: what is decided, what is left to spend, whom the units
can reach, and what a charge would mean. Everything else is in words.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from triarii.core.contract import SEAT_NAMES
from triarii.core.texts import Message
from triarii.games.adlg.assist import candidates, foretelling
from triarii.games.adlg.battle import order_execution, sequence
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.orders import Encourage
from triarii.games.adlg.battle.preparation import Preparation, Task
from triarii.games.adlg.battle.stages import (
    BY_DICE,
    Activation,
    Answering,
    ChoosingCorps,
    Engaging,
    Pressing,
    Springing,
    Stage,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, hesitation
from triarii.games.adlg.setup import narration
from triarii.games.adlg.telling import words

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

ON_THE_MAP = frozenset({"prepare.piece", "prepare.track", "prepare.coast"})
EXAMPLES = 3
"""Actions of the set-up that are told as examples."""


def introduction(position: Position) -> list[Message]:
    """Which battle it is, what its scenario tells of itself, and what can be typed."""
    setting = position.setting
    width, depth = setting.size
    first, second = (sum(unit.seat == seat for unit in setting.units.values()) for seat in (0, 1))
    params = {"name": setting.name, "first": first, "second": second, "width": width, "depth": depth}
    about = [Message("brief.about", {"about": setting.about})] if setting.about else []
    commands = "brief.commands" if position.state.setup is None else "brief.setup_commands"
    return [Message("brief.scenario", params), *words.campaign_sentences(setting), *about, Message(commands)]


def sentences(position: Position) -> list[Message]:
    """First what is decided; then what helps to decide it."""
    state = position.state
    if state.setup is not None:
        return _setup(position)
    who = "+".join(words.whom(state)) or state.corps
    now = Message(f"say.now.{state.stage.value}", {"seat": SEAT_NAMES[state.active], "who": who})
    return [now, *_details(state)]


def chapter(position: Position) -> str:
    """The player sequence, for the seat whose own it is; in the set-up, what is laid or deployed next."""
    state = position.state
    if state.setup is not None:
        return _part_of_setup(state.setup, state)
    own = state.stage not in BY_DICE and position.turn == state.active and state.stage in (Stage.CORPS, Stage.ORDERS)
    return f"sequence {state.sequence}" if own else ""


def _setup(position: Position) -> list[Message]:
    """What the set-up asks for; the pieces on the table are left to the map."""
    messages = [message for message in narration.moment(position.state) if message.key not in ON_THE_MAP]
    messages.sort(key=lambda message: not message.key.startswith("prepare.now."))
    examples = position.listed[:EXAMPLES]
    return [*messages, *([Message("brief.examples", {"orders": list(examples)})] if examples else [])]


def _part_of_setup(prep: Preparation, state: State) -> str:
    match prep.task:
        case Task.LAY | Task.ROAD | Task.ADJUST | Task.CAMP:
            scenery = state.field.setting.scenery
            return f"{prep.task.value} {len(scenery.pieces)} {len(scenery.roads)}"
        case Task.CORPS | Task.DEPLOY:
            return f"deploying {len(prep.deployed)}"
    return ""


def _details(state: State) -> Iterator[Message]:
    match state.now:
        case ChoosingCorps():
            waiting = [each for each in sequence.corps_of(state.field, state.active) if each not in state.done]
            yield Message("brief.corps", {"orders": [f"corps {leader}" for leader in waiting]})
            yield from _hesitating(state, waiting)
            reveals = _reveals(state)
            if reveals:
                yield Message("brief.reveal", {"orders": reveals})
            yield _losses(state)
            yield from words.time_left(state)
        case Activation():
            yield from _orders(state)
        case Answering() as now:
            yield from _charged(state, now)
        case Springing():
            yield Message("brief.spring", {"marker": state.who, "orders": [f"{state.who} wait", *_reveals(state)]})
        case Pressing() as presses:
            least, most = sequence.press_limits(state, presses)
            yield Message("brief.press", {"least": least, "most": most})
        case Engaging():
            unit, orders = state.field.leaders[state.who].unit, _typed(state.who, "engage", "aside")
            yield Message("brief.engage", {"leader": state.who, "unit": unit, **orders})


def _typed(who: str, *verbs: str) -> dict[str, str]:
    """Orders as they are typed, by their verbs."""
    return {verb: f"{who} {verb}" for verb in verbs}


def _hesitating(state: State, waiting: list[str]) -> Iterator[Message]:
    """Corps that wait for their command die to say whether they obey."""
    for leader in waiting:
        if hesitation.hesitates(state.field, leader):
            yield Message("brief.hesitates", {"leader": leader, "needs": hesitation.needs(state.field, leader)})


def _reveals(state: State) -> list[str]:
    """The first way in which each ambush that may come forward would do so."""
    seat, only = (1 - state.active, state.who) if state.stage is Stage.SPRING else (state.active, "")
    found: dict[str, str] = {}
    for order in candidates.reveals(state.field, seat, only):
        found.setdefault(order.split()[0], order)
    return list(found.values())


def _losses(state: State) -> Message:
    params: dict[str, object] = {}
    for seat, name in enumerate(SEAT_NAMES):
        params[name] = aftermath.army_losses(state.field, seat).total
        params[f"{name}_value"] = aftermath.army_value(state.field, seat).total
    return Message("brief.losses", params)


def _orders(state: State) -> Iterator[Message]:
    """The points, who can charge whom, and who is held by a zone."""
    field = state.field
    yield Message("brief.points", {"points": state.points, "free": state.free})
    for ally in hesitation.may_be_encouraged(state, state.corps):
        order = f"{state.corps} encourage {ally}"
        if order_execution.allows(state, Encourage((state.corps,), ally)):
            yield Message("brief.hesitates", {"leader": ally, "needs": hesitation.needs(field, ally)})
            yield Message("brief.encourage", {"order": order})
    march = marches.arriving(field, state.active)
    if march is not None and march.leader == state.corps and marches.outside(field, march):
        yield Message("brief.enter", {"units": marches.outside(field, march)})
    able, held = [], []
    for unit in candidates.units_of(state):
        targets = [
            order.target for order in candidates.charges_of(field, (unit.id,)) if order_execution.allows(state, order)
        ]
        if targets:
            able.append(Message("brief.able", {"unit": unit.id, "enemies": "/".join(targets)}))
        threats = [] if field.fights(unit.id) else control.threats(field, unit)
        if threats:
            enemies = "/".join(threat.id for threat in threats)
            held.append(Message("brief.held_by", {"unit": unit.id, "enemy": enemies}))
    if able:
        yield Message("brief.charges", {"units": able})
    if held:
        yield Message("brief.held", {"units": held})


def _charged(state: State, now: Answering) -> Iterator[Message]:
    """By whom, and what standing would mean."""
    onset = now.attack.onset
    runs = sequence.evaders(state, now)
    key = "brief.charged" if (state.who,) in runs and sequence.may_stand(state, now) else "brief.charged_only"
    orders = candidates.answers(state, now)
    typed = _typed(state.who, "stand", "evade", "adapt")
    yield Message(key, {"unit": state.who, "enemies": list(onset.names), "orders": orders, **typed})
    together = [f"{'+'.join(names)} evade" for names in runs if len(names) > 1]
    if together and key == "brief.charged":
        yield Message("brief.together", {"orders": together})
    if sequence.may_go_around(state, now):
        yield Message("brief.around", _typed(state.who, "around"))
    yield from foretelling.awaited(state.field, onset)
