"""Pictures of every page of the app in the browser: both languages, both themes, four sizes, into build/screens.

python -m tools.screens [WORD ...]    takes them anew; with words, only those whose name holds one of them
python -m tools.screens --docs        takes only those that our pages show, and puts them into docs/screens too

Beside them lies index.html, a contact sheet to look at all of them.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import itertools
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, ViewportSize, sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM, LAPTOP, PHONE, TABLET, WIDE, AppServer
from tools.contact_sheet import LANGUAGES, SIZES, THEMES, sheet

ROOT = Path(__file__).resolve().parent.parent
SCREENS = ROOT / "build/screens"
SHOWN = ROOT / "docs/screens"
WINDOWS: dict[str, ViewportSize] = {"laptop": LAPTOP, "wide": WIDE, "tablet": TABLET, "phone": PHONE}
TOUCHED = ("tablet", "phone")
QUALITY = 40
PATIENCE = 15_000
QUIET = 6_000
QUESTIONS = 6
"""Answers that the end of a battle may want."""
LONGEST = 1.25
"""Screens of a long page that are shown."""

MIDDLE = "7f2/1f6f1/3h3f2/10/2f3ffF1/10/2F4F2/3H5F/6F3/8FH 1 a1j1d3g3-d8g8a10j10 0"
"""The hero on d3 can go to f6 and encloses two."""
LAST_TWO = "10/8f1/10/10/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
CHAIN = "south-north tka/bar/MSM/SZB 1 B M2B2S1Z1-b1k1r1t2a2 0-0"
HANDS = "west-north t.k/.a./.Sr/FQC 1 - K3F1C2-k2b2t1a1 0-0"
LAST_CARDS = "west-north t../.../.Q./F.S 1 F 0-b1 0-0"
CHARGING = (
    "1 first orders c=c1 p=3+1 ; u1:7000,4000,0:3 u2:8000,4000,0:3 u3:10500,4000,0:3 u4:5500,3500,0:2 u5:3200,3800,0:2 "
    "u6:12500,4000,0:2 e1:11500,8200,18000:4 e2:10500,8200,18000:4 e3:7800,8000,18000:3 e4:6800,8000,18000:3:stakes "
    "e5:3800,6700,18000:3 e6:6000,6500,18000:2 ; c1:@u1 d1:9000,9500,18000 ; - ; -"
)
BREAKING = (
    "3 first orders c=c1 p=4+1 ; u1:7800,8000,0:1 u2:9800,2500,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 "
    "e3:7800,8000,18000:1 ; c1:9000,3000,0 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; "
    "u5:routed u6:routed e1:routed e2:routed e4:routed e5:routed e6:routed"
)
PROCEDURE = {"setup": "procedure", "first_army": "vikings", "second_army": "saxons"}
DEPLOYING = (
    "1 first setup ; e1:9000,12500,18000:4 e2:10000,12500,18000:4 e3:11000,12500,18000:4 e4:9000,13250,18000:4 "
    "e5:10000,13250,18000:4 e6:11000,13250,18000:4 ; d1:@e2 ; - ; - ; begins=first t1:dunes:small:8200,9700,12000 "
    "t2:gentle_hill:small:11200,12800,9000 t3:brush:medium:17500,12400,0 t4:gully:large:2700,4800,4500 "
    "t5:brush:small:8550,3900,4500 t6:plantation:small:1500,1000,0 k1:15250,1000,0 k2:13750,14000,18000 ; "
    "deploy defender=second region=desert picks=dunes!.1.t1,gentle_hill.1.t2,brush.1.t3,gully.0.t4,brush.0.t5,"
    "plantation.0.t6 about=c2 stand=d1"
)
SKIRMISH = ROOT / "tests/golden/adlg_skirmish.jsonl"
"""A battle from its beginning to the break."""
ARMIES = {"begins": "first"}
HAND_OF_THREE = {"armies": "west,north", "begins": "first", "variant": "hand_of_three"}


@dataclass
class Guest:
    """One browser before a running server."""

    page: Page
    server: AppServer
    touch: bool

    def open(self, path: str) -> None:
        # Another document even where only the part behind the # differs.
        self.page.goto("about:blank")
        self.page.goto(self.server.url + path)

    def press(self, place: str) -> None:
        found = self.page.locator(place).first
        found.wait_for()
        if self.touch:
            found.tap()
        else:
            found.click()

    def seat(self, game: str, start: str = "", *, both: bool = False, computer: str = "", **wish: Any) -> None:
        """A room from a position, with this guest on the first seat or on both; on the second may sit a level."""
        tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
        seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
        if computer:
            seats["second"] = {"kind": "computer", "level": computer}
        elif not both:
            seats["second"]["name"] = "Ada"
        made = self.server.room(game=game, start=start, seats=seats, **wish)
        held = tokens if both else {"first": tokens["first"]}
        self.open(f"/room/{made['room']}#" + "&".join(f"{name}={token}" for name, token in held.items()))


Stage = Callable[[Guest], None]


def at(path: str) -> Stage:
    return lambda guest: guest.open(path)


def cities_aimed(guest: Guest) -> None:
    guest.seat("cities", MIDDLE)
    guest.press('.cell-at.grip[data-square="d3"]')
    guest.page.locator('[data-square="f6"].open').wait_for()
    guest.press('[data-square="f6"]') if guest.touch else guest.page.locator('[data-square="f6"]').hover()
    guest.page.locator(".lost").first.wait_for(state="attached")


def cities_over(guest: Guest) -> None:
    guest.seat("cities", LAST_TWO)
    guest.press('.cell-at.grip[data-square="d2"]')
    guest.page.locator('[data-square="d4"].open').wait_for()
    guest.press('[data-square="d4"]')
    if guest.touch:
        guest.press('[data-square="d4"]')
    guest.page.locator(".ending").wait_for()


def study_of(over: Stage) -> Stage:
    def stage(guest: Guest) -> None:
        over(guest)
        guest.press('.ending a[href^="/study#"]')
        guest.page.get_by_role("grid").wait_for()

    return stage


def keys(guest: Guest) -> None:
    cities_aimed(guest)
    guest.page.keyboard.press("?")


def invited(guest: Guest) -> None:
    # A server that only this machine can open has no code to scan.
    found = {"addresses": ["http://192.168.1.20:8000"], "public_url": ""}
    guest.page.route("**/api/network", lambda route: route.fulfill(json=found))
    guest.open("/")
    guest.press(".box .seg button:nth-child(2)")
    guest.press(".box .btn.primary")
    guest.page.locator(".early canvas, .early svg, .early img").first.wait_for()


def joining(guest: Guest) -> None:
    seats = {
        "first": {"kind": "person", "token": secrets.token_urlsafe(16), "name": "Ada"},
        "second": {"kind": "person"},
    }
    made = guest.server.room(game="towar", seats=seats)
    guest.open(f"/join/{made['room']}#{made['invitations']['second']}")
    guest.page.locator("form").wait_for()


def watching(guest: Guest) -> None:
    seats = {
        name: {"kind": "person", "token": secrets.token_urlsafe(16), "name": name.title()}
        for name in ("first", "second")
    }
    made = guest.server.room(game="towar", start=CHAIN, seats=seats, options=ARMIES)
    guest.open(f"/watch/{made['room']}#{made['watch']}")
    guest.page.get_by_role("grid").wait_for()


def towar_chain(guest: Guest) -> None:
    guest.seat("towar", CHAIN, options=ARMIES)
    guest.press('.place.open[data-cell="b1"]')
    guest.page.locator(".btn.way").first.wait_for()


def legend(guest: Guest) -> None:
    towar_chain(guest)
    guest.page.keyboard.press("l")
    guest.page.get_by_role("dialog").wait_for()


def settings(guest: Guest) -> None:
    guest.open("/")
    if not guest.page.locator(".switches .gear").is_visible():
        guest.press(".opener")
    guest.press(".switches .gear")
    guest.page.get_by_role("dialog").wait_for()


def embedded(guest: Guest) -> None:
    watching(guest)
    guest.open(guest.page.url.removeprefix(guest.server.url).replace("/watch/", "/embed/"))
    guest.page.get_by_role("grid").wait_for()


def mine(guest: Guest) -> None:
    guest.seat("cities", MIDDLE)
    guest.page.get_by_role("grid").wait_for()
    guest.open("/mine")


def tournament(guest: Guest) -> None:
    guest.open("/tournament")
    guest.press("main .btn.primary")
    guest.page.wait_for_url("**/tournament/*")


def towar_armies(guest: Guest) -> None:
    guest.seat("towar", options=ARMIES, both=True)
    guest.page.locator(".tile").first.wait_for()


def towar_hand(guest: Guest) -> None:
    guest.seat("towar", HANDS, options=HAND_OF_THREE)
    guest.page.locator(".hand .slot").first.wait_for()


def curtain(guest: Guest) -> None:
    guest.seat("towar", HANDS, options=HAND_OF_THREE, both=True)
    guest.page.locator(".curtain").wait_for()


def towar_over(guest: Guest) -> None:
    guest.seat("towar", LAST_CARDS, options={"armies": "west,north", "begins": "first"}, both=True)
    for cell in ("b1", "c4"):
        guest.press(f'.place.open[data-cell="{cell}"]')
        if guest.touch:
            guest.press(".story .btn.primary")
    guest.page.locator(".ending").wait_for()


def options(game: str) -> Stage:
    return at(f"/new/{game}#option={'city_shelter' if game == 'cities' else 'redisplace'}")


def battle(scenario: str, start: str = "", *, select: str = "") -> Stage:
    """A table of miniatures; with `select`, a unit in hand and the overlays of its moves."""

    def stage(guest: Guest) -> None:
        guest.seat("adlg", start, options={"scenario": scenario})
        guest.page.locator(".field [data-unit]").first.wait_for()
        if select:
            guest.press(f'.field [data-unit="{select}"]')
            guest.page.locator(".orders .btn").first.wait_for()

    return stage


def battle_over(guest: Guest) -> None:
    """An army has lost all but one of its units: with the end of the orders it breaks."""
    guest.seat("adlg", BREAKING, options={"scenario": "drill_charge"}, both=True)
    guest.page.locator(".field [data-unit]").first.wait_for()
    guest.press(".orders-panel .btn.quiet")
    asked, ending = ".orders-panel .note.warn + .row .btn, .answer", guest.page.locator(".ending")
    for _ in range(QUESTIONS):
        guest.page.locator(asked).or_(ending).first.wait_for()
        if ending.count():
            return
        guest.press(f"{asked}, .ending h2")  # the last question may be gone before it is pressed


def planned(guest: Guest) -> None:
    """A battle against the computer with a hint: the plan lies on the table."""
    guest.seat("adlg", options={"scenario": "olive_groves"}, computer="strong")
    guest.page.locator(".field [data-unit]").first.wait_for()
    guest.press(".briefing .btn")
    guest.page.keyboard.press("h")
    guest.page.locator(".intent").first.wait_for(state="attached")


def set_up(start: str = "") -> Stage:
    def stage(guest: Guest) -> None:
        guest.seat("adlg", start, options=PROCEDURE, both=True)
        guest.page.locator(".setup").wait_for()

    return stage


def study_of_a_battle(guest: Guest) -> None:
    guest.open("/study")
    guest.page.locator("input[type=file]").set_input_files(SKIRMISH)
    guest.page.locator(".field [data-unit]").first.wait_for()
    guest.page.locator(".turn-at").nth(30).click()


STAGES: dict[str, Stage] = {
    "room-adlg": battle("drill_charge", CHARGING, select="u2"),
    "room-adlg-big": battle("olive_groves"),
    "room-adlg-over": battle_over,
    "room-adlg-plan": planned,
    "room-adlg-setup": set_up(),
    "room-adlg-deploy": set_up(DEPLOYING),
    "study-adlg": study_of_a_battle,
    "new-adlg": at("/new/adlg"),
    "learn-adlg": at("/learn/adlg"),
    "adlg-odds": at("/adlg/odds#charge/heavy_cavalry.q:elite.impact/pikemen"),
    "adlg-companion": at("/adlg/companion"),
    "adlg-reference": at("/adlg/reference"),
    "adlg-armies": at("/adlg/armies"),
    "adlg-readings": at("/adlg/readings"),
    "rules-adlg": at("/rules/adlg"),
    "room-cities": cities_aimed,
    "room-cities-over": cities_over,
    "room-keys": keys,
    "room-towar": towar_chain,
    "room-towar-legend": legend,
    "room-towar-armies": towar_armies,
    "room-towar-hand": towar_hand,
    "room-towar-over": towar_over,
    "room-invite": invited,
    "room-missing": at("/room/nowhere1"),
    "curtain": curtain,
    "join": joining,
    "watch": watching,
    "embed": embedded,
    "home": at("/"),
    "new-cities": at("/new/cities"),
    "new-towar-options": options("towar"),
    "rules-cities": at("/rules/cities#cities.end.repetition"),
    "rules-towar": at("/rules/towar"),
    "learn-cities": at("/learn/cities"),
    "learn-towar": at("/learn/towar"),
    "editor-cities": at("/editor/cities"),
    "editor-cities-position": at("/editor/cities#position"),
    "editor-towar": at("/editor/towar"),
    "editor-towar-position": at("/editor/towar#position"),
    "people": at("/people"),
    "profile": at("/profile"),
    "tournament": at("/tournament"),
    "tournament-made": tournament,
    "mine": mine,
    "puzzles-cities": at("/puzzles/cities"),
    "puzzles-towar": at("/puzzles/towar"),
    "puzzles-adlg": at("/puzzles/adlg"),
    "settings": settings,
    "replays": at("/replays"),
    "study": at("/study"),
    "study-cities": study_of(cities_over),
    "study-towar": study_of(towar_over),
    "about": at("/about"),
    "privacy": at("/privacy"),
    "not-found": at("/nowhere"),
}


def picture(page: Page, width: int, height: int) -> bytes:
    """The page from its top, as WebP, which Playwright itself can't write."""
    whole = page.evaluate("Math.max(document.documentElement.scrollHeight, innerHeight)")
    dialog = page.locator("dialog[open]").count()
    clip = {"x": 0, "y": 0, "width": width, "height": min(whole, round(LONGEST * height)), "scale": 1}
    if dialog or page.evaluate("scrollY"):
        clip |= {"y": page.evaluate("scrollY"), "height": height}
    session = page.context.new_cdp_session(page)
    wish = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": clip["height"] > height}
    return base64.b64decode(session.send("Page.captureScreenshot", wish)["data"])


