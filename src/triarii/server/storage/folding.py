"""Looks after SQLite's files beside the writer: folds the journal into the database, so that no move has to wait for
that, and now and then reads through all pages."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from pathlib import Path

from triarii.server.storage.troubles import Troubles, is_damage

EVERY = 2.0
"""Seconds between two looks at the journal."""
LONG = 64_000_000
"""Bytes after which the journal begins anew, and the writer waits for it: while moves keep coming it only grows."""
PATIENCE = 1.0
"""Seconds for which the writer may be held up by that; whoever still reads then is left in peace for now."""
CHECK_FIRST = 1.0
CHECK_EVERY = 6 * 3600.0
"""Seconds after which all pages are read through. No folding meanwhile, which would have to wait for the reading."""
MOST_REASONS = 3
STEPS = 10_000
"""Of SQLite's machine, between two looks whether the server stops."""


class Folding:
    """A thread that looks after the journal of one database file, until it is ended."""

    def __init__(self, file: Path, troubles: Troubles) -> None:
        self._file = file
        self._troubles = troubles
        self._journal = file.with_name(file.name + "-wal")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="triarii-folding", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look_after(self) -> None:
        folded = (0, 0)
        checking = time.monotonic() + CHECK_FIRST
        while not self._ended.wait(EVERY):
            if time.monotonic() >= checking:
                self._check()
                checking = time.monotonic() + CHECK_EVERY
            now = self._state()
            if now in (folded, (0, 0)):
                continue
            # A busy database is folded the next time.
            with contextlib.suppress(sqlite3.OperationalError):
                self._fold("PASSIVE")
                if now[0] > LONG:
                    self._fold("TRUNCATE")
                folded = now

    def _state(self) -> tuple[int, int]:
        """Size and time of the last change; zeros where there is no journal."""
        try:
            found = self._journal.stat()
        except OSError:
            return (0, 0)
        return (found.st_size, found.st_mtime_ns)

    def _check(self) -> None:
        """Whether the pages are whole; this takes a second for some hundred megabytes."""
        try:
            with contextlib.closing(sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None)) as connection:
                connection.execute("PRAGMA query_only=ON")
                connection.set_progress_handler(self._ended.is_set, STEPS)
                found = [row[0] for row in connection.execute(f"PRAGMA quick_check({MOST_REASONS})")]
        except sqlite3.DatabaseError as problem:
            if is_damage(problem):
                self._troubles.pages_damaged(str(problem))
            return  # it was busy, or the server stops
        if found != ["ok"]:
            self._troubles.pages_damaged("; ".join(" ".join(each.split()) for each in found))

    def _fold(self, how: str) -> None:
        with contextlib.closing(sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
