"""Who gives hints for a game and compares ways to go on: the players that it names, or one that plays any game."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core import registry
from triarii.core.contract import Analyst, AnyGame, Budget, Decision, Player, Refusal, View

PLAYS_ANY = "tree"


def best_analyst(game: AnyGame) -> str:
    """The word for the best player that there is for a game."""
    words = [word for word in game.info.analysts if not isinstance(registry.player(word, game.info.id), Refusal)]
    return words[0] if words else PLAYS_ANY


def best_lines(game: AnyGame, view: View, budget: Budget, rng: Random, count: int) -> list[Decision[Any]]:
    """The best ways to go on, best first; one alone where nobody compares several."""
    player: Player | Refusal
    for word in (*game.info.analysts, PLAYS_ANY):
        player = registry.player(word, game.info.id)
        if isinstance(player, Analyst):
            return list(player.analyse(game, view, budget, rng, count))
    player = registry.player(best_analyst(game), game.info.id)
    assert not isinstance(player, Refusal), "one of them plays any game"
    return [player.choose(game, view, budget, rng)]
