"""The openings that we ship, by game: one played game to a line, packed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from triarii.core.contract import SeatName

PACKAGE = "triarii.openings"
DEEP = 16
"""Decisions that are kept of a game: what comes later is seldom seen twice."""


@dataclass(frozen=True)
class Opened:
    """How one game began, and who won it."""

    seats: tuple[str, str]
    """The levels that played."""
    winner: SeatName | None
    """None: a draw."""
    moves: tuple[str, ...]
    """The first decisions of both sides. What chance brought between them is left out: with other cards it is still the
    same opening."""


@cache
def shipped(game_id: str) -> Sequence[Opened]:
    """None where we have none for a game."""
    found = resources.files(PACKAGE).joinpath(f"{game_id}.jsonl.gz")
    return read(gzip.decompress(found.read_bytes())) if found.is_file() else ()


def from_json(told: Any) -> Opened | None:
    """The game that was written so; None for what is none."""
    try:
        first, second = told["seats"]
        winner = told["winner"]
        if winner not in ("first", "second", None):
            return None
        return Opened((str(first), str(second)), winner, tuple(map(str, told["moves"])))
    except (KeyError, TypeError, ValueError):
        return None


def read(text: bytes) -> tuple[Opened, ...]:
    """All that lines tell; a line that tells none is left out."""
    games = (from_json(json.loads(line)) for line in text.decode().splitlines() if line.strip())
    return tuple(game for game in games if game is not None)


def write(games: Iterable[Opened], path: Path) -> None:
    """Packed where the name ends in `.gz`: the same bytes whenever they are the same games."""
    lines = sorted(json.dumps(asdict(game), sort_keys=True, separators=(",", ":")) for game in games)
    text = "".join(line + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
