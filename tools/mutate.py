"""Changes every number of a game's data tables, one at a time, and sees that the game's data tests notice each change.

    python -m tools.mutate [GAME] [--jobs N] [--json]

The changes are made in temporary copies of src; the tree itself is never touched.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
GAMES = Path("triarii") / "games"
NUMBER = re.compile(r"\d+(?:\.\d+)?")
WORDS = {"rules.toml", "messages.toml"}
"""Tables of texts; their numbers belong to sentences."""
CITATIONS = {"rule", "covers", "statement", "source", "mark"}
"""Keys that name where a number comes from; digits in there are no data."""

PYTEST = ("-m", "data", "-p", "no:cacheprovider", "-p", "pytest_timeout")
ENDS = {"0", "1", "2", "3", "4"}
"""Exit codes of pytest: all passed, or something failed, be it while loading. Anything else proves nothing."""


class Unmutable(Exception):
    """The data tests fail or are missing before anything is changed."""


@dataclass(frozen=True)
class Mutant:
    """One number changed in one file."""

    file: Path
    """Inside src."""
    line: int
    before: str
    after: str
    start: int
    """Where in the file's text the number stands."""

    def apply(self, text: str) -> str:
        return text[: self.start] + self.after + text[self.start + len(self.before) :]

    def __str__(self) -> str:
        return f"src/{self.file.as_posix()}:{self.line}: {self.before} -> {self.after}"


@dataclass(frozen=True)
class Summary:
    """What became of a game's mutants."""

    game: str
    mutants: int
    survivors: Sequence[Mutant]
    seconds: float

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "mutants": self.mutants,
            "noticed": self.mutants - len(self.survivors),
            "survivors": [str(mutant) for mutant in self.survivors],
            "seconds": round(self.seconds, 1),
        }


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Every single value of a TOML document with the way to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path, value


def successor(number: str) -> str:
    """The next number of the same form: 9 to 10, 09 to 10, 1.5 to 1.6."""
    value = Decimal(number)
    return str(value + Decimal((0, (1,), int(value.as_tuple().exponent)))).zfill(len(number))


def mutants(file: Path, text: str) -> Iterator[Mutant]:
    """Every number of a table, also inside strings (the row of a square), once.

    A change counts only if exactly one value differs after it: this leaves out comments, keys and table names
    without a TOML parser that keeps places.
    """
    original = dict(leaves(tomllib.loads(text)))
    for found in NUMBER.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        mutant = Mutant(file, line, found[0], successor(found[0]), found.start())
        try:
            changed = dict(leaves(tomllib.loads(mutant.apply(text))))
        except tomllib.TOMLDecodeError:
            continue
        if changed.keys() != original.keys():
            continue
        different = [path for path, value in original.items() if changed[path] != value]
        if len(different) == 1 and not CITATIONS.intersection(different[0]):
            yield mutant


def tables(game: str, source: Path) -> list[Path]:
    """The data tables of a game, inside src."""
    found = (source / GAMES / game).rglob("*.toml")
    return sorted(path.relative_to(source) for path in found if path.name not in WORDS)


def all_mutants(game: str, source: Path) -> list[Mutant]:
    """Every mutant of every data table of a game."""
    return [m for file in tables(game, source) for m in mutants(file, (source / file).read_text(encoding="utf-8"))]


NURSERY = """
import contextlib, io, os, sys
import pytest
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    pytest.main(["--version", "--noconftest", *sys.argv[1:]])
assert "triarii" not in sys.modules, "the tables must be read after they were changed"
print("ready", flush=True)
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os._exit(int(pytest.main(sys.argv[1:])))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Loads pytest once and forks for every run: that is most of what a short run would take."""


