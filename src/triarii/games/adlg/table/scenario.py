"""Scenarios: a battle as a TOML file sets it up, ours or a player's own, read into a setting or refused by name.

    name = { en = "Two lines", de = "Zwei Linien" }
    size = [20000, 15000]       # of the table; all distances are thousandths of a UD
    begins = "first"            # the seat with the first sequence: "first" if not said
    [[unit]]
    id = "u1"                   # u1, u2 … are the first seat's units, e1, e2 … the second's
    troop = "heavy_swordsmen"   # also quality, abilities, weapon and name, as in rosters
    at = [9500, 5000, 0]        # the middle of its front edge, and its heading: hundredths of a degree, 9000 is east
    [[commander]]
    id = "c1"                   # c1 leads corps 1 of the first seat, d1 that of the second
    grade = "competent"         # chief = true: commander-in-chief, else the first
    at = [9500, 4000, 0]        # or unit = "u1": with this unit; or included = "u1": part of it for good

A unit may have too: `corps` (1 if not said), `cohesion` (full if not said) and `marks`. There may be `[[terrain]]` with
kind, polygon, crest (the top of a hill) and impassable; `[[road]]` with points; `[[work]]` with kind, seat, start and
end; `[[camp]]` with seat, kind (normal if not said) and at.
"""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from triarii.core import texts
from triarii.core.contract import Refusal
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.games.adlg import army, roster
from triarii.games.adlg.command import GRADES
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Point, Pose
from triarii.games.adlg.given import Bad, entries, fields, flag, missing, names, number, one_of, spell, toml
from triarii.games.adlg.ground import OPEN, TERRAINS
from triarii.games.adlg.losses import Camp
from triarii.games.adlg.points import CAMPS, WORKS
from triarii.games.adlg.readings import DEFAULT, Readings, of_profile
from triarii.games.adlg.table import marks, scenery
from triarii.games.adlg.table.field import COMMANDER_DEPTH
from triarii.games.adlg.table.scenery import HILLS, Piece, Road, Scenery, Work
from triarii.games.adlg.table.setting import (
    CAMP_SIZE,
    COMMANDER_LETTERS,
    UNIT_LETTERS,
    WIDTH,
    CampSite,
    Corps,
    Placement,
    Setting,
    Unit,
)
from triarii.games.adlg.tables import PACKAGE
from triarii.games.adlg.troops import GROUNDS

TEXTS = texts.load(PACKAGE, "scenario_messages.toml", parent=army.TEXTS)
"""What the reading of a scenario says."""
TOP = Message("where.scenario")
KEYS = ("name", "size", "begins", "terrain", "road", "work", "camp", "unit", "commander")
TERRAIN_KEYS = ("kind", "polygon", "crest", "impassable", "river")
WORK_KEYS = ("kind", "seat", "start", "end")
CAMP_KEYS = ("seat", "kind", "at")
KIT_KEYS = ("troop", "quality", "abilities", "weapon", "name")
UNIT_KEYS = ("id", "corps", *KIT_KEYS, "at", "cohesion", "marks")
COMMANDER_PLACES = ("at", "unit", "included")
COMMANDER_KEYS = ("id", "grade", "chief", *COMMANDER_PLACES)
SEATS = ("first", "second")
UNIT_ID = re.compile(r"[ue][1-9][0-9]{0,2}")
COMMANDER_ID = re.compile(r"[cd][1-9]")
CAMP_IDS = ("k1", "k2")
SIZES = (4_000, 60_000)
"""The smallest and the largest table, in mUD."""
MOST = 120
"""Entries of one kind."""
MOST_CORNERS = 64
LAST_HEADING = 35_999
MOST_CORPS = 9
SHORTEST_WORK = 100
MARK_NEEDS = {marks.STAKES: "stakes", marks.READY: "battle_ready", marks.LOOTING: ""}
"""The marks that a unit can begin with, and the ability that each needs."""
T = TypeVar("T")


class _Wrong(Bad):
    """A fault that only scenarios can have."""

    def __init__(self, code: str, rule: str = "", /, **params: Any) -> None:
        super().__init__(code, **params)
        self.refusal = Refusal(f"scenario.{code}", rule, params)


# Files


@cache
def shipped() -> tuple[str, ...]:
    """The names of the scenarios that we ship."""
    folder = resources.files(PACKAGE) / "scenarios"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def content(name: str | Path) -> dict[str, Any] | Refusal:
    """What a shipped scenario, by its name, or that of a file says; not checked yet."""
    if isinstance(name, str) and name in shipped():
        return tomllib.loads((resources.files(PACKAGE) / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))
    path = Path(name)
    try:
        table = toml(path)
    except Bad as bad:
        plain_word = str(name) == path.name and not path.suffix
        if plain_word and bad.refusal.params.get("reason") == os.strerror(errno.ENOENT):
            return unknown("scenario.unknown", str(name), shipped())
        too_large = bad.refusal.code == "army.too_large"
        return replace(bad.refusal, code="scenario.too_large") if too_large else bad.refusal
    table.setdefault("name", path.stem)
    return table


