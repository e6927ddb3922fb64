"""Which statements of the printed rules have a rule, a test and code: from the checklists, rules, tests and sources.

python -m tools.trace            the table; fails on a rule without a test or a citation and on ids that nobody knows
python -m tools.trace --write    first brings the rule column and the order of docs/rules/*.md up to date
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| (?P<rule>\S+) \| (?P<id>[A-Z]+-\d+) \| (?P<text>.+) \| (?P<page>[^|]+) \|$")
NO_RULE = "-"
RULE_ID = re.compile(r"\b[a-z]+(?:\.\w+)+")
TOLD = ("rules.toml", "options.toml", "*messages.toml", "reading_words.toml", "reference*", "companion*", "asking.py")
"""Files of a game that only tell its rules: to tell one is not to keep it."""


class Untraceable(Exception):
    """The tests could not be collected, so nothing can be said about them."""


@dataclass(frozen=True)
class Statement:
    """One line of a checklist: a fact of the printed rules, and the rule that its first column names."""

    id: str
    rule: str
    text: str
    page: str

    def row(self, rule: str) -> str:
        return f"| {rule} | {self.id} | {self.text} | {self.page} |"


@dataclass(frozen=True)
class Rule:
    """What tracing needs to know of a rule."""

    id: str
    covers: Sequence[str]
    kind: str
    partly: Mapping[str, str] = field(default_factory=dict)
    """Of the statements that it covers those that the engine keeps only in part, with what is missing."""


@dataclass(frozen=True)
class Rules:
    """A game's rules.toml; `complete` promises that no statement is open, `cited` that code or data cite every rule."""

    rules: Sequence[Rule]
    complete: bool
    uncited: Sequence[str] = ()
    """The rules that break the second promise."""


@dataclass(frozen=True)
class Marks:
    """The ids that tests name, with the tests that name them."""

    rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    statements: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Trace:
    """How far one game has come. `problems` must be empty; `open` may be full until the game is complete."""

    game: str
    statements: int
    covered: Sequence[str]
    partly: Sequence[str]
    ruled_against: Sequence[str]
    open: Sequence[str]
    rules: int
    untested_rules: Sequence[str]
    problems: Sequence[str]

    @property
    def summary(self) -> str:
        partly = f", {len(self.partly)} partly" if self.partly else ""
        covered, against = len(self.covered), len(self.ruled_against)
        return f"{self.game} {covered} covered{partly}, {against} ruled against, {self.statements} in all"

    def as_json(self) -> dict[str, object]:
        return {
            "statements": self.statements,
            "covered": len(self.covered),
            "partly": list(self.partly),
            "ruled_against": len(self.ruled_against),
            "open": list(self.open),
            "rules": self.rules,
            "untested_rules": list(self.untested_rules),
            "problems": list(self.problems),
        }


def read_checklist(path: Path) -> list[Statement]:
    """The statements of a checklist, in the order of its table."""
    found = (ROW.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Statement(m["id"], m["rule"], m["text"], m["page"]) for m in found if m]


def read_rules(path: Path) -> Rules:
    """A game's rules; a game that has none yet is not complete."""
    if not path.exists():
        return Rules((), complete=False)
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = [
        Rule(entry["id"], tuple(entry.get("covers", ())), entry.get("kind", "rule"), entry.get("partly", {}))
        for entry in table["rule"]
    ]
    named = cited(path.parent) if table.get("cited", False) else {rule.id for rule in rules}
    return Rules(rules, bool(table.get("complete", False)), [rule.id for rule in rules if rule.id not in named])


def cited(package: Path) -> set[str]:
    """All that a game's code and data cite by its whole id, be it in a comment; files that only tell rules apart."""
    files = [path for path in package.rglob("*") if path.suffix in (".py", ".toml")]
    kept = [path for path in files if not any(path.match(told) for told in TOLD)]
    return {name for path in kept for name in RULE_ID.findall(path.read_text(encoding="utf-8"))}


