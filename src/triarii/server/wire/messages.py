"""What goes over a socket: the messages that a client may send, as types, and the bytes of what is answered."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

SUBPROTOCOL = "triarii.1"
GOING_AWAY = 1012
"""Close codes: the server restarts; come back."""
FAULT = 1011
TOO_BIG = 1009
MALFORMED = 4400
FORBIDDEN = 4403
NO_ROOM = 4404
TOO_LATE = 4408
"""No hello came."""
REPLACED = 4409
"""The seat went on in another window."""
TOO_SLOW = 4413
TOO_MANY = 4429

Key = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Id = Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)]
Words = Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=4_000)]


class Hello(Struct, tag_field="t", tag="hello"):
    token: Annotated[str, Meta(max_length=64)] = ""
    lang: Annotated[str, Meta(max_length=40)] = "en"
    seen: Version | None = None
    words: bool = False
    offers: bool = False
    shared: bool = False


class Act(Struct, tag_field="t", tag="act"):
    key: Key
    version: Version
    action: Text


class Wanted(StrEnum):
    """What a seat can want beside an action; anything else is refused in words."""

    RESIGN = "resign"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    TAKE_BACK = "take_back"
    ALLOW_TAKE_BACK = "allow_take_back"
    REFUSE_TAKE_BACK = "refuse_take_back"
    REMATCH = "rematch"
    DECLINE_REMATCH = "decline_rematch"


class Do(Struct, tag_field="t", tag="do"):
    key: Key
    version: Version
    what: Annotated[str, Meta(max_length=40)]


class Choices(Struct, tag_field="t", tag="choices"):
    id: Id
    prefix: Words = []
    at: Version | None = None


class Preview(Struct, tag_field="t", tag="preview"):
    id: Id
    action: Text
    at: Version | None = None


Name = Annotated[str, Meta(max_length=80)]
Coordinate = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class Aim(Struct, tag_field="t", tag="aim"):
    id: Id
    who: Annotated[list[Name], Meta(min_length=1, max_length=60)]
    place: tuple[Coordinate, Coordinate]
    heading: Coordinate | None = None
    target: Name | None = None
    at: Version | None = None


class Overlays(Struct, tag_field="t", tag="overlays"):
    id: Id
    at: Version | None = None


class Hint(Struct, tag_field="t", tag="hint"):
    id: Id


class Look(Struct, tag_field="t", tag="look"):
    id: Id
    at: Version


class History(Struct, tag_field="t", tag="history"):
    id: Id
    before: Version


class Standing(Struct, tag_field="t", tag="standing"):
    answers: dict[Annotated[str, Meta(max_length=80)], Annotated[str, Meta(max_length=80)]]


class ChanceText(Struct, tag_field="t", tag="text"):
    text: Annotated[str, Meta(max_length=200)]


class Emotion(StrEnum):
    """What one player can let the other know without words; nothing else is passed on between strangers."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    OUCH = "ouch"
    WOW = "wow"
    LUCKY = "lucky"
    THINKING = "thinking"
    SORRY = "sorry"
    THANKS = "thanks"
    GOOD_GAME = "good_game"


class Emote(Struct, tag_field="t", tag="emote"):
    kind: Emotion


class Talk(Struct, tag_field="t", tag="talk"):
    """Switch talking with a friend on or off."""

    on: bool


class Say(Struct, tag_field="t", tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Ping(Struct, tag_field="t", tag="ping"):
    id: Id = 0


Said: TypeAlias = (
    Hello
    | Act
    | Do
    | Choices
    | Preview
    | Aim
    | Overlays
    | Hint
    | Look
    | History
    | Standing
    | ChanceText
    | Emote
    | Talk
    | Say
    | Ping
)
_DECODER: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


def read(data: str | bytes) -> Said | None:
    """A message of a client; None if it is none."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def kind_of(said: Said) -> str:
    """What a message calls itself in `t`."""
    return str(said.__struct_config__.tag)


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    if hasattr(value, "items"):
        return dict(value.items())
    raise TypeError(type(value).__name__)


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def written(message: object) -> bytes:
    return _ENCODER.encode(message)


def is_packed(message: bytes) -> bool:
    """Whether a message that is sent is compressed (zlib), and so a binary frame; all others are objects of JSON."""
    return not message.startswith(b"{")
