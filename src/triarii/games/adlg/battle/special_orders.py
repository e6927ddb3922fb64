"""Orders that are no plain move: disengaging, the ways out of a zone, pivots, stakes, wagons made ready, commanders."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge import evading
from triarii.games.adlg.battle.charge.halting import over_ground
from triarii.games.adlg.battle.charge.runners import Runners, runners, turned_away
from triarii.games.adlg.battle.movement import ring
from triarii.games.adlg.battle.movement.reach import COMMANDER_REACH, allowance
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.movement.walking import walk
from triarii.games.adlg.battle.orders import Advance
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import COMMANDER_DEPTH, Field, Leader
from triarii.games.adlg.battle.table.happenings import Moved
from triarii.games.adlg.battle.table.setting import WIDTH, Unit
from triarii.games.adlg.battle.table.solids import solids
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import groups, held, manoeuvres, paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure, Pose

BACK_ON_FOOT = 1000
BACK_MOUNTED = 2000


# Disengaging


def may_disengage(field: Field, unit: Unit, enemy: Unit) -> bool:
    """Whether a unit may break off from this enemy (adlg.disengage.who, adlg.disengage.from)."""
    if enemy.category in (Category.ART, Category.WWG):
        return True
    if _behind_works(field, unit, enemy):
        return True
    match unit.category:
        case Category.LI:
            ground = field.setting.scenery.ground_under(field.body(enemy.id).quad, enemy.troop)
            return not enemy.mounted or enemy.category is Category.EL or bool(malus(enemy.troop, ground))
        case Category.EL | Category.SCH:
            return False
        case Category.LMI if unit.troop.id == "javelinmen":
            return enemy.category in (Category.HI, Category.EL)
    return unit.mounted and (not enemy.mounted or enemy.troop.moves[0] < unit.troop.moves[0])


def _behind_works(field: Field, unit: Unit, enemy: Unit) -> bool:
    """Whether works lie between a unit and an enemy: he stands behind them, and is not struck from elsewhere."""
    meeting = field.meeting(unit.id, enemy.id)
    elsewhere = meeting is not None and meeting.target == enemy.id and meeting.side != Side.FRONT.value
    return field.defends_works(enemy.id) and not elsewhere


def disengage(field: Field, names: tuple[str, ...]) -> Field | Refusal:
    """Straight back, facing the enemy, with all the allowance but 1 UD (adlg.disengage.move); a group as far as the one
    that gets least far (adlg.disengage.group)."""
    fighting = [name for name in names if field.fights(name)]
    if not fighting:
        return Refusal("deed.not_fighting", "adlg.disengage.who", {"unit": "+".join(names)})
    left = frozenset(meeting.enemy_of(name) for name in fighting for meeting in field.meetings_of(name))
    for name in names:
        refusal = _why_bound(field, name, left)
        if refusal is not None:
            return refusal
    ends = _ends_behind(field, names)
    if isinstance(ends, Refusal):
        return ends
    after = field
    for name, end in zip(names, ends, strict=True):
        after = (
            after.parted(name)
            .placed(name, end, "adlg.disengage.move")
            .marked(name, marks.DISENGAGED, marks.ORDERED, marks.NEAR)
        )
        after = after.unmarked(name, marks.STAKES, marks.READY)
    for enemy in left:
        if enemy in after:
            after = after.marked(enemy, marks.DISENGAGED)  # neither side of that fight shoots
    return after


def _why_bound(field: Field, name: str, left: frozenset[str]) -> Refusal | None:
    """Why a unit can't go away from the enemies that it or its group leaves; who does not fight must be free to go."""
    unit, stand = field.unit(name), field.stands[name]
    if stand.marks & marks.NO_MORE_MOVES:
        return Refusal("move.done", "adlg.move.three", {"unit": name})
    meetings = field.meetings_of(name)
    for meeting in meetings:
        enemy = meeting.enemy_of(name)
        on_our_flank = meeting.target == name and meeting.side != Side.FRONT.value
        if on_our_flank:
            return Refusal("deed.flanked", "adlg.disengage.move", {"unit": name, "enemy": enemy})
        if enemy in field and not may_disengage(field, unit, field.unit(enemy)):
            return Refusal("deed.bound", "adlg.disengage.who", {"unit": name, "enemy": enemy})
    others = control.holders(field, unit, without=left)
    if not meetings and others:
        return Refusal("deed.held_along", "adlg.disengage.group", {"unit": name, "enemy": others[0].id})
    if any(_covers_flank(field.body(name), body) for body in others):
        return Refusal("deed.covered", "adlg.disengage.move", {"unit": name})
    if allowance(field, unit, (field.body(name).quad,), hasty=False) <= 1000:
        return Refusal("deed.too_slow", "adlg.disengage.move", {"unit": name})
    return None


