"""Scenarios: a battle as a TOML file sets it up, ours or a player's own, read into a setting or refused by name.

    name = { en = "Two lines", de = "Zwei Linien" }
    about = { en = "What to look out for.", de = "Worauf zu achten ist." }  # may be missing
    size = [20000, 15000]       # of the table; all distances are thousandths of a UD
    begins = "first"            # the seat with the first sequence: "first" if not said
    region = "desert"           # how the ground looks; plain, forest, mountain, desert or steppe; may be missing
    [[unit]]
    id = "u1"                   # u1, u2 … are the first seat's units, e1, e2 … the second's
    troop = "heavy_swordsmen"   # also quality, abilities, weapon, name and dismounts, as in rosters
    at = [9500, 5000, 0]        # the middle of its front edge, and its heading: hundredths of a degree, 9000 is east
    [[commander]]
    id = "c1"                   # c1 leads corps 1 of the first seat, d1 that of the second
    grade = "competent"         # chief = true: commander-in-chief, else the first; also allied, unreliable
    at = [9500, 4000, 0]        # or unit = "u1": with this unit; or included = "u1": part of it for good

A unit may have too: `corps` (1 if not said), `cohesion` (full if not said) and `marks`. There may be `[[terrain]]` with
kind, polygon, crest (the top of a hill, bare or covered with brush), impassable,
river (kind is then its class: open, rough or difficult) and coast
(no kind: nobody enters it); `[[road]]` with points; `[[work]]` with kind, seat, start and end; `[[camp]]` with seat,
kind (normal if not said) and at.

The armies can also come from rosters of the same format, ours by their names or whole ones as tables:

    armies = { first = "vikings", second = "saxons" }

Then u1, u2 … and c1, c2 … are the units and commanders in the order of the roster. The scenario only says where each of
them stands, and cohesion and marks; everything else, the kind of the camp too, is the roster's.
"""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from triarii.core import texts
from triarii.core.contract import SEAT_NAMES, Refusal, Refused
from triarii.core.options import unknown
from triarii.core.texts import LANGUAGES, UNPRINTABLE, Message
from triarii.games.adlg.armies import army
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.battle.table.field import COMMANDER_DEPTH
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, COMMANDER_LETTERS, UNIT_LETTERS, WIDTH, Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.readings import DEFAULT, Readings, of_profile
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.data.toml_fields import fields, names, one_of, toml
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.scenarios.scenario_armies import armies, mustered
from triarii.games.adlg.scenarios.scenario_fields import TOP, needed, numbers, seat_of
from triarii.games.adlg.scenarios.scenario_ground import camps, laid
from triarii.games.adlg.setup import regions

TEXTS = texts.load(PACKAGE, "scenario_messages.toml", parent=army.TEXTS)
"""What the reading of a scenario says."""
KEYS = ("name", "about", "size", "begins", "region", "armies", "terrain", "road", "work", "camp", "unit", "commander")
SIZES = (4_000, 60_000)
"""The smallest and the largest table, in mUD."""
LONGEST_ABOUT = 1_500
"""Letters."""


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
    except Refused as refused:
        plain_word = str(name) == path.name and not path.suffix
        if plain_word and refused.refusal.params.get("reason") == os.strerror(errno.ENOENT):
            return unknown("scenario.unknown", str(name), shipped())
        too_large = refused.refusal.code == "army.too_large"
        return replace(refused.refusal, code="scenario.too_large") if too_large else refused.refusal
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
    except Refused as refused:
        return refused.refusal


def _setting(table: object, readings: Readings) -> Setting:
    given = fields(table, KEYS, TOP)
    name, measured, *_ = [needed(given, key, TOP) for key in ("name", "size", "unit", "commander")]
    width, height = numbers(measured, "size", TOP, SIZES, SIZES)
    size = (width, height)
    rosters = armies(given)
    both = mustered(given, size, rosters)
    setting = Setting(
        name=names(name, TOP),
        about=_about(given.get("about", {})),
        size=size,
        units=both.units,
        corps=both.corps,
        camps=camps(given, size, rosters),
        scenery=laid(given, size),
        readings=readings,
        placements=both.placements,
        commanders=both.commanders,
        begins=seat_of(given.get("begins", SEAT_NAMES[0]), "begins", TOP),
        region=one_of(given.get("region", ""), ("", *regions.REGIONS), "region", TOP),
        **_army_names(rosters),
    )
    setting = replace(setting, scenery=replace(setting.scenery, limits=setting.limits))
    _check_corps(setting)
    _check_places(setting)
    return setting


