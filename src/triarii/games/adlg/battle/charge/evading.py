"""Evades: whether a charged unit or group may run, whether its way is blocked, and where it ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge.charging import Approach, contact_of, has_to_evade
from triarii.games.adlg.battle.charge.halting import Manner, company, no_entry, over_ground, shifted
from triarii.games.adlg.battle.charge.runners import Runners, alone, contracted, runners, turned_away
from triarii.games.adlg.battle.movement.formations import why_no_group
from triarii.games.adlg.battle.movement.reach import allowance
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import WIDTH
from triarii.games.adlg.geometry import evades, groups, manoeuvres, passing, shapes
from triarii.games.adlg.geometry.bodies import linked
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure, Pose

DICE = (1, 3, 5)
"""The faces of an evader's die that make a difference."""
AS_ONE = "adlg.evade.group"
BLOCKED = "adlg.evade.blocked"
STRAIGHT, OFF_TABLE = "adlg.evade.straight", "adlg.evade.off_table"


@dataclass(frozen=True)
class Answer:
    """What a charged unit may do, and the rule behind it."""

    may_evade: bool
    must_evade: bool = False
    rule: str = "adlg.evade.who"


def charged_side(field: Field, onset: Approach, target: str) -> Side:
    """On which edge a unit is charged, by the nearest charger."""
    enemy = field.body(target)
    met = [contact for charger in onset.chargers if (contact := contact_of(field, charger, onset, target)) is not None]
    if not met:
        return Side.FRONT
    return min(met, key=lambda contact: shapes.gap(field.body(contact[0].id).quad, enemy.quad))[1]


def answer(field: Field, onset: Approach, target: str) -> Answer:
    """Whether a charged unit may evade, or must (adlg.evade.who, adlg.evade.blocked)."""
    if target not in field or not field.unit(target).may_evade or field.fights(target):
        return Answer(False)
    turned = turned_away(field, alone(field, target), charged_side(field, onset, target))
    if turned is None or is_blocked(field, turned):
        return Answer(False, rule=BLOCKED)
    return Answer(True, must_evade(field, onset, target))


def must_evade(field: Field, onset: Approach, target: str) -> bool:
    """By the common reading light infantry in the open has to evade those who would destroy it."""
    return any(
        has_to_evade(field, field.unit(charger.name), target)
        for charger in onset.chargers
        if contact_of(field, charger, onset, target) is not None
    )


# Groups


def why_not_as_one(field: Field, onset: Approach, names: tuple[str, ...]) -> Refusal | None:
    """Why units can't answer a charge by evading together (adlg.evade.group)."""
    for name in names:
        if name not in field or not field.unit(name).may_evade:
            return Refusal("deed.evades_not", "adlg.evade.who", {"unit": name})
        if field.fights(name):
            return Refusal("move.fights", "adlg.evade.who", {"unit": name})
        if name in (*onset.stood, *onset.fled):
            return Refusal("order.has_answered", AS_ONE, {"unit": name})
    refusal = why_no_group(field, names)
    if refusal is not None:
        return refusal
    sides = _charged_sides(field, onset, names)
    if len(sides) > 1:
        return Refusal("order.sides", AS_ONE, {"units": "+".join(names)})
    turned = _turned_together(field, names, sides[0])
    if turned is None or is_blocked(field, turned):
        return Refusal("deed.blocked", BLOCKED, {"unit": "+".join(names)})
    return None


def _charged_sides(field: Field, onset: Approach, names: Sequence[str]) -> list[Side]:
    """On which edges those of a group are charged who are charged."""
    return list(dict.fromkeys(charged_side(field, onset, name) for name in names if name in onset.waiting))


def _turned_together(field: Field, names: Sequence[str], side: Side) -> Runners | None:
    those = runners(field, names)
    return None if those is None else turned_away(field, those, side)


