"""Drills of zones and charges for tests: orders, answers and dice played one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.adlg.table.tables import Placed, battlefield
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.stages import Activation
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions import answers, form
from triarii.games.adlg.telling.facts import facts_of
from triarii.games.adlg.writing import notation

N: Pose = (10000, 10000, 0)
"""Where the one stands who is charged: he looks north."""
LEADERS: Mapping[str, Pose] = {"c1": (10000, 13000, 18000), "d1": (10000, 7000, 0)}


def ready(units: Sequence[Placed], *, points: int = 9, **more: Any) -> Position:
    """Corps 1 of the first player takes orders; both commanders stand near."""
    field = battlefield(units, **{"leaders": dict(LEADERS), **more})
    return Position(State(field, Activation("c1", points), 0))


def play(position: Position, *actions: str) -> Position:
    """Orders, answers and dice, one after the other; every position on the way can be written down and read again."""
    for action in actions:
        if position.turn is not Turn.CHANCE:
            refusal = position.check(action)
            assert refusal is None, f"{action}: {refusal}"
        position = position.play(action)
        again = notation.read(position.text(), position.setting)
        assert isinstance(again, State), again
        assert notation.write(again) == position.text()
    return position


def refused(position: Position, action: str) -> tuple[str, str, dict[str, object]]:
    """Why an order is refused: the code, the rule and the numbers. Nothing moves by it."""
    before = position.text()
    found = position.considered(action)
    assert isinstance(found, Refusal), f"{action} is allowed"
    assert position.text() == before
    return found.code, found.rule, dict(found.params)


def why(position: Position, action: str) -> tuple[str, str]:
    """The same without the numbers."""
    return refused(position, action)[:2]


def allowed(position: Position, action: str) -> bool:
    return position.check(action) is None


def price(position: Position, action: str) -> int:
    """Command points that an order costs."""
    found = position.considered(action)
    assert isinstance(found, Executed), found
    return found.bill.total


def stage(position: Position) -> tuple[str, str]:
    """What is decided now, and about whom."""
    return position.state.stage.value, position.state.who


def table(position: Position) -> Field:
    return position.state.field


def pose(position: Position, unit: str = "u1") -> Pose:
    return table(position).stands[unit].pose


def cohesion(position: Position, unit: str) -> int:
    return table(position).stands[unit].cohesion


def meeting(position: Position, one: str, two: str) -> Meeting:
    found = table(position).meeting(one, two)
    assert found is not None, f"{one} and {two} do not fight"
    return found


def fighting(position: Position) -> list[tuple[str, str, str]]:
    """Who fights whom, and on which edge."""
    return [(each.attacker, each.target, each.side) for each in table(position).meetings]


def threat(position: Position, unit: str = "u1") -> str:
    """The enemy who holds a unit and threatens it most; nobody if it is free."""
    found = control.most_threatening(table(position), table(position).unit(unit))
    return "" if found is None else found.id


def fight(position: Position) -> dict[str, Any]:
    """The melee that the dice decide now; the odds page answers the same, asked the same."""
    told: Any = facts_of(position.state)["fight"]
    asked = form.read(told["asks"], "melee")
    assert not isinstance(asked, Refusal), asked
    again = answers.answer(asked, position.setting.readings)
    assert (again["totals"], again["chance"]) == (told["totals"], told["chance"])
    return dict(told)
