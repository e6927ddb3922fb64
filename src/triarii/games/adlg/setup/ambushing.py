"""Ambushes of the battle plan: each seat lays markers where troops can hide, and writes down in secret who lies under
them, if anybody does (adlg.ambush.markers)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.hiding import ambushes
from triarii.games.adlg.battle.hiding.hidden import MARKER_LETTERS, Marker
from triarii.games.adlg.battle.movement.formations import mixes
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.geometry.shapes import FINE, Quad
from triarii.games.adlg.setup import sectors
from triarii.games.adlg.setup.going_on import preparing
from triarii.games.adlg.setup.grammar import MARK, NOBODY, Act
from triarii.games.adlg.setup.happenings import MarkerLaid
from triarii.games.adlg.setup.initiative import STRATEGIST
from triarii.games.adlg.setup.landscape import NOTHING
from triarii.games.adlg.setup.sectors import Area

RULE = "adlg.ambush.markers"
MARKERS = 2
"""Of a seat; a strategist has one more."""
MOST_UNITS = 4
NEVER = frozenset({Category.ART, Category.SCH, Category.WWG})
"""Too large or too loud to hide."""
FLANKS = (0, 2)
"""The outer sectors of a half, where the defender lays markers up to the middle of the table."""
GRID = UD
"""Steps in which places for markers are sought."""
BEHIND = 2 * UD
"""So far behind a piece they are sought."""
OPPOSITE = 4 * UD
"""How far to either side we ask whether the enemy would see a marker at once."""
SPOTS = 6
GROUPS = 4


def most_markers(setting: Setting, seat: int) -> int:
    chiefs = (corps for corps in setting.corps.values() if corps.seat == seat and corps.chief)
    return MARKERS + any(chief.grade.id == STRATEGIST for chief in chiefs)


def own(field: Field, seat: int) -> list[str]:
    return [name for name, marker in field.markers.items() if marker.seat == seat]


# Laying


def lay(state: State, act: Act) -> State | Refusal:
    """A marker comes to the table, real or false."""
    field, seat = state.field, preparing(state).seat
    if len(own(field, seat)) >= most_markers(field.setting, seat):
        return Refusal("setup.mark_count", RULE, {"most": most_markers(field.setting, seat)})
    x, y = act.numbers
    marker = Marker(seat, x, y, () if act.name == NOBODY else tuple(act.name.split("+")))
    refusal = why_not(field, marker)
    if refusal is not None:
        return refusal
    name = f"{MARKER_LETTERS[seat]}{len(own(field, seat)) + 1}"
    field = replace(field, markers={**field.markers, name: marker})
    return replace(state, field=field.noted(MarkerLaid, RULE, SEAT_NAMES[seat], name, x, y, marker.units or (NOTHING,)))


def why_not(field: Field, marker: Marker) -> Refusal | None:
    """Why a marker can't lie there, or these units not under it; the table does not hold it yet."""
    return why_not_there(field, marker) or _why_not_these(field, marker)


def why_not_there(field: Field, marker: Marker) -> Refusal | None:
    """Why nobody lays a marker there, whoever lies under it: all of this everybody can see."""
    setting, quad = field.setting, marker.body.quad
    if not any(area.holds_fine(quad, 0) for area in areas(setting, marker.seat, light=True)):
        return Refusal("setup.mark_zone", RULE, {})
    if setting.scenery.blocks(quad) or any(piece.river for piece in setting.scenery.touched(quad)):
        return Refusal("setup.mark_ground", RULE, {})
    in_the_way = {body.id: body.quad for body in [*field.camps(), *field.marker_bodies(0), *field.marker_bodies(1)]}
    hit = shapes.overlapping(quad, list(in_the_way.values()), setting.limits.touch)
    if hit:
        return Refusal("setup.mark_crowded", RULE, {"other": list(in_the_way)[hit[0]]})
    if not ambushes.lies_inside(setting.scenery, quad) and not _unseen(setting, marker.seat, quad):
        return Refusal("setup.mark_open", RULE, {})
    return None


def areas(setting: Setting, seat: int, *, light: bool) -> list[Area]:
    """Where ambushes of a seat may lie: in its zone, those of light troops alone farther forward; the defender's also
    in the outer sectors of his half."""
    found = [sectors.zone(setting.size, seat, light=light)]
    if seat != setting.begins:
        found += [sectors.sector(setting.size, seat, third, seat) for third in FLANKS]
    return found


