"""Cities & Heroes in real browsers: by click, by keys, by finger, by link, at one table; nothing is lost on the way."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import expect

from .conftest import AppServer, Visit, Visitor, stop_time
from .seats import begin_again, link_of, take_seat

CAPTURE = "10/6fff1/10/10/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
"""First is to move; d2 to d4 encloses c4."""
LAST_TWO = "10/8f1/10/10/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
"""The same, and it wins: only one piece is left."""
COSTLY = "10/8f1/10/10/4f1f3/10/5F4/10/1FFF6/10 1 a1j1d3g3-d8g8a10j10 0"
"""f4 to f6 walks between two enemies."""


def person(token: str) -> dict[str, str]:
    return {"kind": "person", "token": token}


def take_seats(server: AppServer, start: str, *people: Visitor, **more: object) -> str:
    """A room from a position, a seat for each visitor; those left over are free."""
    tokens = [secrets.token_urlsafe(16) for _ in people]
    seats = {name: person(token) for name, token in zip(("first", "second"), tokens, strict=False)}
    seats.setdefault("second", {"kind": "person"})
    made = server.room(game="cities", start=start, seats=seats, lang="en", **more)
    for someone, name, token in zip(people, ("first", "second"), tokens, strict=False):
        someone.open(f"/room/{made['room']}#{name}={token}")
        expect(someone.page.get_by_role("grid")).to_be_visible()
    return str(made["room"])


def play(someone: Visitor, start: str, goal: str, *, played: bool = True) -> None:
    """Two clicks, and the move stands in the list."""
    someone.settled()
    before = someone.page.locator(".turn-at").count()
    someone.square(start).click()
    expect(someone.square(goal)).to_have_class(re.compile("open"))
    someone.square(goal).click()
    if played:
        expect(someone.page.locator(".turn-at").nth(before)).to_be_visible()


def test_one_click_starts_a_game_and_the_computer_answers(visit: Visit) -> None:
    someone = visit()
    someone.open()
    someone.page.locator(".box").first.get_by_role("button", name="Play", exact=True).click()
    for start, goal in [("e2", "e4"), ("d2", "d4")]:
        play(someone, start, goal)
    expect(someone.page.locator(".turn-at")).to_have_count(4)
    someone.settled()
    assert someone.axe() == []
    expect(someone.page).to_have_title(re.compile("^● "))
    someone.open()
    expect(someone.page.locator(".list").first.get_by_text("your move")).to_be_visible()


def test_a_friend_takes_the_seat_by_link(visit: Visit) -> None:
    host, friend = visit(), visit(lang="de", phone=True)
    host.open()
    box = host.page.locator(".box").first
    box.get_by_role("button", name="Friend").click()
    box.get_by_role("button", name="Invite").click()
    assert "/join/" in link_of(host)
    assert host.axe() == []
    take_seat(friend, host, name="Ada")
    friend.page.get_by_role("grid").wait_for()
    play(host, "e2", "e4")
    friend.settled()
    expect(friend.page.locator(".turn-at")).to_have_count(1)


def test_the_last_capture_ends_the_game_in_both_browsers_and_a_rematch_swaps_the_seats(
    visit: Visit, server: AppServer
) -> None:
    host, friend = visit(), visit(lang="de")
    take_seats(server, LAST_TWO, host, friend)
    play(host, "d2", "d4", played=False)
    expect(host.page.get_by_role("heading", name="You have won")).to_be_visible()
    expect(friend.page.get_by_role("heading", name="Du hast verloren")).to_be_visible()
    assert host.axe() == []
    begin_again(host, friend)
    play(friend, "f2", "f3")
    host.settled()
    expect(host.page.locator(".me .who")).to_contain_text("You")


def test_own_losses_are_warned_of_before_the_move(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, COSTLY, someone, other)
    play(someone, "f4", "f6", played=False)
    expect(someone.page.get_by_text("This will cost you pieces.")).to_be_visible()
    expect(someone.page.locator(".turn-at")).to_have_count(0)
    assert someone.axe() == []
    someone.square("f6").click()
    expect(someone.page.locator(".turn-at")).to_have_count(1)


def test_a_refusal_says_why_and_links_its_rule(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, COSTLY, someone, other)
    someone.settled()
    someone.square("f4").click()
    expect(someone.square("f6")).to_have_class(re.compile("open"))
    someone.square("f10").click()
    note = someone.page.locator(".note.bad")
    expect(note).to_contain_text("steps")
    assert someone.axe() == []
    note.get_by_role("link").click()
    expect(someone.page.locator(".rule.wanted")).to_be_in_viewport()


def test_everything_can_be_played_by_keys(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, LAST_TWO, someone, other)
    someone.settled()
    keys = someone.page.keyboard
    someone.square("a1").focus()
    keys.press("n")
    expect(someone.page.locator(":focus")).to_have_attribute("data-square", re.compile("^(b4|d2|f2)$"))
    someone.square("d2").focus()
    keys.press("Enter")
    expect(someone.square("d2")).to_have_attribute("aria-selected", "true")
    keys.press("Escape")
    expect(someone.square("d2")).to_have_attribute("aria-selected", "false")
    keys.press("Enter")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowRight"):
        keys.press(key)
    expect(someone.page.locator(":focus")).to_have_attribute("data-square", "d4")
    keys.press("?")
    expect(someone.page.get_by_role("dialog")).to_be_visible()
    assert someone.axe() == []
    keys.press("Escape")
    keys.press("Escape")
    keys.press("/")
    keys.type("d2 - d4")
    keys.press("Enter")
    expect(someone.page.get_by_role("heading", name="You have won")).to_be_visible()


def test_a_reload_goes_on_where_it_was(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    play(someone, "d2", "d4")
    expect(other.page.locator(".turn-at")).to_have_count(1)
    for one in (someone, other):
        before = one.square("d4").get_attribute("aria-label")
        one.page.reload()
        expect(one.square("d4")).to_have_attribute("aria-label", before or "")
        expect(one.page.locator(".turn-at")).to_have_count(1)
    play(other, "i9", "i8")
    expect(someone.page.locator(".turn-at")).to_have_count(2)


def test_a_finger_picks_the_nearest_target_and_plays_at_the_second_tap(visit: Visit, server: AppServer) -> None:
    someone, other = visit(phone=True), visit()
    take_seats(server, CAPTURE, someone, other)
    someone.settled()
    someone.square("d2").tap()
    expect(someone.square("d4")).to_have_class(re.compile("open"))
    someone.square("d4").tap()
    expect(someone.page.get_by_role("button", name="Play it")).to_be_visible()
    expect(someone.page.locator(".turn-at")).to_have_count(0)
    assert someone.axe() == []
    someone.square("d4").tap()
    expect(someone.page.locator(".turn-at")).to_have_count(1)


def test_a_piece_can_be_dragged(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    someone.settled()
    someone.square("d2").drag_to(someone.square("d4"))
    expect(someone.page.locator(".turn-at")).to_have_count(1)


def test_two_at_one_table_take_turns(visit: Visit) -> None:
    someone = visit()
    someone.open()
    box = someone.page.locator(".box").first
    box.get_by_role("button", name="Same screen").click()
    box.get_by_role("button", name="Play", exact=True).click()
    play(someone, "e2", "e4")
    play(someone, "e9", "e7")
    play(someone, "d2", "d4")
    expect(someone.page.locator(".turn-at")).to_have_count(3)


def test_looking_back_and_the_last_turn_again(visit: Visit, server: AppServer) -> None:
    someone, other = visit(less_motion=False, own_clock=True), visit()
    someone.page.clock.install()
    take_seats(server, CAPTURE, someone, other)
    play(someone, "d2", "d4")
    expect(someone.page.locator(".turn-at")).to_have_count(1)
    someone.page.get_by_role("button", name="To the start").click()
    expect(someone.page.get_by_text("You are looking at step 0.")).to_be_visible()
    expect(someone.square("d2")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    someone.page.get_by_role("button", name="Back to the game").click()
    expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    stop_time(someone)
    someone.page.get_by_role("button", name="Show the last turn again").click()
    expect(someone.square("d2")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    someone.page.keyboard.press("Escape")
    expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("Blue fighter"))


def test_a_draw_is_offered_and_taken(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    someone.page.get_by_role("button", name="Offer a draw").click()
    expect(other.page.get_by_text("Your opponent offers a draw.")).to_be_visible()
    assert other.axe() == []
    other.page.get_by_role("button", name="No", exact=True).click()
    expect(other.page.get_by_text("Your opponent offers a draw.")).to_have_count(0)
    take_seats(server, CAPTURE, someone, other)
    someone.page.get_by_role("button", name="Offer a draw").click()
    other.page.get_by_role("button", name="Yes").click()
    expect(someone.page.get_by_role("heading", name="A draw", exact=True)).to_be_visible()


def test_a_move_is_taken_back_by_consent_and_a_seat_can_resign(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    play(someone, "d2", "d4")
    play(other, "i9", "i8")
    someone.settled()
    someone.page.get_by_role("button", name="Take back").click()
    other.page.get_by_role("button", name="Yes").click()
    expect(someone.square("d2")).to_have_attribute("aria-label", re.compile("Blue fighter"))
    expect(someone.page.locator(".turn-at")).to_have_count(0)
    someone.page.get_by_role("button", name="Resign").click()
    someone.page.get_by_role("button", name="Resign").click()
    expect(other.page.get_by_role("heading", name="You have won")).to_be_visible()
    with other.page.expect_download() as saved:
        other.page.get_by_role("button", name="Download the record").click()
    path = saved.value.path()
    other.open("/replays")
    other.page.locator('input[type="file"]').set_input_files(path)
    expect(other.page.get_by_text("wins")).to_be_visible()
    expect(other.page.locator(".branch .move")).to_have_text(["1. d2–d4 ×1", "i9–i8"])
    expect(other.page.locator(".turn-at")).to_have_count(0)
    assert other.axe() == []


def test_a_lost_connection_comes_back_and_a_move_made_meanwhile_counts_once(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    someone.settled()
    someone.square("d2").click()
    expect(someone.square("d4")).to_have_class(re.compile("open"))
    someone.square("d4").hover()
    expect(someone.page.locator(".story")).to_contain_text("loses the piece on c4")
    server.kill()
    try:
        expect(someone.page.get_by_text("Connection lost.")).to_be_visible()
        someone.square("d4").click()
    finally:
        server.start()
    for one in (someone, other):
        expect(one.page.locator(".turn-at")).to_have_count(1)
    expect(someone.page.get_by_text("Connection lost.")).to_have_count(0)
    for one in (someone, other):
        one.complaints = [text for text in one.complaints if "WebSocket" not in text and "ERR_" not in text]


def test_a_watcher_sees_the_game_and_can_touch_nothing(visit: Visit, server: AppServer) -> None:
    someone, watcher = visit(), visit()
    made = server.room(
        game="cities",
        start=CAPTURE,
        listed=True,
        seats={"first": person(secrets.token_urlsafe(16)), "second": {"kind": "computer", "level": "beginner"}},
    )
    watcher.open()
    watcher.page.get_by_role("link", name=re.compile("Watch")).first.click()
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(watcher.page.locator(".cell-at.grip")).to_have_count(0)
    assert watcher.axe() == []
    someone.open(f"/watch/{made['room']}#{made['watch']}")
    expect(someone.page.get_by_text("You are watching")).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, CAPTURE, someone, other)
    play(someone, "d2", "d4")
    expect(someone.page.locator(".story")).to_contain_text("You move")
    someone.page.get_by_role("button", name="Deutsch").click()
    expect(someone.page.locator(".story")).to_contain_text("Du ziehst")
    expect(someone.page.locator(".turn-at")).to_have_count(1)


@pytest.mark.rule("cities.setup.begins")
def test_two_people_are_asked_for_the_younger_before_the_game(visit: Visit) -> None:
    host = visit()
    host.open("/new/cities")
    asked = host.page.get_by_label("Who is younger and begins?")
    expect(asked).to_have_count(0)  # a computer has no age
    host.page.get_by_role("button", name="Same screen").click()
    expect(asked).to_have_value("open")
    asked.select_option("Ochre")
    host.page.get_by_role("button", name="Play", exact=True).click()
    expect(host.page.get_by_role("grid")).to_be_visible()
    host.settled()
    play(host, "f9", "f8")
