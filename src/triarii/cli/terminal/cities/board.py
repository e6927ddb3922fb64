"""A board of squares with a cursor: it shows the scene it is given and reports where somebody points, without rules.

Everything is told twice, by colour and by form: round brackets and capital letters are the first side, pointed brackets
and small letters the second; a double wall is a city of the first, a dashed wall one of the second.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from triarii.cli.terminal.cities.marks import marks_of, targets_of
from triarii.cli.terminal.cities.scene import Marks, Scene, Square, Target, scene_of
from triarii.cli.terminal.field import KEYS_HERE, Aimed, Chosen, Field, Sight
from triarii.cli.terminal.hand import Hand
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import Turn


class Wall(NamedTuple):
    """The signs of a city's wall."""

    side: str
    left: str
    floor: str
    right: str


CELLS = ((11, 5), (7, 3), (5, 2), (3, 1))
"""Columns and lines of a square, the largest first; the third fits a board and a panel into 80 by 24."""
MARGIN = 3
"""Columns left of the board, for the numbers of the rows."""
BRACKETS = {Turn.FIRST: ("(", ")"), Turn.SECOND: ("<", ">")}
LETTERS = {"fighter": "F", "hero": "H"}
WALLS = {Turn.FIRST: Wall("║", "╚", "═", "╝"), Turn.SECOND: Wall("┆", "└", "╌", "┘")}
DOT, PATH, BEGAN, STAR = "•", "∙", "◦", "★"

Cell = list[tuple[str, Style]]


def glyph(square: Square) -> str:
    """A piece in three letters, such as (F) or <h>."""
    if square.owner is None:
        return ""
    letter = LETTERS[square.piece]
    left, right = BRACKETS[square.owner]
    return left + (letter if square.owner is Turn.FIRST else letter.lower()) + right


