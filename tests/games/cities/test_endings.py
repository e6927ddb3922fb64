"""The three ends of the game, what ends it first, and what happens where two of them meet."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import (
    act,
    anywhere,
    cities_of,
    drawn,
    listed,
    parsed,
    pieces,
    rows,
    walk,
)
from tests.hypothesis_profiles import given
from triarii.core.contract import Result, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

EIGHT = ("a1", "b1", "i1", "j1", "a10", "b10", "i10", "j10")
FIRST_SQUARES = ("d3", "f3")
SECOND_SQUARES = ("d8", "f8")


def owned(first: int) -> str:
    """The eight cities, so many of them the first player's."""
    return f"{''.join(EIGHT[:first])}-{''.join(EIGHT[first:])}"


def standing(first: int, second: int, cities: int, side: int = 1, **options: object) -> Position:
    """So many pieces of each player, far apart, and so many cities of the first."""
    stands = dict.fromkeys(FIRST_SQUARES[:first], "F") | dict.fromkeys(SECOND_SQUARES[:second], "f")
    return parsed(f"{rows(stands)} {side} {owned(cities)} 0", **options)


def winner(position: Position) -> str:
    """first, second, draw, or nobody yet."""
    result = position.result()
    if result is None:
        return "nobody"
    return "draw" if result.winner is None else result.winner.name.lower()


def reason(position: Position) -> str:
    result = position.result()
    return result.rule if result else ""


def by_cities(first: int) -> str:
    return "first" if first > 4 else ("second" if first < 4 else "draw")


@pytest.mark.rule("cities.aim")
@pytest.mark.statement("CT-004")
def test_capturing_enemy_pieces_and_taking_cities_wins() -> None:
    near_the_city = {"i9": "F", "d3": "F", "e8": "f", "g8": "f", "c8": "f"}
    taking = act(parsed(f"{rows(near_the_city)} 1 {owned(7)} 0"), "i9j10")
    half_enclosed = {"c5": "F", "g5": "F", "d5": "f", "e5": "f", "h8": "f"}
    capturing = act(parsed(f"{rows(half_enclosed)} 1 {owned(1)} 0"), "g5f5")
    assert (winner(taking), reason(taking)) == ("first", "cities.end.all_cities")
    assert (winner(capturing), reason(capturing)) == ("first", "cities.end.last_piece")


@pytest.mark.rule("cities.end.all_cities")
@pytest.mark.statement("CT-005", "CT-055")
@pytest.mark.parametrize(("side", "text", "seat"), [(1, "i9j10", "first"), (2, "b2a1", "second")])
def test_who_takes_the_last_city_wins(side: int, text: str, seat: str) -> None:
    mover, other = ("F", "f") if side == 1 else ("f", "F")
    stands = {text[:2]: mover, "e5": mover, "e8": other, "g8": other, "c8": other}
    before = parsed(f"{rows(stands)} {side} {owned(7) if side == 1 else owned(1)} 0")
    assert winner(before) == "nobody"
    after = act(before, text)
    assert cities_of(after, Turn(side - 1)) == set(EIGHT)
    assert after.result() == Result(Turn(side - 1), "cities.end.all_cities")


@pytest.mark.rule("cities.end.all_cities")
def test_seven_cities_do_not_win() -> None:
    assert winner(drawn("F . f", cities=owned(7))) == "nobody"
    assert winner(drawn("F . f", cities=owned(1))) == "nobody"


@pytest.mark.rule("cities.end.last_piece")
@pytest.mark.statement("CT-006", "CT-056")
@pytest.mark.parametrize("cities", [1, 4, 7])
def test_who_captures_all_enemy_pieces_but_one_wins_however_many_cities_the_other_has(cities: int) -> None:
    before = parsed(f"{rows({'c5': 'F', 'f5': 'F', 'j5': 'F', 'd5': 'f', 'h8': 'f'})} 1 {owned(cities)} 0")
    assert winner(before) == "nobody"
    after = act(before, "f5e5")
    assert after.result() == Result(Turn.FIRST, "cities.end.last_piece")


@pytest.mark.rule("cities.end.last_piece")
@pytest.mark.statement("CT-056")
def test_who_loses_the_own_pieces_down_to_one_has_lost_too() -> None:
    # The mover steps between two enemies and has one piece left.
    before = parsed(f"{rows({'c5': 'f', 'e5': 'f', 'j9': 'f', 'd4': 'F', 'h2': 'F'})} 1 {owned(4)} 0")
    after = act(before, "d4d5")
    assert after.result() == Result(Turn.SECOND, "cities.end.last_piece")


