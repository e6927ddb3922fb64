"""How a server is set up: where it listens, where it keeps its rooms, and how much anybody may ask of it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

Network: TypeAlias = IPv4Network | IPv6Network
DATA = "TRIARII_DATA"
"""Names the data folder in the environment."""
DATABASE = "rooms.sqlite"
KEY = "server.key"
PORT = 8000
LAST_PORT = 65_535
DAY = 86_400_000
PACE = 4
"""How much faster than it may go on for a minute something may be begun."""


class LogFormat(StrEnum):
    """How the lines of the log look."""

    PLAIN = "plain"
    JSON = "json"


@dataclass(frozen=True)
class Limits:
    """What one client may ask for; a second one that asks more has to wait or is sent away."""

    message_bytes: int = 16_384
    body_bytes: int = 262_144
    options_bytes: int = 65_536
    """Of the options of a new room, own contents such as a scenario among them."""
    record_bytes: int = 4_194_304
    hello_seconds: float = 5.0
    hellos_a_second: float = 25.0
    """Of one address, and sockets that are opened; more at once wait their turn, so that nobody else has to. So do new
    rooms and studies, at some times the pace that they may keep up."""
    begun_at_once: int = 2
    """Hellos, new rooms or studies of one address that need not wait for each other."""
    messages_a_second: float = 30.0
    messages_at_once: int = 120
    rooms_a_minute: float = 60.0
    studies_a_minute: float = 600.0
    claims_a_minute: float = 120.0
    mails_a_minute: float = 3.0
    """Letters that one address can have sent, to ask whether an address of e-mail is right."""
    unsent_messages: int = 256
    """How many messages may wait for a slow client before it is closed."""
    unsent_bytes: int = 4_194_304
    """How many bytes may wait for it, beside the message that is being sent."""
    unsent_bytes_in_all: int = 268_435_456
    """How much all clients together may leave unread; above it whoever holds most is closed."""
    unread_seconds: float = 60.0
    """Whoever has something to read and reads nothing for so long is closed."""
    sockets: int = 10_000
    sockets_a_room: int = 200
    """Of those who watch; a seat always gets in."""
    entries_a_room: int = 20_000
    """After so many only what ends the game is taken."""
    rooms: int = 200_000
    """That are kept in all."""
    open_rooms: int = 20_000
    """That are in memory at once; those where nobody is and nothing goes on make room first."""
    disk_bytes: int = 20_000_000_000
    free_disk_bytes: int = 64_000_000
    """What must be left on the disk for new rooms; games under way may use it."""
    memory_bytes: int = 3_000_000_000
    """Of the server itself; above it new rooms have to wait."""
    connections: int = 11_000
    """In all: sockets, and what asks."""
    connections_an_address: int = 256
    """Connections from one address, sockets among them; more are closed at once."""
    head_bytes: int = 32_768
    head_seconds: float = 10.0
    """From the beginning of a connection or of a request to the end of its headers."""
    body_seconds: float = 60.0
    """From there to the end of its body."""

    @property
    def rooms_a_second(self) -> float:
        return PACE * self.rooms_a_minute / 60

    @property
    def studies_a_second(self) -> float:
        return PACE * self.studies_a_minute / 60


@dataclass(frozen=True)
class Settings:
    """One server."""

    data: Path
    host: str = "127.0.0.1"
    port: int = PORT
    public_url: str = ""
    workers: int = 0
    """Processes that think; 0: as many as suit this machine."""
    keep_days: int = 90
    """Rooms that nobody touched for so long are put away."""
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[Network, ...] = ()
    """Whose word is taken for whom they ask."""
    strict_port: bool = False
    """Whether a taken port is an error; with a public address it is, for a proxy looks for us there."""
    database_url: str = ""
    """A PostgreSQL that keeps the rooms in place of the file; other processes may share it."""
    processes: int = 1
    """That serve side by side; more than one need a database that they can share."""
    thinks: bool = True
    """Whether computers' moves are thought of here, and not left to `triarii think`."""
    metrics_port: int = 0
    """Where figures for Prometheus are told; 0: nowhere."""
    metrics_host: str = "127.0.0.1"
    log: LogFormat = LogFormat.PLAIN
    push: bool = True
    """Whether browsers may ask to be told of turns while no page is open."""
    push_to_private: bool = False
    """Whether a browser's push service may lie in this server's own network."""
    smtp: str = ""
    """The mail server by which people are told who asked for it; empty: no mail is sent."""
    mail_from: str = ""
    """Whose letters these are."""
    notice_seconds: float = 60.0
    """How long a turn lasts before its player is told, if not at the table."""

    @property
    def needs_its_port(self) -> bool:
        return self.strict_port or bool(self.public_url)

    @property
    def path_before(self) -> str:
        """Below which path of its site all of this lies; empty where the public address has none."""
        return urlsplit(self.public_url).path

    @property
    def database(self) -> Path:
        return self.data / DATABASE

    @property
    def key(self) -> Path:
        """The file of the key that seals records."""
        return self.data / KEY

    @property
    def move_workers(self) -> int:
        return self.workers or max(1, min(8, (os.cpu_count() or 2) - 1) // self.processes)

    @property
    def study_workers(self) -> int:
        """Processes for long studies: fewer than those for moves, which come first."""
        return max(1, self.move_workers // 2)


def data_folder() -> Path:
    """Where this user's games are kept, by the custom of the system."""
    named = os.environ.get(DATA)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Triarii"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Triarii"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "triarii"
