"""The variant for more strategy: three cards in hand, one of them played, one drawn at the end of the turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.towar.boards import HAND, UNITS, act, battle, field, hands, refused, reserves, start, walk, words
from triarii.core.contract import Eye, Turn
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

each_end = pytest.mark.parametrize("hand_end", ["play_out", "pile_empty"])


def game(seed: int, **options: Any) -> list[tuple[Position, str, Position]]:
    return list(walk(start(**HAND, **options), seed))


def whole_game(**options: Any) -> list[tuple[Position, str, Position]]:
    """A random game that goes to the count."""
    return next(steps for steps in (game(seed, **options) for seed in range(50)) if not steps[-1][2].broken_through)


def turns(steps: list[tuple[Position, str, Position]]) -> list[Position]:
    return [before for before, _, _ in steps if before.turn is not Turn.CHANCE and before.cards_left() <= 22]


@pytest.mark.rule("towar.variant.hand")
@pytest.mark.statement("TW-084")
@pytest.mark.parametrize("begins", ["first", "second"])
def test_after_the_set_up_each_draws_three_cards_the_starter_first(begins: str) -> None:
    steps = game(3, begins=begins)
    drawers = [before.drawer for before, _, _ in steps if before.turn is Turn.CHANCE][12:18]
    starter = Turn.FIRST if begins == "first" else Turn.SECOND
    assert drawers == [starter] * 3 + [starter.other] * 3
    before = turns(steps)[0]
    assert [hand.total() for hand in hands(before)] == [3, 3]
    assert [reserve.total() for reserve in reserves(before)] == [8, 8]


@pytest.mark.rule("towar.variant.choose")
@pytest.mark.statement("TW-085")
def test_on_a_turn_one_card_of_the_hand_is_chosen_and_played() -> None:
    position = battle("bkb ... ... ...", hands="K1C2-r2t1", **HAND)
    assert position.actions() == [f"{card}/{column}" for card in ("knight", "crossbowman") for column in "abc"]
    done = act(position, "crossbowman/b")
    assert field(done) == "bkb ... ... .C."
    assert hands(done)[0] == Counter("KC")
    assert refused(position, "b").code == "turn.which_card"
    assert refused(position, "squire/b").code == "turn.not_held"
    assert refused(position, "rider/b").rule == "towar.variant.choose"


@pytest.mark.rule("towar.variant.hand")
@pytest.mark.statement("TW-086")
def test_at_the_end_of_a_turn_one_card_is_drawn_back_to_three() -> None:
    for before, _, after in game(5):
        if before.turn in (Turn.FIRST, Turn.SECOND) and before.cards_left() <= 22 and after.turn is not Turn.OVER:
            mover = before.turn
            held, left = hands(before)[mover].total(), reserves(before)[mover].total()
            assert held == 3 or not left
            assert hands(after)[mover].total() == held - 1
            if left:
                assert (after.turn, after.drawer) == (Turn.CHANCE, mover)
                drawn = after.play(after.chances()[0][0])
                assert hands(drawn)[mover].total() == 3
            else:
                assert after.turn is not Turn.CHANCE


@pytest.mark.rule("towar.variant.end")
def test_the_cards_in_hand_are_played_too_eleven_turns_each() -> None:
    steps = whole_game()
    assert [before.turn for before in turns(steps)] == [Turn.FIRST, Turn.SECOND] * 11
    last = steps[-1][2]
    assert hands(last) == reserves(last) == [Counter(), Counter()]


@pytest.mark.rule("towar.variant.end")
@pytest.mark.parametrize("begins", ["first", "second"])
def test_the_game_may_end_with_the_reserves_eight_turns_each(begins: str) -> None:
    steps = whole_game(hand_end="pile_empty", begins=begins)
    starter = Turn.FIRST if begins == "first" else Turn.SECOND
    assert [before.turn for before in turns(steps)] == [starter, starter.other] * 8
    last = steps[-1][2]
    assert [hand.total() for hand in hands(last)] == [3, 3]
    assert reserves(last) == [Counter(), Counter()]
    # The last card is still drawn: only then both piles are empty.
    assert steps[-1][0].turn is Turn.CHANCE


@pytest.mark.rule("towar.variant.end")
def test_the_end_of_the_hands_means_nothing_without_hands() -> None:
    one = list(walk(start(), 8))
    two = list(walk(start(hand_end="pile_empty"), 8))
    assert [action for _, action, _ in one] == [action for _, action, _ in two]


@pytest.mark.rule("towar.variant.hand")
def test_a_card_drawn_into_a_hand_is_hidden_and_one_turned_up_is_open() -> None:
    for before, action, _ in game(9):
        if before.turn is not Turn.CHANCE:
            continue
        told = {eye: GAME.text_seen_by(before, action, eye) for eye in Eye}
        if before.cards_left() > 22:
            assert set(told.values()) == {action}
        else:
            assert told.pop(Eye(before.drawer)) == action
            assert set(told.values()) == {"card"}


@each_end
@pytest.mark.rule("towar.variant.hand")
def test_nobody_ever_holds_more_than_three_or_what_is_not_of_the_own_army(hand_end: str) -> None:
    for _, _, after in game(11, hand_end=hand_end):
        for seat, army in enumerate(after.armies):
            held = hands(after)[seat]
            known = {unit["letter"].lower() if seat else unit["letter"] for unit in UNITS if unit["army"] == army}
            assert held.total() <= 3
            assert set(held) <= known


@pytest.mark.rule("towar.variant.choose")
def test_the_offered_cards_are_those_of_the_hand_each_type_once() -> None:
    position = battle("bkb ... ... ...", hands="S1C2-r2t1", **HAND)
    assert words(position) == ["sergeant", "crossbowman"]
    assert position.playable() == [position.code("sergeant", 0), position.code("crossbowman", 0)]


@pytest.mark.rule("towar.variant.choose")
def test_the_same_field_by_another_card_is_another_turn() -> None:
    # A lost attack leaves no trace on the field, but the hands differ.
    position = battle("bkb ... ... k..", hands="F1Q2-r2t1", **HAND)
    assert {"footman/a", "squire/a"} <= set(position.actions())
    one, two = act(position, "footman/a"), act(position, "squire/a")
    assert field(one) == field(two)
    assert one != two
