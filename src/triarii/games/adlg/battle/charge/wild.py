"""Uncontrolled charges: which impetuous troops and scythed chariots charge on their own, at whom, and when not."""

from __future__ import annotations

from triarii.core.contract import Refused
from triarii.games.adlg.battle.charge.beginning import begin, steps_of, turn_cost
from triarii.games.adlg.battle.charge.charging import Charger, Onset, aim, check_sides, heeds, why_not
from triarii.games.adlg.battle.charge.halting import Manner, halt
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.movement.reach import allowance, harmful, keeps_straight
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.hesitation import unit_hesitates
from triarii.games.adlg.battle.table.setting import Corps, Unit
from triarii.games.adlg.combat.contact import FEARED
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import charges, conforming, held, shapes, zones
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.charges import Charge
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.stops import Why

UNCONTROLLED = "adlg.charge.uncontrolled"
MOST_BY_DIE = 1000
"""mUD that the charge die may add."""


def from_one_wing(field: Field, corps: Corps) -> list[Unit]:
    """The units of a corps that may break loose, from the wing on which the one with the lower number stands."""
    loose = [
        unit
        for unit in field.units(corps.seat)
        if unit.corps == corps.number and unit.charges_uncontrolled and not field.has_mark(unit.id, marks.ORDERED)
    ]
    if not loose:
        return []
    first = field.stands[loose[0].id].pose
    line = sorted(loose, key=lambda unit: (shapes.local(first, field.body(unit.id).centre)[0], unit.id))
    return line[::-1] if fights.in_order(line[-1].id) < fights.in_order(line[0].id) else line


def prey(field: Field, unit: Unit) -> tuple[str, Charge] | None:
    """Whom a unit charges on its own, and how; None: nobody in reach, or no duty (adlg.charge.priority)."""
    return field.once(("prey", unit.id), lambda: _prey(field, unit)) if unit.charges_uncontrolled else None


def _prey(field: Field, unit: Unit) -> tuple[str, Charge] | None:
    if why_not(field, unit) is not None or _excused(field, unit):
        return None
    found = []
    for enemy in _enemies(field, unit):
        if _no_prey(field, unit, enemy):
            continue
        charge = _way_to(field, unit, enemy)
        if charge is not None and not spared(field, unit, enemy, charge):
            found.append((_rank(field, unit, enemy), enemy.id, charge))
    if not found:
        return None
    _, target, charge = min(found, key=lambda one: one[:2])
    return target, charge


def _excused(field: Field, unit: Unit) -> bool:
    """Whether a unit has no duty to charge anybody: it hesitates, supports, loots, or only its rear is in a zone."""
    if unit_hesitates(field, unit):  # adlg.allies.hesitate
        return True
    if unit.id in field.once("supporting", lambda: fights.supporting(field)) or field.has_mark(unit.id, marks.LOOTING):
        return True
    held_by = control.holders(field, unit)
    return bool(held_by) and all(_behind(field.body(unit.id), enemy) for enemy in held_by)


def _behind(body: Body, enemy: Body) -> bool:
    """Whether an enemy stands wholly behind the line of a unit's rear."""
    return all(shapes.local(body.pose, corner)[1] <= -body.depth * shapes.FINE for corner in enemy.quad)


def _enemies(field: Field, unit: Unit) -> list[Body]:
    """Everybody but those behind it; whoever is held heeds the most threatening enemy and who stands between."""
    body = field.body(unit.id)
    threats = control.threats(field, unit)
    return [
        enemy
        for enemy in field.targets(unit.seat)
        if any(shapes.local(body.pose, corner)[1] > 0 for corner in enemy.quad)
        and (not threats or any(heeds(field, unit, threat, enemy.id) for threat in threats))
    ]


def _rank(field: Field, unit: Unit, enemy: Body) -> tuple[int, int]:
    """The most threatening enemy first, then the nearest straight ahead, then the nearest."""
    body = field.body(unit.id)
    away = shapes.gap(body.quad, enemy.quad)
    if enemy.id in (threat.id for threat in control.threats(field, unit)):
        return 0, away
    ahead = shapes.first_contact(body.front, body.heading, enemy.quad, field.setting.limits.touch) is not None
    return (1 if ahead else 2), away


def _way_to(field: Field, unit: Unit, enemy: Body) -> Charge | None:
    """The simplest charge that meets an enemy and is allowed; None if he is out of reach."""
    readings = field.setting.readings
    turns = readings.on("charge_may_begin_with_turn") and not keeps_straight(field, unit)
    return charges.charge_range(
        field.body(unit.id),
        enemy,
        allowance(field, unit, (field.body(unit.id).quad,), hasty=False),
        charge_may_begin_with_turn=turns,
        turn_cost=turn_cost([unit]),
        fits=lambda charge: _fits(field, unit, charge, enemy.id),
        flank_reference=str(readings.chosen["flank_reference"]),
        quarter_turn_anchor=str(readings.chosen["quarter_turn_anchor"]),
        limits=field.setting.limits,
    )


def _fits(field: Field, unit: Unit, charge: Charge, target: str) -> bool:
    """Whether a charge could be ordered so, friends apart whom it passes or bursts through, and meets this enemy
    first."""
    here = field.body(unit.id)
    stop = halt(field, unit.id, charge.left, Manner.UNCONTROLLED, start=here, body=charge.ready)
    begun = _begun(field, unit, charge, target) if stop.why is Why.CONTACT and stop.by == target else None
    if begun is None:
        return False
    try:
        check_sides(*begun, target)
    except Refused:
        return False
    return True


