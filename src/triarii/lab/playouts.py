"""Random games by the thousand: inside compiled code where a game offers it, else through the contract."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from triarii import __version__
from triarii.core import registry
from triarii.core.chance import drawn
from triarii.core.contract import AnyGame, AnyPosition, Options, Quick, Refusal, Tally, Turn
from triarii.lab.measurements import Cell

LONGEST = 100_000
"""Plies after which a game counts as unfinished: with the rules against endless play off, a game need not end."""
CHUNK = 256
"""Games that compiled code plays in one go: a task of a few hundredths of a second."""
SLOW_CHUNK = 4
"""The same through the contract, where a single game may take seconds."""


@dataclass(frozen=True)
class Chunk:
    """What some games came to, and what they cost."""

    tally: Tally
    cpu_seconds: float


@dataclass(frozen=True)
class Playouts:
    """Random games as a measurement, a chunk for each number."""

    game: str
    options: Options
    start: str
    """The text of a position; empty: the beginning of the game."""
    games: int
    seed: int

    @property
    def size(self) -> int:
        """Games of a chunk."""
        return CHUNK if isinstance(_game(self.game), Quick) else SLOW_CHUNK

    @property
    def total(self) -> int:
        """How many chunks there are."""
        return -(-self.games // self.size)

    @property
    def about(self) -> dict[str, object]:
        return {
            "program": __version__,
            "measured": "playouts",
            "game": self.game,
            "rules_version": _game(self.game).info.rules_version,
            "options": dict(self.options),
            "start": self.start,
            "seed": self.seed,
            "games": self.games,
            "chunk": self.size,
        }

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        names = ("begin", "games", "turns", "first", "second", "draws", "unfinished")
        return dict.fromkeys(names, int)

    def task(self, number: int) -> Callable[[], Chunk]:
        begin = number * self.size
        return partial(play_chunk, self, begin, min(self.size, self.games - begin))

    def as_json(self, found: Chunk) -> list[object]:
        tally = found.tally
        return [tally.games, tally.plies, tally.first, tally.second, tally.draws, round(found.cpu_seconds, 6)]

    def recalled(self, number: int, kept: object) -> Chunk | None:
        match kept:
            case [int(games), int(plies), int(first), int(second), int(draws), int(spent) | float(spent)]:
                return Chunk(Tally(games, plies, first, second, draws), spent)
        return None

    def row(self, number: int, found: Chunk) -> tuple[Cell, ...]:
        tally = found.tally
        begin = number * self.size + 1
        return begin, tally.games, tally.plies, tally.first, tally.second, tally.draws, tally.unfinished


def play_chunk(playouts: Playouts, begin: int, count: int) -> Chunk:
    """So many games from number `begin` on."""
    begun = time.process_time()
    game = _game(playouts.game)
    position = game.parse(playouts.start, playouts.options) if playouts.start else game.start(playouts.options)
    assert not isinstance(position, Refusal), "checked before"
    tally = _some(game, position, begin, count, playouts.seed, LONGEST)
    return Chunk(tally, time.process_time() - begun)


def _game(name: str) -> AnyGame:
    found = registry.game(name)
    assert not isinstance(found, Refusal), "checked before"
    return found


def playouts(
    game: AnyGame,
    position: AnyPosition,
    games: int,
    seed: int,
    longest: int = LONGEST,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Random games from a position; `progress` hears how many more are done."""
    total = Tally(0, 0, 0, 0, 0)
    for begin in range(0, games, CHUNK):
        count = min(CHUNK, games - begin)
        total += _some(game, position, begin, count, seed, longest)
        if progress is not None:
            progress(count)
    return total


def _some(game: AnyGame, position: AnyPosition, begin: int, count: int, seed: int, longest: int) -> Tally:
    if not isinstance(game, Quick):
        tallies = [_one(position, Random(f"{seed}/{begin + number}"), longest) for number in range(count)]
        return sum(tallies, Tally(0, 0, 0, 0, 0))
    if position.turn is not Turn.CHANCE:
        return game.playouts(position, count, seed, longest, begin)
    # Lots and the like fall before the compiled job: games are dealt out to the positions that chance leads to.
    reached: Counter[Any] = Counter()
    for number in range(count):
        rng, start = Random(f"{seed}/{begin + number}"), position
        while start.turn is Turn.CHANCE:
            start = start.play(drawn(start, rng))
        reached[start] += 1
    total = Tally(0, 0, 0, 0, 0)
    for start, times in reached.items():
        total += game.playouts(start, times, seed, longest, begin + total.games)
    return total


def _one(position: AnyPosition, rng: Random, longest: int) -> Tally:
    plies = 0
    while position.turn is not Turn.OVER and plies < longest:
        if position.turn is Turn.CHANCE:
            position = position.play(drawn(position, rng))
        else:
            position = position.play(rng.choice(position.actions()))
            plies += 1
    return Tally.of_result(position.result(), plies=plies)
