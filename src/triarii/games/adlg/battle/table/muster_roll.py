"""What is written of a unit before it stands anywhere: who it is, what it can do, how large and how steady it is."""

from __future__ import annotations

from triarii.games.adlg.battle.table import naming
from triarii.games.adlg.battle.table.setting import Setting, Unit


def unit_facts(setting: Setting, unit: Unit) -> dict[str, object]:
    return {
        "id": unit.id,
        "seat": unit.seat,
        "corps": unit.corps,
        "troop": unit.troop.id,
        "category": unit.category.value,
        "name": dict(naming.called(setting)[unit.id]),
        "quality": unit.quality.id,
        "abilities": sorted(unit.abilities),
        "weapon": None if unit.weapon is None else unit.weapon.id,
        "width": unit.width,
        "depth": unit.depth,
        "full": unit.troop.cohesion,
        "expendable": unit.expendable,
    }
