"""Results of a long measurement, kept in a file game by game: broken off, it goes on where it was.

The first line says what is measured; a file of another measurement is refused, never mixed. Each further line is one
result. A line that was cut off is thrown away and its game played again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from triarii.core import locks
from triarii.core.contract import Refusal

KIND = "triarii-measurement"
LONGEST_LINE = 1_000_000
if sys.platform == "win32":
    NEVER_WAIT = 0
else:
    NEVER_WAIT = os.O_NONBLOCK  # a device that was named instead of a file is refused, not waited for


class Kept:
    """An open file of results; no other process can open it meanwhile."""

    def __init__(self, file: BinaryIO, results: list[Any]) -> None:
        self._file = file
        self.results = results

    def append(self, result: object) -> None:
        """Kept at once: whatever happens to this process, the result is there."""
        self._file.write(_line(result))
        self._file.flush()
        self.results.append(result)

    def close(self) -> None:
        self._file.close()


def open_kept(path: Path, about: Mapping[str, object], sound: Callable[[object], bool]) -> Kept | Refusal:
    """The results that a file keeps of this measurement, none for a new file; or why it can't be used. From the first
    line on that is not `sound`, all is thrown away."""
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | NEVER_WAIT, 0o666), "r+b")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return Refusal("file.not_written", params={"file": str(path), "reason": reason})
    found = _take(file, about, sound)
    if isinstance(found, str):
        file.close()
        return Refusal(f"balance.{found}", params={"file": str(path)})
    return Kept(file, found)


def digest_of(about: Mapping[str, object]) -> str:
    """A short name for a measurement."""
    return hashlib.sha256(_line(about)).hexdigest()[:20]


def _take(file: BinaryIO, about: Mapping[str, object], sound: Callable[[object], bool]) -> list[Any] | str:
    """The results in the file, which is left ready for more; or the code of what is wrong with it."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return "not_ours"
    if not locks.taken(file):
        return "in_use"
    header = {"kind": KIND, "about": json.loads(_line(about))}
    first = file.readline(LONGEST_LINE)
    if not first:
        file.write(_line(header))
        file.flush()
        return []
    there = _read(first)
    if not isinstance(there, dict) or there.get("kind") != KIND:
        return "not_ours"
    if there != header:
        return "other"
    results, end = [], file.tell()
    while sound(result := _read(file.readline(LONGEST_LINE))):
        results.append(result)
        end = file.tell()
    file.seek(end)
    file.truncate()
    return results


def _line(content: object) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> Any:
    """None for a line that is not whole."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