def _begun(field: Field, unit: Unit, charge: Charge, target: str) -> tuple[Field, Onset] | None:
    try:
        ready, lefts = begin(field, (unit.id,), steps_of(charge.beginning), target)
    except Refused:
        return None
    return ready, Onset((Charger(unit.id, field.body(unit.id), lefts[0]),), Manner.UNCONTROLLED, (), ())


# No duty


def spared(field: Field, unit: Unit, enemy: Body, charge: Charge) -> bool:
    """Whether a unit has no duty to charge this enemy (adlg.charge.exceptions)."""
    if _no_prey(field, unit, enemy) or _behind_river(field, enemy, charge) or _ends_badly(field, unit, enemy, charge):
        return True
    if enemy.id not in field:
        return False
    target = field.unit(enemy.id)
    in_front = charge.kind is Side.FRONT
    if not unit.mounted and target.mounted and in_front:
        return True
    steady_heavy = target.category is Category.HI and not field.disordered(enemy.id)
    if unit.category is Category.CV and steady_heavy and in_front:
        return True
    if target.may_evade and not field.fights(enemy.id) and _trap_behind(field, unit, enemy.id, charge):
        return True
    return target.light and _only_through_friends(field, unit, charge)


def _no_prey(field: Field, unit: Unit, enemy: Body) -> bool:
    """Whether an enemy need not be charged by whatever way: for what he is, or for where he stands."""
    if enemy.id not in field:
        return field.setting.camps[enemy.id].kind is Camp.FORTIFIED and unit.mounted
    target = field.unit(enemy.id)
    if target.category in (Category.EL, Category.WWG) or _panics(unit, target):
        return True
    if field.has_mark(enemy.id, marks.STAKES) or field.defends_works(enemy.id):
        return True
    return any(piece.terrain.id == "village" for piece in field.setting.scenery.touched(enemy.quad))


def _panics(unit: Unit, target: Unit) -> bool:
    feared = FEARED.get(unit.troop.animal, frozenset[str]())
    return target.troop.animal in feared and unit.category is not Category.SCH


def _behind_river(field: Field, enemy: Body, charge: Charge) -> bool:
    """Whether the way to an enemy leads through a river in which he does not stand himself, or begins in it: he holds
    its bank."""
    half = charge.ready.width // 2
    way = shapes.rectangle(charge.ready.pose, -half, half, 0, max(1, charge.needs or 0))
    rivers = [piece for piece in field.setting.scenery.touched(way) if piece.river]
    return any(not piece.touched_by(enemy.quad, field.setting.limits.touch) for piece in rivers)


def _ends_badly(field: Field, unit: Unit, enemy: Body, charge: Charge) -> bool:
    """Whether contact would bring a unit onto ground that is bad for it, or give another enemy its flank or rear: where
    it would fight it would be in a zone, and not before its front."""
    assert charge.contact is not None
    assert charge.kind is not None
    place = conforming.PLACES[charge.kind][0][0]
    there = charge.contact.moved(conforming.place_pose(place, enemy, charge.contact.width))
    if any(
        malus(unit.troop, field.setting.scenery.ground_under(body.quad, unit.troop)) for body in (charge.contact, there)
    ):
        return True
    others = control.holders(field, unit, there, without=frozenset({enemy.id}))
    limits = field.setting.limits
    return any(zones.threat_key(there, other, limits)[0] or held.misalignment(there, other) >= 9000 for other in others)


def _trap_behind(field: Field, unit: Unit, target: str, charge: Charge) -> bool:
    """Whether a charge after evaders could lead onto bad ground or, for foot, onto mounted enemies: as far as its die
    may carry it beyond them."""
    assert charge.contact is not None
    ready, reach = charge.ready, charge.left + MOST_BY_DIE
    half = ready.width // 2
    beyond = shapes.rectangle(charge.contact.pose, -half, half, 0, max(1, reach - (charge.needs or 0)))
    bad = [*harmful(field, unit, ready)]
    if not unit.mounted:
        bad += [field.body(each.id).quad for each in field.units(1 - unit.seat) if each.mounted and each.id != target]
    return bool(shapes.overlapping(beyond, bad, field.setting.limits.touch))


def _only_through_friends(field: Field, unit: Unit, charge: Charge) -> bool:
    assert charge.contact is not None
    way = shapes.hull(charge.ready.quad, charge.contact.quad)
    friends = [field.body(friend.id).quad for friend in field.units(unit.seat) if friend.id != unit.id]
    return bool(shapes.overlapping(way, friends, field.setting.limits.touch))


def break_loose(field: Field, unit: Unit) -> tuple[Field, Onset] | None:
    """A unit that got no order charges on its own (adlg.charge.uncontrolled); None where it stays."""
    found = prey(field, unit)
    if found is None:
        return None
    begun = _begun(field, unit, found[1], found[0])
    assert begun is not None, "it was found so"
    ready, onset = begun
    marked = ready.marked(unit.id, marks.CHARGED, marks.ORDERED).unmarked(unit.id, marks.STAKES, marks.READY)
    return marked, aim(ready, onset)
