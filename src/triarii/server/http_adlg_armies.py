"""Routes of the army page: the rosters that we ship, what an army may be made of, the check of one with its points."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.games.adlg import army, roster, roster_text
from triarii.games.adlg.army import ARMOUR, NOT_TOGETHER, TEXTS, Report
from triarii.games.adlg.command import GRADES
from triarii.games.adlg.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.points import CAMPS, FORMATS, TRIARII, WORKS
from triarii.games.adlg.roster import CORPS_FLAGS, MOST, Corps, Roster, Unit
from triarii.games.adlg.tables import Named
from triarii.games.adlg.troops import TROOPS, Troop
from triarii.server.bodies import Body
from triarii.server.house import Refused, answer, game_of, lang_of

ROUTES = APIRouter(prefix="/api/games/adlg/armies", tags=["games"])


class ArmyAsked(Body):
    """An army to check: the text of a roster, or the table that one holds."""

    text: str | None = Field(default=None, max_length=100_000)
    army: dict[str, Any] | None = None
    lang: str = Field(default="", max_length=40)


@ROUTES.get("")
async def armies(request: Request, lang: str = "") -> Response:
    """The rosters that are shipped, and everything that an army can be made of, with its prices."""
    speak = lang_of(request, lang)
    return answer({"armies": _shipped(speak), "choices": _choices(speak)})


@ROUTES.get("/{name}")
async def one_army(request: Request, name: str, lang: str = "") -> Response:
    """One shipped roster, whole."""
    speak = lang_of(request, lang)
    if name not in roster.shipped():
        raise Refused(unknown("army.unknown", name[:40], roster.shipped()), game_of("adlg"), 404, speak)
    found = roster.load(name)
    assert isinstance(found, Roster)
    return answer(army_told(found, speak))


@ROUTES.post("")
async def check_army(request: Request, asked: ArmyAsked) -> Response:
    """An army added up, with everything that is wrong with it; what is no army at all is refused."""
    speak = lang_of(request, asked.lang)
    if (asked.text is None) == (asked.army is None):
        raise Refused(Refusal("malformed", params={"what": "text, army"}), status=422, lang=speak)
    found = roster_text.read_text(asked.text) if asked.text is not None else roster.read(asked.army)
    if isinstance(found, Refusal):
        raise Refused(found, game_of("adlg"), 422, speak)
    return answer(army_told(found, speak))


@cache
def _shipped(lang: str) -> list[dict[str, Any]]:
    told = []
    for name in roster.shipped():
        found = roster.load(name)
        assert isinstance(found, Roster)
        report = army.check(found)
        told.append(
            {
                "name": name,
                "title": found.name[lang],
                "format": found.format,
                "points": report.points,
                "units": report.units,
                "command_value": found.command_value,
            }
        )
    return told


def army_told(found: Roster, lang: str) -> dict[str, Any]:
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
        "points_each": each,
        "points": None if each is None else unit.count * each,
    }


def _faults(report: Report, lang: str) -> list[dict[str, Any]]:
    """Each with the place that it is about, counted from 1, where it is about one."""
    told = []
    for fault in report.faults:
        where = fault.params.get("where")
        place = where.params if isinstance(where, Message) else {}
        told.append(
            {
                "code": fault.code,
                "rule": fault.rule,
                "words": TEXTS.say(fault.message, lang),
                "corps": place.get("corps"),
                "entry": place.get("entry"),
            }
        )
    return told


# What an army can be made of


@cache
def _choices(lang: str) -> dict[str, Any]:
    """Every list that the page offers, in the order of the tables."""
    return {
        "formats": list(FORMATS),
        "most": MOST,
        "flags": [{"id": flag, "name": TEXTS.word(f"mark.{flag}", lang)} for flag in CORPS_FLAGS],
        "grades": [
            {
                **_named(grade, lang),
                "value": grade.value,
                "radius": grade.radius,
                "costs": grade.costs,
                "points": {str(size): TRIARII.commander(grade, size, False) for size in FORMATS},
            }
            for grade in GRADES.values()
        ],
        "camps": [
            {
                "id": camp.value,
                "name": TEXTS.word(f"camp.{camp}", lang),
                "points": {str(size): TRIARII.camp(camp, size) for size in FORMATS},
            }
            for camp in CAMPS
        ],
        "works": [
            {"id": f"{work}s", "points": {str(size): TRIARII.work(work, size) for size in FORMATS}} for work in WORKS
        ],
        "qualities": [_named(quality, lang) for quality in QUALITIES.values()],
        "troops": [_troop(troop, lang) for troop in TROOPS.values()],
        "not_together": sorted(sorted(pair) for pair in NOT_TOGETHER),
    }


def _named(thing: Named, lang: str) -> dict[str, Any]:
    return {"id": thing.id, "name": thing.name[lang]}


def _troop(troop: Troop, lang: str) -> dict[str, Any]:
    """With what may be bought for it: what it has by its row is not among it."""
    return {
        **_named(troop, lang),
        "category": troop.category.value,
        "foot": troop.foot,
        "has": [ABILITIES[ability].name[lang] for ability in sorted(troop.abilities)],
        "qualities": {
            quality.id: price for quality in QUALITIES.values() if (price := TRIARII.troop(troop, quality)) is not None
        },
        "abilities": [
            {**_named(ability, lang), "points": TRIARII.ability(ability.id, troop)}
            for ability in ABILITIES.values()
            if troop.is_among(ability.troops)
            and ability.id not in troop.abilities
            and not 0 < ARMOUR.get(ability.id, 0) <= troop.armour
            and not any(frozenset({ability.id, has}) in NOT_TOGETHER for has in troop.abilities)
        ],
        "weapons": [
            {**_named(WEAPONS[weapon], lang), "points": TRIARII.weapon(WEAPONS[weapon], troop)}
            for weapon in troop.weapons
        ],
        "always_armed": troop.category in roster.ALWAYS_ARMED,
    }
