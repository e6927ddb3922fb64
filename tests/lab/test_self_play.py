"""Self-play for tuning: the same positions whoever plays, kept game by game."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks import self_play, tune, tune_towar
from benchmarks.self_play import SelfPlay
from triarii.lab import merging

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


def test_parts_that_two_machines_played_are_the_whole_once_they_are_merged(tmp_path: Path) -> None:
    parts = [tmp_path / "1", tmp_path / "2"]
    for place, file in enumerate(parts, 1):
        words = ["--games", "3", "--jobs", "1", "--shard", f"{place}/2", "--resume", str(file)]
        assert self_play.play_shard(TOWAR, self_play.parser_of("").parse_args(words))
    merged = merging.merge(parts)
    assert isinstance(merged, merging.Merged)
    whole = tmp_path / "whole"
    whole.write_bytes(merged.as_bytes())
    kept = whole.read_bytes()
    assert found("--resume", str(whole)) == found("--jobs", "1")
    assert whole.read_bytes() == kept


def test_a_part_without_a_file_would_be_lost_and_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"--resume\.$"):
        self_play.play_shard(TOWAR, self_play.parser_of("").parse_args(["--games", "3", "--shard", "1/2"]))


def test_a_row_of_cities_is_read_as_it_was_kept() -> None:
    rows = [((1, -2, 3), 12, 0.5), ((0, 0, 4), 0, 1.0)]
    cities: SelfPlay[tune.Row] = SelfPlay("cities", 1, {}, tune.self_play, tune.read_row)
    assert cities.recalled(0, [[list(features), *rest] for features, *rest in rows]) == rows
    for told in (None, 5, [5], [[1, 2, 3]], [[["x"], 1.0]]):
        assert cities.recalled(0, told) is None


@pytest.mark.parametrize("words", [("--on", "mars"), ("--resume", "nowhere/x"), ("--shard", "3/2")])
def test_what_can_not_be_done_is_said_in_a_sentence(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match=r"^[A-Z-].*\.$"):
        found(*words)
