"""How a charge begins: with one slide or one wheel, by some readings with a turn; and how it aligns anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made_later

from triarii.core.contract import Refused
from triarii.games.adlg.battle.movement.reach import allowance, keeps_straight
from triarii.games.adlg.battle.movement.walking import HEAVY_TURN_COST, TURN_COST, stiff
from triarii.games.adlg.battle.orders import HALF_TURN, QUARTER_TURN, Slide, Step, Steps, TurnInPlace, Wheel
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import charges, groups, manoeuvres, shapes
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.geometry.turns import Turn, turn_in_place

RULE = "adlg.charge.beginning"
WAGON_WHEEL = 4500
"""The most that a war wagon wheels (adlg.wheel.limits)."""


def begin(field: Field, names: Sequence[str], steps: Sequence[Step], target: str = "") -> tuple[Field, list[int]]:
    """The one manoeuvre at the start of a charge, and what each unit has left after it (adlg.charge.beginning). A wheel
    that meets the target itself ends there."""
    turns = field.setting.readings.on("charge_may_begin_with_turn")
    made = _Beginning(field, tuple(names), target)
    match steps:
        case ():
            pass
        case (Slide(aside=aside),):
            made.slide(aside)
        case (Wheel(angle=angle),):
            made.wheel(angle)
        case (TurnInPlace(angle=angle),) if turns:
            made.turn(angle)
        case (TurnInPlace(angle=angle), Wheel(angle=then)) if turns:
            made.turn(angle)
            made.wheel(then)
        case _:
            raise Refused.because("charge.beginning", RULE)
    return made.ready(), made.lefts()


def steps_of(beginning: charges.Beginning) -> Steps:
    """A beginning that geometry has found, as the steps of an order."""
    steps: list[Step] = []
    if beginning.turn is not Turn.NONE:
        steps.append(TurnInPlace({Turn.LEFT: -QUARTER_TURN, Turn.RIGHT: QUARTER_TURN}.get(beginning.turn, HALF_TURN)))
    if beginning.wheel:
        steps.append(Wheel(beginning.wheel))
    if beginning.slide:
        steps.append(Slide(beginning.slide))
    return tuple(steps)


def realign(field: Field, names: Sequence[str], lefts: Sequence[int], angle: int) -> tuple[Field, list[int]]:
    """The wheel of a charge whose targets have all evaded; it counts as distance (adlg.charge.realign)."""
    rule = "adlg.charge.realign"
    if not field.setting.readings.on("charge_realign"):
        raise Refused.because("charge.realign", rule)
    made = _Beginning(field, tuple(names))
    made.wheel(angle)
    ready, costs = made.ready(), made.costs
    for name, left in zip(names, lefts, strict=True):
        if costs[name] > left:
            raise Refused.because("charge.too_far", rule, unit=name, cost=costs[name], limit=left)
    return ready, [left - costs[name] for name, left in zip(names, lefts, strict=True)]


def turn_cost(units: Sequence[Unit]) -> int:
    """mUD that a turn at the beginning costs those who turn together; for light troops the first is free."""
    if all(unit.light for unit in units):
        return 0
    return HEAVY_TURN_COST if any(stiff(unit) for unit in units) else TURN_COST


def is_difficult(units: Sequence[Unit], steps: Sequence[Step]) -> bool:
    """Whether a charge begins with a manoeuvre that is difficult for somebody (adlg.difficult.turns)."""
    return any(isinstance(step, TurnInPlace) for step in steps) and any(stiff(unit) for unit in units)


@dataclass
class _Beginning:
    """A charge that gets ready."""

    field: Field
    names: tuple[str, ...]
    target: str = ""
    block: Block = made_later(init=False)
    poses: tuple[Pose, ...] = made_later(init=False)
    costs: dict[str, int] = made_later(init=False)
    swept: dict[str, list[Figure]] = made_later(init=False)
    """Over which ground each unit came: the worst counts."""

    def __post_init__(self) -> None:
        bodies = [self.field.body(name) for name in self.names]
        block = groups.block_of(bodies, self.field.setting.limits)
        if block is None:
            raise Refused.because("charge.no_group", "adlg.group.formed", units="+".join(self.names))
        self.block = block
        self.poses = tuple(body.pose for body in bodies)
        self.costs = dict.fromkeys(self.names, 0)
        self.swept = {name: [self.field.body(name).quad] for name in self.names}

    @property
    def units(self) -> list[Unit]:
        return [self.field.unit(name) for name in self.names]

    def solids(self, without: str = "") -> Sequence[Figure]:
        """What no sweep may cross: enemies, impassable ground, the outside."""
        return solids(self.field, 1 - self.units[0].seat, (without,) if without else ())

    # Manoeuvres

    def slide(self, amount: int) -> None:
        if abs(amount) > charges.MOST_SLIDE:
            raise Refused.because("charge.slide_far", "adlg.slide.limits", slide=abs(amount), most=charges.MOST_SLIDE)
        touch = self.field.setting.limits.touch
        friends = self.field.bases(self.units[0].seat, self.names)
        in_the_way = [*self.solids(), *(friend.quad for friend in friends)]
        self._stand(self.block.poses(amount, 0), shapes.at(self.block.anchor, amount, 0))
        for name, pose in zip(self.names, self.poses, strict=True):
            body = self.field.body(name)
            way = shapes.hull(body.quad, body.moved(pose).quad)
            self.swept[name].append(way)
            if shapes.overlapping(way, in_the_way, touch):
                raise Refused.because("charge.no_room", "adlg.move.collision", unit=name)

    def wheel(self, amount: int) -> None:
        most = min(WAGON_WHEEL if unit.category is Category.WWG else charges.MOST_WHEEL for unit in self.units)
        if abs(amount) > most:
            raise Refused.because("charge.wheel_far", "adlg.wheel.limits", wheel=abs(amount), most=most)
        for unit in self.units:
            if self.field.defends_works(unit.id):
                raise Refused.because("charge.behind_works", "adlg.move.works", unit=unit.id)
        angle = self._free_part(amount)
        sweeps = groups.block_swept_wheel(self.block, angle) if angle else []
        share = len(sweeps) // len(self.names)
        costs = groups.block_wheel_costs(self.block, angle)
        for number, (unit, cost) in enumerate(zip(self.units, costs, strict=True)):
            swept = sweeps[number * share : (number + 1) * share]
            self._out_of_water(unit, swept)
            self.swept[unit.id] += swept
            self.costs[unit.id] += self._price(unit, angle, cost)
        corner = groups.wheel_corner(self.block, angle)
        self._stand(groups.block_wheel(self.block, angle), shapes.turned(self.block.anchor, corner, 0, 0, 0, angle))

    def _free_part(self, amount: int) -> int:
        """All of a wheel, or as much as it takes to meet the target."""
        limits = self.field.setting.limits
        free = groups.block_wheel_legal_part(self.block, amount, self.solids(self.target), limits)
        if self.target:
            target = self.field.body(self.target).quad
            met = groups.block_wheel_legal_part(self.block, amount, [target], limits)
            if met != amount and abs(met) <= abs(free):
                return met
        if free != amount:
            raise Refused.because("charge.wheel_blocked", "adlg.move.collision", wheel=abs(amount), free=abs(free))
        return amount

    def _out_of_water(self, unit: Unit, swept: Sequence[Figure]) -> None:
        """In a river a charge begins with no wheel and no quarter turn (adlg.move.river)."""
        if any(self.field.setting.scenery.waded(figure) for figure in swept):
            raise Refused.because("charge.in_river", "adlg.move.river", unit=unit.id)

    def _price(self, unit: Unit, angle: int, cost: int) -> int:
        """A war wagon pays the full price for its 45 degrees, by the usual reading (adlg.wheel.limits)."""
        full = self.field.setting.readings.says("war_wagon_wheel_cost", "full_price_at_45")
        if unit.category is Category.WWG and full:
            return manoeuvres.wheel_cost(angle, 1, WAGON_WHEEL)
        return cost

    def turn(self, amount: int) -> None:
        """A turn on the spot: a group turns as one, a line into a column and back (adlg.turn.one)."""
        if any(keeps_straight(self.field, unit) for unit in self.units):
            raise Refused.because("charge.no_turn", "adlg.turn.one")
        if len(self.names) == 1:
            end = self._turned_alone(amount)
            self._stand([end], end)
        else:
            self.block, ends = groups.block_turned(self.block, amount)
            self._stand(ends, self.block.anchor)
            self._check_room("charge.turn_blocked")
        if abs(amount) != 2 * manoeuvres.QUARTER:
            for unit, end in zip(self.units, self.poses, strict=True):
                body = self.field.body(unit.id)
                self._out_of_water(unit, (body.quad, body.moved(end).quad))
        cost = turn_cost(self.units)
        for unit in self.units:
            self.costs[unit.id] += 0 if unit.light else cost  # adlg.turn.light_troops, in a group of others too

    def _turned_alone(self, amount: int) -> Pose:
        unit, setting = self.units[0], self.field.setting
        others = self.field.bases(unit.seat, self.names)
        turned = turn_in_place(
            self.field.body(unit.id),
            Turn.ABOUT if abs(amount) == 2 * manoeuvres.QUARTER else Turn.RIGHT if amount > 0 else Turn.LEFT,
            [*self.solids(), *(other.quad for other in others)],
            quarter_turn_anchor=str(setting.readings.chosen["quarter_turn_anchor"]),
            limits=setting.limits,
        )
        if turned is None:
            raise Refused.because("charge.turn_blocked", "adlg.move.collision", unit=unit.id)
        return turned.pose

    def _stand(self, poses: Sequence[Pose], anchor: Pose) -> None:
        self.block = Block(anchor, self.block.width, self.block.cells, self.block.depths)
        self.poses = tuple(poses)
        for name, pose in zip(self.names, poses, strict=True):
            self.swept[name].append(self.field.body(name).moved(pose).quad)

    # The end

    def ready(self) -> Field:
        """The field with all chargers in their places: there they need room, though friends may be brushed before."""
        self._check_room("charge.no_room")
        after = self.field
        for name, pose in zip(self.names, self.poses, strict=True):
            after = after.placed(name, pose, "adlg.charge.beginning")
        return after

    def _check_room(self, code: str) -> None:
        """Whether all who have moved stand free of others."""
        friends = self.field.bases(self.units[0].seat, self.names)
        in_the_way = [*self.solids(), *(friend.quad for friend in friends)]
        for name, pose in zip(self.names, self.poses, strict=True):
            body = self.field.body(name)
            if pose != body.pose and shapes.overlapping(
                body.moved(pose).quad, in_the_way, self.field.setting.limits.touch
            ):
                raise Refused.because(code, "adlg.move.collision", unit=name)

    def lefts(self) -> list[int]:
        """What each unit has left of the allowance of its worst ground."""
        found = []
        for unit in self.units:
            limit = allowance(self.field, unit, self.swept[unit.id], hasty=False)
            cost = self.costs[unit.id]
            if cost > limit:
                raise Refused.because("charge.too_far", "adlg.move.allowance", unit=unit.id, cost=cost, limit=limit)
            found.append(limit - cost)
        return found
