"""How much a server can do at most, on a file and on a PostgreSQL with one and more processes: moves a second when
every game moves as soon as it may, and how long a move waits at half of that. Beside it what idle games and idle
sockets hold of the memory, and whether a start takes longer with many stored games."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import crowd
from benchmarks.crowd import Game, Size, Storage, Tally
from benchmarks.processes import allow_files, cpu_of, cpu_of_family, memory_of
from benchmarks.served import planned, room_of
from benchmarks.stored import multiply
from tests import postgres
from triarii.server.settings import DATABASE

PROCESSES = (1, 2, 4)
"""That share a PostgreSQL, in turn."""


@dataclass(frozen=True)
class Course:
    """How much work there is."""

    games: int = 400
    moves: int = 22
    """Of each game, at most; a game that is over earlier stops."""
    seconds: float = 20.0
    """At half of what it can do."""
    warm_up: float = 5.0
    idle: int = 2_000
    """Games, and twice as many sockets, that do nothing."""
    stored: int = 100_000
    counted: tuple[float, float] = (0.1, 0.8)
    """From which share of all moves to which: at the beginning and in the end not all games are at it."""


SLOWER_START = 1.5
"""Times as many seconds of a processor that a start may take with very many stored games."""


@dataclass
class Race:
    """All moves of all games, as fast as they are accepted."""

    pid: int
    total: int
    counted: tuple[float, float]
    done: int = 0
    marks: list[tuple[int, float, float]] = field(default_factory=list)
    """Moves, moment and seconds of processors where counting begins and ends."""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def accepted(self) -> None:
        self.done += 1
        if self.done in (int(share * self.total) for share in self.counted):
            self.marks.append((self.done, time.monotonic(), cpu_of_family(self.pid)))
        if self.done == self.total:
            self.over.set()


@dataclass
class EagerGame(Game):
    """Moves again as soon as a move is accepted."""

    race: Race | None = None

    def heard(self, message: bytes | bytearray) -> None:
        if not message.startswith(b'{"t":"accepted"'):
            super().heard(message)
            return
        self.accepted += 1
        if self.race is not None:
            self.race.accepted()
        self.move()


def measure(course: Course | None = None, processes: Sequence[int] = PROCESSES) -> dict[str, object]:
    """All of it, one after the other on one machine; what can't be had here is skipped with a word."""
    course = course or Course()
    rows = [_row("file", course, None, None)]
    if postgres.is_there():
        rows += [row for number in processes for row in _on_postgres(course, number)]
    else:
        print("saturation: no PostgreSQL here, so it is not measured; make postgres installs it")
    return {"rows": rows, "idle": idle(course.idle), "start": start(course.stored), "cores": os.cpu_count()}


def missed(found: Mapping[str, Any]) -> list[str]:
    """What is not as it is promised; how fast a machine is, is not promised."""
    slow = [f"saturation, errors with {row['storage']}" for row in found["rows"] if row["errors"]]
    start = found["start"]
    if start["cpu_seconds"] > SLOWER_START * start["cpu_seconds_with_one"]:
        slow.append("saturation, a start with many stored games")
    return slow


def _on_postgres(course: Course, processes: int) -> list[dict[str, object]]:
    name = f"PostgreSQL, {processes} {'process' if processes == 1 else 'processes'}"
    with postgres.running(durable=True) as database:
        two = (Storage(database.new_database(), processes) for _ in range(2))  # each crowd finds it empty
        return [_row(name, course, next(two), next(two))]


def _row(name: str, course: Course, first: Storage | None, second: Storage | None) -> dict[str, object]:
    at_most = saturate(course, first)
    rate = float(str(at_most["moves_a_second"])) / 2
    size = Size(course.games, course.games / rate, course.warm_up, course.seconds)
    half = crowd.measure(size, second)
    row = {"storage": name, **at_most, "p50_ms_at_half": half["p50_ms"], "p99_ms_at_half": half["p99_ms"]}
    row["errors"] = int(str(row["errors"])) + int(str(half["errors"]))
    print(f"saturation, {row}")
    return row


def saturate(course: Course, storage: Storage | None = None) -> dict[str, object]:
    """Moves a second and milliseconds of a processor a move, when every game moves as soon as it may."""
    allow_files(3 * course.games + 200)
    tally = Tally()
    games = [EagerGame(number, planned(number, course.moves), tally, 0.0) for number in range(course.games)]
    with crowd.work_folder() as folder, crowd.served(folder, storage) as (process, address):
        crowd.open_rooms(games, address)
        gc.collect()
        race = Race(process.pid, sum(len(game.plan) for game in games), course.counted)
        asyncio.run(_run(games, race, address))
        tally.errors += crowd.lost(games, address)
        said = (folder / "errors.txt").read_text()
    for error in (*tally.errors[:10], *said.splitlines()[:10]):
        print(error)
    (moves, began, cpu), (moves_then, ended, cpu_then) = race.marks
    return {
        "games": course.games,
        "moves": moves_then - moves,
        "moves_a_second": round((moves_then - moves) / (ended - began)),
        "cpu_ms_a_move": round(1000 * (cpu_then - cpu) / (moves_then - moves), 2),
        "errors": len(tally.errors) + bool(said),
    }


async def _run(games: Sequence[EagerGame], race: Race, address: str) -> None:
    await crowd.take_seats(games, address)
    for game in games:
        game.race = race
        game.move()
    async with asyncio.timeout(crowd.PATIENCE):
        await race.over.wait()
    await crowd.leave(games)


def idle(number: int) -> dict[str, object]:
    """What so many games without guests hold of the memory, and what their sockets hold beside that."""
    allow_files(3 * number + 200)
    games = [Game(each, [], Tally(), 0.0) for each in range(number)]
    with crowd.work_folder() as folder, crowd.served(folder) as (process, address):
        crowd.open_rooms(games[:1], address)  # what the first one has loaded is nobody's
        empty = memory_of(process.pid)[0]
        crowd.open_rooms(games[1:], address)
        with_games = memory_of(process.pid)[0]
        with_sockets = asyncio.run(_memory_with_sockets(games, address, process.pid))
    found: dict[str, object] = {
        "games": number,
        "kb_a_game": round((with_games - empty) / number / 1024, 1),
        "kb_a_socket": round((with_sockets - with_games) / (2 * number) / 1024, 1),
    }
    print(f"idle: {found}")
    return found


async def _memory_with_sockets(games: Sequence[Game], address: str, pid: int) -> int:
    await crowd.take_seats(games, address)
    held = memory_of(pid)[0]
    await crowd.leave(games)
    return held


def start(stored: int) -> dict[str, object]:
    """What a start takes until the port answers, with one stored game and with very many."""
    with crowd.work_folder() as folder:
        with crowd.served(folder) as (_, address):
            crowd.open_rooms([Game(0, [], Tally(), 0.0)], address)
        few = _started(folder)
        multiply(folder / DATABASE, room_of(0), stored)
        many = _started(folder)
    found = {"games": stored, **{f"{name}_with_one": value for name, value in few.items()}, **many}
    print(f"start: {found}")
    return found


def _started(folder: Path) -> dict[str, object]:
    began = time.monotonic()
    with crowd.served(folder) as (process, _):
        seconds = time.monotonic() - began
        cpu = cpu_of(process.pid)
        return {"seconds": round(seconds, 2), "cpu_seconds": round(cpu, 2), "mb": memory_of(process.pid)[0] >> 20}
