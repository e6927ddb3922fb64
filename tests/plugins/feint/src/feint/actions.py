"""What a captain can do and what chance can deal, as they are written: raid guard 30, wait, hold, flee, deal levy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from feint.cards import DECK, STRENGTH
from triarii.core.contract import Refusal

RAID = re.compile(r"raid (\w+) ([1-9]\d{0,3})", re.ASCII)


@dataclass(frozen=True)
class Raid:
    """A card is led face down; nobody need believe the claim."""

    card: str
    claim: int

    @property
    def honest(self) -> bool:
        return STRENGTH[self.card] >= self.claim


@dataclass(frozen=True)
class Deal:
    """A chance outcome."""

    card: str


class Word(Enum):
    """Actions of one word."""

    WAIT = "wait"
    HOLD = "hold"
    FLEE = "flee"


Action = Raid | Deal | Word


def write(action: Action, *, card: str = "") -> str:
    """The text of an action; `card` is written in place of the real one."""
    match action:
        case Raid():
            return f"raid {card or action.card} {action.claim}"
        case Deal():
            return f"deal {card or action.card}"
        case Word():
            return action.value


def read(text: str) -> Action | Refusal:
    """Only the form is looked at: whether the action is allowed, a position says."""
    if text in {word.value for word in Word}:
        return Word(text)
    raid = RAID.fullmatch(text)
    if raid is not None and raid[1] in DECK:
        return Raid(raid[1], int(raid[2]))
    word, _, card = text.partition(" ")
    if word == "deal" and card in DECK:
        return Deal(card)
    return Refusal("action.form", "feint.turn", {"text": text[:40]})
