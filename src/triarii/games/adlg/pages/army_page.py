"""An army as its page shows it: points by unit and corps, what is wrong with it in words, itself as table and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from triarii.core.texts import Message
from triarii.games.adlg.armies import army, roster_text
from triarii.games.adlg.armies.army import TEXTS, Report
from triarii.games.adlg.armies.points import TRIARII
from triarii.games.adlg.armies.roster import CORPS_FLAGS, Corps, Roster, Unit
from triarii.games.adlg.data.troops import TROOPS

FEWEST = 8
"""Units for every 100 points, below which an army is hardly one."""
FOES = ("mounted", "foot", "all")


def army_json(found: Roster, lang: str) -> dict[str, Any]:
    """An army as its page shows it, with its points, its faults in words, and itself as table and as texts."""
    report = army.check(found)
    return {
        "name": found.name[lang],
        "format": found.format,
        "ok": report.ok,
        "points": report.points,
        "points_behind": army.points_behind(found),
        "units": report.units,
        "expendables": report.expendables,
        "command_cost": report.command_cost,
        "command_value": report.command_value,
        "cohesion": report.cohesion,
        "summary": roster_text.summary(found, report, lang),
        "behind": roster_text.behind(found, lang),
        "values": TEXTS.word("army.values", lang),
        "corps": [
            _corps(found, corps, points, lang) for corps, points in zip(found.corps, report.corps_points, strict=True)
        ],
        "faults": _faults(report, lang),
        "advice": list(_advice(found, report, lang)),
        "own_prices": found.prices is not TRIARII and found.prices != TRIARII,
        "army": roster_text.table_of(found),
        "text": roster_text.text_of(found),
        "readable": roster_text.readable(found, report, lang),
    }


def _corps(found: Roster, corps: Corps, points: int, lang: str) -> dict[str, Any]:
    return {
        "points": points,
        "commander": roster_text.commander_line(found, corps, lang),
        "commander_points": army.price_of_commander(found, corps),
        **{flag: getattr(corps, flag) for flag in CORPS_FLAGS},
        "units": [_unit(found, unit, lang) for unit in corps.units],
    }


def _unit(found: Roster, unit: Unit, lang: str) -> dict[str, Any]:
    each = army.price_of_unit(found, unit)
    return {
        "count": unit.count,
        "name": unit.name[lang],
        "troop": unit.troop.name[lang],
        "quality": unit.quality.name[lang],
        "kit": list(roster_text.kit(unit, lang)),
        "figures": list(_figures(unit, lang)),
        "points_each": each,
        "points": None if each is None else unit.count * each,
    }


def _figures(unit: Unit, lang: str) -> Iterator[dict[str, str]]:
    """What people print beside a unit."""
    troop = unit.troop
    moves = "/".join(str(move) if move else "–" for move in troop.moves)
    fights = ", ".join(f"{clause.value:+d} {_foes(clause.against, lang)}" for clause in troop.factors) or "0"
    figures = {"cohesion": str(troop.cohesion), "moves": moves, "protection": str(troop.protection), "fights": fights}
    for figure, value in figures.items():
        yield {"name": TEXTS.word(f"army.figure.{figure}", lang), "value": value.replace("-", "−")}


def _foes(against: Iterable[str], lang: str) -> str:
    """Categories by their short names, as on the sheet; troops and all others in words."""
    words = []
    for foe in sorted(against):
        if foe in TROOPS:
            words.append(TROOPS[foe].name[lang])
        else:
            words.append(TEXTS.word(f"army.foe.{foe}", lang) if foe in FOES else foe)
    return "/".join(words)


def _advice(found: Roster, report: Report, lang: str) -> Iterator[str]:
    """What is allowed and still no army to fight with."""
    least = found.format * FEWEST // 100
    if report.ok and report.units < least:
        params = {"units": report.units, "least": least, "cohesion": report.cohesion}
        yield TEXTS.say(Message("army.advice.few_units", params), lang)
    unspent = found.format - report.points
    if report.ok and unspent * 10 > found.format:
        yield TEXTS.say(Message("army.advice.unspent", {"points": unspent}), lang)
    if report.ok and len(found.corps) == 1 and found.format >= 200:
        yield TEXTS.say(Message("army.advice.one_corps", {}), lang)


def _faults(report: Report, lang: str) -> list[dict[str, Any]]:
    """Each with the place that it is about, counted from 1, where it is about one."""
    lines = []
    for fault in report.faults:
        where = fault.params.get("where")
        place = where.params if isinstance(where, Message) else {}
        lines.append(
            {
                "code": fault.code,
                "rule": fault.rule,
                "words": TEXTS.say(fault.message, lang),
                "corps": place.get("corps"),
                "entry": place.get("entry"),
            }
        )
    return lines
