"""Golden playthroughs: what the rules make of recorded games today is what a person has read and approved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import golden
from triarii.core import proof, registry
from triarii.core.contract import Refusal


@pytest.mark.parametrize("path", golden.golden_games(), ids=lambda path: path.stem)
def test_a_golden_game_reads_as_it_did_when_it_was_approved(path: Path) -> None:
    assert golden.playthrough(golden.read(path)) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", golden.golden_games(), ids=lambda path: path.stem)
def test_a_golden_game_proves_itself(path: Path) -> None:
    record = golden.read(path)
    game = registry.game(record.header.game, record.header.rules_version)
    assert not isinstance(game, Refusal)
    found = proof.prove(game, record)
    assert found.problem is None
    assert found.entries == len(record.entries) > 0


@pytest.mark.parametrize("path", golden.tables(), ids=lambda path: path.stem)
def test_a_golden_table_is_what_the_data_make_of_it(path: Path) -> None:
    assert golden.tables()[path] == path.read_text(encoding="utf-8")


def test_there_is_a_golden_game_for_each_kind_of_end_that_play_brings() -> None:
    ends = {record.end.rule for path in golden.golden_games() if (record := golden.read(path)).end is not None}
    assert {"cities.end.all_cities", "cities.end.last_piece", "cities.end.repetition", "cities.end.stall"} <= ends


def test_no_playthrough_is_left_without_its_record() -> None:
    assert {path.stem for path in golden.GOLDEN.glob("*.txt")} == {path.stem for path in golden.golden_games()}
