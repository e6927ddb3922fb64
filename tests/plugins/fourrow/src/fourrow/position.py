"""A position of four in a row: what lies in each column, and who drops the next disc."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from triarii.core.contract import Choice, Eye, Refusal, Result, Span, Turn, View
from triarii.core.texts import Message

LETTERS = "abcdefg"
ROWS = 6
DISCS = "ry"
"""The discs of the first and the second seat."""


@dataclass(frozen=True)
class Position:
    """Immutable; whose turn it is follows from the number of discs."""

    wins: int
    """So many in a row win."""
    columns: tuple[str, ...] = ("",) * len(LETTERS)
    """The discs of each column, the lowest first."""

    @property
    def side(self) -> Turn:
        return Turn(sum(map(len, self.columns)) % 2)

    @property
    def turn(self) -> Turn:
        return self.side if self.result() is None else Turn.OVER

    @property
    def key(self) -> int:
        return int.from_bytes(self.text().encode(), "big")

    # What can be done

    def actions(self) -> list[str]:
        if self.turn is Turn.OVER:
            return []
        return [letter for letter, discs in zip(LETTERS, self.columns, strict=True) if len(discs) < ROWS]

    def chances(self) -> list[tuple[str, Fraction]]:
        return []

    def check(self, action: str) -> Refusal | None:
        if self.turn is Turn.OVER:
            return Refusal("over", "fourrow.row")
        return None if action in self.actions() else Refusal("full", "fourrow.drop", {"column": action[:20]})

    def play(self, action: str) -> Position:
        at = LETTERS.index(action)
        dropped = self.columns[at] + DISCS[self.side]
        return replace(self, columns=(*self.columns[:at], dropped, *self.columns[at + 1 :]))

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | str | Refusal:
        """The only word is the column; a click anywhere in it will do; where the disc lands is marked."""
        if self.turn is Turn.OVER:
            return Refusal("over", "fourrow.row")
        if not prefix:
            return [self._choice(letter) for letter in self.actions()]
        action = " ".join(prefix)
        return self.check(action) or action

    def _choice(self, letter: str) -> Choice:
        lowest = len(self.columns[LETTERS.index(letter)]) + 1
        cells = [f"{letter}{row}" for row in range(1, ROWS + 1)]
        landing = f"{letter}{lowest}"
        return Choice(letter, Message("choice.column", {"column": letter}), landing, also=cells)

    # What can be seen

    def view(self, eye: Eye) -> View:
        return View(eye, self.turn, self.text(), {"row": self.wins})

    def result(self) -> Result | None:
        for seat in (Turn.FIRST, Turn.SECOND):
            if self._has_row(DISCS[seat]):
                return Result(seat, "fourrow.row")
        return Result(None, "fourrow.full") if all(len(discs) == ROWS for discs in self.columns) else None

    def text(self) -> str:
        return "/".join(self.columns)

    def _has_row(self, disc: str) -> bool:
        mine = {(at, row) for at, discs in enumerate(self.columns) for row, lies in enumerate(discs) if lies == disc}
        ways = ((0, 1), (1, 0), (1, 1), (1, -1))
        return any(
            all((at + step * right, row + step * up) in mine for step in range(self.wins))
            for at, row in mine
            for right, up in ways
        )
