"""Evades: whether a charged unit may run, whether its way is blocked, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass

from triarii.games.adlg.geometry import contacts, evades, manoeuvres, passing, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure
from triarii.games.adlg.melee import DESTROYERS
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.charging import Onset, contact_of
from triarii.games.adlg.table.engaging import shifted
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.passing import pass_rule, passed_in_full
from triarii.games.adlg.table.reach import allowance, in_open
from triarii.games.adlg.troops import Category


@dataclass(frozen=True)
class Answer:
    """What a charged unit may do, and the rule behind it."""

    may_evade: bool
    must_evade: bool = False
    rule: str = "adlg.evade.who"


def charged_side(field: Field, onset: Onset, target: str) -> Side:
    """On which edge a unit is charged, by the nearest charger."""
    for charger in onset.chargers:
        found = contact_of(field, charger, onset, target)
        if found is not None:
            return found[1]
    start = contacts.start_kind(onset.chargers[0].start, field.body(target), limits=field.setting.limits)
    return {contacts.Start.FRONT: Side.FRONT, contacts.Start.REAR: Side.REAR}.get(start, Side.REAR)


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
    unit = field.unit(target)
    if unit.category is not Category.LI or not field.setting.readings.on("light_infantry_must_evade"):
        return False
    return in_open(field, field.body(target)) and any(
        field.unit(charger.name).category in DESTROYERS for charger in onset.chargers
    )


def turned_away(field: Field, target: str, side: Side) -> Body | None:
    solids = [
        *(body.quad for body in field.bodies(without=(target,))),
        *(camp.quad for seat in (0, 1) for camp in field.camps(seat)),
        *field.setting.scenery.impassable,
    ]
    anchor = str(field.setting.readings.chosen["quarter_turn_anchor"])
    return evades.turned_away(field.body(target), side, solids, quarter_turn_anchor=anchor, limits=field.setting.limits)


def is_blocked(field: Field, target: str, turned: Body) -> bool:
    unit, readings = field.unit(target), field.setting.readings
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
    """What an evader can't pass, and the friends that it can."""
    unit = field.unit(target)
    hard = [
        *(body.quad for body in field.bodies(1 - unit.seat)),
        *(camp.quad for seat in (0, 1) for camp in field.camps(seat)),
        *field.setting.scenery.impassable,
    ]
    soft = []
    for friend in field.units(unit.seat):
        if friend.id == target:
            continue
        body = field.body(friend.id)
        if pass_rule(field, unit, friend, turned.heading):
            soft.append(passing.Friend(body, light=friend.light, fixed=passed_in_full(field, friend)))
        else:
            hard.append(body.quad)
    return hard, soft


def flee(field: Field, onset: Onset, target: str, die: int, *, adapt: bool) -> Field:
    """The evade of a charged unit with this die; who leaves the table is gone."""
    turned = turned_away(field, target, charged_side(field, onset, target))
    assert turned is not None, "asked before"
    heading = field.body(onset.chargers[0].name).heading
    return run_away(field, target, turned, die, heading if adapt else None)


def run_away(field: Field, target: str, turned: Body, die: int, along: int | None) -> Field:
    """A unit that has turned away runs (adlg.evade.straight, adlg.evade.die, adlg.evade.avoid)."""
    setting, unit = field.setting, field.unit(target)
    wheeled, cost = 0, 0
    if along is not None:
        angle = evades.wheel_to(turned, along)
        hard, _ = _in_the_way(field, target, turned)
        if angle and evades.wheels_freely(turned, angle, hard, setting.limits):
            wheeled, cost = angle, manoeuvres.wheel_cost(angle)
            turned = turned.moved(manoeuvres.wheel(turned.pose, turned.width, angle))
    hard, soft = _in_the_way(field, target, turned)
    bend = str(setting.readings.chosen["evade_avoidance"])
    left = evades.by_die(allowance(field, unit, (turned.quad,), hasty=False), die) - cost
    run = evades.run(
        turned, max(0, left), hard, friends=soft, wheeled=wheeled, evade_avoidance=bend, limits=setting.limits
    )
    slowed = evades.by_die(allowance(field, unit, (shapes.hull(turned.quad, run.end.quad),), hasty=False), die) - cost
    if slowed < left:  # slower ground on the way counts for the whole run
        run = evades.run(
            turned, max(0, slowed), hard, friends=soft, wheeled=wheeled, evade_avoidance=bend, limits=setting.limits
        )
    after = field.placed(target, run.end.pose).marked(target, marks.EVADED, marks.NEAR)
    after = after.unmarked(target, marks.STAKES, marks.READY)
    when = str(setting.readings.chosen["off_table_when"])
    if evades.off_table(run.end, setting.size, off_table_when=when, limits=setting.limits):
        leader = after.leader_with(target)
        gone = after.removed(target, "left_table")
        return gone.leader_lost(leader) if leader else gone
    start = run.end.moved(manoeuvres.back(run.end.pose, run.distance))
    passage = passing.pass_through(start, run.distance, soft, hard, limits=setting.limits)
    return shifted(after, {soft[number].body.id: pose for number, pose in passage.pushed.items()})


def turn_about(field: Field, name: str) -> Field:
    """The free half turn of light troops at the end of their evade (adlg.evade.end)."""
    return field.placed(name, evades.about_turned(field.body(name)).pose)
