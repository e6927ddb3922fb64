"""All games as one file of JSON lines, which any program can read: a head, a line for each game, and a foot with a
checksum over all before it, so that a file that was cut off or changed is noticed before anything is taken from it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from triarii import __version__
from triarii.core.contract import Refusal
from triarii.server.admin.rooms import BELOW
from triarii.server.admin.transfer import WholeGame
from triarii.server.storage.opening import OURS_ALONE
from triarii.server.storage.tables import ROOMS

KIND = "rooms"
FORMAT = 1
NEEDED = {"id", "due"}
NAMES = [table.name for table in BELOW]


def write(file: Path, games: Iterable[WholeGame], ran: int) -> Refusal | int:
    """Write them into a new file for the owner's eyes alone; how many."""
    try:
        opened = os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OURS_ALONE), "wb")
    except FileExistsError:
        return Refusal("admin.taken", params={"file": str(file)})
    except OSError as problem:
        return Refusal("admin.not_written", params={"file": str(file), "reason": problem.strerror or str(problem)})
    count, summed = 0, blake2b(digest_size=16)
    try:
        with opened as out:
            _write(out, {"triarii": KIND, "format": FORMAT, "version": __version__, "ran": ran}, summed)
            for game in games:
                _write(out, {"room": game.room, **game.below}, summed)
                count += 1
            _write(out, {"rooms": count, "sum": summed.hexdigest()}, summed)
    except BaseException as problem:
        file.unlink(missing_ok=True)  # half a file would look like a whole one
        if isinstance(problem, OSError):
            return Refusal("admin.not_written", params={"file": str(file), "reason": problem.strerror or str(problem)})
        raise
    return count


def problem_with(file: Path) -> Refusal | None:
    """Why nothing can be taken from a file; None if all is there as it was written."""
    named = {"file": str(file)}
    summed, before, lines = blake2b(digest_size=16), b"", 0
    try:
        with file.open("rb") as opened:
            for line in opened:
                summed.update(before)
                before, lines = line, lines + 1
                if lines == 1 and not _is_head(line):
                    return Refusal("admin.no_export", params=named)
    except OSError as problem:
        return Refusal("admin.not_readable", params={**named, "reason": problem.strerror or str(problem)})
    foot = _read(before)
    whole = foot.get("sum") == summed.hexdigest() and foot.get("rooms") == lines - 2
    return None if whole else Refusal("admin.cut_off" if lines else "admin.no_export", params=named)


def ran(file: Path) -> int:
    """The running time of the server that it comes from."""
    with file.open("rb") as opened:
        return int(_read(opened.readline())["ran"])


def read(file: Path) -> Iterator[WholeGame]:
    """The games of a file that is whole."""
    known = {column.name for column in ROOMS.columns}
    with file.open("rb") as opened:
        for line in opened:
            content = _read(line)
            if "room" in content:
                room = {name: content["room"].get(name) for name in known & content["room"].keys() | NEEDED}
                yield WholeGame(room, {name: content.get(name, []) for name in NAMES})


def _is_head(line: bytes) -> bool:
    head = _read(line)
    return head.get("triarii") == KIND and head.get("format") == FORMAT and isinstance(head.get("ran"), int)


def _read(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(out: IO[bytes], content: object, summed: Any) -> None:
    line = json.dumps(content, separators=(",", ":")).encode() + b"\n"
    summed.update(line)
    out.write(line)
