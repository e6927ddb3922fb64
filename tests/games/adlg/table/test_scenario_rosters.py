"""Scenarios whose armies come from rosters: who stands where, what the roster says, and what is refused by name."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.games.adlg.table import test_scenario
from tests.games.adlg.table.test_scenario import Change, Table, drop, put, refused_by_name, setting
from triarii.core.contract import Eye, Refusal
from triarii.core.options import recordable
from triarii.games.adlg.armies import roster
from triarii.games.adlg.battle.table.setting import Placement
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios import scenario
from triarii.games.adlg.scenarios.scenario import TEXTS
from triarii.games.adlg.telling import facts

OWN: Table = {
    "name": "Own army",
    "format": 100,
    "command_value": 1,
    "camp": "fortified",
    "corps": [
        {"commander": "competent", "units": [{"count": 2, "troop": "pikemen", "name": "phalanx"}]},
        {
            "commander": "ordinary",
            "chief": True,
            "included": True,
            "units": [{"count": 1, "troop": "heavy_cavalry"}, {"count": 1, "troop": "bowmen", "quality": "elite"}],
        },
    ],
}


def table() -> Table:
    """The first army is our own, the second that of the Vikings."""
    return {
        "name": "Two armies",
        "size": [20000, 15000],
        "armies": {"first": copy.deepcopy(OWN), "second": "vikings"},
        "unit": [
            *({"id": f"u{number}", "at": [5000 + 1000 * number, 3000, 0]} for number in range(4, 0, -1)),
            *({"id": f"e{number}", "at": [4000 + 1000 * number, 12000, 18000]} for number in range(1, 13)),
        ],
        "commander": [
            {"id": "c2", "included": "u3"},
            {"id": "c1", "unit": "u1"},
            {"id": "d1", "unit": "e7"},
            {"id": "d2", "at": [14000, 13500, 18000]},
        ],
        "camp": [{"seat": "first", "at": [10000, 1000, 0]}, {"seat": "second", "at": [10000, 14000, 18000]}],
    }


def test_units_are_numbered_as_the_roster_lists_them() -> None:
    found = setting(scenario.read(table()))
    vikings = roster.load("vikings")
    assert isinstance(vikings, roster.Roster)
    assert list(found.units) == [*(f"u{number}" for number in range(1, 5)), *(f"e{number}" for number in range(1, 13))]
    own = [(unit.troop.id, unit.quality.id, unit.corps) for unit in found.units.values() if unit.seat == 0]
    assert own == [
        ("pikemen", "ordinary", 1),
        ("pikemen", "ordinary", 1),
        ("heavy_cavalry", "ordinary", 2),
        ("bowmen", "elite", 2),
    ]
    theirs = [unit for unit in found.units.values() if unit.seat == 1]
    assert [(unit.troop, unit.bought, unit.weapon, unit.name) for unit in theirs] == [
        (unit.troop, unit.abilities, unit.weapon, unit.name) for unit in vikings.units
    ]
    assert [unit.corps for unit in theirs] == [1] * 8 + [2] * 4
    assert found.placements["u2"].pose == (7000, 3000, 0)
    assert found.units["u1"].name == {"en": "phalanx", "de": "phalanx"}


def test_commanders_and_the_camp_are_those_of_the_roster() -> None:
    found = setting(scenario.read(table()))
    assert [(name, each.grade.id, each.chief, each.included) for name, each in found.corps.items()] == [
        ("c1", "competent", False, ""),
        ("c2", "ordinary", True, "u3"),
        ("d1", "brilliant", True, ""),
        ("d2", "ordinary", False, ""),
    ]
    assert found.commanders == {"c1": "u1", "c2": "u3", "d1": "e7", "d2": (14000, 13500, 18000)}
    assert [camp.kind for camp in found.camps.values()] == [Camp.FORTIFIED, Camp.NORMAL]


def test_a_unit_of_a_roster_may_begin_worn_or_marked() -> None:
    changed = table()
    changed["armies"]["first"]["corps"][1]["units"][1]["abilities"] = ["stakes"]
    put("unit", 0, marks=["stakes"], cohesion=2)(changed)
    found = setting(scenario.read(changed))
    assert found.placements["u4"] == Placement((9000, 3000, 0), 2, frozenset({"stakes"}))


def test_such_a_scenario_can_be_recorded_whole() -> None:
    assert recordable(table())


# What it tells of itself, and the sea


def test_a_scenario_tells_of_itself_in_one_language_or_both() -> None:
    for given, told in (
        ({}, {}),
        ("Hold the hill.", {"en": "Hold the hill.", "de": "Hold the hill."}),
        ({"de": " Den Hügel halten. "}, {"en": "Den Hügel halten.", "de": "Den Hügel halten."}),
        ({"en": "Hill.", "de": "Hügel."}, {"en": "Hill.", "de": "Hügel."}),
    ):
        changed = table()
        put("", None, about=given)(changed)
        assert setting(scenario.read(changed)).about == told
    assert setting(scenario.read(table())).about == {}


def test_a_battle_begins_with_what_its_scenario_tells() -> None:
    position = GAME.start({"scenario": "drill_line"})
    assert isinstance(position, Position)
    for lang, opening in (("en", "Drill: two lines. Teaches orders"), ("de", "Übung: Zwei Linien. Lehrt Befehle")):
        told = [GAME.texts.say(message, lang) for message in GAME.words(position.view(Eye.OBSERVER))]
        assert told[0].startswith(opening)
    later = position.play("corps c1")
    assert "say.about" not in [message.key for message in GAME.words(later.view(Eye.OBSERVER))]
    again = position.play("done").play("done")
    assert "say.about" not in [message.key for message in GAME.words(again.view(Eye.OBSERVER))]


def test_a_coast_needs_no_kind_and_nobody_enters_it() -> None:
    changed = table()
    put("terrain", -1, coast=True, polygon=[[0, 0], [0, 15000], [3000, 15000], [3000, 0]])(changed)
    [sea] = setting(scenario.read(changed)).scenery.pieces
    assert (sea.coast, sea.impassable, sea.river) == (True, True, False)
    told = facts.scenery_facts(setting(scenario.read(changed)))["terrain"]
    assert isinstance(told, list)
    assert [(each["kind"], each["class"]) for each in told] == [("coast", "impassable")]
    put("unit", 3, at=[3400, 3000, 0])(changed)
    found = scenario.read(changed)
    assert isinstance(found, Refusal)
    assert found.code == "scenario.impassable"


# What is refused


def change_army(**values: Any) -> Change:
    return lambda given: given["armies"]["first"].update(values)


FAULTS: dict[str, tuple[Change, str]] = {
    "armies in no table": (put("", None, armies="vikings"), "army.not_a_table"),
    "one army": (put("", None, armies={"first": "vikings"}), "army.missing"),
    "an army of a third": (lambda given: given["armies"].update(third="rus"), "army.key"),
    "an unknown roster": (put("", None, armies={"first": "vikigns", "second": "saxons"}), "army.value_near"),
    "a roster nobody knows": (put("", None, armies={"first": "vikings", "second": "zzz"}), "army.value"),
    "a file as a roster": (put("", None, armies={"first": "vikings", "second": "a/b.toml"}), "army.value"),
    "a roster that can't be read": (change_army(corps=5), "scenario.roster"),
    "a roster with a fault": (change_army(command_value=0), "scenario.roster"),
    "different formats": (change_army(format=200), "scenario.formats"),
    "a unit too many": (put("unit", -1, id="u5", at=[15000, 3000, 0]), "scenario.not_in_roster"),
    "a commander too many": (put("commander", -1, id="d3", unit="e1"), "scenario.not_in_roster"),
    "a unit without a place": (drop("unit", 5), "scenario.no_place"),
    "a commander without a place": (drop("commander", 2), "scenario.no_place"),
    "a unit twice": (put("unit", 5, id="e1"), "scenario.twice"),
    "a commander twice": (put("commander", 2, id="d2"), "scenario.twice"),
    "a troop beside the roster's": (put("unit", 0, troop="levy"), "scenario.from_roster"),
    "a corps beside the roster's": (put("unit", 0, corps=2), "scenario.from_roster"),
    "a grade beside the roster's": (put("commander", 1, grade="brilliant"), "scenario.from_roster"),
    "a chief beside the roster's": (put("commander", 1, chief=True), "scenario.from_roster"),
    "a camp beside the roster's": (put("camp", 0, kind="sacred"), "scenario.from_roster"),
    "an included commander at large": (
        lambda given: (drop("commander", 0, "included")(given), put("commander", 0, unit="u3")(given)),
        "scenario.included",
    ),
    "a commander included by nobody": (
        lambda given: (drop("commander", 1, "unit")(given), put("commander", 1, included="u1")(given)),
        "scenario.not_included",
    ),
    "a commander included in the wrong entry": (put("commander", 0, included="u4"), "scenario.not_his"),
    "a commander with another's unit": (put("commander", 2, unit="e9"), "scenario.not_his"),
    "an id of the wrong form": (put("unit", 0, id="x4"), "scenario.unit_id"),
    "too much cohesion": (put("unit", 0, cohesion=9), "scenario.cohesion"),
    "units on each other": (put("unit", 0, at=[8100, 3000, 0]), "scenario.overlap"),
    "an about in two lines": (put("", None, about="a\nb"), "scenario.about"),
    "an about without end": (put("", None, about="a" * 1501), "scenario.about"),
    "an empty about": (put("", None, about={"en": " "}), "scenario.about"),
    "an about that is a number": (put("", None, about={"en": 5}), "scenario.about"),
    "an about in Latin": (put("", None, about={"la": "a"}), "army.key"),
    "a river at the sea": (
        put("terrain", -1, kind="rough", coast=True, river=True, polygon=[[0, 0], [0, 900], [900, 0]]),
        "scenario.river_coast",
    ),
    "a coast by word": (put("terrain", -1, coast="yes", polygon=[[0, 0], [0, 900], [900, 0]]), "army.flag"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_with_rosters_is_refused_by_name(name: str) -> None:
    refused_by_name(table(), *FAULTS[name])


def test_every_text_about_scenarios_is_needed() -> None:
    told = {code for _, code in (*test_scenario.FAULTS.values(), *FAULTS.values())}
    told |= {"scenario.unknown", "scenario.unknown_near", "scenario.too_large"}
    written = {key.removeprefix("refusal.") for key in TEXTS.entries if key.startswith("refusal.")}
    assert written == {code for code in told if code.startswith("scenario.")}


def test_a_refusal_says_who_and_what() -> None:
    def said(name: str, lang: str = "en") -> str:
        given = table()
        FAULTS[name][0](given)
        found = scenario.read(given)
        assert isinstance(found, Refusal)
        return TEXTS.say(found.message, lang)

    assert said("an unknown roster") == "The armies: first can't be vikigns; did you mean vikings?"
    assert said("a unit too many") == "Unit u5 is not in the army list, which has u1 to u4."
    assert said("a unit without a place") == "In the army lists, but without a place on the table: e2."
    assert said("a unit without a place", "de") == "In den Armeelisten, aber noch ohne Platz auf dem Tisch: e2."
    assert said("different formats") == (
        "The armies must be of the same size, but the first has 200 points and the second 100."
    )
    assert said("a roster with a fault").startswith("The army of side 1 has a fault: The commanders")
