"""A turn where the texts leave it open, each question with both answers; and the chain of their example."""

from __future__ import annotations

import pytest

from tests.games.towar.boards import act, after, battle, field, law, offered, refused, units, words
from triarii.core.contract import Turn
from triarii.games.towar import GAME
from triarii.games.towar.position import Position


@pytest.mark.rule("towar.turn.displaced_again")
def test_a_unit_can_be_displaced_twice_in_one_turn() -> None:
    # The sergeant goes right onto the footman, which goes left onto the new card, which goes right onto the sergeant.
    position = battle("bkb ... ... SF.", "Q")
    assert after(position, "a:rlrf") == "bkb ... .S. FQ."
    assert "a:rlrf" in position.actions()


@pytest.mark.rule("towar.turn.displaced_again")
def test_a_unit_may_be_kept_from_being_displaced_twice() -> None:
    position = battle("bkb ... ... SF.", "Q", redisplace=False)
    assert law(position, "a:rlr") == "towar.turn.displaced_again"
    assert law(position, "a:rlrf") == "towar.turn.displaced_again"
    assert words(position, "a", "r", "l") == ["f"]
    # The new card has not moved, so it may be displaced once.
    assert after(position, "a:rlf") == "bkb ... Q.. FS."


@pytest.mark.rule("towar.turn.displaced_again")
def test_a_unit_displaced_anew_has_its_two_steps_again() -> None:
    # The squire goes right onto the footman; pushed on by the new card it goes forward and forward again.
    position = battle("bkb ... ... QF.", "S")
    assert after(position, "a:rlrff") == "bkb .Q. ... FS."
    assert words(position, "a", "r", "l", "r", "f") == ["f", "l", "r", "."]


@pytest.mark.rule("towar.turn.fresh_card")
def test_the_new_card_can_be_displaced() -> None:
    position = battle("bkb ... ... SF.", "C")
    assert after(position, "a:rlf") == "bkb ... C.. FS."


@pytest.mark.rule("towar.turn.fresh_card")
def test_the_new_card_may_be_locked() -> None:
    position = battle("bkb ... ... SF.", "C", fresh_locked=True)
    assert law(position, "a:rl") == "towar.turn.fresh_card"
    assert law(position, "a:rlf") == "towar.turn.fresh_card"
    assert words(position, "a", "r") == ["f", "r"]
    # Other units may still be displaced again.
    loop = battle("bkb ... FS. CQ.", "C", fresh_locked=True)
    assert any("b:" in action for action in loop.actions())


@pytest.mark.rule("towar.turn.second_step_displaces")
def test_a_second_step_may_displace_an_own_unit() -> None:
    position = battle("bkb .C. ... .K.", "S")
    assert words(position, "b", "f") == ["f", "."]
    assert after(position, "b:fff") == "bCb .K. ... .S."  # the crossbowman beats the konung
    assert refused(position, "b:ff").code == "turn.unfinished"


@pytest.mark.rule("towar.turn.second_step_displaces")
def test_a_second_step_may_be_kept_from_own_units() -> None:
    position = battle("bkb .C. ... .K.", "S", second_step_displaces=False)
    assert words(position, "b", "f") == ["."]
    assert law(position, "b:ff") == "towar.turn.second_step_displaces"
    assert after(position, "b:f") == "bkb .C. .K. .S."
    # Onto an enemy or an empty cell it still goes.
    assert after(battle("bkb .a. ... .K.", "S", second_step_displaces=False), "b:ff") == "bkb .K. ... .S."


# The example


EXAMPLE = battle("kkb tak MSM MZM", "B", armies="south-north")


@pytest.mark.rule("towar.example.chain")
@pytest.mark.statement("TW-055")
def test_the_bedouin_laid_on_the_sarbaz_displaces_it() -> None:
    assert label(EXAMPLE, "b") == "Bedouin to b1, pushing Sarbaz"
    assert refused(EXAMPLE, "b").params == {"unit": "sarbaz", "cell": "b1"}


@pytest.mark.rule("towar.example.chain")
@pytest.mark.statement("TW-056")
def test_the_sarbaz_displaces_the_siqlab_in_front_of_it() -> None:
    assert label(EXAMPLE, "f", "b") == "Forward: Sarbaz to b2, pushing Siqlab"
    assert refused(EXAMPLE, "b:f").params == {"unit": "siqlab", "cell": "b2"}


@pytest.mark.rule("towar.example.chain")
@pytest.mark.statement("TW-057")
def test_the_siqlab_moves_onto_the_archer_and_attacks_it() -> None:
    assert label(EXAMPLE, "f", "b", "f") == "Forward: Siqlab attacks Archer on b3, 3 against 1, wins"
    done = act(EXAMPLE, "b:ff")
    assert field(done) == "kkb tSk MZM MBM"
    # One unit more, one enemy less, no cell emptied.
    assert [units(done, seat) - units(EXAMPLE, seat) for seat in (Turn.FIRST, Turn.SECOND)] == [1, -1]


def label(position: Position, word: str, *prefix: str) -> str:
    """The English label of an offered word."""
    return next(GAME.texts.say(choice.label, "en") for choice in offered(position, *prefix) if choice.text == word)
