"""Where one changed module at a time is tried with tests: in a process that has them loaded, or in a fresh one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools import forked_tests
from tools.forked_tests import Outcome
from tools.mutate import GAMES, Mutant, Unmutable, Workshop

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
TOO_LONG = "it took too long"


@dataclass(frozen=True)
class Fate:
    """What came of a change."""

    mutant: Mutant
    kind: str
    """`noticed`, `survived`, or `unreached`: no test runs that line."""
    by: str = ""
    """The test that failed first, or what else happened."""


class CodeWorkshop(Workshop):
    """A private copy of src in which one changed module at a time lives."""

    loaded: subprocess.Popen[bytes] | None = None
    ask: IO[str]
    tell: IO[str]

    def open(self) -> None:
        done = self._run("-c", "import triarii; print(triarii.__path__[0])")
        if Path(done.stdout.strip()) != self.source / "triarii":
            raise Unmutable(f"The tests would not see the changed code.\n{done.stdout}{done.stderr}")
        # By its date alone compiled code would pass for that of a change made in the same second.
        self._run("-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(self.source))
        self.sound: dict[str, bool] = {}
        """The tests that have failed with a change, and whether each passes in a fork without one."""

    def close(self) -> None:
        super().close()
        if self.loaded is not None:
            self.ask.close()
            self.loaded.wait()
            self.tell.close()

    # With all tests loaded

    def forked(self, mutant: Mutant, takes: Mapping[str, float]) -> Fate | None:
        """What these tests, with the seconds that each takes, say to a change in a function; None where the module has
        to be loaded again."""
        path = self.source / mutant.file
        before = path.read_text(encoding="utf-8")
        fit = {test: seconds for test, seconds in takes.items() if self.sound.get(test, True)}
        outcome, failed = self._told(path, before, mutant.apply(before), fit)
        if outcome is Outcome.FAILED and failed in takes and failed not in self.sound:
            unchanged, _ = self._told(path, before, before, {failed: takes[failed]})
            self.sound[failed] = unchanged is Outcome.PASSED
            if not self.sound[failed]:
                return self.forked(mutant, takes)
        if outcome is Outcome.RELOAD or (outcome is Outcome.PASSED and len(fit) < len(takes)):
            return None
        if outcome is Outcome.PASSED:
            return Fate(mutant, "survived")
        return Fate(mutant, "noticed", failed or TOO_LONG)

    def _told(self, path: Path, before: str, after: str, takes: Mapping[str, float]) -> tuple[Outcome, str]:
        if self.loaded is None:
            self._load()
        asked = {"file": str(path), "before": before, "after": after, "tests": list(takes.items())}
        print(json.dumps(asked), file=self.ask, flush=True)
        outcome, failed = json.loads(self.tell.readline())
        return Outcome(outcome), failed

    def _load(self) -> None:
        """Start the process that has all tests of the game loaded."""
        asked, ask = os.pipe()
        tell, told = os.pipe()
        ours = str(Path(forked_tests.__file__).parent.parent)
        environment = self.environment | {
            "PYTHONPATH": os.pathsep.join((self.environment["PYTHONPATH"], ours)),
            forked_tests.PACKAGE: ".".join((GAMES / self.game).parts),
            forked_tests.ASKED: str(asked),
            forked_tests.TOLD: str(told),
        }
        said = self.source.parent / f"{self.source.name}.log"
        command = [sys.executable, "-m", "pytest", "-p", "tools.forked_tests", *PYTEST, f"tests/games/{self.game}"]
        with said.open("wb") as log:
            self.loaded = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(asked, told),
            )
        os.close(asked)
        os.close(told)
        self.ask, self.tell = os.fdopen(ask, "w", encoding="utf-8"), os.fdopen(tell, encoding="utf-8")
        if self.tell.readline().strip() != forked_tests.READY:
            raise Unmutable(f"The tests could not be loaded.\n{said.read_text(encoding='utf-8')}")

    # Afresh

    def afresh(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> Fate:
        """What these tests say to a change that was there before anything was loaded."""
        if self.nursery is None:
            self._keep_ready(NURSERY, *PYTEST)
        path = self.source / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(text), encoding="utf-8")
        try:
            code, failed = self._asked(tests, seconds)
            if code in COULD_NOT_START and not failed:  # where a changed number is part of a test's name
                code, failed = self._asked(sorted({test.partition("[")[0] for test in tests}), seconds)
        finally:
            path.write_text(text, encoding="utf-8")
        if code in COULD_NOT_START and not failed:
            raise Unmutable(f"The tests could not be run on {mutant}.")
        if code == PASSED:
            return Fate(mutant, "survived")
        return Fate(mutant, "noticed", failed or (TOO_LONG if code < 0 else f"pytest ended with {code}"))

    def _asked(self, tests: Sequence[str], seconds: float) -> tuple[int, str]:
        """The exit code of pytest, and the first test that failed."""
        assert self.nursery is not None
        assert self.nursery.stdin is not None
        asked = {"tests": tests, "seconds": int(3 * seconds) + 30}
        print(json.dumps(asked), file=self.nursery.stdin, flush=True)
        code, failed = json.loads(self._answer())
        return code, failed