def groups_of(field: Field, onset: Approach, target: str) -> tuple[tuple[str, ...], ...]:
    """Groups worth an offer with which a charged unit may evade as one: of its neighbours those who are charged too,
    its own file, all of them. Any part of a group may be named."""
    seat, answered = field.unit(target).seat, {*onset.stood, *onset.fled}
    free = [
        unit.id
        for unit in field.units(seat)
        if unit.may_evade and not field.fights(unit.id) and unit.id not in answered
    ]
    whole = _linked(field, target, free)
    if len(whole) == 1:
        return ()
    charged = _linked(field, target, [name for name in whole if name in onset.waiting])
    found = (charged, _file(field, whole), whole)
    return tuple(
        names for names in dict.fromkeys(found) if len(names) > 1 and why_not_as_one(field, onset, names) is None
    )


def _linked(field: Field, first: str, among: Collection[str]) -> tuple[str, ...]:
    """The group around a unit."""
    group, waiting = [first], [first]
    while waiting:
        one = field.body(waiting.pop(0))
        for other in among:
            near = other not in group and linked(one, field.body(other), field.setting.limits)
            if near and why_no_group(field, (*group, other)) is None:
                group.append(other)
                waiting.append(other)
    return tuple(group)


def _file(field: Field, names: tuple[str, ...]) -> tuple[str, ...]:
    """The first of a group and who stands before and behind it."""
    block = groups.block_of([field.body(name) for name in names], field.setting.limits)
    assert block is not None, "a group"
    return tuple(name for name, (column, _) in zip(names, block.cells, strict=True) if column == block.cells[0][0])


# Blocked


def is_blocked(field: Field, turned: Runners) -> bool:
    """Whether those who have turned away can't run (adlg.evade.blocked)."""
    readings, limits = field.setting.readings, field.setting.limits
    for body in turned.bodies:
        unit = field.unit(body.id)
        if field.setting.scenery.waded_aslant(body.quad, body.heading):
            return True  # adlg.move.river: nobody runs along a river in its water
        acting = [
            field.body(enemy.id) for enemy in field.units(1 - unit.seat) if control.exerts(field, enemy, unit, body)
        ]
        if evades.blocked_by_zone(body, acting, limits):
            return True
    hard, soft = _in_the_way(field, turned)
    return (
        evades.blocked(
            turned.base,
            obstacles=hard,
            passable=[friend.body.quad for friend in soft],
            evade_blocked_by_passable_friends=readings.on("evade_blocked_by_passable_friends"),
            evade_slide_unblocks=readings.on("evade_slide_unblocks"),
            limits=limits,
        )
        is not None
    )


def _in_the_way(field: Field, turned: Runners) -> tuple[list[Figure], list[passing.Friend]]:
    """What evaders can't pass, ground that they may not enter included, and the friends whom all of them can."""
    seat = field.unit(turned.names[0]).seat
    around = [company(field, field.unit(body.id), body.heading, Manner.EVADE) for body in turned.bodies]
    fixed = {body.id: body for each in around for body in each.fixed if body.id not in turned.names}
    passed = [
        friend for friend in around[0].passed if friend.body.id not in turned.names and friend.body.id not in fixed
    ]
    hard: list[Figure] = [*field.host(1 - seat).quads_in_the_way, *(body.quad for body in fixed.values())]
    for body in turned.bodies:
        hard += no_entry(field, field.unit(body.id), body)
    return hard, passed


# The run


@dataclass(frozen=True)
class Flight:
    """A unit or a group that is about to run: it has turned away."""

    turned: Runners
    along: int | None = None
    """The heading of the charge, if it adapts to that."""

    @property
    def wheel(self) -> int:
        """By how much it would wheel to adapt to the direction of the charge (adlg.evade.direction)."""
        return 0 if self.along is None else evades.wheel_to(self.turned.base, self.along) or 0


