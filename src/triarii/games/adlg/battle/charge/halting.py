"""Where the straight way of a charge or an evade ends: what ground does to it, and which friends it passes or pushes
aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.battle.movement.passing import bursts_through, pass_rule, passed_in_full
from triarii.games.adlg.battle.movement.reach import allowance, harmful
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.scenery import Piece
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import passing, shapes, stops
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.passing import Friend
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.geometry.stops import Stop


class Manner(StrEnum):
    """How somebody goes who is not simply moved, and whom friends in the way let through by it."""

    ORDERED = "ordered"
    SPONTANEOUS = "spontaneous"
    UNCONTROLLED = "uncontrolled"
    PURSUIT = "pursuit"
    """After beaten enemies, which is no charge: zones do not stop it."""
    EVADE = "evade"


WORKS_COST = {True: 2000, False: 1000}
"""mUD that works on its way cost mounted troops and foot (adlg.move.works)."""
FARTHEST = 6000
"""mUD that nobody evades beyond."""
PUSH = 1000
"""How far passed friends are pushed, where that has a limit."""


# Ground


def over_ground(field: Field, unit: Unit, body: Body, left: int, start: Body | None = None) -> int:
    """How much of what it has left the ground lets a unit go straight on. Slower ground takes off as much as a unit is
    slower there than where it stands and started (adlg.move.worst_ground), whatever a wheel took or a die gave; where
    nothing would be left beyond its border, the way ends there, and at a river that it meets aslant (adlg.move.river).
    Works cost what it takes to cross them."""
    scenery = field.setting.scenery
    if not scenery.pieces and not scenery.works:
        return left
    full = allowance(field, unit, (body.quad, (start or body).quad), hasty=False)
    barred = scenery.barred_to(body, left)
    if any(river.touched_by(body.quad, scenery.limits.touch) for river in barred):
        return 0  # adlg.move.river: in the water it goes at right angles to the banks or not at all
    reach = left
    for way, slower in sorted(_ground_ahead(field, unit, body, left, barred)):
        if way >= reach:
            break
        limit = left - (full - slower) if slower else 0
        if limit <= way:
            reach = way
            break
        reach = min(reach, limit)
    works = [work.edge for work in scenery.works]
    ways = shapes.first_contacts(body.quad, body.heading, works, scenery.limits.touch)
    for way in sorted(way for way in ways if way is not None):
        if way < reach:
            reach = max(way, reach - WORKS_COST[unit.mounted])
    return reach


def _ground_ahead(field: Field, unit: Unit, body: Body, left: int, barred: Sequence[Piece]) -> list[tuple[int, int]]:
    """How far it is to each piece within so much straight ahead, and how far a unit may go in it; not at all in those
    that are barred to it."""
    setting = field.setting
    found = []
    for piece in setting.scenery.near_way(body, body.heading, left):
        if piece.touched_by(body.quad, setting.limits.touch):
            continue
        way = piece.met_by(body.quad, body.heading, setting.limits.touch)
        if way is not None:
            slower = setting.scenery.reach_within(piece, unit.troop, setting.readings)
            found.append((way, 0 if piece in barred else slower))
    return found


def no_entry(field: Field, unit: Unit, body: Body) -> list[Figure]:
    """Ground that a unit may not enter at all, be it impassable for everybody or only for such troops, and rivers that
    it would meet aslant; where it stands counts no more."""
    setting = field.setting
    barred = setting.scenery.barred_to(body, FARTHEST)
    return [
        part
        for piece in setting.scenery.pieces
        if (piece in barred or not setting.scenery.reach_within(piece, unit.troop, setting.readings))
        and not piece.touched_by(body.quad, setting.limits.touch)
        for part in piece.parts
    ]


# Friends


@dataclass(frozen=True)
class Company:
    """The friends around a unit that goes a way: whom it can't pass, and whom it passes or bursts through."""

    fixed: tuple[Body, ...]
    passed: tuple[Friend, ...]


def company(field: Field, unit: Unit, heading: int, manner: Manner) -> Company:
    fixed, passed = [*field.camps(unit.seat)], []
    for friend in field.units(unit.seat):
        if friend.id == unit.id:
            continue
        body = field.body(friend.id)
        if gets_through(field, unit, friend, heading, manner):
            passed.append(Friend(body, light=friend.light, fixed=passed_in_full(field, friend)))
        else:
            fixed.append(body)
    return Company(tuple(fixed), tuple(passed))


def gets_through(field: Field, unit: Unit, friend: Unit, heading: int, manner: Manner) -> bool:
    """Whether a unit gets through a friend: by passing, or in an uncontrolled charge by bursting (adlg.burst.loss)."""
    if pass_rule(field, unit, friend, heading):
        return True
    return manner is Manner.UNCONTROLLED and bursts_through(field, friend)


