"""Folds SQLite's journal into the database file beside the writer, so that no move has to wait for that."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path

EVERY = 2.0
"""Seconds between two looks at the journal."""
LONG = 64_000_000
"""Bytes after which the journal begins anew, and the writer waits for it: while moves keep coming it only grows."""
PATIENCE = 10.0


class Folding:
    """A thread that looks after the journal of one database file, until it is ended."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._journal = file.with_name(file.name + "-wal")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="triarii-folding", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look_after(self) -> None:
        folded = (0, 0)
        while not self._ended.wait(EVERY):
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

    def _fold(self, how: str) -> None:
        with contextlib.closing(sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
