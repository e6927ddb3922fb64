"""A match that ends when enough is known: Wald's sequential probability ratio test between two scores.

Counted are pairs of games, in which the seats were swapped: both may have begun alike, so they are no independent
evidence. The likelihoods of a pair's five outcomes are the greatest that agree with each of the two scores (a
generalised ratio). It is asked after every pair in the order of games, so that workers who finish early decide
nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.core.contract import Refusal

WORD = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)(%?):(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)(%?)")
ERRORS = re.compile(r"(0?\.[0-9]{1,6}):(0?\.[0-9]{1,6})")
OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can bring."""
UNSEEN = 0.001
"""Counted for each outcome that never came: it is rare, not impossible."""
STEPS = 60
"""Of halving an interval; then it is as narrow as numbers are."""


class Verdict(StrEnum):
    """What is known."""

    OPEN = "open"
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True)
class Question:
    """Is the score of A rather `low` or `high`? `alpha` is the chance to say high of a low one, `beta` the other."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these logarithms of the ratio the match goes on."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class SequentialTest:
    """Hears the games of a match in their order."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.verdict = Verdict.OPEN
        self.ratio = 0.0
        """The logarithm: above zero speaks for the higher score."""
        self._counts = [0] * len(OUTCOMES)
        self._half: tuple[int, bool] | None = None

    def hear(self, gained: int, is_new: bool) -> Verdict:
        """The next game: the half points of A, and whether no game before went like it."""
        if self._half is None:
            self._half = gained, is_new
            return self.verdict
        before, was_new = self._half
        self._half = None
        if self.verdict is Verdict.OPEN and (is_new or was_new):  # a pair of copies is no evidence
            self._counts[before + gained] += 1
            self.ratio = log_ratio(self._counts, self.question.low, self.question.high)
            lowest, highest = self.question.bounds
            if self.ratio <= lowest:
                self.verdict = Verdict.LOW
            elif self.ratio >= highest:
                self.verdict = Verdict.HIGH
        return self.verdict


def read(word: str, errors: str) -> Question | Refusal:
    """`LOW:HIGH` in Elo points, or in percent as 50%:55%; with the two chances of an error, as 0.05:0.05."""
    found, chances = WORD.fullmatch(word), ERRORS.fullmatch(errors)
    if chances is None or not all(0 < float(each) < 0.5 for each in chances.groups()):
        return Refusal("sprt.errors", params={"word": errors[:40]})
    if found is None or found[2] != found[4]:
        return Refusal("sprt.form", params={"word": word[:40]})
    low, high = (float(end) / 100 if found[2] else score_of(float(end)) for end in (found[1], found[3]))
    if not 0 < low < high < 1:
        return Refusal("sprt.form", params={"word": word[:40]})
    return Question(low, high, float(chances[1]), float(chances[2]))


def score_of(elo: float) -> float:
    """What is expected of a player who is so many points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """How much better `high` explains the pairs than `low`."""
    weights = [count or UNSEEN for count in counts]
    shares = [weight / sum(weights) for weight in weights]
    under_low, under_high = _tilted(shares, low), _tilted(shares, high)
    return sum(
        weight * math.log(other / one) for weight, one, other in zip(weights, under_low, under_high, strict=True)
    )


def _tilted(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest shares with this mean: those that were seen, each divided by one and a multiple of its distance."""
    lowest, highest = -1 / (OUTCOMES[-1] - mean), 1 / (mean - OUTCOMES[0])
    for _ in range(STEPS):
        middle = (lowest + highest) / 2
        slope = sum(
            share * (outcome - mean) / (1 + middle * (outcome - mean))
            for share, outcome in zip(shares, OUTCOMES, strict=True)
        )
        lowest, highest = (middle, highest) if slope > 0 else (lowest, middle)
    middle = (lowest + highest) / 2
    return [share / (1 + middle * (outcome - mean)) for share, outcome in zip(shares, OUTCOMES, strict=True)]
