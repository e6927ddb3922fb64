"""Orders carried out: whether a seat may give one now, what it costs in command points, and what it leads to."""

from __future__ import annotations

from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import sequence, special_orders
from triarii.games.adlg.battle.charge import beginning, charging, evading, wild
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.fighting import fire
from triarii.games.adlg.battle.fighting.fights import LOOTERS_OBEY, is_main
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.movement import commanders, dismounts, formations, walking
from triarii.games.adlg.battle.movement.reach import FAR, unwieldy
from triarii.games.adlg.battle.movement.walking import Walk
from triarii.games.adlg.battle.orders import (
    Activate,
    Charge,
    Contract,
    Disengage,
    Dismount,
    Done,
    Encourage,
    Enter,
    Evade,
    Extend,
    Fire,
    Go,
    Hold,
    HoldFire,
    Join,
    Leave,
    Lift,
    MakeReady,
    Move,
    Order,
    Pivot,
    Plant,
    Rally,
    Recall,
    Ride,
    ShootAt,
)
from triarii.games.adlg.battle.stages import Activation, Charging, LetLoose, OwnEvadeDie, RallyDie, RecallDie
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Spent
from triarii.games.adlg.battle.table.setting import COMMANDER_LETTERS, UNIT_LETTERS, Unit
from triarii.games.adlg.combat.rally import place_of, rally_cost, why_never
from triarii.games.adlg.data.bills import Bill, Item
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import free_charge, hold_cost, move_cost
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes

MOST_MOVES = 3
LIGHT_ON_THIRD = frozenset({Category.LI, Category.LH})


@dataclass(frozen=True)
class Executed:
    """An order that a seat may give, carried out: what it costs, where it leads, and the move if it is one."""

    bill: Bill
    after: State
    move: Walk | None = None


def execute(state: State, order: Order) -> Executed | Refusal:
    """An order in the middle of a corps' activation; commanders upon whom units come give way."""
    found = _executed(state, order)
    if isinstance(found, Refusal):
        return found
    cleared = commanders.give_way(state.field, found.after.field)
    after = found.after if cleared is found.after.field else replace(found.after, field=cleared)
    after = hesitation.roused(after)
    if found.bill.total:
        after = after.noted(Spent, found.bill.items[0].rule, found.bill.total, after.points + after.free)
    return found if after is found.after else replace(found, after=after)


def _executed(state: State, order: Order) -> Executed | Refusal:
    match order:
        case Done():
            return Executed(Bill(()), sequence.end_corps(state, LetLoose(state.corps)))
        case Activate():
            return Refusal("order.corps_active", "adlg.sequence.phases", {"corps": state.corps})
        case Enter():
            return _enter(state, order)
    if not order.who:
        return Refusal("order.not_now", params={"verb": order.verb})
    refusal = why_not_yours(state, order.who)
    if refusal is not None:
        return refusal
    if order.who[0] in state.field.leaders:
        return _commander(state, order)
    if isinstance(order, Recall):
        return _recall(state, order)
    refusal = next((found for name in order.who if (found := _why_deaf(state.field, name)) is not None), None)
    return refusal or _of_units(state, order)


def _of_units(state: State, order: Order) -> Executed | Refusal:
    """Of units that hear it."""
    field = state.field
    match order:
        case HoldFire() | Fire() | ShootAt():
            said = fire.said(field, order)
            return said if isinstance(said, Refusal) else Executed(Bill(()), replace(state, field=said))
        case Move() | Extend() | Contract():
            return _move(state, order)
        case Charge():
            return _charge(state, order)
        case Rally():
            return _rally(state, order)
        case Hold():
            return _hold(state, order)
        case Disengage():
            return _disengage(state, order)
        case Evade(adapt=False):
            return why_idle(field, order.who) or _evade(state, order)
    if len(order.who) > 1:
        return Refusal("order.single", params={"verb": order.verb})
    return _of_one_unit(state, order, order.who[0])


