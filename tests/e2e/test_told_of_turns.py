"""Whoever looks elsewhere is told when it is their turn, and hears the game; both only as long as they like it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import AppServer, Visit, Visitor, until
from .test_cities import CAPTURE, play, take_seats

LOOKS_ELSEWHERE = """
    window.told = [];
    window.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, { body }) { window.told.push([title, body]); }
      close() {}
    };
    window.away = false;
    Object.defineProperty(document, "hidden", { get: () => window.away });
"""
"""Chromium without a window shows no notifications and hides no page: this writes down what it is asked."""
LISTENS = """
    window.heard = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
    const buffered = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) { window.heard++; return buffered.apply(this, when); };
"""


def heard(someone: Visitor) -> int:
    found: int = someone.page.evaluate("window.heard")
    return found


def test_a_notification_comes_with_the_turn_only_to_whoever_asked_for_it_and_looks_elsewhere(
    visit: Visit, server: AppServer
) -> None:
    host, friend = visit(), visit(lang="de", own_window=True)
    friend.page.add_init_script(LOOKS_ELSEWHERE)
    take_seats(server, CAPTURE, host, friend)
    expect(friend.page).not_to_have_title(re.compile("^● "))
    bell = friend.page.get_by_role("button", name="Benachrichtigen, wenn ich dran bin")
    friend.page.evaluate("window.away = true")
    play(host, "b4", "b5")
    friend.settled()
    expect(friend.page).to_have_title("● Städte & Helden – Triarii")
    assert friend.page.evaluate("window.told") == []
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    play(friend, "g9", "g8")
    play(host, "b5", "b6")
    friend.settled()
    assert friend.page.evaluate("window.told") == [["Städte & Helden – Triarii", "Du bist am Zug."]]
    friend.page.evaluate("window.away = false")
    play(friend, "g8", "g7")
    expect(friend.page).not_to_have_title(re.compile("^● "))
    play(host, "b6", "b7")
    friend.settled()
    assert len(friend.page.evaluate("window.told")) == 1


def test_moves_are_heard_until_sound_is_switched_off(visit: Visit, server: AppServer) -> None:
    someone, other = visit(own_window=True), visit()
    someone.page.add_init_script(LISTENS)
    take_seats(server, CAPTURE, someone, other)
    play(someone, "b4", "b5")
    until(someone.page, lambda: heard(someone) > 0)
    someone.page.get_by_role("button", name="Turn sounds off").click()
    before = heard(someone)
    play(other, "g9", "g8")
    play(someone, "b5", "b6")
    assert heard(someone) == before
    someone.page.reload()
    expect(someone.page.get_by_role("button", name="Turn sounds on")).to_be_visible()