class Workshop:
    """A private copy of src in which one mutant at a time lives, and a nursery of processes that test it."""

    def __init__(self, root: Path, place: Path, game: str, pure: bool = True) -> None:
        """`pure` leaves out compiled modules: the copy does not depend on where the compiler ran."""
        left_out = ["__pycache__", "*.c", "*.egg-info", *(["*.so"] if pure else [])]
        shutil.copytree(root / "src", place, ignore=shutil.ignore_patterns(*left_out))
        self.root, self.source, self.game = root, place, game
        self.environment = os.environ | {
            "PYTHONPATH": str(place),
            # Compiled Python goes beside the copies, so that the tree stays as it is.
            "PYTHONPYCACHEPREFIX": str(place.parent / "cache"),
            "TRIARII_PURE": "1" if pure else "0",
            # Of all plug-ins the settings in pyproject.toml need only one.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        self.nursery: subprocess.Popen[str] | None = None

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)

    def data_tests(self) -> list[str]:
        """The files that hold data tests; the copy must be what they see, and they pass before anything is changed."""
        done = self._run("-c", "import triarii; print(triarii.__path__[0])")
        if Path(done.stdout.strip()) != self.source / "triarii":
            raise Unmutable(f"The tests would not see the changed tables.\n{done.stdout}{done.stderr}")
        done = self._run("-m", "pytest", "-v", f"tests/games/{self.game}", *PYTEST)
        if done.returncode != 0:
            raise Unmutable(f"The data tests of {self.game} fail, or there are none.\n{done.stdout}{done.stderr}")
        return sorted({line.split("::")[0] for line in done.stdout.splitlines() if "::" in line and "PASSED" in line})

    def start(self, files: Sequence[str]) -> None:
        """Get ready to run the data tests of these files."""
        self._keep_ready(NURSERY, "-x", "-q", *files, *PYTEST)

    def _keep_ready(self, nursery: str, *words: str) -> None:
        """A process that has loaded the tests and forks one for each mutant; the words are for pytest."""
        self.nursery = subprocess.Popen(
            [sys.executable, "-c", nursery, *words],
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._answer() != "ready":
            raise Unmutable("The tests could not be started.")

    def _answer(self) -> str:
        assert self.nursery is not None
        assert self.nursery.stdout is not None
        return self.nursery.stdout.readline().strip()

    def survives(self, mutant: Mutant) -> bool:
        """Whether the data tests pass although the number is wrong."""
        assert self.nursery is not None
        assert self.nursery.stdin is not None
        path = self.source / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(text), encoding="utf-8")
        try:
            print(mutant, file=self.nursery.stdin, flush=True)
            code = self._answer()
        finally:
            path.write_text(text, encoding="utf-8")
        if code not in ENDS:
            raise Unmutable(f"The tests did not come to an end on {mutant}.")
        return code == "0"

    def close(self) -> None:
        if self.nursery is not None:
            self.nursery.communicate()


def mutate(
    game: str, jobs: int | None = None, root: Path = ROOT, step: Callable[[int], None] = lambda _total: None
) -> Summary:
    """Try every mutant of a game; `step` is called after each with the number of all."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="triarii-mutate-") as place:
        everyone = all_mutants(game, root / "src")
        count = min(jobs or os.cpu_count() or 1, max(len(everyone), 1))
        workshops = [Workshop(root, Path(place).resolve() / f"src{number}", game) for number in range(count)]
        files = workshops[0].data_tests()
        free: queue.SimpleQueue[Workshop] = queue.SimpleQueue()
        for workshop in workshops:
            free.put(workshop)

        def survives(mutant: Mutant) -> bool:
            workshop = free.get()
            try:
                return workshop.survives(mutant)
            finally:
                free.put(workshop)
                step(len(everyone))

        try:
            for workshop in workshops:
                workshop.start(files)
            with ThreadPoolExecutor(count) as pool:
                fates = list(pool.map(survives, everyone))
        finally:
            for workshop in workshops:
                workshop.close()
    survivors = [mutant for mutant, alive in zip(everyone, fates, strict=True) if alive]
    return Summary(game, len(everyone), survivors, time.monotonic() - began)


def games(root: Path) -> list[str]:
    """The games that have data tables."""
    packages = sorted(path.parent.name for path in (root / "src" / GAMES).glob("*/__init__.py"))
    return [name for name in packages if tables(name, root / "src")]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", help="one game only")
    parser.add_argument(
        "--jobs", type=int, default=None, help="how many runs at a time (default: one for each processor)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    asked = parser.parse_args(arguments)
    if asked.game and asked.game not in games(ROOT):
        parser.error(f"{asked.game} has no data tables; there are {', '.join(games(ROOT))}")
    console = Console(stderr=True, highlight=False)
    summaries = []
    for game in [asked.game] if asked.game else games(ROOT):
        with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
            task = progress.add_task(game, total=None)
            try:
                summaries.append(
                    mutate(game, asked.jobs, step=lambda total: progress.update(task, total=total, advance=1))  # noqa: B023
                )
            except Unmutable as trouble:
                print(trouble, file=sys.stderr)
                return 1
    if asked.json:
        print(json.dumps({"games": [summary.as_json() for summary in summaries]}, indent=2))
    else:
        for summary in summaries:
            for mutant in summary.survivors:
                print(f"nobody noticed {mutant}")
            noticed = summary.mutants - len(summary.survivors)
            print(f"{summary.game} {noticed} of {summary.mutants} changed numbers noticed in {summary.seconds:.0f} s")
    return 1 if any(summary.survivors for summary in summaries) else 0


if __name__ == "__main__":
    sys.exit(main())
