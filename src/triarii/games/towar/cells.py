"""Cells by name: columns a to c, rows 1 to 4, the first player's back row is row 1, the second's row 4."""

from triarii.core.contract import Turn
from triarii.games.towar import rules
from triarii.games.towar.cards import BOX

LETTERS = "abc"
COLUMNS: int = BOX["field"]["columns"]
ROWS: int = BOX["field"]["rows"]
NAMES = tuple(f"{letter}{row}" for row in range(1, ROWS + 1) for letter in LETTERS)
NUMBERS = {name: number for number, name in enumerate(NAMES)}
HALF = len(NAMES) // 2
FRONT_MIDDLE = {Turn.FIRST: NUMBERS["b2"], Turn.SECOND: NUMBERS["b3"]}
DIRECTIONS = "flr"
"""Forward, left, right, as the moving player sees them."""


def own_half(seat: Turn) -> range:
    """The six cells nearest to a player, in order."""
    return range(HALF) if seat is Turn.FIRST else range(HALF, 2 * HALF)


def entry(seat: Turn, letter: str) -> int:
    """The cell of a player's back row in a column."""
    return LETTERS.index(letter) + (0 if seat is Turn.FIRST else 2 * HALF - COLUMNS)


def row_word(cell: int, seat: Turn) -> str:
    """Which row a cell lies in, for a player: back, front, enemy_front or enemy_back."""
    row = cell // COLUMNS if seat is Turn.FIRST else ROWS - 1 - cell // COLUMNS
    return ("back", "front", "enemy_front", "enemy_back")[row]


def placed(field: int) -> list[tuple[int, int]]:
    """(cell, code) of every card on the field."""
    return [(cell, unit) for cell in range(len(NAMES)) if (unit := rules.unit_on(field, cell))]
