"""The form of what events and previews of Cities & Heroes tell beside their sentences; boards are written by it."""

from __future__ import annotations

from typing import Literal, TypedDict

from triarii.core.contract import Forms, SeatName


class Preview(TypedDict):
    path: list[str]
    captures: list[str]
    losses: list[str]
    """Own pieces that would fall."""
    takes: str
    """The square of a city, if one is taken."""
    promotes: str
    ends: str
    """The rule by which the game would end, if it would."""
    lines: list[list[str]]
    """The two ends of each line that encloses something."""


class Reach(TypedDict):
    """Where a piece could go if its side were to move now."""

    kind: Literal["reach"]
    seat: SeatName
    square: str
    goals: list[str]
    """Its own square among them: there it could become a hero."""


class Begins(TypedDict):
    kind: Literal["begins"]
    seat: SeatName


class Passed(TypedDict):
    kind: Literal["passed"]
    seat: SeatName


class Claimed(TypedDict):
    kind: Literal["claimed"]
    seat: SeatName


_Way = TypedDict("_Way", {"from": str, "to": str})


class Moved(_Way):
    kind: Literal["moved"]
    seat: SeatName
    piece: Literal["fighter", "hero"]
    path: list[str]


class Promoted(TypedDict):
    kind: Literal["promoted"]
    seat: SeatName
    square: str


class CityTaken(TypedDict):
    kind: Literal["city_taken"]
    seat: SeatName
    from_seat: SeatName
    square: str


class Captured(TypedDict):
    kind: Literal["captured"]
    seat: SeatName
    """Whose pieces fall."""
    squares: list[str]
    ends: list[str]
    line: Literal["row", "column", "diagonal"]
    count: int


class Drawn(TypedDict):
    kind: Literal["drawn"]
    rule: str


class Won(TypedDict):
    kind: Literal["won"]
    seat: SeatName
    rule: str


FORMS = Forms(
    preview=Preview,
    shapes=Reach,
    events=Begins | Passed | Claimed | Moved | Promoted | CityTaken | Captured | Drawn | Won,
)
