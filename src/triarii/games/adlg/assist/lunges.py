"""Charges on one enemy, as a player would try them: straight, with a slide that brings both fronts together, with a
wheel that faces him; and where each would meet him."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.games.adlg.assist.candidates import turned_at
from triarii.games.adlg.battle.charge.beginning import steps_of
from triarii.games.adlg.battle.movement.reach import allowance
from triarii.games.adlg.battle.orders import Charge, Slide, Steps, TurnInPlace, Wheel
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry import charges, groups, manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import FINE, Pose

MOST = 3
"""Charges on the same enemy that are offered."""
SQUARE = 6000
"""Cdeg by which a charger wheels at most only to stand square before the enemy."""
WELL_MET = 500
"""mUD to the side within which two fronts meet well enough without a slide."""


def charges_on(
    field: Field, names: tuple[str, ...], target: str, place: tuple[int, int]
) -> Iterator[tuple[Charge, Pose]]:
    """Orders to charge an enemy worth a try, each with about where the first unit would meet him."""
    if target not in field and target not in field.setting.camps:
        yield Charge(names, target), (*place, field.body(names[0]).heading)
        return
    enemy = field.body(target)
    seen: set[Steps] = set()
    for steps in _beginnings(field, names, enemy):
        if steps not in seen:
            seen.add(steps)
            yield Charge(names, target, steps), _met(field, names, steps, enemy)


def _beginnings(field: Field, names: tuple[str, ...], enemy: Body) -> Iterator[Steps]:
    bodies = [field.body(name) for name in names]
    offset = min((_offset(body, enemy) for body in bodies), key=abs)
    slide = (Slide(offset),) if 0 < abs(offset) <= charges.MOST_SLIDE else ()
    if abs(offset) <= WELL_MET or not slide:
        yield ()
        if slide:
            yield slide
    else:
        yield slide
        yield ()
    reach = allowance(field, field.unit(names[0]), (bodies[0].quad,), hasty=False)
    for body in bodies[: 1 if len(bodies) == 1 else 2]:
        found = charges.charge_range(body, enemy, reach, limits=field.setting.limits)
        if found is not None:
            yield steps_of(found.beginning)
    for angle in sorted(_squarings(bodies[0], enemy), key=abs):
        yield (Wheel(angle),)
    if field.setting.readings.on("charge_may_begin_with_turn"):
        yield from turned_at(field, names, enemy, reach)


def _offset(body: Body, enemy: Body) -> int:
    """How far to the side of a front the middle of an enemy is."""
    return shapes.rdiv(shapes.local(body.pose, enemy.centre)[0], FINE)


def _squarings(body: Body, enemy: Body) -> Iterator[int]:
    """Wheels after which a charger looks straight at an edge of the enemy."""
    for quarter in (18000, 9000, -9000, 0):
        angle = (enemy.heading + quarter - body.heading + 18000) % 36000 - 18000
        if 0 < abs(angle) <= SQUARE:
            yield angle


def _met(field: Field, names: tuple[str, ...], steps: Steps, enemy: Body) -> Pose:
    """Where the first unit would touch the enemy, or how far it would have to go to be beside him."""
    body = field.body(names[0])
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    for step in steps:
        match step:
            case Slide(aside=aside):
                body = body.moved(manoeuvres.slide(body.pose, aside))
            case Wheel(angle=angle) if block is not None:
                corner = groups.wheel_corner(block, angle)
                body = body.moved(shapes.turned(block.anchor, corner, 0, *block.place(0), angle))
            case TurnInPlace(angle=angle) if block is not None:
                body = body.moved(groups.block_turned(block, angle)[1][0])
    way = shapes.first_contact(body.front, body.heading, enemy.quad, field.setting.limits.touch)
    if way is None:
        ahead = shapes.rdiv(shapes.local(body.pose, enemy.centre)[1], FINE)  # it passes by; about as far as he is
        way = max(0, ahead - enemy.depth // 2)
    return manoeuvres.advance(body.pose, way)
