"""Without a server: a folder of plain files plays all three games in the browser, without a network too, and what was
played there a server can read."""

from __future__ import annotations

import json
import re
import shutil
import threading
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lengths import LONG
from tools.app_server import LAPTOP, PHONE
from triarii.cli import main
from triarii.core import records, registry
from triarii.core.contract import Budget, Eye, Refusal
from triarii.core.records import Acted
from triarii.players.analysts import best_lines

from .adlg_hands import Attack
from .conftest import AXE, PATIENCE, ROOT, VIOLATIONS, AppServer, Visitor, until
from .test_towar import take_turn

LESSONS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "web/src/learn/lessons.json").read_text(encoding="utf-8"))
WORDS: dict[str, str] = json.loads((ROOT / "web/src/texts/local.de.json").read_text(encoding="utf-8"))
GAMES = "triarii.local.games"
KEPT = "() => localStorage.getItem('triarii.offline.kept') === 'true'"
KEPT_BUILDS = "async () => (await caches.keys()).filter((name) => name !== 'triarii-told')"
SHORT = ROOT / "tests/golden/cities_repetition.jsonl"
MOST_TURNS, MOST_ORDERS = 300, 2000
READ = {
    "/rules/cities": ".rule",
    "/rules/towar": ".rule",
    "/rules/adlg": ".rule",
    "/adlg/reference": "main table",
    "/adlg/companion": "h1 + .chip",
    "/adlg/readings": "main h2",
    "/puzzles/cities": ".cell-at.grip",
    "/puzzles/adlg": ".reply [role=radio]",
    "/learn/towar": ".place.open",
    "/replays": "main h1",
    "/about": "main h1",
    "/privacy": "main h1",
}
"""Pages to look something up, and what shows that what they tell is there."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "site"
    assert main(["export", "site", str(folder), "--lang", "en"]) == 0
    return folder


@contextmanager
def served(folder: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def site(files: Path) -> Iterator[ThreadingHTTPServer]:
    with served(files) as server:
        yield server


def opened(browser: Browser, *, phone: bool = False, lang: str = "en-GB") -> Page:
    context = browser.new_context(viewport=PHONE if phone else LAPTOP, locale=lang, reduced_motion="reduce")
    context.set_default_timeout(4 * PATIENCE)  # a Python has to start, without being compiled for this machine
    return context.new_page()


def lesson(game: str, name: str) -> dict[str, Any]:
    return next(each for each in LESSONS[game] if each["id"] == name)


def begin(page: Page, url: str, game: str, start: str = "", options: object = None, **more: object) -> None:
    """A game of this browser from a position: kept as the app keeps it, then opened."""
    kept = {"id": game, "game": game, "options": options or {}, "start": start, "side": "first", "level": "beginner"}
    kept |= {"actions": [], "date": "2026-11-18", "over": False, "resigned": "", **more}
    page.evaluate(f"localStorage.setItem({GAMES!r}, {json.dumps(json.dumps([kept]))})")
    page.goto(f"{url}/local#{game}")


def record_of(page: Page) -> str:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    return Path(saved.value.path()).read_text(encoding="utf-8")


def keep_here(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("button", name="Keep for playing without a network").click()
    expect(page.get_by_text("Kept: this browser")).to_be_visible(timeout=4 * PATIENCE)


def actions_of(page: Page) -> list[str]:
    found: list[str] = page.evaluate(f"JSON.parse(localStorage.getItem({GAMES!r}))[0].actions")
    return found


def carried(record: str, game: str, server: AppServer) -> dict[str, Any]:
    """What a server reads in a record of the browser: the game with its end."""
    answer = httpx.post(f"{server.url}/api/study", json={"record": record, "lang": "en"}, timeout=PATIENCE / 1000)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    assert told["game"] == game
    assert told["result"], game
    return told


def follow(page: Page, path: str) -> None:
    """As by one of the app's links: nothing is loaded anew, so the Python that has started goes on."""
    page.evaluate("(to) => (history.pushState(null, '', to), dispatchEvent(new PopStateEvent('popstate')))", path)


