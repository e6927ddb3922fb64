"""Actions are their own short texts.

    west          take that army                  first, second   chance: who begins
    west,north    chance: the armies              knight          chance: that card is turned up
    b2            lay the card there (set-up)
    b             enter in column b               b:ff            … and send the displaced units forward, forward
    rider/b:fl    the same with a card from the hand              pass, rider/pass   no cell is open to the card

Directions are forward, left and right as the moving player sees them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from triarii.core.contract import Refusal
from triarii.games.towar import codes
from triarii.games.towar.cards import ARMIES, PRINTED
from triarii.games.towar.cells import DIRECTIONS, LETTERS, NUMBERS

LOTS = ("first", "second")
PASS = "pass"
HIDDEN = "card"
"""How an eye that may not see it reads a drawn card."""
HIDDEN_ARMY = "army"
"""How an eye that may not see it reads an army that was chosen in secret."""
TURN = re.compile(r"(?:([^/:]+)/)?([abc])(?::([flr]+))?", re.ASCII)
PASSED = re.compile(r"(?:([^/:]+)/)?pass", re.ASCII)
LONGEST_TEXT = 200
SPELLED = bytes.maketrans(bytes(range(len(DIRECTIONS))), DIRECTIONS.encode())


class TurnText(NamedTuple):
    """The parts of a turn's text."""

    card: str
    """Of the hand; empty where the card that was turned up is played."""
    column: str
    steps: str


def _plain(word: str) -> str:
    """A name without case, blanks and hyphens, however its umlauts are put together."""
    return re.sub(r"[\s\-_]+", "", unicodedata.normalize("NFC", word).casefold())


UNIT_WORDS = {_plain(word): unit.id for unit in PRINTED.values() for word in (unit.id, unit.en, unit.de, *unit.aliases)}
ARMY_WORDS = {
    _plain(word): army["id"]
    for army in ARMIES.values()
    for word in (army["id"], army["en"], army["de"], *army["aliases"])
}
"""How players and prints call the armies."""


def turn_text(card: str, column: str, steps: str) -> str:
    return (f"{card}/" if card else "") + column + (f":{steps}" if steps else "")


def way_text(card: str, way: bytes) -> str:
    """The text of a way as the listing keeps it: entry cell, then directions."""
    return turn_text(card, LETTERS[way[0] % len(LETTERS)], way[1:].translate(SPELLED).decode())


def parse_turn(text: str) -> TurnText | None:
    found = TURN.fullmatch(text)
    return TurnText(found[1] or "", found[2], found[3] or "") if found else None


def parse(text: str) -> str | Refusal:
    """The action that a text means, in its one spelling; names of units and armies are understood in both languages."""
    if len(text) <= LONGEST_TEXT:
        if text in LOTS or text in NUMBERS or text in (HIDDEN, HIDDEN_ARMY):
            return text
        plain = _plain(text)
        if plain in ARMY_WORDS:
            return str(ARMY_WORDS[plain])
        pair = [ARMY_WORDS.get(word) for word in plain.split(",")]
        if len(pair) == 2 and all(pair):
            return ",".join(map(str, pair))
        if plain in UNIT_WORDS:
            return UNIT_WORDS[plain]
        turn, passed = TURN.fullmatch(text), PASSED.fullmatch(text)
        card = (turn or passed or {1: None})[1]
        unit = UNIT_WORDS.get(_plain(card), "") if card else ""
        if turn and len(turn[3] or "") < codes.LONGEST and bool(card) == bool(unit):
            return turn_text(unit, turn[2], turn[3] or "")
        if passed and bool(card) == bool(unit):
            return f"{unit}/{PASS}" if unit else PASS
    return Refusal("action.form", "towar.turn.entry", {"text": text[:40]})
