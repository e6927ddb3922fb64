"""Uncontrolled charges: which impetuous troops and scythed chariots charge on their own, at whom, and when not."""

from __future__ import annotations

from triarii.games.adlg.contact import FEARED
from triarii.games.adlg.geometry import charges, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.charges import Charge
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.stops import Why
from triarii.games.adlg.ground import malus
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.charging import Charger, Onset, aim, stop_of, why_not
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.reach import allowance
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.troops import Category


def prey(field: Field, unit: Unit) -> tuple[str, Charge] | None:
    """Whom a unit charges on its own, and how; None: nobody in reach, or no duty (adlg.charge.priority)."""
    if not unit.charges_uncontrolled or why_not(field, unit) is not None:
        return None
    reach = allowance(field, unit, (field.body(unit.id).quad,), hasty=False)
    found = []
    for enemy in _enemies(field, unit):
        charge = charges.charge_range(
            field.body(unit.id),
            enemy,
            reach,
            fits=lambda one, target=enemy.id: _path_is_free(field, unit, one, target),  # type: ignore[misc]
            limits=field.setting.limits,
        )
        if charge is not None and not spared(field, unit, enemy, charge):
            found.append((_rank(field, unit, enemy), enemy.id, charge))
    if not found:
        return None
    _, target, charge = min(found, key=lambda one: one[:2])
    return target, charge


def _enemies(field: Field, unit: Unit) -> list[Body]:
    """Everybody but those behind it."""
    body = field.body(unit.id)
    camps = [camp for camp in field.camps(1 - unit.seat) if camp.id not in field.taken]
    return [
        enemy
        for enemy in (*field.bodies(1 - unit.seat), *camps)
        if any(shapes.local(body.pose, corner)[1] > 0 for corner in enemy.quad)
    ]


def _rank(field: Field, unit: Unit, enemy: Body) -> tuple[int, int]:
    """The most threatening enemy first, then the nearest straight ahead, then the nearest."""
    threat = control.most_threatening(field, unit)
    body = field.body(unit.id)
    away = shapes.gap(body.quad, enemy.quad)
    if threat is not None and threat.id == enemy.id:
        return 0, away
    ahead = shapes.first_contact(body.front, body.heading, enemy.quad, field.setting.limits.touch) is not None
    return (1 if ahead else 2), away


def _path_is_free(field: Field, unit: Unit, charge: Charge, target: str) -> bool:
    """Whether nothing but friends whom it passes or bursts through lies between."""
    ready = field.placed(unit.id, charge.ready.pose)
    stop = stop_of(ready, Charger(unit.id, field.body(unit.id), charge.left), "uncontrolled")
    return stop.why is Why.CONTACT and stop.by == target


def spared(field: Field, unit: Unit, enemy: Body, charge: Charge) -> bool:
    """Whether a unit has no duty to charge this enemy (adlg.charge.exceptions)."""
    scenery = field.setting.scenery
    assert charge.contact is not None
    if malus(unit.troop, scenery.ground_under(charge.contact.quad, unit.troop)):
        return True
    if enemy.id not in field:
        return False
    target = field.unit(enemy.id)
    if target.category in (Category.EL, Category.WWG):
        return True
    if target.troop.animal in FEARED.get(unit.troop.animal, frozenset()) and unit.category is not Category.SCH:
        return True
    if field.has_mark(enemy.id, marks.STAKES) or field.defends_works(enemy.id):
        return True
    if any(piece.terrain.id == "village" for piece in scenery.touched(enemy.quad)):
        return True
    in_front = charge.kind is Side.FRONT
    if not unit.mounted and target.mounted and in_front:
        return True
    steady_heavy = target.category is Category.HI and not field.disordered(enemy.id)
    if unit.category is Category.CV and steady_heavy and in_front:
        return True
    return target.light and _only_through_friends(field, unit, charge)


def _only_through_friends(field: Field, unit: Unit, charge: Charge) -> bool:
    assert charge.contact is not None
    way = shapes.hull(charge.ready.quad, charge.contact.quad)
    friends = [field.body(friend.id).quad for friend in field.units(unit.seat) if friend.id != unit.id]
    return bool(shapes.overlapping(way, friends, field.setting.limits.touch))


def break_loose(field: Field, unit: Unit) -> tuple[Field, Onset] | None:
    """A unit that got no order charges on its own; None where it stays."""
    found = prey(field, unit)
    if found is None:
        return None
    _, charge = found
    start = field.body(unit.id)
    ready = field.placed(unit.id, charge.ready.pose).marked(unit.id, marks.CHARGED, marks.ORDERED)
    onset = Onset((Charger(unit.id, start, charge.left),), "uncontrolled", (), ())
    return ready.unmarked(unit.id, marks.STAKES, marks.READY), aim(ready, onset)
