"""How two units touch, and what follows from it: who is taken in flank, who fights across works, who panics."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.combat.combatants import Melee, Side, other
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category, Troop

EXEMPT_FROM_FLANK = frozenset({Category.WWG, Category.ART})
"""Who keeps factor and abilities when it is taken in flank or rear (adlg.flank.exempt)."""
FEARED: dict[str, frozenset[str]] = {"horse": frozenset({"camel", "elephant"}), "camel": frozenset({"elephant"})}
"""Who panics at what (adlg.panic.sources)."""


def attackers_on_flank(melee: Melee, side: Side, readings: Readings) -> tuple[Troop, ...]:
    """The enemies on this side's flank or rear: the main unit, and supports that stand there."""
    enemy = other(side)
    main = (melee.a.troop,) if side == "b" and not melee.frontal else ()
    if negates_supports(melee, side) and not readings.on("negated_support_still_flanks"):
        return main
    return main + tuple(support.troop for support in melee.unit(enemy).flankers)


def taken_in_flank(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether an enemy on flank or rear costs this side its abilities (adlg.flank.abilities)."""
    unit = melee.unit(side)
    if unit.category in EXEMPT_FROM_FLANK:
        return False
    return unit.flanked or unit.flanked_lightly or bool(attackers_on_flank(melee, side, readings))


def zeroed_by_flank(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether an enemy on flank or rear makes this side's factor 0 (adlg.flank.factor)."""
    if not taken_in_flank(melee, side, readings):
        return False
    if melee.unit(side).flanked or readings.says("flank_attack_zeroes_factor", "any_attacker"):
        return True
    attackers = attackers_on_flank(melee, side, readings)
    if side == "b" and not melee.frontal and not melee.conformed:
        attackers = attackers[1:]  # the main unit comes first
    return any(not attacker.light for attacker in attackers)


def negates_supports(melee: Melee, side: Side) -> bool:
    """A scythed chariot negates its enemy's supports in the first round (adlg.scythed_chariot.supports)."""
    return melee.first_round and melee.unit(side).category is Category.SCH


def works_count(melee: Melee, readings: Readings) -> bool:
    """Stakes, obstacles and fortifications do nothing in a contact on flank or rear."""
    return melee.frontal or not readings.on("works_only_in_front")


def faces_stakes(melee: Melee, side: Side, readings: Readings) -> bool:
    return melee.unit(other(side)).stakes and works_count(melee, readings)


def across_works(melee: Melee, readings: Readings) -> bool:
    """Whether a fortification or an obstacle lies between the two."""
    return works_count(melee, readings) and any(unit.fortified or unit.obstacle for unit in (melee.a, melee.b))


def works_malus(melee: Melee, side: Side, readings: Readings) -> str:
    """The rule by which mounted troops suffer from the enemy's works, or nothing."""
    unit, enemy = melee.unit(side), melee.unit(other(side))
    if not unit.mounted or not works_count(melee, readings):
        return ""
    if enemy.fortified or enemy.obstacle:
        return "adlg.melee.works"
    return "adlg.stakes.malus" if enemy.stakes and unit.category is not Category.EL else ""


def fears(troop: Troop, beast: Troop) -> bool:
    """Whether troops panic at these animals (adlg.panic.sources); scythed chariots at none (adlg.panic.contact)."""
    return troop.category is not Category.SCH and beast.animal in FEARED.get(troop.animal, frozenset())


def panics(melee: Melee, side: Side, readings: Readings) -> bool:
    """Whether an animal in contact frightens this side's mounts, a friend's or an enemy's (adlg.panic.contact), be the
    beast taken in flank itself (adlg.flank.keeps)."""
    unit = melee.unit(side)
    if unit.category is Category.SCH or unit.troop.animal not in FEARED:
        return False
    if unit.friendly_beast and readings.on("panic_from_friend"):
        return True
    if unit.enemy_beast and readings.on("panic_from_touching_enemy"):
        return True
    return any(fears(unit.troop, beast) for beast in _against(melee, side, readings))


def _against(melee: Melee, side: Side, readings: Readings) -> Iterator[Troop]:
    """The enemies of this melee who are in contact: the main unit, and those of its supports who count as such."""
    enemy = melee.unit(other(side))
    yield enemy.troop
    for support in enemy.supports:
        if readings.on("panic_from_melee_support" if support.kind == "melee" else "panic_from_enemy_neighbour"):
            yield support.troop
