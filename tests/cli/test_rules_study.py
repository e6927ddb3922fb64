"""`triarii study-rules`: how Cities & Heroes goes under its settings, repeatable by its seed."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.lab.matches import interval
from triarii.lab.rule_studies import changes, name_of

QUICK = ("study-rules", "cities", "--player", "random", "--games", "1", "--jobs", "1", "--set", "stall_plies=5")
SETTINGS = tomllib.loads(resources.files("triarii.games.cities").joinpath("studies.toml").read_text("utf-8"))[
    "settings"
]


def test_a_study_as_json_tells_every_setting(within: Within) -> None:
    found = within(*QUICK, "--json").well().json
    assert (found["game"], found["player"], found["seed"], found["games"]) == ("cities", "random", 1, 1)
    assert [row["setting"] for row in found["settings"]] == SETTINGS
    for row in found["settings"]:
        assert row["games"] == 1
        assert row["draws"] in (0, 1)
        assert row["interval"] == [round(end, 4) for end in interval(row["starter"], 1)]
        assert row["turns"] >= 6
        assert sum(row["ends"].values()) == 1
    longer = [row["turns"] for row in found["settings"] if row["setting"].get("stall_plies") == 60]
    assert min(longer) > found["settings"][0]["turns"], "a setting beats the options of all"


def test_a_study_that_was_kept_is_told_again_in_both_languages(within: Within, tmp_path: Path) -> None:
    words = [*QUICK, "--resume", str(tmp_path / "kept")]
    english, german = within(*words).well().out, within(*words, lang="de").well().out
    assert "as usual" in english
    assert "wie üblich" in german
    for setting in SETTINGS[1:]:
        assert name_of(setting) in english
        assert name_of(setting) in german
    assert "17" in german, "it goes on after those that were kept"


def test_a_lead_changes_when_it_passes_to_the_other_side() -> None:
    assert changes([0, 1, 2, 0, 1]) == 0
    assert changes([0, 1, 0, -1, -3, 2]) == 2
    assert changes([]) == 0


BAD = {
    "no settings": ("study-rules towar", "There are no settings to compare in towar.", "keine Einstellungen zu"),
    "an unknown player": ("study-rules cities --player nobdy", "There is no player nobdy", "keinen Spieler nobdy"),
    "a bad option": ("study-rules cities --set stall_plies=-1", "stall_plies", "stall_plies"),
    "no games": ("study-rules cities --games 0", "--games takes a", "--games verlangt"),
}


@pytest.mark.parametrize(("words", "english", "german"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_clear_sentence(within: Within, words: str, english: str, german: str) -> None:
    assert english in within(*words.split()).complaint
    assert german in within(*words.split(), lang="de").complaint
