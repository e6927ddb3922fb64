"""Groups: who may move together, and how a group becomes wider or narrower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triarii.core.contract import Refusal, Refused
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.passing import panics_when_passed, pass_rule
from triarii.games.adlg.battle.movement.reach import allowance, crossing_price, hastens, keeps_straight, unwieldy
from triarii.games.adlg.battle.movement.steps import check_slid_advance, check_slide, check_wheel
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.orders import Advance, Contract, Extend, Slide, Wheel
from triarii.games.adlg.battle.table import control
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import WIDTH, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import groups, paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.groups import Block, Cell, Formation
from triarii.games.adlg.geometry.shapes import Pose

CHANGE = "adlg.formation.change"
WIDEST = 6
SLOWEST = 1000
"""Who has no more than this can't change formation."""


def why_no_group(field: Field, names: Sequence[str]) -> Refusal | None:
    """Why units can't move together (adlg.group.formed, adlg.group.mixing)."""
    if len(names) == 1:
        return None
    host, asked = field.host(field.unit(names[0]).seat), tuple(names)
    return host.once(("no group", asked), lambda: _why_no_group(field, asked))


def _why_no_group(field: Field, names: tuple[str, ...]) -> Refusal | None:
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
            if not mixes(first, second):
                return Refusal("move.mixing", "adlg.group.mixing", {"first": first.id, "second": second.id})
    return None


def mixes(a: Unit, b: Unit) -> bool:
    """Whether two units may be in one group (adlg.group.mixing)."""
    if Category.SCH in (a.category, b.category):
        return a.category is b.category
    if Category.LI in (a.category, b.category):
        return True
    if "camel" in (a.troop.animal, b.troop.animal):
        return a.troop.animal == b.troop.animal
    if Category.EL in (a.category, b.category):
        return a.category is b.category or not (a.mounted and b.mounted)
    return a.mounted == b.mounted


# Wider and narrower


@dataclass(frozen=True)
class _ReformSteps:
    """What goes with a change of formation: a slide before or after, a wheel of who leads, an advance."""

    before: int = 0
    wheel: int = 0
    advance: int = 0
    after: int = 0

    @property
    def slid(self) -> bool:
        return bool(self.before or self.after)


def reform(field: Field, order: Extend | Contract) -> Walk | Refusal:
    """Extension or contraction of a group (adlg.formation.change)."""
    try:
        return _reform(field, order)
    except Refused as refused:
        return refused.refusal


def _reform(field: Field, order: Extend | Contract) -> Walk:
    names = order.who
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    if block is None or len(names) < 2:
        raise Refused.because("move.no_group", "adlg.group.formed", units="+".join(names))
    for unit in (field.unit(name) for name in names):
        if keeps_straight(field, unit):
            raise Refused.because("move.no_turn", "adlg.turn.one", unit=unit.id)
        reach = allowance(field, unit, (field.body(unit.id).quad,), hasty=False)
        if reach <= SLOWEST:
            raise Refused.because("move.too_slow", CHANGE, unit=unit.id, limit=reach)
    steps = _with_change(field, order)
    block = replace(block, anchor=shapes.at(block.anchor, steps.before, 0))
    if isinstance(order, Extend):
        formation, cost = _extended(block, order, steps)
    else:
        formation, cost = _contracted(field, block, order, steps)
    poses = tuple(shapes.at(pose, steps.after, 0) for pose in formation.poses)
    return _checked(field, names, poses, cost, steps, narrower=isinstance(order, Contract))


