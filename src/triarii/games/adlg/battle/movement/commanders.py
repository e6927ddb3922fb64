"""Loose commanders upon whom an enemy comes: each goes to the nearest friends (adlg.commander.move)."""

from __future__ import annotations

from collections.abc import Iterable

from triarii.games.adlg.battle.fighting.fights import in_order
from triarii.games.adlg.battle.table.field import COMMANDER_DEPTH, Field
from triarii.games.adlg.battle.table.happenings import GivesWay, GivesWayAlone
from triarii.games.adlg.battle.table.setting import WIDTH, Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body

RULE = "adlg.commander.move"


def give_way(before: Field, after: Field) -> Field:
    """The table once everybody has moved and every loose commander has left the place where an enemy came to stand."""
    for leader in _overrun(before, after):
        after = _to_friends(after, leader)
    return after


def _overrun(before: Field, after: Field) -> list[str]:
    """The loose commanders on whom an enemy stands: one who has moved, or any where the commander has just lost his
    unit."""
    loose = [leader for leader, where in after.leaders.items() if not where.unit]
    if not loose or after is before:
        return []
    was = before.stands
    moved = [name for name, stand in after.stands.items() if name not in was or was[name].pose != stand.pose]
    return [leader for leader in loose if _stood_upon(after, leader, after.stands if _fresh(before, leader) else moved)]


def _fresh(before: Field, leader: str) -> bool:
    """Whether a commander was with a unit before."""
    return leader not in before.leaders or bool(before.leaders[leader].unit)


def _stood_upon(field: Field, leader: str, names: Iterable[str]) -> bool:
    seat = field.setting.corps[leader].seat
    enemies = [field.body(name).quad for name in names if field.unit(name).seat != seat]
    return bool(shapes.overlapping(field.leader_body(leader).quad, enemies, field.setting.limits.touch))


def _to_friends(field: Field, leader: str) -> Field:
    """A commander joins the nearest unit of his corps; where it has none he goes behind the nearest friend who has room
    there, and without any he is lost."""
    corps, where, here = field.setting.corps[leader], field.leaders[leader], field.leader_body(leader)

    def away(unit: Unit) -> tuple[int, tuple[int, str]]:
        return shapes.gap(here.quad, field.body(unit.id).quad), in_order(unit.id)

    friends = sorted((unit for unit in field.units(corps.seat) if field.stands[unit.id].cohesion), key=away)
    for unit in friends:
        if unit.corps == corps.number and not field.leader_with(unit.id):
            joined = field.with_leader(leader, replace(where, unit=unit.id, pose=(0, 0, 0)))
            return joined.noted(GivesWay, RULE, leader, unit.id)
    in_the_way = solids(field, 1 - corps.seat)
    for unit in friends:
        pose = shapes.at(field.stands[unit.id].pose, 0, -unit.depth)
        behind = Body(pose, WIDTH, COMMANDER_DEPTH, id=leader)
        if not shapes.overlapping(behind.quad, in_the_way, field.setting.limits.touch):
            gone = field.with_leader(leader, replace(where, pose=pose))
            return gone.noted(GivesWayAlone, RULE, leader, pose[0], pose[1])
    return field.leader_lost(leader, RULE)
