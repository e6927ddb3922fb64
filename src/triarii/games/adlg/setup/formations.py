"""Formations: whole corps put in order, so that whoever does not want to measure can deploy with one word.

Units come in columns of one base width, each as far forward as there is room: heavy foot in the middle, mounted troops
on the wing, light infantry in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.order_prices import in_radius
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field, Leader
from triarii.games.adlg.battle.table.setting import WIDTH, Setting, Unit
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import FINE, Pose
from triarii.games.adlg.setup import deploying, sectors
from triarii.games.adlg.setup.going_on import changed, preparing
from triarii.games.adlg.setup.grammar import Act, Spot

STYLES = ("line", "two_lines", "refused_wing", "block", "held_back")
OFFERED = 9
NUDGE = 250
"""Steps in which a unit gives way where it can't stand."""
AHEAD = 1500
"""How far light infantry stands before the line: 1 UD of room and its own depth."""
BLOCK = 4
"""Columns of a deep formation."""
TRIES = 6
"""Where room is short, the formation gets one column more so often."""


@dataclass(frozen=True)
class Plan:
    """A way to put a corps in order."""

    style: str
    columns: int
    west: int
    """Where the first column begins."""
    wing: int
    """Where the outer wing is: -1 west, 1 east, 0 on both sides."""


def proposals(state: State, most: int = OFFERED) -> list[str]:
    """Actions that deploy all of the corps; each leaves room for the corps that follow."""
    found: dict[str, int] = {}
    for plan in _plans(state):
        act = _ordered(state, plan)
        if act is not None and str(act) not in found and _fits(state, act):
            found[str(act)] = _hindered(state, act)
            if len(found) >= 2 * most:
                break
    return sorted(found, key=lambda said: found[said])[:most]


def _hindered(state: State, act: Act) -> int:
    """What the ground would cost the corps in melee."""
    after = deploying.deploy(state, act)
    assert isinstance(after, State)
    field, scenery = after.field, after.field.setting.scenery
    units = deploying.corps_units(field, preparing(state).about)
    return -sum(malus(unit.troop, scenery.ground_under(field.body(unit.id).quad, unit.troop)) for unit in units)


def _fits(state: State, act: Act) -> bool:
    after = deploying.deploy(state, act)
    if isinstance(after, Refusal) or deploying.why_not_done(after, after.field) is not None:
        return False
    return room_for_others(after)


def room_for_others(state: State) -> bool:
    """Whether all other corps of the seat still find their places, one after the other."""
    seat = preparing(state).seat
    state = deploying.stood(state)
    if state.setup is None:
        return True
    for leader in deploying.waiting(state, seat):
        now = changed(state, seat=seat, task=Task.DEPLOY, about=leader)
        for plan in _plans(now, tight=True):
            act = _ordered(now, plan)
            after = None if act is None else deploying.deploy(now, act)
            if isinstance(after, State) and deploying.why_not_done(after, after.field) is None:
                stands = deploying.stood(after)
                break
        else:
            return False
        if stands.setup is None:
            return True
        state = stands
    return True


# Where a corps may stand


