"""What keeps a charged unit from evading."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, fighting, play, pose, ready, stage
from tests.games.adlg.table.tables import Placed, ground
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.position import Position

KNIGHTS, SPEARS, LIGHT_HORSE = "heavy_knights", "heavy_spearmen", "light_cavalry"
BLOCKED = "adlg.evade.blocked"


def charged(*more: Placed, **options: Any) -> Position:
    """Light horse at N is charged in front; after its turn its front is at y 9250 and looks south."""
    units: list[Placed] = [("u1", KNIGHTS, (10000, 12000, 18000)), ("e1", LIGHT_HORSE, N), *more]
    return play(ready(units, **options), "u1 charge e1")


def may_evade(position: Position) -> bool:
    if stage(position) == ("answer", "e1"):
        return True
    assert fighting(position) == [("u1", "e1", "front")], "who can't evade stands"
    return False


@pytest.mark.statement("AG-393")
@pytest.mark.rule(BLOCKED)
@pytest.mark.parametrize(
    ("enemy", "free"),
    [
        (("u2", SPEARS, (10400, 8260, 0)), False),  # 990 ahead and facing it
        (("u2", SPEARS, (10400, 8240, 0)), True),  # 1010 ahead: out of its zone
        (("u2", "light_infantry", (10400, 8260, 0)), False),  # light infantry holds light horse
        (("u2", SPEARS, (11100, 9500, 27000)), True),  # beside it: it has it in its zone, but not ahead
    ],
)
def test_the_zone_of_an_enemy_ahead_blocks_an_evade(enemy: Placed, free: bool) -> None:
    assert may_evade(charged(enemy)) is free


@pytest.mark.rule(BLOCKED)
@pytest.mark.parametrize(
    ("kind", "near", "far"),
    [
        pytest.param("e2", (10400, 8260, 0), (10400, 8250, 0), marks=pytest.mark.statement("AG-394")),
        pytest.param("u2", (10400, 7510, 18000), (10400, 7500, 18000), marks=pytest.mark.statement("AG-395")),
    ],
)
def test_a_friend_or_an_enemy_less_than_1_ud_ahead_blocks_an_evade(kind: str, near: Any, far: Any) -> None:
    """The enemy faces away, so that his zone is not the reason."""
    assert not may_evade(charged((kind, SPEARS, near)))
    assert may_evade(charged((kind, SPEARS, far)))


@pytest.mark.statement("AG-396")
@pytest.mark.rule(BLOCKED)
@pytest.mark.parametrize(("edge", "free"), [(8251, False), (8250, True)])
def test_impassable_ground_less_than_1_ud_ahead_blocks_an_evade(edge: int, free: bool) -> None:
    terrain = [ground("wood", 10400, 7000, 12000, edge, impassable=True)]
    assert may_evade(charged(terrain=terrain)) is free


@pytest.mark.rule(BLOCKED)
def test_a_camp_blocks_an_evade_too() -> None:
    assert not may_evade(charged(camps=[("k1", Camp.NORMAL, (10400, 8900, 0))]))
    assert not may_evade(charged(camps=[("k2", Camp.NORMAL, (10400, 8900, 0))]))


@pytest.mark.rule(BLOCKED)
def test_ground_that_such_troops_may_not_enter_blocks_them_like_impassable_ground() -> None:
    units: list[Placed] = [("u1", KNIGHTS, (10000, 12000, 18000)), ("e1", "light_chariot", N)]
    terrain = [ground("marsh", 9000, 7000, 11000, 8400)]
    assert fighting(play(ready(units, terrain=terrain), "u1 charge e1")) == [("u1", "e1", "front")]


@pytest.mark.rule(BLOCKED)
@pytest.mark.parametrize(("passable", "free"), [(True, False), (False, True)])
def test_a_friend_who_could_be_passed_blocks_too_but_not_by_the_common_reading(passable: bool, free: bool) -> None:
    friend: Placed = ("e2", LIGHT_HORSE, (10000, 8900, 0))
    assert may_evade(charged(friend, evade_blocked_by_passable_friends=passable)) is free


@pytest.mark.rule(BLOCKED)
@pytest.mark.parametrize(("slide", "free"), [(False, False), (True, True)])
def test_a_slide_that_avoids_the_obstacle_does_not_help_but_does_by_the_common_reading(slide: bool, free: bool) -> None:
    friend: Placed = ("e2", SPEARS, (10400, 8500, 0))
    position = charged(friend, evade_slide_unblocks=slide)
    assert may_evade(position) is free
    if free:
        assert pose(play(position, "e1 evade", "3"), "e1") == (9400, 4850, 18000)


@pytest.mark.rule(BLOCKED)
def test_no_slide_helps_against_a_wall() -> None:
    wall: list[Placed] = [(f"e{n}", SPEARS, (7000 + 1000 * n, 8500, 0)) for n in (2, 3, 4)]
    assert not may_evade(charged(*wall, evade_slide_unblocks=True))
