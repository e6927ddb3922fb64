"""What is wrong with the database, as far as it was noticed: health tells it. Any thread may report."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError, OperationalError

from triarii.core.texts import Message
from triarii.server.wire.words import TEXTS

LOG = logging.getLogger("triarii.server")
PRIMARY = 0xFF
"""The lower byte of SQLite's codes says what kind of failure it is."""
FAILURES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "not_written",
    sqlite3.SQLITE_READONLY: "not_written",
    sqlite3.SQLITE_CANTOPEN: "not_written",
}
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True)
class Trouble:
    """One thing that is wrong; its words are in messages.toml."""

    code: str
    params: dict[str, object] = field(default_factory=dict)


class Troubles:
    """Of one database."""

    def __init__(self) -> None:
        self._failing: Trouble | None = None
        self._pages = ""
        self._rooms: dict[str, Message] = {}
        self._lost = 0

    def found(self) -> list[Trouble]:
        found = [] if self._failing is None else [self._failing]
        if self._pages:
            found.append(Trouble("damaged", {"reason": self._pages}))
        if self._rooms:
            found.append(Trouble("damaged_rooms", {"count": len(self._rooms)}))
        if self._lost:
            found.append(Trouble("journal_lost", {"count": self._lost}))
        return found

    def failed(self, problem: BaseException) -> None:
        """A transaction failed; what a rule of ours refused is none of the disk's faults."""
        code = code_of(problem)
        if code in DAMAGE:
            self.pages_damaged(str(getattr(problem, "orig", problem)))
        elif code in FAILURES:
            if self._failing is None:
                LOG.error("the database can't be written: %s", getattr(problem, "orig", problem))
            self._failing = Trouble(FAILURES[code], {"reason": str(getattr(problem, "orig", problem))})

    def written(self) -> None:
        """A transaction is on the disk."""
        if self._failing is not None:
            LOG.warning("the database can be written again")
            self._failing = None

    def pages_damaged(self, reason: str) -> None:
        if reason != self._pages:
            LOG.error("the database is damaged: %s", reason)
        self._pages = reason

    def room_damaged(self, room: str, reason: Message) -> None:
        if self._rooms.get(room) != reason:
            LOG.error("room %s is damaged: %s", room, TEXTS.say(reason, "en"))
        self._rooms[room] = reason

    def room_whole(self, room: str) -> None:
        self._rooms.pop(room, None)

    def journal_lost(self, count: int) -> None:
        LOG.error("the journal lost the last %d transactions: some moves that were acknowledged are gone", count)
        self._lost = count


def code_of(problem: BaseException) -> int:
    """SQLite's code of a failure; 0 for anything else."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    return int(getattr(cause, "sqlite_errorcode", 0)) & PRIMARY


def is_away(problem: BaseException) -> bool:
    """Whether the database could not be reached at all: one of other machines may restart, and a file never does."""
    return isinstance(problem, OperationalError) and not hasattr(problem.orig, "sqlite_errorcode")


def is_damage(problem: BaseException) -> bool:
    return code_of(problem) in DAMAGE
