"""What stands on the board of Cities & Heroes, as a display needs it: plain data read from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from triarii.core.contract import SEATS, AnyGame, Turn, View
from triarii.games.cities.squares import COLUMNS, NAMES, SIZE, names_in

SQUARES = frozenset(NAMES.values())


@dataclass(frozen=True)
class Square:
    """One square and what is on it."""

    piece: str = ""
    """`fighter`, `hero` or nothing."""
    owner: Turn | None = None
    city: Turn | None = None
    """Who owns the city here."""


@dataclass(frozen=True)
class Holding:
    """What one side has."""

    fighters: int
    heroes: int
    cities: int


@dataclass(frozen=True)
class Scene:
    """A board seen from nowhere in particular."""

    columns: Sequence[str]
    rows: int
    squares: Mapping[str, Square]
    holdings: Mapping[Turn, Holding]
    stall: int
    """Turns without capture and promotion."""
    stall_limit: int
    """How many of them end the game; 0: any number may follow."""


@dataclass(frozen=True)
class Target:
    """A square that the chosen piece can go to, and what that would do."""

    captures: int = 0
    losses: int = 0


@dataclass(frozen=True)
class Marks:
    """What is shown upon the pieces."""

    last: frozenset[str] = frozenset()
    """Where the last move began and ended."""
    chosen: str = ""
    targets: Mapping[str, Target] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    """Pieces that the aimed move would take off the board, of either side."""
    path: tuple[str, ...] = ()
    hint: frozenset[str] = frozenset()


def scene_of(game: AnyGame, view: View) -> Scene:
    """The board of Cities & Heroes; nothing is hidden in this game."""
    position = game.imagine(view, Random(0))
    first, second, heroes, *cities = position.absolute()
    pieces = (first, second)
    squares: dict[str, Square] = {}
    for number, name in NAMES.items():
        owner = next((seat for seat in SEATS if pieces[seat] >> number & 1), None)
        city = next((seat for seat in SEATS if cities[seat] >> number & 1), None)
        kind = ("hero" if heroes >> number & 1 else "fighter") if owner is not None else ""
        squares[name] = Square(kind, owner, city)
    holdings = {
        seat: Holding(
            len(names_in(pieces[seat] & ~heroes)), len(names_in(pieces[seat] & heroes)), len(names_in(cities[seat]))
        )
        for seat in SEATS
    }
    return Scene(COLUMNS, SIZE, squares, holdings, position.stall, position.setting.rulings.stall_plies)


def squares_in(text: str) -> list[str]:
    """The squares that the text of a move names; a text that names none leaves no mark."""
    found: list[str] = []
    while text:
        name = next((text[:length] for length in (3, 2) if text[:length] in SQUARES), None)
        if name is None:
            break
        found.append(name)
        text = text[len(name) :]
    return found
