"""The plan in words and shapes: what every corps is there for, the whole turn, and why some do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from triarii.core.texts import Message
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.players.adlg import ranks
from triarii.players.adlg.plan import Plan, Role, Task
from triarii.players.adlg.survey import LINE
from triarii.players.adlg.worth import Judge

TENTH = 100
"""Of what texts take in thousandths."""
MOST_ENEMIES = 3
"""Of a corps' enemies, so many are named."""


def in_words(state: State, judge: Judge, orders: Sequence[Order] = ()) -> list[Message]:
    """What the plan is; in the middle of a corps' orders, of this corps first and with all that it does now."""
    tasks = sorted(judge.plan.tasks.values(), key=lambda task: (task.leader != state.corps, task.leader))
    found = [_task(task) for task in tasks]
    if len(orders) > 1:
        found.append(Message("plan.turn", {"orders": [_order(order) for order in orders]}))
    if state.corps:
        found += _idle(state, judge, orders)
    return found


def _order(order: Order) -> Message:
    """Who does what, without how far: that is drawn."""
    who, *words = str(order).split()
    verb = "charge" if "charge" in words else words[0] if words else who
    return Message("plan.order", {"units": who.split("+"), "verb": Message(f"verb.{verb}")})


def _task(task: Task) -> Message:
    if not task.against:
        return Message("plan.idle", {"leader": task.leader})
    enemies = list(task.against[:MOST_ENEMIES])
    params: Mapping[str, object] = {
        "leader": task.leader,
        "enemies": enemies,
        "hope": TENTH * round(task.hope * 10),
        "turns": TENTH * round(task.away * 10),
    }
    return Message(f"plan.{task.role.value}", params)


def _idle(state: State, judge: Judge, orders: Sequence[Order]) -> Iterator[Message]:
    """Who of the corps gets no order, by reason."""
    named = {name for order in orders for name in order.who}
    reasons: dict[str, list[str]] = {}
    for unit in ranks.units_of(state):
        stand = state.field.stands[unit.id]
        if unit.id in named or state.field.fights(unit.id) or stand.moves or not stand.cohesion:
            continue
        reasons.setdefault(_reason(state, judge, unit), []).append(unit.id)
    for reason, units in reasons.items():
        yield Message(f"plan.{reason}", {"units": units})


def _reason(state: State, judge: Judge, unit: Unit) -> str:
    survey, goal = judge.survey, judge.plan.goals.get(unit.id)
    number = survey.numbers[unit.id]
    if goal is not None and goal.kind == "guard":
        return "guards"
    if survey.outlook.range[number] > 0 and survey.outlook.target(number) >= 0:
        return "shoots"
    beside = list(survey.neighbours(unit.id))
    if unit.category in LINE and len(beside) == 1:
        return "flank"
    if beside and unit.category in LINE:
        return "line"
    return "stays" if state.points else "waits"


# Shapes


def drawn(field: Field, plan: Plan) -> list[dict[str, object]]:
    """An arrow for every corps that goes somewhere, from its middle to the middle of its goals; a bar before one that
    holds. In mUD."""
    found: list[dict[str, object]] = []
    for task in plan.tasks.values():
        units = [unit for unit in field.units(plan.seat) if field.setting.corps_of(unit).commander == task.leader]
        goals = [plan.goals[unit.id] for unit in units if unit.id in plan.goals and not unit.light]
        poses = [field.stands[unit.id].pose for unit in units if unit.category in LINE]
        poses = poses or [field.stands[unit.id].pose for unit in units]
        if not goals or not poses:
            continue
        here = _middle([pose[:2] for pose in poses])
        there = _middle([(goal.x, goal.y) for goal in goals])
        if task.role is not Role.ATTACK:
            there = [here[0] + (there[0] - here[0]) // 6, here[1] + (there[1] - here[1]) // 6]
        found.append({"kind": "plan", "role": task.role.value, "corps": task.leader, "line": [here, there]})
    return found


def _middle(points: Sequence[tuple[int, int]]) -> list[int]:
    return [sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)]
