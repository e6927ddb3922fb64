"""Whatever words the command line gets, the answer is an exit code: 0, 1, or 2 with one sentence on standard error."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TextIO

import pytest
from hypothesis import settings

from tests.hypothesis_profiles import example, given, st
from tests.lengths import at_length
from tests.played import KEY, OWN_LAYOUT, SECRET, add, chained, opened, play_on, unchained
from triarii.cli import main, serve
from triarii.core import records
from triarii.core.contract import Turn
from triarii.core.records import Resigned, TookBack

rarely = settings(max_examples=at_length(12, 125))

# No digits, or a word could ask for a count that takes for ever; no slashes, or it could name a file outside; no zero
# byte, for no command line can hold one.
JUNK = st.text(st.characters(exclude_categories=["Nd", "No", "Nl"], exclude_characters="/~\0"), max_size=12)


def mostly(good: Sequence[str], bad: Sequence[str], junk: st.SearchStrategy[str] = JUNK) -> st.SearchStrategy[str]:
    """A good word six times of eight, else a bad one that somebody might write, else anything."""
    return st.integers(0, 7).flatmap(lambda n: st.sampled_from(good) if n < 6 else (st.sampled_from(bad), junk)[n - 6])


GAME = mostly(["cities", "towar"], ["citys", "CITIES", "cities@1", ""])
NUMBER = mostly(["1", "2"], ["0", "-1", "1.5", "x", "", "9" * 30, "0x1", "１"])
SMALL = mostly(["1"], ["0", "-1", "1.5", "x", "", "9" * 30, "0x1"])
LANG = mostly(["de", "en"], ["fr", "", "DE"])
SETTING = mostly(
    [
        "begins=random",
        "layout=deep",
        "layout=@own.toml",
        "repetition=2",
        "stall_plies=6",
        "claims=by_claim",
        "city_shelter=true",
        "variant=hand_of_three",
        "armies=west,south",
        "movement=charge",
    ],
    [
        "begins=younger",
        "armies=west,west",
        "movement=@own.toml",
        "layout=@bad.toml",
        "layout=@missing",
        "layout=@folder",
        "repetition=1001",
        "begin=first",
        "=",
    ],
    st.builds("{}={}".format, st.sampled_from(["layout", "begins", "repetition", "claims"]), JUNK),
)
POSITION = mostly(
    [
        "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0",
        "10/10/10/10/4f5/10/4FF4/10/10/10 2 a1j1d3g3-d8g8a10j10 0",
        "10/10/10/10/4f5/4f5/4FFF3/10/10/10 1 a1j1d3g3-d8g8a10j10 99",
        "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 ? a1j1d3g3-d8g8a10j10 0",
        "@position.txt",
        "west-north baa/rrS/aSQ/bCQ 1 C K3Q1F1C2-b1k3r1t2a1 0-0",
        "west-north .../.../.../... ? - K3S3Q3F4C4-b3k3r3t4a4 0-0",
        "east-south zmb/.bm/mRz/ARH 1 - *A2R2G1-*m1b2s2 G1R2-*3",
    ],
    ["-", "@junk.bin", "@missing", "@folder", "@", ""],
)
ACTION = mostly(
    ["b2b4", "b9b7", "c2c4", "c9c7", "west", "b2", "b:ff"],
    ["!first", "!second", "!knight", "king/b:f", "b:fx", "pass", "claim", "b2b9", "d3=H", "!", ""],
)
PLAYERS = mostly(
    ["random,random", "random,greedy", "human,random"],
    ["random", "random,", ",", "random,nobody", "random:x=y,random"],
    st.builds("{},{}:{}".format, JUNK, st.sampled_from(["random", "greedy"]), JUNK),
)
FILE = mostly(["game.jsonl", "broken.jsonl", "odd.jsonl"], ["junk.bin", "missing.jsonl", "folder", ""])
SERVER = mostly(
    [KEY.public, "00" * 32],
    ["http://127.0.0.1:1", "http://", "https://[::1", "http://x:y@127.0.0.1:1/", "HTTP://127.0.0.1:1#", ""],
    JUNK | JUNK.map("http://127.0.0.1:1/{}".format),
)
"""Nobody listens at port 1, and no other machine is ever asked."""
TARGET = mostly(["out.svg", "made"], ["folder", "missing/out.svg", ""], st.just("x" * 300))


def option(name: str, value: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """An option with a value beside it or glued to it, now and then forgotten."""
    beside, glued = value.map(lambda word: [name, word]), value.map(lambda word: [f"{name}={word}"])
    return st.integers(0, 9).flatmap(lambda n: [beside, glued, st.just([name])][0 if n < 6 else n // 9 + 1])


COMMON = [option("--lang", LANG), st.just(["--json"])]
PLACED = [option("--set", SETTING), option("--position", POSITION)]
ODD = st.one_of(
    JUNK.map(lambda word: [word]),
    JUNK.map(lambda word: [f"--{word}"]),
    st.sampled_from([["-h"], ["--help"], ["--"]]),
)

# Each command: the words it needs, then options that it has. Games and depths stay small, so that each call is short.
COMMANDS: dict[str, tuple[list[st.SearchStrategy[str]], list[st.SearchStrategy[list[str]]], list[str]]] = {
    "games": ([], [], []),
    "rules": ([GAME], [], []),
    "actions": ([GAME], PLACED, []),
    "apply": ([GAME, ACTION, ACTION], [*PLACED, ACTION.map(lambda word: [word])], []),
    "perft": ([GAME, NUMBER], [*PLACED, option("--chance", ACTION)], []),
    "draw": ([GAME], [*PLACED, option("--output", TARGET), st.just(["--dark"])], []),
    "playouts": ([GAME], [*PLACED, option("--seed", NUMBER), option("--games", NUMBER)], ["--games", "3"]),
    "match": (
        [GAME],
        [
            *PLACED,
            *(option(name, SMALL) for name in ("--games", "--jobs", "--nodes", "--ms", "--seed")),
            option("--players", PLAYERS),
            option("--record", TARGET),
        ],
        ["--jobs", "1", "--games", "1", "--players", "random,random"],
    ),
    "analyse": (
        [GAME],
        [*PLACED, *(option(name, SMALL) for name in ("--lines", "--ms", "--nodes"))],
        ["--nodes", "50"],
    ),
    "odds": ([GAME], [*PLACED, option("--record", FILE), option("--to", NUMBER)], []),
    "endgame": (
        [mostly(["towar"], ["cities", ""])],
        [option("--seed", NUMBER), option("--samples", SMALL)],
        ["--samples", "1", "--ms", "1"],
    ),
    "balance": (
        [mostly(["towar"], ["cities", ""])],
        [option(name, SMALL) for name in ("--games", "--jobs", "--nodes", "--seed")] + [option("--resume", TARGET)],
        ["--jobs", "1", "--games", "1", "--players", "random,random"],
    ),
    "engine": ([GAME], [PLACED[0], option("--player", PLAYERS)], []),
    "conform": ([mostly(["citys"], [""])], [option("--games", SMALL)], ["--games", "1"]),
    "replay": ([FILE], [option("--to", NUMBER)], []),
    "verify": ([FILE], [option("--server", SERVER)], []),
    "doctor": ([], [], []),
    "play": (
        [GAME],
        [*PLACED, option("--players", PLAYERS), option("--load", FILE), option("--save", TARGET), st.just(["--plain"])],
        ["--plain", "--players", "human,random"],
    ),
}


@st.composite
def words_for(draw: st.DrawFn, command: str) -> list[str]:
    """A command line: mostly the right words in the right places, now and then a wrong one, a lost one, junk."""
    needed, options, given_first = COMMANDS[command]
    words = [draw(strategy) for strategy in needed]
    for extra in draw(st.lists(st.one_of([*COMMON, *options]), max_size=3)):
        words += extra
    chance = draw(st.integers(0, 9))
    if chance == 9:
        words += draw(ODD)
    if chance == 8 and words:
        words.remove(draw(st.sampled_from(words)))
    return [command, *given_first, *words]


COMMANDS_TYPED = "help words board moves undo hint draw resign quit hilfe stellung tipp remis aufgeben ja y first pass"
LINE = st.sampled_from(
    ["", "b2b4", "c2c4", "b2", "rule turn", "save", "save mine.jsonl", "save folder", *COMMANDS_TYPED.split()]
) | JUNK.filter(lambda text: not text.lower().startswith(("save", "speichern")))
TYPED = st.lists(LINE, max_size=5).map(lambda lines: "\n".join(lines).encode(errors="replace")) | st.binary(max_size=20)


@contextlib.contextmanager
def streams(typed: bytes) -> Iterator[tuple[TextIO, TextIO]]:
    """Standard input and output as real files have them: of bytes, which not every text can become."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogateescape") as given_input,
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="strict") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as err,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        given_input.buffer.write(typed)
        given_input.seek(0)
        patch.setattr(sys, "stdin", given_input)
        yield out, err


