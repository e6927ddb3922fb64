"""What the server says over a socket, one type for each message; `Told` is any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

from msgspec import UNSET, Struct, UnsetType

from triarii.core.contract import EyeName, Scene, SeatName, Span
from triarii.core.rematch import Score
from triarii.server.wire.messages import Emotion
from triarii.server.wire.shown import (
    AimOffer,
    Asks,
    BoardTold,
    Choice,
    ChoicesAnswer,
    Clock,
    Entry,
    Facts,
    GameEvent,
    Refusal,
    RefusedAim,
    Result,
    Seats,
    Shape,
    Standing,
    View,
)


class RecordTold(Struct):
    """What a proof of chance needs."""

    id: str
    rules: int
    texts: Sequence[str]
    date: str


class Welcome(Struct, tag_field="t", tag="welcome"):
    """Everything that a newcomer needs."""

    room: str
    game: str
    eye: EyeName
    seats: Seats
    options: Mapping[str, Any]
    commit: str
    """What promises the secret of chance."""
    text: Literal["awaited", "given"] | None
    """What this seat adds to chance; null for watchers, and where no chance can fall."""
    record: RecordTold
    start: View
    """The view before the first entry."""
    view: View
    capabilities: Sequence[str]
    board: BoardTold | None
    """Of a game that describes its board."""
    hints: bool
    """Whether an engine may be asked: only where no other person plays."""
    hides: bool
    """Whether this game keeps something from an eye."""
    offers: bool
    """Whether all that can be chosen comes by itself to the seat that is to act."""
    standing: Standing | None
    """What can be answered beforehand; null where nothing can."""
    earlier: int
    """How many entries came before those that are told."""
    before: Score | None
    """The score of the games before, by who has these seats now; null where this is no rematch."""
    version: int
    entries: Sequence[Entry]
    """The last ones, without their views; those before are asked for in pages."""
    clock: Clock | None
    asks: Asks
    result: Result | None


class News(Struct, tag_field="t", tag="news"):
    """What came since."""

    version: int
    entries: Sequence[Entry]
    clock: Clock | None
    asks: Asks
    result: Result | None


class Accepted(Struct, tag_field="t", tag="accepted"):
    """Done and stored; comes after the news of it."""

    key: str
    version: int


class Refused(Struct, tag_field="t", tag="refused", kw_only=True):
    """Not done, and nothing has changed."""

    key: str | UnsetType = UNSET
    id: int | UnsetType = UNSET
    code: str
    words: str
    rule: str


class Choices(Struct, tag_field="t", tag="choices"):
    """What may follow some words, as asked."""

    id: int
    choices: Sequence[Choice] | UnsetType = UNSET
    span: Span | UnsetType = UNSET
    action: str | UnsetType = UNSET
    preview: Facts | UnsetType = UNSET
    words: Sequence[str] | UnsetType = UNSET
    events: Sequence[GameEvent] | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET


class Offers(Struct, tag_field="t", tag="offers"):
    """All that the seat to act can choose next, with what it would bring."""

    version: int
    offers: ChoicesAnswer


class Preview(Struct, tag_field="t", tag="preview"):
    """What an action would do."""

    id: int
    action: str
    preview: Facts
    words: Sequence[str]
    events: Sequence[GameEvent] | UnsetType = UNSET
    scene: Scene | UnsetType = UNSET


class Aims(Struct, tag_field="t", tag="aims"):
    """What brings pieces to a place."""

    id: int
    aims: Sequence[AimOffer]
    refused: RefusedAim | None
    short: Refusal | None


class Overlays(Struct, tag_field="t", tag="overlays"):
    """Shapes that a board shows on request."""

    id: int
    shapes: Sequence[Shape]


class Hint(Struct, tag_field="t", tag="hint"):
    """What an engine would do."""

    id: int
    action: str
    words: Sequence[str]
    score: float | None
    plan: Sequence[Shape] = ()
    """What it has in mind as shapes, for a board that draws such."""


class Looked(Struct, tag_field="t", tag="looked"):
    """The view after an entry."""

    id: int
    at: int
    view: View


class History(Struct, tag_field="t", tag="history"):
    """A page of earlier entries, oldest first, without views; empty before the first."""

    id: int
    entries: Sequence[Entry]


class Pong(Struct, tag_field="t", tag="pong"):
    id: int


class Presence(Struct, tag_field="t", tag="presence"):
    """Which people are connected."""

    seats: Mapping[SeatName, bool]


class SeatsTold(Struct, tag_field="t", tag="seats"):
    """Somebody took a seat."""

    seats: Seats


class StandingKept(Struct, tag_field="t", tag="standing"):
    """These standing answers are kept."""

    answers: Mapping[str, str]


class TextKept(Struct, tag_field="t", tag="text"):
    """What this seat adds to chance is kept."""

    text: Literal["given"] = "given"


class Emoted(Struct, tag_field="t", tag="emote"):
    """A player lets the others know something without words; it is stored nowhere."""

    seat: SeatName
    kind: Emotion


class Talk(Struct, tag_field="t", tag="talk"):
    """Which seats want to talk: it goes as soon as both do. Told only to those who may: friends who met by a link."""

    seats: Sequence[SeatName]


class Said(Struct, tag_field="t", tag="say"):
    """What a friend says; it is stored nowhere."""

    seat: SeatName
    text: str


class Thinking(Struct, tag_field="t", tag="thinking"):
    """The computer thinks for so many milliseconds; without a seat: it is done."""

    seat: SeatName | None
    limit: int | UnsetType = UNSET


class Rematch(Struct, tag_field="t", tag="rematch"):
    """Both want another game: where it is played, and this seat's own token and seat there."""

    room: str
    token: str
    seat: SeatName | None
    """Null for whoever watches."""


class Error(Struct, tag_field="t", tag="error"):
    """The socket is closed after it."""

    code: str
    words: str
    rule: str


Told: TypeAlias = (
    Welcome
    | News
    | Accepted
    | Refused
    | Choices
    | Offers
    | Preview
    | Aims
    | Overlays
    | Hint
    | Looked
    | History
    | Pong
    | Presence
    | SeatsTold
    | StandingKept
    | TextKept
    | Emoted
    | Talk
    | Said
    | Thinking
    | Rematch
    | Error
)


class Named(TypedDict, total=False):
    """What was refused: the wish with this key, or the question with this id; neither, where it had no name."""

    key: str
    id: int


def refused(why: Refusal, **named: Unpack[Named]) -> Refused:
    return Refused(**named, code=why.code, words=why.words, rule=why.rule)


def error(why: Refusal) -> Error:
    return Error(why.code, why.words, why.rule)
