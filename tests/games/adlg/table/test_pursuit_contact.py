"""How far a pursuer may go, and what comes of it when he meets another enemy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import LEADERS, cohesion, fighting, meeting, play, pose, stage, table
from tests.games.adlg.table.tables import Placed, battlefield, ground, meets
from triarii.games.adlg.battle import phases
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.fighting.fights import clashes
from triarii.games.adlg.battle.stages import Activation, Chase, ChoosingCorps, Pursuing, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.scenery import Scenery
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

RULE = "adlg.pursuit.contact"
HEAVY = "heavy_swordsmen"


def victory(*more: Placed, victor: str = HEAVY, **options: Any) -> Position:
    """A melee that the first player wins with 6 to 1: the beaten enemy has one point left. The others stand behind."""
    units: list[Placed] = [
        ("u1", victor, (10000, 10000, 0)),
        ("e1", "levy", (10000, 10000, 18000), {"cohesion": 1}),
        ("e9", HEAVY, (2000, 2000, 0)),
        ("e8", HEAVY, (4000, 2000, 0)),
        *more,
    ]
    field = battlefield(units, meetings=[meets("u1", "e1", rounds=1)], leaders=dict(LEADERS), **options)
    return Position(State(field, Activation("c1"), 0))


def pursued(position: Position, way: str = "u1 pursue 1") -> Position:
    won = play(position, "done", "6-1")
    assert stage(won) == ("pursue", "u1")
    return play(won, way)


@pytest.mark.rule(RULE)
def test_a_pursuer_who_meets_an_enemy_conforms_to_him_at_once_and_without_having_charged() -> None:
    after = pursued(victory(("e2", HEAVY, (10300, 10900, 18000))))
    assert pose(after) == (10300, 10900, 0)
    met = meeting(after, "u1", "e2")
    assert (met.side, met.charger, met.conformed, met.rounds) == ("front", "", True, 0)
    [clash] = clashes(table(after))
    assert clash.melee.charger == "none"


@pytest.mark.rule(RULE)
def test_they_fight_in_the_next_melee_phase() -> None:
    won = play(victory(("e2", HEAVY, (10300, 10900, 18000))), "done", "6-1")
    after = play(won, "u1 pursue 1")
    assert (after.state.active, stage(after)[0]) == (1, "corps")
    assert cohesion(after, "e2") == cohesion(won, "e2") == 3  # by the rout of the one before him


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("place", "side"), [((10550, 11300, 9000), "right"), ((9450, 11300, 27000), "left"), ((10000, 11600, 0), "rear")]
)
def test_a_pursuit_may_end_on_a_flank_or_rear(place: Pose, side: str) -> None:
    won = play(victory(("e2", HEAVY, place)), "done", "6-1")
    met = aftermath.pursue(table(won), "u1")
    assert [(one.attacker, one.target, one.side) for one in met.meetings] == [("u1", "e2", side)]
    # Then it is the turn of the side that was struck, and it faces its enemy before anybody fights.
    assert fighting(play(won, "u1 pursue 1")) == [("u1", "e2", "front")]


@pytest.mark.rule(RULE)
@pytest.mark.rule("adlg.charge.side")
def test_a_pursuit_strikes_the_second_unit_of_a_column_in_the_side() -> None:
    """The pursuer stands ahead of the line of its front, but behind that of the first unit."""
    pair: list[Placed] = [("e3", HEAVY, (11000, 11150, 9000)), ("e2", HEAVY, (10250, 11150, 9000))]
    won = play(victory(*pair), "done", "6-1")
    met = aftermath.pursue(table(won), "u1")
    assert [(one.attacker, one.target, one.side) for one in met.meetings] == [("u1", "e2", "right")]


@pytest.mark.rule(RULE)
def test_a_new_enemy_in_flank_or_rear_by_pursuit_is_a_multiple_attack() -> None:
    fights: list[Placed] = [("e2", HEAVY, (10000, 11600, 0)), ("u2", HEAVY, (10000, 11600, 18000))]
    position = victory(*fights)
    both = position.state.field.meeting_added(meets("u2", "e2", rounds=1))
    position = Position(State(both, Activation("c1"), 0))
    won = play(position, "done", "6-1", "3-3")
    after = play(won, "u1 pursue 1")
    assert ("u1", "e2", "rear") in fighting(after)
    assert cohesion(after, "e2") == cohesion(won, "e2") - 1


@pytest.mark.rule(RULE)
def test_who_stays_meets_nobody() -> None:
    after = pursued(victory(("e2", HEAVY, (10300, 10900, 18000))), "u1 stay")
    assert pose(after) == (10000, 10000, 0)
    assert fighting(after) == []


@pytest.mark.rule(RULE)
def test_impetuous_troops_and_elephants_meet_whoever_is_there_without_being_asked() -> None:
    won = play(victory(("e2", HEAVY, (10300, 10900, 18000)), victor="elephant"), "done", "6-1")
    assert fighting(won) == [("u1", "e2", "front")]


@pytest.mark.rule("adlg.pursuit.contact")
def test_whom_a_pursuer_would_meet_may_evade_him() -> None:
    asked = play(victory(("e2", "light_cavalry", (10300, 10900, 18000))), "done", "6-1", "u1 pursue 1")
    assert stage(asked) == ("answer", "e2")
    stood = play(asked, "e2 stand")
    assert fighting(stood) == [("u1", "e2", "front")]
    fled = play(asked, "e2 evade", "3", "e2 stay")
    assert fighting(fled) == []
    assert pose(fled) == (10000, 11000, 0)
    assert fled.state.active == 1


@pytest.mark.rule(RULE)
def test_whom_a_pursuer_would_meet_may_evade_if_he_can() -> None:
    horse: Placed = ("e2", "light_cavalry", (10400, 10800, 18000))
    asked = pursued(victory(horse))
    assert stage(asked) == ("answer", "e2")
    stood = play(asked, "e2 stand")
    assert fighting(stood) == [("u1", "e2", "front")]
    assert meeting(stood, "u1", "e2").charger == ""
    fled = play(asked, "e2 evade", "3", "e2 stay")
    assert fighting(fled) == []
    assert pose(fled) == (10000, 11000, 0)
    assert pose(fled, "e2") == (10400, 16550, 0)
    assert (fled.state.active, stage(fled)[0]) == (1, "corps")


# How far


@pytest.mark.rule("adlg.pursuit.who")
@pytest.mark.statement("AG-592")
@pytest.mark.parametrize(
    ("border", "offered"), [(12000, "u1 pursue 1"), (10600, "u1 pursue 0.6"), (10004, "u1 pursue 0.004")]
)
def test_a_pursuit_is_offered_as_far_as_it_goes(border: int, offered: str) -> None:
    wood = [ground("wood", 9000, border, 11000, 15000)]
    won = play(victory(terrain=wood), "done", "6-1")
    assert stage(won) == ("pursue", "u1")
    assert list(won.actions()) == [offered, "u1 stay"]
    assert pose(play(won, offered)) == (10000, min(border, 11000), 0)


@pytest.mark.rule("adlg.pursuit.who")
@pytest.mark.statement("AG-592")
@pytest.mark.parametrize("victor", [HEAVY, "elephant"])
def test_who_has_something_right_before_it_is_not_asked_whether_it_pursues(victor: str) -> None:
    """Impassable ground begins where the beaten enemy stood."""
    cliff = [ground("wood", 9000, 10000, 11000, 15000, impassable=True)]
    field = victory(victor=victor).state.field
    beaten = field.removed("e1", "routed", "adlg.losses.points")
    blocked = replace(beaten, setting=replace(beaten.setting, scenery=Scenery(tuple(cliff))))
    asked = Pursuing((Chase("u1", "e1"),))
    assert aftermath.farthest(blocked, "u1") == 0
    after = phases.next_pursuit(State(blocked, asked, 0), asked)
    assert (after.active, after.stage) == (1, Stage.CORPS)
    assert after.field.stands["u1"].pose == (10000, 10000, 0)


@pytest.mark.rule("adlg.pursuit.who")
@pytest.mark.rule(RULE)
def test_to_an_enemy_ahead_the_whole_pursuit_is_offered_for_he_may_evade() -> None:
    won = play(victory(("e2", "light_cavalry", (10300, 10900, 18000))), "done", "6-1")
    assert list(won.actions()) == ["u1 pursue 1", "u1 stay"]


@pytest.mark.rule("adlg.commander.loss")
@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("die", "falls"), [("3", True), ("4", False)])
def test_a_die_decides_over_the_commander_of_a_unit_that_a_pursuit_costs_its_last_cohesion(
    die: str, falls: bool
) -> None:
    fights: list[Placed] = [("e2", HEAVY, (10000, 11600, 0), {"cohesion": 2}), ("u2", HEAVY, (10000, 11600, 18000))]
    reserve: list[Placed] = [(f"e{n}", HEAVY, (2000 * n, 2000, 0)) for n in (3, 4, 5, 6, 7)]
    field = victory(*fights, *reserve).state.field.meeting_added(meets("u2", "e2", rounds=1))
    field = field.with_leader("d1", replace(field.leaders["d1"], unit="e2"))
    won = play(Position(State(field, Activation("c1"), 0)), "done", "d1 engage", "6-1", "3-3")
    assert (stage(won), cohesion(won, "e2")) == (("pursue", "u1"), 1)
    thrown = play(won, "u1 pursue 1")
    assert "e2" not in table(thrown)
    assert stage(thrown) == ("fate", "d1")
    after = play(thrown, die)
    assert ("d1" in table(after).fallen) is falls
    assert (after.state.active, after.state.now) == (1, ChoosingCorps())
    assert [event.kind for event in events_of(won.state, "u1 pursue 1")].count("routed") == 1
