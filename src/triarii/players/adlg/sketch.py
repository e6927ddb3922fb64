"""A table as flat numbers: where every unit stands, what it stands on, who is its neighbour, who stands in whose way.

The general weighs thousands of tables that differ by one order. Here a unit is a number, and to put it elsewhere costs
next to nothing. Distances are mUD, headings hundredths of a degree; all is a quick estimate, and what is ordered in the
end is tried out by the rules themselves. This text runs as it stands; sketch.pxd gives it C types and Cython compiles
it.
"""

from array import array
from math import pi

from triarii.games.adlg.geometry import frames, roots
from triarii.players.adlg import angles, bounds

CELL = bounds.CELL
TERRAINS = bounds.TERRAINS
HALF = 500.0
"""Half the width of a base."""
HALF_LANE = 450.0
"""mUD beside the way of a charge within which another base is in the way."""
BESIDE = 300.0
"""mUD by which two neighbours in line may be apart."""
ALIKE = 2000
"""Hundredths of a degree by which their headings may differ."""
ZONE = 1000.0
FAR = 1e9
HALF_ROUND = 18000.0 / pi


def numbers(count: int) -> "array[int]":
    """Room for whole numbers."""
    return array("q", bytes(8 * count))


def measures(count: int) -> "array[float]":
    """Room for measures."""
    return array("d", bytes(8 * count))


