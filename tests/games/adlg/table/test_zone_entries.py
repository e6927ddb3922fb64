"""How a free unit comes into a zone of control by a slide or a wheel, and who chooses between equal threats."""

from __future__ import annotations

import pytest

from tests.games.adlg.table.drills import N, after, drill, ordered, pose, refused
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry.shapes import Pose

ALLOWED = "adlg.zone.allowed"


def facing(enemy: Pose, start: Pose = N, troop: str = "levy") -> State:
    return drill([("u1", "heavy_cavalry", start), ("e1", troop, enemy)])


@pytest.mark.rule("adlg.zone.allowed")
def test_a_wheel_that_sweeps_through_a_zone_is_refused_though_it_ends_outside() -> None:
    beside: Pose = (9200, 11600, 18000)
    numbers = {"unit": "u1", "enemy": "e1"}
    assert refused(facing(beside), "u1 wheel right 90") == ("move.zone_entered", ALLOWED, numbers)
    assert pose(after(facing(beside), "u1 wheel right 30")) == (10067, 10250, 3000)
    assert pose(after(facing(beside, troop="light_artillery"), "u1 wheel right 90")) == (10500, 10500, 9000)


@pytest.mark.rule("adlg.zone.allowed")
def test_a_wheel_into_a_zone_onto_its_enemy_is_allowed() -> None:
    ahead: Pose = (10300, 11500, 19500)
    assert pose(after(facing(ahead), "u1 wheel right 15"))[2] == 1500


@pytest.mark.rule("adlg.zone.allowed")
def test_a_slide_into_a_zone_has_to_lead_onto_its_enemy() -> None:
    opposite = facing((10000, 10900, 18000), start=(11100, 10000, 0))
    assert pose(after(opposite, "u1 slide left 0.5")) == (10600, 10000, 0)
    past = facing((10000, 10900, 18000), start=(11100, 10000, 18000))
    assert refused(past, "u1 slide right 0.5")[:2] == ("move.zone_entered", ALLOWED)


@pytest.mark.rule("adlg.zone.most_threatening")
@pytest.mark.parametrize(("reading", "allowed"), [("offset_then_id", False), ("owner_chooses", True)])
def test_between_equally_threatening_enemies_the_owner_chooses_by_his_move_where_he_may(
    reading: str, allowed: bool
) -> None:
    both: list[Placed] = [("e1", "levy", (9400, 10600, 18000)), ("e2", "levy", (10600, 10600, 18000))]
    state = drill([("u1", "heavy_cavalry", N), *both], threat_tie=reading)
    assert pose(after(state, "u1 slide left 0.1")) == (9900, 10000, 0)
    assert isinstance(ordered(state, "u1 slide right 0.1"), Refusal) is not allowed


@pytest.mark.rule("adlg.zone.shield")
def test_a_friend_between_lets_a_unit_slide_where_the_zone_would_hold_it() -> None:
    units: list[Placed] = [("u1", "heavy_cavalry", (11100, 9200, 18000)), ("e1", "levy", (10000, 10900, 18000))]
    assert refused(drill(units), "u1 slide right 0.5")[:2] == ("move.zone_entered", ALLOWED)
    shield: Placed = ("u2", "levy", (10000, 10700, 0))
    assert pose(after(drill([*units, shield]), "u1 slide right 0.5")) == (10600, 9200, 18000)
