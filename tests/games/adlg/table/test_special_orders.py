"""Orders that are no plain move: guns that pivot, wagons made ready, stakes, and commanders on their own way."""

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
    marked,
    moved,
    orders_of,
    pose,
    refused,
    spent,
    why,
)
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.core.contract import Turn
from triarii.games.adlg.battle import phases
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

FOE: Placed = ("e1", "levy", AFAR)


def one(troop: str, *abilities: str, **more: Any) -> State:
    return drill([("u1", troop, N, {"abilities": abilities}), FOE], **more)


def next_sequence(state: State) -> State:
    return replace(state, field=state.field.new_sequence())


# Guns


@pytest.mark.rule("adlg.artillery.pivot")
@pytest.mark.parametrize("troop", ["light_artillery", "medium_artillery", "heavy_artillery"])
def test_artillery_pivots_on_its_centre_by_up_to_90_degrees(troop: str) -> None:
    assert pose(after(one(troop), "u1 pivot right 45")) == (10354, 9854, 4500)
    assert pose(after(one(troop), "u1 pivot right 90")) == (10500, 9500, 9000)
    assert pose(after(one(troop), "u1 pivot left 90")) == (9500, 9500, 27000)
    numbers = {"wheel": 9001, "most": 9000}
    assert refused(one(troop), "u1 pivot right 90.01") == ("move.wheel_far", "adlg.artillery.pivot", numbers)


@pytest.mark.rule("adlg.artillery.pivot")
def test_a_pivot_has_the_price_of_a_wheel_and_heavy_guns_pay_none() -> None:
    brush = [ground("brush", 0, 0, 20000, 20000)]
    numbers = {"unit": "u1", "cost": 1001, "limit": 1000}
    found = refused(one("light_artillery", terrain=brush), "u1 pivot right 60.01")
    assert found == ("move.too_far", "adlg.move.allowance", {**numbers, "cost": 1001})
    assert pose(after(one("light_artillery", terrain=brush), "u1 pivot right 60"))[2] == 6000
    assert pose(after(one("heavy_artillery", terrain=brush), "u1 pivot right 90"))[2] == 9000


@pytest.mark.rule("adlg.artillery.pivot")
@pytest.mark.parametrize("words", ["advance 0.001", "slide right 0.5", "wheel left 5", "turn back"])
def test_a_pivot_is_the_only_move_of_heavy_artillery_and_difficult(words: str) -> None:
    state = one("heavy_artillery")
    assert refused(state, f"u1 {words}") == ("move.only_pivots", "adlg.artillery.pivot", {"unit": "u1"})
    assert cost(state, "u1 pivot left 5") == 2
    assert cost(one("medium_artillery"), "u1 pivot left 5") == 1


@pytest.mark.rule("adlg.artillery.pivot")
def test_nobody_pivots_behind_works_nor_other_troops_at_all() -> None:
    wall = work("fortification", (9500, 10000), (10500, 10000), 0)
    assert why(one("light_artillery", works=[wall]), "u1 pivot left 5")[0] == "move.behind_works"
    assert why(one("levy"), "u1 pivot left 5") == ("deed.no_artillery", "adlg.artillery.pivot")


@pytest.mark.rule("adlg.artillery.pivot")
def test_a_gun_needs_room_to_pivot() -> None:
    beside: Placed = ("u2", "levy", (11050, 10000, 0))
    state = drill([("u1", "light_artillery", N), beside, FOE])
    code, rule, numbers = refused(state, "u1 pivot right 90")
    assert (code, rule, numbers["wheel"]) == ("move.wheel_blocked", "adlg.move.collision", 9000)
    free = numbers["free"]
    assert isinstance(free, int)
    assert pose(after(state, f"u1 pivot right {free // 100}"))[2] == free // 100 * 100


