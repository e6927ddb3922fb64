"""A sum with the rule behind each of its numbers: command points, costs of orders, loss points of an army."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from triarii.games.adlg.data.keeping import kept


@dataclass(frozen=True)
class Item:
    """One number and its rule."""

    value: int
    rule: str
    count: int = 1
    """How often it is there; `value` is the number of all of them together."""


@dataclass(frozen=True)
class Bill:
    """Items that add up."""

    items: tuple[Item, ...]

    @kept
    def total(self) -> int:
        return sum(item.value for item in self.items)


def bill(items: Iterable[tuple[bool, int, str]]) -> Bill:
    """The items whose condition holds."""
    return Bill(tuple(Item(value, rule) for holds, value, rule in items if holds))