def _army_names(rosters: tuple[Roster, ...]) -> dict[str, Any]:
    return {"armies": (rosters[0].name, rosters[1].name)} if rosters else {}


def _about(value: object) -> dict[str, str]:
    """What a scenario tells of itself, in every language; one text may do for all."""
    given = dict.fromkeys(LANGUAGES, value) if isinstance(value, str) else fields(value, LANGUAGES, TOP)
    texts_given = [given[lang] for lang in LANGUAGES if lang in given]
    for text in texts_given:
        if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_ABOUT or UNPRINTABLE.search(text):
            raise Refused.because("scenario.about", where=TOP, most=LONGEST_ABOUT)
    return {lang: str(given.get(lang, texts_given[0])).strip() for lang in LANGUAGES} if texts_given else {}


def _check_corps(setting: Setting) -> None:
    """Every corps has one commander and at least one unit, every army one commander-in-chief."""
    for seat, letter in enumerate(UNIT_LETTERS):
        if not any(unit.seat == seat for unit in setting.units.values()):
            raise Refused.because("scenario.no_army", army.STRUCTURE, letter=letter)
        chiefs = sorted(name for name, corps in setting.corps.items() if corps.seat == seat and corps.chief)
        if len(chiefs) > 1:
            raise Refused.because("scenario.chiefs", army.STRUCTURE, commanders=chiefs)
        for name in chiefs:
            if setting.corps[name].doubtful:
                where = Message("where.leader", {"commander": name})
                raise Refused.because("army.chief_not_own", army.STRUCTURE, where=where)
    led = {name: set[str]() for name in setting.corps}
    for unit in setting.units.values():
        leader = f"{COMMANDER_LETTERS[unit.seat]}{unit.corps}"
        if leader not in led:
            where = Message("where.placed", {"unit": unit.id})
            raise Refused.because(
                "scenario.no_commander", army.STRUCTURE, where=where, corps=unit.corps, commander=leader
            )
        led[leader].add(unit.id)
    for leader, own in led.items():
        where, place = Message("where.leader", {"commander": leader}), setting.commanders[leader]
        if not own:
            raise Refused.because("scenario.no_units", army.STRUCTURE, where=where)
        if isinstance(place, str) and place not in own:
            raise Refused.because("scenario.not_his", where=where, name=place, known=sorted(own))


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
            raise Refused.because("scenario.off_table", where=where)
        for piece in ground.touched(body.quad):
            if piece.impassable:
                raise Refused.because("scenario.impassable", where=where, piece=piece.id[1:])
        if unit is not None and _may_not_stand(setting, unit, body):
            terrain = ground.ground_under(body.quad, unit.troop)
            raise Refused.because("scenario.no_entry", where=where, troop=unit.troop.id, terrain=terrain.id)
        for work in ground.crossed(body.quad):
            raise Refused.because("scenario.across", where=where, work=work.id[1:])
        earlier = [other.quad for _, other, _ in bases[:place]]
        for other in shapes.overlapping(body.quad, earlier, setting.limits.touch):
            depth = shapes.penetration(body.quad, earlier[other])
            raise Refused.because("scenario.overlap", where=bases[other][0], other=where, by=depth)


def _may_not_stand(setting: Setting, unit: Unit, body: Body) -> bool:
    """Whether a unit is on ground that its kind never enters; on a road it may be."""
    ground = setting.scenery
    if not ground.touches_rough(body.quad) or ground.along_road(body.quad, body.quad):
        return False
    return not ground.allowance(unit.troop, [body.quad], setting.readings, boosted=False)
