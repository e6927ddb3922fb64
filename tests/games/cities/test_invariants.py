"""What holds in every position that play can reach, whatever the rulings."""

from __future__ import annotations

import pickle

import pytest

from tests.games.cities.boards import (
    anywhere,
    anywhere_ongoing,
    is_move,
    listed,
    owners,
    pieces,
    scattered,
    squares_of,
    start,
    walk,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


def seat_of(letter: str) -> Turn:
    return Turn.FIRST if letter.isupper() else Turn.SECOND


@pytest.mark.rule("cities.material.fighters", "cities.material.heroes")
@pytest.mark.statement("CT-008", "CT-009")
@given(scattered(), st.integers(0, 2**32))
def test_a_side_never_has_more_pieces_or_heroes_than_the_box_and_never_gains_one(position: Position, seed: int) -> None:
    for before, _, after in walk(position, seed, 30):
        for seat in (Turn.FIRST, Turn.SECOND):
            counts = [sum(seat_of(letter) is seat for letter in pieces(one).values()) for one in (before, after)]
            assert counts[1] <= counts[0] <= 8


@pytest.mark.rule("cities.city.taken", "cities.city.owner_stays")
@given(scattered(), st.integers(0, 2**32))
def test_whoever_stands_in_a_city_owns_it(position: Position, seed: int) -> None:
    for _, _, after in walk(position, seed, 30):
        whose = owners(after)
        assert len(whose) == 8
        assert all(whose[square] is seat_of(letter) for square, letter in pieces(after).items() if square in whose)


@pytest.mark.rule("cities.enclosure.removed")
@given(scattered(), st.integers(0, 2**32))
def test_every_position_of_a_game_could_be_set_up_so_nothing_enclosed_is_left(position: Position, seed: int) -> None:
    for _, _, after in walk(position, seed, 30):
        bare = " ".join(after.text().split(" ")[:4])
        assert isinstance(GAME.parse(bare, after.setting.options), Position)


@pytest.mark.rule("cities.enclosure.all_lines")
@seldom
@given(anywhere_ongoing)
def test_leaving_a_square_encloses_nobody(position: Position) -> None:
    # Whatever a move captures stands on a line with its end; so a square far from it keeps its piece.
    for action, text in zip(position.actions(), listed(position), strict=True):
        gone = pieces(position).keys() - pieces(position.play(action)).keys()
        if not is_move(text):
            assert not gone
            continue
        begin, goal = squares_of(text)
        for square in gone - {begin}:
            right, up = abs(ord(square[0]) - ord(goal[0])), abs(int(square[1:]) - int(goal[1:]))
            assert right == 0 or up == 0 or right == up


@pytest.mark.rule("cities.end.stall")
@seldom
@given(anywhere_ongoing)
def test_the_count_goes_on_exactly_when_nothing_is_captured_or_promoted(position: Position) -> None:
    counts = bool(position.setting.rulings.stall_plies)
    for action, text in zip(position.actions(), listed(position), strict=True):
        if text == "claim":
            continue
        after = position.play(action)
        kinds = {event.kind for event in GAME.events(position, action, after)}
        quiet = not kinds & {"captured", "promoted"}
        assert after.stall == ((position.stall + 1) if quiet and counts else 0)
        assert (after.previous is position) == (quiet and bool(position.setting.rulings.repetition))


@seldom
@given(anywhere_ongoing)
def test_check_allows_exactly_what_is_listed(position: Position) -> None:
    allowed = set(position.actions())
    assert len(allowed) == len(position.actions())
    numbers = range(0, 110, 7)
    tried = allowed | {begin << 7 | goal for begin in numbers for goal in numbers}
    for action in tried | {1 << 14, (1 << 14) + 1, (1 << 14) + 2}:
        assert (position.check(action) is None) == (action in allowed)


@seldom
@given(anywhere)
def test_a_position_can_be_sent_to_another_process(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.actions() == position.actions()


def test_a_history_of_thousands_of_turns_is_told_and_read() -> None:
    position = start(stall_plies=0, repetition=1000)
    for text in ("b2b3", "b9b8", "b3b2", "b8b9") * 500:
        action = GAME.action(text)
        assert isinstance(action, int)
        position = position.play(action)
    assert len(position.past()) == 2000
    assert GAME.parse(position.text(), position.setting.options) == position


@pytest.mark.rule("cities.end.stall", "cities.end.repetition")
@pytest.mark.parametrize("seed", range(4))
def test_every_game_ends_under_the_usual_rulings(seed: int) -> None:
    last = start()
    for _, _, after in walk(last, seed, 5000):
        last = after
    assert last.turn is Turn.OVER
    assert last.result() is not None
