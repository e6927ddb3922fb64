"""What rooms ask of the database: a new room, more entries, a seat claimed, a room read back, old rooms deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from triarii.core.contract import SEATS as BOTH
from triarii.core.contract import Turn
from triarii.core.records import ENTRY_KINDS, NAMED_SEATS, SEAT_NAMES, Entry, Header
from triarii.server.storage.folding import Folding
from triarii.server.storage.opening import close_database
from triarii.server.storage.tables import ENTRIES, HOLDERS, ROOMS, SEATS, WISHES
from triarii.server.storage.writer import Writer

PERSON = "person"
COMPUTER = "computer"


@dataclass(frozen=True)
class Seat:
    """Who sits there, or may."""

    kind: str
    level: str = ""
    name: str = ""
    invitation: str = ""
    """The hash of the token that takes it."""
    holder: str = ""
    """The hash of the token that holds it."""

    @property
    def taken(self) -> bool:
        return self.kind == COMPUTER or bool(self.holder)


@dataclass(frozen=True)
class RoomData:
    """A room as it is kept."""

    id: str
    header: Header
    secret: str
    watch: str
    listed: bool
    seats: Mapping[Turn, Seat]
    clock: Mapping[str, int] | None
    created: int
    state: Mapping[str, object] = field(default_factory=dict)
    over: bool = False


@dataclass(frozen=True)
class Stored:
    """A room read back, with its game."""

    data: RoomData
    entries: Sequence[Entry]
    moments: Sequence[int]
    wishes: Mapping[tuple[Turn, str], int]


@dataclass(frozen=True)
class Progress:
    """What one deed adds to a room, stored whole or not at all."""

    room: str
    first: int
    """The number of the first new entry."""
    entries: Sequence[Entry]
    at: int
    wish: tuple[Turn, str, int] | None = None
    """Who wished it, the key, and the version that is answered."""
    state: Mapping[str, object] = field(default_factory=dict)
    over: bool = False


class Store:
    """The database behind its writer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self._folding = Folding(Path(file)) if file else None

    async def close(self) -> None:
        self._writer.close()
        if self._folding is not None:
            self._folding.end()
        close_database(self._engine)

    async def answers(self) -> None:
        """Raises if the database does not answer."""
        await self._writer.run(lambda connection: connection.execute(select(func.count()).select_from(ROOMS)).scalar())

    async def count(self) -> int:
        """How many rooms there are."""
        asked = select(func.count()).select_from(ROOMS)
        return await self._writer.run(lambda connection: int(connection.execute(asked).scalar() or 0))

    async def create(self, room: RoomData) -> None:
        await self._writer.run(lambda connection: _create(connection, room))

    async def advance(self, progress: Progress) -> None:
        await self._writer.add(_advance, progress)

    async def claim(self, room: str, seat: Turn, token: str, name: str, header: Header, at: int) -> bool:
        """Whether the seat is now this token's; somebody may have been first."""

        def work(connection: Connection) -> None:
            connection.execute(insert(HOLDERS).values(room=room, seat=int(seat), token=token))
            where = (SEATS.c.room == room) & (SEATS.c.seat == int(seat))
            connection.execute(update(SEATS).where(where).values(name=name))
            connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(header=_dumped(header), touched=at))

        try:
            await self._writer.run(work)
        except IntegrityError:
            return False
        return True

    async def add_text(self, room: str, header: Header, state: Mapping[str, object], at: int) -> None:
        """Keep what a seat adds to chance, and that it has said so, in one go."""

        def work(connection: Connection) -> None:
            changed = {"header": _dumped(header), "state": _dumped(state), "touched": at}
            connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(changed))

        await self._writer.run(work)

    async def load(self, room: str) -> Stored | None:
        return await self._writer.run(lambda connection: _load(connection, room))

    async def listed(self, limit: int = 100) -> list[str]:
        """Rooms that anybody may watch, the liveliest first."""
        asked = select(ROOMS.c.id).where(ROOMS.c.listed).order_by(ROOMS.c.over, ROOMS.c.touched.desc()).limit(limit)
        return await self._writer.run(lambda connection: list(connection.execute(asked).scalars()))

    async def unfinished(self) -> list[str]:
        """Rooms where something may have to go on without anybody there: a computer's turn, a running clock."""
        computers = select(SEATS.c.room).where(SEATS.c.kind == COMPUTER)
        asked = select(ROOMS.c.id).where(~ROOMS.c.over, (ROOMS.c.clock != "") | ROOMS.c.id.in_(computers))
        return await self._writer.run(lambda connection: list(connection.execute(asked).scalars()))

    async def forget(self, before: int) -> list[str]:
        """Delete the rooms that nobody touched since; their ids."""

        def work(connection: Connection) -> list[str]:
            old = list(connection.execute(select(ROOMS.c.id).where(ROOMS.c.touched < before)).scalars())
            for at in range(0, len(old), 500):
                some = old[at : at + 500]
                for table in (WISHES, ENTRIES, HOLDERS, SEATS):
                    connection.execute(delete(table).where(table.c.room.in_(some)))
                connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(some)))
            return old

        return await self._writer.run(work)


