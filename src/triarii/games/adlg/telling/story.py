"""What happened between two moments of a battle, told from before and after."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import SEAT_NAMES, Event, Plain
from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.hiding.hidden import VANISHED, Way
from triarii.games.adlg.battle.phases import broken
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.setup import narration
from triarii.games.adlg.telling.throws import thrown


def events_of(before: State, action: str, after: State) -> list[Event]:
    """Everything that an order or a throw brought about, in the order in which a player would tell it."""
    if action == evening.TIME_UP:
        return [Event("time_up", {"turn": evening.game_turn(after)})]
    if before.setup is not None:
        found = ambush_events(before, after) if after.setup is None else ()
        return [*narration.events(before, action, after), *found, *_marches(before, after)]
    return [
        *thrown(before, action, after),
        *ambush_events(before, after),
        *_marches(before, after),
        *_table(before, after),
        *_commanders(before, action, after),
        *_fire(before, after),
        *_allies(before, after),
        *_time(before, after),
        *_course(before, after),
    ]


def ambush_events(before: State, after: State) -> Iterator[Event]:
    """Markers that are taken off, and who comes forward from under them (adlg.ambush.found, adlg.ambush.reveal)."""
    old, new = before.field, after.field
    for name, marker in old.markers.items():
        if name in new.markers:
            continue
        if not marker.units:
            yield Event("ambush_false", {"marker": name})
            continue
        yield Event("ambush", {"marker": name, "units": list(marker.units)})
        for unit in marker.units:
            if unit in new:
                x, y, heading = new.stands[unit].pose
                yield Event("appears", {"unit": unit, "x": x, "y": y, "heading": heading})
            else:
                yield Event(VANISHED, {"unit": unit})


def _marches(before: State, after: State) -> Iterator[Event]:
    """What everybody sees of flank marches: dice, from where they come, who meets whom, who enters or does not."""
    old, new = before.field, after.field
    for seat, march in sorted(old.marches.items()):
        now = new.marches.get(seat)
        if now is not None and now.flank is not None and now != march:
            if now.driven and not march.driven:
                yield Event("march_driven", {"leader": now.leader, "side": now.flank.value})
            elif now.way is Way.DUE and march.way is Way.MARCHING:
                yield Event("march_due", {"leader": now.leader, "side": now.flank.value})
            elif now.way is Way.HERE:
                yield Event("march_here", {"leader": now.leader, "side": now.flank.value})
        for unit in marches.units_of(old, march):
            if unit.id in new and unit.id not in old and march.way is Way.HERE:
                x, y, heading = new.stands[unit.id].pose
                yield Event("appears", {"unit": unit.id, "x": x, "y": y, "heading": heading})
            elif new.gone.get(unit.id) == VANISHED and unit.id not in old.gone:
                yield Event(VANISHED, {"unit": unit.id})


def _table(before: State, after: State) -> Iterator[Event]:
    old, new = before.field, after.field
    for name, stand in old.stands.items():
        if name not in new.stands:
            yield Event(new.gone[name], {"unit": name})
            continue
        now = new.stands[name]
        if now.pose != stand.pose:
            yield Event("moved", {"unit": name, "x": now.pose[0], "y": now.pose[1], "heading": now.pose[2]})
        if (name in new.afoot) != (name in old.afoot):
            continue  # on foot it has another cohesion
        if now.cohesion < stand.cohesion:
            lost = stand.cohesion - now.cohesion
            yield Event("lost", {"unit": name, "points": lost, "left": now.cohesion})
        elif now.cohesion > stand.cohesion:
            yield Event("rallied", {"unit": name, "left": now.cohesion})
    known = {(meeting.attacker, meeting.target) for meeting in old.meetings}
    for meeting in new.meetings:
        if (meeting.attacker, meeting.target) not in known:
            yield Event("meets", {"unit": meeting.attacker, "enemy": meeting.target, "side": meeting.side})
    for name, foot in new.afoot.items():
        if name not in old.afoot:
            yield Event("dismounts", {"unit": name, "troop": foot.troop.id})
    for camp in sorted(new.taken - old.taken):
        yield Event("taken", {"camp": camp})


def _commanders(before: State, action: str, after: State) -> Iterator[Event]:
    """Who is lost, and who had to go elsewhere because an enemy came upon him."""
    old, new = before.field, after.field
    for leader in sorted(new.fallen - old.fallen):
        yield Event("fallen", {"leader": leader})
    for leader, where in new.leaders.items():
        if leader == action.partition(" ")[0] or leader not in old.leaders:
            continue  # he went by order
        if where.unit and where.unit != old.leaders[leader].unit:
            yield Event("gives_way", {"leader": leader, "unit": where.unit})
        elif not where.unit and where.pose != old.leader_pose(leader):
            yield Event("gives_way_alone", {"leader": leader, "x": where.pose[0], "y": where.pose[1]})


def _fire(before: State, after: State) -> Iterator[Event]:
    """What was said about shooting."""
    for name, stand in after.field.stands.items():
        was = before.field.stands.get(name, stand)
        if marks.HOLDS_FIRE in stand.marks - was.marks:
            yield Event("holds_fire", {"unit": name})
        elif stand.aim and stand.aim != was.aim:
            yield Event("aims", {"unit": name, "enemy": stand.aim})
        elif marks.HOLDS_FIRE in was.marks - stand.marks or stand.aim != was.aim:
            yield Event("fires", {"unit": name})


def _allies(before: State, after: State) -> Iterator[Event]:
    """What corps that are doubted have shown."""
    for leader, shown in after.field.allegiances.items():
        was = before.field.allegiances.get(leader, Allegiance.UNTRIED)
        threw = before.stage is Stage.COMMAND and before.corps == leader
        if shown is Allegiance.RELIABLE and was.hesitates:
            yield Event("won_over", {"leader": leader})
        elif shown.hesitates and not was.hesitates:
            yield Event("hesitates", {"leader": leader})
        elif shown.hesitates and threw:
            yield Event("hesitates_on", {"leader": leader})
        elif shown is Allegiance.ENCOURAGED and was is Allegiance.HESITANT:
            yield Event("speaks_for", {"leader": leader})


def _course(before: State, after: State) -> Iterator[Event]:
    """How the sequence went on."""
    if before.stage is Stage.COMMAND and after.stage is Stage.ORDERS:
        yield Event("points", {"leader": after.corps, "points": after.points, "free": after.free})
    if before.stage is Stage.ORDERS and after.stage is Stage.ORDERS and before.corps == after.corps:
        spent = before.points + before.free - after.points - after.free
        if spent:
            yield Event("spent", {"points": spent, "left": after.points + after.free})
    if after.stage is Stage.ANSWER and (before.stage, before.who) != (after.stage, after.who):
        yield Event("asked", {"unit": after.who})
    if after.stage is Stage.SPRING and (before.stage, before.who) != (after.stage, after.who):
        yield Event("spring", {"marker": after.who})
    if after.sequence != before.sequence:
        yield Event("sequence", {"seat": ("first", "second")[after.active]})
    if after.stage is Stage.OVER:
        yield from _end(after)


def _time(before: State, after: State) -> Iterator[Event]:
    """What was said about the end of the evening, and that the last turn begins (adlg.scoring.time)."""
    if after.stage is Stage.EVENING:
        yield Event("time_asked", {"seat": SEAT_NAMES[after.active]})
    elif before.stage is Stage.EVENING:
        agreed = after.evening is Evening.LAST_TURN
        yield Event("time_agreed" if agreed else "time_refused", {"seat": SEAT_NAMES[1 - after.active]})
    elif after.sequence != before.sequence and after.sequence % 2 and evening.is_last_turn(after):
        yield Event("last_turn", {"turn": evening.game_turn(after)})


def _end(after: State) -> Iterator[Event]:
    """Who has won, and the points of both (adlg.losses.break, adlg.scoring.unfinished)."""
    found, (first, second) = evening.score_now(after.field), broken(after.field)
    if found.winner is None:
        yield Event("drawn", {}) if first else Event("drawn_on_points", {})
    else:
        seat = {"seat": SEAT_NAMES[found.winner]}
        yield Event("won", seat) if first or second else Event("won_on_points", seat)
    points: dict[str, Plain] = dict(zip(SEAT_NAMES, found.points, strict=True))
    yield Event("scored", {**points, "rule": evening.rule_of(found)})
