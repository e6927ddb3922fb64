"""Tables for tests: a few units on the ground that a test wants, and who fights whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triarii.games.adlg.battle.table.field import Field, Meeting, start
from triarii.games.adlg.battle.table.scenery import Piece, Scenery, Work, cut
from triarii.games.adlg.battle.table.setting import (
    COMMANDER_LETTERS,
    UNIT_LETTERS,
    CampSite,
    Corps,
    Placement,
    Setting,
    Unit,
)
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import QUALITIES, WEAPONS
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.geometry.shapes import Point, Pose

Placed = tuple[str, str, Pose] | tuple[str, str, Pose, Mapping[str, Any]]
"""A unit's id, its troop and where it stands; then what else there is: quality, abilities, weapon, corps, cohesion,
marks, dismounts."""


def battlefield(
    units: Sequence[Placed],
    *,
    meetings: Sequence[Meeting] = (),
    terrain: Sequence[Piece] = (),
    works: Sequence[Work] = (),
    camps: Sequence[tuple[str, Camp, Pose]] = (),
    leaders: Mapping[str, Pose | str] | None = None,
    included: Sequence[str] = (),
    chiefs: Sequence[str] = (),
    allied: Sequence[str] = (),
    unreliable: Sequence[str] = (),
    grade: str = "ordinary",
    size: tuple[int, int] = (20000, 20000),
    **options: object,
) -> Field:
    """The table with these units: `battlefield([("u1", "levy", (5000, 5000, 0))], profile="common")`. `leaders` are
    commanders by id, each with a pose or his unit; `included` are those who are part of theirs, `chiefs` commanders-in-
    chief, `allied` and `unreliable` those whose corps may hesitate."""
    read = readings.settle(options)
    assert isinstance(read, Readings), read
    placed = [_unit(*each) for each in units]
    where = dict(leaders or {})
    numbers = {(unit.seat, unit.corps) for unit, _ in placed} | {
        (COMMANDER_LETTERS.index(name[0]), int(name[1:])) for name in where
    }
    corps = [
        Corps(
            seat,
            number,
            GRADES[grade],
            chief=f"{COMMANDER_LETTERS[seat]}{number}" in chiefs,
            included=_included(seat, number, where, included),
            allied=f"{COMMANDER_LETTERS[seat]}{number}" in allied,
            unreliable=f"{COMMANDER_LETTERS[seat]}{number}" in unreliable,
        )
        for seat, number in sorted(numbers)
    ]
    setting = Setting(
        name={"en": "test", "de": "Probe"},
        size=size,
        units={unit.id: unit for unit, _ in placed},
        corps={each.commander: each for each in corps},
        camps={name: CampSite(name, int(name[1:]) - 1, kind, pose) for name, kind, pose in camps},
        scenery=Scenery(tuple(terrain), tuple(works)),
        readings=read,
        placements={unit.id: placement for unit, placement in placed},
        commanders=where,
    )
    field = start(setting)
    for meeting in meetings:
        field = field.meeting_added(meeting)
    return field


def _unit(name: str, troop: str, pose: Pose, more: Mapping[str, Any] | None = None) -> tuple[Unit, Placement]:
    given = dict(more or {})
    weapon = given.get("weapon")
    unit = Unit(
        id=name,
        seat=UNIT_LETTERS.index(name[0]),
        corps=given.get("corps", 1),
        troop=TROOPS[troop],
        quality=QUALITIES[given.get("quality", "ordinary")],
        bought=frozenset(given.get("abilities", ())),
        weapon=WEAPONS[weapon] if weapon else None,
        name={"en": name, "de": name},
        dismounts=TROOPS[given["dismounts"]] if given.get("dismounts") else None,
    )
    cohesion = given.get("cohesion", unit.troop.cohesion)
    return unit, Placement(pose, cohesion, frozenset(given.get("marks", ())))


def _included(seat: int, number: int, where: Mapping[str, Pose | str], included: Sequence[str]) -> str:
    leader = f"{COMMANDER_LETTERS[seat]}{number}"
    return str(where[leader]) if leader in included else ""


def ground(
    kind: str, west: int, south: int, east: int, north: int, crest: Point | None = None, impassable: bool = False
) -> Piece:
    """An upright rectangle of terrain."""
    outline = ((west, south), (west, north), (east, north), (east, south))
    return Piece(f"{kind}{west}", TERRAINS[kind], outline, cut(outline), crest, impassable)


def work(kind: str, begin: Point, end: Point, seat: int) -> Work:
    """A fortification or an obstacle from one point to another."""
    return Work(f"w{begin[0]}", kind, begin, end, seat)


def meets(attacker: str, target: str, side: str = "front", **more: Any) -> Meeting:
    """A contact by charge, unless it is said otherwise."""
    return Meeting(attacker, target, side, **{"charger": attacker, **more})
