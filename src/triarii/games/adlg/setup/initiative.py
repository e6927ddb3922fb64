"""Initiative: who of the two names the region and chooses to attack or to defend (adlg.setup.initiative)."""

from __future__ import annotations

from collections.abc import Mapping

from triarii.core.contract import SEAT_NAMES
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.setup.going_on import changed
from triarii.games.adlg.setup.happenings import InitiativeThrow, InitiativeTied, InitiativeWon

RULE = "adlg.setup.initiative"

SCOUTS = {Category.LH: 4, Category.LI: 8}
"""So many units of a kind are worth a point of scouting."""
MOST_SCOUTING = 2
MOST_AHEAD = 4
STRATEGIST = "strategist"


def value(setting: Setting, seat: int) -> Mapping[str, int]:
    """The initiative of an army, part by part: half of the commanders' values, the strategist, scouting."""
    corps = [each for each in setting.corps.values() if each.seat == seat]
    units = [unit for unit in setting.units.values() if unit.seat == seat]
    scouting = sum(sum(unit.category is category for unit in units) // needed for category, needed in SCOUTS.items())
    return {
        "commanders": sum(each.grade.value for each in corps) // 2,
        "strategist": int(any(each.chief and each.grade.id == STRATEGIST for each in corps)),
        "scouting": min(scouting, MOST_SCOUTING),
    }


def total(setting: Setting, seat: int) -> int:
    return sum(value(setting, seat).values())


def ahead(setting: Setting) -> tuple[int, int]:
    """What each seat adds to its die: the one with more initiative the difference."""
    difference = total(setting, 0) - total(setting, 1)
    return min(max(difference, 0), MOST_AHEAD), min(max(-difference, 0), MOST_AHEAD)


def winner(setting: Setting, dice: tuple[int, int]) -> int | None:
    """Who has the higher sum; nobody where both are equal, and then the dice are thrown again."""
    first, second = (die + more for die, more in zip(dice, ahead(setting), strict=True))
    return None if first == second else int(second > first)


def thrown(state: State, dice: tuple[int, int]) -> State:
    """Both have thrown: the winner names the region, or both throw again."""
    state = state.noted(InitiativeThrow, RULE, *dice, *ahead(state.field.setting))
    first = winner(state.field.setting, dice)
    if first is None:
        return state.noted(InitiativeTied, RULE)
    return changed(state, task=Task.REGION, seat=first).noted(InitiativeWon, RULE, SEAT_NAMES[first])