def shoot(context: BrowserContext, server: AppServer, name: str, stage: Stage, ending: str) -> None:
    size = ending.rpartition("-")[2]
    guest = Guest(context.new_page(), server, size in TOUCHED)
    stage(guest)
    guest.page.locator("main").first.wait_for()
    with contextlib.suppress(Error):  # an engine may think for longer
        guest.page.wait_for_load_state("networkidle", timeout=QUIET)
    guest.page.wait_for_timeout(150)
    (SCREENS / f"{name}-{ending}.webp").write_bytes(picture(guest.page, **WINDOWS[size]))
    guest.page.close()


def take(wanted: Callable[[str], bool]) -> list[str]:
    """Takes the pictures that are wanted by their names; what could not be taken comes back in words."""
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = AppServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for lang, theme, size in itertools.product(LANGUAGES, THEMES, SIZES):
            touched, ending = size in TOUCHED, f"{lang}-{theme}-{size}"
            context = browser.new_context(
                viewport=WINDOWS[size],
                locale="de-DE" if lang == "de" else "en-GB",
                color_scheme="dark" if theme == "dark" else "light",
                has_touch=touched,
                is_mobile=touched,
                reduced_motion="reduce",
            )
            context.set_default_timeout(PATIENCE)
            for name, stage in STAGES.items():
                if not wanted(f"{name}-{ending}"):
                    continue
                try:
                    shoot(context, server, name, stage, ending)
                except Error as wrong:
                    failed.append(f"{name}-{ending}: {wrong.message.splitlines()[0]}")
            context.close()
        browser.close()
        server.stop()
    return failed


