"""The Tab key: a shell that has read our script is told what may come next, and nothing else is ever said to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Within, environment

BIN = Path(sys.executable).parent
PROBE = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_triarii_completion triarii
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""What bash does at the Tab key, with the words so far."""


def run(*words: str, lang: str = "en", **more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(BIN), os.environ["PATH"]))
    return subprocess.run(words, env=environment(lang, PATH=path, **more), capture_output=True, text=True, check=False)


def typed_into(shell: str, line: str, lang: str = "en", **more: str) -> subprocess.CompletedProcess[str]:
    """The colon keeps the shell in between, as a person's is: it would become its last command."""
    return run(shell, "-c", f"{line}; code=$?; :; exit $code", lang=lang, **more)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    shown = typed_into("bash", "triarii --show-completion")
    assert (shown.returncode, shown.stderr) == (0, "")
    file = tmp_path_factory.mktemp("completion") / "script"
    file.write_text(shown.stdout, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pl", {"plan", "play", "playouts"}),
        ("adlg ar", {"army"}),
        ("adlg army ch", {"check"}),
        ("perft --ch", {"--chance"}),
        ("rules ", {"adlg", "cities", "towar"}),
        ("play ci", {"cities"}),
        ("match towar --players gre", {"greedy"}),
        ("play cities --players twoply,two", {"twoply,twoply"}),
        ("match towar --players twop", set()),
        ("--sh", {"--show-completion"}),
        ("xyz", set()),
        ("nope --", set()),
    ],
)
def test_the_tab_key_offers_what_may_come_next(script: Path, words: str, offered: set[str]) -> None:
    done = run("bash", "-c", PROBE, "bash", str(script), "triarii", *words.split(" "))
    assert (done.returncode, done.stderr) == (0, "")
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize(("lang", "said"), [("en", "From its next start on, bash"), ("de", "Ab dem nächsten Start ")])
def test_completion_is_added_to_the_shell_it_was_asked_in(tmp_path: Path, lang: str, said: str) -> None:
    done = typed_into("bash", "triarii --install-completion", lang, HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(said)
    assert any("_triarii_completion" in file.read_text() for file in tmp_path.rglob("*") if file.is_file())
    assert (tmp_path / ".bashrc").is_file()


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
@pytest.mark.parametrize(("lang", "said"), [("en", "Completion works in bash, "), ("de", "Ergänzen geht in bash, ")])
def test_a_shell_without_completion_is_told_which_have_it(tmp_path: Path, option: str, lang: str, said: str) -> None:
    done = typed_into("sh", f"triarii {option}", lang, HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "asked", [{}, {"COMP_WORDS": "triarii 'pl", "COMP_CWORD": "1"}, {"COMP_WORDS": "", "COMP_CWORD": "x"}], ids=str
)
def test_a_question_that_makes_no_sense_gets_no_answer(asked: dict[str, str]) -> None:
    done = run("triarii", _TRIARII_COMPLETE="complete_bash", **asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert not done.stdout.strip() or "pl" in asked["COMP_WORDS"]


def test_help_loads_no_command_and_no_game(within: Within) -> None:
    code = (
        "import sys; from triarii.cli import main; main(['--help']); sys.stdout = sys.stderr;"
        "print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('triarii.')}));"
        "print(*sorted(name for name in sys.modules if name.startswith('triarii.cli.')))"
    )
    rooms, parts = run(sys.executable, "-c", code).stderr.splitlines()
    assert rooms.split() == ["builds", "cli", "core"]
    assert parts.split() == [f"triarii.cli.{name}" for name in ("app", "completion", "help_pages", "speech", "usage")]
    assert "Commands:" in within("--help").well().out
