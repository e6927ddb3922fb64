"""Orders worth a look for the corps that is activated, the most promising first: charges, rallies, lines, loners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from triarii.core.contract import Refusal
from triarii.games.adlg.assist import candidates
from triarii.games.adlg.battle import obedience
from triarii.games.adlg.battle.charge import wild
from triarii.games.adlg.battle.movement.reach import COMMANDER_REACH
from triarii.games.adlg.battle.orders import (
    Advance,
    Charge,
    Disengage,
    Dismount,
    Encourage,
    Evade,
    Hold,
    Join,
    Leave,
    MakeReady,
    Move,
    Order,
    Pivot,
    Plant,
    Rally,
    Recall,
    Ride,
    Slide,
    TurnInPlace,
    Wheel,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.rally import why_never
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import groups, manoeuvres, shapes
from triarii.players.adlg import courses, ranks
from triarii.players.adlg.bearings import bearing
from triarii.players.adlg.plan import Goal
from triarii.players.adlg.survey import LINE, Strike
from triarii.players.adlg.worth import Judge

UD = 1000
SMALL_TURN = 300
"""cdeg that are not worth a wheel."""
QUARTER = 9000
BEHIND = 12000
"""cdeg from which on a goal lies behind a unit."""
SHORTEST = 100
MOST_JOINED = 3
"""Units that a commander thinks of joining."""
AT_HAND = 2000
"""mUD within which an enemy who shows his flank is worth leaving the line."""


def proposals(state: State, judge: Judge) -> Iterator[Order]:
    """Every order that is worth a trial, those first that decide most."""
    field = state.field
    units = ranks.units_of(state)
    names = {unit.id for unit in units}
    fresh = ranks.ready(field, units)
    strikes = [strike for strike in judge.strikes if strike.charger in names and not strike.looms]
    lines = ranks.lines(field, fresh)
    for name in ranks.looters(field, units):
        yield Recall((name,))
    for ally in hesitation.may_be_encouraged(state, state.corps):
        yield Encourage((state.corps,), ally)
    yield from _commander(state, judge, units)
    yield from _charges(field, lines, fresh, strikes)
    yield from _rallies(field, units)
    yield from _holds(field, units)
    for line in sorted(lines, key=len, reverse=True):
        yield from _line(field, judge, line)
    free = [name for name in fresh if not judge.survey.holder(name)]
    parts = [part for part in ranks.lines(field, free) if part not in lines]
    for part in parts:  # who is held by a zone must not hold all the others
        yield from _line(field, judge, part)
    whole = {name for line in lines for name in line if all(each in free for each in line)}
    parted = {name for part in parts for name in part}
    loners = [name for name in fresh if name not in whole and name not in parted]
    others = [name for name in fresh if name not in loners and _apart(field.unit(name))]
    for name in (*loners, *others):
        yield from _loner(field, judge, name)
    for name in fresh:
        if name not in loners and name not in others:
            yield from _out_of_line(field, judge, name)
    yield from _together(field, judge, units, lines)
    for unit in units:
        yield from _deeds(field, unit)


def as_far_as_allowed(order: Order, refusal: Refusal) -> Move | None:
    """The same order up to where the ring of 4 UD around the enemy ends a further move (adlg.moves.distance)."""
    free = refusal.params.get("free", 0)
    if refusal.code != "move.near_ahead" or not isinstance(free, int) or free < SHORTEST:
        return None
    match order:
        case Move(who=who, steps=(*before, Advance())):
            return Move(who, (*before, Advance(free)))
    return None


# Charges


def _charges(
    field: Field, lines: Sequence[tuple[str, ...]], fresh: Sequence[str], strikes: Sequence[Strike]
) -> Iterator[Order]:
    """Single charges, the best hopes first; and lines that charge together, with those who stand beside."""
    for strike in sorted(strikes, key=lambda one: (-one.gain, one.charger)):
        if strike.charger in fresh:
            yield Charge((strike.charger,), strike.target)
    aimed = {strike.charger: strike.target for strike in sorted(strikes, key=lambda one: one.gain)}
    for line in lines:
        row = _row(field, line)
        for start in range(len(row)):
            for end in range(start + 2, len(row) + 1):
                part = row[start:end]
                if all(name in aimed for name in part):
                    for name in (part[0], part[-1]):
                        yield Charge(part, aimed[name])


def _row(field: Field, line: Sequence[str]) -> tuple[str, ...]:
    """A line from left to right."""
    pose = field.stands[line[0]].pose
    return tuple(sorted(line, key=lambda name: shapes.local(pose, field.body(name).centre)[0]))


def begun(field: Field, charge: Charge) -> Iterator[Charge]:
    """The ways in which one unit can begin a charge that was only named; groups go straight on."""
    if len(charge.who) > 1:
        yield charge
        return
    for found, steps in candidates.reachable(field, charge.who):
        if found == charge.target:
            yield Charge(charge.who, charge.target, steps)


def _rallies(field: Field, units: Iterable[Unit]) -> Iterator[Order]:
    for unit in units:
        stand = field.stands[unit.id]
        idle = not stand.moves and not stand.marks & (marks.MOVED | {marks.RALLIED})
        able = bool(stand.cohesion) and not why_never(unit.troop, unit.abilities)
        if field.disordered(unit.id) and idle and able:
            yield Rally((unit.id,))


def _holds(field: Field, units: Iterable[Unit]) -> Iterator[Order]:
    """Impetuous troops that would charge on their own."""
    for unit in units:
        if wild.prey(field, unit) is not None and not field.has_mark(unit.id, marks.ORDERED):
            yield Hold((unit.id,))


# Lines


def _line(field: Field, judge: Judge, line: tuple[str, ...]) -> Iterator[Order]:
    """A line goes straight on, or turns to where most of its units want to go."""
    full = candidates.full_distance(field, line)
    for distance in candidates.distances(field, line):
        yield Move(line, (Advance(distance),))
    goals = [judge.plan.goals[name] for name in line if name in judge.plan.goals]
    if not goals:
        return
    middle = field.stands[_row(field, line)[len(line) // 2]].pose
    point = (_mean([goal.x for goal in goals]) * shapes.FINE, _mean([goal.y for goal in goals]) * shapes.FINE)
    aside = bearing(middle, point)
    block = courses.block_of(field, line)
    if block is None:
        return
    for angle in dict.fromkeys((_clip(aside, 4500), _clip(aside // 2, 4500), 1500, -1500)):
        if abs(angle) < SMALL_TURN:
            continue
        cost = max(groups.block_wheel_costs(block, angle))
        if cost < full:
            yield Move(line, (Wheel(angle), Advance(full - cost)))
        yield Move(line, (Wheel(angle),))
    if abs(aside) > BEHIND:
        yield Move(line, (TurnInPlace(2 * QUARTER),))
    elif abs(aside) > QUARTER // 2:
        yield Move(line, (TurnInPlace(QUARTER if aside > 0 else -QUARTER),))
    right, _ = shapes.local(middle, point)
    slide = _clip(shapes.rdiv(right, shapes.FINE), UD)
    if abs(slide) >= SHORTEST and full > 0:
        yield Move(line, (Slide(slide), Advance(full)))


def _mean(numbers: Sequence[int]) -> int:
    return sum(numbers) // len(numbers)


def _clip(amount: int, most: int) -> int:
    return max(-most, min(most, amount))


# Loners


def _apart(unit: Unit) -> bool:
    """Who may leave a line without harm to it."""
    return unit.category not in LINE or unit.mounted or unit.category is Category.LMI


def _loner(field: Field, judge: Judge, name: str) -> Iterator[Order]:
    unit, body = field.unit(name), field.body(name)
    goal = judge.plan.goals.get(name)
    full = candidates.full_distance(field, (name,))
    if full <= 0:
        return
    if goal is not None:
        yield from _towards(field, unit, goal, full)
    for distance in candidates.distances(field, (name,))[:4]:
        yield Move((name,), (Advance(distance),))
    threats = [strike for strike in judge.threats if strike.target == name]
    if unit.may_evade or (unit.mounted and any(strike.gain > 0 for strike in threats)):
        yield from _away(field, unit, full)
    for strike in threats:
        if strike.side != "front" and not strike.looms:
            aside = bearing(body.pose, field.body(strike.charger).centre)
            turn = 2 * QUARTER if abs(aside) > 13500 else QUARTER if aside > 0 else -QUARTER
            yield Move((name,), (TurnInPlace(turn),))


def _out_of_line(field: Field, judge: Judge, name: str) -> Iterator[Order]:
    """A unit of a line turns alone against an enemy beside it who shows flank or rear, to charge him next."""
    body = field.body(name)
    for enemy in field.units(1 - judge.seat):
        its = field.body(enemy.id)
        if shapes.gap(body.quad, its.quad) > AT_HAND or judge.survey.side(name, enemy.id) == "front":
            continue
        aside = bearing(body.pose, its.centre)
        if abs(aside) > QUARTER // 2:
            turn = 2 * QUARTER if abs(aside) > BEHIND else QUARTER if aside > 0 else -QUARTER
            yield Move((name,), (TurnInPlace(turn),))
        if SMALL_TURN < abs(aside) <= QUARTER:
            yield Move((name,), (Wheel(aside),))


def _towards(field: Field, unit: Unit, goal: Goal, full: int) -> Iterator[Order]:
    """Turned to the goal, and as far as it goes or as is near enough."""
    pose, who = field.stands[unit.id].pose, (unit.id,)
    point = (goal.x * shapes.FINE, goal.y * shapes.FINE)
    aside = bearing(pose, point)
    if abs(aside) > BEHIND:
        yield Move(who, (TurnInPlace(2 * QUARTER),))
        yield Move(who, (TurnInPlace(2 * QUARTER), Advance(max(SHORTEST, full - UD))))
        if unit.light:
            yield Move(who, (TurnInPlace(2 * QUARTER), Advance(full)))
    if abs(aside) > QUARTER // 2:
        turn = QUARTER if aside > 0 else -QUARTER
        rest = full if unit.light else full - UD
        if rest >= SHORTEST:
            yield Move(who, (TurnInPlace(turn), Advance(rest)))
        yield Move(who, (TurnInPlace(turn),))
    away = int(((goal.x - pose[0]) ** 2 + (goal.y - pose[1]) ** 2) ** 0.5) - goal.near
    for angle in dict.fromkeys((_clip(aside, QUARTER), _clip(aside // 2, QUARTER))):
        cost = manoeuvres.wheel_cost(angle)
        if abs(angle) < SMALL_TURN or cost > full:
            continue
        rest = min(full - cost, max(0, away))
        if rest >= SHORTEST:
            yield Move(who, (Wheel(angle), Advance(rest)))
            if rest > 2 * UD:
                yield Move(who, (Wheel(angle), Advance(rest - UD)))
        yield Move(who, (Wheel(angle),))
    if SHORTEST <= away < full:
        yield Move(who, (Advance(away),))
    right, _ = shapes.local(pose, point)
    slide = _clip(shapes.rdiv(right, shapes.FINE), UD)
    if abs(slide) >= SHORTEST and abs(aside) < QUARTER:
        yield Move(who, (Slide(slide), Advance(min(full, max(SHORTEST, away)))))


def _away(field: Field, unit: Unit, full: int) -> Iterator[Order]:
    """Back, for those who skirmish and for horse that is in danger: about and off, or out of a zone by evading."""
    who = (unit.id,)
    if control.most_threatening(field, unit) is not None:
        if unit.may_evade:
            yield Evade(who)
            yield Evade(who, around=True)
        return
    back = full if unit.light else full - UD
    for distance in (back, back // 2):
        if distance >= SHORTEST:
            yield Move(who, (TurnInPlace(2 * QUARTER), Advance(distance)))


# Everything else


def _together(field: Field, judge: Judge, units: Sequence[Unit], lines: Iterable[tuple[str, ...]]) -> Iterator[Order]:
    """Lines that break off or run out of a zone as one, for the price of one order."""
    for line in ranks.lines(field, [unit.id for unit in units if field.fights(unit.id)]):
        yield Disengage(line)
    for line in lines:
        able = all(field.unit(name).may_evade for name in line)
        if able and any(judge.survey.holder(name) for name in line):
            yield Evade(line)


def _deeds(field: Field, unit: Unit) -> Iterator[Order]:
    who, stand = (unit.id,), field.stands[unit.id]
    if field.fights(unit.id):
        yield Disengage(who)
        return
    if "stakes" in unit.abilities and marks.STAKES not in stand.marks:
        yield Plant(who)
    if "battle_ready" in unit.abilities and marks.READY not in stand.marks:
        yield MakeReady(who)
    if unit.on_foot is not None and field.setting.readings.on("dismount_in_battle"):
        yield Dismount(who)
    if obedience.why_idle(field, who) is not None:
        return
    if control.most_threatening(field, unit) is not None:
        if not unit.may_evade:
            yield Leave(who)
        if unit.mounted:
            yield Ride(who, candidates.full_distance(field, who) or UD)
    if unit.category is Category.ART:
        enemies = field.bodies(1 - unit.seat)
        if enemies:
            gaps = shapes.gaps(field.body(unit.id).quad, [enemy.quad for enemy in enemies])
            aside = bearing(field.body(unit.id).pose, enemies[gaps.index(min(gaps))].centre)
            if abs(aside) > SMALL_TURN:
                yield Pivot(who, _clip(aside, QUARTER))


def _commander(state: State, judge: Judge, units: Sequence[Unit]) -> Iterator[Order]:
    """A commander joins a unit of a line: the longest first, and of it those in the middle."""
    leader, field = state.corps, state.field
    if leader not in field.leaders or field.setting.corps[leader].included:
        return
    his = field.leader_body(leader)
    rows = {
        unit.id: judge.survey.row(unit.id)
        for unit in units
        if unit.category in LINE and unit.category is not Category.EL and not field.fights(unit.id)
    }
    with_him = rows.get(field.leaders[leader].unit, 0)
    able = [
        name
        for name in rows
        if name != field.leaders[leader].unit
        and rows[name] > with_him
        and shapes.gap(his.quad, field.body(name).quad) <= COMMANDER_REACH
    ]
    for name in sorted(able, key=lambda name: (-rows[name], judge.survey.off_middle(name), name))[:MOST_JOINED]:
        yield Join((leader,), name)
