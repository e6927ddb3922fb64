"""Shooting: the ledger of a shot, the target's protection against the weapon, and its exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from triarii.games.adlg.combat.combatants import Combatant, Shot, Side
from triarii.games.adlg.combat.ledger import Entry, Ledger, Voided
from triarii.games.adlg.combat.resolution import PAIRS, throws
from triarii.games.adlg.data.kit import FOOT_SHOOTERS
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category

MOST_FROM_SUPPORT = 3
BIG_TARGETS = (Category.EL, Category.WWG)


@dataclass(frozen=True)
class ShotOdds:
    """A shot, reckoned up, and its chance."""

    shot: Shot
    entries: Sequence[Entry]
    voided: Sequence[Voided]
    totals: Mapping[Side, int]
    hits: int
    """Of 36 pairs of dice."""

    @property
    def hit(self) -> Fraction:
        return Fraction(self.hits, PAIRS)

    @property
    def routs(self) -> Fraction:
        """The chance that the target breaks: a hit costs one point of cohesion, never more."""
        return self.hit if self.shot.b.left == 1 else Fraction(0)


def shot_odds(shot: Shot, readings: Readings) -> ShotOdds:
    """The odds of a shot: the shooter has to throw more than the target (adlg.shooting.dice)."""
    ledger = Ledger()
    _shooter(ledger, shot, readings)
    _protection(ledger, shot, readings)
    totals, (first, second) = ledger.totals, faces(shot, readings)
    behind = totals["b"] - totals["a"]
    hits = sum(count for ahead, count in throws(first, second).items() if ahead > behind)
    return ShotOdds(shot, tuple(ledger.entries), tuple(ledger.voided), totals, hits)


def faces(shot: Shot, readings: Readings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the dice of shooter and target count (adlg.quality.when, adlg.impact.half_bow); a mixed unit shoots as it is
    (adlg.mixed.shooting)."""
    shooter = shot.a.lowered_quality(readings) if shot.a.has("impact_half_bow") else shot.a.quality
    return shooter.faces, shot.b.quality.faces


def hits(odds: ShotOdds, dice: tuple[int, int], readings: Readings) -> bool:
    """Whether the shot with these dice of shooter and target costs the target a point."""
    first, second = faces(odds.shot, readings)
    return odds.totals["a"] + first[dice[0] - 1] > odds.totals["b"] + second[dice[1] - 1]


def _shooter(ledger: Ledger, shot: Shot, readings: Readings) -> None:
    shooter, target, weapon = shot.a, shot.b, shot.weapon
    light = target if readings.says("light_troops_shooting_malus", "target") else shooter
    if light.troop.light:
        ledger.add("a", -1, "adlg.shooting.light_troops")
    if covered(shot, readings):
        ledger.add("a", -1, "adlg.shooting.target_cover")
    elif target.cover or target.fortified:
        ledger.void("a", "adlg.shooting.target_cover", "adlg.shooting.target_cover")
    if shooter.disordered:
        ledger.add("a", -1, "adlg.shooting.disorder")
    if _hidden(shooter, readings):
        ledger.add("a", -1, "adlg.shooting.shooter_hidden")
    if shooter.backwards:
        ledger.add("a", -1, "adlg.shooting.zone")
    if weapon.foot_at_mounted and shooter.category in FOOT_SHOOTERS and target.mounted:
        ledger.add("a", 1, "adlg.shooting.foot_at_mounted")
    if target.category in BIG_TARGETS:
        if shooter.category is Category.ART:
            ledger.add("a", 1, "adlg.artillery.shooting")
        elif weapon.id == "incendiary" or shooter.has("incendiary"):
            ledger.add("a", 1, "adlg.incendiary.shooting")
    if shooter.supports:
        ledger.add("a", support(shooter), "adlg.shooting.supports")


def covered(shot: Shot, readings: Readings) -> bool:
    """Whether cover or a fortification protects the target from this shot."""
    if shot.b.category is Category.WWG and not readings.on("war_wagon_takes_cover"):
        return False
    if shot.weapon.id == "artillery" and not readings.on("cover_against_artillery"):
        return False
    return shot.b.cover or shot.b.fortified


def _hidden(shooter: Combatant, readings: Readings) -> bool:
    """Whether the shooter's own ground or cover is in its way; never for light infantry."""
    if shooter.category is Category.LI:
        return False
    terrain = shooter.terrain
    if shooter.cover or terrain.cover:
        return True
    if terrain.id == "difficult":
        return readings.on("unnamed_difficult_hides_shooter")
    if readings.says("shooter_malus_ground", "every_difficult"):
        return terrain.kind == "difficult"
    return terrain.hides_shooter


def support(shooter: Combatant) -> int:
    """What the supporting shooters add: light troops count one half, the sum is rounded up."""
    halves = sum(1 if support.troop.light else 2 for support in shooter.supports)
    return min(MOST_FROM_SUPPORT, (halves + 1) // 2)


def _protection(ledger: Ledger, shot: Shot, readings: Readings) -> None:
    """The target's protection as this weapon leaves it, then a pavise."""
    value, rule = protection(shot, readings)
    if value != shot.b.protection:
        ledger.void("b", shot.b.troop.rule, rule)
    ledger.add("b", value, rule)
    if not shot.b.has("pavise"):
        return
    if shot.weapon.protection == "artillery" or covered(shot, readings):
        ledger.void("b", "adlg.pavise.protection", "adlg.pavise.exceptions")
    else:
        ledger.add("b", 1, "adlg.pavise.protection")


def protection(shot: Shot, readings: Readings) -> tuple[int, str]:
    """Protection against this weapon, without a pavise, and the rule that sets it."""
    target = shot.b
    own = "adlg.armour.protection" if target.armour > target.troop.armour else target.troop.rule
    match shot.weapon.protection:
        case "crossbow":
            if target.category in BIG_TARGETS:
                bare = target.troop.bare_protection
                return bare, target.troop.rule if bare == target.protection else "adlg.protection.crossbow"
            at_most = readings.says("crossbow_protection", "at_most_one")
            return (min(target.protection, 1) if at_most else 1), "adlg.protection.crossbow"
        case "longbow" if target.category not in (Category.ART, Category.WWG, Category.LI, Category.LH):
            return max(0, target.protection - 1), "adlg.protection.longbow"
        case "artillery" if not target.troop.light:
            return 0, "adlg.protection.artillery"
    return target.protection, own
