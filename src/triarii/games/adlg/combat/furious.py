"""Furious charge: who has it against whom, and what takes it away."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.combat.combatants import Combatant, Melee, Side, other
from triarii.games.adlg.combat.contact import across_works, faces_stakes, taken_in_flank, works_malus
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category

HORSED = frozenset({Category.LH, Category.CV, Category.HCH, Category.CT, Category.KN})
RIDING_DOWN = frozenset({Category.CV, Category.HCH, Category.KN})
BEASTS = frozenset({Category.EL, Category.SCH})


def furious_rule(unit: Combatant, enemy: Combatant, readings: Readings) -> str:
    """The rule that gives the unit a furious charge against this enemy, be it void here; or nothing."""
    if enemy.mounted:
        return ""
    wagon = enemy.category is Category.WWG
    if unit.category in BEASTS:
        spared = enemy.category is Category.LI or enemy.troop.id == "javelinmen"
        return "" if spared else "adlg.furious.beasts"
    if unit.category in HORSED and unit.owns_impact(readings) and not wagon:
        return "adlg.furious.mounted"
    if unit.category in RIDING_DOWN and enemy.category is Category.LMI:
        return "adlg.furious.light_foot"
    if unit.category is Category.LH and enemy.category is Category.LI:
        return "adlg.furious.light_foot"
    if not unit.mounted and unit.has("impetuous") and not wagon:
        return "adlg.furious.impetuous_foot"
    return ""


def furious_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    """What takes the furious charge of a unit that has it."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    elephant = unit.category is Category.EL
    if not melee.first_round or not melee.frontal:
        yield "adlg.furious.first_round"
    if not melee.charged and readings.on("furious_charge_needs_charge"):
        yield "adlg.furious.first_round"
    if taken_in_flank(melee, side, readings):
        yield "adlg.flank.abilities"
    if unit.mounted and faces_stakes(melee, side, readings):
        yield "adlg.stakes.charge"
    if unit.mounted and missile_support_counts(melee, other(side), readings):
        yield "adlg.missile_support.furious_charge"
    if enemy.category is Category.WWG and (not elephant or enemy.has("blades")):
        yield "adlg.war_wagon.blades" if elephant else "adlg.war_wagon.voids"
    if readings.on("works_void_charge_abilities") and across_works(melee, readings):
        yield "adlg.melee.works"
    if readings.on("works_malus_takes_charge_abilities") and works_malus(melee, side, readings):
        yield "adlg.melee.works"
    if unit.mounted and unit.ground_malus:
        yield "adlg.furious.mounted_with_malus"


def missile_support_counts(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether a unit's missile support works in this round (adlg.missile_support.lost_round)."""
    return (
        melee.unit(side).has("missile_support")
        and melee.first_round
        and melee.frontal
        and (melee.charged or not readings.on("missile_support_needs_charge"))
        and not taken_in_flank(melee, side, readings)
    )
