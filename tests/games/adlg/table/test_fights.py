"""The melees of the table: main units, supports, and what goes into a fight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.onsets import play, ready
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.games.adlg.battle.fighting.fights import (
    SURE,
    Clash,
    camp_attacks,
    camp_falls_on,
    clashes,
    fought,
    main_meetings,
    supporting,
)
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.combat.combatants import Melee
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.geometry.shapes import Pose

NORTH: Pose = (10000, 10000, 0)
SOUTH: Pose = (10000, 10000, 18000)
"""Front to front with NORTH."""
ON_LEFT: Pose = (9500, 9500, 9000)
"""Conformed on the left flank of NORTH."""
ON_RIGHT: Pose = (10500, 9500, 27000)
BEHIND: Pose = (10000, 9250, 0)
"""Conformed on the rear of NORTH with a base 750 deep."""


def e1(troop: str = "heavy_spearmen", **more: Any) -> Placed:
    """The unit that everybody attacks."""
    return "e1", troop, NORTH, more


def u1(troop: str = "heavy_swordsmen", pose: Pose = SOUTH, **more: Any) -> Placed:
    return "u1", troop, pose, more


def only(field: Field) -> Clash:
    [clash] = clashes(field)
    return clash


def kinds(melee: Melee, side: str = "a") -> list[tuple[str, str]]:
    unit = melee.a if side == "a" else melee.b
    return [(support.troop.id, support.kind) for support in unit.supports]


# Main units


def test_two_units_front_to_front_fight_each_other() -> None:
    clash = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")]))
    assert (clash.a, clash.b) == ("u1", "e1")
    assert clash.melee.a.troop.id == "heavy_swordsmen"
    assert clash.melee.b.troop.id == "heavy_spearmen"
    assert (clash.melee.contact, clash.melee.round, clash.melee.charger) == ("front", 1, "a")


@pytest.mark.parametrize(("charger", "who"), [("u1", "a"), ("e1", "b"), ("", "none")])
def test_a_melee_knows_who_charged(charger: str, who: str) -> None:
    field = battlefield([u1(), e1()], meetings=[meets("u1", "e1", charger=charger)])
    assert only(field).melee.charger == who


def test_after_a_melee_phase_every_contact_is_one_round_older() -> None:
    field = battlefield(
        [u1(), e1(), ("u2", "medium_cavalry", ON_LEFT)],
        meetings=[meets("u1", "e1"), meets("u2", "e1", "left", rounds=2)],
    )
    after = fought(field)
    assert [meeting.rounds for meeting in after.meetings] == [1, 3]
    assert only(after).melee.round == 2


@pytest.mark.parametrize(
    ("side", "pose", "contact"), [("left", ON_LEFT, "flank"), ("right", ON_RIGHT, "flank"), ("rear", BEHIND, "rear")]
)
def test_a_unit_met_only_on_flank_or_rear_fights_there(side: str, pose: Pose, contact: str) -> None:
    clash = only(battlefield([u1(pose=pose), e1()], meetings=[meets("u1", "e1", side)]))
    assert (clash.a, clash.melee.contact) == ("u1", contact)


def test_a_unit_met_only_on_flank_and_rear_fights_whoever_came_first() -> None:
    units = [e1(), ("u1", "medium_cavalry", ON_LEFT), ("u2", "heavy_knights", BEHIND)]
    first, second = meets("u1", "e1", "left"), meets("u2", "e1", "rear")
    clash = only(battlefield(units, meetings=[first, second]))
    assert (clash.a, clash.melee.contact, kinds(clash.melee)) == ("u1", "flank", [("heavy_knights", "melee")])
    clash = only(battlefield(units, meetings=[second, first]))
    assert (clash.a, clash.melee.contact, kinds(clash.melee)) == ("u2", "rear", [("medium_cavalry", "melee")])


def test_the_unit_on_the_front_is_the_main_one_even_if_another_came_first() -> None:
    units = [u1(), e1(), ("u2", "medium_cavalry", ON_LEFT)]
    clash = only(battlefield(units, meetings=[meets("u2", "e1", "left"), meets("u1", "e1")]))
    assert (clash.a, clash.with_a) == ("u1", ("u2",))


def test_melees_come_in_the_order_in_which_they_began() -> None:
    units = [
        u1(),
        e1(),
        ("u2", "levy", (5000, 5000, 0)),
        ("e2", "levy", (5000, 5000, 18000)),
        ("u3", "levy", (14500, 4500, 9000)),
        ("e3", "levy", (15000, 5000, 0)),
    ]
    meetings = [meets("u3", "e3", "left"), meets("u2", "e2"), meets("u1", "e1")]
    assert [clash.a for clash in clashes(battlefield(units, meetings=meetings))] == ["u3", "u2", "u1"]


def test_contacts_with_those_who_have_gone_are_no_melees() -> None:
    field = battlefield([u1(), e1()], meetings=[meets("u1", "e1")])
    assert clashes(field.removed("e1", "routed", "adlg.losses.points")) == ()


# Melee support


@pytest.mark.rule("adlg.support.positions")
def test_a_further_enemy_on_a_flank_is_in_melee_support_of_the_main_unit() -> None:
    units = [u1(), e1(), ("u2", "medium_cavalry", ON_LEFT)]
    clash = only(battlefield(units, meetings=[meets("u1", "e1"), meets("u2", "e1", "left")]))
    assert kinds(clash.melee) == [("medium_cavalry", "melee")]
    assert (clash.with_a, clash.with_b, clash.supporters) == (("u2",), (), ("u2",))


@pytest.mark.rule("adlg.support.positions")
def test_without_full_conforming_it_is_only_a_simple_support() -> None:
    units = [u1(), e1(), ("u2", "medium_cavalry", (9500, 9600, 9000))]
    field = battlefield(units, meetings=[meets("u1", "e1"), meets("u2", "e1", "left", conformed=False)])
    assert kinds(only(field).melee) == [("medium_cavalry", "simple")]


def test_a_flank_attack_on_a_unit_in_melee_counts_as_the_sheet_has_it() -> None:
    """Heavy spearmen already struck once, held in front by heavy swordsmen, cavalry on their flank: 3 against -1."""
    units = [u1(), e1(cohesion=3), ("u2", "medium_cavalry", ON_LEFT)]
    field = battlefield(units, meetings=[meets("u1", "e1", rounds=1), meets("u2", "e1", "left")])
    assert reckon(only(field).melee, field.setting.readings).totals == {"a": 3, "b": -1}


@pytest.mark.rule("adlg.support.positions")
def test_a_unit_that_is_attacked_itself_supports_nobody_and_fights_its_own_melee() -> None:
    units = [u1(), e1(), ("u2", "medium_cavalry", ON_LEFT), ("e2", "heavy_knights", (8750, 9500, 9000))]
    field = battlefield(units, meetings=[meets("u1", "e1"), meets("u2", "e1", "left"), meets("e2", "u2", "rear")])
    front, rear = clashes(field)
    assert (front.a, front.b, front.supporters) == ("u1", "e1", ())
    assert (rear.a, rear.b, rear.melee.contact) == ("e2", "u2", "rear")


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.parametrize(
    ("flanker", "conformed", "common"),
    [
        ("medium_cavalry", True, {"a": 3, "b": 0}),
        ("medium_cavalry", False, {"a": 2, "b": 1}),  # abilities are lost, the factor is not
        ("light_cavalry", True, {"a": 2, "b": 1}),
    ],
)
def test_whoever_stands_on_a_flank_takes_factor_and_abilities_by_the_common_reading_only_if_conformed_and_heavy(
    flanker: str, conformed: bool, common: dict[str, int]
) -> None:
    """Heavy swordsmen with impact charge others with impact, who have somebody on their flank."""
    units = [u1(), e1("heavy_swordsmen", abilities=["impact"]), ("u2", flanker, ON_LEFT)]
    meetings = [meets("u1", "e1"), meets("u2", "e1", "left", conformed=conformed)]
    by_sheet = battlefield(units, meetings=meetings)
    assert reckon(only(by_sheet).melee, by_sheet.setting.readings).totals == {**common, "b": 0}
    usual = battlefield(units, meetings=meetings, profile="common")
    assert reckon(only(usual).melee, usual.setting.readings).totals == common


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.parametrize(("conformed", "by_sheet", "common"), [(True, 0, 0), (False, 0, 1)])
def test_a_main_unit_on_a_flank_takes_the_factor_by_the_common_reading_only_once_it_has_conformed(
    conformed: bool, by_sheet: int, common: int
) -> None:
    units = [e1(), ("u2", "medium_cavalry", ON_LEFT)]
    for profile, left in (("sheet", by_sheet), ("common", common)):
        field = battlefield(units, meetings=[meets("u2", "e1", "left", conformed=conformed)], profile=profile)
        totals = reckon(only(field).melee, field.setting.readings).totals
        assert totals == {"a": 2, "b": left}, "the flank counts 1 for cavalry either way"


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_who_is_attacked_himself_supports_nobody_but_holds_the_flank_all_the_same(profile: str) -> None:
    units = [u1(), e1(), ("u2", "medium_cavalry", ON_LEFT), ("e2", "heavy_knights", (8750, 9500, 9000))]
    meetings = [meets("u1", "e1"), meets("u2", "e1", "left"), meets("e2", "u2", "rear")]
    field = battlefield(units, meetings=meetings, profile=profile)
    front = reckon(clashes(field)[0].melee, field.setting.readings)
    assert front.totals == {"a": 1, "b": 0}
    assert "adlg.flank.factor" in [entry.rule for entry in front.entries]


def test_who_attacks_the_main_unit_from_behind_supports_the_one_it_fights() -> None:
    units = [e1(), ("u2", "medium_cavalry", ON_LEFT), ("e2", "heavy_knights", (8750, 9500, 9000))]
    clash = only(battlefield(units, meetings=[meets("u2", "e1", "left"), meets("e2", "u2", "rear")]))
    assert (clash.a, clash.b, clash.with_a, clash.with_b) == ("u2", "e1", (), ("e2",))
    assert kinds(clash.melee, "b") == [("heavy_knights", "melee")]


def test_a_second_enemy_on_the_same_edge_as_the_main_unit_adds_nothing() -> None:
    units = [("u1", "levy", ON_LEFT), e1("war_wagon"), ("u2", "levy", (9500, 8500, 9000))]
    clash = only(battlefield(units, meetings=[meets("u1", "e1", "left"), meets("u2", "e1", "left")]))
    assert clash.supporters == ()


# Simple support


@pytest.mark.rule("adlg.support.positions")
def test_friends_in_line_beside_a_main_unit_support_it_on_both_sides_and_of_both_sides() -> None:
    units = [
        u1(),
        e1(),
        ("u2", "levy", (11000, 10000, 18000)),
        ("u3", "levy", (9000, 10000, 18000)),
        ("e2", "light_infantry", (11000, 10000, 0)),
    ]
    clash = only(battlefield(units, meetings=[meets("u1", "e1")]))
    assert sorted(clash.with_a) == ["u2", "u3"]
    assert kinds(clash.melee) == [("levy", "simple"), ("levy", "simple")]
    assert clash.with_b == ("e2",)


@pytest.mark.rule("adlg.support.positions")
@pytest.mark.parametrize(("x", "y"), [(3000, 16000), (17000, 2000), (10000, 10000)])
def test_friends_support_each_other_everywhere_on_the_table(x: int, y: int) -> None:
    units: list[Placed] = [
        ("u1", "heavy_swordsmen", (x, y, 18000)),
        ("e1", "heavy_spearmen", (x, y, 0)),
        ("u2", "levy", (x + 1000, y, 18000)),
    ]
    assert only(battlefield(units, meetings=[meets("u1", "e1")])).with_a == ("u2",)


@pytest.mark.rule("adlg.support.positions")
@pytest.mark.parametrize("pose", [(11005, 10000, 18000), (11000, 10000, 18060), (11000, 10100, 18000)])
def test_who_is_not_exactly_in_line_supports_nobody(pose: Pose) -> None:
    clash = only(battlefield([u1(), e1(), ("u2", "levy", pose)], meetings=[meets("u1", "e1")]))
    assert clash.supporters == ()


@pytest.mark.rule("adlg.support.positions")
def test_a_unit_that_fights_supports_no_neighbour() -> None:
    units = [u1(), e1(), ("u2", "levy", (11000, 10000, 18000)), ("e2", "levy", (11000, 10000, 0))]
    found = clashes(battlefield(units, meetings=[meets("u1", "e1"), meets("u2", "e2")]))
    assert [clash.supporters for clash in found] == [(), ()]


def test_one_unit_supports_a_friend_on_either_side() -> None:
    units = [
        u1(),
        e1(),
        ("u2", "levy", (11000, 10000, 18000)),
        ("u3", "levy", (12000, 10000, 18000)),
        ("e3", "levy", (12000, 10000, 0)),
    ]
    found = clashes(battlefield(units, meetings=[meets("u1", "e1"), meets("u3", "e3")]))
    assert [clash.with_a for clash in found] == [("u2",), ("u2",)]


@pytest.mark.rule("adlg.support.positions")
def test_friends_in_line_do_not_support_a_unit_that_does_not_fight_to_its_front() -> None:
    units = [u1("medium_cavalry", ON_LEFT), e1(), ("e2", "levy", (11000, 10000, 0))]
    assert only(battlefield(units, meetings=[meets("u1", "e1", "left")])).with_b == ()


def test_friends_in_line_support_a_unit_that_attacks_a_flank() -> None:
    units = [u1("medium_cavalry", ON_LEFT), e1(), ("u2", "levy", (9500, 10500, 9000))]
    assert only(battlefield(units, meetings=[meets("u1", "e1", "left")])).with_a == ("u2",)


@pytest.mark.rule("adlg.support.positions")
@pytest.mark.parametrize(("pose", "helps"), [((11000, 9400, 18000), True), ((11000, 8515, 18000), False)])
def test_flank_along_the_flank_of_an_engaged_enemy_supports(pose: Pose, helps: bool) -> None:
    clash = only(battlefield([u1(), e1(), ("u2", "levy", pose)], meetings=[meets("u1", "e1")]))
    assert clash.with_a == (("u2",) if helps else ())


def test_a_broken_unit_supports_nobody_any_more() -> None:
    units = [u1(), e1(), ("u2", "levy", (11000, 10000, 18000), {"cohesion": 0})]
    assert only(battlefield(units, meetings=[meets("u1", "e1")])).supporters == ()


# How many


@pytest.mark.rule("adlg.support.limit")
def test_there_is_one_support_at_each_flank_and_one_at_the_rear() -> None:
    units = [
        u1(),
        e1(),
        ("u2", "medium_cavalry", ON_LEFT),
        ("u3", "medium_cavalry", ON_RIGHT),
        ("u4", "medium_cavalry", BEHIND),
        ("u5", "levy", (9000, 10000, 18000)),
        ("u6", "levy", (11000, 10000, 18000)),
    ]
    meetings = [meets("u1", "e1"), meets("u2", "e1", "left"), meets("u3", "e1", "right"), meets("u4", "e1", "rear")]
    assert sorted(only(battlefield(units, meetings=meetings)).with_a) == ["u2", "u3", "u4"]


@pytest.mark.rule("adlg.support.limit")
def test_of_two_on_the_same_flank_the_one_that_adds_more_counts() -> None:
    """One beside the main unit, one with its front on the enemy's flank; the one on the other side counts anyway."""
    units = [
        u1(),
        e1(),
        ("u2", "medium_swordsmen", ON_LEFT),
        ("u3", "levy", (11000, 10000, 18000)),
        ("u4", "levy", (9000, 10000, 18000)),
    ]
    clash = only(battlefield(units, meetings=[meets("u1", "e1"), meets("u2", "e1", "left")]))
    assert sorted(clash.with_a) == ["u2", "u3"]


