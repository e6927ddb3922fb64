"""Nothing hides: what matters in a room is inside of the window on every screen, also above a keyboard on the screen,
and the board stays as large as it is while it is told."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.serving import Client

from .conftest import NEXT_FRAME, AppServer, Visit, Visitor, stop_time, until
from .test_adlg_promises import end_orders
from .test_cities import CAPTURE, LAST_TWO, play
from .test_towar import OPEN_CAMP, cell, ready

SIZES: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
]
KEYBOARD = """
    window.keyboard = 0;
    Object.defineProperty(visualViewport, "height", { get: () => innerHeight - window.keyboard });
    window.raise = (part) => {
      window.keyboard = Math.round(innerHeight * part);
      visualViewport.dispatchEvent(new Event("resize"));
    };
"""
"""Chromium without a window has no keyboard on the screen: this tells the page of one, as a telephone does."""
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].some((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const lower = visualViewport.offsetTop + visualViewport.height;
    const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= lower + 0.5 && right > left;
    return inside && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})"""
"""Whole, and with nothing above it."""
WATCH_THE_BOARD = """(selector) => {
    const mine = (window.watched = new Set());
    const look = () => {
      if (window.watched !== mine) return;
      const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
      mine.add([x + scrollX, y + scrollY, width, height].map(Math.round).join(" "));
      requestAnimationFrame(look);
    };
    look();
}"""
WATCHED = "[...window.watched]"
DENIED = """
    window.Notification = class {
      static permission = "denied";
      static requestPermission = async () => "denied";
    };
"""
CUT = """() => [...document.querySelectorAll('.who')]
  .filter((who) => who.scrollWidth > who.clientWidth || who.scrollHeight > who.clientHeight + 1)
  .map((who) => who.textContent)"""
"""Names that are not seen whole: a row, or the second of two, ends before them."""
TURN = '[data-alert="turn"], .seat.turn .to-move'
LONG_NAME = "Anna-Maria Hoffmann"
ARMIES = {"armies": "west,north", "begins": "first"}


Place = tuple[str, str, str]
"""Where the test itself sits: the server, the room and the token of its seat."""


def sit_down(server: AppServer, someone: Visitor, game: str, *, seat: str = "second", **wish: Any) -> Place:
    """A room in which the visitor has one seat and the test itself the other."""
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game=game, seats=seats, lang="en", **wish)
    someone.open(f"/room/{made['room']}#{seat}={tokens[seat]}")
    someone.page.locator("main.game .seat").first.wait_for()
    return server.url, made["room"], tokens["first" if seat == "second" else "second"]


@contextmanager
def at(place: Place, someone: Visitor) -> Iterator[Client]:
    """The test itself at its place, as the visitor sees it."""
    with Client(*place) as opponent:
        opponent.until("welcome")
        expect(someone.page.locator(alert("left"))).to_have_count(0)
        yield opponent


@contextmanager
def against(server: AppServer, someone: Visitor, game: str, **wish: Any) -> Iterator[Client]:
    with at(sit_down(server, someone, game, **wish), someone) as opponent:
        yield opponent


def on_every_screen(someone: Visitor, *selectors: str) -> None:
    """Each of them is in sight: at the top of the page and at its end, with and without a keyboard."""
    page = someone.page
    for size in SIZES:
        page.set_viewport_size(size)
        for keyboard in (0, 0.4):
            page.evaluate("(part) => window.raise(part)", keyboard)
            for end in (0, 1):
                page.evaluate("(end) => scrollTo(0, end * document.body.scrollHeight)", end)
                for selector in selectors:
                    until(
                        page,
                        lambda selector=selector: bool(page.evaluate(IN_SIGHT, selector)),  # type: ignore[misc]
                        lambda selector=selector, where=(size, keyboard, end): f"{selector} {where}",  # type: ignore[misc]
                    )
    page.evaluate("window.raise(0)")


def alert(name: str) -> str:
    return f'[data-alert="{name}"]'


