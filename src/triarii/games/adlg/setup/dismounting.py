"""The last step of the set-up: when all corps stand, the defender and then the attacker say who fights on foot
(adlg.dismount.before)."""

from __future__ import annotations

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.movement import dismounts
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.stages import ChoosingCorps
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.happenings import Dismounts
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.dismounting import RULE
from triarii.games.adlg.setup.going_on import changed, preparing
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import BattleBegins


def begin(state: State) -> State:
    """All corps stand: whoever has units that may dismount is asked, the defender first; then the battle begins."""
    return _ask(state, (1 - preparing(state).attacker, preparing(state).attacker))


def decide(state: State, act: Act) -> State | Refusal:
    """Units get down, or a seat has no more who shall."""
    prep, field = preparing(state), state.field
    if act.verb == "done":
        return _ask(state, (prep.attacker,) if prep.seat != prep.attacker else ())
    for name in act.name.split("+"):
        if name not in field or field.unit(name).seat != prep.seat:
            return Refusal("setup.not_his", RULE, {"name": name})
        refusal = dismounts.why_never(field, field.unit(name))
        if refusal is not None:
            return refusal
        field = dismounts.dismounted(field, name)
        field = field.noted(Dismounts, RULE, name, field.unit(name).troop.id)
    down = replace(state, field=field)
    return down if dismounts.able(field, prep.seat) else decide(down, Act("done"))


def candidates(state: State) -> list[str]:
    """Each unit that may, all of them together, or nobody more."""
    names = [unit.id for unit in dismounts.able(state.field, preparing(state).seat)]
    together = [f"dismount {'+'.join(names)}"] if len(names) > 1 else []
    return ["done", *(f"dismount {name}" for name in names), *together]


def _ask(state: State, seats: tuple[int, ...]) -> State:
    for seat in seats:
        if dismounts.able(state.field, seat):
            return changed(state, task=Task.DISMOUNT, seat=seat, about="")
    here = state.field.leaders
    leaders = {leader: here[leader] for leader in state.field.setting.corps if leader in here}
    field = replace(state.field, leaders=leaders)
    attacker = preparing(state).attacker
    field = field.noted(BattleBegins, "adlg.setup.procedure", SEAT_NAMES[attacker])
    begun = replace(state, field=field, now=ChoosingCorps(), active=attacker)
    return marches.begin_movement(begun)
