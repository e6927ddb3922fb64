"""Flank marches in battle: the dice that bring them, who flees before them, how they enter, and what happens if both
players march around the same flank (adlg.march.arrival, adlg.march.entry, adlg.march.flight, adlg.march.meeting)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge import evading
from triarii.games.adlg.battle.charge.evading import Flight
from triarii.games.adlg.battle.charge.runners import alone
from triarii.games.adlg.battle.hiding import ambushes
from triarii.games.adlg.battle.hiding.hidden import Flank, March, Way
from triarii.games.adlg.battle.movement import formations, ring
from triarii.games.adlg.battle.stages import ChoosingCorps, MarchDie
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field, Leader
from triarii.games.adlg.battle.table.happenings import MarchDriven, MarchDue, MarchHere
from triarii.games.adlg.battle.table.setting import WIDTH, Setting, Unit
from triarii.games.adlg.battle.table.throws import MarchThrow
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import held, paths, shapes, zones
from triarii.games.adlg.geometry.bodies import Body, edge_contact
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import FINE, Figure, Pose

ARRIVAL, ENTRY = "adlg.march.arrival", "adlg.march.entry"
FLIGHT, MEETING = "adlg.march.flight", "adlg.march.meeting"
FIRST_THROW, LATER_THROW = 6, 5
"""What the die has to show."""
FRIGHT = 4 * UD
"""Enemies so near to where a march enters flee, and so near to them one that was driven back loses cohesion."""
OWN_EDGE = 5 * UD
"""A march that was driven back enters so near to its own edge."""
PLAIN_RUN = 3
"""The face of a die that changes nothing: who flees from a flank march throws none."""
INWARDS = {Flank.LEFT: 9000, Flank.RIGHT: 27000}
STEP = UD // 2
"""Steps in which places to enter are sought."""
OFFERED = 6


# On the way


def begin_movement(state: State) -> State:
    """At the start of a seat's movement a die is thrown for its march, or the march that is due comes."""
    march = state.field.marches.get(state.active)
    if march is None or not march.leader or march.way is Way.LOST:
        return state
    if march.way is Way.MARCHING:
        return replace(state, now=MarchDie(march.leader))
    return replace(state, field=_arrived(state.field, state.active))


def thrown(state: State, die: int) -> State:
    """The first throw wants a 6, later ones 5 or more; light horse alone has 1 more. Then it comes in the next sequence
    of its owner (adlg.march.arrival)."""
    march = state.field.marches[state.active]
    comes = die >= needs(state.field, march)
    after = replace(march, throws=march.throws + 1, way=Way.DUE if comes else Way.MARCHING)
    field = state.field.noted(MarchThrow, ARRIVAL, march.leader, die, needs(state.field, march))
    field = _with(field, state.active, after)
    return replace(state, field=_told(field, MarchDue, ARRIVAL, march) if comes else field, now=ChoosingCorps())


def _told(field: Field, kind: type[MarchDue] | type[MarchDriven] | type[MarchHere], rule: str, march: March) -> Field:
    """From which side a march comes everybody sees once it is near; who only imagines it does not know."""
    return field if march.flank is None else field.noted(kind, rule, march.leader, march.flank.value)


def needs(field: Field, march: March) -> int:
    """What the next die has to show."""
    return (LATER_THROW if march.throws else FIRST_THROW) - _light_horse(field, march)


def _light_horse(field: Field, march: March) -> bool:
    return all(unit.category is Category.LH for unit in units_of(field, march))


def units_of(field: Field, march: March) -> list[Unit]:
    """The units of a corps that marches, or has marched; none where nobody knows of any."""
    if not march.leader:
        return []
    corps = field.setting.corps[march.leader]
    return [unit for unit in field.setting.units.values() if (unit.seat, unit.corps) == (corps.seat, corps.number)]


def _with(field: Field, seat: int, march: March) -> Field:
    return replace(field, marches={**field.marches, seat: march})