def load(name: str | Path, readings: Readings | None = None) -> Setting | Refusal:
    """A shipped scenario by its name, or that of a file."""
    table = content(name)
    return table if isinstance(table, Refusal) else read(table, readings)


def read(table: object, readings: Readings | None = None) -> Setting | Refusal:
    """The setting that a table describes, under these readings of the sheet."""
    try:
        return _setting(table, readings or of_profile(DEFAULT))
    except Bad as bad:
        return bad.refusal


def _setting(table: object, readings: Readings) -> Setting:
    given = fields(table, KEYS, TOP)
    name, measured, *_ = [_needed(given, key, TOP) for key in ("name", "size", "unit", "commander")]
    width, height = _numbers(measured, "size", TOP, SIZES, SIZES)
    size = (width, height)
    units, leaders = _each(given, "unit", _unit, size), _each(given, "commander", _commander, size)
    camps = _each(given, "camp", _camp, size)
    _once("twice", [*(unit.id for unit, _ in units), *(corps.commander for corps, _ in leaders)])
    _once("camps", [camp.id for camp in camps])
    setting = Setting(
        name=names(name, TOP),
        size=size,
        units={unit.id: unit for unit, _ in units},
        corps={corps.commander: corps for corps in _with_chiefs([corps for corps, _ in leaders])},
        camps={camp.id: camp for camp in camps},
        scenery=_scenery(given, size),
        readings=readings,
        placements={unit.id: placement for unit, placement in units},
        commanders={corps.commander: place for corps, place in leaders},
        begins=_seat(given.get("begins", SEATS[0]), "begins", TOP),
    )
    setting = replace(setting, scenery=replace(setting.scenery, limits=setting.limits))
    _check_corps(setting)
    _check_places(setting)
    return setting


def _each(given: Mapping[str, object], key: str, reader: Callable[[object, Message, Point], T], size: Point) -> list[T]:
    """All entries of one kind, each read with its place in the file."""
    listed = enumerate(_list(given.get(key, []), key, TOP, 0, MOST), 1)
    return [reader(entry, Message(f"where.{key}_entry", {"entry": place}), size) for place, entry in listed]


def _once(code: str, ids: Sequence[str]) -> None:
    for name in ids:
        if ids.count(name) > 1:
            raise _Wrong(code, name=name)


def _list(value: object, key: str, where: Message, least: int, most: int) -> Sequence[object]:
    found = entries(value, key, where)
    if not least <= len(found) <= most:
        raise _Wrong("count", where=where, key=key, low=least, high=most, count=len(found))
    return found


def _numbers(value: object, key: str, where: Message, *spans: tuple[int, int]) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != len(spans):
        raise _Wrong("numbers", where=where, key=key, count=len(spans), value=spell(value))
    return tuple(number(each, low, high, key, where) for each, (low, high) in zip(value, spans, strict=True))


def _point(value: object, key: str, where: Message, size: Point) -> Point:
    x, y = _numbers(value, key, where, (0, size[0]), (0, size[1]))
    return x, y


def _points(value: object, key: str, where: Message, size: Point, least: int) -> tuple[Point, ...]:
    return tuple(_point(each, key, where, size) for each in _list(value, key, where, least, MOST_CORNERS))


def _pose(given: Mapping[str, object], where: Message, size: Point) -> Pose:
    x, y, heading = _numbers(_needed(given, "at", where), "at", where, (0, size[0]), (0, size[1]), (0, LAST_HEADING))
    return x, y, heading


def _needed(given: Mapping[str, object], key: str, where: Message) -> object:
    if key not in given:
        raise missing(key, where)
    return given[key]


def _seat(value: object, key: str, where: Message) -> int:
    return SEATS.index(one_of(value, SEATS, key, where))


# The ground


def _scenery(given: Mapping[str, object], size: Point) -> Scenery:
    pieces, works = _each(given, "terrain", _piece, size), _each(given, "work", _work, size)
    return Scenery(
        tuple(replace(piece, id=f"t{place}") for place, piece in enumerate(pieces, 1)),
        tuple(replace(work, id=f"w{place}") for place, work in enumerate(works, 1)),
        tuple(_each(given, "road", _road, size)),
    )