def a_lesson_is_learnt(page: Page) -> None:
    follow(page, "/learn/cities")
    page.wait_for_selector(".cell-at.grip")
    start, goal = re.findall(r"[a-j]\d+", LESSONS["cities"][0]["solution"])
    page.locator(f'[data-square="{start}"]').click()
    page.locator(f'[data-square="{goal}"]').click()
    expect(page.locator(".note.good")).to_be_visible()


def a_record_is_analysed(page: Page) -> None:
    """Every move is weighed and judged, another is tried, and lines are shown for it."""
    follow(page, "/study")
    page.locator("input[type=file]").set_input_files(SHORT)
    expect(page.locator(".plot")).to_be_visible()
    points = int(page.locator(".plot").get_attribute("aria-valuemax") or 0) + 1
    expect(page.locator(".plot")).to_have_attribute("data-points", str(points))
    page.locator(".cell-at.grip").first.click()
    page.locator(".cell-at.open").last.click()
    expect(page.locator(".branch .move")).to_have_count(1)
    lines = page.get_by_role("region", name="Computer").locator("ol > li")
    expect(lines).to_have_count(3)


def odds_are_told(page: Page) -> None:
    follow(page, "/adlg/odds")
    page.get_by_role("region", name="Who attacks?").get_by_role("button", name="Heavy knights").click()
    page.get_by_role("region", name="Who is attacked?").get_by_role("button", name="Pikemen").click()
    expect(page.locator(".out .odds")).to_have_attribute("aria-label", re.compile(r"nothing \d+%"))


def all_pages_that_are_only_read_are_there(page: Page) -> None:
    for path, seen in READ.items():
        follow(page, path)
        expect(page.locator(seen).first).to_be_visible()
        expect(page.locator("main .note.bad")).to_have_count(0)


def an_army_is_changed(page: Page) -> None:
    follow(page, "/adlg/armies")
    points = page.locator(".sum .big")
    expect(points).to_have_text("100 of 100 points")
    page.get_by_role("button", name="One raiders fewer").click()
    expect(points).to_have_text("92 of 100 points")


def to_the_end_of_to_war(page: Page) -> None:
    """The first way that is offered, wherever there is one."""
    someone, moves, reloaded = Visitor(page, page.url), page.locator(".turn-at"), False
    for _ in range(MOST_TURNS):
        page.wait_for_selector(".place.open, .ending")
        if page.locator(".ending").count():
            return
        if moves.count() > 12 and not reloaded:
            # What is unfinished waits, and goes on where it was.
            before, reloaded = actions_of(page), True
            page.reload()
            page.wait_for_selector(".place.open")
            assert actions_of(page) == before
        take_turn(someone, page.locator(".place.open").first)
    raise AssertionError("the game goes on and on")


def to_the_end_of_cities(page: Page) -> None:
    """A stronger level plays by the squares of the page, so that it ends."""
    game, player = registry.game("cities"), registry.player("club", "cities")
    assert not isinstance(game, Refusal)
    assert not isinstance(player, Refusal)
    for _ in range(MOST_TURNS):
        page.wait_for_selector(".cell-at.grip, .ending")
        if page.locator(".ending").count():
            return
        played = actions_of(page)
        position = game.start({"begins": "first"})
        assert not isinstance(position, Refusal)
        for text in played:
            position = position.play(game.action(text))
        lines = best_lines(game, position.view(Eye(position.turn)), Budget(nodes=20_000), Random(0), 8)
        moves = [re.findall(r"[a-j]\d+", game.action_text(line.action)) for line in lines]
        start, goal = next(squares for squares in moves if len(squares) == 2)
        page.locator(f'[data-square="{start}"]').click()
        page.locator(f'[data-square="{goal}"]').click()
        until(page, partial(_went_on, page, len(played)))
    raise AssertionError("the game goes on and on")


def _went_on(page: Page, before: int) -> bool:
    return len(actions_of(page)) > before