def _of_one_unit(state: State, order: Order, name: str) -> Executed | Refusal:
    """What no group does."""
    field = state.field
    match order:
        case Leave(threat=threat):
            difficult = True  # adlg.difficult.zone; who can evade does so instead, and that is not
            return _fresh(state, name) or _special(state, order, special_orders.leave(field, name, threat), difficult)
        case Ride():
            return _fresh(state, name) or _ride(state, order)
        case Pivot(angle=angle):
            heavy = field.unit(name).troop.id == "heavy_artillery"
            return _fresh(state, name) or _special(state, order, special_orders.pivot(field, name, angle), heavy)
        case Plant():
            return _special(state, order, special_orders.plant(field, name), False)
        case Lift():
            return _special(state, order, special_orders.lift(field, name), False)
        case MakeReady():
            return _special(state, order, special_orders.make_ready(field, name), False)
        case Dismount():
            return _special(state, order, dismounts.in_battle(field, name), False)
    return Refusal("order.not_now", params={"verb": order.verb})


def why_not_yours(state: State, names: tuple[str, ...]) -> Refusal | None:
    """Only units and the commander of the corps that is activated take orders."""
    for name in names:
        if name[0] in COMMANDER_LETTERS and len(names) > 1:
            return Refusal("order.commander", "adlg.commander.move", {"leader": name})
        if name[0] in COMMANDER_LETTERS:
            if name not in state.field.leaders or name != state.corps:
                return Refusal("order.not_yours", "adlg.sequence.phases", {"name": name, "corps": state.corps})
            continue
        if name[0] not in UNIT_LETTERS or name not in state.field:
            return Refusal("order.gone", params={"name": name})
        unit = state.field.unit(name)
        corps = state.field.setting.corps[state.corps]
        if (unit.seat, unit.corps) != (corps.seat, corps.number):
            return Refusal("order.not_yours", "adlg.sequence.phases", {"name": name, "corps": state.corps})
    return None


def _why_deaf(field: Field, name: str) -> Refusal | None:
    """Looters take no order before a die of their commander has called them (adlg.camp.taken)."""
    if not field.has_mark(name, marks.LOOTING):
        return None
    if field.has_mark(name, marks.DEAF):
        return Refusal("order.loots_on", "adlg.camp.taken", {"unit": name})
    return Refusal("order.loots", "adlg.camp.taken", {"unit": name, "needs": LOOTERS_OBEY})


def _fresh(state: State, name: str) -> Refusal | None:
    """Why a unit can't begin anything new in this phase."""
    return why_idle(state.field, (name,))


def why_idle(field: Field, names: tuple[str, ...]) -> Refusal | None:
    """Why units can make no (further) move: who fights, what they did, how near the enemy is (adlg.moves.distance)."""
    for name in names:
        stand, unit = field.stands[name], field.unit(name)
        deaf = _why_deaf(field, name)
        if deaf is not None:
            return deaf
        if field.fights(name):
            return Refusal("move.fights", "adlg.disengage.who", {"unit": name})
        done = stand.marks & marks.NO_MORE_MOVES
        if done:
            return Refusal("move.done", "adlg.move.three", {"unit": name})
        if marks.SHIFTED in stand.marks and not unit.light:
            return Refusal("move.shifted", "adlg.pass.push", {"unit": name})
        if stand.moves >= MOST_MOVES:
            return Refusal("move.three", "adlg.move.three", {"unit": name, "most": MOST_MOVES})
        nearest = field.nearest_enemy(name)
        if stand.moves and (marks.NEAR in stand.marks or (nearest is not None and nearest < FAR)):
            return Refusal("move.near", "adlg.moves.distance", {"unit": name, "least": FAR})
        if stand.moves == MOST_MOVES - 1:
            refusal = _third(field, unit, names)
            if refusal is not None:
                return refusal
    return None


def _third(field: Field, unit: Unit, names: tuple[str, ...]) -> Refusal | None:
    """Who makes no third move (adlg.moves.third)."""
    rule = "adlg.moves.third"
    horse = unit.category is Category.CV and unit.impetuous
    if unit.category in (Category.ART, Category.WWG) or (unit.unmanoeuvrable and not horse):
        return Refusal("move.no_third", rule, {"unit": unit.id})
    throughout = field.setting.readings.says("third_move_commander", "all_three_moves")
    if not _led(field, names) or (throughout and not field.has_mark(unit.id, marks.LED)):
        return Refusal("move.third_alone", rule, {"unit": unit.id})
    return None


