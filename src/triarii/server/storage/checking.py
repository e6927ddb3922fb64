"""Looks through a whole database: which games are whole, which are damaged. It only reads; a server may run."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, select
from sqlalchemy.exc import DatabaseError

from triarii.core import registry, timeline
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.server.storage.kept import Damaged, Stored
from triarii.server.storage.loading import read_back
from triarii.server.storage.opening import LATEST, VERSIONS, connect_to_read, problem_with
from triarii.server.storage.tables import ROOMS, SERVER
from triarii.server.storage.witness import witness_of, witnessed

MOST_REASONS = 20
EVERY_ROOM = (
    "SELECT id FROM rooms",
    "SELECT id FROM rooms NOT INDEXED",
    "SELECT DISTINCT room FROM entries",
    "SELECT DISTINCT room FROM entries NOT INDEXED",
)
"""Ways to find the rooms, by other pages each: where some are damaged, others may still tell."""


@dataclass
class Checked:
    """What was found."""

    whole: int = 0
    damaged: dict[str, Message] = field(default_factory=dict)
    """Why, by room."""
    unknown: dict[str, str] = field(default_factory=dict)
    """Games that are not installed here, by room: their entries are as written, their rules can't be asked."""
    pages: list[str] = field(default_factory=list)
    """What SQLite says of damaged pages."""
    lost: int = 0
    """Transactions that the witness knows and the database does not."""

    @property
    def well(self) -> bool:
        return not (self.damaged or self.pages or self.lost)


def unusable(file: Path, any_version: bool = False) -> Refusal | None:
    """Why nothing can be asked of this file; only a copy can be made of older versions too."""
    if not file.exists():
        return Refusal("admin.no_database", params={"file": str(file)})
    problem = problem_with(file)
    if problem is not None or any_version:
        return problem
    try:
        with contextlib.closing(connect_to_read(file)) as connection:
            row = connection.execute(f"SELECT version_num FROM {VERSIONS.name}").fetchone()
    except sqlite3.OperationalError:  # an empty file
        row = None
    return None if row is not None and row[0] == LATEST else Refusal("admin.older", params={"file": str(file)})


def rooms_in(file: Path) -> list[str]:
    """The ids of all rooms, in the bin too."""
    found: set[str] = set()
    with contextlib.closing(connect_to_read(file)) as connection:
        for asked in EVERY_ROOM:
            with contextlib.suppress(sqlite3.DatabaseError):
                for row in connection.execute(asked):
                    found.add(str(row[0]))
    return sorted(found)


def check(file: Path, rooms: list[str], advance: Callable[[], None]) -> Checked:
    """Compare every room with its checksums, and replay it by its rules."""
    found = Checked(pages=_damaged_pages(file))
    with _reading(file) as connection:
        for room in rooms:
            check_room(connection, room, found)
            advance()
        with contextlib.suppress(DatabaseError):
            counted = witnessed(witness_of(file))  # first, as a server may go on meanwhile
            commits = connection.execute(select(SERVER.c.commits)).scalar() or 0
            found.lost = max(0, counted - int(commits))
    return found


def check_room(connection: Connection, room: str, found: Checked) -> None:
    """Note whether a room is whole, or what is wrong with it."""
    try:
        row = connection.execute(select(ROOMS).where(ROOMS.c.id == room)).mappings().first()
        stored = None if row is None else read_back(connection, row)
    except Damaged as damage:
        found.damaged[room] = damage.reason
        return
    except DatabaseError as problem:
        found.damaged[room] = Message("damage.pages", {"reason": str(problem.orig)})
        return
    if stored is None:
        found.damaged[room] = Message("damage.no_row")
        return
    header = stored.data.header
    if isinstance(registry.game(header.game, header.rules_version), Refusal):
        found.unknown[room] = header.game
        return
    reason = _broken_rule(stored)
    if reason is None:
        found.whole += 1
    else:
        found.damaged[room] = reason


def _broken_rule(stored: Stored) -> Message | None:
    """Which entry can't follow by the rules; None if all can."""
    header = stored.data.header
    game = registry.game(header.game, header.rules_version)
    line = game if isinstance(game, Refusal) else timeline.begin(game, header)
    if isinstance(line, Refusal):
        return Message("damage.rules", {"number": 0, "code": line.code})
    for number, entry in enumerate(stored.entries, 1):
        refusal = line.append(entry)
        if refusal is not None:
            return Message("damage.rules", {"number": number, "code": refusal.code})
    return None


def _damaged_pages(file: Path) -> list[str]:
    try:
        with contextlib.closing(connect_to_read(file)) as connection:
            found = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_REASONS})")]
    except sqlite3.DatabaseError as problem:
        return [str(problem)]
    return [] if found == ["ok"] else [" ".join(each.split()) for each in found]


@contextmanager
def _reading(file: Path) -> Iterator[Connection]:
    engine = create_engine("sqlite://", creator=lambda: connect_to_read(file), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