def _piece(table: object, where: Message, size: Point) -> Piece:
    given = fields(table, TERRAIN_KEYS, where)
    impassable = flag(given.get("impassable", False), "impassable", where)
    river = flag(given.get("river", False), "river", where)
    kinds = {name: terrain for name, terrain in TERRAINS.items() if terrain is not OPEN}
    if river:
        kinds = {name: TERRAINS[name] for name in GROUNDS}
    kind = given.get("kind", "difficult") if impassable else _needed(given, "kind", where)
    terrain = kinds[one_of(kind, kinds, "kind", where)]
    polygon = _points(_needed(given, "polygon", where), "polygon", where, size, 3)
    parts = scenery.cut(polygon)
    if not parts:
        raise _Wrong("outline", where=where)
    crest = _point(given["crest"], "crest", where, size) if "crest" in given else None
    piece = Piece("", terrain, polygon, parts, crest, impassable, river)
    if crest is not None and terrain.id not in HILLS:
        raise _Wrong("crest_no_hill", where=where, terrain=terrain.id)
    if crest is not None and not piece.holds(crest):
        raise _Wrong("crest_outside", where=where)
    return piece


def _work(table: object, where: Message, size: Point) -> Work:
    given = fields(table, WORK_KEYS, where)
    kind = one_of(_needed(given, "kind", where), WORKS, "kind", where)
    start, end = (_point(_needed(given, key, where), key, where, size) for key in ("start", "end"))
    seat = _seat(_needed(given, "seat", where), "seat", where)
    work = Work("", kind, start, end, seat)
    if shapes.measured(shapes.distance(work.edge[:1], work.edge[1:])) < SHORTEST_WORK:
        raise _Wrong("short_work", where=where, least=SHORTEST_WORK)
    return work


def _road(table: object, where: Message, size: Point) -> Road:
    given = fields(table, ("points",), where)
    return Road(_points(_needed(given, "points", where), "points", where, size, 2))


def _camp(table: object, where: Message, size: Point) -> CampSite:
    given = fields(table, CAMP_KEYS, where)
    seat = _seat(_needed(given, "seat", where), "seat", where)
    kind = Camp(one_of(given.get("kind", Camp.NORMAL), CAMPS, "kind", where))
    return CampSite(CAMP_IDS[seat], seat, kind, _pose(given, where, size))


# Troops and commanders


def _unit(table: object, entry: Message, size: Point) -> tuple[Unit, Placement]:
    given = fields(table, UNIT_KEYS, entry)
    name = _id(given, UNIT_ID, "unit_id", entry)
    where = Message("where.placed", {"unit": name})
    kit = _kit({key: given[key] for key in KIT_KEYS if key in given}, where)
    corps = number(given.get("corps", 1), 1, MOST_CORPS, "corps", where)
    seat = UNIT_LETTERS.index(name[0])
    unit = Unit(name, seat, corps, kit.troop, kit.quality, kit.abilities, kit.weapon, kit.name)
    cohesion = given.get("cohesion", unit.troop.cohesion)
    if isinstance(cohesion, int) and cohesion > unit.troop.cohesion:
        raise _Wrong("cohesion", unit.troop.rule, where=where, troop=unit.troop.id, most=unit.troop.cohesion)
    cohesion = number(cohesion, 1, unit.troop.cohesion, "cohesion", where)
    return unit, Placement(_pose(given, where, size), cohesion, _marks(given.get("marks", []), unit, where))


def _id(given: Mapping[str, object], form: re.Pattern[str], code: str, where: Message) -> str:
    name = _needed(given, "id", where)
    if isinstance(name, str) and form.fullmatch(name):
        return name
    raise _Wrong(code, where=where, name=spell(name))


def _kit(given: Mapping[str, object], where: Message) -> roster.Unit:
    """What a unit is and carries: read and checked as an army of this unit alone would be."""
    corps = {"commander": "ordinary", "units": [given]}
    found = roster.read({"name": "?", "format": 400, "command_value": 0, "corps": [corps]})
    faults = (found,) if isinstance(found, Refusal) else army.check(found).faults
    if faults:
        wrong = Bad("")
        wrong.refusal = replace(faults[0], params={**faults[0].params, "where": where})
        raise wrong
    assert isinstance(found, roster.Roster)
    return found.corps[0].units[0]


def _marks(value: object, unit: Unit, where: Message) -> frozenset[str]:
    found = frozenset(one_of(each, tuple(MARK_NEEDS), "marks", where) for each in entries(value, "marks", where))
    for mark in sorted(found):
        needed = MARK_NEEDS[mark]
        if needed and needed not in unit.abilities:
            raise _Wrong("mark", where=where, mark=mark, ability=needed)
    return found


