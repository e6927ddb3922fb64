"""The stable numbers of a game: what each action is called by programs that learn, and what a seat sees as numbers.

A moment is a position, and in games whose actions are spelled word by word how far the present one is spelled.
docs/environments.md has the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from triarii.core import registry
from triarii.core.contract import AnyGame, Eye, Refusal, Turn
from triarii.core.errors import insist


@dataclass(slots=True)
class Moment:
    """Where a game stands, for whoever acts by numbers. Nobody changes one; it is not frozen because one is made at
    every step, and those take three times as long to make."""

    position: Any
    """Of the game, as the encoding knows it."""
    spelled: Any = None
    """What the encoding keeps of an action whose words are not all chosen; None: none is."""

    @property
    def turn(self) -> Turn:
        turn: Turn = self.position.turn
        return turn

    def __deepcopy__(self, memo: object) -> Moment:
        """Nothing in it ever changes, so a copy would be the same; OpenSpiel makes many."""
        return self


class Alone(Protocol):
    """A game that goes on in compiled code from some position on, and writes what is seen and allowed into arrays that
    it was given."""

    @property
    def turn(self) -> int:
        """Who is to act, as a number of `Turn`; chance has fallen."""
        ...

    @property
    def value(self) -> int:
        """Once it is over, for the first seat: 1, 0 or -1."""
        ...

    @property
    def position(self) -> Any:
        """Where it stands; while an action is spelled, where it stood before."""
        ...

    def step(self, number: int) -> int:
        """One number; -1, and nothing has changed, if the mask forbids it, else who is to act then. The mask is that of
        the next moment by now."""
        ...

    def look(self, seat: int) -> None:
        """Writes what a seat sees."""
        ...


class Encoding(Protocol):
    """The numbers of one game."""

    @property
    def actions(self) -> int:
        """How many numbers there are; they count from 0."""
        ...

    @property
    def shape(self) -> tuple[int, ...]:
        """Of an observation."""
        ...

    @property
    def kind(self) -> str:
        """Of the numbers of an observation, as NumPy calls it."""
        ...

    @property
    def highest(self) -> float:
        """The largest of them."""
        ...

    def mask(self, moment: Moment) -> bytes | bytearray:
        """A one for each number that the seat to act may choose."""
        ...

    def follow(self, moment: Moment, number: int) -> Moment:
        """What comes of a number that the mask allows."""
        ...

    def observe(self, moment: Moment, eye: Eye) -> bytes | bytearray:
        """What a seat may know, as numbers of the given kind, in one row. A seat that does not act sees the last whole
        position."""
        ...

    def alone(self, position: Any, stream: int, seen: memoryview, mask: memoryview) -> Alone | None:
        """The game from a decision on in compiled code, with chance from a stream (core/streams.py); None where that is
        not to be had. `seen` and `mask` are arrays of zeros for what it writes."""
        ...

    def spell(self, position: Any, action: Any) -> list[int]:
        """The numbers that an action of the game stands for, one after the other."""
        ...

    def word(self, number: int, seat: Turn) -> str:
        """What a number means for a seat, as the game writes it."""
        ...


def encoding_of(game: AnyGame) -> Encoding:
    """The numbers of a game: its own, or else those of the candidates that it lists."""
    if game.info.id == "cities":
        from triarii.adapters.cities.encoding import CITIES

        return CITIES
    if game.info.id == "towar":
        from triarii.adapters.towar.encoding import TOWAR

        return TOWAR
    from triarii.adapters.candidates import Candidates

    return Candidates(game)


def allowed(mask: Sequence[int] | bytes | bytearray) -> list[int]:
    """The numbers that a mask allows, in order."""
    return [number for number, one in enumerate(mask) if one]


def game_of(name: str) -> AnyGame:
    """A game by its id; raises InvalidInput if there is none."""
    found: AnyGame | Refusal = registry.game(name)
    return insist(found)
