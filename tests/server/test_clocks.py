"""Clocks: the increment, the flag, and that no time goes by while no server runs."""

from __future__ import annotations

import time
from pathlib import Path

from tests.server.serving import Client, Process, get, inside, new_room, person, token
from triarii.core.contract import Turn
from triarii.server.rooms.clocks import Clock
from triarii.server.sources import Sources

CLOCK = {"minutes": 1, "increment": 2}
HOURS = 600
"""Minutes: longer than any patience."""


class Watch(Sources):
    """A clock that tests set."""

    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


def test_a_clock_counts_down_for_who_is_to_act() -> None:
    clock = Clock((60_000, 50_000), 2_000, Turn.FIRST, 1_000)
    assert clock.at(11_000) == (50_000, 50_000)
    assert clock.at(500) == (60_000, 50_000), "a system clock that was set back gives no time"
    assert clock.at(99_000) == (0, 50_000)
    assert clock.fallen(60_999) is None
    assert clock.fallen(61_000) is Turn.FIRST
    assert clock.falls_at() == 61_000


def test_an_action_adds_the_increment_and_starts_the_other_clock() -> None:
    clock = Clock((60_000, 50_000), 2_000, Turn.FIRST, 0).acted(Turn.FIRST, 10_000).turned_to(Turn.SECOND, 10_000)
    assert clock.left == (52_000, 50_000)
    assert clock.running is Turn.SECOND
    assert clock.at(15_000) == (52_000, 45_000)


def test_the_first_action_starts_the_clocks_and_costs_nothing() -> None:
    clock = Clock.kept({"minutes": 1, "increment": 2})
    assert clock.at(10**9) == (60_000, 60_000)
    assert clock.falls_at() is None
    assert clock.acted(Turn.FIRST, 10**9).left == (60_000, 60_000)


def test_readings_are_in_the_record_and_the_flag_falls_without_anybody_there(tmp_path: Path) -> None:
    watch, own, other = Watch(), token(), token()
    with inside(tmp_path, watch) as address:
        made = new_room(address, person(own), person(other), clock=CLOCK)
        with Client(address, made["room"], own) as me:
            assert me.until("welcome")["clock"] == {
                "first": 60_000,
                "second": 60_000,
                "running": None,
                "increment": 2_000,
            }
            me.act("b2b4")
            assert me.version == 2
            assert me.entries[2]["kind"] == "clock"
            assert me.clock is not None
            assert me.clock["running"] == "second"
        watch.ahead = 61_000
        with Client(address, made["room"], other) as you:
            you.until("welcome")
            refused = you.act("i9i7", version=2)
            assert refused["code"] == "record.game_over"
            assert you.result is not None
            assert you.result["rule"] == "record.flag_fell"
            assert you.result["winner"] == "first"


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    own, other = token(), token()
    watch = Watch()
    with inside(tmp_path, watch) as address:
        made = new_room(address, person(own), person(other), clock={"minutes": HOURS, "increment": 0})
        with Client(address, made["room"], own) as me, Client(address, made["room"], other) as you:
            you.until("welcome")
            me.until("welcome")
            watch.ahead = 1_500 - 60_000 * HOURS
            me.act("b2b4")
            watch.ahead = 0
            you.until_version(2)
            me.do("offer_draw")  # any change sets the timer anew; the one before would ring after hours
            me.until_version(5)
            assert me.result is not None
            assert me.result["words"] == "You win on time."


def test_clocks_stand_still_while_no_server_runs_and_run_on_after_a_restart(tmp_path: Path) -> None:
    own, other = token(), token()
    with Process(tmp_path) as server:
        room = new_room(server.address, person(own), person(other), clock={"minutes": 10, "increment": 5})["room"]
        with Client(server.address, room, own) as me:
            me.until("welcome")
            acted = time.monotonic()
            me.act("b2b4")
        gone = time.monotonic()
        server.kill()
    time.sleep(1.0)  # more than what the clock may be off
    back = time.monotonic()
    with Process(tmp_path) as server:
        with Client(server.address, room, other) as you:
            clock = you.until("welcome")["clock"]
            since = 1000 * (time.monotonic() - back)
        assert clock["running"] == "second"
        assert clock["first"] == 600_000
        assert 600_000 - clock["second"] <= since + 1000 * (gone - acted) + 200
        assert get(server.address, f"/api/rooms/{room}").json()["turn"] == "second"
