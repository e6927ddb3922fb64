"""Where words come from and go to: files, pipes, closed streams, full disks, terminals that lack letters."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import PATIENCE, START, TRIARII, Within, command, environment

WITH_POSITION = {
    "actions": ["actions", "cities"],
    "apply": ["apply", "cities", "d2d4"],
    "perft": ["perft", "cities", "1"],
    "draw": ["draw", "cities"],
    "playouts": ["playouts", "cities", "--games", "2", "--json"],
    "match": ["match", "cities", "--players", "random,random", "--games", "1", "--json"],
    "play": ["play", "--plain"],
}
LATER = "10/2fffffff1/10/1f8/10/10/2F7/10/2FFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 2 ~b2c4,b9b7"


def without_time(out: str) -> str:
    """Without the time that it took."""
    return "".join(line for line in out.splitlines() if "cpu_seconds" not in line)


# Positions


@pytest.mark.parametrize("words", WITH_POSITION.values(), ids=WITH_POSITION.keys())
def test_a_position_comes_as_text_from_a_file_or_from_standard_input(
    within: Within, tmp_path: Path, words: list[str]
) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"{LATER}\n", encoding="utf-8")
    given = without_time(within(*words, "--position", LATER).well().out)
    assert given != without_time(within(*words).out)
    assert without_time(within(*words, "--position", f"@{file}").well().out) == given
    assert without_time(within(*words, "--position", "-", data=LATER.encode()).well().out) == given
    assert without_time(within(*words, "--position", "-", data=f"{LATER}\r\n".encode()).well().out) == given


def test_a_game_whose_position_comes_from_standard_input_is_played_with_the_lines_after_it(within: Within) -> None:
    page = within("play", "--plain", "--position", "-", data=f"{LATER}\nc4c5\nresign\n".encode()).well()
    assert "You move c4–c5." in page.out
    assert page.lines[-1] == "The game is over after 2 turns."


@pytest.mark.parametrize("words", WITH_POSITION.values(), ids=WITH_POSITION.keys())
def test_a_position_that_can_not_be_read_is_refused(within: Within, tmp_path: Path, words: list[str]) -> None:
    empty, odd = tmp_path / "empty", tmp_path / "odd"
    empty.write_bytes(b"\n")
    odd.write_bytes(b"\xff\xfe\x00")
    assert within(*words, "--position", f"@{empty}").complaint == "The position is empty."
    assert within(*words, "--position", "-").complaint == "The position is empty."
    assert within(*words, "--position", f"@{odd}").complaint == f"The file {odd} is not text in UTF-8."
    assert within(*words, "--position", f"@{odd}", lang="de").complaint == f"Die Datei {odd} ist kein Text in UTF-8."
    assert within(*words, "--position", "-", data=b"\xff").complaint == "The standard input is not text in UTF-8."
    assert (
        within(*words, "--position", f"@{tmp_path}").complaint == f"The file {tmp_path} can't be read: it is a folder."
    )
    assert "no such file or folder" in within(*words, "--position", f"@{tmp_path / 'nowhere'}").complaint
    assert within(*words, "--position", "@").complaint
    assert within(*words, "--position", "nonsense").complaint


def test_an_endless_file_is_read_only_as_far_as_a_position_can_go(within: Within) -> None:
    assert within("actions", "cities", "--position", "@/dev/zero").complaint


# Files that can't be written


@pytest.mark.parametrize(("lang", "said"), [("en", "can't be written: it is a folder"), ("de", "das ist ein Ordner")])
def test_a_picture_can_not_replace_a_folder(within: Within, tmp_path: Path, lang: str, said: str) -> None:
    assert said in within("draw", "cities", "-o", str(tmp_path), lang=lang).complaint
    assert "no such file or folder" in within("draw", "cities", "-o", str(tmp_path / "a" / "b.svg")).complaint
    assert "no space is left" in within("draw", "cities", "-o", "/dev/full").complaint


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "The folder {} can't be made:"), ("de", "Der Ordner {} lässt sich nicht")]
)
def test_games_can_not_be_recorded_in_a_file(within: Within, tmp_path: Path, lang: str, said: str) -> None:
    file = tmp_path / "file"
    file.touch()
    words = ["match", "cities", "--players", "random,random", "--games", "1", "--record"]
    assert said.format(file) in within(*words, str(file), lang=lang).complaint
    assert said.format(file / "deeper") in within(*words, str(file / "deeper"), lang=lang).complaint


def test_a_folder_is_no_record(within: Within, tmp_path: Path) -> None:
    for name in ("replay", "verify"):
        assert within(name, str(tmp_path)).complaint == f"The file {tmp_path} can't be read: it is a folder."
    assert "it is a folder" in within("play", "--plain", "--load", str(tmp_path)).complaint


def test_what_is_no_record_is_called_so(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    for content in (b"", b"\n", b"no record\n", b"{}\n", b"\xff\xfe\n", b'{"kind":"poem"}\n', b"[1,2]"):
        file.write_bytes(content)
        for name in ("replay", "verify"):
            assert within(name, str(file)).complaint == f"The file {file} is not a record."
            assert within(name, str(file), lang="de").complaint == f"Die Datei {file} ist keine Aufzeichnung."
        assert within("play", "--plain", "--load", str(file)).complaint
    assert within("verify", "/dev/zero").complaint == "The file /dev/zero is not a record."
    assert within("play", "--plain", "--load", "/dev/null").complaint == "The file /dev/null is not a record."


# Standard output, input and error


def shell(line: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which `$T` is the command."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**(env or environment()), "T": " ".join(TRIARII)},
    )


@pytest.mark.parametrize(
    "words",
    ["rules cities", "rules cities --json", "doctor", "actions cities", "draw cities", "--version", "--help"],
)
def test_a_reader_who_leaves_early_is_no_error(words: str) -> None:
    done = shell(f"$T {words} | head -1")
    assert done.returncode == 0
    assert done.stdout.count(b"\n") <= 1
    assert done.stderr == b""


def test_a_game_ends_quietly_when_nobody_listens_any_more() -> None:
    done = shell(
        "yes words | $T play --plain --players human,human --set begins=first | head -1; echo ${PIPESTATUS[1]}"
    )
    assert done.stdout.splitlines() == [b"Cities & Heroes: type help for a list of commands.", b"0"]
    assert done.stderr == b""


@pytest.mark.parametrize("words", ["games", "rules cities", "rules cities --json", "doctor", "play --plain"])
def test_a_full_disk_gets_one_clear_sentence(words: str) -> None:
    for lang, said in (("en", "no space is left."), ("de", "es ist kein Platz mehr frei.")):
        done = shell(f"$T {words} > /dev/full < /dev/null", environment(lang))
        assert done.returncode == 2
        assert done.stderr.decode().endswith(f"{said}\n")
        assert done.stderr.count(b"\n") == 1


def test_closed_streams_are_no_error() -> None:
    assert (shell("$T games >&-").returncode, shell("$T games >&-").stderr) == (0, b"")
    refused = shell("$T citis 2>&-")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert shell("$T play --plain <&-").stdout.endswith(b"Goodbye.\n")
    assert b"This is a game for a terminal" in shell("$T play <&-").stdout
    assert shell("$T actions cities --position - <&-").stderr == b"The position is empty.\n"


def test_a_terminal_that_lacks_letters_gets_question_marks() -> None:
    done = command("games", env={**environment("de"), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert "\ncities: St?dte & Helden." in done.well().out


def test_json_loses_no_letter_whatever_the_terminal_knows() -> None:
    plain = command("games", "--json", env=environment("de")).well()
    poor = command("games", "--json", env={**environment("de"), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}).well()
    assert poor.json == plain.json
    assert "Städte" in plain.out
    assert poor.out.isascii()


def test_json_is_one_document_and_nothing_else() -> None:
    for words in (
        ["games"],
        ["rules", "cities"],
        ["actions", "cities"],
        ["apply", "cities", "b2c4"],
        ["playouts", "cities", "--games", "300"],
        ["match", "cities", "--players", "random,random", "--games", "2", "--jobs", "2"],
        ["doctor"],
    ):
        done = command(*words, "--json", env={**environment("de"), "FORCE_COLOR": "1", "TTY_INTERACTIVE": "1"})
        assert done.err == ""
        assert done.out == json.dumps(json.loads(done.out), indent=2, ensure_ascii=False) + "\n"


def test_the_process_and_the_function_say_the_same(within: Within) -> None:
    for words in (["actions", "cities"], ["apply", "cities", "b2c4"], ["actions", "cities", "--position", START]):
        assert command(*words) == within(*words)
    assert command("actions", "citis") == within("actions", "citis")
