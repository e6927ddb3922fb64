"""What a battle of a campaign takes over from the one before: who stays away, who comes back shaken, which commanders
were replaced, who begins, and the points so far (adlg.campaign.survivors).

All of it is the value of one option, so that a record needs no other: `{ campaign = "raiders", battle = 2,
gone = ["u3"], shaken = ["u4"], replaced = ["c1"], begins = "second", points = [71, 29] }`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from triarii.core.contract import SEAT_NAMES, Refusal, Refused
from triarii.core.texts import Message
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS, Campaigning, Corps, Setting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.toml_fields import entries, fields, missing, number, one_of, spell

ALL = "all"
"""The value of a battle of its own."""
KEYS = ("name", "campaign", "battle", "gone", "shaken", "replaced", "begins", "points")
MOST_BATTLES = 99
MOST_POINTS = 1_000_000
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
ORDINARY = "ordinary"


def applied(setting: Setting, content: object) -> Setting | Refusal:
    """The table with what is left of both armies."""
    if content == ALL:
        return setting
    try:
        return _applied(setting, content)
    except Refused as refused:
        return refused.refusal


def _applied(setting: Setting, content: object) -> Setting:
    where = Message("where.survivors")
    given = fields(content, KEYS, where)
    for key in ("campaign", "battle"):
        if key not in given:
            raise missing(key, where)
    if not isinstance(given["campaign"], str) or not NAME.fullmatch(given["campaign"]):
        raise Refused.because("survivors.campaign", name=spell(given["campaign"]))
    gone = _names(given, "gone", setting.units, where)
    shaken = _names(given, "shaken", setting.units, where)
    replaced = _names(given, "replaced", setting.corps, where)
    both = sorted(gone & shaken)
    if both:
        raise Refused.because("survivors.both", name=both[0])
    points = _points(given.get("points", [0, 0]), where)
    begins = SEAT_NAMES.index(one_of(given.get("begins", SEAT_NAMES[setting.begins]), SEAT_NAMES, "begins", where))
    told = Campaigning(given["campaign"], number(given["battle"], 1, MOST_BATTLES, "battle", where), points)
    return _weakened(replace(setting, begins=begins, campaigning=told), gone, shaken, replaced)


def _names(given: Mapping[str, object], key: str, known: Mapping[str, object], where: Message) -> frozenset[str]:
    return frozenset(one_of(name, known.keys(), key, where) for name in entries(given.get(key, []), key, where))


def _points(value: object, where: Message) -> tuple[int, int]:
    listed = entries(value, "points", where)
    if len(listed) != len(SEAT_NAMES):
        raise Refused.because("survivors.points")
    first, second = (number(each, 0, MOST_POINTS, "points", where) for each in listed)
    return first, second


def _weakened(setting: Setting, gone: frozenset[str], shaken: frozenset[str], replaced: frozenset[str]) -> Setting:
    units = {name: unit for name, unit in setting.units.items() if name not in gone}
    for seat in (0, 1):
        if not any(unit.seat == seat and not unit.expendable for unit in units.values()):
            raise Refused.because("survivors.nobody", "adlg.campaign.survivors", seat=SEAT_NAMES[seat])
    placements = {
        name: replace(place, cohesion=max(1, place.cohesion - 1)) if name in shaken else place
        for name, place in setting.placements.items()
        if name in units
    }
    led = {f"{COMMANDER_LETTERS[unit.seat]}{unit.corps}" for unit in units.values()}
    corps = {
        name: replace(each, grade=GRADES[ORDINARY]) if name in replaced else each
        for name, each in setting.corps.items()
        if name in led
    }
    commanders = dict(setting.commanders)
    for name, each in list(corps.items()):
        place = commanders[name]
        if place in gone and isinstance(place, str):
            # Whoever was with a unit that stays away takes its place alone; who is part of one joins another.
            own = [unit.id for unit in units.values() if (unit.seat, unit.corps) == (each.seat, each.number)]
            commanders[name] = own[0] if each.included else setting.placements[place].pose
            corps[name] = replace(each, included=own[0]) if each.included else each
    return replace(
        setting,
        units=units,
        placements=placements,
        corps={each.commander: each for each in _with_chiefs(list(corps.values()))},
        commanders={name: commanders[name] for name in corps},
    )


def _with_chiefs(corps: Sequence[Corps]) -> list[Corps]:
    """Where a whole corps stays away with the commander-in-chief, the next commander takes over."""
    led = {each.seat for each in corps if each.chief}
    heirs = {each.seat: each.commander for each in reversed(corps) if each.seat not in led}
    return [replace(each, chief=True) if heirs.get(each.seat) == each.commander else each for each in corps]