def _commander(table: object, entry: Message, size: Point) -> tuple[Corps, Pose | str]:
    given = fields(table, COMMANDER_KEYS, entry)
    name = _id(given, COMMANDER_ID, "commander_id", entry)
    where = Message("where.leader", {"commander": name})
    grade = GRADES[one_of(_needed(given, "grade", where), GRADES, "grade", where)]
    chief = flag(given.get("chief", False), "chief", where)
    places = [key for key in COMMANDER_PLACES if key in given]
    if len(places) != 1:
        raise _Wrong("place", where=where, known=list(COMMANDER_PLACES))
    place = _pose(given, where, size) if places == ["at"] else spell(given[places[0]])
    included = place if places == ["included"] and isinstance(place, str) else ""
    return Corps(COMMANDER_LETTERS.index(name[0]), int(name[1:]), grade, chief, included), place


def _with_chiefs(corps: Sequence[Corps]) -> list[Corps]:
    """Where a seat names no commander-in-chief, it is its first."""
    named = {each.seat for each in corps if each.chief}
    firsts = {each.seat: each for each in sorted(corps, key=lambda each: -each.number) if each.seat not in named}
    return [replace(each, chief=True) if each in firsts.values() else each for each in corps]


def _check_corps(setting: Setting) -> None:
    """Every corps has one commander and at least one unit, every army one commander-in-chief."""
    for seat, letter in enumerate(UNIT_LETTERS):
        if not any(unit.seat == seat for unit in setting.units.values()):
            raise _Wrong("no_army", army.STRUCTURE, letter=letter)
        chiefs = sorted(name for name, corps in setting.corps.items() if corps.seat == seat and corps.chief)
        if len(chiefs) > 1:
            raise _Wrong("chiefs", army.STRUCTURE, commanders=chiefs)
    led = {name: set[str]() for name in setting.corps}
    for unit in setting.units.values():
        leader = f"{COMMANDER_LETTERS[unit.seat]}{unit.corps}"
        if leader not in led:
            where = Message("where.placed", {"unit": unit.id})
            raise _Wrong("no_commander", army.STRUCTURE, where=where, corps=unit.corps, commander=leader)
        led[leader].add(unit.id)
    for leader, own in led.items():
        where, place = Message("where.leader", {"commander": leader}), setting.commanders[leader]
        if not own:
            raise _Wrong("no_units", army.STRUCTURE, where=where)
        if isinstance(place, str) and place not in own:
            raise _Wrong("not_his", where=where, name=place, known=sorted(own))


def _bases(setting: Setting) -> Iterator[tuple[Message, Body, Unit | None]]:
    """Everything that has a base on the table, and what a refusal calls it."""
    for camp in setting.camps.values():
        yield Message("where.camp_of", {"entry": camp.seat + 1}), Body(camp.pose, *CAMP_SIZE), None
    for unit in setting.units.values():
        body = Body(setting.placements[unit.id].pose, unit.width, unit.depth)
        yield Message("where.placed", {"unit": unit.id}), body, unit
    for name, place in setting.commanders.items():
        if not isinstance(place, str):
            yield Message("where.leader", {"commander": name}), Body(place, WIDTH, COMMANDER_DEPTH), None


def _check_places(setting: Setting) -> None:
    """Everything stands on the table, on ground that it may enter, and in nobody's place."""
    ground = setting.scenery
    bases = list(_bases(setting))
    for place, (where, body, unit) in enumerate(bases):
        if not paths.on_table(body.quad, *setting.size, setting.limits):
            raise _Wrong("off_table", where=where)
        for piece in ground.touched(body.quad):
            if piece.impassable:
                raise _Wrong("impassable", where=where, piece=piece.id[1:])
        if unit is not None and _may_not_stand(setting, unit, body):
            terrain = ground.ground_under(body.quad, unit.troop)
            raise _Wrong("no_entry", where=where, troop=unit.troop.id, terrain=terrain.id)
        for work in ground.crossed(body.quad):
            raise _Wrong("across", where=where, work=work.id[1:])
        earlier = [other.quad for _, other, _ in bases[:place]]
        for other in shapes.overlapping(body.quad, earlier, setting.limits.touch):
            depth = shapes.penetration(body.quad, earlier[other])
            raise _Wrong("overlap", where=bases[other][0], other=where, by=depth)


def _may_not_stand(setting: Setting, unit: Unit, body: Body) -> bool:
    """Whether a unit is on ground that its kind never enters; on a road it may be."""
    ground = setting.scenery
    if not ground.touches_rough(body.quad) or ground.along_road(body.quad, body.quad):
        return False
    return not ground.allowance(unit.troop, [body.quad], setting.readings, boosted=False)
