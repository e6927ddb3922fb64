"""The bonuses of the first round, for the charging and the charged unit alike, with everything that takes them away.

Each `…_voids` yields the rules that void a bonus that the unit has; what nothing voids counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.combat.combatants import Combatant, Melee, Side, other
from triarii.games.adlg.combat.contact import across_works, faces_stakes, taken_in_flank, works_malus, zeroed_by_flank
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category

SWORDSMEN = frozenset({"medium_swordsmen", "heavy_swordsmen"})
THROWERS = frozenset({Category.LI, Category.LH, Category.LMI})
"""Whose javelins count in melee."""


def not_a_frontal_charge(melee: Melee) -> bool:
    """First-round abilities need a charge, front to front."""
    return not (melee.charged and melee.frontal)


def impact_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    """What takes the impact of a unit that owns it."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    elephant = unit.category is Category.EL
    if not_a_frontal_charge(melee):
        yield "adlg.impact.first_round"
    if taken_in_flank(melee, side, readings):
        yield "adlg.flank.abilities"
    if enemy.category is Category.EL:
        yield "adlg.impact.elephants"
    yield from _impact_of_both(melee, side, readings)
    if unit.mounted and not elephant and enemy.troop.mark == "spears" and _still_voids(melee, other(side), readings):
        yield "adlg.spears.void_impact"
    if unit.mounted and faces_stakes(melee, side, readings):
        yield "adlg.stakes.charge"
    if enemy.category is Category.WWG and (not elephant or enemy.has("blades")):
        yield "adlg.war_wagon.blades" if elephant else "adlg.war_wagon.voids"
    if _stopped_by_works(melee, side, readings):
        yield "adlg.melee.works"
    swords = _swords_void_impetuous(unit, enemy, readings)
    if swords and _still_voids(melee, other(side), readings):
        yield swords
    if elephant and (enemy.troop.light or enemy.troop.id == "javelinmen"):
        yield "adlg.elephant.impact"
    if unit.category in (Category.CT, Category.HCH) and enemy.category is Category.KN:
        yield "adlg.impact.against_knights"
    if unit.mounted and unit.ground_malus:
        yield "adlg.impact.mounted_with_malus"
    if enemy.category is Category.SCH and not elephant and readings.on("scythed_chariot_voids_impact"):
        yield "adlg.scythed_chariot.first_round"


def impact_counts(melee: Melee, side: Side, readings: Readings) -> bool:
    return (
        melee.first_round
        and melee.unit(side).owns_impact(readings)
        and next(impact_voids(melee, side, readings), None) is None
    )


