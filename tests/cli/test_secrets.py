"""Hidden hands in plain play: the screen of the one person at it never shows the other's cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.core.contract import AnyGame, Eye, Refusal, Turn

RAIDED = "0-0 2 levy,levy/elephant,guard - elephant:50"
"""The second captain leads an elephant; the first is to answer and must not know."""


@pytest.fixture
def with_feint(within: Within, feint: AnyGame) -> Within:
    assert feint.info.has_secrets
    return within


COMMANDS = ["words", "board", "moves", "hint", "undo", "help", "rule card", "wait x", "raid", "raid levy"]


def test_no_command_shows_a_card_of_the_other_hand(with_feint: Within) -> None:
    start = "0-0 1 levy,levy/elephant,elephant - -"
    page = with_feint.play([*COMMANDS, "quit"], "feint", "--position", start).well()
    assert "You hold: levy and levy." in page.out
    told = [line for line in page.lines if not line.startswith("feint.")]  # rules speak of all cards
    assert not [line for line in told if "elephant" in line]


def test_a_hint_does_not_look_at_the_card_that_was_led(with_feint: Within, feint: AnyGame) -> None:
    options = {option.name: option.default for option in feint.info.options}
    position = feint.parse(RAIDED, options)
    assert not isinstance(position, Refusal)
    assert position.turn is Turn.FIRST
    assert "elephant" not in position.view(Eye.FIRST).text
    page = with_feint.play(["hint", "words", "board", "quit"], "feint", "--position", RAIDED).well()
    assert re.search(r"You could play (hold|flee)\.", page.out)
    assert "elephant" not in page.out


def test_the_led_card_is_shown_when_the_rules_show_it(with_feint: Within) -> None:
    page = with_feint.play(["hold", "quit"], "feint", "--position", RAIDED).well()
    assert "The first captain holds and sees the card: elephant." in page.lines


def test_what_the_program_is_dealt_and_leads_is_told_without_the_card(with_feint: Within) -> None:
    for players, own, other in (("human,random", "first", "second"), ("random,human", "second", "first")):
        page = with_feint.play(["words", "quit"], "feint", "--players", players).well()
        deals = [line for line in page.lines if " captain is dealt a card" in line]
        assert all(line == f"The {other} captain is dealt a card." for line in deals if f"The {other}" in line)
        assert all(": " in line for line in deals if f"The {own}" in line)
        assert len(deals) >= 4
        assert sum(line.startswith("deal ?:") for line in page.lines) >= 2
        assert not [line for line in page.lines if re.fullmatch(r"raid (?!\?)\w+ \d+:", line)]


def test_when_the_program_begins_its_hand_is_not_described(with_feint: Within) -> None:
    start = "0-0 1 elephant,elephant/levy,levy - -"
    page = with_feint.play(["quit"], "feint", "--players", "tree,human", "--position", start, lang="de").well()
    assert "Du hältst: Aufgebot und Aufgebot." in page.lines
    assert "Elefant" not in page.out
    assert "elephant" not in page.out


def test_two_people_at_one_screen_see_only_what_both_may_see_until_one_asks(with_feint: Within) -> None:
    start = "0-0 1 guard,levy/elephant,levy - -"
    words = ["feint", "--players", "human,human", "--position", start]
    silent = with_feint.play(["quit"], *words).well()
    assert "You hold" not in silent.out
    asked = with_feint.play(["words", "wait", "words", "quit"], *words).well()
    held = [line for line in asked.lines if line.startswith("You hold")]
    assert held == ["You hold: guard and levy.", "You hold: elephant and levy."]


def test_two_programs_show_nobody_their_hands(with_feint: Within) -> None:
    page = with_feint.play([], "feint", "--players", "random,feint_bluffer").well()
    assert "You hold" not in page.out
    assert not re.search(r"dealt a card: ", page.out)
    assert page.lines[-1].startswith("The game is over after ")


def test_a_saved_game_goes_on_with_the_same_promise_of_chance(with_feint: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    with_feint.play(["wait", "quit"], "feint", "--save", str(file)).well()
    page = with_feint.play(["raid", "resign"], "--load", str(file), "--save", str(file)).well()
    assert page.lines[0].startswith("Feint:")
    found = with_feint("verify", str(file), "--json").well().json
    assert (found["over"], found["proven"]) == (True, found["chances"])


def test_without_its_secret_a_game_of_chance_does_not_go_on(
    with_feint: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    with_feint.play(["quit"], "feint", "--players", "human,human", "--save", str(file)).well()
    monkeypatch.setenv("TRIARII_DATA", str(tmp_path / "elsewhere"))
    moves = with_feint.play(["moves", "wait", "wait", "undo", "words", "quit"], "--load", str(file)).well()
    assert moves.lines[-1] == "Goodbye.", "as long as no chance falls, all is well"
    card = re.findall(r"raid (\w+) 10", moves.out)[0]
    played = with_feint.play([f"raid {card} 5", "hold"], "--load", str(file)).well()
    assert played.lines[-1].startswith("The secret behind this game's chance is not on this computer:")
    german = with_feint.play([f"raid {card} 5", "hold"], "--load", str(file), lang="de").well()
    assert german.lines[-1].startswith("Das Geheimnis hinter dem Zufall dieses Spiels ist nicht auf diesem Rechner:")


def test_in_a_game_of_chance_turns_are_counted_without_chance(with_feint: Within) -> None:
    page = with_feint.play(["wait", "resign"], "feint", "--players", "human,human").well()
    assert page.lines[-1] == "The game is over after one turn."
