"""What messages and answers are made of: views, entries, choices, results, as they go over the wire.

The app's types are made from these (`make protocol`). A field that is UNSET is left out of the JSON, one that is None
is told as null. Nothing is checked when one is made: rendering makes them from what the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from triarii.core.contract import EyeName, Pose, Scene, SeatName, Span, TurnName

Facts: TypeAlias = Mapping[str, Any]
"""What only a game knows the form of; our own declare it (`GameInfo.forms`)."""
GameEvent = Annotated[Mapping[str, Any], Meta(title="GameEvent", description="Something that happened, of a kind.")]
Shape = Annotated[Mapping[str, Any], Meta(title="Shape", description="A shape that a board shows on request.")]


class View(Struct):
    """What one eye may know of a position."""

    eye: EyeName
    turn: TurnName
    text: str
    facts: Facts
    words: Sequence[str]
    """The position in sentences; in news only for those who asked for them."""
    scene: Scene | UnsetType = UNSET
    """What lies where, of a game that describes its board."""


class CellTold(Struct):
    id: str
    x: float
    y: float
    shape: Literal["square", "round", "hex", "none"]
    colour: str
    name: str


class AreaTold(Struct):
    id: str
    name: str
    seat: SeatName | Literal[""]
    """On whose side it lies; empty: nobody's."""


class PieceTold(Struct):
    name: str
    shape: str
    colour: str
    path: str
    sign: str


class SideTold(Struct):
    name: str
    colour: str


class BoardTold(Struct):
    """A board as its game describes it, in the asked language."""

    cells: Sequence[CellTold]
    areas: Sequence[AreaTold]
    pieces: Mapping[str, PieceTold]
    sides: Sequence[SideTold]
    lines: Sequence[tuple[str, str]]
    turns: bool
    """Whether the second seat sees it from the other side."""


class Played(Struct):
    """One line of the game's record, as this eye may read it, without the position that it led to."""

    version: int
    kind: str
    """That of the record: `action`, `chance`, `take_back`, `draw_offered`, `draw_agreed`, `resigned`, `flag_fell`,
    `clock`, `time_called`."""
    seat: SeatName | UnsetType = UNSET
    to: int | UnsetType = UNSET
    """Of a take-back: the version that it returned to."""
    first: int | UnsetType = UNSET
    """Of a reading of the clock: milliseconds of the first seat."""
    second: int | UnsetType = UNSET
    text: str = ""
    words: Sequence[str] = ()
    events: Sequence[GameEvent] = ()
    chance: int | UnsetType = UNSET
    """The number of the chance, for its proof."""


class Entry(Played):
    """One line of the game's record, as this eye may read it."""

    view: View | UnsetType = UNSET
    """The position after it; only in news."""


class Choice(Struct):
    """The next word of an action."""

    text: str
    label: str
    cell: str | None
    """Where on the board it can be clicked."""
    also: Sequence[str] | UnsetType = UNSET
    """Where else a click means the same."""
    then: ChoicesAnswer | UnsetType = UNSET
    """What may follow it, where that is told ahead."""


class ChoicesAnswer(Struct):
    """What may follow some words: choices, or a number; where they spell an action, that one, and what it would bring
    where that was asked for."""

    choices: Sequence[Choice] | UnsetType = UNSET
    span: Span | UnsetType = UNSET
    action: str | UnsetType = UNSET
    preview: Facts | UnsetType = UNSET
    words: Sequence[str] | UnsetType = UNSET
    events: Sequence[GameEvent] | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET


class PreviewAnswer(Struct):
    """What an action would do."""

    action: str
    preview: Facts
    words: Sequence[str]
    events: Sequence[GameEvent] | UnsetType = UNSET
    """What will be entered, where that is certain."""
    scene: Scene | UnsetType = UNSET
    """What will lie where, of a game that describes its board."""


class Refusal(Struct):
    """Why something was not done."""

    code: str
    words: str
    rule: str


class AimOffer(Struct):
    """An action that brings pieces to where somebody points, with all that its preview tells."""

    snap: str
    """What it was drawn to, such as `contact` or `line`; `free`: nothing but the place itself."""
    action: str
    preview: Facts
    words: Sequence[str]
    events: Sequence[GameEvent] | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET


class RefusedAim(Refusal):
    """Why the most natural try fails, and where it would have ended."""

    pose: Pose | None


class AimsAnswer(Struct):
    aims: Sequence[AimOffer]
    """The best first."""
    refused: RefusedAim | None
    """Where there is none: why not."""
    short: Refusal | None
    """Why the best ends before the place; null where it does not, or goes its full distance."""


class OverlaysAnswer(Struct):
    shapes: Sequence[Shape]


class HintAnswer(Struct):
    """What an engine would do, what that brings in sentences, and the score that it expects of it, 0 to 1."""

    action: str
    words: Sequence[str]
    score: float | None
    plan: Sequence[Shape] = ()
    """What it has in mind as shapes, for a board that draws such."""


class LookAnswer(Struct):
    """The view after an entry."""

    at: int
    view: View


class StandingValue(Struct):
    value: str
    label: str


class StandingKind(Struct):
    """A question that a seat can answer once for the whole game."""

    name: str
    label: str
    values: Sequence[StandingValue]


class Standing(Struct):
    """What can be answered beforehand, and what this seat has answered."""

    kinds: Sequence[StandingKind]
    answers: Mapping[str, str]


class SeatInfo(Struct):
    """Who sits there."""

    kind: Literal["person", "computer"]
    name: str
    taken: bool
    level: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    """Words for the level, in the asked language."""


class Seats(Struct):
    first: SeatInfo
    second: SeatInfo


class Clock(Struct):
    """Milliseconds that both have left, as of the moment of sending."""

    first: int
    second: int
    running: SeatName | None
    increment: int
    together: Literal[True] | UnsetType = UNSET
    """One time for both, whoever is to act."""
    days: int | UnsetType = UNSET
    """Of a slow game: the days that each turn may take."""


class Asks(Struct):
    """Who asks and has no answer yet."""

    draw: SeatName | None
    take_back: SeatName | None
    rematch: SeatName | None


class Points(Struct):
    """What the game was worth to both, and how that came about."""

    first: int
    second: int
    rule: str
    words: Sequence[str]


class SequelTold(Struct):
    """How a campaign stands, and whether it is over."""

    words: Sequence[str]
    last: bool


class Result(Struct):
    """How it ended."""

    winner: SeatName | None
    rule: str
    words: str
    secret: str
    """Of chance, now that it can be shown."""
    score: Points | UnsetType = UNSET
    """Only of games that are worth points."""
    sequel: SequelTold | UnsetType = UNSET
    """Only of games that belong to a campaign."""
    share: str | UnsetType = UNSET
    """The token of a link with which anybody can look at the game, now that it is over; only in a room."""
