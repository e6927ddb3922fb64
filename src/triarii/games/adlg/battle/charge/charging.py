"""Charges: who may charge whom and how it begins; then the run to contact, which the targets' answers decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from triarii.core.contract import Refusal, Refused
from triarii.games.adlg.battle.charge.beginning import begin
from triarii.games.adlg.battle.charge.halting import Manner, halt
from triarii.games.adlg.battle.fighting.fights import is_long_side, on_edge
from triarii.games.adlg.battle.orders import Step
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.combat.melee import DESTROYERS
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import charges, conforming, contacts, manoeuvres, shapes, zones
from triarii.games.adlg.geometry.bodies import Body, follows
from triarii.games.adlg.geometry.contacts import Side, Start
from triarii.games.adlg.geometry.stops import Stop, Why

LIGHT_INFANTRY_MAY = frozenset({Category.LI, Category.ART, Category.SCH, Category.EL})
"""Whom light infantry may charge in the open (adlg.charge.light_infantry_open)."""
FORTIFIED_CAMP = "adlg.camp.taken"
"""The rule that keeps light troops away from one."""
COLUMN_DEPTH = 1000
"""Of each unit of a column hit in the flank, by one reading (adlg.charge.side)."""


@dataclass(frozen=True)
class Charger:
    """One unit of a charge that has begun: it stands ready, faces the way it goes and has so much left."""

    name: str
    start: Body
    """Before any manoeuvre: by this place it counts as front, flank or rear."""
    left: int


@dataclass(frozen=True)
class Onset:
    """A charge under way, until everybody has answered."""

    chargers: tuple[Charger, ...]
    manner: Manner
    targets: tuple[str, ...]
    """Who lies in the way, the nearest first."""
    waiting: tuple[str, ...]
    """Targets that have not answered yet."""
    stood: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    """Targets that evaded, where they are now."""
    thrown: bool = False
    """Whether the charge die has fallen: it does so once, when all have evaded (adlg.charge.die)."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(charger.name for charger in self.chargers)

    def with_stood(self, name: str) -> Onset:
        """The charge once somebody has said that he awaits it."""
        return replace(self, waiting=self.waiting[1:], stood=(*self.stood, name))

    def with_fled(self, names: tuple[str, ...]) -> Onset:
        """The charge once these have run before it, whoever of them it had been on its way to."""
        waiting = tuple(name for name in self.waiting if name not in names)
        return replace(self, waiting=waiting, fled=(*self.fled, *names))

    def headlong(self, unit: Unit) -> bool:
        """Whether a charger goes as far as it can without being asked: impetuous troops, and whoever broke loose."""
        return unit.impetuous or self.manner is Manner.UNCONTROLLED


@dataclass(frozen=True)
class PursuitRun:
    """A pursuit under way that comes upon an enemy, until he has answered (adlg.pursuit.contact). It is no charge: no
    die is thrown for it, nobody aligns anew, and it goes the way that was said."""

    manner: ClassVar[Manner] = Manner.PURSUIT
    pursuer: Charger
    quarry: str
    stood: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()

    @property
    def chargers(self) -> tuple[Charger, ...]:
        return (self.pursuer,)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.pursuer.name,)

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.quarry,)

    @property
    def waiting(self) -> tuple[str, ...]:
        return () if self.quarry in (*self.stood, *self.fled) else (self.quarry,)

    def with_stood(self, name: str) -> PursuitRun:
        return replace(self, stood=(*self.stood, name))

    def with_fled(self, names: tuple[str, ...]) -> PursuitRun:
        return replace(self, fled=(*self.fled, *names))


Approach = Onset | PursuitRun
"""Units that come upon enemies who answer before they are met."""


# Who may charge whom


def why_not(field: Field, unit: Unit) -> Refusal | None:
    """Why a unit can't charge at all."""
    if unit.category is Category.ART or (unit.category is Category.WWG and "blades" not in unit.abilities):
        return Refusal("charge.never", "adlg.charge.forbidden", {"unit": unit.id})
    if unit.troop.id == "levy" and unit.expendable:
        return Refusal("charge.never", "adlg.charge.forbidden", {"unit": unit.id})
    if field.fights(unit.id):
        return Refusal("charge.fights", "adlg.charge.forbidden", {"unit": unit.id})
    stand = field.stands[unit.id]
    if stand.moves or stand.marks & marks.NO_MORE_MOVES:
        return Refusal("charge.moved", "adlg.move.three", {"unit": unit.id})
    if marks.SHIFTED in stand.marks and not unit.light:
        return Refusal("charge.shifted", "adlg.pass.push", {"unit": unit.id})
    return None