def _ends_behind(field: Field, names: tuple[str, ...]) -> list[Pose] | Refusal:
    """Where units come to stand that go back together; each needs 1 UD of room."""
    bodies, limits = [field.body(name) for name in names], field.setting.limits
    way = min(_way_back(field, field.unit(body.id), body) for body in bodies)
    ends = []
    for body in bodies:
        room = [figure for figure in solids(field, without=names) if not _touches_front(body, figure, field)]
        end = manoeuvres.disengage(body.pose, body.width, body.depth, way + 1000, room, limits)
        if end is None or way < manoeuvres.NEEDED_BEHIND:
            return Refusal("deed.no_room", "adlg.disengage.move", {"unit": body.id})
        ends.append(end)
    ways = groups.ways([body.pose for body in bodies], ends)
    if len(set(ways)) == 1:
        return ends
    return [manoeuvres.back(body.pose, min(ways)) for body in bodies]


def _way_back(field: Field, unit: Unit, body: Body) -> int:
    """mUD that a unit goes back, if nothing solid stands behind it: its allowance on that ground, less 1 UD."""
    about = body.moved(manoeuvres.half_turn(body.pose, body.depth))
    full = allowance(field, unit, (body.quad,), hasty=False) - 1000
    way, solid = over_ground(field, unit, about, full), field.setting.scenery.impassable
    ends_at = shapes.first_contacts(about.quad, about.heading, solid, field.setting.limits.touch)
    return full if way in ends_at else way


def _covers_flank(body: Body, enemy: Body) -> bool:
    """Whether an enemy's zone lies on a unit's flank or rear rather than before its front."""
    return held.misalignment(body, enemy) > 9000 or shapes.local(body.pose, enemy.centre)[1] < 0


def _touches_front(body: Body, figure: Figure, field: Field) -> bool:
    return shapes.gap(body.front, figure) <= field.setting.limits.touch


# Ways out of a zone


def threat_to(field: Field, name: str, chosen: str, rule: str) -> Body | Refusal:
    """The enemy from whom a unit leaves: the most threatening, or of several the one that its owner names where he may
    (threat_tie)."""
    threats = control.threats(field, field.unit(name))
    if not threats:
        return Refusal("deed.free", rule, {"unit": name})
    found = next((threat for threat in threats if threat.id == chosen), None) if chosen else threats[0]
    if found is None:
        params = {"unit": name, "enemy": chosen, "threat": threats[0].id}
        return Refusal("deed.not_threat", "adlg.zone.most_threatening", params)
    return found


def leave(field: Field, name: str, chosen: str = "") -> Field | Refusal:
    """Backwards out of a zone, and disordered by it (adlg.zone.back); who can evade does that instead."""
    unit = field.unit(name)
    if unit.may_evade:
        return Refusal("deed.evades", "adlg.zone.back", {"unit": name})
    threat = threat_to(field, name, chosen, "adlg.zone.back")
    if isinstance(threat, Refusal):
        return threat
    length = BACK_MOUNTED if unit.mounted else BACK_ON_FOOT
    anchor = str(field.setting.readings.chosen["quarter_turn_anchor"])
    end = held.leave_zone(
        field.body(name),
        threat,
        length,
        solids(field, without=(name,)),
        quarter_turn_anchor=anchor,
        limits=field.setting.limits,
    )
    if end is None:
        return Refusal("deed.no_room", "adlg.zone.back", {"unit": name})
    if not allowance(field, unit, (end.quad,), hasty=False):
        return Refusal("deed.no_room", "adlg.move.worst_ground", {"unit": name})
    if field.setting.scenery.waded_aslant(shapes.hull(field.body(name).quad, end.quad), end.heading):
        return Refusal("deed.no_room", "adlg.move.river", {"unit": name})
    after = field.placed(name, end.pose, "adlg.zone.back").marked(name, marks.LEFT_ZONE, marks.ORDERED, marks.NEAR)
    if not field.disordered(name):
        after = after.loses(name, 1, "adlg.zone.back")
    return after.unmarked(name, marks.STAKES, marks.READY)


