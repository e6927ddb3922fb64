"""The steps of a move one by one: straight, sideways, around a corner or on the spot, with what each of them costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made_later

from triarii.core.contract import Refused
from triarii.games.adlg.battle.movement.reach import keeps_straight
from triarii.games.adlg.battle.movement.room import Movers
from triarii.games.adlg.battle.orders import Advance, Oblique, Slide, Step, TurnInPlace, Wheel
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import groups, manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Pose

MOST_SLIDE = 1000
WIDEST_TURN = 9000
WAGON_TURN = 4500
TURN_COST = 1000
HEAVY_TURN_COST = 2000
STIFF = frozenset({Category.WWG, Category.CT})
"""Whose turns are slow and difficult; pikemen too."""


def stiff(unit: Unit) -> bool:
    """Whether a turn costs 2 UD (adlg.turn.cost) and is difficult (adlg.difficult.turns)."""
    return unit.unmanoeuvrable or unit.category in STIFF or unit.troop.id == "pikemen"


def check_wheel(field: Field, bodies: Sequence[Body], wheeled: int) -> None:
    """Whether units may wheel by so much in one move, where they stand (adlg.wheel.limits, adlg.move.works)."""
    units = [field.unit(body.id) for body in bodies]
    most = min(WAGON_TURN if unit.category is Category.WWG else WIDEST_TURN for unit in units)
    if wheeled > most:
        raise Refused.because("move.wheel_far", "adlg.wheel.limits", wheel=wheeled, most=most)
    for body in bodies:
        if field.defends_works(body.id, body):
            raise Refused.because("move.behind_works", "adlg.move.works", unit=body.id)


def check_slide(field: Field, names: Sequence[str], amount: int) -> None:
    """Whether units may slide by so much (adlg.slide.limits)."""
    rule = "adlg.slide.limits"
    if abs(amount) > MOST_SLIDE:
        raise Refused.because("move.slide_far", rule, slide=abs(amount), most=MOST_SLIDE)
    if field.setting.readings.says("slides_per", "phase"):
        for name in names:
            if field.has_mark(name, marks.SLID):
                raise Refused.because("move.slide_twice", rule, unit=name)


def check_slid_advance(field: Field, advanced: int) -> None:
    """Whether a move with a slide went far enough straight on, where the reading asks for it."""
    least = field.setting.readings.chosen["slide_min_advance"]
    assert isinstance(least, int)
    if advanced < 1000 * least:
        raise Refused.because("move.slide_advance", "adlg.slide.limits", advance=advanced, least=1000 * least)


@dataclass
class MoveInProgress(Movers):
    """Movers that have gone some steps and paid for them."""

    spent: dict[str, int] = made_later(init=False)
    wheels: list[int] = made_later(default_factory=list)
    """The angles of all wheels so far."""
    turns: int = 0
    advanced: int = 0
    slides: int = 0
    difficult: list[str] = made_later(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.spent = dict.fromkeys(self.names, 0)

    def take(self, number: int, steps: Sequence[Step]) -> int:
        """Goes the step of this number, and gives the number of the next one."""
        match steps[number]:
            case Advance(distance=distance):
                self._straight(0, distance, distance)
                self.advanced += distance
            case Slide(aside=aside):
                self._slide(aside, number, len(steps))
            case Oblique(aside=aside, ahead=ahead):
                self._oblique(aside, ahead)
            case Wheel(angle=angle) if self._winds():
                self._wind(angle, steps[number + 1 : number + 2])
                return number + 2
            case Wheel(angle=angle):
                self._wheel(angle)
            case TurnInPlace(angle=angle):
                self._turn(angle)
        return number + 1

    # Straight and sideways

    def _straight(self, sideways: int, ahead: int, price: int) -> None:
        """The whole group goes straight, forward or sideways or both."""
        anchor = shapes.at(self.block.anchor, sideways, ahead)
        ends = replace(self.block, anchor=anchor).poses()
        for name, end in zip(self.names, ends, strict=True):
            body = self.body(name)
            after = body.moved(end)
            sweep = shapes.hull(body.quad, after.quad)
            self.needs_room(name, sweep, after)
            if sideways:
                self.free_of_friends(name, sweep)
            else:
                self.pass_friends(name, body, ahead)
        self.stand(ends, anchor)
        for name in self.names:
            self.spent[name] += price

    def _slide(self, amount: int, number: int, count: int) -> None:
        self._count_slide(amount)
        during = number not in (0, count - 1)
        if during and self.field.setting.readings.says("slide_timing", "before_or_after"):
            raise Refused.because("move.slide_when", "adlg.slide.limits")
        self._straight(amount, 0, 0)

    def _oblique(self, aside: int, ahead: int) -> None:
        """A slide during the advance."""
        if self.field.setting.readings.says("slide_timing", "before_or_after"):
            raise Refused.because("move.slide_when", "adlg.slide.limits")
        self._count_slide(aside)
        self._straight(aside, ahead, ahead)
        self.advanced += ahead

    def _count_slide(self, amount: int) -> None:
        check_slide(self.field, self.names, amount)
        self.slides += 1
        if self.slides > 1:
            raise Refused.because("move.slide_twice", "adlg.slide.limits", unit=self.names[0])

    # Wheels

    def _begin_wheel(self, angle: int) -> None:
        self.wheels.append(angle)
        wheeled = sum(abs(each) for each in self.wheels)
        check_wheel(self.field, [self.body(name) for name in self.names], wheeled)

    def _wheel(self, angle: int) -> None:
        self._begin_wheel(angle)
        free = groups.block_wheel_legal_part(self.block, angle, self.solids(), self.field.setting.limits)
        if free != angle:
            raise Refused.because("move.wheel_blocked", "adlg.move.collision", wheel=abs(angle), free=abs(free))
        costs = self._wheel_costs(angle)
        sweeps = groups.block_swept_wheel(self.block, angle)
        ends = groups.block_wheel(self.block, angle)
        corner = groups.wheel_corner(self.block, angle)
        anchor = shapes.turned(self.block.anchor, corner, 0, 0, 0, angle)
        share = len(sweeps) // len(self.names)
        for number, name in enumerate(self.names):
            self.swept[name] += sweeps[number * share : (number + 1) * share]
        self.stand(ends, anchor)
        self.clear_at_end()
        for name, cost in zip(self.names, costs, strict=True):
            self.spent[name] += cost

    def _wheel_costs(self, angle: int) -> list[int]:
        """Each pays by its file; a war wagon the full price for its 45 degrees, by the usual reading."""
        full = self.field.setting.readings.says("war_wagon_wheel_cost", "full_price_at_45")
        costs = []
        for unit, (column, _) in zip(self.units, self.block.cells, strict=True):
            file = self.block.columns - column if angle > 0 else column + 1
            dear = full and unit.category is Category.WWG
            costs.append(manoeuvres.wheel_cost(angle, file, WAGON_TURN if dear else WIDEST_TURN))
        return costs

    def _winds(self) -> bool:
        """Whether this is a column that winds around a corner like a snake (column_wheel)."""
        column = self.block.columns == 1 and self.block.rows > 1
        return column and self.field.setting.readings.says("column_wheel", "snake")

    def _wind(self, angle: int, following: Sequence[Step]) -> None:
        """Each unit of a column goes on to where the first one wheels, wheels there and follows. The column is a group
        again only if the last one has come around, so the wheel and the advance after it are one step."""
        self._begin_wheel(angle)
        ahead = following[0].distance if following and isinstance(following[0], Advance) else 0
        starts = groups.row_starts(self.block.cells, self.block.depths)
        if ahead < starts[-2]:
            raise Refused.because("move.snake_short", "adlg.wheel.limits", advance=ahead, least=starts[-2])
        corner, width, solids = self.block.anchor, self.block.width, self.solids()
        turned = manoeuvres.wheel(corner, width, angle)
        ends = []
        for name, (_, row) in zip(self.names, self.block.cells, strict=True):
            body = self.body(name)
            before, after = body.moved(corner), body.moved(turned)
            end = body.moved(shapes.at(turned, 0, ahead - starts[row]))
            free = manoeuvres.wheel_legal_part(corner, width, body.depth, angle, solids, self.field.setting.limits)
            if free != angle:
                raise Refused.because("move.wheel_blocked", "adlg.move.collision", wheel=abs(angle), free=abs(free))
            for sweep in (shapes.hull(body.quad, before.quad), shapes.hull(after.quad, end.quad)):
                self.needs_room(name, sweep, end)
                self.free_of_friends(name, sweep)
            self.swept[name] += manoeuvres.swept_wheel(corner, width, body.depth, angle)
            ends.append(end.pose)
        for name, cost in zip(self.names, self._wheel_costs(angle), strict=True):
            self.spent[name] += cost + ahead
        self.advanced += ahead
        self.stand(ends, shapes.at(turned, 0, ahead))

    # Turns

    def _turn(self, amount: int) -> None:
        self.turns += 1
        light = all(unit.light for unit in self.units)
        two = light and self.field.setting.readings.says("light_troops_turns", "one_free_one_paid")
        most = 2 if two else 1
        if self.turns > most:
            raise Refused.because("move.turn_twice", "adlg.turn.one", turns=self.turns, most=most)
        for unit in self.units:
            if keeps_straight(self.field, unit):
                raise Refused.because("move.no_turn", "adlg.turn.one", unit=unit.id)
        slow = any(stiff(unit) for unit in self.units)
        if slow:
            self.difficult.append("adlg.difficult.turns")
        ends, anchor = self._turned(amount)
        self.stand(ends, anchor)
        self.clear_at_end()
        for unit in self.units:
            free = unit.light and self.turns == 1  # adlg.turn.light_troops, in a group of others too
            self.spent[unit.id] += 0 if free else HEAVY_TURN_COST if slow else TURN_COST

    def _turned(self, amount: int) -> tuple[Sequence[Pose], Pose]:
        """Where a turn leads; a single unit tries the centred form where the other has no room."""
        if len(self.names) == 1:
            end = self._turned_alone(amount)
            return [end], end
        turned, ends = groups.block_turned(self.block, amount)
        self.block = replace(self.block, cells=turned.cells)
        return ends, turned.anchor

    def _turned_alone(self, amount: int) -> Pose:
        body = self.body(self.names[0])
        if abs(amount) == 2 * WIDEST_TURN:
            return manoeuvres.half_turn(body.pose, body.depth)
        blockers = [*self.solids(), *(friend.quad for friend in self.friends())]
        centred = self.field.setting.readings.says("quarter_turn_anchor", "centred")
        limits = self.field.setting.limits
        end = manoeuvres.free_quarter_turn(body.pose, body.width, body.depth, amount > 0, blockers, centred, limits)
        if end is None:
            raise Refused.because("move.turn_blocked", "adlg.move.collision", unit=self.names[0])
        return end
