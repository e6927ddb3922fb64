"""Who wants to be told of their turn, how, and in which games; and what is to be told now.

There is no queue of messages: that one is due follows from the row of its room, which says whose turn it is. Kept is up
to which version of the game somebody has been told. Whoever sends takes a lease first and notes that it was told just
before the message leaves: so no message goes out twice, whatever dies when, and one that had not left yet goes out
when the lease has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from triarii.core.contract import Turn
from triarii.core.records import SEAT_NAMES, Acted
from triarii.server.storage.reading import Readers
from triarii.server.storage.tables import CHANNELS, ENTRIES, HOLDERS, PUSH_KEY, REMINDERS, ROOMS, SEATS
from triarii.server.storage.writer import Writer

MOST = 100_000
"""Channels of all people."""
MOST_ROOMS = 60
"""Games of one channel."""
MOST_ASKED = 3
"""Mails that ask for one address to be confirmed, while nobody does."""
DAY = 86_400_000
LASTS = 90 * DAY
"""Milliseconds after which a channel without any game is forgotten."""
LEASE = 60_000
"""Milliseconds for which a message that was taken is nobody else's."""
KEEP_KEY = text("INSERT INTO push_key (id, pem) VALUES (1, :pem) ON CONFLICT DO NOTHING")
AT_ONCE = 16
"""Messages that are taken together."""


class Kind(StrEnum):
    PUSH = "push"
    MAIL = "mail"


@dataclass(frozen=True)
class Channel:
    """A way to reach somebody."""

    id: str
    """A hash."""
    kind: Kind
    target: str
    lang: str
    lasting: bool
    stop: str
    confirm: str = ""
    """What the link of the first mail says; empty once it was followed."""


@dataclass(frozen=True)
class Waiting:
    """A message that is due, and that this process has taken."""

    channel: Channel
    room: str
    seat: Turn
    told: int
    version: int
    over: bool
    tries: int


class Full(Exception):
    """There is no place for more, or an address was asked often enough."""


