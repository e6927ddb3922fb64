"""Adjusting terrain: who may try how often, and what the die allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.set_ups import LARGE, TERRAIN, begun, now, played, refused
from triarii.core.contract import Turn
from triarii.games.adlg.battle.preparation import Chosen, Task
from triarii.games.adlg.battle.stages import Preparing
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import adjusting
from triarii.games.adlg.setup.going_on import put_down, scene
from triarii.games.adlg.setup.landscape import Lot, sea, stream

FIELDS = ("1-5", "lay 5 5 0 small", "3-5", "lay 15 5 0 small", "5-5", "lay 25 5 0 small")
"""The first player's field, gully and hill: t1, t2, t3."""
OTHERS = ("1-5", "lay 25 15 0 small", "3-5", "lay 15 15 0 small")
"""The second player's field and plantation: t4, t5."""


def adjusting_begins(**armies: str) -> Position:
    return played(begun(**(armies or LARGE)), *TERRAIN, *FIELDS, *OTHERS)


@pytest.mark.rule("adlg.setup.adjusting")
def test_the_attacker_adjusts_first_and_has_four_attempts_less_the_pieces_that_he_chose() -> None:
    position = adjusting_begins(first_army="romans", second_army="rus")
    assert (now(position).task, position.turn) == (Task.ADJUST, Turn.SECOND)
    assert adjusting.attempts(position.state, 1) == 2
    one = played(position, "adjust t1", "1")
    assert (adjusting.attempts(one.state, 1), one.turn) == (1, Turn.SECOND)
    assert played(one, "adjust t2", "2").turn is Turn.FIRST
    assert played(one, "done").turn is Turn.FIRST


@pytest.mark.rule("adlg.setup.adjusting")
def test_a_strategist_has_one_attempt_more() -> None:
    position = adjusting_begins()
    assert position.setting.corps["d1"].grade.id == "strategist"
    assert adjusting.attempts(position.state, 1) == 3


@pytest.mark.rule("adlg.setup.adjusting")
def test_each_player_tries_a_piece_once() -> None:
    position = played(adjusting_begins(), "adjust t1", "2")
    assert refused(position, "adjust t1") == "setup.adjusted_before"
    other = played(position, "done")
    assert other.check("adjust t1") is None


@pytest.mark.rule("adlg.setup.adjusting")
@pytest.mark.parametrize(
    "lot", [sea("left"), stream("left", (4000, 4000, 1000), "rough"), Lot("village", "small", 5000, 15000, 0)]
)
def test_coasts_rivers_and_villages_are_never_adjusted(lot: Lot) -> None:
    position = adjusting_begins()
    state = put_down(position.state, scene(position.state).with_lot("t9", lot))
    assert "t9" not in adjusting.open_pieces(state)
    assert refused(Position(state), "adjust t9") == "setup.not_adjusted"
    assert refused(Position(state), "adjust r1") == "setup.not_adjusted"


@pytest.mark.rule("adlg.setup.adjusting")
@pytest.mark.parametrize(("die", "reach"), [("3", 4), ("4", 4), ("5", 6), ("6", 6)])
def test_the_die_says_how_far_a_piece_may_be_shifted(die: str, reach: int) -> None:
    position = played(adjusting_begins(), "adjust t2", die)
    assert position.check(f"shift {15 - reach} 5") is None
    assert refused(position, f"shift {15 - reach - 0.1:.1f} 5") == "setup.shift_far"
    moved = played(position, f"shift {15 - reach} 5")
    assert scene(moved.state).lots["t2"].x == (15 - reach) * 1000


@pytest.mark.rule("adlg.setup.adjusting")
def test_low_dice_do_nothing() -> None:
    position = adjusting_begins()
    for die in ("1", "2"):
        assert scene(played(position, "adjust t2", die).state) == scene(position.state)


@pytest.mark.rule("adlg.setup.adjusting")
def test_only_high_dice_rotate_and_only_a_six_removes() -> None:
    position = played(adjusting_begins(), "adjust t2")
    assert refused(played(position, "4"), "rotate 90") == "setup.no_rotation"
    assert scene(played(position, "5", "rotate 90").state).lots["t2"].turn == 9000
    assert refused(played(position, "5"), "remove") == "setup.no_removal"
    assert "t2" not in scene(played(position, "6", "remove").state).lots
    assert scene(played(position, "6", "keep").state) == scene(position.state)


@pytest.mark.rule("adlg.setup.adjusting")
def test_a_five_removes_impassable_ground() -> None:
    position = adjusting_begins()
    state = put_down(position.state, scene(position.state).with_lot("t9", Lot("impassable", "small", 5000, 15000, 0)))
    assert state.setup is not None
    prep = replace(state.setup, picks=(*state.setup.picks, Chosen("impassable", 0, id="t9")))
    rock = Position(replace(state, now=Preparing(prep)))
    assert "t9" not in scene(played(rock, "adjust t9", "5", "remove").state).lots


@pytest.mark.rule("adlg.setup.adjusting")
def test_the_compulsory_piece_stays_and_only_one_is_removed() -> None:
    position = adjusting_begins()
    assert refused(played(position, "adjust t1", "6"), "remove") == "setup.compulsory"
    removed = played(position, "adjust t2", "6", "remove")
    assert refused(played(removed, "adjust t3", "6"), "remove") == "setup.removed_before"


@pytest.mark.rule("adlg.setup.adjusting")
def test_two_pieces_always_stay() -> None:
    position = adjusting_begins()
    few = scene(position.state).without("t3").without("t4").without("t5")
    bare = Position(put_down(position.state, few))
    assert refused(played(bare, "adjust t2", "6"), "remove") == "setup.fewest"


@pytest.mark.rule("adlg.setup.adjusting")
def test_an_adjusted_piece_stays_on_the_table_and_off_the_others() -> None:
    position = played(adjusting_begins(), "adjust t2", "6")
    assert refused(position, "shift 15 0.5") == "setup.off_table"
    near = played(adjusting_begins(), "adjust t2", "6", "shift 10 5", "adjust t3", "6", "shift 19.1 5")
    beside = played(near, "done", "adjust t3", "6")
    assert refused(beside, "shift 14 5") == "setup.overlap"


@pytest.mark.rule("adlg.setup.adjusting")
def test_impassable_ground_is_not_shifted_into_a_centre_sector() -> None:
    position = adjusting_begins()
    state = put_down(position.state, scene(position.state).with_lot("t9", Lot("impassable", "small", 7000, 15000, 0)))
    rock = played(Position(state), "adjust t9", "6")
    assert refused(rock, "shift 12 15") == "setup.centre"
    assert rock.check("shift 6 15") is None
