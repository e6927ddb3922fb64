"""`triarii tune`: proposes weights, goes on where it was, writes what it found."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.lab.tuning import towar

TOWAR = ("tune", "towar", "--seed", "3", "--jobs", "1", "--games")


def test_tuning_that_was_broken_off_goes_on_and_ends_as_if_it_had_not(within: Within, tmp_path: Path) -> None:
    file, found = tmp_path / "kept", tmp_path / "weights.toml"
    words = (*TOWAR, "32", "--resume", str(file), "--write", str(found), "--json")
    whole = within(*words).well()
    kept = file.read_bytes()
    file.write_bytes(kept[:-20])  # in the middle of the last game
    assert within(*words).well() == whole
    assert file.read_bytes() == kept
    assert found.read_text(encoding="utf-8") == whole.json["weights"]
    assert set(tomllib.loads(found.read_text(encoding="utf-8"))) == {"tempo", "contacts", "places"}


def test_tuning_is_told_in_both_languages(within: Within, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    english = within(*TOWAR, "32", "--resume", kept).well().lines
    german = within(*TOWAR, "32", "--resume", kept, lang="de").well().lines
    assert any(line.startswith("How badly the ends are foretold, on games left out: ") for line in english)
    assert any(line.startswith("Wie schlecht das Ende vorhergesagt wird") for line in german)
    assert sum(" → " in line for line in english) == len(towar.UNITS)


def test_too_few_games_and_unknown_ones_are_said_in_a_sentence(within: Within, tmp_path: Path) -> None:
    few = within(*TOWAR, "3", "--resume", str(tmp_path / "kept"))
    assert few.code == 2
    assert "from 3 games are too few to find weights from" in few.complaint
    nowhere = within(
        *TOWAR, "32", "--resume", str(tmp_path / "kept"), "--write", str(tmp_path / "no" / "weights.toml"), "--json"
    )
    assert nowhere.code == 2
    assert "weights.toml" in nowhere.complaint


def test_what_the_fit_of_cities_needs_is_named_before_anybody_plays(
    within: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for lang in ("en", "de"):
        assert "triarii[tune]" in within("tune", "cities", lang=lang).complaint
