"""Chance on the command line: outcomes are fed in order, each is a word with `!`, and only players' turns are depth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Within, command, environment
from tests.toy import Toy
from triarii.core.contract import AnyGame

LOTS = ("--set", "begins=random")
FOUR_CARDS = "deal guard,deal levy,deal levy,deal elephant"
DEALT = "0-0 1 guard,levy/elephant,levy - -"


# Lots in Cities & Heroes


def test_lots_are_outcomes_of_chance(within: Within) -> None:
    assert within("actions", "cities", *LOTS).well().lines == ["!first", "!second"]
    assert within("actions", "cities", *LOTS, "--json").well().json == ["!first", "!second"]


def test_an_outcome_is_applied_like_an_action(within: Within) -> None:
    lines = within("apply", "cities", "!second", "b9b7", *LOTS).well().lines
    assert lines[:2] == ["Ochre begins.", "Ochre moves b9–b7."]
    assert lines[2].split(" ")[1] == "1"
    assert within("apply", "cities", "!second", *LOTS, lang="de").well().lines[0] == "Ocker beginnt."


def test_where_chance_is_to_fall_an_action_is_refused_and_the_outcomes_are_named(within: Within) -> None:
    assert within("apply", "cities", "b2c4", *LOTS).complaint.endswith("Chance decides here: !first and !second.")
    german = within("apply", "cities", "!third", *LOTS, "--lang", "de").complaint
    assert german == "Wort 1, !third: Hier entscheidet der Zufall: !first und !second."


def test_a_count_takes_its_outcomes_in_order_and_counts_only_turns_of_players(within: Within) -> None:
    usual = within("perft", "cities", "2").well().lines
    assert within("perft", "cities", "2", *LOTS, "--chance", "first").well().lines == usual
    assert within("perft", "cities", "2", *LOTS, "--chance", "second").well().lines == usual


def test_a_count_that_lacks_an_outcome_asks_for_it(within: Within) -> None:
    english = within("perft", "cities", "2", *LOTS)
    assert english.complaint == "Result 1 of chance is missing: give one of first and second with --chance."
    assert "Ergebnis 1 des Zufalls fehlt" in within("perft", "cities", "2", *LOTS, lang="de").complaint
    assert within("perft", "cities", "2", *LOTS, "--chance", "third").complaint.startswith("Chance can't give third")


# Cards in a game of somebody else


@pytest.fixture
def with_feint(within: Within, feint: AnyGame) -> Within:
    assert feint.info.has_chance
    return within


def test_the_games_of_other_packages_are_listed_with_who_plays_them(with_feint: Within) -> None:
    found = {entry["id"]: entry for entry in with_feint("games", "--json").well().json}
    assert list(found) == ["adlg", "cities", "feint", "towar"]
    assert found["feint"]["secrets"]
    assert set(found["feint"]["players"]) >= {"feint_bluffer", "random", "tree"}
    assert "greedy" not in found["feint"]["players"]
    assert with_feint("rules", "feint", "--lang", "de").well().lines[0] == "Finte"


def test_outcomes_with_several_words_are_one_word_of_apply(with_feint: Within) -> None:
    cards = [f"!{card}" for card in FOUR_CARDS.split(",")]
    done = with_feint("apply", "feint", *cards, "raid levy 30", "hold", "--json").well().json
    assert [event["kind"] for event in done["events"]] == [*["dealt"] * 4, "raided", "held", "scored"]
    assert done["turn"] == "chance"
    assert with_feint("apply", "feint", *cards).well().lines[-1] == DEALT


def test_chance_is_fed_along_every_line_of_a_count(with_feint: Within) -> None:
    assert with_feint("perft", "feint", "2", "--chance", FOUR_CARDS).well().lines == ["1 7", "2 19"]
    assert with_feint("perft", "feint", "1", "--position", DEALT).well().lines == ["1 7"]
    # After a raid that was held a fifth card is due: the third turn needs it, the second does not.
    lacking = with_feint("perft", "feint", "3", "--chance", FOUR_CARDS)
    assert lacking.code == 2
    assert lacking.lines == ["1 7", "2 19"]
    assert lacking.sentence.startswith("Result 5 of chance is missing")
    fed = with_feint("perft", "feint", "3", "--chance", f"{FOUR_CARDS},deal levy").well().lines
    assert fed[:2] == ["1 7", "2 19"]
    assert int(fed[2].split(" ")[1]) > 19


def test_a_count_agrees_with_the_actions_that_are_listed(with_feint: Within) -> None:
    first = with_feint("actions", "feint", "--position", DEALT).well().lines
    after = []
    for action in first:
        position = with_feint("apply", "feint", action, "--position", DEALT).well().lines[-1]
        after.append(len(with_feint("actions", "feint", "--position", position).well().lines))
    assert with_feint("perft", "feint", "2", "--position", DEALT).well().lines == [f"1 {len(first)}", f"2 {sum(after)}"]


def test_a_game_without_compiled_code_has_playouts_too(with_feint: Within) -> None:
    words = ["playouts", "feint", "--games", "20", "--seed", "5", "--json"]
    found = with_feint(*words).well().json
    assert found["games"] == 20 == found["first"] + found["second"] + found["draws"]
    again = with_feint(*words).well().json
    assert {**found, "cpu_seconds": 0} == {**again, "cpu_seconds": 0}


def test_a_tree_search_plays_any_game_and_beats_chance(with_feint: Within) -> None:
    words = ["match", "feint", "--players", "tree,random", "--games", "12", "--nodes", "400", "--json", "--jobs", "1"]
    assert with_feint(*words).well().json["score"] > 0.7


def test_the_cards_of_a_recorded_match_are_proven_in_another_process(feint_installed: Path, tmp_path: Path) -> None:
    env = environment(PYTHONPATH=str(feint_installed))
    words = ["match", "feint", "--players", "feint_bluffer,tree", "--games", "2", "--nodes", "50", "--jobs", "2"]
    assert json.loads(command(*words, "--json", "--record", str(tmp_path), env=env).well().out)["games"] == 2
    for file in tmp_path.iterdir():
        found = command("verify", str(file), "--json", env=env).well().json
        assert found["proven"] == found["chances"] >= 4
        # Without the package nobody knows the rules.
        assert command("verify", str(file)).complaint == "There is no game feint; there are adlg, cities and towar."


def test_a_player_that_does_not_know_the_game_is_refused(with_feint: Within) -> None:
    done = with_feint("match", "feint", "--players", "greedy,random", lang="de")
    assert done.complaint == "Der Spieler greedy spielt feint nicht."


def test_a_game_is_drawn_by_its_own_package_and_one_without_a_picture_says_so(
    with_feint: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert with_feint("draw", "feint").well().out.startswith("<svg ")
    monkeypatch.delattr("feint.pictures.picture")
    assert with_feint("draw", "feint").complaint == "There is no picture for feint yet."


def test_a_game_of_somebody_else_is_checked_against_the_contract(with_feint: Within) -> None:
    assert with_feint("conform", "feint", "--games", "2").well().out.startswith("feint keeps the contract: ")


def test_a_game_that_breaks_the_contract_fails_the_check(
    with_feint: Within, feint: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    Toy.of(feint, monkeypatch).declare(has_chance=False)
    for lang, said in (("en", "feint breaks the contract: "), ("de", "feint bricht den Vertrag: ")):
        done = with_feint("conform", "feint", "--games", "1", lang=lang)
        assert (done.code, done.out) == (1, "")
        assert done.sentence.startswith(said)


def test_where_a_game_fails_its_author_can_see_how(
    with_feint: Within, feint: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(*_: object) -> str:
        raise ZeroDivisionError("no cards to divide by")

    monkeypatch.setattr(type(feint), "action_text", forgetful)
    assert "ZeroDivisionError: no cards" in with_feint("conform", "feint", "--games", "1").sentence
    done = with_feint("conform", "feint", "--games", "1", "--traceback")
    assert (done.code, done.out) == (1, "")
    lines = done.err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert any("in forgetful" in line for line in lines)
    assert lines[-2] == "ZeroDivisionError: no cards to divide by"
    assert lines[-1].startswith("feint breaks the contract: ")
