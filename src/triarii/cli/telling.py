"""What plain play says of a game: sentences, refusals with their rule, events; as much as its screen may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triarii.cli.keeping import SECRET_NOT_KEPT
from triarii.cli.playing import Playing
from triarii.cli.speech import TEXTS, sentence_of, show
from triarii.core.contract import Choice, Drawn, Event, GameInfo, Options, Refusal, Span, Worded
from triarii.core.rulebook import Rule
from triarii.core.texts import Message, Texts


class Teller:
    """Speaks of one game in one language, to whoever looks at it now."""

    def __init__(self, playing: Playing, lang: str) -> None:
        self.playing = playing
        self.game = playing.game
        self.lang = lang
        self.warned = False
        """Whether it was said that the secret of chance can't be kept."""

    def say(self, key: str, **params: object) -> None:
        show(self.words_for(key, **params))

    def words_for(self, key: str, **params: object) -> str:
        """Our words, with the game's where ours lack one: who the first player is, the game knows."""
        return Texts(TEXTS.entries, self.game.texts).say(Message(key, params), self.lang)

    def refuse(self, refusal: Refusal) -> None:
        show(sentence_of(refusal, self.game.texts, self.lang))
        rule = self.game.rulebook.find(refusal.rule)
        if rule is not None:
            show(f"({self.words_of(rule)})")

    def words_of(self, rule: Rule) -> str:
        return f"{rule.id}: {rule.text[self.lang]}"

    def welcome(self) -> None:
        """Which game it is, what of it is reconstructed, and with which contents it is played."""
        self.say("play.welcome", title=Message("game.title"))
        for key in ("game.reconstructed", "game.in_use"):
            if key in self.game.texts:
                self.say(key, **contents_of(self.playing.line.header.options, self.game.info))

    def position(self) -> None:
        """The position in words; for a game that has none, its text."""
        view = self.playing.view
        if isinstance(self.game, Worded):
            for message in self.game.words(view):
                self._game_says(message)
        else:
            show(view.text)

    def board(self) -> None:
        view = self.playing.view
        show(self.game.drawing(view) if isinstance(self.game, Drawn) else view.text)

    def choices(self, found: Sequence[Choice] | Span | Any) -> None:
        """What can follow the words that were typed."""
        if isinstance(found, Span):
            self.say("play.number", **{each: found.word(getattr(found, each)) for each in ("low", "high", "step")})
        else:
            labels = [f"{choice.text} ({self.game.texts.say(choice.label, self.lang)})" for choice in found]
            self.say("play.next_words", choices=labels)

    def step(self) -> None:
        """What just happened."""
        line, eye = self.playing.line, self.playing.eye
        step = line.steps[-1]
        show(self.game.told(step.before, step.action, eye) + ":")
        self.events(line.events(step, eye))

    def events(self, events: Sequence[Event], indent: str = "") -> None:
        for event in events:
            self._game_says(event.message, indent)

    def trouble(self) -> None:
        """Why the game was not kept; if only its secret of chance was not, one warning will do."""
        trouble = self.playing.trouble
        if trouble is None or (self.warned and trouble.code == SECRET_NOT_KEPT):
            return
        self.warned = self.warned or trouble.code == SECRET_NOT_KEPT
        self.refuse(trouble)

    def _game_says(self, message: Message, indent: str = "") -> None:
        show(self.game.texts.say(message, self.lang), indent)


def contents_of(options: Options, info: GameInfo) -> dict[str, str]:
    """The name of each content that a game is played with, such as a layout or a table."""
    named = [option.name for option in info.options if isinstance(option.values, str)]
    return {name: _name_of(options[name]) for name in named}


def _name_of(content: object) -> str:
    return str(content.get("name", "–")) if isinstance(content, Mapping) else str(content)
