"""The reference sheet and the readings over HTTP: for a profile, for single options, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import get as fetched
from triarii.core import rulebook
from triarii.games.adlg.data.readings import OPTIONS, PRESETS, PROFILES
from triarii.games.adlg.data.tables import PACKAGE

PATH = "/api/games/adlg/reference"
RULES = rulebook.load(PACKAGE)


def get(address: str, path: str) -> Any:
    answer = fetched(address, path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def lines(told: Any) -> list[Any]:
    return [row for section in told["sections"] for row in (*section["rows"], *section["lines"])]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("profile", PROFILES)
def test_the_sheet_names_its_profile_and_gives_every_row_its_rule(address: str, profile: str, lang: str) -> None:
    told = get(address, f"{PATH}?lang={lang}&profile={profile}")
    assert told["profile"]["id"] == profile
    assert told["unusual"] == []
    assert {section["page"] for section in told["sections"]} == {1, 2}
    assert all(RULES.find(row["rule"]) is not None for row in lines(told))
    assert len(lines(told)) > 120


def test_the_profiles_differ_only_in_marked_rows(address: str) -> None:
    sheet, common = (lines(get(address, f"{PATH}?lang=en&profile={profile}")) for profile in PROFILES)
    known = [row["cells"] for row in sheet]
    changed = [row for row in common if row["cells"] not in known]
    assert len(changed) > 25
    assert all(row["differs"] for row in changed)


def test_an_option_beats_its_profile_and_is_named(address: str) -> None:
    usual = get(address, f"{PATH}?lang=de&profile=sheet")
    told = get(address, f"{PATH}?lang=de&profile=sheet&slides_per=phase")
    assert [(one["name"], one["words"]) for one in told["unusual"]] == [("slides_per", "eines je Phase")]
    changed = [row for row in lines(told) if row["cells"] not in [one["cells"] for one in lines(usual)]]
    assert [row["rule"] for row in changed] == ["adlg.slide.limits"]
    assert "Bewegungsphase" in changed[0]["cells"][0]


def test_what_is_no_option_is_refused_in_words(address: str) -> None:
    for asked in ("profile=official", "slides_pr=phase", "slides_per=day"):
        answer = fetched(address, f"{PATH}?lang=de&{asked}")
        assert answer.status_code == 422
        assert answer.json()["words"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_reading_is_listed_with_what_each_profile_says(address: str, lang: str) -> None:
    told = get(address, f"/api/games/adlg/readings?lang={lang}")
    assert [profile["id"] for profile in told["profiles"]] == list(PROFILES)
    assert {one["name"] for one in told["readings"]} == set(OPTIONS) - {"profile"}
    for one in told["readings"]:
        presets = [PRESETS[profile][one["name"]] for profile in PROFILES]
        assert [one["presets"][profile]["value"] for profile in PROFILES] == presets
        assert one["differs"] == (presets[0] != presets[1])
