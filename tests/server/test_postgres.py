"""PostgreSQL in place of the file, a real one: the same tables, the same promises."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from tests.postgres import running
from tests.server.serving import Client, inside, new_room, person, token
from tests.server.test_storage import ROOM
from triarii.core.contract import Turn
from triarii.core.records import Acted, ClockRead, Entry, TookBack
from triarii.server.storage import hearing
from triarii.server.storage.opening import open_database
from triarii.server.storage.store import Overtaken, Progress, Store
from triarii.server.storage.tables import METADATA, PROCESSES


def test_the_migrations_make_the_same_tables_in_postgresql(postgres_database: str) -> None:
    engine = open_database(postgres_database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()
    open_database(postgres_database).dispose()  # a second start finds them


def test_a_room_is_read_back_from_postgresql_as_it_was_stored(postgres_database: str) -> None:
    async def run() -> None:
        store = Store(open_database(postgres_database))
        await store.create(ROOM)
        entries: list[Entry] = [Acted(Turn.FIRST, "ü"), TookBack(0), ClockRead(1, 2)]
        await store.advance(Progress("room", 1, entries, 7_000, (Turn.FIRST, "key", 3), {"declined": 1}, True))
        found = await store.load("room")
        assert found is not None
        assert found.data.header == ROOM.header
        assert list(found.entries) == entries
        assert found.wishes == {(Turn.FIRST, "key"): 3}
        assert (found.data.over, found.data.state) == (True, {"declined": 1})
        with pytest.raises(Overtaken):
            await store.advance(Progress("room", 4, [ClockRead(0, 0)], 8_000))
        with pytest.raises(IntegrityError):  # a number is written once
            await store.advance(Progress("room", 3, [ClockRead(0, 0)], 8_000, revision=1))
        await store.close()

    asyncio.run(run())


def test_a_process_that_has_left_is_not_counted_as_running(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "EVERY", 0.0)  # it says all the time that it runs
    monkeypatch.setattr(hearing, "GLANCE", 0.001)

    async def come_and_go() -> None:
        store, told = Store(open_database(postgres_database)), asyncio.Event()
        store.listen(lambda _: None, lambda _: told.set(), lambda: None)
        await told.wait()
        await store.close()

    async def run() -> int:
        for _ in range(10):
            await come_and_go()
        engine = open_database(postgres_database)
        with engine.connect() as connection:
            left = connection.execute(select(func.count()).select_from(PROCESSES)).scalar_one()
        engine.dispose()
        return left

    assert asyncio.run(run()) == 0


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGQUIT])
def test_what_was_acknowledged_is_there_after_postgresql_went(way: signal.Signals) -> None:
    async def run() -> None:
        with running(durable=True) as server:
            store = Store(open_database(server.new_database()))
            await store.create(ROOM)
            sum_of_one = await store.advance(Progress("room", 1, [Acted(Turn.FIRST, "a")], 7_000))
            server.stop(way)
            with pytest.raises(OperationalError):
                await store.advance(Progress("room", 2, [Acted(Turn.SECOND, "b")], 8_000, revision=1))
            server.start()
            await store.advance(Progress("room", 2, [Acted(Turn.SECOND, "c")], 9_000, before=sum_of_one, revision=1))
            found = await store.load("room")
            assert found is not None
            assert [entry.text for entry in found.entries if isinstance(entry, Acted)] == ["a", "c"]
            await store.close()

    asyncio.run(run())


def test_a_game_is_played_over_postgresql_and_found_again_after_a_restart(
    tmp_path: Path, postgres_database: str
) -> None:
    tokens = token(), token()
    moves = 6
    with inside(tmp_path, database_url=postgres_database) as address:
        room = new_room(address, person(tokens[0]), person(tokens[1]))["room"]
        with Client(address, room, tokens[0]) as ada, Client(address, room, tokens[1]) as ben:
            for client in (ada, ben):
                client.arrive()
            for client in (ada, ben):
                client.until_chance_fell()
            for _ in range(moves):
                for client in (ada, ben):
                    client.until_version(max(ada.version, ben.version))
                moving = ada if ada.view["turn"] == "first" else ben
                assert moving.act(moving.choose())["t"] == "accepted"
            last = max(ada.version, ben.version)
            ada.until_version(last)
            seen = {version: entry["view"] for version, entry in ada.entries.items()}
    assert not list(tmp_path.glob("*.sqlite*"))
    with (
        inside(tmp_path, database_url=postgres_database) as address,
        Client(address, room, tokens[0], seen=0) as ada,
    ):
        ada.until_version(last)
        assert {version: entry["view"] for version, entry in ada.entries.items()} == seen
