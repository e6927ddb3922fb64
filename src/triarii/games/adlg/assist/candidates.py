"""Well-chosen actions: a finite list for players and programs that want to choose and not to measure.

All charges, turns, and useful distances: full, up to a zone or to 4 UD from the enemy, in line with a neighbour. The
list always has an end, and it is not complete: any order that the rules allow may be given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import evening, obedience, order_execution, sequence
from triarii.games.adlg.battle.charge import pressing
from triarii.games.adlg.battle.charge.beginning import steps_of, turn_cost
from triarii.games.adlg.battle.fighting import aftermath, fire
from triarii.games.adlg.battle.hiding import ambushes, marches
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.formations import why_no_group
from triarii.games.adlg.battle.movement.reach import COMMANDER_REACH, FAR, allowance, hastens
from triarii.games.adlg.battle.orders import (
    Advance,
    Charge,
    Disengage,
    Dismount,
    Encourage,
    Enter,
    Evade,
    Formation,
    Hold,
    Join,
    Leave,
    Lift,
    MakeReady,
    Move,
    Order,
    Pivot,
    Plant,
    Press,
    Pursue,
    Rally,
    Recall,
    Reveal,
    Ride,
    Steps,
    TurnInPlace,
    Wheel,
)
from triarii.games.adlg.battle.stages import (
    Activation,
    Answering,
    ChoosingCorps,
    EndingEvening,
    Engaging,
    Preparing,
    Pressing,
    Pursuing,
    Springing,
    TurningAbout,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.rally import why_never
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import charges, groups, held, shapes
from triarii.games.adlg.geometry.bodies import Body, linked
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.setup import stages

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

ANGLES = (1500, 4500, 9000)
"""Wheels worth a look, in both directions."""


def candidates(position: Position) -> Sequence[str]:
    """The actions that are offered at this moment, in a fixed order."""
    state = position.state
    match state.now:
        case Preparing():
            return stages.candidates(state)
        case ChoosingCorps():
            waiting = [each for each in sequence.corps_of(state.field, state.active) if each not in state.done]
            return [*(f"corps {leader}" for leader in waiting), *reveals(state.field, state.active), "done"]
        case EndingEvening():
            return [evening.AGREE, evening.PLAY_ON]
        case Answering() as asked:
            return answers(state, asked)
        case TurningAbout():
            names = dict.fromkeys(("+".join(state.whom), state.who))
            return [f"{each} {verb}" for each in names for verb in ("stay", "half")]
        case Engaging():
            return [f"{state.who} engage", f"{state.who} aside"]
        case Pursuing():
            far = aftermath.farthest(state.field, state.who)
            return [*([str(Pursue((state.who,), far))] if far else []), f"{state.who} stay"]
        case Pressing() as presses:
            return _presses(state, presses)
        case Springing():
            return [f"{state.who} wait", *reveals(state.field, 1 - state.active, state.who)]
        case Activation():
            allowed = (order for order in proposed(state) if order_execution.allows(state, order))
            return [*dict.fromkeys(str(order) for order in allowed), "done"]
    return ()


def answers(state: State, now: Answering) -> list[str]:
    """What a charged unit may do: await it, or evade alone or with a group."""
    found = [f"{state.who} stand"] if sequence.may_stand(state, now) else []
    around = {"around": False, "adapt_around": True}
    for names in sequence.evaders(state, now):
        possible = [verb for verb, adapt in around.items() if sequence.may_go_around(state, now, names, adapt=adapt)]
        found += [f"{'+'.join(names)} {verb}" for verb in ("evade", "adapt", *possible)]
    return found


def reveals(field: Field, seat: int, only: str = "") -> Iterator[str]:
    """How those who lie in ambush may come forward, of all own markers or of one."""
    for name in ambushes.waiting(field, seat):
        if only in ("", name):
            for heading, column in ambushes.formations_open(field, name):
                yield str(Reveal((name,), Formation.COLUMN if column else Formation.LINE, heading))


def _presses(state: State, now: Pressing) -> list[str]:
    least, most = sequence.press_limits(state, now)
    names = now.attack.onset.names
    plain = [str(Press(names, each)) for each in dict.fromkeys((most, least)) if each > 0] or [str(Press(names, 1))]
    wheels = []
    for angle in pressing.wheels_after(state.field, now.attack.onset):
        turned = sequence.realigned(state, now, angle)
        if not isinstance(turned, Refusal):
            far = max(1, sequence.press_limits(*turned)[1])
            wheels.append(str(Press(names, far, (Wheel(angle),))))
    return [*plain, *wheels]


def proposed(state: State) -> Iterator[Order]:
    """Orders worth a try; some of them the rules will refuse."""
    for _, orders in proposed_by(state):
        yield from orders


def proposed_by(state: State) -> Iterator[tuple[str, Iterator[Order]]]:
    """The same for each who may get an order, by the word that names them; nothing is found out before it is asked."""
    field = state.field
    units = units_of(state)
    yield from _entries(state)
    for group in [*_groups(field, units), *((unit.id,) for unit in units)]:
        yield "+".join(group), _orders(field, group)
    yield state.corps, _commander(state, units)


def proposed_for(state: State, who: str) -> Iterator[Order]:
    """The same for one word: the commander, a unit, or any group that may be formed, the largest or not."""
    names = tuple(who.split("+"))
    for entering, orders in _entries(state):
        if entering == who:
            yield from orders
    if who == state.corps:
        yield from _commander(state, units_of(state))
    elif set(names) <= {unit.id for unit in units_of(state)} and why_no_group(state.field, names) is None:
        yield from _orders(state.field, names)
        yield from fire.offered(state.field, names)


def _entries(state: State) -> Iterator[tuple[str, Iterator[Order]]]:
    """How units of a flank march may come over the edge, by the word that names them."""
    march = marches.arriving(state.field, state.active)
    if march is None or march.leader != state.corps:
        return
    found: dict[str, list[Order]] = {}
    for names, place, distance in marches.entries(state.field, state.active):
        found.setdefault("+".join(names), []).append(Enter(names, place, distance))
    for who, orders in found.items():
        yield who, iter(orders)


def _orders(field: Field, group: tuple[str, ...]) -> Iterator[Order]:
    if len(group) == 1:
        yield from _deeds(field, field.unit(group[0]))
    else:
        yield from _deeds_together(field, group)
    if obedience.why_idle(field, group) is None:
        yield from charges_of(field, group)
        yield from _moves(field, group)


def units_of(state: State) -> list[Unit]:
    """The units that take orders now."""
    corps = state.field.setting.corps[state.corps]
    return [unit for unit in state.field.units(corps.seat) if unit.corps == corps.number]


def _groups(field: Field, units: Sequence[Unit]) -> list[tuple[str, ...]]:
    """The largest groups of who stands linked: those whose members all can move, and those who all fight."""
    free = [unit.id for unit in units if obedience.why_idle(field, (unit.id,)) is None]
    return [*_linked(field, free), *_linked(field, [unit.id for unit in units if field.fights(unit.id)])]


def _linked(field: Field, names: list[str]) -> Sequence[tuple[str, ...]]:
    if len(names) < 2:
        return ()
    host = field.host(field.unit(names[0]).seat)
    return host.once(("linked", *names), lambda: _find_linked(field, names))


def _find_linked(field: Field, names: Sequence[str]) -> list[tuple[str, ...]]:
    left, found = list(names), []
    while left:
        group, waiting = [left[0]], [left.pop(0)]
        while waiting:
            one = field.body(waiting.pop())
            near = [other for other in left if linked(one, field.body(other), field.setting.limits)]
            near = [other for other in near if why_no_group(field, (*group, other)) is None]
            for other in near:
                if why_no_group(field, (*group, other)) is None:
                    left.remove(other)
                    group.append(other)
                    waiting.append(other)
        if len(group) > 1:
            found.append(tuple(group))
    return found


# Charges


def charges_of(field: Field, group: tuple[str, ...]) -> Iterator[Charge]:
    """The simplest charge of a unit or a group on every enemy in reach."""
    for target, steps in reachable(field, group):
        yield Charge(group, target, steps)


def reachable(field: Field, group: tuple[str, ...]) -> Iterator[tuple[str, Steps]]:
    """Enemies that the first unit of a group can reach, each with the manoeuvre that it takes."""
    if not field.stands[group[0]].moves:
        host = field.host(1 - field.unit(group[0]).seat)
        yield from host.once(("reachable", *placed(field, group)), lambda: tuple(_reachable(field, group)))


def placed(field: Field, group: tuple[str, ...]) -> tuple[object, ...]:
    """Who is in a group and where they stand: what a question about them and the enemy depends on."""
    return tuple((field.unit(name), field.stands[name].pose) for name in group)


def _reachable(field: Field, group: tuple[str, ...]) -> Iterator[tuple[str, Steps]]:
    unit, body = field.unit(group[0]), field.body(group[0])
    reach = allowance(field, unit, (body.quad,), hasty=False)
    host, with_turn = field.host(1 - unit.seat), field.setting.readings.on("charge_may_begin_with_turn")
    near = shapes.within(body.quad, host.target_quads, reach)
    for number, enemy in enumerate(host.targets):
        found = charges.charge_range(body, enemy, reach, limits=field.setting.limits) if number in near else None
        if found is not None:
            yield enemy.id, steps_of(found.beginning)
        elif with_turn:
            yield from ((enemy.id, steps) for steps in turned_at(field, group, enemy, reach))


def turned_at(field: Field, group: tuple[str, ...], enemy: Body, reach: int) -> Iterator[Steps]:
    """The turns after which one of a group has an enemy ahead and in reach; where there are none, a single unit may
    wheel too."""
    bodies, limits = [field.body(name) for name in group], field.setting.limits
    block, cost = groups.block_of(bodies, limits), turn_cost([field.unit(name) for name in group])
    if block is None or min(shapes.gaps(enemy.quad, [body.quad for body in bodies])) > reach - cost + len(group) * UD:
        return
    enough = False
    for amount in (18000, 9000, -9000):
        ends = groups.block_turned(block, amount)[1]
        turned = [body.moved(end) for body, end in zip(bodies, ends, strict=True)]
        ways = [shapes.first_contact(body.front, body.heading, enemy.quad, limits.touch) for body in turned]
        if any(way is not None and way <= reach - cost for way in ways):
            enough = True
            yield (TurnInPlace(amount),)
    if enough or len(group) > 1:
        return
    found = charges.charge_range(
        bodies[0], enemy, reach, charge_may_begin_with_turn=True, turn_cost=cost, limits=limits
    )
    if found is not None:
        yield steps_of(found.beginning)


# Moves


def _moves(field: Field, group: tuple[str, ...]) -> Iterator[Order]:
    for distance in distances(field, group):
        yield Move(group, (Advance(distance),))
    host = field.host(1 - field.unit(group[0]).seat)
    key = ("wheels", ring.further_movers(field, group), *placed(field, group))
    yield from host.once(key, lambda: (*_wheels(field, group), *_turns(group)))


def _turns(group: tuple[str, ...]) -> Iterator[Order]:
    for turn in (-9000, 9000, 18000):
        yield Move(group, (TurnInPlace(turn),))


def full_distance(field: Field, group: tuple[str, ...]) -> int:
    """How far a group gets straight on: by its slowest unit's allowance over the ground ahead."""
    host = field.host(1 - field.unit(group[0]).seat)
    return host.once(("full", *placed(field, group)), lambda: _full_distance(field, group))