def a_short_game_of_cities(page: Page) -> None:
    """Two at one screen go to and fro until the position has stood three times."""
    record = records.parse(SHORT.read_bytes()).record
    assert record is not None
    for number, entry in enumerate(record.entries):
        assert isinstance(entry, Acted)
        start, goal = re.findall(r"[a-j]\d+", entry.text)
        page.wait_for_selector(".cell-at.grip")
        page.locator(f'[data-square="{start}"]').click()
        page.locator(f'[data-square="{goal}"]').click()
        until(page, partial(_went_on, page, number))


def an_evening_of_one_turn(page: Page) -> None:
    """Both armies are moved once, and the points are counted."""
    for number in range(2):
        page.get_by_role("button", name="End the movement").click()
        until(page, partial(_went_on, page, number))


def to_the_end_of_a_battle(page: Page) -> None:
    attack = Attack(page)
    while not attack.go_on():
        assert sum(attack.given.values()) < MOST_ORDERS, f"{attack.given} {page.locator('.panel').inner_text()}"


WHOLE: dict[str, tuple[dict[str, object], str | None, Callable[[Page], None]]] = {
    "towar": ({"armies": "west,east", "begins": "first"}, "first", to_the_end_of_to_war),
    "cities": ({"begins": "first"}, "first", to_the_end_of_cities),
    "adlg": ({"scenario": "drill_charge"}, "first", to_the_end_of_a_battle),
}
"""By game: how it is set up, who plays, and how it is played from its real start to its end."""
BRIEF = WHOLE | {
    "cities": ({"begins": "first"}, None, a_short_game_of_cities),
    "adlg": ({"scenario": "drill_line", "turn_limit": 1}, None, an_evening_of_one_turn),
}
"""The same with the shortest games that the rules know: those by two people at one screen."""


def test_a_whole_game_of_each_kind_is_played_in_a_servers_own_app_while_the_server_is_gone(
    browser: Browser, tmp_path: Path
) -> None:
    server, page = AppServer(tmp_path, patience=PATIENCE / 1000), opened(browser)
    played: dict[str, tuple[Path, list[str]]] = {}
    try:
        keep_here(page, server.url)
        page.context.set_offline(True)
        server.stop()
        for game, (options, side, to_the_end) in (WHOLE if LONG else BRIEF).items():
            begin(page, server.url, game, options=options, side=side)
            to_the_end(page)
            expect(page.get_by_role("button", name="Play again")).to_be_visible()
            played[game] = tmp_path / f"{game}.jsonl", actions_of(page)
            played[game][0].write_text(record_of(page), encoding="utf-8")
        # The server is back: the same page finds it, people are told of people, and the records are read there.
        server.start()
        page.context.set_offline(False)
        follow(page, "/people")
        expect(page.get_by_text("Nobody is looking right now")).to_be_visible()
        follow(page, "/study")
        with page.expect_response(lambda answer: answer.url.endswith("/api/study")) as answered:
            page.locator("input[type=file]").set_input_files(played["cities"][0])
        assert answered.value.ok
        assert answered.value.server_addr() is not None, "no Python of the browser has read it"
        expect(page.locator(".plot")).to_be_visible()
        page.context.close()
        for game, (record, actions) in played.items():
            told = carried(record.read_text(encoding="utf-8"), game, server)
            assert [step["action"] for step in told["steps"] if step["action"]] == actions, "all of it, from its start"
            assert told["start"] == ""
    finally:
        server.stop()


