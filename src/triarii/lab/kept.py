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
from triarii.lab.shards import WHOLE, Shard

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
        self._file.write(line_of(result))
        self._file.flush()
        self.results.append(result)

    def close(self) -> None:
        self._file.close()


def open_kept(
    path: Path, about: Mapping[str, object], sound: Callable[[object], bool], shard: Shard = WHOLE
) -> Kept | Refusal:
    """The results that a file keeps of this measurement or a shard of it, none for a new file; or why it can't be used.
    From the first line on that is not `sound`, all is thrown away."""
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | NEVER_WAIT, 0o666), "r+b")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return Refusal("file.not_written", params={"file": str(path), "reason": reason})
    found = _take(file, header_of(about, shard), sound)
    if isinstance(found, str):
        file.close()
        return Refusal(f"kept.{found}", params={"file": str(path)})
    return Kept(file, found)


def digest_of(about: Mapping[str, object]) -> str:
    """A short name for a measurement."""
    return hashlib.sha256(line_of(about)).hexdigest()[:20]


def header_of(about: Mapping[str, object], shard: Shard = WHOLE) -> dict[str, Any]:
    """The first line of a file."""
    part = {} if shard.is_whole else {"shard": [shard.place, shard.of]}
    return {"kind": KIND, "about": json.loads(line_of(about)), **part}


def read_kept(path: Path) -> tuple[dict[str, Any], list[Any]] | Refusal:
    """The header and the results of a file, whatever it measured, while nobody else works on it."""
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return Refusal("kept.no_results", params={"file": str(path)})
            if not locks.taken(file):
                return Refusal("kept.in_use", params={"file": str(path)})
            header = _read(file.readline(LONGEST_LINE))
            if not isinstance(header, dict) or header.get("kind") != KIND:
                return Refusal("kept.no_results", params={"file": str(path)})
            results = []
            while (result := _read(file.readline(LONGEST_LINE))) is not None:
                results.append(result)
            return header, results
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return Refusal("file.not_read", params={"file": str(path), "reason": reason})


def _take(file: BinaryIO, header: Mapping[str, Any], sound: Callable[[object], bool]) -> list[Any] | str:
    """The results in the file, which is left ready for more; or the code of what is wrong with it."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return "not_ours"
    if not locks.taken(file):
        return "in_use"
    first = file.readline(LONGEST_LINE)
    if not first:
        file.write(line_of(header))
        file.flush()
        return []
    there = _read(first)
    if not isinstance(there, dict) or there.get("kind") != KIND:
        return "not_ours"
    if there != header:
        return "other_shard" if there.get("about") == header["about"] else "other"
    results, end = [], file.tell()
    while sound(result := _read(file.readline(LONGEST_LINE))):
        results.append(result)
        end = file.tell()
    file.seek(end)
    file.truncate()
    return results


def line_of(content: object) -> bytes:
    """Anything that goes through JSON, as a line of a file."""
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> Any:
    """None for a line that is not whole."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