def may_attack(field: Field, unit: Unit, target: str, kind: Side) -> str:
    """The rule that forbids light troops this target; nothing where they may. Others may attack anybody."""
    camp = field.setting.camps.get(target)
    if camp is not None:
        return FORTIFIED_CAMP if unit.light and camp.kind is Camp.FORTIFIED else ""
    if unit.category is not Category.LI:
        return ""
    enemy = field.unit(target)
    readings = field.setting.readings
    listed = enemy.category in LIGHT_INFANTRY_MAY
    if enemy.category is Category.LH and readings.on("light_infantry_charges_light_horse"):
        listed = True
    scenery = field.setting.scenery
    if not scenery.wholly_in_rough(field.body(unit.id).quad):
        return "" if listed else "adlg.charge.light_infantry_open"
    ground = scenery.ground_under(field.body(target).quad, enemy.troop)
    weak = field.disordered(target) or kind is not Side.FRONT or bool(malus(enemy.troop, ground))
    if weak or (listed and readings.says("light_infantry_rough_targets", "added_to_open_list")):
        return ""
    return "adlg.charge.light_infantry_rough"


# Beginning a charge


def declare(field: Field, names: Sequence[str], target: str, steps: Sequence[Step]) -> tuple[Field, Onset] | Refusal:
    """An ordered or spontaneous charge; the field with the chargers ready to go, and the charge as it stands."""
    who, begins = tuple(names), tuple(steps)
    return field.once(("declared", who, target, begins), lambda: _declared(field, who, target, begins))


def _declared(
    field: Field, names: tuple[str, ...], target: str, steps: tuple[Step, ...]
) -> tuple[Field, Onset] | Refusal:
    try:
        return _declare(field, names, target, steps)
    except Refused as refused:
        return refused.refusal


def _declare(field: Field, names: tuple[str, ...], target: str, steps: Sequence[Step]) -> tuple[Field, Onset]:
    units = [field.unit(name) for name in names]
    if not _is_enemy(field, target, units[0].seat):
        raise Refused.because("charge.no_enemy", "adlg.charge.declare", target=target)
    for unit in units:
        refusal = why_not(field, unit)
        if refusal is not None:
            raise Refused(refusal)
        _heed_threat(field, unit, target)
    ready, lefts = begin(field, names, steps, target)
    chargers = tuple(Charger(name, field.body(name), left) for name, left in zip(names, lefts, strict=True))
    spontaneous = not steps and any(in_own_zone(field, unit, target) for unit in units)
    onset = Onset(chargers, Manner.SPONTANEOUS if spontaneous else Manner.ORDERED, (), ())
    check_sides(past_light_infantry(ready, onset, target), onset, target)
    moved = ready
    for name in names:
        moved = moved.marked(name, marks.CHARGED, marks.ORDERED).unmarked(name, marks.STAKES, marks.READY)
    aimed = aim(ready, replace(onset, targets=(target,)))
    if target not in aimed.targets:  # light infantry before it has to evade first
        aimed = replace(aimed, targets=(*aimed.targets, target), waiting=(*aimed.waiting, target))
    return moved, aimed


def past_light_infantry(field: Field, onset: Onset, target: str) -> Field:
    """The table as a charge sees it that is aimed past light infantry: without those before the target who have to
    evade it (adlg.charge.past_light_infantry). In all other cases the table as it is."""
    if any(contact_of(field, charger, onset, target) is not None for charger in onset.chargers):
        return field
    screen = {
        enemy.id
        for charger in onset.chargers
        for enemy, _ in lane(field, charger, onset)
        if enemy.id in field and has_to_evade(field, field.unit(charger.name), enemy.id)
    }
    clear = field
    for name in screen:
        clear = clear.removed(name, "left_table", "adlg.charge.past_light_infantry")
    behind = any(contact_of(clear, charger, onset, target) is not None for charger in onset.chargers)
    return clear if screen and behind else field


def has_to_evade(field: Field, charger: Unit, target: str) -> bool:
    """By the common reading light infantry in the open has to evade those who would destroy it."""
    unit = field.unit(target)
    if unit.category is not Category.LI or not field.setting.readings.on("light_infantry_must_evade"):
        return False
    in_the_open = not field.setting.scenery.wholly_in_rough(field.body(target).quad)
    return in_the_open and charger.category in DESTROYERS and not field.fights(target)


def _is_enemy(field: Field, target: str, seat: int) -> bool:
    if target in field:
        return field.unit(target).seat != seat
    camp = field.setting.camps.get(target)
    return camp is not None and camp.seat != seat and target not in field.taken