@pytest.mark.rule("cities.end.last_piece")
@pytest.mark.statement("CT-056")
@pytest.mark.parametrize(("first", "second", "seat"), [(2, 0, "first"), (0, 2, "second")])
def test_who_has_no_piece_at_all_has_lost_against_two(first: int, second: int, seat: str) -> None:
    for low_count in ("annihilation_first", "cities_first"):
        for cities in (1, 4, 7):
            position = standing(first, second, cities, low_count=low_count)
            assert (winner(position), reason(position)) == (seat, "cities.end.last_piece")


@pytest.mark.rule("cities.end.few_pieces")
@pytest.mark.statement("CT-057", "CT-058", "CT-059")
@pytest.mark.parametrize("cities", range(1, 8))
@pytest.mark.parametrize("low_count", ["annihilation_first", "cities_first"])
def test_two_against_two_ends_the_game_and_the_cities_decide(cities: int, low_count: str) -> None:
    stands = {"c5": "F", "f5": "F", "d5": "f", "h8": "f", "j8": "f"}
    before = parsed(f"{rows(stands)} 1 {owned(cities)} 0", low_count=low_count)
    assert winner(before) == "nobody"
    after = act(before, "f5e5")
    assert (winner(after), reason(after)) == (by_cities(cities), "cities.end.few_pieces")


@pytest.mark.rule("cities.end.few_pieces", "cities.end.overlap")
@pytest.mark.statement("CT-057")
@pytest.mark.parametrize("low_count", ["annihilation_first", "cities_first"])
@pytest.mark.parametrize("side", [1, 2])
def test_three_against_two_goes_on_and_three_against_one_is_won(low_count: str, side: int) -> None:
    three, two = ["c5", "f5", "j2"], ["h8", "j8"]
    for many, few, seat in (("F", "f", "first"), ("f", "F", "second")):
        stands = dict.fromkeys(three, many) | dict.fromkeys(two, few)
        position = parsed(f"{rows(stands)} {side} {owned(4)} 0", low_count=low_count)
        assert winner(position) == "nobody"
        del stands["j8"]
        position = parsed(f"{rows(stands)} {side} {owned(4)} 0", low_count=low_count)
        assert (winner(position), reason(position)) == (seat, "cities.end.last_piece")


@pytest.mark.rule("cities.end.overlap")
@pytest.mark.statement("CT-060")
@pytest.mark.parametrize("cities", range(1, 8))
@pytest.mark.parametrize(("first", "second", "seat"), [(2, 1, "first"), (1, 2, "second")])
def test_two_against_one_wins_and_by_option_the_cities_decide(first: int, second: int, seat: str, cities: int) -> None:
    usual = standing(first, second, cities)
    assert (winner(usual), reason(usual)) == (seat, "cities.end.last_piece")
    other = standing(first, second, cities, low_count="cities_first")
    assert (winner(other), reason(other)) == (by_cities(cities), "cities.end.overlap")


@pytest.mark.rule("cities.end.overlap")
@pytest.mark.statement("CT-060")
def test_a_capture_that_leads_to_two_against_one_is_judged_by_the_option() -> None:
    text = f"{rows({'c5': 'F', 'g5': 'F', 'd5': 'f', 'e5': 'f', 'h8': 'f'})} 1 {owned(2)} 0"
    usual = act(parsed(text), "g5f5")
    assert usual.result() == Result(Turn.FIRST, "cities.end.last_piece")
    other = act(parsed(text, low_count="cities_first"), "g5f5")
    assert other.result() == Result(Turn.SECOND, "cities.end.overlap")


@pytest.mark.rule("cities.end.overlap")
@pytest.mark.statement("CT-060")
@pytest.mark.parametrize("cities", [3, 4, 5])
def test_a_capture_of_both_sides_that_leads_to_one_against_one_is_judged_by_cities(cities: int) -> None:
    # F f f F f in one row: the three in the middle go.
    before = parsed(f"{rows({'c5': 'F', 'f4': 'F', 'd5': 'f', 'e5': 'f', 'g5': 'f'})} 1 {owned(cities)} 0")
    after = act(before, "f4f5")
    assert set(pieces(after)) == {"c5", "g5"}
    assert (winner(after), reason(after)) == (by_cities(cities), "cities.end.overlap")


