"""Where games are kept, for commands that work beside a server: the file of a data folder, or a PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, func, inspect, literal_column, select
from sqlalchemy.exc import SQLAlchemyError

from triarii.core.contract import Refusal, Refused
from triarii.server.configuration import without_password
from triarii.server.settings import KEY
from triarii.server.storage import checking
from triarii.server.storage.hearing import ALIVE_FOR, NOW
from triarii.server.storage.kept_key import kept_key
from triarii.server.storage.opening import (
    LATEST,
    VERSIONS,
    connect_to_read,
    open_database,
    problem_with,
    sqlite_address,
    with_driver,
)
from triarii.server.storage.postgres_address import not_to_be_asked
from triarii.server.storage.tables import PROCESSES


@dataclass(frozen=True)
class Place:
    """One database."""

    file: Path
    """That of the data folder, or a copy that was made of one."""
    address: str = ""
    """Of a PostgreSQL that keeps the games in place of the file."""

    @property
    def name(self) -> str:
        """As anybody may see it."""
        return without_password(self.address) if self.address else str(self.file)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """All that is read within is of one moment, whatever a server does meanwhile."""
        with _told(self), reading_engine(self) as engine, engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Engine]:
        """For changes, a transaction each; tables that are not there yet are made."""
        with _told(self):
            if not self.address:
                self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            engine = open_database(self.address or sqlite_address(self.file))
            try:
                yield engine
            finally:
                engine.dispose()

    def key(self, connection: Connection) -> bytes | None:
        """With which its server seals records, as the bytes of a key file; None where there is none."""
        if self.address:
            return kept_key(connection)
        file = self.file.with_name(KEY)
        return file.read_bytes() if file.is_file() else None

    def processes(self) -> int:
        """How many servers and thinkers share a PostgreSQL just now."""
        alive = PROCESSES.c.seen >= literal_column(f"{NOW} - {ALIVE_FOR}")
        with self.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(PROCESSES).where(alive)).scalar() or 0)

    def unfit(self) -> Refusal | None:
        """Why no games can be put there; None if they can, and where there is nothing yet."""
        if not self.address:
            return problem_with(self.file)
        refusal = self.unusable()
        return None if refusal is not None and refusal.code == "admin.no_database" else refusal

    def unusable(self) -> Refusal | None:
        """Why nothing can be asked of it; None if something can."""
        if not self.address:
            return checking.unusable(self.file)
        refusal = not_to_be_asked(self.address)
        if refusal is not None:
            return refusal
        try:
            with reading_engine(self) as engine, engine.connect() as connection:
                if not inspect(connection).has_table(VERSIONS.name):
                    return Refusal("admin.no_database", params={"file": self.name})
                version = connection.execute(select(VERSIONS.c.version_num)).scalar()
        except (SQLAlchemyError, ValueError) as problem:
            return Refusal("admin.locked", params={"file": self.name, "reason": _reason(problem)})
        return None if version == LATEST else Refusal("admin.older", params={"file": self.name})


@contextmanager
def reading_engine(place: Place) -> Iterator[Engine]:
    """Whose connections leave everything as it is."""
    if place.address:
        engine = create_engine(with_driver(place.address), poolclass=NullPool)
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    else:
        engine = create_engine("sqlite://", creator=lambda: connect_to_read(place.file), poolclass=NullPool)

        @event.listens_for(engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN")

    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _told(place: Place) -> Iterator[None]:
    """What the database refuses is told in a sentence."""
    try:
        yield
    except SQLAlchemyError as problem:
        raise Refused(Refusal("admin.locked", params={"file": place.name, "reason": _reason(problem)})) from None


def _reason(problem: Exception) -> str:
    """Its first line, without what was to be stored."""
    said = str(getattr(problem, "orig", None) or problem).strip()
    return without_password(said.splitlines()[0].rstrip(".") if said else type(problem).__name__)
