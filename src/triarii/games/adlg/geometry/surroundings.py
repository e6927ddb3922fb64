"""What stands and lies around a single base that moves, as rows of plain numbers, and whether a step of it is free.

A row of bases has twelve numbers for each: the least and greatest x, the least and greatest y, then the four corners. A
row of boxes has the first four. Where something comes so near that rules have to be weighed, the answer is UNSURE, and
whoever asked looks closely. All numbers are fine units.
This text runs as it stands; surroundings.pxd gives it C types and Cython compiles it.
"""

from array import array
from collections.abc import Sequence

from triarii.games.adlg.geometry import figures, frames, sweeps, verdicts

Figure = tuple[tuple[int, int], ...]
Step = tuple[int, int, int, int, int, int]
"""What came of it, the number of who is in the way, what is near, and the pose after it."""

CLEAR = verdicts.CLEAR
UNSURE = verdicts.UNSURE
ENEMY = verdicts.ENEMY
EDGE = verdicts.EDGE
FRIEND = verdicts.FRIEND
SLOW_GROUND = verdicts.SLOW_GROUND
FEARED = verdicts.FEARED
BASE = 12
BOX = 4
RING = 4000000
"""4 UD."""
ROUNDING = 2000
"""What a turned corner may be off by, and more."""


def bases(quads: Sequence[Figure]) -> "array[int]":
    """A row of bases."""
    count = len(quads)
    row = array("q", bytes(8 * BASE * count))
    for number in range(count):
        first = BASE * number
        for corner in range(4):
            x, y = quads[number][corner]
            row[first + 4 + 2 * corner] = x
            row[first + 5 + 2 * corner] = y
            if corner == 0:
                row[first] = row[first + 1] = x
                row[first + 2] = row[first + 3] = y
            row[first] = min(row[first], x)
            row[first + 1] = max(row[first + 1], x)
            row[first + 2] = min(row[first + 2], y)
            row[first + 3] = max(row[first + 3], y)
    return row


def boxes(outlines: Sequence[Figure], margin: int) -> "array[int]":
    """A row of the boxes around figures, each wider by a margin on all sides."""
    row = array("q")
    for outline in outlines:
        xs = [x for x, _ in outline]
        ys = [y for _, y in outline]
        row.extend((min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin))
    return row


