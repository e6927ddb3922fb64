"""Putting an action together word by word: a piece, then where it goes; and what each word is called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.cities.boards import act, anywhere_ongoing, drawn, listed, locked, parsed, refused, rows, start
from tests.hypothesis_profiles import given, seldom
from triarii.core.contract import Choice, Refusal, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


def offered(position: Position, *prefix: str) -> list[Choice]:
    choices = position.choices(prefix)
    assert isinstance(choices, Sequence)
    return list(choices)


def label(choice: Choice, language: str = "en") -> str:
    return GAME.texts.say(choice.label, language)


@pytest.mark.rule("cities.turn.must_move")
def test_first_the_pieces_that_can_move_are_offered() -> None:
    words = offered(drawn("F . H"))
    assert [choice.text for choice in words] == ["c1", "h1", "c3", "e3"]
    assert [choice.cell for choice in words] == ["c1", "h1", "c3", "e3"]
    assert [label(choice) for choice in words[2:]] == ["fighter on c3", "hero on e3"]
    assert label(words[3], "de") == "Held auf e3"


@pytest.mark.rule("cities.turn.must_move")
def test_then_the_squares_where_the_piece_can_go_say_what_happens_there() -> None:
    labels = {choice.text: label(choice) for choice in offered(drawn("[F] + -\n. . ."), "c4")}
    assert labels["=H"] == "stay on c4 and become a hero"
    assert labels["d4"] == "to d4, becoming a hero"
    assert labels["e4"] == "to e4, taking the city"
    assert labels["c3"] == "to c3"


@pytest.mark.rule("cities.city.promotion")
def test_a_hero_is_not_offered_to_become_one() -> None:
    labels = {choice.text: label(choice) for choice in offered(drawn("[H] + -"), "c3")}
    assert "=H" not in labels
    assert labels["d3"] == "to d3"
    assert labels["e3"] == "to e3, taking the city"


@pytest.mark.rule("cities.promotion.stay")
def test_a_fighter_without_a_way_out_is_offered_if_it_can_be_promoted() -> None:
    position = drawn("f f .\n[F] f .\nF F .", at="a4")
    assert [choice.text for choice in offered(position, "a5")] == ["=H"]


@pytest.mark.rule("cities.turn.must_move")
def test_a_piece_without_a_way_out_is_not_offered() -> None:
    position = drawn("f f .\nF f .\nF F .", at="a4")
    assert "a5" not in [choice.text for choice in offered(position)]
    refusal = position.choices(["a5"])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "move.stuck"


@seldom
@given(anywhere_ongoing)
def test_the_offered_words_spell_exactly_the_listed_actions(position: Position) -> None:
    spelt = []
    for first in offered(position):
        for language in ("en", "de"):
            assert label(first, language)
        found = position.choices([first.text])
        if isinstance(found, int):
            spelt.append(found)
            continue
        assert isinstance(found, Sequence)
        for second in found:
            action = position.choices([first.text, second.text])
            assert isinstance(action, int)
            assert GAME.action_text(action) == first.text + second.text
            assert second.cell in (second.text, first.text)
            assert label(second, "de")
            spelt.append(action)
    assert spelt == position.actions()


@pytest.mark.rule("cities.turn.no_move", "cities.end.claims")
def test_a_pass_and_a_claim_are_words_of_their_own() -> None:
    position = locked(stall=100, claims="by_claim")
    words = offered(position)
    assert [(choice.text, choice.cell) for choice in words] == [("pass", None), ("claim", None)]
    assert [label(choice) for choice in words] == ["pass", "claim the end of the game"]
    assert [position.choices([choice.text]) for choice in words] == position.actions()


@pytest.mark.parametrize(
    ("prefix", "code"),
    [
        (["e5"], "move.not_a_piece"),
        (["b9"], "move.not_a_piece"),
        (["k1"], "action.form"),
        (["first"], "action.form"),
        (["b2", "c2"], "move.occupied"),
        (["b2", "b2"], "move.not_back"),
        (["b2", "b5"], "move.too_far"),
        (["b2", "=H"], "promotion.no_city"),
        (["b2", "b3", "b4"], "action.form"),
        (["b", "2b3"], "action.form"),
        (["pa", "ss"], "action.form"),
        (["pass"], "pass.can_move"),
        (["claim"], "claim.nothing"),
        ([""], "action.form"),
    ],
)
def test_words_that_lead_nowhere_are_refused(prefix: list[str], code: str) -> None:
    refusal = start().choices(prefix)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_a_word_is_not_glued_to_its_neighbour() -> None:
    # a1 and 0b9 would read like a move of the piece on a10.
    position = parsed(f"{rows({'a10': 'F', 'a1': 'F', 'e5': 'F', 'e8': 'f', 'g8': 'f'})} 1 b1c1d1e1-b2c2d2e2 0")
    assert "a10b9" in listed(position)
    assert isinstance(position.choices(["a1", "0b9"]), Refusal)


def test_after_the_end_nothing_is_offered() -> None:
    over = drawn("F f", reserves=False)
    assert over.turn is Turn.OVER
    for prefix in ([], ["c3"], ["c3", "c4"]):
        refusal = over.choices(prefix)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "over"


def test_a_choice_is_as_good_as_the_action_itself() -> None:
    position = start()
    assert position.choices(["b2", "c4"]) == GAME.action("b2c4")
    assert refused(act(position, "b2c4"), "b2c4").code == "move.no_piece"
