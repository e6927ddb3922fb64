"""What a great many games will cost, from a few that are played and timed: processor time, not the clock's, so that a
busy machine says the same as an idle one."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triarii.lab import matches
from triarii.lab.matches import Pairing

Z = 1.96
HOUR = 3600


@dataclass(frozen=True)
class Forecast:
    """For so many games, by the seconds that a sample took."""

    games: int
    sample: Sequence[float]

    @property
    def seconds(self) -> float:
        """Of a core, for one game on average."""
        return statistics.fmean(self.sample)

    @property
    def interval(self) -> tuple[float, float]:
        """Where that mean lies with 95 %; games differ in length, so a small sample says little."""
        if len(self.sample) < 2:
            return 0.0, math.inf
        half = Z * statistics.stdev(self.sample) / math.sqrt(len(self.sample))
        return max(0.0, self.seconds - half), self.seconds + half

    @property
    def core_hours(self) -> float:
        return self.games * self.seconds / HOUR

    def hours(self, cores: int) -> float:
        """By the clock, if so many cores do nothing else."""
        return self.core_hours / cores

    def cost(self, price: float) -> float:
        """At a price for an hour of one core."""
        return self.core_hours * price

    @property
    def precision(self) -> float:
        """Half the width of the 95 % interval of an even score after so many games."""
        low, high = matches.interval(0.5, self.games)
        return (high - low) / 2


def timed(pairing: Pairing, sample: int) -> Iterator[float]:
    """The seconds of a core that each game of a sample takes, after one that only loads what all games need."""
    matches.outcome_of(pairing, 0)
    for number in range(sample):
        begun = time.process_time()
        matches.outcome_of(pairing, number)
        yield time.process_time() - begun
