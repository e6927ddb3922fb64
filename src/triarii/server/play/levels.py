"""Computers to play against: the levels of a game, or, for one that has none, whoever plays any game."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal, Titled
from triarii.server.wire.answers import Level
from triarii.server.wire.words import TEXTS

USUAL = "club"
PLAY_ANY = ("random", "greedy", "tree")
"""Of our players those that are made for no game alone, weakest first; each is asked whether it plays a game."""


def opponents(game: AnyGame, lang: str) -> list[Level]:
    """The computers that play a game, weakest first, as they are offered."""
    if game.info.levels:
        found = [Level(level.id, level.title[lang]) for level in game.info.levels]
    else:
        able = [word for word in PLAY_ANY if not isinstance(registry.player(word, game.info.id), Refusal)]
        found = [Level(word, TEXTS.word(f"level.{word}", lang)) for word in able]
    return found + _from_elsewhere(game, lang)


def _from_elsewhere(game: AnyGame, lang: str) -> list[Level]:
    """Players that another package brings for this game, unless the game has a level of them already."""
    behind = {name for level in game.info.levels for name in (level.id, level.word.partition(":")[0])}
    return [
        Level(name, player.title[lang] if isinstance(player, Titled) else name)
        for name, player in registry.players_from_elsewhere(game.info.id).items()
        if name not in behind
    ]


def usual(offered: Sequence[str]) -> str:
    """Who sits down when nobody is asked for: a fair opponent."""
    return USUAL if USUAL in offered else offered[-1]


def level_title(game: AnyGame, level: str, lang: str) -> str:
    found = {each.id: each.title for each in opponents(game, lang)}
    return found.get(level, level)


def player_of(game: AnyGame, level: str, milliseconds: int = 0) -> str:
    """The player behind a level; with milliseconds one who hurries, if it can."""
    found = game.info.level(level)
    if found is None:
        return level
    return found.within(milliseconds) if milliseconds else found.word
