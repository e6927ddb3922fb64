"""A round of melee before the dice: the ledger of both sides, and what each may do once the dice have fallen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.games.adlg.combat import first_round as first
from triarii.games.adlg.combat.combatants import SIDES, Combatant, Melee, Side, other
from triarii.games.adlg.combat.contact import (
    negates_supports,
    panics,
    taken_in_flank,
    works_count,
    works_malus,
    zeroed_by_flank,
)
from triarii.games.adlg.combat.factors import against_artillery, factor
from triarii.games.adlg.combat.furious import furious_rule, furious_voids, missile_support_counts
from triarii.games.adlg.combat.ledger import Entry, Ledger, Voided
from triarii.games.adlg.data.ground import malus_rule
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category

DESTROYERS = frozenset({Category.LMI, Category.MI, Category.HI, Category.CV, Category.CT, Category.HCH, Category.KN})
"""Who destroys light infantry in the open (adlg.light_infantry.destroyed)."""
KEEPS_FACTOR = frozenset({Category.LI, Category.LH, Category.LMI, Category.WWG, Category.EL})
"""Whose factor a scythed chariot does not make 0 (adlg.scythed_chariot.first_round)."""
Voids = Callable[[Melee, Side, Readings], Iterator[str]]


@dataclass(frozen=True)
class Means:
    """What a side can still do when the dice have fallen."""

    faces: tuple[int, ...]
    """What each face of its die counts (adlg.quality.when)."""
    wins_ties: bool
    """A two-handed weapon against spears or pikes (adlg.two_handed.tie)."""
    adds_to_win: str
    """The rule by which it adds 1 to a win: two-handed weapon or polearm; or nothing."""
    softens: tuple[str, ...]
    """The rules by which a lost round is lost by 1 less: armour, then missile support."""
    furious: bool
    """Whether its furious charge counts now (adlg.furious.first_round)."""


@dataclass(frozen=True)
class Round:
    """One round of melee, reckoned up and ready for the dice."""

    melee: Melee
    entries: Sequence[Entry]
    voided: Sequence[Voided]
    totals: Mapping[Side, int]
    destroyed: tuple[Side, ...]
    means: Mapping[Side, Means]
    ties_add_to_win: bool
    """Whether a tie won by a two-handed weapon gets the +1 of a win too (adlg.two_handed.once)."""
    evened_is_lost: bool
    """Whether who was behind has lost although armour or missile support made both even (adlg.commander.even_round)."""


def reckon(melee: Melee, readings: Readings) -> Round:
    """Adds up both sides of the next round."""
    ledger = Ledger()
    for side in SIDES:
        _factor(ledger, melee, side, readings)
        if melee.first_round:
            _first_round(ledger, melee, side, readings)
        _state(ledger, melee, side)
        _supports(ledger, melee, side, readings)
        _ground(ledger, melee, side, readings)
    means = {side: _means(ledger, melee, side, readings) for side in SIDES}
    return Round(
        melee,
        tuple(ledger.entries),
        tuple(ledger.voided),
        ledger.totals,
        tuple(side for side in SIDES if _is_destroyed(melee, side, readings)),
        means,
        readings.on("two_handed_bonuses_add_up"),
        readings.on("evened_round_is_lost"),
    )


def _factor(ledger: Ledger, melee: Melee, side: Side, readings: Readings) -> None:
    """The combat factor against the main unit of the enemy, and what belongs to it (adlg.melee.factor)."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    on_flank = side == "a" and not melee.frontal
    own = factor(unit.troop, enemy.troop, enemy_in_open=enemy.terrain.open, on_flank=on_flank, abilities=unit.abilities)
    zeroed = _zeroed(melee, side, readings)
    if zeroed:
        if own.value:
            ledger.void(side, own.rule, zeroed)
        ledger.add(side, 0, zeroed)
    else:
        ledger.add(side, own.value, own.rule)
    bonus = against_artillery(unit.troop, enemy.troop)
    if bonus and zeroed and not readings.on("zeroed_factor_keeps_artillery_bonus"):
        ledger.void(side, "adlg.artillery.enemies", zeroed)
    elif bonus:
        ledger.add(side, bonus, "adlg.artillery.enemies")
    if unit.has("battle_ready") and unit.category is Category.WWG:
        if unit.quality.id == "mediocre" and not readings.on("mediocre_war_wagon_battle_ready"):
            ledger.void(side, "adlg.war_wagon.battle_ready", "adlg.war_wagon.battle_ready")
        else:
            ledger.add(side, 1, "adlg.war_wagon.battle_ready")
    if unit.has("incendiary") and enemy.category in (Category.EL, Category.WWG):
        ledger.add(side, 1, "adlg.incendiary.melee")


