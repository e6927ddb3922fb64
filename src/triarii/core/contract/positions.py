"""A state of a game: what may be done in it, what each eye may know of it, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from triarii.core.contract.choices import Choice, Span
from triarii.core.contract.refusals import Refusal
from triarii.core.contract.seats import Eye, Turn
from triarii.core.contract.values import Options

A = TypeVar("A")


@dataclass(frozen=True)
class View:
    """What one eye may know: plain data that goes over a wire as JSON, built by adding what is allowed."""

    eye: Eye
    turn: Turn
    text: str
    """The open state, and what this eye alone may know, as the game writes it; with nothing hidden, the position's."""
    options: Options
    facts: Mapping[str, object] = field(default_factory=dict)
    """More about the state, JSON-able, for displays."""

    def as_json(self) -> dict[str, object]:
        return {
            "eye": self.eye.name.lower(),
            "turn": self.turn.name.lower(),
            "text": self.text,
            "options": dict(self.options),
            "facts": dict(self.facts),
        }


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Turn | None
    """None: a draw."""
    rule: str
    """The rule that ended it."""


class Position(Protocol[A]):
    """Immutable and hashable. `==` compares all that decides the future; `key` leaves out history (for tables)."""

    @property
    def turn(self) -> Turn: ...
    @property
    def key(self) -> int: ...
    def actions(self) -> Sequence[A]:
        """Complete if GameInfo says so; pinned order; empty when nobody acts."""
        ...

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | A | Refusal:
        """The next words after `prefix`, or the action that it spells, or why it leads nowhere."""
        ...

    def check(self, action: A) -> Refusal | None:
        """Why an action is not allowed; where no seat acts, nothing is, not even a listed outcome of chance."""
        ...

    def play(self, action: A) -> Self:
        """Only after `check`, or for a chance outcome that is listed; fast, without events."""
        ...

    def chances(self) -> Sequence[tuple[A, Fraction]]:
        """When the turn is CHANCE: the outcomes in pinned order; their probabilities add up to one."""
        ...

    def view(self, eye: Eye) -> View: ...
    def result(self) -> Result | None: ...
    def text(self) -> str: ...


AnyPosition: TypeAlias = Position[Any]
