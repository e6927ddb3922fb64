"""Characters of the general: how bold he is in what a corps is sent to do and in what he fears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Character:
    """What makes one general differ from another who sees the same."""

    name: str
    attacks_from: float
    """What each unit of a corps must at least hope for in its fights for the corps to attack, in loss points."""
    leaves_height: float
    """What each must hope for to come down from a height."""
    drives: Mapping[str, float]
    """How much of the usual drive the units of a corps have by what it is there for."""
    fear: float = 1.0
    """How much the enemy's charges count, beside the usual."""


EVEN = Character("", -0.35, 0.6, {"attack": 1.0, "hold": 0.3, "refuse": 0.5})
BOLD = Character("bold", -1.0, 0.3, {"attack": 1.25, "hold": 0.6, "refuse": 0.8}, fear=0.75)
CAUTIOUS = Character("cautious", 0.05, 1.0, {"attack": 0.85, "hold": 0.15, "refuse": 0.25}, fear=1.25)
CHARACTERS: Mapping[str, Character] = {each.name: each for each in (EVEN, BOLD, CAUTIOUS)}