def _impact_of_both(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    """Foot charging mounted; foot charged by mounted with impact, or by the other reading mounted against mounted."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if not enemy.mounted:
        return
    if not unit.mounted and melee.charger == side:
        yield "adlg.impact.foot_charging_mounted"
    if readings.says("impact_of_both", "charged_mounted_cancel"):
        if unit.mounted and enemy.owns_impact(readings):
            yield "adlg.impact.foot_charged"
    elif not unit.mounted and melee.charger == other(side) and _impact_stands_against_foot(melee, side, readings):
        yield "adlg.impact.foot_charged"


def _impact_stands_against_foot(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether the impact of the mounted enemy takes that of the foot: owning it is enough, by the usual reading."""
    if readings.on("foot_impact_void_by_owned_impact"):
        return melee.unit(other(side)).owns_impact(readings)
    return impact_counts(melee, other(side), readings)


def _still_voids(melee: Melee, side: Side, readings: Readings) -> bool:
    """Spears and swordsmen that are held in flank void a frontal impact too."""
    return readings.on("flanked_foot_voids_impact") or not taken_in_flank(melee, side, readings)


def _stopped_by_works(melee: Melee, side: Side, readings: Readings) -> bool:
    if readings.on("works_void_charge_abilities") and across_works(melee, readings):
        return True
    return readings.on("works_malus_takes_charge_abilities") and bool(works_malus(melee, side, readings))


def _swords_void_impetuous(unit: Combatant, enemy: Combatant, readings: Readings) -> str:
    """Two sentences of the sheet: impetuous swordsmen against all who bear the mark, foot knights too; and all
    impetuous foot against swordsmen."""
    if unit.mounted or not unit.has("impetuous"):
        return ""
    everybody = readings.says("impetuous_impact_void", "all_impetuous_foot")
    if enemy.troop.mark == "swords" and (everybody or unit.troop.id in SWORDSMEN):
        return "adlg.swords.void_impact"
    return "adlg.impact.impetuous_against_swords" if enemy.troop.id in SWORDSMEN else ""


def javelin_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    enemy = melee.unit(other(side))
    if not_a_frontal_charge(melee):
        yield "adlg.javelin.first_round"
    if taken_in_flank(melee, side, readings):
        yield "adlg.flank.abilities"
    if enemy.category is Category.WWG:
        yield "adlg.javelin.exceptions"
    if enemy.category not in (Category.EL, Category.SCH) and (
        enemy.owns_impact(readings)
        if readings.on("javelin_void_by_owned_impact")
        else impact_counts(melee, other(side), readings)
    ):
        yield "adlg.javelin.against_impact"


def owns_javelin(unit: Combatant) -> bool:
    return unit.has("javelin") and unit.category in THROWERS


def spears_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    if not_a_frontal_charge(melee):
        yield "adlg.spears.first_round"
    if taken_in_flank(melee, side, readings) and not readings.on("flanked_spears_keep_bonus"):
        yield "adlg.flank.abilities"
    if melee.unit(other(side)).category is Category.SCH and readings.on("scythed_chariot_voids_spears"):
        yield "adlg.scythed_chariot.first_round"


def owns_spears(unit: Combatant, enemy: Combatant) -> bool:
    return unit.troop.mark == "spears" and enemy.mounted and enemy.category is not Category.EL


def polearm_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    if not_a_frontal_charge(melee):
        yield "adlg.polearm.first_round"
    if taken_in_flank(melee, side, readings):
        yield "adlg.flank.abilities"


def owns_polearm(unit: Combatant, enemy: Combatant) -> bool:
    return unit.has("polearm") and enemy.mounted and enemy.category is not Category.EL


def shooters_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    """Only the charged have this one, against every mounted enemy."""
    if not_a_frontal_charge(melee) or melee.charger == side:
        yield "adlg.shooters.charged"
    if taken_in_flank(melee, side, readings):
        yield "adlg.flank.abilities"


def owns_shooters(unit: Combatant, enemy: Combatant) -> bool:
    return unit.troop.row == "shooters" and enemy.mounted


def cavalry_voids(melee: Melee, side: Side, readings: Readings) -> Iterator[str]:
    """It stands in the column of combat factors: by the sheet it falls with the factor of who is struck in flank or
    rear."""
    unit = melee.unit(side)
    if not_a_frontal_charge(melee) and readings.says("cavalry_bonus_contact", "frontal_charge"):
        yield "adlg.cavalry.first_round"
    if readings.says("cavalry_bonus_contact", "where_factor_counts") and zeroed_by_flank(melee, side, readings):
        yield "adlg.flank.factor"
    if unit.owns_impact(readings):
        yield "adlg.cavalry.first_round"
    if unit.ground_malus:
        yield "adlg.cavalry.first_round"


def owns_cavalry(unit: Combatant, enemy: Combatant, readings: Readings) -> bool:
    """Whether cavalry meets foot against whom it has its bonus (adlg.cavalry.first_round)."""
    if unit.category is not Category.CV:
        return False
    match enemy.troop.id:
        case "medium_swordsmen":
            return True
        case "heavy_swordsmen":
            return readings.says("cavalry_bonus_swordsmen", "medium_and_heavy")
        case "foot_knights":
            return readings.on("cavalry_bonus_foot_knights")
    return enemy.category is Category.LMI
