"""The numbers of the box and the game's other tables, read from its data files."""

import tomllib
from importlib import resources
from typing import Any


def table(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads(resources.files("triarii.games.cities").joinpath(name).read_text(encoding="utf-8"))


MATERIAL = table("material.toml")
