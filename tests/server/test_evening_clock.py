"""One clock for both: at its end the game is told that time is up, and goes on to the end of its turn."""

from __future__ import annotations

from pathlib import Path

from tests.server.serving import Client, Json, inside, new_room, person, post, token
from tests.server.test_clocks import Watch
from triarii.core.contract import Turn
from triarii.server.rooms.clocks import Clock

EVENING = {"minutes": 120, "together": True}
TWO_HOURS = 120 * 60_000
DRILL = {"scenario": "drill_line"}


def test_one_time_for_both_runs_whoever_is_to_act() -> None:
    clock = (
        Clock.kept({"minutes": 1, "increment": 0, "together": 1}).acted(Turn.FIRST, 1_000).turned_to(Turn.FIRST, 1_000)
    )
    assert clock.at(11_000) == (50_000, 50_000)
    later = clock.acted(Turn.SECOND, 21_000).turned_to(Turn.FIRST, 21_000)
    assert later.left == (40_000, 40_000)
    assert later.falls_at() == 61_000
    assert later.fallen(61_000) is Turn.FIRST
    assert later.turned_to(None, 31_000).at(99_000) == (30_000, 30_000), "what stands loses nothing"


def test_an_evening_of_two_hours_ends_with_its_turn_and_has_a_score(tmp_path: Path) -> None:
    watch, own, other = Watch(), token(), token()
    with inside(tmp_path, watch) as address:
        made = new_room(address, person(own), person(other), "adlg", clock=EVENING, options=DRILL)
        with Client(address, made["room"], own) as me, Client(address, made["room"], other) as you:
            welcome = me.until("welcome")
            assert welcome["clock"]["together"] is True
            assert welcome["clock"]["first"] == welcome["clock"]["second"] == TWO_HOURS
            you.until("welcome")
            me.act("done")
            you.until_version(me.version)
            assert you.clock is not None
            assert you.clock["running"] == "first"
            watch.ahead = TWO_HOURS + 1_000
            seen = you.version
            refused = me.act("done", version=me.version)
            assert refused["code"] == "record.not_your_turn", "it is not over yet"
            you.until_version(seen + 2)
            kinds = [you.entries[number]["kind"] for number in (seen + 1, seen + 2)]
            assert kinds == ["clock", "time_called"]
            assert you.entries[seen + 2]["words"] == [
                "Time is up: turn 1 is the last, and then the points are counted."
            ]
            assert you.clock["running"] is None
            assert you.result is None
            you.act("done", version=seen)
            assert you.result is not None
            assert you.result["rule"] == "adlg.scoring.unfinished"
            assert you.result["winner"] is None
            assert you.result["score"]["first"] == you.result["score"]["second"] == 40
            assert you.result["score"]["words"][1] == "Blue: 40 + 10 × 0 = 40 points."


def test_what_is_taken_back_does_not_bring_back_the_time(tmp_path: Path) -> None:
    watch, own, other = Watch(), token(), token()
    with inside(tmp_path, watch) as address:
        made = new_room(address, person(own), person(other), "adlg", clock=EVENING, options=DRILL)
        with Client(address, made["room"], own) as me, Client(address, made["room"], other) as you:
            me.until("welcome")
            you.until("welcome")
            me.act("time")
            watch.ahead = TWO_HOURS + 1_000
            me.do("take_back")
            kinds = [entry["kind"] for _, entry in sorted(me.entries.items())]
            assert kinds.count("time_called") >= 1
            asked: Json = me.act("time")
            assert asked["code"] == "evening.last_turn"


def test_an_evening_survives_a_restart(tmp_path: Path) -> None:
    watch, own, other = Watch(), token(), token()
    with inside(tmp_path, watch) as address:
        made = new_room(address, person(own), person(other), "adlg", clock=EVENING, options=DRILL)
        with Client(address, made["room"], own) as me:
            me.until("welcome")
            me.act("done")
    with inside(tmp_path, watch) as address, Client(address, made["room"], other) as you:
        clock = you.until("welcome")["clock"]
        assert clock["running"] == "first"
        assert TWO_HOURS - 600_000 < clock["second"] <= TWO_HOURS
        watch.ahead = TWO_HOURS + 1_000
        you.act("done")
        assert you.result is not None
        assert you.result["rule"] == "adlg.scoring.unfinished"


def test_a_game_that_can_not_be_ended_by_a_clock_gets_none_for_both(address: str) -> None:
    wish = {
        "game": "cities",
        "options": {},
        "seats": {"first": person(token()), "second": person()},
        "clock": EVENING,
        "lang": "en",
    }
    answer = post(address, "/api/rooms", wish)
    assert answer.status_code == 400
    assert answer.json()["code"] == "record.no_time"
