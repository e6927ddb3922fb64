"""Through a line that is slow, uneven and breaks: every move is shown at once, and none is lost, doubled or swapped."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import expect

from tests.lengths import LONG, at_length
from tests.server.serving import Client
from tools.slow_line import SlowLine
from triarii.core import registry
from triarii.core.contract import AnyGame, AnyPosition, Eye, Refusal

from .conftest import AppServer, Visit, Visitor

SEEDS = range(at_length(1, 10))
TURNS = at_length(4, 20)
DELAY, JITTER = (0.3, 0.2) if LONG else (0.15, 0.1)
"""Seconds on the line, each way."""
MOVE = re.compile("([a-j][0-9]+)([a-j][0-9]+)")
Gesture = Callable[[Visitor, str, str], None]


def by_click(someone: Visitor, start: str, goal: str) -> None:
    someone.square(start).click()
    someone.square(goal).click()


def by_drag(someone: Visitor, start: str, goal: str) -> None:
    """As quick as a hand can be: nobody waits between taking up and letting go."""
    for square, then in [(start, someone.page.mouse.down), (goal, someone.page.mouse.up)]:
        box = someone.square(square).bounding_box()
        assert box is not None
        someone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
        then()


def by_keys(someone: Visitor, start: str, goal: str) -> None:
    for square in (start, goal):
        someone.square(square).focus()
        someone.page.keyboard.press("Enter")


def by_touch(someone: Visitor, start: str, goal: str) -> None:
    """A finger plays at the second tap."""
    for square in (start, goal, goal):
        someone.square(square).tap()


HANDS: dict[str, Gesture] = {"click": by_click, "drag": by_drag, "keys": by_keys}


@contextmanager
def a_game(server: AppServer, someone: Visitor, url: str, game: str = "cities", **more: object) -> Iterator[Client]:
    """Somebody plays at the end of the line, against whoever has a good one."""
    own, other = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    seats = {name: {"kind": "person", "token": token} for name, token in [("first", own), ("second", other)]}
    made = server.room(game=game, seats=seats, lang="en", **more)
    with Client(server.url, str(made["room"]), other) as opponent:
        opponent.arrive()
        someone.url = url
        someone.open(f"/room/{made['room']}#first={own}")
        yield opponent
    someone.page.goto("about:blank")  # else it would come back over a line that is gone
    someone.expected("WebSocket", "ERR_")  # the browser complains of a line that broke


@pytest.fixture
def line(server: AppServer) -> Iterator[SlowLine]:
    with SlowLine(server.url) as line:
        yield line


@pytest.mark.parametrize("hand", [*HANDS, "touch"])
def test_a_move_is_shown_before_the_server_can_know_of_it(
    visit: Visit, server: AppServer, line: SlowLine, hand: str
) -> None:
    someone = visit(own_window=True, phone=hand == "touch")
    with a_game(server, someone, line.url) as opponent:
        someone.settled()
        line.hold()
        {**HANDS, "touch": by_touch}[hand](someone, "e2", "e4")
        expect(someone.square("e4")).to_have_attribute("aria-label", re.compile("fighter"))
        expect(someone.square("e2")).not_to_have_attribute("aria-label", re.compile("fighter"))
        expect(someone.page.locator(".turn-at")).to_have_count(0)
        assert opponent.version == 0
        line.go_on()
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        opponent.until_turn("second")
        assert [entry["text"] for entry in opponent.entries.values()] == ["e2e4"]


def test_who_looks_back_before_a_move_is_confirmed_stays_there(visit: Visit, server: AppServer, line: SlowLine) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, line.url) as opponent:
        someone.settled()
        line.hold()
        by_click(someone, "e2", "e4")
        expect(someone.square("e4")).to_have_attribute("aria-label", re.compile("fighter"))
        someone.page.keyboard.press("Home")
        expect(someone.square("e2")).to_have_attribute("aria-label", re.compile("fighter"))
        line.go_on()
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        opponent.until_turn("second")
        expect(someone.square("e2")).to_have_attribute("aria-label", re.compile("fighter"))
        someone.page.keyboard.press("End")
        expect(someone.square("e4")).to_have_attribute("aria-label", re.compile("fighter"))


def test_what_a_move_brings_is_shown_without_asking(visit: Visit, server: AppServer, line: SlowLine) -> None:
    someone = visit(own_window=True)
    costly = "10/8f1/10/10/4f1f3/10/5F4/10/1FFF6/10 1 a1j1d3g3-d8g8a10j10 0"
    with a_game(server, someone, line.url, start=costly):
        someone.settled()
        line.hold()
        someone.square("f4").click()
        someone.square("f6").hover()
        expect(someone.page.locator(".lost")).to_have_count(1)
        someone.square("f6").click()
        expect(someone.page.get_by_text("This will cost you pieces.")).to_be_visible()
        line.go_on()


def test_a_move_that_was_overtaken_goes_back_with_a_sentence(visit: Visit, server: AppServer, line: SlowLine) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, line.url) as opponent:
        someone.settled()
        by_click(someone, "e2", "e4")
        opponent.until_turn("second")
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        opponent.act(opponent.choose())
        someone.settled()
        line.hold()
        by_click(someone, "d2", "d4")
        expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("fighter"))
        opponent.do("take_back")
        line.go_on()
        expect(someone.square("d4")).not_to_have_attribute("aria-label", re.compile("fighter"))
        expect(someone.page.locator(".note.bad")).to_be_visible()


def test_a_move_of_the_cards_is_shown_before_the_server_can_know_of_it(
    visit: Visit, server: AppServer, line: SlowLine
) -> None:
    someone = visit(own_window=True)
    options = {"armies": "west,north", "begins": "first"}
    with a_game(server, someone, line.url, "towar", options=options) as opponent:
        places = someone.page.locator(".place.open")
        places.first.wait_for()
        cell = str(places.first.get_attribute("data-cell"))
        line.hold()
        someone.page.locator(f'[data-cell="{cell}"]').click()
        expect(someone.page.locator(".layer .at")).to_have_count(1)
        assert not any(entry["kind"] == "action" for entry in opponent.entries.values())
        line.go_on()
        opponent.until_turn("second")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_move_is_lost_or_doubled_where_the_line_is_uneven_and_breaks(
    visit: Visit, server: AppServer, seed: int
) -> None:
    chosen = Random(seed)
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    position = game.start({})
    assert not isinstance(position, Refusal)
    phone = seed % 2 == 1
    hands = [by_touch] if phone else list(HANDS.values())
    someone = visit(own_window=True, phone=phone)
    wanted: list[str] = []
    with SlowLine(server.url, seed=seed) as line, a_game(server, someone, line.url) as opponent:
        someone.settled()
        line.delay, line.jitter = DELAY, JITTER
        for _ in range(TURNS):
            action, costs = _some_move(game, position, chosen)
            someone.settled()
            start, goal = MOVE.fullmatch(action).groups()  # type: ignore[union-attr]
            chosen.choice(hands)(someone, start, goal)
            if costs and not phone:
                someone.square(goal).click()
            if chosen.random() < 0.4:
                line.cut()
            wanted.append(action)
            opponent.until_turn("second")
            position = game.parse(opponent.view["text"], {})
            assert not isinstance(position, Refusal)
            if opponent.result is not None:
                break
            reply, _ = _some_move(game, position, chosen)
            assert opponent.act(reply)["t"] == "accepted"
            wanted.append(reply)
            position = game.parse(opponent.view["text"], {})
            assert not isinstance(position, Refusal)
            if chosen.random() < 0.3:
                line.cut()
        played = [entry["text"] for _, entry in sorted(opponent.entries.items()) if entry["kind"] == "action"]
        assert played == wanted
        expect(someone.page.locator(".turn-at")).to_have_count(len(wanted))


def _some_move(game: AnyGame, position: AnyPosition, chosen: Random) -> tuple[str, bool]:
    """A move from square to square, and whether it costs own pieces: then it is chosen twice."""
    moves = [action for action in position.actions() if MOVE.fullmatch(game.action_text(action))]
    action = chosen.choice(moves)
    preview = game.preview(position, action, Eye(position.turn))  # type: ignore[attr-defined]
    return game.action_text(action), bool(preview["losses"])


BATTLE = (
    "3 first orders c=c1 p=4+1 ; u1:7800,8000,0:1 u2:9800,2500,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 "
    "e1:11500,12000,18000:4 e2:10500,12000,18000:4 e3:7800,8000,18000:1 e4:3000,12000,18000:3 ; "
    "c1:9000,3000,0 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; u5:routed u6:routed e5:routed e6:routed"
)
"""Four orders can be paid for; u2, u3 and u4 stand free, with room ahead."""
ORDERED = ("u2", "u3", "u4")


def order_by_drag(someone: Visitor, unit: str) -> None:
    """Dragged ahead and let go, as quickly as a hand can: that gives it."""
    x, y = _middle_of(someone, unit)
    mouse = someone.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 40, steps=2)
    mouse.up()


def order_by_keys(someone: Visitor, unit: str) -> None:
    """Chosen, ordered and given without waiting for anything that the server says."""
    someone.page.mouse.click(*_middle_of(someone, unit))
    someone.page.locator("[role=listbox]").focus()
    for key in ("a", "Enter"):
        someone.page.keyboard.press(key)


def order_by_touch(someone: Visitor, unit: str) -> None:
    """A tap on the unit, one ahead of it; the button in the panel gives the order, and the table stays in sight."""
    x, y = _middle_of(someone, unit)
    assert y > 0
    someone.page.touchscreen.tap(x, y)
    someone.page.touchscreen.tap(x, y - 30)
    give = someone.page.locator(".orders-panel .primary")
    expect(give).to_contain_text("Advance")
    give.tap()


ORDERS: dict[str, Callable[[Visitor, str], None]] = {
    "drag": order_by_drag,
    "keys": order_by_keys,
    "touch": order_by_touch,
}


def _middle_of(someone: Visitor, unit: str) -> tuple[float, float]:
    box = someone.page.locator(f".battle [data-unit={unit}]:not(.ghost) .body").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("hand", "seed"), [(hand, seed) for seed in SEEDS for hand in ORDERS])
def test_no_order_of_a_battle_is_lost_or_doubled_where_the_line_is_uneven_and_breaks(
    visit: Visit, server: AppServer, hand: str, seed: int
) -> None:
    chosen = Random(seed)
    someone = visit(own_window=True, phone=hand == "touch")
    units = chosen.sample(ORDERED, at_length(2, 3))
    options = {"scenario": "drill_charge"}
    with (
        SlowLine(server.url, seed=seed) as line,
        a_game(server, someone, line.url, "adlg", options=options, start=BATTLE) as opponent,
    ):
        someone.page.locator(".unit.able").first.wait_for()
        line.delay, line.jitter = DELAY, JITTER
        moves = someone.page.locator(".turn-at")
        for number, unit in enumerate(units):
            someone.page.locator(f".unit.able[data-unit={unit}], .unit.lit[data-unit={unit}]").first.wait_for()
            ORDERS[hand](someone, unit)
            if chosen.random() < 0.4:
                line.cut()
            expect(moves).to_have_count(number + 1)
        opponent.until_version(len(units))
        assert [text.split()[:2] for text in _orders(opponent)] == [[unit, "advance"] for unit in units]


def test_an_order_waits_for_what_it_needs_and_is_then_shown_before_the_server_can_know_of_it(
    visit: Visit, server: AppServer, line: SlowLine
) -> None:
    someone = visit(own_window=True)
    options = {"scenario": "drill_charge"}
    with a_game(server, someone, line.url, "adlg", options=options, start=BATTLE) as opponent:
        someone.page.locator(".unit.able[data-unit=u3]").wait_for()
        line.hold()
        order_by_keys(someone, "u3")
        expect(someone.page.get_by_role("application")).to_have_class(re.compile("waiting"))
        assert _orders(opponent) == []
        line.go_on()
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        expect(someone.page.get_by_role("application")).not_to_have_class(re.compile("waiting"))
        opponent.until_version(1)
        assert [text.split()[:2] for text in _orders(opponent)] == [["u3", "advance"]]
        unit = someone.page.locator(".battle [data-unit=u2]:not(.ghost)")
        expect(unit).to_have_class(re.compile("able"))
        someone.page.mouse.click(*_middle_of(someone, "u2"))
        someone.page.keyboard.press("a")
        expect(someone.page.locator(".orders-panel .primary")).to_contain_text("Advance")
        stood = str(unit.get_attribute("transform"))
        line.hold()
        someone.page.keyboard.press("Enter")
        expect(unit).not_to_have_attribute("transform", stood)
        expect(unit).to_have_class(re.compile("pending"))
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        # Overtaken, it goes back with a sentence.
        opponent.do("resign")
        line.go_on()
        expect(unit).to_have_attribute("transform", stood)
        expect(someone.page.locator(".note.bad").first).to_be_visible()


def _orders(opponent: Client) -> list[str]:
    return [entry["text"] for _, entry in sorted(opponent.entries.items()) if entry["kind"] == "action"]
