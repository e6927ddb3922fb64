"""Routs that spread, pursuits, and the losses of an army."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.tables import Placed, battlefield, ground, meets, work
from triarii.games.adlg.battle.fighting.aftermath import (
    FRIENDS,
    army_losses,
    army_value,
    held_back,
    pursue,
    pursuers,
    quarry,
    rampaging,
    rout,
    routed,
)
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Lost, Routed
from triarii.games.adlg.combat.handling import Pursuit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose

NORTH: Pose = (10000, 10000, 0)
SOUTH: Pose = (10000, 10000, 18000)


def left(field: Field) -> dict[str, int]:
    """The cohesion of all who are still there."""
    return {name: stand.cohesion for name, stand in field.stands.items()}


def told(field: Field) -> list[tuple[str, str, str, str]]:
    """Who lost cohesion or routed, by which rule and because of whom."""
    happened = [each for each in field.chronicle or () if isinstance(each, Lost | Routed)]
    return [(each.kind, each.unit, each.rule, each.by if isinstance(each, Lost) else "") for each in happened]


# Routs


def test_units_without_cohesion_rout() -> None:
    units: list[Placed] = [("u10", "levy", NORTH, {"cohesion": 0}), ("u2", "levy", (5000, 5000, 0), {"cohesion": 0})]
    assert routed(battlefield([*units, ("u3", "levy", (7000, 5000, 0), {"cohesion": 1})])) == ("u2", "u10")


@pytest.mark.rule("adlg.rout.friends")
@pytest.mark.parametrize(
    ("pose", "loss"), [((10000, 8250, 0), 0), ((10000, 8253, 0), 1), ((10998, 9000, 0), 0), ((10950, 9000, 0), 1)]
)
def test_a_friend_less_than_1_ud_behind_loses_a_point(pose: Pose, loss: int) -> None:
    field = battlefield([("u1", "heavy_spearmen", NORTH, {"cohesion": 0}), ("u2", "heavy_swordsmen", pose)])
    after = rout(field.noting(), routed(field))
    assert left(after) == {"u2": 4 - loss}
    assert told(after) == [("lost", "u2", FRIENDS, "u1")] * loss + [("routed", "u1", "adlg.losses.points", "")]


@pytest.mark.rule("adlg.rout.friends")
def test_enemies_behind_lose_nothing() -> None:
    field = battlefield([("u1", "levy", NORTH, {"cohesion": 0}), ("e1", "levy", (10000, 9000, 0))])
    assert left(rout(field, ["u1"])) == {"e1": 3}


def test_the_routed_leave_the_table_and_their_melees_end() -> None:
    units: list[Placed] = [("u1", "levy", NORTH, {"cohesion": 0}), ("e1", "levy", SOUTH)]
    field = battlefield(units, meetings=[meets("e1", "u1")], leaders={"c1": "u1"})
    after = rout(field, ["u1"])
    assert (after.gone, after.meetings, "u1" in after) == ({"u1": "routed"}, (), False)
    assert after.leaders["c1"].unit == ""
    assert after.leaders["c1"].pose == (10000, 9250, 0)


@pytest.mark.rule("adlg.rout.light_infantry")
def test_routed_light_infantry_carries_only_light_infantry_away() -> None:
    units: list[Placed] = [
        ("u1", "light_infantry", NORTH, {"cohesion": 0}),
        ("u2", "light_infantry", (9600, 9300, 0)),
        ("u3", "levy", (10600, 9300, 0)),
    ]
    field = battlefield(units)
    assert left(rout(field, ["u1"])) == {"u2": 1, "u3": 3}


@pytest.mark.rule("adlg.rout.sparing")
@pytest.mark.parametrize(
    ("troop", "profile", "loss"),
    [
        ("light_artillery", "sheet", 0),
        ("war_wagon", "sheet", 0),
        ("scythed_chariot", "sheet", 1),
        ("scythed_chariot", "common", 0),
        ("elephant", "sheet", 1),
    ],
)
def test_some_routs_spare_those_behind(troop: str, profile: str, loss: int) -> None:
    depth = 2000 if troop == "war_wagon" else 1000
    units: list[Placed] = [("u1", troop, NORTH, {"cohesion": 0}), ("u2", "levy", (10000, 9900 - depth, 0))]
    assert left(rout(battlefield(units, profile=profile), ["u1"])) == {"u2": 3 - loss}


@pytest.mark.rule("adlg.rout.friends")
def test_who_loses_his_last_point_by_a_rout_routs_too_and_carries_others_away() -> None:
    units: list[Placed] = [
        ("u1", "levy", NORTH, {"cohesion": 0}),
        ("u2", "levy", (10000, 9000, 0), {"cohesion": 1}),
        ("u3", "levy", (10000, 8000, 0)),
        ("u4", "levy", (10000, 6200, 0)),
    ]
    after = rout(battlefield(units).noting(), ["u1"])
    assert left(after) == {"u3": 2, "u4": 3}
    assert after.gone == {"u1": "routed", "u2": "routed"}
    assert told(after)[:2] == [("lost", "u2", FRIENDS, "u1"), ("lost", "u3", FRIENDS, "u2")]


@pytest.mark.rule("adlg.rout.friends")
def test_a_friend_behind_two_routed_units_loses_two_points() -> None:
    units: list[Placed] = [
        ("u1", "levy", (9500, 10000, 0), {"cohesion": 0}),
        ("u2", "levy", (10500, 10000, 0), {"cohesion": 0}),
        ("u3", "levy", (10000, 9000, 0)),
    ]
    assert left(rout(battlefield(units), ["u1", "u2"])) == {"u3": 1}


@pytest.mark.rule("adlg.rout.friends")
@pytest.mark.parametrize(
    ("side", "pose", "struck"),
    [("left", (9500, 9500, 9000), "u3"), ("right", (10500, 9500, 27000), "u2"), ("rear", (10000, 9250, 0), "u4")],
)
def test_who_was_beaten_only_from_flank_or_rear_turns_to_that_enemy_first(side: str, pose: Pose, struck: str) -> None:
    """Friends on its left, its right and before it: the one on the far side of the enemy is behind it now."""
    units: list[Placed] = [
        ("u1", "heavy_spearmen", NORTH, {"cohesion": 0}),
        ("u2", "levy", (8650, 9600, 27000)),
        ("u3", "levy", (11350, 9600, 9000)),
        ("u4", "levy", (10000, 10900, 0)),
        ("e1", "heavy_knights", pose),
    ]
    shifted = [unit for unit in units if unit[0] != {"left": "u2", "right": "u3"}.get(side)]
    after = rout(battlefield(shifted, meetings=[meets("e1", "u1", side)]).noting(), ["u1"])
    assert [unit for kind, unit, _, _ in told(after) if kind == "lost"] == [struck]
    assert after.stands[struck].cohesion == 2


def test_who_fought_to_his_front_does_not_turn() -> None:
    units: list[Placed] = [
        ("u1", "heavy_spearmen", NORTH, {"cohesion": 0}),
        ("u2", "levy", (11350, 9600, 9000)),
        ("u3", "levy", (10000, 9000, 0)),
        ("e1", "levy", SOUTH),
        ("e2", "heavy_knights", (9500, 9500, 9000)),
    ]
    field = battlefield(units, meetings=[meets("e1", "u1"), meets("e2", "u1", "left")])
    assert left(rout(field, ["u1"])) == {"u2": 3, "u3": 2, "e1": 3, "e2": 3}


# Elephants


def elephants(**more: Any) -> Field:
    """A routed elephant among friends and enemies."""
    units: list[Placed] = [
        ("u1", "elephant", NORTH, {"cohesion": 0}),
        ("u2", "levy", (8600, 9800, 0)),
        ("u3", "light_infantry", (8600, 9000, 0)),
        ("e1", "levy", (10000, 10500, 18000)),
        ("u4", "levy", (10000, 8500, 0)),
    ]
    return battlefield(units, **more)


@pytest.mark.rule("adlg.rout.sparing")
@pytest.mark.parametrize(("die", "struck"), [(1, ["e1"]), (2, ["u2"]), (3, []), (4, ["u4"]), (6, ["u4"])])
def test_by_the_common_reading_a_routed_elephant_tramples_whoever_is_in_its_way(die: int, struck: list[str]) -> None:
    field = elephants(profile="common")
    assert rampaging(field, ["u1"], {}) == ("u1",)
    assert rampaging(field, ["u1"], {"u1": die}) == ()
    after = rout(field.noting(), ["u1"], {"u1": die})
    assert [unit for kind, unit, _, _ in told(after) if kind == "lost"] == struck


@pytest.mark.rule("adlg.rout.sparing")
def test_by_the_sheet_no_die_is_thrown_for_an_elephant() -> None:
    assert rampaging(elephants(), ["u1"], {}) == ()
    assert left(rout(elephants(), ["u1"]))["u4"] == 2


@pytest.mark.rule("adlg.rout.sparing")
def test_an_elephant_that_routs_because_of_another_needs_a_die_too() -> None:
    units: list[Placed] = [
        ("u1", "elephant", NORTH, {"cohesion": 0}),
        ("u2", "elephant", (10000, 8500, 0), {"cohesion": 1}),
        ("e1", "levy", (11100, 8400, 0)),
    ]
    field = battlefield(units, profile="common")
    assert rampaging(field, ["u1"], {}) == ("u1",)
    assert rampaging(field, ["u1"], {"u1": 5}) == ("u2",)
    after = rout(field, ["u1"], {"u1": 5, "u2": 3})
    assert left(after) == {"e1": 2}


# Who pursues


def beaten(*units: Placed, meetings: Any = (), **more: Any) -> tuple[Field, Field]:
    """Before and after the rout of e1, which stood before u1 at NORTH."""
    enemy: Placed = ("e1", "heavy_spearmen", SOUTH, {"cohesion": 0})
    before = battlefield([*units, enemy], meetings=meetings or [meets("u1", "e1")], **more)
    return before, rout(before, ["e1"])


def victor(troop: str = "heavy_swordsmen", *abilities: str, **more: Any) -> Placed:
    return "u1", troop, NORTH, {"abilities": abilities, **more}


@pytest.mark.rule("adlg.pursuit.who")
def test_the_active_units_whose_enemies_are_gone_may_pursue() -> None:
    before, after = beaten(victor())
    assert pursuers(before, after, 0, ["e1"]) == {"u1": Pursuit.MAY}
    assert pursuers(before, after, 1, ["e1"]) == {}


@pytest.mark.rule("adlg.pursuit.duty")
@pytest.mark.parametrize("unit", [victor("elephant"), victor("heavy_swordsmen", "impetuous")])
def test_elephants_and_impetuous_units_have_to(unit: Placed) -> None:
    before, after = beaten(unit)
    assert pursuers(before, after, 0, ["e1"]) == {"u1": Pursuit.MUST}


def test_who_still_has_an_enemy_does_not_pursue() -> None:
    before, after = beaten(
        victor(),
        ("e2", "levy", (9500, 9500, 9000)),
        meetings=[meets("u1", "e1"), meets("e2", "u1", "left")],
    )
    assert pursuers(before, after, 0, ["e1"]) == {}


@pytest.mark.rule("adlg.pursuit.exceptions")
def test_who_did_not_fight_or_never_pursues_stays() -> None:
    before, after = beaten(victor("war_wagon"), ("u2", "levy", (5000, 5000, 0)))
    assert pursuers(before, after, 0, ["e1"]) == {}


@pytest.mark.rule("adlg.pursuit.exceptions")
def test_of_several_who_beat_the_same_enemy_only_one_pursues() -> None:
    supporter: Placed = ("u2", "medium_cavalry", (10500, 10500, 27000))
    meetings = [meets("u1", "e1"), meets("u2", "e1", "left")]
    before, after = beaten(victor(), supporter, meetings=meetings)
    assert pursuers(before, after, 0, ["e1"]) == {"u1": Pursuit.MAY, "u2": Pursuit.MAY}
    assert pursuers(before, after, 0, ["e1"], went=["u1"]) == {}


@pytest.mark.rule("adlg.pursuit.exceptions")
def test_impetuous_units_go_before_others_and_of_those_the_main_unit() -> None:
    meetings = [meets("u1", "e1"), meets("u2", "e1", "left"), meets("u3", "e1", "right")]
    left_: Placed = ("u2", "heavy_knights", (10500, 10500, 27000), {"abilities": ("impetuous",)})
    right: Placed = ("u3", "heavy_knights", (9500, 10500, 9000), {"abilities": ("impetuous",)})
    before, after = beaten(victor(), left_, right, meetings=meetings)
    assert pursuers(before, after, 0, ["e1"]) == {"u2": Pursuit.MUST}
    before, after = beaten(victor("elephant"), left_, right, meetings=meetings)
    assert pursuers(before, after, 0, ["e1"]) == {"u1": Pursuit.MUST}


@pytest.mark.rule("adlg.pursuit.exceptions")
@pytest.mark.parametrize(
    "hindrance",
    [
        {"terrain": [ground("field", 9000, 10900, 11000, 14000)]},
        {"terrain": [ground("wood", 9000, 10900, 11000, 14000, impassable=True)]},
        {"works": [work("obstacle", (9000, 10000), (11000, 10000), 0)]},
        {"works": [work("fortification", (9000, 10900), (11000, 10900), 1)]},
        {"size": (20000, 10900)},
    ],
)
def test_there_is_no_duty_over_bad_ground_over_works_or_off_the_table(hindrance: dict[str, Any]) -> None:
    before, after = beaten(victor("heavy_swordsmen", "impetuous"), **hindrance)
    assert held_back(after, "u1")
    assert pursuers(before, after, 0, ["e1"]) == {"u1": Pursuit.MAY}


@pytest.mark.rule("adlg.pursuit.exceptions")
@pytest.mark.parametrize(("heading", "free"), [(27000, False), (18000, True)])
def test_there_is_no_duty_along_the_front_of_an_enemy(heading: int, free: bool) -> None:
    """One who looks across the way, and one who looks down it and so is met front to front."""
    across: Pose = (11200, 11000, 27000) if heading == 27000 else (10000, 11700, 18000)
    _, after = beaten(victor("heavy_swordsmen", "impetuous"), ("e2", "levy", across))
    assert held_back(after, "u1") is not free


# Pursuing


@pytest.mark.rule("adlg.pursuit.who")
def test_a_pursuit_goes_straight_on_by_up_to_1_ud() -> None:
    _, after = beaten(victor(abilities=("stakes",), marks=("stakes",)))
    assert pursue(after, "u1").stands["u1"].pose == (10000, 11000, 0)
    assert pursue(after, "u1", 400).stands["u1"].pose == (10000, 10400, 0)
    assert not pursue(after, "u1").stands["u1"].marks


@pytest.mark.parametrize(
    ("hindrance", "reached"),
    [
        ({"terrain": [ground("field", 9000, 10600, 11000, 14000)]}, 10600),
        ({"works": [work("fortification", (9000, 10600), (11000, 10600), 1)]}, 10600),
        ({"size": (20000, 10600)}, 10600),
    ],
)
def test_a_pursuit_ends_at_bad_ground_at_works_and_at_the_edge(hindrance: dict[str, Any], reached: int) -> None:
    _, after = beaten(victor(), **hindrance)
    _, y, _ = pursue(after, "u1").stands["u1"].pose
    assert abs(y - reached) <= 2


def test_a_pursuit_ends_at_a_friend_who_lets_nobody_through_and_passes_light_infantry() -> None:
    _, after = beaten(victor(), ("u2", "levy", (10000, 11500, 0)))
    assert pursue(after, "u1").stands["u1"].pose == (10000, 10750, 0)
    _, after = beaten(victor(), ("u2", "light_infantry", (10000, 11300, 0)))
    done = pursue(after, "u1")
    assert done.stands["u1"].pose == (10000, 11000, 0)
    assert done.stands["u2"].pose != (10000, 11300, 0)


def test_a_pursuit_ends_at_light_infantry_that_has_no_room_to_give() -> None:
    rocks = [(10510, 9000, 11500, 10700), (10750, 10800, 11500, 12000), (8500, 10400, 9400, 12000)]
    terrain = [ground("wood", *rock, impassable=True) for rock in rocks]
    _, after = beaten(victor(), ("u2", "light_infantry", (10200, 11300, 0)), terrain=terrain)
    done = pursue(after, "u1")
    assert (done.stands["u1"].pose, done.stands["u2"].pose) == ((10000, 10800, 0), (10200, 11300, 0))


@pytest.mark.rule("adlg.pursuit.contact")
def test_a_pursuer_who_meets_an_enemy_conforms_to_him_without_having_charged() -> None:
    _, after = beaten(victor(), ("e2", "levy", (10300, 10800, 18000)))
    assert quarry(after, "u1") == "e2"
    done = pursue(after, "u1")
    [meeting] = done.meetings
    assert (meeting.attacker, meeting.target, meeting.side, meeting.charger) == ("u1", "e2", "front", "")
    assert (meeting.conformed, meeting.rounds) == (True, 0)
    assert done.stands["u1"].pose == (10300, 10800, 0)


@pytest.mark.rule("adlg.pursuit.contact")
def test_a_pursuer_who_halts_before_contact_meets_nobody() -> None:
    _, after = beaten(victor(), ("e2", "levy", (10300, 10800, 18000)))
    assert quarry(after, "u1", 500) == ""
    assert pursue(after, "u1", 500).meetings == ()


@pytest.mark.rule("adlg.pursuit.contact")
@pytest.mark.parametrize(("y", "met"), [(11000, True), (11010, False)])
def test_a_pursuer_meets_an_enemy_who_is_exactly_1_ud_away(y: int, met: bool) -> None:
    _, after = beaten(victor(), ("e2", "levy", (10000, y, 18000)))
    assert quarry(after, "u1") == ("e2" if met else "")
    assert len(pursue(after, "u1").meetings) == int(met)


@pytest.mark.rule("adlg.pursuit.contact")
def test_a_pursuer_may_come_on_a_flank() -> None:
    _, after = beaten(victor(), ("e2", "levy", (9400, 11000, 27000)))
    [meeting] = pursue(after, "u1").meetings
    assert (meeting.target, meeting.side) == ("e2", "left")


def on_the_flank_of_a_unit_that_fights(troop: str, **options: object) -> Field:
    """The pursuer comes on the left flank of e2, which fights to its front and lost a point by its friend's rout."""
    units: list[Placed] = [
        victor(troop),
        ("e2", "heavy_spearmen", (9400, 11000, 27000)),
        ("u2", "levy", (9400, 11000, 9000)),
    ]
    _, after = beaten(*units, meetings=[meets("u1", "e1"), meets("u2", "e2")], **options)
    return pursue(after.noting(), "u1")


