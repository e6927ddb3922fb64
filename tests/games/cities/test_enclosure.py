"""Enclosed pieces: which lines capture, what closes a line, and that all lines count at once."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import act, cities_of, drawn, listed, lost, owners, parsed, pieces, rows, targets
from triarii.core.contract import Refusal, Turn
from triarii.games.cities import GAME


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-041")
@pytest.mark.parametrize("prey", ["f", "h"])
@pytest.mark.parametrize("hunter", ["F", "H"])
def test_one_piece_between_two_enemies_is_captured(prey: str, hunter: str) -> None:
    assert lost(drawn(f"F {prey} . {hunter}"), "f3e3") == {"d3"}


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-042")
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_a_run_of_any_length_between_two_enemies_is_captured(length: int) -> None:
    position = drawn(f"F {'f ' * length}. F", at="a3")
    goal = f"{'abcdefghij'[length + 1]}3"
    begin = f"{'abcdefghij'[length + 2]}3"
    assert lost(position, begin + goal) == {f"{column}3" for column in "bcdefgh"[:length]}


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-042")
def test_even_all_eight_pieces_in_one_row_are_captured() -> None:
    stands = {"a3": "F", "j4": "F", "e8": "F"} | {f"{column}3": "f" for column in "bcdefghi"}
    after = act(parsed(f"{rows(stands)} 1 a1b1c1d1-a10b10c10d10 0"), "j4j3")
    assert set(pieces(after)) == {"a3", "j3", "e8"}
    result = after.result()
    assert result is not None
    assert (result.winner, result.rule) == (Turn.FIRST, "cities.end.last_piece")


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-043")
@pytest.mark.parametrize(
    ("drawing", "text", "captured"),
    [
        ("F f . F", "f3e3", "d3"),
        ("F\n.\nf\nF", "c6c5", "c4"),
        (". . . F\n. . . .\n. f . .\nF . . .", "f6e5", "d4"),
        ("F . . .\n. . . .\n. . f .\n. . . F", "c6d5", "e4"),
    ],
    ids=["row", "column", "rising diagonal", "falling diagonal"],
)
def test_a_line_is_a_row_a_column_or_a_diagonal(drawing: str, text: str, captured: str) -> None:
    assert lost(drawn(drawing), text) == {captured}


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-043")
def test_a_bent_line_encloses_nobody() -> None:
    position = drawn(
        """
        . . . F
        F f . .
        """
    )
    assert lost(position, "f4e4") == set()


@pytest.mark.rule("cities.enclosure.line")
@pytest.mark.statement("CT-044")
@pytest.mark.parametrize(("drawing", "text"), [("F f . . F", "g3f3"), ("F . f . F", "g3f3"), ("F f . f . F", "h3g3")])
def test_a_line_with_a_gap_encloses_nobody(drawing: str, text: str) -> None:
    assert lost(drawn(drawing), text) == set()


@pytest.mark.rule("cities.enclosure.line", "cities.enclosure.ends")
@pytest.mark.statement("CT-044")
@pytest.mark.parametrize("city", ["+", "-"])
def test_an_empty_city_breaks_a_line_and_closes_none(city: str) -> None:
    assert lost(drawn(f"F f {city} f . F"), "h3g3") == set()  # in the middle of the run
    assert lost(drawn(f"{city} f . F"), "f3e3") == set()  # at its end


@pytest.mark.rule("cities.enclosure.ends")
@pytest.mark.statement("CT-045")
@pytest.mark.parametrize(
    ("drawing", "at", "text"),
    [("f . F", "a5", "c5b5"), ("f f f . F", "a5", "e5d5"), ("F . f", "h5", "h5i5"), ("F\n.\nf", "e1", "e3e2")],
)
def test_the_edge_of_the_board_closes_no_line(drawing: str, at: str, text: str) -> None:
    assert lost(drawn(drawing, at=at), text) == set()


@pytest.mark.rule("cities.enclosure.ends")
@pytest.mark.statement("CT-045")
def test_a_piece_in_a_corner_can_never_be_enclosed() -> None:
    stands = {"a1": "f", "a3": "F", "b2": "F", "b1": "F", "e8": "f", "g8": "f"}
    position = parsed(f"{rows(stands)} 1 a5b5c5d5-a6b6c6d6 0")
    assert "a1" in pieces(act(position, "a3a2"))


@pytest.mark.rule("cities.enclosure.ends")
@pytest.mark.statement("CT-045")
def test_an_own_piece_at_one_end_does_not_close_the_line() -> None:
    assert lost(drawn("f f . F"), "f3e3") == set()
    assert lost(drawn("F f f . f", side=2), "g3f3") == set()


@pytest.mark.rule("cities.enclosure.all_lines")
@pytest.mark.statement("CT-046", "CT-064")
def test_one_move_captures_in_several_lines_at_once() -> None:
    # The hero comes to e5 and closes a row, a column and both diagonals.
    star = """
        . . F . .
        F . f . .
        . f f . .
        F f . . H
        . f . . .
        F . . . .
        """
    assert lost(drawn(star), "g5e5") == {"d4", "d5", "d6", "e6", "e7"}


@pytest.mark.rule("cities.enclosure.all_lines")
@pytest.mark.statement("CT-047", "CT-062")
def test_one_move_captures_pieces_of_both_players_at_once() -> None:
    # The fighter on e4 closes the row against d4, and with it itself stands between e5 and e3.
    position = drawn(
        """
        . . f .
        F f . F
        . . f .
        """
    )
    assert lost(position, "f4e4") == {"d4", "e4"}


@pytest.mark.rule("cities.enclosure.all_lines")
@pytest.mark.statement("CT-047")
def test_who_moves_between_two_enemies_is_captured() -> None:
    position = drawn(
        """
        f . f
        . F .
        """
    )
    assert "d3d4" in listed(position)
    assert lost(position, "d3d4") == {"d4"}


@pytest.mark.rule("cities.enclosure.all_lines")
@pytest.mark.statement("CT-047")
def test_a_piece_that_stood_safe_is_captured_when_an_own_piece_closes_its_run() -> None:
    # f F . f: the second fighter fills the gap, and both are enclosed.
    position = drawn(
        """
        f F . f
        . . F .
        """
    )
    assert lost(position, "e3e4") == {"d4", "e4"}


@pytest.mark.rule("cities.enclosure.all_lines")
@pytest.mark.statement("CT-046")
def test_a_piece_captured_in_one_line_still_closes_another() -> None:
    # e4 is captured between e5 and e3, and all the same closes the row against d4.
    position = drawn(
        """
        . . f .
        F f . .
        . . f F
        """
    )
    assert lost(position, "f3e4") == {"d4", "e4"}


@pytest.mark.rule("cities.enclosure.both_sides")
@pytest.mark.statement("CT-048", "CT-063")
def test_three_captured_pieces_may_lie_in_one_line() -> None:
    position = drawn(
        """
        F f f . f
        . . . F .
        """
    )
    assert lost(position, "f3f4") == {"d4", "e4", "f4"}


@pytest.mark.rule("cities.enclosure.both_sides")
@pytest.mark.statement("CT-048")
def test_where_both_players_enclose_in_one_line_all_enclosed_are_captured() -> None:
    position = drawn(
        """
        F f . F f
        . . f . .
        """,
        side=2,
    )
    # F f f F f: two of the second player's between F and F, one of the first's between f and f.
    assert lost(position, "e3e4") == {"d4", "e4", "f4"}


@pytest.mark.rule("cities.enclosure.removed")
@pytest.mark.statement("CT-049")
def test_captured_pieces_are_off_the_board_and_nothing_brings_them_back() -> None:
    position = drawn("F f . F")
    after = act(position, "f3e3")
    assert list(pieces(after).values()).count("f") == list(pieces(position).values()).count("f") - 1
    for text in ("c10d10", "c3c4", "h10g10", "c4c3"):
        after = act(after, text)
        assert "d3" not in pieces(after)


@pytest.mark.rule("cities.enclosure.in_city")
@pytest.mark.statement("CT-050")
@pytest.mark.parametrize("prey", ["[f]", "[h]"])
def test_a_piece_in_its_own_city_is_captured_like_any_other(prey: str) -> None:
    assert lost(drawn(f"F {prey} . F"), "f3e3") == {"d3"}


@pytest.mark.rule("cities.enclosure.in_city")
@pytest.mark.parametrize("prey", ["[f]", "[h]"])
def test_by_option_a_piece_in_its_own_city_is_safe(prey: str) -> None:
    position = drawn(f"F {prey} . F", city_shelter=True)
    after = act(position, "f3e3")
    assert lost(position, "f3e3") == set()
    assert owners(after) == owners(position)
    assert GAME.parse(after.text(), position.setting.options) == after


@pytest.mark.rule("cities.enclosure.in_city")
def test_by_option_only_the_piece_in_the_city_is_safe_and_not_its_neighbours() -> None:
    assert lost(drawn("F f [f] f . F", city_shelter=True), "h3g3") == {"d3", "f3"}


@pytest.mark.rule("cities.enclosure.in_city")
def test_by_option_the_city_that_a_piece_takes_shelters_it_at_once() -> None:
    position = drawn(
        """
        f - f
        . F .
        """,
        city_shelter=True,
    )
    assert lost(position, "d3d4") == set()
    assert "d4" in cities_of(act(position, "d3d4"), Turn.FIRST)


@pytest.mark.rule("cities.enclosure.in_city")
def test_by_option_a_sheltered_piece_still_closes_lines_and_is_lost_once_it_leaves_for_another_line() -> None:
    position = drawn(
        """
        . . f .
        F [f] . F
        . . . .
        . . f .
        """,
        city_shelter=True,
    )
    sheltered = act(position, "f5e5")
    assert "d5" in pieces(sheltered)
    # e5 now has d5 on its left: with f5 it would be enclosed in turn.
    assert lost(act(sheltered, "h10g9", "c1c2"), "e6f5") == {"e5"}


@pytest.mark.rule("cities.enclosure.after_move")
@pytest.mark.statement("CT-061")
def test_a_winding_move_is_finished_first_and_then_captures() -> None:
    # Up to b6, down to c5, up to d6; there the hero closes the column against d7.
    position = drawn(
        """
        . . . F
        f f f f
        f . f .
        H f . F
        F F F F
        """,
        at="a4",
        reserves=False,
    )
    assert targets(position, "a5") == {"b6", "c5", "d6"}
    assert lost(position, "a5d6") == {"d7"}


@pytest.mark.rule("cities.enclosure.after_move")
@pytest.mark.statement("CT-061")
def test_on_its_way_a_piece_is_not_captured_and_captures_nobody() -> None:
    # On d4 the hero would stand between c4 and e4, and would close d5 against d6; it goes on to d3.
    position = drawn(
        """
        . F .
        . f .
        f . f
        H . .
        """
    )
    after = act(position, "c3d3")
    assert pieces(after)["d3"] == "H"
    assert lost(position, "c3e3") == set()
    assert lost(position, "c3d4") == {"d4", "d5"}


@pytest.mark.rule("cities.enclosure.removed")
@pytest.mark.parametrize("option", [False, True])
def test_enclosed_pieces_can_not_stand_in_a_position(option: bool) -> None:
    refusal = GAME.parse(f"{rows({'c3': 'F', 'd3': 'f', 'e3': 'F'})} 1 a1b1c1d1-a2b2c2d2 0", {"city_shelter": option})
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.params["squares"]) == ("position.enclosed", ["d3"])
