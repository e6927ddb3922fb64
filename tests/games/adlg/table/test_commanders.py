"""Commanders in danger on the table: in the melees of their units, when these rout, when an enemy comes upon one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import play, ready, stage, table
from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.core.contract import Turn
from triarii.games.adlg.battle.stages import ChoosingCorps, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

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
    return play(Position(State(field, ChoosingCorps(), active)), "done")


# Who takes part


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-584")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_commander_whose_unit_loses_a_round_falls_on_a_one(die: int) -> None:
    position = play(led(), "c1 engage", BEATEN)
    assert table(position).stands["u1"].cohesion == 2, "beaten, but it stands"
    assert stage(position) == ("fate", "c1")
    after = play(position, str(die))
    assert ("c1" in table(after).fallen) is (die == 1)
    assert (after.state.stage, after.state.active) == (Stage.CORPS, 1)


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-585")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("cohesion", [1, 2])
def test_a_commander_whose_unit_routs_in_melee_falls_on_one_two_or_three(cohesion: int, die: int) -> None:
    position = play(led(cohesion=cohesion), "c1 engage", BEATEN)
    assert table(position).gone == {"u1": "routed"}
    assert stage(position) == ("fate", "c1")
    after = play(position, str(die))
    assert ("c1" in table(after).fallen) is (die <= 3)
    if die > 3:
        assert table(after).leaders["c1"].unit == "", "he is alone now"


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-583")
@pytest.mark.parametrize("own", [0, 1])
def test_the_opponent_throws_the_die_for_a_commander(own: int) -> None:
    """Whoever is active: of two commanders in one melee the enemy of the one who lost throws for him, once."""
    both = {"c1": "u1", "d1": "e1"}
    position = play(led(leaders=both), "c1 engage", "d1 engage", ("1-6", "6-1")[own])
    loser = ("c1", "d1")[own]
    assert stage(position) == ("fate", loser)
    assert position.turn is Turn.CHANCE, "a die falls, and nobody chooses"
    after = play(position, "1")
    told = events_of(position.state, "1")[0]
    thrown = {"unit": loser, "die": 1, "most": 1, "seat": ("second", "first")[own]}
    assert dict(told.fields) == {**thrown, "rule": "adlg.commander.loss"}
    thrower = ("Ochre", "Blue")[own]
    assert GAME.texts.say(told.message, "en") == f"{thrower} rolls for commander {loser}, who falls on 1 or less: 1."
    assert after.state.stage is not Stage.FATE, "for who won nobody throws"


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.statement("AG-584")
def test_no_die_is_thrown_for_a_commander_whose_unit_wins_or_ties_its_round() -> None:
    for dice in ("6-1", "3-4"):
        after = play(led(), "c1 engage", dice)
        assert after.state.stage is not Stage.FATE, dice


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
    position = play(Position(State(field, ChoosingCorps(), 0)), "done")
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
    position = play(Position(State(field, ChoosingCorps(), 1)), "done", "6-1")
    assert stage(position) == ("fate", "c1")
    assert ("c1" in table(play(position, str(die))).leaders) is lives


# Enemies who come upon a commander


def alone(*more: Placed, where: Pose = (10000, 11000, 18000), **options: Any) -> Position:
    """A unit of the first player takes orders; the enemy's commander stands before it with nobody at his side."""
    units: list[Placed] = [("u1", SPEARS, N), ("e1", SPEARS, (14000, 13000, 18000)), *more, *RESERVES]
    leaders = {"c1": (10000, 8000, 0), "d1": where}
    return ready(units, **{"leaders": leaders, **options})


@pytest.mark.rule("adlg.commander.move")
def test_a_loose_commander_upon_whom_an_enemy_moves_joins_the_nearest_unit_of_his_corps() -> None:
    position = alone()
    after = play(position, "u1 advance 1.5")
    assert table(after).leaders["d1"].unit == "e1"
    assert table(after).leaders["d1"].moves == 0, "it is no move of his own"
    events = [event for event in events_of(position.state, "u1 advance 1.5") if "leader" in event.fields]
    assert [(event.kind, dict(event.fields)) for event in events] == [
        ("gives_way", {"leader": "d1", "unit": "e1", "rule": "adlg.commander.move"})
    ]