def _zeroed(melee: Melee, side: Side, readings: Readings) -> str:
    """The rule that makes this side's factor 0, or nothing."""
    if zeroed_by_flank(melee, side, readings):
        return "adlg.flank.factor"
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if melee.first_round and enemy.category is Category.SCH and unit.category not in KEEPS_FACTOR:
        flanked = taken_in_flank(melee, other(side), readings)
        if not flanked or readings.on("flanked_scythed_chariot_zeroes"):
            return "adlg.scythed_chariot.first_round"
    return ""


def _first_round(ledger: Ledger, melee: Melee, side: Side, readings: Readings) -> None:
    """What the main unit's abilities give in the first round (adlg.melee.abilities), and an uncontrolled charge."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    bonuses: tuple[tuple[str, bool, Voids], ...] = (
        ("adlg.impact.first_round", unit.owns_impact(readings), first.impact_voids),
        ("adlg.javelin.first_round", first.owns_javelin(unit), first.javelin_voids),
        ("adlg.spears.first_round", first.owns_spears(unit, enemy), first.spears_voids),
        ("adlg.shooters.charged", first.owns_shooters(unit, enemy), first.shooters_voids),
        ("adlg.cavalry.first_round", first.owns_cavalry(unit, enemy, readings), first.cavalry_voids),
        ("adlg.polearm.first_round", first.owns_polearm(unit, enemy), first.polearm_voids),
    )
    for rule, owned, voids in bonuses:
        if owned:
            void = next(voids(melee, side, readings), "")
            if void:
                ledger.void(side, rule, void)
            else:
                ledger.add(side, 1, rule)
    if unit.uncontrolled:
        ledger.add(side, -1, "adlg.melee.uncontrolled")


def _state(ledger: Ledger, melee: Melee, side: Side) -> None:
    unit = melee.unit(side)
    if unit.disordered:
        ledger.add(side, -1, "adlg.melee.disorder")
    if unit.commander:
        ledger.add(side, 1, "adlg.melee.commander")


def _supports(ledger: Ledger, melee: Melee, side: Side, readings: Readings) -> None:
    unit, enemy = melee.unit(side), melee.unit(other(side))
    negated = negates_supports(melee, other(side))
    for support in unit.supports:
        rule = f"adlg.support.{support.kind}"
        if negated:
            ledger.void(side, rule, "adlg.scythed_chariot.supports")
            continue
        value = 1
        if support.kind == "melee":
            troop = support.troop
            value += factor(troop, enemy.troop, enemy_in_open=enemy.terrain.open, on_flank=True).value
            value += against_artillery(troop, enemy.troop)
            if (
                melee.first_round
                and readings.on("supporting_cavalry_gets_first_round_bonus")
                and first.owns_cavalry(Combatant(troop), enemy, readings)
            ):
                value += 1
        ledger.add(side, value, rule, of=support.troop.id)


def _ground(ledger: Ledger, melee: Melee, side: Side, readings: Readings) -> None:
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if side == "a" and not melee.frontal:
        if enemy.category is Category.WWG and not readings.on("flank_bonus_on_war_wagon"):
            ledger.void(side, "adlg.melee.flank_bonus", "adlg.melee.flank_bonus")
        else:
            ledger.add(side, 1, "adlg.melee.flank_bonus")
    if side == "b" and melee.contact == "flank" and unit.category is Category.WWG and unit.long_side:
        if readings.on("war_wagon_long_side_bonus"):
            ledger.add(side, 1, "adlg.war_wagon.long_side")
        else:
            ledger.void(side, "adlg.war_wagon.long_side", "adlg.war_wagon.long_side")
    behind_walls = unit.fortified and works_count(melee, readings) and _profits_from_walls(unit, readings)
    bonuses = int(unit.height) + int(behind_walls)
    if bonuses:
        ledger.add(side, bonuses if readings.on("ground_bonuses_add_up") else 1, "adlg.melee.ground")
    works = works_malus(melee, side, readings)
    if works:
        ledger.add(side, -2, works)
    if unit.ground_malus:
        ledger.add(side, unit.ground_malus, malus_rule(unit.terrain))
    if panics(melee, side, readings):
        ledger.add(side, -1, "adlg.panic.contact")


def _profits_from_walls(unit: Combatant, readings: Readings) -> bool:
    if readings.says("fortification_bonus_for", "every_defender"):
        return True
    return not unit.mounted and unit.category not in (Category.LI, Category.WWG)


def _is_destroyed(melee: Melee, side: Side, readings: Readings) -> bool:
    """Light infantry in the open against a main unit that destroys it without dice."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if unit.category is not Category.LI or not unit.terrain.open or enemy.category not in DESTROYERS:
        return False
    if unit.fortified and works_count(melee, readings) and readings.on("light_infantry_safe_behind_works"):
        return False
    flanking = side == "a" and not melee.frontal
    return not flanking or readings.on("light_infantry_destroyed_when_flanking")


