"""What orders cost in command points, and whether a corps has them."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge import wild
from triarii.games.adlg.battle.fighting.fights import is_main
from triarii.games.adlg.battle.stages import Activation
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.bills import Bill, Item
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import hold_cost, move_cost
from triarii.games.adlg.geometry import shapes


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


def price(state: State, names: tuple[str, ...], difficult: bool = False) -> Bill:
    """The price of a move; troops that would charge on their own are held by it, at the price of holding."""
    field, corps = state.field, state.corps
    return field.once(("price", corps, names, difficult), lambda: _price(field, corps, names, difficult))


def _price(field: Field, corps: str, names: tuple[str, ...], difficult: bool) -> Bill:
    near, fights = in_radius(field, corps, names), engaged(field, corps)
    if any(is_wild(field, field.unit(name)) for name in names):
        held = hold_cost(in_radius=near, commander_engaged=fights)
        extra = (Item(1, "adlg.orders.difficult"),) if difficult else ()
        return Bill((*held.items, *extra))
    return move_cost(in_radius=near, difficult=difficult, commander_engaged=fights)


def is_wild(field: Field, unit: Unit) -> bool:
    """Whether a unit would charge on its own; who got an order in this phase is held already."""
    return marks.ORDERED not in field.stands[unit.id].marks and wild.prey(field, unit) is not None


def pay(state: State, bill: Bill, names: tuple[str, ...]) -> State | Refusal:
    """Points taken from the corps; the free one only for the commander and the unit he is with."""
    purse = _free(state, names)
    if bill.total > state.points + purse:
        return Refusal("order.points", "adlg.command.points", {"cost": bill.total, "have": state.points + purse})
    free = min(purse, bill.total)
    return replace(state, now=Activation(state.corps, state.points - bill.total + free, state.free - free))


def may_pay(state: State, bill: Bill, names: tuple[str, ...]) -> bool:
    """Whether a corps has the points."""
    return bill.total <= state.points or bill.total <= state.points + _free(state, names)


def _free(state: State, names: tuple[str, ...]) -> int:
    """What of the free point these may have."""
    own = state.corps in names or any(state.field.leader_with(name) == state.corps for name in names)
    return state.free if own else 0
