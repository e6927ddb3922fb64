"""The four armies side by side with all their cards, to choose one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.style import Style
from textual.geometry import Region

from triarii.cli.terminal.field import Sight
from triarii.cli.terminal.towar import cards
from triarii.cli.terminal.towar.canvas import Canvas
from triarii.games.towar.cards import ARMIES

TITLE = 10
"""Columns for the name of an army."""
NUMBERS = 4
ARROWS = 5


def draw(canvas: Canvas, sight: Sight, cursor: str, style: Callable[[str], Style], regions: dict[str, Region]) -> None:
    """Each army a block: its number and name, then card by card how many, the numbers and the arrows."""
    position: Any = sight.playing.shown.position
    table, chosen = position.setting.table, position.armies
    offered = [choice.text for choice in sight.hand.offered()]
    height = sum(len(units) for units in table.armies.values()) + len(ARMIES) - 1
    gap = 1 if height <= canvas.height else 0
    y = max(0, (canvas.height - height) // 2)
    for army in ARMIES:
        units = table.armies[army]
        aimed = army == cursor
        ground = style("cell")
        canvas.fill(0, y, canvas.width, len(units), ground)
        regions[army] = Region(0, y, canvas.width, len(units))
        number = f"{offered.index(army) + 1} " if army in offered else "  "
        title = number + sight.voice.say(f"word.{army}")
        canvas.put(1, y, title, style("air") if aimed else Style(bold=True))
        if army in chosen:
            canvas.put(1, y + 1, f"  {TAKEN}", style("frame"))
        width = canvas.width - TITLE - NUMBERS - ARROWS - 4
        for line, unit in enumerate(units, start=y):
            name = cards.shortened(sight.voice.say(f"word.{unit.id}"), width)
            crown = cards.CROWN if unit.elite else " "
            text = (
                f"{unit.cards} {name:<{width}} {unit.defence}/{unit.attack}{crown}{cards.ARROWS[unit.kind]:>{ARROWS}}"
            )
            canvas.put(TITLE, line, text, Style(bold=unit.elite))
            if aimed:
                canvas.put(0, line, "┃", style("cursor"))
                canvas.put(canvas.width - 1, line, "┃", style("cursor"))
        y += len(units) + gap


TAKEN = "×"
"""Marks an army that the other player has."""