class Sketch:
    """The units of both sides by their numbers; a camp is a unit that never moves, fights or counts."""

    def __init__(self, count: int, columns: int, rows: int) -> None:
        self.count = count
        self.columns = columns
        self.rows = rows
        self.ground = numbers(columns * rows)
        """The kind of ground of each cell, row by row."""
        self.hill = numbers(columns * rows)
        """The number of the hill of each cell; 0: none."""
        self.crest_x = measures(TERRAINS)
        self.crest_y = measures(TERRAINS)
        self.malus = numbers(count * TERRAINS)
        """What each kind of ground costs each unit in melee."""
        self.seat = numbers(count)
        self.present = numbers(count)
        self.camp = numbers(count)
        self.fights = numbers(count)
        self.in_line = numbers(count)
        """Whether it fights in line."""
        self.light_foot = numbers(count)
        self.holds = numbers(count)
        """Whose zone it has: 0 nobody's, 1 everybody's, 2 only light troops' and the like."""
        self.yields = numbers(count)
        """Whether a zone of light infantry acts on it."""
        self.depth = measures(count)
        self.wide = measures(count)
        """Half its width."""
        self.x = measures(count)
        self.y = measures(count)
        self.heading = numbers(count)
        self.sine = measures(count)
        self.cosine = measures(count)
        self.middle_x = measures(count)
        self.middle_y = measures(count)
        self.under = numbers(count)
        """The ground that counts for it."""
        self.high = numbers(count)
        """Whether it stands on a height."""
        self.left = numbers(count)
        self.right = numbers(count)
        self.hands = numbers(count)
        """Free neighbours in line."""

    def place(self, unit: int, x: float, y: float, heading: int) -> None:
        """Puts a unit somewhere."""
        self.x[unit] = x
        self.y[unit] = y
        self.heading[unit] = heading
        self.sine[unit] = frames.sin_of(heading) / 1073741824.0
        self.cosine[unit] = frames.cos_of(heading) / 1073741824.0
        self.middle_x[unit] = x - 0.5 * self.depth[unit] * self.sine[unit]
        self.middle_y[unit] = y - 0.5 * self.depth[unit] * self.cosine[unit]
        self.look_under(unit)

    # The ground

    def cell(self, x: float, y: float) -> int:
        """The number of the cell around a place; the nearest where it is off the table."""
        column = int(x / CELL)
        row = int(y / CELL)
        column = 0 if column < 0 else self.columns - 1 if column >= self.columns else column
        row = 0 if row < 0 else self.rows - 1 if row >= self.rows else row
        return row * self.columns + column

    def look_under(self, unit: int) -> None:
        """What a unit stands on: the worst ground for it; light infantry is out of the open only if all of it is."""
        worst = 0
        bare = False
        hill = -1
        for point in range(5):
            s = 0.0 if point == 4 else self.wide[unit] * (0.9 if point & 1 else -0.9)
            t = -0.5 * self.depth[unit] if point == 4 else -0.1 * HALF if point < 2 else 0.1 * HALF - self.depth[unit]
            where = self.cell(
                self.x[unit] + s * self.cosine[unit] + t * self.sine[unit],
                self.y[unit] + t * self.cosine[unit] - s * self.sine[unit],
            )
            ground = self.ground[where]
            bare = bare or ground == 0
            if ground != 0 and (worst == 0 or self.cost(unit, ground) < self.cost(unit, worst)):
                worst = ground
            hill = self.hill[where] if hill == -1 or hill == self.hill[where] else 0
        self.under[unit] = 0 if bare and self.light_foot[unit] else worst
        self.high[unit] = 0
        if hill > 0:
            dx = self.crest_x[hill] - self.x[unit]
            dy = self.crest_y[hill] - self.y[unit]
            self.high[unit] = 1 if dx * self.sine[unit] + dy * self.cosine[unit] <= 0.0 else 0

    def cost(self, unit: int, ground: int) -> int:
        """What a kind of ground costs a unit in melee: 0 or less."""
        return self.malus[unit * TERRAINS + ground]

    def bad_way(self, unit: int, other: int) -> bool:
        """Whether a charge would come upon ground that is bad for the charger before it comes upon its target."""
        if self.cost(unit, self.under[unit]) < 0:
            return False
        dx = self.middle_x[other] - self.x[unit]
        dy = self.middle_y[other] - self.y[unit]
        long = roots.root(dx * dx + dy * dy)
        way = long - 550.0
        done = CELL * 1.0
        while done < way:
            where = self.cell(self.x[unit] + dx * done / long, self.y[unit] + dy * done / long)
            if self.cost(unit, self.ground[where]) < 0:
                return True
            done += CELL
        return False

    # Between two

    def ahead(self, unit: int, x: float, y: float) -> float:
        """How far a place lies before the front of a unit."""
        return (x - self.x[unit]) * self.sine[unit] + (y - self.y[unit]) * self.cosine[unit]

    def aside(self, unit: int, x: float, y: float) -> float:
        """How far a place lies to the right of a unit."""
        return (x - self.x[unit]) * self.cosine[unit] - (y - self.y[unit]) * self.sine[unit]

    def turn_to(self, unit: int, x: float, y: float) -> float:
        """By how much a unit has to turn to face a place."""
        return abs(angles.angle(self.aside(unit, x, y), self.ahead(unit, x, y))) * HALF_ROUND

    def corner_gap(self, unit: int, other: int) -> float:
        """The square of the least way from a corner of another to a unit."""
        least = FAR * FAR
        for corner in range(4):
            s = self.wide[other] if corner & 1 else -self.wide[other]
            t = 0.0 if corner < 2 else -self.depth[other]
            px = self.x[other] + s * self.cosine[other] + t * self.sine[other]
            py = self.y[other] + t * self.cosine[other] - s * self.sine[other]
            right = abs(self.aside(unit, px, py)) - self.wide[unit]
            front = self.ahead(unit, px, py)
            away = front if front > 0.0 else -front - self.depth[unit]
            right = right if right > 0.0 else 0.0
            away = away if away > 0.0 else 0.0
            square = right * right + away * away
            least = square if square < least else least
        return least

    def gap(self, unit: int, other: int) -> float:
        """From base to base."""
        one = self.corner_gap(unit, other)
        two = self.corner_gap(other, unit)
        return roots.root(one if one < two else two)

    def side(self, unit: int, other: int) -> int:
        """On which edge of another a charge counts by where it starts: 0 front, 1 left, 2 right, 3 rear."""
        for corner in range(4):
            s = self.wide[unit] if corner & 1 else -self.wide[unit]
            t = 0.0 if corner < 2 else -self.depth[unit]
            px = self.x[unit] + s * self.cosine[unit] + t * self.sine[unit]
            py = self.y[unit] + t * self.cosine[unit] - s * self.sine[unit]
            if self.ahead(other, px, py) > 2.0:
                return 0
        right = self.aside(other, self.middle_x[unit], self.middle_y[unit])
        back = self.ahead(other, self.middle_x[unit], self.middle_y[unit])
        if back < -1000.0 and abs(right) < HALF:
            return 3
        return 1 if right < 0.0 else 2

    def lane_taken(self, unit: int, other: int, half: float) -> bool:
        """Whether a third base stands between the front of a unit and the middle of another."""
        dx = self.middle_x[other] - self.x[unit]
        dy = self.middle_y[other] - self.y[unit]
        long = roots.root(dx * dx + dy * dy)
        if long < 1.0:
            return False
        least = 200.0 * long
        most = (long - 400.0) * long
        wide = half * long
        for third in range(self.count):
            if not self.present[third] or third in (unit, other):
                continue
            px = self.middle_x[third] - self.x[unit]
            py = self.middle_y[third] - self.y[unit]
            along = px * dx + py * dy
            if least < along < most and abs(px * dy - py * dx) < wide:
                return True
        return False

    # In line

    def dress(self) -> None:
        """Who stands in line with whom."""
        for unit in range(self.count):
            self.left[unit] = -1
            self.right[unit] = -1
        for unit in range(self.count):
            if not self.present[unit] or self.camp[unit]:
                continue
            for other in range(self.count):
                if other == unit or not self.present[other] or self.seat[other] != self.seat[unit] or self.camp[other]:
                    continue
                dx = self.x[other] - self.x[unit]
                dy = self.y[other] - self.y[unit]
                if dx > 1500.0 or dx < -1500.0 or dy > 1500.0 or dy < -1500.0:
                    continue
                turn = abs(self.heading[other] - self.heading[unit])
                if ALIKE < turn < 36000 - ALIKE:
                    continue
                if abs(dx * self.sine[unit] + dy * self.cosine[unit]) > BESIDE:
                    continue
                right = dx * self.cosine[unit] - dy * self.sine[unit]
                if self.left[unit] < 0 and abs(-right - 2.0 * HALF) <= BESIDE:
                    self.left[unit] = other
                if self.right[unit] < 0 and abs(right - 2.0 * HALF) <= BESIDE:
                    self.right[unit] = other
        for unit in range(self.count):
            free = 0
            if self.left[unit] >= 0 and not self.fights[self.left[unit]]:
                free += 1
            if self.right[unit] >= 0 and not self.fights[self.right[unit]]:
                free += 1
            self.hands[unit] = free

    def holder(self, unit: int) -> int:
        """The enemy whose zone holds a unit, the nearest of them; -1: nobody's does."""
        found = -1
        nearest = FAR
        for enemy in range(self.count):
            if not self.present[enemy] or self.seat[enemy] == self.seat[unit] or self.fights[enemy]:
                continue
            if self.holds[enemy] == 0 or (self.holds[enemy] == 2 and not self.yields[unit]):
                continue
            dx = self.middle_x[enemy] - self.middle_x[unit]
            dy = self.middle_y[enemy] - self.middle_y[unit]
            square = dx * dx + dy * dy
            if square > 6250000.0 or square >= nearest:
                continue
            if self.in_zone(unit, enemy):
                found = enemy
                nearest = square
        return found

    def in_zone(self, unit: int, enemy: int) -> bool:
        """Whether some of a unit lies in the zone before an enemy's front."""
        low = FAR
        high = -FAR
        least = FAR
        most = -FAR
        for corner in range(4):
            s = self.wide[unit] if corner & 1 else -self.wide[unit]
            t = 0.0 if corner < 2 else -self.depth[unit]
            px = self.x[unit] + s * self.cosine[unit] + t * self.sine[unit]
            py = self.y[unit] + t * self.cosine[unit] - s * self.sine[unit]
            right = self.aside(enemy, px, py)
            front = self.ahead(enemy, px, py)
            low = right if right < low else low
            high = right if right > high else high
            least = front if front < least else least
            most = front if front > most else most
        return low < HALF - 5.0 and high > 5.0 - HALF and least < ZONE - 5.0 and most > 5.0

    def nearest(self, unit: int) -> float:
        """From the base of a unit to that of the enemy whose middle is nearest."""
        found = -1
        least = FAR * FAR
        for enemy in range(self.count):
            if not self.present[enemy] or self.seat[enemy] == self.seat[unit]:
                continue
            dx = self.middle_x[enemy] - self.middle_x[unit]
            dy = self.middle_y[enemy] - self.middle_y[unit]
            square = dx * dx + dy * dy
            if square < least:
                least = square
                found = enemy
        return FAR if found < 0 else self.gap(unit, found)

    def collides(self, unit: int) -> bool:
        """Whether the base of a unit lies on another one, by more than a touch."""
        for other in range(self.count):
            if other == unit or not self.present[other]:
                continue
            dx = self.middle_x[other] - self.middle_x[unit]
            dy = self.middle_y[other] - self.middle_y[unit]
            if dx * dx + dy * dy < 4000000.0 and self.overlaps(unit, other) and self.overlaps(other, unit):
                return True
        return False

    def overlaps(self, unit: int, other: int) -> bool:
        """Whether neither axis of a unit keeps another apart from it."""
        low = FAR
        high = -FAR
        least = FAR
        most = -FAR
        for corner in range(4):
            s = self.wide[other] if corner & 1 else -self.wide[other]
            t = 0.0 if corner < 2 else -self.depth[other]
            px = self.x[other] + s * self.cosine[other] + t * self.sine[other]
            py = self.y[other] + t * self.cosine[other] - s * self.sine[other]
            right = self.aside(unit, px, py)
            front = self.ahead(unit, px, py)
            low = right if right < low else low
            high = right if right > high else high
            least = front if front < least else least
            most = front if front > most else most
        touch = 10.0
        return (
            low < self.wide[unit] - touch
            and high > touch - self.wide[unit]
            and least < -touch
            and most > touch - self.depth[unit]
        )
