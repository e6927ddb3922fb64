"""The set-up as plain facts for displays: the task, what was chosen, the sector of the piece in hand, the zones."""

from __future__ import annotations

from typing import Any

from triarii.core.contract import Refusal
from triarii.games.adlg.setup import initiative, laying, roads, sectors, stages
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.preparation import Task
from triarii.games.adlg.setup.regions import COAST
from triarii.games.adlg.table.state import State


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
    }


def _areas(state: State) -> list[list[list[int]]]:
    """Where the piece in hand may come."""
    task = preparing(state).task
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
    told: dict[str, object] = {}
    ends = {
        name: list(stand.pose) for name, stand in after.field.stands.items() if state.field.stands.get(name) != stand
    }
    if ends:
        told["ends"] = ends
    laid: list[dict[str, Any]] = [
        {"id": piece.id, "polygon": [list(point) for point in piece.polygon]}
        for piece in after.field.setting.scenery.pieces
        if scene(state).lots.get(piece.id) != scene(after).lots[piece.id]
    ]
    if laid:
        told["terrain"] = laid
    return told