def _arrived(field: Field, seat: int) -> Field:
    """A march comes to the table, unless it meets one of the enemy on the same side: the smaller one is driven back,
    both if they are equal, and enters in its owner's next sequence (adlg.march.meeting)."""
    march, other = field.marches[seat], field.marches.get(1 - seat)
    met = other is not None and other.flank is march.flank and other.way in (Way.MARCHING, Way.DUE)
    if other is None or not met or march.driven or other.driven:
        return _told(_with(field, seat, replace(march, way=Way.HERE)), MarchHere, ARRIVAL, march)
    own, theirs = _size(field, march), _size(field, other)
    if theirs <= own:
        field = _told(_with(field, 1 - seat, replace(other, way=Way.DUE, driven=True)), MarchDriven, MEETING, other)
    if own <= theirs:
        return _told(_with(field, seat, replace(march, way=Way.DUE, driven=True)), MarchDriven, MEETING, march)
    return _told(_with(field, seat, replace(march, way=Way.HERE)), MarchHere, ARRIVAL, march)


def _size(field: Field, march: March) -> int:
    """Light troops count half."""
    return sum(1 if unit.light else 2 for unit in units_of(field, march))


# Entering


def arriving(field: Field, seat: int) -> March | None:
    """The march of a seat that enters in this sequence."""
    march = field.marches.get(seat)
    return march if march is not None and march.way is Way.HERE else None


def outside(field: Field, march: March) -> list[str]:
    """The units of an arriving march that have not entered yet."""
    return [unit.id for unit in units_of(field, march) if unit.id not in field and unit.id not in field.gone]


def enter(field: Field, seat: int, names: Sequence[str], place: int, distance: int) -> Field | Refusal:
    """Units side by side come straight in over the short edge, the first of them here along it, so far that their
    fronts are at this distance from it. Whoever stands near flees first (adlg.march.entry)."""
    march = arriving(field, seat)
    if march is None or march.flank is None or not set(names) <= set(outside(field, march)):
        return Refusal("march.who", ENTRY, {"units": "+".join(names)})
    corps = field.setting.corps[march.leader]
    if march.leader not in field.leaders and corps.included not in ("", *names):
        return Refusal("march.commander", ENTRY, {"unit": corps.included})
    start = _at_edge(field.setting, march.flank, place)
    fronts = {name: shapes.at(start, WIDTH * number, 0) for number, name in enumerate(names)}
    if not march.driven:
        field = flight(field, march, [_stretch(field.setting, name, pose) for name, pose in fronts.items()])
    for name, pose in fronts.items():
        refusal = _why_not_in(field, march, name, pose, distance)
        if refusal is not None:
            return refusal
    entered = {name: shapes.at(pose, 0, distance) for name, pose in fronts.items()}
    after = _come_in(field, march, entered, distance)
    return formations.why_no_group(after, tuple(names)) or after


def _at_edge(setting: Setting, flank: Flank, place: int) -> Pose:
    return (0 if flank is Flank.LEFT else setting.size[0], place, INWARDS[flank])


def _stretch(setting: Setting, name: str, pose: Pose) -> Figure:
    """Where a unit crosses the edge: its base just outside."""
    return shapes.quad(pose, WIDTH, setting.units[name].depth)


