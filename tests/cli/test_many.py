"""Many games at once: random playouts and matches, repeatable by their seed whatever the number of processes."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from tests.cli.running import PATIENCE, TRIARII, Within, environment
from tests.patience import eventually
from triarii.core import files
from triarii.core.records import Record
from triarii.lab.matches import interval

PLAYOUT_KEYS = ["games", "plies", "first", "second", "draws", "cpu_seconds"]
MATCH_KEYS = {"games", "first", "second", "draws", "score", "interval"}


# Playouts


def test_playouts_as_json_have_the_promised_keys(within: Within) -> None:
    found = within("playouts", "cities", "--games", "300", "--seed", "7", "--json").well().json
    assert list(found) == PLAYOUT_KEYS
    assert found["games"] == 300 == found["first"] + found["second"] + found["draws"]
    assert found["plies"] > 300
    assert found["cpu_seconds"] > 0


def test_the_same_seed_gives_the_same_playouts(within: Within) -> None:
    def played(seed: int) -> dict[str, int]:
        found: dict[str, int] = within("playouts", "cities", "--games", "50", "--seed", str(seed), "--json").well().json
        del found["cpu_seconds"]
        return found

    assert played(3) == played(3) != played(4)
    assert played(2**63 - 1)["games"] == 50


def test_playouts_tell_their_result_in_both_languages(within: Within) -> None:
    assert within("playouts", "cities", "--games", "5").well().out.startswith("5 games, ")
    assert within("playouts", "cities", "--games", "5", "--lang", "de").well().out.startswith("5 Partien, im Mittel ")
    assert within("playouts", "cities", "--games", "1").well().out.startswith("One game of ")
    assert within("playouts", "cities", "--games", "1", lang="de").well().out.startswith("Eine Partie mit ")


def test_lots_are_drawn_anew_for_every_playout(within: Within) -> None:
    found = within("playouts", "cities", "--games", "400", "--set", "begins=random", "--json").well().json
    assert found["games"] == 400 == found["first"] + found["second"] + found["draws"]


# Matches


def match(within: Within, *words: str) -> dict[str, object]:
    found: dict[str, object] = within("match", "cities", *words, "--json").well().json
    return found


def test_a_match_as_json_has_the_promised_keys(within: Within) -> None:
    found = match(within, "--players", "greedy,random", "--games", "4", "--seed", "2")
    assert set(found) >= MATCH_KEYS
    assert found["games"] == 4
    assert found["first"] + found["second"] + found["draws"] == 4  # type: ignore[operator]
    assert found["score"] == 1.0
    assert found["interval"] == [round(end, 6) for end in interval(1.0, 4)]


def test_the_score_is_that_of_the_first_named_player(within: Within) -> None:
    better = match(within, "--players", "greedy,random", "--games", "2")
    worse = match(within, "--players", "random,greedy", "--games", "2")
    assert (better["score"], worse["score"]) == (1.0, 0.0)
    # They swap seats after every game, so each seat has won once.
    assert (better["first"], better["second"]) == (1, 1)


def test_a_match_is_told_in_both_languages(within: Within) -> None:
    words = ["match", "cities", "--players", "greedy,random", "--games", "2"]
    assert within(*words).well().out.startswith("greedy against random: 2 won, 0 lost, 0 drawn of 2; score 1.0,")
    assert within(*words, lang="de").well().out.startswith("greedy gegen random: 2 gewonnen, 0 verloren,")


def test_the_same_seed_gives_the_same_match_whatever_the_number_of_processes(within: Within, tmp_path: Path) -> None:
    def played(jobs: str, seed: str) -> tuple[dict[str, object], list[bytes]]:
        folder = tmp_path / f"{jobs}-{seed}"
        words = ["--players", "random,greedy", "--games", "5", "--seed", seed, "--jobs", jobs, "--record", str(folder)]
        found = match(within, *words, "--set", "begins=random")
        return found, [file.read_bytes() for file in sorted(folder.iterdir())]

    assert played("1", "11") == played("2", "11")
    assert played("1", "11") != played("1", "12")


def test_a_player_takes_settings_with_commas_of_their_own(within: Within) -> None:
    words = ["--players", "twoply:candidates=1,greedy", "--games", "1"]
    assert match(within, *words)["games"] == 1
    assert match(within, "--players", "random:,random", "--games", "1")["games"] == 1


def test_a_budget_of_nodes_keeps_a_match_repeatable(within: Within) -> None:
    words = ["--players", "tree,random", "--games", "1", "--nodes", "50", "--set", "stall_plies=6"]
    assert match(within, *words) == match(within, *words)
    assert (
        match(within, "--players", "tree,random", "--games", "1", "--ms", "2", "--set", "stall_plies=4")["games"] == 1
    )


def test_the_records_of_a_match_verify_and_tell_the_same_result(within: Within, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    words = ["--players", "random,greedy", "--games", "10", "--record", str(folder), "--set", "begins=random"]
    found = match(within, *words)
    names = sorted(file.name for file in folder.iterdir())
    assert names == [f"game-{number:02}.jsonl" for number in range(1, 11)]
    seats = []
    winners = []
    for file in sorted(folder.iterdir()):
        checked = within("verify", str(file), "--json").well().json
        assert (checked["ok"], checked["over"], checked["chances"], checked["proven"]) == (True, True, 1, 1)
        assert within("verify", str(file)).well().lines[1] == "The secret proves the one chance."
        told = within("replay", str(file), "--json").well().json
        seats.append(tuple(told["seats"]))
        winners.append(told["result"]["winner"])
    assert seats == [("random", "greedy"), ("greedy", "random")] * 5
    assert [winners.count(name) for name in ("first", "second", None)] == [
        found["first"],
        found["second"],
        found["draws"],
    ]


def test_a_match_can_start_from_any_position(within: Within, tmp_path: Path) -> None:
    start = "10/10/10/10/4f5/4f5/4FFH3/10/10/10 1 a1j1d3g3-d8g8a10j10 0"
    words = ["--players", "greedy,random", "--games", "2", "--position", start, "--record", str(tmp_path)]
    assert match(within, *words)["games"] == 2
    record = files.load(tmp_path / "game-1.jsonl").record
    assert isinstance(record, Record)
    assert record.header.start == start


# Interrupted


def begun(*words: str) -> subprocess.Popen[bytes]:
    """A process with a session of its own, so that all that it starts can be found."""
    return subprocess.Popen(
        [*TRIARII, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True
    )


LONG_MATCH = ("match", "cities", "--players", "twoply,twoply", "--games", "1000", "--jobs", "2")


def test_an_interrupted_match_ends_with_all_its_processes_and_without_a_word() -> None:
    process = begun(*LONG_MATCH)
    eventually(lambda: len(others_of(process.pid)) >= 3, "two for the games, one that tidies up")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 130
    eventually(lambda: not others_of(process.pid))


def test_processes_of_a_killed_match_do_not_stay_behind() -> None:
    process = begun(*LONG_MATCH)
    eventually(lambda: len(others_of(process.pid)) >= 3)
    process.kill()
    process.communicate(timeout=PATIENCE)
    eventually(lambda: not others_of(process.pid))


def test_a_count_hears_an_interrupt_even_in_compiled_code() -> None:
    process = begun("perft", "cities", "12")
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(3)] == [b"1 118\n", b"2 13924\n", b"3 1644448\n"]
    process.send_signal(signal.SIGINT)
    process.stdout.read()
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")


def others_of(session: int) -> list[int]:
    """Living processes of a session besides its first."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if folder.name.isdigit() and int(fields[3]) == session and fields[0] != "Z" and int(folder.name) != session:
            found.append(int(folder.name))
    return found
