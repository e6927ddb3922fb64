"""`triarii adlg`: odds from JSON and from words, the sheet's tables, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Within, command, environment

CHARGE = {"a": {"type": "heavy_swordsmen", "abilities": ["impact"], "quality": "elite"}, "b": {"type": "pikemen"}}
CHARIOTS = {"a": {"type": "scythed_chariot"}, "b": {"type": "heavy_spearmen"}}


def ask(within: Within, kind: str, document: Any, *words: str) -> Any:
    return within("adlg", "odds", kind, "--json", *words, data=json.dumps(document).encode()).well().json


# JSON


def test_a_document_from_a_file_and_from_standard_input_has_the_same_answer(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "charge.json"
    file.write_text(json.dumps(CHARGE))
    answer = ask(within, "melee", CHARGE)
    assert answer["totals"] == {"a": 2, "b": 2}
    assert within("adlg", "odds", "melee", str(file), "--json").well().json == answer
    assert within("adlg", "odds", "melee", "-", "--json", data=file.read_bytes()).well().json == answer


def test_a_real_process_answers_in_the_form() -> None:
    done = command("adlg", "odds", "fight", "-", "--json", data=json.dumps(CHARIOTS).encode()).well()
    assert done.json == {"a_wins": "3251/26784", "b_wins": "23533/26784", "rounds": "18349/11160"}


def test_every_kind_has_all_its_keys(within: Within) -> None:
    melee = ask(within, "melee", CHARGE)
    assert set(melee) == {
        *("ledger", "voided", "totals", "destroyed", "counts", "furious_charge", "joint", "loss", "chance"),
    }
    shot = ask(within, "shooting", {**CHARIOTS, "a": {"type": "bowmen"}, "weapon": "bow"})
    assert set(shot) == {"ledger", "voided", "totals", "counts", "loss", "chance"}
    assert set(ask(within, "fight", CHARGE)) == {"a_wins", "b_wins", "rounds"}


def test_every_number_of_the_ledger_has_a_rule_with_its_sentence_and_page_in_both_languages(within: Within) -> None:
    for entry in ask(within, "melee", CHARGE)["ledger"]:
        assert entry["rule"].startswith("adlg.")
        assert entry["text"]["en"].endswith(".")
        assert entry["text"]["de"].endswith(".")
        assert entry["page"]["en"].startswith("reference sheet")
        assert entry["page"]["de"].startswith("Referenzbogen")


def test_what_is_voided_says_what_and_by_which_rule(within: Within) -> None:
    document = {"a": {"type": "heavy_knights", "abilities": ["impact"]}, "b": {"type": "pikemen"}}
    (voided,) = ask(within, "melee", document)["voided"]
    assert (voided["side"], voided["what"]["rule"]) == ("a", "adlg.impact.first_round")
    assert voided["by"]["rule"] == "adlg.spears.void_impact"


def test_an_array_has_an_array_as_answer_in_the_same_order_with_a_refusal_in_the_place_of_a_bad_one(
    within: Within,
) -> None:
    found = ask(within, "melee", [CHARGE, {**CHARGE, "wether": 1}, {**CHARIOTS, "kind": "fight"}])
    assert found[0]["totals"] == {"a": 2, "b": 2}
    assert found[1]["refusal"]["code"] == "form.key"
    assert "wether" in found[1]["refusal"]["text"]["en"]
    assert "wether" in found[1]["refusal"]["text"]["de"]
    assert found[2]["a_wins"] == "3251/26784"
    assert ask(within, "melee", []) == []


def test_a_profile_presets_and_an_option_beats_it_whichever_comes_first(within: Within) -> None:
    fight = {"a": {"type": "cataphracts"}, "b": {"type": "heavy_swordsmen"}}
    assert ask(within, "melee", fight)["totals"]["a"] == 1
    assert ask(within, "melee", fight, "--set", "profile=common")["totals"]["a"] == 2
    bought = ("--set", "cataphract_impact=if_bought")
    assert ask(within, "melee", fight, "--set", "profile=common", *bought)["totals"]["a"] == 1
    assert ask(within, "melee", fight, *bought, "--set", "profile=common")["totals"]["a"] == 1


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"a": {"type": "pikeman"}, "b": {"type": "levy"}}, "a.type can't be pikeman; did you mean pikemen?"),
        (
            {"a": {"type": "levy", "qualty": "elite"}, "b": {"type": "levy"}},
            "a has no key qualty; did you mean quality?",
        ),
        ({"a": {"type": "levy"}}, "b is missing."),
        ({"a": {}, "b": {"type": "levy"}}, "a.type is missing."),
        (
            {"a": {"type": "levy", "cohesion": 4}, "b": {"type": "levy"}},
            "a.cohesion is a whole number from 1 to 3, not 4.",
        ),
        ({"a": {"type": "levy", "height": 1}, "b": {"type": "levy"}}, "a.height is true or false, not 1."),
    ],
)
def test_a_bad_document_is_refused_by_name(within: Within, document: Any, sentence: str) -> None:
    done = within("adlg", "odds", "melee", "--json", data=json.dumps(document).encode())
    assert done.complaint == sentence


MELEE, SHOOTING = ("odds", "melee"), ("odds", "shooting")
LEVIES = (*MELEE, "levy", "vs", "levy")
SHOT = (*SHOOTING, "bowmen", "vs", "levy")


@pytest.mark.parametrize(
    ("words", "data", "sentence"),
    [
        (("odds", "mele"), b"", "There are no odds of mele; did you mean melee?"),
        (MELEE, b"{", "The standard input is not JSON: line 1, column 2."),
        (MELEE, b"\xff", "The standard input is not text in UTF-8."),
        (MELEE, b'{"a": 1, "a": 2}', "The key a is there twice."),
        ((*MELEE, "nowhere.json"), b"", "The file nowhere.json can't be read: no such file or folder."),
        ((*MELEE, "--set", "profil=x"), b"{}", "There is no option profil; did you mean profile?"),
        ((*MELEE, "--set", "profile=x"), b"{}", "The option profile can't be x; it takes sheet and common."),
        (
            (*MELEE, "levy", "vs"),
            b"",
            'Two units are needed, with vs between them: "heavy swordsmen" vs "pikemen".',
        ),
        ((*MELEE, "pikmen", "vs", "levy"), b"", "pikmen is not known; did you mean pikemen?"),
        (
            (*MELEE, "elite", "vs", "levy"),
            b"",
            "elite names no troops, such as heavy swordsmen; `triarii adlg troops` lists them.",
        ),
        ((*LEVIES, "--support", "pikemen"), b"", "pikemen does not say whose: write a:… or b:…."),
        ((*LEVIES, "--charger", "c"), b"", "charger can't be c; there are a, b and none."),
        ((*LEVIES, "--round", "0"), b"", "--round takes a whole number from 1 to 1000000, not 0."),
        ((*SHOOTING, "elephant", "vs", "levy"), b"", "Elephant can't shoot."),
        ((*SHOT, "--range", "5"), b"", "5 UD is out of reach: bowmen with bows reach 4 UD."),
        ((*SHOT, "--range", "far"), b"", "--range takes a distance in UD, such as 2.5, not far."),
        ((*SHOT, "--weapon", "sling"), b"", "Bowmen can't shoot with slings; they can have bows and longbows."),
        (("troops", "cavalary"), b"", "cavalary is not known; did you mean light cavalry?"),
        (("oddz",), b"", "There is no command oddz; did you mean odds?"),
        (("army", "chek"), b"", "There is no command chek; did you mean check?"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    within: Within, words: tuple[str, ...], data: bytes, sentence: str
) -> None:
    done = within("adlg", *words, data=data)
    assert done.code == 2
    assert done.sentence == sentence
    german = within("adlg", *words, "--lang", "de", data=data)
    assert german.code == 2
    assert german.sentence != sentence


def test_a_document_nested_without_end_is_refused(within: Within) -> None:
    assert within("adlg", "odds", "melee", data=b"[" * 100_000).complaint in (
        "The document is nested too deeply.",
        "The standard input is not JSON: line 1, column 100001.",
    )


# For people


def test_two_units_in_words_give_a_ledger_and_bars(within: Within) -> None:
    done = within(
        "adlg", "odds", "melee", "heavy swordsmen impact elite", "vs", "pikemen", "--round", "1", "--charger", "a"
    )
    page = done.well().out
    assert page.startswith(
        "a: heavy swordsmen (elite, impact)\nb: pikemen\nRound 1, a charged, a meets b front to front.\n"
    )
    assert "+1      Impact adds 1" in page
    assert "[reference sheet, special abilities (p. 17-20)]" in page
    assert "█" in page
    assert "30.6 % (11/36)" in page


def test_the_same_in_german_and_by_ids(within: Within) -> None:
    german = within("adlg", "odds", "melee", "Schwere Schwerter Aufprall Elite", "gegen", "Piken", "--json").well().json
    ids = within("adlg", "odds", "melee", "heavy_swordsmen", "impact", "elite", "vs", "pikemen", "--json").well().json
    assert german == ids
    page = within("adlg", "odds", "melee", "Piken", "gegen", "Levy", "--lang", "de").well().out
    assert "niemand verliert etwas" in page
    assert "[Referenzbogen" in page


def test_where_the_readings_differ_both_results_stand_side_by_side(within: Within) -> None:
    differing = within("adlg", "odds", "melee", "cataphracts", "vs", "heavy swordsmen").well().out
    assert "the sheet, literally" in differing
    assert "common readings, unverified" in differing
    agreeing = within("adlg", "odds", "melee", "levy", "vs", "levy").well().out
    assert "common readings, unverified" not in agreeing


def test_a_player_sees_options_that_differ_from_the_profile(within: Within) -> None:
    page = within("adlg", "odds", "melee", "levy vs levy", "--set", "panic_from_friend=false").well().out
    assert "Options that differ from the profile: panic_from_friend=false." in page


def test_circumstances_supports_and_ground_can_be_said(within: Within) -> None:
    words = ("foot knights uphill commander", "vs", "heavy spearmen disordered in wood")
    more = ("--support", "a:levy", "--flanker", "a:medium cavalry", "--contact", "front")
    page = within("adlg", "odds", "melee", *words, *more).well().out
    assert "a: foot knights (uphill, with commander, supported by levy, medium cavalry on the enemy's flank)" in page
    assert "b: heavy spearmen (cohesion 3 of 4, wood)" in page
    answer = within("adlg", "odds", "melee", *words, *more, "--json").well().json
    assert answer["totals"] == {"a": 1 + 1 + 1 + 1 + 2, "b": -1 - 2}


def test_a_fight_and_a_shot_can_be_asked_in_words(within: Within) -> None:
    fight = within("adlg", "odds", "fight", "scythed chariot vs heavy spearmen").well().out
    assert "12.1 %" in fight
    assert "Expected rounds, this one included: 1.64." in fight
    shot = within("adlg", "odds", "shooting", "bowmen longbow elite vs heavy knights").well().out
    assert "50.0 % (1/2)" in shot
    assert within("adlg", "odds", "shooting", "bowmen", "vs", "levy", "--weapon", "Langbogen", "--json").well()


@pytest.mark.parametrize(
    ("words", "lang"),
    [("light chariot bow backwards vs levy", "en"), ("Leichte Streitwagen Bogen nach hinten gegen Levy", "de")],
)
def test_a_shot_backwards_can_be_asked_in_words(within: Within, words: str, lang: str) -> None:
    answer = within("adlg", "odds", "shooting", words, "--json", lang=lang).well().json
    assert answer["totals"] == {"a": -1, "b": 1}
    refused = within("adlg", "odds", "shooting", "medium cavalry bow backwards vs levy").err
    assert "only light chariots can" in refused


# The sheet's tables


def test_the_matrix_is_shown_and_given_as_json(within: Within) -> None:
    table = within("adlg", "matrix", "--json").well().json
    assert len(table["front"]) == 29
    assert table["front"]["pikemen"]["light_artillery"] == 3
    assert table["on_flank"]["medium_cavalry"]["pikemen"] == 1
    assert table["blades"] == {"war_wagon": {"elephant": 2}}
    assert within("adlg", "matrix", "Piken", "--json").well().json["pikemen"]["levy"] == 2
    assert "Wo der Gegner nicht im offenen Gelände steht:" in within("adlg", "matrix", lang="de").well().out
    assert "Combat factors of pikemen" in within("adlg", "matrix", "pikes").well().out


def test_troops_are_listed_and_told_in_detail(within: Within) -> None:
    listed = within("adlg", "troops", "--json").well().json
    assert [len(listed), listed[0]["id"], listed[0]["weapons"]["javelin"]] == [29, "light_infantry", 1]
    assert "Elefant" in within("adlg", "troops", lang="de").well().out
    detail = within("adlg", "troops", "light chariot").well().out
    assert "Moves 4 UD in the open, 2 in rough, - in difficult ground." in detail
    assert "Bows: 2 UD." in detail


def test_without_a_command_adlg_lists_its_commands() -> None:
    done = command("adlg", env=environment("en")).well()
    for name in ("odds", "matrix", "troops", "schema", "army"):
        assert f"  {name} " in done.out
    assert "check" in command("adlg", "army").well().out