@pytest.mark.rule("adlg.commander.move")
@pytest.mark.parametrize(("order", "stays"), [("u1 advance 0.2", True), ("u1 advance 0.3", False)])
def test_he_stays_where_he_is_as_long_as_nobody_stands_on_him(order: str, stays: bool) -> None:
    """His base reaches from 10.2 to 10.95 UD."""
    after = play(alone(where=(10000, 10200, 18000)), order)
    assert (table(after).leaders["d1"].unit == "") is stays


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_of_the_own_side_is_passed_and_stays() -> None:
    leaders = {"c1": (10000, 11000, 0), "d1": (14000, 16000, 18000)}
    position = ready([("u1", SPEARS, N), ("e1", SPEARS, (14000, 15000, 18000))], leaders=leaders)
    assert table(play(position, "u1 advance 1.5")).leaders["c1"].pose == (10000, 11000, 0)


@pytest.mark.rule("adlg.commander.move")
def test_a_charge_drives_a_loose_commander_away_too() -> None:
    """He stands before his unit, where the charger comes to stand."""
    target: Placed = ("e2", SPEARS, (10000, 11900, 18000))
    after = play(alone(target, where=(10000, 11500, 18000)), "u1 charge e2")
    assert table(after).meeting("u1", "e2") is not None
    assert table(after).leaders["d1"].unit == "e2"


@pytest.mark.rule("adlg.commander.move")
def test_an_evader_who_runs_onto_an_enemy_commander_drives_him_away() -> None:
    horse: Placed = ("e2", "light_cavalry", (10000, 12000, 18000))
    position = alone(horse, leaders={"c1": (10000, 17500, 0), "d1": "e1"})
    after = play(position, "u1 charge e2", "e2 evade", "3")
    assert table(after).leaders["c1"].unit == "u1"


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_who_stayed_aside_leaves_when_the_victors_pursue() -> None:
    friend: Placed = ("u2", SPEARS, (13000, 10000, 0))
    position = play(led(friend, cohesion=1, active=1), "c1 aside", BEATEN)
    assert stage(position) == ("pursue", "e1")
    assert table(position).leaders["c1"].unit == ""
    assert table(play(position, "e1 pursue 1")).leaders["c1"].unit == "u2"
    stays = play(position, "e1 stay")
    assert table(stays).leaders["c1"].pose == (10000, 9250, 0)


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_who_loses_his_unit_with_an_enemy_behind_him_does_not_stand_on_that_enemy() -> None:
    """The enemy fights in the unit's rear, where the commander stood."""
    friend: Placed = ("u2", SPEARS, (13000, 10000, 0))
    rear: Placed = ("e2", SPEARS, (10000, 9250, 0))
    both = [meets("u1", "e1", rounds=1), meets("e2", "u1", "rear", rounds=1)]
    after = play(led(friend, rear, cohesion=1, meetings=both), "c1 aside", BEATEN)
    assert table(after).gone == {"u1": "routed"}
    assert table(after).leaders["c1"].unit == "u2"


@pytest.mark.rule("adlg.commander.move")
def test_without_a_unit_of_his_corps_he_goes_behind_the_nearest_friends() -> None:
    leaders = {"c1": (10000, 8000, 0), "d1": (2000, 17000, 18000), "d2": (10000, 11000, 18000)}
    after = play(alone(leaders=leaders), "u1 advance 1.5")
    where = table(after).leaders["d2"]
    assert (where.unit, where.pose) == ("", (14000, 13750, 18000))


@pytest.mark.rule("adlg.commander.move")
def test_who_finds_no_room_behind_any_friend_is_lost() -> None:
    """The only friend has the edge of the table behind him."""
    units: list[Placed] = [("u1", SPEARS, N), ("e1", SPEARS, (14000, 19300, 18000))]
    leaders = {"c1": (10000, 8000, 0), "d1": "e1", "d2": (10000, 11000, 18000)}
    after = play(ready(units, leaders=leaders), "u1 advance 1.5")
    assert table(after).fallen == {"d2"}
