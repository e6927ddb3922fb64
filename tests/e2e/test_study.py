"""Analysis: a record, a finished room or a position is stepped through, varied, weighed and drawn, by mouse or keys."""

from __future__ import annotations

import base64
import json
import re
import secrets
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.played import KEY
from triarii.core import records
from triarii.openings.shipped import shipped
from triarii.server.thinking.jobs import Fights, Study
from triarii.server.thinking.study import Unfit, odds, study

from .conftest import ROOT, AppServer, Visit, Visitor

GOLDEN = ROOT / "tests/golden"
CITIES = GOLDEN / "cities_all_cities.jsonl"
STALL = GOLDEN / "cities_stall_with_take_back.jsonl"
TOWAR = GOLDEN / "towar_breakthrough.jsonl"
HANDS = GOLDEN / "towar_hand_of_three.jsonl"
WORDS = {
    "en": {
        "start": "The start.",
        "off": "Off",
        "engine": "Computer",
        "delete": "Delete this variation",
        "table": "As a table",
    },
    "de": {
        "start": "Der Anfang.",
        "off": "Aus",
        "engine": "Computer",
        "delete": "Diese Variante löschen",
        "table": "Als Tabelle",
    },
}


def moves_of(record: Path) -> int:
    told = study(Study(record=record.read_text(encoding="utf-8")))
    assert not isinstance(told, Unfit)
    return sum(step.kind == "action" for step in told.steps)


def look_into(someone: Visitor, record: Path) -> Page:
    someone.open("/study")
    page = someone.page
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".plot")).to_be_visible()
    return page


def now(page: Page) -> Locator:
    """The place that is shown, in the list of moves."""
    return page.locator("[data-node][aria-current=step]")


@pytest.mark.parametrize(("lang", "theme", "phone"), [("en", "light", False), ("de", "dark", True)])
def test_a_record_is_stepped_through_varied_weighed_and_drawn(visit: Visit, lang: str, theme: str, phone: bool) -> None:
    someone = visit(lang=lang, theme=theme, phone=phone)
    page, words = look_into(someone, CITIES), WORDS[lang]
    expect(page.get_by_role("heading", name=words["start"])).to_be_visible()
    page.keyboard.press("PageDown")
    expect(now(page)).to_have_text("g2–g3=H")
    page.keyboard.press("ArrowRight")
    expect(now(page)).to_have_text("e9–g8=H")
    page.keyboard.press("End")
    expect(now(page)).to_have_count(1)
    expect(page.locator(".here")).to_contain_text("alle Städte" if lang == "de" else "all cities")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")

    # A move of one's own opens a variation; deleting it leads back.
    page.wait_for_selector('.cell-at.grip[data-square="h2"]')
    someone.square("h2").click()
    target = page.locator(".cell-at.open").first
    expect(target).to_be_visible()
    if phone:  # a finger plays at the second tap
        target.tap()
        target.tap()
    else:
        target.click()
    expect(page.locator(".branch .move")).to_have_count(1)
    expect(page.locator(".branch .move")).to_have_attribute("aria-current", "step")
    lines = page.get_by_role("region", name=words["engine"]).locator("ol > li")
    expect(lines).to_have_count(3)
    assert someone.axe() == []
    lines.first.locator(".move").first.click()
    expect(page.locator(".branch .move")).to_have_count(2)
    page.get_by_role("button", name=words["delete"]).click()
    expect(page.locator(".branch")).to_have_count(0)
    expect(now(page)).to_have_text("e9–g8=H")

    # The graph has a point for the start and for each move, and a place in it can be chosen.
    count = moves_of(CITIES)
    expect(page.locator(".plot")).to_have_attribute("aria-valuemax", str(count))
    expect(page.locator(".plot")).to_have_attribute("data-points", str(count + 1))
    plot = page.get_by_role("slider")
    plot.focus()
    page.keyboard.press("End")
    expect(plot).to_have_attribute("aria-valuenow", str(count))
    expect(plot).to_have_attribute("aria-valuetext", re.compile("100"))
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] / 2, "y": 20})
    assert abs(int(plot.get_attribute("aria-valuenow") or 0) - count / 2) <= 1
    page.get_by_text(words["table"], exact=True).click()
    expect(page.locator(".graph tbody tr")).to_have_count(count + 1)
    someone.finds_no_barriers()


def test_the_engine_is_switched_off_and_the_record_saved(visit: Visit, tmp_path: Path) -> None:
    someone = visit()
    page = look_into(someone, CITIES)
    lines = page.get_by_role("region", name="Computer")
    expect(lines.get_by_role("listitem")).not_to_have_count(0)
    page.get_by_role("button", name="Off", exact=True).click()
    expect(page.get_by_text("The computer is off.")).to_be_visible()
    expect(lines.get_by_role("listitem")).to_have_count(0)
    page.reload()
    page = look_into(someone, CITIES)
    expect(page.get_by_text("The computer is off.")).to_be_visible()
    page.get_by_role("button", name="Longer").click()
    expect(page.get_by_text("The computer is thinking …")).to_be_visible()
    lines.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    kept = tmp_path / "kept.jsonl"
    saved.value.save_as(kept)
    assert kept.read_bytes() == CITIES.read_bytes()


