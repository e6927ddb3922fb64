"""How soon a move is seen: on the own board after it was dropped, and on the opponent's, through lines of any delay.

Two people play Cities & Heroes in two windows; how many bytes a seat is told for each move is counted along.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM, LAPTOP, AppServer
from tools.slow_line import SlowLine

APP = Path(__file__).parent.parent / "src/triarii/server/app_files/index.html"
DELAYS_MS = (0, 100, 300)
"""Each way."""
COLUMNS = "becfhi"
"""Of the pieces that step ahead, one after the other; none of them meets another."""
WANTED_MS = 50.0
"""From the drop to the own board, at most, at any delay; on a machine that does nothing else."""
PATIENCE = 60_000

WATCH = """(square) => {
  const cell = document.querySelector(`[data-square="${square}"]`);
  const now = () => performance.timeOrigin + performance.now();
  window.seen = new Promise((seen) => {
    const look = new MutationObserver(() => {
      if (!/fighter|hero/.test(cell.getAttribute("aria-label"))) return;
      look.disconnect();
      requestAnimationFrame(() => seen(now()));
    });
    look.observe(cell, { attributes: true, attributeFilter: ["aria-label"] });
  });
  addEventListener("pointerup", (event) => (window.dropped = performance.timeOrigin + event.timeStamp),
    { once: true, capture: true });
}"""


@dataclass
class Window:
    """One of the two, at the end of a line of its own."""

    page: Page
    line: SlowLine

    def enter(self, room: str, seat: str, token: str) -> None:
        self.page.goto(f"{self.line.url}/room/{room}#{seat}={token}")
        self.page.get_by_role("grid").wait_for()

    def drag(self, start: str, goal: str) -> None:
        self.page.locator(".cell-at.grip").first.wait_for()
        for square, then in ((start, self.page.mouse.down), (goal, self.page.mouse.up)):
            box = self.page.locator(f'[data-square="{square}"]').bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
            then()


def measure() -> list[dict[str, Any]] | None:
    """A row for each delay; None where there is no browser or no app."""
    for what, there, bringer in (("Chromium", CHROMIUM, "make browser"), ("the app", APP.exists(), "make web")):
        if not there:
            print(f"moves: {what} is not here; `{bringer}` brings it")
            return None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = AppServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            return [_measured(server, browser, delay) for delay in DELAYS_MS]
        finally:
            browser.close()
            server.stop()


def _measured(server: AppServer, browser: Browser, delay: int) -> dict[str, Any]:
    own, other = [], []
    with _windows(server, browser) as (first, second):
        for window in (first, second):
            window.line.delay = delay / 1000
        told = first.line.passed
        for column in COLUMNS:
            for mover, waiting, start, goal in ((first, second, 2, 3), (second, first, 9, 8)):
                for window in (mover, waiting):
                    window.page.evaluate(WATCH, f"{column}{goal}")
                mover.drag(f"{column}{start}", f"{column}{goal}")
                shown, seen = (window.page.evaluate("window.seen") for window in (mover, waiting))
                dropped = mover.page.evaluate("window.dropped")
                own.append(shown - dropped)
                other.append(seen - dropped)
        first.page.locator(".cell-at.grip").first.wait_for()
        told = first.line.passed - told
    row = {
        "delay_ms": delay,
        "own_ms": round(median(own), 1),
        "own_slowest_ms": round(max(own), 1),
        "other_ms": round(median(other), 1),
        "other_slowest_ms": round(max(other), 1),
        "bytes_a_move": round(told / len(own)),
    }
    print(f"moves: {row}, wanted at most {WANTED_MS} ms, the slowest too, on the own board")
    return row


@contextmanager
def _windows(server: AppServer, browser: Browser) -> Iterator[tuple[Window, Window]]:
    tokens = {seat: secrets.token_urlsafe(16) for seat in ("first", "second")}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    made = server.room(game="cities", seats=seats, lang="en")
    with ExitStack() as stack:
        windows = []
        for seat, token in tokens.items():
            context = browser.new_context(viewport=LAPTOP, locale="en-GB", reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            stack.callback(context.close)
            windows.append(Window(context.new_page(), stack.enter_context(SlowLine(server.url))))
            windows[-1].enter(str(made["room"]), seat, token)
        yield windows[0], windows[1]


def too_slow(measured: list[dict[str, Any]]) -> list[str]:
    """What is slower than promised."""
    return [f"moves, {row['delay_ms']} ms away" for row in measured if row["own_slowest_ms"] > WANTED_MS]
