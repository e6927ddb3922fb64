"""The account of a run's time, and the patience of its tests."""

from __future__ import annotations

import subprocess
import sys
from typing import Literal

import pytest

from tests import patience
from tests.where_time_goes import SHOWN, WORK, WhereTimeGoes, worked


def report(file: int, when: Literal["setup", "call"], seconds: float) -> pytest.TestReport:
    place = (f"tests/test_{file}.py", 1, "test")
    told = pytest.TestReport(f"{place[0]}::test", place, {}, "passed", None, when, duration=seconds)
    setattr(told, WORK, seconds / 2)
    return told


def test_a_run_ends_with_its_slowest_files_and_the_share_of_set_up() -> None:
    plugin = WhereTimeGoes()
    for file in range(SHOWN + 2):
        plugin.pytest_runtest_logreport(report(file, "setup", 1.0))
        plugin.pytest_runtest_logreport(report(file, "call", float(file)))
    head, *files = plugin.account(SHOWN)
    assert head.startswith("78 s in 12 files, all workers together, 15% of it set-up, 39 s of a processor")
    assert len(files) == SHOWN
    assert files[0].split() == ["12.0", "s,", "8%", "set-up,", "processor", "6.0", "s", "tests/test_11.py"]
    assert len(plugin.account(100)) == 1 + SHOWN + 2  # whoever asks gets all of them


def test_a_short_run_needs_no_account() -> None:
    plugin = WhereTimeGoes()
    plugin.pytest_runtest_logreport(report(1, "call", 1.0))
    assert plugin.account(SHOWN) == []


def test_patience_grows_with_the_slowness_of_the_machine_and_never_shrinks() -> None:
    assert patience.measured() >= 1.0
    assert patience.SLOWNESS >= 1.0
    assert patience.TEST > patience.ANSWER >= 600


def test_whatever_never_comes_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "ANSWER", 0.05)
    with pytest.raises(AssertionError, match="no worker came"):
        patience.eventually(lambda: False, "no worker came")


def test_the_work_of_a_processor_is_counted_with_that_of_children_who_have_ended() -> None:
    before = worked()
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.2: pass"], check=True)
    assert worked() - before > 0.1, "the system counts in hundredths"
