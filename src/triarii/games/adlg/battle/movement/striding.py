"""Moves of a single unit where nothing is near that rules have to be weighed for: measured step by step in compiled
code. Most moves are such; all others are looked at closely by walking.py, which knows every rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triarii.core.contract import Refused
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.reach import FAR, allowance, hastens, keeps_straight, unwieldy
from triarii.games.adlg.battle.movement.steps import (
    HEAVY_TURN_COST,
    TURN_COST,
    WAGON_TURN,
    WIDEST_TURN,
    check_slid_advance,
    check_slide,
    stiff,
)
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.orders import Advance, Slide, Step, TurnInPlace, Wheel
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import manoeuvres, shapes
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.geometry.surroundings import Surroundings
from triarii.games.adlg.geometry.verdicts import CLEAR, EDGE, ENEMY, FEARED, FRIEND, SLOW_GROUND, UNSURE

Way = Callable[[], Sequence[Figure]]
"""What a step has swept, for whoever asks."""


def stride(field: Field, name: str, steps: Sequence[Step]) -> Walk | None:
    """The move of a unit that meets nobody's zone, passes no friend and comes to no special ground; None where one of
    these may be so. Raises Refused where the way is not free or too long."""
    unit = field.unit(name)
    if unit.troop.id == "heavy_artillery":
        return None
    found = _Stride(field, unit)
    for number, step in enumerate(steps):
        if not found.takes(step, inside=0 < number < len(steps) - 1):
            return None
    return found.paid(steps)


def surroundings(field: Field, seat: int) -> Surroundings:
    """What is around the units of a seat, as plain numbers."""
    return field.once(("surroundings", seat), lambda: _surroundings(field, seat))


def _surroundings(field: Field, seat: int) -> Surroundings:
    own, enemies, setting = field.host(seat), field.host(1 - seat), field.setting
    return Surroundings(
        own.row_of_bases,
        enemies.row_in_the_way,
        enemies.row_of_zones,
        enemies.row_of_feared,
        setting.scenery.special_boxes,
        setting.scenery.slow_boxes,
        *setting.size,
        setting.limits.touch,
    )


class _Stride:
    """A single unit on its way."""

    def __init__(self, field: Field, unit: Unit) -> None:
        self.field, self.unit = field, unit
        self.around = surroundings(field, unit.seat)
        self.body = field.body(unit.id)
        self.own = field.host(unit.seat).number[unit.id]
        self.pose: Pose = self.body.pose
        self.spent = self.advanced = self.slides = self.turns = self.near = 0
        self.wheels: list[int] = []
        self.ways: list[Way] = [lambda: (self.body.quad,)]
        self.difficult: list[str] = []

    # Steps

    def takes(self, step: Step, *, inside: bool) -> bool:
        """Goes a step; False where that is to be looked at closely."""
        match step:
            case Advance(distance=distance):
                self.spent += distance
                self.advanced += distance
                return self._straight(0, distance)
            case Wheel(angle=angle):
                return self._wheel(angle)
            case TurnInPlace(angle=angle):
                return self._turn(angle)
            case Slide(aside=aside) if not inside and not self.slides:
                check_slide(self.field, (self.unit.id,), aside)
                self.slides += 1
                return self._straight(aside, 0)
        return False

    def _straight(self, aside: int, ahead: int) -> bool:
        before, size = self.pose, (self.body.width, self.body.depth)
        what, who, near, *pose = self.around.straight(self.own, *before, *size, aside, ahead)
        after = self._stands(what, who, near, pose)
        self.ways.append(lambda: (shapes.hull(shapes.quad(before, *size), shapes.quad(after, *size)),))
        return self._goes_on(what)

    def _wheel(self, angle: int) -> bool:
        wagon = self.unit.category is Category.WWG
        self.wheels.append(angle)
        if sum(map(abs, self.wheels)) > (WAGON_TURN if wagon else WIDEST_TURN):
            return False
        before, size = self.pose, (self.body.width, self.body.depth)
        what, who, near, *pose = self.around.wheel(self.own, *before, *size, angle)
        after = self._stands(what, who, near, pose)
        dear = wagon and self.field.setting.readings.says("war_wagon_wheel_cost", "full_price_at_45")
        self.spent += manoeuvres.wheel_cost(angle, 1, WAGON_TURN if dear else WIDEST_TURN)
        self.ways.append(lambda: (*manoeuvres.swept_wheel(before, *size, angle), shapes.quad(after, *size)))
        return self._goes_on(what)

    def _turn(self, angle: int) -> bool:
        self.turns += 1
        if self.turns > 1 or keeps_straight(self.field, self.unit):
            return False
        size = self.body.width, self.body.depth
        about = abs(angle) == 2 * WIDEST_TURN
        if about:
            end = manoeuvres.half_turn(self.pose, self.body.depth)
        else:
            centred = self.field.setting.readings.says("quarter_turn_anchor", "centred")
            end = manoeuvres.quarter_turn(self.pose, *size, angle > 0, centred)
        what, who, near, *pose = self.around.on_the_spot(self.own, *self.pose, *size, *end)
        if what == FRIEND and not about:
            return False  # a quarter turn has another form
        after = self._stands(what, who, near, pose)
        slow = stiff(self.unit)
        if slow:
            self.difficult.append("adlg.difficult.turns")
        self.spent += 0 if self.unit.light else HEAVY_TURN_COST if slow else TURN_COST
        self.ways.append(lambda: (shapes.quad(after, *size),))
        return self._goes_on(what)

    def _stands(self, what: int, who: int, near: int, pose: Sequence[int]) -> Pose:
        """Takes the place after a step, or refuses it."""
        field, name = self.field, self.unit.id
        if what == ENEMY:
            enemy = field.host(1 - self.unit.seat).in_the_way[who].id
            raise Refused.because("move.enemy", "adlg.move.collision", unit=name, enemy=enemy)
        if what == EDGE:
            raise Refused.because("move.edge", "adlg.move.table_edge", unit=name)
        if what == FRIEND:
            friend = field.host(self.unit.seat).bases[who].id
            raise Refused.because("move.friend", "adlg.move.collision", unit=name, friend=friend)
        self.near |= near
        x, y, heading = pose
        self.pose = x, y, heading
        return self.pose

    def _goes_on(self, what: int) -> bool:
        assert what in (CLEAR, UNSURE)
        return what == CLEAR and not (self.near & FEARED and ring.makes_further_move(self.field, self.unit.id))

    # The end

    def paid(self, steps: Sequence[Step]) -> Walk | None:
        """The whole move, if the unit has what it costs."""
        field, unit, readings = self.field, self.unit, self.field.setting.readings
        if self.slides:
            check_slid_advance(field, self.advanced)
            if self.turns:
                return None
        if len(self.wheels) == 1 and not self.slides and not self.turns and readings.says("wheel_measure", "chord"):
            self.spent = manoeuvres.outer_corner_way(self.body.pose, self.pose, self.body.width, self.wheels[0])
        limit = self._limit()
        if self.spent > limit:
            raise Refused.because("move.too_far", "adlg.move.allowance", unit=unit.id, cost=self.spent, limit=limit)
        if self.spent < limit and not self.turns and unwieldy(field, unit):
            self.difficult.append("adlg.difficult.short_move")
        near = self.near & FEARED and self._was_near()
        return Walk(
            (unit.id,),
            {unit.id: self.pose},
            self.spent,
            limit,
            self.swept,
            tuple(dict.fromkeys(self.difficult)),
            frozenset((unit.id,)) if near else frozenset(),
            bool(self.slides),
        )

    def _was_near(self) -> bool:
        """Whether an enemy was within 4 UD on the way: where it began, or the way is measured."""
        gap = self.field.nearest_enemy(self.unit.id)
        near = gap is not None and gap < FAR
        return near or ring.entered(self.swept(), ring.near_enemies(self.field, self.unit.seat))

    def _limit(self) -> int:
        field, unit = self.field, self.unit
        hasty = hastens(field, unit)
        if self.near & SLOW_GROUND:
            limit = allowance(field, unit, self.swept(), hasty=hasty)
        else:
            limit = field.setting.scenery.open_reach(unit.troop, field.setting.readings, boosted=hasty)
        if not limit:
            raise Refused.because("move.no_entry", "adlg.move.worst_ground", unit=unit.id)
        return limit

    def swept(self) -> tuple[Figure, ...]:
        return tuple(figure for way in self.ways for figure in way())