@pytest.mark.rule("adlg.support.limit", "adlg.support.melee")
@pytest.mark.parametrize("flanker", ["levy", "medium_swordsmen"])
def test_melee_support_counts_before_a_neighbour_even_if_it_adds_no_more(flanker: str) -> None:
    """Levy have no factor against heavy infantry; the pikemen beside the main unit would, but it does not count."""
    units = [u1(), e1(), ("u2", "pikemen", (9000, 10000, 18000)), ("u3", flanker, ON_LEFT)]
    clash = only(battlefield(units, meetings=[meets("u1", "e1"), meets("u3", "e1", "left")]))
    assert (clash.with_a, kinds(clash.melee)) == (("u3",), [(flanker, "melee")])


@pytest.mark.rule("adlg.support.limit")
def test_of_two_equal_ones_the_lowest_number_counts() -> None:
    units = [u1(), e1("war_wagon"), ("u10", "levy", (11000, 9800, 18000)), ("u2", "levy", (11000, 8900, 18000))]
    clash = only(battlefield(units, meetings=[meets("u1", "e1")]))
    assert clash.with_a == ("u2",)


def test_all_in_support_count_as_supporting_even_if_another_counts_in_the_fight() -> None:
    units = [u1(), e1("war_wagon"), ("u10", "levy", (11000, 9800, 18000)), ("u2", "levy", (11000, 8900, 18000))]
    field = battlefield([*units, ("u3", "levy", (5000, 5000, 0))], meetings=[meets("u1", "e1")])
    assert supporting(field) == {"u2", "u10"}


