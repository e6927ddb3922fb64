"""What troops carry and are: abilities, qualities, missile weapons with their reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triarii.games.adlg.data.tables import Named, names_of, read
from triarii.games.adlg.data.troops import Category, Troop

FOOT_SHOOTERS = frozenset({Category.LMI, Category.MI, Category.HI})
SHOOT_BACKWARDS = frozenset({"light_chariot"})
"""Troops that may shoot over their rear edge (adlg.shooting.zone)."""


@dataclass(frozen=True, eq=False)
class Ability(Named):
    """A special ability; `troops` are those that may have it."""

    troops: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Quality(Named):
    """What quality does to the die before everything else (adlg.quality.when)."""

    faces: tuple[int, ...]
    """What each face of the die counts."""
    lowered: str
    """One step lower."""


@dataclass(frozen=True, eq=False)
class Weapon(Named):
    """A missile weapon."""

    ranges: Mapping[str, int]
    foot_at_mounted: bool
    """Whether foot shoot better at mounted with it."""
    protection: str
    """What it does to the target's protection: nothing, or like a crossbow, a longbow, artillery."""

    def reach(self, troop: Troop) -> int | None:
        """UD, or None where the troop can't have this weapon."""
        if self.id not in troop.weapons:
            return None
        for group in (troop.id, troop.category.value):
            if group in self.ranges:
                return self.ranges[group]
        return self.ranges["foot"]

    def reach_rule(self, troop: Troop) -> str:
        return {1: "adlg.range.one", 2: "adlg.range.two", 4: "adlg.range.four"}.get(
            self.reach(troop) or 0, "adlg.range.artillery"
        )


def _abilities() -> dict[str, Ability]:
    return {
        entry["id"]: Ability(**names_of(entry), troops=tuple(entry["troops"]))
        for entry in read("abilities.toml")["ability"]
    }


def _qualities() -> dict[str, Quality]:
    return {
        entry["id"]: Quality(**names_of(entry), faces=tuple(entry["faces"]), lowered=entry["lowered"])
        for entry in read("qualities.toml")["quality"]
    }


def _weapon(entry: Mapping[str, Any]) -> Weapon:
    return Weapon(
        **names_of(entry),
        ranges=entry["ranges"],
        foot_at_mounted=entry.get("foot_at_mounted", False),
        protection=entry.get("protection", ""),
    )


ABILITIES: Mapping[str, Ability] = _abilities()
QUALITIES: Mapping[str, Quality] = _qualities()
WEAPONS: Mapping[str, Weapon] = {entry["id"]: _weapon(entry) for entry in read("weapons.toml")["weapon"]}
