"""Shooting on the table: who shoots, at whom, past whom, and together with whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.games.adlg.battle.fighting.shots import Volley, shots, weapon_of
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.geometry.shapes import Pose

NORTH: Pose = (10000, 10000, 0)


def bows(name: str = "u1", pose: Pose = NORTH, **more: Any) -> Placed:
    return name, "bowmen", pose, {"weapon": "bow", **more}


def horse(name: str = "u1", pose: Pose = NORTH, weapon: str = "bow", **more: Any) -> Placed:
    return name, "light_cavalry", pose, {"weapon": weapon, **more}


def foe(name: str, x: int, y: int, troop: str = "heavy_spearmen", heading: int = 18000, **more: Any) -> Placed:
    return name, troop, (x, y, heading), more


def targets(field: Field, shooter: str = "u1") -> list[str]:
    """Whom a unit shoots at, as main shooter or as supporter."""
    return [volley.target for volley in shots(field, 0) if shooter in (volley.shooter, *volley.supporters)]


def only(field: Field) -> Volley:
    [volley] = shots(field, 0)
    return volley


# Who shoots


@pytest.mark.rule("adlg.shooting.who")
def test_both_sides_shoot_and_the_active_one_comes_first() -> None:
    field = battlefield([bows(), bows("e1", (10000, 12000, 18000))])
    assert [(volley.shooter, volley.target) for volley in shots(field, 0)] == [("u1", "e1"), ("e1", "u1")]
    assert [volley.shooter for volley in shots(field, 1)] == ["e1", "u1"]


@pytest.mark.rule("adlg.shooting.who")
@pytest.mark.parametrize(("moves", "shoots"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_unit_that_made_a_second_move_does_not_shoot(moves: int, shoots: bool) -> None:
    field = battlefield([bows(), foe("e1", 10000, 12000)])
    moved = field.with_stand("u1", replace(field.stands["u1"], moves=moves))
    assert targets(moved) == (["e1"] if shoots else [])


@pytest.mark.rule("adlg.shooting.who")
@pytest.mark.parametrize("mark", ["charged", "evaded", "disengaged", "left"])
def test_who_charged_evaded_disengaged_or_left_a_zone_does_not_shoot(mark: str) -> None:
    assert targets(battlefield([bows(marks=(mark,)), foe("e1", 10000, 12000)])) == []


@pytest.mark.rule("adlg.shooting.once")
def test_nobody_shoots_twice() -> None:
    assert targets(battlefield([bows(marks=("shot",)), foe("e1", 10000, 12000)])) == []


@pytest.mark.rule("adlg.shooting.who")
@pytest.mark.parametrize(("kind", "shoots"), [("light", True), ("medium", False), ("heavy", False)])
def test_medium_and_heavy_artillery_that_moved_or_turned_does_not_shoot(kind: str, shoots: bool) -> None:
    def gun(**more: Any) -> Field:
        return battlefield(
            [("u1", f"{kind}_artillery", NORTH, {"weapon": "artillery", **more}), foe("e1", 10000, 12000)]
        )

    assert targets(gun()) == ["e1"]
    assert targets(gun(marks=("pivoted",))) == (["e1"] if shoots else [])
    moved = gun().with_stand("u1", replace(gun().stands["u1"], moves=1))
    assert targets(moved) == (["e1"] if shoots else [])


@pytest.mark.rule("adlg.shooting.who")
def test_units_in_melee_neither_shoot_nor_are_shot_at() -> None:
    units = [bows(), foe("e1", 10000, 10000), bows("u2", (12000, 10000, 0)), foe("e2", 12000, 13000)]
    field = battlefield(units, meetings=[meets("e1", "u1")])
    assert [(volley.shooter, volley.target) for volley in shots(field, 0)] == [("u2", "e2")]


@pytest.mark.rule("adlg.shooting.who")
def test_units_in_support_neither_shoot_nor_are_shot_at() -> None:
    units = [("u1", "levy", NORTH), bows("u2", (11000, 10000, 0)), foe("e1", 10000, 10000)]
    opposite = bows("e2", (11500, 13000, 18000))
    assert shots(battlefield([*units, opposite], meetings=[meets("u1", "e1")]), 0) == ()
    stepped_back = [units[0], bows("u2", (11000, 9900, 0)), units[2]]
    volleys = shots(battlefield([*stepped_back, opposite], meetings=[meets("u1", "e1")]), 0)
    assert [(volley.shooter, volley.target) for volley in volleys] == [("u2", "e2"), ("e2", "u2")]


@pytest.mark.rule("adlg.camp.taken")
def test_who_attacks_a_camp_may_be_shot_at_but_does_not_shoot() -> None:
    where: Pose = (10000, 9000, 18000)
    units = [bows(pose=(10000, 9000, 0)), bows("e1", (10000, 6000, 0))]
    field = battlefield(units, camps=[("k2", Camp.NORMAL, where)], meetings=[meets("u1", "k2")])
    assert [(volley.shooter, volley.target) for volley in shots(field, 0)] == [("e1", "u1")]


def test_a_broken_unit_neither_shoots_nor_is_shot_at() -> None:
    assert shots(battlefield([bows(cohesion=0), bows("e1", (10000, 12000, 18000))]), 0) == ()


def test_a_unit_without_a_weapon_does_not_shoot() -> None:
    assert shots(battlefield([("u1", "levy", NORTH), foe("e1", 10000, 10500)]), 0) == ()


@pytest.mark.rule("adlg.range.one")
@pytest.mark.parametrize(
    ("troop", "throws"),
    [
        ("light_infantry", True),
        ("light_cavalry", True),
        ("javelinmen", True),
        ("medium_cavalry", True),
        ("levy", False),
    ],
)
def test_who_has_javelins_and_no_other_weapon_throws_them(troop: str, throws: bool) -> None:
    field = battlefield([("u1", troop, NORTH, {"abilities": ("javelin",)}), foe("e1", 10000, 11000)])
    assert targets(field) == (["e1"] if throws else [])
    assert (weapon_of(field.unit("u1")) is not None) is throws


def test_a_bow_is_used_rather_than_javelins() -> None:
    field = battlefield([horse(abilities=("javelin",)), foe("e1", 10000, 12000)])
    assert only(field).shot.weapon.id == "bow"


# At whom


@pytest.mark.rule("adlg.shooting.priority")
@pytest.mark.statement("AG-405")
def test_the_nearest_target_straight_ahead_comes_first() -> None:
    """A nearer one aside, and a farther one more in front, do not matter."""
    field = battlefield([bows(), foe("e1", 11800, 12500), foe("e2", 10700, 13300), foe("e3", 9400, 13900)])
    assert targets(field) == ["e2"]


@pytest.mark.rule("adlg.shooting.priority")
@pytest.mark.statement("AG-406")
def test_with_nobody_straight_ahead_the_nearest_in_the_zone_is_the_target() -> None:
    field = battlefield([bows(), foe("e1", 11800, 12500), foe("e2", 8200, 12600)])
    assert targets(field) == ["e1"]


@pytest.mark.rule("adlg.shooting.priority")
def test_of_two_equal_targets_the_lowest_number_is_shot_at() -> None:
    field = battlefield([bows(), foe("e10", 8500, 12000), foe("e9", 11500, 12000)])
    assert targets(field) == ["e9"]


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize(
    ("x", "y", "seen"), [(10000, 14000, True), (10000, 14001, False), (11990, 13000, True), (11999, 13000, False)]
)
def test_a_target_has_to_be_in_the_zone_and_within_reach(x: int, y: int, seen: bool) -> None:
    assert targets(battlefield([bows(), foe("e1", x, y)])) == (["e1"] if seen else [])


@pytest.mark.rule("adlg.shooting.zone")
def test_the_corners_of_the_zone_are_out_of_reach_unless_the_rectangle_is_what_counts() -> None:
    thrower = ("u1", "javelinmen", NORTH)
    assert targets(battlefield([thrower, foe("e1", 11900, 10950)])) == []
    assert targets(battlefield([thrower, foe("e1", 11900, 10950)], shot_area="rectangle")) == ["e1"]


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize("pose", [(10000, 11500, 18000), (12000, 9700, 27000), (8000, 9700, 9000), (10000, 7500, 0)])
def test_light_horse_shoots_all_around(pose: Pose) -> None:
    assert targets(battlefield([horse(), ("e1", "levy", pose)])) == ["e1"]
    assert targets(battlefield([bows(), ("e1", "levy", pose)])) == (["e1"] if pose[1] > 10000 else [])


@pytest.mark.rule("adlg.shooting.zone")
def test_light_horse_takes_the_nearest_wherever_it_is() -> None:
    assert targets(battlefield([horse(), foe("e1", 10000, 11500), ("e2", "levy", (10000, 7900, 0))])) == ["e2"]


@pytest.mark.rule("adlg.shooting.zone")
def test_a_war_wagon_shoots_from_the_long_edge_with_the_better_shot() -> None:
    wagon = ("u1", "war_wagon", NORTH, {"weapon": "bow"})
    left, right = ("e1", "heavy_knights", (7000, 9500, 9000)), ("e2", "medium_cavalry", (13000, 9500, 27000))
    assert targets(battlefield([wagon, foe("e3", 10000, 11000)])) == []
    assert targets(battlefield([wagon, left])) == ["e1"]
    assert targets(battlefield([wagon, left, right])) == ["e2"]


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize(("y", "seen"), [(13000, False), (14500, True)])
def test_the_zone_of_heavy_artillery_is_wider_beyond_4_ud(y: int, seen: bool) -> None:
    gun = ("u1", "heavy_artillery", NORTH, {"weapon": "artillery"})
    assert targets(battlefield([gun, foe("e1", 12600, y)])) == (["e1"] if seen else [])


@pytest.mark.rule("adlg.shooting.zone", "adlg.shooting.sight")
@pytest.mark.parametrize(("y", "seen"), [(13969, False), (13980, True)])
def test_in_its_wider_zone_artillery_sees_only_what_is_beyond_4_ud(y: int, seen: bool) -> None:
    """A friend hides the part of the target that lies in the narrow zone; its nearest point is 4 UD away or more."""
    gun = ("u1", "heavy_artillery", NORTH, {"weapon": "artillery"})
    friend: Placed = ("u2", "levy", (10950, 13900, 0))
    assert targets(battlefield([gun, friend, foe("e1", 11500, y)])) == (["e1"] if seen else [])
    assert targets(battlefield([gun, foe("e1", 11500, y)])) == ["e1"]


@pytest.mark.rule("adlg.shooting.zone")
def test_artillery_without_a_target_within_4_ud_takes_the_best_one_beyond() -> None:
    gun = ("u1", "heavy_artillery", NORTH, {"weapon": "artillery"})
    far = [foe("e1", 10000, 15000), foe("e2", 11400, 16000, "elephant")]
    assert targets(battlefield([gun, *far])) == ["e2"]
    assert targets(battlefield([gun, *far, foe("e3", 8700, 13900)])) == ["e3"]
    assert targets(battlefield([gun, *far, foe("e3", 10000, 14000, "light_infantry")])) == ["e3"], "4 UD exactly"


# Past whom


@pytest.mark.rule("adlg.shooting.sight")
@pytest.mark.parametrize(("pose", "seen"), [((10000, 12000, 0), False), ((10900, 12000, 0), True)])
def test_a_friend_in_the_way_hides_a_target(pose: Pose, seen: bool) -> None:
    field = battlefield([bows(), ("u2", "levy", pose), foe("e1", 10000, 14000)])
    assert targets(field) == (["e1"] if seen else [])


@pytest.mark.rule("adlg.shooting.sight")
def test_a_unit_that_fights_blocks_the_view_but_is_no_target() -> None:
    units = [bows(), foe("e1", 10000, 12000), ("u2", "levy", (10000, 12000, 0)), foe("e2", 10000, 13900)]
    assert targets(battlefield(units, meetings=[meets("u2", "e1")])) == []


@pytest.mark.rule("adlg.shooting.sight")
def test_a_camp_blocks_the_view_and_a_commander_does_not() -> None:
    units = [bows(), foe("e1", 10000, 14000)]
    where: Pose = (10000, 12000, 0)
    assert targets(battlefield(units, camps=[("k1", Camp.NORMAL, where)])) == []
    assert targets(battlefield(units, leaders={"c1": where})) == ["e1"]


@pytest.mark.rule("adlg.shooting.sight")
@pytest.mark.parametrize(("far_side", "seen"), [(11900, True), (12050, False)])
def test_no_shot_goes_through_more_than_1_ud_of_cover(far_side: int, seen: bool) -> None:
    wood = ground("wood", 5000, 11000, 15000, far_side)
    assert targets(battlefield([bows(), foe("e1", 10000, 13000)], terrain=[wood])) == (["e1"] if seen else [])


@pytest.mark.rule("adlg.shooting.sight")
@pytest.mark.parametrize("troop", ["light_infantry", "light_cavalry"])
def test_artillery_shoots_over_light_troops(troop: str) -> None:
    between: Placed = ("u2", troop, (10000, 12000, 0))
    gun: Placed = ("u1", "heavy_artillery", NORTH, {"weapon": "artillery"})
    assert targets(battlefield([gun, between, foe("e1", 10000, 14000)])) == ["e1"]
    assert targets(battlefield([bows(), between, foe("e1", 10000, 14000)])) == []


@pytest.mark.rule("adlg.shooting.sight")
@pytest.mark.parametrize(
    ("weapon", "y", "seen"), [("bow", 10750, True), ("javelin", 10750, False), ("bow", 10800, False)]
)
def test_light_horse_shoots_over_its_like_right_in_front(weapon: str, y: int, seen: bool) -> None:
    units = [horse(), horse("u2", (10000, y, 0), weapon, marks=("evaded",)), foe("e1", 10000, 11500)]
    assert targets(battlefield(units)) == (["e1"] if seen else [])


@pytest.mark.rule("adlg.shooting.sight")
@pytest.mark.parametrize(("y", "seen"), [(12750, True), (12300, False)])
def test_a_shooter_on_a_hill_shoots_over_lower_friends_at_targets_beyond(y: int, seen: bool) -> None:
    """The friend's front is at 11750 and the target has to be 1 UD beyond it."""
    hill = ground("gentle_hill", 8000, 7000, 12000, 10500, crest=(10000, 8000))
    units = [bows(), ("u2", "levy", (10000, 11750, 0)), foe("e1", 10000, y)]
    assert targets(battlefield(units, terrain=[hill])) == (["e1"] if seen else [])
    assert targets(battlefield(units)) == []


