"""A position as one line of text.

    10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0
    rows 10 to 1                                  |  |                   turns since the last capture or promotion
                                                  |  cities of the first - of the second player
                                                  who is to move: 1, 2, or ? while lots are drawn

F and H are the first player's fighters and heroes, f and h the second's; a number counts empty squares. Three optional
parts may follow: `~b2c4,b9b7*` the turns since the last capture or promotion (a star: it took a city), `claimed`, and
`@1a2b3c4d`, which names rulings other than the usual ones.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from triarii.core.contract import Turn
from triarii.games.cities.squares import NAMES, SIZE, WIDTH, names_in

if TYPE_CHECKING:
    from triarii.games.cities.position import Position

ROW = (1 << SIZE) - 1


def text_of(position: Position) -> str:
    """The exact text: reading it under the same options gives an equal position."""
    first, second, heroes, first_cities, second_cities = position.absolute()
    rows = "/".join(
        _row(first >> at & ROW, second >> at & ROW, heroes >> at & ROW) for at in range((SIZE - 1) * WIDTH, -1, -WIDTH)
    )
    side = "?" if position.drawing_lots else ("1" if position.side is Turn.FIRST else "2")
    cities = f"{''.join(names_in(first_cities))}-{''.join(names_in(second_cities))}"
    parts = [rows, side, cities, str(position.stall)]
    if position.previous is not None:
        line = [*position.past(), position]
        parts.append("~" + ",".join(_turn(before, after) for before, after in pairwise(line)))
    if position.claimed:
        parts.append("claimed")
    if position.setting.digest:
        parts.append("@" + position.setting.digest)
    return " ".join(parts)


@lru_cache(maxsize=4_096)
def _row(first: int, second: int, heroes: int) -> str:
    """One row of the board. From move to move most rows stay as they are, and many look alike in all games."""
    text = ""
    empty = 0
    for column in range(SIZE):
        square = 1 << column
        letter = "H" if heroes & square else "F"
        if not (first | second) & square:
            empty += 1
            continue
        text += (str(empty) if empty else "") + (letter if first & square else letter.lower())
        empty = 0
    return text + (str(empty) if empty else "")


def _turn(before: Position, after: Position) -> str:
    """The quiet turn that led from one position to the next: a move or a pass."""
    mine, _, _, my_cities, _ = before.placement
    _, moved, _, _, my_cities_after = after.placement
    left, entered = mine & ~moved, moved & ~mine
    if not left:
        return "pass"
    star = "*" if my_cities_after != my_cities else ""
    return f"{NAMES[left.bit_length() - 1]}{NAMES[entered.bit_length() - 1]}{star}"
