"""Multiple attacks: what a new enemy on flank or rear costs a unit that already fights."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, cohesion, fighting, meeting, play, ready, table
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.games.adlg.battle.charge.engaging import meet
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SPEARS, HORSE = "heavy_spearmen", "medium_cavalry"
LOSS = "adlg.multiple_attack.loss"
RIGHT: Pose = (12500, 9400, 27000)
REAR: Pose = (10000, 7500, 0)
BEFORE: Placed = ("u2", SPEARS, (10000, 10000, 18000))


def struck(charger: str = HORSE, start: Pose = RIGHT, target: str = SPEARS, **options: Any) -> Position:
    """A unit that fights to its front is charged by another."""
    units: list[Placed] = [("u1", charger, start), BEFORE, ("e1", target, N)]
    return play(ready(units, meetings=[meets("u2", "e1")], **options), "u1 charge e1")


@pytest.mark.statement("AG-550")
@pytest.mark.rule(LOSS)
@pytest.mark.parametrize("start", [RIGHT, (7500, 9400, 9000), REAR])
def test_a_unit_in_melee_loses_a_point_at_once_to_a_new_enemy_on_flank_or_rear(start: Pose) -> None:
    after = struck(start=start)
    assert cohesion(after, "e1") == 3
    assert len(fighting(after)) == 2


@pytest.mark.statement("AG-551")
@pytest.mark.rule(LOSS)
def test_a_unit_in_melee_support_loses_it_too() -> None:
    """It has its own front on the flank of an enemy, and is charged in its rear."""
    units: list[Placed] = [
        ("u1", HORSE, (14500, 9500, 27000)),
        ("u2", SPEARS, N),
        ("e1", SPEARS, (10000, 10000, 18000)),
        ("e2", SPEARS, (10500, 9500, 27000)),
    ]
    fought = [meets("e1", "u2"), meets("e2", "u2", "right")]
    after = play(ready(units, meetings=fought), "u1 charge e2")
    assert fighting(after)[-1] == ("u1", "e2", "rear")
    assert cohesion(after, "e2") == 3


@pytest.mark.rule(LOSS)
def test_a_unit_that_does_not_fight_loses_nothing_by_a_flank_attack() -> None:
    after = play(ready([("u1", HORSE, RIGHT), ("e1", SPEARS, N)]), "u1 charge e1")
    assert fighting(after) == [("u1", "e1", "right")]
    assert cohesion(after, "e1") == 4


@pytest.mark.rule("adlg.multiple_attack.exceptions")
@pytest.mark.parametrize(
    ("charger", "abilities"),
    [
        pytest.param("light_infantry", (), marks=pytest.mark.statement("AG-552")),
        pytest.param("light_cavalry", (), marks=pytest.mark.statement("AG-553")),
        pytest.param("war_wagon", ("blades",), marks=pytest.mark.statement("AG-555")),
    ],
)
def test_light_troops_and_war_wagons_on_a_flank_cost_nothing(charger: str, abilities: tuple[str, ...]) -> None:
    start: Pose = (12400, 9400, 27000)
    units: list[Placed] = [("u1", charger, start, {"abilities": abilities}), BEFORE, ("e1", SPEARS, N)]
    wood = [ground("wood", 12390, 8800, 13400, 10000)] if charger == "light_infantry" else []
    after = play(ready(units, meetings=[meets("u2", "e1")], terrain=wood), "u1 charge e1")
    assert fighting(after)[-1] == ("u1", "e1", "right")
    assert cohesion(after, "e1") == 4


@pytest.mark.statement("AG-554")
@pytest.mark.rule("adlg.multiple_attack.exceptions")
def test_artillery_that_comes_to_stand_on_a_flank_costs_nothing() -> None:
    """It never charges, so the contact is made by hand."""
    units: list[Placed] = [("u1", "light_artillery", (10500, 9500, 27000)), BEFORE, ("e1", SPEARS, N)]
    field = table(ready(units, meetings=[meets("u2", "e1")]))
    after = meet(field, "u1", "e1", Side.RIGHT, Manner.ORDERED)
    assert after.stands["e1"].cohesion == 4


@pytest.mark.rule(LOSS)
def test_every_new_enemy_costs_a_point_or_by_the_common_reading_only_one_in_a_sequence() -> None:
    units: list[Placed] = [("u1", HORSE, RIGHT), ("u3", HORSE, REAR), BEFORE, ("e1", SPEARS, N)]
    for once, left in ((False, 2), (True, 3)):
        position = ready(units, meetings=[meets("u2", "e1")], multiple_attack_once=once)
        assert cohesion(play(position, "u1 charge e1", "u3 charge e1"), "e1") == left


@pytest.mark.rule(LOSS)
def test_the_new_enemy_need_not_conform_or_by_the_common_reading_has_to() -> None:
    """Bad ground on his place, and on the one at the rear, keeps him from conforming."""
    brush = [ground("brush", 10550, 9910, 12000, 10500), ground("brush", 9400, 8000, 10490, 9240)]
    for needed, left in ((False, 3), (True, 4)):
        after = struck(start=(12500, 9300, 27000), terrain=brush, multiple_attack_needs_conforming=needed)
        assert not meeting(after, "u1", "e1").conformed
        assert cohesion(after, "e1") == left


@pytest.mark.rule(LOSS)
@pytest.mark.parametrize(("hits", "left"), [(True, 3), (False, 4)])
def test_war_wagons_suffer_it_too_but_not_by_the_common_reading(hits: bool, left: int) -> None:
    after = struck(target="war_wagon", start=(13000, 9000, 27000), multiple_attack_hits_war_wagon=hits)
    assert fighting(after)[-1] == ("u1", "e1", "right")
    assert cohesion(after, "e1") == left


@pytest.mark.rule(LOSS)
def test_artillery_suffers_it_by_both_readings() -> None:
    for profile in ("sheet", "common"):
        after = struck(target="light_artillery", start=(13000, 9300, 27000), profile=profile)
        assert cohesion(after, "e1") == 1


@pytest.mark.rule(LOSS)
def test_the_last_point_may_be_lost_so_and_the_unit_routs_before_the_melee() -> None:
    units: list[Placed] = [
        ("u1", HORSE, RIGHT),
        BEFORE,
        ("e1", SPEARS, N, {"cohesion": 1}),
        ("e2", SPEARS, (3000, 3000, 0)),
    ]
    position = play(ready(units, meetings=[meets("u2", "e1")]), "u1 charge e1")
    assert cohesion(position, "e1") == 0
    assert table(play(position, "done")).gone == {"e1": "routed"}


@pytest.mark.rule(LOSS)
def test_two_charges_of_one_phase_on_front_and_flank_cost_a_point() -> None:
    """The second of them comes to a unit that fights by then."""
    units: list[Placed] = [("u1", HORSE, (12500, 9500, 27000)), ("u2", HORSE, (10000, 12000, 18000)), ("e1", SPEARS, N)]
    after = play(ready(units), "u2 charge e1", "u1 charge e1")
    assert fighting(after) == [("u2", "e1", "front"), ("u1", "e1", "right")]
    assert cohesion(after, "e1") == 3
