"""Who chooses actions, how long it may think, and what it says of its choice."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from triarii.core.contract.games import AnyGame
from triarii.core.contract.positions import View
from triarii.core.texts import Message

A = TypeVar("A")


@dataclass(frozen=True)
class Budget:
    """How much a player may think. Nodes make it repeatable; milliseconds are kept with a margin."""

    nodes: int | None = None
    milliseconds: int | None = None


@dataclass(frozen=True)
class Prospect:
    """How a game may end for the chooser."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    error: float | None = None
    """Standard error of the expected score; None: the numbers are exact."""

    @property
    def score(self) -> Fraction:
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Decision(Generic[A]):
    """What a player chose, and what it thinks of it."""

    action: A
    score: Fraction | float | None = None
    """Expected score for the chooser, 0 to 1."""
    line: Sequence[A] = ()
    """What it expects to follow."""
    nodes: int = 0
    prospect: Prospect | None = None
    why: Sequence[Message] = ()
    """What it has in mind, in sentences; the game's own texts know them."""
    drawn: Sequence[Mapping[str, object]] = ()
    """The same as shapes for whoever draws the board; what they are, the game's board knows."""


class Player(Protocol):
    """Sees a view and can imagine positions that fit it; never the position itself: honest by type."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]: ...


@runtime_checkable
class Specialist(Protocol):
    """A player made for certain games; one without this plays any."""

    @property
    def games(self) -> Container[str]:
        """The ids of the games that it plays."""
        ...


@runtime_checkable
class Titled(Protocol):
    """A player with a name for people; one without is called as the registry knows it."""

    @property
    def title(self) -> Mapping[str, str]:
        """In each language."""
        ...


@runtime_checkable
class Analyst(Protocol):
    """A player that can compare several ways to go on, best first."""

    def analyse(
        self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int
    ) -> Sequence[Decision[Any]]: ...
