"""What rooms ask of the database: a new room, more entries, a seat claimed, a room read back, old rooms put away."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, func, insert, literal_column, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from triarii.core.contract import Turn
from triarii.core.records import Header
from triarii.core.texts import Message
from triarii.server.storage import loading
from triarii.server.storage.advancing import Added, added_by, advance
from triarii.server.storage.database import Changes, Database, Ears, Heard, Remark, Time
from triarii.server.storage.file_database import FileDatabase
from triarii.server.storage.kept import (
    AT_ONCE,
    COMPUTER,
    PERSON,
    Damaged,
    Holder,
    Overtaken,
    Progress,
    RoomData,
    Seat,
    Stored,
)
from triarii.server.storage.loading import Known, dumped
from triarii.server.storage.open_games import Joining, OpenGames, join
from triarii.server.storage.profiles import Profiles, note
from triarii.server.storage.reading import Readers
from triarii.server.storage.reminders import Reminders
from triarii.server.storage.tables import HOLDERS, ROOMS, SEATS, SERVER
from triarii.server.storage.tournaments import Tournaments
from triarii.server.storage.troubles import Troubles, is_damage
from triarii.server.storage.writer import Writer

__all__ = [
    "COMPUTER",
    "PERSON",
    "Damaged",
    "Heard",
    "Known",
    "Overtaken",
    "Progress",
    "RoomData",
    "Seat",
    "Store",
    "Stored",
    "Sweep",
    "Time",
]

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

    def __init__(self, engine: Engine, thinks: bool = True) -> None:
        self.troubles = Troubles()
        self._thinks = thinks
        """Whether computers' moves are thought of in this process."""
        self._database = _database(engine, self.troubles)
        self._writer = Writer(engine, self.troubles)
        self._writer.on_commit = self._database.on_commit
        self._writer.committed = self._database.committed
        self._readers = Readers(self._database.reading())
        self._probed = 0.0
        self.open_games = OpenGames(self._writer, self._readers, self._database)
        self.profiles = Profiles(self._writer, self._readers)
        self.tournaments = Tournaments(self._writer, self._readers, self._database)
        self.reminders = Reminders(self._writer, self._readers, self._database.process)

    async def close(self) -> None:
        if self.shared:
            # First, or what says every second that this process lives could say so once more after it has left.
            await asyncio.to_thread(self._database.stop_listening)
            with contextlib.suppress(DatabaseError):
                await self._writer.run(self._database.leave)
        self._writer.close()
        self._readers.close()
        self._database.close()

    # Others

    @property
    def shared(self) -> bool:
        """Whether other processes change rooms too: what is in memory may be old."""
        return self._database.shared

    @property
    def process(self) -> str:
        """How this process is named among those that share the database; empty where it is alone."""
        return self._database.process

    def listen(
        self, heard: Callable[[Heard], None], time: Callable[[Time], None], forgotten: Callable[[], None]
    ) -> None:
        """From now on call these, in the event loop, with what other processes say."""
        loop = asyncio.get_running_loop()

        def soon(call: Callable[..., None], *told: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(call, *told)

        self._database.listen(Ears(partial(soon, heard), partial(soon, time), partial(soon, forgotten)))

    async def changes(self, known: Known) -> Stored | None:
        """What others have done in a room since; None if nothing, as ever where there are none. Raises Gone."""
        if not self.shared:
            return None
        return await self._read(known.room, lambda connection: loading.changes(connection, known))

    def taker(self, due: int | None) -> str:
        """Who does what is due at once: this process, if it thinks."""
        return self.process if due == AT_ONCE and self._thinks else ""

    async def take_due(self, until: int, busy: Sequence[str]) -> str | None:
        """A room in which something was due by then that nobody does, this process neither; from now on it does. None:
        there is none."""
        return await self._writer.run(lambda connection: self._database.take_due(connection, until, self._thinks, busy))

    async def release(self, room: str) -> None:
        """Leave what is due in a room to others."""
        mine = (ROOMS.c.id == room) & (ROOMS.c.taken_by == self.process)
        freed = update(ROOMS).where(mine).values(taken_by="")
        await self._writer.run(lambda connection: connection.execute(freed) and None)

    async def sit(self, room: str, seat: Turn, here: bool) -> None:
        """Let the others know that a seat is connected here, or no longer."""
        await self._writer.run(lambda connection: self._database.sit(connection, room, seat, here))

    async def connected(self, room: str) -> Mapping[Turn, str]:
        """The seats that are connected to some process, and to which."""
        return await self._readers.run(lambda connection: self._database.connected(connection, room))

    async def tell_spent(self, spent: dict[str, dict[str, int]]) -> None:
        """Let the others know how much of their limits clients have used up here."""
        await self._writer.run(lambda connection: self._database.tell(connection, Changes(spent=spent)))

    async def tell_remark(self, remark: Remark) -> None:
        """Let the others know what somebody remarks; nothing is stored."""
        if self.shared:
            await self._writer.run(lambda connection: self._database.tell(connection, Changes(remarks=[remark])))

    # Time

    async def time_so_far(self) -> Time:
        """For how long servers have run on this database, and what is known of the clock."""
        run = self._writer.run if self.shared else self._readers.run  # among many, to ask is to say that one lives
        return await run(self._database.time)

    def keep_time(self, times: Callable[[], tuple[int, int]]) -> None:
        """These tell running time and moment from now on."""
        self._database.keep_time(times)

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

    # Rooms

    async def count(self) -> int:
        """How many rooms there are."""
        asked = select(func.count()).select_from(ROOMS)
        return await self._readers.run(lambda connection: int(connection.execute(asked).scalar() or 0))

    async def create(self, room: RoomData, joining: Joining | None = None) -> None:
        """A new room, perhaps for an open game that thereby ends. Raises JoinedAlready."""
        taken_by = self.taker(room.due_at_first)

        def work(connection: Connection) -> None:
            _create(connection, room, taken_by)
            if joining is not None:
                join(connection, joining, room.id)
                self._database.tell(connection, Changes(open_games=True))
            self._tell(connection, room.id, room.revision, room.due_at_first, taken_by)

        await self._writer.run(work)

    async def advance(self, progress: Progress) -> str:
        """Store what a change adds; the checksum of the last entry. Raises Overtaken."""
        added = added_by(progress, self.taker(progress.due))
        await self._writer.add(self._advance, added)
        return added.sum

    def _advance(self, connection: Connection, added: Sequence[Added]) -> None:
        advance(connection, added)
        for progress in [each.progress for each in added]:
            if progress.ended is not None:
                note(connection, progress.room, progress.ended, progress.at)
        if self.shared:
            changed = Changes({each.progress.room: each.progress.revision + 1 for each in added})
            changed.due = any(each.progress.due == AT_ONCE and not each.taken_by for each in added)
            changed.whole = {each.progress.room: each.told() for each in added}
            self._database.tell(connection, changed)

    def _tell(
        self, connection: Connection, room: str, revision: int, due: int | None = None, taken_by: str = ""
    ) -> None:
        self._database.tell(connection, Changes({room: revision}, due=due == AT_ONCE and not taken_by))

    async def settle(self, room: str, turn: str, due: int | None) -> None:
        """Correct what is told of a room without a replay; that touches it no more than to read it."""
        changed = update(ROOMS).where(ROOMS.c.id == room).values(turn=turn, due=due)
        await self._writer.run(lambda connection: connection.execute(changed) and None)

    async def claim(
        self, room: str, seat: Turn, holder: Holder, name: str, header: Header, at: int, revision: int = 0
    ) -> bool:
        """Whether the seat is now this token's; somebody may have been first. Raises Overtaken."""

        def work(connection: Connection) -> None:
            self._change(connection, room, revision, {"header": dumped(header), "touched": at, "seen_old": None})
            connection.execute(
                insert(HOLDERS).values(room=room, seat=int(seat), token=holder.token, profile=holder.profile)
            )
            where = (SEATS.c.room == room) & (SEATS.c.seat == int(seat))
            connection.execute(update(SEATS).where(where).values(name=name))

        try:
            await self._writer.run(work)
        except IntegrityError:
            return False
        return True

    async def add_text(
        self, room: str, header: Header, state: Mapping[str, object], at: int, revision: int = 0
    ) -> None:
        """Keep what a seat adds to chance, and that it has said so, in one go. Raises Overtaken."""
        changed = {"header": dumped(header), "state": dumped(state), "touched": at, "seen_old": None}
        await self._writer.run(lambda connection: self._change(connection, room, revision, changed))

    def _change(self, connection: Connection, room: str, revision: int, values: Mapping[str, object]) -> None:
        """Change the row of a room, upon what was seen of it."""
        seen = (ROOMS.c.id == room) & (ROOMS.c.revision == revision)
        changed = update(ROOMS).where(seen).values(revision=revision + 1, **values)
        if connection.execute(changed).rowcount != 1:
            raise Overtaken
        self._tell(connection, room, revision + 1)

    async def load(self, room: str) -> Stored | None:
        """A room with its entries. Raises Damaged where it can't be read, or is not what was written."""
        return await self._read(room, lambda connection: loading.load(connection, room))

    async def _read(self, room: str, work: Callable[[Connection], Stored | None]) -> Stored | None:
        try:
            found = await self._readers.run(work)
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

    async def summaries(self, rooms: Sequence[str]) -> list[RoomData]:
        """The same of many, in this order; those that can't be read are left out."""
        return await self._readers.run(lambda connection: loading.summaries(connection, rooms))

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
                gone = {"binned": now, "due": None, "revision": ROOMS.c.revision + 1}
                told = update(ROOMS).where(again).values(gone).returning(ROOMS.c.id, ROOMS.c.revision)
                self._database.tell(connection, Changes({row.id: row.revision for row in connection.execute(told)}))
            new = old & ROOMS.c.seen_old.is_(None)
            seen = list(connection.execute(select(ROOMS.c.id).where(new)).scalars())
            if seen:
                connection.execute(update(ROOMS).where(new).values(seen_old=ran))
            return Sweep(seen, binned)

        return await self._writer.run(work)


def _create(connection: Connection, room: RoomData, taken_by: str) -> None:
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
            revision=room.revision,
            taken_by=taken_by,
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
            connection.execute(
                insert(HOLDERS).values(room=room.id, seat=int(number), token=seat.holder, profile=seat.profile)
            )


def _database(engine: Engine, troubles: Troubles) -> Database:
    """The kind of database that the engine leads to."""
    if engine.dialect.name == "sqlite":
        return FileDatabase(engine, troubles)
    from triarii.server.storage.postgres_database import PostgresDatabase  # its driver is an extra

    return PostgresDatabase(engine)
