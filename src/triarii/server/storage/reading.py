"""Threads that only read the database, each with a connection of its own: no move waits for somebody who reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event

T = TypeVar("T")
THREADS = 2
PRAGMAS = ("query_only=ON", "busy_timeout=10000")


class Readers:
    """Answers questions in the order of asking, some at once, each by what is stored at that moment."""

    def __init__(self, engine: Engine) -> None:
        self._engine = _reading(engine)
        self._threads = ThreadPoolExecutor(THREADS, "triarii-reader")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, work)

    def close(self) -> None:
        self._threads.shutdown()
        self._engine.dispose()

    def _answer(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)


def _reading(engine: Engine) -> Engine:
    """An engine for the same database whose connections can't write."""
    reading = create_engine(engine.url)
    if reading.dialect.name == "sqlite":

        @event.listens_for(reading, "connect")
        def settle(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # we begin transactions ourselves, below
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(reading, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")  # all that one question reads is of one moment

    return reading