@pytest.mark.rule("adlg.shooting.sight")
def test_a_shooter_on_a_hill_does_not_shoot_over_friends_on_it() -> None:
    hill = ground("gentle_hill", 8000, 7000, 12000, 12000, crest=(10000, 8000))
    units = [bows(), ("u2", "levy", (10000, 11750, 0)), foe("e1", 10000, 13500)]
    assert targets(battlefield(units, terrain=[hill])) == []
    brushed = ground("brush", 8000, 7000, 12000, 12000, crest=(10000, 8000))
    assert targets(battlefield(units, terrain=[brushed])) == []


# Together


@pytest.mark.rule("adlg.shooting.once")
def test_all_who_have_the_same_target_shoot_together() -> None:
    units = [bows("u1", (9500, 10000, 0)), bows("u2", (10500, 10000, 0)), bows("u3", (11500, 10000, 0))]
    volley = only(battlefield([*units, foe("e1", 10500, 13000, "heavy_cavalry")]))
    assert (volley.shooter, volley.supporters) == ("u1", ("u2", "u3"))
    assert [support.troop.id for support in volley.shot.a.supports] == ["bowmen", "bowmen"]


@pytest.mark.rule("adlg.shooting.once")
def test_the_main_shooter_is_the_one_who_hits_best() -> None:
    line = [bows("u1", (9500, 10000, 0), cohesion=2), bows("u2", (10500, 10000, 0), quality="elite")]
    volley = only(battlefield([*line, foe("e1", 10000, 13000)]))
    assert (volley.shooter, volley.supporters) == ("u2", ("u1",))


