"""The one thread that writes to the database. Jobs that wait together share a transaction and one wait for the disk."""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from triarii.server.storage.troubles import Troubles

T = TypeVar("T")
MOST_TOGETHER = 256
"""Jobs in one transaction."""


class Closed(RuntimeError):
    """The writer has ended; nothing was done."""


@dataclass(frozen=True)
class _Job:
    work: Callable[..., Any]
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    items: tuple[Any, ...] = ()
    """Of work that is done for many items at once; empty for work by itself."""


@dataclass(frozen=True)
class _Failed:
    reason: BaseException


class Writer:
    """Runs jobs in the order of asking. A job may be run again when another one of its transaction fails."""

    def __init__(self, engine: Engine, troubles: Troubles | None = None) -> None:
        self._engine = engine
        self._troubles = troubles or Troubles()
        self.on_commit: Callable[[Connection], None] = lambda _: None
        """Called within every transaction, as its last act."""
        self.committed: Callable[[], None] = lambda: None
        """Called after every transaction that is on the disk."""
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="triarii-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What the job gives, after its transaction is on the disk."""
        found: T = await self._ask(work)
        return found

    async def add(self, work: Callable[[Connection, Sequence[T]], None], item: T) -> None:
        """Have the work done for this item, in one go with all that wait beside it; back when it is on the disk."""
        await self._ask(work, item)

    async def _ask(self, work: Callable[..., Any], *items: Any) -> Any:
        if self._closed:
            raise Closed
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        self._waiting.put(_Job(work, answer, loop, items))
        return await answer

    def close(self) -> None:
        """Do what was asked so far, then end."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        ended = False
        while not ended:
            first = self._waiting.get()
            if first is None:
                return
            jobs = [first]
            while len(jobs) < MOST_TOGETHER and not ended:
                try:
                    job = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    ended = True
                else:
                    jobs.append(job)
            self._answer(jobs, self._results(jobs))

    def _results(self, jobs: Sequence[_Job], tried: bool = False) -> list[Any]:
        try:
            with self._engine.begin() as connection:
                done = _done(connection, jobs)
                self.on_commit(connection)
        except BaseException as problem:
            self._troubles.failed(problem)
            if len(jobs) == 1:
                # Whether it was stored nobody knows; what is stored is never stored twice, so it is tried again.
                again = not tried and isinstance(problem, DBAPIError) and problem.connection_invalidated
                return self._results(jobs, tried=True) if again else [_Failed(problem)]
        else:
            self.committed()
            self._troubles.written()
            return done
        # One of them failed, and nothing of the others is stored: each by itself.
        return [self._results([job])[0] for job in jobs]

    @staticmethod
    def _answer(jobs: Sequence[_Job], results: Sequence[Any]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for job, result in zip(jobs, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job.answer, result))
        for loop, answers in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, answers)


def _done(connection: Connection, jobs: Sequence[_Job]) -> list[Any]:
    """What each job gives, in their order; work for items is done once for those that wait side by side."""
    results: list[Any] = []
    for (work, many), group in itertools.groupby(jobs, key=lambda job: (job.work, bool(job.items))):
        same = list(group)
        if many:
            work(connection, [item for job in same for item in job.items])
            results += [None] * len(same)
        else:
            results += [work(connection) for _ in same]
    return results


def _resolve(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, result in answers:
        if answer.done():
            continue  # whoever asked has gone
        if isinstance(result, _Failed):
            answer.set_exception(result.reason)
        else:
            answer.set_result(result)
