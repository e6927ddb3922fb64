"""Where units stand once they have conformed: on an enemy, in support, or beside their group; and old contacts that are
put right when their side moves again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triarii.games.adlg.battle.charge.charging import as_struck, taken
from triarii.games.adlg.battle.charge.halting import PUSH, shifted
from triarii.games.adlg.battle.fighting.fights import CLOCKWISE, is_long_side, on_edge
from triarii.games.adlg.battle.movement.passing import passed_in_full
from triarii.games.adlg.battle.movement.reach import harmful
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field, Meeting
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import conforming, contacts, shapes
from triarii.games.adlg.geometry.bodies import Body, corners_match, follows, linked
from triarii.games.adlg.geometry.conforming import Around, Conformed
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.geometry.shifting import Neighbour, in_contact, kept_beside, make_room

POSES, SHIFT, INCOMPLETE = "adlg.conform.poses", "adlg.conform.shift", "adlg.conform.incomplete"
PUSHED = "adlg.pass.push"
FAR_PUSH = 4000
"""mUD: farther than any friend has to step aside."""


def neighbours(field: Field, unit: Unit, apart: frozenset[str] = frozenset()) -> list[Neighbour]:
    """The friends around a unit that conforms, and whether they make room for it (adlg.conform.shift); `apart` from
    those of its group who have still to find their place."""
    return [
        *(
            Neighbour(field.body(friend.id), may_shift=_may_shift(field, friend))
            for friend in field.units(unit.seat)
            if friend.id != unit.id and (friend.id not in apart or field.fights(friend.id))
        ),
        *(Neighbour(camp, may_shift=False) for camp in field.camps(unit.seat)),
    ]


def _may_shift(field: Field, friend: Unit) -> bool:
    fixed = field.fights(friend.id) or passed_in_full(field, friend)
    return not fixed and not field.has_mark(friend.id, marks.STAKES)


def make_way(field: Field, name: str) -> Field:
    """Friends on whom a unit came to stand who did not get past them, as a pursuer may, step aside if they can."""
    unit, setting = field.unit(name), field.setting
    unlimited = setting.readings.says("passed_friend_push", "unlimited")
    limits = replace(setting.limits, shift=FAR_PUSH if unlimited else PUSH)
    friends, enemies = neighbours(field, unit), _enemies(field, unit.seat)
    room = make_room(field.body(name), friends, enemies, setting.scenery.impassable, limits)
    return field if room is None else shifted(field, room.shifted, PUSHED)


def _enemies(field: Field, seat: int, without: str = "") -> Sequence[Body]:
    """The other side's units and camps, and markers, which are in the way as well (adlg.ambush.found)."""
    return (*field.bases(1 - seat, (without,) if without else ()), *field.marker_bodies(1 - seat))


def around(field: Field, unit: Unit, target: str, apart: frozenset[str] = frozenset()) -> Around:
    """What stands around a unit that conforms to an enemy."""
    acting = [
        field.body(other.id)
        for other in field.units(1 - unit.seat)
        if other.id != target and control.exerts(field, other, unit)
    ]
    return Around(
        enemies=_enemies(field, unit.seat, without=target),
        zones=acting,
        friends=neighbours(field, unit, apart),
        impassable=field.setting.solid_ground,
        harmful=harmful(field, unit, field.body(unit.id)),
        taken=frozenset(side for side in Side if taken(field, target, side)),
        friend_in_front=taken(field, target, Side.FRONT),
        shields=lambda other: control.shields(field, unit, other),
    )


def place_on(
    field: Field, name: str, target: str, kind: Side, apart: frozenset[str] = frozenset()
) -> tuple[Conformed | None, Side]:
    """The place that a unit takes on an enemy; where a flank has no room, the corner that it touches decides
    (adlg.charge.side). Nobody goes round a war wagon because friends fill its long side: he stands beside them."""
    limits, path = field.setting.limits, str(field.setting.readings.chosen["conform_path"])
    body, about = field.body(name), around(field, field.unit(name), target, apart)
    found = conforming.conform(body, as_struck(field, target, kind), kind, about, conform_path=path, limits=limits)
    filled = is_long_side(field, target, kind) and on_edge(field, target, kind)
    if found is None and kind in (Side.LEFT, Side.RIGHT) and not filled:
        other = contacts.kind_without_flank(kind, body, field.body(target), limits)
        if other is not None and other not in about.taken:
            kind = other
            found = conforming.conform(body, field.body(target), kind, about, conform_path=path, limits=limits)
    return found, kind


def support_on(field: Field, name: str, target: str) -> Conformed | None:
    """The place beside a friend who fights an enemy's front; for light infantry that may not attack him itself."""
    about, body = around(field, field.unit(name), target), field.body(name)
    if not about.friend_in_front:
        return None
    path = str(field.setting.readings.chosen["conform_path"])
    found = [
        conforming.conform_to(place, body, field.body(target), about, conform_path=path, limits=field.setting.limits)
        for place in conforming.SUPPORTS
    ]
    return min((one for one in found if one is not None), key=lambda one: one.displaced, default=None)


