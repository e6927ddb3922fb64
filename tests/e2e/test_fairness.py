"""Fair between two people in real browsers: both add to chance after the promise, and a guest knows of a set-up."""

from __future__ import annotations

import json
import secrets
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from triarii.core import proof, records, registry
from triarii.core.contract import Refusal
from triarii.core.records import Record

from .conftest import AppServer, Visit, Visitor
from .seats import resign, take_seat

SET_UP = "west-north t.k/.a./.Sr/FQC 1 - K1F1-b1t1 0-0"
HANDS = {"armies": "west,north", "begins": "first", "variant": "hand_of_three"}


def own_room(someone: Visitor) -> dict[str, Any]:
    """What the browser keeps of its latest game."""
    rooms: list[dict[str, Any]] = json.loads(someone.page.evaluate("localStorage.getItem('triarii.rooms')"))
    return rooms[0]


def record_of(server: AppServer, kept: dict[str, Any]) -> Record:
    token = next(iter(kept["tokens"].values()))
    place = f"{server.url}/api/rooms/{kept['room']}/record"
    answer = httpx.get(place, headers={"Authorization": f"Bearer {token}"}, trust_env=False)
    found = records.parse(answer.content).record
    assert found is not None
    return found


def test_both_browsers_add_to_chance_after_the_promise_and_find_it_in_the_record(
    visit: Visit, server: AppServer
) -> None:
    host, friend = visit(), visit(lang="de")
    host.open()
    box = host.page.locator(".box").nth(1)
    box.get_by_role("button", name="Friend").click()
    box.get_by_role("button", name="Invite").click()
    promised = own_room_when_invited(host)["commit"]
    take_seat(friend, host)
    expect(host.page.locator(".tile[aria-disabled=false]").first).to_be_visible()
    host.page.locator(".tile[aria-disabled=false]").first.click()
    friend.page.locator(".tile[aria-disabled=false]").first.click()
    for someone in (host, friend):
        # Armies, then lots and the first card: chance has fallen.
        expect(someone.page.locator(".tile")).to_have_count(0)
    resign(host)
    for someone, words in ((host, "Your browser mixed in a random text"), (friend, "Dein Browser hat einen eigenen")):
        expect(someone.page.get_by_text(words)).to_be_hidden()
        someone.page.locator(".ending .fair summary").click()
        expect(someone.page.get_by_text(words)).to_be_visible()
    mine, yours = own_room(host), own_room(friend)
    record = record_of(server, mine)
    assert record.header.commit == promised == mine["commit"] == yours["commit"]
    assert record.header.texts == (mine["texts"]["first"], yours["texts"]["second"])
    game = registry.game("towar")
    assert not isinstance(game, Refusal)
    found = proof.prove(game, record)
    assert (found.problem, found.bound_texts) == (None, 2)
    assert found.proven == found.chances > 0
    host.page.get_by_role("link", name="Analyse").click()
    host.page.locator(".fair summary").click()
    expect(host.page.get_by_text("Both players added their own random text")).to_be_visible()
    assert host.axe() == []


def own_room_when_invited(host: Visitor) -> dict[str, Any]:
    expect(host.page.get_by_label("Link", exact=True)).to_be_visible()
    return own_room(host)


def test_a_browser_says_when_the_record_does_not_hold_its_text(visit: Visit, server: AppServer) -> None:
    someone, token = visit(), secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game="towar", options={"armies": "west,north", "begins": "first"}, seats=seats)
    someone.open(f"/room/{made['room']}#first={token}")
    someone.page.wait_for_selector(".place.open")
    # As if the server had exchanged it: what this browser keeps is another text.
    someone.page.evaluate(
        """() => {
          const rooms = JSON.parse(localStorage.getItem('triarii.rooms'));
          rooms[0].texts.first = 'A'.repeat(22) + ':' + '0'.repeat(64);
          localStorage.setItem('triarii.rooms', JSON.stringify(rooms));
        }"""
    )
    resign(someone)
    expect(someone.page.locator(".ending .note.bad")).to_contain_text("Don't trust the results of this game!")


@pytest.mark.parametrize(("lang", "phone", "theme"), [("en", False, "light"), ("de", True, "dark")])
def test_a_guest_knows_before_joining_what_was_set_up(
    visit: Visit, server: AppServer, lang: str, phone: bool, theme: str
) -> None:
    guest = visit(lang=lang, phone=phone, theme=theme)
    seats = {
        "first": {"kind": "person", "token": secrets.token_urlsafe(16), "name": "Ada"},
        "second": {"kind": "person"},
    }
    made = server.room(game="towar", start=SET_UP, options=HANDS, seats=seats)
    guest.open(f"/join/{made['room']}#{made['invitations']['second']}")
    words = {
        "en": ("whoever invited you set up the position", "This is how it starts:", "Join the game"),
        "de": ("Wer dich einlädt, hat die Stellung selbst aufgebaut", "So fängt es an:", "Mitspielen"),
    }[lang]
    for sentence in words[:2]:
        expect(guest.page.get_by_text(sentence)).to_be_visible()
    expect(guest.page.locator(".set-up [data-cell='b2']")).to_be_visible()
    expect(guest.page.locator(".set-up dd").last).to_be_visible()
    assert guest.axe() == []
    guest.page.get_by_role("button", name=words[2]).click()
    expect(guest.page.get_by_role("grid")).to_be_visible()


def test_a_guest_of_a_usual_game_reads_no_notice(visit: Visit, server: AppServer) -> None:
    guest = visit()
    seats = {"first": {"kind": "person", "token": secrets.token_urlsafe(16)}, "second": {"kind": "person"}}
    made = server.room(game="cities", seats=seats)
    guest.open(f"/join/{made['room']}#{made['invitations']['second']}")
    expect(guest.page.get_by_role("button", name="Join the game")).to_be_visible()
    expect(guest.page.locator(".set-up")).to_have_count(0)


def test_a_position_with_dealt_hands_is_refused_in_words_between_two_people(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/towar#position")
    page = someone.page
    page.locator("textarea").fill("west-north t.k/.a./.Sr/FQC 1 - 0-0 K1F1-b1t1")
    page.get_by_text("Options", exact=False).last.click()
    page.locator("#option-variant select").select_option("hand_of_three")
    page.get_by_role("link", name="Play from here").click()
    page.locator("form .seg button").nth(1).click()
    page.locator("form .btn.primary").click()
    expect(page.locator(".note.bad")).to_contain_text("Between two people a position can't settle")
    page.locator("form .seg button").first.click()
    page.locator("form .btn.primary").click()
    expect(page.locator(".hand .slot").first).to_be_visible()
    someone.expected("400", "422")  # the refusal, and the look at a text before its variant was chosen
