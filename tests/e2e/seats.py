"""What two people do at the door of a game, whichever it is: one follows the other's link; both begin again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Visitor


def link_of(host: Visitor) -> str:
    return host.page.get_by_label("Link", exact=True).input_value()


def take_seat(friend: Visitor, host: Visitor, *, name: str = "") -> None:
    """The friend opens the link that the host is shown and takes the seat; with a name, the host reads it."""
    friend.page.goto(link_of(host))
    if name:
        friend.page.get_by_label("Dein Name").fill(name)
        assert friend.axe() == []
    friend.page.get_by_role("button", name="Mitspielen").click()
    expect(host.page.get_by_label("Link", exact=True)).to_have_count(0)
    if name:
        expect(host.page.locator(".opp .who")).to_contain_text(name)


def resign(someone: Visitor) -> None:
    """Presses it, and says yes."""
    someone.page.locator(".controls .btn").last.click()
    someone.page.locator(".controls .btn.danger").click()


def begin_again(asker: Visitor, other: Visitor) -> None:
    """With the sides swapped: one asks for it after the end, the other agrees."""
    again = re.compile("^(Again, sides swapped|Noch einmal, Seiten getauscht)$")
    asker.page.get_by_role("button", name=again).click()
    other.page.get_by_role("button", name=re.compile("^(Yes|Ja)$")).click()
    for someone in (asker, other):
        expect(someone.page.locator(".ending")).to_have_count(0)
