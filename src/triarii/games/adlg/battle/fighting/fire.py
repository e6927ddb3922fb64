"""What an owner says about shooting: that units hold their fire, or whom one shoots at where the rules leave a choice.

Nobody is asked: by itself everybody shoots at the best target that it may take. It is said while the corps has its
orders, costs nothing and holds until something else is said (adlg.shooting.decline, adlg.shooting.choice).
"""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.orders import AboutShooting, Fire, HoldFire, Order, ShootAt
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Aims, Fires, HoldsFire
from triarii.games.adlg.data.changing import replace

DECLINE = "adlg.shooting.decline"
CHOICE = "adlg.shooting.choice"


def said(field: Field, order: AboutShooting) -> Field | Refusal:
    """The field once an order about shooting has been given, or why it can't be."""
    for name in order.who:
        if shots.weapon_of(field.unit(name)) is None:
            return Refusal("fire.no_weapon", "adlg.shooting.who", {"unit": name})
    if isinstance(order, ShootAt):
        return _aimed(field, order)
    after = field
    for name in order.who:
        holds = isinstance(order, HoldFire)
        said = after.marked(name, marks.HOLDS_FIRE) if holds else _free(after, name)
        if said.stands[name] != after.stands[name]:
            after = said.noted(HoldsFire if holds else Fires, DECLINE, name)
    if after.stands == field.stands:
        code = "fire.held" if isinstance(order, HoldFire) else "fire.free"
        return Refusal(code, DECLINE, {"unit": order.who[0]})
    return after


def _aimed(field: Field, order: ShootAt) -> Field | Refusal:
    """A target is preferred: one of those that are first alike as things stand now."""
    name, target = order.who[0], order.target
    if len(order.who) > 1:
        return Refusal("order.single", params={"verb": order.verb})
    possible = [aim.target for aim in shots.choices(field, field.unit(name))]
    if target not in possible:
        return Refusal("fire.not_first", "adlg.shooting.priority", {"unit": name, "target": target})
    free = _free(field, name)
    after = free.with_stand(name, replace(free.stands[name], aim=target))
    if after.stands == field.stands:
        return Refusal("fire.aimed", CHOICE, {"unit": name, "target": target})
    return after.noted(Aims, CHOICE, name, target)


def _free(field: Field, name: str) -> Field:
    """The field with a unit that shoots at whom it usually would."""
    stand = field.stands[name]
    return field.with_stand(name, replace(stand, marks=stand.marks - {marks.HOLDS_FIRE}, aim=""))


def offered(field: Field, names: tuple[str, ...]) -> Iterator[Order]:
    """What can be said about the shooting of units that are chosen."""
    units = [field.unit(name) for name in names]
    if any(shots.weapon_of(unit) is None or field.has_mark(unit.id, marks.LOOTING) for unit in units):
        return
    if not all(field.has_mark(name, marks.HOLDS_FIRE) for name in names):
        yield HoldFire(names)
    if any(field.has_mark(name, marks.HOLDS_FIRE) or field.stands[name].aim for name in names):
        yield Fire(names)
    possible = shots.choices(field, units[0]) if len(units) == 1 else ()
    for aim in possible if len(possible) > 1 else ():
        if aim.target != field.stands[names[0]].aim:
            yield ShootAt(names, aim.target)
