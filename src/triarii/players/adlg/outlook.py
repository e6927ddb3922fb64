"""What a sketched table is worth to a side: the charges that either side could make, the coming shots, where everybody
stands. In loss points, as all that the general weighs.

This text runs as it stands; outlook.pxd gives it C types and Cython compiles it.
"""

from typing import Protocol

from triarii.games.adlg.geometry import roots
from triarii.players.adlg import bounds, sketch
from triarii.players.adlg.sketch import Sketch, measures, numbers

MOST = 1_000
"""Charges of a side that are looked at."""
TERRAINS = bounds.TERRAINS
FORMS = bounds.FORMS
BASES = 1500.0
"""mUD that two middles are farther apart than two bases, at most."""
NARROW = 2500.0
"""Hundredths of a degree aside that need no wheel: bases are wide."""
WHEEL = 1500.0
"""mUD that a wheel of 90 degrees costs."""
QUARTER = 9000.0
LOOMS = 0.2
"""How much a charge counts that takes one move more, as a share."""
FORBIDDEN = -50.0
"""Less than this no charge is worth: the rules do not allow it."""
TENSION = 5000.0
"""mUD to the nearest enemy within which lines and ground count fully."""
AT_EASE = 0.5
"""How much a line counts far from the enemy, as a share."""
TURN_COSTS = 0.6
"""Turns that it takes to face about."""
SLANT = 1500.0
"""Hundredths of a degree that are no turn at all."""
SIGHT = 250.0
"""mUD beside the way of a shot within which another base is in the way."""
BAND = 1300.0
"""mUD to the side of a shooter's middle up to which it shoots."""
STRAIGHT = 900.0
RAGGED = 2000.0
"""mUD by which a part of a line must have gone ahead of its neighbours to count as lost to it."""


class Odds(Protocol):
    """Who knows the odds; what he has told once, he keeps in `charges` and `shots`."""

    charges: dict[int, float]
    shots: dict[int, float]

    def form(self, unit: int, ground: int, high: int) -> int:
        """The number of a unit as a melee would see it on some ground."""
        ...

    def charge(self, one: int, two: int, contact: int, ours: int, theirs: int) -> float:
        """What a charge of one form on another is worth."""
        ...

    def joined(self, unit: int, other: int, side: int) -> float:
        """What a charge on somebody who fights is worth."""
        ...

    def shot(self, unit: int, one: int, two: int, helpers: int) -> float:
        """What a volley costs its target."""
        ...


