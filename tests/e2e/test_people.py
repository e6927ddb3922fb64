"""Somebody to play with: two browsers find each other, a third sees it; slow games; games to watch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PAIRS, Visit

Look = dict[str, Any]
"""What a person's window is like, in the words of `visit`."""


@pytest.mark.parametrize(("hers", "his"), PAIRS)
def test_two_find_each_other_and_a_third_sees_it(visit: Visit, hers: Look, his: Look) -> None:
    ada, ben = visit(lang="en", **hers), visit(lang="de", **his)
    eve = visit(lang="en")
    for someone in (ada, ben, eve):
        someone.open("/people")
    expect(ada.page.get_by_text("Nobody is looking right now")).to_be_visible()
    assert ada.axe() == []
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Clock").select_option("3d")
    ada.page.get_by_label("How well do you know the game?").select_option("new")
    ada.page.get_by_role("button", name="Look for an opponent").click()
    expect(ada.page.get_by_text("Nobody is waiting right now")).to_be_visible()
    assert ada.axe() == []
    offer = ben.page.get_by_role("listitem").filter(has_text="Ada")
    expect(offer).to_contain_text("3 Tage pro Zug · neu dabei")
    assert ben.axe() == []
    seen = eve.page.get_by_role("listitem").filter(has_text="Ada")
    expect(seen).to_be_visible()
    offer.get_by_role("button", name="Mitspielen").click()
    expect(seen).to_have_count(0)
    for someone in (ada, ben):
        someone.page.wait_for_url("**/room/*")
        expect(someone.page.locator(".seat .clock").first).to_contain_text("3")
    assert ada.page.url.rsplit("/", 1)[1] == ben.page.url.rsplit("/", 1)[1]
    expect(ben.page.locator(".opp .who")).to_contain_text("Ada")


def test_who_plays_the_computer_meanwhile_is_called(visit: Visit) -> None:
    ada, ben = visit(lang="en"), visit(lang="en")
    ada.open("/people")
    ada.page.get_by_role("button", name="To War!").click()
    ada.page.get_by_role("button", name="Look for an opponent").click()
    ada.page.get_by_role("button", name="Play the computer meanwhile").click()
    ada.page.wait_for_url("**/room/*")
    expect(ada.page.get_by_text("You are still looking for an opponent for To War!")).to_be_visible()
    ben.open("/people")
    ben.page.get_by_role("button", name="To War!").click()
    ben.page.get_by_role("button", name="Look for an opponent").click()  # the same: nobody has to click further
    ben.page.wait_for_url("**/room/*")
    ada.page.get_by_role("alert").get_by_role("link", name="To the game").click()
    ada.page.wait_for_url(ben.page.url)
    expect(ada.page.locator("aside.called")).to_have_count(0)


def test_an_open_game_is_gone_with_its_page(visit: Visit) -> None:
    ada, ben = visit(lang="en"), visit(lang="en")
    ben.open("/people")
    ada.open("/new/cities")
    ada.loaded()
    ada.page.get_by_role("button", name="Anyone").click()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Look for an opponent").click()
    offer = ben.page.get_by_role("listitem").filter(has_text="Ada")
    expect(offer).to_be_visible()
    ada.page.goto("about:blank")
    expect(offer).to_have_count(0)


def test_slow_games_stand_first_by_the_time_that_is_left(visit: Visit) -> None:
    ada, ben = visit(lang="en"), visit(lang="en")
    rooms = []
    for clock in ("7d", "1d"):
        ada.open("/new/cities")
        ada.loaded()
        ada.page.get_by_role("button", name="Friend").click()
        ada.page.get_by_label("Your side").select_option("second")
        ada.page.get_by_label("Clock").select_option(clock)
        ada.page.get_by_role("button", name="Invite").click()
        ada.page.wait_for_url("**/room/*")
        rooms.append(ada.page.url.rsplit("/", 1)[1])
        ben.page.goto(ada.page.get_by_label("Link", exact=True).input_value())
        ben.page.get_by_role("button", name="Join the game").click()
        ben.settled()
    ada.open("/")
    lines = ada.page.locator(".waiting .line")
    expect(lines).to_have_count(2)
    for room in rooms:  # Ben moves while Ada looks at her list
        ben.open(f"/room/{room}")
        ben.settled()
        ben.square("b2").click()
        ben.square("b4").click()
        expect(ben.page.locator(".opp.turn")).to_be_visible()
    expect(lines.first).to_contain_text("left")
    expect(lines.nth(0).locator("a").first).to_have_attribute("href", f"/room/{rooms[1]}")
    expect(lines.nth(1).locator("a").first).to_have_attribute("href", f"/room/{rooms[0]}")
    expect(ada.page.locator(".waiting h2")).to_contain_text("2 games are waiting for you")


