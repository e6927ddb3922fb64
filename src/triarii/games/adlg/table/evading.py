"""Evades: whether a charged unit may run, whether its way is blocked, and where it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.games.adlg.geometry import evades, manoeuvres, passing, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure, Pose
from triarii.games.adlg.melee import DESTROYERS
from triarii.games.adlg.table import control, marks
from triarii.games.adlg.table.charging import Onset, contact_of
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.halting import company, no_entry, over_ground, shifted
from triarii.games.adlg.table.reach import allowance
from triarii.games.adlg.table.solids import solids
from triarii.games.adlg.troops import Category


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
    unit = field.unit(target)
    if unit.category is not Category.LI or not field.setting.readings.on("light_infantry_must_evade"):
        return False
    if field.setting.scenery.wholly_in_rough(field.body(target).quad):
        return False
    return any(
        field.unit(charger.name).category in DESTROYERS
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


def flee(field: Field, onset: Onset, target: str, die: int, *, adapt: bool) -> Field:
    """The evade of a charged unit with this die; who leaves the table is gone."""
    turned = turned_away(field, target, charged_side(field, onset, target))
    assert turned is not None, "asked before"
    heading = field.body(onset.chargers[0].name).heading
    return run_away(field, target, turned, die, heading if adapt else None)


def run_away(field: Field, target: str, turned: Body, die: int, along: int | None) -> Field:
    """A unit that has turned away runs (adlg.evade.straight, adlg.evade.die, adlg.evade.avoid), along the charge if it
    adapts to that and has room to wheel."""
    angle = 0 if along is None else evades.wheel_to(turned, along) or 0
    for wheel in dict.fromkeys((angle, 0)):
        start = _wheeled(field, target, turned, wheel)
        if start is None:
            continue
        for through in (True, False):
            end, aside = _run(field, target, start, wheel, die, through=through)
            if _is_free(field, target, end, aside):
                return _ended(field, target, end, aside)
    return _ended(field, target, turned, {})


def _wheeled(field: Field, target: str, turned: Body, angle: int) -> Body | None:
    """The evader on the direction of the charge; None if something is in the way of that."""
    if not angle:
        return turned
    limits = field.setting.limits
    after = turned.moved(manoeuvres.wheel(turned.pose, turned.width, angle))
    free = evades.wheels_freely(turned, angle, _in_the_way(field, target, turned)[0], limits)
    friends = [body.quad for body in field.bodies(field.unit(target).seat, without=(target,))]
    return after if free and not shapes.overlapping(after.quad, friends, limits.touch) else None


def _run(
    field: Field, target: str, start: Body, wheeled: int, die: int, *, through: bool
) -> tuple[Body, dict[str, Pose]]:
    """Where a run ends, and where friends go whom it passes, if it may go through them."""
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
    return end, {soft[number].body.id: pose for number, pose in passage.pushed.items()}


def _is_free(field: Field, target: str, end: Body, aside: Mapping[str, Pose]) -> bool:
    """Whether a run ends on nobody; off the table there is nobody."""
    others = [base.moved(aside[base.id]) if base.id in aside else base for base in field.bases(without=(target,))]
    return not shapes.overlapping(end.quad, [other.quad for other in others], field.setting.limits.touch)


def _ended(field: Field, target: str, end: Body, aside: Mapping[str, Pose]) -> Field:
    """The field after a run; who leaves the table is lost, and a commander with it (adlg.evade.off_table)."""
    setting = field.setting
    after = field.placed(target, end.pose).marked(target, marks.EVADED, marks.NEAR)
    after = after.unmarked(target, marks.STAKES, marks.READY, marks.LOOTING)
    when = str(setting.readings.chosen["off_table_when"])
    if evades.off_table(end, setting.size, off_table_when=when, limits=setting.limits):
        leader = after.leader_with(target)
        gone = after.removed(target, "left_table")
        return gone.leader_lost(leader) if leader else gone
    return shifted(after, aside)


def turn_about(field: Field, name: str) -> Field:
    """The free half turn of light troops at the end of their evade (adlg.evade.end)."""
    return field.placed(name, evades.about_turned(field.body(name)).pose)