def check(words: Sequence[str], typed: bytes = b"") -> int:
    """Run the command as the terminal would."""
    with streams(typed) as (out, err):
        code = main(list(words))
        out.flush()
        err.seek(0)
        complaint = err.read()
    assert code in (0, 1, 2)
    if code == 2:
        assert complaint.strip()
        assert complaint.endswith("\n")
        assert len(complaint.splitlines()) == 1, complaint
    return code


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with good and bad files to name, and nothing of the user's in reach."""
    folder = tmp_path_factory.mktemp("place")
    line = opened({"begins": "random", "layout": OWN_LAYOUT}, seats=("human", "random"))
    play_on(line, Random(1), 5)
    add(line, TookBack(0))
    play_on(line, Random(2), 5)
    odd = unchained(records.dump(line.record))
    odd[0]["commit"] = "x" * 5000
    odd[0]["seats"] = ["human", "human"]
    add(line, Resigned(Turn.FIRST))
    assert line.close(SECRET.hex()) is None
    data = records.dump(KEY.sealed(line.record))
    (folder / "game.jsonl").write_bytes(data)
    (folder / "broken.jsonl").write_bytes(data[: len(data) // 2])
    (folder / "odd.jsonl").write_bytes(chained(odd))
    (folder / "junk.bin").write_bytes(bytes(range(256)))
    (folder / "folder").mkdir()
    (folder / "own.toml").write_text(
        'fighters = ["b1", "d1", "f1", "h1", "c2", "e2", "g2", "i2"]\ncities = ["a3", "d4", "g4", "j3"]\n'
    )
    (folder / "bad.toml").write_text("fighters = [1, 1979-05-27]\n")
    (folder / "position.txt").write_text("10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("TRIARII_DATA", str(folder / "data"))
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.setattr(serve, "run", lambda **_: None)  # without any word it would serve until Ctrl-C
        yield folder


@pytest.mark.parametrize("command", COMMANDS)
@rarely
@given(data=st.data())
def test_any_words_after_a_command_give_an_exit_code_and_at_most_one_sentence(
    command: str, data: st.DataObject
) -> None:
    check(data.draw(words_for(command)), data.draw(TYPED) if command in ("play", "engine") else b"")


@rarely
@given(st.lists(JUNK | st.sampled_from(["-", "--", "--version", "--help", "-h", "--lang", "de", ""]), max_size=4))
@example([])
@example([""])
@example(["\ud800"])
@example(["--lang"])
def test_any_words_at_all_give_an_exit_code_and_at_most_one_sentence(words: list[str]) -> None:
    check(words)


@rarely
@given(st.lists(LINE, max_size=12), st.sampled_from(["human,human", "human,random", "random,human"]), LANG)
def test_whatever_is_typed_the_game_goes_on_or_ends(lines: list[str], players: str, lang: str) -> None:
    typed = "\n".join(lines).encode(errors="replace")
    code = check(["play", "cities", "--plain", "--players", players, "--lang", lang], typed)
    assert code == (0 if lang in ("de", "en") else 2)


@rarely
@given(st.sampled_from(["game.jsonl", "broken.jsonl", "odd.jsonl"]), st.lists(LINE, max_size=5))
@example("odd.jsonl", ["resign", "y"])
@example("odd.jsonl", ["save mine.jsonl"])
def test_whatever_is_typed_a_loaded_game_goes_on_or_ends(name: str, lines: list[str]) -> None:
    check(["play", "cities", "--plain", "--load", name], "\n".join(lines).encode(errors="replace"))


@pytest.mark.parametrize(
    "words",
    [
        [b"\xff"],
        [b"rules", b"\xff"],
        [b"actions", b"cities", b"--position", b"\xff"],
        [b"actions", b"cities", b"--set", b"layout=@\xff"],
        [b"apply", b"cities", b"\xff\n"],
        [b"verify", b"\xff"],
        [b"play", b"--plain", b"--load", b"\xff"],
        [b"play", b"cities", b"--plain", b"--players", b"\xff,human"],
    ],
)
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_words_that_are_no_text_are_refused_by_the_real_program(words: list[bytes], locale: str) -> None:
    env = {**os.environ, "LC_ALL": locale}
    command = [sys.executable.encode(), b"-m", b"triarii", *words]
    done = subprocess.run(command, capture_output=True, check=False, env=env, stdin=subprocess.DEVNULL)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1, done
