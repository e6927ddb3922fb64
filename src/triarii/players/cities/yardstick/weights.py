"""What the evaluation counts. Compiled code takes the C struct of weights.pxd; this file itself stays uncompiled."""

import tomllib
from importlib import resources
from typing import NamedTuple


class Weights(NamedTuple):
    """Points for each unit of a feature, seen by the player to move; tuned by self-play, see weights.toml."""

    piece: int
    hero: int
    city: int
    late_city: int
    """For each city more, in addition, times the share of the way to a stall, in 64ths of a hundred turns."""
    mobility: int
    """For each square more that own pieces can reach."""
    threat: int
    """For each square where the player to move would enclose something at once."""
    danger: int
    """For each square where the opponent would."""
    city_threat: int
    """For each enemy city that the player to move can enter at once."""
    city_danger: int
    """For each own city that the opponent can enter."""
    tempo: int
    """For being to move."""


_TABLE = tomllib.loads(
    resources.files("triarii.players.cities.yardstick").joinpath("weights.toml").read_text(encoding="utf-8")
)
PRESENT = Weights(**{name: _TABLE[name] for name in Weights._fields})
"""The tuned weights."""
SCALE: int = _TABLE["scale"]
"""Points of advantage that make the better side e times as likely to win."""
