"""A real server in a process of its own, and the system's Chromium in front of it.

Where Chromium or the built app is missing these tests fail and say what brings it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, expect, sync_playwright

from tests import patience
from tests.lengths import LONG
from tools.app_server import ARGUMENTS, CHROMIUM, LAPTOP, PHONE, AppServer

__all__ = ["AXE", "LOOKS", "PAIRS", "PATIENCE", "ROOT", "AppServer", "Visit", "Visitor", "either", "stop_time", "until"]

ROOT = Path(__file__).parents[2]
APP = ROOT / "src/triarii/server/app_files/index.html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PATIENCE = 250 * patience.ANSWER
"""Milliseconds that anything in a browser may take: the one bound of all waiting here, and only of a hang. A quarter of
what a program gets for an answer, so that whoever broke something is told soon enough."""
LOOKS = [pytest.param("light", False, id="light-laptop"), pytest.param("dark", True, id="dark-phone")]
"""Colours are those of a theme and room is that of a screen: two visits see both of each, a long run all four."""
PAIRS = [pytest.param({}, {"theme": "dark", "phone": True}, id="the-second-on-a-phone")]
"""How two people look at the same: what one alone sees, the other sees in a long run."""
if LONG:
    LOOKS += [pytest.param("dark", False, id="dark-laptop"), pytest.param("light", True, id="light-phone")]
    PAIRS += [pytest.param({"theme": "dark", "phone": True}, {}, id="the-first-on-a-phone")]
UNOPTIMISED = "--js-flags=--no-opt --no-maglev"
"""Pages here live for seconds: to optimise their code is a tenth of all that browsers do, and never pays."""
LONGEST = [
    "test_offline.py",
    "test_adlg_whole.py",
    "test_crawl.py",
    "test_verdicts.py",
    "test_study.py",
    "test_learn.py",
]
"""Files whose tests take long begin first: else at the end one worker is busy and the others wait."""
SOON = 1
"""Seconds: a clock can only be stopped in the future."""
LOOKS_AGAIN = 20
"""Milliseconds between two looks at something of which no event tells."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(patience.TEST))
    if all(Path(__file__).parent in item.path.parents for item in items):
        items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("server"), patience=patience.ANSWER)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, UNOPTIMISED], timeout=PATIENCE)
        yield opened
        opened.close()


def until(page: Page, holds: Callable[[], bool], otherwise: Callable[[], str] = str) -> None:
    """Looks again and again: for what no single element tells. The policy of the app's pages forbids Playwright's own
    way of doing this, which hands them text to evaluate later."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, f"it never came so far: {otherwise()}"
        page.wait_for_timeout(LOOKS_AGAIN)


def stop_time(someone: Visitor) -> None:
    """What is shown for a while stays until it is ended; in a window of one's own whose clock was installed before."""
    someone.page.clock.pause_at(someone.page.evaluate("Date.now() / 1000") + SOON)


def either(*things: Locator) -> Locator:
    """The first that is there, of several things one of which will be."""
    found, *others = things
    for other in others:
        found = found.or_(other)
    return found.first


@dataclass
class Visitor:
    """One person with a browser of their own. Whatever the page complains about is kept and must stay empty."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    _loading: set[Request] = field(default_factory=set)
    """Requests without an answer."""
    _left: bool = False

    def __post_init__(self) -> None:
        self.page.on("console", self._complain)
        self.page.on("pageerror", self._breaks)
        self.page.on("request", self._asks)
        self.page.on("requestfinished", self._knows)
        self.page.on("requestfailed", self._knows)

    def leave(self) -> None:
        """What happens in the window from now on is no business of theirs."""
        if not self._left:
            self.page.remove_listener("console", self._complain)
            self.page.remove_listener("pageerror", self._breaks)
            self.page.remove_listener("request", self._asks)
            self.page.remove_listener("requestfinished", self._knows)
            self.page.remove_listener("requestfailed", self._knows)
        self._left = True

    def _asks(self, request: Request) -> None:
        self._loading.add(request)

    def _knows(self, request: Request) -> None:
        self._loading.discard(request)

    def _complain(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def _breaks(self, wrong: Error) -> None:
        self.complaints.append(str(wrong))

    def open(self, path: str = "/") -> None:
        self._loading.clear()
        self.page.goto(self.url + path)

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def settled(self) -> None:
        """Waits until this seat may act, or the game is over."""
        self.page.wait_for_selector(".cell-at.grip, .ending")

    def loaded(self) -> None:
        """Waits until the page has all that it asked for, and has drawn it."""
        until(self.page, lambda: not self._loading and self._drawn() and not self._loading)

    def _drawn(self) -> bool:
        """Two frames later: then what the last answer changed is shown, and what it made the page ask is asked."""
        return bool(self.page.evaluate(NEXT_FRAME))

    def expected(self, *words: str) -> None:
        """Forgets complaints with one of these words: a page that is not there is told of by the browser too."""
        self.complaints[:] = [said for said in self.complaints if not any(word in said for word in words)]

    def axe(self) -> list[str]:
        """What axe finds on the page as it is now."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[str] = self.page.evaluate(VIOLATIONS)
        return found

    def axe_in_both_looks(self) -> list[str]:
        """The same on a laptop in the light and on a phone in the dark, whichever of them this window is."""
        theme = "dark" if self.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"
        found, size = self.axe(), self.page.viewport_size
        assert size is not None
        self.page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
        self.page.set_viewport_size(LAPTOP if size == PHONE else PHONE)
        self.loaded()
        found += self.axe()
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        self.page.set_viewport_size(size)
        self.loaded()
        return found

    def finds_no_barriers(self) -> None:
        """Axe finds nothing on the page, and it does not scroll sideways."""
        assert self.axe() == []
        assert self.page.evaluate(SIDEWAYS) <= 0, "it scrolls sideways"


