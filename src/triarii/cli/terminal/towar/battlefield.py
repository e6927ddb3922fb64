"""The field of To War! with a cursor: three by four cards between two camps, the open cards below; or the four armies
while they are chosen. It shows what it is given and reports where somebody points, without rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from triarii.cli.terminal.field import KEYS_HERE, Aimed, Chosen, Field, Sight
from triarii.cli.terminal.hand import Hand
from triarii.cli.terminal.towar import cards, places
from triarii.cli.terminal.towar.canvas import Canvas
from triarii.cli.terminal.towar.drawing import LABELS, MARGIN, SHELF, Drawing
from triarii.cli.terminal.towar.marks import marks_of
from triarii.cli.terminal.towar.scene import Scene, Way, scene_of, way_of
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import SEATS, Refusal
from triarii.games.towar.cells import COLUMNS, NUMBERS, ROWS

CELLS = ((28, 8), (22, 6), (18, 5), (14, 4), (11, 2))
"""Columns and lines of a card, the largest first; the fourth fits a field and a panel into 80 by 24."""
STYLES = ("ground", "cell", "frame", "last", "hint", "cursor", "good", "bad", "plain", "air")
INK = ("frame", "cursor")


class Battlefield(Field, can_focus=True):
    """Whoever is to act begins at the own back row; a unit in the air takes the cursor with it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"battlefield--{name}" for name in STYLES),
        *(f"battlefield--{side}{part}" for side in ("first", "second") for part in ("", "-frame", "-chip")),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)"),
        Binding("down", "go(0, 1)"),
        Binding("left", "go(-1, 0)"),
        Binding("right", "go(1, 0)"),
        Binding("enter,space", "choose"),
    ]
    cell: reactive[tuple[int, int]] = reactive((14, 4), layout=True)

    def __init__(self) -> None:
        super().__init__(classes=KEYS_HERE)
        self.cursor = ""
        self.sight: Sight | None = None
        self.scene: Scene | None = None
        self.way: Way | None = None
        self._grid: list[list[str]] = []
        self._state: object = None
        self._canvas: Canvas | None = None
        self._regions: dict[str, Region] = {}

    # What the course of the game asks

    def fit(self, width: int, height: int) -> None:
        fitting = [(w, h) for w, h in CELLS if MARGIN + COLUMNS * w <= width and _height(h) <= height]
        self.cell = fitting[0] if fitting else CELLS[-1]

    def see(self, sight: Sight) -> None:
        playing, hand = sight.playing, sight.hand
        self.sight = sight
        self.scene = scene_of(playing.game, playing.view)
        said = hand.words if playing.looking is None and playing.asked is not None else ()
        self.way = way_of(playing.position, said)
        offered = places.offered_at(hand)
        self._grid = places.grid(self.scene, list(offered), sight.flipped)
        state = (len(playing.line.entries), tuple(hand.words), playing.curtain, playing.looking)
        if state != self._state or not any(self.cursor in row for row in self._grid):
            self._state = state
            self._home(list(offered))
        self._redraw()

    def word_aimed(self, hand: Hand) -> str | None:
        choice = places.offered_at(hand).get(self.cursor)
        return None if choice is None else choice.text

    def words_for(self, place: str, hand: Hand) -> Sequence[str] | Refusal:
        assert self.scene is not None
        return places.words_for(place, hand, self.scene, self.way)

    def jump(self, by: int, hand: Hand) -> None:
        offered = list(places.offered_at(hand))
        if offered:
            at = offered.index(self.cursor) if self.cursor in offered else (-1 if by > 0 else 0)
            self.aim(offered[(at + by) % len(offered)])

    def under_cursor(self, voice: Voice) -> str:
        """The cell under the cursor with its card, or the unit that hovers over it; of a choice its own words tell."""
        if self.scene is None or self.sight is None or self.cursor not in NUMBERS:
            return ""
        if self.cursor in places.offered_at(self.sight.hand):
            return ""
        card = (self.scene if self.way is None else self.way).cells.get(self.cursor)
        if self.way is not None and self.cursor == self.way.at:
            card = self.way.air
        if card is None:
            return voice.say("field.empty", cell=self.cursor)
        parts = [self.cursor + ": " + cards.name(card, voice), voice.say(f"field.{card.owner.name.lower()}")]
        parts += [voice.say("field.elite" if self.scene.crowns_ours else "field.elite_printed")] * card.elite
        return ", ".join([*parts, f"{card.defence}/{card.attack}", voice.say(f"kind.{card.kind}")])

    # Pointing

    def action_go(self, right: int, down: int) -> None:
        at = self.spot(self.cursor)
        if at is None:
            return
        row, column = at
        to = max(0, min(len(self._grid) - 1, row + down))
        if to != row:  # the same place from left to right, in a row of another length
            column = round((column + 0.5) / len(self._grid[row]) * len(self._grid[to]) - 0.5)
        column = max(0, min(len(self._grid[to]) - 1, column + right))
        self.aim(self._grid[to][column])

    def aim(self, place: str) -> None:
        if place and place != self.cursor:
            self.cursor = place
            self._redraw()
            self.post_message(Aimed())

    def action_choose(self) -> None:
        self.post_message(Chosen(self.cursor))

    def place_of(self, place: str) -> tuple[int, int]:
        """The middle of a place, as a point of the widget."""
        self._drawn()
        region = self._regions[place]
        return region.x + region.width // 2, region.y + region.height // 2

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The pointer aims only while a turn is being said: before that, it would steal the cursor from the keys."""
        if self.sight is not None and self.sight.hand.words:
            self.aim(self._place_at(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        place = self._place_at(event.x, event.y)
        if not place or self.sight is None:
            return
        aimed = place == self.cursor
        self.aim(place)
        # What would cost or win something shows first what it is; the next click plays.
        if aimed or place not in places.offered_at(self.sight.hand):
            self.post_message(Chosen(place, pointed=True))

    def _place_at(self, x: int, y: int) -> str:
        self._drawn()
        return next((place for place, region in self._regions.items() if region.contains(x, y)), "")

    def spot(self, place: str) -> tuple[int, int] | None:
        """Row and column of a place on the screen."""
        found = ((row, names.index(place)) for row, names in enumerate(self._grid) if place in names)
        return next(found, None)

    def _home(self, offered: Sequence[str]) -> None:
        """Where the next choice is made."""
        if self.way is not None and self.way.air is not None:
            self.cursor = offered[0] if len(offered) == 1 else self.way.at
        elif offered and self.cursor not in offered:
            column = [place for place in offered if place[:1] == self.cursor[:1]]
            self.cursor = (column or [offered[len(offered) // 2]])[0] if self._of_cells(offered) else offered[0]
        elif self.spot(self.cursor) is None:
            self.cursor = self._grid[-1][len(self._grid[-1]) // 2]

    def _of_cells(self, offered: Sequence[str]) -> bool:
        return all(place in NUMBERS for place in offered)

    # Size and drawing

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return MARGIN + COLUMNS * self.cell[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return _height(self.cell[1])

    def watch_cell(self) -> None:
        self._redraw()

    def notify_style_update(self) -> None:
        """Other colours."""
        super().notify_style_update()
        self._canvas = None

    def render_line(self, y: int) -> Strip:
        canvas = self._drawn()
        return Strip.blank(self.size.width) if canvas is None else canvas.strip(y)

    def _redraw(self) -> None:
        self._canvas = None
        self.refresh()

    def _drawn(self) -> Canvas | None:
        if self._canvas is None and self.sight is not None and self.scene is not None:
            drawing = Drawing(
                self.sight, self.scene, self.way, marks_of(self.sight), self.cursor, self.cell, self._style
            )
            self._canvas, self._regions = drawing.canvas, drawing.regions
        return self._canvas

    def _style(self, name: str) -> Style:
        """A style of the sheet; ink has no ground of its own."""
        style = self.get_component_rich_style(f"battlefield--{name}")
        return Style(color=style.color, bold=style.bold) if name.endswith(INK) else style


def _height(cell: int) -> int:
    """Lines of the whole field: two camps, the cards, the letters of the columns, the open cards."""
    return len(SEATS) + ROWS * cell + LABELS + SHELF
