"""Hands for L'Art de la Guerre in the browser: a set-up and a battle by mouse, as a person who attacks would play them.

They look at the page to see what is asked and where everybody stands, and do everything by pressing, dragging and clicking.
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


def set_up(page: Page, longest: float, forward: float = 0) -> set[str]:
    """A whole set-up, from initiative to the last corps; tells what was asked. Corps are pulled so many UD forward."""
    end = time.monotonic() + longest
    asked: set[str] = set()
    while page.locator(".setup").count():
        assert time.monotonic() < end, f"the set-up goes on and on: {asked}"
        with contextlib.suppress(Error):  # the computer or the dice were faster
            asked |= _answered(page, forward)
        page.wait_for_timeout(60)
    return asked


def _answered(page: Page, forward: float) -> set[str]:
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
        _deployed(page, forward)
    elif words.startswith(("Lay", "You may alter")):
        _do(page, "Another place" if words.startswith("Lay") else "Leave it")
    elif act.count():
        act.first.click(timeout=HASTE)
    else:
        return set()
    return {re.split(r"[:(.\d]", words)[0].strip()}


def _deployed(page: Page, forward: float) -> None:
    panel(page).locator("[data-formation=block]").click(timeout=HASTE)
    first = panel(page).locator("[data-pick]").first.get_attribute("data-pick", timeout=HASTE)
    x, y = middle(page.locator(f'[data-unit="{first}"] .body'))
    drag(page, (x, y), (x + 25, y - forward * (on_table(page, 0, 0)[1] - on_table(page, 0, 1)[1])))
    _do(page, "Automatic")


def _do(page: Page, otherwise: str) -> None:
    """What is held is done where it may be; else the game proposes something else."""
    expect(verdict(page).first).to_be_visible(timeout=HASTE)
    page.wait_for_timeout(250)
    act = panel(page).locator(".btn.primary:not([aria-disabled=true])")
    if not act.count():
        panel(page).get_by_role("button", name=otherwise).click(timeout=HASTE)
    act.first.click(timeout=HASTE)
