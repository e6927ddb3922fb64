"""The banks of a river, and whether a way crosses them at right angles (adlg.move.river)."""

from __future__ import annotations

from functools import lru_cache

from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import FINE, Edge, Figure, Point

SLACK = 2250
"""How far from a right angle a way may be, in hundredths of a degree: banks bend, and hands lay no exact angles."""


@lru_cache(maxsize=200)
def banks(outline: tuple[Point, ...]) -> tuple[Edge, ...]:
    """The sides of a river in fine units, but not its two ends, where it comes from and goes to."""
    fine = [(x * FINE, y * FINE) for x, y in outline]
    spans = [(min(values), max(values)) for values in zip(*fine, strict=True)]
    flow = 0 if spans[0][1] - spans[0][0] >= spans[1][1] - spans[1][0] else 1
    sides = zip(fine, (*fine[1:], fine[0]), strict=True)
    return tuple((a, b) for a, b in sides if not (a[flow] == b[flow] and a[flow] in spans[flow]))


def aslant(outline: tuple[Point, ...], way: Figure, heading: int, tol: int) -> bool:
    """Whether a way over a river is not at right angles to the banks that it crosses; where it crosses none, to the
    nearest one."""
    known = banks(outline)
    crossed = [bank for bank in known if _crosses(bank, way, tol)]
    met = crossed or [min(known, key=lambda bank: shapes.gap(way, bank))]
    return any(not _square(bank, heading) for bank in met)


def _crosses(bank: Edge, way: Figure, tol: int) -> bool:
    (ax, ay), (bx, by) = bank
    return shapes.share_in((float(ax), float(ay)), (float(bx), float(by)), way, border=False) > tol


def _square(bank: Edge, heading: int) -> bool:
    """Whether a heading is at right angles to a bank."""
    (ax, ay), (bx, by) = bank
    dx, dy = bx - ax, by - ay
    along: int = dx * shapes.sin_of(heading) + dy * shapes.cos_of(heading)
    return along**2 <= shapes.sin_of(SLACK) ** 2 * (dx**2 + dy**2)
