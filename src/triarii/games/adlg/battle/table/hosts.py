"""An army as it stands, by its bases alone: laid out once, and shared by all tables on which it stands alike.

An order moves few units of one army. Whatever was measured from or to the other one still holds on the next table.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import shapes, surroundings
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Figure, Pose, Quad

MOST_KEPT = 400
"""Hosts of one battle; each move makes a new one."""
MOST_KNOWN = 4_000
"""Facts about one host."""
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Host:
    """The bases of one seat."""

    units: tuple[Body, ...]
    camps: tuple[Body, ...]
    """Looted ones too."""
    sound_camps: tuple[Body, ...]
    """Those that nobody has looted."""
    markers: tuple[Body, ...]

    @kept
    def bases(self) -> tuple[Body, ...]:
        """The units and then the camps."""
        return (*self.units, *self.camps)

    @kept
    def targets(self) -> tuple[Body, ...]:
        """Who can still be charged and is feared."""
        return (*self.units, *self.sound_camps)

    @kept
    def feared(self) -> tuple[Body, ...]:
        """Who counts where a distance is asked for."""
        return (*self.targets, *self.markers)

    @kept
    def in_the_way(self) -> tuple[Body, ...]:
        """Who stands in an enemy's way: units, camps and markers; a looted camp as any other."""
        return (*self.bases, *self.markers)

    @kept
    def unit_quads(self) -> tuple[Quad, ...]:
        return tuple(body.quad for body in self.units)

    @kept
    def zones(self) -> tuple[Quad, ...]:
        return tuple(body.zone for body in self.units)

    @kept
    def target_quads(self) -> tuple[Quad, ...]:
        return tuple(body.quad for body in self.targets)

    @kept
    def feared_quads(self) -> tuple[Quad, ...]:
        return tuple(body.quad for body in self.feared)

    @kept
    def quads_in_the_way(self) -> tuple[Quad, ...]:
        return tuple(body.quad for body in self.in_the_way)

    # As plain numbers, for compiled code

    @kept
    def number(self) -> dict[str, int]:
        """Which of the bases is whose."""
        return {body.id: number for number, body in enumerate(self.bases)}

    @kept
    def row_of_bases(self) -> array[int]:
        return surroundings.bases([body.quad for body in self.bases])

    @kept
    def row_in_the_way(self) -> array[int]:
        return surroundings.bases(self.quads_in_the_way)

    @kept
    def row_of_zones(self) -> array[int]:
        return surroundings.bases(self.zones)

    @kept
    def row_of_feared(self) -> array[int]:
        return surroundings.bases(self.feared_quads)

    # What is known

    @kept
    def _known(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What follows from where this army stands and from the key alone, found out once."""
        known = self._known
        if key not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = make()
        found: T = known[key]
        return found

    def near(self, x: int, y: int, distance: int) -> tuple[tuple[str, Pose], ...]:
        """The units whose poses lie in a square around a place, with their poses."""
        return self.once((x, y, distance), lambda: self._near(x, y, distance))

    def _near(self, x: int, y: int, distance: int) -> tuple[tuple[str, Pose], ...]:
        west, east, south, north = x - distance, x + distance, y - distance, y + distance
        return tuple(
            (name, pose) for name, pose in self._places if west <= pose[0] <= east and south <= pose[1] <= north
        )

    @kept
    def _places(self) -> tuple[tuple[str, Pose], ...]:
        return tuple((body.id, body.pose) for body in self.units)

    def nearest(self, figure: Figure) -> int | None:
        """mUD from a figure to the nearest who is feared; None where nobody is."""
        return self.once(figure, lambda: min(shapes.gaps(figure, self.feared_quads), default=None))
