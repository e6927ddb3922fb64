"""The set-up as plain facts for displays: the task, what may be chosen, what is in hand and where it may come, and who
waits to be deployed; and what an action would do."""

from __future__ import annotations

from typing import Any

from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES, Message
from triarii.games.adlg.battle.movement import dismounts
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.muster_roll import unit_facts
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Setting, Unit
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.setup import (
    adjusting,
    ambushing,
    armies,
    camps,
    deploying,
    grammar,
    initiative,
    laying,
    marching,
    picking,
    regions,
    rivers,
    roads,
    sectors,
    stages,
    works,
)
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.regions import COAST, IMPASSABLE, REGIONS, RIVER, SIZES


def facts(state: State) -> dict[str, object]:
    """Everything about the set-up that the table does not show."""
    prep, size = preparing(state), state.field.setting.size
    return {
        "task": prep.task.value,
        "seat": prep.seat,
        "about": stages.in_hand(state),
        "defender": prep.defender,
        "region": prep.region,
        "initiative": [dict(initiative.value(state.field.setting, seat)) for seat in (0, 1)],
        "picks": [
            {"kind": pick.kind, "seat": pick.seat, "compulsory": pick.compulsory, "id": pick.id} for pick in prep.picks
        ],
        "dice": list(prep.dice),
        "areas": _areas(state),
        "zones": [
            {"seat": seat, "light": light, "polygon": sectors.zone(size, seat, light=light).polygon}
            for seat in (0, 1)
            for light in (False, True)
        ],
        "deployed": list(prep.deployed),
        "lots": [
            {"id": name, "kind": lot.kind, "size": lot.size, "x": lot.x, "y": lot.y, "turn": lot.turn, "side": lot.side}
            for name, lot in scene(state).lots.items()
        ],
        "waiting": [_corps(state, leader) for seat in (0, 1) for leader in deploying.waiting(state, seat)],
        **_asked(state),
    }


# What the task asks for


def _asked(state: State) -> dict[str, object]:
    """What a display offers for the present task."""
    match preparing(state).task:
        case Task.REGION:
            return {
                "regions": [
                    {"region": name, "compulsory": region.compulsory, "most": dict(region.most)}
                    for name, region in REGIONS.items()
                ]
            }
        case Task.PICK:
            return {"choosing": _choosing(state)}
        case Task.LAY:
            return _laying(state)
        case Task.ADJUST:
            seat = preparing(state).seat
            return {"adjusting": {"open": adjusting.open_pieces(state), "attempts": adjusting.attempts(state, seat)}}
        case Task.ALTER:
            return _altering(state)
        case Task.DISMOUNT:
            able = dismounts.able(state.field, preparing(state).seat)
            return {"dismounting": [{"unit": unit.id, "as": _foot(unit)} for unit in able]}
        case Task.WORKS:
            return {"works": works.left(state.field.setting, preparing(state).seat)}
        case Task.MARCH:
            seat, setting = preparing(state).seat, state.field.setting
            corps = [_marcher(state, leader) for leader in marching.corps_open(setting, seat)]
            return {"march": {"corps": corps, "flanks": [flank.value for flank in marching.flanks_open(scene(state))]}}
        case Task.AMBUSH:
            return {"ambush": _ambush(state)}
        case Task.CAMP:
            seat, setting = preparing(state).seat, state.field.setting
            width, depth = CAMP_SIZE
            kind = armies.camp_of(setting, seat).value
            return {"camp": {"kind": kind, "width": width, "depth": depth, "edge": camps.at_edge(setting, seat)}}
    return {}


def _foot(unit: Unit) -> str:
    assert unit.on_foot is not None, "it is able to"
    return unit.on_foot.troop.id


def _marcher(state: State, leader: str) -> dict[str, object]:
    """A corps that may march around a flank, in a few words."""
    corps = state.field.setting.corps[leader]
    return {"id": leader, "corps": corps.number, "grade": corps.grade.id}


def _ambush(state: State) -> dict[str, object]:
    """How many markers are laid, and what the game would lay next: places, each with who could lie there."""
    seat, setting = preparing(state).seat, state.field.setting
    places: dict[tuple[int, int], list[list[str]]] = {}
    for said in ambushing.proposals(state):
        act = grammar.parse(said)
        if isinstance(act, grammar.Act) and act.verb == grammar.MARK:
            x, y = act.numbers
            units = [] if act.name == grammar.NOBODY else act.name.split("+")
            places.setdefault((x, y), []).append(units)
    return {
        "have": len(ambushing.own(state.field, seat)),
        "most": ambushing.most_markers(setting, seat),
        "places": [{"x": x, "y": y, "groups": groups} for (x, y), groups in places.items()],
        "names": {unit.id: unit_facts(setting, unit)["name"] for unit in setting.units.values() if unit.seat == seat},
    }


