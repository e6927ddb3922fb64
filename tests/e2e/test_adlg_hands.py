"""Hands on the battle table: grips, saved groups, other ways, ghosts, hints, rally chances and rules, on one page."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Locator, Page, expect

from .adlg_hands import double_click, drag
from .adlg_hands import middle as middle_of
from .conftest import AppServer, Visit, until
from .test_adlg_battle import enter, middle

START = (
    "1 first orders c=c1 p=5+1 ; u1:7000,4000,0:3 u2:8000,4000,0:3 u3:10500,2000,0:3 u4:5500,1500,0:1 u5:3200,2000,0:2 "
    "u6:12500,2000,0:2 e1:11500,11200,18000:4 e2:10500,11200,18000:4 e3:7800,8000,18000:3 e4:5800,11000,18000:3 "
    "e5:1800,11200,18000:3 e6:4000,11000,18000:2 ; c1:@u1 d1:9000,11500,18000 ; - ; -"
)
"""Two heavy cavalry side by side and within a charge of swordsmen, and light horse that may rally."""

ONE_BEFORE_ANOTHER = START.replace("e1:11500,11200", "e1:7500,6200").replace("e3:7800,8000", "e3:6500,6800")
"""Straight ahead of the first cavalry spearmen stand before the swordsmen; with a slide it gets to the swordsmen."""
ONE_MEETS_NOBODY = START.replace("e1:11500,11200", "e1:7000,5500").replace("e3:7800,8000", "e3:2500,6800")
"""Of two cavalry that charge side by side only the first has an enemy in its way."""


def lit(page: Page) -> list[str]:
    return sorted(
        str(one.get_attribute("data-unit")) for one in page.locator(".battle .unit.lit[data-unit]:not(.ghost)").all()
    )


def ghost(page: Page, unit: str) -> Locator:
    return page.locator(f".ghost[data-unit={unit}]")


def test_an_order_is_shaped_previewed_and_given_by_hand(visit: Visit, server: AppServer) -> None:
    someone = visit()
    tokens = [secrets.token_urlsafe(16)]
    seats = {
        "first": {"kind": "person", "token": tokens[0]},
        "second": {"kind": "computer", "level": "beginner"},
    }
    made = server.room(game="adlg", options={"scenario": "drill_charge"}, start=START, lang="en", seats=seats)
    page = enter(someone, made["room"], "first", tokens[0])
    page.locator(".unit.able[data-unit=u2]").wait_for()
    give, told = page.locator(".orders-panel .primary"), page.locator(".ground .told")

    # A grip turns a unit: ghost and price while it is dragged, given when it is let go, taken back at once.
    page.mouse.click(*middle(page, "u2"))
    grip = middle_of(page.locator("[data-handle=face]"))
    page.mouse.move(*grip)
    page.mouse.down()
    page.mouse.move(grip[0] + 25, grip[1] + 6, steps=4)
    expect(ghost(page, "u2")).to_have_count(1)
    expect(page.locator(".orders-panel")).to_contain_text(re.compile(r"Wheel right \d+°.*1 CP", re.S))
    page.mouse.up()
    expect(page.locator('.turn-at[data-text^="u2 wheel right"]')).to_have_text(re.compile("^Heavy cavalry 2 wheels"))
    told.get_by_role("button", name="Undo").click()
    expect(page.locator('.turn-at[data-text^="u2 wheel"]')).to_have_count(0)

    # A group is widened or narrowed by a grip behind; what the rules forbid is refused while it is dragged.
    page.locator(".unit.able[data-unit=u2]").wait_for()
    double_click(page, middle(page, "u1"))
    until(page, lambda: lit(page) == ["u1", "u2"], lambda: str(lit(page)))
    narrower = middle_of(page.locator("[data-handle=widen_right]"))
    page.mouse.move(*narrower)
    page.mouse.down()
    page.mouse.move(narrower[0] - 60, narrower[1], steps=4)
    expect(ghost(page, "u2")).to_have_count(1)
    expect(page.locator(".orders-panel")).to_contain_text("Contract")
    page.mouse.move(narrower[0] + 60, narrower[1], steps=4)
    expect(page.locator(".ground .bad")).to_contain_text(re.compile("rear|extend", re.I))
    page.mouse.up()
    page.keyboard.press("Escape")

    # Keys shape as grips do; a group is saved with Shift and a digit and taken up with the digit.
    page.keyboard.press("y")
    expect(give).to_contain_text("Contract")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Digit2")
    expect(page.get_by_role("button", name="2 Group 2")).to_be_visible()
    page.get_by_label("Name").fill("Lancers")
    page.get_by_label("Name").press("Enter")
    page.get_by_label("Name").blur()
    page.mouse.click(*middle(page, "u6"))
    until(page, lambda: lit(page) == ["u6"], lambda: str(lit(page)))
    page.keyboard.press("2")
    until(page, lambda: lit(page) == ["u1", "u2"], lambda: str(lit(page)))
    expect(page.get_by_role("button", name="2 Lancers")).to_have_attribute("aria-pressed", "true")
    assert someone.axe() == []

    # A rally shows its chance; a rule opens beside the table and leaves it alone.
    page.mouse.click(*middle(page, "u4"))
    page.locator(".orders").get_by_role("button", name="Rally").click()
    expect(page.locator(".orders-panel .chance")).to_contain_text(re.compile(r"rallies on \d or more"))
    page.locator('.orders-panel a[href*="/rules/adlg#"]').first.click()
    expect(page.locator(".rule-beside")).to_be_visible()
    expect(page.locator(".battle .field")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rule-beside")).to_have_count(0)
    page.keyboard.press("Escape")

    # Another way to the same place is looked at by pointing to it, and the own ghost gives the order.
    page.mouse.click(*middle(page, "u3"))
    x, y = middle(page, "u3")
    page.mouse.click(x + 60, y - 60)
    expect(ghost(page, "u3")).to_have_count(1)
    others = page.locator(".ground .bar .btn:not(.primary):not(.quiet)")
    first = ghost(page, "u3").get_attribute("transform")
    others.first.hover()
    until(page, lambda: ghost(page, "u3").get_attribute("transform") != first, lambda: str(first))
    page.mouse.move(x, y + 40)
    until(page, lambda: ghost(page, "u3").get_attribute("transform") == first, lambda: str(first))
    page.mouse.click(*middle_of(ghost(page, "u3").locator(".body")))
    expect(page.locator('.turn-at[data-text^="u3 "]')).to_have_count(1)

    # A hint names its order and draws it.
    page.locator(".unit.able[data-unit=u1]").wait_for()
    page.keyboard.press("h")
    expect(page.locator(".ghost[data-unit]").first).to_be_attached()
    expect(page.get_by_role("heading", name="Hint")).to_be_visible()
    page.keyboard.press("Escape")

    # A double click on an enemy charges it.
    page.keyboard.press("Escape")
    page.mouse.click(*middle(page, "u1"))
    until(page, lambda: lit(page) == ["u1"], lambda: str(lit(page)))
    double_click(page, middle(page, "e3"))
    expect(page.locator('.turn-at[data-text^="u1"][data-text*="charge e3"]')).to_have_text(
        re.compile("charges Medium swordsmen")
    )
    expect(page.locator(".chapter").last).to_have_text("Turn 1 · Blue")


def test_a_charge_meets_whom_it_is_dragged_onto_or_says_who_is_in_the_way(visit: Visit, server: AppServer) -> None:
    someone, token = visit(), secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    wish = {"game": "adlg", "options": {"scenario": "drill_charge"}, "lang": "en", "seats": seats}
    page = enter(someone, server.room(**wish, start=ONE_BEFORE_ANOTHER)["room"], "first", token)
    page.locator(".unit.able[data-unit=u1]").wait_for()
    give, bar = page.locator(".ground .bar .primary"), page.locator(".ground .bar")

    # What it is dragged onto is what it meets, in the order and in the ledger; it waits to be given, being a charge.
    drag(page, middle(page, "u1"), middle(page, "e3"))
    expect(give).to_have_text("Slide left 0.5 UD, charge Medium swordsmen · 1 CP")
    ledger = page.locator(".blows .ledger th")
    expect(ledger.last).to_have_text("Medium swordsmen")
    expect(page.locator(".turn-at")).to_have_count(0)

    # The straight way meets somebody else first: its button says so, and so does the order once it is chosen.
    straight = bar.get_by_role("button", name="Charge Medium swordsmen (meets Heavy spearmen 1 first)")
    straight.click()
    expect(give).to_have_text("Charge Medium swordsmen · 1 CP")
    said = "Heavy spearmen 1 is in the way and is met before Medium swordsmen."
    expect(bar.locator(".blocked")).to_have_text(said)
    expect(page.locator(".orders-panel .blocked")).to_have_text(said)
    expect(ledger.last).to_have_text("Heavy spearmen 1")

    # The question how far a charge goes on names who met nobody, and shows who has met somebody.
    page = enter(someone, server.room(**wish, start=ONE_MEETS_NOBODY)["room"], "first", token)
    page.locator(".unit.able[data-unit=u1]").wait_for()
    double_click(page, middle(page, "u1"))
    until(page, lambda: lit(page) == ["u1", "u2"], lambda: str(lit(page)))
    double_click(page, middle(page, "e1"))
    expect(page.locator(".orders-panel h2")).to_have_text("Heavy cavalry 2 met nobody. How far does the charge go on?")
    expect(page.locator(".answer b")).to_have_text(["Go on 4 UD", "Go on 1.5 UD"])
    expect(page.locator(".unit.asked[data-unit=u2]")).to_have_count(1)
    met, enemy = ghost(page, "u1").locator(".body").bounding_box(), page.locator("[data-unit=e1] .body").bounding_box()
    assert met
    assert enemy
    assert abs(met["y"] - enemy["y"] - enemy["height"]) < enemy["height"] / 5, (met, enemy)


def test_a_finger_turns_a_unit_by_its_grip(visit: Visit, server: AppServer) -> None:
    someone = visit(phone=True, lang="de")
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game="adlg", options={"scenario": "drill_charge"}, start=START, lang="de", seats=seats)
    page = enter(someone, made["room"], "first", token)
    page.locator(".unit.able[data-unit=u2]").wait_for()
    page.touchscreen.tap(*middle(page, "u2"))
    handle = page.locator("[data-handle=face]")
    handle.wait_for()
    box = handle.locator(".finger").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43
    touch, (x, y) = page.context.new_cdp_session(page), middle_of(handle)
    for kind, right in (("touchStart", 0), ("touchMove", 12), ("touchMove", 25), ("touchMove", 30)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + right, "y": y + right / 4}]})
    expect(ghost(page, "u2")).to_have_count(1)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator('.turn-at[data-text^="u2 wheel right"]')).to_have_text(
        re.compile("^Schwere Reiterei 2 schwenkt")
    )
    # The list of keys is longer than the screen: it opens at its beginning, with the way out in sight.
    page.get_by_role("button", name="Tasten", exact=True).tap()
    keys = page.get_by_role("dialog", name="Tasten")
    expect(keys.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(keys.get_by_role("button", name="Schließen")).to_be_in_viewport(ratio=1)
    assert keys.evaluate("(list) => list.scrollHeight > list.clientHeight && list.scrollTop === 0")
    keys.get_by_role("button", name="Schließen").tap()
    expect(keys).to_have_count(0)


def test_a_press_that_ends_beside_the_table_is_over_and_the_next_one_counts(visit: Visit, server: AppServer) -> None:
    someone, token = visit(), secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game="adlg", options={"scenario": "drill_charge"}, start=START, lang="en", seats=seats)
    page = enter(someone, made["room"], "first", token)
    page.locator(".unit.able[data-unit=u2]").wait_for()
    field = page.locator(".battle .field").bounding_box()
    assert field is not None
    x, y = field["x"] + field["width"] - 8, field["y"] + field["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y)  # at once, as a quick hand does: the table sees nothing of the way
    page.mouse.up()
    stands = middle(page, "u2")
    page.mouse.move(x - 200, y, steps=3)
    assert middle(page, "u2") == stands
    page.mouse.click(*stands)
    until(page, lambda: lit(page) == ["u2"], lambda: str(lit(page)))
    # The right button draws on the table, also from a unit; the next press wipes it away.
    for end in ((stands[0] + 90, stands[1] - 60), (stands[0] + 2, stands[1])):
        page.mouse.move(*stands)
        page.mouse.down(button="right")
        page.mouse.move(*end, steps=2)
        page.mouse.up(button="right")
    marks = page.locator(".battle .field .mark")
    expect(marks).to_have_count(2)
    expect(page.locator(".battle .field circle.mark")).to_have_count(1)
    assert lit(page) == ["u2"]
    page.mouse.click(*stands)
    expect(marks).to_have_count(0)
