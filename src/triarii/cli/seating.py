"""Who sits down at a game at this machine: programs by their words, an opponent nobody named, and who gives hints."""

from __future__ import annotations

from triarii.cli.speech import insist
from triarii.core import registry
from triarii.core.contract import SEATS, AnyGame, Player, Turn
from triarii.core.records import HUMAN
from triarii.players.analysts import best_analyst

MAIN = "cities"
"""What is played when no game is named."""
USUAL = "club"
"""The level that sits down when nobody is asked for: a fair opponent."""


def programs(game: AnyGame, seated: tuple[str, str]) -> dict[Turn, Player]:
    """The players behind the words of both seats; people have none."""
    return {seat: _player(word, game.info.id) for seat, word in zip(SEATS, seated, strict=True) if word != HUMAN}


def adviser(game: AnyGame) -> Player:
    """Who gives hints for a game."""
    return _player(best_analyst(game), game.info.id)


def opponent(game: AnyGame) -> str:
    """Who plays against a person who names nobody."""
    level = game.info.level(USUAL)
    return best_analyst(game) if level is None else level.word


def _player(word: str, game: str) -> Player:
    return insist(registry.player(word, game))
