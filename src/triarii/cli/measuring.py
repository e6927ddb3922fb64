"""What the commands that play many games have in common: who works, which part, where results are kept and shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from triarii.cli.progress import progress_bar
from triarii.cli.speech import BadInput, complain, insist, print_json, reason_of, say, show
from triarii.cli.usage import number_option
from triarii.core import files
from triarii.core.contract import AnyGame, Refusal, Refused
from triarii.lab import kept as keeping
from triarii.lab import shards, tables
from triarii.lab.executors import LOCAL, Executor, executor_of
from triarii.lab.kept import Kept
from triarii.lab.measurements import Measurement, results
from triarii.lab.playing import Misplayed
from triarii.lab.shards import WHOLE, Shard
from triarii.pictures.scores import ScoreLine, draw

Found = TypeVar("Found")
Games = Annotated[
    int,
    number_option("--games", 1, 1_000_000_000, "How many games."),
]
Jobs = Annotated[
    int | None,
    number_option("--jobs", 1, 256, "Games at once; by default one per core. Their number changes no result."),
]
Nodes = Annotated[
    int | None,
    number_option(
        "--nodes", 1, 1_000_000_000, "How many positions a player may look at in a turn: the match stays repeatable."
    ),
]
Openings = Annotated[
    int | None,
    number_option(
        "--openings",
        0,
        1_000,
        "Random turns at the beginning, the same from both seats; by default 4 where games would repeat, else none.",
        metavar="N",
    ),
]
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="local|ray[://HOST:PORT]",
        help="Where games are played: processes of this machine, or a cluster with Ray. It changes no result.",
    ),
]
ShardWord = Annotated[
    str | None,
    typer.Option("--shard", metavar="I/N", help="Play only part I of N; `triarii merge` puts the parts together."),
]
ResumeFile = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Keep every game here and go on from those that are here."),
]
TableFile = Annotated[
    Path | None,
    typer.Option("--table", metavar="FILE", help="Write a table of all results: FILE.csv or FILE.parquet."),
]
PictureFile = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE.svg", help="Draw the scores with their intervals."),
]


@dataclass(frozen=True)
class Way:
    """How a measurement is to be done, as it was asked for; all of it is known to be possible."""

    executor: Executor
    shard: Shard = WHOLE
    file: Path | None = None
    table: Path | None = None
    picture: Path | None = None


def way(
    on: str = LOCAL,
    jobs: int | None = None,
    shard: str | None = None,
    resume: Path | None = None,
    table: Path | None = None,
    picture: Path | None = None,
) -> Way:
    """The options of a command, checked before anybody begins to play."""
    part = WHOLE if shard is None else insist(shards.read(shard))
    if not part.is_whole and resume is None:
        raise BadInput(Refusal("shard.no_file"))
    if table is not None and (refusal := tables.check(table)) is not None:
        raise BadInput(refusal)
    if picture is not None and picture.suffix != ".svg":
        raise BadInput(Refusal("draw.not_svg", params={"file": str(picture)}))
    if picture is not None and not part.is_whole:
        raise BadInput(Refusal("shard.no_picture"))
    return Way(insist(executor_of(on, jobs)), part, resume, table, picture)


@dataclass(frozen=True)
class Work:
    """A measurement under way."""

    how: Way
    game: AnyGame
    title: str
    games: int
    """How many games the whole measurement has."""
    lang: str
    quiet: bool = False
    cache: str = ""
    """A folder of the user's cache in which games are kept until all are played, where no file is named."""
    chunk: int = 1
    """Games behind each number of the measurement; behind the last one there may be fewer."""

    @property
    def total(self) -> int:
        """How many numbers the whole measurement has."""
        return -(-self.games // self.chunk)

    def games_behind(self, numbers: range) -> int:
        missing = self.total * self.chunk - self.games if self.total - 1 in numbers else 0
        return len(numbers) * self.chunk - missing

    def results(
        self,
        measurement: Measurement[Found],
        save: Callable[[Found], None] | None = None,
        known: Callable[[], str] = str,
        enough: Callable[[], bool] = bool,
    ) -> Generator[tuple[int, Found], None, None]:
        """All results in order, with a bar that says what is `known` by now; kept, and written to the table. It ends
        before all are there if whoever took the last one says that it is `enough`."""
        numbers = self.how.shard.numbers(self.total)
        with ExitStack() as open_files:
            kept = open_files.enter_context(self._kept(measurement))
            before = 0 if kept is None else min(len(kept.results), len(numbers))
            if before and not self.quiet:
                show(say("measuring.going_on", self.lang, games=self.games_behind(numbers[:before])))
            try:
                table = self._table(measurement, open_files)
                advance = open_files.enter_context(progress_bar(self.title, self.games_behind(numbers)))
                found = open_files.enter_context(closing(results(measurement, numbers, self.how.executor, kept, save)))
                for number, one in found:
                    if table is not None:
                        table.add(measurement.row(number, one))
                    yield number, one
                    advance(self.games_behind(range(number, number + 1)), known=known())
                    if enough():
                        break
            except Misplayed as wrong:
                raise misplayed(wrong, self.game) from None
            except BadInput:
                raise
            except Refused as refused:
                raise BadInput(refused.refusal, self.game.texts) from None
            except KeyboardInterrupt:
                if kept is not None and sys.stderr.isatty():
                    print(file=sys.stderr)  # what is said must not stand behind ^C
                    complain(say("measuring.kept", self.lang, games=self.games_behind(numbers[: len(kept.results)])))
                raise

    def tell_shard(self, as_json: bool) -> bool:
        """Whether only a shard was asked for: then it is told what was done, for the whole is not known yet."""
        shard = self.how.shard
        if shard.is_whole:
            return False
        done = {"shard": str(shard), "games": self.games_behind(shard.numbers(self.total)), "file": str(self.how.file)}
        if as_json:
            print_json(done)
        else:
            show(say("measuring.shard", self.lang, **done))
        return True

    def draw(self, title: str, lines: Sequence[ScoreLine]) -> None:
        """The picture, if one was asked for."""
        if self.how.picture is None:
            return
        try:
            files.put_in_place(draw(title, lines, self.lang).encode(), self.how.picture)
        except (OSError, ValueError) as problem:
            raise BadInput(_not_written(self.how.picture, problem)) from None

    @contextmanager
    def _kept(self, measurement: Measurement[Found]) -> Iterator[Kept | None]:
        """Where results are kept: in the file that was named, else in the cache until all are there, else nowhere."""
        about = measurement.about
        path = self.how.file or (_cached(self.cache, keeping.digest_of(about)) if self.cache else None)
        if path is None:
            yield None
            return
        found = keeping.open_kept(
            path, about, lambda result: measurement.recalled(0, result) is not None, self.how.shard
        )
        if isinstance(found, Refusal):
            if self.how.file is not None or found.code != "file.not_written":
                raise BadInput(found)
            yield None
            return
        with closing(found):
            yield found
            if self.how.file is None and len(found.results) >= self.total:
                with suppress(OSError):
                    path.unlink()

    def _table(self, measurement: Measurement[Found], open_files: ExitStack) -> tables.Table | None:
        if self.how.table is None:
            return None
        try:
            return open_files.enter_context(tables.written(self.how.table, measurement.columns))
        except (OSError, ValueError) as problem:
            raise BadInput(_not_written(self.how.table, problem)) from None


def misplayed(wrong: Misplayed, game: AnyGame) -> BadInput:
    """What is said of a player who broke the rules."""
    refusal = Refusal("match.misplayed", params={"player": wrong.player, "reason": wrong.refusal.message})
    return BadInput(refusal, game.texts)


def _not_written(path: Path, problem: Exception) -> Refusal:
    return Refusal("file.not_written", params={"file": str(path), "reason": reason_of(problem)})


def _cached(folder: str, name: str) -> Path | None:
    """A file of the user's cache; TRIARII_DATA names another place for all that is the user's."""
    chosen = os.environ.get("TRIARII_DATA")
    try:
        place = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "triarii"
        (place / folder).mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):
        return None
    return place / folder / f"{name}.jsonl"
