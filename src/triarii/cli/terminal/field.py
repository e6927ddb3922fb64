"""What stands beside the panel and is pointed at: the field of a game. It shows a sight and reports where somebody
points, without rules; each game may have its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from triarii.cli.terminal.hand import Hand
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import Refusal

KEYS_HERE = "keys-here"
"""The class of the widget in a field that takes the arrow keys."""


@dataclass(frozen=True)
class Sight:
    """All that a screen shows of a game: whatever the eye before it may see, and what a person has begun to say."""

    playing: Playing
    voice: Voice
    hand: Hand
    flipped: bool = False
    thinking: bool = False
    hinted: str = ""
    """The action that was proposed, as its text."""


class Aimed(Message):
    """The cursor went elsewhere."""


class Chosen(Message):
    """A place of the field was chosen: a square, a cell, a word of a list."""

    def __init__(self, place: str, pointed: bool = False) -> None:
        super().__init__()
        self.place = place
        self.pointed = pointed
        """By a click, not by a key."""


class Field(Widget):
    """The base of all fields; every method is asked by the course of the game."""

    def fit(self, width: int, height: int) -> None:
        """Take the largest size that leaves room for everything else."""

    def see(self, sight: Sight) -> None:
        """Show the game as it is now."""
        raise NotImplementedError

    def word_aimed(self, hand: Hand) -> str | None:
        """The next word that Enter would take, if it stands there for one."""
        raise NotImplementedError

    def words_for(self, place: str, hand: Hand) -> Sequence[str] | Refusal:
        """The words in hand once a place is chosen, the new one last; none: the hand is emptied."""
        return [*hand.words, place]

    def jump(self, by: int, hand: Hand) -> None:
        """The cursor to the next place that can be chosen."""

    def under_cursor(self, voice: Voice) -> str:
        """What the cursor stands on, in words."""
        return ""