def _means(ledger: Ledger, melee: Melee, side: Side, readings: Readings) -> Means:
    unit, enemy = melee.unit(side), melee.unit(other(side))
    quality = unit.lowered_quality(readings) if unit.has("mixed") else unit.quality  # adlg.mixed.melee
    frontal = _fights_frontally(melee, side, readings)
    two_handed = frontal and unit.has("two_handed_weapon")
    polearm = frontal and unit.has("polearm") and enemy.mounted
    if enemy.category is Category.EL and not readings.on("polearm_win_against_elephants"):
        polearm = False
    softens = []
    if _armour_softens(melee, side, readings):
        softens.append("adlg.armour.lost_round")
    if missile_support_counts(melee, side, readings):
        softens.append("adlg.missile_support.lost_round")
    furious = furious_rule(unit, enemy, readings)
    void = next(furious_voids(melee, side, readings), "") if furious else ""
    if void and melee.first_round:
        ledger.void(side, furious, void)
    return Means(
        faces=quality.faces,
        wins_ties=two_handed and enemy.troop.mark == "spears",
        adds_to_win="adlg.two_handed.win" if two_handed else "adlg.polearm.win" if polearm else "",
        softens=tuple(softens),
        furious=bool(furious) and not void,
    )


def _fights_frontally(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether two-handed weapons and polearms of this side work: front to front, and nobody on its flank."""
    if taken_in_flank(melee, side, readings):
        return False
    return melee.frontal or (side == "a" and readings.on("flanker_keeps_frontal_weapons"))


def _armour_softens(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether the heavier armour of a loser counts (adlg.armour.lost_round), also where it is taken in flank
    (adlg.flank.keeps)."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if unit.armour <= enemy.armour or enemy.category is Category.EL:  # adlg.armour.elephants
        return False
    if not melee.first_round:
        return True
    owned = furious_rule(enemy, unit, readings)  # adlg.armour.furious_charge
    if not owned:
        return True
    if not melee.frontal and side == "b":
        return not readings.on("armour_off_against_flanking_charger")
    if readings.says("armour_stopped_by", "owned_furious_charge"):
        return False
    return next(furious_voids(melee, other(side), readings), "") != ""
