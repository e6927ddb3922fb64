"""The field drawn with letters and colours. Everything is told twice: a card of the first player has a double frame,
one of the second a dashed one; arrows say which way it faces; own losses are in capitals between crosses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from triarii.cli.terminal.field import Sight
from triarii.cli.terminal.towar import armies, cards, places
from triarii.cli.terminal.towar.canvas import Canvas
from triarii.cli.terminal.towar.marks import BAD, Marks, Pill
from triarii.cli.terminal.towar.scene import Card, Scene, Way
from triarii.core.contract import SEATS, Turn
from triarii.games.towar.cells import COLUMNS, NAMES, NUMBERS, ROWS

MARGIN = 2
"""Columns left of the field, for the numbers of the rows."""
LABELS = 1
"""Lines for the letters of the columns."""
SHELF = 2
"""Lines for the card that was turned up, or the hand."""
ROOMY = 5
"""From so many lines on, arrows have a line of their own in a card."""


class Frame(NamedTuple):
    """The signs around a card."""

    upper: str
    side: str
    lower: str
    flat: str


FRAMES = {Turn.FIRST: Frame("╔╗", "║", "╚╝", "═"), Turn.SECOND: Frame("┌┐", "┆", "└┘", "╌")}
NO_FRAME = Frame("··", " ", "··", " ")
AIR, GO, CROSS, TOUCHED = "▲", "›‹", "××", "◦"


class Drawing:
    """One picture of the field; made anew whenever anything in it changes."""

    def __init__(
        self,
        sight: Sight,
        scene: Scene,
        way: Way | None,
        marks: Marks,
        cursor: str,
        cell: tuple[int, int],
        style: Callable[[str], Style],
    ) -> None:
        self.sight, self.scene, self.way, self.marks = sight, scene, way, marks
        self.voice, self.cursor, self.style = sight.voice, cursor, style
        self.width, self.height = cell
        self.cells = way.cells if way is not None else scene.cells
        self.regions: dict[str, Region] = {}
        """Where each place lies."""
        lines = len(SEATS) + ROWS * self.height + LABELS + SHELF
        self.canvas = Canvas(MARGIN + COLUMNS * self.width, lines, style("ground"))
        if scene.choosing:
            armies.draw(self.canvas, sight, cursor, style, self.regions)
        else:
            self._draw()

    def _draw(self) -> None:
        upper, lower = (Turn.FIRST, Turn.SECOND) if self.sight.flipped else (Turn.SECOND, Turn.FIRST)
        bottom = 1 + ROWS * self.height
        self._camp(upper, 0)
        self._camp(lower, bottom)
        for name in NAMES:
            column, line = self._seen(name)
            x, y = MARGIN + column * self.width, 1 + line * self.height
            self.regions[name] = Region(x, y, self.width, self.height)
            self._cell(name, x, y)
            if column == 0:
                self.canvas.put(0, y + (self.height - 1) // 2, name[1:], self.style("frame"))
            if line == 0:
                self.canvas.centre(x, bottom + 1, self.width, name[0], self.style("frame"))
        self._shelf(bottom + 1 + LABELS)

    def _seen(self, name: str) -> tuple[int, int]:
        """Column and line on the screen."""
        row, column = divmod(NUMBERS[name], COLUMNS)
        return (COLUMNS - 1 - column, row) if self.sight.flipped else (column, ROWS - 1 - row)

    # Camps

    def _camp(self, seat: Turn, y: int) -> None:
        width = self.canvas.width - MARGIN
        army = self.scene.sides[seat].army
        name = self.voice.say(f"field.camp_{_word(seat)}")
        text = " · ".join([self.voice.say(f"word.{army}"), name] if army else [name])
        self.canvas.centre(MARGIN, y, width, text, self.style(f"{_word(seat)}-frame"))
        camp = places.CAMPS[seat]
        self.regions[camp] = Region(MARGIN, y, width, 1)
        pill = self.marks.pills.get(camp)
        if pill is not None:
            self.canvas.fill(MARGIN, y, width, 1, self.style("cell"))
            aimed = camp == self.cursor
            shown = f"┃ {pill.text} ┃" if aimed else f"{GO[0]} {pill.text} {GO[1]}"
            self.canvas.centre(MARGIN, y, width, shown, self.style("air" if aimed else pill.kind))

    # Cells

    def _cell(self, name: str, x: int, y: int) -> None:
        card = self.cells.get(name)
        ground = self.style("cell") if card is None else self.style(_word(card.owner))
        if name in self.marks.hint:
            ground += Style(bgcolor=self.style("hint").bgcolor)
        self.canvas.fill(x, y, self.width, self.height, ground)
        self._edge(name, card, x, y)
        if card is not None:
            self._card(card, x, y)
        elif name not in self.marks.pills or self.height == 2:
            self.canvas.centre(x, y + (self.height - 1) // 2, self.width, name, self.style("frame"))
        pill = self.marks.pills.get(name)
        if pill is not None:
            self._pill(pill, name, card, x, y)
        if self.way is not None and name == self.way.at and self.way.air is not None and not self.way.second:
            self._in_the_air(self.way.air, x, y)
        if name == self.cursor:
            self._cursor(x, y)

    def _edge(self, name: str, card: Card | None, x: int, y: int) -> None:
        """The frame of whoever holds the cell, with the number of the step that ended here."""
        frame = NO_FRAME if card is None else FRAMES[card.owner]
        style = self.style("frame" if card is None else f"{_word(card.owner)}-frame")
        right, bottom = x + self.width - 1, y + self.height - 1
        if self.height > 2:
            for line, corners in ((y, frame.upper), (bottom, frame.lower)):
                self.canvas.put(x, line, corners[0] + frame.flat * (self.width - 2) + corners[1], style)
        for line in range(y + 1, bottom) if self.height > 2 else (y, bottom):
            self.canvas.put(x, line, frame.side, style)
            self.canvas.put(right, line, frame.side, style)
        if name in self.marks.last:
            self.canvas.put(right - 3, y, f" {TOUCHED} ", self.style("last"))
        if self.way is not None and name in self.way.numbers and self.height > 2:
            self.canvas.put(x + 1, bottom, str(self.way.numbers[name]), self.style("air"))

    def _card(self, card: Card, x: int, y: int) -> None:
        """The name towards the own camp, the arrows towards the enemy."""
        up = self._faces_up(card)
        inner = self.width - 2
        bold = Style(bold=card.elite)
        name = cards.name(card, self.voice, inner).center(inner)
        arrows, numbers = cards.arrows(card.kind, up), cards.numbers(card)
        if self.height >= ROOMY:
            lines = [arrows.center(inner), *[""] * (self.height - ROOMY), numbers.center(inner), name]
        else:
            lines = [(numbers + arrows.rjust(inner - 2 - len(numbers))).center(inner)[:inner], name]
        top = y + (1 if self.height > 2 else 0)
        for line, text in enumerate(lines if up else lines[::-1], start=top):
            self.canvas.put(x + 1, line, text, bold)

    def _pill(self, pill: Pill, name: str, card: Card | None, x: int, y: int) -> None:
        """Where one may go: green or red edges, and the verdict on the lower one."""
        style = self.style(pill.kind)
        ink = Style(color=style.bgcolor, bold=True)
        middle = y + (self.height - 1) // 2
        sides = CROSS if pill.kind == BAD else GO
        self.canvas.put(x, middle, sides[0], ink)
        self.canvas.put(x + self.width - 1, middle, sides[1], ink)
        if self.height == 2:
            return
        text = f" {pill.text} " if len(pill.text) + 2 <= self.width - 4 else pill.text
        self.canvas.centre(x + 1, y + self.height - 1, self.width - 2, text, style)
        if card is None:
            self.canvas.centre(x, middle, self.width, name, self.style("frame"))

    def _in_the_air(self, card: Card, x: int, y: int) -> None:
        """A displaced card hovers over the upper edge of its cell."""
        rest = f" {cards.numbers(card)}"
        text = f"{AIR}{cards.name(card, self.voice, self.width - len(rest) - 1)}{rest}"
        self.canvas.put(x, y, text.ljust(self.width)[: self.width], self.style("air"))

    def _cursor(self, x: int, y: int) -> None:
        style = Style(color=self.style("cursor").color, bold=True)
        right, bottom = x + self.width - 1, y + self.height - 1
        airy = self.way is not None and self.way.air is not None and self.way.at == self.cursor and not self.way.second
        if self.height == 2:
            self.canvas.put(x, bottom if airy else y, "[", style)
            self.canvas.put(right, bottom if airy else y, "]", style)
            return
        for line, corners in ((y, "┏┓"), (bottom, "┗┛")):
            if line == y and airy:
                continue
            self.canvas.put(x, line, corners[0], style)
            self.canvas.put(right, line, corners[1], style)
        for line in range(y + 1, bottom):
            self.canvas.put(x, line, "┃", style)
            self.canvas.put(right, line, "┃", style)

    def _faces_up(self, card: Card) -> bool:
        return (card.owner is Turn.FIRST) != self.sight.flipped

    # The open cards

    def _shelf(self, y: int) -> None:
        """The card that was turned up, or the hand that this eye may see; of any other hand only that it is there."""
        playing, scene = self.sight.playing, self.scene
        if scene.up is not None:
            label = self.voice.say("field.played" if playing.asked is scene.up.owner else "field.up") + ": "
            self.canvas.put(MARGIN, y, label, self.style("frame"))
            chip = f" {cards.line(scene.up, self.voice)} "
            self.canvas.put(MARGIN + len(label), y, chip, self.style(f"{_word(scene.up.owner)}-chip"))
            kind = self.voice.say(f"kind.{scene.up.kind}")
            self.canvas.put(MARGIN + len(label) + 1, y + 1, kind, self.style("frame"))
            return
        for seat in SEATS:
            if scene.sides[seat].hand:
                self._hand(seat, y)
                return
        asked = playing.asked
        if asked is not None and scene.sides[asked].hand_is_hidden:
            count = scene.sides[asked].held
            text = self.voice.say("field.hidden", seat=_word(asked), count=count)
            self.canvas.put(MARGIN, y, text, self.style("frame"))
            self.canvas.put(MARGIN, y + 1, " ".join(["▒▒▒▒▒▒"] * count), self.style(f"{_word(asked)}-frame"))

    def _hand(self, seat: Turn, y: int) -> None:
        """Card by card with its number."""
        held = self.scene.sides[seat].hand
        room = (self.canvas.width - MARGIN) // 3
        words = self.sight.hand.words
        for number, (card, count) in enumerate(held, start=1):
            place = places.CARD + card.unit
            x = MARGIN + (number - 1) * room
            chosen = bool(words) and words[0] == card.unit
            aimed = place == self.cursor
            style = self.style("air" if chosen else f"{_word(seat)}-chip")
            more = f" ×{count}" if count > 1 else ""
            first = f" {number} {cards.name(card, self.voice, room - 5 - len(more))}{more}"
            second = f"   {cards.numbers(card)} {cards.arrows(card.kind)}"
            for line, text in ((y, first), (y + 1, second)):
                self.canvas.put(x, line, text.ljust(room - 1), style)
                if aimed:
                    self.canvas.put(x, line, "┃", style + Style(bold=True))
                    self.canvas.put(x + room - 2, line, "┃", style + Style(bold=True))
            self.regions[place] = Region(x, y, room - 1, SHELF)


def _word(seat: Turn) -> str:
    return seat.name.lower()
