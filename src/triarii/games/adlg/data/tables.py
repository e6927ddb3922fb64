"""How the data tables of the game are read: TOML files of this package whose entries have names in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from triarii.core.texts import LANGUAGES

PACKAGE = "triarii.games.adlg"


@dataclass(frozen=True, eq=False)
class Named:
    """Something with an id, a name in each language and further words by which people call it.

    There is one object for each, so sameness is equality.
    """

    id: str
    name: Mapping[str, str]
    aliases: tuple[str, ...]


def read(name: str) -> dict[str, Any]:
    """A data table of this package."""
    return tomllib.loads(resources.files(PACKAGE).joinpath(name).read_text(encoding="utf-8"))


def names_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The part of an entry that every named thing has."""
    return {
        "id": entry["id"],
        "name": {lang: entry[lang] for lang in LANGUAGES},
        "aliases": tuple(entry.get("aliases", ())),
    }
