"""The cards, what one may claim with them, and what the captains settled before the first one was dealt."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

from triarii.core.contract import Options, Span

_DECK = tomllib.loads(resources.files("feint").joinpath("cards.toml").read_text(encoding="utf-8"))["card"]
STRENGTH: dict[str, int] = {card["name"]: card["strength"] for card in _DECK}
DECK: Counter[str] = Counter({card["name"]: card["count"] for card in _DECK})
UNSEEN = "?"
"""Stands for a card in texts for an eye that may not know it."""
CLAIMS = Span(5, 100, 5, "points")
USUAL_CLAIMS = (10, 25, 50)
"""What is listed; every other number of the span may be claimed as well."""
FLED_SHARE = 5

Hand = tuple[str, ...]


def in_order(cards: Iterable[str]) -> Hand:
    """A hand has no order of its own: equal hands must be written alike."""
    return tuple(sorted(cards))


@dataclass(frozen=True)
class Table:
    """What stays the same during a game: one object beside all its positions."""

    goal: int
    hand: int

    @classmethod
    def of(cls, options: Options) -> Table:
        """From options that are complete and legal."""
        return cls(goal=int(str(options["goal"])), hand=int(str(options["hand"])))

    @property
    def options(self) -> dict[str, object]:
        return {"goal": self.goal, "hand": self.hand}
