"""Which tests of a game run a line of its code, and how long they take: measured by file, kept in build/mutants."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tools import lines_by_test
from tools.mutate import GAMES, tables

Line = tuple[str, int]
"""A file inside the game's package, and a line of it."""
TOO_LONG = 60
"""Seconds of a processor after which the other tests of a file are left out."""


class TestsByLine:
    """The tests of a game by the lines that they run."""

    __test__ = False

    def __init__(self, root: Path, game: str, source: Path, environment: Mapping[str, str], notes: str) -> None:
        self.root, self.game, self.source, self.environment = root, game, source, environment
        self.package = source / GAMES / game
        self.folder = root / "tests" / "games" / game
        self.notes = root / "build" / "mutants" / notes
        self.takes: dict[str, float] = {}
        self.by_line: dict[Line, set[str]] = defaultdict(set)
        self.while_loading: set[Line] = set()
        self.states: dict[str, str] = {}

    # Measuring

    def measure(self, patterns: Sequence[str], modules: Iterable[Path], jobs: int = 1) -> None:
        """Run the files of tests, of those wanted, whose notes are missing or out of date for these modules, and read
        all their notes."""
        self.notes.mkdir(parents=True, exist_ok=True)
        inside = [self._inside(module) for module in modules]
        files = sorted({file for pattern in patterns for file in self.folder.glob(pattern)})
        with ThreadPoolExecutor(jobs) as pool:
            for note in pool.map(lambda file: self._note(file, inside), files):
                self._read(note)

    def _note(self, file: Path, modules: Iterable[str]) -> dict[str, Any]:
        where = "-".join(file.relative_to(self.folder).with_suffix("").parts)
        path = self.notes / f"{where}-{self._state(file)}.json"
        note: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        if note is None or not all(self._holds(note, module) for module in modules):
            note = self._run(file)
            path.write_text(json.dumps(note), encoding="utf-8")
        return note

    def _state(self, file: Path) -> str:
        """The state of a file of tests, of what tests share, and of the tables."""
        shared = [path for path in self.folder.rglob("*.py") if not path.name.startswith("test_")]
        paths = [file, *sorted(shared), *(self.source / table for table in tables(self.game, self.source))]
        return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]

    def _inside(self, file: Path) -> str:
        return file.relative_to(GAMES / self.game).as_posix()

    def _holds(self, note: Mapping[str, Any], module: str) -> bool:
        """Whether a module is as it was when these tests ran it, if they did."""
        ran = any(note["lines"].get(module, {}).values())
        return not ran or note["modules"][module] == self._digests.get(module)

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {
            path.relative_to(self.package).as_posix(): sha256(path.read_bytes()).hexdigest()[:12]
            for path in self.package.rglob("*.py")
        }

    def _run(self, file: Path) -> dict[str, Any]:
        """What the tests of a file run; nothing where they take too long or can't be run at all."""
        with tempfile.TemporaryDirectory(prefix="triarii-lines-") as place:
            notes = Path(place) / "notes.json"
            ours = str(Path(lines_by_test.__file__).parent.parent)
            told = {
                lines_by_test.PACKAGE: str(self.package),
                lines_by_test.NOTES: str(notes),
                lines_by_test.MOST: str(TOO_LONG),
                "COVERAGE_CORE": "ctrace",  # the only one that tells tests apart
                "PYTHONPATH": os.pathsep.join((self.environment["PYTHONPATH"], ours)),
            }
            options = ("-q", "-m", "not compiled", "-p", "no:cacheprovider", "-p", "pytest_timeout")
            command = [sys.executable, "-m", "pytest", "-p", "tools.lines_by_test", *options, str(file)]
            environment = {**self.environment, **told}
            subprocess.run(command, cwd=self.root, env=environment, capture_output=True, check=False)
            if not notes.exists():
                print(f"{file.relative_to(self.root)} takes too long or can't be run; left out.", file=sys.stderr)
                return {"tests": [], "lines": {}, "loaded": {}, "modules": {}}
            note: dict[str, Any] = json.loads(notes.read_text(encoding="utf-8"))
        return {**note, "modules": {name: self._digests[name] for name in note["lines"]}}

    def _read(self, note: Mapping[str, Any]) -> None:
        self.while_loading |= {(file, line) for file, lines in note["loaded"].items() for line in lines}
        tests = [name for name, _ in note["tests"]]
        self.takes.update(note["tests"])
        for file, lines in note["lines"].items():
            for line, numbers in lines.items():
                self.by_line[file, int(line)] |= {tests[number] for number in numbers}

    # Asking

    def running(self, file: Path, text: str, line: int, most: float) -> list[str]:
        """The tests that run a line of a module, the quickest first, as many as take so many seconds together; of a
        line that runs when the module is loaded, those that run what uses its names."""
        inside = self._inside(file)
        span, names = statement(text, line)
        reached = {test for each in span for test in self.by_line[inside, each]}
        if names:
            reached |= {test for place in self._users(names) for test in self.by_line[place]}
            reached = reached or self._all_of(inside)
        chosen: list[str] = []
        left = most
        for test in sorted(reached, key=lambda test: (self.takes[test], test)):
            left -= self.takes[test]
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen

    def loading(self, file: Path, text: str, line: int) -> bool:
        """Whether a line runs while modules and tests are loaded, so that what it made then stays."""
        span, names = statement(text, line)
        return bool(names) or any((self._inside(file), each) in self.while_loading for each in span)

    def _all_of(self, inside: str) -> set[str]:
        return {test for (file, _), tests in self.by_line.items() if file == inside for test in tests}

    def _users(self, names: set[str]) -> set[Line]:
        """The lines in functions that use one of the names, or what was made of them when modules were loaded."""
        known: set[str] = set()
        found: set[Line] = set()
        while names - known:
            name = (names - known).pop()
            known.add(name)
            for place, makes in self._uses.get(name, ()):
                if makes:
                    names |= makes
                else:
                    found.add(place)
        return found

    @cached_property
    def _uses(self) -> dict[str, list[tuple[Line, frozenset[str]]]]:
        """Where each name of the package is used; outside of functions with the names that are made of it there."""
        uses: dict[str, list[tuple[Line, frozenset[str]]]] = defaultdict(list)
        for path in self.package.rglob("*.py"):
            inside = path.relative_to(self.package).as_posix()
            for node, makes in _used(ast.parse(path.read_text(encoding="utf-8"))):
                name = node.id if isinstance(node, ast.Name) else node.attr
                uses[name].append(((inside, node.lineno), makes))
        return uses

    def seconds(self, tests: Sequence[str]) -> float:
        return sum(self.takes[test] for test in tests)

    def digest(self, tests: Sequence[str]) -> str:
        """Which tests these are, and in which state their files are."""
        files = sorted({test.split("::")[0] for test in tests})
        for file in files:
            if file not in self.states:
                self.states[file] = sha256((self.root / file).read_bytes()).hexdigest()
        states = "".join(self.states[file] for file in files)
        return sha256(("\n".join(sorted(tests)) + states).encode()).hexdigest()[:12]


