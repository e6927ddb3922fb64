"""A position in words and letters, for the terminal, screen readers and golden playthroughs."""

from __future__ import annotations

from triarii.core.contract import Turn
from triarii.core.texts import Message
from triarii.games.cities.position import Position
from triarii.games.cities.squares import COLUMNS, SIZE, WIDTH, names_in
from triarii.games.cities.story import SEATS


def sentences(position: Position) -> list[Message]:
    """Who stands where, who owns what, who is to move: whole sentences."""
    first, second, heroes, first_cities, second_cities = position.absolute()
    told: list[Message] = []
    for seat, pieces, cities in (("first", first, first_cities), ("second", second, second_cities)):
        for kind, board in (("fighters", pieces & ~heroes), ("heroes", pieces & heroes)):
            if board:
                told.append(Message(f"say.{kind}", {"seat": seat, "squares": names_in(board)}))
        if not pieces:
            told.append(Message("say.no_pieces", {"seat": seat}))
        if cities:
            told.append(Message("say.cities", {"seat": seat, "squares": names_in(cities)}))
        else:
            told.append(Message("say.no_cities", {"seat": seat}))
    if position.turn in SEATS:
        told.append(Message("say.to_move", {"seat": SEATS[position.turn]}))
        if position.claimable:
            told.append(Message("say.claimable"))
    elif position.turn is Turn.CHANCE:
        told.append(Message("say.lots"))
    return told


def drawing(position: Position) -> str:
    """The board with letters: F and H are the first player's, f and h the second's; + and - are empty cities of each;
    a piece in brackets stands in a city, which is then its own."""
    first, second, heroes, first_cities, second_cities = position.absolute()
    edge = "    " + "  ".join(COLUMNS)
    lines = [edge]
    for row in reversed(range(SIZE)):
        cells = []
        for column in range(SIZE):
            square = 1 << (row * WIDTH + column)
            letter = "H" if heroes & square else "F"
            if second & square:
                letter = letter.lower()
            city = "+" if first_cities & square else ("-" if second_cities & square else "")
            if not (first | second) & square:
                cells.append(f" {city or '.'} ")
            else:
                cells.append(f"[{letter}]" if city else f" {letter} ")
        lines.append(f"{row + 1:>2} " + "".join(cells) + f" {row + 1}")
    lines.append(edge)
    return "\n".join(line.rstrip() for line in lines)
