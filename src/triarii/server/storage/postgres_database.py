"""A PostgreSQL that many processes share. None of them owns a room: a change is stored only upon what was seen, and its
commit tells all others. What is due is taken with a lock that the next one skips, and is free again when its process
is dead.

There is no second list of jobs: that a computer is to act, or a flag to fall, is in the row of the room, so that no
job can be forgotten or outlive what it is about.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert

from triarii.core.contract import Turn
from triarii.server.storage.database import Changes, Database, Ears, Heard, Time
from triarii.server.storage.hearing import ALIVE_FOR, BEAT, BEAT_PARAMS, CHANNEL, NOW, Hearing, time_of
from triarii.server.storage.tables import OPEN_GAMES, PRESENCE, PROCESSES, ROOMS

READERS = 4
TOGETHER = 200
"""Rooms in one message: PostgreSQL takes no longer ones than 8,000 bytes."""
LONGEST = 7_000
"""Bytes that changes of rooms may take in one message."""
A_ROOM = 60
"""Bytes that a room takes beside its change, at most."""
JUST_NOW = 3_000
"""Milliseconds in which a process that has changed a room begins with what it has taken there."""
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :message)")
DUE = text(
    f"""
    UPDATE rooms SET taken_by = :me WHERE id IN (
        SELECT id FROM rooms
        WHERE due <= :until AND (:thinks OR due > 0) AND binned IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM processes
            WHERE processes.id = rooms.taken_by AND processes.id <> :me AND processes.seen >= {NOW} - {ALIVE_FOR}
        )
        AND (taken_by <> :me OR touched < {NOW} - {JUST_NOW}) AND NOT (id = ANY(:busy))
        ORDER BY due, touched LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id
    """
)
FREED = update(ROOMS).where(ROOMS.c.due.is_not(None)).values(taken_by="")


class PostgresDatabase(Database):
    """One process among those that share a database."""

    shared = True

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.process = secrets.token_hex(8)
        self._hearing: Hearing | None = None

    def reading(self) -> Engine:
        return create_engine(
            self.engine.url,
            pool_size=READERS,
            isolation_level="REPEATABLE READ",  # a room is read in several steps, and others write meanwhile
            execution_options={"postgresql_readonly": True},
        )

    def time(self, connection: Connection) -> Time:
        row = connection.execute(text(BEAT), {"me": self.process, **BEAT_PARAMS}).one()
        return time_of(row.ran, row.at)

    def keep_time(self, times: Callable[[], tuple[int, int]]) -> None:
        """Hearing keeps the time that all go by."""

    def on_commit(self, connection: Connection) -> None:
        """Nothing is written with every transaction: all processes would wait for each other there."""

    def committed(self) -> None:
        """PostgreSQL notices by itself what its journal has lost."""

    def listen(self, ears: Ears) -> None:
        self._hearing = Hearing(self.engine.url, self.process, ears)

    def stop_listening(self) -> None:
        if self._hearing is not None:
            self._hearing.end()
            self._hearing = None

    def tell(self, connection: Connection, changes: Changes) -> None:
        for names, short in messages_of(changes):
            some = {name: changes.rooms[name] for name in names}
            whole = {name: msgspec.Raw(changes.whole[name]) for name in short}
            self._notify(connection, Heard(self.process, rooms=some, whole=whole, due=changes.due))
        for at in range(0, len(changes.seats), TOGETHER):
            self._notify(connection, Heard(self.process, seats=changes.seats[at : at + TOGETHER]))
        for limit, clients in changes.spent.items():
            self._notify(connection, Heard(self.process, spent={limit: clients}))
        for remark in changes.remarks:
            self._notify(connection, Heard(self.process, remarks=[remark]))
        if changes.open_games:
            self._notify(connection, Heard(self.process, open_games=True))
        if changes.tournaments:
            self._notify(connection, Heard(self.process, tournaments=changes.tournaments))

    def take_due(self, connection: Connection, until: int, thinks: bool, busy: Sequence[str]) -> str | None:
        asked = {"me": self.process, "until": until, "thinks": thinks, "busy": list(busy)}
        return connection.execute(DUE, asked).scalar()

    def sit(self, connection: Connection, room: str, seat: Turn, here: bool) -> None:
        if here:
            new = insert(PRESENCE).values(room=room, seat=int(seat), process=self.process)
            connection.execute(
                new.on_conflict_do_update(index_elements=["room", "seat"], set_={"process": self.process})
            )
        else:
            mine = (PRESENCE.c.room == room) & (PRESENCE.c.seat == int(seat)) & (PRESENCE.c.process == self.process)
            connection.execute(delete(PRESENCE).where(mine))
        self.tell(connection, Changes(seats=[room]))

    def connected(self, connection: Connection, room: str) -> Mapping[Turn, str]:
        found = connection.execute(select(PRESENCE).where(PRESENCE.c.room == room)).mappings()
        return {Turn(each["seat"]): each["process"] for each in found}

    def leave(self, connection: Connection) -> None:
        left = delete(PRESENCE).where(PRESENCE.c.process == self.process).returning(PRESENCE.c.room)
        rooms = list(connection.execute(left).scalars())
        freed = connection.execute(FREED.where(ROOMS.c.taken_by == self.process)).rowcount
        connection.execute(delete(PROCESSES).where(PROCESSES.c.id == self.process))
        mine = (OPEN_GAMES.c.process == self.process) & (OPEN_GAMES.c.room == "")
        gone = connection.execute(delete(OPEN_GAMES).where(mine)).rowcount
        self.tell(connection, Changes(seats=rooms, open_games=bool(gone)))
        if freed:
            self._notify(connection, Heard(self.process, due=True))

    def close(self) -> None:
        self.stop_listening()
        self.engine.dispose()

    def _notify(self, connection: Connection, heard: Heard) -> None:
        connection.execute(NOTIFY, {"message": msgspec.json.encode(heard).decode()})


def messages_of(changes: Changes) -> Iterator[tuple[list[str], list[str]]]:
    """The rooms that are told together, as many as a message holds, and those of which all is told."""
    names: list[str] = []
    whole: list[str] = []
    taken = 0
    for name in changes.rooms:
        told = len(changes.whole.get(name, b""))
        fits = 0 < told <= LONGEST - A_ROOM
        takes = A_ROOM + told if fits else A_ROOM
        if taken + takes > LONGEST:
            yield names, whole
            names, whole, taken = [], [], 0
        names.append(name)
        whole += [name] if fits else []
        taken += takes
    if names:
        yield names, whole
