"""What a room remembers beside the record: who asks for what, and the room in which the rematch is played."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec

from triarii.core.contract import Turn
from triarii.core.records import NAMED_SEATS, SEAT_NAMES
from triarii.core.rematch import NO_GAMES, Score


class State(msgspec.Struct, frozen=True):
    """Stored with the room, so that a question survives a restart."""

    declined: int = 0
    """The number of the draw offer that was declined."""
    take_back: str = ""
    """The seat that asks to take back."""
    rematch: dict[str, str] = {}
    """The seats that want another game, each with the hash of its token there."""
    next: str = ""
    """The room of the next game."""
    keeps_seats: bool = False
    """Whether everybody has the same seat there, as where games hang together."""
    standing: dict[str, dict[str, str]] = {}
    """Standing answers by seat."""
    texts: tuple[str, ...] = ()
    """The seats that have said what they add to chance, be it nothing."""
    helped: bool = False
    """Whether an engine was asked what to do."""
    friends: bool = False
    """Whether these two have met by a link in a game before this one."""
    talk: tuple[str, ...] = ()
    """The seats that want to talk."""
    before: Score = NO_GAMES
    """The games before this one, if it is a rematch."""

    @property
    def taking_back(self) -> Turn | None:
        return NAMED_SEATS.get(self.take_back)

    def wants_rematch(self, seat: Turn) -> bool:
        return SEAT_NAMES[seat] in self.rematch

    def has_text(self, seat: Turn) -> bool:
        return SEAT_NAMES[seat] in self.texts

    def but(self, **changes: Any) -> State:
        return msgspec.structs.replace(self, **changes)

    def kept(self) -> dict[str, object]:
        return {**msgspec.structs.asdict(self), "before": asdict(self.before)}

    @classmethod
    def of(cls, kept: object) -> State:
        return msgspec.convert(kept, cls)
