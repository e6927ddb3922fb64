"""Every page opens without complaints in both languages and themes, and axe finds nothing on it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .conftest import LOOKS, ROOT, Visit

LANGS = ("en", "de")
GAMES = ["cities", "towar"]
TOOLS = ["odds", "companion", "reference", "armies", "readings"]
PAGES = ["/", "/about", "/privacy", "/replays", "/study", "/room/nowhere1", "/nowhere"]
PAGES += [f"/{page}/{game}" for page in ("new", "rules", "learn", "editor") for game in GAMES]
PAGES += [f"/editor/{game}#position" for game in GAMES]
PAGES += [f"/{page}/adlg" for page in ("new", "rules", "learn")] + [f"/adlg/{tool}" for tool in TOOLS]
FILLED = {"/adlg/reference": ".paper h3", "/adlg/armies": ".unit-row", "/adlg/readings": ".point"}
"""What shows that a page is there, where its title alone does not."""
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


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("theme", "phone"), LOOKS)
def test_axe_finds_nothing_on_any_page_and_nothing_scrolls_sideways(
    visit: Visit, theme: str, phone: bool, path: str
) -> None:
    someone = visit(lang="de" if phone else "en", theme=theme, phone=phone)
    someone.open(path)
    expect(someone.page.locator(FILLED.get(path, "main h1")).first).to_be_visible()
    someone.loaded()
    assert someone.axe() == []
    sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert someone.page.evaluate(sideways) <= 0, "it scrolls sideways"
    if path == "/nowhere":
        someone.expected("404")


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
    someone.page.get_by_label(re.compile("Where fighters and cities start")).select_option("flanks")
    someone.page.get_by_label("Clock").select_option("5+3")
    someone.page.get_by_role("button", name="Play", exact=True).click()
    someone.settled()
    expect(someone.page.locator(".clock")).to_have_count(2)
    expect(someone.square("c3")).to_have_attribute("aria-label", "c3, Blue city, empty.")
