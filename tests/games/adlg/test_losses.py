"""Multiple attacks, routs that spread, commanders, loss points and the break."""

from __future__ import annotations

import pytest

from triarii.games.adlg.combat.losses import (
    Camp,
    Heading,
    Toll,
    broken,
    cohesion_value,
    commander_dies,
    count,
    loss_points,
    multiple_attack_rule,
    rampage,
    rampage_loss,
    rout_loss,
)
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import TROOPS

SHEET, COMMON = readings.of_profile("sheet"), readings.of_profile("common")


def under(**options: object) -> Readings:
    chosen = readings.settle(options)
    assert isinstance(chosen, Readings)
    return chosen


def multiple(troop: str, attacker: str, read: Readings = SHEET, already_fighting: bool = True, **more: bool) -> int:
    return multiple_attack_rule(TROOPS[troop], TROOPS[attacker], read, already_fighting=already_fighting, **more)[0]


@pytest.mark.rule("adlg.multiple_attack.loss")
@pytest.mark.statement("AG-550")
def test_a_unit_in_melee_loses_a_point_to_a_new_enemy_on_flank_or_rear() -> None:
    assert multiple("heavy_spearmen", "medium_cavalry") == 1
    assert multiple("heavy_spearmen", "medium_cavalry", already_fighting=False) == 0


@pytest.mark.rule("adlg.multiple_attack.loss")
@pytest.mark.statement("AG-551")
def test_a_unit_in_melee_support_counts_as_fighting() -> None:
    assert multiple("light_cavalry", "levy", already_fighting=True) == 1


@pytest.mark.rule("adlg.multiple_attack.exceptions")
@pytest.mark.parametrize(
    "attacker",
    [
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-552")),
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-553")),
        pytest.param("medium_artillery", marks=pytest.mark.statement("AG-554")),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-555")),
    ],
)
def test_some_new_enemies_cost_nothing_at_once(attacker: str) -> None:
    assert multiple("heavy_spearmen", attacker) == 0


def test_who_suffers_a_multiple_attack_is_read_in_two_ways() -> None:
    assert multiple("war_wagon", "levy") == 1
    assert multiple("war_wagon", "levy", COMMON) == 0
    assert multiple("light_artillery", "levy", COMMON) == 1
    assert multiple("pikemen", "levy", conformed=False) == 1
    assert multiple("pikemen", "levy", COMMON, conformed=False) == 0
    assert multiple("pikemen", "levy", lost_before=True) == 1
    assert multiple("pikemen", "levy", COMMON, lost_before=True) == 0
    assert multiple("pikemen", "levy", under(profile="common", multiple_attack_once=False), lost_before=True) == 1


# Routs


@pytest.mark.rule("adlg.rout.friends")
@pytest.mark.statement("AG-586")
def test_friends_behind_a_routed_unit_lose_a_point() -> None:
    assert rout_loss(TROOPS["pikemen"], TROOPS["levy"], SHEET) == (1, "adlg.rout.friends")


@pytest.mark.rule("adlg.rout.light_infantry")
@pytest.mark.statement("AG-587")
def test_routed_light_infantry_harms_only_light_infantry() -> None:
    assert rout_loss(TROOPS["light_infantry"], TROOPS["levy"], SHEET)[0] == 0
    assert rout_loss(TROOPS["light_infantry"], TROOPS["light_infantry"], SHEET)[0] == 1
    assert rout_loss(TROOPS["levy"], TROOPS["light_infantry"], SHEET)[0] == 1
    other = under(light_infantry_rout_harm="harmed_only_by_light_infantry")
    assert rout_loss(TROOPS["light_infantry"], TROOPS["levy"], other)[0] == 1
    assert rout_loss(TROOPS["levy"], TROOPS["light_infantry"], other)[0] == 0


@pytest.mark.rule("adlg.rout.sparing")
@pytest.mark.parametrize(
    "routed",
    [
        pytest.param("heavy_artillery", marks=pytest.mark.statement("AG-588")),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-589")),
    ],
)
def test_routed_artillery_and_war_wagons_spare_their_friends(routed: str) -> None:
    assert rout_loss(TROOPS[routed], TROOPS["levy"], SHEET) == (0, "adlg.rout.sparing")


