"""Threads that only read the database, each with a connection of its own: no move waits for somebody who reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

T = TypeVar("T")
THREADS = 2


class Readers:
    """Answers questions in the order of asking, some at once, each by what is stored at that moment."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(THREADS, "triarii-reader")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, work)

    def close(self) -> None:
        self._threads.shutdown()
        self._engine.dispose()

    def _answer(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._read(work)
        except DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
            return self._read(work)  # the database was away for a moment, and all connections with it

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)
