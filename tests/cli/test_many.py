"""Many games at once: random playouts and matches, repeatable by their seed whatever the number of processes."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import PATIENCE, TRIARII, Within, environment
from tests.patience import eventually
from triarii.core import files
from triarii.core.records import Acted, Record
from triarii.lab.matches import interval
from triarii.lab.openings import USUAL

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
        assert within("verify", str(file)).well().lines[1] == "The secret proves the one result of chance."
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


# Games that repeat

ALIKE = ("--players", "alphabeta:depth=1,alphabeta:depth=2", "--set", "stall_plies=8")
"""Two players who take no chance, in games that are soon over."""


def moves_of(folder: Path) -> list[list[str]]:
    found = []
    for file in sorted(folder.iterdir()):
        record = files.load(file).record
        assert record is not None
        found.append([entry.text for entry in record.entries if isinstance(entry, Acted)])
    return found


def test_players_who_always_do_the_same_begin_with_openings_and_swap_seats_within_each(
    within: Within, tmp_path: Path
) -> None:
    found = match(within, *ALIKE, "--games", "6", "--record", str(tmp_path))
    assert (found["openings"], found["distinct"]) == (USUAL, 6)
    openings = [tuple(moves[:USUAL]) for moves in moves_of(tmp_path)]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3


def test_a_player_who_meets_itself_has_another_opening_in_every_game(within: Within, tmp_path: Path) -> None:
    words = ["match", "cities", "--players", "alphabeta:depth=1,alphabeta:depth=1", "--set", "stall_plies=8"]
    page = within(*words, "--games", "4", "--record", str(tmp_path)).well()
    assert len({tuple(moves[:USUAL]) for moves in moves_of(tmp_path)}) == 4
    assert page.lines[0].endswith("Different games: 4.")
    assert page.lines[1] == "Every game begins with 4 random turns of its own."


def test_copies_are_warned_of_and_are_no_evidence(within: Within) -> None:
    words = ["match", "cities", *ALIKE, "--games", "4", "--openings", "0"]
    page = within(*words, "--json")
    assert page.code == 0
    assert (page.json["openings"], page.json["distinct"]) == (0, 2), "one for each order of seats"
    assert page.json["interval"] == [round(end, 6) for end in interval(page.json["score"], 2)]
    assert page.sentence.startswith("2 of 4 games repeat an earlier one move for move and prove nothing;")
    german = within(*words, lang="de")
    assert german.lines[0].endswith("Verschiedene Partien: 2.")
    assert german.sentence.startswith("2 von 4 Partien wiederholen Zug für Zug eine frühere und belegen nichts;")


def test_where_chance_makes_games_differ_there_are_no_openings_and_no_warning(within: Within) -> None:
    page = within("match", "cities", "--players", "greedy,greedy", "--games", "2", "--json").well()
    assert (page.json["openings"], page.json["distinct"]) == (0, 2)


def test_openings_are_the_same_for_the_same_seed_whatever_the_number_of_processes(
    within: Within, tmp_path: Path
) -> None:
    def played(jobs: str, seed: str) -> tuple[dict[str, object], list[bytes]]:
        folder = tmp_path / f"{jobs}-{seed}"
        words = ["--games", "4", "--openings", "3", "--seed", seed, "--jobs", jobs, "--record", str(folder)]
        return match(within, *ALIKE, *words), [file.read_bytes() for file in sorted(folder.iterdir())]

    assert played("1", "5") == played("2", "5")
    assert played("1", "5") != played("1", "6")


def test_an_opening_of_a_game_with_chance_is_dealt_alike_to_both_seats_and_verifies(
    within: Within, tmp_path: Path
) -> None:
    words = ["--players", "greedy,random", "--games", "2", "--openings", "5", "--record", str(tmp_path)]
    page = within("match", "towar", *words).well()
    assert page.lines[1] == "Games come in pairs that begin with the same 5 random turns, with sides swapped."
    one, two = moves_of(tmp_path)
    assert one[:5] == two[:5]
    assert one != two
    for file in tmp_path.iterdir():
        checked = within("verify", str(file), "--json").well().json
        assert (checked["ok"], checked["chances"] == checked["proven"] > 0) == (True, True)


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


def test_playouts_and_matches_name_the_sides_as_a_strangers_game_does(
    within: Within, fourrow_installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(fourrow_installed)
    words = ("fourrow", "--games", "4", "--jobs", "1")
    for command in (("playouts", *words), ("match", *words, "--players", "random,random")):
        assert re.search("Red.*Yellow", within(*command).well().out)
        assert re.search("Rot.*Gelb", within(*command, lang="de").well().out)


def test_what_the_lab_cannot_do_for_a_strangers_game_is_said_with_what_it_can(
    within: Within, fourrow_installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(fourrow_installed)
    for command in ("puzzles", "tune"):
        assert "cities, towar and adlg, not in fourrow." in within(command, "fourrow").complaint
        assert "cities, towar und adlg" in within(command, "fourrow", lang="de").complaint


def test_a_strangers_board_is_drawn_in_plain_play(
    within: Within, fourrow_installed: Path, offered: Callable[[Path], None]
) -> None:
    offered(fourrow_installed)
    typed = ["a", "brett", "ende"]
    assert "ein roter Stein" in within.play(typed, "fourrow", "--players", "human,human", lang="de").out