def _full_distance(field: Field, group: tuple[str, ...]) -> int:
    least = 10**9
    for name in group:
        unit, body = field.unit(name), field.body(name)
        hasty = hastens(field, unit)
        reach = allowance(field, unit, (body.quad,), hasty=hasty)
        scenery, readings = field.setting.scenery, field.setting.readings
        least = min(least, scenery.straight_reach(body, body.heading, reach, unit.troop, readings, boosted=hasty))
    return least


def distances(field: Field, group: tuple[str, ...]) -> list[int]:
    """Useful advances: as far as possible, up to a zone, to 4 UD from the enemy, level with a friend ahead."""
    full = full_distance(field, group)
    if full <= 0:
        return []
    useful = {full}
    outside = straight_outside_ring(field, group, full)
    if outside:
        useful.add(outside)
    for name in group:
        unit = field.unit(name)
        acting = control.near_way(field, unit, full)
        useful.add(_straight_in_zones(field, unit, full, acting) if acting else full)
        useful.update(_level(field, unit, full))
    limit = min(useful | {full})
    return sorted((each for each in useful if 0 < each <= full), reverse=True) if limit else []


def _straight_in_zones(field: Field, unit: Unit, full: int, acting: Sequence[Body]) -> int:
    """How far of a distance a unit gets straight on through the zones that act on it."""
    body, limits = field.body(unit.id), field.setting.limits
    tie = str(field.setting.readings.chosen["threat_tie"])
    key = ("straight", body.pose, body.depth, full, *(enemy.id for enemy in acting))
    return field.host(1 - unit.seat).once(
        key, lambda: held.straight_in_zones(body, full, acting, threat_tie=tie, limits=limits)
    )


