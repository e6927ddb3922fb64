"""Numbers for a game without a fixed set of actions: the candidates that it lists, and features of each.

Number 7 is the eighth candidate of the present list, so a number means nothing without its features: a program that
learns compares candidates by these.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from triarii.adapters.encoding import Moment
from triarii.core.contract import AnyGame, AnyPosition, Eye, Turn, View

MOST = 256
"""Candidates that have a number; a longer list is cut there."""
WORDS = 32
"""Features of a game that has none of its own: how many words of an action's text fall into each of so many boxes."""

Features = Callable[[View, Sequence[str]], Sequence[Sequence[float]]]
"""For each candidate its features, by what the seat to act may know."""


def boxes(_: View, texts: Sequence[str]) -> list[list[float]]:
    """Counts of words, for any game."""
    found = []
    for text in texts:
        counts = [0.0] * WORDS
        for word in text.split():
            counts[crc32(word.encode()) % WORDS] += 1
        found.append(counts)
    return found


class Candidates:
    """The listed candidates of any game."""

    actions = MOST
    kind = "float32"
    highest = 1000.0

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.features: Features = boxes
        width = WORDS
        if game.info.id == "adlg":
            from triarii.adapters.adlg import features

            self.features, width = features.describe, features.FEATURES
        self.shape = (MOST, width)

    def mask(self, moment: Moment) -> bytearray:
        listed = len(self._listed(moment.position))
        return bytearray(b"\1" * listed + b"\0" * (MOST - listed))

    def follow(self, moment: Moment, number: int) -> Moment:
        return Moment(moment.position.play(self._listed(moment.position)[number]))

    def observe(self, moment: Moment, eye: Eye) -> bytes:
        """The features of each candidate; nothing for a seat that does not act."""
        numbers = array("f", bytes(4 * self.shape[0] * self.shape[1]))
        position = moment.position
        if position.turn == int(eye):
            texts = [self.game.action_text(action) for action in self._listed(position)]
            for row, features in enumerate(self.features(position.view(eye), texts)):
                numbers[row * self.shape[1] : (row + 1) * self.shape[1]] = array("f", features)
        return numbers.tobytes()

    def alone(self, position: Any, stream: int, seen: memoryview, mask: memoryview) -> None:
        """Never: a list of candidates is made by the game itself."""

    def spell(self, position: Any, action: Any) -> list[int]:
        return [self._listed(position).index(action)]

    def word(self, number: int, seat: Turn) -> str:
        return f"candidate {number}"

    def _listed(self, position: AnyPosition) -> Sequence[Any]:
        return position.actions()[:MOST]
