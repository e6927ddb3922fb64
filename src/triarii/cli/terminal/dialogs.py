"""What opens above the board: a question, a file to name, a page to read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

NAMES_LISTED = 50
ESCAPE = "Esc"


class Question(ModalScreen[str]):
    """A question with a few answers, each with its key; the last of them is Esc."""

    def __init__(self, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.text = text
        self.answers = answers
        """Key and label of each."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self.text), classes="dialog-title")
            yield OptionList(*[Option(Text(f"{key:<4} {label}"), key) for key, label in self.answers])

    def on_key(self, event: events.Key) -> None:
        keys = [key for key, _ in self.answers]
        if event.key == "escape" or event.character in keys:
            event.stop()
            self.dismiss(ESCAPE if event.key == "escape" else event.character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class AskFile(ModalScreen[str | None]):
    """The name of a file, typed or picked from those that are there."""

    def __init__(self, title: str, help_line: str, value: str = "", names: Sequence[str] = ()) -> None:
        super().__init__()
        self.heading = title
        self.help_line = help_line
        self.value = value
        self.names = names

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self.heading), classes="dialog-title")
            yield Input(self.value, compact=True, id="file", select_on_focus=False)
            if self.names:
                yield OptionList(*[Option(Text(name), name) for name in self.names[:NAMES_LISTED]])
            yield Static(Text(self.help_line), classes="dialog-help")

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
        elif event.key == "down" and self.names and isinstance(self.focused, Input):
            event.stop()
            self.query_one(OptionList).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class Page(ModalScreen[None]):
    """Something to read; any of the usual keys closes it."""

    def __init__(self, title: str, body: Text, help_line: str) -> None:
        super().__init__()
        self.heading = title
        self.body = body
        self.help_line = help_line

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page"):
            yield Static(Text(self.heading), classes="dialog-title")
            with VerticalScroll(id="page"):
                yield Static(self.body, id="page-text")
            yield Static(Text(self.help_line), classes="dialog-help")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "enter", "q", "question_mark", "i", "f1"):
            event.stop()
            self.dismiss(None)


def record_names(folder: Path) -> list[str]:
    """Files of a folder that may hold a game, the newest first."""
    try:
        found = [(path.stat().st_mtime, path.name) for path in folder.glob("*.jsonl") if path.is_file()]
    except OSError:
        return []
    return [name for _, name in sorted(found, reverse=True)]
