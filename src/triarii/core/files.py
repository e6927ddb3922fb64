"""Files on disk, records above all: a new file is whole before the old one goes."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from triarii.core import records
from triarii.core.contract import Refusal
from triarii.core.records import Loaded, Record


def save(record: Record, path: Path) -> Refusal | None:
    """Write beside the target, flush to disk, then put it in place in one step."""
    try:
        put_in_place(records.dump(record), path)
    except (OSError, ValueError) as problem:
        return _failed("record.not_saved", path, problem)
    return None


def load(path: Path) -> Loaded:
    """What can be read of a record file."""
    try:
        return records.parse(path.read_bytes())
    except (OSError, ValueError) as problem:
        return Loaded(None, _failed("record.not_read", path, problem))


def put_in_place(data: bytes, path: Path, private: bool = False) -> None:
    """A whole file, or none and an OSError: what was there before stays until the new one is on the disk.

    A private file is for its owner alone, from the first byte on. A link stays a link; a device or a pipe stays what it
    is and gets the data as it comes.
    """
    with put_in_place_at_the_end(path, private) as file:
        file.write(data)


@contextlib.contextmanager
def put_in_place_at_the_end(path: Path, private: bool = False) -> Iterator[BinaryIO]:
    """The same for what is written bit by bit: it is in place when it is whole, unless something was raised before."""
    path = Path(os.path.realpath(path))
    if path.exists() and not (path.is_file() or path.is_dir()):
        with path.open("wb") as file:
            yield file
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".triarii-")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if not private:
            written.chmod(0o666 & ~_umask())
        written.replace(path)
    except BaseException:  # an interrupt too must leave no litter
        with contextlib.suppress(OSError):
            written.unlink()
        raise
    _flush_folder(path.parent)


def _failed(code: str, path: Path, problem: OSError | ValueError) -> Refusal:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return Refusal(code, params={"file": str(path), "reason": reason})


def _umask() -> int:
    """A temporary file is private; the record gets the rights that any new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _flush_folder(folder: Path) -> None:
    """The new name must survive a power cut too; where folders can't be opened, the system sees to it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
