"""Players and the conformance kit: ours and a stranger's pass it, and whatever is dishonest or unsteady is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest

from tests.toy import Toy
from triarii.core import registry
from triarii.core.conformance import NotConforming, check_player
from triarii.core.contract import AnyGame, Budget, Decision, Player, Refusal, View
from triarii.games.cities import GAME as CITIES


@pytest.mark.parametrize("word", ["random", "tree", "feint_bluffer", "feint_bluffer:boldness=90"])
def test_a_player_of_feint_conforms(word: str, feint: AnyGame) -> None:
    report = check_player(named(word), feint, games=3)
    assert report["decisions"] > 0
    assert report["twins"] > 0


@pytest.mark.parametrize("word", ["random", "greedy", "twoply:candidates=2"])
def test_a_player_of_cities_conforms(word: str) -> None:
    check_player(named(word), CITIES, games=1, plies=6)


def named(word: str) -> Player:
    player = registry.player(word)
    assert not isinstance(player, Refusal), player
    return player


class Answering:
    """A player made of one function."""

    def __init__(self, answer: Callable[[AnyGame, View, Random], Decision[Any]]) -> None:
        self.answer = answer

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        return self.answer(game, view, rng)


def listed(game: AnyGame, view: View, rng: Random) -> list[Any]:
    return list(game.imagine(view, rng).actions())


def shameless(game: AnyGame, view: View, rng: Random) -> Decision[Any]:
    assert isinstance(view.facts, dict)
    view.facts["claim"] = 0
    return Decision(listed(game, view, rng)[0])


TURNS = cycle([0, 1])
PLAYERS = {
    "illegal": (
        Answering(lambda game, view, rng: Decision(game.action("deal levy"))),
        "The player chooses deal levy, which is refused",
    ),
    "wavering": (
        Answering(lambda game, view, rng: Decision(listed(game, view, rng)[next(TURNS)])),
        "For the same view, seed and budget the player chooses",
    ),
    "boastful": (
        Answering(lambda game, view, rng: Decision(listed(game, view, rng)[0], score=3)),
        "The player's score is not from 0 to 1: 3",
    ),
    "shameless": (Answering(shameless), "The player changes the view that it was given"),
    "failing": (Answering(lambda game, view, rng: Decision(listed(game, view, rng)[99])), "fails with IndexError"),
}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_broken_player_is_caught(name: str, feint: AnyGame) -> None:
    player, sentence = PLAYERS[name]
    with pytest.raises(NotConforming, match=sentence):
        check_player(player, feint)


def test_a_player_that_remembers_is_caught(feint: AnyGame) -> None:
    seen: set[str] = set()

    def learning(game: AnyGame, view: View, rng: Random) -> Decision[Any]:
        seen.add(view.text)
        return Decision(listed(game, view, rng)[0], nodes=len(seen))

    with pytest.raises(NotConforming, match="Asked again after a game, the player answers"):
        check_player(Answering(learning), feint)


def test_a_player_that_peeks_is_caught(feint: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can't by itself, but a game may slip it something."""
    toy = Toy.of(feint, monkeypatch)
    toy.change(toy.position, "view", lambda old, here, eye: replace(old(here, eye), facts={"left": here.deck["levy"]}))

    def peeking(game: AnyGame, view: View, rng: Random) -> Decision[Any]:
        return Decision(listed(game, view, Random(0))[0], nodes=int(str(view.facts["left"])))

    with pytest.raises(NotConforming, match="The player knows what is hidden"):
        check_player(Answering(peeking), feint)


def test_a_player_of_another_game_is_named(feint: AnyGame) -> None:
    from feint.bluffer import make

    assert feint.info.id in make().games
    with pytest.raises(NotConforming, match="does not play cities"):
        check_player(make(), CITIES)
