"""What can happen in Wager, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

CARDS = range(1, 13)
FACES = range(1, 7)
UNSEEN = 0
"""A card that an eye may not know."""


@dataclass(frozen=True)
class Deal:
    """Chance gives a card."""

    card: int


@dataclass(frozen=True)
class Roll:
    """Chance rolls the die."""

    face: int


@dataclass(frozen=True)
class Play:
    """A player lays a card: the leader face down, the other one openly."""

    card: int


Action: TypeAlias = Deal | Roll | Play
WORDS: dict[str, tuple[type[Deal] | type[Roll] | type[Play], range]] = {
    "deal": (Deal, CARDS),
    "roll": (Roll, FACES),
    "play": (Play, CARDS),
}


def write(action: Action) -> str:
    match action:
        case Deal(card):
            return f"deal {sign(card)}"
        case Roll(face):
            return f"roll {face}"
        case Play(card):
            return f"play {sign(card)}"


def read(text: str) -> Action | None:
    word, _, number = text.partition(" ")
    if word not in WORDS:
        return None
    kind, numbers = WORDS[word]
    return next((kind(each) for each in numbers if str(each) == number), None)


def sign(card: int) -> str:
    return "?" if card == UNSEEN else str(card)
