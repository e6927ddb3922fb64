"""Deployment: corps by corps, the defender first; every unit in its zone and in reach of its commander, and each corps
in a rectangle of its own (adlg.setup.deployment, adlg.setup.zones)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.order_prices import in_radius
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import COMMANDER_DEPTH, Field, Leader, Stand
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, WIDTH, Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.setup import dismounting, sectors
from triarii.games.adlg.setup.going_on import changed, preparing
from triarii.games.adlg.setup.grammar import Act, Spot
from triarii.games.adlg.setup.happenings import (
    CorpsDeploys,
    CorpsStands,
    Deployed,
    LeadsAlone,
    LeadsUnit,
    MarchMissing,
    Prepared,
)

RULE, ZONES, MARCHES = "adlg.setup.deployment", "adlg.setup.zones", "adlg.march.plan"
STEP = 250
"""Steps in which ground for a unit is sought."""
MARKED = {
    "plant": (marks.STAKES, "stakes", "deed.no_stakes"),
    "ready": (marks.READY, "battle_ready", "deed.never_ready"),
}
"""What a unit may be told at deployment: the mark, the ability that it needs, and what is said without it."""


def corps_units(field: Field, leader: str) -> list[Unit]:
    """The units of a corps that deploy openly: whoever is known to lie in ambush does not."""
    setting, hidden = field.setting, field.in_ambush
    corps = setting.corps[leader]
    return [
        unit
        for unit in setting.units.values()
        if (unit.seat, unit.corps) == (corps.seat, corps.number) and unit.id not in hidden
    ]


def waiting(state: State, seat: int) -> list[str]:
    """The corps of a seat that are still to be deployed; one that is known to march around a flank is not."""
    away = {*preparing(state).deployed, *state.field.marching_leaders()}
    return [name for name, corps in state.field.setting.corps.items() if corps.seat == seat and name not in away]


def begin_corps(state: State, act: Act) -> State | Refusal:
    """A seat says which corps comes next."""
    open_corps = waiting(state, preparing(state).seat)
    if act.name not in open_corps:
        return Refusal("setup.which_corps", RULE, {"orders": [f"corps {leader}" for leader in open_corps]})
    state = state.noted(CorpsDeploys, RULE, SEAT_NAMES[preparing(state).seat], act.name)
    return changed(state, task=Task.DEPLOY, about=act.name)


# Placing


def poses(setting: Setting, spot: Spot, seat: int) -> Iterator[tuple[str, Pose]]:
    """Where the units of a line or column come to stand; the first one's place is given."""
    pose = (spot.x, spot.y, sectors.facing(seat) if spot.heading is None else spot.heading)
    for name in spot.names:
        yield name, pose
        step = (0, -setting.units[name].depth) if spot.column else (WIDTH, 0)
        pose = shapes.at(pose, *step)


def deploy(state: State, act: Act) -> State | Refusal:
    """Units and the commander of the corps come to their places, or to new ones."""
    prep, field = preparing(state), state.field
    setting, leader = field.setting, prep.about
    own = {unit.id for unit in corps_units(field, leader)}
    placed: dict[str, Pose] = {}
    for spot in act.spots:
        strange = [name for name in spot.names if name not in own and name != leader]
        if strange:
            return Refusal("setup.not_in_corps", RULE, {"name": strange[0], "corps": leader})
        if leader in spot.names:
            continue
        if spot.unit:
            return Refusal("setup.with_unit", RULE, {"name": spot.names[0]})
        for name, pose in poses(setting, spot, prep.seat):
            if name in placed:
                return Refusal("setup.twice", RULE, {"word": name})
            placed[name] = pose
    refusal = why_not_placed(field, placed)
    if refusal is not None:
        return refusal
    field = _come(field, with_units(field, placed), placed)
    for spot in act.spots:
        if leader in spot.names:
            led = _with_commander(field, leader, spot)
            if isinstance(led, Refusal):
                return led
            field = led
    included = setting.corps[leader].included
    if included in field:
        field = field.with_leader(leader, Leader((0, 0, 0), unit=included))
    return replace(state, field=_led(state.field, field, leader))


def _come(before: Field, after: Field, placed: Mapping[str, Pose]) -> Field:
    """The table with a note of everybody who has come to another place."""
    for name in (name for name in after.stands if name in placed):
        if name not in before.stands or before.stands[name].pose != placed[name]:
            after = after.noted(Deployed, RULE, name, *placed[name])
    return after