@pytest.mark.rule("adlg.artillery.pivot")
@pytest.mark.rule("adlg.move.three")
def test_a_pivot_is_a_move_after_which_there_is_no_other() -> None:
    turned = after(one("light_artillery"), "u1 advance 1", "u1 pivot left 5")
    assert turned.field.stands["u1"].moves == 2, "so that it does not shoot"
    assert why(turned, "u1 advance 1") == ("move.done", "adlg.move.three")
    assert pose(after(next_sequence(turned), "u1 slide left 0.1"))[2] == 35500


@pytest.mark.rule("adlg.zone.allowed")
def test_a_gun_in_a_zone_does_not_turn_away_from_its_enemy() -> None:
    held: Placed = ("e2", "levy", (10000, 10700, 18000))
    state = drill([("u1", "light_artillery", (10000, 10000, 1000)), held])
    assert pose(after(state, "u1 pivot left 10"))[2] == 0
    assert why(state, "u1 pivot right 10") == ("move.held_turn", "adlg.zone.allowed")


# Wagons


@pytest.mark.rule("adlg.war_wagon.ready")
def test_a_wagon_that_stays_is_made_battle_ready_by_an_order() -> None:
    state = one("war_wagon", "battle_ready")
    ready = after(state, "u1 ready")
    assert cost(state, "u1 ready") == 1
    assert ready.field.has_mark("u1", "ready")
    assert why(ready, "u1 advance 1") == ("move.done", "adlg.move.three"), "it stays for the whole phase"
    assert why(ready, "u1 ready") == ("deed.is_ready", "adlg.war_wagon.ready")
    assert next_sequence(ready).field.has_mark("u1", "ready")


@pytest.mark.rule("adlg.war_wagon.ready")
@pytest.mark.parametrize("words", ["advance 2", "slide left 0.1", "turn back"])
def test_a_wagon_that_moves_is_no_longer_ready(words: str) -> None:
    ready = next_sequence(after(one("war_wagon", "battle_ready"), "u1 ready"))
    assert not after(ready, f"u1 {words}").field.has_mark("u1", "ready")


@pytest.mark.rule("adlg.war_wagon.ready")
def test_a_wagon_that_moved_is_not_made_ready_and_others_never_are() -> None:
    gone = after(one("war_wagon", "battle_ready"), "u1 advance 1")
    assert refused(gone, "u1 ready") == ("deed.moved", "adlg.war_wagon.ready", {"unit": "u1"})
    assert why(one("war_wagon"), "u1 ready") == ("deed.never_ready", "adlg.war_wagon.ready")


# Stakes


@pytest.mark.rule("adlg.stakes.planted")
def test_stakes_stand_from_deployment_on_until_the_unit_moves() -> None:
    archers: Placed = ("u1", "bowmen", N, {"abilities": ["stakes"], "marks": ["stakes"]})
    state = next_sequence(drill([archers, FOE]))
    assert state.field.has_mark("u1", "stakes")
    assert not after(state, "u1 advance 1").field.has_mark("u1", "stakes")
    assert why(state, "u1 plant") == ("deed.planted", "adlg.stakes.planted")


@pytest.mark.rule("adlg.stakes.planted")
def test_a_unit_that_stays_for_a_whole_phase_plants_its_stakes() -> None:
    state = one("bowmen", "stakes")
    planted = after(state, "u1 plant")
    assert planted.field.has_mark("u1", "stakes")
    assert why(planted, "u1 advance 1") == ("move.done", "adlg.move.three")
    assert refused(after(state, "u1 advance 1"), "u1 plant") == ("deed.moved", "adlg.stakes.planted", {"unit": "u1"})
    assert why(one("bowmen"), "u1 plant") == ("deed.no_stakes", "adlg.stakes.planted")


@pytest.mark.rule("adlg.stakes.planted")
@pytest.mark.parametrize("mark", ["charged", "evaded", "left", "shifted"])
def test_who_moved_in_any_way_has_not_stayed(mark: str) -> None:
    assert why(marked(one("bowmen", "stakes"), "u1", mark), "u1 plant") == ("deed.moved", "adlg.stakes.planted")


