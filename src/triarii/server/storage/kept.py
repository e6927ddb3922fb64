"""A room as it is kept: who sits where, what is told of it without a replay, its entries, and what a change adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from triarii.core.contract import SEATS, Turn
from triarii.core.records import SEAT_NAMES, Entry, Header
from triarii.core.texts import Message

PERSON = "person"
COMPUTER = "computer"
AT_ONCE = 0
"""Due now: a computer or chance is to act."""


@dataclass(frozen=True)
class Seat:
    """Who sits there, or may."""

    kind: str
    level: str = ""
    name: str = ""
    invitation: str = ""
    """The hash of the token that takes it."""
    holder: str = ""
    """The hash of the token that holds it."""
    profile: str = ""
    """The hash of the token of a profile: whose results this game is among; empty where nobody keeps any."""

    @property
    def taken(self) -> bool:
        return self.kind == COMPUTER or bool(self.holder)


@dataclass(frozen=True)
class Holder:
    """Who takes a seat: hashes of two tokens."""

    token: str
    profile: str = ""


@dataclass(frozen=True)
class RoomData:
    """A room as it is kept, without its entries."""

    id: str
    header: Header
    secret: str
    watch: str
    listed: bool
    seats: Mapping[Turn, Seat]
    clock: Mapping[str, int] | None
    created: int
    state: Mapping[str, object] = field(default_factory=dict)
    over: bool = False
    touched: int = 0
    version: int = 0
    turn: str = ""
    """Who is to act: first, second, chance, over; empty where only a replay can tell."""
    due: int | None = None
    """When something goes on by itself: None: it waits for people; 0: at once; else a moment in running time."""
    sum: str = ""
    """The checksum of the last entry."""
    revision: int = 0
    """How often the room was changed, by entries or otherwise."""
    taken_by: str = ""
    """The process that does what is due."""

    @property
    def due_at_first(self) -> int | None:
        """What is due in a room that is new; chance waits for what people add to it."""
        taken = all(seat.taken for seat in self.seats.values())
        thinking = {SEAT_NAMES[seat] for seat in SEATS if self.seats[seat].kind == COMPUTER}
        if self.turn in thinking or (not self.turn and (thinking or taken)):
            return AT_ONCE
        return None


@dataclass(frozen=True)
class Stored:
    """A room read back, with its game."""

    data: RoomData
    entries: Sequence[Entry]
    moments: Sequence[int]
    wishes: Mapping[tuple[Turn, str], int]


@dataclass(frozen=True)
class Ended:
    """How a game ended, for the results of those who keep them."""

    game: str
    seats: Mapping[Turn, Seat]
    winner: Turn | None
    rated: bool
    """Whether it says something of how well they play."""


@dataclass(frozen=True)
class Progress:
    """What one change adds to a room, stored whole or not at all."""

    room: str
    first: int
    """The number of the first new entry."""
    entries: Sequence[Entry]
    at: int
    wish: tuple[Turn, str, int] | None = None
    """Who wished it, the key, and the version that is answered."""
    state: Mapping[str, object] = field(default_factory=dict)
    over: bool = False
    turn: str = ""
    due: int | None = None
    before: str = ""
    """The checksum of the entry before the first new one."""
    revision: int = 0
    """Of the room upon which this was decided: if there is a newer one, nothing is stored."""
    ended: Ended | None = None
    """Of the change with which the game is over."""


class Overtaken(Exception):
    """Another process has changed the room meanwhile: nothing was stored; what was decided has to be decided again."""


class Gone(Exception):
    """The room is no longer there, or in the bin."""


class Damaged(Exception):
    """What is stored of a room is not what was written."""

    def __init__(self, room: str, reason: Message) -> None:
        super().__init__(f"{room}: {reason.key}")
        self.room = room
        self.reason = reason
