"""A series: games in a row between the same two, who swap seats after each of them, with a running score."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from triarii.core import timeline
from triarii.core.chance import commitment, new_secret
from triarii.core.contract import Refusal, Result, Turn
from triarii.core.records import HUMAN
from triarii.core.texts import Message
from triarii.core.timeline import Timeline


@dataclass(frozen=True)
class Series:
    """What stands before the present game."""

    seats: tuple[str, str]
    """The words for the two players, as they sat in the first game."""
    won: tuple[int, int] = (0, 0)
    drawn: int = 0

    @property
    def played(self) -> int:
        return sum(self.won) + self.drawn

    @property
    def swapped(self) -> bool:
        """Does the one who began the series in the first seat have the second one now?"""
        return self.played % 2 == 1

    def after(self, result: Result) -> Series:
        """With the result of the present game."""
        if result.winner is None:
            return replace(self, drawn=self.drawn + 1)
        seat = result.winner.other if self.swapped else result.winner
        return replace(self, won=(self.won[0] + (seat is Turn.FIRST), self.won[1] + (seat is Turn.SECOND)))

    @property
    def score(self) -> Message:
        """The score in words."""
        params = {"games": self.played, "first": self.won[0], "second": self.won[1], "drawn": self.drawn}
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
    secret, before = new_secret(), line.header
    header = replace(
        before,
        options=swapped_options(before.options),
        seats=before.seats[::-1],
        texts=("", ""),
        id=secrets.token_hex(8),
        commit=commitment(secret),
        date=datetime.now().astimezone().date().isoformat(),
    )
    begun = timeline.begin(line.game, header)
    return begun if isinstance(begun, Refusal) else (begun, secret)


def swapped_options(options: Mapping[str, object]) -> dict[str, object]:
    """The younger player keeps their age and not the seat: from the second game on the other one begins."""
    if options.get("begins") != "younger":
        return dict(options)
    return {**options, "begins": options["younger"], "younger": "unasked"}


def numbered(file: Path, game: int) -> Path:
    """Each game of a series has a file of its own: game.jsonl, game-2.jsonl …"""
    return file if game == 1 else file.with_stem(f"{file.stem}-{game}")
