"""The picture of a game's start, for lists of games."""

from __future__ import annotations

from functools import lru_cache

from triarii.core import registry
from triarii.core.contract import Eye, Refusal


@lru_cache(maxsize=256)
def start_picture(name: str, lang: str, theme: str) -> str:
    """As SVG; empty where nobody draws it, or where what draws it fails."""
    from triarii import pictures  # only who asks for one pays for the pictures of a game

    game = registry.game(name)
    start = game if isinstance(game, Refusal) else game.start({})
    if isinstance(game, Refusal) or isinstance(start, Refusal):
        return ""
    try:
        return pictures.draw(game, start.view(Eye.OBSERVER), lang, theme=theme) or ""
    except Exception:  # a stranger's package may fail in any way
        return ""
