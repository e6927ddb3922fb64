"""The weights of the general's evaluation, read from weights.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from importlib import resources


@dataclass(frozen=True)
class Weights:
    """Each is explained in weights.toml."""

    rout: float
    spent: float
    disorder: float
    patience: float
    freed: float
    fray: float
    volley: float
    threat: float
    chance: float
    now: float
    dodge: float
    drive: float
    haste: float
    eager: float
    impatience: float
    bond: float
    ragged: float
    height: float
    ground: float
    hearing: float
    staff: float
    camp: float
    loot: float
    hesitation: float
    leader: float
    command: float


def _read() -> Weights:
    text = resources.files("triarii.players.adlg").joinpath("weights.toml").read_text(encoding="utf-8")
    entries = {entry["name"]: float(entry["value"]) for entry in tomllib.loads(text)["weight"]}
    assert set(entries) == {field.name for field in fields(Weights)}, "every weight has its line, and no line is idle"
    return Weights(**entries)


WEIGHTS = _read()
FIXED = frozenset({"rout", "spent", "disorder", "patience", "freed", "dodge"})
"""What melees are worth by these is known for all generals at once: nobody has others."""


def changed(new: Mapping[str, float]) -> Weights:
    """The weights with some of them changed, for trials of others."""
    allowed = {field.name for field in fields(Weights)} - FIXED
    if not new.keys() <= allowed:
        raise ValueError(f"no such weight: {', '.join(sorted(new.keys() - allowed))}")
    return replace(WEIGHTS, **new)
