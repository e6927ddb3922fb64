"""Zones of control on the table: who exerts one on whom, who holds a unit, and who threatens it most."""

from __future__ import annotations

from triarii.games.adlg.geometry import zones
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.ground import malus
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.passing import pass_rule
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.troops import Category

NO_ZONE = frozenset({Category.ART, Category.WWG})
LIGHT_INFANTRY_HOLDS = frozenset({Category.LI, Category.LH, Category.EL, Category.SCH, Category.ART})


def exerts(field: Field, enemy: Unit, unit: Unit, body: Body | None = None) -> bool:
    """Whether an enemy's zone acts on a unit at all (adlg.zone.none, adlg.zone.light_infantry)."""
    if enemy.category in NO_ZONE or field.fights(enemy.id):
        return False
    scenery = field.setting.scenery
    its, ours = field.body(enemy.id), body or field.body(unit.id)
    if field.defends_works(enemy.id):
        return False
    for ground in (scenery.ground_under(its.quad, enemy.troop), scenery.ground_under(ours.quad, enemy.troop)):
        if malus(enemy.troop, ground):
            return False
    if enemy.category is not Category.LI or unit.category in LIGHT_INFANTRY_HOLDS:
        return True
    wider = field.setting.readings.says("light_infantry_zone", "wider_in_rough")
    return wider and scenery.wholly_in_rough(its.quad) and scenery.touches_rough(ours.quad)


def holders(field: Field, unit: Unit, body: Body | None = None, without: frozenset[str] = frozenset()) -> list[Body]:
    """The enemies whose zones hold a unit, as it stands or as it would stand."""
    here = body or field.body(unit.id)
    found = []
    for enemy in field.units(1 - unit.seat):
        its = field.body(enemy.id)
        if enemy.id in without or not zones.in_zone(here, its, field.setting.limits):
            continue
        if exerts(field, enemy, unit, here) and not _shielded(field, here, unit, its, enemy):
            found.append(its)
    return found


def most_threatening(
    field: Field, unit: Unit, body: Body | None = None, without: frozenset[str] = frozenset()
) -> Body | None:
    """The enemy that a held unit has to heed (adlg.zone.most_threatening); None if no zone holds it."""
    here = body or field.body(unit.id)
    held = holders(field, unit, here, without)
    if not held:
        return None
    return zones.most_threatening(here, held, limits=field.setting.limits)


def _shielded(field: Field, here: Body, unit: Unit, its: Body, enemy: Unit) -> bool:
    """Whether a friend stands wholly between, or works do (adlg.zone.shield)."""
    for friend in field.units(unit.seat):
        if friend.id == unit.id or pass_rule(field, enemy, friend, its.heading):
            continue
        if zones.shielded(here, its, field.body(friend.id), field.setting.limits):
            return True
    return False
