"""How fighters and heroes move: how far, which way, over what."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import act, around, drawn, listed, owners, parsed, pieces, refused, rows, targets

ONE_GAP = """
    f . .
    {} f .
    F f .
    """
"""The piece on a5 gets out by b6."""
EIGHT_WAYS = ["d5e5", "d5c5", "d5d6", "d5d4", "d5e6", "d5e4", "d5c6", "d5c4"]


@pytest.mark.rule("cities.move.fighter")
@pytest.mark.statement("CT-019")
def test_a_fighter_goes_one_or_two_steps() -> None:
    position = drawn("F", at="e5")
    assert targets(position, "e5") == around("e5", 2)
    refusal = refused(position, "e5e8")
    assert (refusal.code, refusal.rule) == ("move.too_far", "cities.move.fighter")
    assert (refusal.params["wanted"], refusal.params["allowed"]) == (3, 2)


@pytest.mark.rule("cities.move.hero")
@pytest.mark.statement("CT-022")
def test_a_hero_goes_one_to_three_steps() -> None:
    position = drawn("H", at="e5")
    assert targets(position, "e5") == around("e5", 3)
    refusal = refused(position, "e5e9")
    assert (refusal.code, refusal.rule) == ("move.too_far", "cities.move.hero")
    assert (refusal.params["wanted"], refusal.params["allowed"]) == (4, 3)


@pytest.mark.rule("cities.move.fighter", "cities.material.pieces")
@pytest.mark.statement("CT-020", "CT-003")
@pytest.mark.parametrize("text", EIGHT_WAYS)
def test_a_fighter_steps_in_any_direction(text: str) -> None:
    after = act(drawn("F", at="d5"), text)
    assert pieces(after)[text[2:]] == "F"
    assert "d5" not in pieces(after)


@pytest.mark.rule("cities.move.hero", "cities.material.pieces")
@pytest.mark.statement("CT-023", "CT-003")
@pytest.mark.parametrize("text", EIGHT_WAYS)
def test_a_hero_steps_in_any_direction(text: str) -> None:
    after = act(drawn("H", at="d5"), text)
    assert pieces(after)[text[2:]] == "H"
    assert "d5" not in pieces(after)


@pytest.mark.rule("cities.move.fighter")
@pytest.mark.statement("CT-021")
def test_a_fighter_may_change_direction_after_its_first_step() -> None:
    # On an open board a knight's jump is a straight and a slanting step.
    assert {"f7", "g6", "g4", "d3"} <= targets(drawn("F", at="e5"), "e5")
    # Here b6 is the only way out; straight on lies c7, and every other square needs a change of direction.
    assert targets(drawn(ONE_GAP.format("F"), at="a4"), "a5") == {"b6", "c7"} | {"a7", "b7", "c6", "c5"}


@pytest.mark.rule("cities.move.hero")
@pytest.mark.statement("CT-024")
def test_a_hero_may_change_direction_several_times() -> None:
    # One winding way: up to b6, down to c5, up to d6.
    position = drawn(
        """
        f f f .
        f . f .
        H f . F
        F F F F
        """,
        at="a4",
    )
    assert targets(position, "a5") == {"b6", "c5", "d6"}


@pytest.mark.rule("cities.move.free_squares")
@pytest.mark.statement("CT-025", "CT-028")
@pytest.mark.parametrize("piece", ["F", "f", "H", "h"])
def test_no_piece_enters_an_occupied_square(piece: str) -> None:
    position = drawn(f"F {piece}", at="d5")
    refusal = refused(position, "d5e5")
    assert (refusal.code, refusal.rule) == ("move.occupied", "cities.move.free_squares")
    assert targets(position, "d5") == around("d5", 2) - {"e5"}


@pytest.mark.rule("cities.move.free_squares")
@pytest.mark.statement("CT-025", "CT-028")
def test_no_piece_crosses_an_occupied_square() -> None:
    # Walled in by both colours, the fighter gets out through the one gap only.
    position = drawn(ONE_GAP.format("F"), at="a4")
    assert targets(position, "a5") == {"b6", "a7", "b7", "c7", "c6", "c5"}
    refusal = refused(position, "a5c4")
    assert (refusal.code, refusal.rule) == ("move.in_the_way", "cities.move.free_squares")
    assert (refusal.params["from"], refusal.params["to"], refusal.params["allowed"]) == ("a5", "c4", 2)


@pytest.mark.rule("cities.move.free_squares")
@pytest.mark.statement("CT-025")
def test_a_detour_within_the_steps_is_a_move_and_a_longer_one_is_not() -> None:
    wall = """
        . . f .
        H . f .
        . . f .
        """
    assert "f4" not in targets(drawn(wall), "c4")  # straight on: three steps, but through the wall
    short = """
        . . . .
        . . . .
        H . f .
        """
    assert "f3" in targets(drawn(short), "c3")  # around it: three steps too


@pytest.mark.rule("cities.move.free_squares")
@pytest.mark.statement("CT-026", "CT-027")
@pytest.mark.parametrize("city", ["+", "-"])
@pytest.mark.parametrize("piece", ["F", "H"])
def test_an_empty_city_of_either_player_may_be_entered_and_crossed(city: str, piece: str) -> None:
    # The city on b5 is the only way out.
    position = drawn(
        f"""
        f f .
        {piece} {city} .
        F f .
        """,
        at="a4",
    )
    entered, crossed = {"b5"}, {"c4", "c5", "c6"}
    if piece == "H":
        crossed |= {"b3", "c3", "d3", "d4", "d5", "d6", "d7", "c7", "b7"}
    assert targets(position, "a5") == entered | crossed


@pytest.mark.rule("cities.move.free_squares", "cities.city.ends_there")
@pytest.mark.statement("CT-028")
@pytest.mark.parametrize("city", ["[f]", "[h]", "[F]", "[H]"])
def test_a_city_with_a_piece_in_it_may_be_neither_entered_nor_crossed(city: str) -> None:
    position = drawn(
        f"""
        f f .
        F {city} .
        F F .
        """,
        at="a4",
    )
    assert targets(position, "a5") == set()
    assert refused(position, "a5b5").code == "move.occupied"
    assert refused(position, "a5c5").code == "move.in_the_way"


@pytest.mark.rule("cities.move.not_back")
@pytest.mark.statement("CT-029")
@pytest.mark.parametrize("piece", ["F", "H", "[F]"])
def test_a_move_never_ends_where_it_began(piece: str) -> None:
    position = drawn(piece, at="e5")
    assert "e5" not in targets(position, "e5")
    assert "e5e5" not in listed(position)
    refusal = refused(position, "e5e5")
    assert (refusal.code, refusal.rule) == ("move.not_back", "cities.move.not_back")


@pytest.mark.rule("cities.move.fighter", "cities.move.hero", "cities.material.board")
@pytest.mark.statement("CT-007")
@pytest.mark.parametrize("corner", ["a1", "a10", "j1", "j10"])
@pytest.mark.parametrize(("piece", "steps"), [("F", 2), ("H", 3)])
def test_the_way_ends_at_the_edge_of_the_board(corner: str, piece: str, steps: int) -> None:
    others = {"e5": "F", "f5": "F", "e6": "f", "f6": "f", "g6": "f"}
    position = parsed(f"{rows({corner: piece, **others})} 1 a3b3c3d3-a4b4c4d4 0")
    assert targets(position, corner) == around(corner, steps)


@pytest.mark.rule("cities.city.ends_there")
@pytest.mark.statement("CT-032")
@pytest.mark.parametrize(("piece", "city"), [("F", "-"), ("F", "+"), ("H", "-"), ("H", "+")])
def test_crossing_a_city_changes_nothing(piece: str, city: str) -> None:
    position = drawn(
        f"""
        f f .
        {piece} {city} .
        F f .
        """,
        at="a4",
    )
    after = act(position, "a5c5")
    assert owners(after) == owners(position)
    assert pieces(after)["c5"] == piece
