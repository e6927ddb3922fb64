"""Evades: whether a charged unit may run, whether its way is blocked, and where it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.games.adlg.geometry import evades, manoeuvres, passing, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.charging import Onset, contact_of, has_to_evade
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.halting import company, no_entry, over_ground, shifted
from triarii.games.adlg.table.reach import allowance
from triarii.games.adlg.table.solids import solids

DICE = (1, 3, 5)
"""The faces of an evader's die that make a difference."""


@dataclass(frozen=True)
class Answer:
    """What a charged unit may do, and the rule behind it."""

    may_evade: bool
    must_evade: bool = False
    rule: str = "adlg.evade.who"


def charged_side(field: Field, onset: Onset, target: str) -> Side:
    """On which edge a unit is charged, by the nearest charger."""
    enemy = field.body(target)
    met = [contact for charger in onset.chargers if (contact := contact_of(field, charger, onset, target)) is not None]
    if not met:
        return Side.FRONT
    return min(met, key=lambda contact: shapes.gap(field.body(contact[0].id).quad, enemy.quad))[1]


def answer(field: Field, onset: Onset, target: str) -> Answer:
    """Whether a charged unit may evade, or must (adlg.evade.who, adlg.evade.blocked)."""
    if target not in field or not field.unit(target).may_evade or field.fights(target):
        return Answer(False)
    turned = turned_away(field, target, charged_side(field, onset, target))
    if turned is None or is_blocked(field, target, turned):
        return Answer(False, rule="adlg.evade.blocked")
    return Answer(True, must_evade(field, onset, target))


def must_evade(field: Field, onset: Onset, target: str) -> bool:
    """By the common reading light infantry in the open has to evade those who would destroy it."""
    return any(
        has_to_evade(field, field.unit(charger.name), target)
        for charger in onset.chargers
        if contact_of(field, charger, onset, target) is not None
    )


def turned_away(field: Field, target: str, side: Side) -> Body | None:
    in_the_way = solids(field, without=(target,), edge=False)
    anchor = str(field.setting.readings.chosen["quarter_turn_anchor"])
    limits = field.setting.limits
    return evades.turned_away(field.body(target), side, in_the_way, quarter_turn_anchor=anchor, limits=limits)


def is_blocked(field: Field, target: str, turned: Body) -> bool:
    unit, readings = field.unit(target), field.setting.readings
    if field.setting.scenery.waded_aslant(turned.quad, turned.heading):
        return True  # adlg.move.river: nobody runs along a river in its water
    acting = [
        field.body(enemy.id) for enemy in field.units(1 - unit.seat) if control.exerts(field, enemy, unit, turned)
    ]
    hard, soft = _in_the_way(field, target, turned)
    return (
        evades.blocked(
            turned,
            enemies=acting,
            obstacles=hard,
            passable=[friend.body.quad for friend in soft],
            evade_blocked_by_passable_friends=readings.on("evade_blocked_by_passable_friends"),
            evade_slide_unblocks=readings.on("evade_slide_unblocks"),
            limits=field.setting.limits,
        )
        is not None
    )


def _in_the_way(field: Field, target: str, turned: Body) -> tuple[list[Figure], list[passing.Friend]]:
    """What an evader can't pass, ground that it may not enter included, and the friends that it can."""
    unit = field.unit(target)
    around = company(field, unit, turned.heading, "evade")
    hard = [
        *(body.quad for body in (*field.bases(1 - unit.seat), *around.fixed)),
        *no_entry(field, unit, turned),
    ]
    return hard, list(around.passed)


@dataclass(frozen=True)
class Flight:
    """A unit that is about to run: it has turned away."""

    name: str
    turned: Body
    along: int | None = None
    """The heading of the charge, if it adapts to that."""

    @property
    def wheel(self) -> int:
        """By how much it would wheel to adapt to the direction of the charge (adlg.evade.direction)."""
        return 0 if self.along is None else evades.wheel_to(self.turned, self.along) or 0


@dataclass(frozen=True)
class Escape:
    """One way to run: where it ends, and where friends go whom it passes."""

    end: Body
    aside: Mapping[str, Pose]
    bend: tuple[int, int] = (0, 0)
    """What it slides and wheels on its way to avoid things."""
    meets_friends: bool = False
    """Whether friends stand in its way whom it passes, or before whom it halts because it does not get past them."""


def flight(field: Field, onset: Onset, target: str, *, adapt: bool) -> Flight:
    """How a charged unit begins to evade."""
    turned = turned_away(field, target, charged_side(field, onset, target))
    assert turned is not None, "asked before"
    return Flight(target, turned, field.body(onset.chargers[0].name).heading if adapt else None)


def run_away(field: Field, run: Flight, die: int, *, around: bool = False) -> Field:
    """A unit that has turned away runs (adlg.evade.straight, adlg.evade.die), around friends whom it could pass if its
    owner wants that and its die lets it; who leaves the table is gone."""
    ways = escapes(field, run, die)
    if not ways:
        return _ended(field, run.name, Escape(run.turned, {}))
    return _ended(field, run.name, ways[-1 if around else 0])


