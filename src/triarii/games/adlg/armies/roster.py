"""Rosters: an army as a TOML file says it, ours or a player's own, read into corps and units or refused by name.

    name = { en = "Our army", de = "Unsere Armee" }
    format = 200                # points: 100, 200, 300 or 400
    command_value = 3
    [[corps]]
    commander = "brilliant"     # chief = true: commander-in-chief, else the first; also included, allied, unreliable
    [[corps.units]]
    count = 4
    troop = "heavy_swordsmen"
    quality = "elite"           # ordinary if not said
    abilities = ["impact", "armour"]
    weapon = "bow"
    name = "household"
    dismounts = "foot_knights"  # of mounted troops that may fight on foot instead

May have too: `camp`, `fortifications`, `obstacles`, `total` (the points that its author counted), and `[points]`, which
changes prices. An included commander belongs to a unit of his corps's first entry.
"""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from triarii.core.contract import Refusal, Refused
from triarii.core.options import unknown
from triarii.core.texts import LANGUAGES, UNPRINTABLE, Message
from triarii.games.adlg.armies.points import CAMPS, FORMATS, TRIARII, Prices, changed
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import GRADES, Grade
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS, Quality, Weapon
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.data.toml_fields import (
    LONGEST_NAME,
    entries,
    fields,
    flag,
    missing,
    names,
    number,
    one_of,
    spell,
    toml,
)
from triarii.games.adlg.data.troops import TROOPS, Category, Troop

TOP = Message("where.roster")
KEYS = ("name", "format", "command_value", "total", "camp", "fortifications", "obstacles", "points", "corps")
CORPS_FLAGS = ("chief", "included", "allied", "unreliable")
CORPS_KEYS = ("commander", *CORPS_FLAGS, "units")
UNIT_KEYS = ("count", "troop", "quality", "abilities", "weapon", "name", "dismounts")
MOST = 99
"""Units of an entry, pieces of works, command value."""
LARGEST_TOTAL = 100_000

BROUGHT = ("javelin", "incendiary")
"""Weapons that bring the ability of the same name."""
HALF_BOW = "impact_half_bow"
"""The ability that brings a weapon: the bow."""
ALWAYS_ARMED = (Category.LMI, Category.ART)
"""Troops that are what they shoot with: where no weapon is named, it is their first."""


@dataclass(frozen=True)
class Unit:
    """Units of one kind in a corps."""

    count: int
    troop: Troop
    quality: Quality
    listed: tuple[str, ...]
    """Abilities as the roster names them."""
    weapon: Weapon | None
    name: Mapping[str, str]
    dismounts: Troop | None = None
    """As what it may fight on foot instead (adlg.dismount.before)."""

    @kept
    def abilities(self) -> frozenset[str]:
        """Those beside the abilities of its row: bought, and brought by its weapon."""
        brought = {self.weapon.id} & set(BROUGHT) if self.weapon is not None else set()
        return frozenset({*self.listed, *brought}) - self.troop.abilities

    @kept
    def all_abilities(self) -> frozenset[str]:
        return self.abilities | self.troop.abilities

    @property
    def expendable(self) -> bool:
        return "expendable" in self.all_abilities


@dataclass(frozen=True)
class Corps:
    """A corps and its commander."""

    commander: Grade | None
    """None where the roster names nobody, which is a fault."""
    units: tuple[Unit, ...]
    chief: bool = False
    """Commander-in-chief: the one who is said to be, else that of the first corps."""
    included: bool = False
    """He is part of a unit."""
    allied: bool = False
    unreliable: bool = False


@dataclass(frozen=True)
class Roster:
    """An army."""

    name: Mapping[str, str]
    format: int
    """Points that it may cost."""
    command_value: int
    corps: tuple[Corps, ...]
    camp: Camp = Camp.NORMAL
    fortifications: int = 0
    obstacles: int = 0
    total: int | None = None
    """The points that its author counted, if he says so."""
    prices: Prices = TRIARII

    @property
    def units(self) -> Iterator[Unit]:
        """Every single one."""
        return (unit for corps in self.corps for unit in corps.units for _ in range(unit.count))

    def at(self, prices: Prices) -> Roster:
        """The same army at other prices."""
        return replace(self, prices=prices)


