"""Where Python has nothing of POSIX, as on Windows, everything that we promise starts and plays all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import smoke

ROOT = Path(__file__).parent.parent
WINDOWS = ROOT / "tests" / "as_windows"
AT_WORK = (
    "from triarii.core import locks; print(locks.sys.platform, hasattr(locks.os, 'fork'), hasattr(locks, 'fcntl'))"
)
REACHES = "import triarii; exec('import fcntl', {'__name__': 'triarii.lab.any', '__package__': 'triarii.lab'})"


def as_on_windows(*words: str) -> subprocess.CompletedProcess[str]:
    """A process that takes its system for Windows, and so do all that it starts."""
    path = os.pathsep.join((str(WINDOWS), str(ROOT)))
    command = [sys.executable, *words]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)


def test_our_modules_take_the_system_for_windows_there() -> None:
    assert as_on_windows("-c", AT_WORK).stdout == "win32 False False\n"
    assert "No module named 'fcntl' on Windows" in as_on_windows("-c", REACHES).stderr


@pytest.mark.parametrize("check", smoke.CHECKS)
def test_it_starts_and_plays_without_what_only_posix_has(check: str) -> None:
    done = as_on_windows("-m", "tools.smoke", check)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{check}: good\n", "")


def test_locks_are_the_same_here() -> None:
    assert smoke.main(["measure"]) == 0


def test_what_is_wrong_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(smoke, "TAKES", "print('True')")
    assert smoke.main(["measure"]) == 1
    assert capsys.readouterr().err == "measure: two have one lock\n"