def _choosing(state: State) -> dict[str, object]:
    prep = preparing(state)
    kinds = [
        {
            "kind": kind,
            "most": most,
            "taken": regions.count(kind, [pick.kind for pick in prep.picks]),
            "open": picking.why_not(state, kind) is None,
            "claimed": kind in regions.CLAIMED,
        }
        for kind, most in REGIONS[prep.region].most.items()
    ]
    have = len(prep.chosen_by(prep.seat))
    return {"kinds": kinds, "have": have, "least": picking.LEAST, "most": picking.most(state)}


def _laying(state: State) -> dict[str, object]:
    kind = laying.in_hand(state).kind
    if kind == COAST:
        return {"coasts": laying.open_sides(state)}
    if kind == RIVER:
        return {"river": {"sides": laying.open_sides(state), "widths": [rivers.NARROWEST, rivers.WIDEST]}}
    at_edge = preparing(state).dice[1] <= laying.AT_EDGE
    sizes = {size: _outline(kind, size) for size in SIZES}
    held = {"kind": kind, "class": _class(kind), "outlines": sizes}
    return {"piece": {**held, "at_edge": at_edge, "from_edges": laying.FROM_EDGES}}


def _altering(state: State) -> dict[str, object]:
    prep = preparing(state)
    lot, die = scene(state).lots[prep.about], prep.dice[0]
    may = {
        "reach": adjusting.REACH[die],
        "rotates": die in adjusting.ROTATES,
        "removes": not isinstance(stages.decide(state, "remove"), Refusal),
    }
    held = {"kind": lot.kind, "class": _class(lot.kind), "outlines": {lot.size: _outline(lot.kind, lot.size)}}
    return {"altering": may, "piece": held}


def _class(kind: str) -> str:
    return kind if kind == IMPASSABLE else regions.terrain_of(kind).kind


def _outline(kind: str, size: str) -> list[list[int]]:
    """The corners of a piece that is not turned, around its middle."""
    return [list(point) for point in regions.outline(kind, size, 0)]


def _corps(state: State, leader: str) -> dict[str, object]:
    """A corps that is not deployed yet."""
    setting = state.field.setting
    corps = setting.corps[leader]
    return {
        "id": leader,
        "seat": corps.seat,
        "corps": corps.number,
        "grade": corps.grade.id,
        "chief": corps.chief,
        "included": corps.included or None,
        **({"doubt": "allied" if corps.allied else "unreliable"} if corps.doubtful else {}),
        "radius": 1000 * corps.grade.radius,
        "units": [_unit(state.field.setting, unit) for unit in deploying.corps_units(state.field, leader)],
    }


def _unit(setting: Setting, unit: Unit) -> dict[str, object]:
    return {
        **unit_facts(setting, unit),
        "cohesion": unit.troop.cohesion,
        "light": unit.light,
        "mounted": unit.mounted,
        "fighting": False,
        "done": False,
    }


def _areas(state: State) -> list[list[list[int]]]:
    """Where the piece in hand may come."""
    task = preparing(state).task
    if task is Task.LAY and laying.in_hand(state).kind == RIVER:
        return [rivers.band(state.field.setting, side).polygon for side in laying.open_sides(state)]
    if task is Task.LAY and laying.in_hand(state).kind != COAST:
        return [laying.area(state).polygon]
    return [area.polygon for area in roads.ends(state)] if task is Task.ROAD else []


def preview(state: State, action: str) -> dict[str, object]:
    """What an action will do: where everybody comes to stand, what comes to the table, or why not."""
    after = stages.decide(state, action)
    if isinstance(after, Refusal):
        params = {
            name: value if isinstance(value, int | str | bool) else str(value) for name, value in after.params.items()
        }
        return {"refused": after.code, "rule": after.rule, "params": params}
    facts: dict[str, object] = {}
    ends = {
        name: list(stand.pose) for name, stand in after.field.stands.items() if state.field.stands.get(name) != stand
    }
    if ends:
        facts["ends"] = ends
    laid: list[dict[str, Any]] = [
        {"id": piece.id, "polygon": [list(point) for point in piece.polygon]}
        for piece in after.field.setting.scenery.pieces
        if scene(state).lots.get(piece.id) != scene(after).lots[piece.id]
    ]
    if laid:
        facts["terrain"] = laid
    down = [name for name in after.field.afoot if name not in state.field.afoot]
    if down:
        facts["dismounts"] = down
    if preparing(state).task is Task.DEPLOY and after.setup is not None and after.setup.about:
        why = deploying.why_not_done(after, after.field)
        if why is not None:
            facts["then"] = _said(why)
    return facts


def _said(refusal: Refusal) -> dict[str, object]:
    """Why the corps can't stay like this, in every language: it is not this action that is refused."""
    words = {lang: TEXTS.say(Message(f"refusal.{refusal.code}", refusal.params), lang) for lang in LANGUAGES}
    return {"code": refusal.code, "rule": refusal.rule, "words": words}
