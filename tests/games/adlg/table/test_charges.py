"""Charges: who may charge whom, how a charge is declared, and how far it reaches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    N,
    allowed,
    fighting,
    play,
    pose,
    ready,
    refused,
    why,
)
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SWORDS, SPEARS, HORSE = "medium_swordsmen", "heavy_spearmen", "medium_cavalry"
AHEAD: Pose = (10000, 11500, 18000)
"""1.5 UD before N, face to face."""


def duel(charger: str, target: str = SPEARS, start: Pose = AHEAD, **more: Any) -> Position:
    return ready([("u1", charger, start), ("e1", target, N)], **more)


# Who never charges


@pytest.mark.rule("adlg.charge.forbidden")
@pytest.mark.parametrize(
    ("troop", "abilities"),
    [
        pytest.param("war_wagon", (), marks=pytest.mark.statement("AG-349")),
        pytest.param("war_wagon", ("battle_ready",), marks=pytest.mark.statement("AG-349")),
        *(
            pytest.param(troop, (), marks=pytest.mark.statement("AG-351"))
            for troop in ("light_artillery", "medium_artillery", "heavy_artillery")
        ),
        pytest.param("levy", ("expendable",), marks=pytest.mark.statement("AG-352")),
    ],
)
def test_war_wagons_artillery_and_expendable_levy_never_charge(troop: str, abilities: tuple[str, ...]) -> None:
    position = ready([("u1", troop, AHEAD, {"abilities": abilities}), ("e1", SPEARS, N)])
    assert refused(position, "u1 charge e1") == ("charge.never", "adlg.charge.forbidden", {"unit": "u1"})


@pytest.mark.rule("adlg.charge.forbidden")
@pytest.mark.parametrize(
    ("troop", "abilities"),
    [
        pytest.param("war_wagon", ("blades",), marks=pytest.mark.statement("AG-350")),
        pytest.param("levy", (), marks=pytest.mark.statement("AG-352")),
        pytest.param("elephant", (), marks=pytest.mark.statement("AG-351")),
    ],
)
def test_a_war_wagon_with_blades_and_levy_that_is_not_expendable_may_charge(
    troop: str, abilities: tuple[str, ...]
) -> None:
    position = ready([("u1", troop, AHEAD, {"abilities": abilities}), ("e1", SPEARS, N)])
    assert fighting(play(position, "u1 charge e1")) == [("u1", "e1", "front")]
    assert pose(play(position, "u1 charge e1")) == (10000, 10000, 18000)


@pytest.mark.rule("adlg.charge.forbidden")
def test_a_charge_is_the_first_and_only_move_of_a_unit_that_does_not_fight() -> None:
    moved = play(duel(SWORDS, start=(10000, 12500, 18000)), "u1 advance 1")
    assert why(moved, "u1 charge e1") == ("charge.moved", "adlg.move.three")
    busy: list[Placed] = [("u1", SWORDS, AHEAD), ("e1", SPEARS, N), ("e2", SPEARS, (10000, 11500, 0))]
    assert why(ready(busy, meetings=[meets("e2", "u1")]), "u1 charge e1") == ("charge.fights", "adlg.charge.forbidden")
    charged = play(duel(SWORDS, "light_cavalry"), "u1 charge e1", "e1 evade", "4", "e1 stay", "3", "u1 press 1")
    assert why(charged, "u1 advance 0.5") == ("move.done", "adlg.move.three")


# Light infantry


@pytest.mark.rule("adlg.charge.light_infantry_open")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-353")),
        pytest.param("light_artillery", marks=pytest.mark.statement("AG-354")),
        pytest.param("heavy_artillery", marks=pytest.mark.statement("AG-354")),
        pytest.param("scythed_chariot", marks=pytest.mark.statement("AG-355")),
        pytest.param("elephant", marks=pytest.mark.statement("AG-356")),
    ],
)
def test_light_infantry_in_the_open_may_charge_light_infantry_artillery_scythed_chariots_and_elephants(
    troop: str,
) -> None:
    assert allowed(duel("light_infantry", troop), "u1 charge e1")


@pytest.mark.statement("AG-357")
@pytest.mark.rule("adlg.charge.light_infantry_open")
def test_light_infantry_in_the_open_may_charge_a_camp() -> None:
    units: list[Placed] = [("u1", "light_infantry", AHEAD), ("e1", SPEARS, (2000, 2000, 0))]
    position = ready(units, camps=[("k2", Camp.NORMAL, N)])
    assert fighting(play(position, "u1 charge k2")) == [("u1", "k2", "front")]


@pytest.mark.statement("AG-358")
@pytest.mark.rule("adlg.charge.light_infantry_open")
@pytest.mark.parametrize(
    "troop",
    [
        "light_cavalry",
        "levy",
        SPEARS,
        SWORDS,
        "javelinmen",
        "bowmen",
        HORSE,
        "heavy_knights",
        "cataphracts",
        "war_wagon",
    ],
)
def test_light_infantry_in_the_open_may_charge_nobody_else(troop: str) -> None:
    assert refused(duel("light_infantry", troop), "u1 charge e1") == (
        "charge.light_infantry",
        "adlg.charge.light_infantry_open",
        {"unit": "u1", "target": "e1"},
    )


@pytest.mark.rule("adlg.charge.light_infantry_open")
def test_by_the_common_reading_light_infantry_may_charge_light_horse_too() -> None:
    assert allowed(duel("light_infantry", "light_cavalry", light_infantry_charges_light_horse=True), "u1 charge e1")
    assert not allowed(duel("light_infantry", HORSE, light_infantry_charges_light_horse=True), "u1 charge e1")


def in_wood(target: str, cohesion: int = 3, **more: Any) -> Position:
    """Light infantry wholly in a wood charges one who stands before it in the open."""
    units: list[Placed] = [("u1", "light_infantry", AHEAD), ("e1", target, N, {"cohesion": cohesion})]
    return ready(units, terrain=[ground("wood", 9000, 11490, 11000, 12500)], **more)


ROUGH = "adlg.charge.light_infantry_rough"


@pytest.mark.statement("AG-359")
@pytest.mark.rule(ROUGH)
@pytest.mark.parametrize(
    ("troop", "sound"), [("light_infantry", 2), ("elephant", 3), ("light_artillery", 2), (HORSE, 3)]
)
def test_light_infantry_in_rough_ground_may_not_charge_a_sound_enemy_from_the_front(troop: str, sound: int) -> None:
    """Whom it might charge in the open does not matter there; by the common reading it does."""
    assert refused(in_wood(troop, sound), "u1 charge e1") == (
        "charge.light_infantry",
        ROUGH,
        {"unit": "u1", "target": "e1"},
    )
    position = in_wood(troop, sound, light_infantry_rough_targets="added_to_open_list")
    assert allowed(position, "u1 charge e1") is (troop != HORSE)


@pytest.mark.statement("AG-360")
@pytest.mark.rule(ROUGH)
def test_light_infantry_in_rough_ground_may_charge_a_disordered_enemy() -> None:
    assert why(in_wood("levy"), "u1 charge e1") == ("charge.light_infantry", ROUGH)
    assert allowed(in_wood("levy", 2), "u1 charge e1")


@pytest.mark.statement("AG-361")
@pytest.mark.rule(ROUGH)
@pytest.mark.parametrize("start", [(12000, 9450, 27000), (10000, 7500, 0)])
def test_light_infantry_in_rough_ground_may_charge_a_flank_or_rear(start: Pose) -> None:
    x, y, _ = start
    units: list[Placed] = [("u1", "light_infantry", start), ("e1", "levy", N)]
    wood = ground("wood", x - 500, y - 510, x + 510, y + 510)
    assert allowed(ready(units, terrain=[wood]), "u1 charge e1")
    assert why(ready(units), "u1 charge e1") == ("charge.light_infantry", "adlg.charge.light_infantry_open")


@pytest.mark.statement("AG-362")
@pytest.mark.rule(ROUGH)
def test_light_infantry_in_rough_ground_may_charge_an_enemy_whom_the_ground_weakens() -> None:
    wood = [ground("wood", 9000, 9000, 11000, 12500)]
    assert allowed(duel("light_infantry", SPEARS, terrain=wood), "u1 charge e1")
    assert why(duel("light_infantry", "light_infantry", terrain=wood), "u1 charge e1") == (
        "charge.light_infantry",
        ROUGH,
    )


# Declaring and measuring


@pytest.mark.statement("AG-363")
@pytest.mark.rule("adlg.charge.declare")
def test_a_charge_names_its_target_and_its_direction() -> None:
    """The same target by two ways: straight on, or after a wheel."""
    position = duel(HORSE, start=(10400, 12000, 18000))
    assert pose(play(position, "u1 charge e1")) == (10000, 10000, 18000)
    assert fighting(play(position, "u1 wheel right 10 charge e1")) == [("u1", "e1", "front")]
    assert why(position, "u1 wheel left 45 charge e1") == ("charge.not_met", "adlg.charge.reach")
    assert why(position, "u1 charge u1") == ("charge.no_enemy", "adlg.charge.declare")
    assert why(position, "u1 charge e7") == ("charge.no_enemy", "adlg.charge.declare")


@pytest.mark.statement("AG-364")
@pytest.mark.rule("adlg.charge.declare")
@pytest.mark.rule("adlg.charge.reach")
def test_then_the_distance_is_measured_to_the_last_thousandth() -> None:
    far = duel(SPEARS, start=(10000, 12001, 18000))
    assert refused(far, "u1 charge e1") == (
        "charge.not_met",
        "adlg.charge.reach",
        {"target": "e1", "gap": 2001, "left": 2000},
    )
    assert pose(play(duel(SPEARS, start=(10000, 12000, 18000)), "u1 charge e1")) == (10000, 10000, 18000)


@pytest.mark.rule("adlg.charge.reach")
@pytest.mark.parametrize(
    ("troop", "reach"),
    [
        ("light_infantry", 3000),
        (SWORDS, 3000),
        (SPEARS, 2000),
        (HORSE, 4000),
        ("light_cavalry", 5000),
        ("elephant", 3000),
    ],
)
def test_the_reach_is_the_allowance_and_heavy_foot_has_no_third_ud(troop: str, reach: int) -> None:
    for way, meets_it in ((reach, True), (reach + 1, False)):
        position = duel(troop, "elephant", start=(10000, 10000 + way, 18000))
        assert allowed(position, "u1 charge e1") is meets_it


@pytest.mark.rule("adlg.charge.reach")
def test_a_wheel_shortens_the_reach_and_a_slide_does_not() -> None:
    """Straight on, a slide or a wheel of 30 degrees for 0.5 UD, each with just enough left and with 1 too little."""
    assert allowed(duel(SWORDS, start=(11500, 13000, 18000)), "u1 slide right 1 charge e1")
    assert refused(duel(SWORDS, start=(11500, 13001, 18000)), "u1 slide right 1 charge e1")[2]["left"] == 3000
    assert allowed(duel(HORSE, start=(8500, 12500, 18000)), "u1 wheel left 30 charge e1")  # needs 2415
    assert allowed(duel(SWORDS, start=(8500, 12500, 18000)), "u1 wheel left 30 charge e1")
    assert refused(duel(SPEARS, start=(8500, 12500, 18000)), "u1 wheel left 30 charge e1") == (
        "charge.not_met",
        "adlg.charge.reach",
        {"target": "e1", "gap": 2415, "left": 1500},
    )
