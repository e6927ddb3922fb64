"""The pages beside a battle of L'Art de la Guerre: reference sheet, armies, readings."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.data.readings import PRESETS, PROFILES
from triarii.games.adlg.pages.reference import DIFFERING

from .conftest import Visit, Visitor

CUT_OFF = """() => {
  const cut = [];
  for (const paper of document.querySelectorAll(".paper")) {
    const whole = paper.getBoundingClientRect();
    if (paper.scrollHeight > paper.clientHeight || paper.scrollWidth > paper.clientWidth) cut.push("the page");
    for (const part of paper.querySelectorAll("[data-rule], th, td, h3, footer")) {
      const box = part.getBoundingClientRect();
      if (box.bottom > whole.bottom || box.right > whole.right || box.left < whole.left) cut.push(part.textContent);
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth) cut.push(part.textContent);
    }
  }
  return cut;
}"""


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))


def sheet(someone: Visitor, asked: str = "") -> None:
    someone.open(f"/adlg/reference{asked}")
    expect(someone.page.locator(".paper")).to_have_count(2)
    expect(someone.page.locator(".paper h3").first).to_be_visible()
    someone.loaded()  # then the page has been measured, and the size of its type is settled


# The reference sheet


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_reference_sheet_prints_on_exactly_two_pages_and_nothing_is_cut_off(
    visit: Visit, lang: str, profile: str
) -> None:
    someone = visit(lang=lang, own_window=True)
    sheet(someone, f"?profile={profile}")
    names = {"sheet": {"en": "literally", "de": "wörtlich"}, "common": {"en": "common", "de": "verbreitete"}}
    for paper in someone.page.locator(".paper").all():
        expect(paper.locator("header")).to_contain_text(names[profile][lang])
    assert pages_of(someone.page.pdf(format="A4", print_background=True)) == 2
    assert pages_of(someone.page.pdf(prefer_css_page_size=True)) == 2
    someone.page.emulate_media(media="print")
    assert someone.page.evaluate(CUT_OFF) == []
    sizes = someone.page.evaluate(
        "[...document.querySelectorAll('.paper')].map((paper) => parseFloat(getComputedStyle(paper).fontSize) * 0.75)"
    )
    assert min(sizes) >= 6.5, "too small to read beside a table"


def test_a_sheet_printed_from_a_phone_or_by_night_is_the_same(visit: Visit) -> None:
    someone = visit(lang="de", theme="dark", phone=True, own_window=True)
    sheet(someone)
    assert pages_of(someone.page.pdf(format="A4", print_background=True)) == 2
    someone.page.emulate_media(media="print", color_scheme="dark")
    assert someone.page.evaluate(CUT_OFF) == []
    paper = "getComputedStyle(document.querySelector('.paper')).backgroundColor"
    assert someone.page.evaluate(paper) == "rgb(255, 255, 255)"


def test_the_profile_changes_the_sheet_and_its_address(visit: Visit) -> None:
    someone = visit()
    sheet(someone)
    slide = someone.page.locator('[data-rule="adlg.slide.limits"]')
    expect(slide).to_contain_text("once a move")
    someone.page.get_by_role("button", name="As commonly played").click()
    expect(slide).to_contain_text("once a movement phase")
    assert "profile=common" in someone.page.url
    someone.page.reload()
    expect(slide).to_contain_text("once a movement phase")


def test_a_changed_option_is_in_the_sheet_and_named_on_it(visit: Visit) -> None:
    someone = visit()
    sheet(someone, "?profile=sheet&slides_per=phase")
    expect(someone.page.locator('[data-rule="adlg.slide.limits"]')).to_contain_text("once a movement phase")
    expect(someone.page.locator(".unusual")).to_contain_text("one in the whole phase")
    assert pages_of(someone.page.pdf(format="A4")) == 2


def test_every_line_can_lead_to_its_rule(visit: Visit) -> None:
    someone = visit()
    sheet(someone)
    someone.page.get_by_label("Link every line to its rule").check()
    line = someone.page.locator('[data-rule="adlg.slide.limits"]')
    line.get_by_role("link", name="The rule behind this line").click()
    expect(someone.page.locator('[id="adlg.slide.limits"]')).to_be_in_viewport()


# Armies


def points(someone: Visitor) -> Locator:
    return someone.page.locator(".sum .big")


def add(someone: Visitor, corps: int, troop: str, more: int = 0) -> None:
    box = someone.page.get_by_role("region", name=f"Corps {corps}")
    option = box.get_by_label("Another unit").locator("option").filter(has_text=re.compile(f"^{troop},"))
    box.get_by_label("Another unit").select_option(option.get_attribute("value") or "")
    before = box.locator(".unit-row").count()
    box.get_by_role("button", name="Add", exact=True).click()
    expect(box.locator(".unit-row")).to_have_count(before + 1)
    for _ in range(more):
        box.locator(".unit-row").last.get_by_role("button", name=f"One more {troop}").click()


def test_an_army_is_built_to_100_points_with_points_and_refusals_at_every_step(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/armies")
    page = someone.page
    expect(points(someone)).to_have_text("100 of 100 points")  # one of ours, to begin with
    page.get_by_role("button", name="Empty army").click()
    expect(points(someone)).to_have_text("0 of 100 points")
    expect(page.get_by_role("status")).to_contain_text("Corps 1 has no unit.")
    page.get_by_label("Name of the army").fill("Club army")
    page.get_by_label("Command value").fill("2")  # to begin with it is that of the best led army of ours
    page.get_by_label("Command value").blur()
    add(someone, 1, "heavy swordsmen", 5)
    expect(points(someone)).to_have_text("48 of 100 points")
    expect(page.get_by_role("status")).to_contain_text("It keeps the rules, but has only 6 of the 8 units")

    swords = page.get_by_role("region", name="Corps 1").get_by_role("listitem").first
    swords.get_by_label("Quality").select_option("elite")
    expect(points(someone)).to_have_text("60 of 100 points")
    swords.locator("summary").click()
    swords.get_by_label("impact +1").check()
    expect(points(someone)).to_have_text("66 of 100 points")
    swords.get_by_label("impetuous").check()
    expect(swords).to_contain_text("can't go together")
    expect(page.get_by_role("status")).to_contain_text("can't go together")
    swords.get_by_label("impetuous").uncheck()
    expect(page.get_by_role("status")).to_contain_text("It keeps the rules, but has only 6 of the 8 units")

    page.get_by_role("button", name="Add a corps").click()
    add(someone, 2, "light cavalry", 3)
    expect(points(someone)).to_have_text("90 of 100 points")
    add(someone, 1, "light infantry", 1)
    expect(points(someone)).to_have_text("98 of 100 points")
    page.get_by_role("region", name="Corps 2").get_by_role("combobox", name="Commander").select_option("competent")
    expect(points(someone)).to_have_text("100 of 100 points")
    expect(page.get_by_text("Every point is spent.")).to_be_visible()

    # Too dear, then too well led: both are said in words with their rules.
    first = page.get_by_role("region", name="Corps 1")
    first.get_by_role("combobox", name="Commander").select_option("strategist")
    said = page.get_by_role("status")
    expect(said).to_contain_text("The army costs 105 points, 5 more than the 100 it may have.")
    expect(said).to_contain_text("The commanders take 3 of the command value, but the army has only 2.")
    expect(said.get_by_role("link").first).to_have_attribute("href", "/rules/adlg#adlg.army.points")
    first.get_by_role("combobox", name="Commander").select_option("ordinary")
    expect(said).to_contain_text("Everything is in order.")

    light = first.get_by_role("listitem").last
    light.get_by_label("Move light infantry to another corps").select_option("1")
    expect(page.get_by_role("region", name="Corps 2").get_by_role("listitem")).to_have_count(2)
    expect(points(someone)).to_have_text("100 of 100 points")
    page.get_by_role("region", name="Corps 2").get_by_role("button", name="Remove light infantry").click()
    expect(points(someone)).to_have_text("92 of 100 points")
    assert someone.axe() == []


def test_an_army_stays_when_the_page_is_left_and_is_kept_under_its_name(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/armies")
    expect(points(someone)).to_have_text("100 of 100 points")
    someone.page.get_by_role("button", name="One raiders fewer").click()
    expect(points(someone)).to_have_text("92 of 100 points")
    someone.page.reload()
    expect(points(someone)).to_have_text("92 of 100 points")
    someone.page.get_by_label("Name of the army").fill("Fewer raiders")
    someone.page.get_by_label("Name of the army").press("Tab")
    expect(someone.page.locator(".printed h1")).to_have_text("Fewer raiders")
    someone.page.get_by_role("button", name="Save").click()
    expect(someone.page.get_by_text("Fewer raiders is saved in this browser.").first).to_be_visible()
    someone.page.get_by_label("Start from").select_option("romans")
    expect(points(someone)).to_have_text("200 of 200 points")
    someone.page.get_by_label("Start from").select_option(label="Fewer raiders")
    expect(points(someone)).to_have_text("92 of 100 points")
    someone.page.get_by_role("button", name="Delete this saved army").click()
    expect(someone.page.get_by_label("Start from").locator("option", has_text="Fewer raiders")).to_have_count(0)


def test_an_army_goes_out_as_text_and_comes_back_the_same(visit: Visit, tmp_path: Path) -> None:
    someone = visit()
    someone.open("/adlg/armies")
    page = someone.page
    expect(points(someone)).to_have_text("100 of 100 points")
    page.get_by_label("Start from").select_option("romans")
    expect(points(someone)).to_have_text("200 of 200 points")
    page.get_by_text("As text: send, save, import").click()
    expect(page.get_by_label("The army as text")).to_have_value(re.compile("legion, first line", re.IGNORECASE))
    text = page.get_by_label("The army as text").input_value()
    read = roster.read(tomllib.loads(text))
    assert read == roster.load("romans")

    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name == "romans.toml"
    found = roster.load(path)
    assert isinstance(found, Roster)
    assert army.check(found).ok

    page.get_by_role("button", name="Empty army").click()
    expect(points(someone)).to_have_text("0 of 200 points")
    page.get_by_label(re.compile("^Paste an army here")).fill(text)
    page.get_by_role("button", name="Import").click()
    expect(points(someone)).to_have_text("200 of 200 points")
    expect(page.get_by_label("The army as text")).to_have_value(text)

    page.get_by_role("button", name="Readable list").click()
    expect(page.get_by_label("The army as text")).to_have_value(re.compile("legion, first line"))
    page.get_by_label("Open a file").set_input_files(path)
    expect(page.get_by_text("The army has been imported.").first).to_be_visible()


def test_a_text_that_is_no_army_is_refused_in_words(visit: Visit) -> None:
    someone = visit(lang="de")
    someone.open("/adlg/armies")
    expect(points(someone)).to_have_text("100 von 100 Punkten")
    someone.page.get_by_text("Als Text: verschicken, sichern, einlesen").click()
    someone.page.get_by_label(re.compile("^Eine Armee hier einfügen")).fill("format = = 3")
    someone.page.get_by_role("button", name="Einlesen").click()
    expect(someone.page.locator(".exchange .note.bad")).to_contain_text("Zeile 1")
    expect(points(someone)).to_have_text("100 von 100 Punkten")
    someone.expected("422")


def test_the_army_is_led_into_a_battle(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/armies")
    expect(points(someone)).to_have_text("100 of 100 points")
    someone.page.get_by_role("button", name="Fight with this army").click()
    someone.page.wait_for_url("**/new/adlg**")
    kept = json.loads(someone.page.evaluate("localStorage.getItem('triarii.adlg.armies')"))
    assert [own["name"] for own in kept] == ["Vikings"]
    assert roster.read(tomllib.loads(kept[0]["text"])) == roster.load("vikings")
    duel = json.loads(someone.page.evaluate("localStorage.getItem('triarii.adlg.duel')"))
    assert (duel["points"], duel["first"]) == (100, "@0")


def test_an_army_prints_as_a_list(visit: Visit) -> None:
    someone = visit(own_window=True)
    someone.open("/adlg/armies")
    expect(points(someone)).to_have_text("100 of 100 points")
    assert pages_of(someone.page.pdf(format="A4")) == 1
    someone.page.emulate_media(media="print")
    expect(someone.page.locator(".printed")).to_be_visible()
    expect(someone.page.locator("main.armies")).to_be_hidden()
    expect(someone.page.locator(".printed")).to_contain_text("raiders")


# Readings


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_differing_reading_is_listed_with_what_both_profiles_say(visit: Visit, lang: str) -> None:
    someone = visit(lang=lang)
    someone.open("/adlg/readings")
    listed = someone.page.locator("[data-reading]")
    expect(listed).to_have_count(len(DIFFERING))
    names = listed.evaluate_all("(points) => points.map((point) => point.dataset.reading)")
    assert set(names) == DIFFERING
    for point in listed.all():
        expect(point.locator(".tag.sheet")).to_have_count(1)
        expect(point.locator(".tag.common")).to_have_count(1)
        expect(point.locator(".said")).to_have_count(2)
    someone.page.get_by_role("button", name=re.compile("^(All|Alle) ")).click()
    expect(listed).to_have_count(len(PRESETS["sheet"]))


def test_a_link_leads_to_one_reading(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/readings#touch_tolerance")
    expect(someone.page.locator("#touch_tolerance")).to_be_in_viewport()
    expect(someone.page.locator("#touch_tolerance")).to_contain_text("0.002 UD")


def test_an_army_is_changed_by_keys_alone(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/armies")
    expect(points(someone)).to_have_text("100 of 100 points")
    keyboard = someone.page.keyboard
    someone.page.get_by_label("Name of the army").focus()
    for _ in range(60):
        keyboard.press("Tab")
        if someone.page.evaluate("document.activeElement.ariaLabel") == "One raiders fewer":
            break
    keyboard.press("Enter")
    keyboard.press("Space")
    expect(points(someone)).to_have_text("84 of 100 points")
