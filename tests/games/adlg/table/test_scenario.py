"""Scenarios: what the shipped ones hold, how a table is read, and that everything wrong with one is refused by name."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from importlib import resources
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.hypothesis_profiles import example, given, st
from triarii.core import rulebook
from triarii.core.contract import Refusal
from triarii.core.options import recordable
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.points import TRIARII
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.readings import of_profile, settle
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.scenarios import scenario, scenario_armies, scenario_ground
from triarii.games.adlg.scenarios.scenario import TEXTS

RULES = rulebook.load(PACKAGE)
Table = dict[str, Any]
SMALL = """
name = { en = "Small", de = "Klein" }
size = [12000, 10000]
begins = "second"

[[terrain]]
kind = "gentle_hill"
polygon = [[8000, 8000], [8000, 9500], [10000, 9500], [10000, 8000]]
crest = [9000, 8500]

[[terrain]]
impassable = true
polygon = [[0, 9000], [0, 10000], [1000, 10000]]

[[road]]
points = [[1500, 0], [1500, 9000]]

[[work]]
kind = "fortification"
seat = "first"
start = [4500, 3000]
end = [5500, 3000]

[[camp]]
seat = "first"
kind = "sacred"
at = [2000, 1500, 0]

[[unit]]
id = "u1"
troop = "heavy_swordsmen"
quality = "elite"
abilities = ["impact", "armour"]
name = { en = "guard", de = "Garde" }
at = [5000, 3000, 0]
cohesion = 3

[[unit]]
id = "u12"
troop = "bowmen"
abilities = ["stakes"]
corps = 2
at = [7000, 3000, 0]
marks = ["stakes"]

[[unit]]
id = "e1"
troop = "light_infantry"
weapon = "javelin"
at = [5000, 6000, 18000]

[[commander]]
id = "c1"
grade = "brilliant"
at = [5000, 2000, 0]

[[commander]]
id = "c2"
grade = "ordinary"
chief = true
included = "u12"

