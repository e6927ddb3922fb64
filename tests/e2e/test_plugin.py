"""A game of somebody else's package is played in the browser too: in sentences and words, without a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import patience

from .conftest import AppServer, Visit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, feint_installed: Path) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("server"), packages=feint_installed, patience=patience.ANSWER)
    yield running
    running.stop()


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
            page.get_by_role("button", name="Nehmen", exact=True).click()
            continue
        version = page.locator(".turn-at").count()
        board.get_by_role("button").last.click()
        expect(page.locator(".turn-at").nth(version).or_(over).first).to_be_visible()
    expect(over).to_be_visible()
