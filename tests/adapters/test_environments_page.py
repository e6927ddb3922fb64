"""What docs/environments.md shows is typed into a real Python, and its tables hold the numbers that are used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import DOCS, run, sessions
from triarii.adapters.cities import numbers as cities
from triarii.adapters.towar import numbers as towar

PAGE = DOCS / "environments.md"
ROW = re.compile(r"^\| ([\d, to]+?) \| (?:([\d ×]+) \| )?(.+) \|$", re.MULTILINE)


def table(after: str) -> dict[str, tuple[str, str]]:
    """The rows of the next table that begin with a number."""
    text = PAGE.read_text(encoding="utf-8").partition(after)[2].lstrip()
    rows = text.partition("|---|")[2].partition("\n\n")[0]
    return {first: (size, meaning) for first, size, meaning in ROW.findall(rows)}


def test_every_session_of_the_page_gives_what_it_says(tmp_path: Path) -> None:
    typed = sessions(PAGE)
    assert typed.count(">>>") > 20
    (tmp_path / "page.txt").write_text(typed, encoding="utf-8")
    assert run(DOCS.parent, "doctest", "page.txt", cwd=tmp_path) == ""


def test_the_page_shows_no_code_that_is_not_run() -> None:
    fences = re.findall(r"^```(\w*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(fences[0::2]) == {"pycon"}


def test_the_tables_of_actions_say_the_numbers_that_are_used() -> None:
    assert list(table("## The numbers of Cities & Heroes")) == [
        f"0 to {cities.MOVES - 1}",
        str(cities.PASS),
        str(cities.CLAIM),
    ]
    assert list(table("## The numbers of To War!")) == [
        f"{towar.ARMY} to {towar.CELL - 1}",
        f"{towar.CELL} to {towar.CARD - 1}",
        f"{towar.CARD} to {towar.COLUMN - 1}",
        f"{towar.COLUMN} to {towar.STEP - 1}",
        f"{towar.STEP}, {towar.STEP + 1}, {towar.STEP + 2}",
        str(towar.STAY),
        str(towar.PASS),
    ]


def test_the_table_of_what_to_war_shows_has_no_gap() -> None:
    at = 0
    for begin, (size, _) in table(f"An observation has {towar.OBSERVATION} numbers.").items():
        assert int(begin) == at
        times, _, each = size.partition(" × ")
        at += int(times) * int(each or 1)
    assert at == towar.OBSERVATION


@pytest.mark.parametrize(
    ("up", "right", "square", "seat_square"), [(1, 1, 0, "a1"), (-3, 0, 55, "f6"), (0, 0, 23, "d3")]
)
def test_the_formula_of_the_page_is_the_one_that_is_used(up: int, right: int, square: int, seat_square: str) -> None:
    from triarii.adapters.cities.encoding import action_of
    from triarii.core.contract import Turn
    from triarii.games.cities.actions import ends_of
    from triarii.games.cities.squares import NAMES

    start, goal = ends_of(action_of(49 * square + 7 * (up + 3) + (right + 3), Turn.FIRST))
    assert NAMES[start] == seat_square
    assert goal - start == 11 * up + right