[[commander]]
id = "d1"
grade = "competent"
unit = "e1"
"""


def small() -> Table:
    return tomllib.loads(SMALL)


def setting(found: Setting | Refusal) -> Setting:
    assert isinstance(found, Setting), TEXTS.say(found.message, "en")
    return found


# What is read


def test_a_table_becomes_a_setting() -> None:
    found = setting(scenario.read(small()))
    assert (found.name, found.size, found.begins) == ({"en": "Small", "de": "Klein"}, (12000, 10000), 1)
    guard, bows, skirmishers = found.units.values()
    assert (guard.id, guard.seat, guard.corps, guard.troop.id, guard.quality.id) == (
        "u1",
        0,
        1,
        "heavy_swordsmen",
        "elite",
    )
    assert guard.bought == {"impact", "armour"}
    assert (guard.weapon, guard.name["de"]) == (None, "Garde")
    assert (bows.id, bows.corps, bows.name) == ("u12", 2, bows.troop.name)
    assert bows.weapon is not None
    assert bows.weapon.id == "bow", "what bowmen shoot with if nobody says so"
    assert (skirmishers.id, skirmishers.seat, skirmishers.corps) == ("e1", 1, 1)
    assert skirmishers.bought == {"javelin"}, "the weapon brings the ability"
    placed = found.placements
    assert [(each.pose, each.cohesion) for each in placed.values()] == [
        ((5000, 3000, 0), 3),
        ((7000, 3000, 0), 3),
        ((5000, 6000, 18000), 2),
    ]
    assert [each.marks for each in placed.values()] == [frozenset(), {"stakes"}, frozenset()]


def test_commanders_stand_loose_or_with_a_unit_or_are_part_of_one() -> None:
    found = setting(scenario.read(small()))
    assert found.commanders == {"c1": (5000, 2000, 0), "c2": "u12", "d1": "e1"}
    assert [(name, each.seat, each.number, each.grade.id) for name, each in found.corps.items()] == [
        ("c1", 0, 1, "brilliant"),
        ("c2", 0, 2, "ordinary"),
        ("d1", 1, 1, "competent"),
    ]
    assert [each.included for each in found.corps.values()] == ["", "u12", ""]
    assert [each.chief for each in found.corps.values()] == [False, True, True]
    assert found.corps_of(found.units["u12"]).commander == "c2"


@pytest.mark.rule("adlg.army.structure")
def test_where_nobody_is_called_chief_it_is_the_first_commander() -> None:
    table = small()
    del table["commander"][1]["chief"]
    table["commander"].reverse()
    found = setting(scenario.read(table))
    assert {name: each.chief for name, each in found.corps.items()} == {"d1": True, "c2": False, "c1": True}


@pytest.mark.rule("adlg.terrain.hill_with_brush")
def test_brush_may_have_a_crest_and_is_a_hill_then() -> None:
    table = small()
    table["terrain"][0]["kind"] = "brush"
    hill = setting(scenario.read(table)).scenery.pieces[0]
    assert (hill.terrain.id, hill.crest, hill.hill, hill.brush_hill) == ("brush", (9000, 8500), True, True)


def test_the_ground_is_read_with_camps_works_and_roads() -> None:
    found = setting(scenario.read(small()))
    hill, cliff = found.scenery.pieces
    assert (hill.id, hill.terrain.id, hill.crest, hill.impassable) == ("t1", "gentle_hill", (9000, 8500), False)
    assert (cliff.id, cliff.crest, cliff.impassable) == ("t2", None, True)
    assert len(cliff.parts) == 1
    [wall], [road] = found.scenery.works, found.scenery.roads
    assert (wall.id, wall.kind, wall.seat, wall.start, wall.end) == (
        "w1",
        "fortification",
        0,
        (4500, 3000),
        (5500, 3000),
    )
    assert road.points == ((1500, 0), (1500, 9000))
    assert found.scenery.behind(Body(found.placements["u1"].pose, 1000, 750).front) == (wall,)
    [camp] = found.camps.values()
    assert (camp.id, camp.seat, camp.kind, camp.pose) == ("k1", 0, Camp.SACRED, (2000, 1500, 0))


def test_the_readings_come_along_and_their_tolerances_bind_the_ground() -> None:
    readings = settle({"profile": "common", "touch_tolerance": 7, "edge_contact_min": 30})
    assert not isinstance(readings, Refusal)
    found = setting(scenario.read(small(), readings))
    assert found.readings is readings
    assert (found.scenery.limits.touch, found.scenery.limits.edge) == (7, 30)
    assert setting(scenario.read(small())).readings == of_profile("sheet")
    table = small()
    table["unit"].append({"id": "u2", "troop": "levy", "at": [5993, 3000, 0]})
    assert isinstance(scenario.read(table, readings), Setting)
    assert isinstance(scenario.read(table), Refusal)


# What is shipped

# Size; ground and works by their points; units with corps, place and kit; commanders with place, grade and rank.
PRINTED = """
drill_line 13000,12000
  u1/1 5000,3000,0 heavy_swordsmen
  u2/1 6000,3000,0 heavy_swordsmen
  u3/1 7000,3000,0 heavy_swordsmen
  u4/1 8000,3000,0 heavy_swordsmen
  e1/1 8000,9000,18000 heavy_spearmen
  e2/1 7000,9000,18000 heavy_spearmen
  e3/1 6000,9000,18000 heavy_spearmen
  e4/1 5000,9000,18000 heavy_spearmen
  c1 6500,1900,0 competent
  d1 6500,10100,18000 competent
drill_zone 12000,10000
  u1/1 4000,4000,0 heavy_swordsmen
  u2/1 5000,4000,0 heavy_swordsmen
  u3/1 7300,3800,0 medium_cavalry
  u4/1 10300,3000,0 light_infantry javelin
  e1/1 4400,4800,18000 heavy_spearmen
  e2/1 5800,4700,18000 medium_swordsmen
  e3/1 8400,3400,27000 light_cavalry bow
  e4/1 10300,5600,18000 heavy_cavalry
  c1 with u2 ordinary
  d1 6500,7200,18000 ordinary
