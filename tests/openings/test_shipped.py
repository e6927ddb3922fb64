"""The openings that we ship: games that can have begun so, small, and as a server and a browser tell them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.lab.opening_games import Openings
from triarii.offline.host import answer
from triarii.openings.shipped import DEEP, PACKAGE, Opened, read, shipped, write

GAMES = {"cities": 300, "towar": 500}
MOST_BYTES = 40_000


@pytest.mark.parametrize(("name", "least"), GAMES.items())
def test_enough_games_of_levels_are_counted_and_both_sides_win(name: str, least: int) -> None:
    games = shipped(name)
    assert len(games) >= least
    assert {game.winner for game in games} == {"first", "second", None}
    assert all(0 < len(game.moves) <= DEEP for game in games)


def test_every_opening_of_cities_can_be_played() -> None:
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    for opened in shipped("cities")[::20]:
        position = game.start({"begins": "first"})
        assert not isinstance(position, Refusal)
        for text in opened.moves:
            action = game.action(text)
            assert position.check(action) is None, (opened, text)
            position = position.play(action)


def test_a_game_is_played_the_same_way_again() -> None:
    [game] = Openings("towar", 1).task(0)()
    assert game in shipped("towar")


def test_a_file_keeps_all_of_them(tmp_path: Path) -> None:
    games = (Opened(("club", "strong"), None, ("b2", "b3")), Opened(("club", "club"), "first", ("a1",)))
    write(games, tmp_path / "games.jsonl")
    assert set(read((tmp_path / "games.jsonl").read_bytes() + b'{"seats": 3}\n')) == set(games)


def test_they_take_little_room() -> None:
    files = [each for each in resources.files(PACKAGE).iterdir() if each.name.endswith(".gz")]
    assert sum(len(each.read_bytes()) for each in files) < MOST_BYTES


def test_a_browser_without_a_server_tells_them_too() -> None:
    status, text = answer("GET", "/api/games/towar/openings", "")
    assert status == 200
    told = json.loads(text)["games"]
    assert len(told) == len(shipped("towar"))
    assert set(told[0]) == {"seats", "winner", "moves"}
    assert json.loads(answer("GET", "/api/games/adlg/openings", "")[1]) == {"games": []}