NEXT_FRAME = """() => new Promise((go) =>
  requestAnimationFrame(() => requestAnimationFrame(() => go(true))))"""
VIOLATIONS = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) =>
    `${id}: ${help} ${JSON.stringify(nodes.slice(0, 3).map((node) => node.target))}`);
}"""
"""Without the passes, which nobody reads: they are most of what axe tells."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
Visit = Callable[..., Visitor]


@dataclass(frozen=True)
class Look:
    """What a window is like."""

    lang: str
    theme: str
    phone: bool
    less_motion: bool

    def opened(self, browser: Browser) -> Page:
        context = browser.new_context(
            viewport=PHONE if self.phone else LAPTOP,
            locale="de-DE" if self.lang == "de" else "en-GB",
            color_scheme="dark" if self.theme == "dark" else "light",
            has_touch=self.phone,
            is_mobile=self.phone,
            reduced_motion="reduce" if self.less_motion else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        return context.new_page()


@dataclass
class Windows:
    """To open a new one is as much work as most tests do in it: who comes next gets one that was swept clean."""

    browser: Browser
    url: str
    free: dict[Look, list[Page]] = field(default_factory=dict)

    def take(self, look: Look, *, own: bool = False) -> Page:
        """A window; one of somebody's own beside it, in which nobody was before, and which closes after them."""
        free = self.free.get(look)
        window = free.pop() if free else self._opened(look)
        return window.context.new_page() if own else window

    def _opened(self, look: Look) -> Page:
        """Something of the site was shown there: who opens a window beside it goes on in the same process."""
        window = look.opened(self.browser)
        window.goto(f"{self.url}/theme.js")
        return window

    def give_back(self, look: Look, page: Page, urls: Iterable[str]) -> None:
        try:
            window = page.context.pages[0]
            self.sweep(window, urls)
        except (Error, IndexError):  # it was closed, or shows nothing of ours
            page.context.close()
        else:
            self.free.setdefault(look, []).append(window)

    def sweep(self, window: Page, urls: Iterable[str]) -> None:
        """Nothing that was kept, allowed or visited is left of these sites."""
        for other in window.context.pages:
            if other is not window:
                other.close()
        if window.url != "about:blank":
            window.evaluate("sessionStorage.clear()")
            window.goto("about:blank")
        window.context.clear_permissions()
        devtools = window.context.new_cdp_session(window)
        for url in urls:
            devtools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        devtools.send("Page.resetNavigationHistory")
        devtools.detach()


@pytest.fixture(scope="session")
def windows(browser: Browser, server: AppServer) -> Windows:
    return Windows(browser, server.url)


@pytest.fixture
def visit(windows: Windows) -> Iterator[Visit]:
    """Lets people in: `visit(lang="de", theme="dark", phone=True)`. Who changes the window itself (its size, what runs
    in it, the paper that it prints on) has one of their own: `visit(own_window=True)`. Who changes the clock, which all
    windows of a browser share, has a whole browser: `visit(own_clock=True)`."""
    lent: list[tuple[Look, Visitor]] = []
    own: list[Visitor] = []

    def let_in(
        *,
        lang: str = "en",
        theme: str = "light",
        phone: bool = False,
        less_motion: bool = True,
        own_window: bool = False,
        own_clock: bool = False,
    ) -> Visitor:
        look = Look(lang, theme, phone, less_motion)
        if own_clock:
            own.append(Visitor(look.opened(windows.browser), windows.url))
            return own[-1]
        lent.append((look, Visitor(windows.take(look, own=own_window), windows.url)))
        return lent[-1][1]

    yield let_in
    for visitor in own:
        visitor.page.context.close()
    for look, visitor in lent:
        visitor.leave()
        windows.give_back(look, visitor.page, {windows.url, visitor.url})
    assert [someone.complaints for someone in (*own, *(visitor for _, visitor in lent)) if someone.complaints] == []
