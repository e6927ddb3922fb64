"""The troops of the reference sheet: what each is, can do and carries, and the factors of its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.tables import Named, names_of, read


class Category(StrEnum):
    """The categories of the sheet, by its own short forms."""

    LI = "LI"
    LMI = "LMI"
    MI = "MI"
    HI = "HI"
    WWG = "WWg"
    ART = "Art"
    LH = "LH"
    CV = "Cv"
    HCH = "HCh"
    CT = "Ct"
    KN = "Kn"
    EL = "El"
    SCH = "SCh"


MOUNTED = frozenset({Category.LH, Category.CV, Category.HCH, Category.CT, Category.KN, Category.EL, Category.SCH})
LIGHT = frozenset({Category.LI, Category.LH})
"""Light troops; all others are heavy."""
GROUNDS = ("open", "rough", "difficult")


@dataclass(frozen=True)
class Clause:
    """One line of a row's combat factors."""

    value: int
    against: frozenset[str]
    """Categories, troops, `mounted`, `foot` or `all`."""
    rule: str
    enemy_in_open: bool = False
    on_flank: bool = False
    carrying: str = ""
    """An ability that this line asks for."""


@dataclass(frozen=True, eq=False)
class Troop(Named):
    """One kind of troops."""

    row: str
    category: Category
    protection: int
    """With the armour of the row."""
    cohesion: int
    armour: int
    """By the row: 0 none, 1 armour, 2 heavy armour."""
    mark: str
    """`spears` void mounted impact in front, `swords` that of impetuous swordsmen, `wagon` nearly all."""
    abilities: frozenset[str]
    """What the row has built in."""
    moves: tuple[int, int, int]
    """UD in open, rough and difficult ground; 0: no moving."""
    depth: int
    """Of the base, in mUD."""
    weapons: tuple[str, ...]
    animal: str
    """What panics, or frightens: horse, camel, elephant or nothing."""
    rule: str
    factor_rule: str
    factors: tuple[Clause, ...]
    source: Mapping[str, str]

    @kept
    def mounted(self) -> bool:
        return self.category in MOUNTED

    @kept
    def foot(self) -> bool:
        return self.category not in MOUNTED

    @kept
    def light(self) -> bool:
        return self.category in LIGHT

    @property
    def bare_protection(self) -> int:
        """Without the armour of the row."""
        return self.protection - self.armour

    def is_among(self, group: frozenset[str] | Sequence[str]) -> bool:
        """Whether a list of categories, troops, `mounted`, `foot` or `all` means this troop."""
        return not self._groups.isdisjoint(group)

    @kept
    def _groups(self) -> frozenset[str]:
        return frozenset((self.category.value, self.id, "mounted" if self.mounted else "foot", "all"))


def _load() -> dict[str, Troop]:
    table = read("troops.toml")
    rows = {row["id"]: row for row in table["row"]}
    return {entry["id"]: _troop(entry, rows[entry["row"]]) for entry in table["troop"]}


def _troop(entry: Mapping[str, Any], row: Mapping[str, Any]) -> Troop:
    return Troop(
        **names_of(entry),
        row=row["id"],
        category=Category(row["category"]),
        protection=entry["protection"],
        cohesion=entry["cohesion"],
        armour=entry["armour"],
        mark=entry["mark"],
        abilities=frozenset(entry["abilities"]),
        moves=tuple(entry["moves"]),
        depth=entry["depth"],
        weapons=tuple(entry["weapons"]),
        animal=entry["animal"],
        rule=row["rule"],
        factor_rule=row["factor_rule"],
        factors=tuple(_clause(clause, row["factor_rule"]) for clause in row["factors"]),
        source=entry["source"],
    )


def _clause(entry: Mapping[str, Any], rule: str) -> Clause:
    return Clause(
        value=entry["value"],
        against=frozenset(entry["against"]),
        rule=entry.get("rule", rule),
        enemy_in_open=entry.get("enemy_in_open", False),
        on_flank=entry.get("on_flank", False),
        carrying=entry.get("with", ""),
    )


TROOPS: Mapping[str, Troop] = _load()
"""By id, in the order of the sheet."""
