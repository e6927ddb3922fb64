"""Promotion without moving: a fighter that stands in an own city when the turn begins may become a hero instead."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import (
    act,
    anywhere,
    drawn,
    listed,
    lost,
    owners,
    pieces,
    refused,
    start,
    targets,
    walk,
)
from tests.hypothesis_profiles import given, seldom
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


@pytest.mark.rule("cities.promotion.stay")
@pytest.mark.statement("CT-051", "CT-052", "CT-053")
@pytest.mark.parametrize(("side", "fighter", "hero"), [(1, "[F]", "H"), (2, "[f]", "h")])
def test_a_fighter_in_an_own_city_may_become_a_hero_instead_of_a_move(side: int, fighter: str, hero: str) -> None:
    before = drawn(fighter, at="e5", side=side)
    assert "e5=H" in listed(before)
    after = act(before, "e5=H")
    assert pieces(after) == pieces(before) | {"e5": hero}  # nothing else moves
    assert owners(after) == owners(before)
    assert after.turn is before.turn.other
    assert after.stall == 0


@pytest.mark.rule("cities.promotion.stay")
@pytest.mark.statement("CT-052")
def test_to_promote_in_place_is_allowed_and_not_demanded() -> None:
    position = drawn("[F]", at="e5")
    assert targets(position, "e5") != set()
    assert len(listed(position)) > 1


@pytest.mark.rule("cities.promotion.stay")
@pytest.mark.statement("CT-051")
def test_no_fighter_outside_a_city_is_promoted_in_place() -> None:
    refusal = refused(drawn("F +", at="e5"), "e5=H")
    assert (refusal.code, refusal.rule) == ("promotion.no_city", "cities.promotion.stay")


@pytest.mark.rule("cities.promotion.stay")
def test_a_hero_is_not_promoted_again() -> None:
    position = drawn("[H]", at="e5")
    assert "e5=H" not in listed(position)
    assert refused(position, "e5=H").code == "promotion.hero"


@pytest.mark.rule("cities.promotion.stay")
def test_nobody_promotes_the_other_players_fighter() -> None:
    assert refused(drawn("[f]", at="e5"), "e5=H").code == "move.not_yours"


@pytest.mark.rule("cities.promotion.stay", "cities.city.taker_stays_fighter")
@pytest.mark.statement("CT-051")
def test_a_fighter_that_took_a_city_may_be_promoted_from_its_next_turn_on() -> None:
    taken = act(drawn("F -"), "c3d3")
    assert pieces(taken)["d3"] == "F"
    later = act(taken, "c10d10")
    assert pieces(act(later, "d3=H"))["d3"] == "H"


@pytest.mark.rule("cities.city.promotion", "cities.city.taker_stays_fighter")
def test_a_fighter_that_took_a_city_may_leave_it_and_come_back_for_promotion() -> None:
    position = act(drawn("F -"), "c3d3", "c10d10", "d3c3", "d10c10", "c3d3")
    assert pieces(position)["d3"] == "H"


@pytest.mark.rule("cities.promotion.stay")
def test_of_several_fighters_in_own_cities_one_is_promoted_in_a_turn() -> None:
    before = drawn("[F] . [F]")
    assert [text for text in listed(before) if text.endswith("=H")] == ["c3=H", "e3=H"]
    after = act(before, "c3=H")
    assert (pieces(after)["c3"], pieces(after)["e3"]) == ("H", "F")
    assert pieces(act(after, "c10d10", "e3=H"))["e3"] == "H"


@pytest.mark.rule("cities.promotion.stay", "cities.move.free_squares")
def test_the_city_of_a_fighter_that_stays_can_not_be_retaken() -> None:
    # The enemy stands beside the city and can't enter it while the fighter is there.
    position = drawn("h [F]", side=2)
    assert refused(position, "c3d3").code == "move.occupied"
    assert "d3=H" in listed(act(position, "c3c4"))


@pytest.mark.rule("cities.promotion.stay", "cities.enclosure.all_lines")
def test_promotion_in_place_captures_nobody() -> None:
    # By option a piece in its city may stand enclosed; its promotion changes nothing on any line.
    position = drawn("f [F] . f", side=2, city_shelter=True)
    enclosed = act(position, "f3e3")
    assert lost(enclosed, "d3=H") == set()


@pytest.mark.rule("cities.promotion.stay")
@seldom
@given(anywhere)
def test_exactly_the_fighters_in_own_cities_may_be_promoted_in_place(position: Position) -> None:
    fighter = "F" if position.turn is Turn.FIRST else "f"
    whose = owners(position)
    inside = {square for square, piece in pieces(position).items() if piece == fighter and square in whose}
    if position.turn is Turn.OVER:
        inside = set()
    assert {text.removesuffix("=H") for text in listed(position) if text.endswith("=H")} == inside


@pytest.mark.rule("cities.material.heroes")
@pytest.mark.statement("CT-009")
@pytest.mark.parametrize("seed", range(6))
def test_the_heroes_never_run_out(seed: int) -> None:
    # Eight fighters, each promoted once at most, and eight heroes: no side ever has more than its eight.
    promoted = {Turn.FIRST: 0, Turn.SECOND: 0}
    for before, action, after in walk(start(layout="outpost"), seed, 300):
        promoted[before.turn] += any(event.kind == "promoted" for event in GAME.events(before, action, after))
        letters = "".join(pieces(after).values())
        assert letters.count("F") + letters.count("H") <= 8
        assert letters.count("f") + letters.count("h") <= 8
    assert 1 <= max(promoted.values()) <= 8
