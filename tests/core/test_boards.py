"""A board by description: what can be drawn is read, and what can't is refused in one sentence that names it."""

from __future__ import annotations

import pytest

from triarii.core import boards
from triarii.core.contract import CellShape, PieceShape

SIDES = """
[sides]
first = { en = "Red", de = "Rot", colour = "red" }
second = { en = "Blue", de = "Blau", colour = "#2F6DB5" }
"""
PIECE = '[[piece]]\nid = "stone"\nen = "a stone"\nde = "ein Stein"\n'
AREA = '[[area]]\nid = "hand"\nen = "Hand"\nde = "Hand"\n'
GRID = "grid = { columns = 3, rows = 2 }\n"


def test_a_grid_names_its_cells_by_letter_and_number_from_the_lower_left() -> None:
    board = boards.read(GRID + SIDES)
    assert [(cell.id, cell.x, cell.y) for cell in board.cells][:4] == [
        ("a1", 0, 1),
        ("b1", 1, 1),
        ("c1", 2, 1),
        ("a2", 0, 0),
    ]


def test_a_chequered_grid_has_its_two_colours_in_turn() -> None:
    board = boards.read('grid = { columns = 2, rows = 2, colour = "sand", other_colour = "brown" }' + SIDES)
    sand, brown = boards.COLOURS["sand"], boards.COLOURS["brown"]
    assert [cell.colour for cell in board.cells] == [sand, brown, brown, sand]


def test_what_is_left_out_has_its_default() -> None:
    board = boards.read(GRID + SIDES + PIECE)
    (piece,) = board.pieces
    assert (piece.shape, piece.colour, piece.sign) == (PieceShape.DISC, boards.COLOURS["grey"], "")
    assert (board.cells[0].shape, board.turns, board.areas) == (CellShape.SQUARE, False, [])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("grid = ", "this is no TOML"),
        ("a." * 30 + "b = 1", "this is no TOML: Nested too deep"),
        (SIDES, "there is neither a cell nor an area"),
        (GRID, "sides is missing"),
        (GRID + '[sides]\nfirst = { en = "A", de = "B" }', "sides.second is missing"),
        ("colour = 1\n" + GRID + SIDES, "the board has 'colour', but only"),
        ("turns = 1\n" + GRID + SIDES, "turns is true or false"),
        ("grid = 3\n" + SIDES, "grid is no table"),
        ("grid = { columns = 27, rows = 1 }\n" + SIDES, "columns of grid is a whole number from 1 to 26, not 27"),
        ("grid = { columns = 1, rows = true }\n" + SIDES, "rows of grid is a whole number from 1 to 26, not True"),
        ('lines = [["a1", "z9"]]\n' + GRID + SIDES, "a line joins two cells of the board, not ['a1', 'z9']"),
        ("lines = 1\n" + GRID + SIDES, "lines is a list of pairs of cells"),
        (GRID + SIDES + PIECE + PIECE, "two pieces are called stone"),
        (GRID + SIDES + AREA.replace("hand", "a1"), "two cells or areas are called a1"),
        (GRID + SIDES + AREA + 'seat = "third"', "the area hand lies with 'third'"),
        (GRID + SIDES + PIECE.replace("stone", "a stone", 1), "a piece has the id 'a stone'"),
        (GRID + SIDES + PIECE + 'shape = "ball"', "the piece stone has the shape 'ball'; it is one of disc"),
        (GRID + SIDES + PIECE + 'colour = "url(x)"', "the piece stone has the colour 'url(x)'; it is one of red"),
        (GRID + SIDES + PIECE + 'sign = "longer"', "the sign of the piece stone is a text of at most 4 letters"),
        (GRID + SIDES + PIECE + 'shape = "path"', "the piece stone has a path and the shape path, or neither"),
        (GRID + SIDES + PIECE + 'shape = "path"\npath = "M0 0\\" onload="', "the path of the piece stone may have"),
        (GRID + SIDES + '[[piece]]\nid = "stone"\nen = "a stone"', "the piece stone has no name in de"),
        ('[[cell]]\nid = "a"\nx = "left"\ny = 0\n' + SIDES, "x of the cell a is a number from -100 to 100, not 'left'"),
        ("[cell]\nx = 1\n" + SIDES, "every cell has its own [[cell]]"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(boards.BadBoard) as found:
        boards.read(text)
    assert sentence in str(found.value)
    assert "\n" not in str(found.value)
