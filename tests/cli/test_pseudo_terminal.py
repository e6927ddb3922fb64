"""At a real (pseudo-)terminal: progress bars are there and nowhere else, Ctrl-C ends quietly, lines fit."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.running import PROMPTS, Within, command, environment, terminal

PEOPLE = ("--players", "human,human", "--set", "begins=first")
INTERRUPT = "\x03"
END = "\x04"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def seen(said: str) -> list[str]:
    """What a person sees of it: lines without what steers the terminal."""
    return [line.rstrip() for line in ESCAPES.sub("", said).replace("\r", "").split("\n")]


# Progress bars


@pytest.mark.parametrize(
    "words",
    [
        ["playouts", "cities", "--games", "3000"],
        ["match", "cities", "--players", "random,random", "--games", "3", "--jobs", "1", "--set", "stall_plies=20"],
    ],
    ids=["playouts", "match"],
)
def test_a_bar_shows_progress_on_a_terminal_only(words: list[str]) -> None:
    total = words[words.index("--games") + 1]
    with terminal(*words) as screen:
        said = screen.until("\0")
        assert screen.end() == 0
    assert f"/{total}" in said
    assert "━" in said
    elsewhere = command(*words, env=environment(FORCE_COLOR="1", TTY_COMPATIBLE="1", TTY_INTERACTIVE="1"))
    assert elsewhere.err == ""
    assert "━" not in elsewhere.well().out


def test_json_on_standard_output_is_clean_while_the_terminal_shows_a_bar(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    words = ["playouts", "cities", "--games", "3000", "--json"]
    with file.open("wb") as out, terminal(*words, out=out.fileno()) as screen:
        assert "━" in screen.until("\0")
        assert screen.end() == 0
    content = file.read_text(encoding="utf-8")
    assert content.startswith('{\n  "games": 3000,')
    assert "\x1b" not in content


# Ctrl-C


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        (["playouts", "cities", "--games", "1000000000"], "/1000000000"),
        (["match", "cities", "--players", "twoply,twoply", "--games", "1000", "--jobs", "1"], "/1000"),
        (["match", "cities", "--players", "twoply,twoply", "--games", "1000", "--jobs", "2"], "/1000"),
        (["perft", "cities", "12"], "2 13924"),
        (["play", "--plain"], PROMPTS["en"]),
        (["play", "--plain", "--set", "begins=younger"], "1 for Blue, 2 for Ochre?"),
    ],
    ids=["playouts", "match in one process", "match in two", "perft", "play", "a question before the game"],
)
def test_ctrl_c_ends_with_130_and_no_traceback(words: list[str], sign: str) -> None:
    with terminal(*words) as screen:
        screen.until(sign)
        os.write(screen.hears, INTERRUPT.encode())
        assert screen.end() == 130
    assert "Traceback" not in screen.said
    assert "KeyboardInterrupt" not in screen.said


def test_ctrl_c_in_a_game_loses_nothing_that_was_saved(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    with terminal("play", "--plain", *PEOPLE, "--save", str(file)) as screen:
        screen.until(PROMPTS["en"])
        screen.ask("b2c4")
        os.write(screen.hears, f"b9b{INTERRUPT}".encode())
        assert screen.end() == 130
    assert screen.said.endswith("^C\r\n"), "the next prompt of the shell gets a line of its own"
    assert within("replay", str(file)).well().lines[0].startswith("1. b2c4 ")


# Playing with and without a terminal


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "This is a game for a terminal: start"), ("de", "Dieses Spiel braucht ein Terminal: Starte")],
)
def test_without_a_terminal_play_says_so_and_ends(within: Within, lang: str, said: str) -> None:
    page = within("play", lang=lang).well()
    assert page.out.startswith(said)
    assert "--plain" in page.out
    assert command("play", env=environment(lang)).well() == page


@pytest.mark.parametrize("words", ["citys", "cities --players human,nobody", "--set layout=nowhere", "nope --plain"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_a_terminal_what_can_not_be_played_is_refused_all_the_same(
    within: Within, words: str, lang: str
) -> None:
    assert within("play", *words.split(), lang=lang).complaint


@pytest.mark.parametrize("lang", ["en", "de"])
def test_who_has_no_source_tree_is_sent_to_no_target_of_make(within: Within, lang: str) -> None:
    assert "make" not in within("play", lang=lang).well().out.split()
    assert "`triarii play`" in within("play", lang=lang).well().out


@pytest.mark.parametrize("lang", ["en", "de"])
def test_at_a_terminal_a_plain_game_reads_as_it_is_typed(lang: str) -> None:
    with terminal("play", "--plain", *PEOPLE, env=environment(lang)) as screen:
        screen.until(PROMPTS[lang])
        moved = screen.ask("b2c4", lang)
        screen.type({"en": "resign", "de": "aufgeben"}[lang])
        assert screen.end() == 0
    lines = seen(moved)
    assert lines.count("b2c4") == 1, "the terminal shows what is typed, the program does not repeat it"
    assert {"en": "Blue moves b2–c4.", "de": "Blau zieht b2–c4."}[lang] in moved
    assert (
        seen(screen.said)[-2]
        == {
            "en": "The game is over after one turn.",
            "de": "Das Spiel ist nach einem Zug zu Ende.",
        }[lang]
    )


def test_the_end_of_input_at_a_terminal_ends_the_game() -> None:
    with terminal("play", "--plain") as screen:
        screen.until(PROMPTS["en"])
        os.write(screen.hears, END.encode())
        assert screen.end() == 0
    assert seen(screen.said)[-2].endswith("Goodbye.")


def test_plain_play_sends_nothing_that_steers_the_terminal() -> None:
    with terminal("play", "--plain") as screen:
        screen.until(PROMPTS["en"])
        for word in ("help", "words", "board", "moves", "hint", "undo", "rule city", "nonsense"):
            screen.ask(word)
        screen.type("quit")
        assert screen.end() == 0
    assert "\x1b" not in screen.said


# Lines that fit


@pytest.mark.parametrize("words", [["rules", "cities"], ["games"], ["--version"], ["doctor"]], ids=" ".join)
@pytest.mark.parametrize(("columns", "lang"), [(80, "en"), (80, "de"), (40, "de"), (200, "en")])
def test_pages_are_broken_between_words_to_fit_the_terminal(
    within: Within, words: list[str], columns: int, lang: str
) -> None:
    with terminal(*words, columns=columns, env=environment(lang)) as screen:
        assert screen.end() in (0, 1)
    lines = seen(screen.said)
    long = [line for line in lines if len(line) > columns]
    assert not [line for line in long if " " in line.strip()], "only a word that is too long itself may stand out"
    if words[0] != "doctor":
        whole = within(*words, lang=lang).well().out
        assert " ".join(" ".join(lines).split()) == " ".join(whole.split())


def test_a_long_list_of_moves_is_broken_between_moves() -> None:
    with terminal("play", "--plain") as screen:
        screen.until(PROMPTS["en"])
        listed = screen.ask("moves")
    moves = [line for line in seen(listed) if re.match(r"[a-j]\d", line)]
    assert len(moves) > 5
    assert all(len(line) <= 80 for line in moves)
    assert len(" ".join(moves).split(", ")) == 118
