"""The contents that games ship for their options: layouts, card tables. Displays begin an own one with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from triarii.games.cities import layouts
from triarii.games.towar import cards


def _layouts() -> dict[str, Any]:
    return {"contents": {name: dict(content) for name, content in layouts.SHIPPED.items()}}


def _movement() -> dict[str, Any]:
    """Movement tables, and the cards that they are about."""
    return {
        "contents": {name: dict(content) for name, content in cards.SHIPPED.items()},
        "cards": [asdict(unit) for unit in cards.PRINTED.values()],
        "kinds": {name: {"sideways": kind[0], "twice": kind[1]} for name, kind in cards.KINDS.items()},
        "armies": list(cards.ARMIES.values()),
        "highest": dict(cards.NUMBERS),
    }


CONTENTS: Mapping[tuple[str, str], Callable[[], dict[str, Any]]] = {
    ("cities", "layout"): _layouts,
    ("towar", "movement"): _movement,
}


def shipped(game: str, option: str) -> dict[str, Any]:
    """Whole contents by name; empty for a game whose contents we don't know."""
    made = CONTENTS.get((game, option))
    return made() if made is not None else {"contents": {}}
