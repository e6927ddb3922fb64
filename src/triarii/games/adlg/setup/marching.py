"""The flank march of the battle plan: one corps leaves the line and comes over a short edge later (adlg.march.plan)."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.hiding.hidden import Flank, March
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.grammar import MARCH, NOBODY, Act
from triarii.games.adlg.setup.landscape import Landscape
from triarii.games.adlg.setup.regions import ALONG_SIDE, COAST, FLOODED

RULE = "adlg.march.plan"
NEVER = frozenset({Category.ART, Category.SCH, Category.WWG})
"""Too slow for the way round."""


def corps_open(setting: Setting, seat: int) -> list[str]:
    """The corps that may march: not the commander-in-chief's, and none with artillery, war wagons or scythed
    chariots."""
    slow = {unit.corps for unit in setting.units.values() if unit.seat == seat and unit.category in NEVER}
    return [
        leader
        for leader, corps in setting.corps.items()
        if corps.seat == seat and not corps.chief and corps.number not in slow
    ]


def flanks_open(ground: Landscape) -> list[Flank]:
    """The short edges over which a march can come: not along a coast, nor along a river in flood."""
    closed = {lot.side for lot in ground.lots.values() if lot.kind == COAST or _floods(lot.kind, lot.size)}
    return [flank for flank in Flank if flank.value not in closed]


def _floods(kind: str, size: str) -> bool:
    return kind in ALONG_SIDE and size == FLOODED


def possible(state: State, seat: int) -> bool:
    """Whether a seat could send a corps at all: everybody can see that."""
    return bool(corps_open(state.field.setting, seat)) and bool(flanks_open(scene(state)))


def write(state: State, act: Act) -> State | Refusal:
    """A seat writes down which corps marches around which flank, or that none does."""
    seat = preparing(state).seat
    if act.name == NOBODY:
        return state
    corps = corps_open(state.field.setting, seat)
    if act.name not in corps:
        return Refusal("setup.march_corps", RULE, {"name": act.name, "known": corps})
    flanks = flanks_open(scene(state))
    if act.word not in flanks:
        return Refusal("setup.march_flank", RULE, {"side": act.word})
    march = March(act.name, Flank(act.word))
    return replace(state, field=replace(state.field, marches={**state.field.marches, seat: march}))


def proposals(state: State) -> list[str]:
    seat = preparing(state).seat
    marches = [
        Act(MARCH, leader, flank.value)
        for leader in corps_open(state.field.setting, seat)
        for flank in flanks_open(scene(state))
    ]
    return [str(act) for act in (Act(MARCH, NOBODY), *marches)]


def fits(field: Field, ground: Landscape) -> bool:
    """Whether the marches of a table that somebody wrote down can be."""
    return all(
        march.leader in corps_open(field.setting, seat) and march.flank in flanks_open(ground)
        for seat, march in field.marches.items()
    )
