"""Games that the window opens, a new one or a saved one; how any game goes on, `triarii.cli.playing` knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from triarii.cli.opening import open_game
from triarii.cli.playing import Playing, is_open
from triarii.cli.series import next_game
from triarii.cli.speech import insist
from triarii.cli.table import loaded_game
from triarii.core import registry
from triarii.core.contract import SEATS, AnyGame, Player, Refusal, Turn
from triarii.core.records import HUMAN

__all__ = ["Playing", "begin", "follow", "is_open", "reopen"]


def begin(game: AnyGame, options: Mapping[str, object], seats: tuple[str, str]) -> Playing | Refusal:
    """A new game at its start."""
    programs = _programs(game, seats)
    if isinstance(programs, Refusal):
        return programs
    begun = open_game(game, options, seats)
    if isinstance(begun, Refusal):
        return begun
    line, secret = begun
    return Playing(line, programs, secret)


def follow(before: Playing) -> Playing | Refusal:
    """The next game of a series: the same set-up with the seats swapped, and the score so far."""
    result = before.line.result
    assert result is not None, "the next game follows one that is over"
    begun = next_game(before.line)
    if isinstance(begun, Refusal):
        return begun
    seats = before.seats[::-1]
    programs = _programs(before.game, seats)
    if isinstance(programs, Refusal):
        return programs
    line, secret = begun
    found = Playing(line, programs, secret, seats=seats)
    found.answers = {seat: before.answers[seat.other] for seat in SEATS}
    found.series = before.series.after(result)
    return found


def reopen(path: Path) -> Playing:
    """A saved game that goes on; BadInput if there is none. Who is not known here as a player is a person."""
    line, secret = loaded_game(path, None)
    first, second = (
        HUMAN if isinstance(registry.player(word, line.game.info.id), Refusal) else word for word in line.header.seats
    )
    programs = insist(_programs(line.game, (first, second)))
    found = Playing(line, programs, secret, seats=(first, second))
    found.ours.add(path)
    return found


def _programs(game: AnyGame, seats: tuple[str, str]) -> dict[Turn, Player] | Refusal:
    programs: dict[Turn, Player] = {}
    for seat, word in zip(SEATS, seats, strict=True):
        if word == HUMAN:
            continue
        player = registry.player(word, game.info.id)
        if isinstance(player, Refusal):
            return player
        programs[seat] = player
    return programs
