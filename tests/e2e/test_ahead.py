"""While the other one thinks: moves that are decided ahead, arrows and circles to think with, keys from anywhere."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import AppServer, Visit, Visitor
from .test_slow_line import a_game, by_click, by_drag, by_keys

FIGHTER = re.compile("fighter")


def test_moves_that_were_decided_ahead_are_played_one_by_one(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, server.url) as opponent:
        someone.settled()
        by_click(someone, "e2", "e4")
        opponent.until_turn("second")
        by_click(someone, "e4", "e5")  # the same piece goes on
        by_drag(someone, "d2", "d4")
        by_keys(someone, "c2", "c3")
        expect(someone.page.locator(".path.ahead")).to_have_count(3)
        expect(someone.page.locator(".turn-at")).to_have_count(1)
        for text in ("e4e5", "d2d4", "c2c3"):
            opponent.act(opponent.choose())
            opponent.until_turn("second")
            assert opponent.entries[opponent.version]["text"] == text
        expect(someone.page.locator(".path.ahead")).to_have_count(0)


def test_what_was_decided_ahead_can_be_given_up(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, server.url) as opponent:
        someone.settled()
        by_click(someone, "e2", "e4")
        opponent.until_turn("second")
        by_click(someone, "d2", "d4")
        someone.page.keyboard.press("x")
        expect(someone.page.locator(".path.ahead")).to_have_count(0)
        opponent.act(opponent.choose())
        someone.settled()
        expect(someone.page.locator(".turn-at")).to_have_count(2)


def test_a_move_that_is_no_longer_possible_is_not_played(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True, lang="de")
    with a_game(server, someone, server.url) as opponent:
        someone.settled()
        by_click(someone, "e2", "e4")
        opponent.until_turn("second")
        by_click(someone, "d2", "d9")
        by_click(someone, "c2", "c3")
        opponent.act(opponent.choose())
        expect(someone.page.locator(".note.bad")).to_contain_text("Was du vorausgeplant hast, geht nicht mehr.")
        expect(someone.page.locator(".path.ahead")).to_have_count(0)
        expect(someone.page.locator(".turn-at")).to_have_count(2)


def drawn(someone: Visitor) -> tuple[int, int]:
    """How many arrows and circles there are."""
    marks = someone.page.locator(".marks")
    return marks.locator("path").count(), marks.locator("circle").count()


def test_the_right_button_draws_arrows_and_circles_until_the_next_click(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, server.url):
        someone.settled()
        someone.square("c3").click(button="right")
        boxes = [someone.square(name).bounding_box() for name in ("d2", "f5")]
        mouse = someone.page.mouse
        for box, then in zip(boxes, (mouse.down, mouse.up), strict=True):
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
            then(button="right")
        expect(someone.page.locator(".marks path")).to_have_count(1)
        assert drawn(someone) == (1, 1)
        someone.square("c3").click(button="right")  # once more, and it is gone
        expect(someone.page.locator(".marks circle")).to_have_count(0)
        expect(someone.page.locator('[aria-selected="true"]')).to_have_count(0)
        someone.square("e2").click()
        expect(someone.page.locator(".marks")).to_have_count(0)


def test_a_finger_draws_after_a_long_press(visit: Visit, server: AppServer) -> None:
    someone = visit(own_clock=True, phone=True)
    someone.page.clock.install()
    with a_game(server, someone, server.url):
        someone.settled()
        devtools = someone.page.context.new_cdp_session(someone.page)
        spots = []
        for name in ("e2", "e5"):
            box = someone.square(name).bounding_box()
            assert box is not None
            spots.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spots[0]]})
        someone.page.clock.run_for(600)
        devtools.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [spots[1]]})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(someone.page.locator(".marks path")).to_have_count(1)
        expect(someone.page.locator(".turn-at")).to_have_count(0)


def test_keys_find_the_board_from_anywhere_on_the_page(visit: Visit, server: AppServer) -> None:
    someone = visit(own_window=True)
    with a_game(server, someone, server.url) as opponent:
        someone.settled()
        keys = someone.page.keyboard
        keys.press("ArrowUp")
        expect(someone.page.locator(":focus")).to_have_attribute("data-square", "a2")
        someone.page.get_by_role("button", name="Resign").focus()
        keys.press("n")
        expect(someone.page.locator(":focus")).to_have_attribute("aria-label", FIGHTER)
        by_click(someone, "e2", "e4")
        opponent.until_turn("second")
        someone.page.get_by_role("button", name="Resign").focus()
        keys.press("Home")
        expect(someone.square("e2")).to_have_attribute("aria-label", FIGHTER)
        keys.press("End")
        expect(someone.square("e4")).to_have_attribute("aria-label", FIGHTER)
        before = someone.square("a1").bounding_box()
        keys.press("f")
        assert someone.square("a1").bounding_box() != before