# What goes into a fight


def test_a_fighter_brings_what_it_is_and_what_is_left_of_it() -> None:
    units = [u1(quality="elite", abilities=("impact",), cohesion=2), e1("foot_knights")]
    fighter = only(battlefield(units, meetings=[meets("u1", "e1")])).melee.a
    assert (fighter.quality.id, set(fighter.bought), fighter.left) == ("elite", {"impact"}, 2)
    assert (fighter.stakes, fighter.fortified, fighter.obstacle, fighter.height, fighter.commander) == (False,) * 5


@pytest.mark.rule("adlg.war_wagon.battle_ready")
@pytest.mark.parametrize("marks", [(), ("ready",)])
def test_a_war_wagon_is_battle_ready_only_once_it_was_made_so(marks: tuple[str, ...]) -> None:
    units = [u1(), e1("war_wagon", abilities=("battle_ready", "blades"), marks=marks)]
    wagon = only(battlefield(units, meetings=[meets("u1", "e1")])).melee.b
    assert wagon.bought == {"blades", *(("battle_ready",) if marks else ())}


@pytest.mark.rule("adlg.melee.uncontrolled")
def test_only_the_charger_is_out_of_control() -> None:
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1", uncontrolled=True)])).melee
    assert (melee.a.uncontrolled, melee.b.uncontrolled) == (True, False)


