"""The table of To War! as pictures lay it out: who sits where, the place of every cell, and the colours and words.

Who looks sits below: their cards point up, those of the other side down. An observer sits with the first player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triarii.core import texts
from triarii.core.contract import Eye, Turn, View
from triarii.core.texts import Message
from triarii.games.towar import GAME, rules
from triarii.games.towar.cards import Unit
from triarii.games.towar.cells import COLUMNS, ROWS
from triarii.games.towar.position import Position
from triarii.pictures import cards
from triarii.pictures.cards import HEIGHT, WIDTH, Look
from triarii.pictures.svg import element

TEXTS = texts.load("triarii.pictures", parent=GAME.texts)
SEAT_NAMES = {Turn.FIRST: "first", Turn.SECOND: "second"}
GAP = 10
EDGE = 20
"""Around the cells; it holds the coordinates."""
CAMP = 28
MARGIN = 10
FIELD_WIDTH = COLUMNS * (WIDTH + GAP) - GAP + 2 * EDGE
FIELD_HEIGHT = ROWS * (HEIGHT + GAP) - GAP + 2 * EDGE + 2 * CAMP
SIDE = 216
"""The width of what stands beside the field: each player's half of it has what that player has."""
SIDE_LEFT = MARGIN + FIELD_WIDTH + 14
FULL_WIDTH = SIDE_LEFT + SIDE + MARGIN
FULL_HEIGHT = FIELD_HEIGHT + 2 * MARGIN
HAND_ROW = HEIGHT + GAP
"""What the picture is higher where a hand is seen."""


@dataclass(frozen=True)
class Scene:
    """All that is shown, and in which colours."""

    view: View
    position: Position
    """One that fits the view: what this eye may not see is made up in it and must not be drawn."""
    path: Sequence[str]
    lost: Sequence[str]
    lang: str
    look: Look

    @property
    def near(self) -> Turn:
        """Who sits below."""
        return Turn.SECOND if self.view.eye is Eye.SECOND else Turn.FIRST

    @property
    def ink(self) -> Mapping[str, str]:
        return self.look.ink

    def say(self, key: str, **params: object) -> str:
        return TEXTS.say(Message(key, params), self.lang)

    def held(self, seat: Turn) -> int:
        """How many cards a hand holds."""
        return rules.cards_of(self.position.hands, seat)

    def sees_hand(self, seat: Turn) -> bool:
        return self.held(seat) > 0 and self.view.eye == Eye(seat)

    def corner(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell on the sheet."""
        row, column = divmod(cell, COLUMNS)
        if self.near is Turn.FIRST:
            row = ROWS - 1 - row
        else:
            column = COLUMNS - 1 - column
        return MARGIN + EDGE + column * (WIDTH + GAP), MARGIN + CAMP + EDGE + row * (HEIGHT + GAP)

    def card(self, unit: Unit, seat: Turn, x: float, y: float, **data: str) -> str:
        name = self.say(f"word.{unit.id}")
        crown = self.say("cards.crown" if self.position.setting.table.printed else "cards.crown_ours")
        return cards.card(unit, name, crown, seat is self.near, self.look, x, y, data_side=SEAT_NAMES[seat], **data)


def outline(colour: str, x: float, y: float) -> str:
    """A place for a card."""
    return element(
        "rect",
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        rx=cards.ROUND,
        fill="none",
        stroke=colour,
        stroke_width=1.5,
        stroke_dasharray="5 4",
    )
