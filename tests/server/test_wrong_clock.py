"""A wrong clock: it deletes no game, and nobody loses on time because of it."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import eventually
from tests.server.serving import Client, get, inside, new_room, person, token
from triarii.server.admin.places import Place
from triarii.server.admin.rooms import Wanted, listed, take_out_of_bin
from triarii.server.rooms.clocks import MINUTE
from triarii.server.settings import DATABASE, DAY
from triarii.server.sources import Sources

HOUR = 60 * MINUTE
CLOCK = {"minutes": 1, "increment": 0}


class Shifted(Sources):
    """The clock of a machine that is so far ahead; time can be let pass."""

    def __init__(self, ahead: int) -> None:
        self.ahead = ahead

    def now(self) -> int:
        return super().now() + self.ahead


def asked(data: Path, question: str) -> object:
    connection = sqlite3.connect(data / DATABASE)
    try:
        return connection.execute(question).fetchone()[0]
    finally:
        connection.close()


def until(found: Callable[[], bool]) -> None:
    eventually(found)


def swept_once(data: Path, days: int, pass_days: int = 0) -> None:
    """A server that starts so many days ahead, looks for old rooms, and runs for so long."""
    clock = Shifted(days * DAY)
    with inside(data, clock) as address:
        old = f"(SELECT count(*) FROM rooms WHERE touched < {clock.now() - 90 * DAY})"
        until(lambda: asked(data, f"SELECT {old} = count(*) FROM rooms WHERE seen_old IS NOT NULL") == 1)
        clock.ahead += pass_days * DAY
        get(address, "/api/health")  # which writes, and the running time with it


def test_a_server_that_starts_a_hundred_days_ahead_deletes_no_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with inside(tmp_path) as address:
        room = new_room(address, person(token()), person())["room"]
    swept_once(tmp_path, 100)
    assert any(room in line and "untouched for 90 days" in line for line in caplog.messages)
    swept_once(tmp_path, 100)
    with inside(tmp_path, Shifted(100 * DAY)) as address:
        assert get(address, f"/api/rooms/{room}").status_code == 200
    with inside(tmp_path) as address:
        assert get(address, f"/api/rooms/{room}").status_code == 200
        until(lambda: asked(tmp_path, "SELECT count(*) FROM rooms WHERE seen_old IS NOT NULL") == 0)


def test_a_room_that_is_still_old_after_days_of_running_is_put_into_the_bin_and_can_be_brought_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with inside(tmp_path) as address:
        room = new_room(address, person(token()), person(), listed=True)["room"]
    swept_once(tmp_path, 100, pass_days=4)
    with inside(tmp_path, Shifted(104 * DAY)) as address:
        until(lambda: get(address, f"/api/rooms/{room}").status_code == 404)
        assert get(address, "/api/rooms").json() == {"rooms": []}
        assert any(room in line and "in the bin" in line for line in caplog.messages)
        with Place(tmp_path / DATABASE).reading() as connection:
            assert [each.room for each in listed(connection, Wanted(binned=True))] == [room]
        with Place(tmp_path / DATABASE).writing() as engine:
            take_out_of_bin(engine, [room], time.time_ns() // 1_000_000)
        assert get(address, f"/api/rooms/{room}").status_code == 200


def test_whoever_touches_a_marked_room_makes_it_young_again(tmp_path: Path) -> None:
    own = token()
    with inside(tmp_path) as address:
        room = new_room(address, person(own), person(token()))["room"]
    swept_once(tmp_path, 100)
    with inside(tmp_path, Shifted(100 * DAY)) as address, Client(address, room, own) as me:
        me.until("welcome")
        me.act("b2b4")
        assert asked(tmp_path, "SELECT seen_old FROM rooms") is None


def test_a_clock_that_jumps_an_hour_while_the_server_runs_loses_no_game_on_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other, real = token(), token(), time.time_ns
    with inside(tmp_path) as address:
        room = new_room(address, person(own), person(other), clock=CLOCK)["room"]
        with Client(address, room, own) as me, Client(address, room, other) as you:
            me.until("welcome")
            you.until("welcome")
            me.act("b2b4")
            for jump in (HOUR, -HOUR):
                monkeypatch.setattr(time, "time_ns", lambda jump=jump: real() + jump * 1_000_000)
                you.until_version(2)
                assert me.do("offer_draw" if jump > 0 else "resign")["t"] == "accepted"
                me.until_version(3)
                if jump > 0:
                    assert me.result is None
                    assert me.clock is not None
                    assert me.clock["running"] == "second"
                    assert me.clock["second"] > 0
            assert me.result is not None
            assert me.result["rule"] == "record.resigned"


@pytest.mark.parametrize(
    ("ahead", "doubt"), [(HOUR, ""), (-HOUR, "an earlier time"), (100 * DAY, "did not run for 100 days")]
)
def test_a_server_that_starts_with_a_wrong_clock_loses_no_game_on_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, ahead: int, doubt: str
) -> None:
    own, other = token(), token()
    with inside(tmp_path) as address:
        room = new_room(address, person(own), person(other), clock=CLOCK)["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
    clock = Shifted(ahead)
    with inside(tmp_path, clock) as address, Client(address, room, other) as you:
        shown = you.until("welcome")["clock"]
        assert shown["running"] == "second"
        assert 0 < shown["second"] <= MINUTE
        assert any("is it right?" in line and doubt in line for line in caplog.messages) == bool(doubt)
        clock.ahead += MINUTE  # and it goes on from there
        assert you.act("i9i7")["code"] == "record.game_over"


def test_a_clock_that_runs_falls_after_a_restart_without_anybody_there(tmp_path: Path) -> None:
    own, other, clock = token(), token(), Shifted(0)
    with inside(tmp_path, clock) as address:
        room = new_room(address, person(own), person(other), clock=CLOCK)["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
            clock.ahead = MINUTE - 1_500
            me.do("offer_draw")
    with inside(tmp_path) as address:
        until(lambda: bool(get(address, f"/api/rooms/{room}").json()["over"]))
        with Client(address, room, own) as me:
            assert me.until("welcome")["result"]["rule"] == "record.flag_fell"
