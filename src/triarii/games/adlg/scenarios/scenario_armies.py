"""The armies of a scenario as its file gives them: units and commanders one by one, or rosters that it places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.core.contract import SEAT_NAMES, Refusal, Refused
from triarii.core.texts import Message
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS, UNIT_LETTERS, Corps, Placement, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.toml_fields import entries, fields, flag, number, one_of, spell
from triarii.games.adlg.geometry.shapes import Point, Pose
from triarii.games.adlg.scenarios.scenario_fields import each, from_roster, needed, once, pose
from triarii.games.adlg.setup.armies import bought

KIT_KEYS = ("troop", "quality", "abilities", "weapon", "name", "dismounts")
BOUGHT_KEYS = ("corps", *KIT_KEYS)
"""What a roster says of a unit."""
UNIT_KEYS = ("id", *BOUGHT_KEYS, "at", "cohesion", "marks")
COMMANDER_PLACES = ("at", "unit", "included")
RANK_KEYS = ("grade", "chief", "allied", "unreliable")
"""What a roster says of a commander."""
COMMANDER_KEYS = ("id", *RANK_KEYS, *COMMANDER_PLACES)
UNIT_ID = re.compile(r"[ue][1-9][0-9]{0,2}")
COMMANDER_ID = re.compile(r"[cd][1-9]")
MOST_CORPS = 9
MARK_NEEDS = {marks.STAKES: "stakes", marks.READY: "battle_ready", marks.LOOTING: ""}
"""The marks that a unit can begin with, and the ability that each needs."""


@dataclass(frozen=True)
class Muster:
    """Both armies with their places."""

    units: Mapping[str, Unit]
    placements: Mapping[str, Placement]
    corps: Mapping[str, Corps]
    commanders: Mapping[str, Pose | str]


# Armies from rosters


def armies(given: Mapping[str, object]) -> tuple[Roster, ...]:
    """The rosters of both sides; none where the scenario lists its units itself."""
    if "armies" not in given:
        return ()
    where = Message("where.armies")
    table = fields(given["armies"], SEAT_NAMES, where)
    first, second = (_army(needed(table, side, where), side, place) for place, side in enumerate(SEAT_NAMES, 1))
    if first.format != second.format:
        raise Refused.because("scenario.formats", army.POINTS, where=where, first=first.format, second=second.format)
    return first, second


def _army(value: object, side: str, place: int) -> Roster:
    """A roster that we ship, by its name, or a whole one."""
    if isinstance(value, Mapping):
        found = roster.read(value)
    else:
        found = roster.load(one_of(value, roster.shipped(), side, Message("where.armies")))
    faults = (found,) if isinstance(found, Refusal) else army.check(found).faults
    if faults:
        where = Message("where.army_of", {"entry": place})
        raise Refused.because("scenario.roster", faults[0].rule, where=where, fault=faults[0].message)
    assert isinstance(found, Roster)
    return found


def _unit(name: str, corps: int, kit: roster.Unit) -> Unit:
    seat = UNIT_LETTERS.index(name[0])
    return Unit(name, seat, corps, kit.troop, kit.quality, kit.abilities, kit.weapon, kit.name, kit.dismounts)


def _led(found: Roster, seat: int) -> Iterator[Corps]:
    """All corps of an army; whose unit an included commander is part of, the scenario says."""
    for place, corps in enumerate(found.corps, 1):
        assert corps.commander is not None, "checked"
        yield Corps(seat, place, corps.commander, corps.chief, "", corps.allied, corps.unreliable)


def _mustered(given: Mapping[str, object], size: Point, rosters: Sequence[Roster]) -> Muster:
    """The armies of two rosters, each unit and commander where the scenario places him."""
    units = {unit.id: unit for seat, found in enumerate(rosters) for unit in bought(found, seat)}
    corps = {led.commander: led for seat, found in enumerate(rosters) for led in _led(found, seat)}
    placements: dict[str, Placement] = {}
    commanders: dict[str, Pose | str] = {}

    def place_unit(table: object, entry: Message, size: Point) -> str:
        given = fields(table, UNIT_KEYS, entry)
        name = _id(given, UNIT_ID, "unit_id", entry)
        where = Message("where.placed", {"unit": name})
        _in_roster(name, units, where)
        from_roster(given, BOUGHT_KEYS, where)
        placements[name] = _placement(given, units[name], where, size)
        return name

    def place_commander(table: object, entry: Message, size: Point) -> str:
        given = fields(table, COMMANDER_KEYS, entry)
        name = _id(given, COMMANDER_ID, "commander_id", entry)
        where = Message("where.leader", {"commander": name})
        _in_roster(name, corps, where)
        from_roster(given, RANK_KEYS, where)
        led = corps[name]
        key, commanders[name] = _commander_place(given, where, size)
        bought = rosters[led.seat].corps[led.number - 1]
        if (key == "included") != bought.included:
            raise Refused.because(
                "scenario.included" if bought.included else "scenario.not_included", army.STRUCTURE, where=where
            )
        if bought.included:
            _in_first_entry(commanders[name], [unit.id for unit in units.values() if _of(unit, led)], bought, where)
            corps[name] = replace(led, included=str(commanders[name]))
        return name

    once("twice", [*each(given, "unit", place_unit, size), *each(given, "commander", place_commander, size)])
    missing = [name for name in (*units, *corps) if name not in placements and name not in commanders]
    if missing:
        raise Refused.because("scenario.no_place", army.STRUCTURE, names=missing)
    return Muster(units, {name: placements[name] for name in units}, corps, {name: commanders[name] for name in corps})


def _of(unit: Unit, corps: Corps) -> bool:
    return (unit.seat, unit.corps) == (corps.seat, corps.number)


def _in_roster(name: str, known: Mapping[str, object], where: Message) -> None:
    if name not in known:
        side = [other for other in known if other[0] == name[0]]
        raise Refused.because("scenario.not_in_roster", where=where, first=side[0], last=side[-1])


def _in_first_entry(name: Pose | str, own: Sequence[str], bought: roster.Corps, where: Message) -> None:
    """An included commander belongs to a unit of his corps's first entry."""
    known = own[: bought.units[0].count]
    if name not in known:
        raise Refused.because("scenario.not_his", where=where, name=name, known=list(known))


