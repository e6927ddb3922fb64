"""What differs between a file, which one process has for itself, and a PostgreSQL that many processes share.

`Store` asks for it here and knows no further difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection, Engine

from triarii.core.contract import Turn


@dataclass(frozen=True)
class Time:
    """For how long servers have run on a database, and what is known of the clock."""

    ran: int
    last: int = 0
    """The last moment at which one is known to have run; 0 where nobody can tell a wrong clock by it."""
    now: int | None = None
    """What the clock of the database shows, where all go by that."""


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player lets the others of a room know; it is passed on and stored nowhere."""

    room: str
    seat: int
    emote: str = ""
    text: str = ""


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What another process tells all others, each thing after it is stored."""

    by: str
    rooms: dict[str, int] = {}
    """The revisions of rooms that it has changed."""
    whole: dict[str, msgspec.Raw] = {}
    """Those of the changes that are short, as advancing.Change: who knows the room as it was need not read it."""
    due: bool = False
    """Whether a computer is to act in one of them, and nobody has taken that."""
    seats: list[str] = []
    """Rooms in which somebody came or went."""
    spent: dict[str, dict[str, int]] = {}
    """How much of a limit clients have used up there: by limit, then by client."""
    remarks: list[Remark] = []
    open_games: bool = False
    """Whether somebody looks for an opponent, or no longer."""
    tournaments: list[str] = []
    """Those that have changed."""
    missed: bool = False
    """Nobody was heard for a while: anything may have happened."""


@dataclass(frozen=True)
class Ears:
    """Who is told what others say, from any thread."""

    heard: Callable[[Heard], None]
    time: Callable[[Time], None]
    """The time by the database, asked for again and again."""
    forgotten: Callable[[], None]
    """The others took this process for dead: whoever is connected here has to be told of again."""


@dataclass
class Changes:
    """What one transaction tells the others when it is stored."""

    rooms: dict[str, int] = field(default_factory=dict)
    whole: dict[str, bytes] = field(default_factory=dict)
    due: bool = False
    seats: list[str] = field(default_factory=list)
    spent: dict[str, dict[str, int]] = field(default_factory=dict)
    open_games: bool = False
    remarks: list[Remark] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)


class Database(ABC):
    """A database behind an engine that can write."""

    process = ""
    """The name of this process among those that share the database; empty where it is alone."""
    shared = False
    """Whether other processes change rooms too."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @abstractmethod
    def reading(self) -> Engine:
        """An engine for the same database whose connections can't write, and see one moment each time."""

    @abstractmethod
    def time(self, connection: Connection) -> Time:
        """How long servers have run, when this one begins."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def keep_time(self, times: Callable[[], tuple[int, int]]) -> None:
        """From now on these tell running time and moment."""

    @abstractmethod
    def on_commit(self, connection: Connection) -> None:
        """The last act of every transaction."""

    @abstractmethod
    def committed(self) -> None:
        """A transaction is on the disk."""

    @abstractmethod
    def listen(self, ears: Ears) -> None:
        """From now on let the others be heard."""

    @abstractmethod
    def stop_listening(self) -> None:
        """Hear nothing more, and say no more that this process lives."""

    @abstractmethod
    def tell(self, connection: Connection, changes: Changes) -> None:
        """Have the others told when this transaction is stored."""

    @abstractmethod
    def take_due(self, connection: Connection, until: int, thinks: bool, busy: Sequence[str]) -> str | None:
        """A room in which something was due by then that no other living process has taken, and that is not among those
        with which this one is busy; now this one has it. None if there is none."""

    @abstractmethod
    def sit(self, connection: Connection, room: str, seat: Turn, here: bool) -> None:
        """Note that a seat is connected to this process, or no longer."""

    @abstractmethod
    def connected(self, connection: Connection, room: str) -> Mapping[Turn, str]:
        """The seats of a room that are connected, each with its process, as far as others would have to know."""

    @abstractmethod
    def leave(self, connection: Connection) -> None:
        """This process ends: what it has taken is free for others."""
