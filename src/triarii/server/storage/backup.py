"""A copy of the database by SQLite's own way: whole and of one moment, while a server runs too."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

from triarii.core.contract import Refusal
from triarii.server.storage.opening import OURS_ALONE, connect_to_read

KEY = "server.key"
"""With which a server seals records; it stands beside the database."""


def back_up(database: Path, copy: Path) -> list[Path] | Refusal:
    """Write a copy, and one of the server's key beside it; the files that were made. Nothing is written over."""
    key = database.with_name(KEY)
    wanted = {database: copy} | ({key: copy.with_suffix(".key")} if key.is_file() else {})
    for target in wanted.values():
        if target.exists() or target.is_symlink():
            return Refusal("admin.taken", params={"file": str(target)})
    made: list[Path] = []
    for source, target in wanted.items():
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OURS_ALONE))
            made.append(target)
            if source == database:
                _copy(source, target)
            else:
                shutil.copyfile(source, target)
        except (OSError, sqlite3.DatabaseError) as problem:
            for each in made:
                with contextlib.suppress(OSError):
                    each.unlink()
            reason = getattr(problem, "strerror", None) or str(problem)
            return Refusal("admin.not_written", params={"file": str(target), "reason": reason})
    return made


def _copy(database: Path, target: Path) -> None:
    with contextlib.closing(connect_to_read(database)) as source, contextlib.closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
    single_file(target)


def single_file(database: Path) -> None:
    """Without a journal beside it: it may be moved and burnt."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
