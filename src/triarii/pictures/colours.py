"""The colours of the pictures, light and dark, by name from colours.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Literal, TypeAlias

Theme: TypeAlias = Literal["light", "dark"]

THEMES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    resources.files("triarii.pictures").joinpath("colours.toml").read_text(encoding="utf-8")
)


def of(theme: str) -> Mapping[str, str]:
    """The colours of a theme; ValueError for one that there isn't."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    return THEMES[theme]
