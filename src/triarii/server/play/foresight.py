"""What can be chosen next in a position, and what it would bring: all of it at once, so that whoever decides need not
ask about every word.

Only what the eye may know goes in: stories are told of a position as it imagines it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import astuple

from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import (
    AnyGame,
    AnyPosition,
    Choice,
    Described,
    Event,
    Eye,
    Foretold,
    Previewed,
    Refusal,
    Scene,
    Span,
    Turn,
)
from triarii.core.introductions import introduced
from triarii.core.narration import narration
from triarii.server.wire import shown
from triarii.server.wire.shown import ChoicesAnswer, PreviewAnswer

MOST_WORDS = 500
"""Words that are followed; those beyond are told without what comes after them, and are asked about when chosen."""


class Foresight:
    """What the actions of one position would bring, as one eye may know, in one language, to a reader who knows the
    players as this cast. What all of them need, such as the position that the eye imagines, is found out once."""

    def __init__(self, game: AnyGame, position: AnyPosition, eye: Eye, lang: str, cast: Cast = EVERYBODY) -> None:
        self.game = game
        self.position = position
        self.eye = eye
        self.lang = lang
        self.cast = introduced(cast, game, position)
        self._previewed = game if "preview" in game.info.capabilities and isinstance(game, Previewed) else None
        self._foretold = game if isinstance(game, Foretold) else None
        self._described = game if game.info.board is not None and isinstance(game, Described) else None

    def tree(self, begun: Sequence[str] = (), most: int = MOST_WORDS) -> ChoicesAnswer | Refusal:
        """The next words of an action, and below each, under `then`, what may follow it, down to whole actions with
        what they would bring. Nearer words come first where there are more than `most`."""
        root = self.next_words(begun)
        if isinstance(root, Refusal):
            return root
        followed = 0
        open_words: deque[tuple[tuple[str, ...], ChoicesAnswer]] = deque([(tuple(begun), root)])
        while open_words:
            prefix, node = open_words.popleft()
            for choice in node.choices or ():
                if followed == most:
                    return root
                followed += 1
                words = (*prefix, choice.text)
                found = self.next_words(words)
                if not isinstance(found, Refusal):
                    choice.then = found
                    open_words.append((words, found))
        return root

    def next_words(self, begun: Sequence[str]) -> ChoicesAnswer | Refusal:
        """What may follow these words, or what the action that they spell would bring."""
        found = self.position.choices(begun)
        told = spelled(self.game, found, self.lang, self.cast)
        return told or ChoicesAnswer(UNSET, UNSET, *astuple(self.of(found)))

    def of(self, action: Any) -> PreviewAnswer:
        """What an allowed action would bring, and the events that will be entered, where those are certain."""
        preview = {} if self._previewed is None else self._previewed.preview(self.position, action, self.eye)
        text, say = self.game.action_text(action), self.game.texts.say
        first, *others = [self._tried(imagined, action) for imagined in self._imagined]
        if self._foretold is None:
            messages = narration(self.game, first.events)
        else:
            messages = self._foretold.foretell(self.position, action, self.eye)
        told = PreviewAnswer(text, preview, [say(message, self.lang, self.cast) for message in messages])
        # What depends on something hidden is told of one possibility only: nobody shall take it for what will happen.
        # A game that foretells does so because dice and answers follow: only what ends without them is shown ahead.
        ends = self._foretold is None or first.turn == self.position.turn
        if first.events and ends and all(other == first for other in others):
            told.events = [{"kind": event.kind, **event.fields} for event in first.events]
            if first.scene is not None:
                told.scene = first.scene
        return told

    @cached_property
    def _imagined(self) -> Sequence[AnyPosition]:
        """The position as the eye knows it; where something is hidden, two that it could be."""
        seen = self.position.view(self.eye)
        if not self.game.info.hides(seen.options):
            return [self.position]
        return [self.game.imagine(seen, Random(number)) for number in range(2)]

    def _tried(self, position: AnyPosition, action: Any) -> Tried:
        if position.check(action) is not None:
            return Tried([], None, None)
        after = position.play(action)
        happened = self.game.events(position, action, after)
        scene = None if self._described is None else self._described.scene(after.view(self.eye))
        return Tried([event.seen_by(self.eye) for event in happened], scene, after.turn)


@dataclass(frozen=True)
class Tried:
    """What an action leads to: its events as the eye sees them, what lies where then, if the game describes it, and who
    or what decides next."""

    events: Sequence[Event]
    scene: Scene | None
    turn: Turn | None


def spelled(game: AnyGame, found: Any, lang: str, cast: Cast = EVERYBODY) -> ChoicesAnswer | Refusal | None:
    """The next words as they are told; None where the words so far spell an action."""
    if isinstance(found, Refusal):
        return found
    if isinstance(found, Span):
        return ChoicesAnswer(span=found)
    if isinstance(found, list | tuple) and all(isinstance(each, Choice) for each in found):
        say = game.texts.say
        return ChoicesAnswer(
            [shown.Choice(one.text, say(one.label, lang, cast), one.cell, one.also or UNSET) for one in found]
        )
    return None
