"""The app without a server: how large the folder of static files is, what a browser has to fetch, and how long it takes
until a game can be played there: in seconds, and in the work of the browser's processes, with the rules compiled
beforehand and, in turn with it, compiled at the start."""

from __future__ import annotations

import os
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
            "rules_megabytes": round(len(python_pack.packed(FILES)) / 1e6, 2),
        }
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        rules = folder / "python" / "triarii.zip"
        packs = {"": rules.read_bytes(), "_from_text": python_pack.packed(Path("nothing compiled"))}
        found["rules_as_text_megabytes"] = round(len(packs["_from_text"]) / 1e6, 2)
        with served(folder) as url:
            for game, ready in READY.items():
                spent: dict[str, list[tuple[float, float]]] = {kind: [] for kind in packs}
                for _ in range(ROUNDS):
                    for kind, pack in packs.items():
                        rules.write_bytes(pack)
                        spent[kind].append(until_ready(browser, f"{url}/learn/{game}", ready))
                for kind, times in spent.items():
                    found[f"{game}{kind}_seconds"] = round(median(wall for wall, _ in times), 1)
                    found[f"{game}{kind}_cpu_seconds"] = round(median(work for _, work in times), 1)
        browser.close()
    for name, value in found.items():
        print(f"offline {name}: {value}")
    return found


def until_ready(browser: Browser, address: str, ready: str) -> tuple[float, float]:
    """Seconds from nothing to a board on which something can be done, in a browser that has nothing of it; and those of
    its processes' work, which others on the machine disturb less."""
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    page = context.new_page()
    begun, worked = time.perf_counter(), work_of_children()
    page.goto(address)
    page.wait_for_selector(ready, timeout=PATIENCE)
    spent = time.perf_counter() - begun, work_of_children() - worked
    context.close()
    return spent


def work_of_children() -> float:
    """CPU seconds of all living processes below this one; 0 where the system does not tell."""
    tick, parents, work = os.sysconf("SC_CLK_TCK"), {}, {}
    for process in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = process.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        parents[int(process.parent.name)] = int(words[1])
        work[int(process.parent.name)] = (int(words[11]) + int(words[12])) / tick

    def below(pid: int) -> bool:
        return pid in parents and (parents[pid] == os.getpid() or below(parents[pid]))

    return sum(seconds for pid, seconds in work.items() if below(pid))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server of plain files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
