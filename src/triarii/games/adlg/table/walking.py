"""Moves without contact: a unit or a group goes its steps one by one, and each is checked for room, zones and price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made_later

from triarii.core.contract import Refusal
from triarii.games.adlg.geometry import groups, held, manoeuvres, passing, paths, shapes
from triarii.games.adlg.geometry.bodies import Body, edge_contact
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.orders import Step
from triarii.games.adlg.table.passing import pass_rule, passed_in_full
from triarii.games.adlg.table.reach import FAR, allowance, hastens
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.troops import Category

MOST_SLIDE = 1000
WIDEST_TURN = 9000
WAGON_TURN = 4500
TURN_COST = 1000
HEAVY_TURN_COST = 2000
STIFF = frozenset({Category.WWG, Category.CT})
"""Whose turns are slow and difficult; pikemen too."""


@dataclass(frozen=True)
class Course:
    """A move that is allowed: where everybody ends and what it takes."""

    movers: tuple[str, ...]
    ends: dict[str, Pose]
    """Of the movers and of friends that had to make room."""
    spent: int
    """mUD that the dearest of them paid."""
    limit: int
    """mUD that he had."""
    swept: tuple[Figure, ...]
    difficult: tuple[str, ...]
    """The rules that make it difficult."""
    near: bool
    """Whether it came nearer than 4 UD to an enemy."""
    slid: bool

    @property
    def pushed(self) -> tuple[str, ...]:
        return tuple(name for name in self.ends if name not in self.movers)


class Refused(Exception):
    """Carries a refusal out of the middle of a move."""

    def __init__(self, code: str, rule: str, /, **params: str | int) -> None:
        super().__init__(code)
        self.refusal = Refusal(f"move.{code}", rule, params)


def walk(
    field_: Field, names: Sequence[str], steps: Sequence[Step], *, ignoring: frozenset[str] = frozenset()
) -> Course | Refusal:
    """Whether a unit or a group may make this move; the zones of some enemies may be ignored."""
    try:
        return _Walk(field_, tuple(names), ignoring).go(steps)
    except Refused as refused:
        return refused.refusal


def stiff(unit: Unit) -> bool:
    """Whether a turn costs 2 UD (adlg.turn.cost) and is difficult (adlg.difficult.turns)."""
    return unit.unmanoeuvrable or unit.category in STIFF or unit.troop.id == "pikemen"


@dataclass
class _Walk:
    """A move in the making."""

    field: Field
    names: tuple[str, ...]
    ignoring: frozenset[str] = frozenset()
    block: Block = made_later(init=False)
    places: dict[str, Body] = made_later(init=False)
    """Where everybody stands by now, pushed friends included."""
    spent: dict[str, int] = made_later(init=False)
    swept: dict[str, list[Figure]] = made_later(init=False)
    wheeled: int = 0
    turns: int = 0
    advanced: int = 0
    slides: int = 0
    difficult: list[str] = made_later(default_factory=list)

    def __post_init__(self) -> None:
        bodies = [self.field.body(name) for name in self.names]
        block = groups.block_of(bodies, self.field.setting.limits)
        if block is None:
            raise Refused("no_group", "adlg.group.formed", units="+".join(self.names))
        self.block = block
        self.places = {unit.id: self.field.body(unit.id) for unit in self.field.units()}
        self.spent = dict.fromkeys(self.names, 0)
        self.swept = {name: [self.field.body(name).quad] for name in self.names}

    # What surrounds the movers

    @property
    def units(self) -> list[Unit]:
        return [self.field.unit(name) for name in self.names]

    @property
    def seat(self) -> int:
        return self.field.unit(self.names[0]).seat

    def enemies(self) -> list[Body]:
        return [*self.field.bodies(1 - self.seat), *self.field.camps(1 - self.seat)]

    def solids(self) -> list[Figure]:
        """What no sweep may cross: enemies, impassable ground, the outside."""
        setting = self.field.setting
        return [
            *(enemy.quad for enemy in self.enemies()),
            *setting.scenery.impassable,
            *paths.outside(*setting.size),
        ]

    def friends(self) -> list[Body]:
        return [
            *(body for name, body in self.places.items() if name not in self.names and self._is_friend(name)),
            *self.field.camps(self.seat),
        ]

    def _is_friend(self, name: str) -> bool:
        return self.field.unit(name).seat == self.seat

    def body(self, name: str) -> Body:
        return self.places[name]

    # Steps

    def go(self, steps: Sequence[Step]) -> Course:
        for number, step in enumerate(steps):
            before = {name: self.body(name) for name in self.names}
            match step.kind:
                case "advance":
                    self._straight(0, step.amount)
                    self.advanced += step.amount
                case "slide":
                    self._slide(step.amount, number, len(steps))
                case "oblique":
                    self._oblique(step)
                case "wheel":
                    self._wheel(step.amount)
                case "turn":
                    self._turn(step.amount)
            self._heed_zones(step, before)
        self._finish(steps)
        return self._course()

    def _straight(self, sideways: int, ahead: int, price: int | None = None) -> None:
        """The whole group goes straight, forward or sideways or both."""
        anchor = shapes.at(self.block.anchor, sideways, ahead)
        ends = replace(self.block, anchor=anchor).poses()
        for name, end in zip(self.names, ends, strict=True):
            body = self.body(name)
            after = body.moved(end)
            self._needs_room(name, shapes.hull(body.quad, after.quad), after)
            if sideways:
                self._free_of_friends(name, shapes.hull(body.quad, after.quad))
            else:
                self._pass_friends(name, body, ahead)
        self._stand(ends, anchor)
        for name in self.names:
            self.spent[name] += ahead if price is None else price

    def _slide(self, amount: int, number: int, count: int) -> None:
        limit = "adlg.slide.limits"
        readings = self.field.setting.readings
        if abs(amount) > MOST_SLIDE:
            raise Refused("slide_far", limit, slide=abs(amount), most=MOST_SLIDE)
        if number not in (0, count - 1) and readings.says("slide_timing", "before_or_after"):
            raise Refused("slide_when", limit)
        self._count_slide()
        self._straight(amount, 0, 0)

    def _count_slide(self) -> None:
        limit = "adlg.slide.limits"
        self.slides += 1
        if self.slides > 1:
            raise Refused("slide_twice", limit)
        if self.field.setting.readings.says("slides_per", "phase"):
            for name in self.names:
                if self.field.has_mark(name, marks.SLID):
                    raise Refused("slide_twice", limit)

    def _oblique(self, step: Step) -> None:
        if self.field.setting.readings.says("slide_timing", "before_or_after"):
            raise Refused("slide_when", "adlg.slide.limits")
        if abs(step.amount) > MOST_SLIDE:
            raise Refused("slide_far", "adlg.slide.limits", slide=abs(step.amount), most=MOST_SLIDE)
        self._count_slide()
        self._straight(step.amount, step.along, step.along)
        self.advanced += step.along

    def _wheel(self, angle: int) -> None:
        most = min(WAGON_TURN if unit.category is Category.WWG else WIDEST_TURN for unit in self.units)
        self.wheeled += abs(angle)
        if self.wheeled > most:
            raise Refused("wheel_far", "adlg.wheel.limits", wheel=self.wheeled, most=most)
        for unit in self.units:
            if self.field.defends_works(unit.id, self.body(unit.id)):
                raise Refused("behind_works", "adlg.move.works", unit=unit.id)
            if unit.troop.id == "heavy_artillery":
                raise Refused("only_pivots", "adlg.artillery.pivot", unit=unit.id)
        free = groups.block_wheel_legal_part(self.block, angle, self.solids(), self.field.setting.limits)
        if free != angle:
            raise Refused("wheel_blocked", "adlg.move.collision", wheel=abs(angle), free=abs(free))
        costs = [self._wheel_cost(unit, angle, cost) for unit, cost in self._wheel_costs(angle)]
        sweeps = groups.block_swept_wheel(self.block, angle)
        ends = groups.block_wheel(self.block, angle)
        corner = groups.wheel_corner(self.block, angle)
        anchor = shapes.turned(self.block.anchor, corner, 0, 0, 0, angle)
        share = len(sweeps) // len(self.names)
        for number, name in enumerate(self.names):
            self.swept[name] += sweeps[number * share : (number + 1) * share]
        self._stand(ends, anchor)
        self._clear_at_end()
        for name, cost in zip(self.names, costs, strict=True):
            self.spent[name] += cost

    def _wheel_costs(self, angle: int) -> list[tuple[Unit, int]]:
        return list(zip(self.units, groups.block_wheel_costs(self.block, angle), strict=True))

    def _wheel_cost(self, unit: Unit, angle: int, cost: int) -> int:
        """A war wagon pays the full price for its 45 degrees, by the usual reading (adlg.wheel.limits)."""
        if unit.category is not Category.WWG:
            return cost
        full = self.field.setting.readings.says("war_wagon_wheel_cost", "full_price_at_45")
        return manoeuvres.wheel_cost(angle, 1, WAGON_TURN if full else WIDEST_TURN)

    def _turn(self, amount: int) -> None:
        self.turns += 1
        light = all(unit.light for unit in self.units)
        two = light and self.field.setting.readings.says("light_troops_turns", "one_free_one_paid")
        if self.turns > (2 if two else 1):
            raise Refused("turn_twice", "adlg.turn.one")
        if any(unit.category is Category.SCH for unit in self.units):
            raise Refused("no_turn", "adlg.turn.one")
        if any(stiff(unit) for unit in self.units) and "adlg.difficult.turns" not in self.difficult:
            self.difficult.append("adlg.difficult.turns")
        ends, anchor = self._turned(amount)
        self._stand(ends, anchor)
        self._clear_at_end()
        free = light and self.turns == 1
        slow = any(stiff(unit) for unit in self.units)
        for name in self.names:
            self.spent[name] += 0 if free else HEAVY_TURN_COST if slow else TURN_COST

    def _turned(self, amount: int) -> tuple[Sequence[Pose], Pose]:
        """Where a turn leads; a single unit tries the centred form where the other has no room."""
        if len(self.names) == 1:
            body = self.body(self.names[0])
            if abs(amount) == 2 * WIDEST_TURN:
                end: Pose | None = manoeuvres.half_turn(body.pose, body.depth)
            else:
                blockers = [*self.solids(), *(friend.quad for friend in self.friends())]
                centred = self.field.setting.readings.says("quarter_turn_anchor", "centred")
                limits = self.field.setting.limits
                end = manoeuvres.free_quarter_turn(
                    body.pose, body.width, body.depth, amount > 0, blockers, centred, limits
                )
            if end is None:
                raise Refused("turn_blocked", "adlg.move.collision", unit=self.names[0])
            return [end], end
        if abs(amount) == 2 * WIDEST_TURN:
            formation = groups.block_half_turn(self.block)
        else:
            formation = groups.block_quarter_turn(self.block, amount > 0)
        self.block = replace(self.block, cells=formation.cells)
        first = formation.cells.index(min(formation.cells, key=lambda cell: (cell[1], cell[0])))
        column, row = formation.cells[first]
        starts = groups.row_starts(formation.cells, self.block.depths)
        anchor = shapes.at(formation.poses[first], -column * self.block.width, starts[row])
        return formation.poses, anchor

    # Room

    def _stand(self, ends: Sequence[Pose], anchor: Pose) -> None:
        self.block = replace(self.block, anchor=anchor)
        for name, end in zip(self.names, ends, strict=True):
            self.places[name] = self.places[name].moved(end)

    def _needs_room(self, name: str, sweep: Figure, after: Body) -> None:
        """Straight steps: nothing solid in the way, nobody over the edge."""
        setting = self.field.setting
        self.swept[name].append(sweep)
        enemies = self.enemies()
        hit = shapes.overlapping(sweep, [enemy.quad for enemy in enemies], setting.limits.touch)
        if hit:
            raise Refused("enemy", "adlg.move.collision", unit=name, enemy=enemies[hit[0]].id)
        if shapes.overlapping(sweep, setting.scenery.impassable, setting.limits.touch):
            raise Refused("impassable", "adlg.move.worst_ground", unit=name)
        if not paths.on_table(after.quad, *setting.size, setting.limits):
            raise Refused("edge", "adlg.move.table_edge", unit=name)
        for _ in setting.scenery.crossed(sweep):
            self.spent[name] += 2000 if self.field.unit(name).mounted else 1000  # adlg.move.works

    def _free_of_friends(self, name: str, sweep: Figure) -> None:
        friends = self.friends()
        hit = shapes.overlapping(sweep, [friend.quad for friend in friends], self.field.setting.limits.touch)
        if hit:
            raise Refused("friend", "adlg.move.collision", unit=name, friend=friends[hit[0]].id)

    def _clear_at_end(self) -> None:
        """Wheels and turns: own friends may be brushed on the way, only the end must be free."""
        solids = self.solids()
        for name in self.names:
            quad = self.body(name).quad
            self.swept[name].append(quad)
            self._free_of_friends(name, quad)
            if shapes.overlapping(quad, solids, self.field.setting.limits.touch):
                raise Refused("turn_blocked", "adlg.move.collision", unit=name)

    def _pass_friends(self, name: str, body: Body, distance: int) -> None:
        """Straight through friends that may be passed; who is in the way at the end makes room."""
        field_, limits = self.field, self.field.setting.limits
        mover, sweep = (
            field_.unit(name),
            shapes.hull(body.quad, shapes.quad(_ahead(body, distance), body.width, body.depth)),
        )
        friends = self.friends()
        met = shapes.overlapping(sweep, [friend.quad for friend in friends], limits.touch)
        passed: list[passing.Friend] = []
        for number in met:
            friend = friends[number]
            if friend.id not in field_ or not pass_rule(field_, mover, field_.unit(friend.id), body.heading):
                free = shapes.first_contact(body.quad, body.heading, friend.quad, limits.touch) or 0
                raise Refused("friend_ahead", "adlg.pass.push", unit=name, friend=friend.id, free=free)
            passed.append(self._friend(friend))
        if not passed:
            return
        others = [
            self._friend(friend) for number, friend in enumerate(friends) if number not in met and friend.id in field_
        ]
        passage = passing.pass_through(body, distance, passed, self.solids(), others, limits)
        if not passage.allowed:
            stuck = ([*passed, *others][passage.stuck].body.id) if passage.stuck is not None else ""
            if passage.least is not None:
                raise Refused("not_through", "adlg.pass.push", unit=name, friend=stuck, least=passage.least)
            raise Refused("no_way_through", "adlg.pass.push", unit=name, friend=stuck)
        for number, pose in passage.pushed.items():
            friend = [*passed, *others][number].body
            self.places[friend.id] = friend.moved(pose)

    def _friend(self, body: Body) -> passing.Friend:
        unit = self.field.unit(body.id)
        return passing.Friend(body, light=unit.light, fixed=passed_in_full(self.field, unit))

    # Zones

    def _heed_zones(self, step: Step, before: dict[str, Body]) -> None:
        """Every step of a held unit keeps the conditions of the zone (adlg.zone.allowed); a free one that enters a zone
        keeps them from its border on."""
        for name in self.names:
            unit, start, end = self.field.unit(name), before[name], self.body(name)
            threat = control.most_threatening(self.field, unit, start, self.ignoring)
            if threat is not None:
                self._held(step, unit, start, end, threat)
            else:
                self._enters(step, unit, start, end)

    def _held(self, step: Step, unit: Unit, start: Body, end: Body, threat: Body) -> None:
        setting = self.field.setting
        rule = "adlg.zone.allowed"
        if step.kind == "turn":
            if _turns_to(start, end, threat):
                return
            raise Refused("held_turn", rule, unit=unit.id, enemy=threat.id)
        if step.kind in ("slide", "oblique") and setting.readings.says("slide_in_zone", "charge_or_conform"):
            raise Refused("held_slide", rule, unit=unit.id, enemy=threat.id)
        measure = str(setting.readings.chosen["zone_distance_to"])
        faults = held.held_step_faults(start, end, threat, zone_distance_to=measure, limits=setting.limits)
        if faults:
            raise Refused(f"held_{faults[0].value.lower()}", rule, unit=unit.id, enemy=threat.id)

    def _enters(self, step: Step, unit: Unit, start: Body, end: Body) -> None:
        field_, limits = self.field, self.field.setting.limits
        region = shapes.hull(start.quad, end.quad)
        enemies = control.acting_on(field_, unit, region, end, self.ignoring)
        rule = "adlg.zone.allowed"
        if step.kind == "advance":
            free = held.straight_in_zones(start, step.amount, enemies, limits=limits)
            if free < step.amount:
                raise Refused("zone_ahead", rule, unit=unit.id, free=free, advance=step.amount)
            return
        threat = control.most_threatening(field_, unit, end, self.ignoring)
        if threat is not None and not held.leads_onto(end, threat, limits):
            raise Refused("zone_entered", rule, unit=unit.id, enemy=threat.id)

    # The end

    def _finish(self, steps: Sequence[Step]) -> None:
        readings = self.field.setting.readings
        least = readings.chosen["slide_min_advance"]
        assert isinstance(least, int)
        if self.slides and self.advanced < 1000 * least:
            raise Refused("slide_advance", "adlg.slide.limits", least=1000 * least)
        if self.slides and self.turns and not readings.on("slide_with_turn"):
            raise Refused("slide_turn", "adlg.slide.limits")
        enemies = self.enemies()
        for name in self.names:
            body = self.body(name)
            near = shapes.within(body.quad, [enemy.quad for enemy in enemies], self.field.setting.limits.touch)
            for enemy in (enemies[number] for number in near):
                if any(edge_contact(body.front, edge) for edge in (enemy.front, enemy.left, enemy.right, enemy.rear)):
                    raise Refused("charge_instead", "adlg.charge.declare", unit=name, enemy=enemy.id)
        for unit in self.units:
            limit = self._limit(unit)
            if self.spent[unit.id] > limit:
                rule = "adlg.move.allowance" if limit else "adlg.move.worst_ground"
                raise Refused("too_far", rule, unit=unit.id, cost=self.spent[unit.id], limit=limit)
            short = self.spent[unit.id] < limit and not self.turns
            if unit.unmanoeuvrable and short and self._short_counts(unit):
                self.difficult.append("adlg.difficult.short_move")

    def _short_counts(self, unit: Unit) -> bool:
        only_turns = self.field.setting.readings.says("war_wagon_unmanoeuvrable_in", "turns")
        return not (unit.category is Category.WWG and only_turns)

    def _limit(self, unit: Unit) -> int:
        scenery = self.field.setting.scenery
        start, end = self.field.body(unit.id), self.body(unit.id)
        hasty = hastens(self.field, unit)
        if scenery.roads and scenery.along_road(start.quad, end.quad):
            return scenery.road_allowance(unit.troop, self.field.setting.readings, boosted=hasty)  # adlg.move.road
        return allowance(self.field, unit, self.swept[unit.id], hasty=hasty)

    def _course(self) -> Course:
        swept = tuple(figure for name in self.names for figure in self.swept[name])
        enemies = [enemy.quad for enemy in self.enemies()]
        ends = {name: body.pose for name, body in self.places.items() if body.pose != self.field.stands[name].pose}
        dearest = max(self.units, key=lambda unit: self.spent[unit.id])
        return Course(
            self.names,
            {**ends, **{name: self.body(name).pose for name in self.names}},
            self.spent[dearest.id],
            min(self._limit(unit) for unit in self.units),
            swept,
            tuple(dict.fromkeys(self.difficult)),
            any(shapes.within(figure, enemies, FAR - 1) for figure in swept),
            bool(self.slides),
        )


def _ahead(body: Body, distance: int) -> Pose:
    return shapes.at(body.pose, 0, distance)


def _turns_to(start: Body, end: Body, threat: Body) -> bool:
    """Whether a turn in place looks better against the most threatening enemy than before."""
    return held.misalignment(end, threat) <= held.misalignment(start, threat)


def apply(field_: Field, course: Course) -> Field:
    """The table after a move."""
    stands = dict(field_.stands)
    for name, pose in course.ends.items():
        stand = stands[name]
        unit = field_.unit(name)
        if name in course.movers:
            new = {marks.ORDERED}
            new |= {marks.NEAR} if course.near else set()
            new |= {marks.SLID} if course.slid else set()
            kept = stand.marks - {marks.STAKES, marks.READY}
            stands[name] = replace(stand, pose=pose, moves=stand.moves + 1, marks=kept | new)
        else:
            pushed = stand.marks if unit.light else stand.marks | {marks.SHIFTED}
            stands[name] = replace(stand, pose=pose, marks=pushed - {marks.STAKES, marks.READY})
    return replace(field_, stands=stands)
