"""All settings stand in one place over every page, take effect at once and are kept."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.lengths import LONG

from .conftest import LOOKS, AppServer, Visit, Visitor
from .test_cities import LAST_TWO, take_seats

CLEAR, CONTRAST = "For colour-blind eyes", "High contrast"
SETS = [("light", False, CLEAR), ("dark", True, CONTRAST)]
"""Of boards and pieces, each on another screen; a long run has all of them on all."""
if LONG:
    SETS = list(product(("light", "dark"), (False, True), (CLEAR, CONTRAST)))


def settings(someone: Visitor) -> Locator:
    """Opened by the bar, or by the menu where there is no room for one."""
    menu = someone.page.locator(".opener")
    if menu.is_visible():
        menu.click()
    someone.page.locator(".gear").click()
    opened = someone.page.locator("dialog.settings")
    expect(opened).to_be_visible()
    return opened


def pick(opened: Locator, group: str, value: str) -> None:
    opened.get_by_role("group", name=group).get_by_text(value, exact=True).click()


def shut(opened: Locator) -> None:
    opened.page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


@pytest.mark.parametrize(("theme", "phone"), LOOKS)
def test_the_settings_have_no_barriers_and_fit(visit: Visit, theme: str, phone: bool) -> None:
    someone = visit(lang="de" if phone else "en", theme=theme, phone=phone)
    someone.open("/about")
    opened = settings(someone)
    someone.loaded()
    assert someone.axe() == []
    body = opened.locator("> .body")
    assert body.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0, "it scrolls sideways"


@pytest.mark.parametrize(("theme", "phone", "chosen"), SETS)
def test_a_set_is_shown_at_once_in_the_game_that_goes_on_and_has_no_barriers(
    visit: Visit, server: AppServer, theme: str, phone: bool, chosen: str
) -> None:
    someone = visit(theme=theme, phone=phone)
    take_seats(server, LAST_TWO, someone)
    someone.settled()
    room, square = someone.page.locator("main.game"), someone.page.locator("main .sq").first
    before = square.evaluate("(e) => getComputedStyle(e).fill")
    opened = settings(someone)
    pick(opened, "Cities & Heroes", chosen)
    expect(room).to_have_attribute("data-set", "clear" if "blind" in chosen else "contrast")
    assert square.evaluate("(e) => getComputedStyle(e).fill") != before
    expect(opened.locator(".live")).to_have_attribute("data-set", "clear" if "blind" in chosen else "contrast")
    shut(opened)
    someone.square("d2").click()
    assert someone.axe() == []
    someone.page.reload()
    someone.settled()
    expect(room).to_have_attribute("data-set", "clear" if "blind" in chosen else "contrast")
    someone.open()  # the other games keep theirs
    expect(someone.page.locator(".box .pic").nth(1)).to_have_attribute("data-set", "paper")


def test_the_second_side_is_hatched_for_colour_blind_eyes(visit: Visit, server: AppServer) -> None:
    someone = visit()
    take_seats(server, LAST_TWO, someone)
    fill = "(e) => getComputedStyle(e).fill"
    ochre = someone.page.locator("main .pc.side-b .base").first
    assert "hatch" not in ochre.evaluate(fill)
    opened = settings(someone)
    pick(opened, "Cities & Heroes", "For colour-blind eyes")
    shut(opened)
    assert "hatch" in ochre.evaluate(fill)
    assert "hatch" not in someone.page.locator("main .pc.side-a .base").first.evaluate(fill)


def test_moves_are_asked_about_always_or_never(visit: Visit, server: AppServer) -> None:
    someone, finger = visit(), visit(phone=True)
    take_seats(server, LAST_TWO, someone, finger)
    opened = settings(someone)
    pick(opened, "Ask again before a move is played", "Always")
    shut(opened)
    moves = someone.page.locator(".turn-at")
    someone.square("f2").click()
    someone.square("f3").click()
    expect(someone.page.get_by_role("button", name="Play it")).to_be_visible()
    expect(moves).to_have_count(0)
    someone.square("f3").click()
    expect(moves).to_have_count(1)
    opened = settings(finger)
    pick(opened, "Ask again before a move is played", "Never")
    shut(opened)
    finger.settled()
    finger.square("i9").tap()
    finger.square("i8").tap()
    expect(moves).to_have_count(2)


def test_names_of_squares_and_the_field_for_moves_come_and_go(visit: Visit, server: AppServer) -> None:
    someone = visit()
    take_seats(server, LAST_TWO, someone)
    board, field = someone.page.locator("main .board svg"), someone.page.locator("#move-text")
    expect(board.get_by_text("j", exact=True)).to_have_count(2)
    opened = settings(someone)
    pick(opened, "Names of the squares", "In every square")
    expect(board.get_by_text("j10", exact=True)).to_have_count(1)
    expect(opened.locator(".live").get_by_text("j10", exact=True)).to_have_count(1)
    pick(opened, "Names of the squares", "None")
    expect(board.get_by_text(re.compile("^j"))).to_have_count(0)
    expect(field).to_have_count(0)
    pick(opened, "Type moves", "Field always shown")
    shut(opened)
    field.fill("f2-f3")
    field.press("Enter")
    expect(someone.page.locator(".turn-at")).to_have_count(1)
    expect(field).to_be_visible()


def test_speed_language_theme_and_sounds_are_kept(visit: Visit) -> None:
    someone = visit(less_motion=False, own_window=True)
    someone.open("/about")
    opened = settings(someone)
    page = someone.page.locator("html")
    pick(opened, "How fast things move", "Slow")
    expect(page).to_have_attribute("data-speed", "slow")
    pick(opened, "Light or dark", "Dark")
    expect(page).to_have_attribute("data-theme", "dark")
    opened.get_by_role("button", name="Try: A piece moves").click()
    opened.get_by_label("Pieces fall", exact=True).uncheck()
    pick(opened, "Language", "Deutsch")
    expect(opened.get_by_role("heading", name="Einstellungen")).to_be_visible()
    someone.page.reload()
    expect(page).to_have_attribute("lang", "de")
    for name, value in {"speed": "slow", "theme": "dark"}.items():
        expect(page).to_have_attribute(f"data-{name}", value)
    opened = settings(someone)
    expect(opened.get_by_label("Figuren fallen", exact=True)).not_to_be_checked()
    expect(opened.get_by_label("Eine Figur zieht", exact=True)).to_be_checked()
    pick(opened, "Hell oder dunkel", "Wie mein Gerät")
    expect(page).to_have_attribute("data-theme", "light")


def test_the_live_board_shows_a_move_at_the_chosen_pace(visit: Visit) -> None:
    someone = visit(less_motion=False, own_clock=True)
    someone.page.clock.install()
    someone.open("/about")
    opened = settings(someone)
    pieces = opened.locator(".live .pc")
    count = pieces.count()
    targets = opened.locator(".live .dot").count()
    assert targets
    pick(opened, "How fast things move", "Fast")
    expect(opened.locator(".live .dot")).to_have_count(0)
    someone.page.clock.run_for(5000)
    expect(opened.locator(".live .dot")).to_have_count(targets)
    expect(pieces).to_have_count(count)