# Armies that the scenario lists itself


def mustered(given: Mapping[str, object], size: Point, rosters: Sequence[Roster]) -> Muster:
    """Both armies, from these rosters or as the scenario lists them."""
    if rosters:
        return _mustered(given, size, rosters)
    units, leaders = each(given, "unit", _listed_unit, size), each(given, "commander", _commander, size)
    once("twice", [*(unit.id for unit, _ in units), *(corps.commander for corps, _ in leaders)])
    return Muster(
        units={unit.id: unit for unit, _ in units},
        placements={unit.id: placement for unit, placement in units},
        corps={corps.commander: corps for corps in _with_chiefs([corps for corps, _ in leaders])},
        commanders={corps.commander: place for corps, place in leaders},
    )


def _listed_unit(table: object, entry: Message, size: Point) -> tuple[Unit, Placement]:
    given = fields(table, UNIT_KEYS, entry)
    name = _id(given, UNIT_ID, "unit_id", entry)
    where = Message("where.placed", {"unit": name})
    kit = _kit({key: given[key] for key in KIT_KEYS if key in given}, where)
    unit = _unit(name, number(given.get("corps", 1), 1, MOST_CORPS, "corps", where), kit)
    return unit, _placement(given, unit, where, size)


def _placement(given: Mapping[str, object], unit: Unit, where: Message, size: Point) -> Placement:
    cohesion = given.get("cohesion", unit.troop.cohesion)
    if isinstance(cohesion, int) and cohesion > unit.troop.cohesion:
        raise Refused.because(
            "scenario.cohesion", unit.troop.rule, where=where, troop=unit.troop.id, most=unit.troop.cohesion
        )
    cohesion = number(cohesion, 1, unit.troop.cohesion, "cohesion", where)
    return Placement(pose(given, where, size), cohesion, _marks(given.get("marks", []), unit, where))


def _id(given: Mapping[str, object], form: re.Pattern[str], code: str, where: Message) -> str:
    name = needed(given, "id", where)
    if isinstance(name, str) and form.fullmatch(name):
        return name
    raise Refused.because(f"scenario.{code}", where=where, name=spell(name))


def _kit(given: Mapping[str, object], where: Message) -> roster.Unit:
    """What a unit is and carries: read and checked as an army of this unit alone would be."""
    corps = {"commander": "ordinary", "units": [given]}
    found = roster.read({"name": "?", "format": 400, "command_value": 0, "corps": [corps]})
    faults = (found,) if isinstance(found, Refusal) else army.check(found).faults
    if faults:
        raise Refused(replace(faults[0], params={**faults[0].params, "where": where}))
    assert isinstance(found, Roster)
    return found.corps[0].units[0]


def _marks(value: object, unit: Unit, where: Message) -> frozenset[str]:
    found = frozenset(one_of(mark, tuple(MARK_NEEDS), "marks", where) for mark in entries(value, "marks", where))
    for mark in sorted(found):
        ability = MARK_NEEDS[mark]
        if ability and ability not in unit.abilities:
            raise Refused.because("scenario.mark", where=where, mark=mark, ability=ability)
    return found


def _commander(table: object, entry: Message, size: Point) -> tuple[Corps, Pose | str]:
    given = fields(table, COMMANDER_KEYS, entry)
    name = _id(given, COMMANDER_ID, "commander_id", entry)
    where = Message("where.leader", {"commander": name})
    grade = GRADES[one_of(needed(given, "grade", where), GRADES, "grade", where)]
    chief = flag(given.get("chief", False), "chief", where)
    key, place = _commander_place(given, where, size)
    included = place if key == "included" and isinstance(place, str) else ""
    allied, unreliable = (flag(given.get(key, False), key, where) for key in ("allied", "unreliable"))
    return Corps(COMMANDER_LETTERS.index(name[0]), int(name[1:]), grade, chief, included, allied, unreliable), place


def _commander_place(given: Mapping[str, object], where: Message, size: Point) -> tuple[str, Pose | str]:
    """How his place is told, and the place: his own, or his unit."""
    places = [key for key in COMMANDER_PLACES if key in given]
    if len(places) != 1:
        raise Refused.because("scenario.place", where=where, known=list(COMMANDER_PLACES))
    return places[0], pose(given, where, size) if places == ["at"] else spell(given[places[0]])


def _with_chiefs(corps: Sequence[Corps]) -> list[Corps]:
    """Where a seat names no commander-in-chief, it is its first."""
    named = {led.seat for led in corps if led.chief}
    firsts = {led.seat: led for led in sorted(corps, key=lambda led: -led.number) if led.seat not in named}
    return [replace(led, chief=True) if led in firsts.values() else led for led in corps]
