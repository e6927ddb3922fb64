"""Tuning of the general of L'Art de la Guerre.

In every trial all weights are shaken at once, each up or down by lot; the general so shaken fights the one shaken the
other way, once from each side. Lots are independent, so what a weight does is read off all trials together: how the
general fared in whom it was turned up. Weights move only where that is beyond chance. Strength is measured on other
battles than those of BATTLES.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any, NamedTuple

from triarii.core.contract import Turn
from triarii.lab import matches
from triarii.lab.matches import Pairing, Played
from triarii.lab.tuning.tuner import Change, Share, Tuned, Tuner
from triarii.players.adlg.weights import WEIGHTS

BATTLES = ("skirmish", "shield_wall", "desert_wells", "sea_of_grass", "flower_war")
SHAKEN = (
    "threat",
    "chance",
    "now",
    "volley",
    "drive",
    "haste",
    "eager",
    "impatience",
    "bond",
    "ragged",
    "ground",
    "command",
    "hearing",
)
"""The weights that are tuned; what a melee is worth is reckoned, not tuned."""
SHAKE = 0.25
"""By what share a weight is shaken, up or down, and moves in the end."""
BEYOND_CHANCE = 1.96
"""Standard errors."""
LONGEST = 4_000


class Row(NamedTuple):
    """A trial: which weights were up (1) or down (-1) in the one general, and the score of the two battles for him."""

    lots: tuple[int, ...]
    score: float


def trial(seed: int) -> list[Row]:
    rng = Random(seed)
    lots = tuple(rng.choice((-1, 1)) for _ in SHAKEN)
    known = asdict(WEIGHTS)
    words = [
        "general:"
        + ",".join(f"{name}={shaken(known[name], sign * lot)}" for name, lot in zip(SHAKEN, lots, strict=True))
        for sign in (1, -1)
    ]
    pairing = Pairing("adlg", (words[0], words[1]), {"scenario": BATTLES[seed % len(BATTLES)]}, seed, longest=LONGEST)
    return [Row(lots, sum(_gained(matches.play(pairing, game), game) for game in (0, 1)) / 2)]


def shaken(weight: float, lot: int) -> float:
    return round(weight * (1 + SHAKE * lot), 5)


def _gained(played: Played, game: int) -> float:
    """What the battle brought the general of the first word, who swaps sides for the second."""
    if played.result is None or played.result.winner is None:
        return 0.5
    return float((played.result.winner is Turn.FIRST) == (game == 0))


def read_row(told: Any) -> Row:
    """A row that went through JSON."""
    lots, score = told
    if len(lots) != len(SHAKEN) or any(lot not in (-1, 1) for lot in lots):
        raise ValueError
    return Row(tuple(int(lot) for lot in lots), float(score))


def how() -> Mapping[str, object]:
    known = asdict(WEIGHTS)
    return {"battles": BATTLES, "shake": SHAKE, "weights": {name: known[name] for name in known}}


def fit(games: Sequence[Sequence[Row]]) -> Tuned:
    rows = [row for each in games for row in each]
    known = asdict(WEIGHTS)
    changes, shares = [], []
    for place, name in enumerate(SHAKEN):
        # Turned down in one general, it was turned up in the other, whose score is the rest.
        scores = [row.score if row.lots[place] > 0 else 1 - row.score for row in rows]
        share = sum(scores) / len(scores)
        shares.append(Share(name, share, len(scores)))
        changes.append(Change(name, known[name], shaken(known[name], _way(scores, share))))
    found = known | {change.name: change.now for change in changes}
    text = "".join(f"{name} = {value}\n" for name, value in found.items())
    return Tuned(len(rows), text, tuple(changes), tuple(shares))


def _way(scores: Sequence[float], share: float) -> int:
    """Up, down, or neither where what was seen may be chance."""
    spread = math.sqrt(sum((score - share) ** 2 for score in scores) / (len(scores) - 1) / len(scores))
    if abs(share - 0.5) <= BEYOND_CHANCE * spread:
        return 0
    return 1 if share > 0.5 else -1


TUNER = Tuner(how, trial, read_row, fit, fewest=30)
