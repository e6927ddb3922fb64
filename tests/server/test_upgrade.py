"""Databases of older versions: a server brings them up to date with every game in them."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from tests.server.serving import Client, computer, get, inside, new_room, person, token
from tests.server.test_wrong_clock import asked, until
from triarii.server.settings import DATABASE, KEY
from triarii.server.storage import checking, opening

TABLES = ("rooms", "seats", "holders", "entries", "wishes")


def as_the_first_version_wrote_it(new: Path, old: Path) -> None:
    """The same rooms in tables that only the first migration has made."""
    engine = create_engine(opening.sqlite_address(old))
    config = Config()
    config.set_main_option("script_location", opening.MIGRATIONS)
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
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
        told = {room: get(address, f"/api/rooms/{room}").json() for room in rooms}
        own_word = {"Authorization": f"Bearer {own}"}
        records = {room: get(address, f"/api/rooms/{room}/record", **own_word).content for room in rooms}
    (tmp_path / "old").mkdir()
    shutil.copy(tmp_path / "new" / KEY, tmp_path / "old" / KEY)
    as_the_first_version_wrote_it(tmp_path / "new" / DATABASE, tmp_path / "old" / DATABASE)
    with inside(tmp_path / "old") as address:
        assert {room: get(address, f"/api/rooms/{room}").json() for room in rooms} == told
        assert {room: get(address, f"/api/rooms/{room}/record", **own_word).content for room in rooms} == records
        until(lambda: asked(tmp_path / "old", "SELECT count(*) FROM rooms WHERE turn = ''") == 0)
        assert asked(tmp_path / "old", "SELECT count(*) FROM rooms WHERE due = 0") == 0
        with Client(address, people, other) as you:
            assert you.until("welcome")["clock"]["running"] == "second"
            assert you.act("i9i7")["t"] == "accepted"
    file = tmp_path / "old" / DATABASE
    found = checking.check(file, checking.rooms_in(file), lambda: None)
    assert (found.whole, found.well) == (4, True)