class Reminders:
    """All of them, for every process on this database."""

    def __init__(self, writer: Writer, readers: Readers, process: str) -> None:
        self._writer = writer
        self._readers = readers
        self._process = process or "alone"

    # What people ask for

    async def keep(self, channel: Channel, now: int) -> Channel:
        """A new way to reach somebody, or another one in place of what is kept under this id; one that is the same
        stays confirmed. Raises Full."""

        def work(connection: Connection) -> Channel:
            found = _channel_of(connection, CHANNELS.c.id == channel.id)
            if found is not None and (found.kind, found.target) == (channel.kind, channel.target):
                changed = {"lang": channel.lang, "lasting": channel.lasting, "touched": now}
                if found.confirm and channel.kind is Kind.MAIL:
                    raise Full  # it was asked already
                connection.execute(update(CHANNELS).where(CHANNELS.c.id == channel.id).values(changed))
                return found
            _make_place(connection, channel, now)
            connection.execute(delete(CHANNELS).where(CHANNELS.c.id == channel.id))
            values = {name: getattr(channel, name) for name in ("id", "target", "lang", "lasting", "stop", "confirm")}
            connection.execute(
                insert(CHANNELS).values({**values, "kind": channel.kind.value, "created": now, "touched": now})
            )
            return channel

        return await self._writer.run(work)

    async def one(self, name: str) -> tuple[Channel, Sequence[str]] | None:
        """A channel with its rooms, by its id."""

        def work(connection: Connection) -> tuple[Channel, Sequence[str]] | None:
            found = _channel_of(connection, CHANNELS.c.id == name)
            asked = select(REMINDERS.c.room).where(REMINDERS.c.channel == name).order_by(REMINDERS.c.room)
            return None if found is None else (found, list(connection.execute(asked).scalars()))

        return await self._readers.run(work)

    async def follow(self, name: str, seats: Iterable[tuple[str, str]]) -> bool:
        """Tell this channel of these games too: rooms, each with the hash of the token of a seat. Those in which
        nobody waits for days, and those of which it is no seat, are left out. False: there is no such channel."""
        wanted = sorted(seats)

        def work(connection: Connection) -> bool:
            if _channel_of(connection, CHANNELS.c.id == name) is None:
                return False
            mine = REMINDERS.c.channel == name
            there = set(connection.execute(select(REMINDERS.c.room).where(mine)).scalars())
            for room, token in wanted:
                found = None if room in there else _slow_seat(connection, room, token)
                if found is not None and len(there) < MOST_ROOMS:
                    there.add(room)
                    values = {"channel": name, "room": room, "seat": found.seat, "told": found.version}
                    connection.execute(
                        insert(REMINDERS).values({**values, "tries": 0, "not_before": 0, "taken_by": ""})
                    )
            return True

        return await self._writer.run(work)

    async def confirm(self, word: str, now: int) -> bool:
        """Whether an address was waiting for this word."""
        waiting = (CHANNELS.c.confirm == word) & (CHANNELS.c.created > now - DAY)
        confirmed = update(CHANNELS).where(waiting).values(confirm="", touched=now)
        return await self._writer.run(lambda connection: bool(word) and connection.execute(confirmed).rowcount == 1)

    async def stop(self, word: str, room: str = "") -> bool:
        """End a channel by the word of its links, or what it is told of one game. Whether there was such a one."""
        return await self._end(CHANNELS.c.stop == word, room)

    async def forget(self, name: str, room: str = "") -> bool:
        """The same by its id."""
        return await self._end(CHANNELS.c.id == name, room)

    async def _end(self, which: ColumnElement[bool], room: str) -> bool:
        def work(connection: Connection) -> bool:
            found = _channel_of(connection, which)
            if found is None:
                return False
            if room:
                mine = (REMINDERS.c.channel == found.id) & (REMINDERS.c.room == room)
                connection.execute(delete(REMINDERS).where(mine))
            if not room or not (found.lasting or _has_rooms(connection, found.id)):
                connection.execute(delete(CHANNELS).where(CHANNELS.c.id == found.id))
            return True

        return await self._writer.run(work)

    # What is told

    async def take(self, quiet: int, now: int) -> Sequence[Waiting]:
        """Messages of turns that began before `quiet` milliseconds and of games that ended then; for a while they are
        this process's to send."""

        def work(connection: Connection) -> Sequence[Waiting]:
            asked = _DUE.where(ROOMS.c.touched <= now - quiet, REMINDERS.c.not_before <= now)
            taken = []
            for row in connection.execute(asked).mappings().all():
                mine = (REMINDERS.c.channel == row["channel"]) & (REMINDERS.c.room == row["room"])
                if row["over"] or _other_acted(connection, row):
                    lease = {"taken_by": self._process, "not_before": now + LEASE}
                    connection.execute(update(REMINDERS).where(mine).values(lease))
                    taken.append(_waiting(row))
                else:  # the same turn goes on
                    connection.execute(update(REMINDERS).where(mine).values(told=row["version"], tries=0))
            return taken

        return await self._writer.run(work)

    async def about_to_send(self, waiting: Waiting) -> bool:
        """Note that it is told, the last thing before it is. False: it is no longer this process's to send."""
        mine = _of(waiting) & (REMINDERS.c.told == waiting.told) & (REMINDERS.c.taken_by == self._process)
        noted = update(REMINDERS).where(mine).values(told=waiting.version, taken_by="", not_before=0)
        return await self._writer.run(lambda connection: connection.execute(noted).rowcount == 1)

    async def not_sent(self, waiting: Waiting, again: int | None) -> None:
        """It surely did not go out: it is tried again at this moment, or not any more."""
        ours = _of(waiting) & or_(
            REMINDERS.c.told == waiting.version,
            and_(REMINDERS.c.told == waiting.told, REMINDERS.c.taken_by == self._process),
        )
        if again is None:
            values: dict[str, object] = {"told": waiting.version, "tries": 0, "taken_by": "", "not_before": 0}
        else:
            values = {"told": waiting.told, "tries": waiting.tries + 1, "taken_by": "", "not_before": again}
        await self._writer.run(
            lambda connection: connection.execute(update(REMINDERS).where(ours).values(values)) and None
        )

    async def tidy(self, now: int) -> None:
        """Forget what nobody wants any more: of games that are over and told or put away, channels that were never
        confirmed, and those that have no game left and were not meant to last."""

        def work(connection: Connection) -> None:
            done = exists().where(
                ROOMS.c.id == REMINDERS.c.room,
                or_(ROOMS.c.binned.is_not(None), ROOMS.c.over & (REMINDERS.c.told >= ROOMS.c.version)),
            )
            told_all = connection.execute(select(REMINDERS.c.channel).where(done)).scalars().all()
            connection.execute(delete(REMINDERS).where(done))
            used = exists().where(REMINDERS.c.channel == CHANNELS.c.id)
            unconfirmed = (CHANNELS.c.confirm != "") & (CHANNELS.c.created <= now - DAY)
            idle = (CHANNELS.c.confirm == "") & ~used & (~CHANNELS.c.lasting | (CHANNELS.c.touched <= now - LASTS))
            # The games of a new one are told of in a moment, unless its last one has just ended.
            expecting = (CHANNELS.c.created > now - LEASE) & CHANNELS.c.id.not_in(told_all)
            connection.execute(delete(CHANNELS).where(unconfirmed | (idle & ~expecting)))

        await self._writer.run(work)

    async def push_key(self, new: str) -> str:
        """The key by which push services know this server: what is kept, or this new one."""

        def work(connection: Connection) -> str:
            kept = connection.execute(select(PUSH_KEY.c.pem)).scalar()
            if kept is not None:
                return str(kept)
            connection.execute(KEEP_KEY, {"pem": new})  # unless another process was faster
            return str(connection.execute(select(PUSH_KEY.c.pem)).scalar() or new)

        return await self._writer.run(work)