@pytest.mark.rule("adlg.stakes.charge")
def test_stakes_count_where_they_are_planted() -> None:
    units = [u1(abilities=("stakes",)), e1(abilities=("stakes",), marks=("stakes",))]
    melee = only(battlefield(units, meetings=[meets("u1", "e1")])).melee
    assert (melee.a.stakes, melee.b.stakes) == (False, True)


@pytest.mark.rule("adlg.terrain.rough")
def test_the_ground_under_each_unit_counts_for_itself() -> None:
    field = battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[ground("field", 9000, 8000, 11000, 10000)])
    melee = only(field).melee
    assert (melee.a.terrain.id, melee.b.terrain.id) == ("open", "field")


@pytest.mark.rule("adlg.light_infantry.destroyed")
@pytest.mark.parametrize(("edge", "safe"), [(9800, False), (10000, True)])
def test_light_infantry_is_out_of_the_open_only_if_all_of_it_is(edge: int, safe: bool) -> None:
    wood = ground("wood", 9000, 8000, 11000, edge)
    field = battlefield([u1(), e1("light_infantry")], meetings=[meets("u1", "e1")], terrain=[wood])
    assert ("b" in reckon(only(field).melee, field.setting.readings).destroyed) is not safe


@pytest.mark.rule("adlg.melee.ground")
def test_a_unit_on_a_hill_with_the_crest_behind_it_stands_higher() -> None:
    hill = ground("gentle_hill", 8000, 6000, 12000, 10000, crest=(10000, 8000))
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[hill])).melee
    assert (melee.a.height, melee.b.height) == (False, True)


