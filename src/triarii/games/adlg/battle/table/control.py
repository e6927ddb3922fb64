"""Zones of control on the table: who exerts one on whom, who holds a unit, and who threatens it most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triarii.games.adlg.battle.movement.passing import pass_rule
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes, zones
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Edge, Figure

BESIDE = 20
"""mUD beside a way that are looked at too: more than a touch, or what rounding may bring."""
NO_ZONE = frozenset({Category.ART, Category.WWG})
LIGHT_INFANTRY_HOLDS = frozenset({Category.LI, Category.LH, Category.EL, Category.SCH, Category.ART})


def exerts(field: Field, enemy: Unit, unit: Unit, body: Body | None = None) -> bool:
    """Whether an enemy's zone acts on a unit at all (adlg.zone.none, adlg.zone.light_infantry)."""
    if not field.once(("zone", enemy.id), lambda: _has_zone(field, enemy)):
        return False
    scenery = field.setting.scenery
    its, ours = field.body(enemy.id), body or field.body(unit.id)
    if malus(enemy.troop, scenery.ground_under(ours.quad, enemy.troop)):
        return False
    if enemy.category is not Category.LI or unit.category in LIGHT_INFANTRY_HOLDS:
        return True
    wider = field.setting.readings.says("light_infantry_zone", "wider_in_rough")
    return wider and scenery.wholly_in_rough(its.quad) and scenery.touches_rough(ours.quad)


def _has_zone(field: Field, enemy: Unit) -> bool:
    """Whether a unit exerts a zone where it stands: by what it is, what it does and the ground under it; one without
    cohesion only waits for its rout."""
    if enemy.category in NO_ZONE or field.fights(enemy.id) or field.defends_works(enemy.id):
        return False
    if not field.stands[enemy.id].cohesion:
        return False
    ground = field.setting.scenery.ground_under(field.body(enemy.id).quad, enemy.troop)
    return not malus(enemy.troop, ground)


def acting_on(
    field: Field, unit: Unit, region: Figure, body: Body | None = None, without: frozenset[str] = frozenset()
) -> list[Body]:
    """The enemies whose zones lie in a region and act on a unit, as it stands or as it would stand."""
    host = field.host(1 - unit.seat)
    near = shapes.overlapping(region, host.zones, field.setting.limits.touch)
    if not near:
        return []
    enemies = [host.units[number] for number in near if host.units[number].id not in without]
    return [enemy for enemy in enemies if exerts(field, field.unit(enemy.id), unit, body)]


def near_way(field: Field, unit: Unit, distance: int) -> list[Body]:
    """The enemies whose zones act on a unit where it stands, as far as it may come to them straight on."""
    host, body = field.host(1 - unit.seat), field.body(unit.id)
    way = shapes.box_around((body.quad, body.moved(shapes.at(body.pose, 0, distance)).quad))
    near = [host.units[number] for number in shapes.boxed(way, host.zones, BESIDE)]
    return [enemy for enemy in near if exerts(field, field.unit(enemy.id), unit)]


def holders(field: Field, unit: Unit, body: Body | None = None, without: frozenset[str] = frozenset()) -> list[Body]:
    """The enemies whose zones hold a unit, as it stands or as it would stand."""
    here = body or field.body(unit.id)
    acting = acting_on(field, unit, here.quad, here, without)
    return [its for its in acting if not _shielded(field, here, unit, its)]


def most_threatening(
    field: Field, unit: Unit, body: Body | None = None, without: frozenset[str] = frozenset()
) -> Body | None:
    """The enemy that a held unit has to heed (adlg.zone.most_threatening); None if no zone holds it."""
    here = body or field.body(unit.id)
    held = holders(field, unit, here, without)
    if not held:
        return None
    return zones.most_threatening(here, held, limits=field.setting.limits)


def threats(field: Field, unit: Unit, body: Body | None = None, without: frozenset[str] = frozenset()) -> list[Body]:
    """The enemies of whom a held unit heeds one: the most threatening, and where the owner decides between equals
    (threat_tie) all of these, the usual one first. Whoever gives an order chooses by it."""
    here = body or field.body(unit.id)
    tie = str(field.setting.readings.chosen["threat_tie"])
    held_by = holders(field, unit, here, without)
    return list(zones.threats(here, held_by, threat_tie=tie, limits=field.setting.limits)) if held_by else []


# Shields


def shields(field: Field, unit: Unit, its: Body) -> list[Body]:
    """The friends of a unit whom an enemy could not pass, so that his zone ends at them."""
    enemy = field.unit(its.id)
    return [
        field.body(friend.id)
        for friend in field.units(unit.seat)
        if friend.id != unit.id and not pass_rule(field, enemy, friend, its.heading)
    ]


def _shielded(field: Field, here: Body, unit: Unit, its: Body) -> bool:
    """Whether a friend stands wholly between, or works of the own side do (adlg.zone.shield)."""
    limits = field.setting.limits
    if any(zones.shielded(here, its, friend, limits) for friend in shields(field, unit, its)):
        return True
    return _behind_works(field, here, unit, its)


def _behind_works(field: Field, here: Body, unit: Unit, its: Body) -> bool:
    """Whether all of a unit that lies in an enemy's zone has works of its own side before it."""
    works = [work.edge for work in field.setting.scenery.works if work.seat == unit.seat]
    seen = zones.spread(its, shapes.clip_figure(here.quad, its.zone)) if works else None
    if seen is None:
        return False
    slack = field.setting.limits.touch * shapes.FINE
    left, right, near = seen
    for low, high, depth in sorted(_stretches(works, its)):
        if depth <= near + slack and low <= left + slack:
            left = max(left, high)  # the next stretch may go on where this one ends
    return left >= right - slack


def _stretches(works: Sequence[Edge], its: Body) -> Iterator[tuple[float, float, float]]:
    """The works in an enemy's zone as he sees them: from where to where they stand, and how far away at most."""
    for (ax, ay), (bx, by) in works:
        part = shapes.clip_segment((ax, ay), (bx, by), its.zone)
        if part is not None:
            ends = [zones.seen_from(its, (ax + (bx - ax) * u, ay + (by - ay) * u)) for u in part]
            sideways = [s for s, _ in ends]
            yield min(sideways), max(sideways), max(t for _, t in ends)
