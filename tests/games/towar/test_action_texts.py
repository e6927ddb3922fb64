"""Actions as short words: other names that are understood, what is never shown, and what is no action."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import (
    CELLS,
    HAND,
    UNITS,
    anywhere,
    battle,
)
from tests.hypothesis_profiles import given, seldom
from triarii.core.contract import Eye, Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.position import Position


@pytest.mark.parametrize(
    ("word", "unit"),
    [
        ("King", "konung"),
        ("Warrior", "tinger"),
        ("Bedoin", "bedouin"),
        ("Siplab", "siqlab"),
        ("Saqaliba", "siqlab"),
        ("Crossbow man", "crossbowman"),
        ("Feldweibel", "sergeant"),
        ("König", "konung"),
        ("KÖNIG", "konung"),
        ("Ko\u0308nig", "konung"),
        ("saqāliba", "siqlab"),
        ("ashigaru-schütze", "ashigaru_archer"),
        ("Ashigaru archer", "ashigaru_archer"),
        ("ASHIGARU_ARCHER", "ashigaru_archer"),
    ],
)
def test_other_words_for_a_unit_are_understood(word: str, unit: str) -> None:
    assert GAME.action(word) == unit
    assert GAME.action(f"{word}/b:ff") == f"{unit}/b:ff"
    assert GAME.action(f"{word}/a") == f"{unit}/a"
    assert GAME.action(f"{word}/pass") == f"{unit}/pass"


@pytest.mark.parametrize("unit", UNITS, ids=[unit["id"] for unit in UNITS])
def test_a_unit_is_understood_by_its_names_in_both_languages(unit: dict[str, str]) -> None:
    for word in (unit["id"], unit["en"], unit["de"], *unit.get("aliases", ())):
        assert GAME.action(word) == unit["id"]
        assert GAME.action(word.upper()) == unit["id"]


@pytest.mark.parametrize(
    ("word", "army"),
    [
        ("Westen", "west"),
        ("NORTH", "north"),
        ("Fernost", "east"),
        ("Süden", "south"),
        # As the box and the card tables print them.
        ("Westliche Armee", "west"),
        ("Nordische Armee", "north"),
        ("Fernöstliche Armee", "east"),
        ("Südliche Armee", "south"),
        ("Western army", "west"),
        ("Northern army", "north"),
        ("Eastern army", "east"),
        ("Southern army", "south"),
        ("WEST ARMY", "west"),
        ("NORD ARMY", "north"),
        ("Nord", "north"),
        ("EAST ARMY", "east"),
        ("SOUTH ARMY", "south"),
        ("nordische armee", "north"),
        ("FERNÖSTLICHE  ARMEE", "east"),
        ("Su\u0308dliche Armee", "south"),
    ],
)
def test_an_army_is_understood_by_its_names_in_both_languages(word: str, army: str) -> None:
    assert GAME.action(word) == army


def test_two_armies_that_lots_deal_are_understood_by_their_names() -> None:
    assert GAME.action("Westen,Nordische Armee") == "west,north"
    for text in ("west,", "west,nobody", "west,north,east", ","):
        assert isinstance(GAME.action(text), Refusal), text


@seldom
@given(anywhere)
def test_output_never_shows_an_alias(position: Position) -> None:
    aliases = [alias for unit in UNITS for alias in unit.get("aliases", ())]
    for eye in Eye:
        view = position.view(eye)
        said = [GAME.texts.say(message, language) for message in GAME.words(view) for language in LANGUAGES]
        said += [view.text, GAME.drawing(view), *position.actions()]
        for line in said:
            assert not any(alias in line for alias in aliases)


def test_the_words_of_the_game_hold_no_alias() -> None:
    aliases = [alias for unit in UNITS for alias in unit.get("aliases", ())]
    texts = [str(text) for entry in GAME.texts.entries.values() for text in entry.values()]
    texts += [text for rule in GAME.rulebook.rules for text in (*rule.text.values(), *rule.why.values())]
    assert [alias for alias in aliases for text in texts if alias in text.split()] == []


NO_ACTIONS = [
    "",
    "d",
    "a:",
    ":ff",
    "a:x",
    "a:f f",
    "A",
    "A:FF",
    "b5",
    "d1",
    "a0",
    "a/b",
    "dragon/a:f",
    "dragon",
    "/a:f",
]
NO_ACTIONS += ["/a:f", "rider/", "rider/d", "a:fff:f", "passe", "rider/passed", "knight/knight/a", "a\n", "ａ"]


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_an_unknown_word_is_no_action(text: str) -> None:
    answer = GAME.action(text)
    assert isinstance(answer, Refusal), answer
    assert (answer.code, answer.params["text"]) == ("action.form", text)


def test_a_long_word_is_cut_before_it_is_repeated() -> None:
    for text in ("x" * 1000, "a:" + "f" * 1000, "a:" + "f" * 170):
        answer = GAME.action(text)
        assert isinstance(answer, Refusal)
        assert answer.params["text"] == text[:40]


def test_turns_come_by_card_column_and_way() -> None:
    position = battle("bka rtk FSC KQF", hands="S1K1F1-r1b1a1", left=9, **HAND)
    order = {"knight": 0, "sergeant": 1, "footman": 2}
    keys = [(order[action.split("/")[0]], action.split("/")[1]) for action in position.actions()]
    assert keys == sorted(keys)
    assert battle("... ... ... ...", "K").actions() == ["a", "b", "c"]
    assert set(CELLS) == {f"{column}{row}" for column in "abc" for row in "1234"}
