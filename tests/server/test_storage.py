"""The database: migrations, transactions that are shared, what is read beside them."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateTable

from tests.patience import ANSWER
from tests.server.serving import get, inside, new_room, person, token
from triarii.core.contract import Turn
from triarii.core.records import Acted, ClockRead, Entry, Header, TookBack
from triarii.server.settings import DAY
from triarii.server.sources import Sources
from triarii.server.storage import folding, opening
from triarii.server.storage.store import Overtaken, Progress, RoomData, Seat, Store
from triarii.server.storage.tables import METADATA
from triarii.server.storage.writer import Closed, Writer

ROOM = RoomData(
    "room",
    Header("cities", 1, {"layout": "gates"}, texts=("Löwe", "")),
    "00",
    "watch",
    True,
    {Turn.FIRST: Seat("person", holder="a"), Turn.SECOND: Seat("person", invitation="b")},
    {"minutes": 5, "increment": 0},
    1_000,
)


def test_the_migrations_make_the_tables_that_the_code_knows_and_that_a_new_database_gets_at_once(
    tmp_path: Path,
) -> None:
    engine = opening.open_database(opening.sqlite_address(tmp_path / "x.sqlite"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    config = Config()
    config.set_main_option("script_location", opening.MIGRATIONS)
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == opening.LATEST
    by_steps = create_engine(opening.sqlite_address(tmp_path / "y.sqlite"))
    with by_steps.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    assert _tables(engine) == _tables(by_steps)
    for each in (engine, by_steps):
        each.dispose()


def _tables(engine: Engine) -> dict[str, object]:
    """All that SQLite knows of them but the order of columns and what stands in those that are left out, which an older
    version's rows needed."""
    with engine.connect() as connection:
        names = sorted(connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars())
        looked = inspect(connection)
        return {
            name: (
                sorted((each["name"], str(each["type"]), each["nullable"]) for each in looked.get_columns(name)),
                looked.get_pk_constraint(name)["constrained_columns"],
                [(key["referred_table"], key["options"]) for key in looked.get_foreign_keys(name)],
                sorted((str(each["name"]), str(each["column_names"])) for each in looked.get_indexes(name)),
                connection.execute(text(f"SELECT count(*) FROM {name}")).scalar(),
            )
            for name in names
        }


def test_the_tables_can_be_made_in_postgresql_too() -> None:
    from sqlalchemy.dialects import postgresql

    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in METADATA.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect)).strip().startswith("CREATE TABLE")


def test_a_room_is_read_back_as_it_was_stored(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(opening.open_database(opening.sqlite_address(tmp_path / "x.sqlite")))
        await store.create(ROOM)
        entries: list[Entry] = [Acted(Turn.FIRST, "ü"), TookBack(0), ClockRead(1, 2)]
        await store.advance(Progress("room", 1, entries, 7_000, (Turn.FIRST, "key", 3), {"declined": 1}, True))
        found = await store.load("room")
        assert found is not None
        assert found.data.header == ROOM.header
        assert list(found.entries) == entries
        assert list(found.moments) == [7_000] * 3
        assert found.wishes == {(Turn.FIRST, "key"): 3}
        assert (found.data.over, found.data.state) == (True, {"declined": 1})
        assert await store.load("none") is None
        with pytest.raises(Overtaken):  # it was decided upon what is past
            await store.advance(Progress("room", 4, [ClockRead(0, 0)], 8_000))
        with pytest.raises(IntegrityError):  # a number is written once
            await store.advance(Progress("room", 3, [ClockRead(0, 0)], 8_000, revision=1))
        await store.close()

    asyncio.run(run())


def test_the_journal_is_folded_into_the_file_while_the_database_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "EVERY", 0.05)
    monkeypatch.setattr(folding, "LONG", 200_000)
    file = tmp_path / "x.sqlite"
    journal = tmp_path / "x.sqlite-wal"

    async def play() -> None:
        store = Store(opening.open_database(opening.sqlite_address(file)))
        empty = file.stat().st_size
        for number in range(300):
            await store.create(
                replace(ROOM, id=f"room{number}", header=Header("cities", 1, {}, texts=("x" * 2000, "")))
            )
        async with asyncio.timeout(ANSWER):
            while file.stat().st_size < empty + 300 * 2000 or journal.stat().st_size > folding.LONG:
                await asyncio.sleep(0.05)
        found = await store.load("room299")
        assert found is not None
        assert found.data.header.texts == ("x" * 2000, "")
        await store.close()

    asyncio.run(play())
    assert not journal.exists()


def test_jobs_that_share_a_transaction_do_not_share_a_failure(tmp_path: Path) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(text("INSERT INTO wishes VALUES ('a', 0, 'k', 1)"))
        raise LookupError

    def counts(connection: Connection) -> int:
        return int(connection.execute(text("SELECT count(*) FROM wishes")).scalar() or 0)

    async def run() -> None:
        writer = Writer(opening.open_database(opening.sqlite_address(tmp_path / "x.sqlite")))
        jobs = [writer.run(counts), writer.run(fails), writer.run(counts)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert answers[0] == 0
        assert isinstance(answers[1], Exception)
        assert answers[2] == 0
        writer.close()
        with pytest.raises(Closed):
            await writer.run(counts)

    asyncio.run(run())


def test_whoever_reads_waits_for_no_writer_and_holds_up_none(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"

    async def run() -> None:
        store = Store(opening.open_database(opening.sqlite_address(file)))
        await store.create(ROOM)
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # while a transaction is under way
            async with asyncio.timeout(ANSWER):
                assert await store.load("room") is not None
                assert await store.summary("room") is not None
            other.execute("ROLLBACK")
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM rooms").fetchone()  # while somebody reads
            async with asyncio.timeout(ANSWER):
                await store.advance(Progress("room", 1, [ClockRead(1, 2)], 7_000))
        await store.close()

    asyncio.run(run())


class Later(Sources):
    """So many days from now."""

    def __init__(self, days: int) -> None:
        self.days = days

    def now(self) -> int:
        return super().now() + self.days * DAY


def test_rooms_that_nobody_touched_for_long_are_only_marked_at_first(tmp_path: Path) -> None:
    with inside(tmp_path) as address:
        old = new_room(address, person(token()), person(), clock={"minutes": 5})["room"]
    with inside(tmp_path, Later(89)) as address:
        young = new_room(address, person(token()), person())["room"]
        assert get(address, f"/api/rooms/{old}").status_code == 200
    with inside(tmp_path, Later(92)) as address:
        assert get(address, f"/api/rooms/{old}").status_code == 200, "the clock may be wrong: see test_wrong_clock"
        assert get(address, f"/api/rooms/{young}").status_code == 200
