"""How troops handle: who may evade, who is unmanoeuvrable, who charges without being told, who must pursue."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from triarii.games.adlg.data.troops import Category, Troop

UNMANOEUVRABLE = frozenset({Category.EL, Category.WWG, Category.SCH})
NEVER_PURSUE = frozenset({Category.WWG, Category.ART})
NO_PREY = frozenset({Category.ART, Category.WWG, Category.SCH, Category.EL})
"""Whoever has beaten one of these need not pursue."""


def may_evade(troop: Troop, abilities: Collection[str]) -> bool:
    """Light troops, javelinmen, and cavalry without impact that is not impetuous; with half bow it may all the same."""
    if troop.light or troop.id == "javelinmen":
        return True
    if troop.category is not Category.CV or "impetuous" in abilities:
        return False
    return "impact" not in abilities  # adlg.impact.half_bow_evades: half bow is an ability of its own


def is_unmanoeuvrable(troop: Troop, abilities: Collection[str]) -> bool:
    """Whether turns, short moves and changes of formation are difficult for it (adlg.impetuous.unmanoeuvrable)."""
    if "impetuous" in abilities or troop.category in UNMANOEUVRABLE:
        return True
    return troop.id in ("levy", "heavy_artillery")


def charges_uncontrolled(troop: Troop, abilities: Collection[str]) -> bool:
    """Whether it charges unless it is held (adlg.impetuous.uncontrolled)."""
    return "impetuous" in abilities or troop.category is Category.SCH


class Pursuit(StrEnum):
    """What a unit does whose opponents are gone."""

    NEVER = "never"
    MAY = "may"
    MUST = "must"


def pursuit(
    troop: Troop, abilities: Collection[str], beaten: Collection[Troop], *, active: bool = True, held_back: bool = False
) -> Pursuit:
    """Whether a unit may or must advance 1 UD after its enemies have gone (adlg.pursuit.who, adlg.pursuit.duty,
    adlg.pursuit.exceptions).

    `held_back` is what the table says: it would leave the table, enter ground that is bad for it, give up works or a
    bank, or pass along an enemy front.
    """
    if not active or troop.category in NEVER_PURSUE or (troop.id == "levy" and "expendable" in abilities):
        return Pursuit.NEVER
    if troop.category is not Category.EL and "impetuous" not in abilities:
        return Pursuit.MAY
    after_mounted = not troop.mounted and any(enemy.mounted for enemy in beaten)
    if held_back or after_mounted or any(enemy.category in NO_PREY for enemy in beaten):
        return Pursuit.MAY
    return Pursuit.MUST
