"""A crowd at the server: many games at once, a move in each every two seconds; how long until a move is accepted?

The clients are light, for they share the machine with what they measure: planned games, one process, bare sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import figures
from benchmarks.processes import MEGABYTE, allow_files, cpu_of, cpu_of_family, memory_of
from benchmarks.served import KINDS, Move, planned, room_of

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
"""First bytes of frames."""
NO_MASK = b"\0\0\0\0"
"""A client must mask what it sends; with zeros it stays what it is."""
AT_ONCE = 32
"""Sockets that are opened together."""
PATIENCE = 600.0


@dataclass(frozen=True)
class Size:
    """How large a crowd, and for how long."""

    games: int = 1_000
    every: float = 2.0
    """Seconds between two moves of a game."""
    warm_up: float = 10.0
    """Seconds of play before anything is counted."""
    seconds: float = 30.0

    @property
    def moves(self) -> int:
        """Moves that a game can need."""
        return int((self.warm_up + self.seconds) / self.every) + 2


@dataclass(frozen=True)
class Storage:
    """A PostgreSQL in place of the file, and how many processes share it."""

    database_url: str
    processes: int = 1


@dataclass
class Tally:
    """What happened while it counted."""

    begun: float = 0.0
    until: float = float("inf")
    waits: list[float] = field(default_factory=list)
    """Seconds from each move to its acceptance."""
    errors: list[str] = field(default_factory=list)


@dataclass
class Game:
    """One game, which plays its plan by the clock."""

    number: int
    plan: list[Move]
    tally: Tally
    every: float
    tokens: tuple[str, str] = field(default_factory=lambda: (secrets.token_urlsafe(16), secrets.token_urlsafe(16)))
    seats: list[Client] = field(default_factory=list)
    made: int = 0
    """Moves that were sent."""
    accepted: int = 0
    sent: float = 0.0
    due: float = 0.0
    late: bool = False

    def begin(self, at: float) -> None:
        self.due = at
        asyncio.get_running_loop().call_at(at, self.move)

    def move(self) -> None:
        """A move that waited for the acceptance of the one before is late: its time counts from when it was due."""
        loop = asyncio.get_running_loop()
        if self.made > self.accepted or self.made >= len(self.plan) or loop.time() >= self.tally.until:
            return
        move = self.plan[self.made]
        self.made += 1
        self.sent = self.due if self.late else loop.time()
        self.seats[move.seat].say(t="act", key=f"move{self.made}", version=move.version, action=move.action)

    def heard(self, message: bytes | bytearray) -> None:
        """Only heads are looked at: to read it all is not what is measured."""
        if message.startswith(b'{"t":"accepted"'):
            now = asyncio.get_running_loop().time()
            self.accepted += 1
            if self.tally.begun <= self.sent:
                self.tally.waits.append(now - self.sent)
            self.due += self.every
            self.late = now > self.due
            asyncio.get_running_loop().call_at(self.due, self.move)
        elif message.startswith((b'{"t":"refused"', b'{"t":"error"')):
            self.tally.errors.append(f"{room_of(self.number)}: {message[:300].decode()}")


class Client(asyncio.Protocol):
    """One seat: a WebSocket, by hand."""

    def __init__(self, game: Game, seat: int, host: str) -> None:
        self.game = game
        self.seat = seat
        self.host = host
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.leaving = False
        self._unread = bytearray()
        self._upgraded = False

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        wishes = {
            "Host": self.host,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dHJpYXJpaSBtZWFzdXJlZA==",
            "Sec-WebSocket-Protocol": "triarii.1",
        }
        lines = [f"GET /api/rooms/{room_of(self.game.number)}/socket HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in wishes.items()]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._upgraded:
            head, end, rest = self._unread.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.fail(head[:100].decode())
                return
            self._upgraded, self._unread = True, rest
            # Half of the games are in two languages.
            lang = "de" if self.game.number // len(KINDS) % 2 and self.seat else "en"
            self.say(t="hello", token=self.game.tokens[self.seat], lang=lang, seen=None)
        for kind, message in self._frames():
            if kind == TEXT:
                awaited = message.startswith(b'{"t":"welcome"') and b'"text":"awaited"' in message
                if awaited:  # the plan knows what falls if nobody adds anything to chance
                    self.say(t="text", text="")
                elif message.startswith((b'{"t":"welcome"', b'{"t":"text"')) and not self.welcomed.done():
                    self.welcomed.set_result(None)
                self.game.heard(message)
            elif kind == PING:
                self.transport.write(frame(PONG, bytes(message)))
            elif kind == CLOSE and not self.leaving:
                self.fail(f"closed by the server: {int.from_bytes(message[:2], 'big')}")

    def _frames(self) -> Iterator[tuple[int, bytearray]]:
        unread = self._unread
        while len(unread) >= 2:
            start, length = 2, unread[1]
            if length >= 126:
                start = 4 if length == 126 else 10
                length = int.from_bytes(unread[2:start], "big")
            if len(unread) < start + length:
                return
            kind, message = unread[0], unread[start : start + length]
            del unread[: start + length]
            yield kind, message

    def say(self, **message: object) -> None:
        self.transport.write(frame(TEXT, json.dumps(message).encode()))

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.leaving:
            self.fail(f"lost: {problem}")

    def leave(self) -> None:
        self.leaving = True
        self.transport.close()

    def fail(self, what: str) -> None:
        self.game.tally.errors.append(f"{room_of(self.game.number)}: {what}")
        if not self.welcomed.done():
            self.welcomed.set_result(None)


def frame(kind: int, message: bytes) -> bytes:
    """As a client sends it."""
    if len(message) < 126:
        return bytes((kind, 0x80 | len(message))) + NO_MASK + message
    return bytes((kind, 0x80 | 126)) + len(message).to_bytes(2, "big") + NO_MASK + message


def measure(size: Size | None = None, storage: Storage | None = None) -> dict[str, object]:
    """Start a server, let the crowd play, and tell how it went."""
    size = size or Size()
    allow_files(3 * size.games + 200)
    tally = Tally()
    games = [Game(number, planned(number, size.moves), tally, size.every) for number in range(size.games)]
    with work_folder() as folder, served(folder, storage) as (process, address):
        open_rooms(games, address)
        gc.collect()
        gc.freeze()
        spent = asyncio.run(_play(games, size, tally, address, process.pid))
        gc.unfreeze()
        tally.errors += lost(games, address)
        memory = memory_of(process.pid)
        return _measured(size, tally, spent, memory, Path(folder, "errors.txt").read_text())


async def _play(games: list[Game], size: Size, tally: Tally, address: str, pid: int) -> tuple[float, float]:
    """The share of a processor that the server and this process took while it counted."""
    loop = asyncio.get_running_loop()
    await take_seats(games, address)
    rng, now = Random(0), loop.time() + 0.1
    for game in games:
        game.begin(now + rng.uniform(0, size.every))
    tally.begun, tally.until = now + size.warm_up, now + size.warm_up + size.seconds
    await asyncio.sleep(tally.begun - loop.time())
    before = (cpu_of_family(pid), cpu_of(os.getpid()))
    await asyncio.sleep(tally.until - loop.time())
    after = (cpu_of_family(pid), cpu_of(os.getpid()))
    spent = tuple((now - was) / size.seconds for now, was in zip(after, before, strict=True))
    deadline = loop.time() + PATIENCE
    while any(game.made > game.accepted for game in games) and loop.time() < deadline:
        await asyncio.sleep(0.05)
    tally.errors += [f"{room_of(game.number)}: no answer" for game in games if game.made > game.accepted]
    await leave(games)
    return spent[0], spent[1]


async def take_seats(games: Sequence[Game], address: str) -> None:
    """Two sockets for every game, when all are welcomed."""
    loop = asyncio.get_running_loop()
    host, _, port = address.rpartition(":")
    seats = [(game, seat) for game in games for seat in (0, 1)]
    for at in range(0, len(seats), AT_ONCE):
        opened = [
            loop.create_connection(partial(Client, game, seat, address), host, int(port))
            for game, seat in seats[at : at + AT_ONCE]
        ]
        clients = [client for _, client in await asyncio.gather(*opened)]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(client.welcomed for client in clients))
        for client in clients:
            client.game.seats.append(client)


async def leave(games: Sequence[Game]) -> None:
    for game in games:
        for client in game.seats:
            client.leave()
    await asyncio.sleep(0.2)


def open_rooms(games: Sequence[Game], address: str) -> None:
    """A room for each; by one connection, so that one process numbers them all."""
    with contextlib.closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as asking:
        for game in games:
            name, options = KINDS[game.number % len(KINDS)]
            first, second = ({"kind": "person", "token": token} for token in game.tokens)
            body = json.dumps({"game": name, "options": options, "seats": {"first": first, "second": second}})
            asking.request("POST", "/api/rooms", body, {"Content-Type": "application/json"})
            answer = asking.getresponse()
            reply = answer.read()
            if answer.status != 201 or json.loads(reply)["room"] != room_of(game.number):
                raise SystemExit(f"A room could not be opened: {reply.decode()}")


def lost(games: Sequence[Game], address: str) -> list[str]:
    """Rooms that do not stand where they should after so many accepted moves."""
    wrong = []
    with contextlib.closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as asking:
        for game in games:
            asking.request("GET", f"/api/rooms/{room_of(game.number)}")
            room = json.loads(asking.getresponse().read())
            least = game.plan[game.accepted - 1].version + 1 if game.accepted else 0
            most = game.plan[game.made].version if game.made < len(game.plan) else room["version"]
            if not least <= room["version"] <= most:
                wrong.append(f"{room_of(game.number)}: at version {room['version']}, not {least} to {most}")
    return wrong


@contextlib.contextmanager
def work_folder() -> Iterator[Path]:
    """On the disk that people's games would be on, not in memory."""
    figures.WORK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=figures.WORK) as folder:
        yield Path(folder)


