"""The movement tables that are shipped, whole, to begin an own one with, and the cards that they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from triarii.games.towar import cards


def contents(option: str) -> Mapping[str, object]:
    """By the name of the option; empty for one without contents."""
    if option != "movement":
        return {"contents": {}}
    return {
        "contents": {name: dict(content) for name, content in cards.SHIPPED.items()},
        "cards": [asdict(unit) for unit in cards.PRINTED.values()],
        "kinds": {name: {"sideways": kind[0], "twice": kind[1]} for name, kind in cards.KINDS.items()},
        "armies": list(cards.ARMIES.values()),
        "highest": dict(cards.NUMBERS),
    }
