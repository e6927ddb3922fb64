"""A plug-in of pytest that notes which lines of a package each passed test runs, and how long the test takes;
and which lines run while tests are loaded.

pytest -p tools.lines_by_test, with PACKAGE and NOTES naming the package and the file for the notes
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

PACKAGE = "TRIARII_LINES_OF"
NOTES = "TRIARII_LINES_TO"
MOST = "TRIARII_LINES_SECONDS"
"""Seconds of a processor after which no other test begins; one that goes on for as long again is ended."""


def pytest_configure(config: pytest.Config) -> None:
    most = int(os.environ[MOST])
    resource.setrlimit(resource.RLIMIT_CPU, (2 * most, 2 * most))
    config.pluginmanager.register(LinesByTest(Path(os.environ[PACKAGE]), Path(os.environ[NOTES]), most))


class LinesByTest:
    """What of the package runs before the first test is nobody's."""

    def __init__(self, package: Path, notes: Path, most: int) -> None:
        self.package, self.notes, self.most = package, notes, most
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=None, source=[str(package)], config_file=False, messages=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began
            self.coverage.switch_context("")
            if time.process_time() > self.most:
                item.session.shouldstop = "it takes too long"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        seen = self.coverage.get_data()
        tests = [name for name in self.seconds if name not in self.failed]
        number = {name: place for place, name in enumerate(tests)}
        lines = {
            str(Path(file).relative_to(self.package)): {
                line: sorted(number[name] for name in names if name in number)
                for line, names in seen.contexts_by_lineno(file).items()
            }
            for file in seen.measured_files()
        }
        loaded = {
            str(Path(file).relative_to(self.package)): sorted(
                line for line, names in seen.contexts_by_lineno(file).items() if "" in names
            )
            for file in seen.measured_files()
        }
        tests_with_time = [(name, round(self.seconds[name], 4)) for name in tests]
        self.notes.write_text(
            json.dumps({"tests": tests_with_time, "lines": lines, "loaded": loaded}), encoding="utf-8"
        )