def may_go_around(field: Field, run: Flight) -> bool:
    """Whether, with one die or another, an evader can avoid friends whom it could pass as well (adlg.evade.avoid)."""
    return any(len(escapes(field, run, die)) > 1 for die in DICE)


def escapes(field: Field, run: Flight, die: int) -> tuple[Escape, ...]:
    """The ways on which a unit can run, along the charge if it adapts to that and has room to wheel; none: it only
    turns. There are two where it may pass through friends and may as well slide or wheel to avoid that
    (adlg.evade.avoid): the first goes through them."""
    for wheel in dict.fromkeys((run.wheel, 0)):
        start = _wheeled(field, run.name, run.turned, wheel)
        if start is None:
            continue
        through = _run(field, run.name, start, wheel, die, through=True)
        if not _is_free(field, run.name, through):
            around = _run(field, run.name, start, wheel, die, through=False)
            if _is_free(field, run.name, around):
                return (around,)
        elif through.meets_friends:
            around = _run(field, run.name, start, wheel, die, through=False)
            avoids = any(around.bend) and around.bend != through.bend
            return (through, around) if avoids and _is_free(field, run.name, around) else (through,)
        else:
            return (through,)
    return ()


def _wheeled(field: Field, target: str, turned: Body, angle: int) -> Body | None:
    """The evader on the direction of the charge; None if something is in the way of that."""
    if not angle:
        return turned
    limits = field.setting.limits
    after = turned.moved(manoeuvres.wheel(turned.pose, turned.width, angle))
    free = evades.wheels_freely(turned, angle, _in_the_way(field, target, turned)[0], limits)
    free = free and not any(field.setting.scenery.waded(body.quad) for body in (turned, after))  # adlg.move.river
    friends = [body.quad for body in field.bodies(field.unit(target).seat, without=(target,))]
    return after if free and not shapes.overlapping(after.quad, friends, limits.touch) else None


def _run(field: Field, target: str, start: Body, wheeled: int, die: int, *, through: bool) -> Escape:
    """Where a run ends, and where friends go whom it passes, if it goes through them."""
    setting, unit, here = field.setting, field.unit(target), field.body(target)
    hard, soft = _in_the_way(field, target, start)
    if not through:
        hard, soft = [*hard, *(friend.body.quad for friend in soft)], []
    allowed = allowance(field, unit, (here.quad, start.quad), hasty=False)
    left = evades.run_length(allowed, die, wheeled)
    bend = str(setting.readings.chosen["evade_avoidance"])
    run = evades.run(start, left, hard, friends=soft, wheeled=wheeled, evade_avoidance=bend, limits=setting.limits)
    bent = run.end.moved(manoeuvres.back(run.end.pose, run.distance))
    distance = over_ground(field, unit, bent, run.distance, here)
    if distance < run.distance:  # slower ground on the way counts for the whole run
        distance = evades.ends_beyond(bent, distance, soft, hard, limits=setting.limits)
    end = bent.moved(manoeuvres.advance(bent.pose, distance)) if distance < run.distance else run.end
    passage = passing.pass_through(bent, distance, soft, hard, limits=setting.limits)
    aside = {soft[number].body.id: pose for number, pose in passage.pushed.items()}
    friends = [friend.body.quad for friend in soft]
    meets = not all(evades.clear_ahead(each, friends, left, setting.limits) for each in (start, bent))
    return Escape(end, aside, (run.slide, run.wheel), meets)


def _is_free(field: Field, target: str, way: Escape) -> bool:
    """Whether a run ends on nobody; off the table there is nobody."""
    aside = way.aside
    others = [base.moved(aside[base.id]) if base.id in aside else base for base in field.bases(without=(target,))]
    return not shapes.overlapping(way.end.quad, [other.quad for other in others], field.setting.limits.touch)


def _ended(field: Field, target: str, way: Escape) -> Field:
    """The field after a run; who leaves the table is lost, and a commander with it (adlg.evade.off_table)."""
    setting, end = field.setting, way.end
    after = field.placed(target, end.pose).marked(target, marks.EVADED, marks.NEAR)
    after = after.unmarked(target, marks.STAKES, marks.READY, marks.LOOTING)
    when = str(setting.readings.chosen["off_table_when"])
    if evades.off_table(end, setting.size, off_table_when=when, limits=setting.limits):
        leader = after.leader_with(target)
        gone = after.removed(target, "left_table")
        return gone.leader_lost(leader) if leader else gone
    return shifted(after, way.aside)


def turn_about(field: Field, name: str) -> Field:
    """The free half turn of light troops at the end of their evade (adlg.evade.end)."""
    return field.placed(name, evades.about_turned(field.body(name)).pose)
