"""`triarii report` and `triarii film`: a page, a film or one clear sentence, and never half a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Within, command
from tests.played import chained, unchained

GOLDEN = Path(__file__).parent.parent / "golden"
BATTLE = GOLDEN / "adlg_drill_zone.jsonl"


@pytest.mark.parametrize(
    ("name", "lang", "word"),
    [("adlg_drill_zone", "de", "Bewegung"), ("cities_capture", "en", "moves"), ("towar_standard", "de", "Karte")],
)
def test_a_record_becomes_a_page(within: Within, tmp_path: Path, name: str, lang: str, word: str) -> None:
    page = tmp_path / "report.html"
    done = within("report", str(GOLDEN / f"{name}.jsonl"), "-o", str(page), "--lang", lang).well()
    assert str(page) in done.out
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.endswith("</html>\n")
    assert f'lang="{lang}"' in text
    assert word in text
    assert f"triarii verify {name}.jsonl" in text


def test_without_a_file_the_page_goes_to_the_screen(within: Within) -> None:
    done = within("report", str(BATTLE), lang="de").well()
    assert done.out.startswith("<!DOCTYPE html>")
    assert 'lang="de"' in done.out


def test_the_language_of_the_terminal_is_the_default(within: Within, tmp_path: Path) -> None:
    within("report", str(BATTLE), "-o", str(tmp_path / "a.html"), lang="en").well()
    assert 'lang="en"' in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_no_record_is_refused(within: Within, tmp_path: Path, lang: str) -> None:
    stranger = tmp_path / "x.jsonl"
    stranger.write_text("hello\n", encoding="utf-8")
    assert within("report", str(stranger), "-o", str(tmp_path / "out.html"), lang=lang).complaint
    assert within("report", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "out.html"), lang=lang).complaint
    assert not (tmp_path / "out.html").exists()


def test_a_damaged_record_is_refused_and_the_old_report_stays(within: Within, tmp_path: Path) -> None:
    lines = BATTLE.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"action", b"actien").replace(b"chance", b"chanse")
    damaged, page = tmp_path / "damaged.jsonl", tmp_path / "out.html"
    damaged.write_bytes(b"".join(lines))
    page.write_text("old", encoding="utf-8")
    assert "4" in within("report", str(damaged), "-o", str(page)).complaint
    assert page.read_text(encoding="utf-8") == "old"


def test_a_record_with_an_illegal_action_is_refused(within: Within, tmp_path: Path) -> None:
    lines = unchained(BATTLE.read_bytes())
    actions = [line for line in lines if line["kind"] == "action"]
    actions[0]["text"] = "u99 advance 1"
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_bytes(chained(lines))
    assert within("report", str(wrong), "-o", str(tmp_path / "out.html")).complaint
    assert not (tmp_path / "out.html").exists()


def test_a_record_of_other_rules_is_refused(within: Within, tmp_path: Path) -> None:
    lines = unchained(BATTLE.read_bytes())
    lines[0]["rules"] = 99
    other = tmp_path / "other.jsonl"
    other.write_bytes(chained(lines))
    assert "99" in within("report", str(other), "-o", str(tmp_path / "out.html")).complaint


def test_a_game_under_way_has_a_report_so_far(within: Within, tmp_path: Path) -> None:
    lines = [line for line in unchained((GOLDEN / "cities_capture.jsonl").read_bytes()) if line["kind"] != "end"]
    record, page = tmp_path / "open.jsonl", tmp_path / "open.html"
    record.write_bytes(chained(lines[:9]))
    within("report", str(record), "-o", str(page)).well()
    assert "The game is not over" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_place_that_can_not_be_written_is_refused(within: Within, tmp_path: Path, lang: str) -> None:
    for place in (tmp_path, tmp_path / "no" / "folder.html", tmp_path / ("x" * 300)):
        assert within("report", str(BATTLE), "-o", str(place), lang=lang).complaint
    assert list(tmp_path.iterdir()) == []


def test_a_report_never_takes_the_place_of_its_record(within: Within, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_bytes(BATTLE.read_bytes())
    assert "another name" in within("report", str(record), "-o", str(record)).complaint
    assert record.read_bytes() == BATTLE.read_bytes()


def test_a_device_gets_the_page_as_it_comes(within: Within) -> None:
    within("report", str(BATTLE), "-o", "/dev/null").well()
    assert Path("/dev/null").is_char_device()


def test_a_link_leads_to_the_report_and_stays_a_link(within: Within, tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to(tmp_path / "true.html")
    within("report", str(BATTLE), "-o", str(tmp_path / "link.html")).well()
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "true.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_command_is_listed_and_explained() -> None:
    done = command("report", "--help")
    assert done.code == 0
    assert "--output" in done.out
    assert "report" in command("--help").out


def test_a_file_with_a_hostile_name_harms_nobody(within: Within, tmp_path: Path) -> None:
    record, page = tmp_path / "<b>&game.jsonl", tmp_path / "out.html"
    record.write_bytes(BATTLE.read_bytes())
    within("report", str(record), "-o", str(page)).well()
    assert "<b>&game" not in page.read_text(encoding="utf-8")
    assert json.loads(record.read_bytes().splitlines()[0])["game"] == "adlg"


@pytest.mark.parametrize(("lang", "word"), [("en", "Movement"), ("de", "Bewegung")])
def test_a_recorded_battle_becomes_a_film(within: Within, tmp_path: Path, lang: str, word: str) -> None:
    film = tmp_path / "battle.svg"
    done = within("film", str(BATTLE), "-o", str(film), lang=lang).well()
    assert str(film) in done.out
    text = film.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "@keyframes" in text
    assert word.lower() in text.lower()


def test_where_no_film_is_made_one_sentence_says_why(within: Within, tmp_path: Path) -> None:
    film = tmp_path / "game.svg"
    assert "cities" in within("film", str(GOLDEN / "cities_capture.jsonl"), "-o", str(film)).complaint
    assert ".svg" in within("film", str(BATTLE), "-o", str(tmp_path / "film.gif")).complaint
    assert within("film", str(tmp_path / "none.jsonl"), "-o", str(film)).complaint
    assert list(tmp_path.iterdir()) == []
