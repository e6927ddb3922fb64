"""What the terminal window says: its own words, with those of the command and of the game behind them."""

from __future__ import annotations

from dataclasses import dataclass

from triarii.cli import speech
from triarii.cli.narration import result_words
from triarii.core import texts
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import AnyGame, Refusal, Result, Scored, Turn
from triarii.core.texts import Message, Texts
from triarii.core.timeline import Timeline

TEXTS = texts.load("triarii.cli.terminal", parent=speech.TEXTS)


@dataclass(frozen=True)
class Voice:
    """Speaks of one game in one language."""

    game: AnyGame
    lang: str
    own: Texts | None = None
    """What the game's own face says, or says otherwise than the window does for all games."""
    cast: Cast = EVERYBODY
    """Who is who to whoever sits here."""

    @property
    def texts(self) -> Texts:
        """Ours first: what a side and a piece are called, the game knows."""
        general = Texts(TEXTS.entries, Texts(speech.TEXTS.entries, self.game.texts))
        return general if self.own is None else Texts(self.own.entries, general)

    def say(self, key: str, /, **params: object) -> str:
        return self.texts.say(Message(key, params), self.lang, self.cast)

    def game_says(self, message: Message) -> str:
        """What the game itself says, in its own words."""
        return self.game.texts.say(message, self.lang, self.cast)

    def knows(self, key: str) -> bool:
        return key in self.texts

    def seat(self, seat: Turn) -> str:
        """What a side is called, as the beginning of a line."""
        words = self.say(f"word.{seat.name.lower()}")
        return words[:1].upper() + words[1:]

    def refusal(self, refusal: Refusal) -> str:
        return speech.sentence_of(refusal, self.texts, self.lang)

    def points(self, line: Timeline) -> list[str]:
        """What the game was worth to both, where games are worth points."""
        if line.result is None or not isinstance(self.game, Scored):
            return []
        first, second = self.game.score(line.position, line.result).points
        return [self.say("over.points", first=first, second=second)]

    def result(self, result: Result) -> str:
        """How the game ended: by resignation or agreement in our words, else by the rule in the game's."""
        if f"result.{result.rule}" in self.texts:
            return result_words(self.game, result, self.lang, self.cast)
        how = f"word.{result.rule}"
        reason = Message(how) if how in self.texts else result.rule
        if result.winner is None:
            return self.say("over.drawn", reason=reason)
        return self.say("over.won", seat=result.winner.name.lower(), reason=reason)
