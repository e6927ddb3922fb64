"""A second witness outside of the database: how many transactions there were, in a small file that lags by a second.

SQLite drops the end of a damaged journal without a word, and the tables then know nothing of what was in it. The
witness does. No move waits for it, so the last second before a crash has no witness.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path

LOG = logging.getLogger("triarii.server")
EVERY = 1.0
"""Seconds between two looks at the count."""
DIGITS = 20
OURS_ALONE = 0o600


class Witness:
    """A thread that writes the count down when it has changed, until it is ended."""

    def __init__(self, file: Path, count: Callable[[], int]) -> None:
        self._file = file
        self._count = count
        self._written = -1
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="triarii-witness", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(EVERY):
            self._write()
        self._write()

    def _write(self) -> None:
        count = self._count()
        if count == self._written:
            return
        # A disk that takes nothing is told of by the database's own failures.
        with contextlib.suppress(OSError):
            place = os.open(self._file, os.O_WRONLY | os.O_CREAT, OURS_ALONE)
            try:
                os.write(place, f"{count:0{DIGITS}}\n".encode())
                os.fsync(place)
            finally:
                os.close(place)
            self._written = count


def witness_of(database: Path) -> Path:
    return database.with_suffix(".witness")


def witnessed(file: Path) -> int:
    """The count that was written down last; 0 without a witness."""
    try:
        word = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(word) if word.isdigit() and len(word) == DIGITS else 0
