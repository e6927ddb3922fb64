"""A roster as text: written as the TOML that `roster` reads, printed as a list for the table, and read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from triarii.core import toml_text
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.army import TEXTS, Report
from triarii.games.adlg.armies.points import ALL, TRIARII
from triarii.games.adlg.armies.roster import BROUGHT, CORPS_FLAGS, HALF_BOW, Corps, Roster, Unit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.toml_fields import PLACE_IN_FILE

FILE = "army.toml"
"""What a refusal calls a text that is no file."""


def read_text(text: str) -> Roster | Refusal:
    """The army that a text spells: TOML, or the JSON that `triarii adlg army show --json` prints."""
    if text.lstrip().startswith("{"):
        return _read_json(text)
    try:
        table = toml_text.read(text)
    except (ValueError, RecursionError) as problem:
        place = PLACE_IN_FILE.search(str(problem))
        if place is None:
            return Refusal("army.not_toml", params={"file": FILE})
        where = {"line": int(place[1]), "column": int(place[2])}
        return Refusal("army.not_toml_at", params={"file": FILE, **where})
    return roster.read(table)


def _read_json(text: str) -> Roster | Refusal:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        return Refusal("army.not_toml", params={"file": FILE})
    return roster.read(_as_roster(table) if "points_are" in table else table)


def _as_roster(table: Mapping[str, Any]) -> dict[str, Any]:
    """A shown army as a roster: without what was added up in it."""
    known = {key: table[key] for key in roster.KEYS if key in table and key not in ("points", "corps")}
    corps = table.get("corps")
    known["corps"] = [_as_corps(each) for each in corps] if isinstance(corps, list) else corps
    return known


def _as_corps(table: object) -> object:
    if not isinstance(table, Mapping):
        return table
    known = {key: table[key] for key in roster.CORPS_KEYS if table.get(key) is not None}
    if isinstance(table.get("commander"), Mapping):
        known["commander"] = table["commander"].get("grade")
    units = table.get("units")
    if isinstance(units, list):
        known["units"] = [
            {key: unit[key] for key in roster.UNIT_KEYS if unit.get(key) is not None}
            if isinstance(unit, Mapping)
            else unit
            for unit in units
        ]
    return known


# Writing


def table_of(found: Roster) -> dict[str, Any]:
    """The table that `roster.read` makes the same army of."""
    table: dict[str, Any] = {
        "name": _name(found.name),
        "format": found.format,
        "command_value": found.command_value,
    }
    if found.total is not None:
        table["total"] = found.total
    if found.camp is not Camp.NORMAL:
        table["camp"] = found.camp.value
    works = {"fortifications": found.fortifications, "obstacles": found.obstacles}
    table |= {work: count for work, count in works.items() if count}
    prices = dict(_prices(found))
    if prices:
        table["points"] = prices
    table["corps"] = [_corps(corps) for corps in found.corps]
    return table


def _name(name: Mapping[str, str]) -> str | dict[str, str]:
    spellings = set(name.values())
    return spellings.pop() if len(spellings) == 1 else dict(name)


def _corps(corps: Corps) -> dict[str, Any]:
    table: dict[str, Any] = {} if corps.commander is None else {"commander": corps.commander.id}
    table |= {flag: True for flag in CORPS_FLAGS if getattr(corps, flag)}
    return {**table, "units": [_unit(unit) for unit in corps.units]}


def _unit(unit: Unit) -> dict[str, Any]:
    table: dict[str, Any] = {"count": unit.count, "troop": unit.troop.id}
    if unit.quality.id != "ordinary":
        table["quality"] = unit.quality.id
    if unit.listed:
        table["abilities"] = list(unit.listed)
    if unit.weapon is not None:
        table["weapon"] = unit.weapon.id
    if unit.name != unit.troop.name:
        table["name"] = _name(unit.name)
    if unit.dismounts is not None:
        table["dismounts"] = unit.dismounts.id
    return table


def _prices(found: Roster) -> Iterator[tuple[str, dict[str, Any]]]:
    """Prices that are not ours."""
    for section, things in found.prices.table.items():
        own = TRIARII.table[section]
        changed = {
            thing: prices[ALL]
            if set(prices) == {ALL}
            else {group: price for group, price in prices.items() if own.get(thing, {}).get(group) != price}
            for thing, prices in things.items()
            if prices != own.get(thing, {})
        }
        if changed:
            yield section, changed


def text_of(found: Roster) -> str:
    """The army as the TOML file that the command line reads, in the form of those that we ship."""
    table = table_of(found)
    lines = [f"{key} = {_value(value)}" for key, value in table.items() if key not in ("points", "corps")]
    for section, things in table.get("points", {}).items():
        lines += ["", f"[points.{section}]", *(f"{thing} = {_value(price)}" for thing, price in things.items())]
    for corps in table["corps"]:
        lines += ["", "[[corps]]"]
        lines += [f"{key} = {_value(value)}" for key, value in corps.items() if key != "units"]
        lines += ["units = [", *(f"    {_value(unit)}," for unit in corps["units"]), "]"]
    if not table["corps"]:
        lines.insert(3, "corps = []")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False)


# The list for the table


def readable(found: Roster, report: Report, lang: str) -> str:
    """What `triarii adlg army show` tells, as plain lines."""
    lines = [found.name[lang], summary(found, report, lang)]
    for place, (corps, points) in enumerate(zip(found.corps, report.corps_points, strict=True), 1):
        lines += [
            "",
            TEXTS.word("army.corps", lang, corps=place, cost=cost(points)),
            commander_line(found, corps, lang),
        ]
        lines += [f"  {line}" for line in _unit_lines(found, corps, lang)]
    things = behind(found, lang)
    if things:
        lines += ["", TEXTS.word("army.behind", lang, things=things, cost=cost(army.points_behind(found)))]
    return "\n".join([*lines, "", TEXTS.word("army.values", lang)]) + "\n"


def summary(found: Roster, report: Report, lang: str) -> str:
    """Points, units, command value and what breaks the army, in one line."""
    units = Message("army.units", {"units": report.units})
    if report.expendables:
        units = Message("army.expendables", {"units": units, "expendables": report.expendables})
    parts = (
        Message("army.points", {"points": report.points, "size": found.format}),
        units,
        Message("army.command", {"cost": report.command_cost, "value": report.command_value}),
        Message("army.cohesion", {"cohesion": report.cohesion}),
    )
    return "; ".join(TEXTS.say(part, lang) for part in parts)


def commander_line(found: Roster, corps: Corps, lang: str) -> str:
    """The commander of a corps, with what he is worth and costs."""
    grade = corps.commander
    marks = [TEXTS.word(f"mark.{flag}", lang) for flag in CORPS_FLAGS if getattr(corps, flag)]
    line = TEXTS.word("army.nobody", lang)
    if grade is not None:
        price = cost(army.price_of_commander(found, corps))
        line = TEXTS.word("army.commander", lang, grade=grade.id, value=grade.value, radius=grade.radius, cost=price)
    return f"{line} ({', '.join(marks)})" if marks else line


def _unit_lines(found: Roster, corps: Corps, lang: str) -> Iterator[str]:
    for unit in corps.units:
        price = army.price_of_unit(found, unit)
        things = [unit.troop.name[lang], unit.quality.name[lang], *kit(unit, lang)]
        name = "" if unit.name == unit.troop.name else f"{unit.name[lang]}: "
        price_words = "?" if price is None else TEXTS.say(cost(unit.count * price), lang)
        yield f"{unit.count:>2} {name}{', '.join(things)}; {price_words}"


def cost(number: int) -> Message:
    """So many points, as the texts count them."""
    return Message("army.cost", {"points": number})


def kit(unit: Unit, lang: str) -> Iterator[str]:
    """What a unit has beside its row; a weapon only where the troop could have another or none."""
    weapon = unit.weapon
    for ability in sorted(unit.abilities):
        if weapon is None or ability != weapon.id or ability not in BROUGHT:
            yield TEXTS.word(f"ability.{ability}", lang)
    if weapon is not None and unit.troop.weapons != (weapon.id,) and HALF_BOW not in unit.abilities:
        yield weapon.name[lang]
    if unit.dismounts is not None:
        yield TEXTS.word("army.may_dismount", lang, foot=unit.dismounts.id)


def behind(found: Roster, lang: str) -> list[str]:
    """Camp and works, where there is more than the normal camp."""
    works: Iterable[tuple[str, int]] = (("fortification", found.fortifications), ("obstacle", found.obstacles))
    parts = [TEXTS.word(f"army.{work}", lang, count=count) for work, count in works if count]
    return [TEXTS.word(f"camp.{found.camp}", lang), *parts] if parts or found.camp is not Camp.NORMAL else []