def _with_change(field: Field, order: Extend | Contract) -> _ReformSteps:
    """The steps of the order, if they may go with it."""
    slides = [(number, step.aside) for number, step in enumerate(order.steps) if isinstance(step, Slide)]
    if len(slides) > 1:
        raise Refused.because("move.slide_twice", "adlg.slide.limits", unit=order.who[0])
    if slides and slides[0][0] not in (0, len(order.steps) - 1):
        raise Refused.because("move.slide_when", "adlg.slide.limits")
    wheel = advance = 0
    match [step for step in order.steps if not isinstance(step, Slide)]:
        case []:
            pass
        case [Advance(distance=advance)]:
            pass
        case [Wheel(angle=wheel), Advance(distance=advance)] if isinstance(order, Contract):
            pass
        case _:
            raise Refused.because("move.with_advance", CHANGE)
    if not slides:
        return _ReformSteps(wheel=wheel, advance=advance)
    [(place, aside)] = slides
    if not field.setting.readings.on("slide_with_turn"):
        raise Refused.because("move.slide_turn", "adlg.slide.limits")
    check_slide(field, order.who, aside)
    check_slid_advance(field, advance)
    return _ReformSteps(aside, wheel, advance) if place == 0 else _ReformSteps(0, wheel, advance, aside)


def _extended(block: Block, order: Extend, steps: _ReformSteps) -> tuple[Formation, int]:
    """So many units of the rear ranks come up on the left and on the right."""
    left, right = order.left, order.right
    rear = sum(1 for _, row in block.cells if row)
    if not 0 < left + right <= rear:
        raise Refused.because("move.extension", CHANGE, rear=rear)
    if block.columns + left + right > WIDEST:
        raise Refused.because("move.wide", "adlg.group.formed", columns=block.columns + left + right, most=WIDEST)
    coming = sorted(_coming_up(block.cells, left, right), key=lambda member: block.cells[member])
    cells = list(block.cells)
    for place, member in enumerate(reversed(coming[:left])):
        cells[member] = (-1 - place, 0)
    for place, member in enumerate(coming[left:]):
        cells[member] = (block.columns + place, 0)
    moved = [(column + left, row) for column, row in cells]
    formation = groups.formed(block, moved, -left, steps.advance)
    return formation, groups.extension_cost(steps.advance, left + right)


def _coming_up(cells: Sequence[Cell], left: int, right: int) -> list[int]:
    """Who leaves the rear ranks: from the last one on, and of the last that is not emptied those at its ends."""
    coming: list[int] = []
    for row in range(max(row for _, row in cells), 0, -1):
        rank = sorted((m for m, cell in enumerate(cells) if cell[1] == row), key=lambda m: cells[m])
        needed = left + right - len(coming)
        if needed >= len(rank):
            coming += rank
            continue
        from_left = min(left, needed)
        coming += rank[:from_left] + rank[len(rank) - (needed - from_left) :]
        break
    return coming


def _contracted(field: Field, block: Block, order: Contract, steps: _ReformSteps) -> tuple[Formation, int]:
    """Neighbours of the front rank wheel if they like and advance; the others fall in behind them."""
    names, chosen = order.who, order.leading
    leaders = sorted((names.index(name) for name in chosen if name in names), key=lambda member: block.cells[member])
    cells = [block.cells[member] for member in leaders]
    neighbours = [(column, 0) for column in range(cells[0][0], cells[0][0] + len(cells))] if cells else []
    if not cells or len(leaders) < len(chosen) or cells != neighbours or len(cells) == block.columns:
        raise Refused.because("move.contraction", CHANGE, units="+".join(chosen))
    least = max(block.depths[member] for member in leaders)
    if steps.advance < least:
        raise Refused.because("move.contract_short", CHANGE, advance=steps.advance, least=least)
    cost = steps.advance
    if steps.wheel:
        check_wheel(field, [field.body(names[member]) for member in leaders], abs(steps.wheel))
        line = Block(block.anchor, block.width, tuple((column, 0) for column in range(len(cells))), (0,) * len(cells))
        cost += max(groups.block_wheel_costs(line, steps.wheel))
    return groups.contract(block, leaders, steps.advance, steps.wheel), cost


# Room


