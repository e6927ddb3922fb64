"""How a game looks in the window. The face here suits every game: words, letters and a list of choices. A game with a
board of its own has a face of its own, found by `faces.py`; the window asks no other question about which game it
is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triarii.cli.terminal.chooser import Chooser
from triarii.cli.terminal.field import Field, Sight
from triarii.cli.terminal.hand import Hand, squares_of
from triarii.cli.terminal.previews import preview_words
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import Choice, Turn
from triarii.core.texts import Texts

Said = tuple[str, str]
"""A sentence of the status, and its kind."""


class Face:
    """For a game that nobody has drawn a board for."""

    texts: Texts | None = None
    """Words of this face; they come before those that the window has for all games."""
    panel_width = 27
    """Columns that the panel needs at least."""
    pairs_moves = False
    """Whether both sides' moves stand in one row, because no chance falls between them."""
    one_line_seats = False
    """Whether a side and who plays it stand in one line of the panel."""
    fewest_moves = 3
    """Rows of moves that stay in the panel, however much there is to tell."""

    def field(self) -> Field:
        return Chooser()

    # What is said under the field

    def prompt(self, sight: Sight) -> str:
        """What the person who is to act can do now."""
        if sight.hand.words:
            return sight.voice.say("prompt.next", words=" ".join(sight.hand.words))
        return sight.voice.say(whose("prompt.list", sight), seat=asked(sight))

    def aimed(self, sight: Sight, word: str) -> Said | None:
        """What the word under the cursor would do, if that can be told already."""
        preview = sight.hand.previews().get(word)
        if preview is None:
            return None
        text = sight.playing.game.action_text(preview["action"])
        return self.does(sight.voice, text, preview), "bad" if squares_of(preview, "losses") else "aim"

    def does(self, voice: Voice, text: str, preview: Mapping[str, object]) -> str:
        """What an action would do."""
        return preview_words(voice, text, preview)

    def by_number(self, hand: Hand) -> Sequence[Choice]:
        """The choices that digits pick."""
        return hand.offered()

    # What the panel shows

    def heading(self, sight: Sight) -> str:
        """How far the game is."""
        return ""

    def holding(self, sight: Sight, seat: Turn, width: int, brief: bool) -> list[str]:
        """What a side has; `brief` where room is short."""
        return []

    def listed(self, sight: Sight) -> list[str]:
        """Choices that the panel lists because the field can't tell them."""
        return []

    def intro(self, sight: Sight) -> list[str]:
        """What players should know before they begin."""
        return []

    def warnings(self, sight: Sight) -> list[str]:
        """Ends that come nearer without anybody's move."""
        return []

    # What pages show

    def signs(self) -> list[tuple[str, str]]:
        """Each sign of the field and its name, for the help page."""
        return []

    def content(self, option: str, name: str, lang: str) -> tuple[str, str] | None:
        """Title and note of a content that the game ships, such as a layout."""
        return None


def whose(key: str, sight: Sight) -> str:
    """With one person at the screen it is said to that person."""
    return f"{key}_yours" if len(sight.playing.people) == 1 else key


def asked(sight: Sight) -> str:
    return sight.playing.position.turn.name.lower()
