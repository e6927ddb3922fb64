"""A picture of a game, for lists of games: a few turns after its start, where there is something to see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from threading import Lock

from triarii.core import registry
from triarii.core.contract import AnyGame, AnyPosition, Event, Eye, Refusal, Turn

TURNS = 12
"""Played at random, always the same ones."""


DRAWING = Lock()
"""One at a time: who asks for the same picture at once gets it drawn once."""


def game_picture(name: str, lang: str, theme: str) -> str:
    """As SVG; empty where nobody draws the game, or where what draws it fails."""
    with DRAWING:
        return _picture(name, lang, theme)


@lru_cache(maxsize=256)
def _picture(name: str, lang: str, theme: str) -> str:
    from triarii import pictures  # only who asks for one pays for the pictures of a game

    game = registry.game(name)
    if isinstance(game, Refusal) or pictures.offered(game, "picture") is None:
        return ""
    try:
        begun = _begun(game)
        return "" if begun is None else pictures.draw(game, begun.view(Eye.OBSERVER), lang, theme=theme) or ""
    except Exception:  # a stranger's package may fail in any way
        return ""


def drawn_for(game: AnyGame, position: AnyPosition, eye: Eye, happened: Sequence[Event], lang: str, theme: str) -> str:
    """A position as an eye sees it, with marks of what happened last; empty as above."""
    from triarii import pictures

    if pictures.offered(game, "picture") is None:
        return ""
    try:
        marks = pictures.marks_of(game, happened) if happened else {}
        return pictures.draw(game, position.view(eye), lang, theme=theme, **marks) or ""
    except Exception:  # as above
        return ""


def _begun(game: AnyGame) -> AnyPosition | None:
    """A game whose questions take long is shown as it starts."""
    start, rng = game.start({}), Random(1)
    if isinstance(start, Refusal):
        return None
    position: AnyPosition = start
    for _ in range(0 if game.info.heavy else TURNS):
        falls = [outcome for outcome, _ in position.chances()]
        after = position.play(rng.choice(falls or list(position.actions())))
        if after.turn is Turn.OVER:
            break
        position = after
    return position
