"""The ledger of a combat: every number of a total with the rule behind it, and what was taken away by which rule."""

from __future__ import annotations

from dataclasses import dataclass, field

from triarii.games.adlg.combat.combatants import Side


@dataclass(frozen=True)
class Entry:
    """One number of a side's total."""

    side: Side
    value: int
    rule: str
    of: str = ""
    """The troop of a supporter whose number this is."""


@dataclass(frozen=True)
class Voided:
    """Something that a side has, and that does not count here."""

    side: Side
    what: str
    """The rule that would have given it."""
    by: str
    """The rule that takes it away."""


@dataclass
class Ledger:
    """What both sides add up; nothing gets into a total but by an entry."""

    entries: list[Entry] = field(default_factory=list)
    voided: list[Voided] = field(default_factory=list)

    def add(self, side: Side, value: int, rule: str, of: str = "") -> None:
        self.entries.append(Entry(side, value, rule, of))

    def void(self, side: Side, what: str, by: str) -> None:
        self.voided.append(Voided(side, what, by))

    def total(self, side: Side) -> int:
        return sum(entry.value for entry in self.entries if entry.side == side)

    @property
    def totals(self) -> dict[Side, int]:
        return {"a": self.total("a"), "b": self.total("b")}