def test_what_was_taken_back_is_a_variation_and_the_language_changes_all_of_it(visit: Visit) -> None:
    someone = visit()
    page = look_into(someone, STALL)
    expect(page.locator(".branch").first).to_be_visible()
    page.locator(".branch .move").first.click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Back to the game")).to_have_count(0)
    page.keyboard.press("End")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator(".here")).to_contain_text("Blau zieht")
    expect(page.locator(".branch").first).to_be_visible()


def test_a_battle_of_cards_shows_chances_fights_and_both_hands(visit: Visit) -> None:
    someone = visit()
    page = look_into(someone, TOWAR)
    told = study(Study(record=TOWAR.read_text(encoding="utf-8")))
    assert not isinstance(told, Unfit)
    actions = [step.action for step in told.steps if step.action is not None]
    weighed = odds(Fights(game="towar", options=dict(told.options), start=told.start, actions=actions[:38]))
    assert not isinstance(weighed, Unfit)
    for _ in range(38):
        page.keyboard.press("PageDown")
    page.get_by_text(f"{len(weighed.fights)} possible fights").click()
    expect(page.locator(".fights li").first).to_contain_text(weighed.fights[0].words)
    expect(page.locator(".fights li").first).to_contain_text(re.compile(r"(wins|ties|losses) 100%"))
    expect(page.locator(".lines ol > li").first).to_contain_text(re.compile(r"win \d+%, draw \d+%, loss \d+%"))
    assert someone.axe() == []
    # A fight that was not fought is tried out; then chance is to fall, and is chosen.
    other = next(i for i, fight in enumerate(weighed.fights) if fight.action != actions[38])
    page.locator(".fights .link").nth(other).click()
    expect(page.get_by_role("group", name="What comes up?")).to_be_visible()
    page.locator(".chance li .btn").first.click()
    expect(page.locator(".branch .move")).to_have_count(2)
    assert someone.axe() == []
    expect(page.locator(".plot")).to_have_attribute("data-points", str(moves_of(TOWAR) + 1))


def test_hidden_hands_are_open_after_the_game(visit: Visit) -> None:
    someone = visit(lang="de")
    page = look_into(someone, HANDS)
    for _ in range(33):
        page.keyboard.press("PageDown")
    expect(page.locator(".hand .slot")).to_have_count(6)
    expect(page.locator(".fan")).to_have_count(0)
    assert someone.axe() == []


def test_a_finished_room_is_analysed_from_its_end(visit: Visit, server: AppServer) -> None:
    someone = visit()
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "club"}}
    made = server.room(game="cities", seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#first={token}")
    someone.settled()
    page = someone.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.locator(".ending a[href^='/study#room=']").click()
    expect(page.locator(".plot")).to_be_visible()
    expect(page.locator(".head")).to_contain_text("resignation")
    expect(page.locator(".head")).to_contain_text("Blue – Ochre: Computer · Club player")
    someone.open("/replays")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".plot")).to_be_visible()


SEALS = {
    "en": ("Confirmed by this server", "This record was changed", "Confirmed by another server", "No server confirms"),
    "de": (
        "Von diesem Server bestätigt",
        "Diese Aufzeichnung wurde",
        "Von einem anderen Server",
        "Kein Server bestätigt",
    ),
}


@pytest.mark.parametrize("lang", SEALS)
def test_the_study_tells_whose_seal_a_record_bears(visit: Visit, server: AppServer, tmp_path: Path, lang: str) -> None:
    someone = visit(lang=lang)
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "club"}}
    made = server.room(game="cities", seats=seats, lang=lang)
    someone.open(f"/room/{made['room']}#first={token}")
    someone.settled()
    page, (ours, false, other, none) = someone.page, SEALS[lang]
    give_up = page.get_by_role("button", name={"en": "Resign", "de": "Aufgeben"}[lang])
    give_up.click()
    page.get_by_role("button", name={"en": "Resign", "de": "aufgeben"}[lang]).click()
    expect(page.locator(".ending")).to_be_visible()
    save = page.get_by_role("button", name={"en": "Download the record", "de": "Aufzeichnung herunterladen"}[lang])
    with page.expect_download() as downloading:
        save.click()
    saved = Path(downloading.value.path()).read_bytes()
    page.locator(".ending a[href^='/study#room=']").click()
    expect(page.locator(".seal")).to_contain_text(ours)
    record = records.parse(saved).record
    assert record is not None
    assert record.seal is not None, "what the app saves is sealed"
    unsealed = replace(record, seal=None)
    for name, kept, said in (
        ("ours", record, ours),
        ("changed", replace(record, header=replace(record.header, seats=("Anna", "Ben"))), false),
        ("other", KEY.sealed(unsealed), other),
        ("none", unsealed, none),
    ):
        file = tmp_path / f"{name}.jsonl"
        file.write_bytes(records.dump(kept))
        look_into(someone, file)
        expect(page.locator(".seal")).to_contain_text(said)
        if name == "other":
            expect(page.locator(".seal")).to_contain_text(KEY.public[:16])
    assert someone.axe() == []


