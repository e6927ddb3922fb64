"""What messages of commits must look like, and that whoever asks by file or by revision is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import commits

WHY = "\n\nWithout it nobody knows.\n"


@pytest.mark.parametrize(
    "message",
    [
        "Say how large a wish for a room may be" + WHY,
        "x" * 72 + WHY,
        "Bring back the window" + WHY,
        "Speed up the listing" + WHY,
        "\n# Please enter a message.\nAdd a door\n# On branch main\n\nPeople want in.\n",
        "Add a door\n\nPeople want in.\n" + commits.SCISSORS + "\ndiff --git a/door b/door\n" + "x" * 200,
        "Merge branch 'doors' into main",
        "fixup! Add a door",
        'Revert "Add a door"\n\nThis reverts commit 0123456.\n',
    ],
)
def test_a_good_message_passes(message: str) -> None:
    assert list(commits.faults(message)) == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", "no subject"),
        ("# only a comment\n", "no subject"),
        ("x" * 73 + WHY, "73 characters, 1 more than 72"),
        ("Add a door." + WHY, "full stop"),
        ("Added a door" + WHY, "Added"),
        ("Opening the door" + WHY, "Opening"),
        ("Add a door\nand a window\n", "line after the subject"),
        ("Add a door\n", "no body"),
        ("Add a door\n\n# a comment is no reason\n", "no body"),
    ],
)
def test_a_bad_message_is_told_what_is_wrong_with_it(message: str, said: str) -> None:
    assert [fault for fault in commits.faults(message) if said in fault]


def test_a_file_is_judged_as_the_hook_does_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("Add a door" + WHY, encoding="utf-8")
    assert commits.main([str(message)]) == 0
    message.write_text("Added a door", encoding="utf-8")
    assert commits.main([str(message)]) == 1
    assert "“Added a door”: The subject begins with Added" in capsys.readouterr().err


def test_all_commits_since_a_revision_are_judged(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        someone = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *someone, *words], cwd=tmp_path, check=True, capture_output=True)

    def checked_since(revision: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.commits", "--since", revision]
        path = {**os.environ, "PYTHONPATH": str(Path(commits.__file__).parent.parent)}
        return subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)

    git("init", "-q")
    for message in ("added it all", "Add a door" + WHY, "Opened a window"):
        git("commit", "-q", "--allow-empty", "-m", message)
    assert checked_since("HEAD~1").stderr.count("\n") == 1
    assert "“Opened a window”" in checked_since("HEAD~1").stderr
    assert "“Add a door”" not in checked_since("HEAD~2").stderr
    assert checked_since("HEAD~1").returncode == 1
    git("commit", "-q", "--allow-empty", "-m", "Close the window" + WHY)
    assert checked_since("HEAD~1").returncode == 0
    assert "nowhere can't be read" in checked_since("nowhere").stderr
    assert checked_since("nowhere").returncode == 2


def test_what_can_not_be_read_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        commits.main([str(tmp_path / "nothing")])
    assert ended.value.code == 2
    assert "can't be read" in capsys.readouterr().err
