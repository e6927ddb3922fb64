"""The report of a game from the browser: the same page as on the command line, or a refusal in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.serving import post

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(("file", "word"), [("adlg_drill_zone", "Übung"), ("cities_all_cities", "Städte")])
def test_a_record_becomes_one_page_that_needs_nothing_else(address: str, file: str, word: str) -> None:
    record = (GOLDEN / f"{file}.jsonl").read_text(encoding="utf-8")
    page = post(address, "/api/study/report", {"record": record, "lang": "de"}).json()["page"]
    assert page.lower().startswith("<!doctype html>")
    assert word in page
    assert "<svg" in page
    assert "src=" not in page


def test_a_battle_becomes_a_film_and_other_games_say_that_they_have_none(address: str) -> None:
    wish = {"lang": "de", "film": True, "theme": "dark"}
    records = [
        (GOLDEN / f"{file}.jsonl").read_text(encoding="utf-8") for file in ("adlg_drill_zone", "cities_all_cities")
    ]
    film, none = (post(address, "/api/study/report", {**wish, "record": record}) for record in records)
    assert film.json()["page"].startswith("<svg")
    assert "@keyframes" in film.json()["page"]
    assert none.status_code == 422
    assert none.json()["words"] == "Von diesem Spiel gibt es keinen Film."


def test_what_is_no_record_has_no_report(address: str) -> None:
    refused = post(address, "/api/study/report", {"record": "Lieber Freund", "lang": "de"})
    assert refused.status_code == 422
    assert refused.json()["words"]
    assert post(address, "/api/study/report", {"record": ""}).status_code == 422
