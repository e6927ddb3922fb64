"""A card in letters: its name as short as need be, defence and attack, the crown of an elite unit, its arrows."""

from __future__ import annotations

from triarii.cli.terminal.towar.scene import Card
from triarii.cli.terminal.voice import Voice

CROWN = "*"
ARROWS = {"F1": "^", "T1": "<^>", "F2": "^^", "T2": "<^>2"}
"""Where a unit goes: forward or three ways; doubled, or with a 2, it may take a second step."""


def arrows(kind: str, up: bool = True) -> str:
    """The arrows of a card that faces up or down the screen."""
    return ARROWS[kind] if up else ARROWS[kind].replace("^", "v")


def numbers(card: Card) -> str:
    """Defence and attack, with the crown."""
    return f"{card.defence}/{card.attack}{CROWN if card.elite else ''}"


def name(card: Card, voice: Voice, width: int = 99) -> str:
    return shortened(voice.say(f"word.{card.unit}"), width)


def shortened(text: str, width: int) -> str:
    """Of a double name the first part becomes a letter, as in A.-archer; any other is cut with a full stop."""
    first, hyphen, last = text.partition("-")
    if len(text) > width and hyphen:
        text = f"{first[0]}.-{last}"
    return text if len(text) <= width else text[: max(0, width - 1)] + "."


def line(card: Card, voice: Voice, number: int = 1, width: int = 99) -> str:
    """A whole card in one line, such as Knight 5/5* ^^; with its number if there are more."""
    rest = f" {numbers(card)} {arrows(card.kind)}" + (f" ×{number}" if number > 1 else "")
    return name(card, voice, width - len(rest)) + rest
