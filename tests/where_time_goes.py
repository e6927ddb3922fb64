"""Ends a long run of tests with an account of its time: the slowest files, how much of it was only set-up, and how much
was work of a processor, which tells the same on a calm machine and on a busy one."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import preloaded

SHOWN = 10
"""Files that are named; a run of fewer files needs no account."""
WHOLE = "TRIARII_TEST_TIMES"
"""The environment's name of a file that gets the account of all files, for whoever makes the run shorter."""
WORK = "processor_seconds"
"""The name under which a report carries the work of its phase from a worker of pytest-xdist to the account."""


def worked() -> float:
    """Seconds of a processor that this process took, with those of its children and calls that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + preloaded.worked()


class WhereTimeGoes:
    """A pytest plugin. Under pytest-xdist the reports of all workers come together where it tells what it found."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.collected = 0.0
        self.worked = worked()
        self.phases: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """Seconds of each file, by setup, call and teardown."""
        self.work: dict[str, float] = defaultdict(float)
        """Seconds of a processor, by file."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, self.worked = self.worked, worked()
        setattr(report, WORK, self.worked - before)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self.phases:
            self.collected = time.monotonic() - self.begun - report.duration
        file = report.nodeid.partition("::")[0]
        self.phases[file][report.when] += report.duration
        self.work[file] += getattr(report, WORK, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.account(SHOWN):
            terminalreporter.write_line(line)
        if (whole := os.environ.get(WHOLE)) and "PYTEST_XDIST_WORKER" not in os.environ:
            Path(whole).write_text("".join(f"{line}\n" for line in self.account(len(self.phases))), encoding="utf-8")

    def account(self, most: int) -> list[str]:
        """How it went over all, then as many files as that, the slowest first."""
        if len(self.phases) <= SHOWN:
            return []
        files = sorted(((sum(spent.values()), name) for name, spent in self.phases.items()), reverse=True)
        total, work = sum(spent for spent, _ in files), sum(self.work.values())
        idle = sum(self._set_up(name) for name in self.phases)
        head = f"{total:.0f} s in {len(files)} files, all workers together, {idle / total:.0%} of it set-up"
        return [
            f"{head}, {work:.0f} s of a processor; {self.collected:.0f} s before the first test. The slowest files:",
            *(
                f"{spent:7.1f} s, {self._set_up(name) / max(spent, 1e-9):4.0%} set-up, processor"
                f"{self.work[name]:7.1f} s  {name}"
                for spent, name in files[:most]
            ),
        ]

    def _set_up(self, name: str) -> float:
        return self.phases[name]["setup"] + self.phases[name]["teardown"]