@dataclass(frozen=True)
class Escape:
    """One way to run: where it ends, and where friends go whom it passes."""

    end: Runners
    aside: Mapping[str, Pose]
    bend: tuple[int, int] = (0, 0)
    """What it slides and wheels on its way to avoid things."""
    meets_friends: bool = False
    """Whether friends stand in its way whom it passes, or before whom it halts because it does not get past them."""


def flight(field: Field, onset: Approach, names: tuple[str, ...], *, adapt: bool) -> Flight:
    """How a charged unit or group begins to evade."""
    turned = _turned_together(field, names, _charged_sides(field, onset, names)[0])
    assert turned is not None, "asked before"
    return Flight(turned, field.body(onset.chargers[0].name).heading if adapt else None)


def run_away(field: Field, run: Flight, die: int, *, around: bool = False, rule: str = STRAIGHT) -> Field:
    """A unit or a group that has turned away runs (adlg.evade.straight, adlg.evade.die), around friends whom it could
    pass if its owner wants that and its die lets it; who leaves the table is gone."""
    ways = escapes(field, run, die)
    if not ways:
        return _ended(field, Escape(run.turned, {}), rule)
    return _ended(field, ways[-1 if around else 0], rule)


def may_go_around(field: Field, run: Flight) -> bool:
    """Whether, with one die or another, an evader can avoid friends whom it could pass as well (adlg.evade.avoid)."""
    return any(len(escapes(field, run, die)) > 1 for die in DICE)


def escapes(field: Field, run: Flight, die: int) -> tuple[Escape, ...]:
    """The ways on which a unit or a group can run, along the charge if it adapts to that and has room to wheel; none:
    it only turns. There are two where it may pass through friends and may as well slide or wheel to avoid that
    (adlg.evade.avoid): the first goes through them."""
    for wheel in dict.fromkeys((run.wheel, 0)):
        start = _wheeled(field, run.turned, wheel)
        if start is None:
            continue
        through = _run(field, start, wheel, die, through=True)
        if not _is_free(field, through):
            around = _run(field, start, wheel, die, through=False)
            if _is_free(field, around):
                return (around,)
        elif through.meets_friends:
            around = _run(field, start, wheel, die, through=False)
            avoids = any(around.bend) and around.bend != through.bend
            return (through, around) if avoids and _is_free(field, around) else (through,)
        else:
            return (through,)
    return ()


def _wheeled(field: Field, turned: Runners, angle: int) -> Runners | None:
    """The evaders on the direction of the charge; None if something is in the way of that."""
    if not angle:
        return turned
    limits, base = field.setting.limits, turned.base
    after = turned.moved(manoeuvres.wheel(base.pose, base.width, angle))
    free = evades.wheels_freely(base, angle, _in_the_way(field, turned)[0], limits)
    free = free and not any(field.setting.scenery.waded(body.quad) for body in (base, after.base))  # adlg.move.river
    friends = [body.quad for body in field.bodies(field.unit(turned.names[0]).seat, without=turned.names)]
    return after if free and not shapes.overlapping(after.base.quad, friends, limits.touch) else None


