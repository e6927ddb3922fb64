"""Hands for L'Art de la Guerre in the browser: a set-up and a battle by mouse, as a person who attacks would play them.

They look at the page to see what is asked and where everybody stands, and do everything by presses and drags.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .conftest import either

TABLE = (20, 15)
"""UD of the table for 100 points."""
TOP = 110
"""Pixels from the upper edge of the screen to the battle table."""
MOST_TASKS = 200
"""No set-up asks one person more than this."""
Spot = tuple[float, float]


def middle(thing: Locator) -> Spot:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Spot, end: Spot, steps: int = 4) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=steps)
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def double_click(page: Page, spot: Spot) -> None:
    """As one gesture on the slowest machine too: the browser is told when each press was."""
    page.mouse.move(*spot)
    mouse, now = page.context.new_cdp_session(page), time.time()
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            press = {"type": kind, "x": spot[0], "y": spot[1], "button": "left", "clickCount": count, "timestamp": now}
            mouse.send("Input.dispatchMouseEvent", press)
    mouse.detach()


# The set-up


def panel(page: Page) -> Locator:
    return page.locator(".panel-of-setup")


def verdict(page: Page) -> Locator:
    """What the game says of what is held now; not there while it is asked."""
    return panel(page).locator(".judged[aria-busy=false]")


def on_table(page: Page, x: float, y: float) -> Spot:
    """Where on the screen a point of the table lies, in UD from the left and from the near edge."""
    ground = page.locator(".setup .field-ground").bounding_box()
    assert ground is not None
    return ground["x"] + ground["width"] * x / TABLE[0], ground["y"] + ground["height"] * (1 - y / TABLE[1])


def set_up(page: Page, formation: str = "block") -> set[str]:
    """A whole set-up, from initiative to the last corps in this formation; tells what was asked."""
    asked: set[str] = set()
    moves, over = page.locator(".turn-at"), page.locator(".battle")
    for _ in range(MOST_TASKS):
        either(panel(page).locator(".btn"), over).wait_for()
        if over.count():
            return asked
        before = moves.count()
        asked.add(_answered(page, formation))
        expect(either(moves.nth(before), over)).to_be_attached()
    raise AssertionError(f"the set-up goes on and on: {asked}")


def _answered(page: Page, formation: str) -> str:
    """Does what is asked now, mostly by dragging; tells what it was."""
    words = panel(page).locator(".ask").inner_text()
    act = panel(page).locator(".btn.primary")
    if words.startswith("Choose pieces") and not act.count():
        panel(page).locator("[data-kind]:not([aria-disabled=true])").first.click()
    elif words.startswith("Which corps"):
        panel(page).locator("[data-corps]").first.click()
    elif words.startswith("Lay this piece: Coast"):
        panel(page).locator(".btn:not([aria-disabled=true])").first.click()
    elif words.startswith("Build your camp"):
        x, y = middle(page.locator('[data-handle="camp"]'))
        drag(page, (x, y), (x + 12, y + 3))
        _do(page, "Another place")
    elif words.startswith("Deploy corps"):
        _deployed(page, formation)
    elif words.startswith("Lay"):
        _do(page, "Another place")
    else:
        act.click()
    return re.split(r"[:(.\d]", words)[0].strip()


def _deployed(page: Page, formation: str) -> None:
    expect(verdict(page)).to_be_visible()  # the game's own proposal lies there first
    panel(page).locator(f"[data-formation={formation}]").click()
    first = panel(page).locator("[data-pick]").first.get_attribute("data-pick")
    x, y = middle(page.locator(f'[data-unit="{first}"] .body'))
    drag(page, (x, y), (x + 25, y))
    _do(page, "Automatic")


def _do(page: Page, otherwise: str) -> None:
    """What is held is done where it may be; else the game proposes something else."""
    act = panel(page).locator(".btn.primary")
    expect(verdict(page)).to_be_visible()
    if act.get_attribute("aria-disabled") == "true":
        panel(page).get_by_role("button", name=otherwise).click()
    act.click()


# The battle

SEEN = """() => {
  const units = [];
  for (const unit of document.querySelectorAll(".battle .unit[data-unit]:not(.ghost)")) {
    const box = unit.querySelector(".body").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const free = [[0, 0], [0.3, 0], [-0.3, 0], [0, 0.3], [0, -0.3]]
      .map(([right, down]) => [x + right * box.width, y + down * box.height])
      .find(([a, b]) => document.elementFromPoint(a, b)?.closest("[data-unit]:not(.ghost)") === unit);
    units.push({
      name: unit.dataset.unit, x, y, grip: free ?? null,
      able: unit.matches(".able"), lit: unit.matches(".lit"),
    });
  }
  return { units, ud: document.querySelector(".battle .field-ground").getBoundingClientRect().width / WIDE };
}"""
"""Where everybody stands on the screen, and where a unit can be pressed."""


@dataclass
class Seen:
    """A unit on the screen."""

    name: str
    x: float
    y: float
    grip: Spot | None
    able: bool
    lit: bool

    def away(self, other: Seen) -> float:
        return hypot(self.x - other.x, self.y - other.y)


@dataclass
class Attack:
    """Fights by mouse from the lower edge: charges whoever is in reach, else goes straight at the enemy, by groups."""

    page: Page
    mine: str = "u"
    """How the names of the own units begin: u for the first seat, e for the second."""
    wide: float = TABLE[0]
    """UD of the table."""
    tried: set[str] = field(default_factory=set)
    """Units of the corps in command whose order was given or refused."""
    given: dict[str, int] = field(default_factory=dict)
    """How often groups went on, charged or were refused, corps were chosen and questions answered."""

    @property
    def wanted(self) -> Locator:
        """There where this person has something to do, or the battle is over."""
        things = (".ending", ".answer", ".orders-panel .corps")
        end = self.page.get_by_role("button", name=re.compile("^(End the orders|End anyway)"))
        return either(*(self.page.locator(thing) for thing in things), end)

    def go_on(self) -> bool:
        """Does what is wanted as soon as something is; True when the battle is over."""
        page = self.page
        over, answer, corps = page.locator(".ending"), page.locator(".answer"), page.locator(".orders-panel .corps")
        self.wanted.wait_for()
        if over.count():
            return True
        before = page.locator(".turn-at").count()
        if answer.count():
            answer.first.click()
            self._count("answered")
        elif corps.count():
            self.tried.clear()
            corps.first.click()
            self._count("corps")
        elif self._ordered():
            return False
        else:
            self.end_orders()
        self._told(before)
        return False

    def end_orders(self) -> None:
        """Although units can still act."""
        anyway = self.page.get_by_role("button", name="End anyway")
        before = self.page.locator(".turn-at").count()
        self.page.get_by_role("button", name="End the orders").click()
        either(anyway, self.page.locator(".turn-at").nth(before), self.page.locator(".ending")).wait_for()
        if anyway.count():
            anyway.click()

    def _told(self, before: int) -> None:
        """What was done stands in the list."""
        expect(either(self.page.locator(".turn-at").nth(before), self.page.locator(".ending"))).to_be_attached()

    def _count(self, what: str) -> None:
        self.given[what] = self.given.get(what, 0) + 1

    def _look(self) -> tuple[list[Seen], float]:
        found: dict[str, Any] = self.page.evaluate(SEEN.replace("WIDE", str(self.wide)))
        return [Seen(**unit) for unit in found["units"]], found["ud"]

    def _ordered(self) -> bool:
        """Gives an order to the biggest group that is left; False if nobody is."""
        ready = self.page.locator(".orders-panel[aria-busy=false]")
        ready.wait_for()
        seen, ud = self._look()
        enemies = [unit for unit in seen if not unit.name.startswith(self.mine)]
        left = [
            unit for unit in seen if unit not in enemies and unit.able and unit.grip and unit.name not in self.tried
        ]
        if not left or not enemies:
            return False
        first = min(left, key=lambda unit: min(unit.away(enemy) for enemy in enemies))
        assert first.grip is not None
        double_click(self.page, first.grip)
        expect(self.page.locator(f".battle .unit.lit[data-unit={first.name}]")).to_have_count(1)
        ready.wait_for()  # then all who may go along are lit
        chosen = [unit for unit in self._look()[0] if unit.lit]
        self.tried |= {first.name, *(unit.name for unit in chosen)}
        if not self._charged(first, enemies) and not self._went(first, enemies, ud):
            self._count("refused")
        return True

    def _charged(self, first: Seen, enemies: Iterable[Seen]) -> bool:
        """Drags it onto whoever is near, where a charge is on offer."""
        verbs = self.page.locator(".orders .btn:not([aria-disabled=true])")
        verbs.first.wait_for()  # then the offers have come
        if not verbs.get_by_text("Charge", exact=True).count():
            return False
        for enemy in sorted(enemies, key=first.away)[:2]:
            if first.grip and enemy.grip:
                before = self.page.locator(".turn-at").count()
                drag(self.page, first.grip, enemy.grip, steps=2)
                if self._gave(before):
                    return True
        return False

    def _went(self, first: Seen, enemies: Iterable[Seen], ud: float) -> bool:
        """Drags it ahead, as far as it goes; towards the nearest enemy where he stands aside or behind."""
        nearest = min(enemies, key=first.away)
        assert first.grip
        x, y = first.grip
        aside, ahead = (nearest.x - first.x) / ud, (first.y - nearest.y) / ud
        part = min(1.0, 4 / hypot(aside, ahead))
        if ahead > 1:
            aside, ahead = max(-1.0, min(1.0, aside)), max(0.8, min(4.0, ahead - 0.9))
        else:
            aside, ahead = part * aside, part * ahead
        before = self.page.locator(".turn-at").count()
        drag(self.page, (x, y), (x + aside * ud, max(TOP, y - ahead * ud)), steps=2)
        return self._gave(before)

    def _gave(self, before: int) -> bool:
        """The order is given: a charge by its button, all else by the drag itself; False where it is refused."""
        give = self.page.locator(".bar .btn.primary")
        refused = self.page.locator(".ground .bar.bad[aria-busy=false]")
        went = self.page.locator(".turn-at").nth(before)
        either(give, refused, went, self.page.locator(".ending")).wait_for()
        if give.count():
            self._count("charged")
            give.click()
            self._told(before)
            return True
        if went.count():
            self._count("went")
        return went.count() > 0
