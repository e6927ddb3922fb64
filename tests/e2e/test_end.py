"""The end of a game is a moment: who has won, the deciding move again, what both sides have, and what comes next."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import AppServer, Visit, stop_time
from .test_cities import LAST_TWO, play, take_seats


def test_the_end_counts_up_and_draws_the_deciding_move_again(visit: Visit, server: AppServer) -> None:
    someone, other = visit(less_motion=False, own_clock=True), visit(lang="de", phone=True)
    page = someone.page
    page.clock.install()
    take_seats(server, LAST_TWO, someone, other, clock={"minutes": 5, "increment": 0})
    play(someone, "d2", "d4", played=False)
    ending = page.locator(".ending")
    expect(ending.get_by_role("heading", name="You have won")).to_be_in_viewport(ratio=0.9)
    rows = ending.locator(".counts tbody tr")
    expect(rows).to_have_text(
        [re.compile(r"Pieces\s*3\s*1"), re.compile("Cities"), re.compile(r"Moves\s*1\s*0"), re.compile("Time")]
    )
    expect(ending.locator(".counts .winner")).to_have_text("Blue")
    assert someone.axe() == []
    stop_time(someone)
    ending.get_by_role("button", name="The deciding move again d2–d4 ×1").click()
    expect(someone.square("d2")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    expect(someone.square("c4")).to_have_attribute("aria-label", re.compile("Ochre fighter"))
    page.keyboard.press("Escape")
    expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    expect(ending).to_be_visible()
    # The other one reads it in German, on a phone.
    lost = other.page.locator(".ending")
    expect(lost.get_by_role("heading", name="Du hast verloren")).to_be_in_viewport(ratio=0.9)
    expect(lost.get_by_role("button", name="Der entscheidende Zug noch einmal")).to_be_visible()
    assert other.axe() == []
    # Who did not make the room has a link to show around, too.
    lost.get_by_role("button", name="Teilen").click()
    link = lost.get_by_label("Link", exact=True).input_value()
    guest = visit()
    guest.page.goto(link)
    expect(guest.page.locator(".ending")).to_be_visible()
    for one in (someone, other):
        assert not one.page.evaluate(
            "document.querySelector('.panel').scrollWidth > document.querySelector('.panel').clientWidth"
        )


def test_a_game_that_is_over_can_be_shared_and_analysed(visit: Visit) -> None:
    someone, guest = visit(), visit()
    page = someone.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    someone.open()
    page.locator(".box").first.get_by_role("button", name="Play", exact=True).click()
    play(someone, "e2", "e4")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    ending = page.locator(".ending")
    # Nobody's move has decided it.
    expect(ending.get_by_role("button", name=re.compile("^The last move again"))).to_be_visible()
    ending.get_by_role("button", name="Share").click()
    link = ending.get_by_label("Link", exact=True).input_value()
    assert someone.axe() == []
    ending.get_by_role("button", name="Copy the result").click()
    expect(ending.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Cities & Heroes: ")
    guest.page.goto(link)
    expect(guest.page.locator(".ending")).to_be_visible()
    guest.page.locator(".turn-at").first.click()
    expect(guest.page.get_by_text("You are looking at step 1.")).to_be_visible()
    ending.get_by_role("link", name="Analyse").click()
    expect(page).to_have_url(re.compile("/study#room="))
