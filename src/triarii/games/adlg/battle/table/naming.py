"""What people call everybody on the table: "Axemen 2", commander "1 (Vikings)"; orders are written with ids instead.

A number tells those apart who share a name, whichever side they are on, and stays with them for the whole battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from triarii.core.texts import LANGUAGES
from triarii.games.adlg.battle.table.setting import Setting, Unit

COLOURS = ({"en": "Blue", "de": "Blau"}, {"en": "Ochre", "de": "Ocker"})
"""By seat: what a side is called where its army has no name, or the same as the other."""

Names = Mapping[str, str]
"""A name in each language."""


def called(setting: Setting) -> Mapping[str, Names]:
    """Units by their names, commanders by number and army; both by their ids, and camps by their army."""
    return setting.once("called", lambda: _called(setting))


def armies(setting: Setting) -> tuple[Names, Names]:
    """What both sides are called."""
    first, second = setting.armies
    if not first or not second or any(first[lang] == second[lang] for lang in LANGUAGES):
        return COLOURS
    return first, second


def _called(setting: Setting) -> dict[str, Names]:
    sides = armies(setting)
    found: dict[str, Names] = {}
    numbers = {lang: _numbers(setting, lang) for lang in LANGUAGES}
    for name, unit in setting.units.items():
        found[name] = {lang: f"{_own(unit, lang)}{numbers[lang][name]}" for lang in LANGUAGES}
    for leader, corps in setting.corps.items():
        found[leader] = {lang: f"{corps.number} ({sides[corps.seat][lang]})" for lang in LANGUAGES}
    for camp in setting.camps.values():
        found[camp.id] = {lang: f"({sides[camp.seat][lang]})" for lang in LANGUAGES}
    return found


def _numbers(setting: Setting, lang: str) -> dict[str, str]:
    """What stands behind each name; nothing where it is the only one."""
    shared = Counter(_own(unit, lang) for unit in setting.units.values())
    seen: Counter[str] = Counter()
    found = {}
    for name, unit in setting.units.items():
        own = _own(unit, lang)
        seen[own] += 1
        found[name] = f" {seen[own]}" if shared[own] > 1 else ""
    return found


def _own(unit: Unit, lang: str) -> str:
    name = unit.name.get(lang) or unit.troop.name[lang]
    return name[:1].upper() + name[1:]
