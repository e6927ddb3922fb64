"""Opens the database and brings its tables up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, column, create_engine, event, inspect, select, table

MIGRATIONS = "triarii.server.storage:migrations"
LATEST = "0001"
"""The newest migration; a test compares."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # what was acknowledged is on the disk, even if the power goes
    "wal_autocheckpoint=0",  # folding.py does it
    "foreign_keys=ON",
    "busy_timeout=10000",
)
VERSIONS = table("alembic_version", column("version_num"))


def open_database(address: str) -> Engine:
    """An engine for a database address such as `sqlite:////home/me/rooms.sqlite`, with all migrations run."""
    engine = create_engine(address)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    _migrate(engine)
    return engine


def sqlite_address(file: Path) -> str:
    return f"sqlite:///{file}"


def close_database(engine: Engine) -> None:
    """Leave one whole file behind: SQLite folds its journal in when the last connection ends."""
    engine.dispose()


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def settle(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _migrate(engine: Engine) -> None:
    if _version(engine) == LATEST:
        return
    # Late: only a new database, or one of an older version, needs it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _version(engine: Engine) -> str:
    """Which migrations a database has seen; empty for a new one."""
    if not inspect(engine).has_table(VERSIONS.name):
        return ""
    with engine.begin() as connection:
        return str(connection.execute(select(VERSIONS.c.version_num)).scalar() or "")