def _led(field: Field, names: tuple[str, ...]) -> bool:
    """Whether a commander goes along with units that move together."""
    return any(field.leader_with(name) for name in names)


def _with_leader_noted(before: Field, after: Field, names: tuple[str, ...]) -> Field:
    """Where a third move asks for a commander in all three, units remember whether they had one so far."""
    if not before.setting.readings.says("third_move_commander", "all_three_moves"):
        return after
    for name in names:
        so_far = not before.stands[name].moves or before.has_mark(name, marks.LED)
        kept = so_far and _led(before, names)
        after = after.marked(name, marks.LED) if kept else after.unmarked(name, marks.LED)
    return after


# Prices


def in_radius(field: Field, leader: str, names: tuple[str, ...]) -> bool:
    """Whether the nearest of the units hears its commander; nobody hears one who is lost."""
    if leader not in field.leaders:
        return False
    grade, his = field.setting.corps[leader].grade, field.leader_body(leader)
    return any(
        shapes.gap(his.quad, field.body(name).quad) <= 1000 * grade.radius_for(field.unit(name).troop) for name in names
    )


def engaged(field: Field, leader: str) -> bool:
    """Whether a commander fights (adlg.orders.engaged). Who is part of a main unit does so from the first contact on;
    who is attached to one, once he has been asked and takes part."""
    where = field.leaders.get(leader)
    if where is None or not field.fights(where.unit):
        return False
    return where.engaged or (field.setting.corps[leader].included == where.unit and is_main(field, where.unit))


def _price(state: State, names: tuple[str, ...], difficult: bool = False) -> Bill:
    """The price of a move; troops that would charge on their own are held by it, at the price of holding."""
    field = state.field
    near, fights = in_radius(field, state.corps, names), engaged(field, state.corps)
    if any(_is_wild(field, field.unit(name)) for name in names):
        held = hold_cost(in_radius=near, commander_engaged=fights)
        extra = (Item(1, "adlg.orders.difficult"),) if difficult else ()
        return Bill((*held.items, *extra))
    return move_cost(in_radius=near, difficult=difficult, commander_engaged=fights)


def _is_wild(field: Field, unit: Unit) -> bool:
    """Whether a unit would charge on its own; who got an order in this phase is held already."""
    return marks.ORDERED not in field.stands[unit.id].marks and wild.prey(field, unit) is not None


def pay(state: State, bill: Bill, names: tuple[str, ...]) -> State | Refusal:
    """Points taken from the corps; the free one only for the commander and the unit he is with."""
    own = state.corps in names or any(state.field.leader_with(name) == state.corps for name in names)
    free = min(state.free, bill.total) if own else 0
    due = bill.total - free
    if due > state.points:
        have = state.points + (state.free if own else 0)
        return Refusal("order.points", "adlg.command.points", {"cost": bill.total, "have": have})
    return replace(state, now=Activation(state.corps, state.points - due, state.free - free))


def _activation(state: State) -> Activation:
    """In the middle of which orders are given."""
    assert isinstance(state.now, Activation), state.stage
    return state.now


def _paid(state: State, bill: Bill, order: Order, after: Field, move: Walk | None = None) -> Executed | Refusal:
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    return Executed(bill, replace(paid, field=after), move)


# Kinds of orders


def _move(state: State, order: Move | Extend | Contract) -> Executed | Refusal:
    field = state.field
    refusal = why_idle(field, order.who) or formations.why_no_group(field, order.who)
    if refusal is not None:
        return refusal
    move = _walked(field, order)
    if isinstance(move, Refusal):
        return move
    units = [field.unit(name) for name in order.who]
    third = any(field.stands[unit.id].moves == MOST_MOVES - 1 and not _easy_third(unit) for unit in units)
    bill = _price(state, order.who, difficult=bool(move.difficult) or third)
    rule = "adlg.move.allowance" if isinstance(order, Move) else "adlg.formation.change"
    after = _with_leader_noted(field, walking.apply(field, move, rule), order.who)
    return _paid(state, bill, order, after, move)


