"""Several games in a row with the seats swapped, and their score: line by line and in the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within
from tests.cli.seated import Seat, at_table, game_of
from triarii.cli.series import Series
from triarii.core import files
from triarii.core.contract import Result, Turn
from triarii.core.records import Record
from triarii.core.rematch import Score, next_options

TWO = ("--players", "human,human", "--set", "begins=first")


def record_in(file: Path) -> Record:
    record = files.load(file).record
    assert record is not None
    return record


def test_a_win_counts_for_the_player_and_not_for_the_seat() -> None:
    series = Series(("human", "club"))
    for winner in (Turn.FIRST, Turn.FIRST, None, Turn.SECOND, Turn.FIRST):
        series = series.after(Result(winner, ""))
    # Games 1, 3 and 5 have the person in the first seat; games 2 and 4 in the second.
    told = series.words.params
    assert (told["games"], told["first"], told["second"], told["drawn"]) == (5, 3, 1, 1)
    assert series.score == Score(first=1, second=3, drawn=1), "as they sit in the sixth game"


def test_in_a_series_the_younger_player_begins_once() -> None:
    first = {"begins": "younger", "younger": "second", "repetition": 3}
    # The younger one has swapped seats too, so the second seat is now the older one's.
    assert next_options(first) == {"begins": "second", "younger": "unasked", "repetition": 3}
    assert next_options({"begins": "random"}) == {"begins": "random"}


@pytest.mark.parametrize(
    ("lang", "scores"),
    [
        (
            "en",
            [
                "Score after one game: player 1 0 : 1 player 2, drawn 0.",
                "Score after 2 games: player 1 1 : 1 player 2, drawn 0.",
                "Score after 3 games: player 1 1 : 1 player 2, drawn 1.",
            ],
        ),
        (
            "de",
            [
                "Stand nach einer Partie: Spieler 1 0 : 1 Spieler 2, unentschieden 0.",
                "Stand nach 2 Partien: Spieler 1 1 : 1 Spieler 2, unentschieden 0.",
                "Stand nach 3 Partien: Spieler 1 1 : 1 Spieler 2, unentschieden 1.",
            ],
        ),
    ],
)
def test_games_in_a_row_have_a_running_score(within: Within, tmp_path: Path, lang: str, scores: list[str]) -> None:
    file = tmp_path / "game.jsonl"
    # In each game the first seat acts first and gives up; in the last both agree on a draw.
    typed = ["resign", "resign", "draw", "yes"]
    page = within.play(typed, *TWO, "--games", "3", "--save", str(file), lang=lang).well()
    assert [line for line in page.lines if line.startswith(("Score", "Stand"))] == scores
    winners = [record_in(tmp_path / name).end for name in ("game.jsonl", "game-2.jsonl", "game-3.jsonl")]
    assert [end.winner if end else "none" for end in winners] == [Turn.SECOND, Turn.SECOND, None]


def test_a_program_is_named_and_changes_its_seat(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = ["--players", "human,random", "--games", "2", "--save", str(file)]
    page = within.play(["resign", "resign"], *words).well()
    assert page.lines[-1] == "Score after 2 games: you 0 : 2 random, drawn 0."
    assert record_in(tmp_path / "game-2.jsonl").header.seats == ("random", "human")


def test_a_series_that_is_left_has_no_further_game(within: Within) -> None:
    page = within.play(["resign", "quit"], *TWO, "--games", "3").well()
    assert page.lines[-1] == "Goodbye."
    assert "Score after 2 games" not in page.out
    assert "Score" not in within.play(["resign"], *TWO).well().out


@pytest.mark.parametrize("games", ["0", "-1", "100", "x"])
def test_a_strange_number_of_games_is_refused(within: Within, games: str) -> None:
    assert within.play([], *TWO, "--games", games).code == 2


def test_in_the_window_a_key_plays_the_next_game_with_the_seats_swapped() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("m")
        assert "has to end" in seat.status
        await seat.press("r", "y", "enter")
        assert "m the next one with sides swapped" in seat.status
        await seat.press("m", "d")
        assert seat.playing.line.header.seats == ("greedy", "human")
        assert seat.playing.series.score == Score(first=1)
        assert "Score after one game: you 0 : 1 greedy" in " ".join(seat.panel.split())
        await seat.press("r", "y")
        # The game that has just ended is counted in.
        assert "Score after 2 games: you 0 : 2 greedy" in " ".join(seat.panel.split())

    at_table(play, game_of())
