"""What one player has hidden from the other: markers whose units nobody else knows, and a corps that marches around a
flank; what an eye may know of it, and what it may imagine (adlg.plan.secret)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.measures import UD

MARKER_LETTERS = ("a", "b")
"""First letters of the markers of the first and the second seat."""
VANISHED = "vanished"
"""How a unit is gone whose ambush or flank march found no room: no loss, and no part of the value any more."""
SIDE = UD
"""A marker is a square of 1 UD."""


@dataclass(frozen=True)
class Marker:
    """A marker on the table: where it lies everybody sees, what is under it only its owner knows."""

    seat: int
    x: int
    y: int
    """Its middle."""
    units: tuple[str, ...] | None
    """Who lies in ambush under it; nobody: a false one; None: whoever looks does not know."""

    @kept
    def body(self) -> Body:
        """Its square, which lies along the edges of the table."""
        return Body((self.x, self.y + SIDE // 2, 0), SIDE, SIDE)

    def named(self, name: str) -> Body:
        return Body(self.body.pose, SIDE, SIDE, id=name)


class Flank(StrEnum):
    """A short edge of the table, as the first player sees it."""

    LEFT = "left"
    RIGHT = "right"


class Way(StrEnum):
    """How far a flank march has come."""

    MARCHING = "marching"
    DUE = "due"
    """It comes in its owner's next sequence, and everybody knows on which side."""
    HERE = "here"
    """It enters in this sequence."""
    LOST = "lost"
    """Nobody of it has found room: it is out of the battle, its commander too."""


@dataclass(frozen=True)
class March:
    """A corps that marches around a flank (adlg.march.plan)."""

    leader: str
    """The corps, by its commander; nothing: whoever looks does not know whether there is any."""
    flank: Flank | None
    """On which short edge it comes; None: whoever looks does not know."""
    throws: int = 0
    """Dice that were thrown for it so far."""
    way: Way = Way.MARCHING
    driven: bool = False
    """Whether it met a larger enemy on its way and was driven back (adlg.march.meeting)."""


def units_under(markers: Mapping[str, Marker], seat: int | None = None) -> frozenset[str]:
    """Units that are known to lie in ambush."""
    return frozenset(_under(marker for marker in markers.values() if seat in (None, marker.seat)))


def _under(markers: Iterable[Marker]) -> Iterator[str]:
    for marker in markers:
        yield from marker.units or ()
