"""`make strength` counts games as `triarii match` does, also when it was stopped and goes on."""

from __future__ import annotations

from pathlib import Path

from benchmarks.strength import play_missing
from triarii.lab import matches
from triarii.lab.matches import Pairing

ALIKE = Pairing("cities", ("alphabeta:depth=1", "alphabeta:depth=1"), {"stall_plies": 8}, 1)
"""Neither takes a chance, so every game is the first one again."""


def test_a_copy_of_a_game_is_no_evidence_even_after_a_pause(tmp_path: Path) -> None:
    place, told = tmp_path / "match.json", list[int]()
    first = play_missing(place, ALIKE, 2, told.append)
    assert (first.tally.games, first.distinct) == (2, 1)
    score = play_missing(place, ALIKE, 3, told.append)
    assert (score.tally.games, score.copies, score.distinct) == (3, 2, 1)
    assert score.interval == matches.interval(score.score, 1)
    assert told == [0, 1, 1, 2, 1], "what was played is not played again"


def test_what_does_not_tell_its_games_is_begun_anew(tmp_path: Path) -> None:
    place = tmp_path / "match.json"
    place.write_text('{"tally": {"games": 2, "plies": 9, "first": 1, "second": 1, "draws": 0}, "won": 1, "lost": 1}')
    assert play_missing(place, ALIKE, 1, lambda _: None).tally.games == 1
