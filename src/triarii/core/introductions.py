"""Who is who on the board: a reader learns what a game calls its pieces, besides who plays."""

from __future__ import annotations

from dataclasses import replace

from triarii.core.cast import Cast
from triarii.core.contract import AnyGame, AnyPosition, Called


def introduced(cast: Cast, game: AnyGame, position: AnyPosition) -> Cast:
    """The same cast, which also knows the pieces of this position by their names; for whoever reads on a display.
    Whoever types orders needs the ids with which they are written."""
    # Asked of the description first: to look for a method costs more.
    if "called" in game.info.capabilities and isinstance(game, Called):
        return replace(cast, called=game.called(position))
    return cast
