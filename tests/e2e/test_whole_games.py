"""Games in the browser: by two people from the invitation on (to the last move when `make soak` asks), and against the
computer to the end."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import expect

from tests.lengths import at_length

from .conftest import AppServer, Visit, Visitor
from .seats import resign, take_seat
from .test_cities import person, play
from .test_towar import ARMIES, ready, take_turn

SHORT = """
e2d3 f9g10 f2g3 d9e10 c2a1 i9i8 h2j1 b9d7 g3h6 g9e7 h6g8 e9g7 d3g6 c9e9 g8j10 i8h6 g6d8 g10f8 d8a10
"""
"""A whole game of Cities & Heroes: the first player takes every city, the second walks about."""
LAST_CITY = "10/10/10/10/f9/f5H3/10/10/3F1F4/10 1 a1j1d3g3d8g8a10-j10 0"
"""The hero takes the last city at his second move; nobody is near enough to keep him from it or to win one back."""
LAST_CARDS = "west-north t../.b./.Q./F.S 1 F K1C1-b2k1 0-0"


def test_a_game_of_cities_is_played_by_link_in_two_browsers(visit: Visit) -> None:
    host, friend = visit(), visit(lang="de")
    host.open()
    box = host.page.locator(".box").first
    box.get_by_role("button", name="Friend").click()
    box.get_by_role("button", name="Invite").click()
    take_seat(friend, host)
    friend.page.get_by_role("grid").wait_for()
    moves = SHORT.split()
    played = moves[: at_length(6, len(moves))]
    for number, move in enumerate(played):
        someone = host if number % 2 == 0 else friend
        play(someone, *re.findall(r"[a-j]\d+", move), played=False)
        expect(someone.page.locator(".turn-at")).to_have_count(number + 1)
    if len(played) < len(moves):
        resign(friend)
    expect(host.page.get_by_role("heading", name="You have won")).to_be_visible()
    expect(friend.page.get_by_role("heading", name="Du hast verloren")).to_be_visible()
    for someone in (host, friend):
        expect(someone.page.locator(".turn-at")).to_have_count(len(played))


def test_a_game_of_cities_is_played_against_the_computer_to_its_end(visit: Visit, server: AppServer) -> None:
    someone = visit()
    against_the_computer(server, someone, "cities", LAST_CITY)
    someone.settled()
    someone.page.get_by_role("button", name="Hint").click()
    expect(someone.page.locator(".hinted").first).to_be_visible()
    play(someone, "g5", "j8")
    expect(someone.page.locator(".turn-at")).to_have_count(2)
    expect(someone.page.locator(".opp .who")).to_contain_text("Computer · Beginner")
    play(someone, "j8", "j10")
    expect(someone.page.get_by_role("heading", name="You have won")).to_be_visible()


def test_a_battle_of_towar_is_played_against_the_computer_to_its_end(visit: Visit, server: AppServer) -> None:
    someone = visit()
    against_the_computer(server, someone, "towar", LAST_CARDS, ARMIES)
    for _ in range(3):
        ready(someone)
        if someone.page.locator(".ending").count():
            break
        before = someone.page.locator(".turn-at").count()
        take_turn(someone, someone.page.locator(".place.open").first)
        over = someone.page.locator(".ending")
        expect(someone.page.locator(".turn-at").nth(before + 1).or_(over).first).to_be_visible()
    expect(someone.page.locator(".ending h2")).to_have_text(re.compile("^(You have won|You have lost|A draw)$"))
    assert someone.axe() == []


def against_the_computer(
    server: AppServer, someone: Visitor, game: str, start: str, options: dict[str, str] | None = None
) -> None:
    """A room from a position, with the weakest computer across."""
    token = secrets.token_urlsafe(16)
    seats = {"first": person(token), "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game=game, start=start, seats=seats, options=options or {}, lang="en")
    someone.open(f"/room/{made['room']}#first={token}")
    expect(someone.page.get_by_role("grid")).to_be_visible()
