"""Levels from beginner to master, for every game that offers them: its best search, held back by a handicap."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from triarii.core import registry
from triarii.core.contract import AnyGame, Budget, Decision, Refusal, View
from triarii.players.handicaps import Graded, slip


class GamesWith:
    """The games that offer a level; each is looked at only when somebody asks for it."""

    def __init__(self, level: str, character: str = "") -> None:
        self.level = level
        self.character = character

    def __contains__(self, game_id: object) -> bool:
        game = registry.game(str(game_id))
        return not isinstance(game, Refusal) and _search(game, self.level, self.character) is not None


class LevelPlayer:
    """Plays as a level says. Weaker ones see less and sometimes take the second best, never a plain blunder."""

    def __init__(self, name: str, milliseconds: int = 0, character: str = "") -> None:
        self.name = name
        self.games = GamesWith(name, character)
        self.character = character
        self.milliseconds = milliseconds
        self._searches: dict[str, Graded] = {}
        """By game; kept for the next turn, for some have large tables."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        search = self._searches.get(game.info.id) or _search(game, self.name, self.character)
        assert search is not None, "the registry lets it play only games that have this level"
        self._searches[game.info.id] = search
        handicap = search.handicaps[self.name]
        spend = Budget(milliseconds=self.milliseconds) if self.milliseconds else Budget(nodes=handicap.nodes)
        chosen = slip(search.compare(game, view, spend, rng, handicap), handicap, rng)
        return Decision(chosen.action, chosen.score if search.scores else None, chosen.moves, search.nodes)


def _search(game: AnyGame, level: str, character: str = "") -> Graded | None:
    """The best search for a game that can play at a level which the game offers, and in character if one is named."""
    offered = game.info.level(level)
    if offered is None or offered.word != level:
        return None
    for word in game.info.analysts:
        found = registry.player(f"{word}:character={character}" if character else word, game.info.id)
        if isinstance(found, Graded) and level in found.handicaps:
            return found
    return None


def maker(name: str) -> Callable[..., LevelPlayer]:
    """What an entry point offers for a level."""

    def make(ms: str = "0", character: str = "") -> LevelPlayer:
        if int(ms) < 0:
            raise ValueError("a budget is not negative")
        return LevelPlayer(name, int(ms), character)

    return make


beginner, casual, club, strong, expert, master = (
    maker(name) for name in ("beginner", "casual", "club", "strong", "expert", "master")
)
