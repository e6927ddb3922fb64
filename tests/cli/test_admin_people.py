"""Copies carry what is kept of people beside their games: results, ratings, tournaments, and who is told of turns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine, insert, select

from tests.cli.running import Within
from tests.server.post_offices import Browser, PushService, push_service
from tests.server.serving import get, inside, post
from tests.server.test_reminders import SOON, Slow, asked, pushed
from triarii.server.admin.people import CARRIED, LEFT
from triarii.server.admin.rooms import BELOW
from triarii.server.settings import DATABASE
from triarii.server.storage.opening import sqlite_address, with_driver
from triarii.server.storage.tables import METADATA, RATINGS, RESULTS, ROOMS, SEALING_KEY, SERVER, TOURNAMENTS

RATED = {"rating": 1612.5, "deviation": 80.0, "volatility": 0.06, "games": 3, "touched": 17}
MET = {"opponent": "Ben", "kind": "person", "score": 2, "rated": True, "rating": 1612, "at": 17}


@pytest.fixture
def pushes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as (service, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        yield service


def people(address: str | URL) -> dict[str, list[dict[str, Any]]]:
    """All that is kept beside games, by table."""
    engine = create_engine(address)
    with engine.connect() as connection:
        found = {
            table.name: [
                dict(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings()
            ]
            for table in CARRIED
        }
    engine.dispose()
    return found


def rated(engine: Engine) -> None:
    """Somebody has a rating from a game that was deleted since, and a tournament is on."""
    with engine.begin() as connection:
        connection.execute(insert(RATINGS).values(profile="p" * 64, game="cities", against="people", **RATED))
        connection.execute(insert(RESULTS).values(room="gone", seat=0, profile="p" * 64, game="cities", **MET))
        connection.execute(insert(TOURNAMENTS).values(id="cup", content="{}", revision=1, touched=17))
    engine.dispose()


def test_every_table_is_carried_or_left_behind_for_a_reason() -> None:
    by_others = (ROOMS, *BELOW, SERVER, SEALING_KEY)
    assert {table.name for table in (*by_others, *CARRIED, *LEFT)} == set(METADATA.tables)


def test_who_is_told_of_turns_is_told_after_moves_to_postgresql_and_back(
    within: Within, tmp_path: Path, postgres_database: str, pushes: PushService
) -> None:
    data, back, copy = tmp_path / "data", tmp_path / "back", tmp_path / "copy.sqlite"
    wanted: dict[str, Any] = {"notice_seconds": SOON, "push_to_private": True}
    with inside(data, **wanted) as address:
        game, browser = Slow(address), Browser(pushes)
        own = pushed(address, browser, game.seat(game.other), lang="en")
        key = get(address, "/api/reminders").json()["push"]
    rated(create_engine(sqlite_address(data / DATABASE)))
    before = people(sqlite_address(data / DATABASE))
    assert all(before.values()), "there is something of each"
    with inside(back, **wanted) as address:  # it has run there once, and made a key of its own
        assert get(address, "/api/reminders").json()["push"] != key
    within("admin", "move", "--data", str(data), "--to", postgres_database).well()
    assert people(with_driver(postgres_database)) == before
    within("admin", "backup", "--database", postgres_database, "-o", str(copy)).well()
    assert people(sqlite_address(copy)) == before
    within("admin", "move", "--database", postgres_database, "--to", str(back)).well()
    assert people(sqlite_address(back / DATABASE)) == before
    with inside(back, **wanted) as address:
        assert get(address, "/api/reminders").json()["push"] == key, "browsers know the server by it"
        game.address = address
        game.move(game.own)
        assert pushes.next().notice["room"] == game.room
        assert asked(address, own) is not None


@pytest.mark.parametrize("shared", [False, True], ids=["file", "postgres"])
def test_a_backup_brings_nobody_back_who_said_stop_since(
    within: Within, tmp_path: Path, pushes: PushService, postgres_database: str, shared: bool
) -> None:
    data, copy, again = tmp_path / "data", tmp_path / "copy.sqlite", tmp_path / "again"
    database = postgres_database if shared else ""
    where = ("--database", database) if shared else ("--data", str(data))
    with inside(data, push_to_private=True, database_url=database) as address:
        game, browser = Slow(address), Browser(pushes)
        own = pushed(address, browser, game.seat(game.other), lang="en")
        within("admin", "backup", *where, "-o", str(copy)).well()
        stop = people(sqlite_address(copy))["channels"][0]["stop"]
        assert post(address, f"/api/reminders/stop/{stop}", {}).status_code == 200
        within("admin", "restore", str(copy), *where).well()
        assert asked(address, own) is None
    # A lost disk is another thing: there all of it comes back, and the word still ends it.
    within("admin", "restore", str(copy), "--data", str(again)).well()
    with inside(again, push_to_private=True) as address:
        assert asked(address, own) is not None
        assert post(address, f"/api/reminders/stop/{stop}", {}).status_code == 200
        assert asked(address, own) is None
