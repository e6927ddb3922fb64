"""Openings by chance: two players who always do the same would else play one game over and over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random

from triarii.core.chance import Dealer
from triarii.core.contract import Budget, Player, Turn
from triarii.core.timeline import Timeline, actions_played
from triarii.lab.playing import play_on
from triarii.players.chancer import Chancer

USUAL = 4
"""Random turns where play repeats: enough for openings that hardly ever meet, too few for one side to be lost."""
TRIES = 10
"""Openings that are tried before a shorter one is: there are games that random turns soon end."""


class WatchedRandom(Random):
    """Remembers whether anybody asked it."""

    asked = False

    def random(self) -> float:
        self.asked = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self.asked = True
        return super().getrandbits(k)


def repeats(line: Timeline, players: Mapping[Turn, Player], dealer: Dealer, budget: Budget, longest: int) -> bool:
    """Whether chance has no part in a game: none falls, and neither player takes any. It is played until one does."""
    rng = WatchedRandom(0)
    while line.result is None and actions_played(line.steps) < longest:
        play_on(line, players, dealer, rng, budget, turns=1)
        if rng.asked or line.chances:
            return False
    return not line.chances


def opened(begin: Callable[[], Timeline], dealer: Dealer, turns: int, seed: str) -> Timeline:
    """A game that has begun with so many random turns and is not over; with fewer where games don't last that long."""
    anyone = Chancer()
    for attempt in count():
        line, left = begin(), max(0, turns - attempt // TRIES)
        play_on(line, dict.fromkeys((Turn.FIRST, Turn.SECOND), anyone), dealer, Random(f"{seed}/{attempt}"), turns=left)
        if line.result is None or not left:
            break
    return line
