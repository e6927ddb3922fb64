"""`triarii puzzles`: finds puzzles, goes on where it was, writes what it found."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Within
from triarii.puzzles.shipped import read

GAMES = "3"
"""Of To War!: quick ones, and there is something to find in them."""


def test_puzzles_are_found_kept_and_written(within: Within, tmp_path: Path) -> None:
    kept, out = tmp_path / "kept.jsonl", tmp_path / "out.jsonl"
    words = ("puzzles", "towar", "--games", GAMES, "--seed", "2", "--jobs", "1", "--resume", str(kept))
    found = within(*words, "--json").well().json
    assert found, "these games have one"
    again = within(*words, "--write", str(out)).well()
    assert again.lines[0] == f"Continuing after {GAMES} games that were kept."
    puzzles = read(out.read_bytes())
    assert sorted(puzzle.id for puzzle in puzzles) == sorted(each["id"] for each in found)
    assert all(puzzle.position and puzzle.proven for puzzle in puzzles)


def test_a_game_without_a_miner_gets_a_sentence(within: Within) -> None:
    page = within("puzzles", "chess", "--lang", "en")
    assert page.code == 2
    assert page.complaint.startswith("There is no game chess")


def test_a_file_that_cannot_be_written_gets_a_sentence(within: Within, tmp_path: Path) -> None:
    page = within("puzzles", "towar", "--games", "1", "--jobs", "1", "--write", str(tmp_path / "no" / "file.jsonl"))
    assert page.code == 2
    assert "file.jsonl" in page.complaint
