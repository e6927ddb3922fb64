"""Hands for L'Art de la Guerre in the browser: a set-up and a battle by mouse, as a person who attacks would play them.

They look at the page to see what is asked and where everybody stands, and do everything by presses and drags.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

TABLE = (20, 15)
"""UD of the table for 100 points."""
HASTE = 3000
"""Milliseconds for what may be gone already."""
TOP = 110
"""Pixels from the upper edge of the screen to the battle table."""
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


# The set-up


def panel(page: Page) -> Locator:
    return page.locator(".panel-of-setup")


def verdict(page: Page) -> Locator:
    return panel(page).locator(".judged")


def on_table(page: Page, x: float, y: float) -> Spot:
    """Where on the screen a point of the table lies, in UD from the left and from the near edge."""
    ground = page.locator(".setup .field-ground").bounding_box()
    assert ground is not None
    return ground["x"] + ground["width"] * x / TABLE[0], ground["y"] + ground["height"] * (1 - y / TABLE[1])


def set_up(page: Page, longest: float, formation: str = "block") -> set[str]:
    """A whole set-up, from initiative to the last corps in this formation; tells what was asked."""
    end = time.monotonic() + longest
    asked: set[str] = set()
    while page.locator(".setup").count():
        assert time.monotonic() < end, f"the set-up goes on and on: {asked}"
        with contextlib.suppress(Error):  # the computer or the dice were faster
            asked |= _answered(page, formation)
        page.wait_for_timeout(60)
    return asked


def _answered(page: Page, formation: str) -> set[str]:
    """Does what is asked now, if anything is, mostly by dragging; tells what was asked."""
    asked = panel(page).locator(".ask")
    if not asked.count():
        return set()
    words = asked.inner_text(timeout=HASTE)
    act = panel(page).locator(".btn.primary:not([aria-disabled=true])")
    if words.startswith("Choose pieces") and not act.count():
        panel(page).locator("[data-kind]:not([aria-disabled=true])").first.click(timeout=HASTE)
    elif words.startswith("Which corps"):
        panel(page).locator("[data-corps]").first.click(timeout=HASTE)
    elif words.startswith("Lay this piece: Coast"):
        panel(page).locator(".btn:not([aria-disabled=true])").first.click(timeout=HASTE)
    elif words.startswith("Build your camp") and page.locator('[data-handle="camp"]').count():
        x, y = middle(page.locator('[data-handle="camp"]'))
        drag(page, (x, y), (x + 12, y + 3))
        _do(page, "Another place")
    elif words.startswith("Deploy corps") and page.locator(".setup [data-unit]").count():
        _deployed(page, formation)
    elif words.startswith(("Lay", "You may alter")):
        _do(page, "Another place" if words.startswith("Lay") else "Leave it")
    elif act.count():
        act.first.click(timeout=HASTE)
    else:
        return set()
    return {re.split(r"[:(.\d]", words)[0].strip()}


def _deployed(page: Page, formation: str) -> None:
    panel(page).locator(f"[data-formation={formation}]").click(timeout=HASTE)
    first = panel(page).locator("[data-pick]").first.get_attribute("data-pick", timeout=HASTE)
    x, y = middle(page.locator(f'[data-unit="{first}"] .body'))
    drag(page, (x, y), (x + 25, y))
    _do(page, "Automatic")


def _do(page: Page, otherwise: str) -> None:
    """What is held is done where it may be; else the game proposes something else."""
    expect(verdict(page).first).to_be_visible(timeout=HASTE)
    page.wait_for_timeout(250)
    act = panel(page).locator(".btn.primary:not([aria-disabled=true])")
    if not act.count():
        panel(page).get_by_role("button", name=otherwise).click(timeout=HASTE)
        if otherwise == "Leave it":
            return
    act.first.click(timeout=HASTE)


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
      able: unit.matches(".able, .lit"), lit: unit.matches(".lit"),
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

    @property
    def own(self) -> bool:
        return self.name.startswith("u")

    def away(self, other: Seen) -> float:
        return hypot(self.x - other.x, self.y - other.y)


@dataclass
class Attack:
    """Fights by mouse from the lower edge: charges whoever is in reach, else goes straight at the enemy, by groups."""

    page: Page
    tried: set[str] = field(default_factory=set)
    """Units of the corps in command whose order was given or refused."""
    given: dict[str, int] = field(default_factory=dict)
    """How often groups went on, charged or were refused, corps were chosen and questions answered."""

    def go_on(self) -> bool:
        """Does whatever is wanted now; True when the battle is over."""
        page = self.page
        answer, corps = page.locator(".answer"), page.locator(".orders-panel .corps")
        over = page.get_by_role("button", name=re.compile("^(End the orders|End anyway)"))
        if page.locator(".ending").count():
            return True
        with contextlib.suppress(Error):  # the battle went on meanwhile
            if answer.count():
                answer.first.click(timeout=HASTE)
                self._count("answered")
            elif corps.count():
                self.tried.clear()
                corps.first.click(timeout=HASTE)
                self._count("corps")
            elif over.count() and not self._ordered():
                over.first.click(timeout=HASTE)
        page.wait_for_timeout(40)
        return False

    def _count(self, what: str) -> None:
        self.given[what] = self.given.get(what, 0) + 1

    def _look(self) -> tuple[list[Seen], float]:
        found: dict[str, Any] = self.page.evaluate(SEEN.replace("WIDE", str(TABLE[0])))
        return [Seen(**unit) for unit in found["units"]], found["ud"]

    def _ordered(self) -> bool:
        """Gives an order to the biggest group that is left; False if nobody is."""
        seen, ud = self._look()
        enemies = [unit for unit in seen if not unit.own]
        left = [unit for unit in seen if unit.own and unit.able and unit.grip and unit.name not in self.tried]
        if not left or not enemies:
            return False
        first = min(left, key=lambda unit: min(unit.away(enemy) for enemy in enemies))
        assert first.grip is not None
        self.page.mouse.dblclick(*first.grip)
        chosen = [unit for unit in self._look()[0] if unit.lit] or [first]
        self.tried |= {first.name, *(unit.name for unit in chosen)}
        if not self._charged(first, enemies) and not self._went(first, enemies, ud):
            self._count("refused")
        return True

    def _charged(self, first: Seen, enemies: Iterable[Seen]) -> bool:
        """Drags it onto whoever is near, where a charge is on offer."""
        charge = self.page.locator(".orders").get_by_role("button", name="Charge")
        charge.wait_for(timeout=HASTE)
        if charge.get_attribute("aria-disabled", timeout=HASTE) == "true":
            return False
        for enemy in sorted(enemies, key=first.away)[:2]:
            if first.grip and enemy.grip:
                drag(self.page, first.grip, enemy.grip, steps=2)
                if self._gave():
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
        drag(self.page, (x, y), (x + aside * ud, max(TOP, y - ahead * ud)), steps=2)
        return self._gave()

    def _gave(self) -> bool:
        """Gives the order that is proposed by its button; False where it is refused."""
        give, refused = self.page.locator(".bar .btn.primary"), self.page.locator(".ground .bar.bad")
        give.or_(refused).first.wait_for(timeout=HASTE)
        if not give.count():
            return False
        moves = self.page.locator(".turn-at")
        before = moves.count()
        self._count("charged" if "charge" in give.inner_text(timeout=HASTE).lower() else "went")
        give.click(timeout=HASTE)
        with contextlib.suppress(AssertionError):
            expect(moves).not_to_have_count(before, timeout=HASTE)
        return True
