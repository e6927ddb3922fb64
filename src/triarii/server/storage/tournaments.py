"""Tournaments as they are kept: one row each, changed only upon what was seen of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from triarii.core.tournaments import How
from triarii.server.storage.database import Changes, Database
from triarii.server.storage.reading import Readers
from triarii.server.storage.tables import ROOMS, TOURNAMENTS
from triarii.server.storage.writer import Writer

MOST = 5_000
YEAR = 365 * 86_400_000
"""Milliseconds after which one that nobody touched is forgotten."""


class System(StrEnum):
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class Entrant(msgspec.Struct, frozen=True):
    name: str
    token: str
    """A hash: it holds the seats of this player in all rooms."""
    profile: str = ""


class Match(msgspec.Struct, frozen=True):
    """Two players of a round, by their places in the list; without a second it is a bye."""

    first: int
    second: int | None = None
    room: str = ""
    score: int | None = None
    points: tuple[int, int] | None = None
    how: How = How.PLAYED


class Tournament(msgspec.Struct, frozen=True):
    name: str
    game: str
    options: dict[str, object]
    clock: dict[str, int] | None
    system: System
    rounds_wanted: int
    """Of a Swiss; a round robin has as many as it takes."""
    host: str
    """The hash of the token of whoever made it."""
    created: int
    players: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    gone: tuple[int, ...] = ()
    """The places of those who have left: they are paired no more."""

    @property
    def started(self) -> bool:
        return bool(self.rounds)

    def but(self, **changes: object) -> Tournament:
        return msgspec.structs.replace(self, **changes)


@dataclass(frozen=True)
class Kept:
    id: str
    tournament: Tournament
    revision: int


class Tournaments:
    """All of them, for every process on this database."""

    def __init__(self, writer: Writer, readers: Readers, database: Database) -> None:
        self._writer = writer
        self._readers = readers
        self._database = database

    async def create(self, name: str, tournament: Tournament, now: int) -> bool:
        """Whether there was place."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.touched < now - YEAR))
            if (connection.execute(select(func.count()).select_from(TOURNAMENTS)).scalar() or 0) >= MOST:
                return False
            content = msgspec.json.encode(tournament).decode()
            connection.execute(insert(TOURNAMENTS).values(id=name, content=content, revision=0, touched=now))
            return True

        return await self._writer.run(work)

    async def one(self, name: str) -> Kept | None:
        asked = select(TOURNAMENTS).where(TOURNAMENTS.c.id == name)

        def work(connection: Connection) -> Kept | None:
            row = connection.execute(asked).mappings().first()
            if row is None:
                return None
            return Kept(name, msgspec.json.decode(row["content"], type=Tournament), row["revision"])

        return await self._readers.run(work)

    async def change(self, kept: Kept, changed: Tournament, now: int, going_on: str = "") -> bool:
        """Whether it was still as it was seen; else somebody was faster, and it has to be decided again. The same where
        a room is named whose game is over by now: its end, or what a host enters instead, is first, and never both."""
        seen = (TOURNAMENTS.c.id == kept.id) & (TOURNAMENTS.c.revision == kept.revision)
        content = msgspec.json.encode(changed).decode()
        stored = update(TOURNAMENTS).where(seen).values(content=content, revision=kept.revision + 1, touched=now)

        # Locked, so that no end of the game can be stored between this look and our own commit.
        room_over = select(ROOMS.c.over).where(ROOMS.c.id == going_on).with_for_update()

        def work(connection: Connection) -> bool:
            if going_on and connection.execute(room_over).scalar():
                return False
            if connection.execute(stored).rowcount != 1:
                return False
            self._database.tell(connection, Changes(tournaments=[kept.id]))
            return True

        return await self._writer.run(work)

    async def discard(self, rooms: Collection[str], now: int) -> None:
        """Rooms of a round that somebody else has made first: nobody was told of them."""
        gone = {"binned": now, "due": None, "revision": ROOMS.c.revision + 1}
        binned = update(ROOMS).where(ROOMS.c.id.in_(rooms)).values(gone)
        await self._writer.run(lambda connection: connection.execute(binned).rowcount)