def test_a_position_of_ones_own_is_looked_into_and_played_on(visit: Visit) -> None:
    someone = visit()
    page = someone.page
    someone.open("/editor/cities#position")
    page.locator("a[href^='/study#game=cities']").click()
    expect(page.locator(".head")).to_contain_text("A position")
    # Only by keys: a piece, a target.
    page.wait_for_selector(".cell-at.grip")
    page.locator(".cell-at[tabindex='0']").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell-at.open")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".scroll .turn-at")).to_have_count(1)
    expect(page.locator(".plot")).to_have_attribute("aria-valuemax", "1")
    page.get_by_role("button", name="Play from here").click()
    expect(page).to_have_url(re.compile("/new/cities#p="))


def test_what_is_no_record_is_refused_in_words(visit: Visit, tmp_path: Path) -> None:
    someone = visit(lang="de")
    someone.open("/study")
    wrong = tmp_path / "letter.txt"
    wrong.write_text("Lieber Freund", encoding="utf-8")
    someone.page.locator("input[type=file]").set_input_files(wrong)
    expect(someone.page.locator(".note.bad")).to_have_text("Das ist keine Aufzeichnung eines Spiels.")
    assert someone.axe() == []
    someone.expected("422")
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("\n", encoding="utf-8")
    someone.page.locator("input[type=file]").set_input_files(nothing)
    expect(someone.page.locator(".note.bad")).to_contain_text("Diese Datei ist leer")


def packed(what: list[Any]) -> str:
    """As a link holds it: JSON, deflated, in letters of an address."""
    deflated = zlib.compressobj(wbits=-15)
    data = deflated.compress(json.dumps(what).encode()) + deflated.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def moved(someone: Visitor, start: str, goal: str) -> None:
    """A move of Cities & Heroes by mouse."""
    expect(someone.square(start)).to_have_class(re.compile("grip"))
    someone.square(start).click()
    expect(someone.square(goal)).to_have_class(re.compile("open"))
    someone.square(goal).click()


