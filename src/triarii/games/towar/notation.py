"""A position as one line of text, and what an eye may read of it.

    west-north rta/bka/SQK/CFC 1 F K2S3Q2F2C2-B2K2R2T3A2 0-0
    armies     rows 4 to 1     | | |                     cards in hand, first-second
                               | | reserves, first-second
                               | the card face up, - if none
                               whose turn it is or will be; ? while armies are chosen or lots drawn

Letters are those of units.toml, capital for the first player, small for the second, `.` an empty cell; a number counts
cards of a type. Two optional parts may follow: `broken` after a breakthrough, and `@1a2b3c4d`, which names rulings
other than the usual ones. For an eye that may not see a hand, the hand is only counted (`*3`), and the reserve beside
it, marked by a star too, holds the cards of both (`*K2S3`). An army chosen in secret is
`*west-?`, for an eye that may not see it `*-?`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triarii.core.contract import SEATS, Eye, View
from triarii.games.towar import codes, rules
from triarii.games.towar.cells import COLUMNS, ROWS
from triarii.games.towar.facts import facts_of

if TYPE_CHECKING:
    from triarii.games.towar.position import Position

SEAT_HALF = 0xFFFFFFFF


def text_of(position: Position) -> str:
    """The exact text: reading it under the same options gives an equal position."""
    return _line(position, (True, True), sealed=position.sealed)


def view_of(position: Position, eye: Eye) -> View:
    """What one eye may know, built by adding: field, face-up card, every multiset that is open, the own hand."""
    held = [rules.cards_of(position.hands, seat) for seat in SEATS]
    known = (eye == Eye.FIRST or not held[0], eye == Eye.SECOND or not held[1])
    sealed = position.sealed if eye == Eye.FIRST else ""
    line = _line(position, known, sealed=sealed)
    return View(eye, position.turn, line, position.setting.options, facts_of(position, known, sealed))


def _line(position: Position, known: tuple[bool, bool], *, sealed: str) -> str:
    letters = position.setting.table.letters(position.armies)
    cells = "".join([letters[rules.unit_on(position.field, cell)] for cell in range(codes.CELLS)])
    rows = "/".join([cells[start : start + COLUMNS] for start in range((ROWS - 1) * COLUMNS, -1, -COLUMNS)])
    side = str(position.side + 1) if position.under_way else "?"
    card = letter(position, position.card) if position.card else "-"
    reserves, hands = [], []
    for seat in SEATS:
        held = position.hands >> 32 * seat & SEAT_HALF
        rest = position.reserve >> 32 * seat & SEAT_HALF
        if known[seat]:
            reserves.append(_cards(letters, seat, rest))
            hands.append(_cards(letters, seat, held))
        else:
            reserves.append("*" + _cards(letters, seat, rest + held))
            hands.append(f"*{rules.cards_in(held)}")
    armies = f"*{sealed}-?" if position.sealed else "-".join(army or "?" for army in position.armies)
    parts = [armies, rows, side, card, "-".join(reserves), "-".join(hands)]
    if position.broken_through:
        parts.append("broken")
    if position.setting.digest:
        parts.append("@" + position.setting.digest)
    return " ".join(parts)


def letter(position: Position, code: int) -> str:
    """The letter of a card: capital for the first player, small for the second."""
    return position.setting.table.letters(position.armies)[code]


def _cards(letters: str, seat: int, cards: int) -> str:
    """The cards of a seat by type; `cards` is that seat's half of a word."""
    if not cards:
        return "0"
    first = seat * codes.SIDE
    return "".join(
        [f"{letters[first + code]}{number}" for code in range(1, codes.SIDE) if (number := cards >> 4 * code & 15)]
    )
