"""Who can sit across the board: the levels of a game where it has some, else every player that plays it."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core import registry
from triarii.core.contract import Level, Refusal


def opponents(game_id: str) -> list[str]:
    """The words that name an opponent, as they are written on the command line; levels come weakest first."""
    levels = [level.word for level in _levels(game_id)]
    if levels:
        return levels
    return [name for name in registry.player_names() if not isinstance(registry.player(name, game_id), Refusal)]


def title(word: str, game_id: str, lang: str) -> str:
    """What a level is called; a player without a title is called by its name."""
    return next((level.title[lang] for level in _levels(game_id) if level.word == word), word)


def _levels(game_id: str) -> Sequence[Level]:
    game = registry.game(game_id)
    return () if isinstance(game, Refusal) else game.info.levels
