"""A game has an end: after so many entries only what ends it is taken, and nothing goes on by itself for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.serving import GENEROUS, Client, computer, inside, new_room, person, token
from tests.server.test_clocks import Watch

MOST = 5
SMALL = replace(GENEROUS, entries_a_room=MOST)
OPENING = ["b2b4", "i9i7", "c2c4", "h9h7", "d2d4", "g9g7"]


@contextmanager
def grown(data: Path) -> Iterator[tuple[Client, Client]]:
    """Two people whose game has as many entries as it may have."""
    with inside(data, limits=SMALL) as address:
        own, other = token(), token()
        room = new_room(address, person(own), person(other))["room"]
        with Client(address, room, own) as me, Client(address, room, other, "de") as you:
            players = (me, you)
            for number, action in enumerate(OPENING):
                player = players[number % 2]
                player.until_version(max(each.version for each in players))
                if player.version >= MOST:
                    break
                assert player.act(action)["t"] == "accepted"
            for each in players:
                each.until_version(max(each.version for each in players))
            yield me, you


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    with grown(tmp_path) as players:
        yield players


def test_a_game_that_is_long_enough_takes_no_move_and_says_so(two: tuple[Client, Client]) -> None:
    me, you = two
    refused = you.act(OPENING[5])
    assert (refused["t"], refused["code"]) == ("refused", "too_long")
    assert refused["words"].startswith("Dieses Spiel hat 5 Einträge, mehr sind nicht möglich")
    assert me.do("take_back")["words"].startswith("This game has 5 entries, and there can't be more")
    assert me.version == MOST


def test_it_can_be_resigned(two: tuple[Client, Client]) -> None:
    me, you = two
    assert you.do("resign")["t"] == "accepted"
    me.until_version(MOST + 1)
    assert me.result is not None
    assert me.result["winner"] == "first"


def test_it_can_be_drawn(two: tuple[Client, Client]) -> None:
    me, you = two
    assert me.do("offer_draw")["t"] == "accepted"
    you.until("news", version=MOST + 1)
    assert you.do("decline_draw")["t"] == "accepted"
    assert you.do("offer_draw")["t"] == "accepted"
    me.until("news", version=MOST + 2)
    assert me.do("accept_draw")["t"] == "accepted"
    assert me.result is not None
    assert me.result["rule"] == "record.draw_agreed"


def test_a_flag_still_falls(tmp_path: Path) -> None:
    watch = Watch()
    with inside(tmp_path, watch, limits=SMALL) as address:
        own, other = token(), token()
        made = new_room(address, person(own), person(other), clock={"minutes": 1, "increment": 0})
        with Client(address, made["room"], own) as me, Client(address, made["room"], other) as you:
            for number, action in enumerate(OPENING[:3]):  # each with a reading of the clocks
                player = (me, you)[number % 2]
                player.until_version(2 * number)
                assert player.act(action)["t"] == "accepted"
            you.until_version(6)
            assert you.act(OPENING[3])["code"] == "too_long"
            watch.ahead = 61_000
            assert you.act(OPENING[3], key="late")["code"] == "record.game_over"
            assert you.result is not None
            assert you.result["rule"] == "record.flag_fell"


def test_the_computer_stops_too_and_does_not_resign(tmp_path: Path) -> None:
    with inside(tmp_path, limits=SMALL) as address:
        own = token()
        room = new_room(address, person(own), computer())["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            for number in range(0, MOST, 2):
                me.until_version(number)
                assert me.act(me.choose())["t"] == "accepted"
            thinking = [line for line in me.log if '"t":"thinking","seat":"second"' in line]
            assert me.ask("ping")["t"] == "pong"
            assert (me.version, me.result) == (MOST, None)
            assert len(thinking) == MOST // 2, "for its last turn it did not begin to think"
        with Client(address, room, own) as me:  # nor when the room is opened again
            assert me.until("welcome")["version"] == MOST
            assert me.do("resign")["t"] == "accepted"


def test_keys_are_not_remembered_without_end(two: tuple[Client, Client]) -> None:
    me, you = two
    assert me.do("resign")["t"] == "accepted"
    answers = [me.do("rematch")["t"] for _ in range(2 * MOST)]
    assert answers[0] == "accepted"
    assert answers[-1] == "refused"
    you.until_version(MOST + 1)
