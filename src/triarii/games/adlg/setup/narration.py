"""The set-up in words: what is decided now and what lies on the table, and what an action or a throw brought about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triarii.core.contract import SEAT_NAMES, Event, Eye, Plain
from triarii.core.texts import Message
from triarii.games.adlg.battle.preparation import OFF, Preparation, Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.setup import ambushing, deploying, initiative, laying, picking, sectors, works
from triarii.games.adlg.setup.going_on import preparing, scene
from triarii.games.adlg.setup.landscape import NOTHING
from triarii.games.adlg.setup.regions import ALONG_SIDE, COAST, RIVER, UNKNOWN

# The moment


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


# What happened


def events(before: State, action: str, after: State) -> list[Event]:
    """Everything that an action or a throw of the set-up brought about, as a player would tell it."""
    return [
        *_dice(before, action, after),
        *_said(before, action, after),
        *_table(before, after),
        *_course(before, after),
    ]


def _dice(before: State, action: str, after: State) -> Iterator[Event]:
    prep = preparing(before)
    faces = [int(face) for face in action.split("-")] if action[:1].isdigit() else []
    match prep.task:
        case Task.INITIATIVE:
            more = initiative.ahead(before.field.setting)
            params = {"first": faces[0], "second": faces[1], "first_more": more[0], "second_more": more[1]}
            yield Event("initiative", params)
            won = after.setup is not None and after.setup.task is Task.REGION
            yield Event("initiative_won", {"seat": SEAT_NAMES[after.active]}) if won else Event("initiative_tied", {})
        case Task.CLAIM:
            yield Event("claim", {"piece": prep.about, "die": faces[0]})
            if f"{prep.seat}{prep.about}" in preparing(after).denied:
                yield Event("claim_denied", {"piece": prep.about})
        case Task.SECTOR:
            third = sectors.THIRDS[sectors.third_of(faces[0])]
            told_dice: dict[str, int | str] = {
                "piece": laying.in_hand(before).kind,
                "first": faces[0],
                "second": faces[1],
                "third": third,
            }
            yield Event("sector_edge" if faces[1] <= laying.AT_EDGE else "sector_inside", told_dice)
        case Task.RIVER:
            flow = scene(after).lots[prep.about].size
            yield Event("river_flows", {"name": prep.about, "die": faces[0], "flow": flow})
        case Task.WAY:
            yield Event("way", {"first": faces[0], "second": faces[1]})
        case Task.EFFORT:
            yield Event("effort", {"name": prep.about, "die": faces[0]})
            if after.setup is not None and after.setup.task is not Task.ALTER:
                yield Event("effort_failed", {"name": prep.about})


def _said(before: State, action: str, after: State) -> Iterator[Event]:
    """What was chosen."""
    prep, now = preparing(before), after.setup
    if prep.task is Task.REGION and now is not None:
        yield Event(
            "region", {"seat": SEAT_NAMES[prep.seat], "region": now.region, "role": action.rsplit(maxsplit=1)[-1]}
        )
    if now is not None and len(now.picks) > len(prep.picks) and prep.task in (Task.PICK, Task.CLAIM):
        yield Event("picked", {"seat": SEAT_NAMES[prep.seat], "piece": now.picks[-1].kind})
    if now is not None:
        yield from _no_room(prep, now)


def _no_room(prep: Preparation, now: Preparation) -> Iterator[Event]:
    for old, new in zip(prep.picks, now.picks, strict=False):
        if new.id == OFF and not old.id:
            yield Event("discarded", {"piece": new.kind})
    if len(now.rethrown) > len(prep.rethrown):
        yield Event("thrown_again", {"seat": SEAT_NAMES[now.rethrown[-1]]})


def _table(before: State, after: State) -> Iterator[Event]:
    """What came to the table, was moved or taken off."""
    old, new = scene(before), scene(after)
    for name, lot in new.lots.items():
        if name not in old.lots:
            yield Event("laid", {"name": name, "piece": lot.kind})
        elif lot != old.lots[name] and old.lots[name].size != UNKNOWN:
            yield Event("altered", {"name": name, "piece": lot.kind, "x": lot.x, "y": lot.y, "turn": lot.turn})
    for name, lot in old.lots.items():
        if name not in new.lots:
            yield Event("removed", {"name": name, "piece": lot.kind})
    for name in new.roads:
        if name not in old.roads:
            yield Event("road", {"name": name})
    for seat, pose in new.camps.items():
        if seat not in old.camps:
            yield Event("camp", {"seat": SEAT_NAMES[seat], "x": pose[0], "y": pose[1]})
    for name, work in new.works.items():
        if name not in old.works:
            (ax, ay), (bx, by) = work.start, work.end
            built: dict[str, int | str] = {"name": name, "work": work.kind, "ax": ax, "ay": ay, "bx": bx, "by": by}
            yield Event("works", {"seat": SEAT_NAMES[work.seat], **built})
    yield from _laid_markers(before, after)
    for name, stand in after.field.stands.items():
        known = before.field.stands.get(name)
        if known is None or known.pose != stand.pose:
            x, y, heading = stand.pose
            yield Event("deployed", {"unit": name, "x": x, "y": y, "heading": heading})
        elif known.marks != stand.marks:
            yield Event("prepared", {"unit": name})
    for leader, where in after.field.leaders.items():
        if before.field.leaders.get(leader) != where:
            if where.unit:
                yield Event("leads", {"leader": leader, "unit": where.unit})
            else:
                yield Event("leads_alone", {"leader": leader, "x": where.pose[0], "y": where.pose[1]})


def _laid_markers(before: State, after: State) -> Iterator[Event]:
    """Where a marker lies everybody sees; who lies under it is told to its owner alone (adlg.plan.secret)."""
    for name, marker in after.field.markers.items():
        if name not in before.field.markers:
            told: dict[str, Plain | Sequence[Plain]] = {"marker": name, "seat": SEAT_NAMES[marker.seat]}
            told |= {"x": marker.x, "y": marker.y, "units": [*(marker.units or (NOTHING,))]}
            yield Event("marker", told, {"units": Eye(marker.seat)})


def _planned(before: State, after: State) -> Iterator[Event]:
    """A flank march is told to its owner alone; that a corps is missing everybody sees once the others stand."""
    prep, now = preparing(before), after.setup
    if prep.task is Task.MARCH:
        march = after.field.marches.get(prep.seat)
        leader, side = (NOTHING, "none") if march is None else (march.leader, str(march.flank))
        told = {"seat": SEAT_NAMES[prep.seat], "leader": leader, "side": side}
        yield Event("march_planned", told, dict.fromkeys(("leader", "side"), Eye(prep.seat)))
    for seat, march in sorted(before.field.marches.items()):
        there = now is None or not deploying.waiting(after, seat)
        if deploying.waiting(before, seat) and there:
            yield Event("march_missing", {"leader": march.leader})


def _course(before: State, after: State) -> Iterator[Event]:
    prep, now = preparing(before), after.setup
    for name, foot in after.field.afoot.items():
        if name not in before.field.afoot:
            yield Event("dismounts", {"unit": name, "troop": foot.troop.id})
    if prep.task is Task.CORPS and now is not None and now.about:
        yield Event("deploys", {"seat": SEAT_NAMES[prep.seat], "leader": now.about})
    stands = prep.task is Task.DEPLOY and (now is None or len(now.deployed) > len(prep.deployed))
    if stands:
        yield Event("corps_stands", {"leader": prep.about})
    yield from _planned(before, after)
    if now is None:
        yield Event("battle_begins", {"seat": SEAT_NAMES[after.active]})
