"""The worked examples of enclosed lines: laid in every direction, at the edges too, and completed by a real move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.cities.boards import COLUMNS, around, lost, parsed, rows
from triarii.core.contract import Refusal
from triarii.games.cities import GAME, rules
from triarii.games.cities.position import Position
from triarii.games.cities.squares import board_of, names_in

LINES = [
    ("W B W", (2,)),
    ("W B W B", (2, 3)),
    ("W B W B W", (2, 3, 4)),
    ("W B B W W B", (2, 3, 4, 5)),
    ("W B B W B", (2, 3, 4)),
    ("B W W B B W", (2, 3, 4, 5)),
    ("W W B W W", (3,)),
    ("W B B B", ()),
    ("W B . W", ()),
]
"""W and B are the two sides; the numbers count the captured places from 1."""
STEPS = {"row": (1, 0), "column": (0, 1), "rising": (1, 1), "falling": (1, -1)}
SPARE = {"F": ["a1", "e1", "j1", "a4", "j4"], "f": ["a10", "e10", "j10", "a7", "j7"]}
CITIES = "b1d1g1i1-b10d10g10i10"

each_line = pytest.mark.parametrize(("line", "captured"), LINES, ids=[line for line, _ in LINES])
each_direction = pytest.mark.parametrize("direction", STEPS)
each_colour = pytest.mark.parametrize("white", ["F", "f"])


def placed(line: str, direction: str) -> Iterator[list[str]]:
    """Every way to lay a line on the board, forwards and backwards, in the middle and at the edges."""
    right, up = STEPS[direction]
    length = len(line.split())
    for column in range(10):
        for row in range(1, 11):
            last = column + right * (length - 1), row + up * (length - 1)
            if 0 <= last[0] < 10 and 1 <= last[1] <= 10:
                squares = [f"{COLUMNS[column + right * i]}{row + up * i}" for i in range(length)]
                yield squares
                yield squares[::-1]


def signs(line: str, white: str) -> list[str]:
    black = white.swapcase()
    return [{"W": white, "B": black}.get(sign, "") for sign in line.split()]


@pytest.mark.rule("cities.enclosure.line", "cities.enclosure.both_sides", "cities.enclosure.ends")
@pytest.mark.statement("CT-041", "CT-042", "CT-043", "CT-044", "CT-048", "CT-063")
@each_line
@each_direction
def test_a_line_loses_these_pieces_wherever_it_lies(line: str, captured: tuple[int, ...], direction: str) -> None:
    for squares in placed(line, direction):
        white = board_of(square for square, sign in zip(squares, signs(line, "W"), strict=True) if sign == "W")
        black = board_of(square for square, sign in zip(squares, signs(line, "W"), strict=True) if sign == "w")
        gone = set(names_in(rules.enclosed(white, black) | rules.enclosed(black, white)))
        assert gone == {squares[number - 1] for number in captured}


@pytest.mark.rule("cities.enclosure.ends")
@pytest.mark.statement("CT-045")
@each_direction
def test_a_run_up_to_the_edge_is_not_enclosed(direction: str) -> None:
    for squares in placed("W B B B", direction):
        white, black = board_of(squares[:1]), board_of(squares[1:])
        assert rules.enclosed(black, white) == 0


@pytest.mark.rule("cities.enclosure.line", "cities.enclosure.all_lines", "cities.enclosure.both_sides")
@pytest.mark.statement("CT-046", "CT-047", "CT-048")
@each_line
@each_direction
@each_colour
def test_the_move_that_completes_a_line_captures_these_pieces(
    line: str, captured: tuple[int, ...], direction: str, white: str
) -> None:
    shown = 0
    for squares in list(placed(line, direction))[::4]:
        for number, sign in enumerate(signs(line, white)):
            for position, text in before_last_step(squares, signs(line, white), number) if sign else []:
                assert lost(position, text) == {squares[place - 1] for place in captured}
                shown += 1
    assert shown >= 20


def before_last_step(squares: list[str], letters: list[str], number: int) -> Iterator[tuple[Position, str]]:
    """The line without one of its pieces, which stands beside its place, and the move that brings it there."""
    stands = {square: letter for square, letter in zip(squares, letters, strict=True) if letter}
    mover, goal = letters[number], squares[number]
    del stands[goal]
    near = set(squares).union(*(around(square, 1) for square in squares))
    for piece, spare in SPARE.items():
        stands.update(dict.fromkeys([square for square in spare if square not in near][:3], piece))
    for begin in sorted(around(goal, 1) - set(squares) - stands.keys())[:2]:
        text = f"{rows({**stands, begin: mover})} {1 if mover == 'F' else 2} {CITIES} 0"
        position = GAME.parse(text, {})
        # Beside the line the piece may close another one, or stand in an enemy city: then it can't start there.
        if isinstance(position, Position):
            yield position, begin + goal


@pytest.mark.rule("cities.enclosure.removed")
@each_line
def test_a_line_that_captures_can_not_stand_and_one_that_does_not_can(line: str, captured: tuple[int, ...]) -> None:
    squares = ["c5", "d5", "e5", "f5", "g5", "h5"][: len(line.split())]
    stands = {square: letter for square, letter in zip(squares, signs(line, "F"), strict=True) if letter}
    read = GAME.parse(f"{rows(stands)} 1 {CITIES} 0", {})
    if captured:
        assert isinstance(read, Refusal)
        assert read.params["squares"] == [squares[number - 1] for number in captured]
    else:
        assert read == parsed(f"{rows(stands)} 1 {CITIES} 0")
