"""Squares by name: columns a to j, rows 1 to 10, the first player at row 1."""

from collections.abc import Iterable, Iterator

from triarii.games.cities import rules

COLUMNS = "abcdefghij"
SIZE = 10
WIDTH = 11
NUMBERS = {f"{letter}{row + 1}": row * WIDTH + column for row in range(SIZE) for column, letter in enumerate(COLUMNS)}
"""Bit numbers by name, in the pinned order of the board: a1, b1, … j10."""
NAMES = {number: name for name, number in NUMBERS.items()}
BOARD = sum(1 << number for number in NAMES)
LINES = {1: "row", 11: "column", 10: "diagonal", 12: "diagonal"}
"""The four line directions as distances between neighbouring squares."""


def turned(name: str) -> str:
    """The square across the middle of the board."""
    number = NUMBERS[name]
    return NAMES[(SIZE - 1 - number // WIDTH) * WIDTH + SIZE - 1 - number % WIDTH]


def board_of(names: Iterable[str]) -> int:
    return sum(1 << NUMBERS[name] for name in set(names))


def numbers_in(board: int) -> Iterator[int]:
    """Bit numbers of a board's squares, in order."""
    while board:
        piece = board & -board
        board ^= piece
        yield piece.bit_length() - 1


def names_in(board: int) -> list[str]:
    return [NAMES[number] for number in numbers_in(board)]


def distance(start: int, goal: int) -> int:
    """King steps between two squares on an empty board."""
    return max(abs(start // WIDTH - goal // WIDTH), abs(start % WIDTH - goal % WIDTH))


def shortest_path(start: int, goal: int, empty: int) -> list[str]:
    """The squares that a piece passes on a shortest way, both ends included; the straightest-looking of equal ones."""
    floods = [1 << start]
    while not floods[-1] >> goal & 1:
        wider = floods[-1] | rules.reach(floods[-1], empty, 1)
        if wider == floods[-1]:
            return []
        floods.append(wider)
    path = [goal]
    for flood in reversed(floods[:-1]):
        before = numbers_in(rules.reach(1 << path[-1], flood, 1))
        path.append(min(before, key=lambda number: (_bend(number, start, goal), number)))
    return [NAMES[number] for number in reversed(path)]


def _bend(square: int, start: int, goal: int) -> int:
    """How far a step strays from the straight line between both ends: a picture of the move should look natural."""
    row, column = divmod(square, WIDTH)
    first_row, first_column = divmod(start, WIDTH)
    last_row, last_column = divmod(goal, WIDTH)
    return abs((last_row - first_row) * (column - first_column) - (last_column - first_column) * (row - first_row))
