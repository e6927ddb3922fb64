"""Verdicts in the analysis: each move is judged, each side gets an account, and mistakes can be tried again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from triarii.core import records

from .conftest import ROOT, Visit

CITIES = ROOT / "tests/golden/cities_capture.jsonl"
MOVES = 16
"""So many hold mistakes; every one that is judged costs the computer as much again."""


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The first moves of a game."""
    record = records.parse(CITIES.read_bytes()).record
    assert record is not None
    kept = tmp_path / "begun.jsonl"
    kept.write_bytes(records.dump(replace(record, entries=record.entries[:MOVES], end=None, seal=None)))
    return kept


@pytest.mark.parametrize(("lang", "theme", "phone"), [("en", "light", False), ("de", "dark", True)])
def test_mistakes_are_told_counted_and_tried_again(
    visit: Visit, begun: Path, lang: str, theme: str, phone: bool
) -> None:
    someone = visit(lang=lang, theme=theme, phone=phone)
    someone.open("/study")
    page = someone.page
    page.locator("input[type=file]").set_input_files(begun)
    learn = page.get_by_role("button", name=re.compile("Learn from the mistakes|Aus den Fehlern lernen")).first
    expect(learn).to_be_visible()  # once all moves are judged
    expect(page.locator(".verdicts tbody td").first).to_contain_text("%")
    page.locator(".turn-at", has=page.locator(".sign.mistake, .sign.blunder")).first.click()
    expect(page.locator(".blame")).to_contain_text(re.compile("was better|Besser war"))
    learn.click()
    drill = page.locator(".drill")
    expect(drill).to_contain_text(re.compile("Find something better|Finde auf dem Brett"))
    drill.get_by_role("button", name=re.compile("^(Show it|Zeigen)$")).click()
    expect(drill.locator(".note")).to_be_visible()
    assert someone.axe() == []
    drill.get_by_role("button", name=re.compile("Stop|Aufhören")).click()
    expect(drill).to_have_count(0)


def test_a_mistake_that_is_made_again_is_told_and_the_better_move_is_found(visit: Visit, begun: Path) -> None:
    someone = visit()
    someone.open("/study")
    page = someone.page
    page.locator("input[type=file]").set_input_files(begun)
    learn = page.get_by_role("button", name="Learn from the mistakes").first
    learn.click()
    drill = page.locator(".drill")
    mistake = squares(drill.locator("p").first)
    drill.get_by_role("button", name="Show it").click()
    better = squares(drill.locator(".note b"))
    assert mistake != better
    drill.get_by_role("button", name="Stop").click()
    learn.click()
    expect(someone.square(mistake[0])).to_have_attribute("aria-label", re.compile("Can move"))
    for square in mistake:
        someone.square(square).click()
    expect(drill.locator(".note.warn")).to_be_visible()
    drill.get_by_role("button", name="Try again").click()
    expect(someone.square(better[0])).to_have_attribute("aria-label", re.compile("Can move"))  # all is as before
    for square in better:
        someone.square(square).click()
    expect(drill.locator(".note.good")).to_be_visible()


def squares(told: Locator) -> list[str]:
    """From where to where a move goes that is told there."""
    found = re.findall(r"\b[a-j](?:10|[1-9])\b", told.inner_text())
    assert len(found) >= 2, told.inner_text()
    return found[:2]
