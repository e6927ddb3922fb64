"""Whether a set-up that somebody wrote down can be: what is decided fits what was chosen and what is on the table."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.movement import dismounts
from triarii.games.adlg.battle.preparation import OFF, Preparation, Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.setup import adjusting, ambushing, deploying, landscape, laying, marching, rivers, roads, works
from triarii.games.adlg.setup.going_on import scene
from triarii.games.adlg.setup.regions import ALONG_SIDE, CLAIMED, REGIONS, RIVER, ROAD, UNKNOWN, count

LAYING = frozenset({Task.SECTOR, Task.LAY, Task.WAY, Task.ROAD})
BEFORE_TERRAIN = frozenset({Task.INITIATIVE, Task.REGION})
CHOOSING = frozenset({Task.PICK, Task.CLAIM})
PLANNING = frozenset({Task.MARCH, Task.AMBUSH})
DEPLOYING = frozenset({Task.CORPS, Task.DEPLOY, Task.DISMOUNT})


def why_incoherent(state: State) -> Refusal | None:
    """What about a table that was set up can't be; None where it can."""
    setting = state.field.setting
    if not setting.ground:
        return None
    wrong = landscape.off_table(setting)
    if wrong:
        return Refusal("position.off_table", params={"name": wrong})
    for piece in setting.scenery.pieces:
        refusal = laying.overlapped(setting, piece)
        if refusal is not None:
            return Refusal("position.overlap", params={"first": piece.id, "second": str(refusal.params["piece"])})
    if not _rivers_fit(state):
        return Refusal("position.river")
    if not works.fits(setting):
        return Refusal("position.works")
    if not (ambushing.fits(state.field) and marching.fits(state.field, scene(state))):
        return Refusal("position.plan")
    if state.setup is None:
        whole = len(setting.camps) == 2 and landscape.of(setting).begins is not None
        return None if whole else Refusal("position.unfinished_setup")
    if _fits(state, state.setup):
        return None
    return Refusal("position.setup", params={"task": state.setup.task.value})


def _rivers_fit(state: State) -> bool:
    """Rivers lie where they may, and how they flow is known but for the one whose die falls now."""
    setting, prep = state.field.setting, state.setup
    streams = {name: lot for name, lot in scene(state).lots.items() if lot.kind == RIVER}
    open_one = [prep.about] if prep is not None and prep.task is Task.RIVER else []
    if [name for name, lot in streams.items() if lot.size == UNKNOWN] != open_one:
        return False
    return all(rivers.why_not(setting, lot, name) is None for name, lot in streams.items())


def _fits(state: State, prep: Preparation) -> bool:
    setting, task = state.field.setting, prep.task
    if task in BEFORE_TERRAIN:
        bare = prep == Preparation(task, prep.seat) and setting.ground == landscape.NOTHING and not state.field.stands
        return bare and not state.field.leaders and (task is Task.REGION or prep.seat == 0)
    if prep.defender is None or not prep.region or scene(state).begins != prep.attacker:
        return False
    return _picks_fit(state, prep) and _task_fits(state, prep) and _stands_fit(setting, state, prep)


def _picks_fit(state: State, prep: Preparation) -> bool:
    """The compulsory piece comes first, all kinds belong to the region, and what lies on the table was chosen."""
    region, first = REGIONS[prep.region], prep.picks[0] if prep.picks else None
    if first is None or (first.kind, first.seat, first.compulsory) != (region.compulsory, prep.defender, True):
        return False
    if any(pick.compulsory for pick in prep.picks[1:]):
        return False
    chosen = [pick.kind for pick in prep.picks if not pick.free]
    if any(count(kind, chosen) > region.most.get(kind, 0) for kind in {pick.kind for pick in prep.picks}):
        return False
    lies = {pick.id: pick.kind for pick in prep.picks if pick.id not in ("", OFF)}
    on_table = {name: lot.kind for name, lot in scene(state).lots.items()} | dict.fromkeys(scene(state).roads, ROAD)
    return lies == on_table and len(lies) == sum(pick.id not in ("", OFF) for pick in prep.picks)