def pushed(field: Field, unit: Unit, body: Body, distance: int, with_it: Company) -> dict[str, Pose] | str:
    """Where friends go on whom a unit would come to stand (adlg.pass.push); or the one of them who can't make room."""
    limits = field.setting.limits
    way = shapes.hull(body.quad, shapes.quad(shapes.at(body.pose, 0, distance), body.width, body.depth))
    met = shapes.overlapping(way, [friend.body.quad for friend in with_it.passed], limits.touch)
    if not met:
        return {}
    friends = [with_it.passed[number] for number in met]
    others = [friend for number, friend in enumerate(with_it.passed) if number not in met]
    others += [Friend(each) for each in with_it.fixed if each.id in field and not field.fights(each.id)]
    immovable = [
        *(each.quad for each in with_it.fixed if each.id not in field or field.fights(each.id)),
        *solids(field, 1 - unit.seat),
    ]
    passage = passing.pass_through(body, distance, friends, immovable, others, limits)
    if not passage.allowed:  # light troops may have tried to step forward, where the enemy stands
        steady = [replace(friend, light=False) for friend in friends]
        passage = passing.pass_through(body, distance, steady, immovable, others, limits)
    everybody = [*friends, *others]
    if not passage.allowed:
        stuck = passage.stuck if passage.stuck is not None and passage.stuck < len(friends) else 0
        return friends[stuck].body.id
    places = {everybody[number].body.id: pose for number, pose in passage.pushed.items()}
    if field.setting.readings.says("passed_friend_push", "at_most_1_ud"):
        for name, (x, y, _) in places.items():
            here = field.stands[name].pose
            if shapes.length((x - here[0]) * shapes.FINE, (y - here[1]) * shapes.FINE) > PUSH:
                return friends[0].body.id
    return places


def shifted(field: Field, places: Mapping[str, Pose], rule: str) -> Field:
    """Friends moved aside: heavy ones neither move nor rally afterwards."""
    for name, pose in places.items():
        field = field.placed(name, pose, rule)
        if not field.unit(name).light:
            field = field.marked(name, marks.SHIFTED)
        field = field.unmarked(name, marks.STAKES, marks.READY)
    return field


# The way


def halt(
    field: Field,
    name: str,
    left: int,
    manner: Manner,
    fled: Sequence[str] = (),
    *,
    start: Body | None = None,
    body: Body | None = None,
    at_enemies: bool = True,
) -> Stop:
    """Where a charger's way ends (adlg.charge.stops): at an enemy, a zone that leads elsewhere, a friend it can't pass,
    ground that is bad for it, the table's edge, or its allowance. Without `at_enemies` it is asked how far it would get
    if nobody stood in its way. `body` is where it would stand, if not where it does."""
    passed = tuple(fled)
    key = ("halt", name, left, manner, passed, start, body, at_enemies)  # a charge asks it a dozen times
    return field.once(key, lambda: _halt(field, name, left, manner, passed, start, body, at_enemies))


def _halt(
    field: Field,
    name: str,
    left: int,
    manner: Manner,
    fled: tuple[str, ...],
    start: Body | None,
    body: Body | None,
    at_enemies: bool,
) -> Stop:
    setting = field.setting
    unit, body = field.unit(name), body or field.body(name)
    reach = over_ground(field, unit, body, left, start)
    ahead = shapes.hull(body.quad, shapes.quad(shapes.at(body.pose, 0, reach), body.width, body.depth))
    looted = [camp for camp in field.camps(1 - unit.seat) if camp.id in field.taken]
    hidden = field.marker_bodies(1 - unit.seat)
    enemies = field.targets(unit.seat)
    acting = [] if manner is Manner.PURSUIT else control.acting_on(field, unit, ahead, without=frozenset(fled))
    with_it = company(field, unit, body.heading, manner)
    while True:
        stop = stops.first_stop(
            body,
            reach,
            enemies=enemies if at_enemies else (),
            zones=acting,
            friends=[*with_it.fixed, *looted, *hidden],
            ground=[*harmful(field, unit, body), *setting.scenery.impassable],
            table=setting.size,
            threat_tie=str(setting.readings.chosen["threat_tie"]),
            limits=setting.limits,
        )
        stuck = pushed(field, unit, body, stop.distance, with_it) if at_enemies else {}
        if not isinstance(stuck, str):
            return stop
        in_the_way = next(friend for friend in with_it.passed if friend.body.id == stuck)
        left_over = tuple(friend for friend in with_it.passed if friend is not in_the_way)
        with_it = replace(with_it, fixed=(*with_it.fixed, in_the_way.body), passed=left_over)
