"""Moves without contact: a unit or a group goes its steps one by one, and each is checked for room, zones and price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made_later

from triarii.core.contract import Refusal, Refused
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.passing import panicked
from triarii.games.adlg.battle.movement.reach import FAR, allowance, crossing_price, hastens, unwieldy
from triarii.games.adlg.battle.movement.steps import (
    HEAVY_TURN_COST,
    TURN_COST,
    MoveInProgress,
    check_slid_advance,
    stiff,
)
from triarii.games.adlg.battle.movement.striding import stride
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.orders import HALF_TURN, Advance, Oblique, Slide, Step, TurnInPlace, Wheel
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Moved
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import held, manoeuvres, paths, shapes, zones
from triarii.games.adlg.geometry.bodies import Body, edge_contact
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.held import Entry
from triarii.games.adlg.geometry.shapes import Figure

ABOUT_TURN = TurnInPlace(HALF_TURN)

__all__ = ["HEAVY_TURN_COST", "TURN_COST", "apply", "stiff", "walk"]


def walk(
    field_: Field, names: Sequence[str], steps: Sequence[Step], *, ignoring: frozenset[str] = frozenset()
) -> Walk | Refusal:
    """Whether a unit or a group may make this move; the zones of some enemies may be ignored."""
    try:
        found = stride(field_, names[0], steps) if len(names) == 1 and not ignoring else None
        return found or _Walking(field_, tuple(names), ignoring=ignoring).go(steps)
    except Refused as refused:
        return refused.refusal


@dataclass
class _Walking(MoveInProgress):
    """A move in the making."""

    ignoring: frozenset[str] = frozenset()
    limits: dict[str, int] = made_later(default_factory=dict)
    """mUD that each mover has, known at the end."""
    in_river: dict[str, Refused] = made_later(default_factory=dict)
    """Who did in a river what is only allowed on a road across it."""

    def go(self, steps: Sequence[Step]) -> Walk:
        for unit in self.units:
            if unit.troop.id == "heavy_artillery":
                raise Refused.because("move.only_pivots", "adlg.artillery.pivot", unit=unit.id)
        number = 0
        while number < len(steps):
            before, block = dict(self.places), self.block
            step = steps[number]
            gone = {name: len(self.swept[name]) for name in self.names}
            number = self.take(number, steps)
            self._wade(step, before, gone)
            self._heed_zones(step, before)
            self._stay_outside(step, before, block)
        self.check_pushed()
        self._check_slides()
        self._check_rivers()
        self._no_contact()
        self._pay(steps)
        self._may_be_short()
        return self._course()

    # Rivers

    def _wade(self, step: Step, before: dict[str, Body], gone: dict[str, int]) -> None:
        """In the water of a river a unit goes at right angles to the banks, slides or turns about (adlg.move.river)."""
        scenery = self.field.setting.scenery
        if not scenery.waters or isinstance(step, Slide) or step == ABOUT_TURN:
            return
        for name in self.names:
            start = before.get(name) or self.field.body(name)
            ways = (start.quad, *self.swept[name][gone[name] :])
            if not any(scenery.waded(way) for way in ways):
                continue
            if not isinstance(step, Advance | Oblique):
                self.in_river.setdefault(name, Refused.because("move.in_river", "adlg.move.river", unit=name))
            elif any(scenery.waded_aslant(way, self.body(name).heading) for way in ways):
                self.in_river.setdefault(name, Refused.because("move.river_aslant", "adlg.move.river", unit=name))

    def _check_rivers(self) -> None:
        """By a ford or a bridge everybody comes across as he likes."""
        for name, refused in self.in_river.items():
            if not self._keeps_to_road(name):
                raise refused

    def _keeps_to_road(self, name: str) -> bool:
        scenery = self.field.setting.scenery
        return bool(scenery.roads) and scenery.along_road(self.field.body(name).quad, self.body(name).quad)

    # Zones

    def _heed_zones(self, step: Step, before: dict[str, Body]) -> None:
        """Every step of a held unit keeps the conditions of the zone (adlg.zone.allowed); a free one that enters a zone
        keeps them from its border on."""
        then, now = self._seen_from(before), self._seen_from(self.places)
        for name in self.names:
            unit, start, end = self.field.unit(name), before.get(name) or self.field.body(name), self.body(name)
            threats = control.threats(then, unit, start, self.ignoring)
            if threats:
                self._heed_one(step, unit, start, end, threats)
            else:
                self._enters(step, unit, start, end, now)

    def _seen_from(self, places: dict[str, Body]) -> Field:
        """The table with everybody in these places: who goes before another shields it. One unit alone stands in
        nobody's way but others', so that the table of the beginning will do."""
        moved = {name: body.pose for name, body in places.items() if body.pose != self.field.stands[name].pose}
        if not moved or set(moved) == set(self.names[:1]):
            return self.field
        stands = {name: replace(self.field.stands[name], pose=pose) for name, pose in moved.items()}
        return replace(self.field, stands={**self.field.stands, **stands})

    def _heed_one(self, step: Step, unit: Unit, start: Body, end: Body, threats: Sequence[Body]) -> None:
        """Between equally threatening enemies the owner chooses by his move, where he may."""
        refusals = []
        for threat in threats:
            try:
                self._held(step, unit, start, end, threat)
            except Refused as refused:
                refusals.append(refused)
        if len(refusals) == len(threats):
            raise refusals[0]

    def _held(self, step: Step, unit: Unit, start: Body, end: Body, threat: Body) -> None:
        setting = self.field.setting
        rule = "adlg.zone.allowed"
        if isinstance(step, TurnInPlace):
            if held.misalignment(end, threat) <= held.misalignment(start, threat):
                return
            raise Refused.because("move.held_turn", rule, unit=unit.id, enemy=threat.id)
        if isinstance(step, Slide | Oblique) and setting.readings.says("slide_in_zone", "charge_or_conform"):
            raise Refused.because("move.held_slide", rule, unit=unit.id, enemy=threat.id)
        faults = held.held_step_faults(start, end, threat, zone_distance_to=self._measure, limits=setting.limits)
        if faults:
            raise Refused.because(f"move.held_{faults[0].value.lower()}", rule, unit=unit.id, enemy=threat.id)

    @property
    def _measure(self) -> str:
        return str(self.field.setting.readings.chosen["zone_distance_to"])

    def _enters(self, step: Step, unit: Unit, start: Body, end: Body, now: Field) -> None:
        limits, rule = self.field.setting.limits, "adlg.zone.allowed"
        acting = control.acting_on(now, unit, self._region(step, start, end), end, self.ignoring)
        holding = {enemy.id for enemy in control.holders(now, unit, end, self.ignoring)}
        enemies = [enemy for enemy in acting if enemy.id in holding or not zones.in_zone(end, enemy, limits)]
        if isinstance(step, Advance):
            tie = str(self.field.setting.readings.chosen["threat_tie"])
            free = held.straight_in_zones(
                start, step.distance, enemies, zone_distance_to=self._measure, threat_tie=tie, limits=limits
            )
            if free < step.distance:
                raise Refused.because("move.zone_ahead", rule, unit=unit.id, free=free, advance=step.distance)
            return
        for entry in self._entries(step, start, enemies):
            threats = control.threats(now, unit, entry.inside, self.ignoring)  # none where a friend stands between
            if threats and all(
                held.held_step_faults(entry.inside, end, threat, zone_distance_to=self._measure, limits=limits)
                for threat in threats
            ):
                raise Refused.because("move.zone_entered", rule, unit=unit.id, enemy=threats[0].id)
        threats = control.threats(now, unit, end, self.ignoring)
        if threats and not any(held.leads_onto(end, threat, limits) for threat in threats):
            raise Refused.because("move.zone_entered", rule, unit=unit.id, enemy=threats[0].id)

    def _region(self, step: Step, start: Body, end: Body) -> Figure:
        """All that a unit may have gone over in a step, and more."""
        if isinstance(step, Wheel) and len(self.names) == 1:
            reach = (start.width + start.depth) * shapes.FINE  # no corner is farther from the pivot
            x, y = shapes.world(start.pose, manoeuvres.inner_corner(start.width, step.angle), 0)
            return paths.box(x - reach, y - reach, x + reach, y + reach)
        return shapes.hull(start.quad, end.quad)

    def _entries(self, step: Step, start: Body, enemies: Sequence[Body]) -> tuple[Entry, ...]:
        """Where on its way a slide, or the wheel of a single unit, comes into zones; of others the end decides."""
        limits = self.field.setting.limits
        if isinstance(step, Slide):
            heading = shapes.fold(start.heading + (9000 if step.aside > 0 else -9000))
            return held.entries(start, heading, abs(step.aside), enemies, limits)
        if isinstance(step, Wheel) and len(self.names) == 1:
            entry = held.entering_by_wheel(start, step.angle, enemies, limits)
            return () if entry is None else (entry,)
        return ()

    # Further moves

    def _stay_outside(self, step: Step, before: dict[str, Body], block: Block) -> None:
        """All along a second or third move every enemy is 4 UD away (adlg.moves.distance)."""
        for name in self.names:
            refusal = ring.why_too_near(self.field, name, self.swept[name])
            if refusal is not None and isinstance(step, Advance):
                watched, enemies = ring.further_movers(self.field, self.names), ring.near_enemies(self.field, self.seat)
                bodies = [before.get(each) or self.field.body(each) for each in self.names]
                free = ring.straight_outside(bodies, block, step.distance, enemies, watched)
                params = {"unit": name, "enemy": refusal.params["enemy"], "least": FAR}
                raise Refused.because("move.near_ahead", refusal.rule, **params, free=free, advance=step.distance)
            if refusal is not None:
                raise Refused(refusal)

    # The end

    def _check_slides(self) -> None:
        if not self.slides:
            return
        check_slid_advance(self.field, self.advanced)
        if self.turns and not self.field.setting.readings.on("slide_with_turn"):
            raise Refused.because("move.slide_turn", "adlg.slide.limits")

    def _no_contact(self) -> None:
        """Whoever wants to fight has to charge."""
        for name, enemy in self._touched():
            edges = (enemy.front, enemy.left, enemy.right, enemy.rear)
            front = self.body(name).front
            if enemy.id not in self.field.taken and any(
                edge_contact(front, edge, self.field.setting.limits) for edge in edges
            ):
                raise Refused.because("move.charge_instead", "adlg.charge.declare", unit=name, enemy=enemy.id)

    def _touched(self) -> list[tuple[str, Body]]:
        """The enemies that movers touch at the end, in whatever way."""
        enemies, touch = self.enemies, self.field.setting.limits.touch
        return [
            (name, enemies.in_the_way[number])
            for name in self.names
            for number in shapes.within(self.body(name).quad, enemies.quads_in_the_way, touch)
        ]

    def _pay(self, steps: Sequence[Step]) -> None:
        """Whether every unit has what the move costs it."""
        if self._measured_by_chord(steps):
            for name in self.names:
                start, end = self.field.body(name), self.body(name)
                self.spent[name] = manoeuvres.outer_corner_way(start.pose, end.pose, start.width, self.wheels[0])
        for unit in self.units:
            self.spent[unit.id] += crossing_price(self.field, unit, self.swept[unit.id])
            limit = self.limits[unit.id] = self._limit(unit)
            if not limit:
                raise Refused.because("move.no_entry", "adlg.move.worst_ground", unit=unit.id)
            if self.spent[unit.id] > limit:
                raise Refused.because(
                    "move.too_far", "adlg.move.allowance", unit=unit.id, cost=self.spent[unit.id], limit=limit
                )

    def _measured_by_chord(self, steps: Sequence[Step]) -> bool:
        """Whether a move with one wheel and nothing but advances counts as the outer corner's straight way."""
        simple = len(self.wheels) == 1 and all(isinstance(step, Wheel | Advance) for step in steps)
        return simple and self.field.setting.readings.says("wheel_measure", "chord")

    def _limit(self, unit: Unit) -> int:
        scenery = self.field.setting.scenery
        hasty = hastens(self.field, unit)
        if self._keeps_to_road(unit.id):
            return scenery.road_allowance(unit.troop, self.field.setting.readings, boosted=hasty)  # adlg.move.road
        return allowance(self.field, unit, self.swept[unit.id], hasty=hasty)

    def _may_be_short(self) -> None:
        """A group that could have gone on is difficult to halt if one of its units is unmanoeuvrable."""
        if any(self.spent[name] >= self.limits[name] for name in self.names):
            return
        exempt = self.field.setting.readings.says("short_move_exemption", "any_contact") and self._touched()
        if any(unwieldy(self.field, unit) for unit in self.units) and not self.turns and not exempt:
            self.difficult.append("adlg.difficult.short_move")

    def _course(self) -> Walk:
        swept = tuple(figure for name in self.names for figure in self.swept[name])
        enemies = ring.near_enemies(self.field, self.seat)
        dearest = max(self.names, key=lambda name: self.spent[name])
        return Walk(
            self.names,
            {name: self.body(name).pose for name in (*self.names, *self.pushed)},
            self.spent[dearest],
            min(self.limits.values()),
            lambda: swept,
            tuple(dict.fromkeys(self.difficult)),
            frozenset(name for name in self.names if ring.entered(self.swept[name], enemies)),
            bool(self.slides),
            tuple(self.panicked),
        )


def apply(field_: Field, move: Walk, rule: str = "adlg.move.allowance") -> Field:
    """The table after a move."""
    stands = dict(field_.stands)
    for name, pose in move.ends.items():
        stand = stands[name]
        unit = field_.unit(name)
        if name in move.movers:
            new = {marks.ORDERED}
            new |= {marks.NEAR} if name in move.near else set()
            new |= {marks.SLID} if move.slid else set()
            kept = stand.marks - {marks.STAKES, marks.READY}
            stands[name] = replace(stand, pose=pose, moves=stand.moves + 1, marks=kept | new)
        else:
            pushed = stand.marks if unit.light else stand.marks | {marks.SHIFTED}
            stands[name] = replace(stand, pose=pose, marks=pushed - {marks.STAKES, marks.READY})
    after = replace(field_, stands=stands)
    if after.chronicle is not None:
        for name, pose in move.ends.items():
            if pose != field_.stands[name].pose:
                after = after.noted(Moved, rule if name in move.movers else "adlg.pass.push", name, *pose)
    for name in move.panicked:
        after = panicked(after, name)
    return after
