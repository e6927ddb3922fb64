"""Every link and button is pressed once: each does something or says why not. What many pages have is pressed on one of
them, a long run presses it on each. Of links to pages that are looked at here anyway, one on each page is, and of a
long row of choices or chapters the first and the last. In German every page has the same things in the same order, and
all its texts are those of the same keys. No page shows anything unfinished, nor ids, keys, settings and seals, which
are for programs. Axe finds nothing on any and none scrolls sideways, on a laptop in the light and on a phone in the
dark."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.lengths import LONG
from tools.app_server import LAPTOP
from triarii.games.adlg.battle.preparation import Task

from .both_languages import Said, differences, heading_of_nothing, said_on, technical, unfinished
from .conftest import PATIENCE, AppServer, Visit, Visitor
from .test_adlg_setup import position_at

CAPTURE = "10/6fff1/10/10/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
CHAIN = "west-north t.k/.a./.Sr/FQC 1 F K1-b2 0-0"
HANDS = "west-north t.k/.a./.Sr/FQC 1 - K1F1-b1t1 0-0"
ARMIES = {"armies": "west,north", "begins": "first"}
PROCEDURE = {"setup": "procedure", "first_army": "vikings", "second_army": "saxons"}

Stage = Callable[[Visitor, AppServer], str]
"""Brings somebody to a page, and tells what shows that it is there."""


def at(path: str, ready: str = "main h1") -> Stage:
    def stage(someone: Visitor, server: AppServer) -> str:
        someone.page.goto("about:blank")
        someone.open(path)
        someone.page.wait_for_selector(ready)
        return ready

    return stage


def room(
    game: str,
    start: str | Callable[[], str],
    *,
    ready: str,
    both: bool = False,
    over: bool = False,
    options: dict[str, Any] | None = None,
) -> Stage:
    """A new room each time: what was pressed before may have ended the last."""

    def stage(someone: Visitor, server: AppServer) -> str:
        tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
        seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
        begins = start if isinstance(start, str) else start()
        made = server.room(game=game, start=begins, seats=seats, options=options or {})
        held = tokens if both else {"first": tokens["first"]}
        at(f"/room/{made['room']}#" + "&".join(f"{name}={token}" for name, token in held.items()), ready)(
            someone, server
        )
        if not over:
            return ready
        someone.page.locator(".controls .btn").last.click()
        someone.page.locator(".controls .btn.danger").click()
        someone.page.wait_for_selector(".ending")
        return ".ending"

    return stage


def joining(someone: Visitor, server: AppServer) -> str:
    seats = {"first": {"kind": "person", "token": secrets.token_urlsafe(16)}, "second": {"kind": "person"}}
    made = server.room(game="towar", seats=seats)
    return at(f"/join/{made['room']}#{made['invitations']['second']}", "form")(someone, server)


def watching(someone: Visitor, server: AppServer) -> str:
    seats = {name: {"kind": "person", "token": secrets.token_urlsafe(16)} for name in ("first", "second")}
    made = server.room(game="cities", start=CAPTURE, seats=seats)
    return at(f"/watch/{made['room']}#{made['watch']}", "[role=grid]")(someone, server)


GRIP = ".cell-at.grip"
PLAYABLE = "main a.btn[href^='/new/']"
"""The server has looked at what is edited."""
PAGES = {
    "home": ("/", ".box .btn.primary"),
    "new cities": ("/new/cities", "form"),
    "new towar": ("/new/towar", "form"),
    "rules cities": ("/rules/cities", ".rule"),
    "rules towar": ("/rules/towar", ".rule"),
    "learn cities": ("/learn/cities", GRIP),
    "learn towar": ("/learn/towar", ".place.open"),
    "puzzles cities": ("/puzzles/cities", GRIP),
    "puzzles towar": ("/puzzles/towar", ".place.open"),
    "puzzles adlg": ("/puzzles/adlg", ".reply [role=radio]"),
    "editor cities": ("/editor/cities", PLAYABLE),
    "editor cities position": ("/editor/cities#position", PLAYABLE),
    "editor towar": ("/editor/towar", PLAYABLE),
    "editor towar position": ("/editor/towar#position", PLAYABLE),
    "editor adlg position": ("/editor/adlg", PLAYABLE),
    "new adlg": ("/new/adlg", "[data-scenario]"),
    "rules adlg": ("/rules/adlg", ".rule"),
    "learn adlg": ("/learn/adlg", ".field [data-unit]"),
    "odds": ("/adlg/odds", "main button"),
    "companion": ("/adlg/companion", "h1 + .chip"),
    "reference": ("/adlg/reference", "main table"),
    "armies": ("/adlg/armies", ".armies input"),
    "readings": ("/adlg/readings", "main h2"),
    "people": ("/people", ".people:has(.open li) .watch :is(ul, p)"),
    "mine": ("/mine", "main .btn"),
    "profile": ("/profile", "main .btn"),
    "tournament": ("/tournament", "main .btn"),
    "replays": ("/replays", "main h1"),
    "study": ("/study", "main h1"),
    "about": ("/about", "main h1"),
    "privacy": ("/privacy", "main h1"),
    "not found": ("/nowhere", "main h1"),
    "no room": ("/room/nowhere1", "main h1"),
}
"""Addresses, each with what shows that the page is there."""
OPENED = {path.split("#")[0] for path, _ in PAGES.values()}
STAGES: dict[str, Stage] = {
    **{name: at(*page) for name, page in PAGES.items()},
    "room adlg": room("adlg", "", ready=".btn.corps", options={"scenario": "drill_charge"}),
    "room adlg set-up": room(
        "adlg", partial(position_at, Task.REGION), ready=".panel-of-setup .btn", options=PROCEDURE
    ),
    "join": joining,
    "watch": watching,
    "room cities": room("cities", CAPTURE, ready=GRIP),
    "room cities over": room("cities", CAPTURE, ready=GRIP, over=True),
    "room towar": room("towar", CHAIN, ready=".place.open", options=ARMIES),
    "room towar armies": room("towar", "", ready=".tile", options={"begins": "first"}),
    "curtain": room("towar", HANDS, ready=".curtain", both=True, options=ARMIES | {"variant": "hand_of_three"}),
}

FOUND = "a[href], button, summary, [role=button]"
"""Fields are for typing; squares and cells of a board are played in the tests of the games."""
LONG_ROW = 12
"""Alike things side by side that are one control with many values: troops, scenarios, chapters."""
LIST = """([found, long]) => {
  const within = (one) => one.parentElement.children.length > 1 ? one.parentElement : one.parentElement.parentElement;
  const kind = (one) => `${one.tagName} ${one.className} ${(one.getAttribute('href') || '').startsWith('#')}`;
  const alike = (one) => [...within(one).querySelectorAll(found)].filter((other) => kind(other) === kind(one));
  const amid = (one) => {
    const row = alike(one);
    return row.length > long && one !== row[0] && one !== row.at(-1);
  };
  return [...document.querySelectorAll(found)].filter((one) => one.checkVisibility()).map((one) => ({
  label: (one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\\s+/g, ' '),
  link: one.getAttribute('href') || '',
  shared: Boolean(one.closest('header.bar, footer.foot')),
  // Shown when it is focused.
  aside: one.getBoundingClientRect().bottom + scrollY < 0 || one.getBoundingClientRect().right < 0,
  look: one.className,
  current: one.getAttribute('aria-pressed') === 'true' || Boolean(one.getAttribute('aria-current')),
  amid: amid(one),
}))}"""
LEADS_NOWHERE = """() => [...document.querySelectorAll('a[href^="#"]')]
  .filter((one) => !document.getElementById(decodeURIComponent(one.hash.slice(1)))).map((one) => one.href)"""
LINKED = "() => [...document.querySelectorAll('a[href^=\"/\"]')].map((one) => one.pathname)"
ROOMS = ("/room/", "/watch/")
"""Addresses of games, of which the list on the front page has those that anybody may watch."""
AT = "([found, at]) => [...document.querySelectorAll(found)].filter((one) => one.checkVisibility())[at]"
STATE = """() => {
  const all = [location.href, document.title, document.documentElement.lang, document.documentElement.dataset.theme,
    document.body.innerHTML, scrollY, document.activeElement?.matches('main, h1, input'),
    [...document.querySelectorAll('input,select,textarea')].map((one) => one.value + one.checked)].join('|');
  let hash = 0;
  for (let i = 0; i < all.length; i++) hash = (31 * hash + all.charCodeAt(i)) | 0;
  return [all.length, hash];
}"""
KEPT = "() => [{ ...localStorage }, { ...sessionStorage }]"
ANEW = """async ([to, kept]) => {
  [localStorage, sessionStorage].forEach((storage, i) => {
    storage.clear();
    for (const [name, value] of Object.entries(kept[i])) storage.setItem(name, value);
  });
  const shown = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  for (const path of ["/nowhere", to]) {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
    scrollTo(0, 0);
    await shown();
  }
}"""
"""Leaves a page and comes back to it, as the app does by itself: the page is made anew, the app is not loaded."""
OTHER_LOOKS = (("dark", False), ("light", True)) if LONG else ()
"""Theme, and whether it is a phone: the other two are seen anyway."""
Known = set[tuple[str, str]]
"""Names and looks of things, be they on this page or on that."""
GLANCE = 300
"""Milliseconds for a thing on a page that is not fresh any more; if it seems dead, it is pressed on a fresh one."""
MOMENT = 3000
"""Milliseconds until such a thing can be reached: what was pressed before may have covered it."""
EXPECTED = ("422", "404", "WebSocket", "no_seat")
"""A live check that refuses and a room that is not there are told by the browser too."""


def alike(things: list[dict[str, Any]], wanted: dict[str, Any]) -> list[int]:
    """Where things of the same name stand."""
    return [i for i, one in enumerate(things) if (one["label"], one["link"]) == (wanted["label"], wanted["link"])]


def name_and_look(thing: dict[str, Any]) -> tuple[str, str]:
    """The same part of the app, on whichever page; its look names the component that it belongs to."""
    return thing["label"], thing["look"]


def nearest(things: list[dict[str, Any]], wanted: dict[str, Any], place: int) -> int | None:
    """Where the same thing is now: a list may have grown or shrunk."""
    return min(alike(things, wanted), key=lambda i: abs(i - place), default=None)


@dataclass
class Crawl:
    """What was pressed on a page, and which addresses have been opened from there."""

    someone: Visitor
    server: AppServer
    known: Known = field(default_factory=set)
    """What was pressed already, here or elsewhere: no need to do it again."""
    links: set[str] = field(default_factory=set)
    pressed: int = 0
    signs: int = 0
    """Downloads, file dialogs and printing, which change nothing on the page."""
    said: list[Said] = field(default_factory=list)
    """All that stood on the page before anything was pressed."""
    untouched: object = None
    """The page as it was when it was fresh, to the letter."""
    kept: object = None
    """What the browser kept then: the language, drafts, seats."""
    address: str = ""
    ready: str = ""
    """What shows that the page is there."""

    @property
    def page(self) -> Page:
        return self.someone.page

    def listen(self) -> None:
        def sign(_: object) -> None:
            self.signs += 1

        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.expose_function("printed", lambda: sign(None))
        self.page.add_init_script("window.print = () => window.printed()")
        self.page.on("download", sign)
        self.page.on("filechooser", sign)

    def visit(self, name: str, stage: Stage, *, shared: bool) -> None:
        """Presses all that is on a page, again from a fresh one whenever it has become another. Before anything was
        pressed it is looked at: for barriers too."""
        things, number, touched = self.begin(stage), 0, False
        self.said = said_on(self.page)
        self.someone.finds_no_barriers()
        assert self.page.evaluate(LEADS_NOWHERE) == []
        assert {link for link in self.page.evaluate(LINKED) if not link.startswith(ROOMS)} <= OPENED
        path = self.page.url
        while number < len(things):
            thing, at = things[number], number
            number += 1
            if thing["amid"] or (thing["shared"] and not shared) or self.followed(thing["link"], all_of_them=shared):
                continue
            if name_and_look(thing) in self.known:
                continue
            if touched and not (
                self.pressed_again(things, at, path) or (self.comes_back() and self.pressed_again(things, at, path))
            ):
                self.page.evaluate("localStorage.clear()")  # language, theme, drafts and rooms are kept there
                things, path = self.begin(stage), self.page.url
                again = nearest(things, thing, at)
                if again is None:  # it stood only on the page as it was before
                    touched = False
                    continue
                at, touched = again, False
                number = at + 1
            if not touched:
                assert self.press(thing, at, PATIENCE), f"{name}: {thing['label'] or thing['link']} is dead"
            touched = True
            if not LONG and (not thing["link"] or thing["link"].startswith("#")):
                self.known.add(name_and_look(thing))

    def followed(self, link: str, *, all_of_them: bool) -> bool:
        """Whether an address was opened from here; or it is a page with a test of its own, and another such was."""
        address = link.partition("#")[0]
        alike = address in OPENED and not all_of_them and not OPENED.isdisjoint(self.links)
        return bool(address) and (address in self.links or alike)

    def begin(self, stage: Stage) -> list[dict[str, Any]]:
        self.ready = stage(self.someone, self.server)
        self.someone.loaded()
        self.address = self.page.url.removeprefix(self.someone.url)
        self.untouched, self.kept = self.page.evaluate(STATE), self.page.evaluate(KEPT)
        return self.things()

    def comes_back(self) -> bool:
        """Whether the page could be made anew without loading the app again, and is as it was when it was fresh."""
        if not self.page.url.startswith(self.someone.url):
            return False
        try:
            self.page.evaluate(ANEW, [self.address, self.kept])
            self.page.wait_for_selector(self.ready, timeout=MOMENT)
            self.someone.loaded()
            return bool(self.page.evaluate(STATE) == self.untouched)
        except Error:  # what was pressed before has only now led to another page, or to one that is not ready so soon
            return False

    def things(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(LIST, [FOUND, LONG_ROW])
        return found

    def pressed_again(self, things: list[dict[str, Any]], at: int, path: str) -> bool:
        """Presses a thing on a page on which others were pressed before; False if it is not there any more, or could be
        another with the same name, or does nothing as the page is now."""
        if self.page.url.split("#")[0] != path.split("#", maxsplit=1)[0] or self.page.locator("dialog[open]").count():
            return False
        now, wanted = self.things(), things[at]
        place = at if at < len(now) and now[at] == wanted else None
        if place is None:
            before, after = alike(things, wanted), alike(now, wanted)
            if len(before) != len(after):
                return False
            place = after[before.index(at)]
            if now[place] != wanted:
                return False
        try:
            return self.press(now[place], place, GLANCE)
        except Error:  # what was pressed before has only now led to another page
            return False

    def press(self, thing: dict[str, Any], at: int, patience: float) -> bool:
        """Whether it does anything."""
        before, signs = self.page.evaluate(STATE), self.signs
        found = self.page.evaluate_handle(AT, [FOUND, at]).as_element()
        assert found is not None
        reached = max(patience, MOMENT)
        if thing["aside"]:
            found.press("Enter", timeout=reached)
        else:
            found.click(force=found.get_attribute("aria-disabled") == "true", timeout=reached)
        end = time.monotonic() + patience / 1000
        # Whoever is there already need not go anywhere.
        while not thing["current"] and self.signs == signs and self.page.evaluate(STATE) == before:
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(10)
        self.pressed += 1
        if thing["link"]:
            self.links.add(thing["link"].split("#")[0])
        self.someone.loaded()
        if thing["link"].startswith("/"):
            self.page.wait_for_selector("h1", state="attached")
        return True


@pytest.fixture(scope="session")
def known() -> Known:
    """What this worker has pressed."""
    return set()


@pytest.mark.parametrize("name", STAGES)
def test_every_link_and_button_does_something_or_says_why_not_and_in_german_all_is_the_same(
    visit: Visit, server: AppServer, known: Known, name: str
) -> None:
    # First: what is pressed may begin games that others are told of.
    german = visit(lang="de", theme="dark", phone=True, own_window=True)
    STAGES[name](german, server)
    german.loaded()
    german.finds_no_barriers()
    german.page.set_viewport_size(LAPTOP)
    german.loaded()
    said = said_on(german.page)
    crawl = Crawl(visit(own_window=True), server, known)
    crawl.listen()
    crawl.visit(name, STAGES[name], shared=False)
    assert crawl.pressed > 0 or known
    assert len(crawl.said) > 10
    names = server.names()
    assert differences(crawl.said, said, " ".join(names)) == []
    assert unfinished([*crawl.said, *said]) == []
    assert technical([*crawl.said, *said], names) == []
    assert (Said("h1", heading_of_nothing("en")) in crawl.said) == (name == "not found")
    seen = [crawl.someone, german]
    for theme, phone in OTHER_LOOKS:
        seen.append(visit(lang="de" if phone else "en", theme=theme, phone=phone))
        STAGES[name](seen[-1], server)
        seen[-1].loaded()
        seen[-1].finds_no_barriers()
    for someone in seen:
        someone.leave()  # a look that is under way may complain
        someone.expected(*EXPECTED)


def test_the_bar_and_the_footer_lead_somewhere_on_every_page(visit: Visit, server: AppServer) -> None:
    crawl = Crawl(visit(own_window=True), server)
    crawl.listen()
    crawl.visit("bar and footer", STAGES["privacy"], shared=True)
    assert crawl.pressed > 8