def _led(before: Field, after: Field, leader: str) -> Field:
    """The table with a note of where the commander is, if he was elsewhere."""
    where = after.leaders.get(leader)
    if where is None or where == before.leaders.get(leader):
        return after
    if where.unit:
        return after.noted(LeadsUnit, RULE, leader, where.unit)
    return after.noted(LeadsAlone, RULE, leader, where.pose[0], where.pose[1])


def with_units(field: Field, placed: Mapping[str, Pose]) -> Field:
    stands = {
        **{name: stand for name, stand in field.stands.items() if name not in placed},
        **{name: Stand(pose, field.full(name)) for name, pose in placed.items()},
    }
    return replace(field, stands={name: stands[name] for name in field.setting.units if name in stands})


def why_not_placed(field: Field, placed: Mapping[str, Pose]) -> Refusal | None:
    """Why units can't stand in these places together with everybody else."""
    setting = field.setting
    others = occupied(field, placed)
    for name, pose in placed.items():
        unit = setting.units[name]
        body = Body(pose, unit.width, unit.depth, id=name)
        refusal = why_not_there(setting, unit, body) or _why_crowded(setting, body, others)
        if refusal is not None:
            return refusal
        others.append(body)
    return None


def occupied(field: Field, without: Collection[str] = ()) -> list[Body]:
    """What nobody can deploy on: units, camps, and the markers of both sides (adlg.ambush.markers)."""
    return [*field.bases(without=without), *field.marker_bodies(0), *field.marker_bodies(1)]


def why_not_there(setting: Setting, unit: Unit, body: Body) -> Refusal | None:
    """Why a unit can't deploy on this ground."""
    zone = sectors.zone(setting.size, unit.seat, light=unit.light)
    if not zone.holds_fine(body.quad, setting.limits.touch):
        return Refusal("setup.zone", ZONES, {"unit": unit.id, **zone.params})
    if setting.scenery.blocks(body.quad) or (not _may_enter(setting, unit, body) and _has_ground(setting, unit)):
        return Refusal("setup.ground", RULE, {"unit": unit.id})
    if _in_river(setting, body):
        return Refusal("setup.in_river", "adlg.setup.river", {"unit": unit.id})
    return None


def _in_river(setting: Setting, body: Body) -> bool:
    ground = setting.scenery
    return any(piece.river for piece in ground.touched(body.quad)) and not ground.along_road(body.quad, body.quad)


def _may_enter(setting: Setting, unit: Unit, body: Body) -> bool:
    """Whether its kind may stand there; on a road it always may."""
    ground = setting.scenery
    if not ground.touches_rough(body.quad) or ground.along_road(body.quad, body.quad):
        return True
    return ground.allowance(unit.troop, [body.quad], setting.readings, boosted=False) > 0