def test_games_to_watch_move_on_the_list(visit: Visit) -> None:
    ada, eve = visit(lang="en"), visit(lang="de")
    ada.open("/new/cities")
    ada.loaded()
    ada.page.get_by_label("Anyone may watch this game").check()
    ada.page.get_by_label("Your name").fill("Ada, watched")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.settled()
    eve.open("/people")
    shown = eve.page.get_by_role("listitem").filter(has_text="Ada, watched")
    picture = shown.locator("img")
    before = picture.get_attribute("src")
    ada.square("b2").click()
    ada.square("b4").click()
    expect(picture).not_to_have_attribute("src", before or "")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert eve.axe() == []
    shown.get_by_role("link").click()
    eve.page.wait_for_url("**/watch/*")


@pytest.mark.parametrize(("hers", "his"), PAIRS)
def test_a_profile_keeps_results_and_goes_on_to_another_device(visit: Visit, hers: Look, his: Look) -> None:
    ada, other = visit(lang="en", **hers), visit(lang="de", **his)
    ada.open("/profile")
    ada.page.get_by_label("Your name, as others see it").fill("Ada")
    ada.page.get_by_role("button", name="Keep my results").click()
    expect(ada.page.get_by_text("Your first game that counts")).to_be_visible()
    ada.open("/new/cities")
    ada.loaded()
    ada.page.get_by_label("Level").select_option("beginner")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.settled()
    ada.square("b2").click()
    ada.square("b4").click()
    expect(ada.page.locator(".moves td").nth(2)).to_be_visible()
    ada.settled()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".ending")).to_be_visible()
    ada.open("/profile")
    expect(ada.page.get_by_text("the computer", exact=True).first).to_be_visible()
    expect(ada.page.locator("table b").first).to_have_text(re.compile(r"^1[0-4]\d\d$"))
    ada.page.get_by_role("row").get_by_role("link", name="Cities & Heroes").click()
    expect(ada.page.locator(".ending")).to_be_visible()
    ada.page.go_back()
    expect(ada.page.get_by_text("the computer", exact=True).first).to_be_visible()
    assert ada.axe() == []
    ada.page.evaluate("localStorage.setItem('triarii.puzzles.towar', JSON.stringify({ solved: ['one'], longest: 3 }))")
    ada.page.get_by_role("button", name="Make a code").click()
    code = ada.page.locator(".code.num").inner_text()
    other.open("/profile")
    other.page.get_by_label("Code vom anderen Gerät").fill(code.lower())
    other.page.get_by_role("button", name="Übernehmen").click()
    expect(other.page.get_by_text("sind jetzt hier")).to_be_visible()
    expect(other.page.get_by_label("Dein Name, wie andere ihn sehen")).to_have_value("Ada")
    expect(other.page.locator(".s0")).to_have_text("verloren")
    expect(other.page.get_by_role("row").filter(has_text="verloren")).to_contain_text("Computer · Anfänger")
    solved = other.page.evaluate("JSON.parse(localStorage.getItem('triarii.puzzles.towar'))")
    assert (solved["solved"], solved["longest"]) == (["one"], 3)
    assert other.axe() == []
    other.page.get_by_label("Code vom anderen Gerät").fill(code)
    other.page.get_by_role("button", name="Übernehmen").click()
    expect(other.page.get_by_role("alert").first).to_contain_text("schon benutzt")
    other.expected("404")
    other.page.get_by_role("button", name="Ergebnisse löschen").click()
    other.page.get_by_role("button", name="Ja, endgültig löschen").click()
    expect(other.page.get_by_role("button", name="Ergebnisse aufbewahren")).to_be_visible()
    ada.open("/profile")
    expect(ada.page.get_by_text("Your first game that counts")).to_be_visible()


