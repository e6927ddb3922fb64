"""Dismounting in the browser: when all corps stand, riders are marked and get down together."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.adlg.setup.set_ups import now, until
from triarii.games.adlg.battle.preparation import Task

from .conftest import AppServer, Visit

RIDERS: dict[str, Any] = {
    "name": "riders",
    "format": 100,
    "command_value": 3,
    "corps": [
        {
            "commander": "competent",
            "units": [
                {"troop": "heavy_knights", "count": 2, "dismounts": "foot_knights"},
                {"troop": "heavy_chariot", "dismounts": "medium_swordsmen"},
                {"troop": "medium_cavalry"},
            ],
        }
    ],
}


def asked(server: AppServer) -> str:
    """The address of the seat that is asked who dismounts."""
    armies: dict[str, Any] = {"first_army": RIDERS, "second_army": RIDERS}
    position = until(Task.DISMOUNT, seed=Random(5).randint(1, 9), **armies)
    tokens = {"first": secrets.token_urlsafe(16), "second": secrets.token_urlsafe(16)}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    options = {"setup": "procedure", **armies}
    made = server.room(game="adlg", options=options, start=position.text(), lang="en", seats=seats)
    seat = ("first", "second")[now(position).seat]
    return f"/room/{made['room']}#{seat}={tokens[seat]}"


@pytest.mark.parametrize("phone", [False, True])
def test_riders_are_marked_and_get_down_together(server: AppServer, visit: Visit, phone: bool) -> None:
    ada = visit(phone=phone)
    ada.open(asked(server))
    expect(ada.page.get_by_role("heading", name="Who fights on foot?")).to_be_visible()
    riders = ada.page.locator(".riders input")
    expect(riders).to_have_count(3)
    riders.nth(0).check()
    riders.nth(2).check()
    assert ada.axe() == []
    ada.page.get_by_role("button", name="Dismount 2").click()
    expect(riders).to_have_count(1)
    expect(ada.page.locator(".turn-at")).to_have_count(1)
    ada.page.get_by_role("button", name="Stay mounted").click()
    expect(ada.page.get_by_role("heading", name="decides who fights on foot")).to_be_visible()


def test_the_army_page_lets_knights_dismount_and_forgets_it_for_other_troops(visit: Visit) -> None:
    ada = visit()
    ada.open("/adlg/armies")
    page = ada.page
    points = page.locator(".sum .big")
    expect(points).to_have_text("100 of 100 points")  # one of ours, to begin with
    page.get_by_role("button", name="Empty army").click()
    expect(points).to_have_text("0 of 100 points")
    box = page.get_by_role("region", name="Corps 1")
    box.get_by_label("Another unit").select_option("heavy_knights")
    box.get_by_role("button", name="Add", exact=True).click()
    row = box.locator(".unit-row").last
    row.locator("summary").click()
    row.get_by_label("may dismount as foot knights").check()
    expect(page.get_by_role("status")).to_contain_text("It keeps the rules, but has only 1 of the 8 units")
    expect(page.get_by_text("may dismount as foot knights").first).to_be_visible()
    row.get_by_label("Troops", exact=True).select_option("heavy_cavalry")
    expect(page.get_by_role("status")).to_contain_text("It keeps the rules, but has only 1 of the 8 units")
    expect(row.get_by_label("may dismount")).to_have_count(0)
