"""Changes every comparison and whole number of a game's code, one at a time, and sees that a test notices each change.

    python -m tools.mutate_code [FILE ...] [--game adlg] [--tests PATTERN ...] [--minutes N] [--jobs N] [--json]

FILE is a file or a folder inside the game's package. Each change is tried with the tests that run the changed line,
the quickest first. What came of it is kept in build/mutants, so that a run can be interrupted, and is tried again only
when the file has changed, or the tests of a change that nobody noticed. Changes that make no difference are listed with
the reason in tools/equivalents.toml.
"""

from __future__ import annotations

import argparse
import ast
import json
import queue
import re
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tools.mutate import GAMES, ROOT, Mutant, Unmutable, Workshop
from tools.tests_by_line import TestsByLine

BORDERS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OTHERWISE = BORDERS | {"is": "is not", "is not": "is", "in": "not in", "not in": "in"}
"""What each comparison becomes: the border moves, or the answer is the opposite."""
OPERATORS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="} | {
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
EQUIVALENTS = "equivalents.toml"
ALL_TESTS = ("**/test_*.py",)
SECONDS = 20.0
"""Of tests for one change, as long as they took without it; each gets three times that before it counts as noticed."""


# What is changed


def code_mutants(file: Path, text: str) -> Iterator[Mutant]:
    """Every comparison and every whole number of a module, each changed once, in the order of the text."""
    tree, place = ast.parse(text), _Places(text)
    found = []
    for node in _nodes(tree):
        if isinstance(node, ast.Compare):
            left: ast.expr = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                before = OPERATORS[type(operator)]
                start, end = place.end(left), place.start(right)
                said = re.search(r"(?<!\w)" + before.replace(" ", r"\s+") + r"(?!\w)", text[start:end])
                assert said is not None, f"{file}:{node.lineno}"
                found.append((start + said.start(), said[0], OTHERWISE[before]))
                left = right
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start = place.start(node)
            found.append((start, text[start : place.end(node)], str(node.value + 1)))
    for start, before, after in sorted(found):
        yield Mutant(file, text.count("\n", 0, start) + 1, before, after, start)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All of a tree but what is written inside of strings, whose place Python does not tell."""
    if isinstance(node, ast.JoinedStr):
        return
    yield node
    for inner in ast.iter_child_nodes(node):
        yield from _nodes(inner)


class _Places:
    """Where in a text the nodes of its tree stand; ast counts lines and bytes."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.expr) -> int:
        return self._at(node.lineno, node.col_offset)

    def end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)


# What came of it


@dataclass(frozen=True)
class Fate:
    """What came of a change."""

    mutant: Mutant
    kind: str
    """`noticed`, `survived`, or `unreached`: no test runs that line."""
    by: str = ""
    """The test that failed first, or what else happened."""
    seconds: float = 0.0