def shown_around(page: Page) -> str:
    """What is shown as picture, film and text; the line for a blog."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    made: dict[str, bytes] = {}
    eyes: list[str] = []

    def asked(request: Request) -> None:
        if request.url.endswith("/api/study/picture"):
            eyes.append(json.loads(request.post_data or "")["eye"])

    page.on("request", asked)
    for button, begins in (("Picture (PNG)", b"\x89PNG"), ("Picture (SVG)", b"<svg"), ("Film (GIF)", b"GIF89a")):
        with page.expect_download() as loading:
            page.get_by_role("button", name=button).click()
        made[button] = Path(loading.value.path()).read_bytes()
        assert made[button].startswith(begins)
    assert int.from_bytes(made["Picture (PNG)"][16:20]) >= 1000, "wide enough to be looked at"
    assert made["Film (GIF)"].count(b"\x21\xf9\x04") == 2, "the start and the move of the variation that is shown"
    page.remove_listener("request", asked)
    assert eyes == ["first"] * 4, "the table is not turned over between two pictures"
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_text("The record is copied as text.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == "Cities & Heroes: Blue – Ochre\n\n1. c2–c4\n"
    return page.get_by_label("One line for a blog").input_value()


def shown_in_a_blog(line: str, reader: Visitor) -> None:
    """The analysis in a frame as large as the line says; what leads on opens a page of its own."""
    address = re.search(r'src="([^"]+)"', line)
    assert address is not None
    page = reader.page
    page.goto(address[1])
    expect(now(page)).to_contain_text("c2–c4")
    expect(page.locator("header.bar")).to_have_count(0)
    reader.finds_no_barriers()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Play from here").click()
    assert "/new/cities#p=" in opened.value.url
    opened.value.close()
    expect(page).to_have_url(re.compile("/embed/analysis#t="))


def test_an_analysis_begins_on_an_empty_page_survives_a_reload_and_travels_by_a_link(visit: Visit) -> None:
    someone = visit()
    someone.open("/")
    page = someone.page
    page.get_by_role("navigation").get_by_role("link", name="Analysis").click()
    expect(page.get_by_role("link", name="To War!: From the start")).to_be_visible()
    expect(page.get_by_role("link", name="Cities & Heroes: Own position")).to_have_attribute(
        "href", re.compile("#position$")
    )
    assert someone.axe() == []
    page.get_by_role("link", name="Cities & Heroes: From the start").click()
    expect(page.locator(".plot")).to_be_visible()
    moved(someone, "b2", "b4")
    expect(now(page)).to_have_text("b2–b4")
    page.keyboard.press("Home")
    moved(someone, "c2", "c4")
    expect(page.locator(".branch .move")).to_have_count(1)

    # A line of the computer is drawn while somebody looks at it, by mouse or keys.
    line = page.locator(".lines ol > li").first
    expect(line).to_be_visible()
    line.hover()
    expect(page.locator(".marks.given path").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".marks.given")).to_have_count(0)
    line.locator(".move").first.focus()
    expect(page.locator(".marks.given path").first).to_be_visible()

    page.get_by_role("button", name="Share this analysis").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert len(link) < 200
    shown_in_a_blog(shown_around(page), visit(phone=True))
    page.reload()
    expect(page.locator(".branch .move")).to_have_count(1)
    expect(now(page)).to_contain_text("c2–c4")

    friend = visit(lang="de", theme="dark")
    friend.open(link[link.index("/study") :])
    expect(friend.page.locator(".branch .move")).to_have_count(1)
    expect(now(friend.page)).to_contain_text("c2–c4")
    assert friend.axe() == []
    friend.open(link[link.index("/study") : -8])
    expect(friend.page.locator(".note.bad")).to_contain_text("Dieser Link ist nicht lesbar")


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)])
def test_the_openings_of_our_levels_are_counted_and_followed(visit: Visit, lang: str, phone: bool) -> None:
    someone = visit(lang=lang, phone=phone)
    someone.open("/study#game=towar")
    page, explorer = someone.page, someone.page.locator(".openings")
    explorer.locator("summary").click()
    expect(explorer).to_contain_text("Zuerst werden die Armeen gewählt" if lang == "de" else "First the armies")
    someone.open("/study#game=cities")
    page.reload()
    explorer.locator("summary").click()
    moves = explorer.locator(".move")
    expect(moves).to_have_count(8)
    played = shipped("cities")
    commonest = Counter(game.moves[0] for game in played).most_common(1)[0]
    words = "Partien gingen von hier aus weiter" if lang == "de" else "games went on from here"
    expect(explorer.locator("caption")).to_have_text(f"{len(played)} {words}")
    expect(explorer.locator("tbody tr").first.locator("td").nth(1)).to_have_text(str(commonest[1]))
    someone.finds_no_barriers()
    followed = moves.first.inner_text()
    moves.first.click()
    expect(now(page)).to_have_text(followed)
    expect(explorer.locator("caption")).to_have_text(f"{commonest[1]} {words}")


def test_moves_that_the_rules_do_not_allow_are_left_out_of_a_link(visit: Visit) -> None:
    someone = visit()
    someone.open("/study#t=" + packed(["cities", {}, "", ["b2b4", ["c2c9"], ["d2d4"], "b9b7"], 0]))
    page = someone.page
    expect(page.locator(".note.bad")).to_contain_text("Some moves of this analysis")
    expect(page.locator(".branch .move")).to_have_count(1)
    expect(page.locator(".scroll .turn-at")).to_have_count(2)
    someone.expected("422")


def test_an_opened_file_survives_a_reload_with_what_was_tried_in_it(visit: Visit) -> None:
    someone = visit()
    page = look_into(someone, CITIES)
    moved(someone, "b2", "b4")
    expect(page.locator(".branch .move")).to_have_count(1)
    page.reload()
    expect(page.locator(".branch .move")).to_have_count(1)
    expect(page.locator(".head")).to_contain_text("all cities")


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768), (820, 1180), (390, 844)])
def test_the_computer_stands_beside_the_board_and_never_on_it(visit: Visit, width: int, height: int) -> None:
    someone = visit(own_window=True)
    someone.page.set_viewport_size({"width": width, "height": height})
    page = look_into(someone, CITIES)
    expect(page.locator(".lines ol > li")).to_have_count(3)
    board, lines, tree = (page.locator(one).first.bounding_box() for one in (".stage .grid", ".lines", ".story .fill"))
    assert board
    assert lines
    assert tree
    if width > 900:
        assert lines["x"] >= board["x"] + board["width"]
        assert lines["y"] + lines["height"] <= height
        assert tree["y"] < height
        assert board["height"] > 0.8 * (height - 100)
    else:
        assert lines["y"] >= board["y"] + board["height"]
        assert board["y"] + board["height"] <= height
    if width >= 1600:
        assert tree["x"] >= lines["x"] + lines["width"] - 1
