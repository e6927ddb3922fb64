"""The first page and the bar: what waits for a person comes first, and on a small screen a menu leads everywhere."""

from __future__ import annotations

import secrets
import time
from typing import Any

from playwright.sync_api import FloatRect, Locator, expect

from .conftest import AppServer, Visit, Visitor

WIDTHS = [390, 820, 1100, 1366]
"""From a phone to a laptop, with both ends of a tablet."""
OUTSIDE = """() => {
  const right = (one) => one.getBoundingClientRect().right;
  const outside = (one) => right(one) > right(one.closest(".box")) + 0.5;
  return [...document.querySelectorAll(".box .body *")].filter(outside).map((one) => one.outerHTML);
}"""


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def remember(someone: Visitor, rooms: list[dict[str, Any]]) -> None:
    """As the browser of somebody who sat down there before."""
    someone.open("/about")
    someone.page.evaluate("(rooms) => localStorage.setItem('triarii.rooms', JSON.stringify(rooms))", rooms)


def begun(server: AppServer, mine: str, *, hours: int) -> dict[str, Any]:
    """A game in which blue has to move, as this browser has last seen it so many hours ago."""
    other = "second" if mine == "first" else "first"
    token = secrets.token_urlsafe(16)
    seats = {mine: {"kind": "person", "token": token}, other: {"kind": "person"}}
    made = server.room(game="cities", seats=seats)
    touched = round(time.time() - 3600 * hours) * 1000
    return {"room": made["room"], "game": "cities", "tokens": {mine: token}, "touched": touched, "yours": False}


def test_what_waits_for_you_comes_first_and_on_a_phone_above_the_games(visit: Visit, server: AppServer) -> None:
    waits, does_not = begun(server, "first", hours=5), begun(server, "second", hours=1)
    for phone in (True, False):
        someone = visit(phone=phone)
        remember(someone, [does_not, waits])
        someone.open()
        games = someone.page.locator(".waiting .line")
        expect(games).to_have_count(2)
        # The browser knew of neither: the server has been asked.
        expect(games.first.locator(f'a[href="/room/{waits["room"]}"]')).to_contain_text("your move")
        expect(games.last).to_contain_text("waiting")
        assert box(games.last)["y"] < box(someone.page.locator("article.box").first)["y"]
        expect(games.first).to_be_in_viewport(ratio=1)
        assert someone.axe() == []


def test_games_that_wait_keep_no_game_from_beginning(visit: Visit, server: AppServer) -> None:
    """The third asks once how its rules are read, and then begins as the others do."""
    waits = [begun(server, "first", hours=hours) for hours in (1, 2)]
    for phone in (True, False):
        someone = visit(phone=phone)
        page = someone.page
        for number in range(3):
            remember(someone, waits)
            someone.open()
            expect(page.locator(".waiting .line")).to_have_count(2)
            page.locator("article.box .btn.primary").nth(number).click()
            question = page.get_by_role("dialog", name="How should the rules be read?")
            if number == 2:
                assert someone.axe() == []
                question.get_by_role("button", name="As printed on the sheet").click()
            page.wait_for_url("**/room/*")


def test_whoever_was_never_here_sees_the_games_first(visit: Visit) -> None:
    someone = visit(phone=True)
    someone.open()
    expect(someone.page.locator(".waiting")).to_have_count(0)
    expect(someone.page.locator("article.box .btn.primary").first).to_be_in_viewport(ratio=1)


def test_the_menu_of_a_phone_leads_everywhere_and_closes_when_one_turns_away(visit: Visit) -> None:
    someone = visit(phone=True)
    someone.open()
    button, menu = someone.page.get_by_role("button", name="Menu"), someone.page.locator("#menu")
    expect(menu).to_be_hidden()
    button.click()
    assert someone.axe() == []
    for link in menu.get_by_role("link").all():
        assert box(link)["height"] >= 44
    someone.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    someone.page.mouse.click(3, 600)  # beside everything
    expect(menu).to_be_hidden()
    button.click()
    menu.get_by_role("button", name="Deutsch").click()
    menu.get_by_role("link", name="Regeln: To War!").click()
    expect(someone.page.locator("h1")).to_contain_text("To War!")
    expect(menu).to_be_hidden()


def test_on_a_laptop_the_bar_needs_no_menu(visit: Visit) -> None:
    someone = visit()
    someone.open()
    expect(someone.page.get_by_role("button", name="Menu")).to_be_hidden()
    expect(someone.page.get_by_role("navigation", name="Games").get_by_role("link", name="To War!")).to_be_visible()


def test_the_longest_names_push_nothing_out_of_its_place(visit: Visit) -> None:
    someone = visit(lang="de", own_window=True)
    someone.open()
    someone.loaded()
    battles = someone.page.get_by_label("Schlacht")
    longest = max(battles.locator("option").all(), key=lambda one: len(one.text_content() or ""))
    battles.select_option(longest.get_attribute("value"))
    for width in WIDTHS:
        someone.page.set_viewport_size({"width": width, "height": 800})
        assert someone.page.evaluate(OUTSIDE) == []
        for game in someone.page.locator("article.box").all():
            fields, button = game.locator(".fields .select").all(), game.locator(".btn.primary")
            assert len({round(box(one)["y"]) for one in fields}) == 1
            assert box(button)["y"] > box(fields[0])["y"]
