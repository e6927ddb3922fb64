"""Measurements in parts: every part is the same wherever and whenever it is done, and parts make a whole again."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from triarii.core.contract import Refusal
from triarii.lab import kept, ladders, merging, shards
from triarii.lab.executors import executor_of
from triarii.lab.kept import Kept
from triarii.lab.local_processes import LocalProcesses
from triarii.lab.matches import Match, Outcome, Pairing, outcome_of
from triarii.lab.measurements import Measurement, results
from triarii.lab.playouts import Playouts
from triarii.lab.shards import Shard

ALONE = LocalProcesses(1)
SHORT = {"stall_plies": 8}
MATCH = Match(Pairing("cities", ("random", "random"), SHORT, 3))


def keep(
    path: Path, numbers: range, shard: Shard = shards.WHOLE, measured: Measurement[Outcome] = MATCH
) -> list[tuple[int, Outcome]]:
    """Those games, with a file that keeps them."""
    file = kept.open_kept(path, measured.about, lambda told: measured.recalled(0, told) is not None, shard)
    assert isinstance(file, Kept), file
    with closing(file):
        return list(results(measured, numbers, ALONE, file))


# Results


def test_a_result_is_recalled_as_it_was_found_from_any_place() -> None:
    for number, found in results(MATCH, range(3, 9), ALONE):
        assert found == outcome_of(MATCH.pairing, number)
        assert MATCH.recalled(number, json.loads(json.dumps(MATCH.as_json(found)))) == found


@pytest.mark.parametrize(
    "told", [None, 5, [], [["third", "x"], 1, "00", None], [None, 1, "xyz", None], [None, 1, "00", [1]], [None, "1"]]
)
def test_what_can_be_no_outcome_of_a_match_is_not_recalled(told: object) -> None:
    assert MATCH.recalled(0, told) is None


def test_kept_results_come_first_and_are_not_found_again(tmp_path: Path) -> None:
    one = keep(tmp_path / "kept", range(4))
    tampered = (tmp_path / "kept").read_text().splitlines(keepends=True)
    tampered[1] = '[["first","a mark"],1,"00",null]\n'
    (tmp_path / "kept").write_text("".join(tampered))
    again = keep(tmp_path / "kept", range(6))
    assert [number for number, _ in again] == list(range(6))
    assert again[0][1].result is not None
    assert again[0][1].result.rule == "a mark", "taken from the file, not played again"
    assert again[1:4] == one[1:]


def test_what_is_to_be_saved_is_saved_before_it_is_kept(tmp_path: Path) -> None:
    file = kept.open_kept(tmp_path / "kept", MATCH.about, lambda told: True)
    assert isinstance(file, Kept)
    seen: list[tuple[int, int]] = []
    with closing(file):
        list(results(MATCH, range(3), ALONE, file, lambda found: seen.append((found.number, len(file.results)))))
    assert seen == [(0, 0), (1, 1), (2, 2)]


def test_a_ladder_numbers_its_games_rung_by_rung() -> None:
    ladder = ladders.Ladder([MATCH.pairing, Pairing("cities", ("greedy", "random"), SHORT, 3)], 2)
    assert (ladder.total, ladder.place(2)) == (4, (1, 0))
    found = dict(results(ladder, range(4), ALONE))
    assert found[1] == outcome_of(ladder.pairings[0], 1)
    assert found[2] == outcome_of(ladder.pairings[1], 0)
    assert ladder.row(2, found[2])[:5] == ("greedy", "random", 1, "greedy", "random")


def test_random_games_are_the_same_in_chunks_and_in_one_go() -> None:
    whole = Playouts("cities", {"begins": "random"}, "", 600, 5)
    assert whole.total == 3
    chunks = [found.tally for _, found in results(whole, range(3), ALONE)]
    assert [tally.games for tally in chunks] == [256, 256, 88]
    [(_, alone)] = results(whole, range(1, 2), ALONE)
    assert alone.tally == chunks[1]
    told = whole.as_json(alone)
    recalled = whole.recalled(1, told)
    assert recalled is not None
    assert recalled.tally == alone.tally


# Shards


@pytest.mark.parametrize("total", [0, 1, 7, 8])
def test_every_number_belongs_to_exactly_one_shard(total: int) -> None:
    parts = [Shard(place, 3).numbers(total) for place in (1, 2, 3)]
    assert sorted(number for part in parts for number in part) == list(range(total))


@pytest.mark.parametrize("word", ["", "1", "0/2", "3/2", "1/0", "1/10001", "-1/2", "1/2/3", "a/b", "1 / 2", "٣/٤"])
def test_a_shard_that_is_none_is_refused(word: str) -> None:
    found = shards.read(word)
    assert isinstance(found, Refusal)
    assert found.code == "shard.form"


def test_merged_shards_are_the_file_of_one_who_did_all_alone(tmp_path: Path) -> None:
    keep(tmp_path / "whole", range(7))
    for place in (1, 2, 3):
        shard = Shard(place, 3)
        keep(tmp_path / str(place), shard.numbers(7), shard)
    merged = merging.merge([tmp_path / place for place in ("2", "3", "1")])
    assert isinstance(merged, merging.Merged), merged
    assert merged.as_bytes() == (tmp_path / "whole").read_bytes()


def test_a_file_keeps_one_shard_and_no_other(tmp_path: Path) -> None:
    keep(tmp_path / "kept", range(0, 4, 2), Shard(1, 2))
    for shard in (Shard(2, 2), Shard(1, 3), shards.WHOLE):
        found = kept.open_kept(tmp_path / "kept", MATCH.about, lambda told: True, shard)
        assert isinstance(found, Refusal)
        assert found.code == "kept.other_shard"


def other_seed(folder: Path) -> None:
    other = Match(Pairing("cities", ("random", "random"), SHORT, 4))
    keep(folder / "2", range(1, 4, 2), Shard(2, 2), other)


def other_count(folder: Path) -> None:
    keep(folder / "2", range(1, 4, 3), Shard(2, 3))


def the_same_again(folder: Path) -> None:
    (folder / "2").write_bytes((folder / "1").read_bytes())


def whole(folder: Path) -> None:
    keep(folder / "2", range(2))


def unfinished(folder: Path) -> None:
    keep(folder / "2", range(1, 2, 2), Shard(2, 2))


def a_letter(folder: Path) -> None:
    (folder / "2").write_text("Dear Ada,\n")


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (other_seed, "merge.strangers"),
        (other_count, "merge.strangers"),
        (the_same_again, "merge.twice"),
        (whole, "merge.no_shard"),
        (unfinished, "merge.unfinished"),
        (a_letter, "kept.no_results"),
        (lambda folder: None, "file.not_read"),
    ],
)
def test_files_that_make_no_whole_are_refused(tmp_path: Path, second: Callable[[Path], None], code: str) -> None:
    keep(tmp_path / "1", range(0, 6, 2), Shard(1, 2))
    second(tmp_path)
    found = merging.merge([tmp_path / "1", tmp_path / "2"])
    assert isinstance(found, Refusal)
    assert found.code == code


def test_missing_shards_are_named(tmp_path: Path) -> None:
    keep(tmp_path / "2", range(1, 4, 4), Shard(2, 4))
    found = merging.merge([tmp_path / "2"])
    assert isinstance(found, Refusal)
    assert (found.code, found.params["shards"]) == ("merge.missing", ["1/4", "3/4", "4/4"])


def test_a_shard_that_is_under_way_is_not_merged(tmp_path: Path) -> None:
    file = kept.open_kept(tmp_path / "1", MATCH.about, lambda told: True, Shard(1, 2))
    assert isinstance(file, Kept)
    with closing(file):
        found = merging.merge([tmp_path / "1"])
    assert isinstance(found, Refusal)
    assert found.code == "kept.in_use"


# Executors


@pytest.mark.parametrize("word", ["", "Ray", "ray:", "ray://", "ray://here", "ray://here:port", "ray://a b:1", "cloud"])
def test_an_executor_that_nobody_knows_is_refused(word: str) -> None:
    found = executor_of(word)
    assert isinstance(found, Refusal)
    assert found.code == "on.form"
