"""What the page that begins a battle is told: a card for each scenario and each army that we ship."""

from __future__ import annotations

from tests.server.serving import get, new_room, person, post, token

SCENARIOS = "/api/games/adlg/contents/scenario"
ARMIES = "/api/games/adlg/contents/first_army"


def test_scenarios_have_cards_in_the_order_in_which_one_learns_the_game(address: str) -> None:
    cards = get(address, SCENARIOS).json()["cards"]
    assert len(cards) == 25
    assert [card["name"] for card in cards][:5] == [
        *("drill_line", "drill_zone", "drill_charge", "drill_walls"),
        "skirmish",
    ]
    assert [card["points"] for card in cards] == [0] * 5 + [100] * 14 + [200] * 6
    for card in cards:
        assert set(card["title"]) == set(card["about"]) == {"en", "de"}
        seats = [unit["seat"] for unit in card["map"]["units"]]
        assert card["counts"] == [seats.count(0), seats.count(1)]
    wall = next(card for card in cards if card["name"] == "shield_wall")
    assert [army["de"] for army in wall["armies"]] == ["Wikinger", "Angelsachsen"]


def test_armies_have_cards_and_can_be_played_again_as_own_ones(address: str) -> None:
    told = get(address, ARMIES).json()
    assert told == get(address, "/api/games/adlg/contents/second_army").json()
    assert len(told["cards"]) == 36
    assert {card["points"] for card in told["cards"]} == {100, 200}
    vikings = next(card for card in told["cards"] if card["name"] == "vikings")
    assert [unit["count"] for corps in vikings["corps"] for unit in corps["units"]] == [5, 3, 2, 2]
    options = {"setup": "procedure", "first_army": told["contents"]["vikings"], "second_army": "saxons"}
    new_room(address, person(token()), person(), "adlg", options=options)


def test_an_army_as_text_becomes_a_value_that_begins_a_set_up(address: str) -> None:
    text = """
        name = "Ours"
        format = 100
        command_value = 1
        [[corps]]
        commander = "competent"
        units = [{ count = 5, troop = "heavy_swordsmen" }]
        [[corps]]
        commander = "ordinary"
        units = [{ count = 4, troop = "heavy_spearmen" }]
    """
    content = post(address, ARMIES, {"text": text}).json()["content"]
    options = {"setup": "procedure", "first_army": content, "second_army": "saxons"}
    begun = post(address, "/api/study", {"game": "adlg", "options": options}).json()
    assert begun["view"]["facts"]["setup"]["waiting"][0]["units"][0]["troop"] == "heavy_swordsmen"


def test_a_battle_can_begin_with_its_set_up_done_and_another_seed_sets_it_up_otherwise(address: str) -> None:
    options = {"setup": "procedure", "first_army": "vikings", "second_army": "saxons"}
    starts = [
        post(address, "/api/games/adlg/prepared", {"options": options, "seed": seed}).json()["start"]
        for seed in (1, 1, 2)
    ]
    assert starts[0] == starts[1] != starts[2]
    assert " corps ;" in starts[0]
    new_room(address, person(token()), person(), "adlg", options=options, start=starts[0])
    refused = post(address, "/api/games/adlg/prepared", {"options": {**options, "first_army": "martians"}})
    assert refused.status_code == 422
    assert "martians" in refused.json()["words"]
