"""What people write is shown as text: a name that looks like a page stays a name."""

from __future__ import annotations

import secrets

from playwright.sync_api import expect

from .conftest import AppServer, Visit

EVIL = "<img id=evil src=x onerror=alert(1)>"
"""Short enough for a name."""


def test_a_name_that_looks_like_a_page_stays_a_name(visit: Visit, server: AppServer) -> None:
    watcher = visit()
    seats = {
        "first": {"kind": "person", "token": secrets.token_urlsafe(16), "name": EVIL},
        "second": {"kind": "person", "token": secrets.token_urlsafe(16), "name": "</script><b id=evil>"},
    }
    made = server.room(game="cities", listed=True, seats=seats)
    watcher.open(f"/watch/{made['room']}#{made['watch']}")
    expect(watcher.page.get_by_text(EVIL).first).to_be_visible()
    expect(watcher.page.locator("#evil")).to_have_count(0)
    watcher.open()
    expect(watcher.page.get_by_text(EVIL).first).to_be_visible()
    expect(watcher.page.locator("#evil")).to_have_count(0)