def straight_outside_ring(field: Field, group: tuple[str, ...], full: int) -> int:
    """How far of a distance a group gets straight on with every enemy at least 4 UD away (adlg.moves.distance)."""
    host = field.host(1 - field.unit(group[0]).seat)
    return host.once(("ring", full, *placed(field, group)), lambda: _straight_outside_ring(field, group, full))


def _straight_outside_ring(field: Field, group: tuple[str, ...], full: int) -> int:
    away = [gap for name in group if (gap := field.nearest_enemy(name)) is not None]
    if not away or min(away) >= FAR + full:
        return full
    bodies = [field.body(name) for name in group]
    block = groups.block_of(bodies, field.setting.limits)
    if block is None or min(away) < FAR:
        return 0
    return ring.straight_outside(bodies, block, full, ring.near_enemies(field, field.unit(group[0]).seat))


def _level(field: Field, unit: Unit, full: int) -> Iterator[int]:
    """Advances that bring a unit in line with a friend who stands ahead beside it."""
    body = field.body(unit.id)
    for other in field.host(unit.seat).units:
        if other.heading == body.heading and other is not body:
            sideways, ahead = shapes.local(body.pose, other.quad[0])
            if abs(sideways) <= 2000 * shapes.FINE and 0 < ahead <= full * shapes.FINE:
                yield shapes.rdiv(ahead, shapes.FINE)


