"""How likely a side is to win: by how far it is ahead, measured by what it takes to break an army."""

from __future__ import annotations

from math import exp

from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.table.field import Field

STEEPNESS = 2.5
"""How fast the chance grows with the lead, in shares of a break point; fitted by benchmarks/chances_adlg."""


def lead(field: Field, worth: float) -> float:
    """By what share of a break point a side is ahead that weighs a table so."""
    breaks = [aftermath.army_value(field, seat).total for seat in (0, 1)]
    return 2 * worth / max(1, sum(breaks))


def chance(field: Field, worth: float) -> float:
    """To win, from 0 to 1."""
    return 1 / (1 + exp(-STEEPNESS * lead(field, worth)))
