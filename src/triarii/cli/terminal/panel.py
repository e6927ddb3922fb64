"""The panel beside the board: who sits where and has what, the moves so far, and what happened in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from triarii.cli.terminal import opponents
from triarii.cli.terminal.face import Face
from triarii.cli.terminal.field import Sight
from triarii.core.contract import SEATS, Turn
from triarii.core.narration import narration
from triarii.core.records import HUMAN
from triarii.core.timeline import Step

TOLD = 2
"""Steps that are told in words: one's own turn and the answer."""
WORTHWHILE = 3
"""Rows below which a list of moves says too little."""


class Panel(Widget):
    """Opponent on top, oneself at the bottom, as the board is seated."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"panel--{name}" for name in ("name", "quiet", "warn", "first", "second", "now", "rule")
    }
    sight: Sight | None = None
    shown: object = None

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face

    def tell(self, sight: Sight) -> None:
        """Drawn anew only when something in it can have changed; the cursor moves far more often."""
        playing = sight.playing
        state = (len(playing.line.entries), playing.looking, playing.revealed, sight.voice.lang, sight.flipped)
        self.sight = sight
        if self.shown != (state, sight.thinking, *sight.hand.words):
            self.shown = (state, sight.thinking, *sight.hand.words)
            self.refresh()

    def render(self) -> Text:
        sight, width, height = self.sight, self.content_size.width, self.content_size.height
        if sight is None or width < 4:
            return Text()
        upper, lower = (Turn.FIRST, Turn.SECOND) if sight.flipped else (Turn.SECOND, Turn.FIRST)
        line = Text("─" * width, self._style("rule"))
        middle: list[Text] = []
        for brief in (False, True):
            top, bottom = (self._seat(sight, seat, width, brief) for seat in (upper, lower))
            room = height - len(top) - len(bottom) - 2
            middle = self._middle(sight, width, room)
            if len(middle) <= room:
                break
        return Text("\n").join([*top, line, *middle[:room], line, *bottom][:height])

    def _middle(self, sight: Sight, width: int, room: int) -> list[Text]:
        """How far the game is; what can be chosen, or what happened and how it came to that."""
        heading = self._wrapped([self.face.heading(sight)], width, "name")
        heading += self._wrapped(self._score(sight), width, "quiet")
        warnings = self._wrapped(self.face.warnings(sight), width, "warn")
        free = room - len(heading) - len(warnings)
        first = self._wrapped(self.face.listed(sight), width)
        first = first or self._wrapped(self.face.intro(sight), width, "quiet")
        line = [Text("─" * width, self._style("rule"))]
        if first and (free - len(first) < WORTHWHILE or not sight.playing.shown.at):
            return [*heading, *first, *[Text()] * (free - len(first)), *warnings]
        between = line if sight.playing.shown.at else []
        above = [*first, *line] if first else []
        return [*heading, *above, *self._past(sight, width, free - len(above), between), *warnings]

    def _score(self, sight: Sight) -> list[str]:
        """Of a series, the game that has just ended included."""
        playing, result = sight.playing, sight.playing.line.result
        series = playing.series if result is None else playing.series.after(result)
        return [sight.voice.texts.say(series.words, sight.voice.lang)] if playing.series.played else []

    def _past(self, sight: Sight, width: int, free: int, between: list[Text]) -> list[Text]:
        """The moves above, what the last of them did below."""
        story = self._story(sight, width, max(3, free - len(between) - self.face.fewest_moves))
        moves = free - len(between) - len(story)
        if moves < min(WORTHWHILE, self.face.fewest_moves or WORTHWHILE):
            story = self._story(sight, width, free)
            return [*story, *[Text()] * (free - len(story))]
        return [*self._moves(sight, width, moves), *between, *story]

    def _wrapped(self, texts: Sequence[str], width: int, style: str = "") -> list[Text]:
        """What belongs together is set off by an indent."""
        look = self._style(style) if style else Style()
        return [Text(row, look) for text in texts for row in textwrap.wrap(text, width, subsequent_indent="  ")]

    def _seat(self, sight: Sight, seat: Turn, width: int, brief: bool) -> list[Text]:
        """A side's name and player, and what it has."""
        playing, voice = sight.playing, sight.voice
        turn = playing.shown.position.turn is seat and (playing.looking is not None or playing.line.result is None)
        mark = "▶ " if turn else "  "
        name = Text(mark + voice.seat(seat), self._style("first" if seat is Turn.FIRST else "second"))
        word = playing.seats[seat]
        person = "panel.you" if len(playing.people) == 1 else "panel.person"
        who = voice.say(person) if word == HUMAN else opponents.title(word, playing.game.info.id, voice.lang)
        if seat in playing.programs and sight.thinking and playing.position.turn is seat:
            who = voice.say("panel.thinking", who=who)
        rows = [name, Text("  " + who, self._style("quiet"))]
        if self.face.one_line_seats:
            rows = [name.append(f" · {who}", self._style("quiet"))]
        rows += [Text("  " + text) for text in self.face.holding(sight, seat, width - 2, brief)]
        for row in rows:
            row.truncate(width, overflow="ellipsis")
        return rows

    def _moves(self, sight: Sight, width: int, height: int) -> list[Text]:
        """The newest moves, or those around the one that is looked at; filled up so that nothing jumps."""
        rows = _paired(sight) if self.face.pairs_moves else _listed(sight)
        at = sight.playing.shown.at
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

    def _story(self, sight: Sight, width: int, height: int) -> list[Text]:
        """What the last turns did; where room is short, the older ones go."""
        playing, voice = sight.playing, sight.voice
        entries: list[list[list[Text]]] = []
        steps = playing.last_steps(TOLD)
        for step in steps:
            style = Style() if step is steps[-1] else self._style("quiet")
            words = [voice.game_says(told) for told in narration(playing.game, playing.line.events(step, playing.eye))]
            entries.append([[Text(line, style) for line in textwrap.wrap(text, width)] for text in words])

        def tall() -> bool:
            return sum(len(text) for texts in entries for text in texts) > height

        while self.face.fewest_moves and tall() and any(len(texts) > 1 for texts in entries):
            # The first sentence of a turn says what the list of moves says too.
            next(texts for texts in entries if len(texts) > 1).pop(0)
        sentences = [text for texts in entries for text in texts]
        while len(sentences) > 1 and sum(map(len, sentences)) > height:
            sentences.pop(0)
        return [line for text in sentences for line in text][-height:]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"panel--{name}")


