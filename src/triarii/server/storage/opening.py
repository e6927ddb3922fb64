"""Opens the database and brings its tables up to date; says what is wrong with a file that is none of ours."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
)

from triarii.core.contract import Refusal
from triarii.server.settings import Settings
from triarii.server.storage.tables import METADATA, SERVER

LOG = logging.getLogger("triarii.server")
MIGRATIONS = "triarii.server.storage:migrations"
LATEST = "0009"
"""The newest migration; a test compares."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # what was acknowledged is on the disk, even if the power goes
    "wal_autocheckpoint=0",  # folding.py does it
    "foreign_keys=ON",
    "busy_timeout=10000",
)
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own."""
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", LATEST)
"""Versions that this program can open."""
POSTGRES = ("postgresql", "postgres")
"""How an address of PostgreSQL begins."""
POSTGRES_DRIVER = "postgresql+psycopg"
PATIENCE = {"connect_timeout": 5}
WRITERS = 2
ALONE = "SELECT pg_advisory_xact_lock(7419860)"
"""Waits until no other process changes the tables; the number is ours among the locks of that database."""
COMPANIONS = ("", "-wal", "-shm")
"""Ends of the names of SQLite's files."""
OURS_ALONE = 0o600
FOLDER_OURS_ALONE = 0o700
ROOMS_TABLE = "rooms"


def open_database(address: str) -> Engine:
    """An engine for a database address such as `sqlite:////home/me/rooms.sqlite` or `postgresql://me@there/rooms`, with
    all migrations run."""
    url = with_driver(address)
    if url.get_backend_name() != "sqlite":
        engine = create_engine(url, connect_args=PATIENCE, pool_size=WRITERS)
        _migrate(engine, alone=ALONE)
        return engine
    engine = create_engine(url)
    if engine.url.database:
        keep_to_ourselves(Path(engine.url.database))
    _prepare_sqlite(engine)
    _migrate(engine)
    return engine


def database_of(settings: Settings) -> Engine:
    """The database of a server, as it is set up."""
    return open_database(settings.database_url or sqlite_address(settings.database))


def with_driver(address: str) -> URL:
    """An address as SQLAlchemy takes it: by itself it would look for an older driver of PostgreSQL."""
    url = make_url(address)
    return url.set(drivername=POSTGRES_DRIVER) if url.drivername in POSTGRES else url


def sqlite_address(file: Path) -> str:
    return f"sqlite:///{file}"


def problem_with(file: Path) -> Refusal | None:
    """Why a database file can't be opened by this program; None for a good one, and where there is none yet.

    It only looks: the file stays as it is.
    """
    named = {"file": str(file)}
    try:
        if not file.exists() or (file.is_file() and file.stat().st_size == 0):
            return None
        with file.open("rb"):
            pass
        with contextlib.closing(connect_to_read(file)) as connection:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names:
                return None
            if VERSIONS.name not in names or ROOMS_TABLE not in names:
                return Refusal("serve.foreign", params=named)
            row = connection.execute(f"SELECT version_num FROM {VERSIONS.name}").fetchone()
            if row is not None and row[0] == LATEST:
                connection.execute("SELECT * FROM server").fetchone()
    except OSError as problem:
        return Refusal("serve.database", params={**named, "reason": problem.strerror or str(problem)})
    except sqlite3.DatabaseError as problem:
        if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            return Refusal("serve.foreign", params=named)
        return Refusal("serve.database", params={**named, "reason": str(problem)})
    if row is None or row[0] not in KNOWN:
        return Refusal("serve.newer", params={**named, "version": "?" if row is None else str(row[0])[:20]})
    return None


def connect_to_read(file: Path) -> sqlite3.Connection:
    """A connection that leaves the file as it is, whether or not a server runs on it."""
    place = f"{file.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(place, uri=True, timeout=10.0, isolation_level=None)


def keep_to_ourselves(file: Path) -> None:
    """Nobody else on this machine reads what is in the folder: tokens' hashes, secrets of chance, names."""
    if os.name == "nt":
        return  # there, the user's own folder is closed to others
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OURS_ALONE))  # its companions follow its mode
    _narrow(file.parent, FOLDER_OURS_ALONE)
    for end in COMPANIONS:
        _narrow(file.with_name(file.name + end), OURS_ALONE)


def _narrow(path: Path, mode: int) -> None:
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~mode:
            path.chmod(mode)
    except FileNotFoundError:
        return
    except OSError as problem:
        LOG.warning("others may read %s: %s", path, problem.strerror or problem)


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


def _migrate(engine: Engine, alone: str = "") -> None:
    """Bring the tables up to date; `alone` sees to it that of several processes that start one does it."""
    version = _version(engine)
    if version == LATEST or (not version and _made_anew(engine, alone)):
        return
    # Late: only a database of an older version needs it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if alone:
            connection.execute(text(alone))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _made_anew(engine: Engine, alone: str) -> bool:
    """Make all tables of a new database at once, as the migrations would; whether there were none before."""
    with engine.begin() as connection:
        if alone:
            connection.execute(text(alone))
        if inspect(connection).get_table_names():
            return False
        METADATA.create_all(connection, checkfirst=False)
        connection.execute(insert(SERVER).values(id=1, commits=0, ran=0, last=0))
        VERSIONS.metadata.create_all(connection, checkfirst=False)
        connection.execute(insert(VERSIONS).values(version_num=LATEST))
    return True


def _version(engine: Engine) -> str:
    """Which migrations a database has seen; empty for a new one."""
    if not inspect(engine).has_table(VERSIONS.name):
        return ""
    with engine.begin() as connection:
        return str(connection.execute(select(VERSIONS.c.version_num)).scalar() or "")
