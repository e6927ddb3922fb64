"""One seat in two windows, and games so long that their list comes in pages."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import patience
from tests.server.long_games import CITIES, long_game

from .conftest import AppServer, Visit, Visitor

TEXTS = {
    "en": ("You went on playing in another window.", "Play here"),
    "de": ("Du spielst in einem anderen Fenster weiter.", "Hier weiterspielen"),
}


def begun(server: AppServer, someone: Visitor) -> str:
    """A game of one person against a friend who is not there; the link of the seat."""
    own, friend = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": own}, "second": {"kind": "person", "token": friend}}
    made = server.room(game="cities", seats=seats, lang="en")
    link = f"/room/{made['room']}#first={own}"
    someone.open(link)
    someone.settled()
    return link


@pytest.mark.parametrize(("lang", "theme", "phone"), [("en", "light", False), ("de", "dark", True)])
def test_a_seat_goes_on_in_the_window_that_was_opened_last(
    visit: Visit, server: AppServer, lang: str, theme: str, phone: bool
) -> None:
    words, button = TEXTS[lang]
    one = visit(lang=lang, theme=theme, phone=phone)
    other = visit(lang=lang, theme=theme, phone=phone)
    link = begun(server, one)
    other.open(link)
    other.settled()
    here = one.page.get_by_role("button", name=button)
    expect(here).to_be_visible()
    expect(one.page.get_by_text(words, exact=True).first).to_be_visible()
    expect(one.page.locator(".cell-at.grip")).to_have_count(0)
    assert one.axe() == []
    # Nobody fights for the seat: the other window keeps it, and plays.
    other.square("b2").click()
    expect(other.square("b4")).to_have_class(re.compile("open"))
    other.square("b4").click()
    expect(other.page.locator(".turn-at")).to_have_count(1)
    expect(other.page.get_by_role("button", name=button)).to_have_count(0)
    # By keys it is taken back, with all that happened there.
    here.focus()
    one.page.keyboard.press("Enter")
    expect(here).to_have_count(0)
    expect(one.page.locator(".turn-at")).to_have_count(1)
    expect(other.page.get_by_role("button", name=button)).to_be_visible()
    other.page.get_by_role("button", name=button).click()
    expect(here).to_be_visible()


def test_a_long_game_shows_its_first_move_after_a_while(visit: Visit, tmp_path: Path) -> None:
    made = long_game(tmp_path, CITIES, 350, turns=350)
    long = AppServer(tmp_path, patience=patience.ANSWER)
    try:
        someone = visit()
        page = someone.page
        page.goto(f"{long.url}/room/{made.room}#first={made.first}")
        expect(page.locator(f'[data-version="{made.version}"]')).to_be_attached()
        first = page.locator('.turn-at[data-version="1"]')
        expect(first).to_be_attached()
        expect(page.get_by_text("earlier move")).to_have_count(0)
        expect(page.locator(".turn-at")).to_have_count(made.version)
        expect(page.locator(".moves tbody tr").first.locator("td").first).to_have_text("1")
        first.click()
        expect(page.get_by_text("You are looking at step 1.")).to_be_visible()
        page.keyboard.press("End")
        expect(page.get_by_text("You are looking at step")).to_have_count(0)
        someone.page.goto("about:blank")
    finally:
        long.stop()