@pytest.mark.rule("adlg.terrain.hill_with_brush")
def test_a_hill_covered_with_brush_is_rough_ground_and_gives_height() -> None:
    hill = ground("brush", 8000, 6000, 12000, 10000, crest=(10000, 8000))
    field = battlefield([u1(), e1("heavy_spearmen")], meetings=[meets("u1", "e1")], terrain=[hill])
    melee = only(field).melee
    assert (melee.a.height, melee.b.height) == (False, True)
    assert (melee.a.terrain.kind, melee.b.terrain.id) == ("open", "brush")
    flat = battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[replace(hill, crest=None)])
    assert not only(flat).melee.b.height, "brush without a crest is no hill"


@pytest.mark.rule("adlg.melee.ground")
def test_a_unit_at_the_edge_of_a_gully_has_the_advantage_over_one_in_it() -> None:
    gully = ground("gully", 8000, 8000, 12000, 10000)
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[gully])).melee
    assert (melee.a.height, melee.b.height) == (True, False)
    wider = ground("gully", 8000, 8000, 12000, 11000)
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[wider])).melee
    assert (melee.a.height, melee.b.height) == (False, False)


@pytest.mark.rule("adlg.melee.ground")
def test_a_unit_on_the_bank_of_a_river_has_the_advantage_over_one_in_it() -> None:
    river = replace(ground("rough", 8000, 8000, 12000, 10000), river=True)
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[river])).melee
    assert (melee.a.height, melee.b.height) == (True, False)
    ford = replace(river, river=False)
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], terrain=[ford])).melee
    assert (melee.a.height, melee.b.height) == (False, False)