@pytest.mark.rule("cities.end.overlap")
@pytest.mark.statement("CT-060")
@pytest.mark.parametrize("cities", range(1, 8))
@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 0), (0, 1), (0, 0)])
@pytest.mark.parametrize("low_count", ["annihilation_first", "cities_first"])
def test_if_both_have_one_piece_or_none_the_cities_decide(first: int, second: int, cities: int, low_count: str) -> None:
    position = standing(first, second, cities, low_count=low_count)
    assert (winner(position), reason(position)) == (by_cities(cities), "cities.end.overlap")


LAST_CITY = {"d4": "F", "h2": "F", "c5": "f", "e5": "f", "j8": "f"}
"""Whoever steps to d5 takes the last city and stands between two enemies."""


@pytest.mark.rule("cities.end.at_once", "cities.end.all_cities")
@pytest.mark.statement("CT-054")
def test_the_last_city_wins_at_once_although_its_taker_is_enclosed() -> None:
    before = parsed(f"{rows(LAST_CITY)} 1 a1b1c1d1g1h1i1-d5 0")
    assert act(before, "d4d5").result() == Result(Turn.FIRST, "cities.end.all_cities")


@pytest.mark.rule("cities.end.at_once")
def test_by_option_the_pieces_are_counted_before_the_cities() -> None:
    before = parsed(f"{rows(LAST_CITY)} 1 a1b1c1d1g1h1i1-d5 0", city_win_timing="after_captures")
    after = act(before, "d4d5")
    assert cities_of(after, Turn.FIRST) >= {"d5", "a1"}
    assert len(cities_of(after, Turn.FIRST)) == 8
    assert after.result() == Result(Turn.SECOND, "cities.end.last_piece")


@pytest.mark.rule("cities.end.at_once", "cities.end.all_cities")
def test_by_option_the_last_city_still_wins_if_the_mover_keeps_enough_pieces() -> None:
    before = parsed(f"{rows({**LAST_CITY, 'h3': 'F'})} 1 a1b1c1d1g1h1i1-d5 0", city_win_timing="after_captures")
    assert act(before, "d4d5").result() == Result(Turn.FIRST, "cities.end.all_cities")


@pytest.mark.rule("cities.end.at_once", "cities.end.few_pieces")
@pytest.mark.parametrize(
    ("timing", "rule"), [("before_captures", "cities.end.all_cities"), ("after_captures", "cities.end.few_pieces")]
)
def test_with_two_against_two_and_all_cities_the_owner_wins_by_either_timing(timing: str, rule: str) -> None:
    for side in (1, 2):
        assert standing(2, 2, 8, side, city_win_timing=timing).result() == Result(Turn.FIRST, rule)
        assert standing(2, 2, 0, side, city_win_timing=timing).result() == Result(Turn.SECOND, rule)


@pytest.mark.rule("cities.end.at_once")
@pytest.mark.statement("CT-054")
def test_after_the_end_there_is_no_action() -> None:
    for position in (standing(2, 2, 4), standing(2, 1, 4), standing(2, 2, 8)):
        assert position.turn is Turn.OVER
        assert listed(position) == []
        assert GAME.perft(position, 1) == 0
        assert GAME.perft(position, 0) == 1


@pytest.mark.rule("cities.end.at_once")
@pytest.mark.statement("CT-054")
@pytest.mark.parametrize("seed", range(8))
def test_a_game_ends_on_the_very_turn_that_brings_an_end(seed: int) -> None:
    begin = drawn("F f . F . f . .\n. . H . h . . .", at="b5", cities=owned(4), repetition=0, stall_plies=0)
    for before, _, after in walk(begin, seed, 2000):
        assert before.result() is None
        letters = "".join(pieces(after).values())
        counts = sum(map(str.isupper, letters)), sum(map(str.islower, letters))
        ended = len(cities_of(after, Turn.FIRST)) in (0, 8) or min(counts) <= 1 or max(counts) <= 2
        assert (after.turn is Turn.OVER) == ended


@pytest.mark.rule("cities.end.at_once", "cities.end.all_cities", "cities.end.last_piece", "cities.end.few_pieces")
@given(anywhere)
def test_a_position_is_over_exactly_if_a_rule_of_the_game_says_so(position: Position) -> None:
    result = position.result()
    assert (result is None) == (position.turn is not Turn.OVER)
    assert (position.actions() == []) == (position.turn is Turn.OVER)
    if result is not None:
        assert GAME.rulebook.find(result.rule) is not None