def _why_not_in(field: Field, march: March, name: str, pose: Pose, distance: int) -> Refusal | None:
    setting, unit = field.setting, field.unit(name)
    end = Body(shapes.at(pose, 0, distance), WIDTH, unit.depth, id=name)
    way = _way_in(end.pose, distance)
    limit = setting.scenery.allowance(unit.troop, [way], setting.readings, boosted=False)
    if distance > limit:
        return Refusal("march.far", ENTRY, {"unit": name, "distance": distance, "limit": limit})
    if not paths.on_table(end.quad, *setting.size, setting.limits):
        return Refusal("march.off_table", ENTRY, {"unit": name, "least": unit.depth})
    if march.driven and not _by_own_edge(setting, unit, end):
        return Refusal("march.driven", MEETING, {"unit": name, "most": OWN_EDGE})
    others = [*field.bases(), *field.marker_bodies(1 - unit.seat)]
    hit = shapes.overlapping(way, [other.quad for other in others], setting.limits.touch)
    if hit:
        return Refusal("march.blocked", ENTRY, {"unit": name, "other": others[hit[0]].id})
    if setting.scenery.blocks(way) or not ambushes.may_stand(setting, unit, end.quad):
        return Refusal("march.ground", ENTRY, {"unit": name})
    return _why_not_there(field, unit, end, distance)


def _why_not_there(field: Field, unit: Unit, end: Body, distance: int) -> Refusal | None:
    """Whoever did not flee has his zone, and to touch him is a charge, as in any other move (adlg.zone.allowed,
    adlg.charge.declare)."""
    limits, chosen = field.setting.limits, field.setting.readings.chosen
    for enemy in field.targets(unit.seat):
        if any(edge_contact(end.front, edge, limits) for edge in (enemy.front, enemy.left, enemy.right, enemy.rear)):
            return Refusal("move.charge_instead", "adlg.charge.declare", {"unit": unit.id, "enemy": enemy.id})
    acting = control.acting_on(field, unit, _way_in(end.pose, distance), end)
    if not acting:
        return None
    holding = {enemy.id for enemy in control.holders(field, unit, end)}
    free = held.straight_in_zones(
        end.moved(shapes.at(end.pose, 0, -distance)),
        distance,
        [enemy for enemy in acting if enemy.id in holding or not zones.in_zone(end, enemy, limits)],
        zone_distance_to=str(chosen["zone_distance_to"]),
        threat_tie=str(chosen["threat_tie"]),
        limits=limits,
    )
    if free < distance:
        return Refusal("move.zone_ahead", "adlg.zone.allowed", {"unit": unit.id, "free": free, "advance": distance})
    return None


