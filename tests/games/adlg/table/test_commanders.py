"""Commanders in danger on the table: in the melees of their units, when these rout, when an enemy comes upon one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import play, stage, table
from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.table.position import Position
from triarii.games.adlg.table.state import Stage, State

SPEARS, LEVY = "heavy_spearmen", "levy"
N: Pose = (10000, 10000, 0)
FACING: Pose = (10000, 10000, 18000)
RESERVES: list[Placed] = [
    *((f"u{n}", SPEARS, (1000 * n - 9000, 1000, 0), {}) for n in range(11, 17)),
    *((f"e{n}", SPEARS, (1000 * n - 9000, 19000, 18000), {}) for n in range(11, 17)),
]
"""Far away, so that no army breaks."""
BEATEN = "1-6"
"""The first loses by 5, or by 4 with his commander: a good part of his cohesion."""


def led(*more: Placed, cohesion: int = 4, active: int = 0, **options: Any) -> Position:
    """A unit with its commander is in melee, and the movement of the active side is over: the commander is asked, or
    else the dice of the melee are next."""
    units: list[Placed] = [("u1", SPEARS, N, {"cohesion": cohesion}), ("e1", SPEARS, FACING), *more, *RESERVES]
    given: dict[str, Any] = {
        "leaders": {"c1": "u1", "d1": (10000, 17000, 18000)},
        "meetings": [meets("u1", "e1", rounds=1)],
    }
    field = battlefield(units, **{**given, **options})
    return play(Position(State(field, Stage.CORPS, active)), "done")


# Who stays aside


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.rule("adlg.commander.engaged")
@pytest.mark.parametrize("active", [0, 1])
def test_a_commander_who_stays_aside_does_not_fall_with_his_unit(active: int) -> None:
    position = led(cohesion=1, active=active)
    assert stage(position) == ("engage", "c1")
    after = play(position, "c1 aside", BEATEN)
    assert table(after).gone == {"u1": "routed"}
    assert after.state.stage is not Stage.FATE, "no die is thrown for him"
    where = table(after).leaders["c1"]
    assert (where.unit, where.pose) == ("", (10000, 9250, 0)), "he stands alone where he stood behind his unit"


@pytest.mark.rule("adlg.commander.engaged")
def test_a_commander_who_stays_aside_is_in_no_danger_in_a_lost_round_either() -> None:
    after = play(led(), "c1 aside", BEATEN)
    assert table(after).stands["u1"].cohesion < 4
    assert after.state.stage is Stage.CORPS
    assert table(after).leaders["c1"].unit == "u1"


@pytest.mark.rule("adlg.commander.engaged")
def test_a_commander_who_is_part_of_his_unit_can_not_stay_aside() -> None:
    position = led(cohesion=1, included=["c1"])
    assert position.state.stage is Stage.MELEE, "he is not asked"
    assert stage(play(position, BEATEN)) == ("fate", "c1")


@pytest.mark.rule("adlg.commander.engaged")
def test_staying_aside_helps_him_too_when_fleeing_friends_carry_his_unit_away() -> None:
    """His unit ties its own melee; the unit before it, in melee with another enemy, routs through it."""
    ahead: list[Placed] = [("u2", SPEARS, (10000, 10800, 0), {"cohesion": 1}), ("e2", SPEARS, (10000, 10800, 18000))]
    flank: Placed = ("u1", SPEARS, N, {"cohesion": 1})
    field = battlefield(
        [flank, ("e1", SPEARS, (10500, 9500, 27000)), *ahead, *RESERVES],
        leaders={"c1": "u1", "d1": (10000, 17000, 18000)},
        meetings=[meets("u2", "e2", rounds=1), meets("e1", "u1", "right", rounds=1)],
    )
    position = play(Position(State(field, Stage.CORPS, 0)), "done")
    for word, then in (("aside", Stage.CORPS), ("engage", Stage.FATE)):
        after = play(position, f"c1 {word}", BEATEN, "3-6" if word == "engage" else "2-6")
        assert set(table(after).gone) == {"u1", "u2"}
        assert after.state.stage is then


@pytest.mark.rule("adlg.commander.engaged")
@pytest.mark.parametrize(("die", "lives"), [(3, False), (4, True)])
def test_a_commander_whose_unit_is_shot_away_is_diced_for(die: int, lives: bool) -> None:
    units: list[Placed] = [
        ("u1", SPEARS, N, {"cohesion": 1}),
        ("e1", "bowmen", (10000, 13000, 18000), {"weapon": "bow"}),
        *RESERVES,
    ]
    field = battlefield(units, leaders={"c1": "u1", "d1": (10000, 17000, 18000)})
    position = play(Position(State(field, Stage.CORPS, 1)), "done", "6-1")
    assert stage(position) == ("fate", "c1")
    assert ("c1" in table(play(position, str(die))).leaders) is lives