def _action_text(sight: Sight, step: Step) -> str:
    return sight.playing.game.text_seen_by(step.before, step.action, sight.playing.eye)


def _paired(sight: Sight) -> list[tuple[list[str], list[int]]]:
    """Moves of both sides in one row: (number, first, second), and which steps stand in it."""
    rows: list[tuple[list[str], list[int]]] = []
    for index, step in enumerate(sight.playing.line.steps):
        if step.before.turn not in SEATS:
            continue
        text = f"{_action_text(sight, step):<9}"
        if step.before.turn is Turn.SECOND and rows and len(rows[-1][1]) == 1:
            rows[-1][0].append(text)
            rows[-1][1].append(index)
        elif step.before.turn is Turn.SECOND:
            rows.append(([f"{len(rows) + 1:>3}. ", f"{'…':<9}", text], [-1, index]))
        else:
            rows.append(([f"{len(rows) + 1:>3}. ", text], [index]))
    return rows


def _listed(sight: Sight) -> list[tuple[list[str], list[int]]]:
    """One step a row, with the side that made it; chance has no number."""
    rows: list[tuple[list[str], list[int]]] = []
    for index, step in enumerate(sight.playing.line.steps):
        label = f"{step.before.turn + 1}: " if step.before.turn in SEATS else "!  "
        rows.append(([label, _action_text(sight, step)], [index]))
    return rows
