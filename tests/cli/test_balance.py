"""`triarii balance`: the matrix of armies, repeatable by its seed, also where it was broken off and taken up again."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from tests.cli.running import PATIENCE, Within, command, environment, options_of, terminal
from tests.cli.test_many import begun, others_of
from tests.patience import eventually
from triarii.core.contract import AnyGame
from triarii.lab.matches import interval

RANDOM = ("balance", "towar", "--players", "random,random", "--jobs", "1")
ARMIES = ["west", "north", "east", "south"]
ENDS = ["towar.end.breakthrough", "towar.end.units", "towar.end.elite", "towar.end.draw"]


def kept_in(folder: Path) -> list[Path]:
    return sorted((folder / "balance").glob("*"))


def test_a_balance_as_json_has_the_promised_keys(within: Within) -> None:
    found = within(*RANDOM, "--games", "2", "--seed", "3", "--json").well().json
    assert list(found) == [
        *("game", "players", "seed", "games", "armies", "matrix", "overall", "starter", "turns", "ends"),
    ]
    assert (found["game"], found["players"], found["seed"], found["games"]) == ("towar", ["random"] * 2, 3, 2)
    assert found["armies"] == ARMIES
    assert [(cell["row"], cell["column"]) for cell in found["matrix"]] == [(a, b) for a in ARMIES for b in ARMIES]
    for cell in found["matrix"]:
        assert cell["games"] == 2
        assert cell["interval"] == [round(end, 6) for end in interval(cell["score"], 2)]
    assert [entry["army"] for entry in found["overall"]] == ARMIES
    assert [entry["games"] for entry in found["overall"]] == [12] * 4
    assert sum(entry["score"] for entry in found["overall"]) == pytest.approx(2, abs=1e-5)
    assert found["starter"]["games"] == 32
    assert 12 < found["turns"] <= 34
    assert sorted(found["ends"]) == sorted(ENDS)
    assert sum(found["ends"].values()) == pytest.approx(1, abs=1e-5)


def test_the_same_seed_gives_the_same_balance_whatever_the_number_of_processes() -> None:
    words = ["balance", "towar", "--players", "random,random", "--games", "1", "--json"]
    one, two, other = (
        command(*words, "--jobs", jobs, "--seed", seed).well().out
        for jobs, seed in (("1", "11"), ("2", "11"), ("1", "12"))
    )
    assert one == two != other


def test_the_options_of_the_game_count(within: Within) -> None:
    words = [*RANDOM, "--games", "1", "--json"]
    usual = within(*words).well().json
    charge = within(*words, "--set", "movement=charge", "--set", "variant=hand_of_three").well().json
    assert usual["matrix"] != charge["matrix"]


@pytest.mark.parametrize(
    ("lang", "head", "lines"),
    [
        (
            "en",
            ["army", "West", "North", "East", "South", "against all others"],
            [
                r"Score of the army on the left .*, with the 95 % interval, in one game each\.",
                r"Whoever begins scores 0\.\d+, 95 % interval 0\.\d+ to 0\.\d+\.",
                r"A game has \d+\.\d turns on average, those of the set-up included\.",
                r"\d+\.\d %: breakthrough into the enemy camp",
            ],
        ),
        (
            "de",
            ["Armee", "Westen", "Norden", "Fernost", "Süden", "gegen alle anderen"],
            [
                r"Ergebnis der Armee links .*, mit dem 95-%-Intervall, in je einer Partie\.",
                r"Wer beginnt, erzielt 0,\d+, 95-%-Intervall 0,\d+ bis 0,\d+\.",
                r"Eine Partie hat im Mittel \d+,\d Züge, die der Aufstellung mitgezählt\.",
                r"\d+,\d %: Durchbruch ins gegnerische Lager",
            ],
        ),
    ],
)
def test_a_balance_is_told_as_a_matrix_in_both_languages(
    within: Within, lang: str, head: list[str], lines: list[str]
) -> None:
    page = within(*RANDOM, "--games", "1", lang=lang).well().lines
    assert re.split(r" {2,}", page[0]) == head
    rows = page[1:9]
    assert [row.split()[0] for row in rows[::2]] == head[1:5]
    for row in rows[::2]:
        assert all(re.fullmatch(r"[01][.,]\d{3}", score) for score in row.split()[1:])
    for row in rows[1::2]:
        assert all(re.fullmatch(r"[01][.,]\d\d–[01][.,]\d\d", ends) for ends in row.split())
        assert len(row.split()) == 5
    for line, pattern in zip(page[9:13], lines, strict=True):
        assert re.fullmatch(pattern, line)
    assert len(page) == 16


# Broken off


def test_a_balance_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    words = ["balance", "towar", "--players", "random,random", "--jobs", "2", "--resume", str(file)]
    process = begun(*words, "--games", "100000")
    eventually(lambda: file.exists() and file.read_bytes().count(b"\n") > 20)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 130
    eventually(lambda: not others_of(process.pid))
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) > 20
    file.write_bytes(b"".join(lines[:21])[:-3])  # as if the power had failed in the middle of a line
    again = command(*words, "--games", "2", "--json").well()
    fresh = command("balance", "towar", "--players", "random,random", "--games", "2", "--json").well()
    assert again == fresh
    assert file.read_bytes().splitlines(keepends=True)[:21] == lines[:21]
    assert len(file.read_bytes().splitlines()) == 33
    more = command(*words, "--games", "3").well()
    assert more.lines[0] == "Continuing after 32 games that were kept."
    less = command(*words, "--games", "1", env=environment("de")).well()
    assert less.lines[0] == "Weiter geht es nach 16 aufbewahrten Partien."


def test_without_a_file_games_are_kept_in_the_users_cache_until_all_are_played(own_data: Path) -> None:
    process = begun("balance", "towar", "--players", "random,random", "--jobs", "1", "--games", "100000")
    eventually(lambda: any(file.read_bytes().count(b"\n") > 20 for file in kept_in(own_data)))
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    [kept] = kept_in(own_data)
    other = command(*RANDOM, "--games", "1", "--seed", "2").well()
    assert not other.lines[0].startswith("Continuing"), "another seed is another measurement"
    assert kept_in(own_data) == [kept]
    assert command(*RANDOM, "--games", "1").well().lines[0].startswith("Continuing after 16 games")
    assert kept_in(own_data) == []


def test_at_a_terminal_there_is_a_bar_and_after_an_interrupt_a_word_of_what_is_kept(own_data: Path) -> None:
    with terminal("balance", "towar", "--players", "random,random", "--jobs", "1", "--games", "100000") as talk:
        talk.until("/1600000")
        eventually(lambda: any(file.read_bytes().count(b"\n") > 2 for file in kept_in(own_data)))
        talk.type("\x03")
        assert "games are kept: the same command continues." in talk.until("continues.")
        assert talk.end() == 130


def test_where_nothing_can_be_kept_a_balance_is_played_all_the_same(
    within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRIARII_DATA", str(tmp_path / "file"))
    assert within(*RANDOM, "--games", "1", "--json").well().json["games"] == 1


def test_the_cache_is_where_the_system_has_it(within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRIARII_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    within(*RANDOM, "--games", "1").well()
    assert (tmp_path / "cache" / "triarii" / "balance").is_dir()


def test_a_changed_setting_is_never_mixed_with_kept_games(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    words = [*RANDOM, "--games", "1", "--resume", str(file)]
    within(*words).well()
    before = file.read_bytes()
    for change in (
        ["--seed", "2"],
        ["--set", "movement=charge"],
        ["--set", "redisplace=false"],
        ["--nodes", "9"],
        ["--players", "random,tree"],
    ):
        assert "keeps games of another measurement" in within(*words, *change).complaint
        assert "enthält Partien einer anderen Messung" in within(*words, *change, lang="de").complaint
    assert file.read_bytes() == before
    assert json.loads(before.splitlines()[0])["about"]["seed"] == 1


BAD = {
    "no game": ("balance", "triarii balance needs GAME", "triarii balance braucht GAME"),
    "no players": ("balance towar", "triarii balance needs --players", "triarii balance braucht --players"),
    "one player": ("balance towar --players random", "needs two players as A,B", "braucht zwei Spieler als A,B"),
    "an unknown player": ("balance towar --players random,nobdy", "There is no player nobdy", "keinen Spieler nobdy"),
    "a person": ("balance towar --players human,random", "There is no player human", "keinen Spieler human"),
    "an unknown game": ("balance towr --players random,random", "did you mean towar?", "Es gibt kein Spiel towr"),
    "a game without armies": (
        "balance cities --players random,random",
        "There are no armies to compare in cities.",
        "In cities gibt es keine Armeen zu vergleichen.",
    ),
    "armies": (
        "balance towar --players random,random --set armies=west,north",
        "balance chooses armies itself",
        "balance wählt armies selbst",
    ),
    "a starter": (
        "balance towar --players random,random --set begins=first",
        "balance chooses begins itself",
        "balance wählt begins selbst",
    ),
    "an unknown option": (
        "balance towar --players random,random --set varant=x",
        "did you mean variant?",
        "gemeint war wohl variant?",
    ),
    "a bad option": ("balance towar --players random,random --set variant=x", "can't be x;", "kann nicht x sein;"),
    "no games": ("balance towar --players random,random --games 0", "--games takes a", "--games verlangt"),
    "a folder to resume": (
        "balance towar --players random,random --resume .",
        "can't be written: it is a folder.",
        "lässt sich nicht schreiben: das ist ein Ordner.",
    ),
    "a device to resume": (
        "balance towar --players random,random --resume /dev/null",
        "/dev/null holds something else",
        "/dev/null enthält etwas anderes",
    ),
    "a file nowhere": (
        "balance towar --players random,random --resume nowhere/x",
        "can't be written: no such file or folder.",
        "lässt sich nicht schreiben: Datei oder Ordner nicht vorhanden.",
    ),
}


@pytest.mark.parametrize(("words", "english", "german"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_clear_sentence_in_german_and_in_english(
    within: Within, words: str, english: str, german: str
) -> None:
    assert english in within(*words.split()).complaint
    assert german in within(*words.split(), lang="de").complaint


def test_a_game_of_somebody_else_without_armies_is_refused_too(within: Within, feint: AnyGame) -> None:
    assert within("balance", feint.info.id, "--players", "random,random").complaint.startswith("There are no armies")


def test_the_command_has_the_promised_options(within: Within) -> None:
    promised = "--players --games --seed --jobs --nodes --resume --set --lang --json --help"
    promised += " --on --shard --table --picture"
    assert options_of(within("balance", "--help").well().out) == set(promised.split())
