"""What the evaluation counts. Compiled code takes the C struct of weights.pxd; this file itself stays uncompiled."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import NamedTuple


class Weights(NamedTuple):
    """Points for each unit of a feature, seen by the player to move; tuned by self-play, see weights.toml."""

    piece: int
    hero: int
    city: int
    lead: int
    """For having more cities than the other, however many: that decides a stalled game and one of two against two."""
    late_lead: int
    """For the lead, in addition, for every turn without capture and promotion, in 64ths."""
    late_city: int
    """For each city more, likewise."""
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


class Worth(NamedTuple):
    """Weights with all pieces on the board, and with the last ones: in between, each piece taken leads on."""

    early: Weights
    late: Weights


def worth_of(table: Mapping[str, Mapping[str, int]]) -> Worth:
    return Worth(Weights(**table["early"]), Weights(**table["late"]))


_TABLE = tomllib.loads(resources.files("triarii.players.cities").joinpath("weights.toml").read_text(encoding="utf-8"))
PRESENT = worth_of(_TABLE)
"""The tuned weights."""
SCALE: int = _TABLE["scale"]
"""Points of advantage that make the better side e times as likely to win."""
