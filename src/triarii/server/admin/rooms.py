"""All games of a database: which there are, how much they take, and how one is deleted for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, select, text, update

from triarii.server.admin.places import Place
from triarii.server.storage.tables import ENTRIES, HOLDERS, METADATA, ROOMS, SEATS, WISHES

BELOW = (SEATS, HOLDERS, ENTRIES, WISHES)
"""What belongs to a room, in the order in which it can be written."""
TOGETHER = 200
"""Rooms in one transaction: a server that runs meanwhile waits no longer than for these."""
LARGEST = 10


@dataclass(frozen=True)
class Wanted:
    """Which rooms to list."""

    game: str = ""
    over: bool | None = None
    binned: bool | None = False
    """None: those in the bin too."""
    before: int | None = None
    """Untouched since this moment."""
    limit: int = 0
    """0: all."""


@dataclass(frozen=True)
class Room:
    """What is told of one; nothing of it opens a seat."""

    room: str
    game: str
    entries: int
    over: bool
    listed: bool
    binned: int | None
    """When it was put into the bin."""
    created: int
    touched: int


@dataclass(frozen=True)
class Sizes:
    """How much there is."""

    rooms: dict[str, int]
    """By game."""
    over: int
    binned: int
    entries: int
    wishes: int
    bytes: int
    """Of the whole database, its journal included."""
    largest: list[tuple[str, int]]
    """Rooms with most entries."""


def listed(connection: Connection, wanted: Wanted) -> list[Room]:
    """Those that were touched last come first."""
    asked = _chosen(wanted).order_by(ROOMS.c.touched.desc(), ROOMS.c.id)
    if wanted.limit:
        asked = asked.limit(wanted.limit)
    return [
        Room(row.id, row.game, row.version, row.over, row.listed, row.binned, row.created, row.touched)
        for row in connection.execute(asked)
    ]


def _chosen(wanted: Wanted) -> Select[Any]:
    told = (ROOMS.c[name] for name in ("id", "game", "version", "over", "listed", "binned", "created", "touched"))
    asked = select(*told)
    if wanted.game:
        asked = asked.where(ROOMS.c.game == wanted.game)
    if wanted.over is not None:
        asked = asked.where(ROOMS.c.over == wanted.over)
    if wanted.binned is not None:
        asked = asked.where(ROOMS.c.binned.is_not(None) if wanted.binned else ROOMS.c.binned.is_(None))
    if wanted.before is not None:
        asked = asked.where(ROOMS.c.touched < wanted.before)
    return asked


def sizes(place: Place, connection: Connection) -> Sizes:
    def count(asked: Select[Any]) -> int:
        return int(connection.execute(asked).scalar() or 0)

    by_game = select(ROOMS.c.game, func.count()).group_by(ROOMS.c.game).order_by(ROOMS.c.game)
    largest = select(ROOMS.c.id, ROOMS.c.version).order_by(ROOMS.c.version.desc(), ROOMS.c.id).limit(LARGEST)
    return Sizes(
        rooms={row[0]: row[1] for row in connection.execute(by_game)},
        over=count(select(func.count()).where(ROOMS.c.over)),
        binned=count(select(func.count()).where(ROOMS.c.binned.is_not(None))),
        entries=count(select(func.count()).select_from(ENTRIES)),
        wishes=count(select(func.count()).select_from(WISHES)),
        bytes=_bytes(place, connection),
        largest=[(row[0], row[1]) for row in connection.execute(largest)],
    )


def _bytes(place: Place, connection: Connection) -> int:
    if place.address:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0)
    files = (place.file.with_name(place.file.name + end) for end in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def delete_rooms(engine: Engine, rooms: Sequence[str]) -> list[str]:
    """Delete them for good; those that there were. Whoever plays there is told that nothing can be stored."""
    gone: list[str] = []
    for at in range(0, len(rooms), TOGETHER):
        some = rooms[at : at + TOGETHER]
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA secure_delete = ON")  # nothing stays readable in the file
                connection.commit()
            with connection.begin():
                there = list(connection.execute(select(ROOMS.c.id).where(ROOMS.c.id.in_(some))).scalars())
                forget(connection, there)
        gone += there
    return gone


def forget(connection: Connection, rooms: Sequence[str]) -> None:
    """Delete them with all that belongs to them."""
    for table in reversed(METADATA.sorted_tables):
        if "room" in table.c:
            connection.execute(delete(table).where(table.c.room.in_(rooms)))
    connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(rooms)))


def take_out_of_bin(engine: Engine, rooms: Sequence[str], now: int) -> None:
    """They count as touched now, or they would soon be back there. What was due in them was forgotten; whoever opens
    one finds it out."""
    for at in range(0, len(rooms), TOGETHER):
        some = rooms[at : at + TOGETHER]
        changed = {"binned": None, "seen_old": None, "touched": now}
        with engine.begin() as connection:
            connection.execute(update(ROOMS).where(ROOMS.c.id.in_(some)).values(changed))