@pytest.mark.rule("adlg.shooting.supports")
def test_three_bowmen_at_heavy_cavalry_hit_as_the_worked_example_says() -> None:
    units = [bows("u1", (9500, 10000, 0)), bows("u2", (10500, 10000, 0)), bows("u3", (11500, 10000, 0))]
    field = battlefield([*units, foe("e1", 10500, 13000, "heavy_cavalry")])
    assert shot_odds(only(field).shot, field.setting.readings).totals == {"a": 3, "b": 1}


def test_units_with_other_targets_do_not_help() -> None:
    units = [
        bows("u1", (9000, 10000, 0)),
        bows("u2", (11500, 10000, 0)),
        foe("e1", 9000, 12000),
        foe("e2", 11500, 12000),
    ]
    assert [(one.shooter, one.target, one.supporters) for one in shots(battlefield(units), 0)] == [
        ("u1", "e1", ()),
        ("u2", "e2", ()),
    ]


# What goes into a shot


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize(("troop", "covered"), [("levy", True), ("light_infantry", False)])
def test_a_target_partly_in_a_wood_is_in_cover_but_light_infantry_only_if_wholly(troop: str, covered: bool) -> None:
    wood = ground("wood", 9000, 12200, 11000, 16000)
    volley = only(battlefield([bows(), foe("e1", 10000, 12000, troop)], terrain=[wood]))
    assert volley.shot.b.cover is covered


