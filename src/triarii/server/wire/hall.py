"""What goes over the socket of the hall, in which people find each other: open games, own games, games to watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from triarii.core.contract import SeatName
from triarii.server.wire.answers import RatingTold, RoomInfo
from triarii.server.wire.messages import Key, Ping
from triarii.server.wire.told import Error, Pong, Refused

Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
Name = Annotated[str, Meta(max_length=40)]
RoomName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,16}$")]


class Experience(StrEnum):
    """How well somebody knows a game, by their own word."""

    NEW = "new"
    SOME = "some"
    MUCH = "much"


class HallHello(Struct, tag_field="t", tag="hello"):
    lang: Annotated[str, Meta(max_length=40)] = "en"


class WishedClock(Struct):
    """Minutes for the whole game with seconds added for every action, or days for every turn."""

    minutes: Annotated[int, Meta(ge=0, le=1_440)] = 0
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    together: bool = False
    days: Annotated[int, Meta(ge=0, le=14)] = 0


class Seek(Struct, tag_field="t", tag="seek"):
    """Look for an opponent, until withdrawn or until this socket ends. The token will hold the seat; the same one again
    goes on with what was begun under it."""

    key: Key
    token: Token
    game: Annotated[str, Meta(max_length=64)]
    options: Annotated[dict[Annotated[str, Meta(max_length=80)], Any], Meta(max_length=200)] = {}
    clock: WishedClock | None = None
    experience: Experience = Experience.SOME
    name: Name = ""
    profile: Token | None = None


class Withdraw(Struct, tag_field="t", tag="withdraw"):
    pass


class Join(Struct, tag_field="t", tag="join"):
    """Play an open game; the token will hold the seat."""

    key: Key
    id: RoomName
    token: Token
    name: Name = ""
    profile: Token | None = None


class Follow(Struct, tag_field="t", tag="follow"):
    """Tell of these rooms, now and whenever something happens there; in place of those before."""

    rooms: Annotated[list[RoomName], Meta(max_length=60)]


class WatchList(Struct, tag_field="t", tag="watch_list"):
    """Tell which games anybody may watch, now and whenever that changes; or no longer."""

    on: bool


class Attend(Struct, tag_field="t", tag="attend"):
    """Tell when this tournament changes, in place of the one before; null: of none any more."""

    tournament: RoomName | None


HallSaid: TypeAlias = HallHello | Seek | Withdraw | Join | Follow | WatchList | Attend | Ping
_DECODER: msgspec.json.Decoder[HallSaid] = msgspec.json.Decoder(HallSaid)


def read(data: str | bytes) -> HallSaid | None:
    """A message of a client; None if it is none."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


class OpenGameTold(Struct):
    """Somebody looks for an opponent."""

    id: str
    game: str
    name: str
    experience: Experience
    clock: Mapping[str, int] | None
    options: Mapping[str, Any]
    """What was chosen beside the usual."""
    created: int
    rating: RatingTold | None
    """Of whoever looks, against people in this game; null where none is kept."""


class OpenGamesTold(Struct, tag_field="t", tag="open_games"):
    """All open games, the oldest first."""

    games: Sequence[OpenGameTold]


class Seeking(Struct, tag_field="t", tag="seeking"):
    """Yours is among the open games, under this id; null: no longer."""

    key: str | UnsetType
    id: str | None


class Matched(Struct, tag_field="t", tag="matched"):
    """There is a game for you: your token holds this seat."""

    room: str
    game: str
    seat: SeatName
    commit: str
    """What promises the secret of chance."""
    key: str | UnsetType = UNSET
    """Of the wish that it answers."""


class RoomsTold(Struct, tag_field="t", tag="rooms"):
    """Rooms that are followed, those of which there is something to tell."""

    rooms: Sequence[RoomInfo]
    gone: Sequence[str] = ()
    """Rooms that are no longer there."""


class WatchListTold(Struct, tag_field="t", tag="watch_list"):
    """Games that anybody may watch, the liveliest first."""

    rooms: Sequence[RoomInfo]


class TournamentChanged(Struct, tag_field="t", tag="tournament"):
    """The tournament that is attended is at this revision: who knows an older one asks for it."""

    id: str
    revision: int


HallTold: TypeAlias = (
    OpenGamesTold | Seeking | Matched | RoomsTold | WatchListTold | TournamentChanged | Refused | Pong | Error
)
