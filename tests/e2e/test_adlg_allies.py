"""Allies in the browser: a corps that hesitates shows it on the table and on its card, and the commander-in-chief
encourages it by two presses."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import AppServer, Visit

ALLIES: dict[str, Any] = {
    "name": {"en": "Doubtful allies", "de": "Zweifelhafte Verbündete"},
    "size": [20000, 15000],
    "unit": [
        *({"id": f"u{n}", "troop": "heavy_spearmen", "at": [4000 + 1000 * n, 4000, 0]} for n in (1, 2, 3)),
        *(
            {"id": f"u{n}", "troop": "medium_cavalry", "at": [9000 + 1000 * (n - 3), 4000, 0], "corps": 2}
            for n in (4, 5, 6)
        ),
        *({"id": f"e{n}", "troop": "heavy_swordsmen", "at": [6000 + 1000 * n, 13000, 18000]} for n in (1, 2, 3)),
    ],
    "commander": [
        {"id": "c1", "grade": "brilliant", "unit": "u2"},
        {"id": "c2", "grade": "competent", "unit": "u5", "allied": True},
        {"id": "d1", "grade": "ordinary", "unit": "e2"},
    ],
}
STANDS = (
    "u1:5000,4000,0:4 u2:6000,4000,0:4 u3:7000,4000,0:4 u4:10000,4000,0:3 u5:11000,4000,0:3 u6:12000,4000,0:3 "
    "e1:7000,13000,18000:4 e2:8000,13000,18000:4 e3:9000,13000,18000:4 ; c1:@u2 c2:@u5 d1:@e2 ; - ; -"
)
CHOOSING = f"3 first corps shown=c2.hesitant ; {STANDS}"
ORDERING = f"3 first orders c=c1 p=3+1 shown=c2.hesitant ; {STANDS}"


def battle(server: AppServer, start: str) -> str:
    """The address of the first player's seat."""
    tokens = {"first": secrets.token_urlsafe(16), "second": secrets.token_urlsafe(16)}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    made = server.room(game="adlg", options={"scenario": ALLIES}, start=start, lang="en", seats=seats)
    return f"/room/{made['room']}#first={tokens['first']}"


@pytest.mark.parametrize("phone", [False, True])
def test_a_corps_that_hesitates_says_so_on_its_card_and_at_its_standard(
    server: AppServer, visit: Visit, phone: bool
) -> None:
    ada = visit(phone=phone)
    ada.open(battle(server, CHOOSING))
    ada.page.locator(".field [data-unit=u1]").wait_for()
    card = ada.page.get_by_role("button", name="Corps 2")
    expect(card).to_contain_text("allied: hesitates until its command die shows a 6")
    expect(ada.page.locator(".field [data-commander=c2] .wavers")).to_be_visible()
    expect(ada.page.locator(".field [data-commander=c1] .wavers")).to_have_count(0)
    assert ada.axe() == []


@pytest.mark.parametrize("phone", [False, True])
def test_the_commander_in_chief_encourages_by_two_presses(server: AppServer, visit: Visit, phone: bool) -> None:
    ada = visit(phone=phone)
    ada.open(battle(server, ORDERING))
    ada.page.locator(".field [data-unit=u1]").wait_for()
    ada.page.get_by_role("button", name="Encourage corps 2, which hesitates").click()
    ada.page.get_by_role("button", name="Encourage c2", exact=True).click()
    expect(ada.page.locator(".turn-at")).to_have_count(1)
    expect(ada.page.get_by_role("button", name="Encourage corps 2")).to_have_count(0)