@pytest.mark.rule("adlg.multiple_attack.loss")
def test_contact_with_the_flank_of_a_unit_that_fights_is_a_multiple_attack() -> None:
    done = on_the_flank_of_a_unit_that_fights("heavy_swordsmen")
    assert done.stands["e2"].cohesion == 2
    assert ("lost", "e2", "adlg.multiple_attack.loss", "u1") in told(done)
    assert done.has_mark("e2", "struck")


@pytest.mark.rule("adlg.multiple_attack.exceptions")
def test_light_horse_makes_no_multiple_attack_by_pursuit() -> None:
    done = on_the_flank_of_a_unit_that_fights("light_cavalry")
    assert done.stands["e2"].cohesion == 3
    assert done.meeting("u1", "e2") is not None


@pytest.mark.rule("adlg.charge.light_infantry_open")
def test_light_infantry_stops_short_of_whom_it_may_not_attack() -> None:
    _, after = beaten(victor("light_infantry"), ("e2", "levy", (10000, 10800, 18000)))
    assert quarry(after, "u1") == ""
    done = pursue(after, "u1")
    assert (done.stands["u1"].pose, done.meetings) == ((10000, 10790, 0), ())
    _, after = beaten(victor("light_infantry"), ("e2", "levy", (10000, 10005, 18000)))
    assert pursue(after, "u1").stands["u1"].pose == NORTH