@pytest.mark.rule("adlg.melee.works")
@pytest.mark.parametrize(("kind", "walls"), [("fortification", (True, False)), ("obstacle", (False, True))])
def test_works_before_its_front_protect_the_unit_whose_they_are(kind: str, walls: tuple[bool, bool]) -> None:
    works = [work(kind, (9000, 10000), (11000, 10000), 1)]
    melee = only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], works=works)).melee
    assert (melee.b.fortified, melee.b.obstacle) == walls
    assert (melee.a.fortified, melee.a.obstacle) == (False, False)


@pytest.mark.rule("adlg.melee.works")
def test_works_on_another_side_protect_nobody() -> None:
    works = [work("fortification", (9500, 9000), (9500, 10000), 1)]
    assert not only(battlefield([u1(), e1()], meetings=[meets("u1", "e1")], works=works)).melee.b.fortified


@pytest.mark.rule("adlg.commander.engaged")
def test_a_commander_counts_if_he_takes_part_with_the_main_unit() -> None:
    units = [u1(), e1(), ("u2", "levy", (11000, 10000, 18000))]
    field = battlefield(units, meetings=[meets("u1", "e1")], leaders={"c1": "u1"})
    assert not only(field).melee.a.commander
    assert only(_engaged(field, "c1")).melee.a.commander
    beside = battlefield(units, meetings=[meets("u1", "e1")], leaders={"c1": "u2"})
    assert not only(_engaged(beside, "c1")).melee.a.commander