def _task_fits(state: State, prep: Preparation) -> bool:
    task, waiting, built = prep.task, laying.current(prep), set(scene(state).camps)
    if (built or scene(state).works) and task not in (Task.CAMP, Task.WORKS, *PLANNING) and task not in DEPLOYING:
        return False
    written = state.field.markers or state.field.marches or prep.planned
    if written and task not in PLANNING and task not in DEPLOYING:
        return False
    if not set(state.field.marches) <= set(prep.planned):
        return False
    if task in CHOOSING:
        chosen = not scene(state).lots and not scene(state).roads
        return chosen and (prep.about in CLAIMED if task is Task.CLAIM else not prep.about)
    if task in LAYING:
        return waiting is not None and prep.picks[waiting].seat == prep.seat and _laying_fits(state, prep)
    if task is Task.RIVER:
        return not any(prep.dice) and any(pick.id == prep.about and pick.seat == prep.seat for pick in prep.picks)
    if waiting is not None:
        return False
    if task is Task.ADJUST:
        return adjusting.attempts(state, prep.seat) > 0 and bool(adjusting.open_pieces(state))
    if task in (Task.EFFORT, Task.ALTER):
        lot = scene(state).lots.get(prep.about)
        thrown = prep.dice[0] in adjusting.REACH and prep.dice[1] == 0 if task is Task.ALTER else not any(prep.dice)
        return (
            lot is not None and lot.kind not in adjusting.FIXED and f"{prep.seat}{prep.about}" in prep.tried and thrown
        )
    if task is Task.WORKS:
        camps = {prep.defender} if prep.seat == prep.defender else {0, 1}
        return built == camps and any(works.left(state.field.setting, prep.seat).values())
    if task is Task.CAMP:
        return built == (set() if prep.seat == prep.defender else {prep.defender})
    if task in PLANNING:
        return built == {0, 1} and _plan_fits(state, prep)
    return built == {0, 1} and _corps_fits(state, prep)


def _plan_fits(state: State, prep: Preparation) -> bool:
    """Whether somebody can write his plan now: the attacker has written nothing before the defender."""
    setting, markers = state.field.setting, state.field.markers.values()
    early = prep.seat == prep.defender and any(marker.seat == prep.attacker for marker in markers)
    if not setting.secret_plan or prep.about or early or _laid_early(state, prep):
        return False
    if prep.task is Task.MARCH:
        return marching.possible(state, prep.seat) and prep.seat not in prep.planned
    return bool(ambushing.spots(setting, prep.seat))


def _laid_early(state: State, prep: Preparation) -> bool:
    """Whether a seat has laid markers before it has written down its march."""
    own = ambushing.own(state.field, prep.seat)
    return prep.task is Task.MARCH and bool(own)


def _laying_fits(state: State, prep: Preparation) -> bool:
    """The dice are there where they have fallen, and there is room."""
    kind, task = laying.in_hand(state).kind, prep.task
    if (kind == ROAD) != (task in (Task.WAY, Task.ROAD)):
        return False
    if task in (Task.SECTOR, Task.WAY) or kind in ALONG_SIDE:
        bare = not any(prep.dice) and (task is Task.LAY) == (kind in ALONG_SIDE)
        return bare and (kind not in ALONG_SIDE or bool(laying.open_sides(state)))
    if not all(prep.dice):
        return False
    return roads.has_room(state) if kind == ROAD else laying.has_room(state)


def _corps_fits(state: State, prep: Preparation) -> bool:
    if not set(prep.deployed) <= set(state.field.setting.corps):
        return False
    waiting = deploying.waiting(state, prep.seat)
    if prep.task is Task.DISMOUNT:
        all_stand = not any(deploying.waiting(state, seat) for seat in (0, 1))
        return all_stand and not prep.about and bool(dismounts.able(state.field, prep.seat))
    return prep.about in waiting if prep.task is Task.DEPLOY else bool(waiting) and not prep.about


def _stands_fit(setting: Setting, state: State, prep: Preparation) -> bool:
    """Only corps that are deployed have anybody on the table, and they have everybody there."""
    field = state.field
    if prep.task not in DEPLOYING:
        return not field.stands and not field.leaders and not prep.deployed
    for leader in setting.corps:
        units = {unit.id for unit in deploying.corps_units(field, leader)}
        there = units & set(field.stands)
        if leader in prep.deployed:
            if there != units or leader not in field.leaders:
                return False
        elif leader != prep.about and (there or leader in field.leaders):
            return False
    return True
