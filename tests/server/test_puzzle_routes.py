"""The puzzles over HTTP: all of a game in short, each whole by its id, and a sentence for those that are not there."""

from __future__ import annotations

import pytest

from tests.server.serving import get


@pytest.mark.parametrize("game", ["cities", "towar", "adlg"])
def test_a_game_tells_its_puzzles_and_each_of_them(address: str, game: str) -> None:
    listed = get(address, f"/api/games/{game}/puzzles").json()["puzzles"]
    assert listed
    one = get(address, f"/api/games/{game}/puzzles/{listed[0]['id']}").json()
    assert one["game"] == game
    assert one["level"] == listed[0]["level"]
    assert one["ways"][0]["action"] == one["line"][0]


@pytest.mark.parametrize("path", ["/api/games/chess/puzzles", "/api/games/cities/puzzles/nothing"])
def test_what_is_not_there_is_refused_in_words(address: str, path: str) -> None:
    refused = get(address, f"{path}?lang=de")
    assert refused.status_code == 404
    assert refused.json()["words"]


def test_a_game_tells_how_games_of_our_levels_began(address: str) -> None:
    games = get(address, "/api/games/cities/openings").json()["games"]
    assert len(games) > 300
    assert all(game["moves"] and game["winner"] in ("first", "second", None) for game in games)
    assert get(address, "/api/games/adlg/openings").json() == {"games": []}
