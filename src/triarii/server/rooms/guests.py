"""Who is connected to a room: a guest looks with one eye, speaks one language and may hold a seat."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from triarii.core.contract import Eye, Turn


class Guest(Protocol):
    """One connection. Sending never waits: what can't be sent in time closes it."""

    eye: Eye
    lang: str
    token: str
    address: str
    """Where it comes from; only to count how much one client asks."""
    wordy: bool
    """Whether it wants every position in words too."""
    looks_ahead: bool
    """Whether it wants to be told all that can be chosen next, as soon as it is its turn."""
    shared: bool
    """Whether both players look at its screen: then sentences name them, and speak to neither."""

    @property
    def seat(self) -> Turn | None:
        """None: a watcher."""
        ...

    def send(self, message: bytes) -> None: ...
    def close(self, code: int) -> None: ...


class Joined(Enum):
    """What became of a guest who wants to come in."""

    IN = "in"
    FULL = "full"
    """Too many are watching."""
    CLOSED = "closed"
    """The room was closed meanwhile and has to be opened again."""
