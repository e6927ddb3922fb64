"""What plain play says of a game: sentences, refusals with their rule, events; as much as its screen may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from triarii.cli.keeping import SECRET_NOT_KEPT
from triarii.cli.playing import Playing
from triarii.cli.speech import TEXTS, sentence_of, show, show_as_drawn
from triarii.core import lettering, standing
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import (
    ASK,
    AnyGame,
    Briefed,
    Choice,
    Event,
    Explained,
    Foretold,
    GameInfo,
    Options,
    Refusal,
    Result,
    Scored,
    Span,
    Turn,
    Worded,
)
from triarii.core.introductions import introduced
from triarii.core.narration import narration
from triarii.core.rulebook import Rule
from triarii.core.texts import Message, Texts
from triarii.core.timeline import Timeline

CROWD = 3
"""So many events of one kind in a row are a paragraph."""


class Teller:
    """Speaks of one game in one language, to whoever looks at it now."""

    def __init__(self, playing: Playing, lang: str) -> None:
        self.playing = playing
        self.game = playing.game
        self.lang = lang
        self.warned = False
        """Whether it was said that the secret of chance can't be kept."""
        self.chapter = ""
        """The part of the game whose beginning was shown last."""
        self.headline: Message | None = None
        """What was to be decided when it was told last."""
        self.entries = -1
        """How long the record was then."""
        self.explained = False
        """Whether the signs of the board were."""

    def say(self, key: str, **params: object) -> None:
        show(self.words_for(key, **params))

    def words_for(self, key: str, **params: object) -> str:
        """Our words, with the game's where ours lack one: what a side is called, the game knows."""
        return Texts(TEXTS.entries, self.game.texts).say(Message(key, params), self.lang, self.playing.cast)

    def refuse(self, refusal: Refusal) -> None:
        show(sentence_of(refusal, self.game.texts, self.lang, self.playing.cast))
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

    def beginning(self) -> None:
        """What is there when a game begins or goes on; where a game tells the moment in short, that comes later."""
        if isinstance(self.game, Briefed):
            for message in self.game.introduction(self.playing.view):
                self._game_says(message)
        else:
            self.position()

    def position(self) -> None:
        """The position in words; for a game that has none, as a drawing or as its text."""
        view = self.playing.view
        if isinstance(self.game, Worded):
            for message in self.game.words(view):
                self._game_says(message)
        else:
            self.board()

    def reasons(self, why: Sequence[Message]) -> None:
        """What an adviser has in mind."""
        for message in why:
            show(f"  {self.game.texts.say(message, self.lang, self.playing.cast)}")

    def board(self) -> None:
        """The board with letters; its signs are explained when it is shown first."""
        view = self.playing.view
        drawn = lettering.drawing(self.game, view, self.lang)
        show_as_drawn(view.text if drawn is None else drawn)
        if not self.explained and isinstance(self.game, Explained):
            for message in self.game.legend(view):
                self._game_says(message)
        self.explained = True

    def moment(self) -> None:
        """What is to be decided, where that changed or somebody else had a hand in it; with a new part of the game
        comes the board."""
        if not isinstance(self.game, Briefed) or self.entries == len(self.playing.line.entries):
            return
        self.entries = len(self.playing.line.entries)
        view, steps = self.playing.view, self.playing.line.steps
        chapter = self.game.chapter(view)
        if chapter and chapter != self.chapter:
            self.board()
            self.chapter, self.headline = chapter, None
        messages = self.game.brief(view)
        others = not steps or steps[-1].before.turn is not self.playing.asked
        if messages and (messages[0] != self.headline or others):
            for message in messages:
                self._game_says(message)
            self.headline = messages[0]

    def undone(self) -> None:
        """What holds again after a take-back."""
        self.say("play.undone")
        self.headline = None
        if not isinstance(self.game, Briefed):
            self.position()

    def preview(self, action: Any) -> None:
        """What an action would do."""
        playing = self.playing
        if isinstance(self.game, Foretold):
            for message in self.game.foretell(playing.position, action, playing.eye):
                self._game_says(message)
        elif playing.hides:  # what would really happen may hang on a card that nobody has seen yet
            self.say("play.no_preview")
        else:
            after = playing.position.play(action)
            self.events(self.game.events(playing.position, action, after))

    def answers(self, seat: Turn) -> None:
        """Every kind of standing answer, what holds for a seat, and what could."""
        for kind in standing.kinds_of(self.game):
            now = self.playing.answers[seat].get(kind.name, ASK)
            self.say(
                "play.answers",
                kind=kind.name,
                asked=kind.label,
                value=now,
                means=kind.labels[now],
                values=list(kind.values),
            )

    def choices(self, found: Sequence[Choice] | Span | Any) -> None:
        """What can follow the words that were typed."""
        if isinstance(found, Span):
            self.say("play.number", **{each: found.word(getattr(found, each)) for each in ("low", "high", "step")})
        else:
            cast = introduced(self.playing.cast, self.game, self.playing.position)  # the id stands before it already
            labels = [f"{choice.text} ({self.game.texts.say(choice.label, self.lang, cast)})" for choice in found]
            self.say("play.next_words", choices=labels)

    def step(self, typed: str = "") -> None:
        """What just happened; who typed an action need not read it again, unless it was completed."""
        line, eye = self.playing.line, self.playing.eye
        step = line.steps[-1]
        text, turn = self.game.text_seen_by(step.before, step.action, eye), step.before.turn
        if not isinstance(self.game, Briefed):
            show(f"{text}:")
        elif turn is not Turn.CHANCE and text != typed:  # dice are told by what they bring: `4:` alone says nothing
            self.say("play.step", seat=turn.name.lower(), text=text)
        self.events(line.events(step, eye))

    def events(self, events: Sequence[Event], indent: str = "") -> None:
        """Sentence by sentence; a crowd that does the same is told in one paragraph."""
        for _, alike in groupby(narration(self.game, events), key=lambda message: message.key):
            said = [self.game.texts.say(message, self.lang, self.playing.cast) for message in alike]
            for line in said if len(said) < CROWD else [" ".join(said)]:
                show(line, indent)

    def trouble(self) -> None:
        """Why the game was not kept; if only its secret of chance was not, one warning will do."""
        trouble = self.playing.trouble
        if trouble is None or (self.warned and trouble.code == SECRET_NOT_KEPT):
            return
        self.warned = self.warned or trouble.code == SECRET_NOT_KEPT
        self.refuse(trouble)

    def _game_says(self, message: Message, indent: str = "") -> None:
        show(self.game.texts.say(message, self.lang, self.playing.cast), indent)


def contents_of(options: Options, info: GameInfo) -> dict[str, str]:
    """The name of each content that a game is played with, such as a layout or a table."""
    named = [option.name for option in info.options if isinstance(option.values, str)]
    return {name: _name_of(options[name]) for name in named}


def _name_of(content: object) -> str:
    return str(content.get("name", "–")) if isinstance(content, Mapping) else str(content)


def result_words(game: AnyGame, result: Result, lang: str, cast: Cast = EVERYBODY) -> str:
    """Who won by resignation, agreement or time; other ends are told by the game's own events."""
    how = Message(f"result.{result.rule}")
    words = Texts(TEXTS.entries, game.texts)
    if result.winner is None:
        return words.say(Message("result.drawn", {"how": how}), lang, cast)
    return words.say(Message("result.won", {"seat": result.winner.name.lower(), "how": how}), lang, cast)


def score_words(line: Timeline, lang: str, cast: Cast = EVERYBODY) -> list[str]:
    """What a game that is over is worth to both, and how that came about; nothing where games are not worth points."""
    game = line.game
    if line.result is None or not isinstance(game, Scored):
        return []
    return [game.texts.say(message, lang, cast) for message in game.score(line.position, line.result).how]
