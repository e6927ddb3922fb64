"""The opponents that a game offers, weakest first, from its `levels.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from triarii.core.contract import Level
from triarii.core.texts import LANGUAGES


def load(package: str, name: str = "levels.toml") -> list[Level]:
    """The levels that a game's package names."""
    table = tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    return [_level(entry) for entry in table["level"]]


def _level(entry: Mapping[str, Any]) -> Level:
    title = {lang: entry[lang] for lang in LANGUAGES}
    return Level(entry["id"], title, entry.get("player", ""), entry.get("timed", False), entry.get("rating"))
