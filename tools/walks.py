"""Follows the walks of docs/walks.md word by word in a fresh clone: every difference applied, every command run.

python -m tools.walks [WORD ...]    all walks; with words, those whose title holds one of them
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/walks.md"
BLOCK = re.compile(r"^```(diff|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Walk:
    """One chapter of the page: its title, and its differences and commands in their order."""

    title: str
    steps: list[tuple[str, str]]

    @property
    def patch(self) -> str:
        """All its differences as one."""
        return "".join(text for kind, text in self.steps if kind == "diff")

    @property
    def commands(self) -> list[str]:
        return [line for kind, text in self.steps if kind == "sh" for line in text.splitlines() if line]


def walks() -> list[Walk]:
    """Those of the page. What stands before the first chapter belongs to all of them."""
    before, *chapters = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ready = BLOCK.findall(before)
    found = [(chapter.partition("\n")[0], BLOCK.findall(chapter)) for chapter in chapters]
    return [Walk(title, ready + steps) for title, steps in found if steps]


def follow(walk: Walk, clone: Path) -> None:
    """Does in a clone what a walk says, from a clean tree; ends with the first thing that fails."""
    _run("git checkout -q . && git clean -fdq", clone)
    for kind, text in walk.steps:
        if kind == "diff":
            _run("git apply", clone, text)
            continue
        for line in text.splitlines():
            print(f"  {line}", flush=True)
            _run(line, clone)


def _run(command: str, clone: Path, told: str = "") -> None:
    done = subprocess.run(
        ["sh", "-ec", command], cwd=clone, input=told, text=True, encoding="utf-8", capture_output=True, check=False
    )
    if done.returncode:
        sys.exit(f"{command}\n{done.stdout}{done.stderr}")


def main(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "triarii"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        for walk in walks():
            if not words or any(word.lower() in walk.title.lower() for word in words):
                print(walk.title, flush=True)
                follow(walk, clone)


if __name__ == "__main__":
    main(sys.argv[1:])
