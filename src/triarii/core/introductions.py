"""Who is who on the board: a reader learns what a game calls its pieces, besides who plays."""

from __future__ import annotations

from dataclasses import replace

from triarii.core.cast import Cast
from triarii.core.contract import SEAT_NAMES, AnyGame, AnyPosition, Called


def introduced(cast: Cast, game: AnyGame, position: AnyPosition) -> Cast:
    """The same cast, which also knows the pieces of this position by their names; for whoever reads on a display."""
    # Asked of the description first: to look for a method costs more.
    if "called" in game.info.capabilities and isinstance(game, Called):
        return replace(cast, called=game.called(position))
    return cast


def introduced_with_ids(cast: Cast, game: AnyGame, position: AnyPosition) -> Cast:
    """The same for whoever types orders: behind each name stands the id with which orders are written. Sides are
    called by their colours, in which a terminal writes."""
    known = introduced(cast, game, position)
    called = {
        code: {lang: _with_id(name, code) for lang, name in names.items()}
        for code, names in known.called.items()
        if code not in SEAT_NAMES
    }
    return replace(known, called=called)


def _with_id(name: str, code: str) -> str:
    """Raiders 1 (u4); what ends with brackets has room in them: 1 (Vikings, c1)."""
    return f"{name[:-1]}, {code})" if name.endswith(")") else f"{name} ({code})"
