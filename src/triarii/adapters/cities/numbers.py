"""What the numbers of actions and the planes of observations mean in Cities & Heroes: the table of docs/environments.md
as names.

All is seen by the seat that acts or looks: its own side is below, so the second seat turns the board by 180 degrees.
Squares are counted from its a1, row by row; a move is its square and how far it goes up and to the right.
"""

from triarii.games.cities.squares import SIZE, WIDTH

SQUARES = SIZE * SIZE
FARTHEST = 3
"""King steps of a move, at most."""
SPAN = 2 * FARTHEST + 1
WAYS = SPAN * SPAN
"""Numbers for each square: from three rows down and three columns left on; the middle one is stay-and-promote."""
MOVES = SQUARES * WAYS
PASS = MOVES
CLAIM = MOVES + 1
ACTIONS = MOVES + 2

OWN_FIGHTERS, OWN_HEROES, THEIR_FIGHTERS, THEIR_HEROES, OWN_CITIES, THEIR_CITIES = range(6)
PIECES = 6
"""Planes of ones and zeros."""
STALL = 6
"""Everywhere the turns since the last capture or promotion, at most 255."""
SEEN = 7
"""Everywhere how often this placement has been there, now included, at most 255; 0 where no rule asks for it."""
ACTING = 8
"""Everywhere 1 if the seat that looks is to act."""
PLANES = 9
OBSERVATION = PLANES * SQUARES

SQUARE_OF_BIT = tuple(row * SIZE + column if column < SIZE else -1 for row in range(SIZE) for column in range(WIDTH))
BIT_OF_SQUARE = tuple(row * WIDTH + column for row in range(SIZE) for column in range(SIZE))
REACH = FARTHEST * (WIDTH + 1)
"""The largest difference between the bits of both ends of a move."""


def _way(difference: int) -> int:
    """The number of a way by the difference of bits; -1 where no move has it."""
    row, column = divmod(difference + FARTHEST, WIDTH)
    return (row + FARTHEST) * SPAN + column if column < SPAN and abs(row) <= FARTHEST else -1


WAY_OF_DIFFERENCE = tuple(_way(difference) for difference in range(-REACH, REACH + 1))
DIFFERENCE_OF_WAY = tuple((way // SPAN - FARTHEST) * WIDTH + way % SPAN - FARTHEST for way in range(WAYS))
