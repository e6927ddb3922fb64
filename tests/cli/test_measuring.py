"""Measurements at the command line: in shards, broken off and taken up again, ended early, as tables and pictures."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.running import Within, command, options_of
from triarii.lab.forecasts import Forecast
from triarii.pictures.svg import NAMESPACE

MATCH = ("match", "cities", "--players", "random,greedy", "--set", "stall_plies=6", "--seed", "5")
ALONE = (*MATCH, "--jobs", "1")
UNEVEN = ("match", "towar", "--players", "greedy,random", "--seed", "2", "--games", "200", "--sprt", "50%:60%")


# Parts


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (ALONE, "7"),
        (("playouts", "cities", "--seed", "3"), "700"),
        (("balance", "towar", "--players", "random,random", "--jobs", "1"), "1"),
        (("ladder", "cities", "--set", "stall_plies=2", "--openings", "1", "--jobs", "1"), "1"),
        (("puzzles", "towar", "--seed", "2", "--jobs", "1"), "3"),
        (("tune", "towar", "--seed", "3", "--jobs", "1"), "32"),
    ],
    ids=["match", "playouts", "balance", "ladder", "puzzles", "tune"],
)
def test_shards_that_were_merged_tell_what_one_run_tells(
    within: Within, tmp_path: Path, words: tuple[str, ...], games: str
) -> None:
    def told(*more: str) -> Any:
        found = within(*words, "--games", games, "--json", *more).well().json
        if isinstance(found, dict):
            found.pop("cpu_seconds", None)  # no two runs take as long
        return found

    for place in ("1", "2", "3"):
        done = told("--shard", f"{place}/3", "--resume", str(tmp_path / place))
        assert (done["shard"], done["file"]) == (f"{place}/3", str(tmp_path / place))
    whole = tmp_path / "whole"
    merged = within("merge", *(str(tmp_path / place) for place in "312"), "--into", str(whole), "--json").well().json
    assert (merged["shards"], merged["file"]) == (3, str(whole))
    before = whole.read_bytes()
    assert told("--resume", str(whole)) == told("--picture", str(tmp_path / "scores.svg"))
    assert ET.parse(tmp_path / "scores.svg").getroot().find(f".//{{{NAMESPACE}}}circle") is not None
    assert whole.read_bytes() == before, "nothing was left to play"


def test_a_shard_and_a_merger_say_how_to_go_on_in_both_languages(within: Within, tmp_path: Path) -> None:
    one, two, whole = (str(tmp_path / name) for name in ("one", "two", "whole"))
    assert within(*ALONE, "--games", "2", "--shard", "1/2", "--resume", one).well().lines == [
        f"Shard 1/2 is done: {one} keeps it. triarii merge puts all shards together."
    ]
    german = within(*ALONE, "--games", "2", "--shard", "2/2", "--resume", two, lang="de").well()
    assert german.out.startswith("Teil 2/2 ist fertig: ")
    assert "2 shards with 2 results are in" in " ".join(within("merge", one, two, "--into", whole).well().lines)
    assert "would be lost: choose another name." in within("merge", one, two, "--into", whole).complaint
    assert "ginge verloren" in within("merge", one, two, "--into", whole, lang="de").complaint


def test_a_match_that_was_broken_off_goes_on_and_ends_as_if_it_had_not(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    words = [*ALONE, "--games", "6", "--resume", str(file), "--json"]
    whole = within(*words).well()
    kept = file.read_bytes()
    file.write_bytes(b"".join(kept.splitlines(keepends=True)[:4])[:-5])  # in the middle of the third game
    assert within(*words).well() == whole
    assert file.read_bytes() == kept
    assert within(*ALONE, "--games", "2", "--resume", str(file)).well().lines[0].startswith("Continuing after 2 games")


def test_a_game_that_was_kept_has_its_record_or_is_refused(within: Within, tmp_path: Path) -> None:
    kept, records, others = tmp_path / "kept", tmp_path / "records", tmp_path / "others"
    words = [*ALONE, "--games", "3", "--resume", str(kept), "--json"]
    recorded = within(*words, "--record", str(records)).well()
    assert len(list(records.iterdir())) == 3
    assert within(*words, "--record", str(records)).well() == recorded
    assert "A game was kept that has no record in" in within(*words, "--record", str(others)).complaint


# Ended early


def test_a_sequential_test_ends_a_match_after_the_same_game_however_many_play() -> None:
    one, two = (command(*UNEVEN, "--jobs", jobs, "--json").well().json for jobs in ("1", "2"))
    assert one == two
    assert one["games"] < 200
    assert one["games"] % 2 == 0
    assert one["sprt"]["verdict"] == "high"
    assert [one["sprt"][name] for name in ("low", "high", "alpha", "beta")] == [0.5, 0.6, 0.05, 0.05]


def test_a_sequential_test_is_told_in_both_languages(within: Within, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    words = [*UNEVEN, "--jobs", "1", "--resume", kept]
    assert within(*words).well().lines[-1].startswith("Decided: greedy scores 0.6 rather than 0.5; log ratio ")
    assert within(*words, lang="de").well().lines[-1].startswith("Entschieden: greedy erzielt eher 0,6 als 0,5;")
    assert within(*words, "--games", "2").well().lines[-1].startswith("Undecided: the games were not enough to tell")


# Tables and pictures

READ = "import json, sys; from pyarrow import parquet; print(json.dumps(parquet.read_table(sys.argv[1]).to_pylist()))"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_table_has_a_row_for_every_game_also_of_those_that_were_kept(within: Within, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    words = [*ALONE, "--resume", str(tmp_path / "kept"), "--table", str(table), "--json"]
    within(*words, "--games", "2").well()
    found = within(*words, "--games", "5").well().json
    rows = rows_of(table)
    assert [row["game"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert [(row["first"], row["second"]) for row in rows[:2]] == [("random", "greedy"), ("greedy", "random")]
    assert sum(float(row["score"]) for row in rows) / 5 == found["score"]
    assert sum(int(row["turns"]) for row in rows) == found["plies"]
    assert sum(row["winner"] == "first" for row in rows) == found["first"]
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_match_that_ended_early_has_its_table_too(within: Within, tmp_path: Path) -> None:
    found = within(*UNEVEN, "--jobs", "1", "--json", "--table", str(tmp_path / "games.csv")).well().json
    assert len(rows_of(tmp_path / "games.csv")) == found["games"]


def test_parquet_holds_what_csv_holds(tmp_path: Path) -> None:
    words = ["balance", "towar", "--players", "random,random", "--games", "1", "--jobs", "1", "--table"]
    for kind in ("csv", "parquet"):
        command(*words, str(tmp_path / f"games.{kind}")).well()
    read = [sys.executable, "-c", READ, str(tmp_path / "games.parquet")]
    parquet = json.loads(subprocess.run(read, capture_output=True, check=True).stdout)
    assert [{name: str(value) for name, value in row.items()} for row in parquet] == rows_of(tmp_path / "games.csv")
    assert len(parquet) == 16
    assert {type(row["score"]) for row in parquet} == {float}


def test_a_picture_shows_every_score_with_its_interval(within: Within, tmp_path: Path) -> None:
    words = ["balance", "towar", "--players", "random,random", "--games", "1", "--jobs", "1", "--json"]
    found = within(*words, "--picture", str(tmp_path / "a.svg")).well().json
    within(*words, "--picture", str(tmp_path / "b.svg"), "--lang", "de").well()
    picture = ET.parse(tmp_path / "a.svg").getroot()
    scores = [float(circle.get("data-score", "")) for circle in picture.iter(f"{{{NAMESPACE}}}circle")]
    expected = [entry["score"] for entry in (*found["overall"], *found["matrix"])]
    assert scores == pytest.approx(expected, abs=0.01)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "West against all others" in text
    assert "West – North" in text
    assert "Westen gegen alle anderen" in (tmp_path / "b.svg").read_text(encoding="utf-8")


# Plans


def test_a_plan_foretells_hours_and_cost_from_games_that_were_timed(within: Within) -> None:
    words = ["plan", "cities", "--players", "random,random", "--set", "stall_plies=6", "--sample", "3"]
    found = within(*words, "--games", "1000000", "--cores", "100", "--price", "0.04", "--json").well().json
    assert (found["games"], found["sample"], found["cores"], found["price"]) == (1_000_000, 3, 100, 0.04)
    assert found["seconds"] > 0
    assert found["core_hours"] == pytest.approx(1_000_000 * found["seconds"] / 3600, rel=0.05)
    assert found["hours"] == pytest.approx(found["core_hours"] / 100, abs=0.01)
    assert found["cost"] == pytest.approx(found["core_hours"] * 0.04, abs=0.01)
    assert found["precision"] == pytest.approx(0.00098, abs=0.00001)
    assert len(within(*words).well().lines) >= 2
    assert within(*words, lang="de").well().out.startswith("Eine Partie braucht im Mittel ")


def test_a_forecast_knows_how_little_a_small_sample_says() -> None:
    even, uneven = Forecast(1_000, [2.0, 2.0, 2.0]), Forecast(1_000, [1.0, 2.0, 3.0])
    assert even.seconds == uneven.seconds == 2.0
    assert even.interval == (2.0, 2.0)
    assert uneven.interval[0] < 1 < 3 < uneven.interval[1]


# Bad input

BAD = {
    "nobody to play": (f"{' '.join(ALONE)} --on mars", "--on takes local, ray or", "--on verlangt local, ray oder"),
    "a cluster without a port": (f"{' '.join(ALONE)} --on ray://here", "not ray://here.", "nicht ray://here."),
    "a cluster that is not there": (
        f"{' '.join(ALONE)} --on ray://127.0.0.1:1",
        "The Ray cluster ray://127.0.0.1:1 can't be reached: ",
        "Der Ray-Verbund ray://127.0.0.1:1 ist nicht erreichbar: ",
    ),
    "a port that can't be": (f"{' '.join(ALONE)} --on ray://127.0.0.1:99999", "can't be reached", "nicht erreichbar"),
    "a malformed shard": (f"{' '.join(ALONE)} --shard 3/2 --resume x", "A shard is written as I/N", "als I/N"),
    "a shard without a file": (f"{' '.join(ALONE)} --shard 1/2", "name it with --resume", "Nenne sie mit --resume"),
    "a picture of a shard": (
        f"{' '.join(ALONE)} --shard 1/2 --resume x --picture x.svg",
        "merge the shards first",
        "Füge die Teile zuerst zusammen",
    ),
    "a test of a shard": (
        f"{' '.join(ALONE)} --shard 1/2 --resume x --sprt 0:10",
        "leave out --sprt or --shard",
        "Lass --sprt oder --shard weg",
    ),
    "a test of nothing": (f"{' '.join(ALONE)} --sprt 10:0", "--sprt takes two scores", "--sprt verlangt zwei"),
    "errors of nothing": (f"{' '.join(ALONE)} --sprt 0:9 --errors 1", "--errors takes two", "--errors verlangt zwei"),
    "a table of another kind": (f"{' '.join(ALONE)} --table x.xls", "ends in .csv or .parquet", "auf .csv oder"),
    "a table nowhere": (f"{' '.join(ALONE)} --table nowhere/x.csv", "x.csv can't be written", "lässt sich nicht"),
    "a picture of another kind": (f"{' '.join(ALONE)} --picture x.png", "ends in .svg", "auf .svg endet"),
    "a picture nowhere": (f"{' '.join(ALONE)} --games 1 --picture no/x.svg", "x.svg can't be written", "schreiben"),
    "nothing to merge": ("merge nowhere --into x", "nowhere can't be read", "nowhere ist nicht lesbar"),
    "merged into nothing": ("merge x", "triarii merge needs --into", "triarii merge braucht --into"),
    "a price in words": ("plan cities --players random,random --price much", "--price takes", "--price verlangt"),
    "a plan of nobody": ("plan cities --players random,nobdy", "There is no player nobdy", "keinen Spieler nobdy"),
}


@pytest.mark.parametrize(("words", "english", "german"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_clear_sentence_in_german_and_in_english(
    within: Within, words: str, english: str, german: str
) -> None:
    assert english in within(*words.split()).complaint
    assert german in within(*words.split(), lang="de").complaint


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [("ray", ("--on", "ray"), "triarii[ray]"), ("pyarrow", ("--table", "x.parquet"), "triarii[parquet]")],
)
def test_an_extra_that_is_missing_is_named(
    within: Within, monkeypatch: pytest.MonkeyPatch, missing: str, words: tuple[str, ...], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert extra in within(*ALONE, *words).complaint
    assert extra in within(*ALONE, *words, lang="de").complaint


def test_the_commands_of_the_lab_share_their_options(within: Within) -> None:
    shared = {"--on", "--jobs", "--shard", "--resume", "--table", "--picture", "--seed", "--games", "--json"}
    for name in ("match", "ladder", "balance", "playouts", "puzzles", "tune"):
        assert options_of(within(name, "--help").well().out) >= shared
