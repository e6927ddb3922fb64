"""The desk for questions that take their time: some are answered at once, beside the event loop, so that nobody else
waits.

A question is asked of a position, which never changes; so it needs no lock while it is thought through.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
MOST = max(2, min(8, os.cpu_count() or 2))
"""Questions that are thought through at once in the whole house."""


class Desk:
    """Threads that answer; whoever finds them all taken waits in line."""

    def __init__(self, most: int = MOST) -> None:
        self._places = asyncio.Semaphore(most)
        self._threads = ThreadPoolExecutor(most, "desk")

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place at the desk, when there is one: what is asked may be settled only then."""
        async with self._places:
            yield

    async def think(self, question: Callable[[], T]) -> T:
        """The answer, for whoever has a place."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question)

    async def answer(self, question: Callable[[], T]) -> T:
        async with self.place():
            return await self.think(question)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
