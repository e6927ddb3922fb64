"""After shooting and melee: routs and whom they carry away, pursuits, and what an army has lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as data_field

from triarii.games.adlg.battle.charge.charging import may_attack, side_struck
from triarii.games.adlg.battle.charge.engaging import meet, run_on
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.fighting.fights import in_order, main_meetings
from triarii.games.adlg.battle.hiding.hidden import VANISHED
from triarii.games.adlg.battle.movement.passing import pass_rule
from triarii.games.adlg.battle.movement.reach import harmful
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Lost
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat import handling, losses
from triarii.games.adlg.combat.handling import Pursuit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.bills import Bill
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import manoeuvres, routs, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Figure
from triarii.games.adlg.geometry.stops import Stop, Why

ROUTED = "routed"
POINTS, FRIENDS, TRAMPLED = "adlg.losses.points", "adlg.rout.friends", "adlg.rout.sparing"
PURSUES = "adlg.pursuit.who"


# Routs


def routed(field: Field) -> tuple[str, ...]:
    """The units that have no cohesion left."""
    return tuple(sorted((name for name, stand in field.stands.items() if not stand.cohesion), key=in_order))


@dataclass
class _Spread:
    """A rout in the making: who goes, and what that costs others."""

    field: Field
    first: frozenset[str]
    dice: Mapping[str, int]
    left: dict[str, int]
    """Cohesion by unit, as it shrinks."""
    gone: list[str]
    struck: list[Lost] = data_field(default_factory=list)
    """What it has cost others so far, each with who did that to him."""

    def strip(self, name: str) -> Figure | None:
        """The ground on which a routed unit strikes others; nothing where it harms nobody, or where the die of an
        elephant has not fallen yet."""
        body = self.turned(name)
        if not self.rampages(name):
            return routs.rout_strip(body)
        die = self.dice.get(name)
        return None if die is None else routs.strip_beside(body, routs.rampage_side(die))

    def rampages(self, name: str) -> bool:
        """By the common reading a routed elephant runs where its die says (adlg.rout.sparing)."""
        elephant = self.field.unit(name).category is Category.EL
        return elephant and self.field.setting.readings.on("elephant_rampage")

    def turned(self, name: str) -> Body:
        """Who was beaten only from flank or rear first turns to his main enemy; others do not."""
        body = self.field.body(name)
        if name not in self.first:
            return body
        met = next((meeting for meeting in main_meetings(self.field) if meeting.target == name), None)
        return body if met is None else routs.turned_to_enemy(body, Side(met.side))

    def strike(self, origin: str, name: str) -> bool:
        """What a routed unit costs one on its strip; whether that one routs now too."""
        away, other = self.field.unit(origin), self.field.unit(name)
        if self.rampages(origin):
            loss, rule = losses.rampage_loss(other.troop), TRAMPLED
        elif away.seat == other.seat:
            loss, rule = losses.rout_loss(away.troop, other.troop, self.field.setting.readings)
        else:
            return False
        if not loss:
            return False
        self.left[name] -= loss
        self.struck.append(Lost(rule, name, loss, self.left[name], origin))
        if self.left[name] > 0:
            return False
        self.gone.append(name)
        return True


def _spread(field: Field, names: Iterable[str], dice: Mapping[str, int]) -> _Spread:
    """How a rout runs through the army, wave by wave; nobody moves meanwhile."""
    first = sorted(set(names), key=in_order)
    left = {name: stand.cohesion for name, stand in field.stands.items()}
    spread = _Spread(field, frozenset(first), dice, left, list(first))
    bodies = {unit.id: field.body(unit.id) for unit in field.units()}
    routs.cascade(first, spread.strip, bodies, spread.strike, field.setting.limits)
    return spread


def rampaging(field: Field, names: Iterable[str], dice: Mapping[str, int]) -> tuple[str, ...]:
    """The elephants for which a die has to be thrown before this rout can run its course; with each die that falls
    there may be more."""
    spread = _spread(field, names, dice)
    return tuple(name for name in spread.gone if spread.rampages(name) and name not in dice)


def rout(field: Field, names: Iterable[str], dice: Mapping[str, int] | None = None) -> Field:
    """Units rout, friends behind them lose cohesion and may rout too, and all who rout leave the table
    (adlg.rout.friends). `dice` are those of elephants, where rampaging asks for them."""
    spread = _spread(field, names, dice or {})
    after = field
    for each in spread.struck:
        after = after.loses(each.unit, each.points, each.rule, each.by)
    for name in spread.gone:
        after = after.removed(name, ROUTED, FRIENDS if name not in spread.first else POINTS)
    return after


# Who pursues


def pursuers(
    before: Field, after: Field, active: int, gone: Collection[str], went: Collection[str] = ()
) -> dict[str, Pursuit]:
    """Who may or must pursue: units of the active seat whose opponents in melee are all gone (adlg.pursuit.who).
    Of several who beat the same enemy only one does, those who must before the others; `went` are those who have
    already pursued."""
    found: dict[str, Pursuit] = {}
    prey = {unit.id: [one.enemy_of(unit.id) for one in before.meetings_of(unit.id)] for unit in after.units(active)}
    for name, enemies in prey.items():
        if name in went or after.fights(name) or not enemies or not all(enemy in gone for enemy in enemies):
            continue
        unit, beaten = after.unit(name), [after.unit(enemy).troop for enemy in enemies]
        duty = handling.pursuit(unit.troop, unit.abilities, beaten, held_back=held_back(after, name))
        if duty is not Pursuit.NEVER:
            found[name] = duty
    main = {name for one in main_meetings(before) for name in (one.attacker, one.target)}
    for enemy in sorted(gone):
        rivals = [name for name in found if enemy in prey[name]]
        keen = [name for name in rivals if found[name] is Pursuit.MUST]
        chosen = sorted(keen, key=lambda name: (name not in main, in_order(name)))[:1] or rivals
        if any(enemy in prey.get(name, ()) for name in went):
            chosen = []
        for name in rivals:
            if name not in chosen:
                del found[name]
    return found


def held_back(field: Field, name: str) -> bool:
    """Whether a unit has no duty to pursue because of what lies ahead: the table's edge, ground that is bad for it,
    works that it defends or would have to cross, a river whose bank it holds, or a way along an enemy's front
    (adlg.pursuit.exceptions)."""
    unit, body = field.unit(name), field.body(name)
    if any(work.seat == unit.seat for work in field.setting.scenery.behind(body.front)) or _holds_bank(field, body):
        return True
    way = _way(field, unit)
    return way.along_enemy_front or way.stop.why in (Why.GROUND, Why.TABLE)


def _holds_bank(field: Field, body: Body) -> bool:
    """Whether a pursuit would lead from a bank into a river, with or without water."""
    setting = field.setting
    ahead = shapes.quad(shapes.at(body.pose, 0, routs.PURSUIT), body.width, routs.PURSUIT)
    rivers = [piece for piece in setting.scenery.touched(ahead) if piece.river]
    return any(not piece.touched_by(body.quad, setting.limits.touch) for piece in rivers)


# Pursuing


def quarry(field: Field, name: str, distance: int = routs.PURSUIT) -> str:
    """The enemy that a pursuit of this distance meets, so that he may evade first; nobody if it meets none."""
    way = _way(field, field.unit(name))
    return way.stop.by if way.stop.why is Why.CONTACT and way.stop.distance <= distance else ""


def farthest(field: Field, name: str) -> int:
    """mUD that a pursuit can go: 1 UD, or to what stops it; to an enemy whom it meets the whole way counts, for he may
    evade. 0: there is nothing to decide."""
    way, _ = _chased(field, name, routs.PURSUIT)
    return routs.PURSUIT if way.stop.why is Why.CONTACT else way.stop.distance


def pursue(field: Field, name: str, distance: int = routs.PURSUIT) -> Field:
    """The field after a pursuit straight on by so much, or up to what stops it. Who meets an enemy conforms to him and
    fights from the next melee phase on, without having charged (adlg.pursuit.contact)."""
    way, after = _chased(field, name, distance)
    after = after.unmarked(name, marks.STAKES, marks.READY)
    if way.stop.why is not Why.CONTACT or distance < way.stop.distance:
        return after
    assert way.kind is not None
    return meet(after, name, way.stop.by, way.kind, Manner.PURSUIT)


def _chased(field: Field, name: str, distance: int) -> tuple[routs.Pursuit, Field]:
    """The way of a pursuit, and the table when it has been gone."""
    unit, limits = field.unit(name), field.setting.limits
    way = _way(field, unit)
    after = run_on(field, name, min(distance, way.stop.distance), rule=PURSUES)
    if shapes.overlapping(after.body(name).quad, _friends_of(after, unit), limits.touch):
        way = _way(field, unit, through_friends=False)  # those whom it would have passed have no room to give
        after = run_on(field, name, min(distance, way.stop.distance), rule=PURSUES)
    return way, after


def _friends_of(field: Field, unit: Unit) -> list[Figure]:
    return [body.quad for body in field.bases(unit.seat, without=(unit.id,))]


def _way(field: Field, unit: Unit, *, through_friends: bool = True) -> routs.Pursuit:
    """Where a pursuit would lead."""
    setting, body = field.setting, field.body(unit.id)
    friends = [
        field.body(friend.id)
        for friend in field.units(unit.seat)
        if friend.id != unit.id and not (through_friends and pass_rule(field, unit, friend, body.heading))
    ]
    looted = [camp for camp in field.camps(1 - unit.seat) if camp.id in field.taken]
    hidden = field.marker_bodies(1 - unit.seat)
    way = routs.pursue(
        body,
        enemies=field.targets(unit.seat),
        zones=[field.body(each.id) for each in field.units(1 - unit.seat) if control.exerts(field, each, unit)],
        friends=[*friends, *field.camps(unit.seat), *looted, *hidden],
        # A river is not entered aslant (adlg.move.river).
        # To cross works costs foot all that a pursuit has, and mounted troops more (adlg.move.works).
        ground=[
            *harmful(field, unit, body),
            *setting.scenery.impassable,
            *(part for river in setting.scenery.barred_to(body, routs.PURSUIT) for part in river.parts),
            *(w.edge for w in setting.scenery.works),
        ],
        table=setting.size,
        flank_reference=str(setting.readings.chosen["flank_reference"]),
        limits=setting.limits,
    )
    return _checked(field, unit, way) if way.stop.why is Why.CONTACT else way


def _checked(field: Field, unit: Unit, way: routs.Pursuit) -> routs.Pursuit:
    """A contact as it counts on this table, for columns and war wagons too; light troops stop short of what they may
    not attack."""
    target, limits = way.stop.by, field.setting.limits
    kind = side_struck(field, field.body(unit.id), way.end, field.body(target))
    if not may_attack(field, unit, target, kind):
        return replace(way, kind=kind)
    short = max(0, way.stop.distance - limits.stop_short)
    end = way.end.moved(manoeuvres.advance(field.stands[unit.id].pose, short))
    return routs.Pursuit(end, Stop(short, Why.SPENT), None, way.along_enemy_front)


# Armies


def army_losses(field: Field, seat: int) -> Bill:
    """The loss points of an army at this moment (adlg.losses.points)."""
    return field.once(("losses", seat), lambda: losses.loss_points(army_toll(field, seat)))


def army_toll(field: Field, seat: int) -> losses.Toll:
    """What an army has lost so far, by cause."""
    setting = field.setting
    units = setting.once(("army", seat), lambda: [unit for unit in setting.units.values() if unit.seat == seat])
    grades = [field.setting.corps[leader].grade for leader in sorted(field.fallen) if _his(field, leader, seat)]
    lost = next(
        (camp.kind for camp in field.setting.camps.values() if camp.seat == seat and camp.id in field.taken), Camp.NONE
    )
    return losses.count([(_state(field, unit.id), unit.abilities) for unit in units], grades, lost)


def army_value(field: Field, seat: int) -> Bill:
    """What an army can bear before it breaks (adlg.losses.break): always the same where nobody can be hidden."""
    keeper = field if field.setting.secret_plan else field.setting
    return keeper.once(("value", seat), lambda: _army_value(field, seat))


def _army_value(field: Field, seat: int) -> Bill:
    units = [unit.abilities for unit in field.setting.units.values() if unit.seat == seat and _counts(field, unit.id)]
    return losses.cohesion_value(units, field.camp_kind(seat))


def _counts(field: Field, name: str) -> bool:
    """Whether a unit counts in its army's value: not as long as it is hidden, nor if it has vanished."""
    if not field.setting.secret_plan:
        return True
    return name in field or field.gone.get(name, VANISHED) != VANISHED


def _his(field: Field, leader: str, seat: int) -> bool:
    return field.setting.corps[leader].seat == seat


def _state(field: Field, name: str) -> str:
    """In the words in which losses are counted."""
    stand = field.stands.get(name)
    if stand is not None:
        return "disordered" if stand.cohesion < field.full(name) else "ordered"
    how = field.gone.get(name, "ordered")
    how = "ordered" if how == VANISHED else how
    return ROUTED if how == "destroyed" else how
