"""Who is who to whoever reads: what players call themselves, which of them are programs, and whether one is the reader.

A message says `{seat|who}` and `{seat:moves/move}`; by the cast that becomes "You move", "Ada moves", "The computer
moves" or, where nobody has a name, "Blue moves". So a record reads the same to everybody, and a player is spoken to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

PAIRS = 2


class Case(StrEnum):
    """How a sentence asks for somebody. The values are what stands behind the bar in a message; with a capital letter
    they begin a sentence inside of a text."""

    WHO = "who"
    WHOM = "whom"
    TO_WHOM = "to_whom"
    """The dative of German: "von dir", "bei Ada". In English the same as `whom`."""
    WHOSE = "whose"
    """Before a noun: "your camp", "Ada's camp". In English only: in German the possessive hangs on the noun, so a
    message says "das Lager von {seat|to_whom}"."""


CASES = frozenset(str(case) for case in Case)
YOU, COMPUTER = "you", "computer"


@dataclass(frozen=True)
class Cast:
    """The players of a game as one reader knows them, by the names of their seats."""

    you: str = ""
    """The seat of the reader; empty for whoever watches, and for two people at one screen."""
    names: tuple[tuple[str, str], ...] = ()
    """Seat and name, of those who chose one."""
    computers: frozenset[str] = frozenset()
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict, compare=False)
    """What pieces are called instead of the ids by which orders are written, in each language; empty for whoever
    writes orders. It follows from the position that is told, so two casts are alike without it. Seats may stand among
    them, where sides have names of their own."""

    def piece(self, name: str, lang: str) -> str:
        """What a piece is called, or several whose ids are joined as orders join them; empty for anything else."""
        known = self.called.get(name)
        if known is not None:
            return known[lang]
        parts = name.split("+") if "+" in name else name.split("/")
        if len(parts) > 1 and all(part in self.called for part in parts):
            return ", ".join(self.called[part][lang] for part in parts)
        return ""

    def role(self, seat: str) -> str:
        """The reader, a computer, or just this seat."""
        if seat == self.you:
            return YOU
        return COMPUTER if seat in self.computers and len(self.computers) < PAIRS else seat

    def side(self, seat: str, lang: str) -> str:
        """What the side of somebody is called in this position, if that says more than its colour; empty for the reader
        and for a computer, whom one speaks of as such."""
        return self.called[seat][lang] if self.role(seat) == seat and seat in self.called else ""

    def name(self, seat: str) -> str:
        """What somebody is called; empty for the reader, for those without a name, and for two of the same name, which
        would tell nobody who is meant."""
        chosen = dict(self.names)
        alike = [name.casefold() for name in chosen.values()]
        found = "" if seat == self.you else chosen.get(seat, "")
        return "" if alike.count(found.casefold()) > 1 else found


EVERYBODY = Cast()
"""Nobody is named and nobody is spoken to, as in records and golden playthroughs."""
