"""How the set-up goes on from one task to the next: the state with a new preparation, and with more on the table."""

from __future__ import annotations

from typing import Any

from triarii.games.adlg.battle.preparation import Preparation
from triarii.games.adlg.battle.stages import Preparing
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import landscape
from triarii.games.adlg.setup.landscape import Landscape


def preparing(state: State) -> Preparation:
    assert state.setup is not None, "only during the set-up"
    return state.setup


def go(state: State, prep: Preparation) -> State:
    """The same table, another task."""
    return replace(state, now=Preparing(prep), active=prep.seat)


def changed(state: State, **changes: Any) -> State:
    return go(state, replace(preparing(state), **changes))


def scene(state: State) -> Landscape:
    """What lies on the table."""
    return landscape.of(state.field.setting)


def put_down(state: State, new: Landscape) -> State:
    """The table with another landscape."""
    setting = landscape.settled(state.field.setting, new.text)
    return replace(state, field=replace(state.field, setting=setting))
