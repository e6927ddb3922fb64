"""The odds page and the table companion: three taps on a phone, links, both readings, life without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import patience
from tools.app_server import PHONE

from .conftest import PATIENCE, AppServer, Visit, Visitor

PAIR = "/adlg/odds#charge/heavy_cavalry.q:elite.impact/medium_swordsmen.impetuous.s:medium_swordsmen"
DIFFERING = "/adlg/odds#charge/medium_cavalry/heavy_swordsmen"


def won(page: Page) -> str:
    """Who wins how often, as the page tells it."""
    return page.locator(".out .key").first.inner_text()


# Odds


def test_a_phone_shows_odds_after_three_taps(visit: Visit) -> None:
    someone = visit(phone=True)
    someone.open("/adlg/odds")  # one tap on a link led here
    someone.page.get_by_role("button", name="Heavy knights").tap()
    someone.page.get_by_role("button", name="Pikemen").tap()
    expect(someone.page.locator(".out .odds")).to_be_in_viewport()
    expect(someone.page.locator(".out .odds")).to_have_attribute("aria-label", re.compile(r"nothing \d+%"))
    expect(someone.page.locator("[aria-live=polite]")).to_have_text(re.compile(r"Attacker wins \d+%"))
    assert someone.page.url.endswith("#charge/heavy_knights/pikemen")


def test_the_picture_of_the_odds_counts_all_36_rolls(visit: Visit) -> None:
    someone = visit()
    someone.open(PAIR)
    expect(someone.page.locator(".out .key").first).to_contain_text("attacker wins 50%")
    expect(someone.page.locator(".matrix button")).to_have_count(36)
    cell = someone.page.get_by_role("button", name="Dice 6 to 1: defender: rout.")
    cell.click()
    expect(someone.page.locator(".note", has_text="Dice 6 to 1")).to_contain_text("furious charge")


def test_a_link_opens_the_same_question(visit: Visit) -> None:
    one, other = visit(), visit(lang="de", phone=True)
    one.open("/adlg/odds")
    one.page.get_by_role("region", name="Who attacks?").get_by_role("button", name="Heavy swordsmen").click()
    one.page.get_by_role("region", name="Who is attacked?").get_by_role("button", name="Elephant").click()
    attacker = one.page.get_by_role("region", name="Attacker")
    attacker.get_by_role("button", name="Elite").click()
    attacker.get_by_label("Polearm").check()
    attacker.get_by_label("Ground").select_option("brush")
    attacker.get_by_role("group", name="Units in simple support").get_by_role("button", name="2").click()
    one.page.get_by_role("button", name="Later round").click()
    expect(one.page.locator(".out .who")).to_contain_text("elite, polearm, brush")
    expect(one.page.locator(".ledger").first).to_contain_text("simple support")
    other.page.goto(one.page.url)
    expect(other.page.locator(".out .who")).to_contain_text("Elite, Stangenwaffe, Dickicht")
    labels = [someone.page.locator(".out .odds").get_attribute("aria-label") for someone in (one, other)]
    numbers = [re.findall(r"\d+", label or "") for label in labels]
    assert len(numbers[0]) > 4
    assert numbers[0] == numbers[1]


def test_back_and_another_link_change_the_question(visit: Visit) -> None:
    someone = visit()
    someone.open(PAIR)
    expect(someone.page.locator(".out .who")).to_contain_text("heavy cavalry")
    someone.page.evaluate("location.hash = '#shooting.with:longbow/bowmen/foot_knights'")
    expect(someone.page.locator(".out .key")).to_contain_text("hit 17%")
    someone.page.get_by_role("button", name="Swap the two units").click()
    expect(someone.page.get_by_role("region", name="Shooter").get_by_label("Troops")).to_have_value("foot_knights")


def test_both_readings_stand_side_by_side_with_the_line_that_differs(visit: Visit) -> None:
    someone = visit()
    someone.open(DIFFERING)
    expect(someone.page.locator(".readings article")).to_have_count(2)
    expect(someone.page.locator(".readings")).to_contain_text("As commonly played")
    marked = someone.page.locator(".ledger li.only")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("first-round bonus of cavalry")
    expect(marked).to_contain_text("only as printed")
    expect(someone.page.locator(".note.warn")).to_contain_text("Against which swordsmen cavalry")
    before = someone.page.locator(".matrix").inner_text()
    someone.page.get_by_role("group", name="Rolls by which reading").get_by_role("button", name="As commonly").click()
    expect(someone.page.locator(".matrix")).not_to_have_text(before)
    marked.get_by_role("link").click()
    expect(someone.page.locator('[id="adlg.cavalry.first_round"]')).to_be_in_viewport()


def test_what_makes_no_sense_is_refused_in_words(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/odds#charge/dragons/pikemen")
    expect(someone.page.locator(".note.bad")).to_contain_text("dragons")
    someone.expected("422")


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)])
def test_axe_finds_nothing_on_the_odds_page(visit: Visit, lang: str, phone: bool) -> None:
    someone = visit(lang=lang, phone=phone, theme="dark" if phone else "light")
    fight, shot = "/adlg/odds#fight/heavy_knights/pikemen", "/adlg/odds#shooting/bowmen/levy"
    for path in ("/adlg/odds", PAIR, DIFFERING, fight, shot):
        someone.page.goto("about:blank")
        someone.open(path)
        someone.page.wait_for_selector(".tile" if path == "/adlg/odds" else ".matrix")
        someone.finds_no_barriers()


# The companion


def turn_to(someone: Visitor, part: str) -> None:
    someone.page.get_by_role("group", name=re.compile("Parts|Teile")).get_by_role("button", name=part).click()


def test_command_dice_bring_points_that_orders_take(visit: Visit) -> None:
    someone = visit(phone=True)
    someone.open("/adlg/companion")
    turn_to(someone, "Command")
    corps = someone.page.get_by_role("article", name="Corps 1")
    corps.get_by_role("group", name="Or enter the die you rolled").get_by_role("button", name="4").tap()
    expect(corps.locator(".left")).to_contain_text("3 points")
    move = someone.page.get_by_role("button", name="Move or charge")
    someone.page.get_by_label("Outside the command radius").check()
    expect(move).to_contain_text("2 CP")
    move.tap()
    expect(corps.locator(".left")).to_contain_text("1 points")
    hold = someone.page.get_by_role("button", name="Hold back impetuous troops")
    expect(hold).to_have_attribute("aria-disabled", "true")
    hold.tap(force=True)  # it is focusable and tells why
    expect(someone.page.locator(".note.bad")).to_contain_text("doesn't have enough points")
    someone.page.get_by_role("button", name="Undo").tap()
    expect(corps.locator(".left")).to_contain_text("3 points")
    someone.page.get_by_role("article", name="Corps 2").get_by_role("button", name="Roll").tap()
    expect(
        someone.page.get_by_role("article", name="Corps 2").get_by_role("img", name=re.compile("Die: [1-6]"))
    ).to_be_visible()


def test_losses_are_counted_to_the_break_and_survive_a_reload(visit: Visit) -> None:
    someone = visit(phone=True)
    someone.open("/adlg/companion")
    someone.page.get_by_label("Name of the army").first.fill("Rome")
    someone.page.get_by_label("Or enter the break point").first.fill("7")
    turn_to(someone, "Losses")
    rome = someone.page.get_by_role("region", name="Rome")
    for _ in range(2):
        rome.get_by_role("button", name="One more disordered unit").tap()
    rome.get_by_role("button", name="A disordered unit routs").tap()
    bar = someone.page.get_by_role("img", name="Rome: losses 3 of 7.")
    expect(bar).to_be_visible()
    someone.page.reload()
    expect(bar).to_be_visible()
    rome.get_by_label("Camp lost").check()
    expect(someone.page.get_by_text("Rome has reached its break point")).to_be_visible()
    someone.page.get_by_role("button", name="Undo").tap()
    expect(bar).to_be_visible()


def test_the_companion_works_without_a_network_once_loaded(browser: Browser, tmp_path: Path) -> None:
    server = AppServer(tmp_path, patience=patience.ANSWER)
    context = browser.new_context(viewport=PHONE, locale="de-DE", has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        someone = Visitor(page, server.url)
        someone.open("/adlg/companion")
        expect(page.get_by_text("Geht offline")).to_be_visible()  # a fresh server makes its tables first
        turn_to(someone, "Verluste")
        page.get_by_role("button", name="Eine geflohene Einheit mehr").first.tap()
        server.kill()  # the network is gone for every part of the browser
        context.set_offline(True)
        page.reload()
        first = page.get_by_role("img", name="Blaue Armee: Verluste 2 von 20.")
        expect(first).to_be_visible()
        page.get_by_role("button", name="Eine geflohene Einheit mehr").first.tap()
        expect(page.get_by_role("img", name="Blaue Armee: Verluste 4 von 20.")).to_be_visible()
        turn_to(someone, "Chancen")
        page.get_by_role("region", name="Angreifer").get_by_label("Truppen").select_option("elephant")
        page.get_by_role("region", name="Verteidiger").get_by_label("Truppen").select_option("heavy_cavalry")
        expect(page.locator(".odds")).to_have_attribute("aria-label", re.compile(r"nichts \d+\s%"))
        expect(page.get_by_role("region", name="Verteidiger").locator("li", has_text="Panik")).to_be_visible()
        page.get_by_role("button", name="Menü").tap()
        page.locator("#menu").get_by_role("button", name="English").tap()
        page.get_by_role("button", name="Menu").tap()
        expect(page.get_by_role("region", name="Defender").locator("li", has_text="panic")).to_be_visible()
        page.get_by_role("button", name="Shooting").tap()
        page.get_by_role("region", name="Shooter").get_by_label("Troops").select_option("bowmen")
        chance = page.locator(".key b").first
        told = chance.inner_text()
        page.get_by_role("region", name="Shooter").get_by_role("button", name="Supporting shooters").tap()
        expect(chance).not_to_have_text(told)
        turn_to(someone, "Set-up")
        page.get_by_label("How the sheet is read").select_option("common")
        expect(page.get_by_text("Worked out by our rules: common readings")).to_be_visible()
    finally:
        context.close()
        server.stop()


def test_offline_odds_are_those_of_the_server(visit: Visit) -> None:
    someone = visit()
    someone.open("/adlg/companion")
    turn_to(someone, "Odds")
    attacker = someone.page.get_by_role("region", name="Attacker")
    attacker.get_by_label("Troops").select_option("heavy_knights")
    attacker.get_by_label("With").select_option("impact")
    attacker.get_by_role("button", name="Elite").click()
    someone.page.get_by_role("region", name="Defender").get_by_label("Troops").select_option("pikemen")
    key = someone.page.locator(".key")
    expect(key).to_contain_text("attacker wins")
    told = re.findall(r"\d+%", key.inner_text())
    someone.page.get_by_role("link", name="Work out this pair on the odds page").click()
    expect(someone.page.locator(".out .who")).to_contain_text("heavy knights (elite, impact)")
    asked = re.findall(r"\d+%", won(someone.page))
    assert told == [asked[0], asked[-1]]
    someone.page.go_back()
    someone.page.get_by_role("button", name="Shooting").click()
    shooter = someone.page.get_by_role("region", name="Shooter")
    shooter.get_by_label("Troops").select_option("crossbowmen")
    someone.page.get_by_role("region", name="Target").get_by_label("With").select_option("pavise")
    told = re.findall(r"\d+%", key.inner_text())
    someone.page.get_by_role("link", name="Work out this pair on the odds page").click()
    expect(someone.page.locator(".out .who")).to_contain_text("crossbowmen (elite)")
    expect(someone.page.locator(".out .who")).to_contain_text("pikemen (pavise)")
    assert told[0] in re.findall(r"\d+%", someone.page.locator(".out").inner_text())


@pytest.mark.parametrize(("lang", "phone"), [("en", True), ("de", False)])
def test_axe_finds_nothing_on_any_part_of_the_companion(visit: Visit, lang: str, phone: bool) -> None:
    someone = visit(lang=lang, phone=phone, theme="light" if phone else "dark")
    someone.open("/adlg/companion")
    parts = someone.page.get_by_role("group", name=re.compile("Parts|Teile")).get_by_role("button")
    for place in range(4):
        parts.nth(place).click()
        someone.finds_no_barriers()
