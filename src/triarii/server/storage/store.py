"""What rooms ask of the database: a new room, more entries, a seat claimed, a room read back, old rooms put away."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, bindparam, func, insert, literal_column, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from triarii.core.contract import Turn
from triarii.core.records import Header
from triarii.core.texts import Message
from triarii.server.storage import loading
from triarii.server.storage.folding import Folding
from triarii.server.storage.kept import COMPUTER, PERSON, Damaged, Progress, RoomData, Seat, Stored
from triarii.server.storage.loading import content_of, dumped
from triarii.server.storage.opening import close_database
from triarii.server.storage.reading import Readers
from triarii.server.storage.sums import chained
from triarii.server.storage.tables import ENTRIES, HOLDERS, ROOMS, SEATS, SERVER, WISHES
from triarii.server.storage.troubles import Troubles, is_damage
from triarii.server.storage.witness import Witness, witness_of, witnessed
from triarii.server.storage.writer import Writer

__all__ = ["COMPUTER", "PERSON", "Damaged", "Progress", "RoomData", "Seat", "Store", "Stored", "Sweep"]

LISTED = (
    select(ROOMS.c.id).where(ROOMS.c.listed, ROOMS.c.binned.is_(None)).order_by(ROOMS.c.over, ROOMS.c.touched.desc())
)
UNSETTLED = select(ROOMS.c.id).where(ROOMS.c.turn == literal_column("''"), ROOMS.c.binned.is_(None))
PROBED = 1.0
"""Seconds for which one trial of the disk is enough, however many ask."""


@dataclass(frozen=True)
class Sweep:
    """What a look for old rooms found, by their ids."""

    seen: Sequence[str]
    """Old for the first time: nothing happens to them yet."""
    binned: Sequence[str]
    """Old for long enough, and now in the bin."""


@dataclass(frozen=True)
class Due:
    """A room in which something goes on by itself, and when: 0, or a moment in running time."""

    room: str
    at: int


class Store:
    """The database behind its writer and its readers."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.troubles = Troubles()
        self._times: Callable[[], tuple[int, int]] | None = None
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        commits = _commits(engine)
        if file:
            missing = witnessed(witness_of(Path(file))) - commits
            if missing > 0:
                self.troubles.journal_lost(missing)
        self._writer = Writer(engine, self.troubles)
        self._writer.commits = commits
        self._writer.on_commit = self._mark
        self._readers = Readers(engine)
        self._folding = Folding(Path(file), self.troubles) if file else None
        self._witness = Witness(witness_of(Path(file)), lambda: self._writer.commits) if file else None
        self._probed = 0.0

    async def close(self) -> None:
        self._writer.close()
        self._readers.close()
        if self._folding is not None:
            self._folding.end()
        if self._witness is not None:
            self._witness.end()
        close_database(self._engine)

    # Time

    async def ran(self) -> tuple[int, int]:
        """For how long servers have run on this database, and the last moment at which one did."""
        row = await self._readers.run(lambda connection: connection.execute(select(SERVER)).mappings().one())
        return row["ran"], row["last"]

    def keep_time(self, times: Callable[[], tuple[int, int]]) -> None:
        """Write running time and moment down with every transaction from now on."""
        self._times = times

    async def beat(self) -> None:
        """Write down that the server still runs. Raises if nothing can be written."""
        await self._writer.run(lambda _: None)

    async def answers(self) -> None:
        """Raises if the database does not answer, or takes nothing."""
        await self._readers.run(lambda connection: connection.execute(select(SERVER.c.commits)).scalar())
        now = time.monotonic()
        if now - self._probed >= PROBED:
            self._probed = now
            await self.beat()

    def _mark(self, connection: Connection) -> None:
        if self._times is None:
            connection.execute(COUNTED)
        else:
            ran, last = self._times()
            connection.execute(TIMED, {"by_now": ran, "at": last})

    # Rooms

    async def count(self) -> int:
        """How many rooms there are."""
        asked = select(func.count()).select_from(ROOMS)
        return await self._readers.run(lambda connection: int(connection.execute(asked).scalar() or 0))

    async def create(self, room: RoomData) -> None:
        await self._writer.run(lambda connection: _create(connection, room))

    async def advance(self, progress: Progress) -> str:
        """Store what a change adds; the checksum of the last entry."""
        added = _added(progress)
        await self._writer.add(_advance, added)
        return added.sum

    async def settle(self, room: str, turn: str, due: int | None) -> None:
        """Correct what is told of a room without a replay; that touches it no more than to read it."""
        changed = update(ROOMS).where(ROOMS.c.id == room).values(turn=turn, due=due)
        await self._writer.run(lambda connection: connection.execute(changed) and None)

    async def claim(self, room: str, seat: Turn, token: str, name: str, header: Header, at: int) -> bool:
        """Whether the seat is now this token's; somebody may have been first."""

        def work(connection: Connection) -> None:
            connection.execute(insert(HOLDERS).values(room=room, seat=int(seat), token=token))
            where = (SEATS.c.room == room) & (SEATS.c.seat == int(seat))
            connection.execute(update(SEATS).where(where).values(name=name))
            changed = {"header": dumped(header), "touched": at, "seen_old": None}
            connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(changed))

        try:
            await self._writer.run(work)
        except IntegrityError:
            return False
        return True

    async def add_text(self, room: str, header: Header, state: Mapping[str, object], at: int) -> None:
        """Keep what a seat adds to chance, and that it has said so, in one go."""

        def work(connection: Connection) -> None:
            changed = {"header": dumped(header), "state": dumped(state), "touched": at, "seen_old": None}
            connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(changed))

        await self._writer.run(work)

    async def load(self, room: str) -> Stored | None:
        """A room with its entries. Raises Damaged where it can't be read, or is not what was written."""
        try:
            found = await self._readers.run(lambda connection: loading.load(connection, room))
        except Damaged as damage:
            self.troubles.room_damaged(damage.room, damage.reason)
            raise
        except DatabaseError as problem:
            if not is_damage(problem):
                raise
            self.troubles.failed(problem)
            reason = Message("damage.pages", {"reason": str(problem.orig)})
            self.troubles.room_damaged(room, reason)
            raise Damaged(room, reason) from problem
        self.troubles.room_whole(room)
        return found

    async def summary(self, room: str) -> RoomData | None:
        """What is known of a room without a replay; None where it can't be read, and `load` says why."""
        found = await self._readers.run(lambda connection: loading.summaries(connection, [room]))
        return found[0] if found else None

    async def listed(self, limit: int = 100) -> list[RoomData]:
        """Rooms that anybody may watch, the liveliest first."""

        def work(connection: Connection) -> list[RoomData]:
            names = [row[0] for row in self._rows(connection, LISTED.limit(limit))]
            return loading.summaries(connection, names[:limit])

        return await self._readers.run(work)

    async def unsettled(self) -> list[str]:
        """Rooms of an older version, whose turn was not stored: only a replay can tell it."""
        return await self._readers.run(lambda connection: [row.id for row in self._rows(connection, UNSETTLED)])

    async def due(self) -> list[Due]:
        """Rooms where something goes on without anybody there, the soonest first."""
        asked = select(ROOMS.c.id, ROOMS.c.due).where(ROOMS.c.due.is_not(None), ROOMS.c.binned.is_(None))
        asked = asked.order_by(ROOMS.c.due, ROOMS.c.touched.desc())
        return await self._readers.run(
            lambda connection: [Due(row.id, row.due) for row in self._rows(connection, asked)]
        )

    def _rows(self, connection: Connection, asked: Select[Any]) -> Sequence[Row[Any]]:
        """What is asked of all rooms; where pages are damaged, of those that can be read."""
        try:
            return connection.execute(asked).all()
        except DatabaseError as problem:
            if not is_damage(problem):
                raise
            self.troubles.failed(problem)
        found: list[Row[Any]] = []
        for name in list(connection.execute(select(ROOMS.c.id)).scalars()):  # the index of the ids tells them
            with contextlib.suppress(DatabaseError):
                found += connection.execute(asked.where(ROOMS.c.id == name)).all()
        return found

    async def sweep(self, before: int, ran: int, patience: int, now: int) -> Sweep:
        """Put rooms into the bin that nobody touched since `before`, and that were seen so `patience` ago."""

        def work(connection: Connection) -> Sweep:
            here = ROOMS.c.binned.is_(None)
            young = ROOMS.c.seen_old.is_not(None) & (ROOMS.c.touched >= before)
            connection.execute(update(ROOMS).where(young).values(seen_old=None))
            old = here & (ROOMS.c.touched < before)
            again = old & (ROOMS.c.seen_old <= ran - patience)
            binned = list(connection.execute(select(ROOMS.c.id).where(again)).scalars())
            if binned:
                connection.execute(update(ROOMS).where(again).values(binned=now, due=None))
            new = old & ROOMS.c.seen_old.is_(None)
            seen = list(connection.execute(select(ROOMS.c.id).where(new)).scalars())
            if seen:
                connection.execute(update(ROOMS).where(new).values(seen_old=ran))
            return Sweep(seen, binned)

        return await self._writer.run(work)


