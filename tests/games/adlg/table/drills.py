"""Drills of movement for tests: a corps that takes orders, the orders as words, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.games.adlg.table.tables import Placed, battlefield
from triarii.core.contract import Event, Refusal
from triarii.games.adlg.battle.order_execution import Executed, execute
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.stages import Activation, activation_of
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field, start
from triarii.games.adlg.battle.table.scenery import Road
from triarii.games.adlg.battle.table.setting import UNIT_LETTERS
from triarii.games.adlg.geometry.shapes import Point, Pose
from triarii.games.adlg.position import Position

N: Pose = (10000, 10000, 0)
AFAR: Pose = (2000, 19000, 18000)
"""Where an enemy troubles nobody."""


def drill(units: Sequence[Placed], *, points: int = 9, free: int = 0, **more: Any) -> State:
    """Corps 1 of the first player takes orders; its commander stands near, unless it is said otherwise."""
    more.setdefault("leaders", {"c1": (10000, 8000, 0)})
    return orders_of(battlefield(units, **more), points, free)


def orders_of(field: Field, points: int = 9, free: int = 0) -> State:
    return State(field, Activation("c1", points, free), 0)


def line(troop: str, count: int, pose: Pose = N, first: int = 1, **more: Any) -> list[Placed]:
    """A line that faces north, from the left."""
    x, y, heading = pose
    assert heading == 0
    return [(f"{UNIT_LETTERS[0]}{first + place}", troop, (x + 1000 * place, y, 0), more) for place in range(count)]


def column(troop: str, count: int, depth: int, pose: Pose = N, **more: Any) -> list[Placed]:
    """A column that faces north, from the front."""
    x, y, heading = pose
    assert heading == 0
    return [(f"u{1 + place}", troop, (x, y - depth * place, 0), more) for place in range(count)]


def ordered(state: State, words: str) -> Executed | Refusal:
    """What an order leads to, or why it is refused."""
    order = parse(words)
    assert isinstance(order, Order), order
    assert str(order) == words, "an order is written as it is read"
    return execute(state, order)


def given(state: State, words: str) -> Executed:
    """An order that has to be allowed."""
    found = ordered(state, words)
    assert isinstance(found, Executed), found
    return found


def after(state: State, *orders: str) -> State:
    """The state when orders have been given one after the other."""
    for words in orders:
        state = given(state, words).after
    return state


def pose(state: State, unit: str = "u1") -> Pose:
    return state.field.stands[unit].pose


def poses(state: State, *units: str) -> list[Pose]:
    return [pose(state, unit) for unit in units]


def spent(state: State, words: str) -> int:
    """mUD that a move costs the unit that pays most."""
    move = given(state, words).move
    assert move is not None
    return move.spent


def cost(state: State, words: str) -> int:
    """Command points that an order costs."""
    return given(state, words).bill.total


def difficult(state: State, words: str) -> tuple[str, ...]:
    """The rules that make a move difficult."""
    move = given(state, words).move
    assert move is not None
    return move.difficult


def refused(state: State, words: str) -> tuple[str, str, dict[str, object]]:
    """Why an order is refused: the code, the rule and the numbers."""
    found = ordered(state, words)
    assert isinstance(found, Refusal), f"{words} is allowed"
    return found.code, found.rule, dict(found.params)


def why(state: State, words: str) -> tuple[str, str]:
    """The same without the numbers."""
    code, rule, _ = refused(state, words)
    return code, rule


def events_of(state: State, action: str) -> list[Event]:
    """What an action brings about, as it is told."""
    return [each.event for each in Position(state).resolve(action).happenings]


def gone_on(state: State) -> State:
    """The activation goes on, and the die that was to fall is left out."""
    activation = activation_of(state.now)
    assert activation is not None
    return replace(state, now=activation)


def marked(state: State, unit: str, *marks: str) -> State:
    return replace(state, field=state.field.marked(unit, *marks))


def moved(state: State, unit: str, moves: int) -> State:
    """A unit that has made so many moves in this phase, wherever it went."""
    stand = replace(state.field.stands[unit], moves=moves)
    return replace(state, field=state.field.with_stand(unit, stand))


def with_road(state: State, *points: Point) -> State:
    """The same table with a road."""
    setting = state.field.setting
    paved = replace(setting, scenery=replace(setting.scenery, roads=(Road(points),)))
    return replace(state, field=start(paved))
