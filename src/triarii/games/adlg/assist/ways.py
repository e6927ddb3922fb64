"""Ways to a place: the turns, wheels, slides and advances that lead units there, found by geometry before any rule is
asked. Whether a way is allowed, giving an order decides; these are proposals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import asin, atan2, degrees, hypot
from typing import TYPE_CHECKING

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.movement.reach import allowance, hastens
from triarii.games.adlg.battle.movement.steps import MOST_SLIDE, WIDEST_TURN
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.orders import Advance, Move, Slide, Steps, TurnInPlace, Wheel
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import groups, manoeuvres, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import FINE, Pose

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position

TURNS = (0, -9000, 9000, 18000)
TENTH = 10
"""Cdeg to which a wheel towards a place is rounded: nobody sees less, and the order stays readable."""
LEAST_SLIDE = 50
SLIDE_TOLL, WHEEL_TOLL, TURN_TOLL = 150, 150, 250
"""Where no facing is asked for, so much nearer to the place a way has to lead that is less simple than straight on."""


@dataclass(frozen=True)
class Start:
    """Units as they stand before they go: at once, or after a turn on the spot."""

    field: Field
    names: tuple[str, ...]
    before: Steps
    block: Block
    spent: int
    """mUD that the turn took."""

    @property
    def heading(self) -> int:
        return self.block.anchor[2]

    @property
    def winds(self) -> bool:
        """Whether this is a column that follows its first unit around a corner (column_wheel)."""
        column = self.block.columns == 1 and self.block.rows > 1
        return column and self.field.setting.readings.says("column_wheel", "snake")


@dataclass(frozen=True)
class Way:
    """A move whose last part is straight: what comes before it, where everybody stands then, and how far it goes."""

    start: Start
    before: Steps
    block: Block
    wanted: int
    """mUD straight on after which the first unit is nearest to the place."""
    spent: int
    """mUD that was paid before."""
    after: tuple[Slide, ...] = ()
    """A slide at the end."""
    toll: int = 0
    """mUD by which it has to lead nearer than a simpler way to be preferred."""

    def order(self, distance: int) -> Move:
        straight = (Advance(distance),) if distance else ()
        return Move(self.start.names, (*self.before, *straight, *self.after))

    def end(self, distance: int) -> Pose:
        """Where the first unit ends."""
        aside = sum(slide.aside for slide in self.after)
        sideways, ahead = self.block.place(0)
        return shapes.at(self.block.anchor, sideways + aside, ahead + distance)

    @property
    def bodies(self) -> list[Body]:
        """Everybody before the straight part; of a column that winds only the first, whom the others follow."""
        field, names, poses = self.start.field, self.start.names, self.block.poses()
        if self.start.winds and any(isinstance(step, Wheel) for step in self.before):
            head = self.block.cells.index((0, 0))
            return [field.body(names[head]).moved(poses[head])]
        return [field.body(name).moved(pose) for name, pose in zip(names, poses, strict=True)]

    @property
    def left(self) -> int:
        """mUD that the allowance leaves for the straight part, by the ground ahead."""
        field, least = self.start.field, 10**9
        for name, body in zip(self.start.names, self.bodies, strict=False):
            unit = field.unit(name)
            hasty = hastens(field, unit)
            scenery, readings = field.setting.scenery, field.setting.readings
            reach = allowance(field, unit, (field.body(name).quad,), hasty=hasty)
            ahead = scenery.straight_reach(body, body.heading, reach, unit.troop, readings, boosted=hasty)
            least = min(least, ahead, reach)
        return max(0, least - self.spent)


def starts(position: Position, names: tuple[str, ...], turns: Sequence[int]) -> Iterator[Start]:
    """The units as they stand, and as they would after turns that are allowed."""
    field = position.state.field
    for turn in turns:
        if not turn:
            block = groups.block_of([field.body(name) for name in names], field.setting.limits)
            if block is not None:
                yield Start(field, names, (), block, 0)
            continue
        before = (TurnInPlace(turn),)
        found = position.weighed(Move(names, before))
        if isinstance(found, Executed) and found.move is not None:
            turned = [field.body(name).moved(found.move.ends[name]) for name in names]
            block = groups.block_of(turned, field.setting.limits)
            if block is not None:
                yield Start(field, names, before, block, found.move.spent)


def sighted(block: Block, place: tuple[int, int]) -> tuple[float, float]:
    """How far to the right and ahead of the first unit a place lies, in the frame of the block."""
    right, ahead = shapes.local(block.anchor, (place[0] * FINE, place[1] * FINE))
    sideways, behind = block.place(0)
    return right / FINE - sideways, ahead / FINE - behind


# Without a facing


def straight(start: Start, place: tuple[int, int]) -> Way:
    """Straight on, as far as the place lies ahead."""
    _, ahead = sighted(start.block, place)
    return Way(start, start.before, start.block, max(0, round(ahead)), start.spent, toll=_toll(start))


def sliding(start: Start, place: tuple[int, int], least: int = LEAST_SLIDE) -> Iterator[Way]:
    """With a slide, first or last: so the unit keeps its facing."""
    right, ahead = sighted(start.block, place)
    amount = round(max(-MOST_SLIDE, min(MOST_SLIDE, right)))
    if abs(amount) < least:
        return
    step, toll = Slide(amount), _toll(start) + SLIDE_TOLL
    wanted = max(0, round(ahead))
    shifted = replace(start.block, anchor=shapes.at(start.block.anchor, amount, 0))
    yield Way(start, (*start.before, step), shifted, wanted, start.spent, toll=toll)
    yield Way(start, start.before, start.block, wanted, start.spent, (step,), toll=toll)


def wheeling(start: Start, place: tuple[int, int], lead: int = 0) -> Iterator[Way]:
    """With a wheel by the angle after which the place lies straight ahead, to either side; before it, if that makes
    room, some way straight on."""
    block = replace(start.block, anchor=shapes.at(start.block.anchor, 0, lead))
    right, ahead = shapes.local(block.anchor, (place[0] * FINE, place[1] * FINE))
    sideways, _ = block.place(0)
    for side in (1, -1):
        corner = groups.wheel_corner(block, side)
        u, v, arm = right / FINE - corner, ahead / FINE, sideways - corner
        away = max(1.0, hypot(u, v))
        swing = asin(max(-1.0, min(1.0, arm / away)))  # too near to the pivot: as near as the wheel leads
        angle = round((degrees(atan2(u, v)) - degrees(swing)) * 100 / TENTH) * TENTH
        if angle * side > 0:
            yield from wheeled(start, block, side * min(abs(angle), WIDEST_TURN), place, lead)


def wheeled(start: Start, block: Block, angle: int, place: tuple[int, int], lead: int = 0) -> Iterator[Way]:
    """A wheel by an angle or as much of it as can be paid, and straight on from there as far as the place lies
    ahead."""
    angle = payable(start, block, angle, lead)
    if not angle:
        return
    corner = groups.wheel_corner(block, angle)
    turned = replace(block, anchor=shapes.turned(block.anchor, corner, 0, 0, 0, angle))
    before = (*start.before, *((Advance(lead),) if lead else ()), Wheel(angle))
    cost = max(groups.block_wheel_costs(block, angle))
    _, ahead = sighted(turned, place)
    toll = _toll(start) + WHEEL_TOLL + abs(angle) // 20
    yield Way(start, before, turned, max(0, round(ahead)), start.spent + lead + cost, toll=toll)


def payable(start: Start, block: Block, angle: int, lead: int) -> int:
    """As much of a wheel as the allowance of the slowest pays for."""
    field = start.field
    units = [field.unit(name) for name in start.names]
    reach = min(allowance(field, unit, (field.body(unit.id).quad,), hasty=hastens(field, unit)) for unit in units)
    most = manoeuvres.largest_wheel(max(0, reach - start.spent - lead), block.columns)
    return angle if abs(angle) <= most else most // TENTH * TENTH * (1 if angle > 0 else -1)


def _toll(start: Start) -> int:
    return TURN_TOLL if start.before else 0


# With a facing


def facing(start: Start, place: tuple[int, int], angle: int, least: int = LEAST_SLIDE, room: int = 0) -> Iterator[Way]:
    """To a place and turned by an angle: straight on, a wheel, straight on again; both parts follow from two equations.
    Where one of them would lead back, a slide may do, or a wheel after as much straight on as makes room for it."""
    if not angle:
        yield replace(straight(start, place), toll=0)
        yield from sliding(start, place, least)
        return
    for at_once in wheeled(start, start.block, angle, place):
        right, ahead = sighted(at_once.block, place)
        # In the frame after the wheel a step straight on before it goes by (-sin, cos) of the angle.
        sine, cosine = shapes.sin_of(angle) / (1 << 30), shapes.cos_of(angle) / (1 << 30)
        lead = round(-right / sine)
        if lead > 0 and round(ahead - lead * cosine) >= 0:
            moved = replace(start.block, anchor=shapes.at(start.block.anchor, 0, lead))
            yield from (replace(way, toll=0) for way in wheeled(start, moved, angle, place, lead))
        yield replace(at_once, toll=0)
        amount = round(max(-MOST_SLIDE, min(MOST_SLIDE, right)))
        if abs(amount) >= least:
            yield replace(at_once, after=(Slide(amount),), toll=SLIDE_TOLL)
    if room:
        moved = replace(start.block, anchor=shapes.at(start.block.anchor, 0, room))
        yield from wheeled(start, moved, angle, place, room)


# Where refusals lead


def hinted(refusal: Refusal, distance: int) -> int | None:
    """How far straight on it may go by what a refusal says; None where it says nothing of it."""
    numbers = {name: value for name, value in refusal.params.items() if isinstance(value, int)}
    match refusal.code:
        case "move.zone_ahead" | "move.near_ahead":
            return numbers["free"]
        case "move.friend_ahead":
            return numbers["free"] - 1
        case "move.too_far":
            return distance - (numbers["cost"] - numbers["limit"])
    return None
