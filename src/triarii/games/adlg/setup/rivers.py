"""Rivers in the set-up: along a short edge, across the table; a die says how they flow (adlg.setup.river)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import landscape
from triarii.games.adlg.setup.going_on import preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import RiverFlows
from triarii.games.adlg.setup.landscape import Lot, stream
from triarii.games.adlg.setup.regions import FLOWS, SIDES
from triarii.games.adlg.setup.sectors import Area

RULE = "adlg.setup.river"
NARROWEST, WIDEST = 1000, 2000
NEAREST, FARTHEST = 2000, 6000
"""Between these distances from its short edge a river lies with all of its breadth."""
STEP = 250
"""Steps in which room for a river is sought."""
OFFERED = ((4000, 4000, 1000), (3000, 5000, 1500), (5000, 3000, 1500), (3500, 3500, 1500), (4000, 4000, 2000))
"""Courses that are proposed where there is room; else such as are found."""
MOST = 5


def band(setting: Setting, side: str) -> Area:
    """Where a river along a short edge may lie."""
    width, height = setting.size
    if side == SIDES[0]:
        return Area(NEAREST, 0, FARTHEST, height)
    return Area(width - FARTHEST, 0, width - NEAREST, height)


def why_not(setting: Setting, lot: Lot, name: str = "") -> Refusal | None:
    """Why a river can't run like this."""
    breadth = lot.course[2]
    if not NARROWEST <= breadth <= WIDEST:
        return Refusal("setup.river_width", RULE, {"width": breadth, "least": NARROWEST, "most": WIDEST})
    piece = lot.piece(name, setting.size)
    if not band(setting, lot.side).holds(piece.polygon):
        return Refusal("setup.river_band", RULE, {"least": NEAREST, "most": FARTHEST})
    other = landscape.lies_on(setting, piece)
    return Refusal("setup.overlap", RULE, {"piece": other}) if other else None


def laid(state: State, act: Act) -> Lot | Refusal:
    """The river that is said."""
    near, far, breadth = act.numbers
    lot = stream(act.name, (near, far, breadth))
    return why_not(state.field.setting, lot) or lot


def proposals(state: State) -> list[str]:
    return [str(Act("river", lot.side, numbers=lot.course)) for side in SIDES for lot in _offered(state, side)]


def open_sides(state: State) -> list[str]:
    """The short edges along which there is room for a river."""
    return [side for side in SIDES if _offered(state, side)]


def _offered(state: State, side: str) -> list[Lot]:
    setting = state.field.setting
    found = [lot for lot in (stream(side, course) for course in OFFERED) if why_not(setting, lot) is None]
    return found or [lot for _, lot in zip(range(MOST), _found(setting, side), strict=False)]


def _found(setting: Setting, side: str) -> Iterator[Lot]:
    """Narrow rivers, straight ones first."""
    lines = range(NEAREST + NARROWEST // 2, FARTHEST - NARROWEST // 2 + 1, STEP)
    for near, far in sorted(product(lines, lines), key=lambda ends: abs(ends[0] - ends[1])):
        lot = stream(side, (near, far, NARROWEST))
        if why_not(setting, lot) is None:
            yield lot


def flow(state: State, die: int) -> State:
    """The die says how the river flows."""
    name = preparing(state).about
    lot = scene(state).lots[name]
    state = put_down(state, scene(state).with_lot(name, replace(lot, size=FLOWS[die])))
    return state.noted(RiverFlows, RULE, name, die, FLOWS[die])
