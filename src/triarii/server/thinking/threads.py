"""A fair pool of threads for what needs the game itself and takes its time, such as to replay it, to carry out an order
of a battle or to tell it: beside the event loop, so that nobody else waits.

Whoever finds all places taken waits in line; the lines of all askers are served in turn, and no asker gets all places.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")
MOST = max(3, min(8, os.cpu_count() or 2))
"""Threads at work at once in the whole server."""


NAME = "fair-threads"
"""Of the threads, to tell them from others."""


class Slot:
    """One thread, for one question after another."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self.running: Future[Any] | None = None

    async def run(self, question: Callable[[], T]) -> T:
        self.running = running = self._threads.submit(question)
        return await asyncio.wrap_future(running)


class FairThreads:
    """Threads that answer, in turn for all who ask: an asker is whatever the caller calls so, such as an address."""

    def __init__(self, most: int = MOST) -> None:
        self._free = most
        self._share = max(1, most - 1)
        """Places that one asker may have."""
        self._threads = ThreadPoolExecutor(most, NAME)
        self._taken: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Who waits, by asker; whose line stands first is served next."""

    @asynccontextmanager
    async def slot(self, asker: str = "") -> AsyncIterator[Slot]:
        """A thread, when there is one free: what is asked may be settled only then."""
        await self._wait(asker)
        slot = Slot(self._threads)
        try:
            yield slot
        finally:
            running = slot.running
            if running is None or running.done():
                self._leave(asker)
            else:  # nobody waits for the answer any more, but the thread still thinks
                loop = asyncio.get_running_loop()
                running.add_done_callback(lambda _: self._leave_later(loop, asker))

    async def answer(self, question: Callable[[], T], asker: str = "") -> T:
        async with self.slot(asker) as slot:
            return await slot.run(question)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, asker: str) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(waiting)
        self._call_next()
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # it was called in the same moment
                self._leave(asker)
            raise

    def _leave(self, asker: str) -> None:
        self._free += 1
        self._taken[asker] -= 1
        if not self._taken[asker]:
            del self._taken[asker]
        self._call_next()

    def _leave_later(self, loop: asyncio.AbstractEventLoop, asker: str) -> None:
        """From the thread itself; a loop that has ended needs no places."""
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._leave, asker)

    def _call_next(self) -> None:
        while self._free:
            asker = next((each for each in self._lines if self._taken[each] < self._share), None)
            if asker is None:
                return
            line = self._lines.pop(asker)
            while line and line[0].done():  # gave up waiting
                line.popleft()
            if not line:
                continue
            line.popleft().set_result(None)
            self._free -= 1
            self._taken[asker] += 1
            if line:
                self._lines[asker] = line
