"""Manoeuvres and what they cost: slides, wheels and turns on the spot, with every reading of their limits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import (
    AFAR,
    N,
    after,
    column,
    cost,
    difficult,
    drill,
    given,
    line,
    pose,
    poses,
    refused,
    spent,
    why,
)
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

FOE: Placed = ("e1", "levy", AFAR)


def one(troop: str = "heavy_cavalry", where: Pose = N, **more: Any) -> State:
    """One unit with all the room it likes."""
    return drill([("u1", troop, where), FOE], **more)


# Slides


@pytest.mark.rule("adlg.slide.limits")
@pytest.mark.statement("AG-442")
def test_a_slide_goes_up_to_1_ud_to_one_side_and_costs_nothing() -> None:
    assert pose(after(one(), "u1 slide right 1")) == (11000, 10000, 0)
    assert pose(after(one(where=(10000, 10000, 4500)), "u1 slide left 0.7")) == (9505, 10495, 4500)
    assert spent(one(), "u1 slide left 1") == 0
    assert spent(one(), "u1 slide left 1 advance 4") == 4000
    numbers = {"slide": 1001, "most": 1000}
    assert refused(one(), "u1 slide right 1.001") == ("move.slide_far", "adlg.slide.limits", numbers)


@pytest.mark.rule("adlg.slide.limits")
@pytest.mark.statement("AG-441")
def test_a_move_has_one_slide() -> None:
    twice = "u1 slide right 0.2 advance 1 slide right 0.2"
    assert refused(one(), twice) == ("move.slide_twice", "adlg.slide.limits", {"unit": "u1"})
    next_move = after(one(), "u1 slide right 0.2 advance 1", "u1 advance 1 slide right 0.2")
    assert pose(next_move) == (10400, 12000, 0)


@pytest.mark.rule("adlg.slide.limits")
def test_by_the_other_reading_a_phase_has_one_slide() -> None:
    slid = after(one(slides_per="phase"), "u1 slide right 0.2 advance 1")
    assert refused(slid, "u1 slide left 0.2 advance 1") == ("move.slide_twice", "adlg.slide.limits", {"unit": "u1"})
    assert pose(after(slid, "u1 advance 1")) == (10200, 12000, 0)


@pytest.mark.rule("adlg.slide.limits")
@pytest.mark.statement("AG-443")
def test_a_slide_comes_before_or_after_the_movement() -> None:
    assert pose(after(one(), "u1 slide right 0.5 advance 2")) == (10500, 12000, 0)
    assert pose(after(one(), "u1 advance 2 slide right 0.5")) == (10500, 12000, 0)
    assert why(one(), "u1 advance 1 slide right 0.5 advance 1") == ("move.slide_when", "adlg.slide.limits")
    assert why(one(), "u1 oblique right 0.5 2") == ("move.slide_when", "adlg.slide.limits")


@pytest.mark.rule("adlg.slide.limits")
def test_by_the_other_reading_a_slide_may_come_during_the_movement() -> None:
    state = one(slide_timing="also_during")
    assert pose(after(state, "u1 advance 1 slide right 0.5 advance 1")) == (10500, 12000, 0)
    assert pose(after(state, "u1 oblique left 0.5 2")) == (9500, 12000, 0)
    assert spent(state, "u1 oblique left 0.5 2") == 2000
    assert refused(state, "u1 oblique left 1.2 2")[2] == {"slide": 1200, "most": 1000}
    assert why(state, "u1 oblique left 0.5 2 slide left 0.5") == ("move.slide_twice", "adlg.slide.limits")


@pytest.mark.rule("adlg.slide.limits")
def test_a_slide_needs_no_advance_unless_the_reading_asks_for_1_ud() -> None:
    assert pose(after(one(slide_min_advance=0), "u1 slide right 1")) == (11000, 10000, 0)
    asking = one(slide_min_advance=1)
    numbers = {"advance": 999, "least": 1000}
    assert refused(asking, "u1 slide right 1 advance 0.999") == ("move.slide_advance", "adlg.slide.limits", numbers)
    assert pose(after(asking, "u1 slide right 1 advance 1")) == (11000, 11000, 0)


@pytest.mark.rule("adlg.slide.limits")
def test_a_slide_goes_with_a_turn_unless_the_reading_forbids_it() -> None:
    assert pose(after(one(), "u1 turn right slide left 0.5")) == (10500, 10000, 9000)
    apart = one(slide_with_turn=False)
    assert why(apart, "u1 turn right slide left 0.5") == ("move.slide_turn", "adlg.slide.limits")
    assert pose(after(apart, "u1 slide left 0.5 advance 1")) == (9500, 11000, 0)


# Wheels


@pytest.mark.rule("adlg.wheel.limits")
@pytest.mark.statement("AG-444")
def test_a_unit_wheels_by_at_most_90_degrees_in_one_move() -> None:
    assert pose(after(one(), "u1 wheel right 90")) == (10500, 10500, 9000)
    assert pose(after(one(), "u1 wheel left 45")) == (9854, 10354, 31500)
    numbers = {"wheel": 9001, "most": 9000}
    assert refused(one(), "u1 wheel right 90.01") == ("move.wheel_far", "adlg.wheel.limits", numbers)
    assert refused(one(), "u1 wheel right 60 advance 0.5 wheel left 30.01")[2] == numbers, "in all"


@pytest.mark.rule("adlg.wheel.limits")
@pytest.mark.statement("AG-445")
def test_a_war_wagon_wheels_by_at_most_45_degrees() -> None:
    assert pose(after(one("war_wagon"), "u1 wheel right 45"))[2] == 4500
    numbers = {"wheel": 4501, "most": 4500}
    assert refused(one("war_wagon"), "u1 wheel right 45.01") == ("move.wheel_far", "adlg.wheel.limits", numbers)


@pytest.mark.rule("adlg.wheel.limits")
@pytest.mark.statement("AG-446")
@pytest.mark.parametrize(("words", "price"), [("90", 1500), ("45", 750), ("30", 500), ("10", 167), ("0.01", 1)])
def test_the_greatest_wheel_counts_1_and_a_half_ud_and_a_smaller_one_its_share(words: str, price: int) -> None:
    assert spent(one(), f"u1 wheel right {words}") == price
    assert spent(one(), f"u1 wheel left {words} advance 1") == price + 1000


@pytest.mark.rule("adlg.wheel.limits")
def test_a_wheel_and_an_advance_share_the_allowance() -> None:
    assert pose(after(one(), "u1 wheel right 20 advance 1.5")) == (10543, 11581, 2000)
    numbers = {"unit": "u1", "cost": 4001, "limit": 4000}
    assert refused(one(), "u1 wheel right 90 advance 2.501") == ("move.too_far", "adlg.move.allowance", numbers)


@pytest.mark.rule("adlg.wheel.limits")
@pytest.mark.parametrize(("reading", "full", "half"), [("full_price_at_45", 1500, 750), ("pro_rata_of_90", 750, 375)])
def test_the_price_of_a_war_wagons_wheel_is_a_reading(reading: str, full: int, half: int) -> None:
    state = one("war_wagon", war_wagon_wheel_cost=reading)
    assert spent(state, "u1 wheel right 45") == full
    assert spent(state, "u1 wheel right 22.5") == half


@pytest.mark.rule("adlg.wheel.limits")
def test_the_farther_from_the_pivot_its_file_the_more_a_unit_pays() -> None:
    state = drill([*line("heavy_cavalry", 4), FOE])
    wheeled = after(state, "u1+u2+u3+u4 wheel right 20")
    assert poses(wheeled, "u1", "u2", "u3", "u4") == [
        (10211, 11197, 2000),
        (11151, 10855, 2000),
        (12090, 10513, 2000),
        (13030, 10171, 2000),
    ]
    assert spent(state, "u1+u2+u3+u4 wheel right 20") == 1334
    assert spent(drill([*line("heavy_cavalry", 2), FOE]), "u1+u2 wheel left 90") == 3000


@pytest.mark.rule("adlg.wheel.limits")
def test_each_unit_of_a_wheeling_group_pays_from_its_own_allowance() -> None:
    units = [("u1", "medium_swordsmen", N), ("u2", "light_artillery", (11000, 10000, 0)), FOE]
    assert spent(drill(units), "u1+u2 wheel right 90") == 3000, "the gun at the pivot pays only 1500 of its 2000"
    numbers = {"unit": "u2", "cost": 3000, "limit": 2000}
    assert refused(drill(units), "u1+u2 wheel left 90") == ("move.too_far", "adlg.move.allowance", numbers)


@pytest.mark.rule("adlg.wheel.limits")
@pytest.mark.parametrize(("reading", "price"), [("full_price_at_45", 2000), ("pro_rata_of_90", 1000)])
def test_wagons_in_a_group_pay_by_their_file_too(reading: str, price: int) -> None:
    state = drill([*line("war_wagon", 2), FOE], war_wagon_wheel_cost=reading)
    assert spent(state, "u1+u2 wheel right 30") == price


@pytest.mark.rule("adlg.wheel.limits")
def test_a_move_with_one_wheel_may_count_as_the_straight_way_of_the_outer_corner() -> None:
    chord = one(wheel_measure="chord")
    assert spent(chord, "u1 wheel right 90") == 1414
    assert spent(chord, "u1 wheel right 20 advance 1.5") == 1843
    assert spent(chord, "u1 advance 1.5 wheel right 20") == 1843
    assert spent(chord, "u1 wheel right 20 advance 1.5 wheel left 20") == 334 + 1500 + 334, "not with two wheels"
    assert spent(chord, "u1 wheel right 20 advance 1.5 slide left 1") == 334 + 1500, "nor with a slide"


@pytest.mark.rule("adlg.wheel.limits")
def test_a_column_wheels_as_one_rigid_body() -> None:
    state = drill([*column("heavy_cavalry", 2, 750), FOE])
    assert poses(after(state, "u1+u2 wheel right 90"), "u1", "u2") == [(10500, 10500, 9000), (9750, 10500, 9000)]
    assert spent(state, "u1+u2 wheel right 90") == 1500


@pytest.mark.rule("adlg.wheel.limits")
def test_by_the_other_reading_a_column_winds_around_the_corner() -> None:
    state = drill([*column("heavy_cavalry", 3, 750), FOE], column_wheel="snake")
    wound = after(state, "u1+u2+u3 wheel right 90 advance 1.5")
    assert poses(wound, "u1", "u2", "u3") == [(12000, 10500, 9000), (11250, 10500, 9000), (10500, 10500, 9000)]
    assert spent(state, "u1+u2+u3 wheel right 90 advance 1.5") == 3000
    numbers = {"advance": 1499, "least": 1500}
    short = "u1+u2+u3 wheel right 90 advance 1.499"
    assert refused(state, short) == ("move.snake_short", "adlg.wheel.limits", numbers)
    assert refused(state, "u1+u2+u3 wheel right 5")[2] == {"advance": 0, "least": 1500}
    assert spent(one(column_wheel="snake"), "u1 wheel right 90") == 1500, "one unit is no column"


@pytest.mark.rule("adlg.wheel.limits")
def test_a_winding_column_needs_room_along_its_way_only() -> None:
    beside: Placed = ("e2", "light_artillery", (8900, 9000, 0))
    units = [*column("heavy_cavalry", 3, 750), beside, FOE]
    rigid, winding = drill(units), drill(units, column_wheel="snake")
    assert why(rigid, "u1+u2+u3 wheel right 90")[0] == "move.wheel_blocked"
    assert pose(after(winding, "u1+u2+u3 wheel right 90 advance 1.5"), "u3") == (10500, 10500, 9000)
    friend: Placed = ("u4", "levy", (11600, 10500, 0))
    in_the_way = drill([*column("heavy_cavalry", 3, 750), friend, FOE], column_wheel="snake")
    assert why(in_the_way, "u1+u2+u3 wheel right 90 advance 1.5")[0] == "move.friend"


# Turns


@pytest.mark.rule("adlg.turn.one")
@pytest.mark.statement("AG-447")
def test_a_move_has_one_quarter_or_half_turn() -> None:
    assert pose(after(one(), "u1 turn right")) == (10500, 9500, 9000)
    assert pose(after(one(where=(10000, 10000, 3000)), "u1 turn left")) == (9317, 9817, 30000)
    assert pose(after(one(), "u1 turn back")) == (10000, 9250, 18000)
    numbers = {"turns": 2, "most": 1}
    for troop in ("heavy_cavalry", "light_infantry", "light_cavalry"):
        found = refused(one(troop), "u1 turn right advance 1 turn back")
        assert found == ("move.turn_twice", "adlg.turn.one", numbers), troop


@pytest.mark.rule("adlg.turn.one")
@pytest.mark.rule("adlg.turn.light_troops")
def test_by_the_other_reading_light_troops_turn_a_second_time_for_1_ud() -> None:
    twice: dict[str, Any] = {"light_troops_turns": "one_free_one_paid"}
    assert spent(one("light_cavalry", **twice), "u1 turn right advance 1 turn back") == 2000
    numbers = {"turns": 3, "most": 2}
    thrice = "u1 turn right turn right turn right"
    assert refused(one("light_infantry", **twice), thrice) == ("move.turn_twice", "adlg.turn.one", numbers)
    assert why(one("heavy_cavalry", **twice), "u1 turn right turn back")[0] == "move.turn_twice", "heavy troops don't"


@pytest.mark.rule("adlg.turn.one")
@pytest.mark.rule("adlg.difficult.turns")
@pytest.mark.statement("AG-473")
@pytest.mark.statement("AG-476")
def test_scythed_chariots_turn_like_other_unmanoeuvrable_troops() -> None:
    """The sheet names them among those for whom a turn is difficult, so they may turn."""
    state = one("scythed_chariot")
    assert spent(state, "u1 turn back") == 2000
    assert difficult(state, "u1 turn back") == ("adlg.difficult.turns",)
    assert cost(state, "u1 turn back") == 2
    assert cost(state, "u1 turn back advance 2") == 2, "one price for all that is difficult"


@pytest.mark.rule("adlg.turn.one")
def test_by_the_common_reading_scythed_chariots_only_advance_wheel_and_slide() -> None:
    state = one("scythed_chariot", scythed_chariots_turn=False)
    numbers = ("move.no_turn", "adlg.turn.one", {"unit": "u1"})
    assert refused(state, "u1 turn back") == numbers
    assert not [action for action in Position(state).actions() if "turn" in action]
    assert given(state, "u1 wheel left 30 advance 1 slide right 0.5")
    pair = drill([("u1", "scythed_chariot", N), ("u2", "scythed_chariot", (11000, 10000, 0)), FOE], profile="common")
    assert refused(pair, "u1+u2 contract u1 advance 1") == numbers
    literal = drill([("u1", "scythed_chariot", N), ("u2", "scythed_chariot", (11000, 10000, 0)), FOE])
    assert cost(literal, "u1+u2 contract u1 advance 1") == 2


@pytest.mark.rule("adlg.turn.one")
def test_a_quarter_turn_begins_at_the_front_corner_or_is_centred_where_that_has_no_room() -> None:
    def with_friend(y: int, **more: Any) -> State:
        return drill([("u1", "heavy_cavalry", N), ("u2", "levy", (10000, y, 0)), FOE], **more)

    assert pose(after(with_friend(9000), "u1 turn right")) == (10500, 9500, 9000)
    assert pose(after(with_friend(9100), "u1 turn right")) == (10500, 9625, 9000)
    found = refused(with_friend(9250), "u1 turn right")
    assert found == ("move.turn_blocked", "adlg.move.collision", {"unit": "u1"})
    assert pose(after(with_friend(9250), "u1 turn back")) == (10000, 9250, 18000), "turning about needs no room"


@pytest.mark.rule("adlg.turn.one")
def test_by_the_other_reading_a_quarter_turn_is_always_centred() -> None:
    assert pose(after(one(quarter_turn_anchor="centred"), "u1 turn right")) == (10500, 9625, 9000)
    assert pose(after(one(quarter_turn_anchor="centred"), "u1 turn left")) == (9500, 9625, 27000)


@pytest.mark.rule("adlg.turn.cost")
@pytest.mark.parametrize(
    ("troop", "more", "price"),
    [
        pytest.param("heavy_spearmen", {}, 1000, marks=pytest.mark.statement("AG-448")),
        pytest.param("heavy_cavalry", {"abilities": ["impetuous"]}, 2000, marks=pytest.mark.statement("AG-449")),
        pytest.param("elephant", {}, 2000, id="elephant"),
        pytest.param("levy", {}, 2000, id="levy"),
        pytest.param("war_wagon", {}, 2000, marks=pytest.mark.statement("AG-450")),
        pytest.param("pikemen", {}, 2000, marks=pytest.mark.statement("AG-451")),
        pytest.param("cataphracts", {}, 2000, marks=pytest.mark.statement("AG-452")),
        pytest.param("camel_cataphracts", {}, 2000, id="camel cataphracts"),
        pytest.param("light_chariot", {}, 1000, id="light chariot"),
        pytest.param("light_artillery", {}, 1000, id="light artillery"),
    ],
)
def test_a_turn_costs_1_ud_or_2_for_stiff_troops(troop: str, more: dict[str, Any], price: int) -> None:
    state = drill([("u1", troop, N, more), FOE])
    for way in ("left", "right", "back"):
        assert spent(state, f"u1 turn {way}") == price


@pytest.mark.rule("adlg.turn.light_troops")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-453")),
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-454")),
        pytest.param("light_camels", id="light camels"),
    ],
)
def test_the_first_turn_of_light_troops_is_free(troop: str) -> None:
    assert spent(one(troop), "u1 turn left") == 0
    assert spent(one(troop), "u1 advance 2 turn back") == 2000


@pytest.mark.rule("adlg.turn.light_troops")
@pytest.mark.statement("AG-453")
def test_the_first_turn_of_light_infantry_is_free_in_a_group_with_cavalry_too() -> None:
    state = drill([*line("heavy_cavalry", 1), *line("light_infantry", 1, (11000, 10000, 0), first=2), FOE])
    assert spent(state, "u1+u2 turn back advance 3") == 4000, "the cavalry pays for its turn"
    numbers = {"unit": "u1", "cost": 4001, "limit": 4000}
    assert refused(state, "u1+u2 turn back advance 3.001") == ("move.too_far", "adlg.move.allowance", numbers)


@pytest.mark.rule("adlg.turn.cost")
def test_who_has_not_the_ud_for_it_does_not_turn() -> None:
    near: Placed = ("e2", "levy", (10000, 14000, 18000))
    state = drill([("u1", "pikemen", N), near])
    numbers = {"unit": "u1", "cost": 2001, "limit": 2000}
    assert refused(state, "u1 turn back advance 0.001") == ("move.too_far", "adlg.move.allowance", numbers)
    assert spent(state, "u1 turn back") == 2000
