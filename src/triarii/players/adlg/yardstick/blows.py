"""What a charge would bring its side, by exact odds: onto a front, into a flank, into a melee that is being fought."""

from __future__ import annotations

from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.combatants import Combatant, Melee, Support
from triarii.games.adlg.combat.losses import NO_MULTIPLE_ATTACK
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry.contacts import Side
from triarii.players.adlg.yardstick.bouts import bout, toll_of
from triarii.players.adlg.yardstick.weights import WEIGHTS

CAUGHT = 0.25
"""How often a slower evader is caught, roughly."""


def worth(field: Field, unit: Unit, enemy: Unit, side: str, helped: tuple[int, ...]) -> float:
    """What a charge would bring, the answer of the charged included; `helped` are the supporters of both."""
    if field.fights(enemy.id):
        return _flanked(field, unit, enemy, Side(side)) if side != "front" else _joined(field, unit, enemy)
    ours, theirs = helped or (0, 0)
    a = replace(_leaving(field, unit.id), supports=_simple(unit, ours))
    alone = fights.is_long_side(field, enemy.id, Side(side))
    b = replace(fighter(field, enemy.id), supports=_simple(enemy, theirs), long_side=alone)
    if side == "front" and fights.holds_edge(field, enemy.id):
        b = replace(b, height=True)
    contact = "front" if side == "front" else "rear" if side == "rear" else "flank"
    stands = bout(Melee(a, b, contact=contact), field.setting.readings)
    if not enemy.may_evade:
        return stands
    dodges = WEIGHTS.dodge
    if unit.troop.moves[0] > enemy.troop.moves[0]:
        dodges += CAUGHT * (toll_of(b, 0) - toll_of(b, b.left))
    return min(stands, dodges)


def _joined(field: Field, unit: Unit, enemy: Unit) -> float:
    """Onto the free front of one who is only held in flank or rear."""
    a, b = _leaving(field, unit.id), fighter(field, enemy.id)
    return bout(Melee(a, replace(b, supports=()), contact="front"), field.setting.readings)


def _flanked(field: Field, unit: Unit, enemy: Unit, side: Side) -> float:
    """Into the flank or rear of one who fights: a point at once, no factor, and a supporter more; beside a friend on
    the long side of a war wagon only the point, and the end of its bonus against a single enemy."""
    readings = field.setting.readings
    for clash in fights.clashes(field):
        if enemy.id not in (clash.a, clash.b):
            continue
        melee, is_a = clash.melee, enemy.id == clash.a
        struck, foe = (melee.a, melee.b) if is_a else (melee.b, melee.a)
        left = struck.left - (unit.category not in NO_MULTIPLE_ATTACK)
        gain = toll_of(struck, left) - toll_of(struck, struck.left)
        before = bout(melee, readings) * (-1 if is_a else 1)
        if left <= 0:
            return gain + WEIGHTS.freed - before
        worse, helped = struck.after(left), foe
        if fights.is_long_side(field, enemy.id, side) and fights.on_edge(field, enemy.id, side):
            worse = replace(worse, long_side=False)
        else:
            helped = replace(foe, supports=(*foe.supports[:2], Support(unit.troop, "melee")))
        after = replace(melee, a=worse, b=helped) if is_a else replace(melee, a=helped, b=worse)
        return gain + bout(after, readings) * (-1 if is_a else 1) - before
    return 0.0


def _simple(unit: Unit, count: int) -> tuple[Support, ...]:
    return tuple(Support(unit.troop, "simple") for _ in range(min(2, count)))


# Fighters


def fighter(field: Field, name: str) -> Combatant:
    """A unit as a melee would see it where it stands."""
    return field.once(("fighter", name), lambda: _fighter(field, name))


def _fighter(field: Field, name: str) -> Combatant:
    body, found = field.body(name), fights.combatant(field, name)
    unit, scenery = field.unit(name), field.setting.scenery
    works = {work.kind for work in scenery.behind(body.front) if work.seat == unit.seat}
    height, stakes = scenery.on_height(body), field.has_mark(name, marks.STAKES)
    if not (works or height or stakes):
        return found
    walls, ditch = "fortification" in works, "obstacle" in works
    return replace(found, height=height, fortified=walls, obstacle=ditch, stakes=stakes)


def _leaving(field: Field, name: str) -> Combatant:
    """A unit that charges leaves its height, its works and its stakes behind."""
    found = fighter(field, name)
    if found.height or found.fortified or found.obstacle or found.stakes:
        return replace(found, height=False, fortified=False, obstacle=False, stakes=False)
    return found
