"""Self-play for tuning: the same positions whoever plays, kept game by game."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks import self_play, tune, tune_towar
from benchmarks.self_play import SelfPlay

TOWAR = SelfPlay("towar", 3, {}, partial(tune_towar.self_play, with_tuned=False), tune_towar.read_row)


def found(*words: str) -> list[tune_towar.Row]:
    return list(self_play.rows(TOWAR, self_play.parser_of("").parse_args(["--games", "3", *words])))


def test_self_play_is_the_same_whoever_plays_and_wherever_it_was_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    one = found("--jobs", "1", "--resume", str(file))
    assert len(one) > 10
    assert one == found("--jobs", "2")
    kept = file.read_bytes()
    file.write_bytes(kept[:-20])  # in the middle of the last game
    assert found("--jobs", "1", "--resume", str(file)) == one
    assert file.read_bytes() == kept


def test_a_row_of_cities_is_read_as_it_was_kept() -> None:
    rows = [((1, -2, 3), 0.5), ((0, 0, 4), 1.0)]
    cities: SelfPlay[tune.Row] = SelfPlay("cities", 1, {}, tune.self_play, tune.read_row)
    assert cities.recalled(0, [[list(features), result] for features, result in rows]) == rows
    for told in (None, 5, [5], [[1, 2, 3]], [[["x"], 1.0]]):
        assert cities.recalled(0, told) is None


@pytest.mark.parametrize("words", [("--on", "mars"), ("--resume", "nowhere/x")])
def test_what_can_not_be_done_is_said_in_a_sentence(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match=r"^[A-Z-].*\.$"):
        found(*words)