@contextlib.contextmanager
def served(folder: Path, storage: Storage | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a folder, and its address."""
    more = [] if storage is None else [storage.database_url, str(storage.processes)]
    with (folder / "errors.txt").open("w") as errors:
        command = [sys.executable, "-m", "benchmarks.served", str(folder), *more]
        process = subprocess.Popen(command, cwd=figures.ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        address = ""
        for line in process.stdout:
            found = re.search(r"http://(\S+)", line)
            address = address or (found[1] if found else "")
            if "Ctrl-C" in line:
                break
        else:
            raise SystemExit((folder / "errors.txt").read_text())
        yield process, address
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _measured(
    size: Size, tally: Tally, spent: tuple[float, float], memory: tuple[int, int], said: str
) -> dict[str, object]:
    for error in (*tally.errors[:10], *said.splitlines()[:10]):
        print(error)
    waits = sorted(tally.waits) or [float("inf")]
    at = {name: round(1000 * waits[int(share * (len(waits) - 1))], 1) for name, share in SHARES.items()}
    return {
        "games": size.games,
        "sockets": 2 * size.games,
        "every_seconds": size.every,
        "seconds": size.seconds,
        "moves": len(tally.waits),
        **at,
        "memory_mb": round(memory[0] / MEGABYTE),
        "most_memory_mb": round(memory[1] / MEGABYTE),
        "server_cpu": round(spent[0], 2),
        "clients_cpu": round(spent[1], 2),
        "errors": len(tally.errors) + bool(said),
    }


SHARES = {"p50_ms": 0.5, "p90_ms": 0.9, "p99_ms": 0.99, "slowest_ms": 1.0}