@pytest.mark.rule("adlg.stakes.planted")
def test_planting_and_rallying_go_together() -> None:
    tired: Placed = ("u1", "bowmen", N, {"abilities": ["stakes"], "cohesion": 2})
    state = drill([tired, FOE])
    assert given(after(state, "u1 plant"), "u1 rally").after.stage is Stage.RALLY
    rallied = gone_on(after(state, "u1 rally"))
    assert after(rallied, "u1 plant").field.has_mark("u1", "stakes")


@pytest.mark.rule("adlg.stakes.planted")
def test_nobody_plants_stakes_in_the_middle_of_a_melee() -> None:
    units: list[Placed] = [("u1", "bowmen", N, {"abilities": ["stakes"]}), ("e1", "levy", (10000, 10000, 18000))]
    assert why(drill(units, meetings=[meets("e1", "u1")]), "u1 plant")[0] == "move.fights"


@pytest.mark.rule("adlg.stakes.planted")
def test_by_the_other_reading_stakes_are_set_at_deployment_only() -> None:
    state = one("bowmen", "stakes", stakes_set="deployment_only")
    assert why(state, "u1 plant") == ("deed.deployment", "adlg.stakes.planted")


@pytest.mark.rule("adlg.stakes.planted")
def test_stakes_can_be_taken_up() -> None:
    planted = next_sequence(after(one("bowmen", "stakes"), "u1 plant"))
    assert not after(planted, "u1 lift").field.has_mark("u1", "stakes")
    assert spent(after(planted, "u1 lift"), "u1 advance 1") == 1000
    assert why(one("bowmen", "stakes"), "u1 lift") == ("deed.not_planted", "adlg.stakes.planted")


# Commanders


def led(where: Pose | str = (10000, 8000, 0), *others: Placed, **more: Any) -> State:
    return drill([("u1", "levy", N), *others, FOE], leaders={"c1": where}, **more)


def place(state: State) -> Pose:
    return state.field.leader_pose("c1")


@pytest.mark.rule("adlg.commander.move")
@pytest.mark.parametrize(("x", "y"), [("10", "3"), ("15", "8"), ("14", "5"), ("7", "12")])
def test_a_loose_commander_moves_5_ud_in_any_direction(x: str, y: str) -> None:
    assert place(after(led(), f"c1 go {x} {y}")) == (int(x) * 1000, int(y) * 1000, 0)


@pytest.mark.rule("adlg.commander.move")
def test_he_goes_no_farther_and_not_off_the_table() -> None:
    numbers = {"leader": "c1", "way": 5001, "limit": 5000}
    assert refused(led(), "c1 go 10 2.999") == ("deed.far", "adlg.commander.move", numbers)
    assert why(led((10000, 3000, 0)), "c1 go 10 0.5") == ("move.edge", "adlg.move.table_edge")


@pytest.mark.rule("adlg.commander.move")
def test_he_goes_through_friends_but_not_through_enemies_and_impassable_ground() -> None:
    friends: list[Placed] = [("u2", "pikemen", (9000, 10000, 0)), ("u3", "pikemen", (11000, 10000, 0))]
    assert place(after(led((10000, 8000, 0), *friends), "c1 go 10 11.5")) == (10000, 11500, 0)
    assert place(after(led(), "c1 go 10 10")) == (10000, 10000, 0), "he is in nobody's way"
    enemy: Placed = ("e2", "levy", (13000, 8000, 27000))
    for x in ("13.5", "14.8"):
        assert why(led((10000, 8000, 0), enemy), f"c1 go {x} 8") == ("deed.no_room", "adlg.commander.move")
    cliff = ground("wood", 12000, 7000, 12500, 9000, impassable=True)
    assert why(led(terrain=[cliff]), "c1 go 14 8") == ("deed.no_room", "adlg.commander.move")
    camp = ("k2", Camp.NORMAL, (13000, 8500, 0))
    assert why(led(camps=[camp]), "c1 go 14.9 8") == ("deed.no_room", "adlg.commander.move")


