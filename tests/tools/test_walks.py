"""The walks for newcomers still fit the program: their differences apply, and what their commands name is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools import walks

WALKS = walks.walks()
TARGETS = set(re.findall(r"^([a-z]+):", (walks.ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
each = pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.title)


def applied(patch: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "apply", *words, "-"]
    return subprocess.run(command, cwd=walks.ROOT, input=patch, capture_output=True, text=True, check=False)


def test_there_is_a_walk_for_a_rule_a_page_and_a_player() -> None:
    assert [walk.title for walk in WALKS] == ["Add a rule", "Add a page", "Add a player"]


@each
def test_the_differences_of_a_walk_apply(walk: walks.Walk) -> None:
    done = applied(walk.patch, "--check")
    assert done.returncode == 0, done.stderr


def test_a_difference_that_does_not_fit_is_noticed() -> None:
    patch = WALKS[0].patch
    line = next(line for line in patch.splitlines() if line.startswith(" ") and line.strip())
    assert applied(patch.replace(line, line + " once"), "--check").returncode != 0


@each
def test_what_the_commands_of_a_walk_name_is_there(walk: walks.Walk) -> None:
    made = set(re.findall(r"^\+\+\+ b/(\S+)", walk.patch, re.MULTILINE))
    assert walk.commands
    for command in walk.commands:
        words = command.split()
        if words[0] == "make":
            assert words[1] in TARGETS
        else:
            assert words[0] in (".venv/bin/python", ".venv/bin/triarii", ".venv/bin/ruff")
        paths = [word for word in words[1:] if re.match(r"(?:src|tests|tools|web|docs)/", word)]
        assert all(Path(walks.ROOT, path).exists() or path in made for path in paths), command
