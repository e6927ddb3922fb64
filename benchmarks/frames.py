"""How smooth a battle of L'Art de la Guerre is in the browser: the time from frame to frame while a person pans, zooms,
drags a group and sees an order carried out, on a table with 60 units and, in the same run, on the same land with next
to nobody on it."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM, LAPTOP, AppServer
from triarii.core.contract import Refusal
from triarii.games.adlg.scenarios import scenario

APP = Path(__file__).parent.parent / "src/triarii/server/app_files/index.html"
UNITS = 60
LARGE = "olive_groves"
"""The table of the largest scenario, with so many more skirmishers that there are 60 units."""
PAIRS = ("u1", "u2", "e8", "e9")
"""Who stands on the empty table: two of each side, so that there is a group to drag."""
ORDER_UP = 45
"""Pixels by which a group is sent ahead: far enough to be seen going, and nothing is left to chance."""
ROUNDS = 3
STEPS = 60
"""Moves of the mouse in a gesture."""
HOVERED = 20
"""Units over which the mouse goes."""
NEARER = 3
"""Clicks on the button that zooms in."""
WANTED = {"median_ms": 20.0, "p95_ms": 50.0}
"""Of every gesture on the large table, at most; on a machine that does nothing else."""
PATIENCE = 60_000

COUNT = """() => {
  window.frames_seen = [];
  const seen = (now) => { window.frames_seen.push(now); window.frames_wanted = requestAnimationFrame(seen); };
  window.frames_wanted = requestAnimationFrame(seen);
}"""
COUNTED = "() => { cancelAnimationFrame(window.frames_wanted); return window.frames_seen; }"


def crowded() -> dict[str, Any]:
    """The largest scenario as a table of its own, with skirmishers behind the lines up to 60 units."""
    table, setting = scenario.content(LARGE), scenario.load(LARGE)
    assert not isinstance(table, Refusal)
    assert not isinstance(setting, Refusal)
    units = [
        {"id": unit.id, "troop": unit.troop.id, "corps": unit.corps, "at": list(setting.placements[unit.id].pose)}
        for unit in setting.units.values()
    ]
    each = (UNITS - len(units)) // 2
    for letter, first, y, heading in (("u", 25, 1900, 0), ("e", 25, setting.size[1] - 1900, 18000)):
        units += [
            {"id": f"{letter}{first + n}", "troop": "light_infantry", "corps": 2, "at": [5600 + 1000 * n, y, heading]}
            for n in range(each)
        ]
    leaders = [{**leader, "grade": "competent"} for leader in table["commander"]]
    del table["armies"]
    return {**table, "name": "60 units", "unit": units, "commander": leaders}


def emptied(crowd: dict[str, Any]) -> dict[str, Any]:
    """The same land with two pairs on it, and the commanders of their corps where they stood."""
    units = [{**unit, "corps": 1} for unit in crowd["unit"] if unit["id"] in PAIRS]
    leaders = [
        {"id": name, "grade": "competent", "at": [15000, y, heading]}
        for name, y, heading in (("c1", 3000, 0), ("d1", 17000, 18000))
    ]
    return {**crowd, "name": "two pairs", "unit": units, "commander": leaders}


# Gestures


def panned(page: Page) -> None:
    """To and fro over the table, by its ground."""
    x, y = _middle(page, ".battle .ground")
    page.mouse.move(x, y)
    page.mouse.down()
    for right, down in ((-250, -120), (250, 120), (0, 0)):
        page.mouse.move(x + right, y + down, steps=STEPS // 3)
    page.mouse.up()


def zoomed(page: Page) -> None:
    """Into the middle and out again."""
    page.mouse.move(*_middle(page, ".battle .ground"))
    for turn in (-60, 60):
        for _ in range(STEPS // 2):
            page.mouse.wheel(0, turn)
            page.wait_for_timeout(10)


def dragged(page: Page) -> None:
    """The largest group of the first unit that can be ordered, ahead and aside; the order is given up."""
    x, y = _group(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for right, up in ((0, 90), (60, 70), (-60, 50)):
        page.mouse.move(x + right, y - up, steps=STEPS // 3)
    page.keyboard.press("Escape")
    page.mouse.up()


def carried_out(page: Page) -> None:
    """A group goes ahead as it was dragged, one step after the other; then it is taken back."""
    x, y = _group(page)
    before = page.locator(".turn-at").count()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - ORDER_UP, steps=3)
    page.mouse.up()
    page.locator(".turn-at").nth(before).wait_for()
    page.locator(".ground .told .btn").first.click()
    expect(page.locator(".turn-at")).to_have_count(before, timeout=PATIENCE)


def _group(page: Page) -> tuple[float, float]:
    """Takes up the group of the first unit that can be ordered, whoever was chosen before; where it is held."""
    for _ in range(2):
        page.keyboard.press("Escape")
    x, y = _middle(page, ".battle .unit.able .body")
    page.mouse.dblclick(x, y)
    page.locator(".battle .unit.lit").nth(1).wait_for()
    return x, y


def _middle(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hovered(page: Page) -> None:
    """Over all units of the first line, whose cards come and go."""
    units = page.locator(".battle .unit[data-unit] .body")
    for place in range(min(HOVERED, units.count())):
        box = units.nth(place).bounding_box()
        if box is not None:
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)


GESTURES: dict[str, Callable[[Page], None]] = {
    "panning": panned,
    "zooming": zoomed,
    "hovering": hovered,
    "dragging a group": dragged,
    "an order carried out": carried_out,
}


# Measuring


def measure() -> dict[str, object] | None:
    """Frame times of every gesture on both tables in turn; None where there is no browser or no app."""
    for what, there, bringer in (("Chromium", CHROMIUM, "make browser"), ("the app", APP.exists(), "make web")):
        if not there:
            print(f"browser: {what} is not here; `{bringer}` brings it")
            return None
    crowd = crowded()
    tables: dict[str, object] = {"large": crowd, "small": emptied(crowd)}
    times: dict[tuple[str, str], list[float]] = {(gesture, name): [] for gesture in GESTURES for name in tables}
    units: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as server, _page() as page:
        for _ in range(ROUNDS):
            for name, table in tables.items():
                units[name] = _enter(page, server, table)
                for gesture in GESTURES:
                    times[gesture, name] += _timed(page, gesture)
    return {
        "units": units,
        "rounds": ROUNDS,
        "gestures": [
            _measured(gesture, units, times[gesture, "large"], times[gesture, "small"]) for gesture in GESTURES
        ],
    }


@contextmanager
def _served(folder: Path) -> Iterator[AppServer]:
    server = AppServer(folder)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport=LAPTOP, locale="en-GB", reduced_motion="no-preference")
        context.set_default_timeout(PATIENCE)
        try:
            yield context.new_page()
        finally:
            browser.close()


def _enter(page: Page, server: AppServer, table: object) -> int:
    """Opens a battle between two people and activates the corps of the first; tells how many units are drawn."""
    tokens = {seat: secrets.token_urlsafe(16) for seat in ("first", "second")}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    made = server.room(game="adlg", options={"scenario": table}, seats=seats, lang="en")
    page.goto(f"{server.url}/room/{made['room']}#first={tokens['first']}")
    page.locator(".orders-panel .corps").first.click()
    page.locator(".battle .unit.able").first.wait_for()
    return page.locator(".battle .unit[data-unit]").count()


def _timed(page: Page, gesture: str) -> list[float]:
    """Milliseconds from frame to frame during a gesture. The table is seen whole before; to be panned, from nearer."""
    page.get_by_role("button", name="Whole table").click()
    for _ in range(NEARER if gesture == "panning" else 0):
        page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(500)
    page.evaluate(COUNT)
    GESTURES[gesture](page)
    seen: list[float] = page.evaluate(COUNTED)
    return [after - before for before, after in pairwise(seen)]


def _measured(gesture: str, units: dict[str, int], large: list[float], small: list[float]) -> dict[str, object]:
    both = [
        {"median_ms": round(median(of), 1), "p95_ms": round(quantiles(of, n=20)[-1], 1), "worst_ms": round(max(of), 1)}
        for of in (large, small)
    ]
    ratio = round(both[0]["median_ms"] / both[1]["median_ms"], 2)
    print(
        f"browser, {gesture}: {units['large']} units {both[0]}, {units['small']} units {both[1]}: median {ratio} times "
        f"as long, wanted at most {WANTED}"
    )
    return {"gesture": gesture, **both[0], "small": both[1], "ratio": ratio, "frames": len(large)}


def too_slow(measured: dict[str, Any]) -> list[str]:
    """What is slower than promised."""
    return [
        f"browser, {each['gesture']}, {name}"
        for each in measured["gestures"]
        for name, most in WANTED.items()
        if each[name] > most
    ]
