"""A real server in a process of its own, and the system's Chromium in front of it.

Where Chromium or the built app is missing these tests fail and say what brings it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tools.house import ARGUMENTS, CHROMIUM, LAPTOP, PHONE, House

__all__ = ["AXE", "ROOT", "House", "Visit", "Visitor"]

ROOT = Path(__file__).parents[2]
APP = ROOT / "src/triarii/server/app_files/index.html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PATIENCE = 20_000
"""Milliseconds: a busy machine is slow, not wrong."""


@pytest.fixture(scope="session", autouse=True)
def everything_is_there() -> None:
    for what, there, bringer in [
        ("Chromium", CHROMIUM is not None, "make browser"),
        ("the app, built into the package,", APP.exists(), "make web"),
        ("axe-core, which looks for barriers on a page,", AXE.exists(), "make web"),
    ]:
        if not there:
            pytest.fail(f"The tests in the browser need {what} and it is not here: {bringer} brings it.", pytrace=False)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@dataclass
class Visitor:
    """One person with a browser of their own. Whatever the page complains about is kept and must stay empty."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def square(self, name: str) -> Any:
        return self.page.locator(f'[data-square="{name}"]')

    def settled(self) -> None:
        """Waits until this seat may act, or the game is over."""
        self.page.wait_for_selector(".cell-at.grip, .ending")

    def expected(self, *words: str) -> None:
        """Forgets complaints with one of these words: a page that is not there is told of by the browser too."""
        self.complaints[:] = [said for said in self.complaints if not any(word in said for word in words)]

    def axe(self) -> list[str]:
        """What axe finds on the page as it is now."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")
        return [
            f"{finding['id']}: {finding['help']} {[node['target'] for node in finding['nodes'][:3]]}"
            for finding in found["violations"]
        ]


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Lets people in: `visit(lang="de", theme="dark", phone=True)`."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def let_in(*, lang: str = "en", theme: str = "light", phone: bool = False, less_motion: bool = True) -> Visitor:
        context = browser.new_context(
            viewport=PHONE if phone else LAPTOP,
            locale="de-DE" if lang == "de" else "en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce" if less_motion else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        visitor = Visitor(context.new_page(), house.url)
        visitor.page.on("console", lambda said: _complain(visitor, said.type, said.text))
        visitor.page.on("pageerror", lambda wrong: visitor.complaints.append(str(wrong)))
        visitors.append(visitor)
        return visitor

    yield let_in
    for context in contexts:
        context.close()
    assert [visitor.complaints for visitor in visitors if visitor.complaints] == []


def _complain(visitor: Visitor, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        visitor.complaints.append(text)
