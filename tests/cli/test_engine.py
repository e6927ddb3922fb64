"""`triarii engine`: an arena asks line by line, and each line gets exactly one answer, in time, whatever it holds."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence

import pytest

from benchmarks.processes import cpu_of
from tests.cli.running import PATIENCE, TRIARII, Talk, command, environment, talk
from tests.hypothesis_profiles import example, given, st
from triarii.core import timeline
from triarii.core.contract import Turn
from triarii.core.records import Acted, ChanceFell, Header
from triarii.core.timeline import Timeline
from triarii.games.cities import GAME

FORM = "error write go MILLISECONDS MOVE… or quit"
OVER = "error nobody is to move here"
SLACK = 1.5
"""Seconds of a processor that all else may take."""


def line_of(texts: Sequence[str], **options: object) -> Timeline:
    """The game after these moves, as far as they are legal."""
    line = timeline.begin(GAME, Header("cities", GAME.info.rules_version, options))
    assert isinstance(line, Timeline)
    for text in texts:
        chance = line.position.turn is Turn.CHANCE
        assert line.append(ChanceFell(text[1:]) if chance else Acted(line.position.turn, text)) is None, text
    return line


def legal_after(texts: Sequence[str], **options: object) -> list[str]:
    return [GAME.action_text(action) for action in line_of(texts, **options).position.actions()]


class Arena:
    """Asks an engine; a last line of our own, whose answer is known, tells where the answers end."""

    def __init__(self, engine: Talk) -> None:
        self.engine = engine
        self.rounds = 0

    def answers(self, *lines: bytes) -> list[str]:
        self.rounds += 1
        start, mark = len(self.engine.said), f"error move 1, end{self.rounds}: "
        asked = [*lines, f"go 1 end{self.rounds}".encode()]
        os.write(self.engine.hears, b"".join(line + b"\n" for line in asked))
        while mark not in self.engine.said[start:] or not self.engine.said.endswith("\n"):
            assert self.engine.until("\n"), f"the engine is gone: {self.engine.said[start:]}"
        *answers, last, rest = self.engine.said[start:].split("\n")
        assert last.startswith(mark)
        assert rest == ""
        return answers

    def answer(self, line: str) -> str:
        [answer] = self.answers(line.encode())
        return answer


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """An engine with the strongest player."""
    with talk("engine", "cities") as engine:
        yield Arena(engine)


@pytest.fixture(scope="module")
def hasty() -> Iterator[Arena]:
    """An engine whose player needs no time."""
    with talk("engine", "cities", "--player", "random") as engine:
        yield Arena(engine)


# Good lines


def test_a_line_with_all_moves_so_far_gets_one_legal_action(arena: Arena) -> None:
    for moves in ([], ["b2c4"], ["b2c4", "b9b7"], ["b2c4", "b9b7", "c4c5"]):
        assert arena.answer(f"go 20 {' '.join(moves)}") in legal_after(moves)


def test_blanks_around_the_words_of_a_line_mean_nothing(arena: Arena) -> None:
    assert arena.answer("  go\t5   b2c4 ") in legal_after(["b2c4"])
    assert arena.answers(b"", b"   ", b"\t") == []


@pytest.mark.parametrize("given_ms", [1, 50, 600])
def test_the_answer_is_there_in_time(arena: Arena, given_ms: int) -> None:
    arena.answer("go 1")  # its tables are there after the first question
    begun, worked = time.monotonic(), cpu_of(arena.engine.process.pid)
    assert arena.answer(f"go {given_ms} b2c4") in legal_after(["b2c4"])
    assert time.monotonic() - begun >= given_ms / 2000
    assert cpu_of(arena.engine.process.pid) - worked <= given_ms / 1000 + SLACK


def test_two_seats_of_one_engine_play_a_game_to_its_end() -> None:
    moves: list[str] = []
    with talk("engine", "cities", "--set", "stall_plies=10") as engine:
        arena = Arena(engine)
        while (answer := arena.answer(f"go 5 {' '.join(moves)}")) != OVER:
            assert answer in legal_after(moves, stall_plies=10)
            moves.append(answer)
    assert line_of(moves, stall_plies=10).result is not None


def test_lots_are_told_to_the_engine_with_a_mark() -> None:
    with talk("engine", "cities", "--set", "begins=random") as engine:
        arena = Arena(engine)
        assert arena.answers(b"go 5") == [OVER]
        assert arena.answer("go 5 !second") in legal_after(["!second"], begins="random")
        assert arena.answer("go 5 !third").startswith("error move 1, !third: Chance can't give third here;")
        assert arena.answer("go 5 second").startswith("error move 1, second: The lot that decides who begins")


def test_quit_and_the_end_of_the_input_end_the_engine() -> None:
    for data, count in ((b"go 1\n  quit  \ngo 1\n", 1), (b"go 1\ngo 1", 2), (b"", 0)):
        done = command("engine", "cities", "--player", "random", data=data).well()
        assert len(done.lines) == count


def test_a_named_player_thinks() -> None:
    first, again = command("engine", "cities", "--player", "greedy", data=b"go 5\ngo 5\n").well().lines
    assert first == again
    assert first in legal_after([])


def test_an_arena_that_goes_away_ends_the_engine_without_a_word() -> None:
    process = subprocess.Popen(
        [*TRIARII, "engine", "cities", "--player", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.communicate(b"go 1\n" * 3, timeout=PATIENCE)[1] == b""
    assert process.returncode == 0


# Bad lines


@pytest.mark.parametrize(
    "line",
    ["go", "go x", "go -5", "go 1.5", "go ١٠", "go 9999999999", "Go 5", "stop", "quit now", "go b2c4", "position 5"],
)
def test_a_line_of_another_form_is_told_the_right_one(hasty: Arena, line: str) -> None:
    assert hasty.answer(line) == FORM


def test_a_move_that_can_not_be_is_named_with_its_number_and_the_reason(hasty: Arena) -> None:
    assert hasty.answer("go 5 b2c9").startswith("error move 1, b2c9: c9 is occupied")
    assert hasty.answer("go 5 b2c4 b9b7 b2c4").startswith("error move 3, b2c4: There is no piece on b2.")
    assert hasty.answer("go 5 b2c4 xyzzy b9b7").startswith("error move 2, xyzzy: xyzzy is not a move;")
    assert hasty.answer("go 5 !first").startswith("error move 1, !first: ")


def test_a_huge_line_gets_a_short_answer(hasty: Arena) -> None:
    for line in ("x" * 50_000, "go 1 " + "b2" * 20_000, "go " + "1" * 50_000, "go 1 " + "b2b3 b9b8 b3b2 b8b9 " * 2_000):
        assert len(hasty.answer(line)) < 300


def test_errors_are_english_whatever_the_terminal_speaks() -> None:
    """They are for programs, which know one wording."""
    done = command("engine", "cities", "--player", "random", data=b"stop\n", env=environment("de")).well()
    assert done.lines == [FORM]


# Anything at all

MOVES = st.lists(st.sampled_from(["b2b4", "b9b7", "c2c4", "c9c7", "pass", "claim", "b2", "!first", "d3=H"]), max_size=5)
TIME = st.sampled_from(["1", "0", "007", "-1", "x", "", "1e3", "٣", "12345678901"])
GO = st.builds(lambda ms, moves: " ".join(["go", ms, *moves]).encode(), TIME, MOVES)
"""No long times: an engine really takes them."""


def without_breaks(data: bytes) -> bytes:
    return data.replace(b"\n", b"").replace(b"\r", b"")


GARBAGE = st.binary(max_size=30) | st.text(max_size=20).map(lambda text: text.encode(errors="replace"))
GO_GARBAGE = GARBAGE.map(lambda data: b"go 1 " + data)
LINE = st.one_of(GO, GARBAGE, GO_GARBAGE).map(without_breaks)


def words_in(line: bytes) -> list[str]:
    return line.decode(errors="surrogateescape").split()


@given(st.lists(LINE.filter(lambda line: words_in(line) != ["quit"]), max_size=6))
@example([b"go 1 \x00", b"\x00", b"go\x00 1"])
@example([b"go 1 \xff\xfe", b"\xff", b"\xed\xa0\x80"])
@example([b"go 1 \x1b[2J", b"\x1b[2J", b"go 1 \xe2\x80\xa8 b2b4", b"go 1 \x85b2b4", b"go 1 b2b4\x0b"])
@example([b"go 1 {}", b"go 1 {text} %s", b"go 1 !", b"go 1 !!"])
def test_every_line_with_a_word_gets_exactly_one_answer_and_none_ends_the_engine(
    hasty: Arena, lines: list[bytes]
) -> None:
    asked = [words for line in lines if (words := words_in(line))]
    answers = hasty.answers(*lines)
    assert len(answers) == len(asked), (lines, answers)
    for words, answer in zip(asked, answers, strict=True):
        assert len(answer.splitlines()) == 1
        assert "\x1b" not in answer
        if not answer.startswith("error "):
            assert words[0] == "go"
            assert answer in legal_after(words[2:])