def _walked(field: Field, order: Move | Extend | Contract) -> Walk | Refusal:
    if isinstance(order, Move):
        return walking.walk(field, order.who, order.steps)
    return formations.reform(field, order)


def _easy_third(unit: Unit) -> bool:
    """For whom a third move is not difficult (adlg.difficult.third_move)."""
    return unit.category in LIGHT_ON_THIRD or (unit.category is Category.CV and not unit.impetuous)


def _charge(state: State, order: Charge) -> Executed | Refusal:
    field = state.field
    refusal = formations.why_no_group(field, order.who)
    if refusal is not None:
        return refusal
    declared = charging.declare(field, order.who, order.target, order.steps)
    if isinstance(declared, Refusal):
        return declared
    ready, onset = declared
    if onset.manner is Manner.SPONTANEOUS:
        bill = free_charge()
    else:
        near = in_radius(field, state.corps, order.who)
        difficult = beginning.is_difficult([field.unit(name) for name in order.who], order.steps)
        bill = move_cost(in_radius=near, difficult=difficult, commander_engaged=engaged(field, state.corps))
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    return Executed(bill, sequence.ask_next(replace(paid, field=ready), Charging(onset, _activation(paid))))


def _enter(state: State, order: Enter) -> Executed | Refusal:
    """Units of a flank march come over the edge, all in command; that is their first move (adlg.march.entry)."""
    march = marches.arriving(state.field, state.active)
    if march is None or march.leader != state.corps:
        return Refusal("march.who", marches.ENTRY, {"units": "+".join(order.who)})
    after = marches.enter(state.field, state.active, order.who, order.place, order.distance)
    return after if isinstance(after, Refusal) else _paid(state, move_cost(in_radius=True), order, after)


def _rally(state: State, order: Rally) -> Executed | Refusal:
    if len(order.who) > 1:
        return Refusal("order.single", params={"verb": order.verb})
    field, name = state.field, order.who[0]
    unit, stand = field.unit(name), field.stands[name]
    rule = why_never(unit.troop, unit.abilities)
    if rule:
        return Refusal("order.never_rallies", rule, {"unit": name})
    if not field.disordered(name):
        return Refusal("order.good_order", "adlg.orders.rally", {"unit": name})
    if marks.SHIFTED in stand.marks and not unit.light:
        return Refusal("move.shifted", "adlg.pass.push", {"unit": name})
    if stand.moves or stand.marks & (marks.MOVED | {marks.RALLIED}):
        return Refusal("move.done", "adlg.move.three", {"unit": name})
    bill = _rally_price(state, unit)
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    marked = field.marked(name, marks.RALLIED, marks.ORDERED)
    return Executed(bill, replace(paid, field=marked, now=RallyDie(_activation(paid), name)))


def _rally_price(state: State, unit: Unit) -> Bill:
    """Troops that would charge on their own have to be held for it, and rally at that price (adlg.charge.hold)."""
    field = state.field
    if _is_wild(field, unit):
        return _price(state, (unit.id,))
    return rally_cost(
        place_of(field.nearest_enemy(unit.id), field.fights(unit.id)),
        in_radius=in_radius(field, state.corps, (unit.id,)),
        commander_engaged=engaged(field, state.corps),
        commander_with_unit=field.leader_with(unit.id) == state.corps,
    )


def _recall(state: State, order: Recall) -> Executed | Refusal:
    """Looters are called, each unit once in a sequence and for nothing; a die decides (adlg.camp.taken)."""
    if len(order.who) > 1:
        return Refusal("order.single", params={"verb": order.verb})
    name = order.who[0]
    loots = _why_deaf(state.field, name)
    if loots is None:
        return Refusal("order.no_loot", "adlg.camp.taken", {"unit": name})
    if state.field.has_mark(name, marks.DEAF):
        return loots
    return Executed(Bill(()), replace(state, now=RecallDie(_activation(state), name)))


