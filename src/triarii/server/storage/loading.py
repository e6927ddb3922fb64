"""Reads rooms back, and notices where what is stored is not what was written."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, select
from sqlalchemy.exc import DatabaseError

from triarii.core.contract import SEATS as BOTH
from triarii.core.contract import Turn
from triarii.core.records import ENTRY_KINDS, NAMED_SEATS, SEAT_NAMES, Entry, Header
from triarii.core.texts import Message
from triarii.server.storage.kept import Damaged, Gone, RoomData, Seat, Stored
from triarii.server.storage.sums import chained
from triarii.server.storage.tables import ENTRIES, HOLDERS, ROOMS, SEATS, WISHES
from triarii.server.storage.troubles import is_damage

AT_ONCE = 200
"""Rows that are taken in one go: meanwhile no other thread can do anything."""
UNREADABLE = (msgspec.MsgspecError, KeyError, TypeError, ValueError)
"""What comes of rows that hold something else than was written."""


@dataclass(frozen=True)
class Known:
    """What a process knows of a room already: nothing, unless it says more."""

    room: str
    revision: int = -1
    version: int = 0
    sum: str = ""


def load(connection: Connection, room: str) -> Stored | None:
    """A room with its entries; None where there is none, or it is in the bin. Raises Damaged."""
    row = connection.execute(select(ROOMS).where(ROOMS.c.id == room, ROOMS.c.binned.is_(None))).mappings().first()
    return None if row is None else read_back(connection, row)


def read_back(connection: Connection, row: RowMapping, known: Known | None = None) -> Stored:
    """A room with its entries, from its row; where some are known, with those after them. Raises Damaged."""
    room = row["id"]
    known = known or Known(room)
    new = (ENTRIES.c.room == room) & (ENTRIES.c.number > known.version)
    asked = connection.execute(select(ENTRIES).where(new).order_by(ENTRIES.c.number)).mappings()
    found = [each for some in asked.partitions(AT_ONCE) for each in some]
    reason = _difference(row, found, known)
    if reason is not None:
        raise Damaged(room, reason)
    of_them = (WISHES.c.room == room) & (WISHES.c.version >= known.version)
    wishes = connection.execute(select(WISHES).where(of_them)).mappings()
    try:
        return Stored(
            _data(row, _seats(connection, [room]).get(room, {})),
            [entry_of(each["kind"], each["content"]) for each in found],
            [each["at"] for each in found],
            {(Turn(each["seat"]), each["key"]): each["version"] for each in wishes},
        )
    except UNREADABLE as problem:
        raise Damaged(room, Message("damage.unreadable")) from problem


def changes(connection: Connection, known: Known) -> Stored | None:
    """What came to a room since it was known; None if nothing did. Raises Damaged, and Gone where it is no longer."""
    found = connection.execute(select(ROOMS).where(ROOMS.c.id == known.room, ROOMS.c.binned.is_(None))).mappings()
    row = found.first()
    if row is None:
        raise Gone
    return None if row["revision"] == known.revision else read_back(connection, row, known)


def summaries(connection: Connection, rooms: Sequence[str]) -> list[RoomData]:
    """Rooms without their entries, in the given order; those that can't be read are left out."""
    asked = select(ROOMS).where(ROOMS.c.id.in_(rooms), ROOMS.c.binned.is_(None))
    try:
        rows = {row["id"]: row for row in connection.execute(asked).mappings()}
        seats = _seats(connection, rooms)
    except DatabaseError as problem:
        if not is_damage(problem):
            raise
        return [] if len(rooms) == 1 else [data for room in rooms for data in summaries(connection, [room])]
    found = []
    for room in rooms:
        with contextlib.suppress(*UNREADABLE):  # whoever opens it is told
            found.append(_data(rows[room], seats.get(room, {})))
    return found


def dumped(value: object) -> str:
    return msgspec.json.encode(value).decode()


def content_of(entry: Entry) -> str:
    """The content of an entry, as the record spells it."""
    content = {each.name: getattr(entry, each.name) for each in fields(entry)}
    if "seat" in content:
        content["seat"] = SEAT_NAMES[content["seat"]]
    return dumped(content)


def _difference(row: RowMapping, entries: Sequence[RowMapping], known: Known) -> Message | None:
    """What is wrong with the entries of a room; None if they are those that were written."""
    value = known.sum
    for number, each in enumerate(entries, known.version + 1):
        if each["number"] != number:
            return Message("damage.missing", {"number": number})
        value = chained(row["id"], value, number, each["kind"], each["content"], each["at"])
        if value != each["sum"]:
            return Message("damage.changed", {"number": number})
    there = known.version + len(entries)
    if there != row["version"]:
        return Message("damage.count", {"there": there, "wanted": row["version"]})
    return None if value == row["sum"] else Message("damage.changed", {"number": there})


def _seats(connection: Connection, rooms: Sequence[str]) -> dict[str, dict[Turn, Seat]]:
    held = connection.execute(select(HOLDERS).where(HOLDERS.c.room.in_(rooms))).mappings()
    holders = {(each["room"], each["seat"]): (each["token"], each["profile"]) for each in held}
    found: dict[str, dict[Turn, Seat]] = {}
    asked = select(SEATS).where(SEATS.c.room.in_(rooms)).order_by(SEATS.c.room, SEATS.c.seat)
    for each in connection.execute(asked).mappings():
        seat = Seat(each["kind"], each["level"], each["name"], each["invitation"])
        its = found.setdefault(each["room"], {})
        holder, profile = holders.get((each["room"], each["seat"]), ("", ""))
        its[Turn(each["seat"])] = replace(seat, holder=holder, profile=profile)
    return found


def _data(row: RowMapping, seats: Mapping[Turn, Seat]) -> RoomData:
    state: dict[str, Any] = msgspec.json.decode(row["state"])
    return RoomData(
        id=row["id"],
        header=msgspec.json.decode(row["header"], type=Header),
        secret=row["secret"],
        watch=row["watch"],
        listed=row["listed"],
        seats={seat: seats[seat] for seat in BOTH},
        clock=msgspec.json.decode(row["clock"]) if row["clock"] else None,
        created=row["created"],
        state=state,
        over=row["over"],
        touched=row["touched"],
        version=row["version"],
        turn=row["turn"],
        due=row["due"],
        sum=row["sum"],
        revision=row["revision"],
        taken_by=row["taken_by"],
    )


def entry_of(kind: str, content: str) -> Entry:
    """The entry that was kept so."""
    read = msgspec.json.decode(content)
    if "seat" in read:
        read["seat"] = NAMED_SEATS[read["seat"]]
    entry: Entry = ENTRY_KINDS[kind](**read)
    return entry
