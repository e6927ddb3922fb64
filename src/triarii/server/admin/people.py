"""Brings what is kept beside the games to another place: results and ratings, tournaments, and who wants to be told of
their turn, with the key by which push services know the server.

Only into a place without games, with all of them. Where people play already it would undo what they did since: bring
back an address that somebody took out, or a rating from before the last games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, insert, inspect, select, tuple_

from triarii.server.storage.tables import (
    CHANNELS,
    HANDOVERS,
    OPEN_GAMES,
    PRESENCE,
    PROCESSES,
    PUSH_KEY,
    RATINGS,
    REMINDERS,
    RESULTS,
    ROOMS,
    TOURNAMENTS,
)

CARRIED = (RATINGS, RESULTS, TOURNAMENTS, PUSH_KEY, CHANNELS, REMINDERS)
"""In the order in which it can be written."""
LEFT = (OPEN_GAMES, HANDOVERS, PROCESSES, PRESENCE)
"""What lives for minutes, with the pages and processes that it belongs to."""
TOGETHER = 500
"""Rows in one transaction."""


def is_empty(target: Engine) -> bool:
    """Whether no game is there."""
    with target.connect() as connection:
        return connection.execute(select(ROOMS.c.id).limit(1)).first() is None


def bring_people(source: Connection, target: Engine) -> None:
    """All of it; what is there under the same name stays."""
    there = set(inspect(source).get_table_names())
    for table in CARRIED:
        if table.name not in there:  # a copy from before it was kept
            continue
        for rows in source.execute(select(table)).mappings().partitions(TOGETHER):
            with target.begin() as connection:
                _put(connection, table, [dict(row) for row in rows])


def _put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if table is PUSH_KEY and connection.execute(select(CHANNELS.c.id).limit(1)).first() is None:
        connection.execute(delete(PUSH_KEY))  # a server made it at its start, and nobody has subscribed by it
    if table is REMINDERS:
        rows = list(_of_known_rooms(connection, rows))
    names = list(table.primary_key.columns)
    keys = [tuple(row[column.name] for column in names) for row in rows]
    known = {tuple(row) for row in connection.execute(select(*names).where(tuple_(*names).in_(keys)))}
    fresh = [row for row, key in zip(rows, keys, strict=True) if key not in known]
    if fresh:
        connection.execute(insert(table), fresh)


def _of_known_rooms(connection: Connection, rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A damaged game stayed behind. Nobody here is about to send anything."""
    wanted = {row["room"] for row in rows}
    known = set(connection.execute(select(ROOMS.c.id).where(ROOMS.c.id.in_(wanted))).scalars())
    for row in rows:
        if row["room"] in known:
            yield {**row, "taken_by": "", "not_before": 0}
