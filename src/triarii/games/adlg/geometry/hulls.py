"""The convex figure around two figures: what a base sweeps on a straight way, and, a degree at a time, when it wheels.

This text runs as it stands; hulls.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Iterable

Point = tuple[int, int]
Figure = tuple[Point, ...]


def outline(points: Iterable[Point]) -> Figure:
    """The smallest convex figure around points, clockwise from its leftmost corner."""
    ordered = sorted(set(points))
    upper = chain(ordered)
    ordered.reverse()
    return (*upper[:-1], *chain(ordered)[:-1])


def chain(ordered: list[Point]) -> list[Point]:
    """The corners that turn to the right all along."""
    kept: list[Point] = []
    size = 0
    for point in ordered:
        x, y = point
        while size > 1:
            ax, ay = kept[size - 2]
            bx, by = kept[size - 1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
                break
            kept.pop()
            size -= 1
        kept.append(point)
        size += 1
    return kept


def hull(a: Figure, b: Figure) -> Figure:
    """The smallest convex figure around two."""
    return outline((*a, *b))


def clockwise(figure: Figure) -> Figure:
    """A convex figure with its corners in our order."""
    return outline(figure)
