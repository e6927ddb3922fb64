"""`triarii adlg army`: checks an army, shows it as a readable roster, lists those that are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import BadInput, CheckFailed, language, print_json
from triarii.cli.speech import show as print_lines
from triarii.cli.tables import print_table
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, points, roster, roster_text
from triarii.games.adlg.armies.army import TEXTS, Report
from triarii.games.adlg.armies.points import Prices
from triarii.games.adlg.armies.roster import CORPS_FLAGS, Corps, Roster, Unit

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="An army list in TOML, or the name of a built-in one; `triarii adlg army list` names them.",
    ),
]
PriceFile = Annotated[
    Path | None,
    typer.Option("--points", metavar="FILE", help="Prices of your own in TOML; they replace ours of the same name."),
]
COLUMNS = ("count", "name", "troop", "quality", "kit", "each", "points")
LIST_COLUMNS = ("roster", "army", "points", "units", "command")


def check(file: File, prices: PriceFile = None, lang: Language = None, json: AsJson = False) -> None:
    """Add up an army's points, check corps, commanders, abilities and weapons, and say what is wrong."""
    speak = language(lang)
    found = _roster(file, prices)
    report = army.check(found)
    if json:
        print_json(_check_json(found, report))
    else:
        verdict = "army.well" if report.ok else "army.wrong"
        print_lines(TEXTS.word(verdict, speak, name=found.name[speak], count=len(report.faults)))
        for fault in report.faults:
            print_lines(TEXTS.say(fault.message, speak), indent="  ")
        print_lines(roster_text.summary(found, report, speak))
        print_lines(TEXTS.word("army.values", speak))
    if not report.ok:
        raise CheckFailed


def show(file: File, prices: PriceFile = None, lang: Language = None, json: AsJson = False) -> None:
    """Print an army list to read: corps, commanders, units and what they cost."""
    speak = language(lang)
    found = _roster(file, prices)
    report = army.check(found)
    if json:
        print_json(_roster_json(found, report))
        return
    print_lines(found.name[speak])
    print_lines(roster_text.summary(found, report, speak))
    for place, (corps, corps_points) in enumerate(zip(found.corps, report.corps_points, strict=True), 1):
        print_lines("\n" + TEXTS.word("army.corps", speak, corps=place, cost=roster_text.cost(corps_points)))
        print_lines(roster_text.commander_line(found, corps, speak))
        if corps.units:
            titles = [TEXTS.word(f"column.{column}", speak) for column in COLUMNS]
            print_table(titles, [_row(found, unit, speak) for unit in corps.units], folding=4)
    print_lines("")
    behind = roster_text.behind(found, speak)
    if behind:
        print_lines(TEXTS.word("army.behind", speak, things=behind, cost=roster_text.cost(army.points_behind(found))))
    print_lines(TEXTS.word("army.values", speak))
    if not report.ok:
        print_lines(TEXTS.word("army.faulty", speak, count=len(report.faults)))


def list_armies(lang: Language = None, json: AsJson = False) -> None:
    """List the built-in army lists."""
    speak = language(lang)
    known = {name: _roster(name, None) for name in roster.shipped()}
    reports = {name: army.check(found) for name, found in known.items()}
    if json:
        print_json([{"roster": name, **_check_json(found, reports[name])} for name, found in known.items()])
        return
    rows = [
        (name, found.name[speak], *map(str, (reports[name].points, reports[name].units, found.command_value)))
        for name, found in known.items()
    ]
    print_table([TEXTS.word(f"column.{column}", speak) for column in LIST_COLUMNS], rows)


def _roster(file: str, prices: Path | None) -> Roster:
    found = roster.load(file)
    if isinstance(found, Refusal):
        raise BadInput(found, TEXTS)
    return found if prices is None else _repriced(found, points.changed_by_file(found.prices, prices))


def _repriced(found: Roster, prices: Prices | Refusal) -> Roster:
    if isinstance(prices, Refusal):
        raise BadInput(prices, TEXTS)
    return found.at(prices)


def _row(found: Roster, unit: Unit, lang: str) -> list[str]:
    price = army.price_of_unit(found, unit)
    return [
        str(unit.count),
        unit.name[lang],
        unit.troop.name[lang],
        unit.quality.name[lang],
        ", ".join(roster_text.kit(unit, lang)),
        "?" if price is None else str(price),
        "?" if price is None else str(unit.count * price),
    ]


# JSON


def _check_json(found: Roster, report: Report) -> dict[str, object]:
    return {
        "name": dict(found.name),
        "format": found.format,
        "ok": report.ok,
        "points": report.points,
        "points_are": "Triarii values, not official",
        "units": report.units,
        "expendables": report.expendables,
        "command_cost": report.command_cost,
        "command_value": report.command_value,
        "cohesion": report.cohesion,
        "faults": [
            {
                "code": fault.code,
                "rule": fault.rule,
                "text": {lang: TEXTS.say(fault.message, lang) for lang in LANGUAGES},
            }
            for fault in report.faults
        ],
    }


def _roster_json(found: Roster, report: Report) -> dict[str, object]:
    return {
        **_check_json(found, report),
        "camp": found.camp.value,
        "fortifications": found.fortifications,
        "obstacles": found.obstacles,
        "points_behind": army.points_behind(found),
        "corps": [
            _corps_json(found, corps, corps_points)
            for corps, corps_points in zip(found.corps, report.corps_points, strict=True)
        ],
    }


def _corps_json(found: Roster, corps: Corps, corps_points: int) -> dict[str, object]:
    grade = corps.commander
    return {
        "points": corps_points,
        "commander": None
        if grade is None
        else {
            "grade": grade.id,
            "value": grade.value,
            "radius": grade.radius,
            "points": army.price_of_commander(found, corps),
        },
        **{flag: getattr(corps, flag) for flag in CORPS_FLAGS},
        "units": [
            {
                "count": unit.count,
                "name": dict(unit.name),
                "troop": unit.troop.id,
                "quality": unit.quality.id,
                "abilities": sorted(unit.abilities),
                "weapon": None if unit.weapon is None else unit.weapon.id,
                "points_each": army.price_of_unit(found, unit),
            }
            for unit in corps.units
        ],
    }
