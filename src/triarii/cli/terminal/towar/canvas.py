"""A sheet of letters with styles, to be written on in any order."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class Canvas:
    """So many columns and lines; what does not fit is cut off."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Letters with their colours; without a ground of their own they take what is there."""
        if not 0 <= y < self.height:
            return
        for at, char in enumerate(text, start=x):
            if 0 <= at < self.width:
                self._rows[y][at] = (char, self._rows[y][at][1] + style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def centre(self, x: int, y: int, width: int, text: str, style: Style) -> None:
        text = text[:width]
        self.put(x + (width - len(text)) // 2, y, text, style)

    def strip(self, y: int) -> Strip:
        if not 0 <= y < self.height:
            return Strip.blank(self.width)
        return Strip([Segment(char, style) for char, style in self._rows[y]]).simplify()

    def text(self) -> str:
        return "\n".join("".join(char for char, _ in row).rstrip() for row in self._rows)