class Outlook:
    """One side's outlook on a sketch."""

    def __init__(self, table: Sketch, odds: Odds, seat: int) -> None:
        count = table.count
        self.table = table
        self.odds = odds
        self.known = odds.charges
        self.shot = odds.shots
        self.seat = seat
        self.threatens = True
        self.flanks = True
        self.shoots_too = True
        self.lines_too = True
        self.weight_threat = 0.0
        self.weight_chance = 0.0
        self.weight_now = 0.0
        self.weight_volley = 0.0
        self.weight_bond = 0.0
        self.weight_ragged = 0.0
        self.weight_ground = 0.0
        self.weight_height = 0.0
        self.weight_hearing = 0.0
        self.eagerness = 0.0
        self.points = 0
        """Charges that can still be ordered in this phase."""
        self.reach = measures(count)
        self.pace = measures(count)
        """mUD that a unit makes in a turn."""
        self.may_charge = numbers(count)
        self.fresh = numbers(count)
        """Whether it can still be ordered to charge in this phase."""
        self.stays = numbers(count)
        """Whether it stands as it did when its form was taken."""
        self.taken_form = numbers(count)
        self.forms = numbers(count * TERRAINS * 2)
        """The form of each unit by the ground and the height it stands on, plus 1; 0: not known yet."""
        self.range = measures(count)
        """mUD; 0: it does not shoot."""
        self.all_round = numbers(count)
        self.drive = measures(count)
        """What a turn's march nearer to its goal is worth to a unit."""
        self.goal_x = measures(count)
        self.goal_y = measures(count)
        self.near = measures(count)
        self.leader_x = measures(count)
        self.leader_y = measures(count)
        self.radius = measures(count)
        """mUD from its commander's base within which a unit hears him; 0: there is none."""
        self.steady = measures(count)
        """What it is worth that a unit keeps its height."""
        self.mate = numbers(count)
        """Who stood on its right in line before; -1: nobody."""
        self.who = numbers(MOST)
        self.whom = numbers(MOST)
        self.edge = numbers(MOST)
        self.looms = numbers(MOST)
        self.gain = measures(MOST)
        self.busy = numbers(count)
        self.struck = numbers(count * 4)
        self.used = numbers(MOST)
        self.aimed_at = numbers(count)
        self.aimed_by = numbers(count)
        self.threats = 0.0
        self.soon = 0.0
        """What our charges of this phase promise, and those of the next."""
        self.later = 0.0
        self.charges = 0.0
        self.volleys = 0.0
        self.places = 0.0

    def form(self, unit: int) -> int:
        """The number of a unit as a melee would see it where it stands."""
        if self.stays[unit]:
            return self.taken_form[unit]
        table = self.table
        place = (unit * TERRAINS + table.under[unit]) * 2 + table.high[unit]
        if self.forms[place] == 0:
            self.forms[place] = 1 + self.odds.form(unit, table.under[unit], table.high[unit])
        return self.forms[place] - 1

    def value(self) -> float:
        """What the table is worth to the side, but for losses and melees."""
        self.table.dress()
        self.threats = 0.0
        if self.threatens:
            count = self.strikes(1 - self.seat, 0)
            self.threats = self.best(0, count, MOST, 2)
        count = self.strikes(self.seat, 0)
        self.soon = self.best(0, count, self.points, 1)
        self.later = self.best(0, count, MOST, 0)
        self.charges = self.weight_now * self.soon + self.weight_chance * self.later
        self.volleys = self.all_volleys() if self.shoots_too else 0.0
        self.places = self.all_places()
        return self.charges + self.places + self.weight_volley * self.volleys - self.weight_threat * self.threats

    # Charges

    def strikes(self, seat: int, start: int) -> int:
        """Writes down what a side could charge, from a place on; where the list ends."""
        table = self.table
        count = start
        for unit in range(table.count):
            if table.seat[unit] == seat and table.present[unit] and self.may_charge[unit] and not table.fights[unit]:
                count = self.strikes_of(unit, count)
        return count

    def strikes_of(self, unit: int, start: int) -> int:
        """The charges of one unit; one that is held can only charge who holds it."""
        table = self.table
        count = start
        reach = self.reach[unit]
        far = 2.0 * reach + BASES
        held = -2
        for enemy in range(table.count):
            if not table.present[enemy] or table.seat[enemy] == table.seat[unit]:
                continue
            dx = table.middle_x[enemy] - table.middle_x[unit]
            dy = table.middle_y[enemy] - table.middle_y[unit]
            if dx * dx + dy * dy > far * far:
                continue
            way = self.way_to(unit, enemy, 2.0 * reach)
            near = way <= reach
            if way > 2.0 * reach or (table.camp[enemy] and not near):
                continue
            if held == -2:
                held = table.holder(unit)
            if held not in (-1, enemy):
                continue
            if table.lane_taken(unit, enemy, sketch.HALF_LANE) or table.bad_way(unit, enemy):
                continue
            side = 0 if table.camp[enemy] else table.side(unit, enemy)
            if side == 1 and table.left[enemy] >= 0:
                continue  # a neighbour in line covers the flank
            if side == 2 and table.right[enemy] >= 0:
                continue
            if side and not self.flanks:
                continue
            if not near and not table.fights[enemy]:
                side = 0  # until then he can turn to face it
            worth = self.worth(unit, enemy, side)
            if worth > FORBIDDEN and count < MOST:
                self.who[count] = unit
                self.whom[count] = enemy
                self.edge[count] = side
                self.looms[count] = 0 if near else 1
                self.gain[count] = worth if near else LOOMS * worth
                self.used[count] = 0
                count += 1
        return count

    def way_to(self, unit: int, enemy: int, most: float) -> float:
        """How far a charge would have to come, with a wheel where the enemy stands aside; more than the most where it
        is too far, or he stands behind."""
        table = self.table
        front = table.ahead(unit, table.middle_x[enemy], table.middle_y[enemy])
        if front <= -500.0:
            return sketch.FAR
        gap = table.gap(unit, enemy)
        if gap > most:
            return gap
        if front > 0.0 and abs(table.aside(unit, table.middle_x[enemy], table.middle_y[enemy])) <= 2000.0:
            return gap
        turn = table.turn_to(unit, table.middle_x[enemy], table.middle_y[enemy]) - NARROW
        turn = turn if turn > 0.0 else 0.0
        return gap + turn * WHEEL / QUARTER if turn <= QUARTER else sketch.FAR

    def worth(self, unit: int, enemy: int, side: int) -> float:
        """What a charge would bring its side, the answer of the charged included."""
        table = self.table
        if table.camp[enemy] or table.fights[enemy]:
            return self.odds.joined(unit, enemy, side)
        contact = 0 if side == 0 else 2 if side == 3 else 1
        ours = 0
        theirs = 0
        if contact == 0:
            ours = table.hands[unit]
            theirs = table.hands[enemy]
            both = ours if ours < theirs else theirs
            ours -= both
            theirs -= both
        one = self.form(unit)
        two = self.form(enemy)
        key = (((one * FORMS + two) * 3 + contact) * 3 + ours) * 3 + theirs
        found = self.known.get(key)
        if found is None:
            return self.odds.charge(one, two, contact, ours, theirs)
        return found

    def best(self, start: int, end: int, most: int, fresh: int) -> float:
        """What the best charges bring that can be made together: every charger once, every edge once. Of all (2), of
        those that can be ordered in this phase (1) or of the others (0)."""
        table = self.table
        for unit in range(table.count):
            self.busy[unit] = 0
            for side in range(4):
                self.struck[4 * unit + side] = 0
        total = 0.0
        taken = 0
        while taken < most:
            chosen = -1
            gain = 0.0
            for place in range(start, end):
                if self.gain[place] <= gain or self.used[place]:
                    continue
                if fresh != 2 and (self.fresh[self.who[place]] and not self.looms[place]) != fresh:
                    continue
                enemy = self.whom[place]
                if self.busy[self.who[place]] or self.struck[4 * enemy + self.edge[place]]:
                    continue
                if self.edge[place] == 0 and self.busy[enemy]:
                    continue
                chosen = place
                gain = self.gain[place]
            if chosen < 0:
                break
            self.busy[self.who[chosen]] = 1
            self.busy[self.whom[chosen]] = 1
            self.struck[4 * self.whom[chosen] + self.edge[chosen]] = 1
            total += gain
            taken += 1
        return total

    # Shots

    def all_volleys(self) -> float:
        """What the coming shots cost the enemy, less what they cost us."""
        table = self.table
        for unit in range(table.count):
            self.aimed_at[unit] = 0
        for unit in range(table.count):
            if self.range[unit] > 0.0 and table.present[unit] and not table.fights[unit]:
                target = self.target(unit)
                if target >= 0:
                    if self.aimed_at[target] == 0:
                        self.aimed_by[target] = unit
                    self.aimed_at[target] += 1
        total = 0.0
        for unit in range(table.count):
            if self.aimed_at[unit]:
                harm = self.harm(self.aimed_by[unit], unit, self.aimed_at[unit] - 1)
                total += -harm if table.seat[unit] == self.seat else harm
        return total

    def target(self, unit: int) -> int:
        """Whom a unit would shoot at: the nearest straight ahead, else the nearest in its band; -1: nobody."""
        table = self.table
        found = -1
        least = sketch.FAR
        reach = self.range[unit]
        far = reach + BASES
        for enemy in range(table.count):
            if not table.present[enemy] or table.seat[enemy] == table.seat[unit] or table.fights[enemy]:
                continue
            dx = table.middle_x[enemy] - table.middle_x[unit]
            dy = table.middle_y[enemy] - table.middle_y[unit]
            if table.camp[enemy] or dx > far or dx < -far or dy > far or dy < -far:
                continue
            rank = 0.0
            if not self.all_round[unit]:
                if table.ahead(unit, table.middle_x[enemy], table.middle_y[enemy]) <= 0.0:
                    continue
                aside = abs(table.aside(unit, table.middle_x[enemy], table.middle_y[enemy]))
                if aside > BAND + table.wide[enemy]:
                    continue
                rank = 0.0 if aside < STRAIGHT else 20000.0
            gap = table.gap(unit, enemy)
            if gap > reach or gap + rank >= least:
                continue
            if not table.lane_taken(unit, enemy, SIGHT):
                found = enemy
                least = gap + rank
        return found

    def harm(self, unit: int, target: int, helpers: int) -> float:
        """What a volley costs its target."""
        helpers = helpers if helpers < 3 else 3
        one = self.form(unit)
        two = self.form(target)
        key = ((unit * FORMS + one) * FORMS + two) * 4 + helpers
        found = self.shot.get(key)
        if found is None:
            return self.odds.shot(unit, one, two, helpers)
        return found

    # Places

    def all_places(self) -> float:
        """How well all units of the side stand: near their goals, in line, on good ground, in hearing."""
        table = self.table
        total = 0.0
        for unit in range(table.count):
            if table.seat[unit] == self.seat and table.present[unit] and not table.camp[unit]:
                total += self.standing(unit)
        return total

    def standing(self, unit: int) -> float:
        """How well one unit stands."""
        table = self.table
        total = 0.0
        if self.radius[unit] > 0.0 and not self.hears(unit):
            total -= self.weight_hearing
        if table.fights[unit]:
            if table.in_line[unit]:
                total += self.eagerness - self.torn(unit)
            return total
        if self.drive[unit] != 0.0:
            total -= self.drive[unit] * self.turns_to_goal(unit)
        nearest = table.nearest(unit)
        tension = TENSION / nearest if nearest > TENSION else 1.0
        malus = table.cost(unit, table.under[unit])
        if malus < 0:
            total += self.weight_ground * malus * tension
        if table.high[unit]:
            total += self.steady[unit] * tension
        if self.lines_too and table.in_line[unit]:
            tension = tension if tension > AT_EASE else AT_EASE
            if table.left[unit] >= 0:
                total += self.weight_bond * tension
            if table.right[unit] >= 0:
                total += self.weight_bond * tension
            total -= self.torn(unit)
        return total

    def torn(self, unit: int) -> float:
        """What it costs that a unit and its neighbour on the right have come apart: one has gone ahead of the other.
        Where both fight, it does not matter any more."""
        table = self.table
        mate = self.mate[unit]
        if not self.lines_too or mate < 0 or not table.present[mate] or table.right[unit] == mate:
            return 0.0
        if table.fights[mate] and table.fights[unit]:
            return 0.0
        lag = abs(table.ahead(unit, table.x[mate], table.y[mate])) / RAGGED
        return self.weight_ragged * (lag if lag < 1.0 else 1.0)

    def turns_to_goal(self, unit: int) -> float:
        """Turns that it takes a unit to its goal, facing it."""
        table = self.table
        dx = self.goal_x[unit] - table.x[unit]
        dy = self.goal_y[unit] - table.y[unit]
        away = roots.root(dx * dx + dy * dy) - self.near[unit]
        turn = table.turn_to(unit, self.goal_x[unit], self.goal_y[unit]) - SLANT
        found = away / self.pace[unit] if away > 0.0 else 0.0
        return found + (TURN_COSTS * turn / 18000.0 if turn > 0.0 else 0.0)

    def hears(self, unit: int) -> bool:
        """Whether a unit hears its commander, as far as his base reaches."""
        table = self.table
        dx = self.leader_x[unit] - table.middle_x[unit]
        dy = self.leader_y[unit] - table.middle_y[unit]
        most = self.radius[unit] + 2.0 * sketch.HALF
        return dx * dx + dy * dy <= most * most
