"""Changes every comparison and whole number of a game's code, one at a time, and sees that a test notices each change.

    python -m tools.mutate_code [FILE ...] [--game adlg] [--tests PATTERN ...] [--seconds N] [--minutes N]
        [--jobs N] [--json] [--account]

FILE is a file or a folder inside the game's package. Each change is tried with the tests that run the changed line,
the quick ones and those that noticed much in that module first, in a fork of a process that has all tests loaded.
What came of it is kept in build/mutants, so that a run can be interrupted, and is tried again only when the file has
changed, or the tests of a change that nobody noticed. Changes that make no difference are listed with the reason in
tools/equivalents.toml. Modules of which every change was tried are entered into docs/figures/mutants.json, unless some
survived a run with only a part of the tests; --account tells what stands there and tries nothing.
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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tools import mutation_account
from tools.code_workshop import CodeWorkshop, Fate
from tools.mutate import GAMES, ROOT, Mutant, Unmutable
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
A_TEST = 0.01
"""Seconds that any test takes beside its own."""
AT_FIRST = 12
"""So many tests are tried before all of them, where each file of tests has to be loaded."""


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


class Kept:
    """The fates of earlier runs, in a file to which every new one is added at once."""

    def __init__(self, path: Path, texts: Mapping[Path, str]) -> None:
        self.path, self.texts = path, texts
        self.fates: dict[str, dict[str, str]] = {}
        self.noticed: dict[Path, Counter[str]] = defaultdict(Counter)
        """How many changes of a module each test noticed."""
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.fates[entry["key"]] = entry
                self.noticed[Path(entry["key"].partition(":")[0])][entry["by"]] += 1
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
            self.noticed[fate.mutant.file][fate.by] += 1
            print(json.dumps(said), file=file)

    def likely_first(self, file: Path, takes: Mapping[str, float]) -> dict[str, float]:
        """The same tests; one that noticed changes of this module is likely to notice another, and worth its time."""
        with self.lock:
            often = Counter(self.noticed[file])
        return dict(sorted(takes.items(), key=lambda test: (test[1] + A_TEST) / (1 + often[test[0]])))


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


@dataclass
class Report:
    """How far a run came."""

    mutants: int
    fates: list[Fate]
    equivalent: int
    """Of those that nobody noticed."""
    seconds: float
    account: mutation_account.Account
    """Of the modules of which every change was tried."""

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
    seconds: float = SECONDS,
    jobs: int = 1,
    minutes: float | None = None,
    step: Callable[[int, Fate], None] = lambda _total, _fate: None,
) -> Report:
    """Try every change of some modules, given inside src; stop when the time is over."""
    began = time.monotonic()
    texts = {file: (root / "src" / file).read_text(encoding="utf-8") for file in files}
    everyone = {file: list(code_mutants(file, text)) for file, text in texts.items()}
    total = sum(map(len, everyone.values()))
    same = equivalents(root / "tools" / EQUIVALENTS)
    kept = Kept(root / "build" / "mutants" / f"{game}.jsonl", texts)
    fates: list[Fate] = []
    for pure in (False, True):
        # What is compiled is quicker, but only its text can be changed.
        wanted = [file for file in texts if everyone[file] and _hot(root, file) is pure]
        if wanted:
            run = _Run(root, game, pure, texts, seconds, kept, None if minutes is None else began + 60 * minutes)
            mutants = [mutant for file in wanted for mutant in everyone[file]]
            fates += run.fates(mutants, tests, jobs, lambda fate: step(total, fate))
    told = [one for one in fates if one.kind == "noticed" or described(one.mutant, texts[one.mutant.file]) not in same]
    account = {}
    for file, mutants in everyone.items():
        its, left = ([fate for fate in some if fate.mutant.file == file] for some in (fates, told))
        if len(its) == len(mutants):
            survivors = [fate for fate in left if fate.kind != "noticed"]
            account[file.relative_to(GAMES).as_posix()] = mutation_account.entry(texts[file], its, survivors)
    return Report(total, told, len(fates) - len(told), time.monotonic() - began, account)


def _hot(root: Path, file: Path) -> bool:
    """Whether a module is compiled where there is a compiler."""
    return (root / "src" / file).with_suffix(".pxd").exists()


@dataclass
class _Run:
    """The changes of modules that are all tried with the same build."""

    root: Path
    game: str
    pure: bool
    texts: Mapping[Path, str]
    seconds: float
    """Of tests for one change."""
    kept: Kept
    until: float | None
    """When nothing new is begun any more."""

    def fates(
        self, mutants: Sequence[Mutant], tests: Sequence[str], jobs: int, step: Callable[[Fate], None]
    ) -> list[Fate]:
        free: queue.SimpleQueue[CodeWorkshop] = queue.SimpleQueue()
        with tempfile.TemporaryDirectory(prefix="triarii-mutate-") as place:
            places = [Path(place).resolve() / f"src{number}" for number in range(jobs)]
            shops = [CodeWorkshop(self.root, each, self.game, self.pure) for each in places]
            notes = f"{self.game}-{'pure' if self.pure else 'built'}"
            reach = TestsByLine(self.root, self.game, shops[0].source, shops[0].environment, notes)
            reach.measure(tests, {mutant.file for mutant in mutants}, jobs)

            def fate_of(mutant: Mutant) -> Fate | None:
                found = self._fate(mutant, reach, free)
                if found is not None:
                    step(found)
                return found

            try:
                for shop in shops:
                    shop.open()
                    free.put(shop)
                # What has to be loaded again takes by far the longest, and comes last.
                ordered = sorted(mutants, key=lambda each: reach.loading(each.file, self.texts[each.file], each.line))
                with ThreadPoolExecutor(jobs) as pool:
                    found = {each: fate for each, fate in zip(ordered, pool.map(fate_of, ordered), strict=True) if fate}
                return [found[each] for each in mutants if each in found]
            finally:
                for shop in shops:
                    shop.close()

    def _fate(self, mutant: Mutant, reach: TestsByLine, free: queue.SimpleQueue[CodeWorkshop]) -> Fate | None:
        """What is known of a change, or comes of it now; None when the time is over."""
        text = self.texts[mutant.file]
        wanted = reach.running(mutant.file, text, mutant.line, self.seconds)
        digest = reach.digest(wanted)
        known = self.kept.fate(mutant, digest)
        if known is not None:
            return known
        if self.until is not None and time.monotonic() > self.until:
            return None
        found = Fate(mutant, "unreached")
        if wanted:
            shop = free.get()
            try:
                found = self._tried(shop, mutant, reach, wanted)
            finally:
                free.put(shop)
        self.kept.add(found, digest)
        return found

    def _tried(self, shop: CodeWorkshop, mutant: Mutant, reach: TestsByLine, wanted: Sequence[str]) -> Fate:
        if not reach.loading(mutant.file, self.texts[mutant.file], mutant.line):
            takes = {test: reach.takes[test] for test in wanted}
            found = shop.forked(mutant, self.kept.likely_first(mutant.file, takes))
            if found is not None:
                return found
        few = wanted[:AT_FIRST]
        found = shop.afresh(mutant, few, reach.seconds(few))
        return found if found.kind == "noticed" else shop.afresh(mutant, wanted, reach.seconds(wanted))


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
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests for one change (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="how many changes at a time")
    parser.add_argument("--minutes", type=float, default=None, help="begin nothing new after so many")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--account", action="store_true", help="tell what came of earlier runs, and try nothing")
    asked = parser.parse_args(arguments)
    files = modules(asked.game, asked.files)
    missing = [file for file in files if not (ROOT / "src" / file).exists()]
    if missing:
        parser.error(f"there is no {missing[0]}")
    if asked.account:
        print("\n".join(mutation_account.told(ROOT, files)))
        return 0
    console = Console(stderr=True, highlight=False)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(asked.game, total=None)

        def step(total: int, fate: Fate) -> None:
            progress.update(task, total=total, advance=1)
            if fate.kind != "noticed":
                console.print(f"{fate.kind}: {fate.mutant}", markup=False, soft_wrap=True)

        try:
            report = mutate_code(
                files,
                asked.game,
                tests=asked.tests,
                seconds=asked.seconds,
                jobs=asked.jobs,
                minutes=asked.minutes,
                step=step,
            )
        except Unmutable as trouble:
            print(trouble, file=sys.stderr)
            return 1
    whole = tuple(asked.tests) == ALL_TESTS
    mutation_account.add(ROOT, {name: one for name, one in report.account.items() if whole or not one["survived"]})
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
