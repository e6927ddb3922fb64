"""The field of a game without a board of its own: what the eye may see in words and letters, and the next words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from triarii.cli.terminal.field import KEYS_HERE, Aimed, Chosen, Field, Sight
from triarii.cli.terminal.hand import Hand
from triarii.cli.terminal.voice import Voice
from triarii.core import lettering
from triarii.core.contract import Choice, View, Worded
from triarii.core.texts import Message


class Chooser(Field):
    """The view above, the list of choices below."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="seen", can_focus=False):
            yield Static(id="seen-text")
        yield OptionList(id="choices", classes=KEYS_HERE)

    def see(self, sight: Sight) -> None:
        """What this eye may know, and the next words; behind the curtain only the way to lift it."""
        self.show(sight.playing.view, sight.voice)
        reveal = [Choice("", Message("prompt.reveal"))]
        self.offer(reveal if sight.playing.curtain else sight.hand.offered(), sight.voice)

    def word_aimed(self, hand: Hand) -> str | None:
        option = self.query_one("#choices", OptionList).highlighted_option
        return None if option is None else option.id

    def show(self, view: View, voice: Voice) -> None:
        """Only what the view holds."""
        game = voice.game
        drawn = lettering.drawing(game, view, voice.lang)
        parts: list[str] = [] if drawn is None else [drawn]
        if isinstance(game, Worded):
            parts.append("\n".join(voice.game_says(message) for message in game.words(view)))
        self.query_one("#seen-text", Static).update(Text("\n\n".join(parts) or view.text))

    def offer(self, choices: Sequence[Choice], voice: Voice) -> None:
        """The next words; a list that has not changed keeps its highlight."""
        listed = self.query_one("#choices", OptionList)
        lines = [f"{number}  {choice_line(choice, voice)}" for number, choice in enumerate(choices, start=1)]
        if [str(option.prompt) for option in listed.options] == lines:
            return
        listed.clear_options()
        listed.add_options(
            [Option(Text(line), choice.text or None) for line, choice in zip(lines, choices, strict=True)]
        )
        if choices:
            listed.highlighted = 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(Aimed())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(Chosen(event.option.id or ""))


def choice_line(choice: Choice, voice: Voice) -> str:
    """A choice as it is read: its word, and what it means where that says more."""
    label = voice.texts.say(choice.label, voice.lang, voice.cast)
    if not choice.text:
        return label
    return label if label.lower() == choice.text.lower() else f"{choice.text} – {label}"
