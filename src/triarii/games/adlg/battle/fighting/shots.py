"""The shots of a shooting phase: who may shoot, whom each must take as its target, and who shoots together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from triarii.games.adlg.battle.fighting.fights import combatant, in_order, supporting
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.hesitation import unit_hesitates
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.combatants import Combatant, Shot, Support
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.kit import SHOOT_BACKWARDS, Weapon
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes, sight
from triarii.games.adlg.geometry.bodies import Body, edge_contact, same_facing
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import Figure

BEYOND = 1000
"""How far behind a lower friend the target of a higher shooter has to be."""
LONG_GUNS = frozenset({"medium_artillery", "heavy_artillery"})


@dataclass(frozen=True)
class Aim:
    """A unit and the target that it has to take."""

    shooter: str
    target: str
    backwards: bool = False
    """Whether a light chariot shoots over its rear edge."""
    over: Side = Side.FRONT
    """The edge over which it shoots."""


@dataclass(frozen=True)
class Volley:
    """All shooting at one target: one roll."""

    shooter: str
    """The main one, whose kind and quality count."""
    target: str
    supporters: tuple[str, ...]
    shot: Shot
    backwards: bool = False


def shots(field: Field, active: int) -> tuple[Volley, ...]:
    """Every shot of the phase, of both seats; those of the active one first (adlg.shooting.once)."""
    return field.once(("shots", active), lambda: _shots(field, active))


def _shots(field: Field, active: int) -> tuple[Volley, ...]:
    aims: dict[str, list[Aim]] = {}
    for aim in all_aims(field):
        aims.setdefault(aim.target, []).append(aim)
    volleys = [_volley(field, together) for together in aims.values()]
    return tuple(sorted(volleys, key=lambda one: (field.unit(one.shooter).seat != active, in_order(one.shooter))))


def all_aims(field: Field) -> Iterator[Aim]:
    """Whom each unit that may shoot has as its target; who has none is left out."""
    helping = supporting(field)
    targets = [unit for unit in field.units() if is_target(field, unit, helping)]
    for unit in field.units():
        if may_shoot(field, unit, helping):
            aim = aim_of(field, unit, [target for target in targets if target.seat != unit.seat])
            if aim is not None:
                yield aim


def choices(field: Field, unit: Unit) -> tuple[Aim, ...]:
    """Between whom the owner of a unit could choose if all shot now, the best first; nobody where it does not shoot.
    Whether it holds its fire makes no difference."""
    helping = supporting(field)
    if not may_shoot(field.unmarked(unit.id, marks.HOLDS_FIRE), unit, helping):
        return ()
    return free_aims(field, unit, [foe for foe in field.units(1 - unit.seat) if is_target(field, foe, helping)])


# Who


def weapon_of(unit: Unit) -> Weapon | None:
    """What a unit shoots with; nothing where it has no missiles."""
    return unit.missile


def may_shoot(field: Field, unit: Unit, helping: frozenset[str]) -> bool:
    """Whether a unit shoots in this phase (adlg.shooting.who); `helping` are those in simple support."""
    stand = field.stands[unit.id]
    if weapon_of(unit) is None or field.fights(unit.id) or unit.id in helping:
        return False
    if unit_hesitates(field, unit):  # adlg.allies.hesitate
        return False
    if not stand.cohesion or stand.marks & (marks.NO_SHOT | {marks.SHOT, marks.HOLDS_FIRE}):
        return False
    if unit.troop.id in LONG_GUNS:
        return not stand.moves and marks.PIVOTED not in stand.marks
    return stand.moves <= 1


def is_target(field: Field, unit: Unit, helping: frozenset[str]) -> bool:
    """Whether a unit may be shot at: not in melee nor in support of one; at a camp it may (adlg.camp.taken)."""
    if unit.id in helping or not field.stands[unit.id].cohesion:
        return False
    if not field.fights(unit.id):
        return True
    return not any(meeting.enemy_of(unit.id) in field for meeting in field.meetings_of(unit.id))


# At whom


def aim_of(field: Field, unit: Unit, enemies: Iterable[Unit]) -> Aim | None:
    """The target that a unit takes: the one that it must, or of several the one that its owner wants, else the best
    (adlg.shooting.priority, adlg.shooting.choice)."""
    aims = free_aims(field, unit, enemies)
    wanted = field.stands[unit.id].aim
    return next((aim for aim in aims if aim.target == wanted), aims[0] if aims else None)


def free_aims(field: Field, unit: Unit, enemies: Iterable[Unit]) -> tuple[Aim, ...]:
    """The targets between which the owner of a shooter may choose, the best first: of those whom it sees the nearest
    straight ahead, else the nearest in its zone; mostly that is one. A war wagon may take either of its long edges."""
    body, enemies = field.body(unit.id), list(enemies)
    found: list[tuple[sight.Shot, Aim]] = []
    for over in _edges(unit):
        firsts = _first(field, unit, sight.facing_side(body, over), enemies)
        found += [(shot, Aim(unit.id, shot.target, over is Side.REAR, over)) for shot in firsts]
        if found and unit.category is not Category.WWG:
            break
    if unit.category is Category.WWG:
        limits = field.setting.limits
        found.sort(key=lambda one: (-_hits(field, one[1]), sight.priority(one[0], limits), in_order(one[1].target)))
    best: dict[str, Aim] = {}
    for _, aim in found:
        best.setdefault(aim.target, aim)
    return tuple(best.values())


def _edges(unit: Unit) -> tuple[Side, ...]:
    """The edges over which a unit may shoot, the preferred first (adlg.shooting.zone)."""
    if unit.category is Category.WWG:
        return Side.LEFT, Side.RIGHT
    return (Side.FRONT, Side.REAR) if unit.troop.id in SHOOT_BACKWARDS else (Side.FRONT,)


def _first(field: Field, unit: Unit, body: Body, enemies: list[Unit]) -> list[sight.Shot]:
    """The first target over one edge, or all that are first alike, the best of them before the others; artillery that
    has none within 4 UD is free in its choice beyond."""
    limits = field.setting.limits
    in_reach = [shot for enemy in enemies if (shot := _in_reach(field, unit, body, enemy)) is not None]
    in_reach.sort(key=lambda shot: (sight.priority(shot, limits), in_order(shot.target)))
    if unit.troop.id in LONG_GUNS:
        near = [shot for shot in in_reach if shot.range <= sight.FAR]
        seen = _seen_first(field, unit, body, near) or [shot for shot in in_reach if _sees(field, unit, body, shot)]
    else:
        seen = _seen_first(field, unit, body, in_reach)
    return seen if len(seen) < 2 else sorted(seen, key=lambda shot: -_hits(field, Aim(unit.id, shot.target)))


def _seen_first(field: Field, unit: Unit, body: Body, in_reach: list[sight.Shot]) -> list[sight.Shot]:
    """Of targets in the order of their priority the first that is seen, and others that are seen and no less first."""
    limits = field.setting.limits
    found: list[sight.Shot] = []
    for shot in in_reach:
        if found and sight.priority(shot, limits) != sight.priority(found[0], limits):
            break
        if _sees(field, unit, body, shot):
            found.append(shot)
    return found


def _in_reach(field: Field, unit: Unit, body: Body, enemy: Unit) -> sight.Shot | None:
    """How far a target is and how much of it is straight ahead; None if it is not in the zone or out of reach."""
    weapon, target, limits = weapon_of(unit), field.body(enemy.id), field.setting.limits
    assert weapon is not None
    reach = (weapon.reach(unit.troop) or 0) * UD
    if unit.category is Category.LH:
        away = sight.reaches_all_round(body, target, reach)
        return None if away is None else sight.Shot(enemy.id, away, 0)  # always the nearest, wherever it is
    area = str(field.setting.readings.chosen["shot_area"])
    measure = sight.reaches_far if unit.troop.id in LONG_GUNS else sight.reaches
    away = measure(body, target, reach, shot_area=area, limits=limits)
    return None if away is None else sight.Shot(enemy.id, away, sight.width_ahead(body, target))


# Sight


def _sees(field: Field, unit: Unit, body: Body, shot: sight.Shot) -> bool:
    """Whether a target in reach is seen past all bases and woods (adlg.shooting.sight)."""
    target, cover, limits = field.body(shot.target), field.setting.scenery.cover, field.setting.limits
    blockers = list(_blockers(field, unit, target))
    if unit.category is Category.LH:
        return sight.sees_all_round(body, target, blockers, cover=cover, limits=limits)
    wide = unit.troop.id in LONG_GUNS and shot.range > sight.FAR
    beside = sight.BESIDE_FAR if wide else sight.BESIDE
    return sight.line_of_sight(body, target, blockers, cover=cover, beside=beside, limits=limits)


def _blockers(field: Field, unit: Unit, target: Body) -> Iterator[Figure]:
    """The bases in the way of a shot, but for those over which the shooter shoots."""
    yield from (camp.quad for camp in field.camps())
    high = field.setting.scenery.on_height(field.body(unit.id))
    over = _comrade(field, unit)
    for other in field.units():
        if other.id in (unit.id, target.id, over):
            continue
        if unit.category is Category.ART and other.light:
            continue
        if high and other.seat == unit.seat and _lower(field, other, target):
            continue
        yield field.body(other.id).quad


def _comrade(field: Field, unit: Unit) -> str:
    """Light horse shoots over one unit of light horse with the same weapons right before it."""
    if unit.category is not Category.LH:
        return ""
    body, limits = field.body(unit.id), field.setting.limits
    for other in sorted(field.units(unit.seat), key=lambda one: in_order(one.id)):
        if other.id == unit.id or other.category is not Category.LH or weapon_of(other) is not weapon_of(unit):
            continue
        its = field.body(other.id)
        if same_facing(its.heading, body.heading, limits) and edge_contact(body.front, its.rear, limits):
            return other.id
    return ""


def _lower(field: Field, friend: Unit, target: Body) -> bool:
    """Whether a shooter on a hill shoots over a friend: he is on no hill and the target is far enough beyond him."""
    body = field.body(friend.id)
    on_hill = any(piece.hill for piece in field.setting.scenery.touched(body.quad))
    return not on_hill and shapes.gap(body.quad, target.quad) >= BEYOND


# Shooting together


def _volley(field: Field, aims: list[Aim]) -> Volley:
    """All who have the same target shoot at it together; the main shooter is the one who hits best so."""
    together = sorted(aims, key=lambda aim: in_order(aim.shooter))

    def rank(aim: Aim) -> tuple[int, bool]:
        return -_hits(field, aim, _others(aim, together)), aim.backwards

    main = min(together, key=rank)
    helpers = _others(main, together)
    return Volley(main.shooter, main.target, helpers, shot_of(field, main, helpers), main.backwards)


def _others(main: Aim, together: list[Aim]) -> tuple[str, ...]:
    return tuple(aim.shooter for aim in together if aim is not main)


def _hits(field: Field, aim: Aim, helpers: tuple[str, ...] = ()) -> int:
    """Of 36 pairs of dice."""
    return shot_odds(shot_of(field, aim, helpers), field.setting.readings).hits


def shot_of(field: Field, aim: Aim, helpers: tuple[str, ...] = ()) -> Shot:
    """A shot as the rules of combat ask for it."""
    weapon = weapon_of(field.unit(aim.shooter))
    assert weapon is not None
    supports = tuple(Support(field.unit(name).troop, "simple") for name in helpers)
    shooter = replace(_covered(field, aim.shooter), supports=supports, backwards=aim.backwards)
    fortified = _behind_walls(field, field.unit(aim.target), field.body(aim.shooter))
    return Shot(shooter, replace(_covered(field, aim.target), fortified=fortified), weapon)


def _covered(field: Field, name: str) -> Combatant:
    cover = field.setting.scenery.in_cover(field.body(name).quad, field.unit(name).troop)
    return replace(combatant(field, name), cover=cover)


def _behind_walls(field: Field, target: Unit, shooter: Body) -> bool:
    """Whether a fortification before the target is between it and the shooter."""
    body = field.body(target.id)
    walls = any(
        work.kind == "fortification" and work.seat == target.seat for work in field.setting.scenery.behind(body.front)
    )
    return walls and any(shapes.local(body.pose, corner)[1] > 0 for corner in shooter.quad)