@pytest.mark.rule("adlg.rout.sparing")
@pytest.mark.statement("AG-590")
def test_nobody_else_spares_them_on_the_sheet() -> None:
    for routed in TROOPS.values():
        if routed.category.value not in ("LI", "Art", "WWg"):
            assert rout_loss(routed, TROOPS["levy"], SHEET)[0] == 1, routed.id
    assert rout_loss(TROOPS["scythed_chariot"], TROOPS["levy"], COMMON)[0] == 0


def test_by_the_common_reading_a_routed_elephant_tramples_both_sides_where_the_die_sends_it() -> None:
    assert [rampage(die) for die in range(1, 7)] == [Heading.FORWARD, Heading.LEFT, Heading.RIGHT, *[Heading.REAR] * 3]
    assert [rampage_loss(TROOPS[name]) for name in ("light_infantry", "pikemen", "elephant")] == [0, 1, 1]


# Commanders


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.parametrize(
    ("routed", "deadly"),
    [
        pytest.param(False, [1], marks=pytest.mark.statement("AG-584")),
        pytest.param(True, [1, 2, 3], marks=pytest.mark.statement("AG-585")),
    ],
)
def test_the_opponents_die_decides_over_the_commander(routed: bool, deadly: list[int]) -> None:
    assert [die for die in range(1, 7) if commander_dies(die, unit_routed=routed)] == deadly


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-583")
def test_a_low_die_of_the_opponent_kills_never_a_high_one() -> None:
    """The enemy rolls: the test hangs on his die alone, with nothing of the own side in it."""
    assert commander_dies(1, unit_routed=False)
    assert not any(commander_dies(die, unit_routed=routed) for die in (4, 5, 6) for routed in (False, True))


# Armies


@pytest.mark.rule("adlg.expendable.losses")
@pytest.mark.statement("AG-038")
def test_expendable_units_do_not_count_for_the_break_point() -> None:
    assert cohesion_value([(), ("impact",), ("expendable",)]).total == 2


@pytest.mark.rule("adlg.expendable.losses")
@pytest.mark.statement("AG-039")
def test_expendable_units_are_no_losses() -> None:
    units = [
        ("routed", {"expendable"}),
        ("disordered", {"expendable"}),
        ("left_table", ("expendable",)),
        ("ordered", ()),
    ]
    assert loss_points(count(units)).total == 0


@pytest.mark.rule("adlg.losses.points")
def test_units_commanders_and_camps_have_their_loss_points() -> None:
    assert loss_points(Toll(disordered=3)).total == 3
    assert loss_points(Toll(left_table=3)).total == 3
    assert loss_points(Toll(routed=3)).total == 6
    assert [loss_points(Toll(commanders=[grade])).total for grade in GRADES.values()] == [1, 2, 3, 4]
    assert [loss_points(Toll(camp=camp)).total for camp in Camp] == [0, 4, 6, 6]


@pytest.mark.rule("adlg.losses.break")
def test_an_army_of_24_with_a_scythed_chariot_breaks_at_23() -> None:
    value = cohesion_value([()] * 23 + [("expendable",)])
    assert value.total == 23
    losses = loss_points(Toll(disordered=6, routed=7, commanders=[GRADES["competent"]]))
    assert losses.total == 22
    assert not broken(losses.total, value.total)
    assert broken(loss_points(Toll(disordered=7, routed=7, commanders=[GRADES["competent"]])).total, value.total)


@pytest.mark.rule("adlg.losses.break")
def test_a_fortified_or_sacred_camp_makes_an_army_bear_one_more() -> None:
    assert [cohesion_value([()] * 10, camp).total for camp in Camp] == [10, 10, 11, 11]


def test_every_bill_adds_up_item_by_item() -> None:
    toll = count([("routed", ()), ("routed", ()), ("disordered", ())], [GRADES["brilliant"]], Camp.NORMAL)
    bill = loss_points(toll)
    assert [(item.value, item.count) for item in bill.items] == [(1, 1), (4, 2), (3, 1), (4, 1)]
    assert bill.total == sum(item.value for item in bill.items) == 12
