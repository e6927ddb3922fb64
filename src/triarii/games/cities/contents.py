"""The layouts that are shipped, whole, to begin an own one with."""

from __future__ import annotations

from collections.abc import Mapping

from triarii.games.cities import layouts


def contents(option: str) -> Mapping[str, object]:
    """By the name of the option; empty for one without contents."""
    shipped = layouts.SHIPPED if option == "layout" else {}
    return {"contents": {name: dict(content) for name, content in shipped.items()}}