def _hold(state: State, order: Hold) -> Executed | Refusal:
    """Impetuous troops are kept where they are."""
    field = state.field
    for name in order.who:
        if not _is_wild(field, field.unit(name)):
            return Refusal("order.calm", "adlg.orders.hold", {"unit": name})
    refusal = formations.why_no_group(field, order.who)
    if refusal is not None:
        return refusal
    bill = _price(state, order.who)
    after = field
    for name in order.who:
        after = after.marked(name, marks.ORDERED)
    return _paid(state, bill, order, after)


def _ride(state: State, order: Ride) -> Executed | Refusal:
    move = special_orders.ride_out(state.field, order.who[0], order.distance)
    if isinstance(move, Refusal):
        return move
    after = walking.apply(state.field, move, "adlg.zone.ride_out").marked(order.who[0], marks.LEFT_ZONE)
    return _paid(state, _price(state, order.who), order, after, move)


def _disengage(state: State, order: Disengage) -> Executed | Refusal:
    """Out of a melee, alone or as a group (adlg.disengage.group)."""
    field = state.field
    along = tuple(name for name in order.who if not field.fights(name))
    refusal = formations.why_no_group(field, order.who)
    if refusal is None and len(along) < len(order.who):
        refusal = why_idle(field, along)
    if refusal is not None:
        return refusal
    unwieldy_ones = any(unwieldy(field, field.unit(name)) for name in order.who)
    difficult = unwieldy_ones and field.setting.readings.on("disengage_is_difficult")
    return _special(state, order, special_orders.disengage(field, order.who), difficult)


def _evade(state: State, order: Evade) -> Executed | Refusal:
    """Out of a zone by evading, in the own turn, alone or as a group."""
    refusal = formations.why_no_group(state.field, order.who)
    if refusal is not None:
        return refusal
    turned = special_orders.evade_from(state.field, order.who, order.threat)
    if isinstance(turned, Refusal):
        return turned
    if order.around and not evading.may_go_around(state.field, evading.Flight(turned)):
        return Refusal("order.no_way_around", "adlg.evade.avoid", {"unit": "+".join(order.who)})
    bill = _price(state, order.who)
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    marked = state.field
    for name in order.who:
        marked = marked.marked(name, marks.ORDERED)
    runs = OwnEvadeDie(_activation(paid), order.who, order.around, order.threat)
    return Executed(bill, replace(paid, field=marked, now=runs))


def _special(state: State, order: Order, done: Field | Refusal, difficult: bool) -> Executed | Refusal:
    if isinstance(done, Refusal):
        return done
    return _paid(state, _price(state, order.who, difficult), order, done)


def _commander(state: State, order: Order) -> Executed | Refusal:
    """The commander himself: his own moves (adlg.commander.move), or a word to allies (adlg.allies.encourage)."""
    leader = order.who[0]
    if isinstance(order, Encourage):
        return _encourage(state, order)
    if len(order.who) > 1 or not isinstance(order, Go | Join):
        return Refusal("order.commander", "adlg.commander.move", {"leader": leader})
    if state.field.leaders[leader].moves >= MOST_MOVES:
        return Refusal("move.three", "adlg.move.three", {"unit": leader, "most": MOST_MOVES})
    if isinstance(order, Go):
        done = special_orders.go(state.field, leader, order.x, order.y)
    else:
        done = special_orders.join(state.field, leader, order.unit)
    if isinstance(done, Refusal):
        return done
    bill = move_cost(in_radius=True, commander_engaged=engaged(state.field, leader))
    return _paid(state, bill, order, done)


def _encourage(state: State, order: Encourage) -> Executed | Refusal:
    """The commander-in-chief speaks for a corps that hesitates; the free point is for other things."""
    said = hesitation.encouraged(state, order.who[0], order.ally)
    if isinstance(said, Refusal):
        return said
    bill = Bill((Item(hesitation.ENCOURAGEMENT, hesitation.ENCOURAGE),))
    if bill.total > state.points:
        return Refusal("order.points", "adlg.command.points", {"cost": bill.total, "have": state.points})
    activation = _activation(state)
    return Executed(bill, replace(said, now=replace(activation, points=activation.points - bill.total)))