def ride_out(field: Field, name: str, distance: int) -> Walk | Refusal:
    """Mounted troops whose rear is in the zone of a slower enemy ride straight on (adlg.zone.ride_out)."""
    unit = field.unit(name)
    rule = "adlg.zone.ride_out"
    if not unit.mounted:
        return Refusal("deed.mounted", rule, {"unit": name})
    if unit.may_evade and field.setting.readings.says("rear_zone_exit_for", "mounted_that_cannot_evade"):
        return Refusal("deed.evades", rule, {"unit": name})
    body = field.body(name)
    behind = [field.unit(threat.id) for threat in control.threats(field, unit) if _behind(body, threat)]
    if not behind:
        return Refusal("deed.not_behind", rule, {"unit": name})
    enemy = next((enemy for enemy in behind if enemy.troop.moves[0] < unit.troop.moves[0]), None)
    if enemy is None:
        return Refusal("deed.not_slower", rule, {"unit": name, "enemy": behind[0].id})
    return walk(field, (name,), (Advance(distance),), ignoring=frozenset({enemy.id}))


def _behind(body: Body, enemy: Body) -> bool:
    return shapes.local(body.pose, enemy.centre)[1] < -body.depth * shapes.FINE // 2


def evade_from(field: Field, names: tuple[str, ...], chosen: str = "") -> Runners | Refusal:
    """The turn with which a held unit, or a group with somebody held in it, begins to evade out of a zone in its own
    turn (adlg.zone.evade, adlg.evade.group)."""
    who = "+".join(names)
    held_ones = [name for name in names if control.threats(field, field.unit(name))]
    sides = set()
    for name in names:
        if not field.unit(name).may_evade:
            return Refusal("deed.evades_not", "adlg.evade.who", {"unit": name})
    if not held_ones:
        return Refusal("deed.free", "adlg.zone.evade", {"unit": who})
    for name in held_ones:
        threat = threat_to(field, name, chosen, "adlg.zone.evade")
        if isinstance(threat, Refusal):
            return threat
        body = field.body(name)
        sides.add(Side.FRONT if shapes.local(body.pose, threat.centre)[1] > 0 else _flank(body, threat))
    if len(sides) > 1:
        return Refusal("order.sides", evading.AS_ONE, {"units": who})
    those = runners(field, names)
    if those is None:
        return Refusal("move.no_group", "adlg.group.formed", {"units": who})
    turned = turned_away(field, those, sides.pop())
    if turned is None or evading.is_blocked(field, turned):
        return Refusal("deed.blocked", evading.BLOCKED, {"unit": who})
    return turned


def _flank(body: Body, threat: Body) -> Side:
    sideways, ahead = shapes.local(body.pose, threat.centre)
    if ahead < -body.depth * shapes.FINE:
        return Side.REAR
    return Side.LEFT if sideways < 0 else Side.RIGHT


# Artillery, stakes, wagons


