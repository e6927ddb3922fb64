"""Puts the shards of a measurement together: what comes of it is the file of one who did all of it alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triarii.core.contract import Refusal
from triarii.lab.kept import header_of, line_of, read_kept
from triarii.lab.shards import Shard


@dataclass(frozen=True)
class Merged:
    """A whole measurement."""

    about: dict[str, Any]
    shards: int
    results: Sequence[Any]

    def as_bytes(self) -> bytes:
        return b"".join(map(line_of, (header_of(self.about), *self.results)))


def merge(paths: Sequence[Path]) -> Merged | Refusal:
    """The measurement whose shards these files keep, or why they don't make one."""
    parts: dict[int, tuple[Path, list[Any]]] = {}
    about: Any = None
    of = 0
    for path in paths:
        found = read_kept(path)
        if isinstance(found, Refusal):
            return found
        header, results = found
        shard = _shard(header)
        if shard is None:
            return Refusal("merge.no_shard", params={"file": str(path)})
        if parts and (header["about"], shard.of) != (about, of):
            return Refusal("merge.strangers", params={"file": str(path), "other": str(paths[0])})
        if shard.place in parts:
            other = str(parts[shard.place][0])
            return Refusal("merge.twice", params={"file": str(path), "other": other, "shard": str(shard)})
        about, of = header["about"], shard.of
        parts[shard.place] = path, results
    missing = [str(Shard(place, of)) for place in range(1, of + 1) if place not in parts]
    if missing:
        return Refusal("merge.missing", params={"shards": missing})
    return _put_together(about, [parts[place] for place in sorted(parts)])


def _put_together(about: dict[str, Any], parts: Sequence[tuple[Path, list[Any]]]) -> Merged | Refusal:
    """Parts in the order of their places; each must be as far as the others."""
    of = len(parts)
    # The longest part says how many games there must be at least; fewer than that elsewhere, and one has not ended.
    total = max((len(results) - 1) * of + place + 1 for place, (_, results) in enumerate(parts))
    for place, (path, results) in enumerate(parts):
        wanted = len(Shard(place + 1, of).numbers(total))
        if len(results) != wanted:
            return Refusal("merge.unfinished", params={"file": str(path), "games": len(results), "wanted": wanted})
    return Merged(about, of, [parts[number % of][1][number // of] for number in range(total)])


def _shard(header: dict[str, Any]) -> Shard | None:
    match header:
        case {"about": dict(), "shard": [int(place), int(of)]} if 1 <= place <= of and of > 1:
            return Shard(place, of)
    return None
