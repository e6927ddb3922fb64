"""Charges: who may charge whom and how it begins; then the run to contact, which the targets' answers decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from triarii.core.contract import Refusal
from triarii.games.adlg.geometry import charges, conforming, contacts, groups, manoeuvres, shapes, stops, zones
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side, Start
from triarii.games.adlg.geometry.stops import Stop, Why
from triarii.games.adlg.geometry.turns import Turn, turn_in_place
from triarii.games.adlg.ground import malus
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.orders import Step
from triarii.games.adlg.table.passing import bursts_through, pass_rule
from triarii.games.adlg.table.reach import allowance, harmful
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.table.walking import HEAVY_TURN_COST, TURN_COST, Refused, stiff
from triarii.games.adlg.troops import Category

LIGHT_INFANTRY_MAY = frozenset({Category.LI, Category.ART, Category.SCH, Category.EL})
"""Whom light infantry may charge in the open (adlg.charge.light_infantry_open)."""


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
    manner: str
    """`ordered`, `spontaneous` or `uncontrolled`."""
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


# Who may charge whom


def why_not(field: Field, unit: Unit) -> tuple[str, str] | None:
    """Why a unit can't charge at all: the refusal's code and its rule."""
    if unit.category is Category.ART or (unit.category is Category.WWG and "blades" not in unit.abilities):
        return "never", "adlg.charge.forbidden"
    if unit.troop.id == "levy" and unit.expendable:
        return "never", "adlg.charge.forbidden"
    if field.fights(unit.id):
        return "fights", "adlg.charge.forbidden"
    stand = field.stands[unit.id]
    if stand.moves or stand.marks & marks.NO_MORE_MOVES:
        return "moved", "adlg.move.three"
    if marks.SHIFTED in stand.marks and not unit.light:
        return "shifted", "adlg.pass.push"
    return None


def may_attack(field: Field, unit: Unit, target: str, kind: Side) -> str:
    """The rule that forbids light infantry this target; nothing where it may. Others may attack anybody."""
    if unit.category is not Category.LI or target in field.setting.camps:
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
    try:
        return _declare(field, tuple(names), target, steps)
    except Refused as refused:
        code = refused.refusal.code.replace("move.", "charge.", 1)
        return replace(refused.refusal, code=code)


def _declare(field: Field, names: tuple[str, ...], target: str, steps: Sequence[Step]) -> tuple[Field, Onset]:
    units = [field.unit(name) for name in names]
    seat = units[0].seat
    if not _is_enemy(field, target, seat):
        raise Refused("no_enemy", "adlg.charge.declare", target=target)
    for unit in units:
        reason = why_not(field, unit)
        if reason is not None:
            raise Refused(reason[0], reason[1], unit=unit.id)
        _heed_threat(field, unit, target)
    ready, lefts = _begin(field, names, steps)
    chargers = tuple(Charger(name, field.body(name), left) for name, left in zip(names, lefts, strict=True))
    spontaneous = not steps and any(_in_own_zone(field, name, target) for name in names)
    onset = aim(ready, Onset(chargers, "spontaneous" if spontaneous else "ordered", (), ()))
    if target not in onset.targets:
        nearest = shapes.gap(field.body(names[0]).quad, field.body(target).quad)
        raise Refused("not_met", "adlg.charge.reach", target=target, gap=nearest, left=max(lefts))
    _check_sides(ready, onset, target)
    moved = ready
    for name in names:
        moved = moved.marked(name, marks.CHARGED, marks.ORDERED).unmarked(name, marks.STAKES, marks.READY)
    return moved, onset


def _is_enemy(field: Field, target: str, seat: int) -> bool:
    if target in field:
        return field.unit(target).seat != seat
    camp = field.setting.camps.get(target)
    return camp is not None and camp.seat != seat and target not in field.taken


def _heed_threat(field: Field, unit: Unit, target: str) -> None:
    """In a zone only the most threatening enemy may be charged, or whoever stands between (adlg.zone.allowed)."""
    threat = control.most_threatening(field, unit)
    if threat is None or threat.id == target:
        return
    body, other = field.body(unit.id), field.body(target)
    between = shapes.overlapping(shapes.hull(body.front, threat.front), [other.quad], field.setting.limits.touch)
    if not between:
        raise Refused("threat", "adlg.zone.allowed", unit=unit.id, enemy=threat.id)


def _in_own_zone(field: Field, name: str, target: str) -> bool:
    """Whether a spontaneous charge is possible: the enemy is in the unit's own zone (adlg.charge.spontaneous)."""
    return zones.in_zone(field.body(target), field.body(name), field.setting.limits)


