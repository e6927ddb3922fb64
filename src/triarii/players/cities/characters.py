"""Characters: the same search with other likings, so that people can tell opponents of one strength apart."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from triarii.players.cities.weights import PRESENT, Weights, Worth


@dataclass(frozen=True)
class Character:
    """What somebody likes."""

    name: str
    worth: Worth
    contempt: int = 0
    """Points that a draw costs him; below nothing if he is glad of it."""


PLAIN = Character("", PRESENT)
"""Who plays for the result alone."""


def _liking(weights: Weights, likes: Mapping[str, int]) -> Weights:
    return weights._replace(**{name: getattr(weights, name) + more for name, more in likes.items()})


def _characters() -> dict[str, Character]:
    """From characters.toml: points more or less for what the evaluation counts."""
    text = resources.files("triarii.players.cities").joinpath("characters.toml").read_text(encoding="utf-8")
    found = {}
    for name, entry in tomllib.loads(text).items():
        worth = Worth(*(_liking(weights, entry["likes"]) for weights in PRESENT))
        found[name] = Character(name, worth, entry["contempt"])
    return found


CHARACTERS = _characters()
