"""Pages of docs whose files, sessions and commands are taken from them and really used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_files(page: Path, place: Path) -> None:
    """The files that a page shows, in a directory."""
    for name, text in FILE.findall(page.read_text(encoding="utf-8")):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def sessions(page: Path) -> str:
    """What a page types at Python's prompt and what it says is answered, as one text that doctest reads."""
    return "\n".join(SESSION.findall(page.read_text(encoding="utf-8")))


def run(installed: Path, *words: str | Path, cwd: Path | None = None) -> str:
    """What a module of Python says in a process of its own that finds the installed packages."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
