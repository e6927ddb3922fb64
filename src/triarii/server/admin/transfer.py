"""Brings whole games from one place to another: between databases, and to and from a file of JSON lines.

A game is read, with all that belongs to it, in one moment of the source; it is written in one transaction and read back
there as a server would, with its checksums, before that transaction ends. One that is there already and whole stays as
it is, so that a server may run on the target: it opens games when somebody comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update

from triarii.core.texts import Message
from triarii.server.admin.rooms import BELOW, forget
from triarii.server.storage.kept import Damaged
from triarii.server.storage.loading import read_back
from triarii.server.storage.tables import ROOMS, SERVER

TOGETHER = 50
"""Games in one transaction."""
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class WholeGame:
    """A room with all that belongs to it, as rows."""

    room: dict[str, Any]
    below: dict[str, Rows]
    """By table."""

    @property
    def id(self) -> str:
        return str(self.room["id"])


class Done(Enum):
    """What became of a game at the target."""

    ADDED = "added"
    KEPT = "kept"
    """It was there, and whole."""
    REPLACED = "replaced"
    """It was there, but damaged."""


@dataclass
class Brought:
    """What came of it."""

    added: int = 0
    kept: int = 0
    replaced: int = 0
    damaged: dict[str, Message] = field(default_factory=dict)
    """Games that were left out because they are not what was written, by room."""


def rooms_in(connection: Connection) -> list[str]:
    return list(connection.execute(select(ROOMS.c.id).order_by(ROOMS.c.id)).scalars())


def ran(connection: Connection) -> int:
    """For how long servers have run on a database: what is due in it is told by that."""
    return int(connection.execute(select(SERVER.c.ran)).scalar() or 0)


def games_in(connection: Connection, rooms: Iterable[str], brought: Brought) -> Iterator[WholeGame]:
    """Games as they are stored; those that are damaged are noted."""
    for room in rooms:
        row = connection.execute(select(ROOMS).where(ROOMS.c.id == room)).mappings().first()
        if row is None:
            continue
        try:
            read_back(connection, row)
        except Damaged as damage:
            brought.damaged[room] = damage.reason
            continue
        below = {
            table.name: [
                dict(each)
                for each in connection.execute(
                    select(table).where(table.c.room == room).order_by(*table.primary_key.columns)
                ).mappings()
            ]
            for table in BELOW
        }
        yield WholeGame(dict(row), below)


def bring(
    games: Iterable[WholeGame], since: int, target: Engine, brought: Brought, advance: Callable[[], None] = lambda: None
) -> Brought:
    """Write games; `since` is the running time of where they come from, by which their clocks go."""
    waiting = iter(games)
    while some := list(islice(waiting, TOGETHER)):
        with target.begin() as connection:
            later = ran(connection) - since
            done = [_put(connection, game, later, brought) for game in some]
        brought.added += done.count(Done.ADDED)
        brought.kept += done.count(Done.KEPT)
        brought.replaced += done.count(Done.REPLACED)
        for _ in some:
            advance()
    return brought


def take_over_time(source: Connection, target: Engine) -> None:
    """A database without games goes on with the running time of where they come from."""
    times = dict(source.execute(select(SERVER.c.ran, SERVER.c.last, SERVER.c.commits)).mappings().one())
    with target.begin() as connection:
        if connection.execute(select(ROOMS.c.id).limit(1)).first() is None:
            connection.execute(update(SERVER).values(times))


def _put(connection: Connection, game: WholeGame, later: int, brought: Brought) -> Done | None:
    there = connection.execute(select(ROOMS).where(ROOMS.c.id == game.id)).mappings().first()
    if there is not None:
        try:
            read_back(connection, there)
        except Damaged:
            forget(connection, [game.id])
        else:
            return Done.KEPT
    with connection.begin_nested() as part:
        connection.execute(insert(ROOMS).values(_here(game.room, later)))
        for table in BELOW:
            if game.below[table.name]:
                connection.execute(insert(table), game.below[table.name])
        row = connection.execute(select(ROOMS).where(ROOMS.c.id == game.id)).mappings().one()
        try:
            read_back(connection, row)
        except Damaged as damage:  # a file that somebody changed
            brought.damaged[game.id] = damage.reason
            part.rollback()
            return None
    return Done.ADDED if there is None else Done.REPLACED


def _here(room: Mapping[str, Any], later: int) -> dict[str, Any]:
    """The row of a room by the running time of its new place; nobody there has seen it grow old or does what is due."""
    due = room["due"]
    return {**room, "due": max(1, due + later) if due else due, "seen_old": None, "taken_by": ""}
