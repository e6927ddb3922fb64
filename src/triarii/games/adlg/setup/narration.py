"""The set-up in words: what is decided now, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import SEAT_NAMES
from triarii.core.texts import Message
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.setup import ambushing, laying, picking, works
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.regions import ALONG_SIDE, COAST, RIVER


def moment(state: State) -> Iterator[Message]:
    """What is decided now, who attacks, and the terrain so far."""
    prep = preparing(state)
    seat = SEAT_NAMES[prep.seat]
    params: dict[str, object] = {"seat": seat, "about": prep.about}
    if prep.task in (Task.SECTOR, Task.LAY, Task.WAY, Task.ROAD):
        params["about"] = laying.in_hand(state).kind
    if prep.task is Task.LAY and params["about"] not in ALONG_SIDE:
        yield Message("prepare.sector", _sector(state))
    yield Message(f"prepare.now.{prep.task.value}", params)
    if prep.task is Task.PICK:
        have = len(prep.chosen_by(prep.seat))
        yield Message("prepare.chosen", {"count": have, "least": picking.LEAST, "most": picking.most(state)})
    if prep.defender is not None:
        yield Message("prepare.sides", {"region": prep.region, "seat": SEAT_NAMES[prep.defender]})
    yield from _terrain(state)
    yield from _works(state)
    if prep.task is Task.WORKS:
        yield Message("prepare.works_left", works.left(state.field.setting, prep.seat))
    yield from markers(state)
    yield from marches(state)
    if prep.task is Task.AMBUSH:
        have, most = len(ambushing.own(state.field, prep.seat)), ambushing.most_markers(state.field.setting, prep.seat)
        yield Message("prepare.markers_left", {"have": have, "most": most})
    waiting = [pick for pick in prep.picks if pick.waits]
    if waiting:
        pieces = [Message("prepare.piece_of", {"kind": pick.kind, "seat": SEAT_NAMES[pick.seat]}) for pick in waiting]
        yield Message("prepare.waiting", {"pieces": pieces})


def _sector(state: State) -> dict[str, object]:
    where = laying.area(state)
    edge = preparing(state).dice[1] <= laying.AT_EDGE
    return {
        "west": where.west,
        "east": where.east,
        "south": where.south,
        "north": where.north,
        "how": Message("prepare.at_edge") if edge else Message("prepare.inside", {"least": laying.FROM_EDGES}),
    }


def _terrain(state: State) -> Iterator[Message]:
    for name, lot in scene(state).lots.items():
        if lot.kind == COAST:
            yield Message("prepare.coast", {"name": name, "side": lot.side})
        elif lot.kind == RIVER:
            near, far, width = lot.course
            params: dict[str, object] = {"name": name, "side": lot.side, "near": near, "far": far, "width": width}
            yield Message("prepare.river", {**params, "flow": lot.size})
        else:
            params = {"name": name, "kind": lot.kind, "size": lot.size, "x": lot.x, "y": lot.y, "turn": lot.turn}
            yield Message("prepare.piece", params)
    for name, points in scene(state).roads.items():
        (ax, ay), (bx, by) = points[0], points[-1]
        yield Message("prepare.track", {"name": name, "ax": ax, "ay": ay, "bx": bx, "by": by})


def _works(state: State) -> Iterator[Message]:
    for name, work in scene(state).works.items():
        (ax, ay), (bx, by) = work.start, work.end
        params = {
            "name": name,
            "work": work.kind,
            "seat": SEAT_NAMES[work.seat],
            "ax": ax,
            "ay": ay,
            "bx": bx,
            "by": by,
        }
        yield Message("prepare.work", params)


def markers(state: State) -> Iterator[Message]:
    """The markers on the table, as far as whoever looks knows them."""
    for name, marker in state.field.markers.items():
        params: dict[str, object] = {"marker": name, "seat": SEAT_NAMES[marker.seat], "x": marker.x, "y": marker.y}
        if marker.units is None:
            yield Message("say.marker", params)
        elif marker.units:
            yield Message("say.ambush", {**params, "units": list(marker.units)})
        else:
            yield Message("say.false_marker", params)


def marches(state: State) -> Iterator[Message]:
    """The flank marches, as far as whoever looks knows them."""
    for _, march in sorted(state.field.marches.items()):
        if march.leader and march.flank is None:
            yield Message("say.march_somewhere", {"leader": march.leader})
        elif march.leader and march.flank is not None:
            key = f"say.march_{march.way.value}"
            yield Message(key, {"leader": march.leader, "side": march.flank.value})
