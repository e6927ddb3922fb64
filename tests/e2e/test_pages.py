"""Pages to read and to begin from: language and theme, the rules, a new game. `test_crawl` looks at every page for
barriers."""

from __future__ import annotations

import json
import re
import secrets

import pytest
from playwright.sync_api import expect

from .conftest import ROOT, AppServer, Visit

LANGS = ("en", "de")
HOMES = {
    lang: str(json.loads((ROOT / f"web/src/texts/{lang}.json").read_text("utf-8"))["home"]["title"]) for lang in LANGS
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_home_opens_in_the_language_of_the_browser_and_the_theme_of_the_system(
    visit: Visit, lang: str, theme: str
) -> None:
    someone = visit(lang=lang, theme=theme)
    someone.open()
    expect(someone.page.get_by_role("heading", name=HOMES[lang])).to_be_visible()
    assert someone.page.evaluate("document.documentElement.lang") == lang
    assert someone.page.evaluate("document.documentElement.dataset.theme") == theme


def test_language_and_theme_are_kept(visit: Visit) -> None:
    someone = visit()
    someone.open()
    someone.page.get_by_role("button", name="Deutsch").click()
    expect(someone.page.get_by_role("heading", name=HOMES["de"])).to_be_visible()
    someone.page.get_by_role("button", name="Dunkel").click()
    someone.page.reload()
    expect(someone.page.get_by_role("heading", name=HOMES["de"])).to_be_visible()
    assert someone.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_rule_has_a_link_of_its_own(visit: Visit) -> None:
    someone = visit()
    someone.open("/rules/cities#cities.move.hero")
    expect(someone.page.locator('[id="cities.move.hero"]')).to_be_in_viewport()
    someone.page.get_by_role("searchbox").fill("hero")
    expect(someone.page.locator('[id="cities.material.players"]')).to_have_count(0)


@pytest.mark.parametrize("game", ["cities", "towar", "adlg"])
def test_the_rules_begin_with_an_illustrated_page_whose_every_part_leads_to_its_rule(visit: Visit, game: str) -> None:
    someone = visit()
    someone.open(f"/rules/{game}")
    someone.page.locator(".rule").first.wait_for()
    parts = someone.page.locator("article.box")
    assert parts.count() >= 5
    for part in parts.all():
        assert part.locator(".scene svg, .scene .card").count() > 0
        rule = part.get_by_role("link").get_attribute("href")
        assert rule is not None
        expect(someone.page.locator(f'[id="{rule.removeprefix("#")}"]')).to_have_count(1)
    someone.page.locator("article.box a").last.click()
    expect(someone.page.locator(".rule.wanted")).to_be_in_viewport()


def test_ids_of_rules_are_shown_to_who_asks_and_what_is_looked_for_is_marked(visit: Visit) -> None:
    someone = visit()
    someone.open("/rules/towar")
    someone.page.locator(".rule").first.wait_for()
    expect(someone.page.locator(".rule code")).to_have_count(0)
    assert "towar." not in someone.page.locator("main").inner_text()
    someone.page.get_by_role("searchbox").fill("camp")
    expect(someone.page.locator(".rule mark").first).to_have_text(re.compile("camp", re.IGNORECASE))
    expect(someone.page.get_by_role("status")).to_contain_text(str(someone.page.locator(".rule").count()))
    someone.page.get_by_label("Show where each rule comes from").check()
    expect(someone.page.locator(".rule code").first).to_have_text(re.compile(r"^towar\."))
    assert someone.axe() == []


def test_a_refusal_leads_to_its_rule_and_the_rule_back_to_the_game(visit: Visit, server: AppServer) -> None:
    someone = visit()
    tokens = {seat: secrets.token_urlsafe(16) for seat in ("first", "second")}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    made = server.room(game="cities", seats=seats)
    someone.open(f"/room/{made['room']}#first={tokens['first']}")
    someone.settled()
    someone.square("e2").click()
    someone.square("e9").click()
    refusal = someone.page.locator(".note.bad")
    words = (refusal.inner_text()).removesuffix("The rule").strip()
    refusal.get_by_role("link", name="The rule").click()
    wanted = someone.page.locator(".rule.wanted")
    expect(wanted.locator(".note")).to_be_in_viewport()
    assert (wanted.locator(".note").inner_text()).split("”")[0].lstrip("“") in words
    wanted.get_by_role("link", name="Back to the game").click()
    someone.settled()


def test_the_rules_of_a_thick_book_are_found_by_their_parts(visit: Visit) -> None:
    someone = visit(lang="de")
    someone.open("/rules/adlg")
    someone.page.get_by_role("navigation", name="Teile der Regeln").get_by_role("link", name="Elefanten").click()
    expect(someone.page.get_by_role("heading", name="Elefanten")).to_be_in_viewport()
    expect(someone.page.locator('[id^="adlg.elephant."]').first).to_be_in_viewport()


def test_options_of_a_new_game_are_all_explained(visit: Visit) -> None:
    someone = visit()
    someone.open("/new/cities")
    someone.page.get_by_text("Rule options").click()
    assert someone.axe() == []
    someone.page.get_by_role("radio", name=re.compile("^Flanks")).check(force=True)
    someone.page.get_by_label("Clock").select_option("5+3")
    someone.page.get_by_role("button", name="Play", exact=True).click()
    someone.settled()
    expect(someone.page.locator(".clock")).to_have_count(2)
    expect(someone.square("c3")).to_have_attribute("aria-label", "c3, Blue city, empty.")


def test_a_hand_of_three_is_one_click_and_what_is_refused_is_said_beside_its_cause(visit: Visit) -> None:
    someone = visit()
    someone.open("/new/towar")
    someone.page.get_by_role("radio", name=re.compile("^A hand of three")).check(force=True)
    someone.page.get_by_text("Rule options", exact=True).click()
    armies = someone.page.locator("#option-armies")
    armies.locator("select").select_option("west,west")
    someone.page.get_by_role("button", name="Play", exact=True).click()
    expect(armies.get_by_role("alert")).to_be_in_viewport()
    expect(someone.page.locator(".note.bad")).to_have_count(1)
    armies.locator("select").select_option("west,north")
    expect(someone.page.locator(".note.bad")).to_have_count(0)
    someone.page.get_by_role("button", name="Play", exact=True).click()
    someone.page.get_by_role("grid").wait_for()
    expect(someone.page.locator(".hand .slot, .place.open").first).to_be_visible()
    someone.expected("422", "400")


@pytest.mark.parametrize("game", ["cities", "towar", "adlg"])
def test_the_page_of_a_game_tells_it_in_a_minute_and_leads_to_the_lessons(visit: Visit, game: str) -> None:
    someone = visit(phone=True, lang="de")
    someone.open(f"/new/{game}")
    minute = someone.page.get_by_role("region", name="Das Spiel in einer Minute")
    expect(minute.get_by_role("listitem")).to_have_count(5)
    someone.page.get_by_role("link", name="Spielend lernen").click()
    expect(someone.page).to_have_url(re.compile(f"/learn/{game}$"))