def _heed_threat(field: Field, unit: Unit, target: str) -> None:
    """In a zone only the most threatening enemy may be charged, or whoever stands between (adlg.zone.allowed)."""
    threats = control.threats(field, unit)
    if threats and not any(heeds(field, unit, threat, target) for threat in threats):
        raise Refused.because("charge.threat", "adlg.zone.allowed", unit=unit.id, enemy=threats[0].id)


def heeds(field: Field, unit: Unit, threat: Body, target: str) -> bool:
    """Whether a charge on this target is one on the most threatening enemy, or on who stands between."""
    between = shapes.hull(field.body(unit.id).front, threat.front)
    touch = field.setting.limits.touch
    return target == threat.id or bool(shapes.overlapping(between, [field.body(target).quad], touch))


def in_own_zone(field: Field, unit: Unit, target: str) -> bool:
    """Whether a spontaneous charge is possible: the enemy is in the unit's own zone (adlg.charge.spontaneous)."""
    if not zones.in_zone(field.body(target), field.body(unit.id), field.setting.limits):
        return False
    if target in field:
        return unit.id in [holder.id for holder in control.holders(field, field.unit(target))]
    return unit.category not in control.NO_ZONE and not field.fights(unit.id)


# Who lies in the way


def aim(field: Field, onset: Onset) -> Onset:
    """Who lies in the way of the chargers now, and so has to answer; those who answered do not again. Of two who are as
    near the one who was the first target stays it."""
    nearest: dict[str, int] = {}
    for charger in onset.chargers:
        unit = field.unit(charger.name)
        for enemy, way in lane(field, charger, onset):
            kind = _side(field, charger, onset, enemy, way)[1]
            if not may_attack(field, unit, enemy.id, kind):
                nearest[enemy.id] = min(way, nearest.get(enemy.id, way))
    ranked = sorted(nearest, key=lambda name: (nearest[name], name not in onset.targets[:1], name))
    targets = tuple(name for name in ranked if name not in onset.fled)
    waiting = tuple(name for name in targets if name not in onset.stood)
    return replace(onset, targets=targets, waiting=waiting)


def lane(field: Field, charger: Charger, onset: Approach) -> tuple[tuple[Body, int], ...]:
    """Whom a charger would meet on its way, each with the distance: the nearest, and who shows between the nearer."""
    unit = field.unit(charger.name)
    enemies = field.targets(unit.seat)
    far = halt(field, unit.id, charger.left, onset.manner, onset.fled, start=charger.start, at_enemies=False)
    return charges.targets(field.body(unit.id), far.distance, enemies, field.setting.limits)


def stop_of(field: Field, charger: Charger, manner: Manner, fled: Sequence[str] = ()) -> Stop:
    """Where a charger's way ends (adlg.charge.stops)."""
    return halt(field, charger.name, charger.left, manner, fled, start=charger.start)


def contact_of(field: Field, charger: Charger, onset: Approach, target: str) -> tuple[Body, Side] | None:
    """Where a charger meets a target if nobody nearer stands, and on which of its edges that counts; None if it does
    not."""
    for enemy, way in lane(field, charger, onset):
        if enemy.id == target:
            return _side(field, charger, onset, enemy, way)
    return None


def _side(field: Field, charger: Charger, onset: Approach, enemy: Body, way: int) -> tuple[Body, Side]:
    body = field.body(charger.name)
    met = body.moved(manoeuvres.advance(body.pose, way))
    if enemy.id in onset.fled:
        return met, Side.REAR  # a caught evader is always hit in the rear (adlg.evade.caught)
    return met, side_struck(field, charger.start, met, enemy)


def side_struck(field: Field, start: Body, met: Body, enemy: Body) -> Side:
    """Which edge of an enemy a unit strikes that stood here before and meets him there (adlg.charge.side). In a column
    nobody but the first has a front of his own to be struck: the line of the first one's front counts for all."""
    setting = field.setting
    if enemy.id in field and field.unit(enemy.id).category is Category.WWG:
        return contacts.contact_kind(Start.EDGE, met, enemy, setting.limits)  # wherever the charger stood
    reference = str(setting.readings.chosen["flank_reference"])
    column = _with_those_before(field, enemy)
    kind = contacts.start_kind(start, column, flank_reference=reference, limits=setting.limits)
    return contacts.contact_kind(kind, met, enemy, setting.limits)


def _with_those_before(field: Field, enemy: Body) -> Body:
    """A base and all that stand before it in its column, as one."""
    ahead = _before_in_column(field, enemy)
    depth = enemy.depth + sum(each.depth for each in ahead)
    return replace(enemy, pose=ahead[-1].pose, depth=depth) if ahead else enemy