def _engaged(field: Field, leader: str) -> Field:
    return field.with_leader(leader, replace(field.leaders[leader], engaged=True))


@pytest.mark.rule("adlg.commander.engaged")
def test_a_commander_who_is_part_of_the_main_unit_always_takes_part() -> None:
    field = battlefield([u1(), e1()], meetings=[meets("u1", "e1")], leaders={"c1": "u1"}, included=["c1"])
    assert only(field).melee.a.commander


# Camps


def camp(kind: Camp, attacker: str, *more: Placed, meetings: tuple[Meeting, ...] = ()) -> Field:
    """The attacker with its front on the enemy's camp."""
    units: list[Placed] = [("u1", attacker, (10000, 9000, 0)), ("e1", "levy", (2000, 2000, 0)), *more]
    where: Pose = (10000, 9000, 18000)
    return battlefield(units, camps=[("k2", kind, where)], meetings=[meets("u1", "k2"), *meetings])


@pytest.mark.rule("adlg.camp.taken")
@pytest.mark.parametrize("attacker", ["light_infantry", "medium_cavalry", "levy"])
def test_a_camp_without_walls_falls_to_anybody_without_dice(attacker: str) -> None:
    field = camp(Camp.NORMAL, attacker)
    assert camp_attacks(field) == (("u1", "k2"),)
    assert camp_falls_on(field, "u1", "k2") == SURE
    assert clashes(field) == ()


@pytest.mark.rule("adlg.camp.taken")
@pytest.mark.parametrize(("attacker", "needs"), [("levy", 5), ("elephant", 5), ("heavy_knights", 6)])
def test_a_fortified_camp_has_to_be_stormed(attacker: str, needs: int) -> None:
    field = camp(Camp.FORTIFIED, attacker)
    assert camp_attacks(field) == (("u1", "k2"),)
    assert camp_falls_on(field, "u1", "k2") == needs


@pytest.mark.rule("adlg.camp.taken")
@pytest.mark.parametrize("attacker", ["light_infantry", "light_cavalry"])
def test_light_troops_do_nothing_to_a_fortified_camp(attacker: str) -> None:
    assert camp_attacks(camp(Camp.FORTIFIED, attacker)) == ()


@pytest.mark.rule("adlg.camp.taken")
def test_a_unit_that_is_attacked_drops_the_camp() -> None:
    behind: Placed = ("e2", "levy", (10000, 8250, 0))
    field = camp(Camp.NORMAL, "heavy_swordsmen", behind, meetings=(meets("e2", "u1", "rear"),))
    assert camp_attacks(field) == ()
    assert [(one.attacker, one.target) for one in main_meetings(field)] == [("e2", "u1")]


@pytest.mark.rule("adlg.camp.taken")
def test_a_looted_camp_is_attacked_no_more() -> None:
    assert camp_attacks(replace(camp(Camp.NORMAL, "levy"), taken=frozenset({"k2"}))) == ()


@pytest.mark.rule("adlg.cavalry.first_round")
@pytest.mark.parametrize(("options", "number"), [({}, 0), ({"cavalry_bonus_contact": "any_contact"}, 1)])
def test_cavalry_charged_in_the_flank_has_no_first_round_bonus_as_its_factor_is_0(
    options: dict[str, Any], number: int
) -> None:
    units: list[Placed] = [("u1", "heavy_swordsmen", (8000, 9400, 9000)), e1("medium_cavalry")]
    met = play(ready(units, **options), "u1 charge e1", "e1 stand")
    [clash] = clashes(met.state.field)
    told = reckon(clash.melee, met.setting.readings)
    assert (clash.melee.contact, told.totals) == ("flank", {"a": 2, "b": number})
    struck: list[Placed] = [("u1", "medium_cavalry", (7500, 9400, 9000)), e1("heavy_swordsmen")]
    riding = play(ready(struck, **options), "u1 charge e1")
    assert reckon(only(riding.state.field).melee, riding.setting.readings).totals == {"a": 3, "b": 0}
