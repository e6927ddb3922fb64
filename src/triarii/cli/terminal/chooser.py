"""The field of a game without a board of its own: what the eye may see in words and letters, and the next words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from triarii.cli.terminal.voice import Voice
from triarii.core.contract import Choice, Drawn, View, Worded


class Chooser(Vertical):
    """The view above, the list of choices below."""

    class Aimed(Message):
        """A word is highlighted."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Chosen(Message):
        """A word was chosen."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="seen", can_focus=False):
            yield Static(id="seen-text")
        yield OptionList(id="choices")

    @property
    def highlighted(self) -> str | None:
        """The word that Enter would choose."""
        option = self.query_one("#choices", OptionList).highlighted_option
        return None if option is None else option.id

    def show(self, view: View, voice: Voice) -> None:
        """Only what the view holds."""
        game = voice.game
        parts: list[str] = []
        if isinstance(game, Drawn):
            parts.append(game.drawing(view))
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
        self.post_message(self.Aimed(event.option.id or ""))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(event.option.id or ""))


def choice_line(choice: Choice, voice: Voice) -> str:
    """A choice as it is read: its word, and what it means where that says more."""
    label = voice.texts.say(choice.label, voice.lang)
    if not choice.text:
        return label
    return label if label.lower() == choice.text.lower() else f"{choice.text} – {label}"
