"""The secret battle plan: after camps and works each seat writes it down, the defender first (adlg.plan.secret)."""

from __future__ import annotations

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import ambushing, marching
from triarii.games.adlg.setup.going_on import changed, preparing
from triarii.games.adlg.setup.grammar import MARCH, MARK, Act
from triarii.games.adlg.setup.happenings import MarchPlanned
from triarii.games.adlg.setup.landscape import NOTHING

UNKNOWN = "?"
"""Stands for what only the owner of a plan may read."""


def begin(state: State) -> State:
    """After the camps and works of both: the plans, where they are played, then the corps."""
    prep = preparing(state)
    assert prep.defender is not None
    if not state.field.setting.secret_plan:
        return changed(state, task=Task.CORPS, seat=prep.defender)
    return _march(state, prep.defender)


def _march(state: State, seat: int) -> State:
    """A seat writes down its flank march, if it could send a corps at all."""
    if marching.possible(state, seat):
        return changed(state, task=Task.MARCH, seat=seat)
    return _ambushes(state, seat)


def march(state: State, act: Act) -> State | Refusal:
    """The flank march is written down, or that there is none."""
    found, prep = marching.write(state, act), preparing(state)
    if isinstance(found, Refusal):
        return found
    written = found.field.marches.get(prep.seat)
    leader, side = (NOTHING, "none") if written is None else (written.leader, str(written.flank))
    found = found.noted(MarchPlanned, marching.RULE, SEAT_NAMES[prep.seat], leader, side)
    return _ambushes(changed(found, planned=(*prep.planned, prep.seat)), prep.seat)


def _ambushes(state: State, seat: int) -> State:
    """A seat lays its markers, if there is a place for any."""
    if ambushing.spots(state.field.setting, seat):
        return changed(state, task=Task.AMBUSH, seat=seat)
    return _written(state, seat)


def _written(state: State, seat: int) -> State:
    """The plan of a seat is made: the other one's comes next, or the corps."""
    prep = preparing(state)
    if seat == prep.defender:
        return _march(state, prep.attacker)
    return changed(state, task=Task.CORPS, seat=prep.defender)


def ambush(state: State, act: Act) -> State | Refusal:
    """One more marker, or no more."""
    if act.verb == "done":
        return _written(state, preparing(state).seat)
    return ambushing.lay(state, act)


def veiled(act: Act) -> str:
    """What was said in a plan, as others than its owner may read it: where a marker lies, not who lies under it, and
    nothing of a flank march."""
    if act.verb == MARCH:
        return str(Act(MARCH, UNKNOWN))
    return str(replace(act, name=UNKNOWN)) if act.verb == MARK else str(act)