# Reading code


def statement(text: str, line: int) -> tuple[range, set[str]]:
    """The lines of the smallest statement around a line, without the statements inside of it; and if it runs when the
    module is loaded, the names that it makes."""
    around: list[ast.stmt] = []
    node: ast.AST = _tree(text)
    while inside := [inner for inner in _statements(node) if _first(inner) <= line <= _last(inner)]:
        around.append(node := inside[0])
    if not around:
        return range(line, line + 1), set()
    smallest = around[-1]
    last = min((_first(inner) - 1 for inner in _statements(smallest)), default=_last(smallest))
    span = range(_first(smallest), max(last, _first(smallest)) + 1)
    in_function = any(isinstance(outer, ast.FunctionDef) for outer in around[:-1])
    names = set() if in_function else {name for each in around for name in _made(each)}
    return span if line in span else range(line, line + 1), names


@lru_cache(maxsize=8)
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements right inside of a node."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt):
            yield inner
        elif isinstance(inner, ast.ExceptHandler | ast.match_case):
            yield from _statements(inner)


def _first(node: ast.stmt) -> int:
    decorated = isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list
    return min(node.lineno, decorated[0].lineno) if decorated else node.lineno


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _made(node: ast.AST) -> frozenset[str]:
    """The names that a statement gives to something."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return frozenset({node.name})
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return frozenset(name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def _used(
    node: ast.AST, makes: frozenset[str] = frozenset(), in_function: bool = False
) -> Iterator[tuple[ast.Name | ast.Attribute, frozenset[str]]]:
    """Every use of a name, with the names that are made of it where it is used outside of functions."""
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield node, makes
    in_function = in_function or isinstance(node, ast.FunctionDef)
    makes = frozenset() if in_function else makes | _made(node)
    for inner in ast.iter_child_nodes(node):
        yield from _used(inner, makes, in_function)
