"""Units that get down and fight on foot for the rest of the battle: before it, and by an option in it
(adlg.dismount.before, adlg.dismount.battle)."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Dismounts
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.rally import NEAR_ENEMY
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.dismounting import RULE

IN_BATTLE = "adlg.dismount.battle"


def why_never(field: Field, unit: Unit) -> Refusal | None:
    """Why a unit can't dismount, wherever it stands: its roster does not say so, or it has done so already."""
    if unit.id in field.afoot:
        return Refusal("deed.on_foot", RULE, {"unit": unit.id})
    return None if unit.on_foot is not None else Refusal("deed.stays_mounted", RULE, {"unit": unit.id})


def able(field: Field, seat: int) -> list[Unit]:
    """The units of a seat that can still dismount."""
    return [unit for unit in field.units(seat) if why_never(field, unit) is None]


def dismounted(field: Field, name: str) -> Field:
    """The table once a unit is on foot: it keeps its place and its base, and points that it has lost stay lost."""
    stand, foot = field.stands[name], field.unit(name).on_foot
    assert foot is not None, "asked before"
    lost = field.full(name) - stand.cohesion
    down = replace(field, afoot={**field.afoot, name: foot})
    return down.with_stand(name, replace(stand, cohesion=max(1, foot.troop.cohesion - lost)))


def in_battle(field: Field, name: str) -> Field | Refusal:
    """An order in the movement phase, where the option allows it: the unit stays in its place for the whole phase."""
    if not field.setting.readings.on("dismount_in_battle"):
        return Refusal("deed.not_in_battle", IN_BATTLE, {"unit": name})
    refusal = why_never(field, field.unit(name))
    if refusal is not None:
        return refusal
    stand = field.stands[name]
    if field.fights(name):
        return Refusal("move.fights", IN_BATTLE, {"unit": name})
    if stand.moves or stand.marks & marks.NO_MORE_MOVES:
        return Refusal("deed.moved", IN_BATTLE, {"unit": name})
    nearest = field.nearest_enemy(name)
    if nearest is not None and nearest <= NEAR_ENEMY:
        return Refusal("deed.too_near", IN_BATTLE, {"unit": name, "gap": nearest, "least": NEAR_ENEMY})
    after = dismounted(field, name).marked(name, marks.HALTED, marks.ORDERED)
    return after.noted(Dismounts, IN_BATTLE, name, after.unit(name).troop.id)
