"""`triarii endgame`: with how many cards left the end of a game is proven in a given time."""

from __future__ import annotations

from tests.cli.running import Within, command, environment


def test_each_number_of_cards_has_its_line_until_nothing_is_proven_in_time(within: Within) -> None:
    rows = within("endgame", "towar", "--samples", "1", "--ms", "40", "--json").well().json
    assert [row["cards"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row["positions"] == 1 for row in rows)
    assert rows[-1]["solved"] == 0 or len(rows) == 22


def test_the_lines_are_told_in_both_languages() -> None:
    lines = command("endgame", "towar", "--samples", "1", "--ms", "1").well().lines
    assert lines[0].startswith("1 card left: ")
    german = command("endgame", "towar", "--samples", "1", "--ms", "1", env=environment("de")).well().lines
    assert german[0].startswith("1 Karte übrig: ")


def test_a_game_without_a_solver_gets_a_sentence(within: Within) -> None:
    page = within("endgame", "cities")
    assert page.code == 2
    assert page.complaint == "There is no exact solver for cities; there is one for towar."