def names() -> set[str]:
    """Every picture that there is."""
    return {"-".join(parts) for parts in itertools.product(STAGES, LANGUAGES, THEMES, SIZES)}


def shown() -> set[str]:
    """The pictures that our pages show."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("web/*.md")]
    return {
        name for page in pages for name in re.findall(r"\bscreens/([\w-]+)\.webp", page.read_text(encoding="utf-8"))
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screens", description="Take pictures of the app.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("words", nargs="*", default=[], metavar="WORD", help="only pictures whose name holds a word")
    which.add_argument("--docs", action="store_true", help="only those that our pages show, for docs/screens too")
    asked = parser.parse_args()
    wanted = shown() if asked.docs else {name for name in names() if holds(name, asked.words)}
    if not wanted:
        parser.error(f"no picture is called {' or '.join(asked.words)}")
    if wanted == names():
        shutil.rmtree(SCREENS, ignore_errors=True)
    SCREENS.mkdir(parents=True, exist_ok=True)
    failed = take(wanted.__contains__)
    (SCREENS / "index.html").write_text(sheet(path.stem for path in SCREENS.glob("*.webp")), encoding="utf-8")
    if asked.docs and not failed:
        for name in wanted:
            shutil.copy(SCREENS / f"{name}.webp", SHOWN)
    print(f"To look at: {(SCREENS / 'index.html').relative_to(ROOT)}")
    if failed:
        sys.exit("\n".join(failed))


def holds(name: str, words: list[str]) -> bool:
    return not words or any(word in name for word in words)


if __name__ == "__main__":
    main()