drill_charge 16000,13000
  wood 2000,5200 4200,4600 5300,6000 4600,7600 2600,7400
  gentle_hill 9000,6500 11500,6000 13500,7200 13000,9500 10500,10200 8800,8600 crest 11000,8700
  u1/1 7000,4000,0 heavy_cavalry impact
  u2/1 8000,4000,0 heavy_cavalry impact
  u3/1 10500,4000,0 medium_knights impetuous
  u4/1 5500,3500,0 light_cavalry javelin
  u5/1 3200,3800,0 light_infantry bow
  u6/1 12500,4000,0 light_cavalry bow
  e1/1 11500,8200,18000 heavy_spearmen
  e2/1 10500,8200,18000 heavy_spearmen
  e3/1 7800,8000,18000 medium_swordsmen
  e4/1 6800,8000,18000 bowmen stakes mark:stakes
  e5/1 3800,6700,18000 javelinmen
  e6/1 6000,6500,18000 light_infantry sling
  c1 with u1 competent
  d1 9000,9500,18000 competent
skirmish 20000,15000
  wood 3200,6200 5200,5600 6400,6800 6000,8600 4000,9000 2800,7800
  gentle_hill 11500,8800 14500,8400 16200,9600 15400,11600 12600,11800 11000,10400 crest 13500,10400
  brush 9000,6600 10300,6300 10800,7400 9700,8200 8700,7700
  marsh 16800,5200 18600,4800 19400,6200 18400,7600 16900,7000
  road 1500,0 1500,6000 2000,9500 2000,15000
  obstacle second 7500,11000 8500,11000
  camp first 10000,1400,0
  camp second 8000,13600,18000
  u1/1 8500,4200,0 heavy_swordsmen impact armour
  u2/1 9500,4200,0 heavy_swordsmen impact armour
  u3/1 10500,4200,0 heavy_swordsmen impact armour
  u4/1 11500,4200,0 heavy_spearmen
  u5/1 12500,4200,0 heavy_spearmen
  u6/1 9000,5400,0 light_infantry elite sling
  u7/1 7500,4200,0 bowmen
  u8/2 15000,3800,0 heavy_cavalry impact
  u9/2 16000,3800,0 medium_cavalry javelin
  u10/2 17500,4000,0 light_cavalry javelin
  u11/1 4500,4600,0 medium_swordsmen
  u12/1 3300,4600,0 light_infantry elite javelin
  e1/1 13000,9900,18000 pikemen
  e2/1 12000,9900,18000 pikemen
  e3/1 11000,9900,18000 medium_spearmen
  e4/1 10000,9900,18000 medium_swordsmen impetuous
  e5/1 9000,9900,18000 medium_swordsmen impetuous
  e6/1 8000,11000,18000 light_artillery
  e7/1 12500,8600,18000 light_infantry bow
  e8/1 16500,10600,18000 elephant
  e9/2 6500,10400,18000 heavy_cavalry
  e10/2 5500,10400,18000 medium_cavalry bow
  e11/1 17800,9800,18000 light_cavalry bow
  e12/2 4500,8000,18000 javelinmen
  c1 9500,2900,0 brilliant chief
  c2 with u8 ordinary
  d1 10500,11500,18000 brilliant chief
  d2 in e9 ordinary
