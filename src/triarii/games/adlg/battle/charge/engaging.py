"""Contact: chargers run up to whoever stands, conform, and a melee begins; with what it costs those who are struck."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from triarii.games.adlg.battle.charge import places
from triarii.games.adlg.battle.charge.charging import Charger, Onset, contact_of, lane, may_attack, stop_of, taken
from triarii.games.adlg.battle.charge.halting import Manner, company, pushed, shifted
from triarii.games.adlg.battle.fighting.fights import is_long_side
from triarii.games.adlg.battle.movement.passing import bursts_through, panicked, panics_when_passed, pass_rule
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.battle.table.happenings import Meets
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.combat.losses import multiple_attack_rule
from triarii.games.adlg.combat.melee import DESTROYERS
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import conforming, evades, manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.stops import Stop, Why

RUN, SIDE, CAUGHT = "adlg.charge.straight", "adlg.charge.side", "adlg.evade.caught"
CONTACT, SUPPORTS = "adlg.pursuit.contact", "adlg.support.positions"
STEP_AWAY = 1000


@dataclass(frozen=True)
class Plan:
    """A charger who has met an enemy, on which edge that counts, and how far it was."""

    charger: str
    target: str
    kind: Side
    distance: int


# The run


def first_contact(field: Field, onset: Onset) -> int | None:
    """How far it is to the first enemy whom one of the chargers meets and may attack; None if they meet nobody."""
    ways = [way for charger in onset.chargers if (way := _way_to_enemy(field, charger, onset)) is not None]
    return min(ways, default=None)


def _way_to_enemy(field: Field, charger: Charger, onset: Onset) -> int | None:
    stop = stop_of(field, charger, onset.manner, onset.fled)
    return stop.distance if stop.why is Why.CONTACT and _attacks(field, charger, onset, stop.by) else None


def _attacks(field: Field, charger: Charger, onset: Onset, target: str) -> Side | None:
    """On which edge a charger attacks whom it meets; None for light troops that may not and stop short of him."""
    contact = contact_of(field, charger, onset, target)
    if contact is None or may_attack(field, field.unit(charger.name), target, contact[1]):
        return None
    return contact[1]


def close_in(field: Field, onset: Onset, go_on: int | None = None) -> Field:
    """All chargers go as far as they do once everybody has answered; who meets an enemy conforms and fights. Who meets
    nobody keeps level with the first contact or goes on so far; impetuous troops always do, and so do all where
    everybody evaded, because they were asked how far before (adlg.charge.go_on)."""
    first = first_contact(field, onset)
    plans: list[Plan] = []
    short: list[tuple[str, str]] = []
    level: list[str] = []
    moved = field
    for charger in _front_first(field, onset):
        stop = stop_of(moved, charger, onset.manner, onset.fled)
        met = _met(moved, charger, onset, stop)
        distance = stop.distance
        plans += met
        if not met:
            if stop.why is Why.CONTACT:
                distance = max(0, distance - field.setting.limits.stop_short)
                short += [(charger.name, stop.by)] if stop.by in field else []  # nobody supports an attack on a camp
            if first is not None and not onset.thrown and not onset.headlong(field.unit(charger.name)):
                distance = min(distance, max(first, go_on or 0))
            if first is not None and distance <= first:
                level.append(charger.name)
        moved = run_on(moved, charger.name, distance, onset.manner)
    fighting = tuple(dict.fromkeys(plan.charger for plan in plans))
    names = [*fighting, *level]
    last = frozenset((*level, *_side_by_side(field, plans)))
    for apart in (last, frozenset[str]()):  # who met nobody finds his place last, or makes room like others
        after = _support(_fight(moved, onset, plans, apart), short)
        after = places.keep_together(after, field, names)
        if places.is_clear(after, names):
            break
    return after


def _support(field: Field, short: list[tuple[str, str]]) -> Field:
    """Light infantry that stopped short of an enemy whom it may not attack stands beside a friend who fights him."""
    for name, target in short:
        found = places.support_on(field, name, target)
        if found is not None:
            field = shifted(field.placed(name, found.body.pose, SUPPORTS), found.shifted, places.SHIFT)
    return field


def _front_first(field: Field, onset: Onset) -> list[Charger]:
    """The front rank before those who follow it."""
    first = field.body(onset.chargers[0].name)
    return sorted(onset.chargers, key=lambda each: -shapes.local(first.pose, field.body(each.name).centre)[1])


def _met(field: Field, charger: Charger, onset: Onset, stop: Stop) -> list[Plan]:
    """Whom a charger has met where it stops: one enemy, or several at once."""
    if stop.why is not Why.CONTACT:
        return []
    slack = field.setting.limits.touch
    names = [enemy.id for enemy, way in lane(field, charger, onset) if abs(way - stop.distance) <= slack]
    kinds = {name: _attacks(field, charger, onset, name) for name in names}
    return [Plan(charger.name, name, kind, stop.distance) for name, kind in kinds.items() if kind is not None]


def _fight(field: Field, onset: Onset, plans: list[Plan], apart: frozenset[str]) -> Field:
    """Who has met an enemy conforms to him, the shortest way first; who has met several, to the one whose edge is free,
    and alone to the one whom he charged."""
    known = {(plan.charger, plan.target): plan for plan in plans}
    ranked = conforming.conform_order(
        (field.body(plan.charger), field.body(plan.target), plan.distance) for plan in plans
    )
    waiting = _along_wagons(field, [known[charger.id, target.id] for charger, target, _ in ranked])
    if len(onset.chargers) == 1:
        waiting.sort(key=lambda plan: plan.target not in onset.targets[:1])
    while waiting:
        plan = waiting.pop(0)
        again = [other for other in waiting if other.charger == plan.charger]
        gone = plan.target not in field and plan.target not in field.setting.camps
        if gone or (again and taken(field, plan.target, plan.kind)):
            continue
        waiting = [other for other in waiting if other.charger != plan.charger]
        caught = plan.target in onset.fled
        if caught:
            field = _as_it_ran(field, plan.target, field.body(plan.charger).heading)
        field = meet(field, plan.charger, plan.target, plan.kind, onset.manner, caught=caught, apart=apart)
    return field


def _side_by_side(field: Field, plans: list[Plan]) -> list[str]:
    """Those who share the long side of a war wagon: none of them is shifted before he has found his half of it."""
    long_sides = [plan for plan in plans if is_long_side(field, plan.target, plan.kind)]
    together = Counter((plan.target, plan.kind) for plan in long_sides)
    return [plan.charger for plan in long_sides if together[plan.target, plan.kind] > 1]


def _along_wagons(field: Field, plans: list[Plan]) -> list[Plan]:
    """Who meets the long side of a war wagon beside others conforms in their order along it, from its front, so that
    each finds the half of it that is nearer to him (adlg.war_wagon.long_side)."""

    def ahead(plan: Plan) -> int:
        x, y, _ = field.stands[plan.charger].pose
        return shapes.local(field.body(plan.target).pose, (x * shapes.FINE, y * shapes.FINE))[1]

    sides = {(plan.target, plan.kind) for plan in plans if is_long_side(field, plan.target, plan.kind)}
    for side in sides:
        here = [number for number, plan in enumerate(plans) if (plan.target, plan.kind) == side]
        in_order = sorted((plans[number] for number in here), key=ahead, reverse=True)
        for number, plan in zip(here, in_order, strict=True):
            plans[number] = plan
    return plans


def _as_it_ran(field: Field, evader: str, heading: int) -> Field:
    """A half turn at the end of its run does not help an evader who is caught: it is struck in the rear."""
    body = field.body(evader)
    if turn_between(body.heading, heading) <= manoeuvres.QUARTER:
        return field
    return field.placed(evader, evades.about_turned(body).pose, CAUGHT)


def run_on(field: Field, name: str, distance: int, manner: Manner = Manner.ORDERED, rule: str = RUN) -> Field:
    """A unit goes straight on through friends that let it pass; an uncontrolled charge bursts through others."""
    unit, body = field.unit(name), field.body(name)
    end = body.moved(manoeuvres.advance(body.pose, distance))
    aside = pushed(field, unit, body, distance, company(field, unit, body.heading, manner))
    after = field.placed(name, end.pose, rule)
    for friend in field.units(unit.seat):
        if friend.id == name or not panics_when_passed(field, unit, friend):
            continue
        if pass_rule(field, unit, friend, body.heading) and _crosses(body, end, field.body(friend.id), field):
            after = panicked(after, friend.id, name)
    if manner is Manner.UNCONTROLLED:
        for friend in field.units(unit.seat):
            if friend.id == name or pass_rule(field, unit, friend, body.heading) or not bursts_through(field, friend):
                continue
            if _crosses(body, end, field.body(friend.id), field) and not field.has_mark(friend.id, marks.BURST):
                after = after.loses(friend.id, 1, "adlg.burst.loss", name).marked(friend.id, marks.BURST, marks.SHIFTED)
    return places.make_way(after, name) if isinstance(aside, str) else shifted(after, aside, places.PUSHED)


def _crosses(start: Body, end: Body, friend: Body, field: Field) -> bool:
    return bool(shapes.overlapping(shapes.hull(start.quad, end.quad), [friend.quad], field.setting.limits.touch))


# The contact


def meet(
    field: Field,
    name: str,
    target: str,
    kind: Side,
    manner: Manner,
    *,
    caught: bool = False,
    apart: frozenset[str] = frozenset(),
) -> Field:
    """A unit in contact conforms to its enemy and fights him, or supports a friend who does (adlg.charge.conform,
    adlg.conform.poses)."""
    unit = field.unit(name)
    yielding = _yields(field, name, target, kind)
    if yielding is not None:
        return yielding
    conformed, kind = places.place_on(field, name, target, kind, apart)
    if conformed is not None:
        supports = conformed.place in conforming.SUPPORTS
        field = field.placed(name, conformed.body.pose, SUPPORTS if supports else places.POSES)
        field = shifted(field, conformed.shifted, places.SHIFT)
        if supports:
            return field
    elif taken(field, target, kind):
        return field  # no room on that edge and no friend to support: it only stands there
    if target in field:
        if field.has_mark(target, marks.LOOTING):
            field = field.unmarked(target, marks.LOOTING)  # who is charged drops his loot (adlg.camp.taken)
        field = _strike(field, unit, target, kind, conformed is not None, caught)
        if target not in field:
            return field
    charger = name if manner is not Manner.PURSUIT else ""
    meeting = Meeting(
        name,
        target,
        kind.value,
        charger=charger,
        uncontrolled=manner is Manner.UNCONTROLLED,
        conformed=conformed is not None,
    )
    rule = CONTACT if manner is Manner.PURSUIT else SIDE
    return field.meeting_added(meeting).noted(Meets, rule, name, target, kind.value)


def _yields(field: Field, name: str, target: str, kind: Side) -> Field | None:
    """By one reading light infantry alone against a war wagon steps 1 UD away instead of fighting it; where it has no
    room for that it fights (adlg.conform.incomplete)."""
    if target not in field or not field.setting.readings.on("light_infantry_yields_to_war_wagon"):
        return None
    light = next((each for each in (name, target) if field.unit(each).category is Category.LI), "")
    wagon = next((each for each in (name, target) if field.unit(each).category is Category.WWG), "")
    if not light or not wagon or field.fights(wagon):
        return None
    away = {Side.FRONT: (0, -1), Side.REAR: (0, 1), Side.LEFT: (1, 0), Side.RIGHT: (-1, 0)}
    sideways, ahead = away[kind if light == target else Side.FRONT]
    body = field.body(light)
    end = body.moved(shapes.at(body.pose, sideways * STEP_AWAY, ahead * STEP_AWAY))
    if shapes.overlapping(end.quad, solids(field, without=(light,)), field.setting.limits.touch):
        return None
    return field.placed(light, end.pose, places.INCOMPLETE)


def _strike(field: Field, unit: Unit, target: str, kind: Side, conformed: bool, caught: bool) -> Field:
    """What contact costs at once: a multiple attack, or being caught while evading."""
    enemy = field.unit(target)
    if caught:
        sheltered = field.setting.scenery.wholly_in_rough(field.body(target).quad)
        if enemy.category is Category.LI and unit.category in DESTROYERS and not sheltered:
            return field.removed(target, "destroyed", CAUGHT)
        return field if unit.light else field.loses(target, 1, CAUGHT, unit.id)
    if kind is Side.FRONT:
        return field
    loss, rule = multiple_attack_rule(
        enemy.troop,
        unit.troop,
        field.setting.readings,
        already_fighting=field.fights(target),
        conformed=conformed,
        lost_before=field.has_mark(target, marks.STRUCK),
    )
    if loss:
        field = field.loses(target, loss, rule, unit.id).marked(target, marks.STRUCK)
    return field