def test_turn_clock_requests_and_who_left_are_in_sight_on_every_screen(visit: Visit, server: AppServer) -> None:
    someone = visit(own_clock=True)
    page = someone.page
    page.clock.install()
    page.add_init_script(KEYBOARD)
    with against(server, someone, "cities", start=CAPTURE, clock={"minutes": 1, "increment": 0}) as opponent:
        opponent.act("b4b5")
        someone.settled()
        expect(page.locator(".me .to-move")).to_have_text("your turn")
        page.clock.fast_forward(35_000)
        on_every_screen(someone, TURN, alert("clock"))
        play(someone, "g9", "g8")
        opponent.until_version(4)
        opponent.do("take_back")
        opponent.do("offer_draw")
        question = f"{alert('question')} .btn.primary"
        expect(page.locator(question)).to_have_count(2)
        on_every_screen(someone, TURN, question, f"{alert('question')}:last-of-type")
        assert someone.axe() == []
        page.get_by_role("group", name="Your opponent offers a draw.").get_by_role("button", name="No").click()
        page.get_by_role("group", name="Your opponent wants to take").get_by_role("button", name="Yes").click()
        expect(page.locator(alert("question"))).to_have_count(0)
    expect(page.locator(alert("left"))).to_contain_text("Your opponent has left. Their clock keeps running.")
    on_every_screen(someone, TURN, alert("left"))


def first_card(someone: Visitor, opponent: Client) -> None:
    opponent.act(opponent.choose())
    someone.page.locator(".place.open").first.wait_for()


def first_corps(someone: Visitor, _opponent: Client) -> None:
    someone.page.get_by_role("button", name=re.compile("Corps 1")).first.click()
    someone.page.get_by_role("button", name="End the orders of this corps").wait_for()


def corps_of_the_other_side(someone: Visitor, opponent: Client) -> None:
    end_orders(someone)
    someone.page.locator(".opp.turn").wait_for()
    opponent.act(opponent.choose())


@pytest.mark.parametrize(
    ("game", "seat", "options", "begin", "go_on"),
    [
        ("towar", "second", ARMIES, first_card, lambda *_: None),
        ("adlg", "first", {"scenario": "drill_charge"}, first_corps, corps_of_the_other_side),
    ],
)
def test_with_cards_and_in_a_battle_the_same_is_in_sight(
    visit: Visit,
    server: AppServer,
    game: str,
    seat: str,
    options: dict[str, str],
    begin: Callable[[Visitor, Client], None],
    go_on: Callable[[Visitor, Client], None],
) -> None:
    someone = visit(own_clock=True)
    page = someone.page
    page.clock.install()
    page.add_init_script(KEYBOARD)
    wish = {"options": options, "clock": {"minutes": 1, "increment": 0}}
    place = sit_down(server, someone, game, seat=seat, **wish)
    question, asked = f"{alert('question')} .btn.primary", page.locator(alert("question"))
    with at(place, someone) as opponent:
        begin(someone, opponent)  # a clock runs from the first move on
        opponent.do("offer_draw")
        expect(page.locator(question)).to_have_count(1)
        page.clock.fast_forward(35_000)  # after the last word of the server, which tells its own time anew
        on_every_screen(someone, TURN, alert("clock"), question)
        page.get_by_role("group", name="Your opponent offers a draw.").get_by_role("button", name="No").click()
        expect(page.locator(question)).to_have_count(0)
        go_on(someone, opponent)
        opponent.do("take_back")
        expect(asked).to_contain_text("Your opponent wants to take a move back.")
        on_every_screen(someone, TURN, question)
        asked.get_by_role("button", name="No").click()
        expect(asked).to_have_count(0)
    page.locator(alert("left")).wait_for()
    on_every_screen(someone, TURN, alert("left"))
    with at(place, someone) as opponent:
        opponent.do("resign")
        opponent.do("rematch")
        expect(asked).to_contain_text("Your opponent wants to play again.")
        on_every_screen(someone, question)


