"""The small measures that decide whether two bases touch, stand in line or are near enough. All but the facings are
thousandths of a UD; an option of a game may change each of them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How exact players have to place their bases."""

    touch: int = 2
    """Bases this near touch, and bases that lie over each other by no more than this don't overlap."""
    corner: int = 4
    """Corners match when neither coordinate differs by more."""
    facing: int = 50
    """Hundredths of a degree by which the same facing may differ."""
    edge: int = 20
    """Edges that touch along less than this only meet at a corner."""
    stop_short: int = 10
    """Who stops before an obstacle leaves so much room."""
    zone_slack: int = 50
    """How far the held part of a front may leave the zone that holds it."""
    conform: int = 1000
    """How far a unit may be moved to conform."""
    conform_around: int = 1620
    """The same when it goes around a corner to the front."""
    shift: int = 1000
    """How far a friend may be shifted to make room."""


LIMITS = Limits()
