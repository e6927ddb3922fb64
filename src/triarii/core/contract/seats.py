"""Who acts and who looks."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, TypeAlias


class Turn(IntEnum):
    """Who acts next."""

    FIRST = 0
    SECOND = 1
    CHANCE = 2
    OVER = 3

    @property
    def other(self) -> Turn:
        """The opposing seat; only seats have one."""
        return Turn(1 - self)


SEATS = (Turn.FIRST, Turn.SECOND)
SeatName: TypeAlias = Literal["first", "second"]
TurnName: TypeAlias = Literal["first", "second", "chance", "over"]
EyeName: TypeAlias = Literal["first", "second", "observer"]
SEAT_NAMES: tuple[SeatName, SeatName] = ("first", "second")
"""What the seats are called in texts, files and on the wire."""


class Eye(IntEnum):
    """Who looks. An observer sees nothing but what both seats see."""

    FIRST = 0
    SECOND = 1
    OBSERVER = 2
