"""Random games by the thousand: inside compiled code where a game offers it, else through the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from triarii.core.chance import drawn
from triarii.core.contract import AnyGame, AnyPosition, Quick, Tally, Turn

LONGEST = 100_000
"""Plies after which a game counts as unfinished: with the rules against endless play off, a game need not end."""
CHUNK = 256


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
