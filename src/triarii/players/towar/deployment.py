"""Where to lay out a card: where it is worth more than the cards that would otherwise come to lie there."""

from __future__ import annotations

from triarii.games.towar import codes, rules
from triarii.games.towar.cells import NUMBERS
from triarii.games.towar.position import Position
from triarii.players.towar.search import Search


def placements(position: Position, search: Search) -> list[tuple[str, int]]:
    """The open cells, best first, with the points that the card is worth there more than the rest of the reserve would
    be on average. Later cards are as likely on every cell, so this is what the card adds to the whole set-up."""
    found = [(cell, _gain(position, search, NUMBERS[cell])) for cell in position.actions()]
    return sorted(found, key=lambda pair: -pair[1])


def _gain(position: Position, search: Search, cell: int) -> int:
    """Points for the player who lays out the card there."""
    seat = position.side
    rest = rules.cards_of(position.reserve, seat)
    total = 0
    for code in range(seat * codes.SIDE + 1, seat * codes.SIDE + 1 + codes.TYPES):
        number = rules.number_of(position.reserve, code)
        if number:
            total += number * _points(position, search, cell, code)
    return _points(position, search, cell, position.card) - (total // rest if rest else 0)


def _points(position: Position, search: Search, cell: int, code: int) -> int:
    points = search.points(rules.put(position.field, cell, code), 0, position.side.other, codes.TO_PLAY)
    return -points if position.side else points
