"""Every link and button of every page is pressed, in both languages: each does something or says why not."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from .conftest import House, Visit, Visitor

CAPTURE = "10/6fff1/10/10/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
CHAIN = "west-north t.k/.a./.Sr/FQC 1 F K1-b2 0-0"
HANDS = "west-north t.k/.a./.Sr/FQC 1 - K1F1-b1t1 0-0"
ARMIES = {"armies": "west,north", "begins": "first"}
PROCEDURE = {"setup": "procedure", "first_army": "vikings", "second_army": "saxons"}

Stage = Callable[[Visitor, House], None]


def at(path: str, ready: str = "main h1") -> Stage:
    def stage(someone: Visitor, house: House) -> None:
        someone.page.goto("about:blank")
        someone.open(path)
        someone.page.wait_for_selector(ready)

    return stage


def room(
    game: str, start: str, *, ready: str, both: bool = False, over: bool = False, options: dict[str, Any] | None = None
) -> Stage:
    """A new room each time: what was pressed before may have ended the last."""

    def stage(someone: Visitor, house: House) -> None:
        tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
        seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
        made = house.room(game=game, start=start, seats=seats, options=options or {})
        held = tokens if both else {"first": tokens["first"]}
        at(f"/room/{made['room']}#" + "&".join(f"{name}={token}" for name, token in held.items()), ready)(
            someone, house
        )
        if over:
            someone.page.locator(".panel .btn").last.click()
            someone.page.locator(".panel .btn.danger").click()
            someone.page.wait_for_selector(".ending")

    return stage


def joining(someone: Visitor, house: House) -> None:
    seats = {"first": {"kind": "person", "token": secrets.token_urlsafe(16)}, "second": {"kind": "person"}}
    made = house.room(game="towar", seats=seats)
    at(f"/join/{made['room']}#{made['invitations']['second']}", "form")(someone, house)


def watching(someone: Visitor, house: House) -> None:
    seats = {name: {"kind": "person", "token": secrets.token_urlsafe(16)} for name in ("first", "second")}
    made = house.room(game="cities", start=CAPTURE, seats=seats)
    at(f"/watch/{made['room']}#{made['watch']}", "[role=grid]")(someone, house)


GRIP = ".cell-at.grip"
STAGES: dict[str, Stage] = {
    "home": at("/", ".box .btn.primary"),
    "new cities": at("/new/cities", "form"),
    "new towar": at("/new/towar", "form"),
    "rules cities": at("/rules/cities", ".rule"),
    "rules towar": at("/rules/towar", ".rule"),
    "learn cities": at("/learn/cities", GRIP),
    "learn towar": at("/learn/towar", ".place.open"),
    "editor cities": at("/editor/cities", "[role=grid]"),
    "editor cities position": at("/editor/cities#position", "[role=grid]"),
    "editor towar": at("/editor/towar", "main input"),
    "editor towar position": at("/editor/towar#position", "[role=grid]"),
    "new adlg": at("/new/adlg", "[data-scenario]"),
    "rules adlg": at("/rules/adlg", ".rule"),
    "learn adlg": at("/learn/adlg", ".field [data-unit]"),
    "odds": at("/adlg/odds", "main button"),
    "companion": at("/adlg/companion", "main .btn"),
    "reference": at("/adlg/reference", "main table"),
    "armies": at("/adlg/armies", ".armies input"),
    "readings": at("/adlg/readings", "main h2"),
    "room adlg": room("adlg", "", ready=".field [data-unit]", options={"scenario": "drill_charge"}),
    "room adlg set-up": room("adlg", "", ready=".setup", both=True, options=PROCEDURE),
    "replays": at("/replays"),
    "study": at("/study"),
    "about": at("/about"),
    "privacy": at("/privacy"),
    "not found": at("/nowhere"),
    "no room": at("/room/nowhere1"),
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
LIST = """found => [...document.querySelectorAll(found)].filter((one) => one.checkVisibility()).map((one) => ({
  label: (one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\\s+/g, ' '),
  link: one.getAttribute('href') || '',
  shared: Boolean(one.closest('header.bar, footer.foot')),
  aside: one.getBoundingClientRect().bottom < 0 || one.getBoundingClientRect().right < 0, // shown when focused
  leads: one.classList.contains('primary') || one.classList.contains('grow'),
  current: one.getAttribute('aria-pressed') === 'true' || Boolean(one.getAttribute('aria-current')),
}))"""
STATE = """() => [location.href, document.title, document.documentElement.lang, document.documentElement.dataset.theme,
  document.body.innerHTML, scrollY, document.activeElement?.matches('main, h1, input'),
  [...document.querySelectorAll('input,select,textarea')].map((one) => one.value + one.checked)].join('|')"""
PATIENCE = 8000
EXPECTED = ("422", "404", "WebSocket", "no_seat")
"""A live check that refuses and a room that is not there are told by the browser too."""


def nearest(things: list[dict[str, Any]], wanted: dict[str, Any], place: int) -> int | None:
    """Where the same thing is now: a list may have grown or shrunk."""
    same = [i for i, one in enumerate(things) if (one["label"], one["link"]) == (wanted["label"], wanted["link"])]
    return min(same, key=lambda i: abs(i - place), default=None)


@dataclass
class Crawl:
    """One language: what was pressed, what stayed dead, which addresses have been opened."""

    someone: Visitor
    house: House
    links: set[str] = field(default_factory=set)
    dead: list[str] = field(default_factory=list)
    pressed: int = 0
    signs: int = 0
    """Downloads, file dialogs and printing, which change nothing on the page."""

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
        """Presses all that is on a page, again from a fresh one whenever it has become another."""
        stage(self.someone, self.house)
        number, fresh = 0, True
        path, things = self.page.url, self.page.evaluate(LIST, FOUND)
        while number < len(things):
            thing = things[number]
            number += 1
            skipped = thing["shared"] and not shared
            if skipped or (thing["link"] and thing["link"].split("#")[0] in self.links):
                continue
            if not fresh or not self.same(path, len(things)):
                self.page.evaluate("localStorage.clear()")  # language, theme, drafts and rooms are kept there
                stage(self.someone, self.house)
                path, fresh = self.page.url, True
                again = self.page.evaluate(LIST, FOUND)
                place = nearest(again, thing, number - 1)
                if place is None:  # it stood only on the page as it was before
                    continue
                things, number = again, place + 1
            said = f"{name}: {thing['label'] or thing['link']}"
            try:
                self.press(said, thing, number - 1)
            except Error:  # what was pressed before has only now led to another page
                stage(self.someone, self.house)
                path = self.page.url
                self.press(said, thing, number - 1)
            fresh = not thing["link"] and self.same(path, len(things))

    def same(self, path: str, things: int) -> bool:
        """Still the page as it was, as far as the next thing is concerned."""
        now = (self.page.url, len(self.page.evaluate(LIST, FOUND)), self.page.locator("dialog[open]").count())
        return now == (path, things, 0)

    def press(self, name: str, thing: dict[str, Any], at: int) -> None:
        before, signs = self.page.evaluate(STATE), self.signs
        found = self.page.locator(FOUND).locator("visible=true").nth(at)
        if thing["aside"]:
            found.press("Enter")
        else:
            found.click(timeout=4000, force=found.get_attribute("aria-disabled") == "true")
        self.pressed += 1
        if thing["link"]:
            self.links.add(thing["link"].split("#")[0])
            if thing["link"].startswith("/"):
                self.page.wait_for_selector("h1", state="attached")
        if thing["leads"]:
            self.page.wait_for_timeout(250)
        if not self.changes(before, signs) and not thing["current"]:
            self.dead.append(name)

    def changes(self, before: str, signs: int) -> bool:
        for _ in range(PATIENCE // 40):
            if self.signs > signs or self.page.evaluate(STATE) != before:
                return True
            self.page.wait_for_timeout(40)
        return False


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_link_and_button_does_something_or_says_why_not(visit: Visit, house: House, lang: str, name: str) -> None:
    crawl = Crawl(visit(lang=lang), house)
    crawl.listen()
    crawl.visit(name, STAGES[name], shared=False)
    assert crawl.dead == []
    assert crawl.pressed > 0
    crawl.someone.expected(*EXPECTED)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_bar_and_the_footer_lead_somewhere_on_every_page(visit: Visit, house: House, lang: str) -> None:
    crawl = Crawl(visit(lang=lang), house)
    crawl.listen()
    crawl.visit("bar and footer", STAGES["privacy"], shared=True)
    assert crawl.dead == []
    assert crawl.pressed > 8


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_unfinished_is_in_the_navigation(visit: Visit, house: House, lang: str) -> None:
    """Every address that a page links is a page with a heading of its own, and no text key shows through."""
    someone = visit(lang=lang)
    someone.open("/nowhere")
    someone.expected("404")
    nothing = someone.page.locator("h1").inner_text()
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        someone.open(path)
        someone.page.wait_for_selector("main h1")
        someone.page.wait_for_load_state("networkidle")
        assert someone.page.locator("h1").first.inner_text() != nothing, path
        shown = someone.page.locator("body").inner_text()
        assert "{" not in shown, path
        assert "undefined" not in shown, path
        found = someone.page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map((one) => one.pathname)")
        waiting += sorted({link for link in found if not link.startswith("/room/")} - seen - set(waiting))
    assert len(seen) >= 12
