"""How many cards may be left for the end of a game of To War! to be proven in a given time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from triarii.core.chance import drawn
from triarii.core.contract import Budget, Eye, Turn
from triarii.games.towar import GAME, codes
from triarii.games.towar.position import Position
from triarii.players.towar.endgame import Endgame
from triarii.players.towar.references import greedy
from triarii.players.towar.searches import proven

STEP = 20_000
"""Nodes between two looks at the clock."""


@dataclass(frozen=True)
class Reach:
    """Positions with so many cards left, the card to be played included."""

    cards: int
    positions: int
    solved: int
    mean_seconds: float
    """Of those that were solved: every turn of the position with its value."""


def reach(seconds: float, samples: int, seed: int) -> Iterator[Reach]:
    """One line for each number of cards, until none of the positions is solved in time."""
    for cards in range(1, codes.TO_PLAY + 1):
        times = [solving_time(position_with(cards, Random(f"{seed}/{cards}/{i}")), seconds) for i in range(samples)]
        solved = [spent for spent in times if spent is not None]
        yield Reach(cards, samples, len(solved), sum(solved) / len(solved) if solved else 0.0)
        if not solved:
            return


def position_with(cards: int, rng: Random) -> Position:
    """A position with so many cards left, from a game between two greedy players."""
    player = greedy()
    while True:
        position = GAME.start({})
        assert isinstance(position, Position)
        while position.turn is not Turn.OVER:
            if position.turn is Turn.CHANCE:
                position = position.play(drawn(position, rng))
            elif position.phase == codes.TURN and position.cards_left() == cards:
                return position
            else:
                view = position.view(Eye(position.turn))
                position = position.play(player.choose(GAME, view, Budget(), rng).action)


def solving_time(position: Position, seconds: float) -> float | None:
    """The time in which every turn of a position is proven; None: it takes longer than allowed."""
    begun = time.perf_counter()
    endgame = Endgame(position.force)
    for action in position.actions():
        limit = STEP
        while proven(position.play(action), endgame, limit) is None:
            if time.perf_counter() - begun > seconds:
                return None
            limit *= 2  # what was found is kept, so going on costs little
    spent = time.perf_counter() - begun
    return spent if spent <= seconds else None