class Board(Field, can_focus=True):
    """The board and its cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--{name}" for name in ("light", "dark", "frame", "last", "chosen", "lost", "hint")),
        *(f"board--{name}" for name in ("cursor", "target", "danger", "path")),
        *(f"board--{side}{part}" for side in ("first", "second") for part in ("", "-city", "-wall")),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, 1)"),
        Binding("down", "go(0, -1)"),
        Binding("left", "go(-1, 0)"),
        Binding("right", "go(1, 0)"),
        Binding("enter,space", "choose"),
    ]

    scene: reactive[Scene | None] = reactive(None)
    marks: reactive[Marks] = reactive(Marks())
    cursor: reactive[str] = reactive("", repaint=False)
    flipped: reactive[bool] = reactive(False)
    cell: reactive[tuple[int, int]] = reactive((5, 2), layout=True)

    def __init__(self) -> None:
        super().__init__(classes=KEYS_HERE)

    # What the course of the game asks

    def see(self, sight: Sight) -> None:
        self.scene = scene_of(sight.playing.game, sight.playing.view)
        self.flipped = sight.flipped
        if not self.cursor:
            self.cursor = "e9" if self.flipped else "e2"
        self.marks = marks_of(sight, self.word_aimed(sight.hand))

    def word_aimed(self, hand: Hand) -> str | None:
        """A target; a piece alone would do nothing yet."""
        return hand.word_at(self.cursor) if hand.words else None

    def words_for(self, place: str, hand: Hand) -> list[str]:
        """The piece or its target; the chosen piece again puts it back, another piece takes its place."""
        word = hand.word_at(place)
        if word is not None:
            return [*hand.words, word]
        if hand.words and place == hand.words[0]:
            return []
        if hand.words and place in hand.starts():
            return [place]
        if not hand.words and not hand.starts() and len(hand.spare()) == 1:
            return [hand.spare()[0].text]
        return [*hand.words, place]

    def jump(self, by: int, hand: Hand) -> None:
        squares = list(targets_of(hand)) or hand.starts()
        if squares:
            at = squares.index(self.cursor) if self.cursor in squares else (-1 if by > 0 else 0)
            self.aim(squares[(at + by) % len(squares)])

    def under_cursor(self, voice: Voice) -> str:
        if self.scene is None:
            return ""
        square = self.scene.squares[self.cursor]
        parts = [self.cursor]
        if square.owner is not None:
            parts.append(voice.say(f"square.{square.piece}_{square.owner.name.lower()}"))
        if square.city is not None:
            parts.append(voice.say(f"square.city_{square.city.name.lower()}"))
        return ", ".join(parts) if len(parts) > 1 else voice.say("square.empty", square=self.cursor)

    # Size and place

    def fit(self, width: int, height: int) -> None:
        """Take the largest squares that leave room for everything else."""
        scene = self.scene
        if scene is not None:
            columns = len(scene.columns)
            fitting = [(w, h) for w, h in CELLS if MARGIN + columns * w <= width and scene.rows * h + 1 <= height]
            self.cell = fitting[0] if fitting else CELLS[-1]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return MARGIN + self.cell[0] * (len(self.scene.columns) if self.scene else 0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + self.cell[1] * (self.scene.rows if self.scene else 0)

    def square_at(self, x: int, y: int) -> str:
        """The name of the square under a place of the widget, or an empty text."""
        width, height = self.cell
        column, line = (x - MARGIN) // width, y // height
        scene = self.scene
        if scene is None or not (0 <= column < len(scene.columns) and 0 <= line < scene.rows):
            return ""
        return self._square(column, line)

    def place_of(self, square: str) -> tuple[int, int]:
        """The middle of a square, as a place of the widget."""
        width, height = self.cell
        column, line = self._seen(square)
        return MARGIN + column * width + width // 2, line * height + (height - 1) // 2

    def watch_cursor(self, before: str, now: str) -> None:
        """Only the two squares change: a slow line should not have to carry the whole board."""
        width, height = self.cell
        for square in filter(None, (before, now)):
            column, line = self._seen(square)
            self.refresh(Region(MARGIN + column * width, line * height, width, height))

    def _square(self, column: int, line: int) -> str:
        assert self.scene is not None
        row = line if self.flipped else self.scene.rows - 1 - line
        letters = self.scene.columns[::-1] if self.flipped else self.scene.columns
        return f"{letters[column]}{row + 1}"

    def _seen(self, square: str) -> tuple[int, int]:
        """Column and line on the screen."""
        assert self.scene is not None
        column, row = self.scene.columns.index(square[0]), int(square[1:]) - 1
        if self.flipped:
            return len(self.scene.columns) - 1 - column, row
        return column, self.scene.rows - 1 - row

    # Pointing

    def action_go(self, right: int, up: int) -> None:
        if self.scene is None:
            return
        column, line = self._seen(self.cursor)
        column = max(0, min(len(self.scene.columns) - 1, column + right))
        line = max(0, min(self.scene.rows - 1, line - up))
        self.aim(self._square(column, line))

    def aim(self, square: str) -> None:
        if square and square != self.cursor:
            self.cursor = square
            self.post_message(Aimed())

    def action_choose(self) -> None:
        self.post_message(Chosen(self.cursor))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The pointer aims only once a piece is chosen: before that, it would steal the cursor from the keys."""
        if self.marks.chosen:
            self.aim(self.square_at(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        square = self.square_at(event.x, event.y)
        if not square:
            return
        aimed = square == self.cursor
        self.aim(square)
        # A target that nobody has aimed at shows first what would happen there; the next click plays.
        if aimed or square not in self.marks.targets:
            self.post_message(Chosen(square, pointed=True))

    # Drawing

    def render_line(self, y: int) -> Strip:
        scene = self.scene
        if scene is None:
            return Strip.blank(self.size.width)
        width, height = self.cell
        frame = self._style("frame")
        line, part = divmod(y, height)
        if line >= scene.rows:
            letters = scene.columns[::-1] if self.flipped else scene.columns
            return Strip([Segment(" " * MARGIN + "".join(letter.center(width) for letter in letters), frame)])
        row = line + 1 if self.flipped else scene.rows - line
        label = f"{row:>2} " if part == (height - 1) // 2 else " " * MARGIN
        cells: Cell = [(label, frame)]
        for column in range(len(scene.columns)):
            cells += self._cell(self._square(column, line), part)
        return Strip([Segment(text, style) for text, style in cells]).simplify()

    def _cell(self, name: str, part: int) -> Cell:
        assert self.scene is not None
        width, height = self.cell
        square = self.scene.squares[name]
        ground = self._ground(name, square)
        cell: Cell = [(" ", ground)] * width
        if square.city is not None:
            self._wall(cell, square.city, ground, part)
        if square.piece:
            self._piece(cell, square, ground, part)
        elif part == (height - 1) // 2:
            self._mark(cell, name, ground)
        self._edge(cell, name, ground, part)
        return cell

    def _ground(self, name: str, square: Square) -> Style:
        marks = self.marks
        if name in marks.lost:
            return self._style("lost")
        if name == marks.chosen:
            return self._style("chosen")
        if name in marks.hint:
            return self._style("hint")
        if name in marks.last:
            return self._style("last")
        if square.city is not None:
            return self._style("first-city" if square.city is Turn.FIRST else "second-city")
        return self._style("dark" if (ord(name[0]) + int(name[1:])) % 2 else "light")

    def _wall(self, cell: Cell, owner: Turn, ground: Style, part: int) -> None:
        width, height = self.cell
        side, left, floor, right = WALLS[owner]
        style = ground + Style(color=self._style(f"{_side(owner)}-wall").color, bold=True)
        if part < height - 1 or height == 1:
            cell[0] = cell[-1] = (side, style)
        else:
            cell[:] = [(char, style) for char in left + floor * (width - 2) + right]

    def _piece(self, cell: Cell, square: Square, ground: Style, part: int) -> None:
        """A counter: letters in the middle, half blocks above and below; the first side's is round."""
        assert square.owner is not None
        width, height = self.cell
        chip = self._style(_side(square.owner))
        if square.piece == "hero":
            chip += Style(bold=True)
        letters = glyph(square)
        if height == 1:
            if square.city is None:
                cell[:] = [(char, chip) for char in letters]
            else:
                cell[1] = (letters[1], chip)
            return
        inset = 1 if width < 11 else 2
        inner = width - 2 * inset
        middle = (height - 1) // 2
        rim = Style(color=chip.bgcolor, bgcolor=ground.bgcolor)
        round_off = 1 if square.owner is Turn.FIRST else 0
        if part == middle:
            name = f"{STAR}{letters[1]}{STAR}" if square.piece == "hero" and inner > 3 else letters[1]
            row = letters[0] + name.center(inner - 2) + letters[2]
            self._put(cell, inset, row, chip)
        elif part in (0, height - 1):
            edge = ("▄" if part == 0 else "▀") * (inner - 2 * round_off)
            if part == 0 or square.city is None:  # else the floor of the city is there
                self._put(cell, inset + round_off, edge, rim)
        else:
            self._put(cell, inset, " " * inner, chip)
        if square.piece == "hero" and height == 2 and part == 1:
            self._put(cell, width // 2, STAR, chip)

    def _mark(self, cell: Cell, name: str, ground: Style) -> None:
        """On an empty square: where the piece can go and what that does, the way there, where the last move began."""
        middle = len(cell) // 2
        target = self.marks.targets.get(name)
        if target is not None:
            color = self._style("danger" if target.losses else "target").color
            text = target_text(target)
            self._put(cell, middle - len(text) // 2, text, ground + Style(color=color, bold=True))
        elif name in self.marks.path:
            self._put(cell, middle, PATH, ground + Style(color=self._style("path").color, bold=True))
        elif name in self.marks.last:
            self._put(cell, middle, BEGAN, ground + Style(color=self._style("path").color))

    def _edge(self, cell: Cell, name: str, ground: Style, part: int) -> None:
        """The outermost columns tell what the square is to the hand: cursor, chosen piece, piece that would be lost."""
        height = self.cell[1]
        pair = ""
        style = self._style("cursor")
        if name == self.cursor:
            pair = "[]" if height == 1 else {0: "┏┓", height - 1: "┗┛"}.get(part, "")
        elif part == (height - 1) // 2:
            if name in self.marks.lost:
                pair, style = "××", self._style("danger")
            elif name == self.marks.chosen or name in self.marks.hint:
                pair, style = "›‹", self._style("target")
        if pair:
            ink = ground + Style(color=style.color, bold=True)
            cell[0], cell[-1] = (pair[0], ink), (pair[1], ink)

    def _put(self, cell: Cell, at: int, text: str, style: Style) -> None:
        cell[at : at + len(text)] = [(char, style) for char in text]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}")


def target_text(target: Target) -> str:
    """A dot; with a number, what falls; with an exclamation mark, what it costs."""
    if target.losses:
        return f"!{target.losses}"
    return f"+{target.captures}" if target.captures else DOT


def _side(owner: Turn) -> str:
    return "first" if owner is Turn.FIRST else "second"
