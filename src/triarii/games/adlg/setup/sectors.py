"""How the table is divided: six sectors for terrain, and the zones in which armies deploy."""

from __future__ import annotations

from dataclasses import dataclass

from triarii.games.adlg.geometry.shapes import FINE, Figure, Point

LIGHT_FROM_CENTRE = 3000
OTHERS_FROM_CENTRE = 5000
FROM_SHORT_EDGES = 4000
"""Of all but light troops (adlg.setup.zones)."""
SMALLEST_TABLE = 20000
FROM_SHORT_EDGES_OF_SMALLEST = 2000
"""Our own: on the table of 100 points 4 UD on each side would leave 12 UD for two corps and a camp."""
THIRDS = ("left", "centre", "right")


@dataclass(frozen=True)
class Area:
    """An upright rectangle of the table, in mUD."""

    west: int
    south: int
    east: int
    north: int

    def holds(self, points: Figure) -> bool:
        """Whether all points (in mUD) lie in it or on its border."""
        return all(self.west <= x <= self.east and self.south <= y <= self.north for x, y in points)

    def holds_fine(self, points: Figure, slack: int) -> bool:
        """The same for fine points, with some mUD of slack."""
        west, south, east, north = ((edge - slack) * FINE for edge in (self.west, self.south, self.east, self.north))
        east, north = east + 2 * slack * FINE, north + 2 * slack * FINE
        return all(west <= x <= east and south <= y <= north for x, y in points)

    @property
    def params(self) -> dict[str, int]:
        """For messages."""
        return {"west": self.west, "south": self.south, "east": self.east, "north": self.north}

    @property
    def polygon(self) -> list[list[int]]:
        west, south, east, north = self.west, self.south, self.east, self.north
        return [[west, south], [west, north], [east, north], [east, south]]


def sector(table: Point, seat: int, third: int, half: int) -> Area:
    """A third of the half that is next to a seat; left and right are those of `seat`, the half is that of `half`."""
    width, height = table
    place = third if seat == 0 else 2 - third
    south, north = (0, height // 2) if half == 0 else (height - height // 2, height)
    return Area(width * place // 3, south, width * (place + 1) // 3, north)


def third_of(die: int) -> int:
    """1-2 left, 3-4 centre, 5-6 right."""
    return (die - 1) // 2


def road_sector(table: Point, seat: int, die: int) -> Area:
    """1-3 are the thirds of the seat's own half from its left, 4-6 those of the other."""
    return sector(table, seat, (die - 1) % 3, seat if die <= 3 else 1 - seat)


def centres(table: Point) -> tuple[Area, Area]:
    """The two centre sectors."""
    return sector(table, 0, 1, 0), sector(table, 0, 1, 1)


def zone(table: Point, seat: int, *, light: bool) -> Area:
    """Where troops of a seat deploy: light ones farther forward and out to the short edges (adlg.setup.zones)."""
    width, height = table
    depth = height // 2 - (LIGHT_FROM_CENTRE if light else OTHERS_FROM_CENTRE)
    aside = 0 if light else FROM_SHORT_EDGES_OF_SMALLEST if width <= SMALLEST_TABLE else FROM_SHORT_EDGES
    return Area(aside, 0, width - aside, depth) if seat == 0 else Area(aside, height - depth, width - aside, height)


def facing(seat: int) -> int:
    """The heading towards the enemy."""
    return 0 if seat == 0 else 18000


def depth_line(table: Point, seat: int, depth: int) -> int:
    """The y that lies so far from the edge of a seat."""
    return depth if seat == 0 else table[1] - depth