def _way_in(end: Pose, distance: int) -> Figure:
    """All that a unit goes over that enters and ends here, from the edge on."""
    return shapes.rectangle(end, -(WIDTH // 2), WIDTH // 2, -distance, 0)


def _by_own_edge(setting: Setting, unit: Unit, end: Body) -> bool:
    height = setting.size[1]
    return all((y if unit.seat == 0 else height * FINE - y) <= OWN_EDGE * FINE for _, y in end.quad)


def _come_in(field: Field, march: March, entered: dict[str, Pose], distance: int) -> Field:
    """They stand on the table, and have made a move, all of which counts for the distance of a further one
    (adlg.moves.distance); the commander is with the first of them. Whoever was driven back and comes within 4 UD of an
    enemy loses 1 cohesion (adlg.march.meeting)."""
    after = ambushes.with_units(field, entered, ENTRY, moves=1)
    enemies = ring.near_enemies(after, field.setting.corps[march.leader].seat)
    for name, pose in entered.items():
        nearest = after.nearest_enemy(name)
        near = ring.entered((_way_in(pose, distance),), enemies)
        after = after.marked(name, marks.ORDERED, *([marks.NEAR] if near else []))
        if march.driven and nearest is not None and nearest <= FRIGHT:
            after = after.loses(name, 1, MEETING)
    if march.leader in after.leaders:
        return after
    unit = field.setting.corps[march.leader].included or next(iter(entered))
    leaders = {**after.leaders, march.leader: Leader((0, 0, 0), unit=unit, moves=1)}
    return replace(after, leaders={name: leaders[name] for name in field.setting.corps if name in leaders})


def end(field: Field, seat: int) -> Field:
    """The corps has had its orders: whoever has not entered is out of the battle, at no loss (adlg.march.entry)."""
    march = arriving(field, seat)
    if march is None:
        return field
    field = ambushes.vanished(field, outside(field, march), ENTRY)
    if march.leader not in field.leaders:
        return _with(field, seat, replace(march, way=Way.LOST))
    return replace(field, marches={other: each for other, each in field.marches.items() if other != seat})


# Flight


def flight(field: Field, march: March, stretches: Sequence[Figure]) -> Field:
    """Enemies within 4 UD of where a march enters, and not in melee, flee straight away from the edge; who cannot evade
    loses 1 cohesion besides, artillery and war wagons are destroyed (adlg.march.flight)."""
    assert march.flank is not None
    heading = INWARDS[march.flank]
    frightened = [
        enemy
        for enemy in field.units(1 - field.setting.corps[march.leader].seat)
        if not field.fights(enemy.id) and shapes.within(field.body(enemy.id).quad, stretches, FRIGHT)
    ]
    # Who stands farthest in runs first, so that the others have room.
    for enemy in sorted(frightened, key=lambda unit: -_inwards(field, unit, heading)):
        if enemy.category in (Category.ART, Category.WWG):
            field = field.removed(enemy.id, "destroyed", FLIGHT)
            continue
        field = _run(field, enemy, heading)
        if enemy.id in field and not enemy.may_evade:
            field = field.loses(enemy.id, 1, FLIGHT)
    return field


def _inwards(field: Field, unit: Unit, heading: int) -> int:
    x = field.stands[unit.id].pose[0]
    return x if heading == INWARDS[Flank.LEFT] else -x


def _run(field: Field, unit: Unit, heading: int) -> Field:
    """It turns on the spot and runs; where it can't turn, it stays."""
    body = field.body(unit.id)
    cx, cy = body.centre
    turned = body.moved(shapes.at((cx // FINE, cy // FINE, heading), 0, body.depth // 2))
    others = [other.quad for other in (*field.bases(without=(unit.id,)), *field.marker_bodies(1 - unit.seat))]
    if shapes.overlapping(turned.quad, others, field.setting.limits.touch):
        return field
    return evading.run_away(field, Flight(alone(field, unit.id, turned)), PLAIN_RUN, rule=FLIGHT)


# Proposals


def entries(field: Field, seat: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Units that could enter now, with their places along the edge and how far in: each alone, and lines of what may
    form a group, as far as all may go."""
    march = arriving(field, seat)
    if march is None or march.flank is None:
        return
    names = outside(field, march)
    lines = [tuple(names[:count]) for count in range(len(names), 1, -1)]
    for group in (*lines, *((name,) for name in names)):
        found = 0
        for place in _places(field.setting, march, len(group)):
            for distance in _distances(field, group):
                if found < OFFERED and not isinstance(enter(field, seat, group, place, distance), Refusal):
                    found += 1
                    yield group, place, distance
                    break


def _places(setting: Setting, march: March, width: int) -> Iterator[int]:
    """Places along the edge for the first unit, from the middle of the table on."""
    height, seat = setting.size[1], setting.corps[march.leader].seat
    assert march.flank is not None
    step = -WIDTH if march.flank is Flank.LEFT else WIDTH  # the right hand of who enters from the left points south
    places = [
        place
        for place in range(STEP, height, STEP)
        if WIDTH // 2 <= place + step * (width - 1) <= height - WIDTH // 2 and place <= height - WIDTH // 2
    ]
    if march.driven:
        yield from places if seat == 0 else reversed(places)
    else:
        yield from sorted(places, key=lambda place: (abs(2 * place - height), place))


def _distances(field: Field, group: Sequence[str]) -> list[int]:
    """As far as the slowest may go in the open, and no farther than it has to."""
    units = [field.unit(name) for name in group]
    readings = field.setting.readings
    most = min(field.setting.scenery.allowance(unit.troop, [], readings, boosted=False) for unit in units)
    least = max(unit.depth for unit in units)
    return [each for each in dict.fromkeys((most, (most + least) // 2, least)) if each >= least]
