"""A position as one line of text, whole or as one captain may read it.

    10-5 2 guard,levy/elephant,levy levy,levy guard:30
    |    | |          |             |         the raid that waits for its answer: card and claim
    |    | |          |             cards that were shown and are out of the game
    |    | |          the second captain's hand
    |    | the first captain's hand
    |    whose turn it is: 1 or 2
    points

A dash stands for nothing and `?` for a card that the reader may not know. `~3` at the end counts waits in a row; it is
left out where there are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from feint.actions import Raid
from feint.cards import DECK, UNSEEN, Hand, in_order
from triarii.core.contract import SEATS, Turn

if TYPE_CHECKING:
    from feint.position import Position

NOTHING = "-"
LINE = re.compile(
    r"(?P<first>\d{1,3})-(?P<second>\d{1,3}) (?P<side>[12]) (?P<hands>\S+/\S+) (?P<shown>\S+) "
    r"(?:-|(?P<led>[^\s:]+):(?P<claim>[1-9]\d{0,2}))(?: ~(?P<waits>[1-4]))?",
    re.ASCII,
)


def write(position: Position, known: Collection[Turn]) -> str:
    """The line for a reader who knows the hands of these seats; the rest of them is never looked at."""
    hands = [
        _written(position.hands[seat] if seat in known else (UNSEEN,) * len(position.hands[seat])) for seat in SEATS
    ]
    raid = NOTHING
    if position.raid is not None:
        raid = f"{position.raid.card if position.side in known else UNSEEN}:{position.raid.claim}"
    points = "-".join(map(str, position.scores))
    line = f"{points} {position.side + 1} {'/'.join(hands)} {_written(position.shown)} {raid}"
    return f"{line} ~{position.waits}" if position.waits else line


def read(text: str, blank: Position) -> Position | None:
    """What a line says, put onto a blank position; unseen cards stay unseen. None: not a line of ours."""
    found = LINE.fullmatch(text)
    if found is None:
        return None
    first, second, shown = (_read(cards) for cards in (*found["hands"].split("/", 1), found["shown"]))
    if first is None or second is None or shown is None:
        return None
    return replace(
        blank,
        hands=(first, second),
        shown=shown,
        scores=(int(found["first"]), int(found["second"])),
        side=Turn(int(found["side"]) - 1),
        raid=Raid(found["led"], int(found["claim"])) if found["led"] else None,
        waits=int(found["waits"] or 0),
    )


def _written(cards: Hand) -> str:
    return ",".join(cards) or NOTHING


def _read(text: str) -> Hand | None:
    cards = [] if text == NOTHING else text.split(",")
    return in_order(cards) if all(card in DECK or card == UNSEEN for card in cards) else None
