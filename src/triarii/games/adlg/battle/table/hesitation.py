"""Corps that hesitate: those of allies and of commanders who can't be relied on. Which does, what wins it over, and how
the commander-in-chief helps (adlg.allies.hesitate, adlg.allies.encourage)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Hesitates, HesitatesOn, SpeaksFor, WonOver
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.rally import NEAR_ENEMY
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes

if TYPE_CHECKING:
    from triarii.games.adlg.battle.state import State

HESITATE, ENCOURAGE = "adlg.allies.hesitate", "adlg.allies.encourage"
BALKS_ON = 1
"""What the first command die shows when a corps hesitates."""
OBEYS_ON = 6
"""What a later one has to show at least before it takes orders."""
ENCOURAGEMENT = 2
"""Command points; exactly so many, whatever else is the matter."""


# Looking


def hesitates(field: Field, leader: str) -> bool:
    """Whether the corps of this commander hesitates: it neither moves nor shoots nor charges on its own."""
    shown = field.allegiances.get(leader)
    return shown is not None and shown.hesitates


def unit_hesitates(field: Field, unit: Unit) -> bool:
    """Whether a unit belongs to a corps that hesitates."""
    return bool(field.allegiances) and hesitates(field, field.setting.corps_of(unit).commander)


def allegiance(field: Field, leader: str) -> Allegiance | None:
    """What a doubtful corps has shown so far; None where nobody doubts it."""
    doubted = field.setting.corps[leader].doubtful and field.setting.readings.on("hesitant_allies")
    return field.allegiances.get(leader, Allegiance.UNTRIED) if doubted else None


def must_show(field: Field, leader: str) -> bool:
    """Whether the next command die of a corps tells if it obeys: its first one, or any while it hesitates. A corps that
    has lost its commander follows the others."""
    return leader in field.leaders and allegiance(field, leader) not in (None, Allegiance.RELIABLE)


def needs(field: Field, leader: str) -> int:
    """What the die of a corps that hesitates has to show at least."""
    return OBEYS_ON - int(field.allegiances.get(leader) is Allegiance.ENCOURAGED)


# Dice


def tested(field: Field, leader: str, die: int) -> Field:
    """A command die has fallen for a corps, and tells whether it obeys. With an enemy within 4 UD nobody hesitates."""
    if not must_show(field, leader):
        return field
    if hesitates(field, leader):
        if die >= needs(field, leader):
            return _won_over(field, leader)
        return field.with_allegiance(leader, Allegiance.HESITANT).noted(HesitatesOn, HESITATE, leader)
    if die == BALKS_ON and not _is_near(field, leader):
        return field.with_allegiance(leader, Allegiance.HESITANT).noted(Hesitates, HESITATE, leader)
    return field.with_allegiance(leader, Allegiance.RELIABLE)


def _won_over(field: Field, leader: str) -> Field:
    """A corps that hesitated obeys from now on."""
    return field.with_allegiance(leader, Allegiance.RELIABLE).noted(WonOver, HESITATE, leader)


# What wins a corps over at once


def roused(state: State) -> State:
    """The state once every corps that is attacked, or has an enemy within 4 UD of one of its units, is reliable."""
    field = state.field
    for leader in _hesitating(field):
        if _is_attacked(state, leader) or _is_near(field, leader):
            field = _won_over(field, leader)
    return state if field is state.field else replace(state, field=field)


def shot_at(field: Field, targets: Collection[str]) -> Field:
    """Whoever was shot at, hit or not, is reliable when all have shot."""
    for leader in _hesitating(field):
        if any(unit.id in targets for unit in _units(field, leader)):
            field = _won_over(field, leader)
    return field


def _hesitating(field: Field) -> list[str]:
    return [leader for leader, shown in field.allegiances.items() if shown.hesitates]


def _units(field: Field, leader: str) -> list[Unit]:
    corps = field.setting.corps[leader]
    return [unit for unit in field.units(corps.seat) if unit.corps == corps.number]


def _is_attacked(state: State, leader: str) -> bool:
    """Whether a charge is on its way at one of its units."""
    if state.onset is None:
        return False
    onset = state.onset
    charged = {*onset.targets, *onset.waiting, *onset.stood, *onset.fled}
    return any(unit.id in charged for unit in _units(state.field, leader))


def _is_near(field: Field, leader: str) -> bool:
    """Whether an enemy unit is within 4 UD, exactly 4 included; camps and commanders alone frighten nobody."""
    enemies = field.host(1 - field.setting.corps[leader].seat).unit_quads
    return any(shapes.within(field.body(unit.id).quad, enemies, NEAR_ENEMY) for unit in _units(field, leader))


# The commander-in-chief


def encouraged(state: State, chief: str, leader: str) -> State | Refusal:
    """The commander-in-chief speaks for a corps that hesitates, before its die falls in this sequence."""
    field, corps = state.field, state.field.setting.corps
    if not corps[chief].chief:
        return Refusal("ally.not_chief", ENCOURAGE, {"leader": chief})
    if leader not in corps or corps[leader].seat != corps[chief].seat or not hesitates(field, leader):
        return Refusal("ally.does_not_hesitate", ENCOURAGE, {"leader": leader})
    if leader in state.done:
        return Refusal("ally.too_late", ENCOURAGE, {"leader": leader})
    if field.allegiances[leader] is Allegiance.ENCOURAGED:
        return Refusal("ally.encouraged", ENCOURAGE, {"leader": leader})
    spoken = field.with_allegiance(leader, Allegiance.ENCOURAGED)
    return replace(state, field=spoken.noted(SpeaksFor, ENCOURAGE, leader))


def may_be_encouraged(state: State, chief: str) -> list[str]:
    """For which corps the commander-in-chief can speak now."""
    return [leader for leader in _hesitating(state.field) if not isinstance(encouraged(state, chief, leader), Refusal)]