@cache
def shipped() -> tuple[str, ...]:
    """The names of the rosters that we ship."""
    folder = resources.files(PACKAGE) / "rosters"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def load(name: str | Path) -> Roster | Refusal:
    """A shipped roster by its name, or the one of a file."""
    if isinstance(name, str) and name in shipped():
        text = (resources.files(PACKAGE) / "rosters" / f"{name}.toml").read_text(encoding="utf-8")
        return read(tomllib.loads(text), name)
    path = Path(name)
    try:
        return read(toml(path), path.stem)
    except Refused as refused:
        plain_word = str(name) == path.name and not path.suffix
        if plain_word and refused.refusal.params.get("reason") == os.strerror(errno.ENOENT):
            return unknown("army.unknown", str(name), shipped())
        return refused.refusal


def read(table: object, name: str = "") -> Roster | Refusal:
    """The roster that a table describes; `name` is for one that has none of its own."""
    try:
        return _roster(table, name)
    except Refused as refused:
        return refused.refusal


def _roster(table: object, name: str) -> Roster:
    given = fields(table, KEYS, TOP)
    for key in ("format", "command_value", "corps"):
        if key not in given:
            raise missing(key, TOP)
    size = given["format"]
    if not isinstance(size, int) or size not in FORMATS:
        raise Refused.because("army.format", where=TOP, known=list(FORMATS), value=spell(size))
    prices = changed(TRIARII, given.get("points", {}))
    if isinstance(prices, Refusal):
        raise Refused(prices)
    total = given.get("total")
    return Roster(
        name=names(given["name"], Message("where.name")) if "name" in given else _file_name(name),
        format=size,
        command_value=number(given["command_value"], 0, MOST, "command_value", TOP),
        corps=_with_chief(
            tuple(_corps(each, place) for place, each in enumerate(entries(given["corps"], "corps", TOP), 1))
        ),
        camp=Camp(one_of(given.get("camp", Camp.NORMAL), CAMPS, "camp", TOP)),
        fortifications=number(given.get("fortifications", 0), 0, MOST, "fortifications", TOP),
        obstacles=number(given.get("obstacles", 0), 0, MOST, "obstacles", TOP),
        total=None if total is None else number(total, 0, LARGEST_TOTAL, "total", TOP),
        prices=prices,
    )


def _file_name(name: str) -> dict[str, str]:
    printable = UNPRINTABLE.sub("", name).strip()[:LONGEST_NAME]
    return dict.fromkeys(LANGUAGES, printable or "?")


def _with_chief(corps: tuple[Corps, ...]) -> tuple[Corps, ...]:
    if not corps or any(each.chief for each in corps):
        return corps
    return (replace(corps[0], chief=True), *corps[1:])


def _corps(table: object, place: int) -> Corps:
    where = Message("where.corps", {"corps": place})
    given = fields(table, CORPS_KEYS, where)
    commander = given.get("commander")
    units = entries(given.get("units", []), "units", where)
    return Corps(
        commander=None if commander is None else GRADES[one_of(commander, GRADES, "commander", where)],
        units=tuple(_unit(each, place, entry) for entry, each in enumerate(units, 1)),
        **{key: flag(given.get(key, False), key, where) for key in CORPS_FLAGS},
    )


def _unit(table: object, corps: int, entry: int) -> Unit:
    where = Message("where.entry", {"corps": corps, "entry": entry})
    given = fields(table, UNIT_KEYS, where)
    if "troop" not in given:
        raise missing("troop", where)
    troop = TROOPS[one_of(given["troop"], TROOPS, "troop", where)]
    listed = tuple(
        one_of(each, ABILITIES, "abilities", where) for each in entries(given.get("abilities", []), "abilities", where)
    )
    weapon = one_of(given["weapon"], WEAPONS, "weapon", where) if "weapon" in given else _usual_weapon(troop, listed)
    foot = one_of(given["dismounts"], TROOPS, "dismounts", where) if "dismounts" in given else ""
    return Unit(
        count=number(given.get("count", 1), 1, MOST, "count", where),
        troop=troop,
        quality=QUALITIES[one_of(given.get("quality", "ordinary"), QUALITIES, "quality", where)],
        listed=listed,
        weapon=WEAPONS[weapon] if weapon else None,
        name=names(given["name"], where) if "name" in given else troop.name,
        dismounts=TROOPS[foot] if foot else None,
    )


def _usual_weapon(troop: Troop, abilities: tuple[str, ...]) -> str:
    """What a unit shoots with if its roster does not say."""
    if HALF_BOW in abilities and "bow" in troop.weapons:
        return "bow"
    thrown = [ability for ability in abilities if ability in BROUGHT and ability in troop.weapons]
    return next(iter(thrown or (troop.weapons if troop.category in ALWAYS_ARMED else ())), "")
