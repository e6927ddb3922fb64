"""Armies as they stand: one host for all tables on which an army stands alike."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.battles import start
from tests.games.adlg.table.tables import battlefield
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry import shapes


def line() -> Field:
    return battlefield(
        [
            ("u1", "heavy_swordsmen", (5000, 5000, 0)),
            ("u2", "heavy_swordsmen", (6000, 5000, 0)),
            ("e1", "heavy_spearmen", (5000, 9000, 18000)),
            ("e2", "light_infantry", (9000, 9000, 18000)),
        ]
    )


def test_a_move_of_one_army_leaves_the_host_of_the_other_as_it_is() -> None:
    before = line()
    after = before.placed("u1", (5000, 6000, 0), "adlg.move.allowance")
    assert after.host(1) is before.host(1)
    assert after.host(0) is not before.host(0)


def test_an_army_that_moves_and_comes_back_is_the_same_host() -> None:
    before = line()
    there = before.placed("u1", (5000, 6000, 0), "adlg.move.allowance")
    assert there.placed("u1", (5000, 5000, 0), "adlg.move.allowance").host(0) is before.host(0)


def test_what_a_unit_suffers_where_it_stands_changes_no_host() -> None:
    before = line()
    assert before.loses("u1", 1, "adlg.melee.losses").marked("u2", "ordered").host(0) is before.host(0)


def test_a_unit_that_leaves_the_table_leaves_its_host() -> None:
    after = line().removed("e1", "routed", "adlg.losses.points")
    assert [body.id for body in after.host(1).units] == ["e2"]


def test_the_nearest_enemy_is_measured_again_once_he_has_moved() -> None:
    before = line()
    after = before.placed("e1", (5000, 8000, 18000), "adlg.move.allowance")
    assert (before.nearest_enemy("u1"), after.nearest_enemy("u1")) == (4000, 3000)


def test_a_looted_camp_is_no_target_of_a_host_but_stands_in_the_way() -> None:
    before = start("shield_wall").state.field
    camp = next(iter(before.setting.camps))
    seat = before.setting.camps[camp].seat
    after = replace(before, taken=before.taken | {camp})
    assert camp in {body.id for body in before.host(seat).targets}
    assert camp not in {body.id for body in after.host(seat).targets}
    assert camp in {body.id for body in after.host(seat).in_the_way}


def test_who_stands_in_a_square_is_told_with_his_pose() -> None:
    assert line().host(1).near(5000, 9000, 1000) == (("e1", (5000, 9000, 18000)),)


def test_the_same_unit_in_the_same_place_is_one_body_with_its_corners() -> None:
    before = line()
    after = before.placed("u2", (6000, 7000, 0), "adlg.move.allowance")
    assert after.body("u1") is before.body("u1")
    assert after.body("u2").quad == shapes.quad((6000, 7000, 0), 1000, before.unit("u2").depth)
