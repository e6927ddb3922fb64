"""Who takes orders in the corps that is activated, and who stands in line with whom."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.games.adlg.battle import obedience
from triarii.games.adlg.battle.movement.formations import WIDEST, why_no_group
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import linked


def units_of(state: State) -> list[Unit]:
    """The units of the corps that is activated."""
    corps = state.field.setting.corps[state.corps]
    return [unit for unit in state.field.units(corps.seat) if unit.corps == corps.number]


def ready(field: Field, units: Sequence[Unit]) -> list[str]:
    """Those who can still move in this phase."""
    return [unit.id for unit in units if obedience.why_idle(field, (unit.id,)) is None]


def looters(field: Field, units: Sequence[Unit]) -> list[str]:
    """Those whom their commander can call away from a camp that they loot."""
    return [unit.id for unit in units if field.stands[unit.id].marks & {marks.LOOTING, marks.DEAF} == {marks.LOOTING}]


def lines(field: Field, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Groups of units that stand linked and may move together, as large as may be; loners are left out. A row that is
    too wide for one group goes in equal parts."""
    found = []
    for row in _rows(field, names):
        parts = -(-len(row) // WIDEST)
        size = -(-len(row) // parts)
        for start in range(0, len(row), size):
            part = row[start : start + size]
            found += [tuple(part)] if why_no_group(field, part) is None else _grown(field, part)
    return [group for group in found if len(group) > 1]


def _rows(field: Field, names: Sequence[str]) -> list[list[str]]:
    """Who stands linked with whom, each row from its left to its right."""
    left, found = list(names), []
    while left:
        row, waiting = [left[0]], [left.pop(0)]
        while waiting:
            one = field.body(waiting.pop())
            near = [name for name in left if linked(one, field.body(name), field.setting.limits)]
            left = [name for name in left if name not in near]
            row += near
            waiting += near
        found.append(_sorted(field, row))
    return found


def _sorted(field: Field, row: Sequence[str]) -> list[str]:
    pose = field.stands[row[0]].pose
    return sorted(row, key=lambda name: shapes.local(pose, field.body(name).centre))


def _grown(field: Field, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Groups that are grown from unit to unit, where not all of a row may go together."""
    left, found = list(names), []
    while left:
        group, waiting = [left[0]], [left.pop(0)]
        while waiting:
            one = field.body(waiting.pop())
            for other in [name for name in left if linked(one, field.body(name), field.setting.limits)]:
                if why_no_group(field, (*group, other)) is None:
                    left.remove(other)
                    group.append(other)
                    waiting.append(other)
        found.append(tuple(group))
    return found