_WHOSE_TURN = or_(
    *(and_(ROOMS.c.turn == name, REMINDERS.c.seat == int(seat)) for seat, name in SEAT_NAMES.items()), ROOMS.c.over
)
_DUE = (
    select(REMINDERS, CHANNELS, ROOMS.c.version, ROOMS.c.over)
    .join(ROOMS, ROOMS.c.id == REMINDERS.c.room)
    .join(CHANNELS, CHANNELS.c.id == REMINDERS.c.channel)
    .where(_WHOSE_TURN, ROOMS.c.version > REMINDERS.c.told, ROOMS.c.binned.is_(None), CHANNELS.c.confirm == "")
    .order_by(ROOMS.c.touched)
    .limit(AT_ONCE)
    .with_for_update(of=REMINDERS, skip_locked=True)
)


def _of(waiting: Waiting) -> ColumnElement[bool]:
    return (REMINDERS.c.channel == waiting.channel.id) & (REMINDERS.c.room == waiting.room)


def _other_acted(connection: Connection, row: RowMapping) -> bool:
    """Whether this is another turn than the one that was told last: between them somebody else has acted."""
    since = (ENTRIES.c.room == row["room"]) & (ENTRIES.c.number > row["told"]) & (ENTRIES.c.kind == Acted.kind)
    own = SEAT_NAMES[Turn(row["seat"])]
    contents = connection.execute(select(ENTRIES.c.content).where(since)).scalars()
    return any(msgspec.json.decode(content).get("seat") != own for content in contents)


def _slow_seat(connection: Connection, room: str, token: str) -> _Seat | None:
    """The seat of this token in a game that may take days, and how far that game is."""
    asked = (
        select(HOLDERS.c.seat, ROOMS.c.version, ROOMS.c.clock)
        .join(ROOMS, ROOMS.c.id == HOLDERS.c.room)
        .where(HOLDERS.c.room == room, HOLDERS.c.token == token, ~ROOMS.c.over, ROOMS.c.binned.is_(None))
    )
    row = connection.execute(asked).mappings().first()
    if row is None or (row["clock"] and not msgspec.json.decode(row["clock"]).get("days")):
        return None
    people = select(func.count()).select_from(SEATS).where(SEATS.c.room == room, SEATS.c.kind == "person")
    return _Seat(row["seat"], row["version"]) if connection.execute(people).scalar() == len(SEAT_NAMES) else None


@dataclass(frozen=True)
class _Seat:
    seat: int
    version: int


def _make_place(connection: Connection, channel: Channel, now: int) -> None:
    count = select(func.count()).select_from(CHANNELS)
    if (connection.execute(count).scalar() or 0) >= MOST:
        raise Full
    asked = (CHANNELS.c.target == channel.target) & (CHANNELS.c.confirm != "") & (CHANNELS.c.created > now - DAY)
    if channel.confirm and (connection.execute(count.where(asked)).scalar() or 0) >= MOST_ASKED:
        raise Full


def _has_rooms(connection: Connection, channel: str) -> bool:
    return (
        connection.execute(select(REMINDERS.c.room).where(REMINDERS.c.channel == channel).limit(1)).first() is not None
    )


def _channel_of(connection: Connection, which: ColumnElement[bool]) -> Channel | None:
    row = connection.execute(select(CHANNELS).where(which)).mappings().first()
    return None if row is None else _channel(row)


def _channel(row: RowMapping) -> Channel:
    named = {name: row[name] for name in ("id", "target", "lang", "lasting", "stop", "confirm")}
    return Channel(kind=Kind(row["kind"]), **named)


def _waiting(row: RowMapping) -> Waiting:
    return Waiting(
        _channel(row), row["room"], Turn(row["seat"]), row["told"], row["version"], row["over"], row["tries"]
    )
