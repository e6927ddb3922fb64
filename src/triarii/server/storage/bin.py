"""The bin: rooms that were untouched for long. Players don't find them; the operator restores or deletes them."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from triarii.core.contract import Refusal
from triarii.server.storage.opening import connect_to_read

TOGETHER = 200
"""Rooms in one transaction: a server that runs meanwhile waits no longer than for these."""
PATIENCE = 10.0


@dataclass(frozen=True)
class Binned:
    """A room in the bin."""

    room: str
    game: str
    entries: int
    touched: int
    binned: int


def listed(file: Path) -> list[Binned]:
    """What is in the bin, the longest first."""
    asked = "SELECT id, game, version, touched, binned FROM rooms WHERE binned IS NOT NULL ORDER BY binned, id"
    with contextlib.closing(connect_to_read(file)) as connection:
        return [Binned(*row) for row in connection.execute(asked)]


def empty(file: Path) -> int:
    """Delete all that is in the bin for good; how many rooms."""
    rooms = [each.room for each in listed(file)]
    with _writing(file) as connection:
        connection.execute("PRAGMA secure_delete = ON")  # nothing stays readable in the file
        for some in _portions(rooms):
            marks = ", ".join("?" * len(some))
            connection.execute("BEGIN IMMEDIATE")
            for table in ("wishes", "entries", "holders", "seats"):
                connection.execute(f"DELETE FROM {table} WHERE room IN ({marks})", some)
            connection.execute(f"DELETE FROM rooms WHERE id IN ({marks}) AND binned IS NOT NULL", some)
            connection.execute("COMMIT")
    return len(rooms)


def restore(file: Path, room: str) -> int | Refusal:
    """Bring a room back, or all of them; how many. They count as touched now, or they would soon be back in the bin."""
    rooms = [each.room for each in listed(file) if room in (each.room, "all")]
    if not rooms and room != "all":
        return Refusal("admin.not_in_bin", params={"room": room[:40]})
    now = time.time_ns() // 1_000_000
    with _writing(file) as connection:
        for some in _portions(rooms):
            marks = ", ".join("?" * len(some))
            connection.execute("BEGIN IMMEDIATE")
            # What is due in it was forgotten; whoever opens the room finds it out.
            connection.execute(
                f"UPDATE rooms SET binned = NULL, seen_old = NULL, touched = ? WHERE id IN ({marks})", [now, *some]
            )
            connection.execute("COMMIT")
    return len(rooms)


def _portions(rooms: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(rooms), TOGETHER):
        yield rooms[at : at + TOGETHER]


@contextmanager
def _writing(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        yield connection
