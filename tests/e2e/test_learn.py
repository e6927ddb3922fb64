"""The tutorial: every task can be fulfilled by the rules, a wrong try is told why, progress is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .adlg_hands import double_click, middle
from .conftest import ROOT, Visit, Visitor, either

LESSONS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "web/src/learn/lessons.json").read_text(encoding="utf-8"))


def cities_move(someone: Visitor, text: str) -> None:
    found = re.fullmatch(r"([a-j]\d+)([a-j]\d+)", text)
    assert found
    someone.page.wait_for_selector(".cell-at.grip")
    someone.square(found[1]).click()
    expect(someone.square(found[2])).to_have_class(re.compile("open"))
    someone.square(found[2]).click()


CHOSEN = {"push": "↑", "side": "→", "two_steps": "↑", "breakthrough": "↑", "crowns": "→"}
"""Where the board asks for a direction; it never does where only one is legal."""


COSTLY = ("tie", "crowns")
"""Who loses a card of their own is asked once more."""


def towar_turn(someone: Visitor, column: str, *choices: str) -> None:
    """The card's column, then the answers to what the game asks."""
    page = someone.page
    cell = column if len(column) > 1 else f"{column}1"
    page.locator(f'.place.open[data-cell="{cell}"]').click()
    for choice in choices:
        page.locator(".btn").filter(has_text=choice).first.click()


def dragged_onto(page: Page, unit: str, enemy: str) -> None:
    """Takes a unit by its middle and lets it go on an enemy."""
    from_box = page.locator(f"[data-unit={unit}]").first.bounding_box()
    to_box = page.locator(f"[data-unit={enemy}]").first.bounding_box()
    assert from_box
    assert to_box
    page.mouse.move(from_box["x"] + from_box["width"] / 2, from_box["y"] + from_box["height"] / 2)
    page.mouse.down()
    for part in (0.4, 0.8, 1.0):
        x = from_box["x"] + from_box["width"] / 2 + part * (to_box["x"] - from_box["x"])
        y = from_box["y"] + from_box["height"] / 2 + part * (to_box["y"] - from_box["y"])
        page.mouse.move(x, y, steps=2)
    page.mouse.up()


def given(page: Page) -> None:
    page.locator(".orders-panel .primary").click()


def ordered(page: Page, unit: str, verb: str, *words: str, group: bool = False, number: str = "") -> None:
    """An order from the panel: who, what, which way, how far."""
    found = page.locator(f"[data-unit={unit}]").first
    page.locator(".orders-panel[aria-busy=false]").wait_for()
    if group:
        double_click(page, middle(found))
    else:
        found.click()
    page.locator(".orders").get_by_role("button", name=verb).click()
    for word in words:
        page.locator(".orders-panel .small-btn").filter(has_text=re.compile(word, re.IGNORECASE)).first.click()
    if number:
        page.locator("#adlg-span").fill(number)
        page.locator("#adlg-span").press("Tab")
        expect(page.locator(".orders-panel .primary")).to_contain_text(number)
    given(page)


def adlg_step(page: Page, lesson: str) -> None:
    if lesson in ("charge", "flank"):
        unit, enemy = ("u2", "e3") if lesson == "charge" else ("u1", "e1")
        dragged_onto(page, unit, enemy)
        expect(page.locator(".ledger").first).to_be_visible()
        given(page)
        return
    deeds: dict[str, Callable[[], object]] = {
        "command": lambda: page.get_by_role("button", name=re.compile("Corps 1")).click(),
        "advance": lambda: ordered(page, "u1", "Advance", group=True, number="3"),
        "wheel": lambda: ordered(page, "u1", "Wheel", "right", group=True, number="45"),
        "zone": lambda: ordered(page, "u3", "Turn", "right"),
        "leave": lambda: ordered(page, "u1", "Leave the zone"),
        "impetuous": lambda: ordered(page, "u3", "Hold back"),
        "support": lambda: ordered(page, "u3", "Advance", number="2"),
        "terrain": lambda: ordered(page, "u5", "Advance", number="2"),
        "shooting": lambda: ordered(page, "u5", "Advance", number="2.5"),
        "evade": page.locator(".answer").filter(has_text="Evade").first.click,
        "rally": lambda: ordered(page, "u3", "Rally"),
        "aim": lambda: page.get_by_role("button", name="End the orders of this corps").click(),
        "melee": lambda: page.get_by_role("button", name="End the orders of this corps").click(),
    }
    deeds[lesson]()
    anyway = page.get_by_role("button", name="End anyway")
    if lesson in ("aim", "melee"):
        either(anyway, page.locator(".note.good")).wait_for()
        if anyway.count():
            anyway.click()


