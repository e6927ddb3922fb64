"""Whose turn it is, that a turn moves one piece, and what happens to a player without a move."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import (
    CORNERED,
    SQUARES,
    act,
    anywhere,
    around,
    drawn,
    listed,
    locked,
    parsed,
    pieces,
    refused,
    rows,
    squares_of,
    start,
    walk,
)
from tests.hypothesis_profiles import given
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


@pytest.mark.rule("cities.turn.alternate")
@pytest.mark.statement("CT-017")
def test_the_players_take_turns_one_after_the_other() -> None:
    turns = [before.turn for before, _, _ in walk(start(), seed=3, plies=30)]
    assert turns == [Turn.FIRST, Turn.SECOND] * 15


@pytest.mark.rule("cities.turn.alternate")
@pytest.mark.statement("CT-017")
def test_after_a_promotion_and_after_a_capture_it_is_the_other_players_turn_too() -> None:
    assert act(drawn("[F]", at="e5"), "e5=H").turn is Turn.SECOND
    assert act(drawn("F f . F", at="d5"), "g5f5").turn is Turn.SECOND


@pytest.mark.rule("cities.turn.must_move")
@pytest.mark.statement("CT-018")
def test_a_turn_moves_exactly_one_own_piece() -> None:
    position = drawn("F . f")
    before = set(pieces(position))
    for action, text in zip(position.actions(), listed(position), strict=True):
        begin, goal = squares_of(text)
        assert pieces(position)[begin].isupper()
        assert set(pieces(position.play(action))) == before - {begin} | {goal}


@pytest.mark.rule("cities.turn.must_move")
@pytest.mark.statement("CT-018")
def test_who_can_move_may_not_pass() -> None:
    refusal = refused(start(), "pass")
    assert (refusal.code, refusal.rule) == ("pass.can_move", "cities.turn.must_move")


@pytest.mark.rule("cities.turn.must_move")
@pytest.mark.statement("CT-018")
@pytest.mark.parametrize(("text", "code"), [("b9b8", "move.not_yours"), ("e5e6", "move.no_piece")])
def test_only_an_own_piece_may_be_moved(text: str, code: str) -> None:
    refusal = refused(start(), text)
    assert (refusal.code, refusal.rule) == (code, "cities.turn.must_move")
    assert refusal.params["square"] == text[:2]


@pytest.mark.rule("cities.turn.no_move")
def test_who_has_no_move_passes_and_has_no_other_action() -> None:
    position = locked()
    assert position.turn is Turn.FIRST
    assert listed(position) == ["pass"]
    after = act(position, "pass")
    assert after.turn is Turn.SECOND
    assert pieces(after) == pieces(position)
    assert after.stall == position.stall + 1


@pytest.mark.rule("cities.turn.no_move")
def test_by_option_who_has_no_move_loses_at_once() -> None:
    position = locked(no_move="loss")
    result = position.result()
    assert result is not None
    assert (result.winner, result.rule) == (Turn.SECOND, "cities.turn.no_move")
    assert position.actions() == []


@pytest.mark.rule("cities.turn.no_move")
@pytest.mark.parametrize("no_move", ["pass", "loss"])
def test_it_is_no_harm_to_be_locked_in_while_the_other_player_is_to_move(no_move: str) -> None:
    position = locked(side=2, no_move=no_move)
    assert position.turn is Turn.SECOND
    assert "pass" not in listed(position)


@pytest.mark.rule("cities.turn.no_move")
@pytest.mark.parametrize("no_move", ["pass", "loss"])
def test_the_move_that_locks_the_last_piece_in_ends_the_game_only_by_option(no_move: str) -> None:
    open_corner = {square: letter for square, letter in CORNERED.items() if square != "b2"} | {"b3": "f"}
    after = act(parsed(f"{rows(open_corner)} 2 a5b5c5d5-a6b6c6d6 0", no_move=no_move), "b3b2")
    assert (after.turn is Turn.OVER) == (no_move == "loss")
    assert listed(after) == ([] if no_move == "loss" else ["pass"])


@pytest.mark.rule("cities.turn.no_move", "cities.promotion.stay")
@pytest.mark.parametrize("no_move", ["pass", "loss"])
def test_a_fighter_that_can_promote_where_it_stands_is_not_without_an_action(no_move: str) -> None:
    position = locked("a1b5c5d5-a6b6c6d6", no_move=no_move)
    assert listed(position) == ["a1=H"]
    assert refused(position, "pass").code == "pass.can_move"


@pytest.mark.rule("cities.turn.no_move")
@given(anywhere)
def test_a_pass_is_never_listed_beside_a_move(position: Position) -> None:
    texts = [text for text in listed(position) if text != "claim"]
    assert "pass" not in texts or texts == ["pass"]
    assert (position.turn is Turn.OVER) == (not texts)


@pytest.mark.rule("cities.turn.no_move")
@given(anywhere)
def test_both_players_can_never_be_locked_in_at_once(position: Position) -> None:
    # Where no piece has a free neighbour, the neighbours hold pieces, and theirs do too, over the whole board: that
    # takes a hundred pieces. So beside at most sixteen there is always an empty square.
    stands = pieces(position)
    assert len(stands) <= 16 < len(SQUARES)
    assert not stands or any(not around(square, 1) <= stands.keys() for square in stands)
    rows_, _, cities, stall, *_ = position.text().split(" ")
    both = [parsed(f"{rows_} {side} {cities} {stall}") for side in (1, 2)]
    assert [listed(one)[:1] for one in both] != [["pass"], ["pass"]]


@pytest.mark.rule("cities.turn.no_move")
def test_after_a_pass_the_other_player_can_always_move() -> None:
    after = act(locked(), "pass")
    assert "pass" not in listed(after)
    assert refused(after, "pass").code == "pass.can_move"


@pytest.mark.rule("cities.turn.alternate")
def test_nobody_may_act_after_the_end() -> None:
    over = locked(no_move="loss")
    for text in ("a1a3", "a2a3", "pass", "claim"):
        refusal = refused(over, text)
        assert (refusal.code, refusal.rule) == ("over", "cities.turn.alternate")
    assert GAME.perft(over, 1) == 0
