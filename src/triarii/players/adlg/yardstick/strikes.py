"""Who could charge whom, from where, and what it would bring: quick estimates by bearing and distance, with exact odds.

They are estimates of what may come; a charge that is really considered is tried out by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from triarii.games.adlg.battle.charge import charging
from triarii.games.adlg.battle.movement.reach import allowance, harmful
from triarii.games.adlg.battle.table import control
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.losses import CAMP_LOSS, Camp
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body, turn_between
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Point
from triarii.players.adlg.yardstick import blows
from triarii.players.adlg.yardstick.bearings import bearing

UD = 1000
FINE_UD = UD * shapes.FINE
BASES = 1500
"""mUD that two middles are farther apart than two bases, at most."""
LOOMS = 0.2
"""How much a charge counts that takes one move more, as a share."""
NARROW = 2500
"""cdeg aside that need no wheel: bases are wide."""
WHEEL_UD = 1500
QUARTER = 9000
HALF_LANE = 450
"""mUD beside the way of a charge within which another base is in the way."""
HOLDING = 3000
"""mUD within which somebody may hold a unit, or shield it."""
FRONT = Side.FRONT.value
BESIDE = 300
"""mUD by which two neighbours in line may be apart."""
CLOSE = 5 * UD
"""mUD from middle to middle beyond which nobody is a unit's neighbour, holds it, shields it or supports its melee."""


class Strike(NamedTuple):
    """A charge that could be made."""

    charger: str
    target: str
    side: str
    gain: float
    """In loss points, for the side that charges."""
    looms: bool = False
    """Whether it takes one move more; its gain is reckoned accordingly."""


