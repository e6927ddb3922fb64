"""The panel beside the board: who sits where and has what, the moves so far, and what happened in words."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from triarii.cli.plain import HUMAN
from triarii.cli.terminal import opponents
from triarii.cli.terminal.board import BRACKETS, WALLS
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.scene import Scene
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import SEATS, Turn
from triarii.core.timeline import Step

STALL_WARNING = 20
"""So many turns before a stalled game ends, the panel begins to say so."""
TOLD = 2
"""Steps that are told in words: one's own turn and the answer."""

FEWEST_MOVES = 3
"""Rows of moves that stay, however much there is to tell."""


@dataclass(frozen=True)
class Seen:
    """All that the panel shows."""

    playing: Playing
    voice: Voice
    scene: Scene | None
    flipped: bool
    thinking: bool


class Panel(Widget):
    """Opponent on top, oneself at the bottom, as the board is seated."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"panel--{name}" for name in ("name", "quiet", "warn", "first", "second", "now", "rule")
    }
    seen: Seen | None = None

    told: object = None

    def tell(self, seen: Seen) -> None:
        """Drawn anew only when something in it can have changed; the cursor moves far more often."""
        playing = seen.playing
        state = (len(playing.line.entries), playing.looking, playing.revealed, seen.voice.lang, seen.flipped)
        self.seen = seen
        if self.told != (state, seen.thinking):
            self.told = (state, seen.thinking)
            self.refresh()

    def render(self) -> Text:
        seen, width, height = self.seen, self.content_size.width, self.content_size.height
        if seen is None or width < 4:
            return Text()
        upper, lower = (Turn.FIRST, Turn.SECOND) if seen.flipped else (Turn.SECOND, Turn.FIRST)
        top, bottom = self._seat(seen, upper, width), self._seat(seen, lower, width)
        warnings = [Text(line, self._style("warn")) for text in _warnings(seen) for line in textwrap.wrap(text, width)]
        line = Text("─" * width, self._style("rule"))
        begun = bool(seen.playing.shown.at)
        free = height - len(top) - len(bottom) - len(warnings) - (3 if begun else 2)
        story = self._story(seen, width, max(3, free - FEWEST_MOVES))
        moves = self._moves(seen, width, free - len(story))
        rows = [*top, line, *moves, *([line] if begun else ()), *story, *warnings, line, *bottom]
        return Text("\n").join(rows[:height])

    def _seat(self, seen: Seen, seat: Turn, width: int) -> list[Text]:
        """A side's name and player, and what it has."""
        playing, voice = seen.playing, seen.voice
        turn = playing.shown.position.turn is seat and (playing.looking is not None or playing.line.result is None)
        mark = "▶ " if turn else "  "
        name = Text(mark + voice.seat(seat), self._style("first" if seat is Turn.FIRST else "second"))
        word = playing.seats[seat]
        person = "panel.you" if len(playing.people) == 1 else "panel.person"
        who = voice.say(person) if word == HUMAN else opponents.title(word, playing.game.info.id, voice.lang)
        if seat in playing.programs and seen.thinking and playing.position.turn is seat:
            who = voice.say("panel.thinking", who=who)
        rows = [name, Text("  " + who, self._style("quiet"))]
        if seen.scene is not None:
            rows.append(self._holding(seen, seen.scene, seat, width))
        for row in rows:
            row.truncate(width, overflow="ellipsis")
        return rows

    def _holding(self, seen: Seen, scene: Scene, seat: Turn, width: int) -> Text:
        """What a side has, with the signs of the board; in words too where there is room."""
        had = scene.holdings[seat]
        left, right = BRACKETS[seat]
        letters = "FH" if seat is Turn.FIRST else "fh"
        wall = WALLS[seat]
        signs = [f"{left}{letters[0]}{right}", f"{left}{letters[1]}{right}", f"{wall.left}{wall.floor}{wall.right}"]
        counts = (("fighters", had.fighters), ("heroes", had.heroes), ("cities", had.cities))
        words = [f"{count} {seen.voice.say(f'count.{kind}', count=count)}" for kind, count in counts]
        wide = "  " + "  ".join(f"{sign} {word}" for sign, word in zip(signs, words, strict=True))
        if len(wide) <= width:
            return Text(wide)
        return Text("  " + "  ".join(f"{sign} {count}" for sign, (_, count) in zip(signs, counts, strict=True)))

    def _moves(self, seen: Seen, width: int, height: int) -> list[Text]:
        """The newest moves, or those around the one that is looked at; filled up so that nothing jumps."""
        rows = _paired(seen) if seen.scene is not None else _listed(seen)
        at = seen.playing.shown.at
        here = next((index for index, (_, steps) in enumerate(rows) if at - 1 in steps), len(rows) - 1)
        last = min(len(rows), max(height, here + 1 + (height // 2 if here + 1 < len(rows) else 0)))
        shown: list[Text] = []
        for cells, steps in rows[max(0, last - height) : last]:
            row = Text()
            for cell, step in zip(cells, (-1, *steps), strict=True):
                now = step == at - 1 and step >= 0
                row.append(
                    cell.rstrip(), self._style("now") if now else (self._style("quiet") if step < 0 else Style())
                )
                row.append(" " * (len(cell) - len(cell.rstrip())))
            row.truncate(width, overflow="ellipsis")
            shown.append(row)
        return shown + [Text()] * (max(0, height) - len(shown))

    def _story(self, seen: Seen, width: int, height: int) -> list[Text]:
        """What the last turns did; where room is short, the older ones go."""
        playing, voice = seen.playing, seen.voice
        told: list[list[list[Text]]] = []
        steps = playing.last_steps(TOLD)
        for step in steps:
            style = Style() if step is steps[-1] else self._style("quiet")
            words = [voice.game_says(event.message) for event in playing.line.events(step, playing.eye)]
            told.append([[Text(line, style) for line in textwrap.wrap(text, width)] for text in words])
        while sum(len(text) for texts in told for text in texts) > height and any(len(texts) > 1 for texts in told):
            # The first sentence of a turn says what the list of moves says too.
            next(texts for texts in told if len(texts) > 1).pop(0)
        return [line for texts in told for text in texts for line in text][-height:]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"panel--{name}")


def _warnings(seen: Seen) -> list[str]:
    """Ends that come nearer without anybody's move: repetition and stall."""
    playing, voice, scene = seen.playing, seen.voice, seen.scene
    if playing.looking is not None or playing.line.result is not None or scene is None:
        return []
    found: list[str] = []
    repeated = playing.repeated()
    if repeated > 1:
        found.append(voice.say("warn.repeated", count=repeated))
    if scene.stall_limit and scene.stall >= scene.stall_limit - STALL_WARNING:
        found.append(voice.say("warn.stall", count=scene.stall, limit=scene.stall_limit))
    return found


def _told(seen: Seen, step: Step) -> str:
    return seen.playing.game.told(step.before, step.action, seen.playing.eye)


def _paired(seen: Seen) -> list[tuple[list[str], list[int]]]:
    """Moves of both sides in one row: (number, first, second), and which steps stand in it."""
    rows: list[tuple[list[str], list[int]]] = []
    for index, step in enumerate(seen.playing.line.steps):
        if step.before.turn not in SEATS:
            continue
        text = f"{_told(seen, step):<9}"
        if step.before.turn is Turn.SECOND and rows and len(rows[-1][1]) == 1:
            rows[-1][0].append(text)
            rows[-1][1].append(index)
        elif step.before.turn is Turn.SECOND:
            rows.append(([f"{len(rows) + 1:>3}. ", f"{'…':<9}", text], [-1, index]))
        else:
            rows.append(([f"{len(rows) + 1:>3}. ", text], [index]))
    return rows


def _listed(seen: Seen) -> list[tuple[list[str], list[int]]]:
    """One step a row, with the side that made it; chance has no number."""
    rows: list[tuple[list[str], list[int]]] = []
    for index, step in enumerate(seen.playing.line.steps):
        label = f"{step.before.turn + 1}: " if step.before.turn in SEATS else "!  "
        rows.append(([label, _told(seen, step)], [index]))
    return rows