@dataclass(frozen=True)
class _Added:
    """A change with its rows."""

    progress: Progress
    entries: Sequence[dict[str, object]]
    sum: str


def _added(progress: Progress) -> _Added:
    rows: list[dict[str, object]] = []
    value, room, at = progress.before, progress.room, progress.at
    for number, entry in enumerate(progress.entries, progress.first):
        content = content_of(entry)
        value = chained(room, value, number, entry.kind, content, at)
        rows.append({"room": room, "number": number, "kind": entry.kind, "content": content, "at": at, "sum": value})
    return _Added(progress, rows, value)


def _create(connection: Connection, room: RoomData) -> None:
    connection.execute(
        insert(ROOMS).values(
            id=room.id,
            game=room.header.game,
            header=dumped(room.header),
            secret=room.secret,
            watch=room.watch,
            listed=room.listed,
            clock=dumped(room.clock) if room.clock else "",
            state=dumped(room.state),
            over=False,
            created=room.created,
            touched=room.created,
            version=0,
            turn=room.turn,
            due=room.due_at_first,
            sum="",
        )
    )
    for number, seat in room.seats.items():
        connection.execute(
            insert(SEATS).values(
                room=room.id,
                seat=int(number),
                kind=seat.kind,
                level=seat.level,
                name=seat.name,
                invitation=seat.invitation,
            )
        )
        if seat.holder:
            connection.execute(insert(HOLDERS).values(room=room.id, seat=int(number), token=seat.holder))