def _checked(
    field: Field, names: Sequence[str], poses: Sequence[Pose], cost: int, steps: _ReformSteps, *, narrower: bool
) -> Walk:
    """Whether the new formation has room, and everybody can pay."""
    units = [field.unit(name) for name in names]
    after = {name: field.body(name).moved(pose) for name, pose in zip(names, poses, strict=True)}
    if groups.block_of(list(after.values()), field.setting.limits) is None:
        raise Refused.because("move.no_group", "adlg.group.formed", units="+".join(names))
    moved = field
    for name, pose in zip(names, poses, strict=True):
        moved = moved.placed(name, pose, "adlg.formation.change")
    swept, limit, dearest = [], 10**9, 0
    panicked: dict[str, None] = {}
    for unit in units:
        before = field.body(unit.id)
        way = shapes.hull(before.quad, after[unit.id].quad)
        passed = _has_room(field, names, unit, after[unit.id])
        panicked |= {name: None for name in passed if panics_when_passed(field, unit, field.unit(name))}
        _stays_held(field, moved, unit)
        too_near = ring.why_too_near(field, unit.id, (way,))
        if too_near is not None:
            raise Refused(too_near)
        swept.append(way)
        reach = allowance(field, unit, (way,), hasty=hastens(field, unit))
        price = cost + crossing_price(field, unit, (way,))
        if price > reach:
            raise Refused.because("move.too_far", "adlg.move.allowance", unit=unit.id, cost=price, limit=reach)
        [far] = groups.ways([before.pose], [after[unit.id].pose])
        if narrower and far > reach + WIDTH:
            raise Refused.because("move.too_far", CHANGE, unit=unit.id, cost=far, limit=reach + WIDTH)
        limit, dearest = min(limit, reach), max(dearest, price)
    difficult = ("adlg.difficult.formation",) if any(unwieldy(field, unit) for unit in units) else ()
    enemies = ring.near_enemies(field, units[0].seat)
    near = frozenset(unit.id for unit, way in zip(units, swept, strict=True) if ring.entered((way,), enemies))
    ends = dict(zip(names, poses, strict=True))
    return Walk(tuple(names), ends, dearest, limit, lambda: tuple(swept), difficult, near, steps.slid, tuple(panicked))


def _has_room(field: Field, names: Sequence[str], unit: Unit, after: Body) -> list[str]:
    """Nobody ends on others, or goes through enemies, impassable ground or friends whom it may not pass; the friends
    whom it passes."""
    setting, touch = field.setting, field.setting.limits.touch
    own, enemies = field.bases(unit.seat, names), field.host(1 - unit.seat).in_the_way
    others = (*own, *enemies)
    if not paths.on_table(after.quad, *setting.size, setting.limits):
        raise Refused.because("move.edge", "adlg.move.table_edge", unit=unit.id)
    if shapes.overlapping(after.quad, [other.quad for other in others], touch):
        raise Refused.because("move.no_room", "adlg.move.collision", unit=unit.id)
    before = field.body(unit.id)
    way = shapes.hull(before.quad, after.quad)
    if shapes.overlapping(way, setting.scenery.impassable, touch):
        raise Refused.because("move.impassable", "adlg.move.worst_ground", unit=unit.id)
    if setting.scenery.waded(way):
        raise Refused.because("move.in_river", "adlg.move.river", unit=unit.id)
    hit = shapes.overlapping(way, [enemy.quad for enemy in enemies], touch)
    if hit:
        raise Refused.because("move.enemy", "adlg.move.collision", unit=unit.id, enemy=enemies[hit[0]].id)
    passed = [own[number].id for number in shapes.overlapping(way, [friend.quad for friend in own], touch)]
    for other in passed:
        if other not in field or not pass_rule(field, unit, field.unit(other), before.heading):
            raise Refused.because("move.friend", "adlg.move.collision", unit=unit.id, friend=other)
    return passed


def _stays_held(before: Field, after: Field, unit: Unit) -> None:
    """Who is in a zone stays in it, and nobody enters one (adlg.zone.allowed)."""
    threats = {threat.id for threat in control.threats(before, unit)}
    still = {threat.id for threat in control.threats(after, unit)}
    if bool(threats) != bool(still) or (threats and not threats & still):
        raise Refused.because("move.held_reform", "adlg.zone.allowed", unit=unit.id)