def test_friends_give_signs_and_talk_when_both_want_to(visit: Visit) -> None:
    ada, ben = visit(lang="en"), visit(lang="de", phone=True)
    ada.open("/new/cities")
    ada.loaded()
    ada.page.get_by_role("button", name="Friend").click()
    ada.page.get_by_role("button", name="Invite").click()
    ada.page.wait_for_url("**/room/*")
    ben.page.goto(ada.page.get_by_label("Link", exact=True).input_value())
    ben.page.get_by_role("button", name="Mitspielen").click()
    ben.page.get_by_role("button", name="Zeichen geben").click()
    ben.page.get_by_role("button", name="Viel Glück").click()
    expect(ada.page.locator(".opp .sign")).to_contain_text("Good luck")
    assert ada.axe() == []
    ada.page.get_by_role("button", name="Talk with your friend").click()
    expect(ben.page.get_by_text("möchte reden")).to_be_visible()
    ben.page.get_by_role("button", name="Mit deinem Freund reden").click()
    ada.page.get_by_label("Your words").fill("<b>hi</b>")
    ada.page.get_by_role("button", name="Send", exact=True).click()
    expect(ben.page.locator(".said")).to_contain_text("<b>hi</b>")
    assert ben.axe() == []
    ben.page.get_by_role("button", name="Stumm schalten").click()
    ada.page.get_by_role("button", name="Send a sign").click()
    ada.page.get_by_role("button", name="Wow").click()
    expect(ada.page.locator(".me .sign")).to_be_visible()
    expect(ben.page.locator(".opp .sign")).to_have_count(0)


def test_a_game_is_shown_around_as_picture_film_text_and_in_a_blog(visit: Visit) -> None:
    ada = visit(lang="en")
    ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.open("/new/cities")
    ada.loaded()
    ada.page.get_by_label("Level").select_option("beginner")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.settled()
    ada.square("b2").click()
    ada.square("b4").click()
    expect(ada.page.locator(".moves td").nth(2)).to_be_visible()
    ada.settled()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Share").click()
    made = {}
    for button, begins in (("Picture (PNG)", b"\x89PNG"), ("Picture (SVG)", b"<svg"), ("Film (GIF)", b"GIF89a")):
        with ada.page.expect_download() as loading:
            ada.page.get_by_role("button", name=button).click()
        made[button] = Path(loading.value.path()).read_bytes()
        assert made[button].startswith(begins)
    assert made["Film (GIF)"].count(b"\x21\xf9\x04") == 3, "the start and two moves"
    assert ada.axe() == []
    ada.page.get_by_role("button", name="Copy as text").click()
    expect(ada.page.get_by_text("The record is copied as text.")).to_be_visible()
    text = ada.page.evaluate("navigator.clipboard.readText()")
    assert "1. b2–b4" in text
    assert "You" not in text
    line = ada.page.get_by_label("One line for a blog").input_value()
    blog = visit(lang="de")
    blog.open("/about")  # any page of another site would do; ours lets nobody in but itself
    address = re.search(r'src="([^"]+)"', line)
    assert address is not None
    blog.page.goto(address[1])
    expect(blog.page.locator(".opp .who")).to_be_visible()
    expect(blog.page.locator("header.bar")).to_have_count(0)
    assert blog.axe() == []
    with blog.page.expect_popup() as opened:
        blog.page.get_by_role("link", name="Regeln").first.click()
    assert "/rules/cities" in opened.value.url
    opened.value.close()