# Keeping together


def keep_together(field: Field, before: Field, names: Sequence[str]) -> Field:
    """Those of a group who met nobody are shifted by up to 1 UD to stay with neighbours who conformed."""
    waiting = [name for name in names if name in field and not field.fights(name)]
    settled = [name for name in names if name in field and field.fights(name)]
    while settled:
        fixed = settled.pop(0)
        for name in [each for each in waiting if linked(before.body(each), before.body(fixed), field.setting.limits)]:
            place = _beside(field, before, name, fixed)
            if place is not None:
                waiting.remove(name)
                settled.append(name)
                field = field.placed(name, place.pose, SHIFT)
    return field


def _beside(field: Field, before: Field, name: str, fixed: str) -> Body | None:
    """Where a unit stands to its neighbour as it did before; None if that is too far or there is no room."""
    limits = field.setting.limits
    was, its, here, body = before.body(name), before.body(fixed), field.body(fixed), field.body(name)
    if follows(its, was, limits):
        there = body.moved(shapes.at(here.pose, 0, -here.depth))
        way = shapes.length((there.pose[0] - body.pose[0]) * 1000, (there.pose[1] - body.pose[1]) * 1000)
        found = there if way <= limits.shift else None
    elif follows(was, its, limits):
        found = None
    else:
        found = kept_beside(body, here, right=corners_match(its.quad[1], was.quad[0], limits), limits=limits)
    if found is None or not _free(field, found, name) or control.holders(field, field.unit(name), found):
        return None
    enemies = _enemies(field, field.unit(name).seat)
    return None if any(in_contact(found, enemy, limits) for enemy in enemies) else found


def is_clear(field: Field, names: Iterable[str]) -> bool:
    """Whether none of these units stands on anybody."""
    return all(
        not shapes.overlapping(
            field.body(name).quad,
            [each.quad for each in field.bases(without=(name,))],
            field.setting.limits.touch,
        )
        for name in names
        if name in field
    )


def _free(field: Field, body: Body, name: str, without: Iterable[str] = ()) -> bool:
    """Whether nothing is where a unit would stand, and no ground that is bad for it."""
    unit, setting = field.unit(name), field.setting
    in_the_way = [*solids(field, without=(name, *without)), *harmful(field, unit, field.body(name))]
    return not shapes.overlapping(body.quad, in_the_way, setting.limits.touch)


# Old contacts


def put_right(field: Field, seat: int) -> Field:
    """When a side moves again, its units conform that could not before (adlg.conform.incomplete), and who was struck
    only in flank or rear turns to face the enemy who came first."""
    for meeting in field.meetings:
        if meeting.attacker not in field or meeting.target not in field:
            continue
        if not meeting.conformed and field.unit(meeting.attacker).seat == seat:
            field = _conform_now(field, meeting)
        if field.unit(meeting.target).seat == seat and meeting.side != Side.FRONT.value:
            field = _face(field, meeting)
    return field


def _without(field: Field, meeting: Meeting) -> Field:
    return replace(field, meetings=tuple(each for each in field.meetings if each != meeting))


def _instead(field: Field, meeting: Meeting, new: Meeting) -> Field:
    return replace(field, meetings=tuple(new if each == meeting else each for each in field.meetings))


def _conform_now(field: Field, meeting: Meeting) -> Field:
    if field.unit(meeting.attacker).category is Category.WWG or field.defends_works(meeting.attacker):
        return field
    apart = _without(field, meeting)
    found, kind = place_on(apart, meeting.attacker, meeting.target, Side(meeting.side))
    if found is None or found.place in conforming.SUPPORTS:
        return field
    moved = field.placed(meeting.attacker, found.body.pose, INCOMPLETE)
    moved = shifted(moved, found.shifted, SHIFT)
    return _instead(moved, meeting, replace(meeting, side=kind.value, conformed=True))


def _face(field: Field, meeting: Meeting) -> Field:
    """A unit turns its front to who fights it in flank or rear, if nobody is on its front and there is room."""
    name = meeting.target
    unit = field.unit(name)
    busy = taken(field, name, Side.FRONT) or unit.category is Category.WWG
    if busy or meeting not in field.meetings or field.defends_works(name) or field.has_mark(name, marks.STAKES):
        return field
    enemy = field.body(meeting.attacker)
    there = field.body(name).moved(_facing(enemy))
    if not _free(field, there, name):
        return field
    turned = CLOCKWISE.index(Side(meeting.side))
    sides = {side.value: CLOCKWISE[(CLOCKWISE.index(side) - turned) % len(CLOCKWISE)].value for side in Side}
    return replace(
        field.placed(name, there.pose, INCOMPLETE),
        meetings=tuple(
            replace(each, side=sides[each.side]) if each.target == name else each for each in field.meetings
        ),
    )


def _facing(enemy: Body) -> Pose:
    return conforming.place_pose(conforming.Place.FRONT, enemy, enemy.width)
