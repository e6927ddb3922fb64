"""Where a game under way is kept: its record in a file that held nothing else, its secret of chance apart from it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from triarii.cli import vault
from triarii.cli.speech import reason_of
from triarii.core import files
from triarii.core.contract import Refusal
from triarii.core.records import Record

LARGEST = 100_000_000
"""Bytes of a record; what is larger is none of ours."""
SECRET_NOT_KEPT = "vault.not_kept"


def save(record: Record, path: Path, ours: Collection[Path] = ()) -> Refusal | None:
    """Save a record, unless something else would be lost by it; `ours` are files that are known to hold this game."""
    if path not in ours and holds_something_else(path, record):
        return Refusal("file.in_the_way", params={"file": str(path)})
    return files.save(record, path)


def keep_secret(record: Record, secret: bytes) -> Refusal | None:
    """So that a saved game can go on; a game that is over has its secret in the record."""
    if record.end is not None:
        vault.forget(record.header.commit)
        return None
    try:
        vault.keep(record.header.commit, secret)
    except OSError as problem:
        return Refusal(SECRET_NOT_KEPT, params={"file": str(problem.filename), "reason": reason_of(problem)})
    return None


def holds_something_else(path: Path, record: Record) -> bool:
    """Whether a file would be lost that is no earlier state of this game; devices are kept as well."""
    try:
        if not path.is_file():
            return path.exists() and not path.is_dir()
        size = path.stat().st_size
    except (OSError, ValueError):
        return False  # it can't be written either, and saving says why
    if not 0 < size <= LARGEST:
        return size > 0
    there = files.load(path).record
    return there is None or there.header.id != record.header.id