def pivot(field: Field, name: str, angle: int) -> Field | Refusal:
    """Artillery turns about its middle (adlg.artillery.pivot)."""
    unit, rule = field.unit(name), "adlg.artillery.pivot"
    if unit.category is not Category.ART:
        return Refusal("deed.no_artillery", rule, {"unit": name})
    if abs(angle) > 9000:
        return Refusal("move.wheel_far", rule, {"wheel": abs(angle), "most": 9000})
    body = field.body(name)
    if field.defends_works(name):
        return Refusal("move.behind_works", "adlg.move.works", {"unit": name})
    if field.setting.scenery.waded(field.body(name).quad):
        return Refusal("move.in_river", "adlg.move.river", {"unit": name})
    free = manoeuvres.pivot_legal_part(
        body.pose, body.width, body.depth, angle, solids(field, without=(name,)), field.setting.limits
    )
    if free != angle:
        return Refusal("move.wheel_blocked", "adlg.move.collision", {"wheel": abs(angle), "free": abs(free)})
    turned = body.moved(manoeuvres.pivot(body.pose, body.depth, angle))
    threats = control.threats(field, unit)
    if threats and all(held.misalignment(turned, threat) > held.misalignment(body, threat) for threat in threats):
        return Refusal("move.held_turn", "adlg.zone.allowed", {"unit": name, "enemy": threats[0].id})
    swept = shapes.swept_turn(body.pose, body.width, body.depth, (0, -(body.depth // 2)), angle)
    too_near = ring.why_too_near(field, name, swept)
    if too_near is not None:
        return too_near
    cost = manoeuvres.wheel_cost(angle)
    limit = allowance(field, unit, (body.quad,), hasty=False)
    if unit.troop.id != "heavy_artillery" and cost > limit:
        return Refusal("move.too_far", "adlg.move.allowance", {"unit": name, "cost": cost, "limit": limit})
    stand = replace(field.stands[name], pose=turned.pose, moves=field.stands[name].moves + 1)
    pivoted = field.with_stand(name, stand.marked(marks.PIVOTED, marks.ORDERED))
    return pivoted.noted(Moved, rule, name, *turned.pose)


def _why_not_halted(field: Field, name: str, rule: str) -> Refusal | None:
    """Why a unit does not stay where it is for the whole phase: it fights, or it has moved or was moved."""
    stand = field.stands[name]
    if field.fights(name):
        return Refusal("move.fights", "adlg.disengage.who", {"unit": name})
    if stand.moves or stand.marks & (marks.MOVED | {marks.SHIFTED}):
        return Refusal("deed.moved", rule, {"unit": name})
    return None


def plant(field: Field, name: str) -> Field | Refusal:
    """Stakes are set by a unit that has not moved and will not (adlg.stakes.planted)."""
    rule = "adlg.stakes.planted"
    if "stakes" not in field.unit(name).abilities:
        return Refusal("deed.no_stakes", rule, {"unit": name})
    if field.has_mark(name, marks.STAKES):
        return Refusal("deed.planted", rule, {"unit": name})
    if field.setting.readings.says("stakes_set", "deployment_only"):
        return Refusal("deed.deployment", rule, {"unit": name})
    return _why_not_halted(field, name, rule) or field.marked(name, marks.STAKES, marks.ORDERED, marks.HALTED)


def lift(field: Field, name: str) -> Field | Refusal:
    """Stakes are taken up again; a unit that moves takes them up anyway."""
    if not field.has_mark(name, marks.STAKES):
        return Refusal("deed.not_planted", "adlg.stakes.planted", {"unit": name})
    return field.unmarked(name, marks.STAKES).marked(name, marks.ORDERED)


def make_ready(field: Field, name: str) -> Field | Refusal:
    """A war wagon that stays where it is becomes battle-ready (adlg.war_wagon.ready)."""
    rule = "adlg.war_wagon.ready"
    if "battle_ready" not in field.unit(name).abilities:
        return Refusal("deed.never_ready", rule, {"unit": name})
    if field.has_mark(name, marks.READY):
        return Refusal("deed.is_ready", rule, {"unit": name})
    return _why_not_halted(field, name, rule) or field.marked(name, marks.READY, marks.ORDERED, marks.HALTED)


# Commanders


def go(field: Field, leader: str, x: int, y: int) -> Field | Refusal:
    """A loose commander moves up to 5 UD any way, through friends (adlg.commander.move)."""
    here = field.leader_pose(leader)
    corps = field.setting.corps[leader]
    if corps.included:
        return Refusal("deed.included", "adlg.commander.move", {"leader": leader})
    away = shapes.length((x - here[0]) * shapes.FINE, (y - here[1]) * shapes.FINE)
    if away > COMMANDER_REACH:
        return Refusal("deed.far", "adlg.commander.move", {"leader": leader, "way": away, "limit": COMMANDER_REACH})
    pose: Pose = (x, y, here[2])
    body = Body(pose, WIDTH, COMMANDER_DEPTH, id=leader)
    touch = field.setting.limits.touch
    if not paths.on_table(body.quad, *field.setting.size, field.setting.limits):
        return Refusal("move.edge", "adlg.move.table_edge", {"unit": leader})
    blocked = solids(field, 1 - corps.seat, edge=False)
    around = shapes.overlapping(field.leader_body(leader).quad, blocked, touch)
    met = shapes.overlapping(shapes.hull(field.leader_body(leader).quad, body.quad), blocked, touch)
    if shapes.overlapping(body.quad, blocked, touch) or set(met) - set(around):
        return Refusal("deed.no_room", "adlg.commander.move", {"unit": leader})
    moves = field.leaders[leader].moves + 1
    return field.with_leader(leader, Leader(pose, moves=moves))


def join(field: Field, leader: str, name: str) -> Field | Refusal:
    """A commander attaches himself to a unit of his corps within his reach."""
    rule = "adlg.commander.move"
    corps = field.setting.corps[leader]
    if corps.included:
        return Refusal("deed.included", rule, {"leader": leader})
    if name not in field or (field.unit(name).seat, field.unit(name).corps) != (corps.seat, corps.number):
        return Refusal("deed.other_corps", rule, {"leader": leader, "unit": name})
    if field.leader_with(name):
        return Refusal("deed.has_leader", rule, {"unit": name})
    away = shapes.gap(field.leader_body(leader).quad, field.body(name).quad)
    if away > COMMANDER_REACH:
        return Refusal("deed.far", rule, {"leader": leader, "way": away, "limit": COMMANDER_REACH})
    where = field.leaders[leader]
    return field.with_leader(leader, replace(where, unit=name, pose=(0, 0, 0), moves=where.moves + 1))
