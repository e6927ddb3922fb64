"""A described board is drawn with letters, wherever a game brings no drawing of its own."""

from __future__ import annotations

from triarii.core import boards
from triarii.core.contract import Scene, Thing
from triarii.core.lettering import lettered

SIDES = """
[sides]
first = { en = "Red", de = "Rot", colour = "red" }
second = { en = "Blue", de = "Blau", colour = "blue" }
"""
PIECES = """
[[piece]]
id = "stone"
en = "a stone"
de = "ein Stein"
[[piece]]
id = "sheep"
en = "a sheep"
de = "ein Schaf"
[[piece]]
id = "card"
shape = "card"
sign = "?"
en = "a card"
de = "eine Karte"
"""
HAND = '[[area]]\nid = "hand"\nseat = "first"\nen = "Your hand"\nde = "Deine Hand"\n'
GRID = "grid = { columns = 3, rows = 2 }\n"


def test_cells_lie_where_they_are_with_letters_and_numbers_at_the_edges() -> None:
    board = boards.read(GRID + SIDES + PIECES)
    scene = Scene(cells={"a1": [Thing("stone")], "c2": [Thing("stone"), Thing("sheep")]})
    assert lettered(board, scene, "en").splitlines() == [
        "2 · · H",
        "1 S · ·",
        "  a b c",
        "",
        "S = a stone, H = a sheep",
    ]


def test_what_lies_beside_the_board_is_told_in_the_language_that_is_asked_for() -> None:
    board = boards.read(GRID + SIDES + PIECES + HAND)
    scene = Scene(areas={"hand": [Thing("card", text="12"), Thing("card")]})
    assert lettered(board, scene, "de").splitlines()[-3:] == ["Deine Hand: 12 ?", "", "? = eine Karte"]
    scene = Scene(areas={"hand": [Thing("card", text="12")]})
    assert lettered(board, scene, "en").splitlines()[-1] == "Your hand: 12", "a sign that nobody sees needs no words"
    assert "Your hand: ·" in lettered(board, Scene(), "en")


def test_cells_that_take_no_part_are_not_drawn_and_other_names_have_no_edges() -> None:
    board = boards.read(GRID + SIDES + PIECES)
    assert lettered(board, Scene(absent=["a2", "b2", "c2"]), "en").splitlines() == ["1 · · ·", "  a b c"]
    camp = '[[cell]]\nid = "camp"\nx = 4\ny = 0\nen = "the camp"\nde = "das Lager"\n'
    assert lettered(boards.read(GRID + SIDES + PIECES + camp), Scene(), "en").splitlines() == ["· · · ·", "· · ·"]