def _create(connection: Connection, room: RoomData) -> None:
    connection.execute(
        insert(ROOMS).values(
            id=room.id,
            game=room.header.game,
            header=_dumped(room.header),
            secret=room.secret,
            watch=room.watch,
            listed=room.listed,
            clock=_dumped(room.clock) if room.clock else "",
            state=_dumped(room.state),
            over=False,
            created=room.created,
            touched=room.created,
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
CHANGED_ROOM = update(ROOMS).where(ROOMS.c.id == bindparam("room"))


def _advance(connection: Connection, all_progress: Sequence[Progress]) -> None:
    """What many rooms wait for, in three statements."""
    entries = [
        {"room": each.room, "number": number, "kind": entry.kind, "content": _told(entry), "at": each.at}
        for each in all_progress
        for number, entry in enumerate(each.entries, each.first)
    ]
    wishes = [
        {"room": each.room, "seat": int(each.wish[0]), "key": each.wish[1], "version": each.wish[2]}
        for each in all_progress
        if each.wish is not None
    ]
    changed = [
        {"room": each.room, "state": _dumped(each.state), "over": each.over, "touched": each.at}
        for each in all_progress
    ]
    for statement, rows in ((NEW_ENTRIES, entries), (NEW_WISHES, wishes), (CHANGED_ROOM, changed)):
        if rows:
            connection.execute(statement, rows)


def _load(connection: Connection, room: str) -> Stored | None:
    row = connection.execute(select(ROOMS).where(ROOMS.c.id == room)).mappings().first()
    if row is None:
        return None
    held = connection.execute(select(HOLDERS).where(HOLDERS.c.room == room)).mappings()
    holders = {each["seat"]: each["token"] for each in held}
    seats: dict[Turn, Seat] = {}
    for each in connection.execute(select(SEATS).where(SEATS.c.room == room).order_by(SEATS.c.seat)).mappings():
        seats[Turn(each["seat"])] = Seat(each["kind"], each["level"], each["name"], each["invitation"])
    seats = {seat: replace(seats[seat], holder=holders.get(int(seat), "")) for seat in BOTH}
    data = RoomData(
        id=row["id"],
        header=msgspec.json.decode(row["header"], type=Header),
        secret=row["secret"],
        watch=row["watch"],
        listed=row["listed"],
        seats=seats,
        clock=msgspec.json.decode(row["clock"]) if row["clock"] else None,
        created=row["created"],
        state=msgspec.json.decode(row["state"]),
        over=row["over"],
    )
    found = (
        connection.execute(select(ENTRIES).where(ENTRIES.c.room == room).order_by(ENTRIES.c.number)).mappings().all()
    )
    wishes = connection.execute(select(WISHES).where(WISHES.c.room == room)).mappings()
    return Stored(
        data,
        [_entry(each["kind"], each["content"]) for each in found],
        [each["at"] for each in found],
        {(Turn(each["seat"]), each["key"]): each["version"] for each in wishes},
    )


def _dumped(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _told(entry: Entry) -> str:
    """The content of an entry, as the record spells it."""
    told = {each.name: getattr(entry, each.name) for each in fields(entry)}
    if "seat" in told:
        told["seat"] = SEAT_NAMES[told["seat"]]
    return _dumped(told)


def _entry(kind: str, content: str) -> Entry:
    told = msgspec.json.decode(content)
    if "seat" in told:
        told["seat"] = NAMED_SEATS[told["seat"]]
    entry: Entry = ENTRY_KINDS[kind](**told)
    return entry
