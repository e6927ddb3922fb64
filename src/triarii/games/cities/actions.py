"""Actions as small ints, for speed, and their short texts: b2c4 moves, d3=H promotes where it stands, pass, claim."""

from __future__ import annotations

import re

from triarii.core.contract import Refusal
from triarii.games.cities.squares import NAMES, NUMBERS

SHIFT = 7
TARGET = (1 << SHIFT) - 1
PASS = 1 << 2 * SHIFT
CLAIM = PASS + 1
FIRST_BEGINS = PASS + 2
SECOND_BEGINS = PASS + 3
WORDS = {PASS: "pass", CLAIM: "claim", FIRST_BEGINS: "first", SECOND_BEGINS: "second"}
SPELLED = {word: action for action, word in WORDS.items()}
PROMOTION = "=H"
MOVE = re.compile(r"([a-j](?:10|[1-9]))([a-j](?:10|[1-9])|=H)", re.ASCII)
TEXTS = {
    start << SHIFT | goal: NAMES[start] + (PROMOTION if start == goal else NAMES[goal])
    for start in NAMES
    for goal in NAMES
} | WORDS


def move(start: int, goal: int) -> int:
    """From square to square; the same square twice is stay-and-promote."""
    return start << SHIFT | goal


def ends_of(action: int) -> tuple[int, int]:
    """Where a move or promotion starts and ends."""
    return action >> SHIFT, action & TARGET


def parse(text: str) -> int | Refusal:
    if text in SPELLED:
        return SPELLED[text]
    found = MOVE.fullmatch(text)
    if found is None:
        return Refusal("action.form", "cities.turn.must_move", {"text": text[:40]})
    start, goal = found.groups()
    if start == goal:
        return Refusal("move.not_back", "cities.move.not_back", {"square": start})
    return move(NUMBERS[start], NUMBERS[start if goal == PROMOTION else goal])
