"""Open games as they are kept: who looks for an opponent, and in which room it ended. A row is joined in the
transaction that makes the room, so that of many who join one does, and nobody waits for a game that is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from triarii.core.contract import Turn
from triarii.server.storage.database import Changes, Database
from triarii.server.storage.loading import dumped
from triarii.server.storage.reading import Readers
from triarii.server.storage.tables import OPEN_GAMES
from triarii.server.storage.writer import Writer

SHOWN = 100
"""Open games that are told of, the oldest first."""
REMEMBERED = 3_600_000
"""Milliseconds for which a joined one is remembered, for those who were not told."""
_WAITING = OPEN_GAMES.c.room == ""


@dataclass(frozen=True)
class OpenGame:
    """Somebody looks for an opponent."""

    id: str
    token: str
    """A hash."""
    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    clock: Mapping[str, int] | None = None
    experience: str = ""
    name: str = ""
    created: int = 0
    profile: str = ""
    """A hash."""
    room: str = ""
    """Where it is played; empty as long as nobody has joined."""
    seat: Turn = Turn.FIRST
    """There, of whoever looked."""
    joiner: str = ""
    """A hash."""

    def suits(self, other: OpenGame) -> bool:
        """Whether both look for the same."""
        wanted = (self.game, self.options, self.clock, self.experience)
        return wanted == (other.game, other.options, other.clock, other.experience)


@dataclass(frozen=True)
class Joining:
    """What is stored of an open game with the room that it leads to."""

    open_game: str
    seat: Turn
    """Of whoever looked."""
    joiner: str
    """The hash of the other's token."""
    instead_of: str = ""
    """The open game of whoever joins, which ends thereby."""


class JoinedAlready(Exception):
    """Somebody was faster, or one of both has gone: nothing was stored."""


def join(connection: Connection, joining: Joining, room: str) -> None:
    """Note that an open game is played in a room; within the transaction that makes it."""
    waiting = (OPEN_GAMES.c.id == joining.open_game) & _WAITING
    joined = update(OPEN_GAMES).where(waiting).values(room=room, seat=int(joining.seat), joiner=joining.joiner)
    if connection.execute(joined).rowcount != 1:
        raise JoinedAlready
    if joining.instead_of:
        own = delete(OPEN_GAMES).where((OPEN_GAMES.c.id == joining.instead_of) & _WAITING)
        if connection.execute(own).rowcount != 1:
            raise JoinedAlready


class OpenGames:
    """All of them, for every process on this database."""

    def __init__(self, writer: Writer, readers: Readers, database: Database) -> None:
        self._writer = writer
        self._readers = readers
        self._database = database

    async def begin(self) -> None:
        """A server begins that is alone: nobody is connected, so nobody looks for an opponent."""
        if not self._database.shared:
            await self._writer.run(lambda connection: connection.execute(delete(OPEN_GAMES).where(_WAITING)) and None)

    async def offer(self, game: OpenGame) -> OpenGame:
        """Keep it as one of this process; whoever comes back gets what is kept under the same token, perhaps joined."""

        def work(connection: Connection) -> OpenGame:
            old = OPEN_GAMES.c.created < game.created - REMEMBERED
            connection.execute(delete(OPEN_GAMES).where(old & ~_WAITING))
            same = OPEN_GAMES.c.token == game.token
            found = connection.execute(select(OPEN_GAMES).where(same)).mappings().first()
            if found is not None and found["room"]:
                return _open_game(found)
            values = {
                "process": self._database.process,
                "game": game.game,
                "options": dumped(game.options),
                "clock": dumped(game.clock) if game.clock else "",
                "experience": game.experience,
                "name": game.name,
                "profile": game.profile,
            }
            if found is not None:
                connection.execute(update(OPEN_GAMES).where(same).values(values))
            else:
                new = {"id": game.id, "token": game.token, "created": game.created}
                connection.execute(insert(OPEN_GAMES).values(values | new))
            self._database.tell(connection, Changes(open_games=True))
            return game if found is None else _open_game(found)

        return await self._writer.run(work)

    async def withdraw(self, token: str) -> bool:
        """Whether there was one of this token, kept by this process and not joined."""

        def work(connection: Connection) -> bool:
            mine = (OPEN_GAMES.c.token == token) & (OPEN_GAMES.c.process == self._database.process) & _WAITING
            gone = bool(connection.execute(delete(OPEN_GAMES).where(mine)).rowcount)
            if gone:
                self._database.tell(connection, Changes(open_games=True))
            return gone

        return await self._writer.run(work)

    async def waiting(self) -> Sequence[OpenGame]:
        """Those that can be joined, the oldest first."""
        asked = select(OPEN_GAMES).where(_WAITING).order_by(OPEN_GAMES.c.created, OPEN_GAMES.c.id).limit(SHOWN)
        return await self._readers.run(
            lambda connection: [_open_game(row) for row in connection.execute(asked).mappings()]
        )

    async def count(self) -> int:
        asked = select(func.count()).select_from(OPEN_GAMES).where(_WAITING)
        return await self._readers.run(lambda connection: int(connection.execute(asked).scalar() or 0))

    async def one(self, name: str) -> OpenGame | None:
        """By its id, joined or not."""
        asked = select(OPEN_GAMES).where(OPEN_GAMES.c.id == name)

        def work(connection: Connection) -> OpenGame | None:
            row = connection.execute(asked).mappings().first()
            return None if row is None else _open_game(row)

        return await self._readers.run(work)

    async def of(self, tokens: Sequence[str]) -> Sequence[OpenGame]:
        """Those of some hashes that somebody has joined."""
        asked = select(OPEN_GAMES).where(OPEN_GAMES.c.token.in_(tokens), ~_WAITING)
        return await self._readers.run(
            lambda connection: [_open_game(row) for row in connection.execute(asked).mappings()]
        )


def _open_game(row: RowMapping) -> OpenGame:
    return OpenGame(
        id=row["id"],
        token=row["token"],
        game=row["game"],
        options=msgspec.json.decode(row["options"]),
        clock=msgspec.json.decode(row["clock"]) if row["clock"] else None,
        experience=row["experience"],
        name=row["name"],
        created=row["created"],
        profile=row["profile"],
        room=row["room"],
        seat=Turn(row["seat"]),
        joiner=row["joiner"],
    )
