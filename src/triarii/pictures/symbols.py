"""The symbols of the games from symbols.toml, with colours put in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources

SYMBOLS: Mapping[str, str] = {
    name: drawn.replace("\n", "")
    for name, drawn in tomllib.loads(
        resources.files("triarii.pictures").joinpath("symbols.toml").read_text(encoding="utf-8")
    ).items()
}


def symbol(name: str, **colours: str) -> str:
    """One symbol as SVG, on as many units as symbols.toml says, in the colours that it asks for."""
    return SYMBOLS[name].format(**colours)
