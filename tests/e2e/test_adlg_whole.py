"""A whole battle of L'Art de la Guerre by mouse alone: an army is chosen, the table set up, and orders are given; when
`make soak` asks, until an army breaks. Drills are fought to their end in test_adlg_battle.py."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.lengths import LONG

from .adlg_hands import Attack, set_up
from .conftest import AppServer, Visit, Visitor
from .test_adlg_battle import battle, enter

MOST = 2000
"""Things to do in a battle; a hundred or two are usual."""


def losses(page: Page) -> list[int]:
    """Of the enemy and of one's own army, as the bars of the seats tell them."""
    return [int(text) for text in page.locator(".losses b").all_inner_texts()]


def bars(page: Page) -> float:
    """How wide both bars of losses are together, on the screen."""
    return sum(box["width"] for bar in page.locator(".breakbar i").all() if (box := bar.bounding_box()))


def choose_armies(someone: Visitor) -> None:
    """From the home page over the army page to a battle of 100 points against the weakest computer.

    What a list of choices opens belongs to the system and to no page: there the choice is named, not pressed."""
    page = someone.page
    someone.open("/")
    box = page.locator("article.box", has=page.get_by_role("heading", name="L’Art de la Guerre"))
    box.get_by_role("link", name="Armies").click()
    expect(page.locator(".sum .big")).to_contain_text("100")
    page.get_by_role("button", name="Fight with this army").click()
    page.wait_for_url("**/new/adlg#armies")
    expect(page.get_by_role("button", name="Set it up yourselves")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Blue’s army").locator("option:checked")).to_have_text("Vikings (yours)")
    page.get_by_role("button", name="As commonly played").click()
    page.get_by_label("Level").select_option("beginner")
    page.get_by_label("Ochre’s army").select_option(label="Saxons")
    page.get_by_role("button", name="Set up the table yourselves", exact=True).click()


def test_a_battle_of_100_points_is_fought_by_mouse_alone_from_the_army_on(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    choose_armies(someone)
    page.wait_for_selector(".setup")
    expect(page.locator(".opp .who")).to_contain_text("Computer · Beginner")
    expect(page.locator(".chip.profile")).to_have_text("Rules as commonly played")
    asked = set_up(page, "line")
    assert {"Choose pieces of terrain", "Build your camp", "Deploy corps"} <= asked
    expect(page.locator(".battle .unit[data-unit^=u]")).to_have_count(12)
    expect(page.locator(".battle .unit[data-unit^=e]")).to_have_count(15)
    expect(page.get_by_role("option").filter(has_text=re.compile(r"^axemen \d+,", re.I))).to_have_count(3)
    expect(page.get_by_role("option").filter(has_text=re.compile(r"^great fyrd \d+,", re.I))).to_have_count(5)
    assert losses(page) == [0, 0]
    assert bars(page) == 0
    attack = Attack(page)
    while not {"corps", "went"} <= attack.given.keys() or (LONG and not any(losses(page))):
        assert not attack.go_on()
        assert sum(attack.given.values()) < MOST, f"{attack.given} {page.locator('.panel').inner_text()}"
    assert someone.axe() == []
    if LONG:
        assert bars(page) > 0
        to_the_break(someone, attack)
    # Where losses are known of, the bars tell them.
    room, tokens = battle(server, computer=False)
    enter(someone, room, "first", tokens["first"])
    assert all(losses(page))
    assert bars(page) > 0


def to_the_break(someone: Visitor, attack: Attack) -> None:
    page = someone.page
    while not attack.go_on():
        assert sum(attack.given.values()) < MOST, f"{attack.given} {page.locator('.panel').inner_text()}"
    assert "charged" in attack.given
    theirs, own = losses(page)
    title = {(True, False): "You have won", (False, True): "You have lost", (True, True): "A draw"}
    expect(page.locator(".ending h2")).to_have_text(title[theirs >= 15, own >= 12])
    expect(page.locator(".ending")).to_contain_text(re.compile("the other army has broken|Both armies have broken"))
    assert bars(page) > 100
    assert page.locator(".battle .unit[data-unit]").count() < 27
    assert someone.axe() == []
