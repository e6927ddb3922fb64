"""Ambushes in battle: how a marker is found, and how those who lie under it come forward (adlg.ambush.found,
adlg.ambush.reveal).

Until then nothing depends on whether a marker is real: it is in the way of its owner's enemies and counts as near, and
that is all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.hiding.hidden import VANISHED, Marker
from triarii.games.adlg.battle.movement.reach import FAR
from triarii.games.adlg.battle.table import hesitation
from triarii.games.adlg.battle.table.field import Field, Stand
from triarii.games.adlg.battle.table.happenings import AmbushFound, Appears, FalseAmbush, Vanished
from triarii.games.adlg.battle.table.scenery import Piece, Scenery
from triarii.games.adlg.battle.table.setting import WIDTH, Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import Ambush
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import Point, Pose, Quad

FOUND, REVEAL = "adlg.ambush.found", "adlg.ambush.reveal"
NEAR = UD
"""Within this distance an enemy finds a marker; and nobody comes forward so near to an enemy."""
ASIDE, STEP = 2 * UD, UD // 2
"""How far beside a marker, and in which steps, room is sought where somebody stands on it."""
WINDS = (0, 4500, -4500, 9000, -9000, 13500, -13500, 18000)
"""Headings that are tried, from straight towards the enemy's edge on."""


# Found


def discovered(before: Field, after: Field) -> Field:
    """The table once every marker is taken off that an enemy or a friend has found: whoever lies under it comes
    forward."""
    for name in after.markers:
        if name in before.markers and is_found(before, after, name):
            after = uncovered(after, name)
    return after


def is_found(before: Field, after: Field, name: str) -> bool:
    """Whether an enemy has come within 1 UD of a marker or sees it plainly, or a friend has gone through it
    (adlg.ambush.found)."""
    marker = after.markers[name]
    quad, scenery = marker.body.quad, after.setting.scenery
    enemies = after.bodies(1 - marker.seat)
    if shapes.within(quad, [enemy.quad for enemy in enemies], NEAR):
        return True
    if any(_crossed(before, friend, quad, after.setting) for friend in after.bodies(marker.seat)):
        return True
    return not lies_inside(scenery, quad) and any(sees(scenery, enemy, quad) for enemy in enemies)


def _crossed(before: Field, friend: Body, quad: Quad, setting: Setting) -> bool:
    """Whether a friend stands on a marker, or has just gone over it."""
    way = shapes.hull(before.body(friend.id).quad, friend.quad) if friend.id in before else friend.quad
    return shapes.overlap(way, quad, setting.limits.touch)


def lies_inside(scenery: Scenery, quad: Quad) -> bool:
    """Whether a marker lies wholly in ground in which somebody can hide."""
    return hiding_ground(scenery, quad) is not None


def hiding_ground(scenery: Scenery, quad: Quad) -> Piece | None:
    """The piece of ground that hides whoever lies in it, and in which a marker lies wholly."""
    return next(
        (
            piece
            for piece in scenery.touched(quad)
            if not piece.impassable and not piece.river and piece.terrain.ambush is not Ambush.NONE
            if scenery.wholly_in(quad, piece)
        ),
        None,
    )