"""


def _shipped_lines(name: str) -> list[str]:
    """A shipped file in the form of the table above."""
    table = scenario.content(name)
    assert isinstance(table, dict)
    found = [f"{name} {_at(table['size'])}"]
    for each in table.get("terrain", []):
        crest = ["crest", _at(each["crest"])] if "crest" in each else []
        found.append(" ".join([each["kind"], *map(_at, each["polygon"]), *crest]))
    found += [" ".join(["road", *map(_at, each["points"])]) for each in table.get("road", [])]
    for each in table.get("work", []):
        found.append(f"{each['kind']} {each['seat']} {_at(each['start'])} {_at(each['end'])}")
    found += [f"camp {each['seat']} {_at(each['at'])}" for each in table.get("camp", [])]
    for each in table["unit"]:
        kit = [each.get("quality", ""), *each.get("abilities", []), each.get("weapon", "")]
        kit += [f"mark:{mark}" for mark in each.get("marks", [])]
        begun = [f"{each['id']}/{each.get('corps', 1)}", _at(each["at"])]
        found.append(" ".join([*begun, each["troop"], *filter(None, kit)]))
    words = {"at": "", "unit": "with ", "included": "in "}
    for each in table["commander"]:
        [place] = (f"{words[key]}{_at(each[key]) if key == 'at' else each[key]}" for key in words if key in each)
        found.append(f"{each['id']} {place} {each['grade']}{' chief' if each.get('chief') else ''}")
    return found


def _at(numbers: list[int]) -> str:
    return ",".join(map(str, numbers))


@pytest.mark.data
@pytest.mark.parametrize("name", ["drill_line", "drill_zone", "drill_charge", "skirmish"])
def test_a_shipped_scenario_holds_what_is_written_here(name: str) -> None:
    _, _, rest = PRINTED.partition(f"\n{name} ")
    lines = f"{name} {rest}".splitlines()
    wanted = [lines[0], *takewhile(lambda line: line.startswith("  "), lines[1:])]
    assert _shipped_lines(name) == [line.strip() for line in wanted]


def test_these_scenarios_are_shipped() -> None:
    assert scenario.shipped() == (
        "adrianople",
        "aussig",
        "bannockburn",
        "between_the_woods",
        "cannae",
        "carrhae",
        "desert_wells",
        "drill_charge",
        "drill_line",
        "drill_walls",
        "drill_zone",
        "flower_war",
        "gaugamela",
        "hastings",
        "kadesh",
        "lechfeld",
        "legnano",
        "magnesia",
        "marathon",
        "olive_groves",
        "pharsalus",
        "sea_of_grass",
        "shield_wall",
        "skirmish",
        "zallaqa",
    )


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize("name", scenario.shipped())
def test_every_shipped_scenario_can_be_played_and_recorded(name: str, profile: str) -> None:
    found = setting(scenario.load(name, of_profile(profile)))
    assert all(found.name[lang] for lang in LANGUAGES)
    assert found.name["en"] != found.name["de"]
    assert recordable(scenario.content(name)), "a record holds whole contents"
    assert found.begins == (1 if name == "kadesh" else 0), "there the second side surprises the first"


def test_the_lines_of_the_drill_face_each_other_at_6_ud_in_the_open() -> None:
    found = setting(scenario.load("drill_line"))
    assert not found.scenery.pieces
    own, theirs = ([body for name, body in bodies(found).items() if name[0] == letter] for letter in "ue")
    assert {unit.category.value for unit in found.units.values()} == {"HI"}
    assert [min(shapes.gap(body.quad, other.quad) for other in theirs) for body in own] == [6000] * len(own)
    assert {body.heading for body in own} == {0}
    assert {body.heading for body in theirs} == {18000}


def bodies(found: Setting) -> dict[str, Body]:
    return {unit.id: Body(found.placements[unit.id].pose, unit.width, unit.depth) for unit in found.units.values()}


def test_the_drill_of_zones_has_units_held_in_front_by_two_and_from_the_flank() -> None:
    found = setting(scenario.load("drill_zone"))
    bases = bodies(found)
    held = {
        name: [enemy for enemy in bases if enemy[0] == "e" and shapes.overlap(bases[enemy].zone, bases[name].quad)]
        for name in bases
        if name[0] == "u"
    }
    assert held == {"u1": ["e1"], "u2": ["e1", "e2"], "u3": ["e3"], "u4": []}


def test_the_drill_of_charges_has_foot_on_a_height_and_in_cover() -> None:
    found = setting(scenario.load("drill_charge"))
    bases, ground = bodies(found), found.scenery
    assert [name for name, body in bases.items() if ground.on_height(body)] == ["e1", "e2"]
    assert [name for name, body in bases.items() if ground.in_cover(body.quad, found.units[name].troop)] == ["e5"]


def test_the_skirmish_is_a_battle_of_twelve_units_a_side_at_equal_prices() -> None:
    found, table = setting(scenario.load("skirmish")), scenario.content("skirmish")
    assert isinstance(table, dict)
    for seat in (0, 1):
        own = [unit for unit in found.units.values() if unit.seat == seat]
        assert len(own) == 12
        assert len({unit.troop.id for unit in own}) >= 8
        assert {unit.corps for unit in own} == {1, 2}
        price = sum(_price(entry) for entry in table["unit"] if found.units[entry["id"]].seat == seat)
        for corps in found.corps.values():
            price += TRIARII.commander(corps.grade, 100, bool(corps.included)) if corps.seat == seat else 0
        assert price + sum(work.seat == seat for work in found.scenery.works) == 99
    assert [camp.seat for camp in found.camps.values()] == [0, 1]
    assert {piece.terrain.id for piece in found.scenery.pieces} == {"wood", "gentle_hill", "brush", "marsh"}
    assert found.scenery.roads


def _price(entry: Table) -> int:
    kit = {key: entry[key] for key in scenario_armies.KIT_KEYS if key in entry}
    found = roster.read({"format": 100, "command_value": 0, "corps": [{"commander": "ordinary", "units": [kit]}]})
    assert isinstance(found, roster.Roster)
    return army.check(found).points


# What is refused

Change = Callable[[Table], object]


def put(key: str, number: int | None, **values: object) -> Change:
    """Changes an entry, or the whole table, or adds an entry (number -1)."""

    def change(table: Table) -> None:
        if number is None:
            table.update(values)
        elif number < 0:
            table.setdefault(key, []).append(values)
        else:
            table[key][number].update(values)

    return change


def drop(key: str, number: int | None = None, field: str = "") -> Change:
    def change(table: Table) -> None:
        if number is None:
            del table[key]
        elif field:
            del table[key][number][field]
        else:
            del table[key][number]

    return change


LINE, KNOT = [[0, 0], [9, 9], [18, 18]], [[2000, 5000], [3000, 6000], [3000, 5000], [2000, 6000]]
FAULTS: dict[str, tuple[Change, str]] = {
    "no name": (drop("name"), "army.missing"),
    "a wrong name": (put("", None, name=["x"]), "army.name"),
    "no size": (drop("size"), "army.missing"),
    "no units": (drop("unit"), "army.missing"),
    "a size of one number": (put("", None, size=[5000]), "scenario.numbers"),
    "a size with a point": (put("", None, size=[12000.0, 10000]), "army.number"),
    "a tiny table": (put("", None, size=[3999, 10000]), "army.number"),
    "a huge table": (put("", None, size=[12000, 60001]), "army.number"),
    "an unknown key": (put("", None, units=[]), "army.key_near"),
    "a strange key": (put("", None, weather="rain"), "army.key"),
    "an unknown seat": (put("", None, begins="frist"), "army.value_near"),
    "a number as seat": (put("", None, begins=0), "army.value"),
    "no list": (put("", None, terrain={}), "army.not_a_list"),
    "an entry that is no table": (put("", None, road=[5]), "army.not_a_table"),
    "too many entries": (put("", None, road=[{"points": [[0, 0], [1, 1]]}] * 121), "scenario.count"),
    "unknown terrain": (put("terrain", 0, kind="gentle hills"), "army.value_near"),
    "terrain by its German name": (put("terrain", 0, kind="Wald"), "army.value_near"),
    "open terrain": (put("terrain", 0, kind="open"), "army.value"),
    "no kind of terrain": (drop("terrain", 0, "kind"), "army.missing"),
    "no outline": (drop("terrain", 0, "polygon"), "army.missing"),
    "two corners": (put("terrain", 0, polygon=LINE[:2]), "scenario.count"),
    "65 corners": (put("terrain", 0, polygon=[[0, 0]] * 65), "scenario.count"),
    "a flat outline": (put("terrain", 1, polygon=LINE), "scenario.outline"),
    "a crossing outline": (put("terrain", 1, polygon=KNOT), "scenario.outline"),
    "an outline off the table": (put("terrain", 1, polygon=[[0, 0], [0, 10001], [9, 9]]), "army.number"),
    "a crest in a marsh": (put("terrain", 0, kind="marsh"), "scenario.crest_no_hill"),
    "a crest beside its hill": (put("terrain", 0, crest=[9000, 7999]), "scenario.crest_outside"),
    "a crest of three numbers": (put("terrain", 0, crest=[1, 2, 3]), "scenario.numbers"),
    "impassable by word": (put("terrain", 0, impassable="yes"), "army.flag"),
    "a road of one point": (put("road", 0, points=[[0, 0]]), "scenario.count"),
    "a road without points": (put("", None, road=[{}]), "army.missing"),
    "an unknown work": (put("work", 0, kind="fortifications"), "army.value_near"),
    "nobody's work": (drop("work", 0, "seat"), "army.missing"),
    "a short work": (put("work", 0, end=[4599, 3000]), "scenario.short_work"),
    "an unknown camp": (put("camp", 0, kind="none"), "army.value"),
    "two camps of a side": (put("camp", -1, seat="first", at=[2000, 4000, 0]), "scenario.camps"),
    "no id": (drop("unit", 0, "id"), "army.missing"),
    "an id of the wrong form": (put("unit", 0, id="x1"), "scenario.unit_id"),
    "an id without end": (put("unit", 0, id="u1000"), "scenario.unit_id"),
    "an id that is a number": (put("unit", 0, id=7), "scenario.unit_id"),
    "a commander's id of the wrong form": (put("commander", 0, id="c10"), "scenario.commander_id"),
    "an id twice": (put("unit", 1, id="u1"), "scenario.twice"),
    "a commander twice": (put("commander", 0, id="d1"), "scenario.twice"),
    "no troop": (drop("unit", 0, "troop"), "army.missing"),
    "an unknown troop": (put("unit", 0, troop="heavy_swords"), "army.value_near"),
    "an unknown quality": (put("unit", 0, quality="elit"), "army.value_near"),
    "an unknown ability": (put("unit", 0, abilities=["impakt"]), "army.value_near"),
    "an ability of others": (put("unit", 0, abilities=["blades"]), "army.ability"),
    "abilities that don't go together": (put("unit", 0, abilities=["impact", "impetuous"]), "army.together"),
    "a weapon of others": (put("unit", 0, weapon="sling"), "army.weapon"),
    "a wrong name of a unit": (put("unit", 0, name="a\nb"), "army.name"),
    "a corps that can't be": (put("unit", 0, corps=10), "army.number"),
    "a corps without commander": (put("unit", 0, corps=3), "scenario.no_commander"),
    "a commander without units": (put("commander", -1, id="d2", grade="ordinary", unit="e1"), "scenario.no_units"),
    "no enemy": (drop("unit", 2), "scenario.no_army"),
    "two chiefs": (put("commander", 0, chief=True), "scenario.chiefs"),
    "an unknown grade": (put("commander", 0, grade="brillant"), "army.value_near"),
    "a commander nowhere": (drop("commander", 0, "at"), "scenario.place"),
    "a commander in two places": (put("commander", 0, unit="u1"), "scenario.place"),
    "a commander with an unknown unit": (put("commander", 2, unit="e5"), "scenario.not_his"),
    "a commander with another's unit": (put("commander", 1, included="u1"), "scenario.not_his"),
    "a commander with no word": (put("commander", 2, unit=["e1"]), "scenario.not_his"),
    "too much cohesion": (put("unit", 0, cohesion=5), "scenario.cohesion"),
    "no cohesion": (put("unit", 0, cohesion=0), "army.number"),
    "cohesion that is true": (put("unit", 0, cohesion=True), "army.number"),
    "an unknown mark": (put("unit", 1, marks=["stake"]), "army.value_near"),
    "stakes of nobody": (put("unit", 0, marks=["stakes"]), "scenario.mark"),
    "a ready heavy foot": (put("unit", 0, marks=["ready"]), "scenario.mark"),
    "no place": (drop("unit", 0, "at"), "army.missing"),
    "a place without heading": (put("unit", 0, at=[5000, 3000]), "scenario.numbers"),
    "a heading too far": (put("unit", 0, at=[5000, 3000, 36000]), "army.number"),
    "a unit half off the table": (put("unit", 2, at=[5000, 9600, 18000]), "scenario.off_table"),
    "a camp off the table": (put("camp", 0, at=[900, 1500, 0]), "scenario.off_table"),
    "a commander off the table": (put("commander", 0, at=[5000, 700, 0]), "scenario.off_table"),
    "a unit on impassable ground": (put("unit", 2, at=[900, 9200, 18000]), "scenario.impassable"),
    "a commander on impassable ground": (put("commander", 0, at=[800, 9900, 0]), "scenario.impassable"),
    "a unit across a work": (put("unit", 0, at=[5000, 3300, 0]), "scenario.across"),
    "units on each other": (put("unit", 1, at=[5900, 3000, 0]), "scenario.overlap"),
    "a unit on an enemy": (put("unit", 2, at=[5000, 3490, 0]), "scenario.across"),
    "a unit on a camp": (put("unit", 2, at=[2000, 1400, 18000]), "scenario.overlap"),
    "a commander on a unit": (put("commander", 0, at=[5000, 2300, 0]), "scenario.overlap"),
    "chariots in a marsh": (
        lambda table: (
            put("terrain", 0, kind="marsh")(table),
            drop("terrain", 0, "crest")(table),
            put("unit", -1, id="e2", troop="scythed_chariot", at=[9000, 9000, 0])(table),
        ),
        "scenario.no_entry",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_of_a_scenario_is_refused_by_name(name: str) -> None:
    refused_by_name(small(), *FAULTS[name])


def refused_by_name(table: Table, change: Change, code: str) -> None:
    """A table with this fault is refused with this code, in words of both languages and with a rule that exists."""
    change(table)
    found = scenario.read(table)
    assert isinstance(found, Refusal)
    assert found.code == code, TEXTS.say(found.message, "en")
    assert not found.rule or RULES.find(found.rule) is not None
    for lang in LANGUAGES:
        assert TEXTS.say(found.message, lang)


def test_a_refusal_says_who_and_where() -> None:
    def said(change: Change, lang: str = "en") -> str:
        table = small()
        change(table)
        found = scenario.read(table)
        assert isinstance(found, Refusal)
        return TEXTS.say(found.message, lang)

    assert said(put("unit", 0, troop="heavy_swords")) == (
        "Unit u1: troop can't be heavy_swords; did you mean heavy_swordsmen?"
    )
    assert said(put("unit", 0, abilities=["blades"])) == "Unit u1: these troops can't have the ability blades."
    assert said(put("unit", 0, corps=3)) == "Unit u1 belongs to corps 3, but its commander c3 is missing."
    assert said(put("unit", 1, at=[5900, 3000, 0])) == "Unit u1 and unit u12 overlap by 100 thousandths of a UD."
    assert said(put("unit", 1, at=[5900, 3000, 0]), "de") == (
        "Einheit u1 und Einheit u12 überlappen sich um 100 Tausendstel UD."
    )
    assert said(put("terrain", 0, kind="swamp")) == "Terrain 1: kind can't be swamp; did you mean marsh?"
    assert said(put("unit", 0, cohesion=5), "de") == "Einheit u1: Schwere Schwerter hat höchstens Kohäsion 4."


def test_units_may_touch_each_other_and_their_own_works() -> None:
    table = small()
    put("unit", 2, at=[5000, 3000, 18000])(table)
    assert isinstance(scenario.read(table), Setting), "front against front, with a wall between"


def test_a_road_brings_chariots_through_a_marsh() -> None:
    table = small()
    put("terrain", -1, kind="marsh", polygon=[[500, 4000], [500, 8000], [2500, 8000], [2500, 4000]])(table)
    put("unit", -1, id="e2", troop="scythed_chariot", at=[1500, 6000, 0])(table)
    assert isinstance(scenario.read(table), Setting)
    put("road", 0, points=[[1400, 0], [1400, 9000]])(table)
    found = scenario.read(table)
    assert isinstance(found, Refusal)
    assert found.code == "scenario.no_entry"


def test_heavy_artillery_stands_where_it_can_never_go() -> None:
    table = small()
    put("unit", -1, id="e2", troop="heavy_artillery", at=[9000, 6000, 18000])(table)
    assert isinstance(scenario.read(table), Setting)


# Files


def test_a_scenario_is_loaded_from_a_file_and_takes_its_name_if_it_has_none(tmp_path: Path) -> None:
    path = tmp_path / "hill fort.toml"
    path.write_text(SMALL, encoding="utf-8")
    assert setting(scenario.load(path)).name["de"] == "Klein"
    path.write_text(SMALL.replace('name = { en = "Small", de = "Klein" }\n', ""), encoding="utf-8")
    assert setting(scenario.load(str(path))).name["de"] == "hill fort"


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("skirmich", None, "scenario.unknown_near"),
        ("zzz", None, "scenario.unknown"),
        ("zzz.toml", None, "army.not_read"),
        ("large.toml", b"#" * 1_000_001, "scenario.too_large"),
        ("bytes.toml", b"\xff\xfe", "army.not_text"),
        ("broken.toml", b"name = \n[", "army.not_toml_at"),
        ("\x00", None, "army.not_read"),
    ],
)
def test_a_file_that_can_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes | None, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if data is not None:
        Path(name).write_bytes(data)
    found = scenario.load(name)
    assert isinstance(found, Refusal)
    assert found.code == code
    for lang in LANGUAGES:
        assert TEXTS.say(found.message, lang)


def test_the_example_in_the_description_holds_when_an_enemy_is_added() -> None:
    assert scenario.__doc__ is not None
    example, _, _ = scenario.__doc__.partition("The armies can")
    lines = [line.removeprefix("    ") for line in example.splitlines() if line.startswith("    ")]
    table = tomllib.loads("\n".join(lines))
    put("unit", -1, id="e1", troop="pikemen", at=[9500, 9000, 18000])(table)
    put("commander", -1, id="d1", grade="ordinary", unit="e1")(table)
    assert setting(scenario.read(table)).corps["c1"].chief


# Anything at all

WORDS = sorted(
    {
        *scenario.KEYS,
        *scenario_armies.UNIT_KEYS,
        *scenario_armies.COMMANDER_KEYS,
        *scenario_ground.TERRAIN_KEYS,
        *scenario_ground.WORK_KEYS,
    }
    | {"u1", "u2", "e1", "c1", "d1", "wood", "gentle_hill", "heavy_swordsmen", "levy", "first", "second", "en", "bow"}
    | {"stakes", "ordinary", "normal", "obstacle", "points"}
)
LEAVES = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-5, 13000),
    st.integers(),
    st.booleans(),
    st.none(),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=3),
    st.just([5000, 3000, 0]),
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.one_of(st.sampled_from(WORDS), st.text(max_size=4), st.integers()), inner, max_size=5),
    ),
    max_leaves=25,
)


def answered(table: object) -> None:
    found = scenario.read(table)
    assert isinstance(found, Setting | Refusal)
    if isinstance(found, Refusal):
        for lang in LANGUAGES:
            assert TEXTS.say(found.message, lang)


@given(ANYTHING)
@example({1: 2})
@example([])
def test_whatever_is_given_is_read_or_refused(table: object) -> None:
    answered(table)


@given(st.data())
def test_whatever_is_changed_in_a_scenario_is_read_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(scenario.shipped()))
    text = (resources.files(PACKAGE) / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    table: Any = tomllib.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        place = table
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = data.draw(st.sampled_from(keys))
            inner = place[key]
            if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 4)) == 0:
                place[key] = data.draw(st.one_of(ANYTHING, st.integers(0, 20000), st.just(copy.deepcopy(inner))))
                break
            place = inner
    answered(table)
