"""Orders carried out: whether a seat may give one now, what it costs in command points, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import sequence, special_orders
from triarii.games.adlg.battle.charge import beginning, charging, evading
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.fighting import fire
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.movement import commanders, dismounts, formations, walking
from triarii.games.adlg.battle.movement.reach import unwieldy
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.obedience import MOST_MOVES, led, why_deaf, why_idle, why_not_yours
from triarii.games.adlg.battle.order_prices import engaged, in_radius, is_wild, may_pay, pay, price
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
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.rally import place_of, rally_cost, why_never
from triarii.games.adlg.data.bills import Bill, Item
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import free_charge, move_cost
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.troops import Category

LIGHT_ON_THIRD = frozenset({Category.LI, Category.LH})


@dataclass(frozen=True, eq=False)
class Executed:
    """An order that a seat may give: what it costs, where it leads, and the move if it is one."""

    bill: Bill
    carried_out: Callable[[], State]
    move: Walk | None = None

    @kept
    def after(self) -> State:
        """The battle after it; made when somebody asks, for most ask only whether an order is allowed."""
        return self.carried_out()


def execute(state: State, order: Order) -> Executed | Refusal:
    """An order in the middle of a corps' activation; commanders upon whom units come give way."""
    found = _executed(state, order)
    if isinstance(found, Refusal):
        return found
    return Executed(found.bill, lambda: _settled(state, found), found.move)


def _settled(state: State, found: Executed) -> State:
    cleared = commanders.give_way(state.field, found.after.field)
    after = found.after if cleared is found.after.field else replace(found.after, field=cleared)
    after = hesitation.roused(after)
    if found.bill.total:
        after = after.noted(Spent, found.bill.items[0].rule, found.bill.total, after.points + after.free)
    return after


def allows(state: State, order: Order) -> bool:
    """Whether an order would be carried out. Who asks for no reason is told at once that the points do not reach."""
    return not _is_too_dear(state, order) and not isinstance(_executed(state, order), Refusal)


def _is_too_dear(state: State, order: Order) -> bool:
    """Whether a corps surely lacks the points for a move or a charge, however easy it may be."""
    if not isinstance(order, Move | Charge) or why_not_yours(state, order.who) is not None:
        return False
    if isinstance(order, Move):
        least = price(state, order.who)
    elif order.steps:  # without a manoeuvre it may be spontaneous, and costs nothing
        least = _charge_price(state, order.who)
    else:
        return False
    return not may_pay(state, least, order.who)


def _executed(state: State, order: Order) -> Executed | Refusal:
    match order:
        case Done():
            return Executed(Bill(()), lambda: sequence.end_corps(state, LetLoose(state.corps)))
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
    refusal = next((found for name in order.who if (found := why_deaf(state.field, name)) is not None), None)
    return refusal or _of_units(state, order)


def _of_units(state: State, order: Order) -> Executed | Refusal:
    """Of units that hear it."""
    field = state.field
    match order:
        case HoldFire() | Fire() | ShootAt():
            said = fire.said(field, order)
            return said if isinstance(said, Refusal) else Executed(Bill(()), lambda: replace(state, field=said))
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


def _fresh(state: State, name: str) -> Refusal | None:
    """Why a unit can't begin anything new in this phase."""
    return why_idle(state.field, (name,))


def _with_leader_noted(before: Field, after: Field, names: tuple[str, ...]) -> Field:
    """Where a third move asks for a commander in all three, units remember whether they had one so far."""
    if not before.setting.readings.says("third_move_commander", "all_three_moves"):
        return after
    for name in names:
        so_far = not before.stands[name].moves or before.has_mark(name, marks.LED)
        kept = so_far and led(before, names)
        after = after.marked(name, marks.LED) if kept else after.unmarked(name, marks.LED)
    return after


def _activation(state: State) -> Activation:
    """In the middle of which orders are given."""
    assert isinstance(state.now, Activation), state.stage
    return state.now


