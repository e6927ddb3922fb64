"""Databases of older versions: a server brings them up to date with every game in them."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Select, create_engine

from tests.server.serving import Client, computer, get, inside, new_room, person, token
from tests.server.test_wrong_clock import asked, until
from triarii.server.settings import DATABASE, KEY
from triarii.server.storage import checking, opening, store

TABLES = ("rooms", "seats", "holders", "entries", "wishes")
"""Of the first version; the row of `server` that came later is made by its migration."""


def as_an_older_version_wrote_it(new: Path, old: Path, version: str) -> None:
    """The same rooms in tables that only the migrations of that version have made."""
    engine = create_engine(opening.sqlite_address(old))
    config = Config()
    config.set_main_option("script_location", opening.MIGRATIONS)
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(old)) as connection:
        connection.execute("ATTACH ? AS new", (str(new),))
        for table in TABLES:
            names = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM new.{table}")
        connection.commit()


def test_a_database_of_the_first_version_is_upgraded_with_its_games(tmp_path: Path) -> None:
    own, other = token(), token()
    with inside(tmp_path / "new") as address:
        people = new_room(address, person(own), person(other), clock={"minutes": 5, "increment": 0})["room"]
        ended = new_room(address, person(own), person(other))["room"]
        alone = new_room(address, person(own), computer())["room"]
        untouched = new_room(address, person(own), person(other))["room"]
        for room in (people, ended, alone):
            with Client(address, room, own) as me:
                me.until("welcome")
                me.act("b2b4")
                if room == ended:
                    me.do("resign")
                if room == alone:
                    me.until_turn("first")
        rooms = (people, ended, alone, untouched)
        told = {room: {**get(address, f"/api/rooms/{room}").json(), "left": "goes on"} for room in rooms}
        own_word = {"Authorization": f"Bearer {own}"}
        records = {room: get(address, f"/api/rooms/{room}/record", **own_word).content for room in rooms}
    (tmp_path / "old").mkdir()
    shutil.copy(tmp_path / "new" / KEY, tmp_path / "old" / KEY)
    as_an_older_version_wrote_it(tmp_path / "new" / DATABASE, tmp_path / "old" / DATABASE, "0001")
    with inside(tmp_path / "old") as address:
        again = {room: {**get(address, f"/api/rooms/{room}").json(), "left": "goes on"} for room in rooms}
        assert again == told
        assert {room: get(address, f"/api/rooms/{room}/record", **own_word).content for room in rooms} == records
        until(lambda: asked(tmp_path / "old", "SELECT count(*) FROM rooms WHERE turn = ''") == 0)
        assert asked(tmp_path / "old", "SELECT count(*) FROM rooms WHERE due = 0") == 0
        with Client(address, people, other) as you:
            assert you.until("welcome")["clock"]["running"] == "second"
            assert you.act("i9i7")["t"] == "accepted"
    file = tmp_path / "old" / DATABASE
    found = checking.check(file, checking.rooms_in(file), lambda: None)
    assert (found.whole, found.well) == (4, True)


@pytest.mark.parametrize("version", ["0001", "0002"])
def test_an_upgraded_database_lists_its_rooms_without_a_replay_and_learns_their_turns(
    version: str, tmp_path: Path
) -> None:
    own = token()
    with inside(tmp_path / "new") as address:
        rooms = [new_room(address, person(own), person(token()), listed=True)["room"] for _ in range(3)]
        for room in rooms[1:]:
            with Client(address, room, own) as me:
                me.until("welcome")
                me.act("b2b4")
        listed = get(address, "/api/rooms?listed=1").json()["rooms"]
    file = tmp_path / "old" / DATABASE
    file.parent.mkdir()
    shutil.copy(tmp_path / "new" / KEY, tmp_path / "old" / KEY)
    as_an_older_version_wrote_it(tmp_path / "new" / DATABASE, file, version)
    with inside(tmp_path / "old") as address:
        told = get(address, "/api/rooms?listed=1").json()["rooms"]
        assert [room["room"] for room in told] == [room["room"] for room in listed]
        until(lambda: asked(tmp_path / "old", "SELECT count(*) FROM rooms WHERE turn = ''") == 0)
        assert get(address, "/api/rooms?listed=1").json()["rooms"] == listed
        assert [room["turn"] for room in listed] == ["second", "second", "first"]


def test_the_list_is_told_without_the_entries_of_a_single_game(tmp_path: Path) -> None:
    own = token()
    with inside(tmp_path) as address:
        room = new_room(address, person(own), person(token()), listed=True)["room"]
        with Client(address, room, own) as me:
            me.until("welcome")
            me.act("b2b4")
        listed = get(address, "/api/rooms?listed=1").json()["rooms"]
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("DELETE FROM entries")  # whoever opened this room would notice
        connection.commit()
    with inside(tmp_path) as address:
        assert get(address, "/api/rooms?listed=1").json()["rooms"] == listed
        health = get(address, "/api/health").json()
        assert (health["status"], health["rooms"]) == ("ok", 0)
        assert get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").status_code == 500


@pytest.mark.parametrize(("statement", "index"), [(store.LISTED.limit(100), "listed"), (store.UNSETTLED, "unsettled")])
def test_rooms_are_listed_by_an_index(statement: Select[tuple[str]], index: str, tmp_path: Path) -> None:
    engine = opening.open_database(opening.sqlite_address(tmp_path / DATABASE))
    sql = statement.compile(engine, compile_kwargs={"literal_binds": True})
    with engine.begin() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}").all()
    engine.dispose()
    assert [f"rooms_{index}" in str(step[3]) for step in plan] == [True]
