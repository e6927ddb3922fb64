"""The set-up as a whole: whose turn it is, what may be said or thrown, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.preparation import BY_DICE, BY_TWO_DICE, Preparation, Task
from triarii.games.adlg.battle.stages import Preparing
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.setup import (
    adjusting,
    ambushing,
    camps,
    deploying,
    dismounting,
    formations,
    grammar,
    initiative,
    laying,
    marching,
    picking,
    planning,
    rivers,
    roads,
    works,
)
from triarii.games.adlg.setup.going_on import preparing
from triarii.games.adlg.setup.grammar import ROLES, Act
from triarii.games.adlg.setup.regions import REGIONS

SAID = {
    Task.REGION: ("region",),
    Task.PICK: ("pick", "done"),
    Task.LAY: ("lay", "coast", "river"),
    Task.ROAD: ("road",),
    Task.ADJUST: ("adjust", "done"),
    Task.ALTER: ("shift", "rotate", "remove", "keep"),
    Task.CAMP: ("camp",),
    Task.WORKS: ("fortify", "obstruct", "done"),
    Task.MARCH: ("march",),
    Task.AMBUSH: ("mark", "done"),
    Task.CORPS: ("corps",),
    Task.DEPLOY: ("deploy", "plant", "ready", "done"),
    Task.DISMOUNT: ("dismount", "done"),
}
"""What a seat may say, by task."""
DONE = {
    Task.REGION: picking.name_region,
    Task.PICK: picking.pick,
    Task.LAY: laying.lay,
    Task.ROAD: roads.lay,
    Task.ADJUST: adjusting.adjust,
    Task.ALTER: adjusting.alter,
    Task.CAMP: camps.build,
    Task.WORKS: works.build,
    Task.MARCH: planning.march,
    Task.AMBUSH: planning.ambush,
    Task.CORPS: deploying.begin_corps,
    Task.DISMOUNT: dismounting.decide,
}
"""What is done with it; to deploy has words of several kinds."""


def start(setting: Setting) -> State:
    """The bare table; the dice for the initiative come first."""
    return State(Field(setting, {}, {}), Preparing(Preparation(Task.INITIATIVE, 0)), 0)


def turn(state: State) -> Turn:
    prep = preparing(state)
    return Turn.CHANCE if prep.task in BY_DICE else Turn(prep.seat)


def two_dice(state: State) -> bool:
    return preparing(state).task in BY_TWO_DICE


def decide(state: State, said: str) -> State | Refusal:
    """What a seat says, and what it leads to."""
    act = grammar.parse(said)
    if isinstance(act, Refusal):
        return act
    task = preparing(state).task
    if act.verb not in SAID[task]:
        return Refusal("setup.not_now", params={"word": act.verb, "known": list(SAID[task])})
    found = DONE.get(task, _deployed)(state, act)
    return found if isinstance(found, Refusal) else _settled(found)


def _deployed(state: State, act: Act) -> State | Refusal:
    if act.verb == "deploy":
        return deploying.deploy(state, act)
    if act.verb != "done":
        return deploying.mark(state, act)
    refusal = deploying.why_incomplete(state, state.field)
    if refusal is not None:
        return refusal
    refusal = deploying.why_disordered(state, state.field)
    if refusal is None and not formations.room_for_others(state):
        refusal = Refusal("setup.no_room_left", deploying.RULE, {"corps": preparing(state).about})
    if refusal is not None and formations.proposals(state, most=1):
        return refusal  # a corps for which there is no lawful order stands as it can
    return deploying.stood(state)


def _settled(state: State) -> State:
    """Skips adjustments that nobody can make."""
    adjusts = state.setup is not None and state.setup.task is Task.ADJUST
    return adjusting.settle(state) if adjusts else state


def thrown(state: State, faces: Sequence[int]) -> State:
    """What dice bring."""
    return _settled(_thrown(state, faces))


def _thrown(state: State, faces: Sequence[int]) -> State:
    match preparing(state).task:
        case Task.INITIATIVE:
            return initiative.thrown(state, (faces[0], faces[1]))
        case Task.CLAIM:
            return picking.claim(state, faces[0])
        case Task.SECTOR:
            return laying.thrown(state, (faces[0], faces[1]))
        case Task.RIVER:
            return laying.next_piece(rivers.flow(state, faces[0]))
        case Task.WAY:
            return roads.thrown(state, (faces[0], faces[1]))
    return adjusting.effort(state, faces[0])


def candidates(state: State) -> list[str]:
    """Well-chosen actions of the seat that decides; never none."""
    prep = preparing(state)
    match prep.task:
        case Task.REGION:
            return [f"region {region} {role}" for region in REGIONS for role in ROLES]
        case Task.PICK:
            kinds = [f"pick {kind}" for kind in picking.open_kinds(state)]
            return [*kinds, *(["done"] if picking.enough(state) else [])]
        case Task.LAY:
            return laying.proposals(state)
        case Task.ROAD:
            return roads.proposals(state)
        case Task.ADJUST:
            return [*(f"adjust {name}" for name in adjusting.open_pieces(state)), "done"]
        case Task.ALTER:
            return adjusting.proposals(state)
        case Task.CAMP:
            return camps.proposals(state)
        case Task.WORKS:
            return works.proposals(state)
        case Task.MARCH:
            return marching.proposals(state)
        case Task.AMBUSH:
            return ambushing.proposals(state)
        case Task.CORPS:
            return [f"corps {leader}" for leader in deploying.waiting(state, prep.seat)]
        case Task.DISMOUNT:
            return dismounting.candidates(state)
    return _deployments(state)


def _deployments(state: State) -> list[str]:
    """Whole formations; once the corps stands as it may, what is left to do with it."""
    field, prep = state.field, preparing(state)
    if isinstance(decide(state, "done"), Refusal):
        return formations.proposals(state) or formations.anyhow(state)
    marks = [
        f"{verb} {unit.id}"
        for verb, (sign, ability, _) in deploying.MARKED.items()
        for unit in deploying.corps_units(field, prep.about)
        if ability in unit.abilities and not field.has_mark(unit.id, sign)
    ]
    return [*marks, "done"]


def in_hand(state: State) -> str:
    """What the present task is about, as a word for displays: a kind of terrain, a piece, a corps."""
    prep = preparing(state)
    if prep.task in (Task.SECTOR, Task.LAY, Task.WAY, Task.ROAD):
        return laying.in_hand(state).kind
    return prep.about
