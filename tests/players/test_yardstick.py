"""The frozen master of Cities & Heroes never plays otherwise: else figures of different days could not be compared."""

from __future__ import annotations

from random import Random

import pytest

from triarii.core import registry
from triarii.core.contract import Budget, Eye, Refusal
from triarii.games.cities import GAME
from triarii.games.cities.actions import TEXTS
from triarii.games.cities.position import Position
from triarii.players.cities.yardstick.player import Yardstick

FIGHT = "9h/2h6f/5f4/2F3f3/4h5/3F6/6FF2/2f7/1F6F1/10 1 a1j1d3-g3d8g8a10j10 31"


@pytest.mark.parametrize(
    ("text", "nodes", "line"),
    [
        ("", 20_102, "i2g3 i9g8 f2d3 f9d8"),
        (FIGHT, 20_002, "d5d4 f8d8 c7e5 g7g8"),
    ],
)
def test_the_yardstick_plays_what_it_played_when_it_was_frozen(text: str, nodes: int, line: str) -> None:
    here = GAME.parse(text, {}) if text else GAME.start({})
    assert isinstance(here, Position)
    decision = Yardstick(nodes=20_000).choose(GAME, here.view(Eye(here.side)), Budget(), Random(0))
    assert (decision.nodes, " ".join(TEXTS[action] for action in decision.line)) == (nodes, line)


@pytest.mark.parametrize("bad", ["yardstick:nodes=-1", "yardstick:ms=x", "yardstick:depth=3"])
def test_a_senseless_budget_is_refused(bad: str) -> None:
    assert isinstance(registry.player(bad, "cities"), Refusal)
