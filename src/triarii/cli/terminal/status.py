"""The lines under the board: what is going on, and the keys that matter most."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widget import Widget

from triarii.cli.terminal.keys import BAR, Key
from triarii.cli.terminal.voice import Voice

MARKS = {"plain": "", "good": "✓ ", "aim": "→ ", "bad": "! "}
"""What kind of sentence it is, told without colour too."""


class Status(Widget):
    """One sentence; where it leaves room, a second line below it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"status--{kind}" for kind in (*MARKS, "more")}
    text = ""
    kind = "plain"
    advice = ""
    below = ""

    def tell(self, text: str, kind: str, advice: str, below: str) -> None:
        """`advice` was asked for; `below` stands there if nothing else does."""
        if (self.text, self.kind, self.advice, self.below) != (text, kind, advice, below):
            self.text, self.kind, self.advice, self.below = text, kind, advice, below
            self.refresh()

    def render(self) -> Text:
        width = self.content_size.width
        if self.kind == "plain" and len(self.advice) > width:
            # Advice that needs both lines is worth more than being told whose turn it is.
            return Text(self.advice, self.get_component_rich_style("status--plain"))
        mark = MARKS[self.kind]
        shown = Text(mark + self.text, self.get_component_rich_style(f"status--{self.kind}"))
        more = self.advice or self.below
        if more and len(mark + self.text) <= width:
            second = Text(more, self.get_component_rich_style("status--more"))
            second.truncate(width, overflow="ellipsis")
            shown.append("\n").append_text(second)
        return shown


class KeyBar(Widget):
    """As many keys as fit; the help page has them all. A click does what the key does."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"bar--key", "bar--word"}
    voice: Voice | None = None

    def tell(self, voice: Voice) -> None:
        if self.voice != voice:
            self.voice = voice
            self.refresh()

    def render(self) -> Text:
        bar = Text()
        for key, word in self._fitting():
            what = Style(meta={"action": key.name})
            bar.append(f" {key.shown.split()[0]}", self.get_component_rich_style("bar--key") + what)
            bar.append(f" {word} ", self.get_component_rich_style("bar--word") + what)
        return bar

    def _fitting(self) -> list[tuple[Key, str]]:
        fitting: list[tuple[Key, str]] = []
        room = self.content_size.width
        for key in BAR if self.voice is not None else ():
            word = self.voice.say(f"bar.{key.name}") if self.voice is not None else ""
            room -= len(word) + 4
            if room >= 0:
                fitting.append((key, word))
        return fitting

    async def on_click(self, event: events.Click) -> None:
        action = event.style.meta.get("action")
        if action is not None:
            await self.screen.run_action(str(action))
