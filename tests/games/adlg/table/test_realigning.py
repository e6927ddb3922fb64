"""Realigning when all have evaded, and units that put old contacts right when their side moves again."""

from __future__ import annotations

import pytest

from tests.games.adlg.table.onsets import LEADERS, N, fighting, play, pose, ready, refused, why
from tests.games.adlg.table.tables import Placed, battlefield
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.stages import Activation
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.position import Position


@pytest.mark.statement("AG-367")
@pytest.mark.rule("adlg.charge.realign")
def test_a_wheel_is_ordered_together_with_the_distance() -> None:
    units: list[Placed] = [
        ("u1", "light_cavalry", (10000, 11000, 18000)),
        ("e1", "light_cavalry", (10450, 10000, 27000)),
    ]
    position = play(ready(units), "u1 charge e1", "e1 evade", "1", "e1 stay", "6")
    assert str(parse("u1 wheel left 90 press 3.95")) == "u1 wheel left 90 press 3.95"
    assert "u1 wheel left 70 press 4.203" in position.actions()
    assert all(position.check(action) is None for action in position.actions())
    assert refused(position, "u1 wheel left 90 press 4.5") == (
        "order.pressed",
        "adlg.charge.advance",
        {"least": 2000, "most": 3950},
    )
    assert fighting(play(position, "u1 wheel left 90 press 3.95")) == [("u1", "e1", "rear")]
    assert why(position, "u1 slide left 0.5 press 3")[0] == "order.press"


@pytest.mark.rule("adlg.conform.incomplete")
def test_who_was_struck_in_the_flank_turns_to_the_enemy_when_its_side_moves_again() -> None:
    far: list[Placed] = [
        (f"{side}{n}", "levy", (1000 * n, 1000 if side == "e" else 19000, 0)) for side in "ue" for n in (2, 3, 4)
    ]
    units: list[Placed] = [("u1", "heavy_spearmen", N), ("e1", "medium_cavalry", (12500, 9400, 27000)), *far]
    position = Position(State(battlefield(units, leaders=dict(LEADERS)), Activation("d1", 5), 1))
    after = play(position, "e1 charge u1", "done", "3-3")
    assert after.state.active == 0
    assert pose(after) == (10500, 9500, 9000)
    assert fighting(after) == [("e1", "u1", "front")]
