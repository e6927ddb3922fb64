"""Computers to play against: the levels of a game, or, for one that has none, whoever plays any game."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal
from triarii.players.levels import levels_of
from triarii.server.wire.words import TEXTS

WITHOUT_LEVELS = ("random", "greedy", "tree")


def opponents(game: AnyGame, lang: str) -> list[dict[str, str]]:
    """The computers that play a game, weakest first, as they are offered."""
    levels = levels_of(game.info.id)
    if levels:
        return [{"id": level.id, "title": level.title(lang)} for level in levels]
    return [{"id": word, "title": TEXTS.word(f"level.{word}", lang)} for word in able(game, WITHOUT_LEVELS)]


def usual(offered: Sequence[str]) -> str:
    """Who sits down when nobody is asked for: a fair opponent."""
    return "club" if "club" in offered else offered[-1]


def level_title(game: AnyGame, level: str, lang: str) -> str:
    found = {each["id"]: each["title"] for each in opponents(game, lang)}
    return found.get(level, level)


def able(game: AnyGame, words: Sequence[str]) -> list[str]:
    """Those of these players that play the game."""
    return [word for word in words if not isinstance(registry.player(word, game.info.id), Refusal)]
