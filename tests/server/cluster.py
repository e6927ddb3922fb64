"""Servers behind a proxy and thinkers, all on one PostgreSQL, and whatever can happen to any of them."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from random import Random

from tests.postgres import Postgres, running
from tests.server.proxy import Proxy
from tests.server.serving import Nursery, free_port

LONGEST_PAUSE = 1.0
"""Seconds for which a process may stand still: long enough that clients give it up."""
LONGEST_ABSENCE = 0.3
"""Seconds until somebody starts again what has gone."""


class Trouble(StrEnum):
    """What can happen."""

    SERVER_KILLED = "server_killed"
    SERVER_PAUSED = "server_paused"
    THINKER_KILLED = "thinker_killed"
    THINKER_PAUSED = "thinker_paused"
    CABLE_CUT = "cable_cut"
    DATABASE_RESTARTED = "database_restarted"
    DATABASE_CRASHED = "database_crashed"


class Cluster:
    """So many servers, who leave it to the thinkers to think; `address` leads to any of them."""

    def __init__(self, data: Path, postgres: Postgres, servers: int, thinkers: int) -> None:
        self._data = data
        self._postgres = postgres
        self._database = postgres.new_database()
        self._nursery = Nursery()
        self.ports = [free_port() for _ in range(servers)]
        self._servers = {port: self._serve(port) for port in self.ports}
        self._thinkers = [self._nursery.think(data, self._database) for _ in range(thinkers)]
        self._proxy = Proxy(self.ports)
        self.happened: Counter[Trouble] = Counter()

    @property
    def address(self) -> str:
        return self._proxy.address

    @property
    def addresses(self) -> list[str]:
        """Of each server, past the proxy."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def suffer(self, trouble: Trouble, rng: Random) -> None:
        """Let it happen to somebody; back when all are there again."""
        port, thinker = rng.choice(self.ports), rng.randrange(len(self._thinkers))
        away = rng.uniform(0, LONGEST_ABSENCE)
        match trouble:
            case Trouble.SERVER_KILLED:
                self._nursery.kill(self._servers[port])
                time.sleep(away)
                self._servers[port] = self._serve(port)
            case Trouble.SERVER_PAUSED:
                _pause(self._servers[port], rng)
            case Trouble.THINKER_KILLED:
                self._nursery.kill(self._thinkers[thinker])
                self._thinkers[thinker] = self._nursery.think(self._data, self._database)
            case Trouble.THINKER_PAUSED:
                _pause(self._thinkers[thinker], rng)
            case Trouble.CABLE_CUT:
                self._proxy.cut(port)
            case Trouble.DATABASE_RESTARTED | Trouble.DATABASE_CRASHED:
                self._postgres.stop(signal.SIGINT if trouble is Trouble.DATABASE_RESTARTED else signal.SIGQUIT)
                time.sleep(away)
                self._postgres.start()
        self.happened[trouble] += 1

    def close(self) -> None:
        self._nursery.close()
        self._proxy.close()

    def _serve(self, port: int) -> int:
        return self._nursery.serve(self._data, port, self._database, thinks=False)


def _pause(process: int, rng: Random) -> None:
    os.kill(process, signal.SIGSTOP)
    time.sleep(rng.uniform(0, LONGEST_PAUSE))
    os.kill(process, signal.SIGCONT)


@contextmanager
def cluster(data: Path, servers: int, thinkers: int) -> Iterator[Cluster]:
    """With a PostgreSQL of its own, that may go down."""
    with running() as postgres:
        made = Cluster(data, postgres, servers, thinkers)
        try:
            yield made
        finally:
            made.close()
