"""Analysis and ladder: the best ways to go on with score and line, each level against the one below it."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.cli.running import START, Within, command, environment, options_of
from triarii.core import timeline
from triarii.core.contract import AnyGame, Level, Turn
from triarii.core.records import Acted, Header
from triarii.games.cities import GAME

MATE_IN_ONE = "10/10/10/10/4f5/4f5/4FFH3/10/10/10 1 a1j1d3g3-d8g8a10j10 0"
OVER = "10/10/10/10/4f5/10/4FF4/10/10/10 2 a1j1d3g3-d8g8a10j10 0"
ROW = re.compile(r"(\d+)\. (\S+) +(\d+\.\d) %  (\S+(?: \S+)*)")
LEGEND = {
    "en": "The expected score is that of the player to move; a draw counts half.",
    "de": "Die Erwartung ist die des Spielers am Zug; ein Unentschieden zählt halb.",
}
SLACK = 1.5
"""Seconds of a processor that all else may take."""
SHORT = ("--set", "stall_plies=1", "--jobs", "1")
"""Every game of cities is over after a turn without a capture, so that even the master is quick."""
RUNGS = [(upper.id, lower.id) for lower, upper in pairwise(GAME.info.levels)]


def played(texts: list[str], start: str = "") -> timeline.Timeline:
    """The line of play, which has to be legal."""
    line = timeline.begin(GAME, Header("cities", GAME.info.rules_version, {}, start=start))
    assert isinstance(line, timeline.Timeline)
    for text in texts:
        assert line.append(Acted(line.position.turn, text)) is None
    return line


# Analysis


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_analysis_lists_the_best_actions_with_score_and_line(lang: str) -> None:
    page = command("analyse", "cities", "--position", START, "--nodes", "3000", env=environment(lang)).well()
    *rows, legend = page.lines
    found = [ROW.fullmatch(row) for row in rows]
    assert legend == LEGEND[lang]
    assert [row[1] for row in found if row is not None] == ["1", "2", "3"]
    scores = [float(row[3]) for row in found if row is not None]
    assert scores == sorted(scores, reverse=True)
    for row in found:
        assert row is not None
        assert row[4].split()[0] == row[2]
        assert played(row[4].split(), START)


def test_an_analysis_as_json_has_the_promised_keys_and_is_the_same_for_the_same_nodes(within: Within) -> None:
    words = ["analyse", "cities", "--nodes", "3000", "--lines", "5", "--json"]
    found = within(*words).well().json
    assert len({entry["action"] for entry in found}) == 5
    for entry in found:
        assert list(entry) == ["action", "score", "line", "nodes"]
        assert 0 <= entry["score"] <= 1
        assert entry["line"][0] == entry["action"]
        assert entry["nodes"] > 0
    assert [entry["score"] for entry in found] == sorted((entry["score"] for entry in found), reverse=True)
    assert within(*words, lang="de").well().json == found


def test_an_analysis_finds_the_win_and_has_no_more_lines_than_there_are_actions(within: Within) -> None:
    best, *others = within("analyse", "cities", "--position", MATE_IN_ONE, "--nodes", "5000", "--json").well().json
    assert best["score"] == 1
    result = played(best["line"][:1], MATE_IN_ONE).result
    assert result is not None
    assert result.winner is Turn.FIRST
    assert len(others) == 2
    actions = within("actions", "cities", "--position", MATE_IN_ONE).well().lines
    all_lines = within("analyse", "cities", "--position", MATE_IN_ONE, "--nodes", "5000", "--lines", "50", "--json")
    assert len(all_lines.well().json) <= min(50, len(actions))


def test_an_analysis_takes_its_time_and_no_more(within: Within) -> None:
    begun, worked = time.monotonic(), time.process_time()
    assert within("analyse", "cities", "--ms", "500").well()
    assert time.monotonic() - begun >= 0.25
    assert time.process_time() - worked <= 0.5 + SLACK


def test_an_analysis_knows_only_what_the_player_to_move_sees(within: Within, feint: AnyGame) -> None:
    """The card that was led differs; what the answering captain sees of it does not."""
    assert feint.info.has_secrets
    words = ["analyse", "feint", "--nodes", "300", "--json", "--position"]
    led = [within(*words, f"0-0 2 levy,levy/elephant,guard - {card}:50").well().json for card in ("elephant", "guard")]
    assert led[0] == led[1]
    assert led[0][0]["action"] in ("hold", "flee")


BAD = {
    "no position": ("analyse cities --position nonsense", "A position needs four parts", "Eine Stellung braucht vier"),
    "an empty position": ("analyse cities --position=", "The position is empty.", "Die Stellung ist leer."),
    "a position that is over": (f"analyse cities --position|{OVER}", "Nobody is to move", "ist niemand am Zug"),
    "lots to be drawn": ("analyse cities --set begins=random", "Nobody is to move", "ist niemand am Zug"),
    "an unknown younger player": ("analyse cities --set begins=younger", "younger=first", "younger=first"),
    "an unknown option of the game": ("analyse cities --set begin=1", "did you mean begins?", "gemeint war wohl"),
    "an option that it lacks": ("analyse cities --level 3", "There is no option --level here", "keine Option --level"),
    "no nodes": ("analyse cities --nodes 0", "--nodes takes a whole number from 1 to", "--nodes verlangt"),
    "too many lines": ("analyse cities --lines 51", "from 1 to 50, not 51.", "von 1 bis 50, nicht 51."),
    "endless thought": ("analyse cities --ms 3600001", "from 1 to 3600000,", "von 1 bis 3600000,"),
    "an unknown game": ("analyse citis", "did you mean cities?", "Es gibt kein Spiel citis"),
    "no game": ("analyse", "triarii analyse needs GAME", "triarii analyse braucht GAME"),
    "a ladder of an unknown game": ("ladder citis", "did you mean cities?", "Es gibt kein Spiel citis"),
    "a ladder without games": ("ladder cities --games 0", "--games takes a whole number", "--games verlangt"),
    "a ladder that nobody begins": ("ladder cities --set begins=younger", "younger=first", "younger=first"),
    "an engine of an unknown game": ("engine citis", "did you mean cities?", "Es gibt kein Spiel citis"),
    "an engine without a player": ("engine cities --player nobdy", "There is no player nobdy", "keinen Spieler nobdy"),
    "an engine that nobody begins": ("engine cities --set begins=younger", "younger=first", "younger=first"),
    "an engine with a bad option": ("engine cities --set begins=me", "begins can't be me;", "begins kann nicht me"),
}


@pytest.mark.parametrize(("words", "english", "german"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_clear_sentence_in_german_and_in_english(
    within: Within, words: str, english: str, german: str
) -> None:
    before, _, last = words.partition("|")
    given = [*before.split(), *([last] if last else [])]
    assert english in within(*given, data=b"go 1\n").complaint
    assert german in within(*given, data=b"go 1\n", lang="de").complaint


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("analyse", "--lines --ms --nodes --set --position --lang --json"),
        ("ladder", "--games --seed --openings --jobs --set --lang --json --on --shard --resume --table --picture"),
        ("engine", "--player --set"),
    ],
)
def test_a_command_has_the_promised_options(within: Within, name: str, options: str) -> None:
    assert options_of(within(name, "--help").well().out) == {*options.split(), "--help"}


# The ladder


@pytest.mark.parametrize(
    ("lang", "row"),
    [
        (
            "en",
            r"(\w+) against (\w+): [\d.]+ of 1 in 2 games \(different: 2\), 95 % interval [\d.]+ to [\d.]+\.",
        ),
        (
            "de",
            r"(\w+) gegen (\w+): [\d,]+ von 1 in 2 Partien \(verschiedene: 2\), 95-%-Intervall [\d,]+ bis [\d,]+\.",
        ),
    ],
)
def test_on_a_ladder_each_level_plays_the_one_below_it(lang: str, row: str) -> None:
    page = command("ladder", "cities", "--games", "2", "--seed", "4", *SHORT, env=environment(lang)).well()
    found = [re.fullmatch(row, line) for line in page.lines]
    assert [rung.groups() for rung in found if rung is not None] == RUNGS
    assert len(RUNGS) == 5


def test_a_ladder_as_json_has_the_promised_keys_and_is_the_same_for_the_same_seed(within: Within) -> None:
    words = ["ladder", "cities", "--games", "1", "--seed", "7", "--json", *SHORT]
    found = within(*words).well().json
    assert [(entry["upper"], entry["lower"]) for entry in found] == RUNGS
    for entry in found:
        assert list(entry) == ["upper", "lower", "games", "score", "interval", "distinct", "openings"]
        assert entry["games"] == entry["distinct"] == 1
        low, high = entry["interval"]
        assert 0 <= low <= entry["score"] <= high <= 1
    assert within(*words).well().json == found


def test_the_games_of_a_ladder_can_begin_with_openings_and_copies_are_warned_of(
    within: Within, feint: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = within("ladder", "feint", "--games", "2", "--openings", "2", "--jobs", "1", "--json").well().json
    assert [(rung["openings"], rung["distinct"]) for rung in opened] == [(2, 2), (2, 2)]
    alike = tuple(Level(str(depth), {}, f"alphabeta:depth={depth}") for depth in (1, 2))
    monkeypatch.setattr(type(GAME), "info", replace(GAME.info, levels=alike))
    page = within("ladder", "cities", "--games", "4", "--openings", "0", "--jobs", "1", "--set", "stall_plies=8")
    assert page.code == 0
    assert "in 4 games (different: 2)," in page.out
    assert page.sentence.startswith("2 of 4 games repeat an earlier one")


def test_a_game_without_levels_has_no_ladder(within: Within, feint: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(feint), "info", replace(feint.info, levels=()))
    assert within("ladder", "feint").complaint == "There are no levels for feint."
    assert within("ladder", "feint", lang="de").complaint == "Für feint gibt es keine Spielstufen."


@pytest.mark.usefixtures("feint")
def test_the_levels_of_a_plug_in_are_a_ladder(within: Within) -> None:
    rungs = within("ladder", "feint", "--games", "2", "--jobs", "1", "--json").well().json
    assert [(rung["upper"], rung["lower"]) for rung in rungs] == [
        ("feint_bluffer:boldness=20", "random"),
        ("feint_bluffer:boldness=0", "feint_bluffer:boldness=20"),
    ]
    assert all(rung["games"] == 2 for rung in rungs)