def _paid(
    state: State, bill: Bill, order: Order, after: Callable[[], Field], move: Walk | None = None
) -> Executed | Refusal:
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    return Executed(bill, lambda: replace(paid, field=after()), move)


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
    bill = price(state, order.who, difficult=bool(move.difficult) or third)
    rule = "adlg.move.allowance" if isinstance(order, Move) else "adlg.formation.change"
    return _paid(
        state, bill, order, lambda: _with_leader_noted(field, walking.apply(field, move, rule), order.who), move
    )


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
        difficult = beginning.is_difficult([field.unit(name) for name in order.who], order.steps)
        bill = _charge_price(state, order.who, difficult)
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    return Executed(bill, lambda: sequence.ask_next(replace(paid, field=ready), Charging(onset, _activation(paid))))


def _charge_price(state: State, names: tuple[str, ...], difficult: bool = False) -> Bill:
    """The price of a charge that is ordered."""
    near = in_radius(state.field, state.corps, names)
    return move_cost(in_radius=near, difficult=difficult, commander_engaged=engaged(state.field, state.corps))


def _enter(state: State, order: Enter) -> Executed | Refusal:
    """Units of a flank march come over the edge, all in command; that is their first move (adlg.march.entry)."""
    march = marches.arriving(state.field, state.active)
    if march is None or march.leader != state.corps:
        return Refusal("march.who", marches.ENTRY, {"units": "+".join(order.who)})
    after = marches.enter(state.field, state.active, order.who, order.place, order.distance)
    return after if isinstance(after, Refusal) else _paid(state, move_cost(in_radius=True), order, lambda: after)


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

    def rallying() -> State:
        marked = field.marked(name, marks.RALLIED, marks.ORDERED)
        return replace(paid, field=marked, now=RallyDie(_activation(paid), name))

    return Executed(bill, rallying)


def _rally_price(state: State, unit: Unit) -> Bill:
    """Troops that would charge on their own have to be held for it, and rally at that price (adlg.charge.hold)."""
    field = state.field
    if is_wild(field, unit):
        return price(state, (unit.id,))
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
    loots = why_deaf(state.field, name)
    if loots is None:
        return Refusal("order.no_loot", "adlg.camp.taken", {"unit": name})
    if state.field.has_mark(name, marks.DEAF):
        return loots
    return Executed(Bill(()), lambda: replace(state, now=RecallDie(_activation(state), name)))


def _hold(state: State, order: Hold) -> Executed | Refusal:
    """Impetuous troops are kept where they are."""
    field = state.field
    for name in order.who:
        if not is_wild(field, field.unit(name)):
            return Refusal("order.calm", "adlg.orders.hold", {"unit": name})
    refusal = formations.why_no_group(field, order.who)
    if refusal is not None:
        return refusal
    return _paid(state, price(state, order.who), order, lambda: _ordered(field, order.who))


def _ordered(field: Field, names: tuple[str, ...]) -> Field:
    """The table on which these units have got an order."""
    for name in names:
        field = field.marked(name, marks.ORDERED)
    return field


def _ride(state: State, order: Ride) -> Executed | Refusal:
    move = special_orders.ride_out(state.field, order.who[0], order.distance)
    if isinstance(move, Refusal):
        return move

    def ridden() -> Field:
        return walking.apply(state.field, move, "adlg.zone.ride_out").marked(order.who[0], marks.LEFT_ZONE)

    return _paid(state, price(state, order.who), order, ridden, move)


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
    bill = price(state, order.who)
    paid = pay(state, bill, order.who)
    if isinstance(paid, Refusal):
        return paid
    runs = OwnEvadeDie(_activation(paid), order.who, order.around, order.threat)
    return Executed(bill, lambda: replace(paid, field=_ordered(state.field, order.who), now=runs))


def _special(state: State, order: Order, done: Field | Refusal, difficult: bool) -> Executed | Refusal:
    if isinstance(done, Refusal):
        return done
    return _paid(state, price(state, order.who, difficult), order, lambda: done)


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
    return _paid(state, bill, order, lambda: done)


def _encourage(state: State, order: Encourage) -> Executed | Refusal:
    """The commander-in-chief speaks for a corps that hesitates; the free point is for other things."""
    said = hesitation.encouraged(state, order.who[0], order.ally)
    if isinstance(said, Refusal):
        return said
    bill = Bill((Item(hesitation.ENCOURAGEMENT, hesitation.ENCOURAGE),))
    if bill.total > state.points:
        return Refusal("order.points", "adlg.command.points", {"cost": bill.total, "have": state.points})
    activation = _activation(state)
    return Executed(bill, lambda: replace(said, now=replace(activation, points=activation.points - bill.total)))