class Lookout:
    """One table, and what can be seen of it. All tables of one decision share what was found out before: each differs
    from the first of them by few units, so that little has to be looked at again."""

    def __init__(self, field: Field, first: Lookout | None = None) -> None:
        self.field = field
        self.first = first or self
        self.known: dict[object, float] = {} if first is None else first.known
        """Worths of strikes by who and where."""
        self.sides: dict[object, dict[object, tuple[str, bool]]] = {} if first is None else first.sides
        """On which edge who could charge whom from where; nothing where he can't."""
        self.lanes: dict[object, Lane] = {} if first is None else first.lanes
        """The ways of charges, with whoever of the first table stands in them."""
        self.held: dict[object, str] = {} if first is None else first.held
        """The most threatening enemy of a unit, by where everybody near it stands."""
        self.reaches: dict[object, int] = {} if first is None else first.reaches
        self.middles = self._middles()
        self.moved = [
            (name, middle) for name, middle in self.middles.items() if self.first.middles.get(name) is not middle
        ]
        self.all_strikes: dict[str, list[Strike]] = {}
        self.stirred = self._who_stirs()
        self.stirs = [
            middles[name] for name in self.stirred for middles in (self.middles, self.first.middles) if name in middles
        ]
        self.changed = {name for name, _ in self.moved} | (self.first.middles.keys() - self.middles.keys())
        self.in_line: dict[str, tuple[str, str]] = {}
        self.hands: dict[str, int] = {}
        self.pairs: dict[str, list[Strike]] = {}
        """All strikes of a unit whose way is not looked at yet."""
        self.changed_units: dict[int, list[Unit]] = {}
        self.all_disturbed: dict[str, bool] = {}
        self.same_leaders = self.first is self or field.leaders == self.first.field.leaders
        if not self.same_leaders:
            self.all_disturbed = dict.fromkeys(field.stands, True)

    def _middles(self) -> dict[str, Point]:
        """Where everybody's middle is; the very same where a unit stands as on the first table."""
        field, first = self.field, self.first
        if first is self:
            return {name: field.body(name).centre for name in field.stands}
        old = first.field.stands
        return {
            name: first.middles[name] if name in old and old[name].pose == stand.pose else field.body(name).centre
            for name, stand in field.stands.items()
        }

    def _who_stirs(self) -> set[str]:
        """Everybody who stands, is or fights otherwise than on the first table."""
        now, before = self.field, self.first.field
        if now is before:
            return set()
        found = {name for name, stand in now.stands.items() if before.stands.get(name) is not stand}
        found |= before.stands.keys() - now.stands.keys()
        if now.meetings is not before.meetings:
            for meeting in set(now.meetings) ^ set(before.meetings):
                found |= {meeting.attacker, meeting.target} & (now.stands.keys() | before.stands.keys())
        return found

    # Strikes

    def strikes(self, seat: int, names: Iterable[str] | None = None) -> list[Strike]:
        """What a seat could charge with all its units, or with some of them, in one move."""
        field, found = self.field, []
        chosen = None if names is None else set(names)
        for unit in field.units(seat):
            if chosen is None or unit.id in chosen:
                found += self._strikes(unit)
        return found

    def _strikes(self, unit: Unit) -> list[Strike]:
        """The strikes of one unit; where nothing near it has changed, they are those of the first table."""
        if self.first is not self and not self._stirred(unit):
            return self.first._strikes(unit)
        if unit.id not in self.all_strikes:
            self.all_strikes[unit.id] = self.strikes_of(unit) if self.may_charge(unit) else []
        return self.all_strikes[unit.id]

    def _changed_of(self, seat: int) -> list[Unit]:
        """The units of a seat that are not as before."""
        found = self.changed_units.get(seat)
        if found is None:
            found = [unit for unit in self.field.units(seat) if not self._is_as_before(unit.id)]
            self.changed_units[seat] = found
        return found

    def _is_as_before(self, name: str) -> bool:
        """Whether a unit counts in a charge as it does on the first table: nothing close to it has changed, or it is
        free and has the same neighbours, as free as before."""
        if self.first is self or name in self.stirred:
            return False
        if not self._disturbed(name):
            return True
        if not self.same_leaders or self.field.fights(name):
            return False
        first = self.first
        return self._neighbours(name) == first._neighbours(name) and self._hands(name) == first._hands(name)

    def _disturbed(self, name: str) -> bool:
        """Whether a unit, or somebody close to it, stands or is otherwise than on the first table."""
        found = self.all_disturbed.get(name)
        if found is None:
            found = name in self.stirred
            if not found and self.stirs:
                x, y = self.middles[name]
                far = CLOSE * shapes.FINE
                for px, py in self.stirs:
                    if -far <= px - x <= far and -far <= py - y <= far:
                        found = True
                        break
            self.all_disturbed[name] = found
        return found

    def _stirred(self, unit: Unit) -> bool:
        """Whether somebody near a unit stands or is otherwise than on the first table."""
        if unit.id in self.stirred or unit.id not in self.first.middles:
            return True
        x, y = self.middles[unit.id]
        far = (2 * max(UD, self.reach(unit, self.field.body(unit.id))) + BASES + 2 * UD) * shapes.FINE
        return any(-far <= px - x <= far and -far <= py - y <= far for px, py in self.stirs)

    def may_charge(self, unit: Unit) -> bool:
        field = self.field
        if unit.category is Category.ART or (unit.category is Category.WWG and "blades" not in unit.abilities):
            return False
        return not field.fights(unit.id) and field.stands[unit.id].cohesion > 0

    def strikes_of(self, unit: Unit) -> list[Strike]:
        field, body = self.field, self.field.body(unit.id)
        ways = self._pairs(unit)
        found = [
            strike for strike in ways if not self._lane_taken(body, field.body(strike.target), unit.id, strike.target)
        ]
        found += self._camps(unit, body, self.reach(unit, body))
        threat = self.threat(unit) if found else ""
        return [strike for strike in found if strike.target == threat] if threat else found

    def _pairs(self, unit: Unit) -> list[Strike]:
        """What a unit could charge if nobody stood in its way; taken from the first table where both are as before."""
        if unit.id not in self.pairs:
            if not self._is_as_before(unit.id):
                self.pairs[unit.id] = self._pairs_anew(unit, self.field.units(1 - unit.seat))
            else:
                self.pairs[unit.id] = self._pairs_as_before(unit)
        return self.pairs[unit.id]

    def _pairs_as_before(self, unit: Unit) -> list[Strike]:
        enemies = self.field.units(1 - unit.seat)
        before = self.first._pairs(unit)
        changed = self._changed_of(1 - unit.seat)
        if not changed and len(enemies) == len(self.first.field.units(1 - unit.seat)):
            return before
        pairs = {strike.target: strike for strike in before}
        names = {enemy.id for enemy in changed}
        pairs = {target: strike for target, strike in pairs.items() if target not in names and target in self.middles}
        pairs |= {strike.target: strike for strike in self._pairs_anew(unit, changed)}
        return [pairs[enemy.id] for enemy in enemies if enemy.id in pairs]

    def _pairs_anew(self, unit: Unit, enemies: Iterable[Unit]) -> list[Strike]:
        field, middles, body = self.field, self.middles, self.field.body(unit.id)
        stands, pose = field.stands, body.pose
        x, y = middles[unit.id]
        reach = self.reach(unit, body)
        far = (2 * reach + BASES) * shapes.FINE
        sides = self.sides.setdefault((unit.id, pose), {})
        found: list[Strike] = []
        for enemy in enemies:
            name = enemy.id
            ex, ey = middles[name]
            if not (-far <= ex - x <= far and -far <= ey - y <= far):
                continue
            stand = stands[name]
            if not stand.cohesion:
                continue
            key = (name, stand.pose)
            known = sides.get(key)
            if known is None:
                known = sides[key] = self._side_in_reach(unit, body, name, reach)
            side, looms = known
            if not side or not self._allowed(unit, enemy, side):
                continue
            if side in ("left", "right") and self.neighbour(name, side):
                continue  # a neighbour in line covers the flank
            if looms and not field.fights(name):
                side = FRONT  # until then he can turn to face it
            worth = self.worth(unit, enemy, side)
            found.append(Strike(unit.id, name, side, LOOMS * worth if looms else worth, looms))
        return found

    def _camps(self, unit: Unit, body: Body, reach: int) -> list[Strike]:
        field, found = self.field, []
        for camp in field.camps(1 - unit.seat):
            kind = field.setting.camps[camp.id].kind
            if camp.id in field.taken or (kind is Camp.FORTIFIED and unit.light):
                continue
            if self._in_reach(body, camp, reach) and not self._lane_taken(body, camp, unit.id, camp.id):
                share = 1.0 if kind is not Camp.FORTIFIED else 0.35
                found.append(Strike(unit.id, camp.id, "front", share * CAMP_LOSS[kind]))
        return found

    def _side_in_reach(self, unit: Unit, body: Body, target: str, reach: int) -> tuple[str, bool]:
        """On which edge a unit could charge another, and whether it takes one move more; nothing where it can't."""
        enemy = self.field.body(target)
        near = self._in_reach(body, enemy, reach)
        if (near or self._in_reach(body, enemy, 2 * reach)) and not self._bad_ground(unit, body, enemy):
            return self.side(body, enemy), not near
        return "", False

    def _bad_ground(self, unit: Unit, body: Body, enemy: Body) -> bool:
        """Whether a charge would end at ground that is bad for the charger (adlg.charge.stops)."""
        bad = self.field.once(("bad", unit.id), lambda: harmful(self.field, unit, body))
        if not bad:
            return False
        (ax, ay), (bx, by) = shapes.world(body.pose, 0, 0), enemy.centre
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        share = max(0.0, 1 - FINE_UD * 0.55 / long)
        dx, dy = int((bx - ax) * share), int((by - ay) * share)
        there = tuple((x + dx, y + dy) for x, y in body.front)
        return bool(shapes.overlapping(shapes.hull(body.front, there), bad, self.field.setting.limits.touch))

    def _in_reach(self, body: Body, enemy: Body, reach: int) -> bool:
        gap = shapes.gap(body.quad, enemy.quad)
        if gap > reach:
            return False
        right, ahead = shapes.local(body.pose, enemy.centre)
        if ahead <= -FINE_UD // 2:
            return False
        if ahead > 0 and abs(right) <= 2 * FINE_UD:
            return True
        wheel = max(0, abs(bearing(body.pose, enemy.centre)) - NARROW)
        return wheel <= QUARTER and gap + wheel * WHEEL_UD // QUARTER <= reach

    def side(self, body: Body, enemy: Body) -> str:
        """On which edge of an enemy a charge counts by where it starts."""
        ahead = [shapes.local(enemy.pose, corner)[1] for corner in body.quad]
        if max(ahead) > self.field.setting.limits.touch * shapes.FINE:
            return "front"
        right, back = shapes.local(enemy.pose, body.centre)
        if back < -FINE_UD and abs(right) < FINE_UD // 2:
            return "rear"
        return "left" if right < 0 else "right"

    def _allowed(self, unit: Unit, enemy: Unit, side: str) -> bool:
        field = self.field
        if unit.category is Category.LI and charging.may_attack(field, unit, enemy.id, Side(side)):
            return False
        if not field.fights(enemy.id):
            return True
        return not charging.taken(field, enemy.id, Side(side))

    def _lane_taken(self, body: Body, enemy: Body, *ends: str) -> bool:
        """Whether a third base stands between two."""
        key = (ends, body.pose, enemy.pose)
        lane = self.lanes.get(key)
        if lane is None:
            lane = self.lanes[key] = _lane(body, enemy, self.first.middles.items(), ends)
        for name in lane.taken_by:
            if name not in self.changed:
                return True
        if self.moved:
            ax, ay, dx, dy, least, most, wide, _ = lane
            for name, (px, py) in self.moved:
                x, y = px - ax, py - ay
                if least < x * dx + y * dy < most and -wide < x * dy - y * dx < wide and name not in ends:
                    return True
        return False

    def threat(self, unit: Unit) -> str:
        """The enemy that a unit has to heed, or nobody."""
        field = self.field
        if self.first is not self and not self._disturbed(unit.id):
            return self.first.threat(unit)
        x, y, _ = field.stands[unit.id].pose
        near = field.host(0).near(x, y, HOLDING), field.host(1).near(x, y, HOLDING)
        key = (unit.id, near, len(field.meetings))
        if key not in self.held:
            found = control.most_threatening(field, unit)
            self.held[key] = "" if found is None else found.id
        return self.held[key]

    def reach(self, unit: Unit, body: Body) -> int:
        key = (unit.id, body.pose)
        if key not in self.reaches:
            self.reaches[key] = allowance(self.field, unit, (body.quad,), hasty=False)
        return self.reaches[key]

    def neighbour(self, name: str, side: str) -> str:
        """Who stands in line on one hand of a unit, or nobody."""
        left, right = self._neighbours(name)
        return left if side == "left" else right

    def _neighbours(self, name: str) -> tuple[str, str]:
        """Who stands in line on the left and on the right of a unit, or nobody."""
        found = self.in_line.get(name)
        if found is None:
            if self.first is not self and not self._disturbed(name):
                found = self.first._neighbours(name)
            else:
                found = self._find_neighbours(name)
            self.in_line[name] = found
        return found

    def _find_neighbours(self, name: str) -> tuple[str, str]:
        field, body = self.field, self.field.body(name)
        x, y, heading = body.pose
        left = right = ""
        for base in field.host(field.unit(name).seat).units:
            bx, by, its = base.pose
            if not (-2 * UD <= bx - x <= 2 * UD and -2 * UD <= by - y <= 2 * UD) or base.id == name:
                continue
            if turn_between(its, heading) > 2000:
                continue
            aside, ahead = shapes.local(body.pose, (bx * shapes.FINE, by * shapes.FINE))
            if abs(ahead) > BESIDE * shapes.FINE:
                continue
            if not left and abs(-aside - FINE_UD) <= BESIDE * shapes.FINE:
                left = base.id
            if not right and abs(aside - FINE_UD) <= BESIDE * shapes.FINE:
                right = base.id
        return left, right

    # Worth

    def worth(self, unit: Unit, enemy: Unit, side: str) -> float:
        """What a charge would bring its side, the answer of the charged included."""
        field = self.field
        one, two = field.stands[unit.id], field.stands[enemy.id]
        helped = () if side != "front" else self._helpers(unit.id, enemy.id)
        key = (unit.id, one.pose, one.cohesion, enemy.id, two.pose, two.cohesion, side, helped, self._fray(enemy.id))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = blows.worth(field, unit, enemy, side, helped)
        return found

    def _fray(self, name: str) -> tuple[tuple[str, str, int], ...]:
        if not self.field.fights(name):
            return ()
        return tuple((each.attacker, each.target, each.rounds) for each in self.field.meetings_of(name))

    def _helpers(self, charger: str, target: str) -> tuple[int, ...]:
        """Free neighbours in line on both sides; those who face each other will fight each other."""
        ours, theirs = self._hands(charger), self._hands(target)
        both = min(ours, theirs)
        return ours - both, theirs - both

    def _hands(self, name: str) -> int:
        """How many free neighbours a unit has in line."""
        found = self.hands.get(name)
        if found is None:
            fights = self.field.fights
            found = sum(bool(other) and not fights(other) for other in self._neighbours(name))
            self.hands[name] = found
        return found

    # Sums

    def best(self, strikes: Sequence[Strike], most: int | None = None) -> float:
        """What the best charges bring that can be made together: every charger once, every edge once."""
        busy: set[str] = set()
        total, taken = 0.0, 0
        for strike in sorted(strikes, key=lambda one: (-one.gain, one.charger, one.target)):
            if strike.gain <= 0 or (most is not None and taken >= most):
                break
            edge = f"{strike.target}/{strike.side}"
            if strike.charger in busy or edge in busy:
                continue
            if strike.target in busy and strike.side == "front":
                continue
            busy |= {strike.charger, edge, strike.target}
            total += strike.gain
            taken += 1
        return total


class Lane(NamedTuple):
    """The way of a charge from the middle of a front to the middle of a base."""

    x: int
    y: int
    dx: int
    dy: int
    least: float
    """What a way along it times its length is at least, and at most, for whoever stands in it."""
    most: float
    wide: float
    taken_by: tuple[str, ...]
    """Who stands in it on the first table."""


def _lane(body: Body, enemy: Body, middles: Iterable[tuple[str, Point]], ends: tuple[str, ...]) -> Lane:
    (ax, ay), (bx, by) = shapes.world(body.pose, 0, 0), enemy.centre
    dx, dy = bx - ax, by - ay
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    least, most, wide = FINE_UD * 0.2 * long, (long - FINE_UD * 0.4) * long, HALF_LANE * shapes.FINE * long
    taken_by = [
        name
        for name, (px, py) in middles
        if least < (px - ax) * dx + (py - ay) * dy < most
        and -wide < (px - ax) * dy - (py - ay) * dx < wide
        and name not in ends
    ]
    return Lane(ax, ay, dx, dy, least, most, wide, tuple(taken_by))