def _begin(field: Field, names: tuple[str, ...], steps: Sequence[Step]) -> tuple[Field, list[int]]:
    """The one manoeuvre at the start of a charge, and what each unit has left (adlg.charge.beginning)."""
    rule = "adlg.charge.beginning"
    turns = field.setting.readings.on("charge_may_begin_with_turn")
    kinds = [step.kind for step in steps]
    legal = kinds in ([], ["slide"], ["wheel"]) or (turns and kinds in (["turn"], ["turn", "wheel"]))
    if not legal:
        raise Refused("beginning", rule)
    limits = field.setting.limits
    block = groups.block_of([field.body(name) for name in names], limits)
    if block is None:
        raise Refused("no_group", "adlg.group.formed", units="+".join(names))
    units = [field.unit(name) for name in names]
    lefts = [allowance(field, unit, (field.body(unit.id).quad,), hasty=False) for unit in units]
    poses: Sequence[tuple[int, int, int]] = [field.stands[name].pose for name in names]
    for step in steps:
        if step.kind == "slide":
            if abs(step.amount) > charges.MOST_SLIDE:
                raise Refused("slide_far", "adlg.slide.limits", slide=abs(step.amount), most=charges.MOST_SLIDE)
            poses = block.poses(step.amount, 0)
        elif step.kind == "wheel":
            most = 4500 if any(unit.category is Category.WWG for unit in units) else charges.MOST_WHEEL
            if abs(step.amount) > most:
                raise Refused("wheel_far", "adlg.wheel.limits", wheel=abs(step.amount), most=most)
            free = groups.block_wheel_legal_part(block, step.amount, _others(field, names), limits)
            if free != step.amount:
                raise Refused("wheel_blocked", "adlg.move.collision", wheel=abs(step.amount), free=abs(free))
            poses = groups.block_wheel(block, step.amount)
            lefts = [
                left - cost for left, cost in zip(lefts, groups.block_wheel_costs(block, step.amount), strict=True)
            ]
        else:
            if len(names) > 1:
                raise Refused("beginning", rule)
            body = field.body(names[0])
            way = Turn.ABOUT if abs(step.amount) == 18000 else Turn.RIGHT if step.amount > 0 else Turn.LEFT
            turned = turn_in_place(body, way, _others(field, names), limits=limits)
            if turned is None:
                raise Refused("turn_blocked", "adlg.move.collision", unit=names[0])
            poses = [turned.pose]
            lefts = [lefts[0] - (0 if units[0].light else HEAVY_TURN_COST if stiff(units[0]) else TURN_COST)]
            block = groups.Block(turned.pose, block.width, block.cells, block.depths)
    ready = field
    for name, pose in zip(names, poses, strict=True):
        ready = ready.placed(name, pose)
        hit = shapes.overlapping(ready.body(name).quad, _others(field, names), limits.touch)
        if hit:
            raise Refused("no_room", "adlg.move.collision", unit=name)
    return ready, [max(0, left) for left in lefts]


def _others(field: Field, names: Iterable[str]) -> list[shapes.Figure]:
    return [
        *(body.quad for body in field.bodies(without=names)),
        *(body.quad for seat in (0, 1) for body in field.camps(seat)),
        *field.setting.scenery.impassable,
    ]


def aim(field: Field, onset: Onset) -> Onset:
    """Who lies in the way of the chargers now, and so has to answer; those who answered do not again."""
    enemies = _enemies(field, onset)
    lanes = []
    for charger in onset.chargers:
        stop = stop_of(field, charger, onset.manner, onset.fled)
        lanes.append((field.body(charger.name), stop.distance))
    found = charges.group_targets(lanes, enemies, field.setting.limits)
    targets = tuple(body.id for body, _ in found if body.id not in onset.fled)
    waiting = tuple(name for name in targets if name not in onset.stood)
    return replace(onset, targets=targets, waiting=waiting)