NEW_ENTRIES, NEW_WISHES = insert(ENTRIES), insert(WISHES)
COUNTED = update(SERVER).values(commits=SERVER.c.commits + 1)
TIMED = COUNTED.values(ran=bindparam("by_now"), last=bindparam("at"))
CHANGED_ROOM = update(ROOMS).where(ROOMS.c.id == bindparam("room"))


def _advance(connection: Connection, added: Sequence[_Added]) -> None:
    """What many rooms wait for, in three statements."""
    entries = [row for each in added for row in each.entries]
    all_progress = [each.progress for each in added]
    wishes = [
        {"room": each.room, "seat": int(each.wish[0]), "key": each.wish[1], "version": each.wish[2]}
        for each in all_progress
        if each.wish is not None
    ]
    changed = [_changes(each) for each in added]
    for statement, rows in ((NEW_ENTRIES, entries), (NEW_WISHES, wishes), (CHANGED_ROOM, changed)):
        if rows:
            connection.execute(statement, rows)


def _changes(added: _Added) -> dict[str, object]:
    """The row of the room after a change; to touch it makes it young again."""
    progress = added.progress
    return {
        "room": progress.room,
        "state": dumped(progress.state),
        "over": progress.over,
        "touched": progress.at,
        "version": progress.first - 1 + len(progress.entries),
        "turn": progress.turn,
        "due": progress.due,
        "sum": added.sum,
        "seen_old": None,
    }


def _commits(engine: Engine) -> int:
    with engine.begin() as connection:
        return int(connection.execute(select(SERVER.c.commits)).scalar() or 0)
