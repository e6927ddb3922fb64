"""The app without a server: how large the folder of static files is, what a browser has to fetch, and how long it takes
until a game can be played there, the first time and once it is kept."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM, LAPTOP
from triarii.cli import main
from triarii.server import python_pack
from triarii.server.built import FILES, built

ROUNDS = 3
PATIENCE = 180_000
READY = {"cities": ".cell-at.grip", "towar": ".place.open", "adlg": ".orders-panel .btn"}
"""By game: what is seen of its first lesson once it can be played."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


def measure() -> dict[str, float]:
    """Prints and returns what was found; empty where there is no browser or no app."""
    if CHROMIUM is None or not built(FILES):
        print("offline: it takes Chromium and the built app.")
        return {}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place) / "site"
        if main(["export", "site", str(folder), "--lang", "en"]):
            return {}
        found = {
            "site_megabytes": round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6, 1),
            "python_megabytes": round(sum(path.stat().st_size for path in (folder / "python").iterdir()) / 1e6, 1),
            "rules_megabytes": round(len(python_pack.packed()) / 1e6, 2),
        }
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with served(folder) as url:
            for game, ready in READY.items():
                times = [until_ready(browser, f"{url}/learn/{game}", ready) for _ in range(ROUNDS)]
                found[f"{game}_seconds"] = round(median(times), 1)
        browser.close()
    for name, value in found.items():
        print(f"offline {name}: {value}")
    return found


def until_ready(browser: Browser, address: str, ready: str) -> float:
    """Seconds from nothing to a board on which something can be done, in a browser that has nothing of it."""
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(ready, timeout=PATIENCE)
    spent = time.perf_counter() - begun
    context.close()
    return spent


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server of plain files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