@pytest.mark.parametrize(("hers", "his"), PAIRS)
def test_a_tournament_is_made_joined_played_and_printed(visit: Visit, hers: Look, his: Look) -> None:
    ada, ben = visit(lang="en", **hers), visit(lang="de", **his)
    ada.open("/tournament")
    assert ada.axe() == []
    ada.page.get_by_role("button", name="Make the tournament").click()
    ada.page.wait_for_url("**/tournament/*")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Take part").click()
    expect(ada.page.get_by_role("listitem").filter(has_text="Ada")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Start with")).to_have_count(0)  # one alone has nobody to play
    ben.page.goto(ada.page.get_by_label("Link", exact=True).input_value())
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.get_by_role("button", name="Teilnehmen").click()
    expect(ada.page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    assert ada.axe() == []
    ada.page.get_by_role("button", name="Start with 2 players").click()
    ada.page.get_by_role("link", name="To your game").click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".ending")).to_be_visible()
    expect(ben.page.get_by_text("Es ist vorbei: Ben gewinnt.")).to_be_visible()
    expect(ben.page.locator("tr.you").first).to_contain_text("1")
    assert ben.axe() == []
    ben.page.emulate_media(media="print")
    expect(ben.page.get_by_role("button", name="Drucken")).to_be_hidden()
    expect(ben.page.get_by_role("cell", name="Ada").first).to_be_visible()
    ben.page.emulate_media(media="screen")


@pytest.mark.parametrize(("hers", "his"), PAIRS)
def test_a_host_gives_a_game_by_default_and_the_tournament_goes_on(visit: Visit, hers: Look, his: Look) -> None:
    ada, ben = visit(lang="en", **hers), visit(lang="de", **his)
    ada.open("/tournament")
    ada.page.get_by_role("button", name="Make the tournament").click()
    ada.page.wait_for_url("**/tournament/*")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Take part").click()
    ben.page.goto(ada.page.url)
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.get_by_role("button", name="Teilnehmen").click()
    for name in ("Cleo", "Cleo again"):  # she joins twice by mistake, and is not seen any more
        expect(ada.page.get_by_role("button", name="Remove: Ben")).to_be_visible()
        cleo = visit(lang="en")
        cleo.page.goto(ada.page.url)
        cleo.page.get_by_label("Your name").fill(name)
        cleo.page.get_by_role("button", name="Take part").click()
        expect(ada.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
        cleo.page.close()
    ada.page.get_by_role("button", name="Remove: Cleo again").click()
    question = ada.page.get_by_role("dialog", name="Remove Cleo again from the tournament?")
    question.get_by_role("button", name="Remove").click()
    expect(ada.page.get_by_role("status")).to_have_text("Cleo again has been removed.")
    ada.page.get_by_role("button", name="Start with 3 players").click()

    enter = ada.page.get_by_role("button", name=re.compile("Enter result: (Ben against Cleo|Cleo against Ben)"))
    enter.focus()
    ada.page.keyboard.press("Enter")
    question = ada.page.get_by_role("dialog", name=re.compile("Result of"))
    expect(question).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(enter).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(question.get_by_role("button", name="Enter it")).to_be_disabled()
    question.get_by_role("radio", name="Cleo did not turn up").focus()
    ada.page.keyboard.press("Space")
    expect(question).to_contain_text(re.compile("(Ben 1 : 0 Cleo|Cleo 0 : 1 Ben), by default. This can’t be changed"))
    assert ada.axe() == []
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("status")).to_contain_text("Entered:")
    expect(ada.page.get_by_role("status")).to_be_focused()
    expect(ada.page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()

    ada.page.get_by_role("button", name="Remove: Cleo").click()
    question = ada.page.get_by_role("dialog", name="Remove Cleo from the tournament?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    expect(question).to_contain_text("From the next round on, Cleo gets no more pairings.")
    question.get_by_role("button", name="Remove").click()
    expect(ada.page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()  # nobody else would meet in a third
    assert ada.axe() == []

    expect(ben.page.get_by_role("heading", name="Runde 2 von 2")).to_be_visible()
    expect(ben.page.get_by_role("button", name=re.compile("eintragen|Herausnehmen"))).to_have_count(0)
    ben.page.emulate_media(media="print")
    expect(ben.page.get_by_role("cell", name=re.compile("kampflos"))).to_be_visible()
    expect(ben.page.get_by_role("cell", name="Cleo (zurückgezogen)")).to_be_visible()
    ben.page.emulate_media(media="screen")
    assert ben.axe() == []
    ben.page.get_by_role("link", name="Zu deinem Spiel").click()
    ben.page.get_by_role("button", name="Aufgeben").click()
    ben.page.get_by_role("button", name="Aufgeben").click()
    expect(ada.page.get_by_text("It is over: Ada wins.")).to_be_visible()
