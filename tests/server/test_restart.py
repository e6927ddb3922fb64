"""Restarts: the port answers at once, rooms are opened when somebody comes, and computers go on by themselves."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from benchmarks.stored import multiply
from tests.server.serving import Client, Process, computer, get, inside, new_room, person, token
from tests.server.test_wrong_clock import until
from triarii.core.chance import commitment
from triarii.core.contract import Turn
from triarii.core.records import Header
from triarii.server.settings import DATABASE
from triarii.server.storage.opening import open_database, sqlite_address
from triarii.server.storage.store import COMPUTER, PERSON, RoomData, Seat, Store

MANY = 10_000
SECRET = bytes(32)


def waiting_for_a_person(data: Path, many: int) -> str:
    """Games against the computer in which the person is to act."""
    with inside(data) as address:
        room = str(new_room(address, person(token()), computer(), listed=True)["room"])
    multiply(data / DATABASE, room, many)
    return room


def test_games_that_wait_for_a_person_cost_nothing_at_a_restart(tmp_path: Path) -> None:
    waiting_for_a_person(tmp_path, MANY)
    statements: list[str] = []

    def count(*told: Any) -> None:
        statements.append(told[2])

    event.listen(Engine, "before_cursor_execute", count)
    try:
        with inside(tmp_path) as address:
            assert get(address, "/api/health").json()["rooms"] == 0
            assert len(statements) < 50
            rooms = get(address, "/api/rooms").json()["rooms"]
            assert len(rooms) == 100
            assert rooms[0]["turn"] == "first"
            assert get(address, f"/api/rooms/copy{MANY - 1}").json()["version"] == 0
            assert get(address, "/api/health").json()["rooms"] == 0, "to tell of a room does not open it"
            assert len(statements) < 50
    finally:
        event.remove(Engine, "before_cursor_execute", count)


def test_ten_thousand_waiting_games_are_no_reason_to_wait_for_the_port(tmp_path: Path) -> None:
    waiting_for_a_person(tmp_path, MANY)
    with Process(tmp_path) as server:
        assert get(server.address, "/api/health").json()["rooms"] == 0
        code, _ = server.stop()
        assert code == 0


def new_against_computer(name: str) -> RoomData:
    header = Header("cities", 1, {}, ("beginner", "human"), name, commitment(SECRET), date="2026-01-01")
    seats = {Turn.FIRST: Seat(COMPUTER, "beginner"), Turn.SECOND: Seat(PERSON, holder="x")}
    return RoomData(name, header, SECRET.hex(), "watch", False, seats, None, 1, turn="first")


def test_computers_that_were_to_act_go_on_after_a_restart_and_their_rooms_are_closed_again(tmp_path: Path) -> None:
    names = [f"room{number}" for number in range(6)]

    async def fill() -> None:
        store = Store(open_database(sqlite_address(tmp_path / DATABASE)))
        for name in names:
            await store.create(new_against_computer(name))
        await store.create(replace(new_against_computer("waits"), turn="second"))
        await store.close()

    asyncio.run(fill())
    with inside(tmp_path) as address:
        until(lambda: all(get(address, f"/api/rooms/{name}").json()["turn"] == "second" for name in names))
        until(lambda: get(address, "/api/health").json()["rooms"] == 0)
        assert get(address, "/api/rooms/waits").json()["version"] == 0


def test_what_is_told_of_a_room_without_opening_it_is_what_the_open_room_says(tmp_path: Path) -> None:
    own, other = token(), token()
    with inside(tmp_path) as address:
        room = new_room(address, person(own, name="Ada"), person(other), clock={"minutes": 5, "increment": 1})["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
            version = me.version
        before = get(address, f"/api/rooms/{room}").json()
    assert before.pop("left") <= 300_000
    assert (before["version"], before["turn"], before["over"]) == (version, "second", False)
    assert before["seats"]["first"] == {"kind": "person", "name": "Ada", "taken": True}
    with inside(tmp_path) as address:
        again = get(address, f"/api/rooms/{room}").json()
        assert again.pop("left") <= 300_000
        assert again == before
        assert get(address, "/api/health").json()["rooms"] == 0
