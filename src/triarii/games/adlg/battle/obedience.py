"""Who takes orders now: units and the commander of the corps that is activated, who hear them and can still move."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.fighting.fights import LOOTERS_OBEY
from triarii.games.adlg.battle.movement.reach import FAR
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS, UNIT_LETTERS, Unit
from triarii.games.adlg.data.troops import Category

MOST_MOVES = 3


def why_not_yours(state: State, names: tuple[str, ...]) -> Refusal | None:
    """Only units and the commander of the corps that is activated take orders."""
    for name in names:
        if name[0] in COMMANDER_LETTERS and len(names) > 1:
            return Refusal("order.commander", "adlg.commander.move", {"leader": name})
        if name[0] in COMMANDER_LETTERS:
            if name not in state.field.leaders or name != state.corps:
                return Refusal("order.not_yours", "adlg.sequence.phases", {"name": name, "corps": state.corps})
            continue
        if name[0] not in UNIT_LETTERS or name not in state.field:
            return Refusal("order.gone", params={"name": name})
        unit = state.field.unit(name)
        corps = state.field.setting.corps[state.corps]
        if (unit.seat, unit.corps) != (corps.seat, corps.number):
            return Refusal("order.not_yours", "adlg.sequence.phases", {"name": name, "corps": state.corps})
    return None


def why_deaf(field: Field, name: str) -> Refusal | None:
    """Looters take no order before a die of their commander has called them (adlg.camp.taken)."""
    if not field.has_mark(name, marks.LOOTING):
        return None
    if field.has_mark(name, marks.DEAF):
        return Refusal("order.loots_on", "adlg.camp.taken", {"unit": name})
    return Refusal("order.loots", "adlg.camp.taken", {"unit": name, "needs": LOOTERS_OBEY})


def why_idle(field: Field, names: tuple[str, ...]) -> Refusal | None:
    """Why units can make no (further) move: who fights, what they did, how near the enemy is (adlg.moves.distance)."""
    for name in names:
        stand, unit = field.stands[name], field.unit(name)
        deaf = why_deaf(field, name)
        if deaf is not None:
            return deaf
        if field.fights(name):
            return Refusal("move.fights", "adlg.disengage.who", {"unit": name})
        done = stand.marks & marks.NO_MORE_MOVES
        if done:
            return Refusal("move.done", "adlg.move.three", {"unit": name})
        if marks.SHIFTED in stand.marks and not unit.light:
            return Refusal("move.shifted", "adlg.pass.push", {"unit": name})
        if stand.moves >= MOST_MOVES:
            return Refusal("move.three", "adlg.move.three", {"unit": name, "most": MOST_MOVES})
        nearest = field.nearest_enemy(name)
        if stand.moves and (marks.NEAR in stand.marks or (nearest is not None and nearest < FAR)):
            return Refusal("move.near", "adlg.moves.distance", {"unit": name, "least": FAR})
        if stand.moves == MOST_MOVES - 1:
            refusal = _third(field, unit, names)
            if refusal is not None:
                return refusal
    return None


def _third(field: Field, unit: Unit, names: tuple[str, ...]) -> Refusal | None:
    """Who makes no third move (adlg.moves.third)."""
    rule = "adlg.moves.third"
    horse = unit.category is Category.CV and unit.impetuous
    if unit.category in (Category.ART, Category.WWG) or (unit.unmanoeuvrable and not horse):
        return Refusal("move.no_third", rule, {"unit": unit.id})
    throughout = field.setting.readings.says("third_move_commander", "all_three_moves")
    if not led(field, names) or (throughout and not field.has_mark(unit.id, marks.LED)):
        return Refusal("move.third_alone", rule, {"unit": unit.id})
    return None


def led(field: Field, names: tuple[str, ...]) -> bool:
    """Whether a commander goes along with units that move together."""
    return any(field.leader_with(name) for name in names)