def test_a_pursuer_may_come_upon_a_camp_but_not_upon_a_looted_one() -> None:
    where: Pose = (10000, 10500, 18000)
    _, after = beaten(victor(), camps=[("k2", Camp.NORMAL, where)])
    assert [meeting.target for meeting in pursue(after, "u1").meetings] == ["k2"]
    looted = replace(after, taken=frozenset({"k2"}))
    assert (quarry(looted, "u1"), pursue(looted, "u1").meetings) == ("", ())
    assert pursue(looted, "u1").stands["u1"].pose == (10000, 10500, 0)


def test_a_war_wagon_is_met_on_the_edge_that_the_pursuer_reaches() -> None:
    _, after = beaten(victor(), ("e2", "war_wagon", (10900, 10900, 9000)))
    [meeting] = pursue(after, "u1").meetings
    assert (meeting.target, meeting.side) == ("e2", "right")


@pytest.mark.rule("adlg.charge.side", "adlg.pursuit.contact")
@pytest.mark.parametrize(
    ("troop", "pose", "side"),
    [
        pytest.param("war_wagon", (9000, 11800, 34500), "rear", id="a wagon where it is met"),
        pytest.param("levy", (9600, 11200, 3000), "right", id="others by where the pursuer stood"),
        pytest.param("war_wagon", (9000, 10900, 21000), "left", id="a wagon whose front is ahead of him too"),
        pytest.param("levy", (9000, 10900, 21000), "front", id="others in front"),
    ],
)
def test_where_the_pursuer_stood_decides_which_edge_is_struck_but_not_of_a_war_wagon(
    troop: str, pose: Pose, side: str
) -> None:
    _, after = beaten(victor(), ("e2", troop, pose))
    [meeting] = pursue(after, "u1").meetings
    assert (meeting.target, meeting.side) == ("e2", side)


