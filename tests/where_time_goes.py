"""Ends a long run of tests with an account of its time: the slowest files, and how much of it was only set-up."""

from __future__ import annotations

import time
from collections import defaultdict

import pytest

SHOWN = 10
"""Files that are named; a run of fewer files needs no account."""


class WhereTimeGoes:
    """A pytest plugin. Under pytest-xdist the reports of all workers come together where it tells what it found."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.collected = 0.0
        self.phases: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """Seconds of each file, by setup, call and teardown."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self.phases:
            self.collected = time.monotonic() - self.begun - report.duration
        self.phases[report.nodeid.partition("::")[0]][report.when] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.account():
            terminalreporter.write_line(line)

    def account(self) -> list[str]:
        if len(self.phases) <= SHOWN:
            return []
        files = sorted(((sum(spent.values()), name) for name, spent in self.phases.items()), reverse=True)
        total = sum(spent for spent, _ in files)
        idle = sum(self._set_up(name) for name in self.phases)
        head = f"{total:.0f} s in {len(files)} files, all workers together, {idle / total:.0%} of it set-up"
        return [
            f"{head}; {self.collected:.0f} s before the first test. The slowest files:",
            *(
                f"{spent:7.1f} s, {self._set_up(name) / max(spent, 1e-9):4.0%} set-up  {name}"
                for spent, name in files[:SHOWN]
            ),
        ]

    def _set_up(self, name: str) -> float:
        return self.phases[name]["setup"] + self.phases[name]["teardown"]