def test_who_asks_goes_by_name(visit: Visit, server: AppServer) -> None:
    tokens = {seat: secrets.token_urlsafe(16) for seat in ("first", "second")}
    names = {"first": "Ada", "second": "Ben"}
    seats = {seat: {"kind": "person", "token": token, "name": names[seat]} for seat, token in tokens.items()}
    room = server.room(game="cities", seats=seats)["room"]
    ada, ben = visit(), visit(lang="de")
    ada.open(f"/room/{room}#first={tokens['first']}")
    ben.open(f"/room/{room}#second={tokens['second']}")
    ben.page.get_by_role("button", name="Remis anbieten").click()
    ada.page.get_by_role("group", name="Ben offers a draw.").get_by_role("button", name="No").click()
    expect(ben.page.locator(alert("question"))).to_have_count(0)
    ada.page.get_by_role("button", name="Offer a draw").click()
    expect(ben.page.get_by_role("group", name="Ada bietet Remis an.")).to_be_visible()


def test_a_rematch_is_asked_for_in_sight_and_what_is_declined_is_told(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    page = someone.page
    page.add_init_script(KEYBOARD)
    told = page.locator(alert("notice"))
    with against(server, someone, "cities", start=CAPTURE, seat="first") as opponent:
        play(someone, "b4", "b5")
        opponent.until_version(1)
        opponent.act("g9g8")
        someone.settled()
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(alert("question"))).to_contain_text("Waiting for an answer")
        opponent.do("refuse_take_back")
        expect(told).to_have_text(re.compile("Your opponent wants your move to stand."))
        page.get_by_role("button", name="Offer a draw").click()
        expect(told).to_have_count(0)
        opponent.until("news")
        opponent.do("decline_draw")
        expect(told).to_have_text(re.compile("Your opponent declined the draw."))
        on_every_screen(someone, alert("notice"))
        told.get_by_role("button", name="Close").click()
        expect(told).to_have_count(0)
        opponent.do("resign")
        opponent.do("rematch")
        asked = page.locator(alert("question"))
        expect(asked).to_contain_text("wants to play again")
        on_every_screen(someone, f"{alert('question')} .btn.primary")
        asked.get_by_role("button", name="No").click()
        expect(asked).to_have_count(0)
        page.get_by_role("button", name="Again, sides swapped").click()
        expect(asked).to_contain_text("Waiting for an answer")
        opponent.do("decline_rematch")
        expect(told).to_have_text(re.compile("doesn't want another game right now"))


def test_who_watches_is_taken_along_to_the_rematch(visit: Visit, server: AppServer) -> None:
    watcher, late = visit(), visit(lang="de")
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="cities", seats=seats, lang="en")
    place = f"/watch/{made['room']}#{made['watch']}"
    watcher.open(place)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    with (
        Client(server.url, made["room"], tokens["first"]) as one,
        Client(server.url, made["room"], tokens["second"]) as two,
    ):
        one.do("resign")
        two.until_version(1)
        expect(watcher.page.locator(".ending")).to_be_visible()
        one.do("rematch")
        two.do("rematch")
        following = next(told for line in two.log if (told := json.loads(line))["t"] == "rematch")
    expect(watcher.page).to_have_url(re.compile(f"/watch/{following['room']}#"))
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(watcher.page.locator(".ending")).to_have_count(0)
    # Who comes to look at the old game stays there, and is told.
    late.open(place)
    expect(late.page.locator(".ending")).to_be_visible()
    late.page.locator(alert("next-game")).get_by_role("link").click()
    expect(late.page).to_have_url(re.compile(f"/watch/{following['room']}#"))
    expect(late.page.locator(".ending")).to_have_count(0)


def look_back(someone: Visitor) -> None:
    page = someone.page
    page.keyboard.press("Home")
    expect(page.locator(alert("looking-back"))).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(alert("looking-back"))).to_have_count(0)


def be_refused(someone: Visitor) -> None:
    """There is no later entry to go to."""
    tool = someone.page.get_by_role("button", name="Forward one", exact=True)
    expect(tool).to_have_attribute("aria-disabled", "true")
    tool.press("Enter")
    expect(someone.page.locator(alert("notice"))).to_be_visible()


