"""What a first visit costs: bytes and requests, how soon something is seen and how soon a board can be played, with a
processor four times slower and a line as a phone has on the move, as Lighthouse assumes them."""

from __future__ import annotations

import secrets
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM, PHONE, AppServer

APP = Path(__file__).parent.parent / "src/triarii/server/app_files/index.html"
ROUNDS = 3
SLOWER = 4
"""So many times slower is the processor."""
BITS_A_SECOND = 1_600_000
LATENCY_MS = 150
PATIENCE = 120_000
KINDS = {"Document": "page", "Script": "scripts", "Stylesheet": "styles", "Font": "fonts", "Image": "images"}
"""Every other request is an answer of the server; what comes over the socket is counted for itself."""
WANTED = {"kilobytes": 350.0, "paint_ms": 2_500.0, "ready_ms": 6_000.0}
"""Of every page, at most; on a machine that does nothing else."""

SEEN = """(() => {
  const look = () => {
    const there = document.querySelector(READY);
    if (there && there.getBoundingClientRect().width) seen(performance.now());
    else requestAnimationFrame(look);
  };
  let seen;
  window.ready_at = new Promise((then) => (seen = then));
  look();
})()"""
READY_AT = "() => window.ready_at"
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True)
class Place:
    """A page, what has to be seen of it before somebody can do what it is for, and the room that it needs."""

    name: str
    ready: str
    game: str = ""
    options: dict[str, object] = field(default_factory=dict)


PLACES = (
    Place("home", "main a.btn.primary, main .games a, main article a"),
    Place("cities", ".cell-at.grip", "cities"),
    Place("towar", ".place.open", "towar", {"armies": "west,north", "begins": "first"}),
    Place("adlg", ".orders-panel .corps", "adlg", {"scenario": "skirmish"}),
)


@dataclass
class Load:
    """What came over the line for one visit."""

    kinds: dict[str, str] = field(default_factory=dict)
    came: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def listen(self, session: CDPSession) -> None:
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._told)

    def _answered(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = KINDS.get(event["type"], "answers")

    def _finished(self, event: dict[str, Any]) -> None:
        kind = self.kinds.get(event["requestId"], "answers")
        self.came[kind] += int(event["encodedDataLength"])
        self.asked[kind] += 1

    def _told(self, event: dict[str, Any]) -> None:
        frame = event["response"]
        packed = frame["opcode"] == 2  # then it is told in base64
        self.came["socket"] += len(frame["payloadData"]) * (3 if packed else 4) // 4


def measure() -> list[dict[str, Any]] | None:
    """A row for home and for a room of each game; None where there is no browser or no app."""
    for what, there, bringer in (("Chromium", CHROMIUM, "make browser"), ("the app", APP.exists(), "make web")):
        if not there:
            print(f"first_load: {what} is not here; `{bringer}` brings it")
            return None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = AppServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            return [_measured(server, browser, place) for place in PLACES]
        finally:
            browser.close()
            server.stop()


def _measured(server: AppServer, browser: Browser, place: Place) -> dict[str, Any]:
    visits = [_visited(server, browser, place) for _ in range(ROUNDS)]
    first, again = visits[0][0], visits[0][1]
    row = {
        "page": place.name,
        "kilobytes": round(sum(first.came.values()) / 1000, 1),
        "kinds": {kind: round(came / 1000, 1) for kind, came in sorted(first.came.items())},
        "requests": first.asked.total(),
        "again_kilobytes": round(sum(again.came.values()) / 1000, 1),
        "paint_ms": round(median(paint for _, _, paint, _ in visits)),
        "ready_ms": round(median(ready for *_, ready in visits)),
    }
    print(f"first_load: {row}, wanted at most {WANTED}")
    return row


def _visited(server: AppServer, browser: Browser, place: Place) -> tuple[Load, Load, float, float]:
    """The first visit of somebody who was never here, what a second one costs, and the times of the first."""
    path = _path(server, place)
    context = browser.new_context(viewport=PHONE, locale="en-GB", is_mobile=True, has_touch=True)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SEEN.replace("READY", repr(place.ready)))
    try:
        first, paint, ready = _opened(context, server.url + path, place.ready)
        again, _, _ = _opened(context, server.url + path, place.ready)
        return first, again, paint, ready
    finally:
        context.close()


def _opened(context: BrowserContext, address: str, ready: str) -> tuple[Load, float, float]:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    bytes_a_second = BITS_A_SECOND / 8
    line = {"latency": LATENCY_MS, "downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second / 2}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    load = Load()
    load.listen(session)
    page.goto(address)
    page.locator(ready).first.wait_for()
    seen, paint = page.evaluate(READY_AT), page.evaluate(PAINT)
    page.wait_for_load_state("networkidle")
    page.close()
    return load, float(paint), float(seen)


def _path(server: AppServer, place: Place) -> str:
    if not place.game:
        return "/"
    tokens = {seat: secrets.token_urlsafe(16) for seat in ("first", "second")}
    seats = {seat: {"kind": "person", "token": token} for seat, token in tokens.items()}
    made = server.room(game=place.game, options=place.options, seats=seats, lang="en")
    return f"/room/{made['room']}#first={tokens['first']}"


def too_much(measured: list[dict[str, Any]]) -> list[str]:
    """What is heavier or slower than promised."""
    return [
        f"first_load, {row['page']}, {name}" for row in measured for name, most in WANTED.items() if row[name] > most
    ]