class Kept:
    """The fates of earlier runs, in a file to which every new one is added at once."""

    def __init__(self, path: Path, texts: Mapping[Path, str]) -> None:
        self.path, self.texts = path, texts
        self.fates: dict[str, dict[str, str]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.fates[entry["key"]] = entry
        path.parent.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()

    def _key(self, mutant: Mutant) -> str:
        text = sha256(self.texts[mutant.file].encode()).hexdigest()[:12]
        return f"{mutant.file.as_posix()}:{text}:{mutant.start}:{mutant.after}"

    def fate(self, mutant: Mutant, tests: str) -> Fate | None:
        """What is known already; of one that nobody noticed only as long as its tests are the same."""
        known = self.fates.get(self._key(mutant))
        if known is None or (known["kind"] != "noticed" and known["tests"] != tests):
            return None
        return Fate(mutant, known["kind"], known["by"])

    def add(self, fate: Fate, tests: str) -> None:
        said = {
            "key": self._key(fate.mutant),
            "kind": fate.kind,
            "by": fate.by,
            "tests": tests,
            "what": str(fate.mutant),
        }
        with self.lock, self.path.open("a", encoding="utf-8") as file:
            print(json.dumps(said), file=file)


def equivalents(path: Path) -> dict[tuple[str, str, str], str]:
    """Why a change makes no difference, by file, line of code and change."""
    if not path.exists():
        return {}
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"]
    return {(entry["file"], entry["line"], entry["change"]): entry["why"] for entry in entries}


def described(mutant: Mutant, text: str) -> tuple[str, str, str]:
    """A change as equivalents.toml names it."""
    file = mutant.file.relative_to(GAMES).as_posix()
    return file, text.splitlines()[mutant.line - 1].strip(), f"{mutant.before} -> {mutant.after}"


# Trying


NURSERY = """
import contextlib, importlib, io, json, os, resource, sys
import pytest
for name in ("hypothesis", "shapely", "rich.table", "tomllib", "decimal"):
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    pytest.main(["--version", "--noconftest", *sys.argv[1:]])
assert "triarii" not in sys.modules, "the code must be read after it was changed"
print("ready", flush=True)


class First:
    failed = ""

    def pytest_collectreport(self, report):
        if report.failed and not self.failed:
            First.failed = report.nodeid

    pytest_runtest_logreport = pytest_collectreport


for line in sys.stdin:
    asked = json.loads(line)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (asked["seconds"], asked["seconds"]))
        code = int(pytest.main([*asked["tests"], *sys.argv[1:]], plugins=[First()]))
        os.write(tell, First.failed.encode()[:500])
        os._exit(code)
    os.close(tell)
    with os.fdopen(told, "rb") as answer:
        failed = answer.read().decode()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([code, failed]), flush=True)
"""
"""Loads pytest once and forks for every change. A child that computes for too long is ended by the system."""

PYTEST = ("-x", "-q", "-m", "not compiled", "-p", "no:cacheprovider", "-p", "pytest_timeout")
PASSED, COULD_NOT_START = 0, (4, 5)


class CodeWorkshop(Workshop):
    """A private copy of src in which one changed module at a time lives."""

    def open(self) -> None:
        self._checked()
        self._keep_ready(NURSERY, *PYTEST)

    def _checked(self) -> None:
        done = self._run("-c", "import triarii; print(triarii.__path__[0])")
        if Path(done.stdout.strip()) != self.source / "triarii":
            raise Unmutable(f"The tests would not see the changed code.\n{done.stdout}{done.stderr}")
        # By its date alone compiled code would pass for that of a change made in the same second.
        self._run("-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(self.source))

    def tried(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> Fate:
        """What these tests say to a change."""
        path, began = self.source / mutant.file, time.monotonic()
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(text), encoding="utf-8")
        try:
            code, failed = self._asked(tests, seconds)
            if code in COULD_NOT_START and not failed:  # where a changed number is part of a test's name
                code, failed = self._asked(sorted({test.partition("[")[0] for test in tests}), seconds)
        finally:
            path.write_text(text, encoding="utf-8")
        took = time.monotonic() - began
        if code in COULD_NOT_START and not failed:
            raise Unmutable(f"The tests could not be run on {mutant}.")
        if code == PASSED:
            return Fate(mutant, "survived", seconds=took)
        ended = "it took too long" if code < 0 else f"pytest ended with {code}"
        return Fate(mutant, "noticed", failed or ended, took)

    def _asked(self, tests: Sequence[str], seconds: float) -> tuple[int, str]:
        """The exit code of pytest, and the first test that failed."""
        assert self.nursery is not None
        assert self.nursery.stdin is not None
        asked = {"tests": tests, "seconds": int(3 * seconds) + 30}
        print(json.dumps(asked), file=self.nursery.stdin, flush=True)
        code, failed = json.loads(self._answer())
        return code, failed


@dataclass
class Report:
    """How far a run came."""

    mutants: int
    fates: list[Fate]
    equivalent: int
    """Of those that nobody noticed."""
    seconds: float

    @property
    def survivors(self) -> list[Fate]:
        return [fate for fate in self.fates if fate.kind != "noticed"]

    def as_json(self) -> dict[str, object]:
        return {
            "mutants": self.mutants,
            "tried": len(self.fates) + self.equivalent,
            "equivalent": self.equivalent,
            "survivors": [{"what": str(fate.mutant), "kind": fate.kind} for fate in self.survivors],
            "seconds": round(self.seconds, 1),
        }


def mutate_code(
    files: Iterable[Path],
    game: str,
    *,
    root: Path = ROOT,
    tests: Sequence[str] = ALL_TESTS,
    jobs: int = 1,
    minutes: float | None = None,
    step: Callable[[int, Fate], None] = lambda _total, _fate: None,
) -> Report:
    """Try every change of some modules, given inside src; stop when the time is over."""
    began = time.monotonic()
    texts = {file: (root / "src" / file).read_text(encoding="utf-8") for file in files}
    everyone = [mutant for file, text in texts.items() for mutant in code_mutants(file, text)]
    same = equivalents(root / "tools" / EQUIVALENTS)
    kept = Kept(root / "build" / "mutants" / f"{game}.jsonl", texts)
    free: queue.SimpleQueue[CodeWorkshop] = queue.SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="triarii-mutate-") as place:
        shops = [CodeWorkshop(root, Path(place).resolve() / f"src{number}", game) for number in range(jobs)]
        reach = TestsByLine(root, game, shops[0].source, shops[0].environment)
        reach.measure(tests, texts)

        def fate_of(mutant: Mutant) -> Fate | None:
            wanted = reach.running(mutant.file, texts[mutant.file], mutant.line, SECONDS)
            digest = reach.digest(wanted)
            known = kept.fate(mutant, digest)
            if known is None and minutes is not None and time.monotonic() - began > 60 * minutes:
                return None
            if known is None:
                known = Fate(mutant, "unreached")
                if wanted:
                    shop = free.get()
                    try:
                        known = shop.tried(mutant, wanted, reach.seconds(wanted))
                        if known.kind == "survived":  # a test that failed once is believed, one that passed is not
                            known = shop.tried(mutant, wanted, reach.seconds(wanted))
                    finally:
                        free.put(shop)
                kept.add(known, digest)
            step(len(everyone), known)
            return known

        try:
            for shop in shops:
                shop.open()
                free.put(shop)
            with ThreadPoolExecutor(jobs) as pool:
                fates = [fate for fate in pool.map(fate_of, everyone) if fate is not None]
        finally:
            for shop in shops:
                shop.close()
    told = [one for one in fates if one.kind == "noticed" or described(one.mutant, texts[one.mutant.file]) not in same]
    return Report(len(everyone), told, len(fates) - len(told), time.monotonic() - began)


def modules(game: str, names: Sequence[str], root: Path = ROOT) -> list[Path]:
    """The modules of a game by name, inside src; all of them without names."""
    package = root / "src" / GAMES / game
    found: list[Path] = []
    for name in names or ["."]:
        path = package / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [path.relative_to(root / "src") for path in found]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate_code", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files or folders inside the game's package (default: all)")
    parser.add_argument("--game", default="adlg")
    parser.add_argument(
        "--tests",
        nargs="+",
        default=ALL_TESTS,
        metavar="PATTERN",
        help="files inside the game's tests (default: all)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many changes at a time")
    parser.add_argument("--minutes", type=float, default=None, help="begin nothing new after so many")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    asked = parser.parse_args(arguments)
    files = modules(asked.game, asked.files)
    missing = [file for file in files if not (ROOT / "src" / file).exists()]
    if missing:
        parser.error(f"there is no {missing[0]}")
    console = Console(stderr=True, highlight=False)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(asked.game, total=None)

        def step(total: int, fate: Fate) -> None:
            progress.update(task, total=total, advance=1)
            if fate.kind != "noticed":
                console.print(f"{fate.kind}: {fate.mutant}", markup=False, soft_wrap=True)

        try:
            report = mutate_code(
                files, asked.game, tests=asked.tests, jobs=asked.jobs, minutes=asked.minutes, step=step
            )
        except Unmutable as trouble:
            print(trouble, file=sys.stderr)
            return 1
    if asked.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        for fate in report.survivors:
            said = "nobody noticed" if fate.kind == "survived" else "no test runs"
            print(f"{said} {fate.mutant}")
        tried = len(report.fates) + report.equivalent
        noticed = len(report.fates) - len(report.survivors)
        print(
            f"{asked.game}: {tried} of {report.mutants} changes tried, {noticed} noticed, {report.equivalent} make no "
            f"difference, {len(report.survivors)} survived, in {report.seconds:.0f} s"
        )
    return 1 if report.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