def _wheels(field: Field, group: tuple[str, ...]) -> Iterator[Order]:
    """Wheels of some angles, and with the rest of the allowance straight on."""
    block = groups.block_of([field.body(name) for name in group], field.setting.limits)
    if block is None:
        return
    full = full_distance(field, group)
    for angle in (sign * size for size in ANGLES for sign in (-1, 1)):
        cost = max(groups.block_wheel_costs(block, angle))
        if cost > full:
            continue
        yield Move(group, (Wheel(angle),))
        ahead = _straight_after_wheel(field, group, block, angle, full - cost)
        if ahead > 0:
            yield Move(group, (Wheel(angle), Advance(ahead)))


def _straight_after_wheel(field: Field, group: tuple[str, ...], block: Block, angle: int, rest: int) -> int:
    """How far a group goes straight on after a wheel: all that it has left, or in a further move up to 4 UD from an
    enemy (adlg.moves.distance)."""
    watched = ring.further_movers(field, group)
    if rest <= 0 or not watched:
        return rest
    anchor = shapes.turned(block.anchor, groups.wheel_corner(block, angle), 0, 0, 0, angle)
    ends = groups.block_wheel(block, angle)
    bodies = [field.body(name).moved(end) for name, end in zip(group, ends, strict=True)]
    enemies = ring.near_enemies(field, field.unit(group[0]).seat)
    return ring.straight_outside(bodies, replace(block, anchor=anchor), rest, enemies, watched)


# Everything else


def _deeds(field: Field, unit: Unit) -> Iterator[Order]:
    who, stand = (unit.id,), field.stands[unit.id]
    if marks.LOOTING in stand.marks:
        if marks.DEAF not in stand.marks:
            yield Recall(who)
        return
    if field.disordered(unit.id) and not why_never(unit.troop, unit.abilities):
        yield Rally(who)
    if field.fights(unit.id):
        yield Disengage(who)
        return
    if unit.charges_uncontrolled and marks.ORDERED not in stand.marks:
        yield Hold(who)
    threats = control.threats(field, unit)
    if threats:
        for chosen in ("", *(threat.id for threat in threats[1:])):
            yield Leave(who, chosen)
            if unit.may_evade:
                yield Evade(who, threat=chosen)
                yield Evade(who, around=True, threat=chosen)
        if unit.mounted:
            yield Ride(who, full_distance(field, who))
    if unit.category is Category.ART:
        for angle in (-4500, 4500, -9000, 9000):
            yield Pivot(who, angle)
    if "stakes" in unit.abilities:
        yield Lift(who) if marks.STAKES in stand.marks else Plant(who)
    if "battle_ready" in unit.abilities and marks.READY not in stand.marks:
        yield MakeReady(who)
    if unit.on_foot is not None and field.setting.readings.on("dismount_in_battle"):
        yield Dismount(who)


def _deeds_together(field: Field, group: tuple[str, ...]) -> Iterator[Order]:
    """What a group does as one beside moves and charges: it disengages, or evades out of a zone."""
    if any(field.fights(name) for name in group):
        yield Disengage(group)
        return
    units = [field.unit(name) for name in group]
    held = any(control.most_threatening(field, unit) is not None for unit in units)
    if held and all(unit.may_evade for unit in units):
        yield Evade(group)
        yield Evade(group, around=True)


def _commander(state: State, units: Sequence[Unit]) -> Iterator[Order]:
    """A commander joins a unit within his reach; the commander-in-chief speaks for allies who hesitate."""
    leader, field = state.corps, state.field
    if leader in field.leaders:
        for ally in hesitation.may_be_encouraged(state, leader):
            yield Encourage((leader,), ally)
    if leader not in field.leaders or field.setting.corps[leader].included:
        return
    his = field.leader_body(leader)
    for unit in units:
        if unit.id != field.leaders[leader].unit and shapes.gap(his.quad, field.body(unit.id).quad) <= COMMANDER_REACH:
            yield Join((leader,), unit.id)