@lru_cache(maxsize=4000)
def _unseen(setting: Setting, seat: int, quad: Quad) -> bool:
    """Whether a place is hidden from the front of the enemy's deployment zone opposite, looked at from every UD of
    it."""
    zone = sectors.zone(setting.size, 1 - seat, light=True)
    line = zone.north if seat else zone.south
    opposite = range(min(x for x, _ in quad) // FINE - OPPOSITE, max(x for x, _ in quad) // FINE + OPPOSITE + 1, UD)
    eyes = [(x * FINE, line * FINE) for x in opposite if zone.west <= x <= zone.east]
    return not any(ambushes.sees_from(setting.scenery, eye, quad) for eye in eyes)


def _why_not_these(field: Field, marker: Marker) -> Refusal | None:
    """Why these units don't lie in ambush together there."""
    setting, names = field.setting, marker.units or ()
    strange = [name for name in names if name not in setting.units or setting.units[name].seat != marker.seat]
    strange += [name for name in names if name in field.in_ambush]
    strange += [name for name in names if name in setting.units and field.marches_along(setting.units[name])]
    if strange or len(set(names)) < len(names):
        return Refusal("setup.hide_who", RULE, {"unit": strange[0] if strange else names[0]})
    if len(names) > MOST_UNITS:
        return Refusal("setup.hide_many", RULE, {"most": MOST_UNITS})
    units = [setting.units[name] for name in names]
    for unit in units:
        if unit.category in NEVER or setting.corps_of(unit).included == unit.id:
            return Refusal("setup.hide_kind", RULE, {"unit": unit.id})
        if not can_hide(setting, marker, unit):
            return Refusal("setup.hide_ground", RULE, {"unit": unit.id})
    return _why_no_group(units) or _why_no_zone(setting, marker, units) or _why_too_many(field, units)


def can_hide(setting: Setting, marker: Marker, unit: Unit) -> bool:
    """Whether the ground of a marker hides a unit of this kind and lets it stand there."""
    quad, scenery = marker.body.quad, setting.scenery
    ground = ambushes.hiding_ground(scenery, quad)
    inside = ground is not None and ground.terrain.ambush.hides(unit.troop)
    return (inside or _unseen(setting, marker.seat, quad)) and ambushes.may_stand(setting, unit, quad)


def _why_no_group(units: Sequence[Unit]) -> Refusal | None:
    for first, second in combinations(units, 2):
        if first.corps != second.corps or not mixes(first, second):
            return Refusal("setup.hide_group", "adlg.group.mixing", {"first": first.id, "second": second.id})
    return None


def _why_no_zone(setting: Setting, marker: Marker, units: Sequence[Unit]) -> Refusal | None:
    heavy = [unit for unit in units if not unit.light]
    if heavy and not any(area.holds_fine(marker.body.quad, 0) for area in areas(setting, marker.seat, light=False)):
        return Refusal("setup.hide_zone", RULE, {"unit": heavy[0].id})
    return None


def _why_too_many(field: Field, units: Sequence[Unit]) -> Refusal | None:
    """Of every corps somebody deploys openly."""
    for unit in units[:1]:
        corps = [other.id for other in field.setting.units.values() if (other.seat, other.corps) == _corps(unit)]
        if {*corps} <= field.in_ambush | {each.id for each in units}:
            return Refusal("setup.hide_all", RULE, {"leader": field.setting.corps_of(unit).commander})
    return None


def _corps(unit: Unit) -> tuple[int, int]:
    return unit.seat, unit.corps


def fits(field: Field) -> bool:
    """Whether the markers of a table that somebody wrote down can lie as they do; what is not known fits."""
    bare = replace(field, markers={})
    for seat in (0, 1):
        names = own(field, seat)
        if len(names) > most_markers(field.setting, seat) or not all(name[0] == MARKER_LETTERS[seat] for name in names):
            return False
    for name, marker in field.markers.items():
        if why_not(bare, marker) is not None:
            return False
        bare = replace(bare, markers={**bare.markers, name: marker})
    return True


# Proposals


def proposals(state: State) -> list[str]:
    """Some places, each for a false marker and for a few groups that could lie there; and to have done with it."""
    field, seat = state.field, preparing(state).seat
    acts = []
    if len(own(field, seat)) < most_markers(field.setting, seat):
        for x, y in spots(field.setting, seat):
            groups = ["+".join(names) for names in _groups(field, seat, x, y)]
            acts += [Act(MARK, each, numbers=(x, y)) for each in (NOBODY, *groups)]
    found = [str(act) for act in acts if not isinstance(lay(state, act), Refusal)]
    return [*found, "done"]


@lru_cache(maxsize=50)
def spots(setting: Setting, seat: int) -> tuple[tuple[int, int], ...]:
    """Places for markers: of every piece that hides somebody the one farthest forward, and the one farthest back; those
    first that are inside, as what lies behind may be seen from aside."""
    bare = Field(setting, {}, {})
    found: list[tuple[int, int]] = []
    for piece in setting.scenery.pieces:
        west, east, south, north = (edge // FINE for edge in piece.box)
        rows = range((south - BEHIND) // GRID * GRID, north + BEHIND + 1, GRID)
        columns = sorted(range(west // GRID * GRID, east + 1, GRID), key=lambda x: abs(2 * x - west - east))
        places = [
            (x, y)
            for y in (reversed(rows) if seat == 0 else rows)
            for x in columns
            if min(x, y) > 0 and why_not_there(bare, Marker(seat, x, y, ())) is None
        ]
        found += [place for place in (places[:1] + places[-1:]) if place not in found]
    found.sort(key=lambda place: not _inside(setting, seat, *place))
    return tuple(found[:SPOTS])


def _inside(setting: Setting, seat: int, x: int, y: int) -> bool:
    return ambushes.lies_inside(setting.scenery, Marker(seat, x, y, ()).body.quad)


def _groups(field: Field, seat: int, x: int, y: int) -> Iterator[tuple[str, ...]]:
    """Units of one kind and corps that could lie there together, as many as may."""
    count = 0
    marker = Marker(seat, x, y, ())
    kinds: dict[tuple[int, str], list[str]] = {}
    for unit in field.setting.units.values():
        free = unit.seat == seat and unit.id not in field.in_ambush and unit.category not in NEVER
        free = free and not field.marches_along(unit)
        if free and field.setting.corps_of(unit).included != unit.id:
            kinds.setdefault((unit.corps, unit.troop.id), []).append(unit.id)
    for names in kinds.values():
        group = tuple(names[:MOST_UNITS])
        for some in (group, group[:-1]):
            if some and count < GROUPS and why_not(field, replace(marker, units=some)) is None:
                count += 1
                yield some
                break