@pytest.mark.parametrize("game", LESSONS)
def test_a_few_steps_lead_through_the_game(visit: Visit, game: str) -> None:
    someone = visit(phone=game == "cities", lang="en")
    someone.open(f"/learn/{game}")
    page = someone.page
    for number, lesson in enumerate(LESSONS[game]):
        expect(page.locator(".step-at").nth(number)).to_have_attribute("aria-current", "step")
        # The table of the step before stays until the next one has come, but nothing can be done there any more.
        page.wait_for_selector(".cell-at.grip, .place.open, .orders-panel .btn")
        page.get_by_role("button", name="Show me").click()
        if number == 0:
            assert someone.axe() == []
        if game == "adlg":
            expect(page.locator(".orders-panel")).to_be_visible()
            adlg_step(page, lesson["id"])
        elif game == "cities":
            page.wait_for_selector(".cell-at.grip")
            start, *goals = re.findall(r"[a-j]\d+", lesson["solution"])
            someone.square(start).tap()
            for goal in goals or [start]:
                expect(someone.square(goal)).to_have_class(re.compile("open"))
                someone.square(goal).tap()
            page.get_by_role("button", name="Play it").click()
        else:
            played = re.fullmatch(r"([abc]\d?)(?::\w+)?", lesson["solution"])
            assert played
            towar_turn(someone, played[1], *CHOSEN.get(lesson["id"], ""))
            if lesson["id"] in COSTLY:
                page.get_by_role("button", name="Play it").click()
        expect(page.locator(".note.good")).to_be_visible()
        if number + 1 < len(LESSONS[game]):
            page.get_by_role("button", name="Next step").click()
    expect(page.get_by_text("That was all")).to_be_visible()
    assert someone.axe() == []
    # What is kept is seen after a reload; one click then starts a real game, without a form.
    page.reload()
    expect(page.locator(".step-at.ready")).to_have_count(len(LESSONS[game]))
    page.get_by_role("button", name="Play your first game").click()
    expect(page).to_have_url(re.compile("/room/"))
    expect(page.locator(".opp")).to_contain_text("Beginner")
    page.wait_for_selector(".cell-at.grip, .towar .field, .orders-panel")


def test_a_wrong_try_is_told_why_and_can_be_made_again(visit: Visit) -> None:
    someone = visit(lang="de", theme="dark")
    someone.open("/learn/cities")
    page = someone.page
    page.wait_for_selector(".cell-at.grip")
    page.locator(".step-at").nth(2).click()
    expect(page.get_by_role("heading", name="Zwei Schritte, auch um die Ecke")).to_be_visible()
    expect(someone.square("e4")).to_have_class(re.compile("grip"))
    cities_move(someone, "e4d5")
    expect(page.locator(".note.warn")).to_contain_text("auf e6 ankommen")
    assert someone.axe() == []
    page.get_by_role("button", name="Neuer Versuch").click()
    cities_move(someone, "e4e6")
    expect(page.locator(".note.good")).to_contain_text("Geschafft.")
    page.get_by_role("button", name="Nächster Schritt").click()
    expect(page.get_by_role("heading", name="Helden gehen drei Schritte")).to_be_visible()


def test_the_tutorial_of_towar_says_why_a_turn_missed_the_task(visit: Visit) -> None:
    someone = visit()
    someone.open("/learn/towar")
    page = someone.page
    page.wait_for_selector(".place.open")
    page.locator(".step-at").nth(10).click()
    expect(page.get_by_role("heading", name="Break through")).to_be_visible()
    someone.loaded()
    towar_turn(someone, "c", "End turn")
    expect(page.locator(".note.warn")).to_contain_text("stopped just short of the camp")
    page.get_by_role("button", name="Try again").click()
    towar_turn(someone, "c", "↑")
    expect(page.locator(".note.good")).to_contain_text("You have won.")
    page.get_by_role("link", name="All ways to play").click()
    expect(page.get_by_role("heading", name="To War!")).to_be_visible()


def test_an_order_of_the_drill_shows_its_price_and_where_it_leads(visit: Visit) -> None:
    """Chosen by buttons it is as well known as a drag: in a lesson as in a room."""
    someone = visit()
    someone.open("/learn/adlg")
    page = someone.page
    page.wait_for_selector(".orders-panel .btn")
    page.locator(".step-at").nth(2).click()
    expect(page.get_by_role("heading", name="One order for a whole line")).to_be_visible()
    someone.loaded()  # until then the table is that of the first step
    page.locator(".orders-panel[aria-busy=false]").wait_for()
    page.locator("[data-unit=u1]").first.click()
    page.locator(".orders").get_by_role("button", name="Advance").click()
    expect(page.locator(".orders-panel .cost tr").last).to_contain_text("1 CP")
    expect(page.locator(".field .ghost").first).to_be_attached()
