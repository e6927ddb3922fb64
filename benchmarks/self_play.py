"""Self-play for `make tune`: positions of many games and how these ended, by whoever works; it can be broken off.

Options that both tuners have: `--games N --seed S` plays anew, `--on local|ray[://HOST:PORT]` and `--jobs N` say who
plays, and `--resume FILE` keeps every game there and goes on from those that are there. `--shard I/N` plays one part on
one machine; when `triarii merge` has put the files of all parts together, `--resume` with that one goes on to the end.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from triarii import __version__
from triarii.cli.progress import progress_bar
from triarii.cli.speech import sentence_of
from triarii.core import texts
from triarii.core.contract import Refusal, Refused
from triarii.lab import kept, shards
from triarii.lab.executors import LOCAL, executor_of
from triarii.lab.measurements import Cell, results
from triarii.lab.shards import WHOLE

Row = TypeVar("Row")


@dataclass(frozen=True)
class SelfPlay(Generic[Row]):
    """Games of a program with itself, as a measurement; each gives rows about its positions."""

    game: str
    seed: int
    how: Mapping[str, object]
    """What else decides the games, for JSON."""
    play: Callable[[int], list[Row]]
    """The rows of the game with this seed; can be imported."""
    read: Callable[[Any], Row]
    """A row from JSON; raises ValueError or TypeError."""

    @property
    def about(self) -> dict[str, object]:
        return {"program": __version__, "measured": "self-play", "game": self.game, "seed": self.seed, **self.how}

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"game": int, "positions": int}

    def task(self, number: int) -> Callable[[], list[Row]]:
        return partial(self.play, self.seed + number)

    def as_json(self, found: list[Row]) -> list[Row]:
        return found

    def recalled(self, number: int, kept: object) -> list[Row] | None:
        try:
            return [self.read(row) for row in kept] if isinstance(kept, list) else None
        except (TypeError, ValueError):
            return None

    def row(self, number: int, found: list[Row]) -> tuple[Cell, ...]:
        return number + 1, len(found)


def parser_of(about: str) -> argparse.ArgumentParser:
    """The options of a tuner."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=0, help="games of self-play; 0 fits the kept positions again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", default=LOCAL, metavar="local|ray[://HOST:PORT]", help="who plays")
    parser.add_argument("--jobs", type=int, help="games at once; by default one a core")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep every game here, and go on from those here")
    parser.add_argument("--shard", metavar="I/N", help="play only part I of N into the file of --resume, and stop")
    return parser


def play_shard(measured: SelfPlay[Row], chosen: argparse.Namespace) -> bool:
    """Whether only a part was asked for; then it is played, and its file is all that comes of it."""
    if chosen.shard is None:
        return False
    if chosen.resume is None:
        raise SystemExit(_said(Refusal("shard.no_file")))
    for _ in rows(measured, chosen):
        pass  # the file keeps them
    print(f"Part {chosen.shard} is in {chosen.resume}. When all parts are there: triarii merge FILE… --into WHOLE.")
    return True


def rows(measured: SelfPlay[Row], chosen: argparse.Namespace) -> Iterator[Row]:
    """The rows of all games that were asked for, in their order; the same whoever plays."""
    executor = executor_of(chosen.on, chosen.jobs)
    shard = WHOLE if chosen.shard is None else shards.read(chosen.shard)
    for refused in (executor, shard):
        if isinstance(refused, Refusal):
            raise SystemExit(_said(refused))
    assert not isinstance(executor, Refusal)
    assert not isinstance(shard, Refusal)
    numbers = shard.numbers(chosen.games)
    file = None
    if chosen.resume is not None:
        opened = kept.open_kept(
            chosen.resume, measured.about, lambda told: measured.recalled(0, told) is not None, shard
        )
        if isinstance(opened, Refusal):
            raise SystemExit(_said(opened))
        file = opened
    try:
        with (
            progress_bar("self-play", len(numbers)) as advance,
            closing(results(measured, numbers, executor, file)) as games,
        ):
            for _, found in games:
                advance()
                yield from found
    except Refused as refused:
        raise SystemExit(_said(refused.refusal)) from None
    finally:
        if file is not None:
            file.close()


def _said(refusal: Refusal) -> str:
    return sentence_of(refusal, texts.CORE, "en")
