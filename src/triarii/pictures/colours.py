"""The colours of the pictures, light and dark, by name from colours.toml; or as variables of the page around them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any, Literal, TypeAlias

Theme: TypeAlias = Literal["light", "dark", "page"]
PAGE = "page"
"""The theme of pictures within a page, which gives each colour as a variable and so decides between light and dark."""


def _read(name: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(resources.files("triarii.pictures").joinpath(name).read_text(encoding="utf-8"))


THEMES = _read("colours.toml")
SURFACES = _read("surfaces.toml")
"""Of pages, and of tables with things on them."""


def of(theme: str) -> Mapping[str, str]:
    """The colours of a theme; ValueError for one that there isn't."""
    found: Mapping[str, str] = themed(THEMES, theme)
    return found


def themed(table: Mapping[str, Any], theme: str, family: str = "") -> Mapping[str, Any]:
    """What a table of colours has for a theme; ValueError for one that there isn't."""
    if theme == PAGE:
        return _variables(table["light"], family)
    if theme not in table:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(table)}")
    found: Mapping[str, Any] = table[theme]
    return found


def _variables(colours: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The same names, each with the variable of a page in place of its colour."""
    return {
        name: _variables(colour, f"{path}{name}-") if isinstance(colour, Mapping) else f"var(--{path}{name})"
        for name, colour in colours.items()
    }


def declared(colours: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The variables of a page, with the colours of one theme."""
    for name, colour in colours.items():
        if isinstance(colour, Mapping):
            yield from declared(colour, f"{path}{name}-")
        else:
            yield f"--{path}{name}:{colour}"
