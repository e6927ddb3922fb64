"""Secret battle plans in the browser: the flank march and the markers of the set-up, ambushes that come forward, and a
march that comes in over the edge."""

from __future__ import annotations

import secrets
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.games.adlg.setup.plans import battle
from tests.games.adlg.setup.set_ups import LARGE, begun, now, walk
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.battle.hiding.hidden import Flank, March, Marker, Way
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.game import SECRET
from triarii.games.adlg.geometry.shapes import Pose

from .adlg_hands import panel
from .conftest import AppServer, Visit, Visitor

OPTIONS = {"setup": SECRET, **LARGE}
FAR_OFF: dict[str, Pose] = {"u10": (25000, 2000, 0), "e17": (28000, 18000, 18000)}


def orders(page: Page) -> Locator:
    return page.locator(".orders-panel")


def seated(server: AppServer, someone: Visitor, start: str, seat: str = "first") -> None:
    """A seat against a program: between two people a position can't settle what one of them may not see."""
    token = secrets.token_urlsafe(16)
    other = {"first": "second", "second": "first"}[seat]
    seats = {seat: {"kind": "person", "token": token}, other: {"kind": "computer", "level": "beginner"}}
    made = server.room(game="adlg", start=start, options=OPTIONS, seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#{seat}={token}")


def at(task: Task) -> str:
    for seed in range(100):
        for position, _, _ in walk(begun(**OPTIONS), Random(seed)):
            if now(position).task is task and position.turn is Turn.FIRST:
                return position.text()
    raise AssertionError(task)


@pytest.mark.rule("adlg.march.plan")
@pytest.mark.rule("adlg.ambush.markers")
def test_a_plan_is_written_with_a_few_clicks(server: AppServer, visit: Visit) -> None:
    someone = visit()
    page = someone.page
    seated(server, someone, at(Task.MARCH))
    page.wait_for_selector(".setup")
    expect(panel(page)).to_contain_text("Does a corps march around a flank?")
    assert someone.axe() == []
    panel(page).get_by_role("button", name="Corps 3").click()
    panel(page).get_by_role("button", name="On Blue’s right").click()
    panel(page).get_by_role("button", name="Write it down").click()
    expect(panel(page)).to_contain_text("Laid so far: 0 of 2.")
    assert someone.axe() == []
    panel(page).get_by_role("button", name="Marker here").first.click()
    panel(page).get_by_role("button", name="Lay the marker").click()
    expect(page.locator("[data-marker=a1]")).to_be_visible()
    expect(panel(page)).to_contain_text("Laid so far: 1 of 2.")
    panel(page).get_by_role("button", name="That's enough").click()
    expect(panel(page)).not_to_contain_text("Laid so far")


@pytest.mark.rule("adlg.ambush.reveal")
def test_an_ambush_comes_forward(server: AppServer, visit: Visit) -> None:
    position = battle(FAR_OFF, {"a1": Marker(0, 12000, 4000, ("u1", "u2"))})
    someone = visit()
    page = someone.page
    seated(server, someone, position.text())
    page.wait_for_selector(".battle")
    expect(page.locator("[data-marker=a1]")).to_contain_text("u1 u2")
    orders(page).get_by_role("button", name="Reveal ambush a1").click()
    orders(page).get_by_role("button", name="Side by side").first.click()
    expect(page.locator("[data-marker=a1]")).to_have_count(0)
    expect(page.locator("[data-unit=u1]")).to_be_visible()


@pytest.mark.rule("adlg.plan.secret")
def test_the_other_player_sees_a_marker_and_not_who_lies_under_it(server: AppServer, visit: Visit) -> None:
    position = battle(FAR_OFF, {"a1": Marker(0, 12000, 4000, ("u1", "u2"))}, active=1)
    assert "u1" not in position.view(Eye.SECOND).text.split(";")[6]
    someone = visit()
    seated(server, someone, position.text(), "second")
    someone.page.wait_for_selector(".battle")
    expect(someone.page.locator("[data-marker=a1]")).to_contain_text("?")
    expect(someone.page.locator("[data-marker=a1]")).not_to_contain_text("u1")


@pytest.mark.rule("adlg.march.entry")
def test_a_flank_march_comes_in_over_the_edge(server: AppServer, visit: Visit) -> None:
    position = battle(FAR_OFF, {}, marches={0: March("c3", Flank.LEFT, 1, Way.HERE)}).play("corps c3").play("6")
    someone = visit()
    page = someone.page
    seated(server, someone, position.text())
    page.wait_for_selector(".battle")
    expect(orders(page)).to_contain_text("At the edge")
    orders(page).get_by_label("Who comes in").select_option("u19")
    orders(page).get_by_role("button", name="Come in").click()
    expect(page.locator("[data-unit=u19]")).to_be_visible()
    assert someone.axe() == []
