"""A club evening in the browser: a clock for both, a proposal to stop, a limit of turns, and the points at the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import AppServer, Visit
from .test_adlg_battle import enter


def drill_at_one_screen(page: Page) -> None:
    """The first of the scenarios, by its card."""
    page.get_by_role("button", name=re.compile("^As printed|^Wie auf dem Bogen")).first.click()
    page.locator("[data-scenario=drill_line]").click()


@pytest.mark.parametrize(("phone", "lang"), [(False, "en"), (True, "de")])
def test_a_limit_of_turns_ends_a_battle_with_points_for_both(visit: Visit, phone: bool, lang: str) -> None:
    someone = visit(phone=phone, lang=lang)
    page = someone.page
    someone.open("/new/adlg")
    page.locator(".form .seg button").nth(3).click()
    page.locator("details.evening summary").click()
    page.locator("details.evening input[type=number]").first.fill("1")
    page.locator("details.evening select").select_option("own")
    draws = page.locator("details.evening fieldset").nth(1).locator("input").nth(5)
    expect(draws).to_have_value("40")
    draws.fill("33")
    assert someone.axe() == []
    drill_at_one_screen(page)
    end = page.get_by_role("button", name=re.compile("^(End the movement|Bewegung beenden)"))
    end.click()
    expect(page.locator(".turn-at")).to_have_count(1)
    expect(page.locator(".seat.turn")).to_have_count(1)
    end.click()
    ending = page.locator(".ending")
    expect(ending.locator(".score b")).to_have_text(["33", "33"])
    expect(ending).to_contain_text(re.compile("33 \\+ 10 × 0 = 33"))
    expect(page.locator(".seat .points").first).to_contain_text("33")
    assert someone.axe() == []
    # The losses and what was ordered are counted up; what comes next is in sight on a laptop without scrolling.
    rows = ending.locator(".counts tbody tr")
    expect(rows).to_have_text(
        [re.compile(r"(Losses|Verluste).*0 / \d+\s*0 / \d+"), re.compile(r"(Orders|Befehle)\s*0\s*0")]
    )
    again = ending.get_by_role("button", name=re.compile("^(See the end again|Das Ende noch einmal sehen)$"))
    if not phone:
        for what in (again, *ending.locator(".row > .btn").all()[:3]):
            expect(what).to_be_in_viewport(ratio=0.9)
    again.click()
    expect(ending).to_be_visible()


def test_two_hours_together_are_one_time_for_both_and_both_may_agree_to_stop(visit: Visit, server: AppServer) -> None:
    seats = {"first": {"kind": "person", "token": "A" * 22}, "second": {"kind": "person", "token": "B" * 22}}
    made = server.room(
        game="adlg",
        options={"scenario": "drill_charge"},
        lang="en",
        seats=seats,
        clock={"minutes": 120, "together": True},
    )
    one, two = visit(), visit(phone=True, lang="de")
    first, second = enter(one, made["room"], "first", "A" * 22), enter(two, made["room"], "second", "B" * 22)
    expect(first.locator(".clock")).to_have_text(["2:00:00", "2:00:00"])
    first.get_by_role("button", name="Propose to stop after this turn").click()
    expect(second.locator(".answer")).to_have_count(2)
    assert two.axe() == []
    second.locator(".answer").first.click()
    expect(first.locator(".chip.last")).to_have_text("Last turn")
    expect(first.locator(".panel")).to_contain_text("This is the last turn")


def test_the_new_game_form_offers_a_clock_for_both(visit: Visit) -> None:
    page = (someone := visit()).page
    someone.open("/new/adlg")
    expect(page.get_by_label("Clock").locator("option")).to_contain_text(["2:00 h for both, then points decide"])
    page.get_by_label("Clock").select_option("together-120")
    drill_at_one_screen(page)
    expect(page.locator(".clock").first).to_have_text("2:00:00")
    someone.open("/new/cities")
    expect(page.get_by_label("Clock").locator("option[value^=together]")).to_have_count(0)


@pytest.mark.parametrize(("phone", "lang"), [(False, "en"), (True, "de")])
def test_a_campaign_goes_on_from_battle_to_battle_with_its_standing(visit: Visit, phone: bool, lang: str) -> None:
    someone = visit(phone=phone, lang=lang)
    page = someone.page
    someone.open("/new/adlg#campaign")
    page.get_by_role("button", name=re.compile("^As printed|^Wie auf dem Bogen")).first.click()
    card = page.locator("[data-campaign=raiders]")
    expect(card.locator("li")).to_have_count(3)
    card.scroll_into_view_if_needed()
    assert someone.axe() == []
    card.get_by_role("button").click()
    expect(page.locator("p.campaign")).to_contain_text(re.compile("(battle|Schlacht) 1 (of|von) 3"))
    expect(page.locator(".btn.corps").first).to_be_visible()  # what comes with the turn has moved the buttons by now
    someone.loaded()
    page.get_by_role("button", name=re.compile("^(Resign|Aufgeben)")).click()
    page.locator(".btn.danger").click()  # not the first button again, which goes when the question comes
    ending = page.locator(".ending")
    expect(ending.locator(".score b")).to_have_text(["10", "100"])
    expect(ending.locator(".note.campaign")).to_contain_text("100")
    assert someone.axe() == []
    ending.get_by_role("button", name=re.compile("^(To the next battle|Zur nächsten Schlacht)")).click()
    expect(page.locator("p.campaign")).to_contain_text(re.compile("(battle|Schlacht) 2 (of|von) 3.* 10 : 100"))
