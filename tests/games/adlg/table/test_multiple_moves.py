"""Several moves in one phase: how far from the enemy, who has a third one, and what rules out any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, N, after, cost, drill, marked, moved, pose, refused, why
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.losses import Camp
from triarii.games.adlg.table.state import Stage, State

FOE: Placed = ("e1", "levy", AFAR)


def facing(y: int, troop: str = "heavy_cavalry", **more: Any) -> State:
    """An enemy ahead with its front on this line."""
    return drill([("u1", troop, N), ("e1", "levy", (10000, y, 18000))], **more)


# 4 UD


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
def test_a_second_move_needs_4_ud_from_every_enemy_and_exactly_4_are_enough() -> None:
    assert pose(after(facing(15000), "u1 advance 1", "u1 advance 1")) == (10000, 12000, 0)
    once = after(facing(14999), "u1 advance 1")
    numbers = {"unit": "u1", "least": 4000}
    assert refused(once, "u1 advance 1") == ("move.near", "adlg.moves.distance", numbers)
    assert refused(once, "u1 turn back")[0] == "move.near"


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
    charged = replace(after(state, "u1 charge e1"), stage=Stage.ORDERS)
    assert why(marked(facing(19000), "u1", "charged"), "u1 advance 1") == ("move.done", "adlg.move.three")
    assert "charged" in charged.field.stands["u1"].marks


@pytest.mark.rule("adlg.move.three")
def test_who_tried_to_rally_makes_no_move_and_who_moved_does_not_rally() -> None:
    tired: Placed = ("u1", "heavy_cavalry", N, {"cohesion": 2})
    state = drill([tired, FOE])
    rallying = replace(after(state, "u1 rally"), stage=Stage.ORDERS, who="")
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
