"""The action that a person puts together, word by word, and what it would do; the words come from the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triarii.cli.terminal.playing import Playing, is_open
from triarii.core.contract import Choice, Refusal, Span


class Hand:
    """The words so far. A word leads to further words, to an action, or nowhere."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.words: list[str] = []
        self.doubted: Any = None
        """An action that costs own pieces and was warned of; asked for again, it is played."""
        self._previews: dict[str, Mapping[str, object]] | None = None
        self._state: object = None
        self._found: Any = None

    def clear(self) -> None:
        self.words = []
        self._changed()

    def back(self) -> bool:
        """One word back; False if there was none."""
        if not self.words:
            return False
        self.words.pop()
        self._changed()
        return True

    def take(self, words: Sequence[str]) -> None:
        if self.words != list(words):
            self.words = list(words)
            self._changed()

    def _changed(self) -> None:
        self.doubted = None
        self._previews = None

    # What can follow

    def found(self) -> Sequence[Choice] | Span | Refusal | Any:
        """Asked of the game once for each state: a screen wants to know it many times over."""
        playing = self.playing
        state = (len(playing.line.entries), playing.looking, playing.revealed, *self.words)
        if self._state != state:
            self._state, self._found = state, playing.choices(self.words)
        return self._found

    def offered(self) -> Sequence[Choice]:
        """The next words, if they can be listed."""
        found = self.found()
        return found if isinstance(found, list | tuple) else ()

    def spare(self) -> list[Choice]:
        """Next words that have no place on the board."""
        return [choice for choice in self.offered() if choice.cell is None]

    def word_at(self, cell: str) -> str | None:
        """The next word that is clicked at a place of the board."""
        return next((choice.text for choice in self.offered() if choice.cell == cell), None)

    def add(self, word: str) -> Any:
        """Take a word: None if more must follow, an action if it is whole, or why it leads nowhere."""
        found = self.playing.choices([*self.words, word])
        if isinstance(found, Refusal):
            return found
        if is_open(found):
            self.words.append(word)
            self._changed()
            return None
        return found

    def starts(self) -> list[str]:
        """The places where an action can begin."""
        found = self.playing.choices([])
        return [choice.cell for choice in found if choice.cell] if isinstance(found, list | tuple) else []

    # What it would do

    def previews(self) -> Mapping[str, Mapping[str, object]]:
        """For each next word that makes the action whole: what the action does."""
        if self._previews is None:
            self._previews = {}
            for choice in self.offered():
                found = self.playing.choices([*self.words, choice.text])
                if not is_open(found) and not isinstance(found, Refusal):
                    self._previews[choice.text] = {**self.playing.preview(found), "action": found}
        return self._previews


def squares_of(preview: Mapping[str, object], name: str) -> list[str]:
    """The places that a preview names under a heading."""
    found = preview.get(name)
    return [str(each) for each in found] if isinstance(found, list | tuple) else []
