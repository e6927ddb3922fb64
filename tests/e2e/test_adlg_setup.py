"""L'Art de la Guerre before the battle: choosing it in one click, the one question, and places of pieces and units."""

from __future__ import annotations

import json
import secrets
from functools import cache
from random import Random

from playwright.sync_api import expect

from tests.games.adlg.setup.set_ups import begun, now, walk
from triarii.core.contract import Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.scenarios import scenario

from .adlg_hands import drag, middle, on_table, panel, verdict
from .conftest import AppServer, Visit, Visitor

ARMIES = {"setup": "procedure", "first_army": "vikings", "second_army": "saxons"}


@cache
def position_at(task: Task) -> str:
    """The text of a set-up in which the first seat has this task."""
    for seed in range(200):
        for position, _, _ in walk(begun(first_army="vikings", second_army="saxons"), Random(seed)):
            if now(position).task is task and position.turn is Turn.FIRST:
                return position.text()
    raise AssertionError(f"no set-up comes to {task}")


def at_task(server: AppServer, someone: Visitor, task: Task) -> None:
    """A seat at a table on which this is to be decided."""
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="adlg", start=position_at(task), options=ARMIES, seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#first={tokens['first']}")
    someone.page.wait_for_selector(".setup")


# Beginning


def test_a_scenario_begins_with_one_click_after_the_question_that_is_asked_once(visit: Visit) -> None:
    someone = visit()
    page = someone.page
    someone.open("/new/adlg")
    card = page.locator('[data-scenario="drill_line"]')
    expect(card).to_contain_text("Teaches orders, groups and the first clash.")
    assert page.locator("[data-scenario]").first.get_attribute("data-scenario") == "drill_line"
    assert someone.axe() == []
    card.click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("How should the rules be read?")
    assert someone.axe() == []
    question.get_by_role("button", name="As commonly played").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".chip.profile")).to_have_text("Rules as commonly played")
    someone.open("/new/adlg")
    page.locator('[data-scenario="skirmish"]').click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".chip.profile")).to_have_text("Rules as commonly played")


def test_the_box_on_the_home_page_asks_too_and_nothing_begins_without_an_answer(visit: Visit) -> None:
    someone = visit(lang="de")
    page = someone.page
    someone.open("/")
    box = page.locator("article.box", has=page.get_by_role("heading", name="L’Art de la Guerre"))
    expect(box.get_by_label("Schlacht").locator("option")).to_have_count(len(scenario.shipped()))
    box.locator(".btn.primary").click()
    page.get_by_role("dialog").get_by_role("button", name="Abbrechen").click()
    assert "/room/" not in page.url
    box.locator(".btn.primary").click()
    page.get_by_role("dialog").get_by_role("button", name="Wie auf dem Bogen gedruckt").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".chip.profile")).to_have_text("Regeln wie gedruckt")


def test_an_army_made_in_this_browser_can_be_chosen(visit: Visit) -> None:
    someone = visit()
    page = someone.page
    text = """
        format = 100
        command_value = 1
        [[corps]]
        commander = "competent"
        [[corps.units]]
        count = 6
        troop = "heavy_swordsmen"
        [[corps]]
        commander = "ordinary"
        [[corps.units]]
        count = 4
        troop = "heavy_spearmen"
    """
    someone.open("/new/adlg")
    kept = {"triarii.adlg.armies": json.dumps([{"name": "Ours", "text": text}]), "triarii.adlg.profile": "sheet"}
    page.evaluate("kept => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))", kept)
    page.reload()
    page.get_by_role("button", name="Set it up yourselves").click()
    page.get_by_label("Blue’s army").select_option(label="Ours (yours)")
    expect(page.locator(".army").first).to_contain_text("10 units")
    assert someone.axe() == []
    page.get_by_role("button", name="Set up the table yourselves", exact=True).click()
    page.wait_for_selector(".setup")


# Places


