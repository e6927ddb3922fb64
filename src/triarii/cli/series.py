"""A series: games in a row between the same two, who swap seats after each of them, with a running score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from triarii.cli.opening import open_game
from triarii.core.contract import Refusal, Result
from triarii.core.records import HUMAN
from triarii.core.rematch import NO_GAMES, Score, next_options
from triarii.core.texts import Message
from triarii.core.timeline import Timeline


@dataclass(frozen=True)
class Series:
    """What stands before the present game."""

    seats: tuple[str, str]
    """The words for the two players, as they sat in the first game."""
    score: Score = NO_GAMES
    """As they sit in the present game."""

    @property
    def played(self) -> int:
        return self.score.games

    def after(self, result: Result) -> Series:
        """With the result of the present game, before the seats of the next one."""
        return replace(self, score=self.score.after(result).swapped)

    @property
    def words(self) -> Message:
        """The score in words, by the seats of the first game."""
        as_begun = self.score.swapped if self.played % 2 else self.score
        params = {"games": self.played, "first": as_begun.first, "second": as_begun.second, "drawn": as_begun.drawn}
        one, other = (self._name(number) for number in (1, 2))
        return Message("series.score", {**params, "one": one, "other": other})

    def _name(self, number: int) -> Message | str:
        """You, or a program by its name; two people by their seats in the first game."""
        word = self.seats[number - 1]
        if word != HUMAN:
            return word
        both = self.seats == (HUMAN, HUMAN)
        return Message("series.player", {"number": number}) if both else Message("series.you")


def next_game(line: Timeline) -> tuple[Timeline, bytes] | Refusal:
    """The game after one that is over: the same set-up with the seats swapped, and the secret of its chance."""
    before = line.header
    return open_game(line.game, next_options(before.options), before.seats[::-1], before.start)


def numbered(file: Path, game: int) -> Path:
    """Each game of a series has a file of its own: game.jsonl, game-2.jsonl …"""
    return file if game == 1 else file.with_stem(f"{file.stem}-{game}")
