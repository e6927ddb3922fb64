"""Who fights, in what state and where: everything about a combat that the rules ask for, without a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import OPEN, Terrain, malus
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.kit import QUALITIES, Quality, Weapon
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category, Troop

Side: TypeAlias = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")
OWNERS_OF_IMPACT = frozenset({"impact", "impact_half_bow", "impetuous"})
"""Impetuous troops have the same bonus (adlg.impact.impetuous)."""


def other(side: Side) -> Side:
    return "b" if side == "a" else "a"


@dataclass(frozen=True)
class Support:
    """A unit that supports one of the two that fight, or that shoots with the shooter."""

    troop: Troop
    kind: str
    """`simple`, or `melee`: its front conformed on the enemy's flank or rear."""


@dataclass(frozen=True)
class Combatant:
    """A unit in a combat."""

    troop: Troop
    quality: Quality = QUALITIES["ordinary"]
    bought: frozenset[str] = frozenset()
    """Abilities beside those of its row."""
    cohesion: int | None = None
    """Points left; None is full."""
    terrain: Terrain = OPEN
    supports: tuple[Support, ...] = ()
    height: bool = False
    commander: bool = False
    uncontrolled: bool = False
    fortified: bool = False
    stakes: bool = False
    """Planted in front of it."""
    obstacle: bool = False
    cover: bool = False
    backwards: bool = False
    """Shoots over its rear edge."""
    friendly_beast: bool = False
    """Whether a friend's camels or elephants that it fears touch its base (adlg.panic.contact)."""
    enemy_beast: bool = False
    """The same of an enemy who is neither its opponent nor in melee support."""
    flanked: bool = False
    """Whether an enemy stands on its flank or rear who supports nobody, be it that he is attacked himself."""
    flanked_lightly: bool = False
    """The same of light troops, or of an enemy who has not conformed (adlg.flank.factor)."""
    long_side: bool = False
    """Whether one enemy alone attacks a long side of it; of war wagons (adlg.war_wagon.long_side)."""

    @kept
    def abilities(self) -> frozenset[str]:
        return self.bought | self.troop.abilities

    @kept
    def left(self) -> int:
        """Cohesion left."""
        return self.troop.cohesion if self.cohesion is None else self.cohesion

    @kept
    def disordered(self) -> bool:
        return self.left < self.troop.cohesion

    @property
    def category(self) -> Category:
        return self.troop.category

    @property
    def mounted(self) -> bool:
        return self.troop.mounted

    @kept
    def armour(self) -> int:
        """0 none, 1 armour, 2 heavy armour: by its row or bought."""
        bought = 2 if "heavy_armour" in self.bought else 1 if "armour" in self.bought else 0
        return max(self.troop.armour, bought)

    @property
    def protection(self) -> int:
        """With all its armour (adlg.armour.protection)."""
        return self.troop.bare_protection + self.armour

    @kept
    def ground_malus(self) -> int:
        return malus(self.troop, self.terrain)

    @property
    def flankers(self) -> tuple[Support, ...]:
        """Its supporters that stand on the enemy's flank or rear."""
        return tuple(support for support in self.supports if support.kind == "melee")

    def has(self, ability: str) -> bool:
        return ability in self.abilities

    def owns_impact(self, readings: Readings) -> bool:
        """Whether it has impact at all, be it void here; cataphracts by buying it only (adlg.impact.cataphracts)."""
        by_type = self.category is Category.CT and readings.says("cataphract_impact", "by_type")
        return by_type or not OWNERS_OF_IMPACT.isdisjoint(self.abilities)

    def lowered_quality(self, readings: Readings) -> Quality:
        """One step lower, as a mixed unit fights and a half-bow unit shoots."""
        if self.quality.id != "ordinary" and readings.says("mixed_quality_step", "ordinary_only"):
            return self.quality
        return QUALITIES[self.quality.lowered]

    def after(self, cohesion: int) -> Combatant:
        """The same unit with so much cohesion left."""
        return replace(self, cohesion=cohesion)


@dataclass(frozen=True)
class Melee:
    """A melee before its next round. The unit `a` meets `b`: front to front, or on its flank or rear."""

    a: Combatant
    b: Combatant
    round: int = 1
    charger: str = "a"
    """`a`, `b`, or `none` where the contact came by pursuit or conforming."""
    contact: str = "front"
    conformed: bool = True
    """Whether `a` has conformed to `b` (adlg.conform.incomplete)."""

    def unit(self, side: Side) -> Combatant:
        return self.a if side == "a" else self.b

    @property
    def frontal(self) -> bool:
        return self.contact == "front"

    @property
    def first_round(self) -> bool:
        return self.round == 1

    @property
    def charged(self) -> bool:
        """Whether the contact came by a charge."""
        return self.charger != "none"


@dataclass(frozen=True)
class Shot:
    """The unit `a` shoots at `b`; the supports of `a` shoot with it."""

    a: Combatant
    b: Combatant
    weapon: Weapon

    def unit(self, side: Side) -> Combatant:
        return self.a if side == "a" else self.b