def sees(scenery: Scenery, enemy: Body, quad: Quad) -> bool:
    """Whether a unit has clear sight of a marker: no wood, plantation, village or hill that it does not stand in itself
    lies between its front and some corner of the marker. Units hide nothing."""
    own = {piece.id for piece in scenery.touched(enemy.quad)}
    left, right = enemy.front
    middle = ((left[0] + right[0]) // 2, (left[1] + right[1]) // 2)
    return sees_from(scenery, middle, quad, own)


def sees_from(scenery: Scenery, eye: Point, quad: Quad, own: frozenset[str] | set[str] = frozenset()) -> bool:
    """The same from a point of the table, in fine units."""
    between = [piece for piece in scenery.pieces if blocks_sight(piece) and piece.id not in own]
    return any(not any(_hides(piece, eye, corner) for piece in between) for corner in quad)


def blocks_sight(piece: Piece) -> bool:
    return piece.cover or piece.hill


def _hides(piece: Piece, eye: Point, corner: Point) -> bool:
    return any(shapes.share_in(eye, corner, part, False) > 0 for part in piece.parts)


def uncovered(field: Field, name: str) -> Field:
    """A marker that was found is taken off. Whoever lies under it comes forward as he can; whoever finds no room at all
    is gone (adlg.ambush.reveal)."""
    marker = field.markers[name]
    left = without(field, name)
    if not marker.units:
        return left.noted(FalseAmbush, FOUND, name)
    left = left.noted(AmbushFound, FOUND, name, marker.units)
    found = next(forced_placements(field, name), None)
    if found is not None:
        return with_units(left, found, REVEAL)
    return vanished(left, marker.units, REVEAL)


def vanished(field: Field, names: Sequence[str], rule: str) -> Field:
    """Who finds no room at all is gone, and counts neither as loss nor in the army's value."""
    field = replace(field, gone={**field.gone, **dict.fromkeys(names, VANISHED)})
    for name in names:
        field = field.noted(Vanished, rule, name)
    return field


def without(field: Field, name: str) -> Field:
    return replace(field, markers={other: marker for other, marker in field.markers.items() if other != name})


def with_units(field: Field, placed: dict[str, Pose], rule: str, *, moves: int = 0) -> Field:
    """Units come to the table, in the order in which their army lists them."""
    stands = {**field.stands, **{name: Stand(pose, field.full(name), moves) for name, pose in placed.items()}}
    field = replace(field, stands={name: stands[name] for name in field.setting.units if name in stands})
    for name, pose in placed.items():
        field = field.noted(Appears, rule, name, *pose)
    return field


# Coming forward


def waiting(field: Field, seat: int) -> list[str]:
    """The own markers under which somebody lies whose corps does not hesitate (adlg.allies.hesitate)."""
    return [
        name
        for name, marker in field.markers.items()
        if marker.seat == seat and marker.units
        if not hesitation.unit_hesitates(field, field.unit(marker.units[0]))
    ]


def provoked(field: Field, seat: int) -> tuple[str, ...]:
    """The markers of a seat, real and false, to which an enemy has come within 4 UD: their owner is asked whether he
    reveals them in the enemy's movement (adlg.ambush.reveal)."""
    enemies = [enemy.quad for enemy in field.bodies(1 - seat)]
    return tuple(
        name
        for name, marker in field.markers.items()
        if marker.seat == seat and shapes.within(marker.body.quad, enemies, FAR)
    )


def reveal(field: Field, name: str, heading: int, *, column: bool) -> Field | Refusal:
    """Those under a marker come forward, of their owner's free will: in a line or a column that faces this way."""
    marker = field.markers.get(name)
    if marker is None or not marker.units:
        return Refusal("ambush.nobody", REVEAL, {"marker": name})
    if any(hesitation.unit_hesitates(field, field.unit(each)) for each in marker.units):
        return Refusal("ambush.hesitates", hesitation.HESITATE, {"marker": name})
    found = next(placements(field, name, headings=(heading,), columns=(column,)), None)
    if found is None:
        return Refusal("ambush.no_room", REVEAL, {"marker": name, "least": NEAR})
    return with_units(without(field, name).noted(AmbushFound, REVEAL, name, marker.units), found, REVEAL)


def formations_open(field: Field, name: str) -> Iterator[tuple[int, bool]]:
    """Headings, and whether in a column, in which those under a marker find room."""
    marker = field.markers[name]
    single = len(marker.units or ()) < 2
    for column, turn in product((False,) if single else (False, True), WINDS):
        heading = (ahead(marker) + turn) % 36000
        if next(placements(field, name, headings=(heading,), columns=(column,)), None) is not None:
            yield heading, column


def ahead(marker: Marker) -> int:
    """Towards the enemy's edge."""
    return 0 if marker.seat == 0 else 18000


def placements(
    field: Field, name: str, *, headings: Sequence[int] = (), columns: Sequence[bool] = (False, True)
) -> Iterator[dict[str, Pose]]:
    """Places for those under a marker, as one group: one of them stands on the marker, and nobody within 1 UD of an
    enemy."""
    marker = field.markers[name]
    yield from (found for found, _ in _formed_at(field, marker, headings, columns) if _free(field, marker, found))


def forced_placements(field: Field, name: str) -> Iterator[dict[str, Pose]]:
    """The same where they were found: the one on the marker stands there, be it that an enemy is near; and where
    somebody else stands on the marker, they come forward beside it."""
    marker = field.markers[name]
    yield from placements(field, name)
    for found, on_marker in _formed_at(field, marker):
        if _free(field, marker, found, near=on_marker):
            yield found
    for aside in _beside(marker):
        yield from (found for found, _ in _formed_at(field, aside) if _free(field, aside, found))


def _beside(marker: Marker) -> list[Marker]:
    """Places around a marker, the nearest first."""
    steps = range(-ASIDE, ASIDE + 1, STEP)
    ways = sorted(((dx, dy) for dx in steps for dy in steps), key=lambda way: (way[0] ** 2 + way[1] ** 2, way))
    return [replace(marker, x=marker.x + dx, y=marker.y + dy) for dx, dy in ways]


def _formed_at(
    field: Field, marker: Marker, headings: Sequence[int] = (), columns: Sequence[bool] = (False, True)
) -> Iterator[tuple[dict[str, Pose], str]]:
    """Lines and columns of those under a marker, each with the unit that stands on it."""
    units = [field.unit(each) for each in marker.units or ()]
    wished = headings or [(ahead(marker) + turn) % 36000 for turn in WINDS]
    middle_first = sorted(range(len(units)), key=lambda place: abs(2 * place - len(units) + 1))
    for column, heading, place in product(columns, wished, middle_first):
        yield _formed(units, marker, heading, place, column=column), units[place].id


def _formed(units: Sequence[Unit], marker: Marker, heading: int, place: int, *, column: bool) -> dict[str, Pose]:
    """A line from left to right or a column from front to back, one of whom stands with his middle on the marker."""
    here = units[place]
    front = shapes.at((marker.x, marker.y, heading), 0, here.depth // 2)
    found = {}
    for number, unit in enumerate(units):
        if column:
            back = sum(each.depth for each in units[:number]) - sum(each.depth for each in units[:place])
            found[unit.id] = shapes.at(front, 0, -back)
        else:
            found[unit.id] = shapes.at(front, (number - place) * WIDTH, 0)
    return found


def _free(field: Field, marker: Marker, placed: dict[str, Pose], near: str = "") -> bool:
    """Whether all find room; one of them may stand near an enemy."""
    setting = field.setting
    others = [base.quad for base in field.bases()]
    enemies = [enemy.quad for enemy in field.bodies(1 - marker.seat)]
    for name, pose in placed.items():
        unit = setting.units[name]
        quad = Body(pose, unit.width, unit.depth, id=name).quad
        if not paths.on_table(quad, *setting.size, setting.limits) or not may_stand(setting, unit, quad):
            return False
        if shapes.overlapping(quad, others, setting.limits.touch):
            return False
        if name != near and shapes.within(quad, enemies, NEAR):
            return False
    return True


def may_stand(setting: Setting, unit: Unit, quad: Quad) -> bool:
    """Whether a unit may stand on this ground: on no impassable piece, not in water, and only where its kind goes."""
    ground = setting.scenery
    if ground.blocks(quad) or any(piece.river for piece in ground.touched(quad)):
        return False
    if not ground.touches_rough(quad):
        return True
    return ground.allowance(unit.troop, [quad], setting.readings, boosted=False) > 0