@lru_cache(maxsize=200)
def _has_ground(setting: Setting, unit: Unit) -> bool:
    """Whether a unit can face the enemy anywhere in its zone on ground that its kind may enter. Woods and marshes may
    leave a war wagon none: then it stands on any that is not impassable, for nobody stays away."""
    zone = sectors.zone(setting.size, unit.seat, light=unit.light)
    camps = [Body(camp.pose, *CAMP_SIZE).quad for camp in setting.camps.values()]
    for x in range(zone.west + WIDTH // 2, zone.east - WIDTH // 2 + 1, STEP):
        for front in range(unit.depth, zone.north - zone.south + 1, STEP):
            pose = (x, sectors.depth_line(setting.size, unit.seat, front), sectors.facing(unit.seat))
            body = Body(pose, unit.width, unit.depth)
            if setting.scenery.blocks(body.quad) or _in_river(setting, body) or not _may_enter(setting, unit, body):
                continue
            if not shapes.overlapping(body.quad, camps, setting.limits.touch):
                return True
    return False


def _why_crowded(setting: Setting, body: Body, others: Sequence[Body]) -> Refusal | None:
    hit = shapes.overlapping(body.quad, [other.quad for other in others], setting.limits.touch)
    return Refusal("setup.crowded", RULE, {"first": body.id, "second": others[hit[0]].id}) if hit else None


def _with_commander(field: Field, leader: str, spot: Spot) -> Field | Refusal:
    """The commander comes to a unit of his corps, or stands alone."""
    setting, corps = field.setting, field.setting.corps[leader]
    if spot.names != (leader,):
        return Refusal("setup.commander_alone", RULE, {"leader": leader})
    if corps.included and spot.unit != corps.included:
        return Refusal("setup.included", RULE, {"leader": leader, "unit": corps.included})
    if spot.unit:
        if spot.unit not in {unit.id for unit in corps_units(field, leader)} or spot.unit not in field:
            return Refusal("setup.no_such_unit", RULE, {"leader": leader, "unit": spot.unit})
        return field.with_leader(leader, Leader((0, 0, 0), unit=spot.unit))
    pose = (spot.x, spot.y, sectors.facing(corps.seat) if spot.heading is None else spot.heading)
    body = Body(pose, WIDTH, COMMANDER_DEPTH, id=leader)
    zone = sectors.zone(setting.size, corps.seat, light=True)
    if not zone.holds_fine(body.quad, setting.limits.touch):
        return Refusal("setup.zone", ZONES, {"unit": leader, **zone.params})
    if setting.scenery.blocks(body.quad):
        return Refusal("setup.ground", RULE, {"unit": leader})
    crowded = _why_crowded(setting, body, [*field.bodies(), *field.camps(corps.seat)])
    return crowded or field.with_leader(leader, Leader(pose))


def mark(state: State, act: Act) -> State | Refusal:
    """Stakes are planted, war wagons made ready."""
    field = state.field
    sign, ability, code = MARKED[act.verb]
    own = {unit.id for unit in corps_units(field, preparing(state).about)}
    for name in act.name.split("+"):
        if name not in own or name not in field:
            return Refusal("setup.not_there", RULE, {"name": name})
        if ability not in field.unit(name).abilities:
            return Refusal(code, RULE, {"unit": name})
        if field.has_mark(name, sign):
            return Refusal("setup.marked", RULE, {"unit": name})
        field = field.marked(name, sign).noted(Prepared, RULE, name)
    return replace(state, field=field)


# The end of a corps


def extent(field: Field, leader: str) -> tuple[int, int] | None:
    """From where to where the corps stands along the table, in fine units; None before anybody stands."""
    xs = [x for unit in corps_units(field, leader) if unit.id in field for x, _ in field.body(unit.id).quad]
    return (min(xs), max(xs)) if xs else None


def why_not_done(state: State, field: Field) -> Refusal | None:
    """Why the corps can't stay like this."""
    return why_incomplete(state, field) or why_disordered(state, field)


def why_incomplete(state: State, field: Field) -> Refusal | None:
    """Who is missing, or stands where his commander does."""
    setting, leader = field.setting, preparing(state).about
    missing = [unit.id for unit in corps_units(field, leader) if unit.id not in field]
    missing += [leader] if leader not in field.leaders else []
    if missing:
        return Refusal("setup.missing", RULE, {"names": missing})
    if field.leaders[leader].unit:
        return None
    return _why_crowded(setting, field.leader_body(leader), field.bodies())


def why_disordered(state: State, field: Field) -> Refusal | None:
    """Who is out of command range, and which corps are in each other's way."""
    setting, leader = field.setting, preparing(state).about
    for unit in corps_units(field, leader):
        if not in_radius(field, leader, (unit.id,)):
            return Refusal("setup.out_of_range", RULE, {"unit": unit.id, "leader": leader})
    own, slack = extent(field, leader), setting.limits.touch * shapes.FINE
    for other in preparing(state).deployed:
        its = extent(field, other) if setting.corps[other].seat == setting.corps[leader].seat else None
        if own and its and min(own[1], its[1]) - max(own[0], its[0]) > slack:
            return Refusal("setup.corps_overlap", RULE, {"corps": leader, "other": other})
    return None


def stood(state: State) -> State:
    """The corps stands; the other seat goes on, as long as it has corps. When all stand, some may dismount."""
    prep = preparing(state)
    state = changed(state, deployed=(*prep.deployed, prep.about), about="", task=Task.CORPS)
    state = state.noted(CorpsStands, RULE, prep.about)
    march = state.field.marches.get(prep.seat)
    if march is not None and not waiting(state, prep.seat):
        state = state.noted(MarchMissing, MARCHES, march.leader)
    for seat in (1 - prep.seat, prep.seat):
        if waiting(state, seat):
            return changed(state, seat=seat)
    return dismounting.begin(state)
