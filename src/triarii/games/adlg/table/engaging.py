"""Contact: chargers run up to whoever stands, conform, and a melee begins; with what it costs those who are struck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from triarii.games.adlg.geometry import conforming, contacts, manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.conforming import Around, Conformed
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.geometry.shifting import Neighbour, make_room
from triarii.games.adlg.geometry.stops import Why
from triarii.games.adlg.losses import multiple_attack_rule
from triarii.games.adlg.melee import DESTROYERS
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.charging import Charger, Onset, contact_of, stop_of, taken
from triarii.games.adlg.table.field import Field, Meeting
from triarii.games.adlg.table.passing import bursts_through, pass_rule, passed_in_full
from triarii.games.adlg.table.reach import harmful, in_open
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.troops import Category


@dataclass(frozen=True)
class Happening:
    """Something that contact brought about, for the story: what, to whom, by which rule."""

    kind: str
    unit: str
    rule: str
    other: str = ""
    amount: int = 0


def close_in(field: Field, onset: Onset) -> tuple[Field, list[Happening]]:
    """All chargers go as far as they do once everybody has answered; who meets an enemy conforms and fights."""
    told: list[Happening] = []
    meets = [(charger, stop_of(field, charger, onset.manner, onset.fled)) for charger in onset.chargers]
    found = [(charger, stop) for charger, stop in meets if stop.why is Why.CONTACT]
    first = min((stop.distance for _, stop in found), default=0)
    plans: list[tuple[Charger, str, Body, Side, int]] = []
    moved = field
    for charger, stop in meets:
        if stop.why is Why.CONTACT:
            contact = contact_of(field, charger, onset, stop.by)
            assert contact is not None
            plans.append((charger, stop.by, *contact, stop.distance))
            distance = stop.distance
        else:
            # Who meets nobody keeps level with the first contact; impetuous troops go on (adlg.charge.go_on).
            distance = stop.distance if field.unit(charger.name).impetuous else min(stop.distance, first)
        moved, more = run_on(moved, charger.name, distance, onset.manner)
        told += more
    order = conforming.conform_order(
        (moved.body(charger.name), _body(field, target), distance) for charger, target, _, _, distance in plans
    )
    by_name = {charger.name: (target, kind) for charger, target, _, kind, _ in plans}
    for body, _, _ in order:
        target, kind = by_name[body.id]
        if target not in moved and target not in moved.setting.camps:
            continue
        moved, more = meet(moved, body.id, target, kind, onset.manner, caught=target in onset.fled)
        told += more
    return moved, told


def _body(field: Field, name: str) -> Body:
    return field.body(name)


def run_on(field: Field, name: str, distance: int, manner: str = "ordered") -> tuple[Field, list[Happening]]:
    """A unit goes straight on through friends that let it pass; an uncontrolled charge bursts through others."""
    body = field.body(name)
    end = body.moved(manoeuvres.advance(body.pose, distance))
    told: list[Happening] = []
    after = field.placed(name, end.pose)
    if manner == "uncontrolled":
        unit = field.unit(name)
        for friend in field.units(unit.seat):
            if friend.id == name or pass_rule(field, unit, friend, body.heading) or not bursts_through(field, friend):
                continue
            if _crosses(body, end, field.body(friend.id), field) and not field.has_mark(friend.id, marks.BURST):
                after = after.loses(friend.id, 1).marked(friend.id, marks.BURST, marks.SHIFTED)
                told.append(Happening("burst", friend.id, "adlg.burst.loss", name, 1))
    return make_way(after, name), told


def _crosses(start: Body, end: Body, friend: Body, field: Field) -> bool:
    return bool(shapes.overlapping(shapes.hull(start.quad, end.quad), [friend.quad], field.setting.limits.touch))


def make_way(field: Field, name: str) -> Field:
    """Friends on whom a unit came to stand are shifted just clear (adlg.pass.push)."""
    place = field.body(name)
    seat = field.unit(name).seat
    room = make_room(
        place, _neighbours(field, name, seat), _enemies(field, seat), field.setting.scenery.impassable, _wide(field)
    )
    return field if room is None else shifted(field, room.shifted)


def _wide(field: Field) -> Limits:
    """Friends who are passed are pushed as far as it takes, by the usual reading."""
    unlimited = field.setting.readings.says("passed_friend_push", "unlimited")
    return replace(field.setting.limits, shift=4000 if unlimited else 1000)


def shifted(field: Field, places: Mapping[str, Pose]) -> Field:
    """Friends moved aside: heavy ones neither move nor rally afterwards."""
    for name, pose in places.items():
        field = field.placed(name, pose)
        if not field.unit(name).light:
            field = field.marked(name, marks.SHIFTED)
        field = field.unmarked(name, marks.STAKES, marks.READY)
    return field


def _neighbours(field: Field, name: str, seat: int) -> list[Neighbour]:
    return [
        *(
            Neighbour(field.body(friend.id), may_shift=_may_shift(field, friend))
            for friend in field.units(seat)
            if friend.id != name
        ),
        *(Neighbour(camp, may_shift=False) for camp in field.camps(seat)),
    ]


def _may_shift(field: Field, friend: Unit) -> bool:
    fixed = field.fights(friend.id) or passed_in_full(field, friend)
    return not fixed and not field.has_mark(friend.id, marks.STAKES)


def _enemies(field: Field, seat: int, without: str = "") -> list[Body]:
    return [body for body in (*field.bodies(1 - seat), *field.camps(1 - seat)) if body.id != without]


def around(field: Field, unit: Unit, target: str) -> Around:
    """What stands around a unit that conforms to an enemy."""
    enemy = field.body(target)
    acting = [
        field.body(other.id)
        for other in field.units(1 - unit.seat)
        if other.id != target and control.exerts(field, other, unit)
    ]
    scenery = field.setting.scenery
    return Around(
        enemies=_enemies(field, unit.seat, without=target),
        zones=acting,
        friends=_neighbours(field, unit.id, unit.seat),
        impassable=scenery.impassable,
        harmful=harmful(field, unit, field.body(unit.id)),
        taken=frozenset(side for side in Side if taken(field, enemy.id, side)),
        friend_in_front=taken(field, enemy.id, Side.FRONT),
    )


def meet(
    field: Field, name: str, target: str, kind: Side, manner: str, *, caught: bool = False
) -> tuple[Field, list[Happening]]:
    """A unit in contact conforms to its enemy and fights him, or supports a friend who does (adlg.conform.poses)."""
    unit = field.unit(name)
    told: list[Happening] = []
    path = str(field.setting.readings.chosen["conform_path"])
    surroundings = around(field, unit, target)
    conformed, kind = _conform(field, name, target, kind, surroundings, path)
    if conformed is not None:
        field = shifted(field.placed(name, conformed.body.pose), conformed.shifted)
        if conformed.place in conforming.SUPPORTS:
            return field, [Happening("supports", name, "adlg.support.positions", target)]
    elif kind in surroundings.taken:
        return field, told  # no room on that edge and no friend to support: it only stands there
    if target in field:
        field, more = _strike(field, unit, target, kind, conformed is not None, caught)
        told += more
        if target not in field:
            return field, told
    charger = name if manner in ("ordered", "spontaneous", "uncontrolled") else ""
    meeting = Meeting(
        name,
        target,
        kind.value,
        charger=charger,
        uncontrolled=manner == "uncontrolled",
        conformed=conformed is not None,
    )
    told.append(Happening("meets", name, "adlg.charge.side", target))
    return field.meeting_added(meeting), told


def _conform(
    field: Field, name: str, target: str, kind: Side, surroundings: Around, path: str
) -> tuple[Conformed | None, Side]:
    """The place that a unit takes; where a flank has no room, the corner that it touches decides (adlg.charge.side)."""
    limits = field.setting.limits
    body, enemy = field.body(name), field.body(target)
    if target in field and field.unit(name).category is Category.WWG:
        return None, kind
    found = conforming.conform(body, enemy, kind, surroundings, conform_path=path, limits=limits)
    if found is None and kind in (Side.LEFT, Side.RIGHT):
        other = contacts.kind_without_flank(kind, body, enemy, limits)
        if other is not None and other not in surroundings.taken:
            kind = other
            found = conforming.conform(body, enemy, kind, surroundings, conform_path=path, limits=limits)
    return found, kind


def _strike(
    field: Field, unit: Unit, target: str, kind: Side, conformed: bool, caught: bool
) -> tuple[Field, list[Happening]]:
    """What contact costs at once: a multiple attack, or being caught while evading."""
    enemy = field.unit(target)
    told: list[Happening] = []
    if caught:
        if enemy.category is Category.LI and unit.category in DESTROYERS and in_open(field, field.body(target)):
            told.append(Happening("destroyed", target, "adlg.evade.caught", unit.id))
            return field.removed(target, "routed"), told
        if not unit.light:
            field = field.loses(target, 1)
            told.append(Happening("caught", target, "adlg.evade.caught", unit.id, 1))
        return field, told
    if kind is Side.FRONT:
        return field, told
    loss, rule = multiple_attack_rule(
        enemy.troop,
        unit.troop,
        field.setting.readings,
        already_fighting=field.fights(target),
        conformed=conformed,
        lost_before=field.has_mark(target, marks.STRUCK),
    )
    if loss:
        field = field.loses(target, loss).marked(target, marks.STRUCK)
        told.append(Happening("struck", target, rule, unit.id, loss))
    return field, told
