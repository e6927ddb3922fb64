"""What happens when a move ends in a city: promotion, taking, and that cities come before enclosures."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import (
    act,
    anywhere_ongoing,
    cities_of,
    drawn,
    is_move,
    listed,
    owners,
    pieces,
    squares_of,
)
from tests.hypothesis_profiles import given, seldom
from triarii.core.contract import Turn
from triarii.games.cities.position import Position


@pytest.mark.rule("cities.city.promotion")
@pytest.mark.statement("CT-033")
@pytest.mark.parametrize(("side", "fighter", "city", "hero"), [(1, "F", "+", "H"), (2, "f", "-", "h")])
def test_a_fighter_that_ends_in_an_own_city_becomes_a_hero(side: int, fighter: str, city: str, hero: str) -> None:
    after = act(drawn(f"{fighter} . {city}", side=side), "c3e3")
    assert pieces(after)["e3"] == hero
    assert "c3" not in pieces(after)


@pytest.mark.rule("cities.city.promotion")
@pytest.mark.statement("CT-034", "CT-035")
def test_a_promoted_fighter_is_swapped_for_a_hero_and_does_not_come_back() -> None:
    before = drawn("F . +")
    after = act(before, "c3e3")
    count = [list(pieces(position).values()).count for position in (before, after)]
    assert (count[0]("F"), count[0]("H")) == (3, 0)
    assert (count[1]("F"), count[1]("H")) == (2, 1)  # one for one: the fighter is nowhere


@pytest.mark.rule("cities.city.promotion")
def test_promotion_on_entering_an_own_city_is_not_a_choice() -> None:
    # There is one action to e3, and it promotes.
    assert [text for text in listed(drawn("F . +")) if text.startswith("c3e3")] == ["c3e3"]


@pytest.mark.rule("cities.city.promotion")
def test_a_hero_that_ends_in_an_own_city_stays_what_it_is() -> None:
    before = drawn("H . +")
    after = act(before, "c3e3")
    assert pieces(after)["e3"] == "H"
    assert owners(after) == owners(before)
    assert after.stall == before.stall + 1  # nothing happened


@pytest.mark.rule("cities.city.taken", "cities.material.tiles")
@pytest.mark.statement("CT-036", "CT-038", "CT-011")
@pytest.mark.parametrize(("side", "fighter", "city"), [(1, "F", "-"), (2, "f", "+")])
def test_a_fighter_takes_the_enemy_city_where_it_ends(side: int, fighter: str, city: str) -> None:
    before = drawn(f"{fighter} . {city}", side=side)
    after = act(before, "c3e3")
    mover = Turn(side - 1)
    assert cities_of(after, mover) == cities_of(before, mover) | {"e3"}
    assert cities_of(after, mover.other) == cities_of(before, mover.other) - {"e3"}


@pytest.mark.rule("cities.city.taken")
@pytest.mark.statement("CT-037", "CT-038")
@pytest.mark.parametrize(("side", "hero", "city"), [(1, "H", "-"), (2, "h", "+")])
def test_a_hero_takes_the_enemy_city_where_it_ends(side: int, hero: str, city: str) -> None:
    after = act(drawn(f"{hero} . . {city}", side=side), "c3f3")
    assert "f3" in cities_of(after, Turn(side - 1))


@pytest.mark.rule("cities.city.taken")
@pytest.mark.statement("CT-039")
@pytest.mark.parametrize("piece", ["F", "H"])
def test_the_piece_that_takes_a_city_stands_on_it(piece: str) -> None:
    after = act(drawn(f"{piece} -"), "c3d3")
    assert pieces(after)["d3"] == piece
    assert not {"c3d3", "h10d3"} & set(listed(after))


@pytest.mark.rule("cities.city.taker_stays_fighter")
@pytest.mark.statement("CT-040")
@pytest.mark.parametrize(("side", "fighter", "city"), [(1, "F", "-"), (2, "f", "+")])
def test_a_fighter_that_takes_a_city_stays_a_fighter(side: int, fighter: str, city: str) -> None:
    after = act(drawn(f"{fighter} {city}", side=side), "c3d3")
    assert pieces(after)["d3"] == fighter


@pytest.mark.rule("cities.city.ends_there")
@pytest.mark.statement("CT-030", "CT-032")
def test_a_move_that_ends_beside_a_city_and_encloses_nobody_has_no_effect() -> None:
    before = drawn(
        """
        . - .
        F . +
        """
    )
    after = act(before, "c3d3")
    assert owners(after) == owners(before)
    assert sorted(pieces(after).values()) == sorted(pieces(before).values())


@pytest.mark.rule("cities.effects.order")
@pytest.mark.statement("CT-030", "CT-031")
def test_one_move_may_promote_and_capture() -> None:
    after = act(drawn("F f + . F"), "g3e3")
    assert pieces(after)["e3"] == "H"
    assert "d3" not in pieces(after)


@pytest.mark.rule("cities.effects.order")
@pytest.mark.statement("CT-031")
def test_a_piece_that_has_just_been_promoted_can_be_captured() -> None:
    before = drawn(
        """
        f + f
        . F .
        """
    )
    after = act(before, "d3d4")
    assert "d4" not in pieces(after)
    assert list(pieces(after).values()).count("F") == 2  # the swapped fighter does not come back
    assert "d4" in cities_of(after, Turn.FIRST)
    assert after.stall == 0


@pytest.mark.rule("cities.effects.order", "cities.city.owner_stays")
@pytest.mark.statement("CT-031")
@pytest.mark.parametrize("piece", ["F", "H"])
def test_a_piece_that_has_just_taken_a_city_can_be_captured_and_the_city_stays_taken(piece: str) -> None:
    before = drawn(
        f"""
        f - f
        . {piece} .
        """
    )
    after = act(before, "d3d4")
    assert "d4" not in pieces(after)
    assert "d4" in cities_of(after, Turn.FIRST)


@pytest.mark.rule("cities.city.owner_stays")
def test_a_city_keeps_its_owner_when_the_piece_leaves() -> None:
    before = drawn("[F] .")
    assert "c3" in cities_of(act(before, "c3d3"), Turn.FIRST)


@pytest.mark.rule("cities.city.owner_stays")
@pytest.mark.parametrize("piece", ["[f]", "[h]"])
def test_a_city_keeps_its_owner_when_the_piece_in_it_is_captured(piece: str) -> None:
    before = drawn(f"F {piece} . F")
    after = act(before, "f3e3")
    assert "d3" not in pieces(after)
    assert owners(after) == owners(before)


@pytest.mark.rule("cities.city.owner_stays")
def test_a_city_that_was_taken_can_be_taken_back() -> None:
    # The fighter takes d3 and leaves it; the enemy comes and goes.
    position = act(drawn("F - . . f"), "c3d3", "g3g4", "d3c3")
    assert "d3" in cities_of(position, Turn.FIRST)
    position = act(position, "g4f4", "c3b3", "f4d3")
    assert "d3" in cities_of(position, Turn.SECOND)


@pytest.mark.rule("cities.city.owner_stays", "cities.material.tiles", "cities.material.cities")
@pytest.mark.statement("CT-010", "CT-011")
@seldom
@given(anywhere_ongoing)
def test_there_are_always_eight_cities_of_one_owner_each_and_only_a_move_that_ends_there_turns_one(
    position: Position,
) -> None:
    before = owners(position)
    for action, text in zip(position.actions(), listed(position), strict=True):
        after = owners(position.play(action))
        assert before.keys() == after.keys()
        assert len(after) == 8
        goal = squares_of(text)[-1] if is_move(text) else ""
        taken = {goal} if before.get(goal) is position.turn.other else set()
        assert {square for square, owner in after.items() if before[square] is not owner} == taken
