"""A seat at the terminal window: its keys are pressed and its squares clicked without a terminal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

from textual import events
from textual.pilot import Pilot

from tests import patience
from triarii.cli.terminal.app import TerminalTable
from triarii.cli.terminal.chooser import Chooser
from triarii.cli.terminal.cities.board import Board
from triarii.cli.terminal.panel import Panel
from triarii.cli.terminal.playing import Playing, begin
from triarii.cli.terminal.status import KeyBar, Status
from triarii.cli.terminal.table_screen import TableScreen
from triarii.core import registry, timeline
from triarii.core.contract import Refusal

PATIENCE = patience.ANSWER
"""Seconds for one answer: they bound a hang only."""
SPELLED = {":": "colon", "=": "equals_sign", "?": "question_mark", " ": "space", ".": "full_stop", "-": "minus"}

CHARACTERS = {key: letter for letter, key in SPELLED.items()}


def game_of(
    seats: tuple[str, str] = ("human", "greedy"),
    start: str = "",
    options: Mapping[str, object] | None = None,
    name: str = "cities",
) -> Playing:
    """A new game of ours, from its beginning or another position."""
    game = registry.game(name)
    assert not isinstance(game, Refusal), game
    playing = begin(game, options or {}, seats)
    assert isinstance(playing, Playing), playing
    if start:
        line = timeline.begin(game, replace(playing.line.record.header, start=start))
        assert not isinstance(line, Refusal), line
        playing.line = line
    playing.rng = Random(1)  # so that a test sees the same game every time
    return playing


class Seat:
    """Somebody at the terminal window."""

    def __init__(self, app: TerminalTable, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> TableScreen:
        found = next(screen for screen in self.app.screen_stack[::-1] if isinstance(screen, TableScreen))
        return found

    @property
    def playing(self) -> Playing:
        return self.screen.playing

    @property
    def board(self) -> Board:
        return self.screen.query_one(Board)

    @property
    def chooser(self) -> Chooser:
        return self.screen.query_one(Chooser)

    @property
    def status(self) -> str:
        """Both lines under the board."""
        return self.screen.query_one(Status).render().plain

    @property
    def panel(self) -> str:
        return self.screen.query_one(Panel).render().plain

    @property
    def bar(self) -> str:
        return self.screen.query_one(KeyBar).render().plain

    @property
    def moves(self) -> list[str]:
        return [self.playing.game.action_text(step.action) for step in self.playing.line.steps]

    async def press(self, *keys: str) -> None:
        """One key after the other; not by the pilot, whose waits after every key add up to minutes."""
        for key in keys:
            self.app.post_message(events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
            await self.settle()

    async def type(self, text: str) -> None:
        """Letter by letter into whatever has the focus, then Enter."""
        await self.press(*(SPELLED.get(letter, letter) for letter in text), "enter")

    async def settle(self) -> None:
        """Until nobody thinks any more."""
        await self.until(lambda: not (self.screen.opponent.busy or self.screen.adviser.busy))

    async def until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        await self._breathe()
        while not done():
            assert time.monotonic() < deadline, self.status
            await self._breathe()

    async def _breathe(self) -> None:
        """Let every widget see to its messages, and to those that follow from them."""
        for _ in range(3):
            await self.pilot.pause(0.001)

    async def go(self, square: str) -> None:
        """The cursor by arrow keys, as the board is turned."""
        columns, rows = ord(square[0]) - ord(self.board.cursor[0]), int(square[1:]) - int(self.board.cursor[1:])
        if self.board.flipped:
            columns, rows = -columns, -rows
        across = ["right" if columns > 0 else "left"] * abs(columns)
        for key in (*across, *["up" if rows > 0 else "down"] * abs(rows)):
            self.app.post_message(events.Key(key, None))
        await self.until(lambda: self.board.cursor == square)

    async def choose(self, *squares: str) -> None:
        """Squares one after the other, each with Enter."""
        for square in squares:
            await self.go(square)
            await self.press("enter")

    async def choose_without_waiting(self, start: str, goal: str) -> None:
        """A move, without the answer to it."""
        await self.choose(start)
        await self.go(goal)
        self.app.post_message(events.Key("enter", None))
        await self.until(lambda: self.screen.opponent.busy)

    async def click(self, square: str) -> None:
        await self.pilot.click(Board, offset=self.board.place_of(square))
        await self.settle()


@asynccontextmanager
async def seated(playing: Playing, lang: str = "en", size: tuple[int, int] = (80, 24)) -> AsyncIterator[Seat]:
    """The window, opened for a test."""
    app = TerminalTable(playing, lang)
    async with app.run_test(size=size) as pilot:
        seat = Seat(app, pilot)
        await seat.settle()
        yield seat


def at_table(
    test: Callable[[Seat], Awaitable[None]], playing: Playing, lang: str = "en", size: tuple[int, int] = (80, 24)
) -> None:
    """Run what somebody does at the window, to its end."""

    async def run() -> None:
        async with seated(playing, lang, size) as seat:
            await test(seat)

    asyncio.run(run())
