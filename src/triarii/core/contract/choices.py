"""How an action is put together word by word: what may follow the words so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triarii.core.texts import Message, decimal


@dataclass(frozen=True)
class Choice:
    """One next word of an action being put together; `text` is appended to the prefix."""

    text: str
    label: Message
    cell: str | None = None
    """Where on the board it can be clicked."""
    also: Sequence[str] = ()
    """Where else a click means the same, as anywhere in a column; displays mark only `cell`."""


@dataclass(frozen=True)
class Span:
    """A number as next word or as value of an option: low to high in steps, both ends included."""

    low: int
    high: int
    step: int = 1
    unit: str = ""
    scale: int = 1
    """A power of ten by which numbers are divided in words: with 1000, the number 2500 is spelled 2.5."""

    def word(self, number: int) -> str:
        """How a number of this span is spelled."""
        return decimal(number, self.scale)

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and not isinstance(number, bool)
            and self.low <= number <= self.high
            and (number - self.low) % self.step == 0
        )