def _run(field: Field, start: Runners, wheeled: int, die: int, *, through: bool) -> Escape:
    """Where a run ends, and where friends go whom it passes, if it goes through them. A group goes as far as its
    slowest unit, by one die; where it can neither slide nor wheel past things, it becomes narrower
    (adlg.evade.group)."""
    setting, limits = field.setting, field.setting.limits
    hard, soft = _in_the_way(field, start)
    if not through:
        hard, soft = [*hard, *(friend.body.quad for friend in soft)], []
    left = evades.run_length(_slowest(field, start), die, wheeled, start.files)
    bend = str(setting.readings.chosen["evade_avoidance"])
    run = evades.run(
        start.base, left, hard, friends=soft, wheeled=wheeled, files=start.files, evade_avoidance=bend, limits=limits
    )
    bent, end = start.moved(manoeuvres.back(run.end.pose, run.distance)), start.moved(run.end.pose)
    distance = run.distance
    if not (run.slide or run.wheel or evades.clear_ahead(start.base, hard, left, limits)):
        narrow = _through_gap(field, start, left, hard)
        if narrow is not None:
            bent = narrow[0]
            distance = evades.ends_beyond(bent.base, narrow[1], soft, hard, limits=limits)
            end = bent.moved(manoeuvres.advance(bent.base.pose, distance))
    lets = min(over_ground(field, field.unit(body.id), body, distance, field.body(body.id)) for body in bent.bodies)
    if lets < distance:  # slower ground on the way counts for the whole run
        distance = evades.ends_beyond(bent.base, lets, soft, hard, limits=limits)
        end = bent.moved(manoeuvres.advance(bent.base.pose, distance))
    passage = passing.pass_through(bent.base, distance, soft, hard, limits=limits)
    aside = {soft[number].body.id: pose for number, pose in passage.pushed.items()}
    friends = [friend.body.quad for friend in soft]
    meets = not all(evades.clear_ahead(each.base, friends, left, limits) for each in (start, bent))
    return Escape(end, aside, (run.slide, run.wheel), meets)


def _slowest(field: Field, start: Runners) -> int:
    """The allowance of a unit, or of the slowest of a group."""
    return min(
        allowance(field, field.unit(body.id), (field.body(body.id).quad, body.quad), hasty=False)
        for body in start.bodies
    )


def _through_gap(field: Field, start: Runners, left: int, obstacles: Sequence[Figure]) -> tuple[Runners, int] | None:
    """A group that gets through between obstacles by becoming narrower, and how far it then goes straight on. Who falls
    in comes no farther than its run and the width of a base, as in any contraction (adlg.formation.change)."""
    before = [body.pose for body in start.bodies]
    for narrow, ahead in contracted(field, start, left, obstacles):
        rest = left - ahead
        ends = narrow.moved(manoeuvres.advance(narrow.base.pose, rest)).bodies
        if any(field.setting.scenery.waded(body.quad) for body in (start.base, narrow.base)):
            continue  # adlg.move.river: nobody changes formation in the water
        far = max(groups.ways(before, [body.pose for body in ends]))
        if far <= left + WIDTH and evades.clear_ahead(narrow.base, obstacles, rest, field.setting.limits):
            return narrow, rest
    return None


def _is_free(field: Field, way: Escape) -> bool:
    """Whether a run ends on nobody; off the table there is nobody."""
    aside, touch = way.aside, field.setting.limits.touch
    others = [base.moved(aside[base.id]) if base.id in aside else base for base in field.bases(without=way.end.names)]
    quads = [other.quad for other in others]
    return not any(shapes.overlapping(body.quad, quads, touch) for body in way.end.bodies)


def _ended(field: Field, way: Escape, rule: str) -> Field:
    """The field after a run; who leaves the table is lost, and a commander with it (adlg.evade.off_table)."""
    setting, after = field.setting, field
    when = str(setting.readings.chosen["off_table_when"])
    gone = [
        body.id
        for body in way.end.bodies
        if evades.off_table(body, setting.size, off_table_when=when, limits=setting.limits)
    ]
    for body in way.end.bodies:
        after = after.placed(body.id, body.pose, rule).marked(body.id, marks.EVADED, marks.NEAR)
        after = after.unmarked(body.id, marks.STAKES, marks.READY, marks.LOOTING)
    for name in gone:
        leader = after.leader_with(name)
        after = after.removed(name, "left_table", OFF_TABLE)
        after = after.leader_lost(leader, OFF_TABLE) if leader else after
    return after if len(gone) == len(way.end.names) else shifted(after, way.aside, "adlg.pass.push")


def turn_about(field: Field, name: str) -> Field:
    """The free half turn of light troops at the end of their evade (adlg.evade.end)."""
    return field.placed(name, evades.about_turned(field.body(name)).pose, "adlg.evade.end")
