"""A database in one SQLite file, with what makes it safe: a journal that is folded in beside the writer, and a witness
that counts its transactions. One process has it for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, select, update

from triarii.core.contract import Turn
from triarii.server.storage.database import Changes, Database, Ears, Time
from triarii.server.storage.folding import Folding
from triarii.server.storage.opening import close_database
from triarii.server.storage.tables import SERVER
from triarii.server.storage.troubles import Troubles
from triarii.server.storage.witness import Witness, witness_of, witnessed

PRAGMAS = ("query_only=ON", "busy_timeout=10000")
COUNTED = update(SERVER).values(commits=SERVER.c.commits + 1)
TIMED = COUNTED.values(ran=bindparam("by_now"), last=bindparam("at"))


class FileDatabase(Database):
    """One file; `commits` counts the transactions that are on the disk."""

    def __init__(self, engine: Engine, troubles: Troubles) -> None:
        super().__init__(engine)
        self._times: Callable[[], tuple[int, int]] | None = None
        self.commits = _commits(engine)
        name = engine.url.database
        self._folding: Folding | None = None
        self._witness: Witness | None = None
        if name:
            file = Path(name)
            missing = witnessed(witness_of(file)) - self.commits
            if missing > 0:
                troubles.journal_lost(missing)
            self._folding = Folding(file, troubles)
            self._witness = Witness(witness_of(file), lambda: self.commits)

    def reading(self) -> Engine:
        reading = create_engine(self.engine.url)

        @event.listens_for(reading, "connect")
        def settle(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # we begin transactions ourselves, below
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(reading, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")  # all that one question reads is of one moment

        return reading

    def time(self, connection: Connection) -> Time:
        row = connection.execute(select(SERVER)).mappings().one()
        return Time(row["ran"], row["last"])

    def keep_time(self, times: Callable[[], tuple[int, int]]) -> None:
        """Write running time and moment down with every transaction from now on."""
        self._times = times

    def on_commit(self, connection: Connection) -> None:
        if self._times is None:
            connection.execute(COUNTED)
        else:
            ran, last = self._times()
            connection.execute(TIMED, {"by_now": ran, "at": last})

    def committed(self) -> None:
        self.commits += 1

    # There are no others

    def listen(self, ears: Ears) -> None:
        """Nobody says anything."""

    def stop_listening(self) -> None:
        """Nothing was heard."""

    def tell(self, connection: Connection, changes: Changes) -> None:
        """Nobody has to know."""

    def take_due(self, connection: Connection, until: int, thinks: bool, busy: Sequence[str]) -> str | None:
        """All that is due is ours from the start."""
        return None

    def sit(self, connection: Connection, room: str, seat: Turn, here: bool) -> None:
        """Whoever is connected, is so here."""

    def connected(self, connection: Connection, room: str) -> Mapping[Turn, str]:
        return {}

    def leave(self, connection: Connection) -> None:
        """Nobody is left."""

    def close(self) -> None:
        if self._folding is not None:
            self._folding.end()
        if self._witness is not None:
            self._witness.end()
        close_database(self.engine)


def _commits(engine: Engine) -> int:
    with engine.begin() as connection:
        return int(connection.execute(select(SERVER.c.commits)).scalar() or 0)