def _before_in_column(field: Field, body: Body) -> tuple[Body, ...]:
    """Who stands before a unit in its column, the nearest first."""
    if body.id not in field:
        return ()

    def found() -> tuple[Body, ...]:
        others = field.bodies(field.unit(body.id).seat, without=(body.id,))
        ahead: list[Body] = []
        while before := [each for each in others if follows(each, ahead[-1] if ahead else body, field.setting.limits)]:
            ahead.append(before[0])
        return tuple(ahead)

    return field.once(("before in column", body.id), found)


# Whether it may be charged there


def check_sides(field: Field, onset: Onset, target: str) -> None:
    """Whether the charge meets its target at all; light troops' limits, edges that are taken, flanks that an enemy
    zone denies."""
    met = [(charger, contact_of(field, charger, onset, target)) for charger in onset.chargers]
    found = [(field.unit(charger.name), contact[1]) for charger, contact in met if contact is not None]
    if not found or not any(stop_of(field, each, onset.manner).why is Why.CONTACT for each in onset.chargers):
        _not_met(field, onset, target)
    forbidden = [may_attack(field, unit, target, kind) for unit, kind in found]
    if all(forbidden):
        first = found[0][0].id
        if forbidden[0] == FORTIFIED_CAMP:
            raise Refused.because("charge.fortified", FORTIFIED_CAMP, unit=first, target=target)
        raise Refused.because("charge.light_infantry", forbidden[0], unit=first, target=target)
    for unit, kind in found:
        if target in field and kind is not Side.FRONT and _denied(field, unit, target, kind):
            raise Refused.because("charge.flank_denied", "adlg.charge.edge_taken", unit=unit.id, target=target)
    if all(taken(field, target, kind) for _, kind in found):
        raise Refused.because("charge.edge_taken", "adlg.charge.edge_taken", target=target)


def _not_met(field: Field, onset: Onset, target: str) -> None:
    """The refusal of a charge that misses: it is too far, or something stops it first."""
    enemy, touch = field.body(target), field.setting.limits.touch
    for charger in onset.chargers:
        body = field.body(charger.name)
        way = shapes.first_contact(body.front, body.heading, enemy.quad, touch)
        if way is not None and way <= charger.left:
            free = stop_of(field, charger, onset.manner).distance
            raise Refused.because(
                "charge.stopped", "adlg.charge.stops", unit=charger.name, target=target, way=way, free=free
            )
    gap = min(shapes.gap(field.body(charger.name).quad, enemy.quad) for charger in onset.chargers)
    left = max(charger.left for charger in onset.chargers)
    raise Refused.because("charge.not_met", "adlg.charge.reach", target=target, gap=gap, left=left)


def taken(field: Field, target: str, kind: Side) -> bool:
    """Whether that edge has no room for one more, because others fight there already (adlg.charge.edge_taken). On a
    long side of a war wagon there is room for two (adlg.war_wagon.long_side)."""
    if kind is Side.FRONT and any(meeting.attacker == target for meeting in field.meetings):
        return True
    return len(on_edge(field, target, kind)) >= (2 if is_long_side(field, target, kind) else 1)


def _denied(field: Field, unit: Unit, target: str, kind: Side) -> bool:
    """Whether another enemy's zone lies on the place where the unit would stand on a flank or rear: its own, or the one
    at the rear corner where bodies or ground are in the way of that."""
    body, enemy = field.body(unit.id), as_struck(field, target, kind)
    in_the_way = solids(field, 1 - unit.seat, (target,), edge=False, camps=False)
    for place in (place for group in conforming.PLACES[kind] for place in group):
        there = body.moved(conforming.place_pose(place, enemy, body.width))
        if not shapes.overlapping(there.quad, in_the_way, field.setting.limits.touch):
            return bool(control.holders(field, unit, there, without=frozenset({target})))
    return False


def as_struck(field: Field, target: str, kind: Side) -> Body:
    """The base on whose flank chargers stand: a real one, or in a column one that counts as 1 UD deep like all before
    it, where the reading says so (flanked_column_depth)."""
    body = field.body(target)
    real = field.setting.readings.says("flanked_column_depth", "real")
    if real or kind in (Side.FRONT, Side.REAR) or target not in field:
        return body
    others, ahead = field.bodies(field.unit(target).seat, without=(target,)), _before_in_column(field, body)
    if not ahead and not any(follows(body, each, field.setting.limits) for each in others):
        return body
    back = sum(COLUMN_DEPTH - each.depth for each in ahead)
    return replace(body, pose=shapes.at(body.pose, 0, -back), depth=COLUMN_DEPTH)
