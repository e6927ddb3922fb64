"""Battles in the browser: a drill from near its end by mouse, by keyboard alone, and by two people over a link."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.lengths import LONG

from .adlg_hands import Attack, double_click
from .conftest import AppServer, Visit, Visitor, either, until

START = (
    "3 first corps ; u1:7800,8000,0:1 u2:9800,2500,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 "
    "e1:11500,12000,18000:4 e2:10500,12000,18000:4 e3:7800,8000,18000:1 e4:3000,12000,18000:3 ; "
    "c1:9000,3000,0 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; u5:routed u6:routed e5:routed e6:routed"
)
"""Heavy cavalry fights swordsmen: whoever loses a round routs, and that breaks their army. All others are too far away
for a melee that could break the other army in the same sequence, which would be a draw."""
ORDERING = START.replace("first corps", "first orders c=c1 p=4+1")
"""The same after the die for the first corps: with one point only, fewer orders can be paid for."""
MOST = 300
"""Answers in a few rounds of melee."""
LARGE, LARGE_WIDE = "olive_groves", 30
"""A battle of 200 points, and how many UD its table is wide."""
MOST_OF_200 = 6000
"""Orders and answers of both; armies that attack each other break within a dozen turns of some 60 orders each."""
END = re.compile("^(End the|Bewegung beenden|Befehle dieses)")
ANYWAY = re.compile("^(End anyway|Trotzdem)")


def battle(server: AppServer, *, computer: bool, start: str = START) -> tuple[str, dict[str, str]]:
    """A room and the tokens of its people."""
    tokens = {"first": secrets.token_urlsafe(16), "second": secrets.token_urlsafe(16)}
    other = {"kind": "computer", "level": "beginner"} if computer else {"kind": "person", "token": tokens["second"]}
    seats = {"first": {"kind": "person", "token": tokens["first"]}, "second": other}
    made = server.room(game="adlg", options={"scenario": "drill_charge"}, start=start, lang="en", seats=seats)
    return made["room"], tokens


def enter(someone: Visitor, room: str, seat: str, token: str) -> Page:
    someone.open(f"/room/{room}#{seat}={token}")
    someone.page.locator(".field [data-unit=u1]").wait_for()
    return someone.page


def fight(*pages: Page) -> None:
    """Gives every answer that is wanted by mouse, until the battle is over for everybody."""
    for _ in range(MOST):
        until(pages[0], lambda: any(map(wanted, pages)) or all(map(over, pages)), lambda: panels_of(*pages))
        if all(map(over, pages)):
            return
        answer(next(page for page in pages if wanted(page)))
    raise AssertionError(f"the battle goes on and on: {panels_of(*pages)}")


def over(page: Page) -> bool:
    return page.locator(".ending").count() > 0


def wanted(page: Page) -> bool:
    """Whether the battle waits for this person, who has something to press."""
    return page.locator(".answer").or_(page.get_by_role("button", name=END)).count() > 0


def answer(page: Page) -> None:
    """One answer by mouse, until it stands in the list."""
    answers, anyway, moves = page.locator(".answer"), page.get_by_role("button", name=ANYWAY), page.locator(".turn-at")
    before = moves.count()
    if answers.count():
        answers.first.click()
    else:
        page.get_by_role("button", name=END).first.click()
        either(anyway, moves.nth(before), page.locator(".ending")).wait_for()
        if anyway.count():
            anyway.click()
    expect(either(moves.nth(before), page.locator(".ending"))).to_be_attached()


def panels_of(*pages: Page) -> str:
    return str([page.locator(".panel").inner_text() for page in pages])


def middle(page: Page, unit: str) -> tuple[float, float]:
    box = page.locator(f"[data-unit={unit}]").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, unit: str, right: float, up: float) -> None:
    x, y = middle(page, unit)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y - up / 2, steps=3)
    page.mouse.move(x + right, y - up, steps=3)
    page.mouse.up()


COUNT = """() => {
  window.actions = 0;
  addEventListener("pointerdown", () => window.actions++, true);
  addEventListener("keydown", () => window.actions++, true);
  addEventListener("dblclick", () => window.actions--, true);
}"""
"""Counts what hands do on a page: presses, drags and keys; a double click is one thing."""


@dataclass
class Turn:
    """Orders by mouse as a person gives them; the page itself counts how many presses, drags and double clicks it
    takes."""

    page: Page
    orders: int = 0

    def begin(self) -> None:
        self.page.evaluate(COUNT)

    @property
    def actions(self) -> int:
        return int(self.page.evaluate("window.actions"))

    def group(self, unit: str) -> None:
        double_click(self.page, middle(self.page, unit))
        expect(self.page.locator(f".unit.lit[data-unit={unit}]")).to_have_count(1)

    def drag(self, unit: str, up: float) -> None:
        """One drag activates the corps, finds the order and gives it."""
        before = self.page.locator('.turn-at[data-text*=" advance"]').count()
        drag(self.page, unit, 0, up)
        self.orders += 1
        expect(self.page.locator('.turn-at[data-text*=" advance"]')).to_have_count(before + 1)

    def end(self) -> None:
        """Nothing is pressed where the corps ends by itself."""
        ends = self.page.locator('.turn-at[data-text="done"]')
        before = ends.count()
        if self.page.locator(".ground .told").filter(has_text="ends").count() == 0:
            self._press_end(before)
        expect(ends).to_have_count(before + 1)

    def _press_end(self, before: int) -> None:
        ended, ends = self.page.locator(".orders-panel .corps"), self.page.locator('.turn-at[data-text="done"]')
        anyway = self.page.get_by_role("button", name=ANYWAY)
        self.page.get_by_role("button", name=END).first.click()
        either(anyway, ends.nth(before), ended).wait_for()
        if anyway.count():
            anyway.click()

    def choose_corps(self) -> None:
        """By its button, where a drag alone would do."""
        self.page.locator(".orders-panel .corps").first.click()
        self.page.locator(".unit.able").first.wait_for()

    def step_by_step(self, unit: str, far: str) -> None:
        """An order the long way, which stays open: the group, what it does, how far, and that it be done."""
        before = self.page.locator('.turn-at[data-text*=" advance"]').count()
        self.group(unit)
        self.page.locator(".orders").get_by_role("button", name="Advance").click()
        number = self.page.get_by_label("Advance", exact=True)
        number.dblclick()
        self.page.keyboard.type(far)
        self.page.keyboard.press("Tab")
        self.page.locator(".orders-panel .primary").click()
        self.orders += 1
        expect(self.page.locator('.turn-at[data-text*=" advance"]')).to_have_count(before + 1)


def hastings(server: AppServer, someone: Visitor) -> Page:
    tokens = [secrets.token_urlsafe(16) for _ in range(2)]
    seats = {name: {"kind": "person", "token": token} for name, token in zip(("first", "second"), tokens, strict=True)}
    made = server.room(game="adlg", options={"scenario": "hastings"}, lang="en", seats=seats)
    page = enter(someone, made["room"], "first", tokens[0])
    expect(page.locator(".briefing")).to_contain_text("Hastings")
    page.get_by_role("button", name="To the battle").click()
    return page


def test_a_turn_of_two_corps_takes_half_the_actions_that_it_takes_step_by_step(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = hastings(server, someone)
    page.mouse.move(*middle(page, "e8"))
    card = page.locator(".inspected")
    expect(card).to_contain_text("Fyrd of the shires 1")
    expect(card).to_contain_text("If it charges")
    quick = Turn(page)
    quick.begin()
    quick.group("u1")
    quick.drag("u1", 40)
    quick.end()
    quick.group("u4")
    quick.drag("u4", 40)
    quick.drag("u10", 30)
    quick.end()
    actions = quick.actions
    assert actions <= 12
    slow = Turn(hastings(server, someone))
    slow.begin()
    slow.choose_corps()
    slow.step_by_step("u1", "1")
    slow.end()
    slow.choose_corps()
    slow.step_by_step("u4", "1")
    slow.step_by_step("u10", "1")
    slow.end()
    assert slow.orders == quick.orders
    assert 2 * actions <= slow.actions, (actions, slow.actions)


def test_a_drill_is_fought_by_mouse_against_the_computer_to_its_end(visit: Visit, server: AppServer) -> None:
    someone = visit()
    room, tokens = battle(server, computer=True, start=ORDERING)
    page = enter(someone, room, "first", tokens["first"])
    page.locator(".unit.able[data-unit=u2]").wait_for()
    drag(page, "u2", 0, 70)  # nothing is left to chance: it is given when it is let go, and can be taken back
    moves = page.locator(".turn-at")
    expect(page.locator('.turn-at[data-text^="u2 advance"]')).to_have_count(1)
    expect(page.locator(".ground .told")).to_contain_text("Advance")
    page.locator(".ground .told").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("A turn was taken back.").first).to_be_attached()
    page.locator("[data-unit=u3]").first.click()
    page.locator(".orders").get_by_role("button", name="Advance").click()
    page.get_by_label("Advance", exact=True).fill("1.5")
    page.get_by_label("Advance", exact=True).press("Tab")
    expect(page.locator(".orders-panel .primary")).to_have_text("Advance 1.5 UD")
    page.locator(".orders-panel .primary").click()
    expect(page.locator('.turn-at[data-text="u3 advance 1.5"]')).to_have_count(1)
    page.get_by_role("button", name="End the orders of this corps").click()
    expect(page.get_by_text(re.compile("units of this corps can still act")).first).to_be_visible()
    assert someone.axe() == []
    before = moves.count()
    page.get_by_role("button", name="End anyway").click()
    expect(moves.nth(before)).to_be_attached()  # else the button that was pressed would be pressed again
    fight(page)
    expect(page.locator(".ending h2")).to_have_text(re.compile("^You have (won|lost)$"))
    expect(page.get_by_text("Last fight")).to_be_visible()
    page.get_by_text("Last fight").click()
    expect(page.locator(".ledger .sum")).to_be_visible()
    assert someone.axe() == []
    with page.expect_popup() as opened:  # the battle stays where it is
        page.get_by_role("link", name="odds page").click()
    expect(opened.value).to_have_url(re.compile(r"/adlg/odds#(charge|later|shooting)[^/]*/\w+[^/]*/\w+"))
    expect(opened.value.locator(".out .odds").first).to_be_visible()
    opened.value.close()


def test_a_drill_is_fought_by_link_in_two_browsers(visit: Visit, server: AppServer) -> None:
    room, tokens = battle(server, computer=False)
    host, friend = visit(), visit(lang="de", phone=True)
    pages = [enter(host, room, "first", tokens["first"]), enter(friend, room, "second", tokens["second"])]
    fight(*pages)
    results = {pages[0].locator(".ending h2").inner_text(), pages[1].locator(".ending h2").inner_text()}
    assert results in ({"You have won", "Du hast verloren"}, {"You have lost", "Du hast gewonnen"})
    assert friend.axe() == []


def test_a_battle_of_200_points_is_fought_by_link_in_two_browsers(visit: Visit, server: AppServer) -> None:
    """Two people attack each other, by mouse and by what they see alone: until both have ordered a group; when
    `make soak` asks, until an army breaks."""
    host, friend = visit(), visit()
    tokens = {"first": secrets.token_urlsafe(16), "second": secrets.token_urlsafe(16)}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="adlg", options={"scenario": LARGE}, lang="en", seats=seats)
    sides = []
    for someone, seat, mine in ((host, "first", "u"), (friend, "second", "e")):
        page = enter(someone, made["room"], seat, tokens[seat])
        page.get_by_role("button", name="To the battle").click()
        sides.append(Attack(page, mine, LARGE_WIDE))
    if not LONG:
        both_order_a_group(*sides)
        return
    for _ in range(MOST_OF_200):
        until(host.page, lambda: any(side.wanted.count() for side in sides), lambda: panels_of(host.page, friend.page))
        side = next(side for side in sides if side.wanted.count())
        if side.go_on():
            break
    for side in sides:
        expect(side.page.locator(".ending")).to_contain_text(re.compile("broken"))
        assert {"charged", "went", "answered"} <= side.given.keys(), side.given


def both_order_a_group(*sides: Attack) -> None:
    """Each sees at once what the other does, and ends the movement after an order."""
    for side, other in (sides, sides[::-1]):
        while not side.given.get("went"):
            assert not side.go_on()
        told = side.page.locator(".turn-at").all_inner_texts()
        expect(other.page.locator(".turn-at")).to_have_count(len(told))
        side.end_orders()
        side.page.get_by_role("button", name="End the movement").click()


def test_a_drill_is_fought_with_keys_alone(visit: Visit, server: AppServer) -> None:
    someone = visit()
    room, tokens = battle(server, computer=True)
    page = enter(someone, room, "first", tokens["first"])
    keys = page.keyboard
    page.locator("[role=listbox]").focus()
    keys.press("n")
    active = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText"
    )
    assert re.search(r"corps 1, cohesion \d of \d, faces", active), active
    expect(page.get_by_role("button", name=re.compile("Corps 1"))).to_be_visible()
    keys.press("Enter")
    page.locator(".unit.able").first.wait_for()
    while page.evaluate("document.activeElement.getAttribute('aria-activedescendant')") != "unit-u2":
        keys.press("n")
    keys.press("Enter")
    expect(page.locator(".orders").get_by_role("button", name="Advance")).not_to_have_attribute("aria-disabled", "true")
    keys.press("a")
    expect(page.locator(".orders-panel .primary")).to_contain_text("Advance")
    keys.press(",")
    keys.press("Enter")
    expect(page.locator('.turn-at[data-text^="u2 advance"]')).to_have_count(1)
    for _ in range(MOST):
        until(page, lambda: over(page) or wanted(page), lambda: panels_of(page))
        if over(page):
            break
        before = page.locator(".turn-at").count()
        if page.locator(".answer").count():
            keys.press("ArrowDown")
            keys.press("Enter")
        else:
            keys.press("d")
            either(page.locator(".turn-at").nth(before), page.get_by_role("button", name=ANYWAY)).wait_for()
            if page.locator(".turn-at").count() == before:
                keys.press("d")
        expect(page.locator(".turn-at").nth(before)).to_be_attached()
    expect(page.locator(".ending h2")).to_have_text(re.compile("^You have (won|lost)$"))