def test_an_illegal_place_of_a_piece_says_why_with_its_rule(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    at_task(server, someone, Task.LAY)
    expect(verdict(page)).to_have_text("That is allowed.")
    assert someone.axe() == []
    legal = middle(page.locator('[data-handle="piece"]'))
    drag(page, legal, on_table(page, 10, 12))
    expect(verdict(page)).to_contain_text("The piece must lie wholly in its sector")
    expect(verdict(page).get_by_role("link")).to_have_attribute("href", "/rules/adlg#adlg.setup.placing")
    expect(page.locator(".held.bad")).to_have_count(1)
    expect(panel(page).get_by_role("button", name="Lay it here")).to_have_attribute("aria-disabled", "true")


def test_a_piece_is_turned_by_its_grip_and_by_keys(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    at_task(server, someone, Task.LAY)
    expect(verdict(page)).to_be_visible()
    turned = panel(page).get_by_label("Turned (degrees)")
    x, y = middle(page.locator('[data-handle="piece"]'))
    drag(page, middle(page.locator('[data-handle="turn"]')), (x + 80, y))
    expect(turned).to_have_value("90")
    page.locator(".setup").focus()
    page.keyboard.press("]")
    expect(turned).to_have_value("105")
    at = panel(page).get_by_label("From Blue’s left (UD)").input_value()
    page.keyboard.press("ArrowRight")
    expect(panel(page).get_by_label("From Blue’s left (UD)")).to_have_value(f"{float(at) + 0.25:g}")


def test_a_formation_out_of_its_zone_is_refused_in_words_and_drawn_in_red(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    at_task(server, someone, Task.DEPLOY)
    expect(verdict(page)).to_have_text("That is allowed.")
    assert someone.axe() == []
    panel(page).locator("[data-formation=line]").click()
    unit = panel(page).locator("[data-pick]").first.get_attribute("data-pick")
    body = page.locator(f'[data-unit="{unit}"] .body')
    x, _ = middle(body)
    drag(page, middle(body), (x, on_table(page, 10, 6)[1]))
    expect(verdict(page)).to_contain_text("would stand outside its deployment zone")
    expect(verdict(page).get_by_role("link")).to_have_attribute("href", "/rules/adlg#adlg.setup.zones")
    expect(page.locator(".unit.wrong").first).to_be_visible()
    panel(page).get_by_role("button", name="Undo").click()
    expect(page.locator(".unit.wrong")).to_have_count(0)


def test_a_deployment_is_kept_as_a_template_and_applied_again(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    at_task(server, someone, Task.DEPLOY)
    expect(verdict(page)).to_have_text("That is allowed.")
    page.get_by_text("Single units", exact=True).click()
    places = panel(page).locator("[data-pick]")
    stood = places.all_inner_texts()
    page.get_by_text("Templates", exact=True).click()
    panel(page).get_by_label("Name of the template").fill("wedge")
    panel(page).get_by_role("button", name="Save", exact=True).click()
    panel(page).get_by_role("button", name="Take all off").click()
    expect(panel(page)).to_contain_text("Not placed yet")
    page.reload()
    expect(verdict(page)).to_have_text("That is allowed.")
    panel(page).get_by_role("button", name="Take all off").click()
    page.mouse.click(*on_table(page, 10, 2))
    expect(panel(page)).to_contain_text("Not placed yet")
    panel(page).locator('[data-template="wedge"]').click()
    expect(verdict(page)).to_have_text("That is allowed.")
    page.get_by_text("Single units", exact=True).click()
    assert places.all_inner_texts() == stood


def test_a_corps_is_deployed_by_keys_alone(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    at_task(server, someone, Task.DEPLOY)
    expect(verdict(page)).to_have_text("That is allowed.")
    page.locator(".setup").focus()
    page.keyboard.press("n")
    expect(page.locator(".unit.lit")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.press("Backspace")
    expect(verdict(page)).to_have_text("That is allowed.")
    page.keyboard.press("Enter")
    expect(panel(page).locator(".ask")).not_to_contain_text("Deploy corps")