def test_all_is_there_without_any_network_and_games_of_then_are_carried_to_a_server(
    browser: Browser, site: ThreadingHTTPServer, server: AppServer, files: Path
) -> None:
    with zipfile.ZipFile(files / "python/triarii.zip") as rules:
        kinds = Counter(Path(name).suffix for name in rules.namelist())
        assert kinds[".pyc"] > 10 * kinds[".py"], "what was not edited since is compiled when the app is built"
    page, url = opened(browser), f"http://127.0.0.1:{site.server_port}"
    keep_here(page, url)
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
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".turn-at")).to_have_count(1)
    told.append(("cities", record_of(page)))
    # A battle begins, and is given up.
    begin(page, url, "adlg")
    page.get_by_role("button", name=re.compile("Corps 1")).first.click()
    until(page, lambda: len(actions_of(page)) >= 1)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("You have resigned.")).to_be_visible()
    told.append(("adlg", record_of(page)))
    # Whoever chose a clock loses when their time is up.
    clock = {"minutes": 5, "increment": 3, "left": {"first": 300, "second": 300_000}}
    begin(page, url, "cities", options={"begins": "first"}, clock=clock)
    expect(page.get_by_text("Your time is up.")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text("Your clock 0:00.0")
    told.append(("cities", record_of(page)))
    a_lesson_is_learnt(page)
    a_record_is_analysed(page)
    odds_are_told(page)
    an_army_is_changed(page)
    all_pages_that_are_only_read_are_there(page)
    page.context.close()
    results = [carried(record, game, server)["result"] for game, record in told]
    assert results[2]["winner"] == "second"
    assert results[2]["rule"] == "record.flag_fell"


def newer_build(folder: Path) -> str:
    """The same app under another name, as after an update: parts of before are gone. The name of its first script."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    (before,) = re.findall(r'src="/assets/([\w.-]+\.js)"', page)
    after = f"newer-{before}"
    for path in folder.rglob("*.html"):
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    for part in (folder / "assets").glob("*.js"):
        part.write_text(part.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    (folder / "assets" / before).rename(folder / "assets" / after)
    for part in (folder / "assets").glob("Settings-*.js"):
        part.unlink()
    listed = folder / "files.json"
    parts = [name for name in json.loads(listed.read_text(encoding="utf-8")) if "/Settings-" not in name]
    listed.write_text(json.dumps(parts).replace(before, after), encoding="utf-8")
    return after


def test_a_site_of_plain_files_teaches_and_asks_has_no_barriers_and_is_renewed_when_one_wants_it(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(files, tmp_path / "site"))
    with served(folder) as site:
        page, url = opened(browser, phone=True, lang="de-DE"), f"http://127.0.0.1:{site.server_port}"
        visitor = opened(browser)  # who keeps nothing
        visitor.goto(f"{url}/about")
        page.goto(f"{url}/puzzles/towar")
        expect(page.get_by_role("heading", name="Aufgabe des Tages")).to_be_visible(timeout=4 * PATIENCE)
        page.goto(f"{url}/learn/cities")
        page.wait_for_selector(".cell-at.grip")
        page.goto(url)
        page.get_by_role("button", name=WORDS["keep"]).click()
        page.locator(".box").first.locator(".btn.primary").click()
        expect(page.get_by_text("Du bist am Zug.")).to_be_visible(timeout=4 * PATIENCE)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(VIOLATIONS) == []
        until(page, lambda: bool(page.evaluate(KEPT)))
        # Later a newer build is there: that is said, and nothing changes before the person wants it.
        note = page.get_by_text(WORDS["update"])
        assert note.count() == 0
        script = newer_build(folder)
        page.evaluate("() => { const now = Date.now(); Date.now = () => now + 3_600_000; }")
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        expect(note).to_be_visible()
        expect(page.get_by_text("Du bist am Zug.")).to_be_visible()
        page.get_by_role("button", name=WORDS["update_now"]).click()
        expect(page.get_by_text("Du bist am Zug.")).to_be_visible(timeout=4 * PATIENCE)
        assert note.count() == 0
        assert page.locator(f'script[src$="{script}"]').count() == 1
        # What is kept is the newer one from now on, alone.
        until(page, lambda: page.evaluate(KEPT_BUILDS) == [f"triarii-assets/{script}"])
        page.context.set_offline(True)
        page.goto(f"{url}/about")
        assert page.locator(f'script[src$="{script}"]').count() == 1
        expect(page.locator("main h1")).to_be_visible()
        page.context.close()
        # A page of before wants a part that has gone with its build: it says why, and goes on as it is.
        visitor.get_by_role("button", name="Settings").click()
        expect(visitor.get_by_role("status").filter(has_text="A new version is ready.")).to_be_visible()
        visitor.context.close()
