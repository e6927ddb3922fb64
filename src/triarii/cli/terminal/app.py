"""The terminal window: Textual's app around the screen of a game, with our colours in light and dark."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import ClassVar

from textual.app import App

from triarii.cli.speech import insist, say, show
from triarii.cli.terminal.faces import STYLES
from triarii.cli.terminal.palette import themes
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.table_screen import TableScreen
from triarii.core.contract import SEATS, Player, Turn
from triarii.core.timeline import Timeline

LIGHT_GROUNDS = ("7", "15")
"""Numbers of light colours, as terminals name their ground in COLORFGBG."""


class TerminalTable(App[None]):
    """Plays one game after the other until somebody leaves."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(__file__).with_name("terminal.tcss"), *STYLES]
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Triarii"

    def __init__(self, playing: Playing, lang: str) -> None:
        super().__init__()
        self.first = TableScreen(playing, lang)
        for theme in themes():
            self.register_theme(theme)
        light = os.environ.get("COLORFGBG", "").rpartition(";")[2] in LIGHT_GROUNDS
        self.theme = "triarii-light" if light else "triarii-dark"

    def on_mount(self) -> None:
        self.push_screen(self.first)

    async def action_quit(self) -> None:
        """Out of whatever is open; the game itself asks whether it should be saved."""
        while not isinstance(self.screen, TableScreen):
            await self.pop_screen()
        self.screen.action_quit()

    def action_help_quit(self) -> None:
        """Textual would explain another key in English."""
        self.call_later(self.action_quit)


def run(
    line: Timeline,
    programs: Mapping[Turn, Player],
    secret: bytes,
    lang: str,
    autosave: Path | None,
    seats: tuple[str, str],
    answers: Mapping[str, str] | None = None,
) -> None:
    """Play in the whole terminal; a file that can't be saved to is told before the first turn."""
    playing = Playing(line, programs, secret, autosave, seats)
    playing.answers = {seat: dict(answers or {}) for seat in SEATS}
    if autosave is not None:
        insist(playing.save(autosave), line.game)
    TerminalTable(playing, lang).run()
    show(say("play.bye", lang))