class Surroundings:
    """Everything around the units of one seat: friends by their numbers, the enemies in their way, zones, enemies who
    are feared from afar, ground where rules are special, and ground that slows down."""

    def __init__(
        self,
        friends: "array[int]",
        enemies: "array[int]",
        zones: "array[int]",
        feared: "array[int]",
        special: "array[int]",
        slow: "array[int]",
        width: int,
        height: int,
        touch: int,
    ) -> None:
        self.friends = friends
        self.enemies = enemies
        self.zones = zones
        self.feared = feared
        self.special = special
        self.slow = slow
        self.right = width * 1000
        self.top = height * 1000
        self.touch = touch

    def any_near(self, row: "array[int]", size: int, west: int, east: int, south: int, north: int, margin: int) -> bool:
        """Whether a box of a row is nearer to this one than a margin; with 0: whether they overlap."""
        first = 0
        end = len(row)
        while first < end:
            if (
                west - row[first + 1] < margin
                and row[first] - east < margin
                and south - row[first + 3] < margin
                and row[first + 2] - north < margin
            ):
                return True
            first += size
        return False

    def overlaps(self, row: "array[int]", own: int, hx: list[int], hy: list[int], n: int, outline: list[int]) -> int:
        """The number of the first base of a row, but for one's own, that a figure in a box lies on; -1: of none."""
        bx = [0] * 4
        by = [0] * 4
        first = 0
        number = 0
        end = len(row)
        while first < end:
            if (
                outline[0] < row[first + 1]
                and row[first] < outline[1]
                and outline[2] < row[first + 3]
                and row[first + 2] < outline[3]
                and number != own
            ):
                for corner in range(4):
                    bx[corner] = row[first + 4 + 2 * corner]
                    by[corner] = row[first + 5 + 2 * corner]
                if figures.depth_of(hx, hy, n, bx, by, 4) > self.touch * 1000.0:
                    return number
            first += BASE
            number += 1
        return -1

    def near(self, west: int, east: int, south: int, north: int) -> int:
        """What is to be thought of where a step leads through this box."""
        found = 0
        if self.any_near(self.slow, BOX, west, east, south, north, 0):
            found += SLOW_GROUND
        if self.any_near(self.feared, BASE, west, east, south, north, RING):
            found += FEARED
        return found

    def rules_apply(self, west: int, east: int, south: int, north: int) -> bool:
        """Whether an enemy may be touched, or special ground be met, within this box."""
        return self.any_near(self.enemies, BASE, west, east, south, north, self.touch * 1000 + 1000) or self.any_near(
            self.special, BOX, west, east, south, north, 0
        )

    def straight(self, own: int, x: int, y: int, h: int, width: int, depth: int, aside: int, ahead: int) -> Step:
        """A base goes straight ahead or aside."""
        xs = [0] * 8
        ys = [0] * 8
        hx = [0] * 16
        hy = [0] * 16
        outline = [0] * 4
        sine = frames.sin_of(h)
        cosine = frames.cos_of(h)
        u = x + frames.rdiv(aside * cosine + ahead * sine, 1073741824)
        v = y + frames.rdiv(ahead * cosine - aside * sine, 1073741824)
        sweeps.put_corners(x, y, h, width, depth, xs, ys, 0)
        sweeps.put_corners(u, v, h, width, depth, xs, ys, 4)
        slack = self.touch * 1000
        off_table = False
        for i in range(4, 8):
            if xs[i] < -slack or xs[i] > self.right + slack or ys[i] < -slack or ys[i] > self.top + slack:
                off_table = True
        outline[0] = outline[1] = xs[0]
        outline[2] = outline[3] = ys[0]
        for i in range(1, 8):
            outline[0] = min(outline[0], xs[i])
            outline[1] = max(outline[1], xs[i])
            outline[2] = min(outline[2], ys[i])
            outline[3] = max(outline[3], ys[i])
        n = sweeps.wrap(xs, ys, 8, hx, hy)
        met = self.overlaps(self.enemies, -1, hx, hy, n, outline)
        if met >= 0:
            return ENEMY, met, 0, u, v, h
        if self.rules_apply(outline[0], outline[1], outline[2], outline[3]):
            return UNSURE, 0, 0, u, v, h
        if off_table:
            return EDGE, 0, 0, u, v, h
        met = self.overlaps(self.friends, own, hx, hy, n, outline)
        if met >= 0:
            return FRIEND if aside != 0 else UNSURE, met, 0, u, v, h
        if self.any_near(self.zones, BASE, outline[0], outline[1], outline[2], outline[3], 0):
            return UNSURE, 0, 0, u, v, h
        return CLEAR, 0, self.near(outline[0], outline[1], outline[2], outline[3]), u, v, h

    def wheel(self, own: int, x: int, y: int, h: int, width: int, depth: int, angle: int) -> Step:
        """A base wheels about its inner front corner."""
        pivot = width // 2 if angle > 0 else -(width // 2)
        u, v, k = frames.turned_from(x, y, h, pivot, 0, 0, 0, angle)
        px, py = frames.world_from(x, y, h, pivot, 0)
        reach = figures.length(width * 1000, depth * 1000) * 1000 + ROUNDING
        if px < reach or py < reach or px + reach > self.right or py + reach > self.top:
            return UNSURE, 0, 0, u, v, k
        if self.rules_apply(px - reach, px + reach, py - reach, py + reach):
            return UNSURE, 0, 0, u, v, k
        met = self.friend_at(own, u, v, k, width, depth)
        if met >= 0:
            return FRIEND, met, 0, u, v, k
        wide = (width + depth) * 1000 + ROUNDING
        if self.any_near(self.zones, BASE, px - wide, px + wide, py - wide, py + wide, 0):
            return UNSURE, 0, 0, u, v, k
        return CLEAR, 0, self.near(px - reach, px + reach, py - reach, py + reach), u, v, k

    def on_the_spot(self, own: int, x: int, y: int, h: int, width: int, depth: int, u: int, v: int, k: int) -> Step:
        """A base turns about, or to a side; where it comes to stand, whoever asks has found out."""
        xs = [0] * 8
        ys = [0] * 8
        sweeps.put_corners(x, y, h, width, depth, xs, ys, 0)
        sweeps.put_corners(u, v, k, width, depth, xs, ys, 4)
        west = east = xs[0]
        south = north = ys[0]
        for i in range(1, 8):
            west = min(west, xs[i])
            east = max(east, xs[i])
            south = min(south, ys[i])
            north = max(north, ys[i])
        if west < 0 or south < 0 or east > self.right or north > self.top:
            return UNSURE, 0, 0, u, v, k
        if self.rules_apply(west, east, south, north):
            return UNSURE, 0, 0, u, v, k
        met = self.friend_at(own, u, v, k, width, depth)
        if met >= 0:
            return FRIEND, met, 0, u, v, k
        if self.any_near(self.zones, BASE, west, east, south, north, 0):
            return UNSURE, 0, 0, u, v, k
        return CLEAR, 0, self.near(west, east, south, north), u, v, k

    def friend_at(self, own: int, x: int, y: int, h: int, width: int, depth: int) -> int:
        """The number of the first friend on whom a base would stand in a place; -1: of none."""
        xs = [0] * 4
        ys = [0] * 4
        outline = [0] * 4
        sweeps.put_corners(x, y, h, width, depth, xs, ys, 0)
        outline[0] = outline[1] = xs[0]
        outline[2] = outline[3] = ys[0]
        for i in range(1, 4):
            outline[0] = min(outline[0], xs[i])
            outline[1] = max(outline[1], xs[i])
            outline[2] = min(outline[2], ys[i])
            outline[3] = max(outline[3], ys[i])
        return self.overlaps(self.friends, own, xs, ys, 4, outline)