def against_computer(server: AppServer, someone: Visitor, game: str, **wish: Any) -> None:
    own = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": own}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game=game, seats=seats, lang="en", **wish)
    someone.open(f"/room/{made['room']}#first={own}")


def cities_turn(someone: Visitor, number: int) -> None:
    play(someone, f"b{2 + number}", f"b{3 + number}")
    expect(someone.page.locator(".turn-at").nth(2 * number + 1)).to_be_attached()
    someone.settled()


def towar_turn(someone: Visitor, number: int) -> None:
    ready(someone)
    someone.page.locator(".place.open").first.click()
    expect(someone.page.locator(".turn-at").nth(2 * number + 1)).to_be_attached()
    ready(someone)


@pytest.mark.parametrize(
    ("game", "board", "wish", "turn"),
    [
        ("cities", ".fit", {}, cities_turn),
        ("towar", ".towar .field", {"options": ARMIES}, towar_turn),
    ],
)
def test_the_board_uses_the_room_and_stays_through_thinking_banners_and_looking_back(
    visit: Visit, server: AppServer, game: str, board: str, wish: dict[str, Any], turn: Callable[[Visitor, int], None]
) -> None:
    someone = visit(own_window=True)
    page = someone.page
    against_computer(server, someone, game, **wish)
    page.locator(board).wait_for()
    panels = []
    for number, size in enumerate(SIZES):
        page.set_viewport_size(size)
        page.evaluate(NEXT_FRAME)
        page.evaluate(WATCH_THE_BOARD, board)
        turn(someone, number)
        look_back(someone)
        be_refused(someone)
        [box] = page.evaluate(WATCHED)
        _, top, width, height = map(int, box.split())
        assert top + height <= size["height"], f"{game}: the whole board is seen at {size}"
        room = size["width"] if size["width"] <= 900 else size["height"] - 52
        assert max(width if size["width"] <= 900 else 0, height) > 0.85 * room, f"{game} at {size}: {box}"
        panels.append(page.evaluate("document.querySelector('.panel').offsetWidth"))
    assert panels[3] > 1.2 * panels[2]


def test_a_battle_keeps_its_table_through_banners_and_looking_back(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    page = someone.page
    with against(server, someone, "adlg", seat="first", options={"scenario": "drill_charge"}):
        page.locator(".field [data-unit]").first.wait_for()
        page.get_by_role("button", name=re.compile("Corps 1")).first.click()
        page.get_by_role("button", name="End the orders of this corps").wait_for()  # its die has fallen
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate(NEXT_FRAME)
            page.evaluate(WATCH_THE_BOARD, ".ground")
            look_back(someone)
            be_refused(someone)
            assert len(page.evaluate(WATCHED)) == 1


def test_the_list_of_moves_follows_play(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    page = someone.page
    page.set_viewport_size({"width": 1366, "height": 620})
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="cities", start=CAPTURE, seats=seats, lang="en", clock={"minutes": 60, "increment": 0})
    someone.open(f"/watch/{made['room']}#{made['watch']}")
    page.get_by_role("grid").wait_for()
    moves = ["b4b5", "g9g8", "b5b6", "g8g7", "b6b7", "g7g6", "d2d3", "h9h8", "d3d4", "h8h7", "f2f3", "i9i8"]
    with (
        Client(server.url, made["room"], tokens["first"]) as one,
        Client(server.url, made["room"], tokens["second"]) as two,
    ):
        for number, move in enumerate(moves, start=1):
            seat, other = (one, two) if number % 2 else (two, one)
            assert seat.act(move)["t"] == "accepted", move
            other.until_version(seat.version)
    last = page.locator(".turn-at").nth(len(moves) - 1)
    expect(last).to_have_attribute("aria-current", "step")
    expect(last).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    first = page.locator(".turn-at").first
    expect(first).to_have_attribute("aria-current", "step")
    expect(first).to_be_in_viewport(ratio=0.9)


def test_after_the_choice_of_an_army_the_board_is_in_sight(visit: Visit, server: AppServer) -> None:
    someone = visit(phone=True)
    page = someone.page
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="towar", options={"begins": "first"}, seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#first={tokens['first']}&second={tokens['second']}")
    page.locator(".tile[aria-disabled=false]").last.tap()
    expect(page.locator(".tile .chip")).to_have_count(1)
    page.locator(".tile[aria-disabled=false]").last.tap()
    expect(page.locator(".towar .field")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".curtain")).to_have_count(0)


