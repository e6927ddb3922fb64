"""What draws units that are dragged near it: the line of a neighbour, the border of a zone, 4 UD from the enemy, the
full distance; and who stands at a place."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.assist.ways import Way
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.table import control
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import WIDTH
from triarii.games.adlg.geometry import groups, held, shapes
from triarii.games.adlg.geometry.bodies import Body, same_facing, turn_between
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import FINE, Pose

NEAR = 400
"""mUD within which something draws."""
BESIDE = 3000
"""mUD to the side within which a friend's front line draws."""
MOST_SLOTS = 3
TURNED = 1200
TURNED_UNASKED = 4500
"""Cdeg by which a neighbour's facing may differ from the one that is asked for, or from the present one."""
CUT_AT = {"move.zone_ahead": "zone", "move.near_ahead": "far"}
"""What draws units to where a refusal lets them go."""


def along(way: Way, limit: int, reached: int) -> Iterator[tuple[int, str]]:
    """Distances on a straight way near the one that was reached, each with what draws there."""
    bodies = way.bodies
    places = (
        (limit, "full"),
        (_outside_far(way, bodies, limit), "far"),
        (_outside_zones(way, bodies, limit), "zone"),
        *((each, "line") for each in _levels(way, bodies)),
    )
    for distance, snap in places:
        if distance is not None and 0 < distance <= limit and abs(distance - reached) <= NEAR:
            yield distance, snap


def _outside_zones(way: Way, bodies: list[Body], limit: int) -> int | None:
    """How far it is to the border of the first enemy zone ahead."""
    field, nearest = way.start.field, None
    for name, body in zip(way.start.names, bodies, strict=False):
        unit = field.unit(name)
        sweep = shapes.hull(body.quad, body.moved(shapes.at(body.pose, 0, max(1, limit))).quad)
        acting = control.acting_on(field, unit, sweep)
        entry = held.entering(body, body.heading, limit, acting, field.setting.limits)
        if entry is not None and (nearest is None or entry.border < nearest):
            nearest = entry.border
    return nearest


def _outside_far(way: Way, bodies: list[Body], limit: int) -> int | None:
    """How far it is until an enemy is nearer than 4 UD; None if that never is, or is already."""
    field, names = way.start.field, way.start.names
    enemies = ring.near_enemies(field, field.unit(names[0]).seat)
    if ring.entered((field.body(name).quad for name in names), enemies):
        return None
    # Of a column that winds only the first is known, whom the others follow.
    block = way.block if len(bodies) == len(names) else groups.block_of(bodies, field.setting.limits)
    assert block is not None, "one base is always a block"
    outside = ring.straight_outside(bodies, block, limit, enemies)
    return outside if outside < limit else None


def _levels(way: Way, bodies: list[Body]) -> Iterator[int]:
    """How far it is until the front is level with that of a friend who stands to the side."""
    field, first = way.start.field, bodies[0]
    limits = field.setting.limits
    for friend in field.bodies(field.unit(way.start.names[0]).seat, without=way.start.names):
        if not same_facing(friend.heading, first.heading, limits):
            continue
        right, ahead = shapes.local(first.pose, (friend.pose[0] * FINE, friend.pose[1] * FINE))
        if WIDTH * FINE - limits.touch * FINE <= abs(right) <= BESIDE * FINE:
            yield shapes.rdiv(ahead, FINE)


# Places beside friends


def slots(field: Field, names: tuple[str, ...], place: tuple[int, int], heading: int | None) -> list[Pose]:
    """Poses of the first unit with which the whole block stands beside a friend, or right behind him; the nearest to
    the place first."""
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    if block is None:
        return []
    own = field.body(names[0]).heading
    found: list[tuple[int, Pose]] = []
    for friend in field.bodies(field.unit(names[0]).seat, without=names):
        turned = turn_between(friend.heading, own if heading is None else heading)
        if turned > (TURNED_UNASKED if heading is None else TURNED):
            continue
        sides = ((WIDTH, 0), (-block.columns * WIDTH, 0), (0, -friend.depth))
        for right, ahead in sides:
            sideways, behind = block.place(0)
            pose = shapes.at(friend.pose, right + sideways, ahead + behind)
            away = shapes.length((pose[0] - place[0]) * FINE, (pose[1] - place[1]) * FINE)
            if away <= NEAR:
                found.append((away, pose))
    return [pose for _, pose in sorted(found)[:MOST_SLOTS]]


def matches(pose: Pose, slot: Pose, limits: Limits) -> bool:
    """Whether a unit that ends there stands in its slot, with a little to spare."""
    spare = limits.corner - 1
    return same_facing(pose[2], slot[2], limits) and all(
        abs(a - b) <= spare for a, b in zip(pose[:2], slot[:2], strict=True)
    )


# Who is there


def enemies_at(field: Field, name: str, wished: Pose) -> list[str]:
    """The enemies that a unit would meet at a pose, or nearly; the nearest first."""
    unit = field.unit(name)
    there = field.body(name).moved(wished)
    others = field.targets(unit.seat)
    gaps = shapes.gaps(there.quad, [other.quad for other in others])
    met = sorted((gap, other.id) for gap, other in zip(gaps, others, strict=True) if gap <= NEAR)
    return [name for _, name in met[:MOST_SLOTS]]


def unit_at(field: Field, leader: str, place: tuple[int, int]) -> str:
    """The unit of a commander's corps that stands at a place; nobody where none does."""
    corps, point = field.setting.corps[leader], (place[0] * FINE, place[1] * FINE)
    own = [unit for unit in field.units(corps.seat) if unit.corps == corps.number]
    gaps = [(shapes.gap((point, point), field.body(unit.id).quad), unit.id) for unit in own]
    near = [(gap, name) for gap, name in sorted(gaps) if gap <= NEAR // 2]
    return near[0][1] if near else ""
