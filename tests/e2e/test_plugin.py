"""A game of somebody else's package is played in the browser too: on the board that it describes, or in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests import patience

from .conftest import AppServer, Visit, Visitor, Windows, either, until


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, feint_installed: Path, fourrow_installed: Path, wager_installed: Path
) -> Iterator[AppServer]:
    running = AppServer(
        tmp_path_factory.mktemp("server"),
        packages=[feint_installed, fourrow_installed, wager_installed],
        patience=patience.ANSWER,
    )
    yield running
    running.stop()


@pytest.fixture(scope="module")
def windows(browser: Browser, server: AppServer) -> Windows:
    """In front of this server, and not of the one that all other tests share."""
    return Windows(browser, server.url)


def test_a_game_without_a_board_is_found_and_played_against_the_computer_to_its_end(visit: Visit) -> None:
    someone = visit(lang="de")
    page = someone.page
    someone.open()
    page.get_by_role("link", name="Finte").click()
    expect(page.get_by_role("heading", name="Finte")).to_be_visible()
    page.get_by_label("Stärke").select_option("random")
    page.get_by_role("button", name="Spielen", exact=True).click()
    board, over = page.locator(".plain"), page.locator(".ending")
    raid = board.get_by_role("button").filter(has_text="berfall")
    for turn in range(60):
        expect(board.get_by_role("button").or_(over).first).to_be_visible()
        if over.count():
            break
        expect(board.locator("p").first).to_be_visible()  # every new position is told in sentences
        if turn == 1:
            assert someone.axe() == []
        if turn == 0 and raid.count():
            offered = board.get_by_role("button").all_inner_texts()
            raid.first.click()
            expect(board.get_by_role("button")).not_to_have_text(offered)
            board.get_by_role("button").first.click()
            page.get_by_label("Eine Zahl").fill("30")
            page.get_by_role("button", name="Übernehmen", exact=True).click()
            continue
        version = page.locator(".turn-at").count()
        board.get_by_role("button").last.click()
        expect(page.locator(".turn-at").nth(version).or_(over).first).to_be_visible()
    expect(over).to_be_visible()


def test_a_described_board_is_played_by_mouse_and_keys_against_the_games_own_player(visit: Visit) -> None:
    someone = visit(lang="en")
    page = someone.page
    someone.open()
    box = page.locator("article", has_text="Four in a row")
    picture = box.locator("img")
    expect(picture).to_be_visible()
    until(page, lambda: picture.evaluate("it => it.complete && it.naturalWidth > 0"))
    box.get_by_label("Level").select_option("careful")
    box.get_by_role("button", name="Play", exact=True).click()

    def cell(name: str) -> Locator:
        return page.locator(f'[data-place="{name}"]')

    expect(page.locator(".seat.me")).to_contain_text("Red")
    cell("d5").click()  # anywhere in the column: the disc falls to its foot
    expect(cell("d1")).to_have_attribute("aria-label", "d1: a red disc")
    expect(page.locator(".cell.offered").first).to_be_visible()  # the answer has come
    assert someone.axe() == []
    cell("a1").focus()
    page.keyboard.press("ArrowRight")
    expect(cell("b1")).to_be_focused()
    before = page.get_by_label("a red disc").count()
    page.keyboard.press("Enter")
    expect(page.get_by_label("a red disc")).to_have_count(before + 1)
    _play_on(someone, ".cell.offered")
    page.get_by_role("link", name="Analyse").click()
    expect(cell("d1")).to_have_attribute("aria-label", "d1: empty, can be chosen")
    cell("d1").click()  # the same board, at the start of the record
    expect(cell("d1")).to_have_attribute("aria-label", "d1: a red disc")


def test_dice_and_a_hidden_hand_are_played_on_the_phone_in_german(visit: Visit) -> None:
    someone = visit(lang="de", phone=True, theme="dark")
    page = someone.page
    someone.open("/new/wager")
    page.get_by_label("Stärke").select_option("wager_near")
    page.get_by_role("button", name="Spielen", exact=True).click()
    mine, theirs = page.get_by_role("group", name="Hand von Grün"), page.get_by_role("group", name="Hand von Violett")
    expect(mine.get_by_role("button", name="wählbar")).to_have_count(4)
    expect(theirs.get_by_label("eine verdeckte Karte")).to_have_count(4)
    expect(page.get_by_label("der Würfel: Würfel")).to_be_visible()
    assert someone.axe() == []
    _play_on(someone, ".thing.offered")


def _play_on(someone: Visitor, offered: str) -> None:
    """Takes the first of what is offered until the game is over."""
    page, over = someone.page, someone.page.locator(".ending")
    for _ in range(60):
        expect(either(page.locator(offered), over)).to_be_visible()
        if over.count():
            break
        place = page.locator(offered).first.get_attribute("data-place")
        turns = page.locator(".turn-at").count()
        page.locator(f'[data-place="{place}"]').click()
        expect(either(page.locator(".turn-at").nth(turns), over)).to_be_visible()
    expect(over).to_be_visible()