@pytest.mark.rule("adlg.commander.move")
def test_his_move_costs_1_point_or_the_free_one_and_he_has_three() -> None:
    state = led(points=3, free=1)
    once = after(state, "c1 go 11 8")
    assert (once.points, once.free) == (3, 0)
    thrice = after(once, "c1 go 12 8", "c1 go 13 8")
    assert (thrice.points, thrice.free) == (1, 0)
    assert refused(thrice, "c1 go 14 8") == ("move.three", "adlg.move.three", {"unit": "c1", "most": 3})


@pytest.mark.rule("adlg.commander.move")
def test_he_joins_a_unit_within_5_ud_and_moves_along_with_it() -> None:
    joined = after(led((10000, 4250, 0)), "c1 join u1")
    assert joined.field.leader_with("u1") == "c1"
    assert place(joined) == (10000, 9250, 0)
    assert place(after(joined, "u1 advance 3")) == (10000, 12250, 0)
    numbers = {"leader": "c1", "way": 5001, "limit": 5000}
    assert refused(led((10000, 4249, 0)), "c1 join u1") == ("deed.far", "adlg.commander.move", numbers)


@pytest.mark.rule("adlg.commander.move")
def test_he_joins_only_units_of_his_corps_that_have_no_commander() -> None:
    other: Placed = ("u2", "levy", (11000, 10000, 0), {"corps": 2})
    state = drill([("u1", "levy", N), other, FOE], leaders={"c1": "u1", "c2": (11000, 8000, 0)})
    assert why(state, "c1 join u2") == ("deed.other_corps", "adlg.commander.move")
    assert why(state, "c1 join e1") == ("deed.other_corps", "adlg.commander.move")
    assert why(state, "c1 join u1") == ("deed.has_leader", "adlg.commander.move")


@pytest.mark.rule("adlg.commander.move")
def test_he_leaves_his_unit_again_unless_he_is_part_of_it() -> None:
    gone = after(led("u1"), "c1 go 12 9")
    assert gone.field.leader_with("u1") == ""
    assert place(gone) == (12000, 9000, 0)
    included = led("u1", ("u2", "levy", (11000, 10000, 0)), included=["c1"])
    for words in ("c1 go 12 9", "c1 join u2"):
        assert why(included, words) == ("deed.included", "adlg.commander.move")


# Whether he fights


def before_melee(unit: str, **more: Any) -> Field:
    units: list[Placed] = [
        ("u1", "heavy_spearmen", N),
        ("e1", "heavy_spearmen", (10000, 10000, 18000)),
        ("u2", "heavy_spearmen", (11000, 10000, 0)),
    ]
    return battlefield(units, leaders={"c1": unit}, meetings=[meets("u1", "e1")], **more)


@pytest.mark.rule("adlg.commander.engaged")
@pytest.mark.parametrize(("word", "engaged"), [("engage", True), ("aside", False)])
def test_the_owner_decides_before_the_dice_whether_an_attached_commander_takes_part(word: str, engaged: bool) -> None:
    for active in (0, 1):
        state = replace(orders_of(before_melee("u1")), active=active)
        position = Position(phases.begin_melee(state))
        assert (position.state.stage, position.state.who) == (Stage.ENGAGE, "c1")
        assert position.turn is Turn.FIRST, "he is asked, whosever sequence it is"
        decided = position.play(f"c1 {word}").state
        assert decided.stage is Stage.MELEE
        assert decided.field.leaders["c1"].engaged is engaged


@pytest.mark.rule("adlg.commander.engaged")
def test_an_included_commander_always_takes_part_and_one_with_a_supporter_never() -> None:
    included = phases.begin_melee(orders_of(before_melee("u1", included=["c1"])))
    assert included.stage is Stage.MELEE
    assert included.field.leaders["c1"].engaged
    supporter = phases.begin_melee(orders_of(before_melee("u2")))
    assert supporter.stage is Stage.MELEE
    assert not supporter.field.leaders["c1"].engaged


@pytest.mark.rule("adlg.moves.third")
def test_a_gun_has_no_third_move_to_pivot_with() -> None:
    assert why(moved(one("light_artillery", leaders={"c1": "u1"}), "u1", 2), "u1 pivot left 5")[0] == "move.no_third"
