"""Several moves in one phase: how far from the enemy, who has a third one, and what rules out any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.drills import (
    AFAR,
    N,
    after,
    cost,
    drill,
    given,
    gone_on,
    line,
    marked,
    moved,
    pose,
    refused,
    why,
)
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Span
from triarii.games.adlg.assist.candidates import distances
from triarii.games.adlg.assist.overlays import overlays
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

FOE: Placed = ("e1", "levy", AFAR)


def away(state: State, unit: str = "u1") -> int:
    """mUD from a unit to the nearest enemy."""
    found = state.field.nearest_enemy(unit)
    assert found is not None
    return found


def facing(y: int, troop: str = "heavy_cavalry", **more: Any) -> State:
    """An enemy ahead with its front on this line."""
    return drill([("u1", troop, N), ("e1", "levy", (10000, y, 18000))], **more)


# 4 UD


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
def test_a_second_move_needs_4_ud_from_every_enemy_and_exactly_4_are_enough() -> None:
    once = after(facing(15000), "u1 advance 1")
    assert once.field.nearest_enemy("u1") == 4000
    assert pose(after(once, "u1 turn back")) == (10000, 10250, 18000)
    once = after(facing(14999), "u1 advance 1")
    numbers = {"unit": "u1", "least": 4000}
    assert refused(once, "u1 advance 1") == ("move.near", "adlg.moves.distance", numbers)
    assert refused(once, "u1 turn back")[0] == "move.near"


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
@pytest.mark.parametrize("moves", [1, 2])
def test_a_further_move_ends_4_ud_from_every_enemy_or_farther(moves: int) -> None:
    state = moved(facing(16000, leaders={"c1": "u1"}), "u1", moves)
    assert away(after(state, "u1 advance 2")) == 4000
    numbers = {"unit": "u1", "enemy": "e1", "least": 4000, "free": 2000, "advance": 2001}
    assert refused(state, "u1 advance 2.001") == ("move.near_ahead", "adlg.moves.distance", numbers)
    first = moved(state, "u1", 0)
    assert away(after(first, "u1 advance 4")) == 2000, "a first move may"


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
def test_a_further_move_passes_no_enemy_nearer_than_4_ud() -> None:
    """At both ends of its way it would be far enough from him, in the middle it is 3.95 UD."""
    start: Pose = (6000, 10000, 9000)
    state = drill([("u1", "heavy_cavalry", start), ("e1", "levy", (8000, 14450, 18000))])
    first = given(state, "u1 advance 4")
    assert away(first.after) >= 4000
    again = moved(state, "u1", 1)
    code, rule, numbers = refused(again, "u1 advance 4")
    assert (code, rule) == ("move.near_ahead", "adlg.moves.distance")
    free = numbers["free"]
    assert isinstance(free, int)
    assert 0 < free < 4000
    assert pose(after(again, f"u1 advance {free / 1000:g}")) == (6000 + free, 10000, 9000)
    assert why(again, f"u1 advance {(free + 1) / 1000:g}")[0] == "move.near_ahead"


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.parametrize(
    ("words", "enemy", "gap"),
    [
        ("u1 wheel right 90", (6792, 13708, 13500), 3994),  # its rear corner swings past the enemy
        ("u1 slide right 0.5", (14900, 10000, 27000), 3900),
        ("u1 turn right", (10000, 5150, 0), 3850),  # a base that is less deep than wide reaches farther back then
        ("u1 wheel left 20 advance 2", (9000, 15800, 18000), 0),
    ],
)
def test_no_manoeuvre_of_a_further_move_leads_nearer(words: str, enemy: Pose, gap: int) -> None:
    state = drill([("u1", "heavy_cavalry", N), ("e1", "levy", enemy)])
    given(state, words)
    code, rule, numbers = refused(moved(state, "u1", 1), words)
    assert rule == "adlg.moves.distance"
    if code == "move.near_there":
        assert numbers == {"unit": "u1", "enemy": "e1", "gap": gap, "least": 4000}
    else:
        assert code == "move.near_ahead"


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.parametrize(("y", "far"), [(14600, True), (14400, False)])
def test_the_distance_counts_all_along_the_way(y: int, far: bool) -> None:
    start: Pose = (6000, 10000, 9000)  # on its way it is nearer to the enemy than at either end
    state = drill([("u1", "heavy_cavalry", start), ("e1", "levy", (8000, y, 18000))])
    once = after(state, "u1 advance 4")
    assert ("near" in once.field.stands["u1"].marks) is not far
    if far:
        assert pose(after(once, "u1 advance 1")) == (11000, 10000, 9000)
    else:
        assert why(once, "u1 advance 1") == ("move.near", "adlg.moves.distance")


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.parametrize(("enemy", "far"), [((6780, 13720, 13500), True), ((6792, 13708, 13500), False)])
def test_it_counts_in_the_sweep_of_a_wheel_too(enemy: Pose, far: bool) -> None:
    state = drill([("u1", "heavy_cavalry", N), ("e1", "levy", enemy)])  # its rear corner swings past the enemy
    once = after(state, "u1 wheel right 90")
    assert (once.field.nearest_enemy("u1") or 0) >= 4000
    assert ("near" in once.field.stands["u1"].marks) is not far


@pytest.mark.rule("adlg.moves.distance")
def test_it_counts_where_the_first_move_began() -> None:
    state = drill([("u1", "heavy_cavalry", N), ("e1", "levy", (10000, 5300, 0))])
    assert state.field.nearest_enemy("u1") == 3950
    assert why(after(state, "u1 advance 4"), "u1 advance 1") == ("move.near", "adlg.moves.distance")


@pytest.mark.rule("adlg.moves.distance")
def test_a_camp_counts_as_long_as_it_stands() -> None:
    state = facing(19000, camps=[("k2", Camp.NORMAL, (10000, 13900, 18000))])
    assert why(after(state, "u1 turn left"), "u1 advance 1") == ("move.near", "adlg.moves.distance")
    looted = replace(state, field=replace(state.field, taken=frozenset({"k2"})))
    assert pose(after(looted, "u1 turn left", "u1 advance 1")) == (8500, 9500, 27000)


@pytest.mark.rule("adlg.moves.distance")
def test_a_further_move_stays_away_from_a_camp_as_long_as_it_stands() -> None:
    state = moved(facing(19900, camps=[("k2", Camp.NORMAL, (10000, 15000, 18000))]), "u1", 1)
    assert refused(state, "u1 advance 2")[2] == {
        "unit": "u1",
        "enemy": "k2",
        "least": 4000,
        "free": 1000,
        "advance": 2000,
    }
    looted = replace(state, field=replace(state.field, taken=frozenset({"k2"})))
    assert pose(after(looted, "u1 advance 2")) == (10000, 12000, 0)


@pytest.mark.rule("adlg.moves.distance")
def test_in_a_group_it_counts_for_each_unit() -> None:
    """Two go together, and only the right one comes near the enemy: the left one may go on alone."""
    units: list[Placed] = [*line("heavy_cavalry", 2), ("e1", "levy", (14500, 15000, 18000))]
    once = after(drill(units), "u1+u2 advance 2")
    assert away(once, "u2") < 4000 <= away(once, "u1")
    assert why(once, "u2 turn back") == ("move.near", "adlg.moves.distance")
    assert why(once, "u1+u2 turn back") == ("move.near", "adlg.moves.distance")
    assert pose(after(once, "u1 turn back")) == (10000, 11250, 18000)


@pytest.mark.rule("adlg.moves.distance")
def test_a_group_goes_no_farther_than_those_may_who_have_moved() -> None:
    units: list[Placed] = [*line("heavy_cavalry", 3), ("e1", "levy", (12500, 16000, 18000))]
    state = drill(units)
    both = moved(moved(state, "u1", 1), "u2", 1)
    free = refused(both, "u1+u2+u3 advance 4")[2]["free"]
    assert isinstance(free, int)
    assert away(after(both, f"u1+u2+u3 advance {free / 1000:g}"), "u2") == 4000
    assert refused(both, f"u1+u2+u3 advance {(free + 1) / 1000:g}")[0] == "move.near_ahead"
    right = moved(state, "u1", 1)  # now only the left one makes its second move
    farther = refused(right, "u1+u2+u3 advance 4")[2]["free"]
    assert isinstance(farther, int)
    assert farther > free
    assert away(after(right, f"u1+u2+u3 advance {farther / 1000:g}"), "u3") < 4000


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.rule("adlg.formation.change")
def test_a_further_change_of_formation_stays_away_too() -> None:
    block: list[Placed] = [*line("heavy_cavalry", 2), *line("heavy_cavalry", 2, (10000, 9250, 0), first=3)]
    state = drill([*block, ("e1", "levy", (15900, 9600, 27000))])
    words = "u1+u2+u3+u4 extend 0 1"
    given(state, words)
    again = state
    for name in ("u1", "u2", "u3", "u4"):
        again = moved(again, name, 1)
    code, rule, numbers = refused(again, words)
    assert (code, rule) == ("move.near_there", "adlg.moves.distance")
    assert (numbers["unit"], numbers["enemy"]) == ("u4", "e1")


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.rule("adlg.artillery.pivot")
def test_a_gun_that_has_moved_does_not_pivot_into_it() -> None:
    """Its corner would come nearer than its edge."""
    state = drill([("u1", "light_artillery", N), ("e1", "levy", (10000, 14100, 18000))])
    assert pose(after(state, "u1 pivot left 45"))[2] == 31500
    code, rule, numbers = refused(moved(state, "u1", 1), "u1 pivot left 45")
    assert (code, rule) == ("move.near_there", "adlg.moves.distance")
    assert numbers["gap"] == 3892


@pytest.mark.rule("adlg.moves.distance")
def test_what_is_listed_offered_and_drawn_of_a_further_move_ends_where_the_ring_begins() -> None:
    position = Position(moved(facing(15800), "u1", 1))
    listed = position.listed_of("u1")
    assert "u1 advance 1.8" in listed
    assert "u1 advance 4" not in listed
    assert any(words.startswith("u1 wheel left 15 advance") for words in listed), "straight on after a wheel as well"
    assert set(position.actions()) >= set(listed)
    span = position.choices(("u1", "advance"))
    assert isinstance(span, Span)
    assert span.word(span.high) == "1.8"
    [reach] = [each for each in overlays(position.state) if each["kind"] == "reach" and each["unit"] == "u1"]
    assert reach["distance"] == 1800
    fresh = Position(facing(15800))
    assert {"u1 advance 4", "u1 advance 1.8"} <= set(fresh.listed_of("u1")), "a first move may stop there, and go on"


@pytest.mark.rule("adlg.moves.distance")
def test_the_stop_outside_the_ring_is_exact_where_the_enemy_stands_aside() -> None:
    state = drill([*line("heavy_cavalry", 2), ("e1", "levy", (13000, 15500, 20500))])
    [stop] = [each for each in distances(state.field, ("u1", "u2")) if 0 < each < 4000]
    there = after(state, f"u1+u2 advance {stop / 1000:g}")
    assert not any("near" in there.field.stands[name].marks for name in ("u1", "u2"))
    beyond = after(state, f"u1+u2 advance {(stop + 1) / 1000:g}")
    assert any("near" in beyond.field.stands[name].marks for name in ("u1", "u2"))


@pytest.mark.rule("adlg.moves.distance")
def test_an_enemy_who_touches_a_unit_is_near() -> None:
    beside: Placed = ("e1", "light_artillery", (11000, 10000, 18000))
    state = moved(drill([("u1", "heavy_cavalry", N), beside]), "u1", 1)
    assert state.field.nearest_enemy("u1") == 0
    assert why(state, "u1 turn left") == ("move.near", "adlg.moves.distance")


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.rule("adlg.move.heavy_foot")
@pytest.mark.rule("adlg.rally.near")
@pytest.mark.parametrize(("profile", "reach"), [("sheet", 2000), ("common", 3000)])
def test_at_exactly_4_ud_a_second_move_is_legal_rally_costs_1_and_heavy_foot_goes_2_or_3_ud(
    profile: str, reach: int
) -> None:
    units: list[Placed] = [
        ("u1", "heavy_spearmen", N),
        ("e1", "levy", (10000, 14000, 18000)),
        ("u2", "heavy_spearmen", (8000, 10000, 0), {"cohesion": 3}),
        ("e2", "levy", (8000, 14000, 18000)),
    ]
    state = drill(units, profile=profile)
    assert state.field.nearest_enemy("u1") == 4000
    assert refused(state, "u1 advance 3.001")[2] == {"unit": "u1", "cost": 3001, "limit": reach}
    assert cost(state, "u2 rally") == 1
    turned = moved(state, "u1", 1)
    assert cost(turned, "u1 turn left") == 1


# Three moves


@pytest.mark.rule("adlg.move.three")
def test_a_unit_makes_up_to_three_moves_and_each_is_an_order() -> None:
    state = drill([("u1", "light_infantry", (5000, 5000, 0)), FOE], leaders={"c1": "u1"}, points=5)
    thrice = after(state, "u1 advance 3", "u1 advance 2", "u1 turn left")
    assert thrice.field.stands["u1"].moves == 3
    assert thrice.points == 2
    found = refused(thrice, "u1 turn left")
    assert found == ("move.three", "adlg.move.three", {"unit": "u1", "most": 3})


@pytest.mark.rule("adlg.move.three")
def test_a_charge_is_the_first_and_only_move() -> None:
    state = facing(12000)
    turned = after(drill([("u1", "heavy_cavalry", N), ("e1", "levy", (12000, 10000, 27000))]), "u1 turn right")
    assert refused(turned, "u1 charge e1") == ("charge.moved", "adlg.move.three", {"unit": "u1"})
    charged = gone_on(after(state, "u1 charge e1"))
    assert why(marked(facing(19000), "u1", "charged"), "u1 advance 1") == ("move.done", "adlg.move.three")
    assert "charged" in charged.field.stands["u1"].marks


@pytest.mark.rule("adlg.move.three")
def test_who_tried_to_rally_makes_no_move_and_who_moved_does_not_rally() -> None:
    tired: Placed = ("u1", "heavy_cavalry", N, {"cohesion": 2})
    state = drill([tired, FOE])
    rallying = gone_on(after(state, "u1 rally"))
    done = ("move.done", "adlg.move.three")
    assert why(rallying, "u1 advance 1") == done
    assert why(rallying, "u1 rally") == done
    assert why(after(state, "u1 advance 1"), "u1 rally") == done


@pytest.mark.rule("adlg.move.three")
@pytest.mark.parametrize("mark", ["evaded", "disengaged", "left", "pivoted"])
def test_who_evaded_or_got_away_otherwise_makes_no_other_move(mark: str) -> None:
    state = marked(drill([("u1", "light_artillery", N, {"cohesion": 1}), FOE]), "u1", mark)
    for words in ("u1 advance 1", "u1 turn back", "u1 rally", "u1 pivot left 5"):
        assert why(state, words) == ("move.done", "adlg.move.three"), words


# Third moves


def twice_moved(troop: str, abilities: list[str] | None = None, **more: Any) -> State:
    more.setdefault("leaders", {"c1": "u1"})
    return moved(drill([("u1", troop, N, {"abilities": abilities or []}), FOE], **more), "u1", 2)


@pytest.mark.rule("adlg.moves.third")
@pytest.mark.parametrize(
    ("troop", "abilities"),
    [
        pytest.param("light_artillery", [], id="AG-457", marks=pytest.mark.statement("AG-457")),
        pytest.param("medium_artillery", [], id="medium artillery"),
        pytest.param("war_wagon", [], id="AG-458", marks=pytest.mark.statement("AG-458")),
        pytest.param("elephant", [], id="AG-459", marks=pytest.mark.statement("AG-459")),
        pytest.param("levy", [], id="levy"),
        pytest.param("scythed_chariot", [], id="scythed chariot"),
        pytest.param("heavy_knights", ["impetuous"], id="impetuous knights"),
        pytest.param("medium_swordsmen", ["impetuous"], id="impetuous foot"),
    ],
)
def test_these_have_no_third_move(troop: str, abilities: list[str]) -> None:
    found = refused(twice_moved(troop, abilities), "u1 advance 2")
    assert found == ("move.no_third", "adlg.moves.third", {"unit": "u1"})
    assert cost(moved(twice_moved(troop, abilities), "u1", 1), "u1 advance 2") in (1, 2), "a second one they have"


@pytest.mark.rule("adlg.moves.third")
@pytest.mark.statement("AG-460")
@pytest.mark.parametrize("troop", ["medium_cavalry", "heavy_cavalry", "light_chariot"])
def test_impetuous_cavalry_has_one_although_it_is_unmanoeuvrable(troop: str) -> None:
    state = twice_moved(troop, ["impetuous"])
    assert state.field.unit("u1").unmanoeuvrable
    assert pose(after(state, "u1 advance 4")) == (10000, 14000, 0)


@pytest.mark.rule("adlg.moves.third")
@pytest.mark.statement("AG-461")
def test_a_third_move_needs_an_attached_commander() -> None:
    alone = twice_moved("light_cavalry", leaders={"c1": (10000, 8000, 0)})
    found = refused(alone, "u1 advance 1")
    assert found == ("move.third_alone", "adlg.moves.third", {"unit": "u1"})
    assert pose(after(alone, "c1 join u1", "u1 advance 1")) == (10000, 11000, 0), "it is enough that he comes now"


@pytest.mark.rule("adlg.moves.third")
def test_by_the_other_reading_he_has_to_be_there_for_all_three_moves() -> None:
    def cavalry(**leaders: Pose | str) -> State:
        units: list[Placed] = [("u1", "light_cavalry", (5000, 4000, 0)), FOE]
        return drill(units, leaders=leaders, third_move_commander="all_three_moves", points=12)

    two = ("u1 advance 2", "u1 advance 2")
    third = ("move.third_alone", "adlg.moves.third")
    assert pose(after(cavalry(c1="u1"), *two, "u1 advance 2")) == (5000, 10000, 0)
    loose = cavalry(c1=(5000, 3000, 0))
    assert why(after(loose, *two, "c1 join u1"), "u1 advance 2") == third
    assert why(after(loose, two[0], "c1 join u1", two[1]), "u1 advance 2") == third
    away = after(cavalry(c1="u1"), two[0], "c1 go 5 4", two[1], "c1 join u1")
    assert why(away, "u1 advance 2") == third
    usual = drill([("u1", "light_cavalry", (5000, 4000, 0)), FOE], leaders={"c1": (5000, 3000, 0)})
    assert pose(after(usual, *two, "c1 join u1", "u1 advance 2")) == (5000, 10000, 0)


@pytest.mark.rule("adlg.moves.third")
@pytest.mark.parametrize("reading", ["at_third_move", "all_three_moves"])
def test_a_commander_with_one_unit_leads_the_whole_group(reading: str) -> None:
    units: list[Placed] = [
        ("u1", "light_cavalry", (5000, 4000, 0)),
        ("u2", "light_cavalry", (6000, 4000, 0)),
        FOE,
    ]
    state = drill(units, leaders={"c1": "u1"}, third_move_commander=reading)
    thrice = after(state, *["u1+u2 advance 2"] * 3)
    assert pose(thrice, "u2") == (6000, 10000, 0)
    twice = after(state, *["u1+u2 advance 2"] * 2)
    assert why(twice, "u2 advance 2") == ("move.third_alone", "adlg.moves.third"), "not if it goes off alone"
