"""The army page's routes: shipped rosters, what an army may be made of, and the check of an army of one's own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.serving import get as fetched
from tests.server.serving import post
from triarii.cli.adlg.army import _roster_json
from triarii.core.contract import Refusal
from triarii.games.adlg.armies import army, roster, roster_text
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.data.troops import TROOPS

PATH = "/api/games/adlg/armies"
SMALL: dict[str, Any] = {
    "name": "Small",
    "format": 100,
    "command_value": 2,
    "corps": [
        {
            "commander": "brilliant",
            "units": [
                {"count": 5, "troop": "heavy_swordsmen", "abilities": ["impetuous"]},
                {"count": 3, "troop": "heavy_swordsmen", "quality": "elite", "abilities": ["two_handed_weapon"]},
            ],
        },
        {"commander": "ordinary", "units": [{"count": 2, "troop": "light_infantry", "weapon": "bow"}]},
    ],
}


def get(address: str, path: str) -> Any:
    answer = fetched(address, path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def check(address: str, changed: dict[str, Any], lang: str = "en") -> Any:
    answer = post(address, PATH, {"army": {**SMALL, **changed}, "lang": lang})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_shipped_roster_is_listed_and_told_whole(address: str) -> None:
    told = get(address, f"{PATH}?lang=de")["armies"]
    assert [one["name"] for one in told] == list(roster.shipped())
    for one in told:
        whole = get(address, f"{PATH}/{one['name']}?lang=de")
        assert (whole["name"], whole["points"], whole["ok"]) == (one["title"], one["points"], True)
        assert sum(corps["points"] for corps in whole["corps"]) + whole["points_behind"] == whole["points"]
    assert {one["title"] for one in told} >= {"Wikinger", "Römer"}


def test_the_choices_are_those_of_the_tables(address: str) -> None:
    choices = get(address, PATH)["choices"]
    assert [troop["id"] for troop in choices["troops"]] == list(TROOPS)
    swords = next(troop for troop in choices["troops"] if troop["id"] == "heavy_swordsmen")
    assert swords["qualities"] == {"elite": 10, "ordinary": 8, "mediocre": 6}
    assert {"id": "impact", "name": "impact", "points": 1} in swords["abilities"]
    knights = next(troop for troop in choices["troops"] if troop["id"] == "foot_knights")
    assert "two_handed_weapon" not in [ability["id"] for ability in knights["abilities"]]
    assert "mediocre" not in knights["qualities"]
    assert ["armour", "heavy_armour"] in choices["not_together"]


def test_whatever_the_choices_offer_alone_is_not_refused(address: str) -> None:
    for troop in get(address, PATH)["choices"]["troops"]:
        units = [{"count": 1, "troop": troop["id"], "quality": quality} for quality in troop["qualities"]]
        quality = next(iter(troop["qualities"]))
        units += [
            {"count": 1, "troop": troop["id"], "quality": quality, "abilities": [ability["id"]]}
            for ability in troop["abilities"]
            if ability["id"] != "mixed"
        ]
        units += [
            {"count": 1, "troop": troop["id"], "quality": quality, "weapon": weapon["id"]}
            for weapon in troop["weapons"]
        ]
        told = check(address, {"format": 400, "corps": [{"commander": "ordinary", "units": units}]})
        about_units = [fault for fault in told["faults"] if fault["entry"] is not None]
        assert about_units == [], troop["id"]


@pytest.mark.rule("adlg.army.points")
def test_an_army_is_added_up_by_unit_corps_and_whole(address: str) -> None:
    told = check(address, {})
    assert [unit["points_each"] for unit in told["corps"][0]["units"]] == [8, 11]
    assert [unit["points"] for unit in told["corps"][0]["units"]] == [40, 33]
    assert [corps["points"] for corps in told["corps"]] == [76, 8]
    assert (told["points"], told["units"], told["cohesion"]) == (84, 10, 10)
    assert (told["command_cost"], told["command_value"], told["ok"]) == (2, 2, True)


def test_everything_that_is_wrong_is_said_in_words_with_its_rule_and_place(address: str) -> None:
    corps = [{"commander": "strategist", "units": [{"count": 9, "troop": "levy", "quality": "elite"}]}, {"units": []}]
    told = check(address, {"command_value": 0, "corps": corps}, lang="de")
    faults = {fault["code"]: fault for fault in told["faults"]}
    assert set(faults) == {"army.command", "army.quality", "army.no_commander", "army.no_units"}
    assert faults["army.command"]["rule"] == "adlg.command.value"
    assert "Kommandowert" in faults["army.command"]["words"]
    assert (faults["army.quality"]["corps"], faults["army.quality"]["entry"]) == (1, 1)
    assert (faults["army.no_units"]["corps"], faults["army.no_units"]["entry"]) == (2, None)
    assert told["corps"][0]["units"][0]["points"] is None


def test_too_many_points_are_said(address: str) -> None:
    told = check(address, {"corps": [{"commander": "ordinary", "units": [{"count": 13, "troop": "heavy_swordsmen"}]}]})
    assert [fault["code"] for fault in told["faults"]] == ["army.points"]
    assert told["faults"][0]["words"] == "The army costs 104 points, 4 more than the 100 it may have."


def test_text_and_table_of_an_answer_are_the_same_army(address: str) -> None:
    told = check(address, {"camp": "fortified", "obstacles": 2})
    again = post(address, PATH, {"text": told["text"]}).json()
    assert again == post(address, PATH, {"army": told["army"]}).json() == told


def test_a_text_that_is_none_is_refused_in_a_sentence(address: str) -> None:
    broken = post(address, PATH, {"text": "name = = 1", "lang": "de"})
    assert (broken.status_code, broken.json()["code"]) == (422, "army.not_toml_at")
    assert "Zeile" in broken.json()["words"]
    wrong = post(address, PATH, {"text": 'format = 100\ncommand_value = 1\n[[corps]]\ncomander = "ordinary"'})
    assert wrong.status_code == 422
    assert "did you mean commander" in wrong.json()["words"]
    assert post(address, PATH, {"text": "{"}).status_code == 422
    assert post(address, PATH, {"text": "[1, 2]"}).status_code == 422
    assert post(address, PATH, {"text": '{"a": 1}'}).status_code == 422
    assert post(address, PATH, {"army": {"format": 100}}).status_code == 422


def test_either_a_text_or_a_table_is_asked_for(address: str) -> None:
    assert post(address, PATH, {}).status_code == 422
    assert post(address, PATH, {"text": "", "army": {}}).status_code == 422
    assert post(address, PATH, {"army": [1]}).status_code == 422


def test_an_army_that_is_not_shipped_is_not_found(address: str) -> None:
    answer = fetched(address, f"{PATH}/vikins?lang=de")
    assert answer.status_code == 404
    assert "vikings" in answer.json()["words"]


# The texts themselves


@pytest.mark.parametrize("name", roster.shipped())
def test_a_roster_survives_being_written_and_read(name: str) -> None:
    found = roster.load(name)
    assert isinstance(found, Roster)
    assert roster_text.read_text(roster_text.text_of(found)) == found
    assert roster.read(roster_text.table_of(found)) == found


def test_changed_prices_and_everything_else_survive_too() -> None:
    table = {
        **SMALL,
        "name": {"en": 'The "old" guard', "de": "Die alte Garde"},
        "total": 84,
        "camp": "sacred",
        "fortifications": 3,
        "points": {
            "troops": {"levy": {"elite": 5}},
            "abilities": {"impact": 3},
            "commanders": {"competent": {"100": 9}},
        },
        "corps": [{**SMALL["corps"][0], "allied": True}, {**SMALL["corps"][1], "chief": True}, {"units": []}],
    }
    found = roster.read(table)
    assert isinstance(found, Roster)
    assert roster_text.read_text(roster_text.text_of(found)) == found
    assert roster_text.table_of(found)["points"] == table["points"]


def test_an_army_without_corps_survives() -> None:
    found = roster.read({**SMALL, "corps": []})
    assert isinstance(found, Roster)
    assert roster_text.read_text(roster_text.text_of(found)) == found


@pytest.mark.parametrize("name", roster.shipped())
def test_what_the_command_line_shows_as_json_is_read(name: str) -> None:
    found = roster.load(name)
    assert isinstance(found, Roster)
    shown = json.dumps(_roster_json(found, army.check(found)))
    again = roster_text.read_text(shown)
    assert isinstance(again, Roster)
    assert army.check(again) == army.check(found)
    assert [unit.name for unit in again.units] == [unit.name for unit in found.units]


def test_json_that_is_no_army_is_refused() -> None:
    for text in ('{"points_are": 1, "corps": 3}', '{"points_are": 1, "corps": [4]}', '{"corps": {"units": 1}}', "{]"):
        assert isinstance(roster_text.read_text(text), Refusal)


def test_the_list_names_every_unit_in_the_language() -> None:
    found = roster.load("romans")
    assert isinstance(found, Roster)
    told = roster_text.readable(found, army.check(found), "de")
    for corps in found.corps:
        for unit in corps.units:
            assert unit.name["de"] in told
    assert "200 von 200 Punkten" in told


def test_an_army_of_one_unit_keeps_the_rules_and_is_warned_about(address: str) -> None:
    lonely = {**SMALL, "corps": [{"commander": "brilliant", "units": [{"count": 1, "troop": "heavy_swordsmen"}]}]}
    told = post(address, PATH, {"army": lonely, "lang": "en"}).json()
    assert told["ok"]
    assert len(told["advice"]) == 2
    assert "1 of the 8 units" in told["advice"][0]
    assert fetched(address, f"{PATH}/vikings").json()["advice"] == []


def test_every_roster_is_listed_by_age_and_region_and_its_units_with_what_people_print(address: str) -> None:
    listed = fetched(address, PATH).json()["armies"]
    assert {army["age"] for army in listed} == {"bronze", "classical", "late", "medieval"}
    assert all(army["region"] for army in listed)
    told = fetched(address, f"{PATH}/vikings?lang=en").json()
    figures = {one["name"]: one["value"] for one in told["corps"][0]["units"][0]["figures"]}
    assert set(figures) == {"cohesion", "move", "protection", "fights"}
    assert "+1 all" in figures["fights"]
