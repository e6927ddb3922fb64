"""Battles in the browser: a drill from near its end by mouse, by keyboard alone, and by two people over a link."""

from __future__ import annotations

import re
import secrets
import time

from playwright.sync_api import Page, expect

from .conftest import House, Visit, Visitor

START = (
    "3 first corps ; u1:7800,8000,0:3 u2:9800,5000,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 "
    "e1:11500,12000,18000:4 e2:10500,12000,18000:4 e3:7800,8000,18000:1 e4:3000,12000,18000:3 ; "
    "c1:9000,3000,0 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; u5:routed u6:routed e5:routed e6:routed"
)
"""Heavy cavalry fights swordsmen: whoever routs first, that breaks their army."""
LONGEST = 90
"""Seconds that a few rounds of melee may take."""


def battle(house: House, *, computer: bool) -> tuple[str, dict[str, str]]:
    """A room and the tokens of its people."""
    tokens = {"first": secrets.token_urlsafe(16), "second": secrets.token_urlsafe(16)}
    other = {"kind": "computer", "level": "beginner"} if computer else {"kind": "person", "token": tokens["second"]}
    seats = {"first": {"kind": "person", "token": tokens["first"]}, "second": other}
    made = house.room(game="adlg", options={"scenario": "drill_charge"}, start=START, lang="en", seats=seats)
    return made["room"], tokens


def enter(someone: Visitor, room: str, seat: str, token: str) -> Page:
    someone.open(f"/room/{room}#{seat}={token}")
    someone.page.locator(".field [data-unit=u1]").wait_for()
    return someone.page


def asked(page: Page) -> bool:
    """Whether the battle waits for this person."""
    return page.locator(".me .to-move").count() > 0


def fight_on(page: Page) -> bool:
    """Gives one answer by mouse if one is wanted; True when the battle is over."""
    if page.locator(".ending").count():
        return True
    answer = page.locator(".answer").first
    over = page.get_by_role("button", name=re.compile("^(End the|End anyway|Bewegung beenden|Befehle dieses|Trotzdem)"))
    if answer.count():
        answer.click()
    elif asked(page) and over.count():
        over.first.click()
    page.wait_for_timeout(150)
    return False


def middle(page: Page, unit: str) -> tuple[float, float]:
    box = page.locator(f"[data-unit={unit}]").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, unit: str, right: float, up: float) -> None:
    x, y = middle(page, unit)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y - up / 2, steps=3)
    page.mouse.move(x + right, y - up, steps=3)
    page.mouse.up()


def test_a_drill_is_fought_by_mouse_against_the_computer_to_its_end(visit: Visit, house: House) -> None:
    someone = visit()
    room, tokens = battle(house, computer=True)
    page = enter(someone, room, "first", tokens["first"])
    page.get_by_role("button", name=re.compile("Corps 1")).click()
    page.locator(".unit.able[data-unit=u2]").wait_for()
    drag(page, "u2", 0, 70)
    give = page.locator(".bar .btn.primary")
    expect(give).to_contain_text("Advance")
    expect(page.locator(".ghost[data-unit=u2]")).to_have_count(1)
    give.click()
    moves = page.locator(".turn-at")
    expect(moves.filter(has_text="u2 advance")).to_have_count(1)
    page.get_by_role("button", name="Undo the last order").click()
    expect(page.get_by_text("A turn was taken back.").first).to_be_attached()
    page.locator("[data-unit=u3]").first.click()
    page.locator(".orders").get_by_role("button", name="Advance").click()
    page.get_by_label("Advance", exact=True).fill("1.5")
    page.get_by_label("Advance", exact=True).press("Tab")
    expect(page.locator(".orders-panel .primary")).to_have_text("Advance 1.5 UD")
    page.locator(".orders-panel .primary").click()
    expect(moves.filter(has_text="u3 advance 1.5")).to_have_count(1)
    page.get_by_role("button", name="End the orders of this corps").click()
    expect(page.get_by_text(re.compile("units of this corps can still act")).first).to_be_visible()
    assert someone.axe() == []
    until = time.monotonic() + LONGEST
    while not fight_on(page):
        assert time.monotonic() < until, page.locator(".panel").inner_text()
    expect(page.locator(".ending h2")).to_have_text(re.compile("^You have (won|lost)$"))
    expect(page.get_by_text("Last fight")).to_be_visible()
    page.get_by_text("Last fight").click()
    expect(page.locator(".ledger .sum")).to_be_visible()
    assert someone.axe() == []
    page.get_by_role("link", name="odds page").click()
    expect(page).to_have_url(re.compile(r"/adlg/odds#(charge|later|shooting)[^/]*/\w+[^/]*/\w+"))
    expect(page.locator(".out .odds").first).to_be_visible()


def test_a_drill_is_fought_by_link_in_two_browsers(visit: Visit, house: House) -> None:
    room, tokens = battle(house, computer=False)
    host, friend = visit(), visit(lang="de", phone=True)
    pages = [enter(host, room, "first", tokens["first"]), enter(friend, room, "second", tokens["second"])]
    until = time.monotonic() + LONGEST
    over = [False]
    while not all(over):
        over = [fight_on(page) for page in pages]
        assert time.monotonic() < until, [page.locator(".panel").inner_text() for page in pages]
    results = {pages[0].locator(".ending h2").inner_text(), pages[1].locator(".ending h2").inner_text()}
    assert results in ({"You have won", "Du hast verloren"}, {"You have lost", "Du hast gewonnen"})
    assert friend.axe() == []


def test_a_drill_is_fought_with_keys_alone(visit: Visit, house: House) -> None:
    someone = visit()
    room, tokens = battle(house, computer=True)
    page = enter(someone, room, "first", tokens["first"])
    keys = page.keyboard
    page.locator("[role=listbox]").focus()
    keys.press("n")
    active = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText"
    )
    assert re.search(r"corps 1, cohesion \d of \d, faces", active), active
    expect(page.get_by_role("button", name=re.compile("Corps 1"))).to_be_visible()
    keys.press("Enter")
    page.locator(".unit.able").first.wait_for()
    while page.evaluate("document.activeElement.getAttribute('aria-activedescendant')") != "unit-u2":
        keys.press("n")
    keys.press("Enter")
    expect(page.locator(".orders").get_by_role("button", name="Advance")).not_to_have_attribute("aria-disabled", "true")
    keys.press("a")
    expect(page.locator(".orders-panel .primary")).to_contain_text("Advance")
    keys.press(",")
    keys.press("Enter")
    expect(page.locator(".turn-at").filter(has_text="u2 advance")).to_have_count(1)
    until = time.monotonic() + LONGEST
    while not page.locator(".ending").count():
        assert time.monotonic() < until, page.locator(".panel").inner_text()
        if page.locator(".answer").count():
            keys.press("ArrowDown")
            keys.press("Enter")
        elif asked(page):
            keys.press("d")
        page.wait_for_timeout(150)
    expect(page.locator(".ending h2")).to_have_text(re.compile("^You have (won|lost)$"))
