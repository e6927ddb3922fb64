"""What a game may offer outside of any position: contents that it ships, tables and questions of its own, opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from triarii.core.contract.refusals import Refusal


@runtime_checkable
class Stocked(Protocol):
    """Capability `contents`: what the game ships for options that take a content, such as a layout."""

    def contents(self, option: str) -> Mapping[str, object]:
        """Under `contents` whole contents by name, beside it whatever displays of the game show of them; as JSON."""
        ...


@dataclass(frozen=True)
class Query:
    """A question to a game, as somebody sent it."""

    lang: str
    document: object = None
    """JSON, as it came; nothing is known of it. None for a table."""
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Settings by name, as the address has them: `?set=KEY=VALUE&profile=sheet`."""
    item: str = ""
    """What stands behind the name in the address, such as one army of all; empty: nothing."""

    def word(self, name: str, otherwise: str = "") -> str:
        """The last value of a setting."""
        return (self.words.get(name) or (otherwise,))[-1]


@dataclass(frozen=True)
class Question:
    """What can be asked of a game. A server works it out in a process of its own, with limits."""

    answer: Callable[[Query], Mapping[str, object] | Refusal]
    """JSON, or why there is no answer."""
    most_bytes: int = 131_072
    """Of a document."""
    of_items: bool = False
    """Whether a table can be asked for one item."""


@runtime_checkable
class Consulted(Protocol):
    """Capability `questions`: what can be asked of the game outside of play, for pages of its own and for programs.

    A server answers them under `/api/games/{game}/{name}`; names are words, and may be parted by slashes.
    """

    def tables(self) -> Mapping[str, Question]:
        """By name: what is read, without a document. It depends on the query alone: servers keep answers."""
        ...

    def questions(self) -> Mapping[str, Question]:
        """By name: what is asked about a document."""
        ...


@dataclass(frozen=True)
class Level:
    """An opponent whom a game offers to people."""

    id: str
    title: Mapping[str, str]
    """In each language."""
    player: str = ""
    """The player behind it, as the registry takes it, such as `tree:nodes=200`; empty: one that is called like it."""
    timed: bool = False
    """Whether the player also takes `ms`, the milliseconds of a turn, where a clock makes it hurry."""
    rating: int | None = None
    """At which its rating begins, where games between levels were counted; None: nothing is known of it."""

    @property
    def word(self) -> str:
        return self.player or self.id

    def within(self, milliseconds: int) -> str:
        """The player with so much time for a turn, if it can be told."""
        if not self.timed:
            return self.word
        return f"{self.word}{',' if ':' in self.word else ':'}ms={milliseconds}"
