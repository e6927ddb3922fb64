"""Without a server: a folder of plain files plays all three games in the browser, without a network too, and what was
played there a server can read."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tools.app_server import LAPTOP, PHONE
from triarii.cli import main

from .conftest import AXE, PATIENCE, ROOT, VIOLATIONS, AppServer, until

LESSONS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "web/src/learn/lessons.json").read_text(encoding="utf-8"))
GAMES = "triarii.local.games"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "site"
    assert main(["export", "site", str(folder), "--lang", "en"]) == 0
    return folder


@pytest.fixture
def site(files: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(files)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def opened(browser: Browser, *, phone: bool = False, lang: str = "en-GB") -> Page:
    context = browser.new_context(viewport=PHONE if phone else LAPTOP, locale=lang, reduced_motion="reduce")
    context.set_default_timeout(4 * PATIENCE)  # a Python has to start, without being compiled for this machine
    return context.new_page()


def lesson(game: str, name: str) -> dict[str, Any]:
    return next(each for each in LESSONS[game] if each["id"] == name)


def begin(page: Page, url: str, game: str, start: str = "", options: object = None) -> None:
    """A game of this browser from a position: kept as the app keeps it, then opened."""
    kept = {"id": game, "game": game, "options": options or {}, "start": start, "side": "first", "level": "beginner"}
    kept |= {"actions": [], "date": "2026-11-18", "over": False, "resigned": ""}
    page.evaluate(f"localStorage.setItem({GAMES!r}, {json.dumps(json.dumps([kept]))})")
    page.goto(f"{url}/local#{game}")


def record_of(page: Page) -> str:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    return Path(saved.value.path()).read_text(encoding="utf-8")


def test_games_are_played_without_any_network_and_their_records_carried_to_a_server(
    browser: Browser, site: ThreadingHTTPServer, server: AppServer
) -> None:
    page, url = opened(browser), f"http://127.0.0.1:{site.server_port}"
    page.goto(url)
    page.get_by_role("button", name="Keep for use without a network").click()
    expect(page.get_by_text("Kept: this browser")).to_be_visible(timeout=4 * PATIENCE)
    page.context.set_offline(True)
    site.server_close()
    told = []
    # Cities & Heroes to its end: the last city is taken.
    last = lesson("cities", "last_city")
    begin(page, url, "cities", last["start"], last.get("options"))
    page.wait_for_selector(".cell-at.grip")
    start, goal = re.findall(r"[a-j]\d+", last["solution"])
    page.locator(f'[data-square="{start}"]').click()
    page.locator(f'[data-square="{goal}"]').click()
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    told.append(("cities", record_of(page)))
    # To War! to its end: a breakthrough.
    broken = lesson("towar", "breakthrough")
    begin(page, url, "towar", broken["start"], broken.get("options"))
    column = broken["solution"][0]
    page.locator(f'.place.open[data-cell="{column}1"]').click()
    page.locator(".btn").filter(has_text="↑").first.click()
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    told.append(("towar", record_of(page)))
    # A battle begins, and is given up.
    begin(page, url, "adlg")
    page.get_by_role("button", name=re.compile("Corps 1")).first.click()
    until(page, lambda: page.evaluate(f"JSON.parse(localStorage.getItem({GAMES!r}))[0].actions.length") >= 1)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("You have given up.")).to_be_visible()
    told.append(("adlg", record_of(page)))
    page.context.close()
    for game, record in told:
        answer = httpx.post(f"{server.url}/api/study", json={"record": record, "lang": "en"}, timeout=PATIENCE / 1000)
        assert answer.status_code == 200, answer.text
        assert answer.json()["game"] == game
        assert answer.json()["result"], game


def test_a_site_of_plain_files_teaches_and_asks_and_has_no_barriers(
    browser: Browser, site: ThreadingHTTPServer
) -> None:
    page, url = opened(browser, phone=True, lang="de-DE"), f"http://127.0.0.1:{site.server_port}"
    page.goto(f"{url}/puzzles/towar")
    expect(page.get_by_role("heading", name="Aufgabe des Tages")).to_be_visible(timeout=4 * PATIENCE)
    page.goto(f"{url}/learn/cities")
    page.wait_for_selector(".cell-at.grip")
    page.goto(url)
    page.locator(".box").first.locator(".btn.primary").click()
    expect(page.get_by_text("Du bist am Zug.")).to_be_visible(timeout=4 * PATIENCE)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    page.context.close()
