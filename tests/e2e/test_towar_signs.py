"""Cards of To War! explain themselves: to the mouse, to keys, to a finger, and in a legend one key away."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Locator, expect

from .conftest import AppServer, Visit, Visitor

CHAIN = "west-north t.k/.a./.Sr/FQC 1 F K1-b2 0-0"
ARMIES = {"armies": "west,north", "begins": "first"}


def sit_down(server: AppServer, someone: Visitor, seat: str) -> None:
    """At a field on which the first player has to act."""
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="towar", start=CHAIN, options=ARMIES, seats=seats)
    someone.open(f"/room/{made['room']}#{seat}={tokens[seat]}")
    someone.page.get_by_role("grid").wait_for()


def cell(someone: Visitor, name: str) -> Locator:
    return someone.page.locator(f'[data-cell="{name}"]')


def test_own_and_enemy_cards_answer_a_click_in_the_turn_of_the_opponent(visit: Visit, server: AppServer) -> None:
    someone = visit()
    sit_down(server, someone, "second")
    told, reach = someone.page.get_by_role("tooltip"), someone.page.locator(".reach-mark")
    cell(someone, "b2").click()  # the opponent's Sergeant
    expect(told).to_contain_text("Sergeant")
    expect(told).to_contain_text("Defends with 4.")
    expect(told).to_contain_text("Attacks with 4, to the side with 6.")
    expect(told).to_contain_text("Elite")
    expect(reach).to_have_count(3)
    cell(someone, "b3").click()  # an Archer of one's own, who goes forward only
    expect(told).to_contain_text("forward only")
    expect(reach).to_have_count(1)
    assert someone.axe() == []
    someone.page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_a_click_that_plays_is_not_answered_with_an_explanation(visit: Visit, server: AppServer) -> None:
    someone = visit()
    sit_down(server, someone, "first")
    someone.page.locator(".place.open").first.wait_for()
    cell(someone, "b1").click()
    expect(someone.page.get_by_text("Step 2")).to_be_visible()
    expect(someone.page.get_by_role("tooltip")).to_have_count(0)


def test_the_mouse_at_rest_the_focus_and_a_long_press_explain_a_card(visit: Visit, server: AppServer) -> None:
    someone = visit()
    sit_down(server, someone, "first")
    someone.page.locator(".place.open").first.wait_for()
    told = someone.page.get_by_role("tooltip")
    cell(someone, "c2").hover()
    expect(told).to_contain_text("second step")
    someone.page.locator("h2").first.hover()
    expect(told).to_have_count(0)
    cell(someone, "b1").focus()
    someone.page.keyboard.press("ArrowUp")
    expect(told).to_contain_text("Sergeant")
    someone.page.keyboard.press("ArrowUp")
    expect(told).to_contain_text("Archer")
    cell(someone, "c2").dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "button": 0})
    expect(told).to_contain_text("Rider")


def test_the_legend_is_one_key_away_and_names_every_sign(visit: Visit, server: AppServer) -> None:
    someone = visit()
    sit_down(server, someone, "second")
    someone.page.keyboard.press("l")
    legend = someone.page.get_by_role("dialog", name="What a card shows")
    for sign in ("Shield", "Star", "Arrows", "Bar", "Crown"):
        expect(legend.get_by_role("term").filter(has_text=re.compile(f"{sign}$"))).to_be_visible()
    assert someone.axe() == []
    someone.page.keyboard.press("Escape")
    expect(legend).to_have_count(0)
    someone.page.get_by_role("button", name="What the signs on a card mean").click()
    expect(legend).to_be_visible()