def test_the_result_waits_for_the_last_animation(visit: Visit, server: AppServer) -> None:
    someone = visit(less_motion=False, own_clock=True)
    someone.page.clock.install()
    with against(server, someone, "cities", start=LAST_TWO) as opponent:
        expect(someone.square("d2")).to_have_attribute("aria-label", re.compile("fighter"))
        stop_time(someone)
        opponent.act("d2d4")
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        expect(someone.page.locator(".ending")).to_have_count(0)
        someone.page.keyboard.press("Escape")
        expect(someone.page.locator(".ending")).to_contain_text("You have lost")


def test_a_curtain_falls_only_where_something_is_hidden(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="towar", options={"armies": "secret", "begins": "first"}, seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#first={tokens['first']}&second={tokens['second']}")
    page.locator(".tile[aria-disabled=false]").first.click()  # nothing was chosen yet: nothing is hidden
    page.locator(".curtain .btn").click()
    page.locator(".tile[aria-disabled=false]").last.click()
    page.locator(".place.open").first.click()  # both are shown, and everything is open from now on
    expect(page.locator(".turn-at")).to_have_count(3)
    page.locator(".place.open").first.click()
    expect(page.locator(".turn-at")).to_have_count(4)
    expect(page.locator(".curtain")).to_have_count(0)


def test_who_breaks_through_has_not_fallen(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    with against(server, someone, "towar", seat="first", start=OPEN_CAMP, options=ARMIES):
        ready(someone)
        fallen = page.locator(".side.mine tbody td:last-child")
        before = fallen.all_inner_texts()
        cell(someone, "a1").click()
        page.get_by_role("button", name=re.compile("Forward: Footman")).click()
        cell(someone, "camp").click()
        expect(page.locator(".ending")).to_be_visible()
        assert fallen.all_inner_texts() == before
        page.reload()
        expect(page.locator(".ending")).to_be_visible()
        assert fallen.all_inner_texts() == before


@pytest.mark.parametrize(
    ("game", "sizes", "wish"),
    [
        ("cities", SIZES, {"clock": {"minutes": 90, "increment": 0}}),
        ("adlg", SIZES, {"options": {"scenario": "drill_charge"}}),
    ],
)
def test_names_are_not_cut_where_there_is_room(
    visit: Visit, server: AppServer, game: str, sizes: list[ViewportSize], wish: dict[str, Any]
) -> None:
    someone = visit(own_window=True)
    page = someone.page
    own, other = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    seats = {
        "first": {"kind": "person", "token": own, "name": LONG_NAME},
        "second": {"kind": "person", "token": other, "name": LONG_NAME},
    }
    made = server.room(game=game, seats=seats, lang="en", **wish)
    someone.open(f"/room/{made['room']}#first={own}")
    expect(page.locator(".who")).to_have_text([LONG_NAME, LONG_NAME])
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], f"at {size}"


def test_a_bell_that_is_refused_says_so_in_sight(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    page = someone.page
    page.add_init_script(KEYBOARD)
    page.add_init_script(DENIED)
    with against(server, someone, "cities"):
        bell = page.get_by_role("button", name="Notify me when it's my turn")
        bell.click()
        expect(page.locator(alert("notice"))).to_contain_text("This browser doesn't allow notifications here")
        expect(bell).to_have_attribute("aria-pressed", "false")
        on_every_screen(someone, alert("notice"))