def _enemies(field: Field, onset: Onset) -> list[Body]:
    seat = field.unit(onset.chargers[0].name).seat
    camps = [camp for camp in field.camps(1 - seat) if camp.id not in field.taken]
    return [*field.bodies(1 - seat), *camps]


def stop_of(field: Field, charger: Charger, manner: str, fled: Sequence[str] = ()) -> Stop:
    """Where a charger's way ends (adlg.charge.stops): at an enemy, a zone that leads elsewhere, a friend it can't pass,
    ground that is bad for it, the table's edge, or its allowance."""
    setting = field.setting
    unit, body = field.unit(charger.name), field.body(charger.name)
    reach = setting.scenery.straight_reach(
        body, body.heading, charger.left, unit.troop, setting.readings, boosted=False
    )
    enemies = [*field.bodies(1 - unit.seat), *field.camps(1 - unit.seat)]
    acting = [
        field.body(enemy.id)
        for enemy in field.units(1 - unit.seat)
        if enemy.id not in fled and control.exerts(field, enemy, unit)
    ]
    friends = [
        *(
            field.body(friend.id)
            for friend in field.units(unit.seat)
            if friend.id != unit.id and not _gets_through(field, unit, friend, body.heading, manner)
        ),
        *field.camps(unit.seat),
    ]
    return stops.first_stop(
        body,
        min(charger.left, reach),
        enemies=enemies,
        zones=acting,
        friends=friends,
        ground=[*harmful(field, unit, body), *setting.scenery.impassable],
        table=setting.size,
        limits=setting.limits,
    )


def _gets_through(field: Field, unit: Unit, friend: Unit, heading: int, manner: str) -> bool:
    if pass_rule(field, unit, friend, heading):
        return True
    return manner == "uncontrolled" and bursts_through(field, friend)


def _check_sides(field: Field, onset: Onset, target: str) -> None:
    """Light infantry's limits, edges that are taken, flanks that an enemy zone denies."""
    for charger in onset.chargers:
        contact = contact_of(field, charger, onset, target)
        if contact is None:
            continue
        unit, kind = field.unit(charger.name), contact[1]
        forbidden = may_attack(field, unit, target, kind)
        if forbidden:
            raise Refused("light_infantry", forbidden, unit=unit.id, target=target)
        if target in field and kind is not Side.FRONT and _denied(field, unit, target, kind):
            raise Refused("flank_denied", "adlg.charge.edge_taken", unit=unit.id, target=target)
        if len(onset.chargers) == 1 and taken(field, target, kind):
            raise Refused("edge_taken", "adlg.charge.edge_taken", target=target)


def contact_of(field: Field, charger: Charger, onset: Onset, target: str) -> tuple[Body, Side] | None:
    """Where a charger meets a target, and on which of its edges that counts; None if it does not."""
    body = field.body(charger.name)
    stop = stop_of(field, charger, onset.manner, onset.fled)
    if stop.why is not Why.CONTACT or stop.by != target:
        return None
    enemy = field.body(target)
    met = body.moved(manoeuvres.advance(body.pose, stop.distance))
    if target in onset.fled:
        return met, Side.REAR  # a caught evader is always hit in the rear (adlg.evade.caught)
    setting = field.setting
    reference = str(setting.readings.chosen["flank_reference"])
    start = contacts.start_kind(charger.start, enemy, flank_reference=reference, limits=setting.limits)
    if target in field and field.unit(target).category is Category.WWG:
        start = Start.EDGE if start is not Start.FRONT else start
    return met, contacts.contact_kind(start, met, enemy, setting.limits)


def taken(field: Field, target: str, kind: Side) -> bool:
    """Whether somebody already fights on that edge (adlg.charge.edge_taken)."""
    for meeting in field.meetings:
        if meeting.target == target and meeting.side == kind.value:
            return True
        if kind is Side.FRONT and meeting.attacker == target:
            return True
    return False


def _denied(field: Field, unit: Unit, target: str, kind: Side) -> bool:
    """Whether another enemy's zone lies on the place where the unit would stand on a flank or rear."""
    body = field.body(unit.id)
    place = conforming.PLACES[kind][0][0]
    there = body.moved(conforming.place_pose(place, field.body(target), body.width))
    return bool(control.holders(field, unit, there, without=frozenset({target})))
