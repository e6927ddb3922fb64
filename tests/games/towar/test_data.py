"""Cards, movement tables and box against what is written out here by hand; every changed number must fail."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

pytestmark = pytest.mark.data


def table(name: str) -> dict[str, Any]:
    # Read past the game's code, so that the tables are tested and not what is made of them.
    return tomllib.loads(resources.files("triarii.games").joinpath("towar", name).read_text(encoding="utf-8"))


# Statement, unit, army, letter, names, defence, attack, cards, elite, glosses, aliases.
CARDS = """
TW-087 knight          west  K Knight          Ritter           5 5 3 elite
TW-088 sergeant        west  S Sergeant        Feldwebel        4 4 3 elite  Feldweibel
TW-089 squire          west  Q Squire          Schildknappe     2 2 3 -
TW-090 footman         west  F Footman         Landsknecht      3 3 4 -
TW-091 crossbowman     west  C Crossbowman     Armbrustschütze  1 6 4 -      Crossbow_man
TW-092 berserker       north B Berserker       Berserker        5 5 3 elite
TW-093 konung          north K Konung          König            4 4 3 elite  King
TW-094 rider           north R Rider           Reiter           3 3 3 -
TW-095 tinger          north T Tinger          Krieger          3 3 4 -      Warrior
TW-096 archer          north A Archer          Bogenschütze     1 5 4 -
TW-097 hatamoto        east  H Hatamoto        Hatamoto         4 5 3 elite
TW-098 gokenin         east  G Gokenin         Gokenin          4 4 3 elite
TW-099 ashigaru        east  A Ashigaru        Ashigaru         3 3 5 -
TW-100 ashigaru_archer east  R Ashigaru-archer Ashigaru-Schütze 1 5 6 -
TW-101 mamluk          south M Mamluk          Mamluk           4 5 6 elite
TW-102 bedouin         south B Bedouin         Beduine          2 4 5 elite  Bedoin
TW-103 siqlab          south S Siqlab          Saqāliba         3 3 4 -      Saqaliba Siplab
TW-104 sarbaz          south Z Sarbaz          Sarbaz           1 4 2 -
"""
GLOSSES = {
    "hatamoto": ("bannerman", "Bannerträger"),
    "gokenin": ("vassal", "Vasall"),
    "ashigaru": ("foot soldier", "Fußsoldat"),
    "mamluk": ("military slave", "Militärsklave"),
    "bedouin": ("nomad", "Nomade"),
    "siqlab": ("Slavic soldier", "Slawischer Soldat"),
    "sarbaz": ("soldier", "Soldat"),
}
ROWS = [line.split() for line in CARDS.strip().splitlines()]

# The units of each kind in the usual table, and how the others differ from it.
STANDARD = {
    "F1": {"crossbowman", "tinger", "archer", "ashigaru_archer"},
    "T1": {"sergeant", "footman", "berserker", "konung", "ashigaru", "siqlab", "sarbaz"},
    "F2": {"knight", "mamluk"},
    "T2": {"squire", "rider", "hatamoto", "gokenin", "bedouin"},
}
DIFFERENT = {"standard": {}, "balanced": {"mamluk": "F1"}, "charge": {"berserker": "F2", "tinger": "T1"}}
USUAL = {unit: kind for kind, units in STANDARD.items() for unit in units}

OPTIONS: dict[str, tuple[object, object]] = {
    "mirror_match": ([False, True], False),
    "begins": (["random", "first", "second"], "random"),
    "variant": (["standard", "hand_of_three"], "standard"),
    "movement": ("movement", "standard"),
    "enemy_on_entry": (["attack", "forbidden", "displaced"], "attack"),
    "redisplace": ([True, False], True),
    "fresh_locked": ([False, True], False),
    "second_step_displaces": ([True, False], True),
    "second_step": (["shown", "other_direction"], "shown"),
    "hand_end": (["play_out", "pile_empty"], "play_out"),
    "first_card_middle": ([True, False], True),
}

BOX = table("box.toml")
UNITS: list[dict[str, Any]] = table("units.toml")["unit"]
ARMIES: list[dict[str, Any]] = table("units.toml")["army"]
TABLES: list[dict[str, Any]] = table("movement.toml")["table"]
CHOICES: list[dict[str, Any]] = table("options.toml")["option"]

each_table = pytest.mark.parametrize("movement", TABLES, ids=[movement["name"] for movement in TABLES])


def cards_of(army: str) -> int:
    return sum(unit["cards"] for unit in UNITS if unit["army"] == army)


@pytest.mark.rule("towar.material.armies")
@pytest.mark.parametrize(
    ("army", "english", "german"),
    [
        pytest.param("north", "North", "Norden", marks=pytest.mark.statement("TW-001")),
        pytest.param("west", "West", "Westen", marks=pytest.mark.statement("TW-002")),
        pytest.param("east", "East", "Fernost", marks=pytest.mark.statement("TW-003")),
        pytest.param("south", "South", "Süden", marks=pytest.mark.statement("TW-004")),
    ],
)
def test_an_army_has_seventeen_cards(army: str, english: str, german: str) -> None:
    assert cards_of(army) == 17
    [found] = [one for one in ARMIES if one["id"] == army]
    assert (found["en"], found["de"]) == (english, german)


@pytest.mark.rule("towar.cards.army")
@pytest.mark.statement("TW-105")
def test_the_counts_of_every_army_add_up_to_seventeen() -> None:
    assert BOX["army"] == {"number": 4, "cards": 17}
    assert [army["id"] for army in ARMIES] == ["west", "north", "east", "south"]
    assert [cards_of(army["id"]) for army in ARMIES] == [17] * 4


@pytest.mark.parametrize(
    ("row", "unit"),
    [
        pytest.param(
            row, unit, id=row[1], marks=[pytest.mark.statement(row[0]), pytest.mark.rule(f"towar.cards.{row[1]}")]
        )
        for row, unit in zip(ROWS, UNITS, strict=True)
    ],
)
def test_a_unit_is_as_its_card_prints_it(row: list[str], unit: dict[str, Any]) -> None:
    _, name, army, letter, english, german, defence, attack, cards, elite, *aliases = row
    assert (unit["id"], unit["army"], unit["letter"], unit["en"], unit["de"]) == (name, army, letter, english, german)
    assert (unit["defence"], unit["attack"], unit["cards"]) == (int(defence), int(attack), int(cards))
    assert unit["elite"] is (elite == "elite")
    assert unit.get("aliases", []) == [alias.replace("_", " ") for alias in aliases]
    assert tuple(unit.get("glosses", {}).values()) == GLOSSES.get(name, ())


@pytest.mark.rule("towar.cards.elite")
@pytest.mark.statement("TW-015")
def test_two_types_of_every_army_bear_a_crown_and_they_come_first() -> None:
    for army in ARMIES:
        crowns = [unit["elite"] for unit in UNITS if unit["army"] == army["id"]]
        assert crowns == sorted(crowns, reverse=True)
        assert sum(crowns) == 2
    elite = {
        army["id"]: sum(unit["cards"] for unit in UNITS if unit["army"] == army["id"] and unit["elite"])
        for army in ARMIES
    }
    assert elite == {"west": 6, "north": 6, "east": 6, "south": 11}


def test_the_strength_of_the_armies_is_that_of_the_printed_cards() -> None:
    totals = {
        army["id"]: tuple(
            sum(unit["cards"] * unit[number] for unit in UNITS if unit["army"] == army["id"])
            for number in ("attack", "defence")
        )
        for army in ARMIES
    }
    assert totals == {"west": (69, 49), "north": (68, 52), "east": (72, 45), "south": (70, 48)}


def test_the_letters_of_an_army_differ() -> None:
    for army in ARMIES:
        letters = [unit["letter"] for unit in UNITS if unit["army"] == army["id"]]
        assert len(set(letters)) == len(letters)


@pytest.mark.rule("towar.cards.movement")
@each_table
def test_a_movement_table_is_as_written_here(movement: dict[str, Any]) -> None:
    assert movement["kinds"] == {**USUAL, **DIFFERENT[movement["name"]]}
    assert list(movement["kinds"]) == [unit["id"] for unit in UNITS]


@pytest.mark.rule("towar.cards.movement")
@each_table
def test_a_movement_table_is_shown_as_ours_and_named_in_both_languages(movement: dict[str, Any]) -> None:
    assert movement["mark"] == "X"
    assert all(movement[key] for key in ("en", "de", "note_en", "note_de"))


@pytest.mark.rule("towar.cards.movement")
def test_the_tables_come_with_the_usual_one_first() -> None:
    assert [movement["name"] for movement in TABLES] == ["standard", "balanced", "charge"]


@pytest.mark.rule("towar.move.kinds")
@pytest.mark.statement("TW-025")
@each_table
def test_two_different_kinds_have_a_second_step_and_all_four_kinds_exist(movement: dict[str, Any]) -> None:
    assert {kind for kind in movement["kinds"].values() if kind.endswith("2")} == {"F2", "T2"}
    assert set(movement["kinds"].values()) == {"F1", "T1", "F2", "T2"}


@pytest.mark.rule("towar.example.bedouin")
@pytest.mark.statement("TW-073")
@each_table
def test_the_bedouin_can_attack_sideways(movement: dict[str, Any]) -> None:
    assert movement["kinds"]["bedouin"] in ("T1", "T2")


@pytest.mark.rule("towar.material.field")
@pytest.mark.statement("TW-032")
def test_the_field_has_three_columns_and_four_rows() -> None:
    assert BOX["field"] == {"columns": 3, "rows": 4, "deployed": 6}


def test_the_hand_has_three_cards() -> None:
    assert BOX["variant"] == {"hand": 3}


def test_the_box_has_no_other_numbers() -> None:
    assert set(BOX) == {"army", "field", "variant"}


def test_the_options_have_these_values_and_defaults() -> None:
    def allowed(option: dict[str, Any]) -> object:
        return option.get("values") or option["content"]

    assert {option["name"]: (allowed(option), option["default"]) for option in CHOICES[1:]} == OPTIONS
    armies = CHOICES[0]
    assert (armies["name"], armies["default"]) == ("armies", "choose")
    assert armies["values"][:3] == ["choose", "random", "secret"]
    names = [army["id"] for army in ARMIES]
    assert set(armies["values"][3:]) == {f"{one},{two}" for one in names for two in names}
    assert len(armies["values"]) == 19


@pytest.mark.parametrize("option", CHOICES, ids=[option["name"] for option in CHOICES])
def test_an_option_names_no_number_and_a_rule_that_exists(option: dict[str, Any]) -> None:
    assert not re.findall(r"\d+", option["en"] + option["de"])
    assert option["rule"] in {rule["id"] for rule in table("rules.toml")["rule"]}