class MarkCollector:
    """A pytest plugin that notes which rules and statements the collected tests name."""

    def __init__(self) -> None:
        self.rules: dict[str, list[str]] = {}
        self.statements: dict[str, list[str]] = {}
        self.errors: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.errors.append(f"{report.nodeid}: {report.longreprtext}")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            # A test that never runs, or is meant to fail, proves nothing.
            if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
                continue
            for name, found in (("rule", self.rules), ("statement", self.statements)):
                for mark in item.iter_markers(name):
                    for mark_id in mark.args or ("(no id)",):
                        found.setdefault(str(mark_id), []).append(item.nodeid)


def collect_marks(root: Path) -> Marks:
    """The marks of all tests below root/tests, from pytest's own collection in this process."""
    collector, said = MarkCollector(), io.StringIO()
    arguments = ["--collect-only", "-q", "-s", "-p", "no:cacheprovider", f"--rootdir={root}", str(root / "tests")]
    if (root / "pyproject.toml").exists():
        arguments = ["-c", str(root / "pyproject.toml"), *arguments]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main(arguments, plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise Untraceable("\n".join(collector.errors) or said.getvalue())
    return Marks(collector.rules, collector.statements)


def rows(statements: Iterable[Statement], rules: Rules) -> list[str]:
    """The table as it should be: in the order of the rules, then what no rule covers, by id."""
    by_id = {statement.id: statement for statement in statements}
    ordered = [(rule.id, covered) for rule in rules.rules for covered in rule.covers if covered in by_id]
    taken = {covered for _, covered in ordered}
    ordered += [(NO_RULE, left) for left in sorted(by_id.keys() - taken)]
    return [by_id[statement].row(rule) for rule, statement in ordered]


def write_checklist(path: Path, rules: Rules) -> None:
    """Bring the rule column and the order of a checklist up to date; its words stay as they are."""
    lines = path.read_text(encoding="utf-8").splitlines()
    places = [number for number, line in enumerate(lines) if ROW.match(line)]
    if not places:
        return
    kept = [line for line in lines[places[0] :] if not ROW.match(line)]
    lines = [*lines[: places[0]], *rows(read_checklist(path), rules), *kept]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def trace(game: str, statements: Sequence[Statement], rules: Rules, marks: Marks) -> Trace:
    """One game's state, and everything about it that must not be."""
    ids = [statement.id for statement in statements]
    owners: dict[str, list[Rule]] = {}
    for rule in rules.rules:
        for statement in rule.covers:
            owners.setdefault(statement, []).append(rule)
    proven = [i for i in ids if i in owners and i in marks.statements]
    against = [i for i in proven if owners[i][0].kind == "ruled_against"]
    partly = [i for i in proven if i in owners[i][0].partly]
    untested = [rule.id for rule in rules.rules if rule.id not in marks.rules]
    still_open = [i for i in ids if i not in proven]

    problems = [f"rule {rule} has no test" for rule in untested]
    problems += [f"rule {rule} is cited by no code and no data" for rule in rules.uncited]
    problems += [
        f"{rule.id} keeps {i} partly, but does not cover it"
        for rule in rules.rules
        for i in rule.partly
        if i not in rule.covers
    ]
    problems += [f"rule {rule} is there twice" for rule in _twice(rule.id for rule in rules.rules)]
    problems += [f"statement {i} is there twice" for i in _twice(ids)]
    for statement, covering in sorted(owners.items()):
        names = ", ".join(rule.id for rule in covering)
        if statement not in ids:
            problems.append(f"{names} covers {statement}, which the checklist does not have")
        if len(covering) > 1:
            problems.append(f"{statement} is covered more than once: {names}")
    if rules.complete:
        problems += [f"{i} is open: {_lack(i in owners, i in marks.statements)}" for i in still_open]
    problems += _table_faults(statements, rules, owners)
    return Trace(
        game,
        len(ids),
        [i for i in proven if i not in against and i not in partly],
        partly,
        against,
        still_open,
        len(rules.rules),
        untested,
        problems,
    )


def _twice(ids: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(ids).items() if count > 1]


def _lack(has_rule: bool, has_test: bool) -> str:
    return " and ".join(
        what for what, there in (("no rule covers it", has_rule), ("no test names it", has_test)) if not there
    )


def _table_faults(statements: Sequence[Statement], rules: Rules, owners: Mapping[str, Sequence[Rule]]) -> list[str]:
    faults = []
    for statement in statements:
        expected = [rule.id for rule in owners.get(statement.id, ())] or [NO_RULE]
        if statement.rule not in expected:
            faults.append(f"{statement.id} stands under {statement.rule} in the checklist, not {' or '.join(expected)}")
    present = [statement.row(statement.rule) for statement in statements]
    if not faults and present != rows(statements, rules):
        faults.append("the checklist is not in the order of the rules")
    if faults:
        faults.append("to mend the checklist: python -m tools.trace --write")
    return faults


def unknown_marks(marks: Marks, rules: Iterable[str], statements: Iterable[str]) -> list[str]:
    """Ids that a test names and nobody has: most often a slip of the pen."""
    known = {"rule": (marks.rules, set(rules)), "statement": (marks.statements, set(statements))}
    return [
        f"{tests[0]} names the {kind} {name}, which does not exist"
        for kind, (named, ids) in known.items()
        for name, tests in sorted(named.items())
        if name not in ids
    ]


def games(root: Path) -> dict[str, tuple[Path, Path]]:
    """For every game its checklist and its rules, whichever of the two is there."""
    names = {path.stem for path in (root / "docs" / "rules").glob("*.md") if read_checklist(path)}
    names |= {path.parent.name for path in (root / "src" / "triarii" / "games").glob("*/rules.toml")}
    return {
        name: (root / "docs" / "rules" / f"{name}.md", root / "src" / "triarii" / "games" / name / "rules.toml")
        for name in sorted(names)
    }


def trace_all(root: Path, marks: Marks) -> tuple[list[Trace], list[str]]:
    """Every game's trace, and the problems that belong to no single game."""
    traces, rule_ids, statement_ids = [], [], []
    for game, (checklist, rules_file) in games(root).items():
        statements = read_checklist(checklist) if checklist.exists() else []
        rules = read_rules(rules_file)
        traces.append(trace(game, statements, rules, marks))
        rule_ids += [rule.id for rule in rules.rules]
        statement_ids += [statement.id for statement in statements]
    return traces, unknown_marks(marks, rule_ids, statement_ids)


def _show(traces: Sequence[Trace], strays: Sequence[str]) -> None:
    console = Console(highlight=False)
    table = Table("game", title="Statements and rules")
    for heading in ("covered", "partly", "ruled against", "open", "in all", "rules", "untested"):
        table.add_column(heading, justify="right")
    for one in traces:
        counts = (one.covered, one.partly, one.ruled_against, one.open)
        table.add_row(
            one.game, *(str(len(c)) for c in counts), str(one.statements), str(one.rules), str(len(one.untested_rules))
        )
    console.print(table)
    for problem in [*(f"{one.game}: {problem}" for one in traces for problem in one.problems), *strays]:
        console.print(problem, markup=False, soft_wrap=True)
    for one in traces:
        console.print(one.summary, markup=False, soft_wrap=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.trace", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--write", action="store_true", help="bring docs/rules/*.md up to date first")
    parser.add_argument("--root", type=Path, default=ROOT, help="another tree than this project")
    asked = parser.parse_args(arguments)
    root: Path = asked.root
    if asked.write:
        for checklist, rules_file in games(root).values():
            if checklist.exists():
                write_checklist(checklist, read_rules(rules_file))
    try:
        traces, strays = trace_all(root, collect_marks(root))
    except Untraceable as trouble:
        print(f"The tests could not be collected:\n{trouble}", file=sys.stderr)
        return 1
    if asked.json:
        print(json.dumps({"games": {one.game: one.as_json() for one in traces}, "strays": strays}, indent=2))
    else:
        _show(traces, strays)
    return 1 if strays or any(one.problems for one in traces) else 0


if __name__ == "__main__":
    sys.exit(main())
