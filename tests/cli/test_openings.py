"""`triarii openings` is a measurement like the others of the lab: in parts, kept, with a table and for programs."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Within

GAMES = ("openings", "towar", "--games", "3", "--jobs", "1", "--seed", "5")


def test_openings_played_in_parts_are_those_of_one_run(within: Within, tmp_path: Path) -> None:
    whole, table = tmp_path / "whole", tmp_path / "games.csv"
    found = within(*GAMES, "--json", "--resume", str(whole), "--table", str(table)).well().json
    assert (found["game"], found["games"], found["seed"]) == ("towar", 3, 5)
    assert found["first"] + found["second"] + found["drawn"] == found["count"] <= 3
    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "game,winner"
    assert [row.split(",")[0] for row in rows[1:]] == ["1", "2", "3"]
    parts = [str(tmp_path / f"part{number}") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        done = within(*GAMES, "--json", "--shard", f"{number}/2", "--resume", part).well().json
        assert done["shard"] == f"{number}/2"
    within("merge", *parts, "--into", str(tmp_path / "merged")).well()
    assert (tmp_path / "merged").read_bytes() == whole.read_bytes()
