"""A second reading of the rules with sets of coordinates, as slow and plain as can be, against the game on bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import pytest

from tests.games.cities.boards import (
    COLUMNS,
    SQUARES,
    anywhere,
    anywhere_ongoing,
    listed,
    owners,
    pieces,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Turn
from triarii.games.cities import rules
from triarii.games.cities.position import Position
from triarii.games.cities.squares import board_of, names_in

Place = tuple[int, int]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def place(name: str) -> Place:
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def name(place: Place) -> str:
    return f"{COLUMNS[place[0]]}{place[1] + 1}"


def neighbours(place: Place) -> set[Place]:
    """The up to eight squares around one."""
    column, row = place
    return {
        (column + right, row + up)
        for right in (-1, 0, 1)
        for up in (-1, 0, 1)
        if (right, up) != (0, 0) and 0 <= column + right <= 9 and 0 <= row + up <= 9
    }


def reachable(begin: Place, occupied: set[Place], steps: int) -> set[Place]:
    """Step by step over free squares; where the move began is no place to end."""
    ends, edge = set(), {begin}
    for _ in range(steps):
        edge = {there for here in edge for there in neighbours(here) if there not in occupied}
        ends |= edge
    return ends - {begin}


def enclosed(prey: set[Place], hunters: set[Place], directions: Sequence[Place] = DIRECTIONS) -> set[Place]:
    """From every piece look both ways along every line, past its own colour, for a hunter."""

    def hunted(place: Place, right: int, up: int) -> bool:
        column, row = place
        while (column, row) in prey:
            column, row = column + right, row + up
        return (column, row) in hunters

    return {
        piece for piece in prey for right, up in directions if hunted(piece, right, up) and hunted(piece, -right, -up)
    }


@dataclass
class Board:
    """Letters by place and owners by place: what a table shows."""

    stands: dict[Place, str]
    whose: dict[Place, Turn]
    turn: Turn

    @classmethod
    def of(cls, position: Position) -> Board:
        stands = {place(square): letter for square, letter in pieces(position).items()}
        return cls(stands, {place(square): owner for square, owner in owners(position).items()}, position.turn)

    def side(self, seat: Turn) -> set[Place]:
        return {square for square, letter in self.stands.items() if letter.isupper() == (seat is Turn.FIRST)}

    def moves(self) -> set[str]:
        found = set()
        for begin in self.side(self.turn):
            letter = self.stands[begin]
            steps = 3 if letter in "Hh" else 2
            found |= {name(begin) + name(goal) for goal in reachable(begin, set(self.stands), steps)}
            if letter in "Ff" and self.whose.get(begin) is self.turn:
                found.add(f"{name(begin)}=H")
        return found

    def move(self, begin: Place, goal: Place, shelter: bool) -> Board:
        """The board after a move: first the city, then the enclosed pieces."""
        stands, whose = dict(self.stands), dict(self.whose)
        letter = stands.pop(begin)
        stands[goal] = letter
        if begin == goal or whose.get(goal) is self.turn:
            stands[goal] = "H" if self.turn is Turn.FIRST else "h"
        elif goal in whose:
            whose[goal] = self.turn
        after = Board(stands, whose, self.turn.other)
        first, second = after.side(Turn.FIRST), after.side(Turn.SECOND)
        gone = enclosed(first, second) | enclosed(second, first)
        if shelter:
            gone = {square for square in gone if square not in whose}
        after.stands = {square: piece for square, piece in stands.items() if square not in gone}
        return after


@pytest.mark.rule("cities.move.fighter", "cities.move.hero", "cities.move.free_squares", "cities.promotion.stay")
@given(anywhere_ongoing)
def test_the_listed_moves_are_those_of_the_naive_reading(position: Position) -> None:
    expected = Board.of(position).moves()
    assert set(listed(position)) - {"pass", "claim"} == expected
    assert ("pass" in listed(position)) == (not expected)


@pytest.mark.rule("cities.enclosure.line", "cities.enclosure.all_lines", "cities.city.taken", "cities.city.promotion")
@seldom
@given(anywhere_ongoing)
def test_every_move_does_what_the_naive_reading_does(position: Position) -> None:
    board = Board.of(position)
    shelter = position.setting.rulings.shelter
    for action, text in zip(position.actions(), listed(position), strict=True):
        if text in ("pass", "claim"):
            continue
        begin = place(text[:3] if text[2] == "0" else text[:2])
        goal = begin if text.endswith("=H") else place(text[len(name(begin)) :])
        after = board.move(begin, goal, shelter)
        played = position.play(action)
        assert {name(square): letter for square, letter in after.stands.items()} == pieces(played)
        assert {name(square): owner for square, owner in after.whose.items()} == owners(played)


@pytest.mark.rule("cities.enclosure.line")
@given(st.lists(st.sampled_from(SQUARES), unique=True, max_size=60), st.integers(0, 60))
def test_enclosures_on_any_board_are_those_of_the_naive_reading(squares: list[str], cut: int) -> None:
    white, black = squares[:cut], squares[cut:]
    naive = {name(square) for square in enclosed({place(s) for s in white}, {place(s) for s in black})}
    assert set(names_in(rules.enclosed(board_of(white), board_of(black)))) == naive


@pytest.mark.rule("cities.move.hero")
@given(st.lists(st.sampled_from(SQUARES), unique=True, min_size=1, max_size=80), st.integers(0, 9))
def test_reach_on_any_board_is_that_of_the_naive_reading(squares: list[str], steps: int) -> None:
    free = board_of(set(SQUARES) - set(squares))
    naive = {name(square) for square in reachable(place(squares[0]), {place(s) for s in squares}, steps)}
    assert set(names_in(rules.reach(board_of(squares[:1]), free, steps))) == naive


@pytest.mark.rule("cities.enclosure.all_lines")
@seldom
@given(st.lists(st.sampled_from(SQUARES), unique=True, max_size=40), st.integers(0, 40))
def test_captures_do_not_depend_on_the_order_of_lines_and_leave_nothing_enclosed(squares: list[str], cut: int) -> None:
    white, black = {place(square) for square in squares[:cut]}, {place(square) for square in squares[cut:]}
    gone = enclosed(white, black) | enclosed(black, white)
    for order in list(permutations(DIRECTIONS))[::5]:
        one_by_one: set[Place] = set()
        for direction in order:
            one_by_one |= enclosed(white, black, [direction]) | enclosed(black, white, [direction])
        assert one_by_one == gone
    left_white, left_black = white - gone, black - gone
    assert not enclosed(left_white, left_black) | enclosed(left_black, left_white)


@pytest.mark.rule("cities.enclosure.removed")
@given(anywhere)
def test_no_enclosure_is_left_on_the_board(position: Position) -> None:
    board = Board.of(position)
    first, second = board.side(Turn.FIRST), board.side(Turn.SECOND)
    left = enclosed(first, second) | enclosed(second, first)
    if position.setting.rulings.shelter:
        assert left <= board.whose.keys()
    else:
        assert not left