def _gaps(state: State) -> list[tuple[int, int]]:
    """The stretches along the table that no other corps of the seat stands on."""
    prep, field = preparing(state), state.field
    zone = sectors.zone(field.setting.size, prep.seat, light=False)
    taken = []
    for leader in prep.deployed:
        reach = deploying.extent(field, leader)
        if field.setting.corps[leader].seat == prep.seat and reach:
            taken.append((reach[0] // FINE, -(-reach[1] // FINE)))
    found, west = [], zone.west
    for begin, end in sorted(taken):
        found.append((west, begin))
        west = max(west, end)
    return [(begin, end) for begin, end in [*found, (west, zone.east)] if end - begin >= WIDTH]


def _plans(state: State, *, tight: bool = False) -> Iterator[Plan]:
    """All plans worth a try, the usual ones first; where room is short, from the deepest on."""
    prep, setting = preparing(state), state.field.setting
    units = deploying.corps_units(state.field, prep.about)
    count = sum(unit.category is not Category.LI for unit in units) or len(units)
    gaps = _gaps(state)
    waiting = deploying.waiting(state, prep.seat)
    sizes = {leader: len(deploying.corps_units(state.field, leader)) for leader in waiting}
    share = sum(end - begin for begin, end in gaps) * sizes[prep.about] // sum(sizes.values())
    if tight:
        zone = sectors.zone(setting.size, prep.seat, light=False)
        need = -(-sum(unit.depth for unit in units) // (zone.north - zone.south))
        for columns in dict.fromkeys(min(count, need + more) for more in range(TRIES)):
            for begin, end in sorted(gaps, key=lambda gap: gap[1] - gap[0]):
                for west in range(begin, end - columns * WIDTH + 1, 2 * NUDGE):
                    yield Plan("block", columns, west, 0)
        return
    for style in STYLES:
        for columns in _widths(style, count):
            width = columns * WIDTH
            for begin, end in gaps:
                for wing, middle in _middles(begin, end, max(width, min(share, end - begin)), len(waiting)):
                    west = min(max((middle - width // 2) // NUDGE * NUDGE, begin), end - width)
                    if begin <= west:
                        yield Plan(style, columns, west, wing)
    yield from _plans(state, tight=True)


def _widths(style: str, count: int) -> list[int]:
    """Columns of a style, first the usual number, then fewer for a commander whose voice does not carry."""
    full = {"two_lines": -(-count // 2), "block": min(count, BLOCK)}.get(style, count)
    return [full, *(less for less in (full * 3 // 4, full // 2) if 0 < less < full)]


def _middles(begin: int, end: int, share: int, corps: int) -> list[tuple[int, int]]:
    """Where the middle of the corps may be, with the side of its outer wing: in its share at either end, or between."""
    centre = (0, (begin + end) // 2)
    if corps == 1:
        return [centre]
    return [(-1, begin + share // 2), (1, end - share // 2), centre]


# Putting in order


def _ordered(state: State, plan: Plan) -> Act | None:
    """All units of the corps in their places, with the commander where all hear him; None where that can't be."""
    field, leader = state.field, preparing(state).about
    setting = field.setting
    units = deploying.corps_units(state.field, leader)
    own = {unit.id for unit in units}
    bodies = deploying.occupied(field, own)
    seat = units[0].seat
    zone = sectors.zone(setting.size, seat, light=False)
    depth = zone.north - zone.south
    skyline = [_front(plan, column, depth) for column in range(plan.columns)]
    ahead = [front + AHEAD for front in skyline]
    placed: dict[str, Pose] = {}
    for unit, column in _columns(units, plan):
        line = ahead if unit.category is Category.LI else skyline
        body = _stacked(setting, unit, plan, column, line, bodies) or _stacked(
            setting, unit, plan, column, skyline, bodies
        )
        if body is None:
            return None
        placed[unit.id] = body.pose
        bodies.append(body)
    chosen = _commander(deploying.with_units(field, placed), leader, units)
    if not chosen:
        return None
    return Act("deploy", spots=(*_spots(placed, seat), Spot((leader,), unit=chosen)))


def _front(plan: Plan, column: int, depth: int) -> int:
    """How far from the own edge a column begins."""
    if plan.style == "held_back":
        return depth - NUDGE * (depth // 2 // NUDGE) if depth > 3000 else depth
    if plan.style == "refused_wing":
        outer = column if plan.wing <= 0 else plan.columns - 1 - column
        return depth - 1000 if outer < -(-plan.columns // 3) and depth > 2000 else depth
    return depth


def _columns(units: Sequence[Unit], plan: Plan) -> list[tuple[Unit, int]]:
    """Everybody with his column: foot from the middle outwards, mounted from the outer wing inwards; light infantry
    last, spread before them."""
    heavy = [unit for unit in units if unit.category is Category.HI]
    lighter = [unit for unit in units if not unit.mounted and unit.category not in (Category.HI, Category.LI)]
    one_line = len(heavy) + len(lighter) <= plan.columns
    foot = [*lighter[: len(lighter) // 2], *heavy, *lighter[len(lighter) // 2 :]] if one_line else [*heavy, *lighter]
    mounted = [unit for unit in units if unit.mounted]
    light = [unit for unit in units if unit.category is Category.LI]
    order = sorted(mounted, key=lambda unit: not unit.light)
    places = list(range(plan.columns))
    rows = -(-(len(foot) + len(mounted)) // plan.columns)
    wings: list[int] = []
    for number in range(len(order)):
        side = plan.wing or (-1 if number % 2 == 0 else 1)
        inward = number // rows if plan.wing else number // 2 // rows
        wings.append(inward if side < 0 else plan.columns - 1 - inward)
    taken = {column % plan.columns for column in wings}
    inner = [column for column in places if column not in taken] or places
    found = [(unit, column % plan.columns) for unit, column in zip(order, wings, strict=True)]
    found += [(unit, inner[number % len(inner)]) for number, unit in enumerate(foot)]
    begin = max(0, (plan.columns - len(light)) // 2)
    return [*found, *((unit, (begin + number) % plan.columns) for number, unit in enumerate(light))]


def _stacked(
    setting: Setting, unit: Unit, plan: Plan, column: int, line: list[int], bodies: Sequence[Body]
) -> Body | None:
    """The unit in its column or the nearest where it can stand, as far forward as there is room."""
    quads = [body.quad for body in bodies]
    for other in sorted(range(plan.columns), key=lambda each: (abs(each - column), each)):
        x = plan.west + other * WIDTH + WIDTH // 2
        front = line[other]
        while front >= unit.depth:
            pose = (x, sectors.depth_line(setting.size, unit.seat, front), sectors.facing(unit.seat))
            body = Body(pose, unit.width, unit.depth, id=unit.id)
            crowded = shapes.overlapping(body.quad, quads, setting.limits.touch)
            if not crowded and deploying.why_not_there(setting, unit, body) is None:
                line[other] = front - unit.depth
                return body
            front -= NUDGE
    return None


def _commander(field: Field, leader: str, units: Sequence[Unit]) -> str:
    """The unit whose commander all others hear: the most central one that will do."""
    included = field.setting.corps[leader].included
    middle = sum(field.stands[unit.id].pose[0] for unit in units) // len(units)
    order = sorted(units, key=lambda unit: (unit.light, abs(field.stands[unit.id].pose[0] - middle)))
    for unit in [each for each in order if not included or each.id == included]:
        led = field.with_leader(leader, Leader((0, 0, 0), unit=unit.id))
        if all(in_radius(led, leader, (other.id,)) for other in units):
            return unit.id
    return ""


def _spots(placed: dict[str, Pose], seat: int) -> Iterator[Spot]:
    """The places as words: neighbours in a line together, from the left as their owner sees them."""
    sign = 1 if seat == 0 else -1
    rows: dict[int, list[tuple[int, str]]] = {}
    for name, (x, y, _) in placed.items():
        rows.setdefault(y, []).append((x, name))
    for y in sorted(rows, reverse=seat == 0):
        spot: Spot | None = None
        for x, name in sorted(rows[y], key=lambda each: sign * each[0]):
            if spot is not None and x == spot.x + sign * WIDTH * len(spot.names):
                spot = replace(spot, names=(*spot.names, name))
                continue
            if spot is not None:
                yield spot
            spot = Spot((name,), x, y)
        if spot is not None:
            yield spot


# Where no order will do


def anyhow(state: State) -> list[str]:
    """For a corps that finds no room by the rules: its units wherever in their zone there is any, its commander with
    the first of them."""
    prep, field = preparing(state), state.field
    setting, units = field.setting, deploying.corps_units(field, prep.about)
    own = {unit.id for unit in units}
    bodies = deploying.occupied(field, own)
    zone = sectors.zone(setting.size, prep.seat, light=False)
    plan = Plan("block", (zone.east - zone.west) // WIDTH, zone.west, 0)
    skyline = [zone.north - zone.south] * plan.columns
    placed: dict[str, Pose] = {}
    for number, unit in enumerate(units):
        body = _stacked(setting, unit, plan, number % plan.columns, skyline, bodies)
        if body is None:
            return []
        placed[unit.id] = body.pose
        bodies.append(body)
    leads = setting.corps[prep.about].included or units[0].id
    return [str(Act("deploy", spots=(*_spots(placed, prep.seat), Spot((prep.about,), unit=leads))))]
