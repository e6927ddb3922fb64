"""What everything of an army costs: the Triarii values, our own and no official points, and what a player changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from triarii.core.contract import Refusal, Refused
from triarii.core.texts import Message
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.command import GRADES, Grade
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS, Quality, Weapon
from triarii.games.adlg.data.tables import read as read_shipped
from triarii.games.adlg.data.toml_fields import fields, number, toml
from triarii.games.adlg.data.troops import TROOPS, Category, Troop

FORMATS = (100, 200, 300, 400)
"""Points of an army."""
CAMPS = (Camp.NORMAL, Camp.FORTIFIED, Camp.SACRED)
"""An army always has one."""
WORKS = ("fortification", "obstacle")
ALL = "all"
LOWEST, HIGHEST = -100, 1000

_FORMATS = tuple(str(size) for size in FORMATS)
_TROOPS = (*(category.value for category in Category), *TROOPS)
SECTIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "commanders": (tuple(GRADES), _FORMATS),
    "discounts": (("commander",), _FORMATS),
    "camps": (CAMPS, _FORMATS),
    "works": (WORKS, _FORMATS),
    "abilities": (tuple(ABILITIES), _TROOPS),
    "weapons": (tuple(WEAPONS), _TROOPS),
    "troops": (tuple(TROOPS), tuple(QUALITIES)),
}
"""What has a price, and by what a price may differ."""
Table: TypeAlias = Mapping[str, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True)
class Prices:
    """A price list (adlg.army.points)."""

    table: Table
    """By section, thing and what the price depends on; `all` is the price of everything that is not named."""

    def troop(self, troop: Troop, quality: Quality) -> int | None:
        """None where this quality is not to be had."""
        return self._price("troops", troop.id, quality.id)

    def ability(self, ability: str, troop: Troop) -> int:
        return self._price("abilities", ability, troop.id, troop.category.value) or 0

    def weapon(self, weapon: Weapon, troop: Troop) -> int:
        return self._price("weapons", weapon.id, troop.id, troop.category.value) or 0

    def commander(self, grade: Grade, size: int, discounted: bool) -> int:
        """In an army of this format; included in a unit, allied or unreliable he costs less, but never less than 0."""
        full = self._price("commanders", grade.id, str(size)) or 0
        return max(0, full - (self._price("discounts", "commander", str(size)) or 0)) if discounted else full

    def camp(self, camp: Camp, size: int) -> int:
        return self._price("camps", camp.value, str(size)) or 0

    def work(self, work: str, size: int) -> int:
        """One piece of fortification or obstacle."""
        return self._price("works", work, str(size)) or 0

    def _price(self, section: str, thing: str, *groups: str) -> int | None:
        prices = self.table[section].get(thing, {})
        return next((prices[group] for group in (*groups, ALL) if group in prices), None)


def changed(base: Prices, table: object) -> Prices | Refusal:
    """The prices with a player's changes: a number replaces all prices of a thing, a table those that it names."""
    try:
        return _changed(base, table)
    except Refused as refused:
        return refused.refusal


def changed_by_file(base: Prices, path: Path) -> Prices | Refusal:
    """The prices with the changes of a file that has the form of ours."""
    try:
        return _changed(base, toml(path))
    except Refused as refused:
        return refused.refusal


def _changed(base: Prices, table: object) -> Prices:
    merged = {section: dict(things) for section, things in base.table.items()}
    for section, things in fields(table, tuple(SECTIONS), Message("where.points")).items():
        known, groups = SECTIONS[section]
        for thing, given in fields(things, known, Message("where.price", {"path": section})).items():
            where = Message("where.price", {"path": f"{section}.{thing}"})
            if isinstance(given, Mapping):
                prices = fields(given, (*groups, ALL), where)
                found = {group: number(price, LOWEST, HIGHEST, group, where) for group, price in prices.items()}
                merged[section][thing] = {**merged[section].get(thing, {}), **found}
            else:
                merged[section][thing] = {ALL: number(given, LOWEST, HIGHEST, thing, where)}
    return Prices(merged)


TRIARII = _changed(Prices({section: {} for section in SECTIONS}), read_shipped("points.toml"))
"""The values that we ship."""