@pytest.mark.rule("adlg.shooting.shooter_hidden")
def test_a_shooter_in_a_wood_is_hidden_by_it() -> None:
    wood = ground("wood", 9000, 8000, 11000, 10100)
    shot = only(battlefield([bows(), foe("e1", 10000, 12000)], terrain=[wood])).shot
    assert (shot.a.cover, shot.a.terrain.id, shot.b.cover) == (True, "wood", False)


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize(("heading", "front", "protects"), [(18000, 12000, True), (0, 12750, False)])
def test_a_fortification_protects_from_shots_that_come_from_its_side(heading: int, front: int, protects: bool) -> None:
    works = [work("fortification", (9000, front), (11000, front), 1)]
    volley = only(battlefield([bows(), foe("e1", 10000, front, heading=heading)], works=works))
    assert volley.shot.b.fortified is protects


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize(("y", "protects"), [(12500, False), (12490, True)])
def test_a_fortification_protects_from_whoever_is_partly_before_it(y: int, protects: bool) -> None:
    """The light horse stands beside the target and looks away from it: level with its front, or a little before it."""
    works = [work("fortification", (9000, 12000), (11000, 12000), 1)]
    volley = only(battlefield([horse(pose=(11500, y, 9000)), foe("e1", 10000, 12000)], works=works))
    assert volley.shot.b.fortified is protects


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize(("kind", "seat"), [("obstacle", 1), ("fortification", 0)])
def test_obstacles_and_enemy_fortifications_protect_nobody_from_shots(kind: str, seat: int) -> None:
    works = [work(kind, (9000, 12000), (11000, 12000), seat)]
    assert not only(battlefield([bows(), foe("e1", 10000, 12000)], works=works)).shot.b.fortified
