"""The next game between the same two players, who swap seats unless it goes on with what is left of the last: its
options, and the score of those before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.core.contract import AnyGame, AnyPosition, Continued, Result, Turn


@dataclass(frozen=True)
class Score:
    """The games of a series so far, as the players sit now."""

    first: int = 0
    second: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.first + self.second + self.drawn

    def after(self, result: Result) -> Score:
        """With the result of the game that is over; nobody has changed seats yet."""
        won = (self.first + (result.winner is Turn.FIRST), self.second + (result.winner is Turn.SECOND))
        return Score(*won, self.drawn + (result.winner is None))

    @property
    def swapped(self) -> Score:
        """As it stands for the next game."""
        return Score(self.second, self.first, self.drawn)


NO_GAMES = Score()


def next_options(options: Mapping[str, object]) -> dict[str, object]:
    """The options of the next game. The younger player swaps seats and stays the younger: after the first game the turn
    to begin is the other one's, who now has that seat."""
    if options.get("begins") != "younger":
        return dict(options)
    return {**options, "begins": options["younger"], "younger": "unasked"}


@dataclass(frozen=True)
class Following:
    """The game after one that is over."""

    options: Mapping[str, object]
    swapped: bool
    """Whether the players change seats."""
    hangs_together: bool = False
    """Whether it belongs to the same campaign, or begins another one."""


def follows(game: AnyGame, options: Mapping[str, object], position: AnyPosition, result: Result) -> Following:
    """What both get who want another game: what goes on from this one, or the same again with the seats swapped."""
    sequel = game.sequel(options, position, result) if isinstance(game, Continued) else None
    if sequel is None:
        return Following(next_options(options), swapped=True)
    return Following(sequel.options, swapped=sequel.last, hangs_together=True)
