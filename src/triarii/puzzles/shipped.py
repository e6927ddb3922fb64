"""The puzzles that we ship, by game: one to a line, packed. `triarii puzzles` finds them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from triarii.puzzles.puzzle import Puzzle, from_json

PACKAGE = "triarii.puzzles"


@cache
def shipped(game_id: str) -> Sequence[Puzzle]:
    """In an order by lot, which is that of the days; none where we have none for a game."""
    found = resources.files(PACKAGE).joinpath(f"{game_id}.jsonl.gz")
    return read(gzip.decompress(found.read_bytes())) if found.is_file() else ()


def read(text: bytes) -> tuple[Puzzle, ...]:
    """All that lines tell; a line that tells none is left out."""
    puzzles = (from_json(json.loads(line)) for line in text.decode().splitlines() if line.strip())
    return tuple(puzzle for puzzle in puzzles if puzzle is not None)


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """One to a line, by their ids, which is an order by lot."""
    told = (json.dumps(each.as_json(), sort_keys=True, separators=(",", ":")) for each in sorted(puzzles, key=_lot))
    return "".join(line + "\n" for line in told).encode()


def write(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Packed where the name ends in `.gz`: the same bytes whenever they are the same puzzles."""
    text = written(puzzles)
    path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)


def _lot(puzzle: Puzzle) -> str:
    return puzzle.id