# Armies


@pytest.mark.rule("adlg.losses.points")
def test_an_army_counts_its_disordered_and_routed_units_its_commanders_and_its_camp() -> None:
    units: list[Placed] = [
        ("u1", "levy", NORTH, {"cohesion": 2}),
        ("u2", "levy", (5000, 5000, 0)),
        ("u3", "levy", (7000, 5000, 0)),
        ("u4", "levy", (9000, 5000, 0)),
        ("u5", "scythed_chariot", (12000, 5000, 0), {"abilities": ("expendable",)}),
        ("e1", "levy", (15000, 15000, 0), {"cohesion": 1}),
    ]
    camp: Pose = (10000, 2000, 0)
    field = battlefield(units, leaders={"c1": "u2", "d1": "e1"}, grade="competent", camps=[("k1", Camp.NORMAL, camp)])
    assert army_losses(field, 0).total == 1
    field = (
        field.removed("u3", "routed", "adlg.losses.points")
        .removed("u4", "left_table", "adlg.losses.points")
        .removed("u5", "routed", "adlg.losses.points")
    )
    assert army_losses(field, 0).total == 4
    field = replace(field.leader_lost("c1", "adlg.commander.loss"), taken=frozenset({"k1"}))
    assert army_losses(field, 0).total == 10
    assert army_losses(field, 1).total == 1


@pytest.mark.rule("adlg.losses.break")
def test_an_army_is_worth_its_units_and_a_fortified_camp_whatever_it_has_lost() -> None:
    units: list[Placed] = [
        ("u1", "levy", NORTH),
        ("u2", "levy", (5000, 5000, 0)),
        ("u3", "scythed_chariot", (12000, 5000, 0), {"abilities": ("expendable",)}),
        ("e1", "levy", (15000, 15000, 0)),
    ]
    camp: Pose = (10000, 2000, 0)
    field = battlefield(units, camps=[("k1", Camp.FORTIFIED, camp)]).removed("u2", "routed", "adlg.losses.points")
    assert army_value(field, 0).total == 3
    assert army_value(field, 1).total == 1
