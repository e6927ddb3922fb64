"""Ratings with their uncertainty: Glicko-2 as its author describes it (Mark Glickman, "Example of the Glicko-2
system").

A rating is a guess of strength, its deviation says how far off that guess may be, and the volatility how much the
strength itself comes and goes. Nothing here knows games, people or clocks: the time between two games is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

SCALE = 173.7178
START = 1500.0
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known."""
VOLATILITY = 0.06
TAU = 0.5
"""How much the volatility may change; the author proposes 0.3 to 1.2."""
PRECISION = 1e-6


@dataclass(frozen=True)
class Rating:
    """What is known of a player's strength."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = VOLATILITY

    def after_pause(self, periods: float) -> Rating:
        """Whoever has not played for so many rating periods is known less well."""
        phi = self.deviation / SCALE
        grown = math.sqrt(phi * phi + self.volatility * self.volatility * max(0.0, periods)) * SCALE
        return replace(self, deviation=min(WIDEST, grown))


@dataclass(frozen=True)
class Played:
    """A game against somebody: 1 won, 0.5 drawn, 0 lost."""

    against: Rating
    score: float


UNKNOWN = Rating()


def expected(own: Rating, against: Rating) -> float:
    """The score that is to be expected against somebody, 0 to 1."""
    return _expected(_mu(own), _mu(against), _weight(against.deviation / SCALE))


def after(own: Rating, games: Sequence[Played]) -> Rating:
    """The rating after the games of one rating period, with the numbers of the steps as the author has them."""
    mu, phi = _mu(own), own.deviation / SCALE
    if not games:
        return own.after_pause(1.0)
    # Steps 3 and 4: the variance of the rating by these games alone, and the improvement that they suggest.
    precision, improvement = 0.0, 0.0
    for game in games:
        weight = _weight(game.against.deviation / SCALE)
        score = _expected(mu, _mu(game.against), weight)
        precision += weight * weight * score * (1 - score)
        improvement += weight * (game.score - score)
    variance = 1 / precision
    delta = variance * improvement
    volatility = _volatility(own.volatility, phi, variance, delta)  # step 5
    widened = phi * phi + volatility * volatility  # step 6
    phi = 1 / math.sqrt(1 / widened + precision)  # step 7
    mu += phi * phi * improvement
    return Rating(mu * SCALE + START, min(WIDEST, phi * SCALE), volatility)


def _mu(rating: Rating) -> float:
    return (rating.rating - START) / SCALE


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose own rating is uncertain."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(mu: float, other: float, weight: float) -> float:
    return 1 / (1 + math.exp(-weight * (mu - other)))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The root of the author's f by the Illinois method (step 5)."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        whole = phi * phi + variance + e
        return e * (delta * delta - whole) / (2 * whole * whole) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)
