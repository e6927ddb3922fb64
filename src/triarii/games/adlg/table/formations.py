"""Groups: who may move together, and how a group becomes wider or narrower."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core.contract import Refusal
from triarii.games.adlg.geometry import groups, paths, shapes
from triarii.games.adlg.geometry.groups import Block, Formation
from triarii.games.adlg.table import control
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.orders import Order, Step
from triarii.games.adlg.table.reach import FAR, allowance, hastens
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.table.walking import Course, Refused
from triarii.games.adlg.troops import Category

WIDEST = 6
WITH_FOOT = frozenset({Category.EL, Category.ART, Category.WWG})
"""Who may stand in a group of foot."""


def why_no_group(field: Field, names: Sequence[str]) -> Refusal | None:
    """Why units can't move together (adlg.group.formed, adlg.group.mixing)."""
    if len(names) == 1:
        return None
    units = [field.unit(name) for name in names]
    if len({(unit.seat, unit.corps) for unit in units}) > 1:
        return Refusal("move.corps", "adlg.group.formed", {"units": "+".join(names)})
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    if block is None:
        return Refusal("move.no_group", "adlg.group.formed", {"units": "+".join(names)})
    if block.columns > WIDEST:
        return Refusal("move.wide", "adlg.group.formed", {"columns": block.columns, "most": WIDEST})
    for first in units:
        for second in units:
            if not _mix(first, second):
                return Refusal("move.mixing", "adlg.group.mixing", {"first": first.id, "second": second.id})
    return None


def _mix(a: Unit, b: Unit) -> bool:
    if Category.LI in (a.category, b.category):
        return Category.SCH not in (a.category, b.category)
    if Category.SCH in (a.category, b.category):
        return a.category is b.category
    if "camel" in (a.troop.animal, b.troop.animal):
        return a.troop.animal == b.troop.animal
    if Category.EL in (a.category, b.category):
        return a.category is b.category or not (a.mounted and b.mounted)
    return a.mounted == b.mounted


def reform(field: Field, order: Order) -> Course | Refusal:
    """Extension or contraction of a group (adlg.formation.change)."""
    try:
        return _reform(field, order)
    except Refused as refused:
        return refused.refusal


def _reform(field: Field, order: Order) -> Course:
    rule = "adlg.formation.change"
    names = order.who
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    if block is None or len(names) < 2:
        raise Refused("no_group", "adlg.group.formed", units="+".join(names))
    units = [field.unit(name) for name in names]
    for unit in units:
        if allowance(field, unit, (field.body(unit.id).quad,), hasty=False) <= 1000:
            raise Refused("too_slow", rule, unit=unit.id)
    distance, angle = _advance(order.steps)
    if order.verb == "extend":
        formation, cost = _extended(block, order.numbers, distance)
    else:
        formation, cost = _contracted(names, block, order.target, distance, angle)
    return _checked(field, names, formation, cost)


def _advance(steps: Sequence[Step]) -> tuple[int, int]:
    """The advance that goes with a change of formation, and the wheel before it."""
    kinds = [step.kind for step in steps]
    if kinds not in ([], ["advance"], ["wheel", "advance"]):
        raise Refused("with_advance", "adlg.formation.change")
    return (steps[-1].amount if steps else 0), (steps[0].amount if len(steps) == 2 else 0)


def _extended(block: Block, counts: Sequence[int], distance: int) -> tuple[Formation, int]:
    """So many units of the rear ranks come up on the left and on the right."""
    left, right = counts
    rear = sorted(
        (member for member, (_, row) in enumerate(block.cells) if row), key=lambda member: block.cells[member][::-1]
    )
    if not 0 < left + right <= len(rear):
        raise Refused("extension", "adlg.formation.change", rear=len(rear))
    lefts, rights = rear[:left], rear[len(rear) - right :] if right else []
    cells = list(block.cells)
    for place, member in enumerate(lefts):
        cells[member] = (-1 - place, 0)
    for place, member in enumerate(reversed(rights)):
        cells[member] = (block.columns + place, 0)
    moved = [(column + left, row) for column, row in cells]
    formation = groups.formed(block, moved, -left, distance)
    return formation, groups.extension_cost(distance, left + right)


def _contracted(names: Sequence[str], block: Block, leading: str, distance: int, angle: int) -> tuple[Formation, int]:
    leaders = [names.index(name) for name in leading.split("+") if name in names]
    try:
        return groups.contract(block, leaders, distance, angle), distance
    except (ValueError, IndexError):
        raise Refused("contraction", "adlg.formation.change", units=leading) from None


def _checked(field: Field, names: Sequence[str], formation: Formation, cost: int) -> Course:
    """Whether the new formation has room, and everybody can pay."""
    setting = field.setting
    units = [field.unit(name) for name in names]
    seat = units[0].seat
    others = [
        *(body.quad for body in field.bodies(without=names)),
        *(camp.quad for side in (0, 1) for camp in field.camps(side)),
        *setting.scenery.impassable,
    ]
    enemies = [enemy.quad for enemy in field.bodies(1 - seat)]
    ends, swept, limit = {}, [], 10**9
    for unit, pose in zip(units, formation.poses, strict=True):
        before = field.body(unit.id)
        after = before.moved(pose)
        if shapes.overlapping(after.quad, others, setting.limits.touch):
            raise Refused("no_room", "adlg.move.collision", unit=unit.id)
        if not paths.on_table(after.quad, *setting.size, setting.limits):
            raise Refused("edge", "adlg.move.table_edge", unit=unit.id)
        way = shapes.hull(before.quad, after.quad)
        if shapes.overlapping(way, enemies, setting.limits.touch):
            raise Refused("enemy", "adlg.move.collision", unit=unit.id, enemy="")
        threat = control.most_threatening(field, unit)
        held_after = control.most_threatening(field, unit, after)
        if (threat is not None and (held_after is None or held_after.id != threat.id)) or (
            threat is None and held_after is not None
        ):
            raise Refused("held_reform", "adlg.zone.allowed", unit=unit.id)
        ends[unit.id] = pose
        swept.append(way)
        limit = min(limit, allowance(field, unit, (way,), hasty=hastens(field, unit)))
    if cost > limit:
        raise Refused("too_far", "adlg.move.allowance", unit=names[0], cost=cost, limit=limit)
    difficult = ("adlg.difficult.formation",) if any(unit.unmanoeuvrable for unit in units) else ()
    near = any(shapes.within(figure, enemies, FAR - 1) for figure in swept)
    return Course(tuple(names), ends, cost, limit, tuple(swept), difficult, near, slid=False)
