"""Worker processes that think for computer seats, hints and study, so that the server itself never waits for a thought.

A process that dies or takes too long is replaced, and its job is done again by the next. When whoever asked goes away,
the thought ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import msgspec

from triarii.server.wire import written

LOG = logging.getLogger("triarii.server")
TRIES = 3
GRACE = 30.0
"""Seconds beyond its own budget that a thought may take, on a busy machine, before its process is replaced."""
LINGER = 1.0
"""Seconds that a thought may go on when whoever asked has gone: to start a process anew takes as long."""
LONGEST_ANSWER = 64 * 1024 * 1024
MOST_WAITING = 2_000
WORKER = "triarii.server.worker"


class NoThought(RuntimeError):
    """A job that can't be done: it failed, again and again."""


class Busy(RuntimeError):
    """Too much is waiting."""


class Urgency(IntEnum):
    """What comes first when all are busy."""

    MOVE = 0
    HINT = 1
    STUDY = 2


@dataclass(order=True)
class _Job:
    urgency: int
    number: int
    line: bytes = field(compare=False)
    seconds: float = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)


class Thinkers:
    """A few processes and the jobs that wait for them. A process is started when it is first needed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.processes: dict[int, Process] = {}
        """By the number of the place; for tests and for the end."""
        self.replaced = 0
        self._jobs: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._places: list[asyncio.Task[None]] = []

    async def ask(self, job: Mapping[str, Any], urgency: Urgency, seconds: float = 0.0) -> Any:
        """The answer to a job; raises NoThought or Busy."""
        if self._jobs.qsize() >= MOST_WAITING:
            raise Busy
        if len(self._places) < self.count and self._jobs.qsize() >= self._idle():
            self._places.append(asyncio.create_task(self._work(len(self._places))))
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Job(urgency, next(self._numbers), written(job) + b"\n", seconds, answer))
        return await answer

    async def close(self) -> None:
        for place in self._places:
            place.cancel()
        await asyncio.gather(*self._places, return_exceptions=True)
        for process in list(self.processes.values()):
            await _end(process)
        self.processes.clear()

    def _idle(self) -> int:
        """Places that wait for a job."""
        return len(self._places) - self._busy

    _busy = 0

    async def _work(self, place: int) -> None:
        while True:
            job = await self._jobs.get()
            if job.answer.done():
                continue  # whoever asked has gone
            self._busy += 1
            try:
                await self._do(place, job)
            finally:
                self._busy -= 1

    async def _do(self, place: int, job: _Job) -> None:
        reason = ""
        for _ in range(TRIES):
            if job.answer.done():
                return
            try:
                process = await self._process(place)
                answer = await _answer(process, job)
            except Exception as problem:  # a dead process shows in many ways, and no place may die with it
                reason = type(problem).__name__
                LOG.warning("a thinking process is replaced (%s)", reason)
                self.replaced += 1
                await self._drop(place)
                continue
            except asyncio.CancelledError:
                if not job.answer.done():
                    job.answer.cancel()
                raise
            if answer is None:
                await self._drop(place)
            elif not job.answer.done():
                if "failed" in answer:
                    job.answer.set_exception(NoThought(answer["failed"]))
                else:
                    job.answer.set_result(answer["answer"])
            return
        if not job.answer.done():
            job.answer.set_exception(NoThought(reason))

    async def _process(self, place: int) -> Process:
        process = self.processes.get(place)
        if process is None or process.returncode is not None:
            command = (sys.executable, "-m", WORKER)
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER)
            self.processes[place] = process
        return process

    async def _drop(self, place: int) -> None:
        process = self.processes.pop(place, None)
        if process is not None:
            await _end(process)


async def _answer(process: Process, job: _Job) -> dict[str, Any] | None:
    """What the process says to a job; nothing if whoever asked has gone."""
    exchange = asyncio.ensure_future(_exchange(process, job.line))
    try:
        await asyncio.wait((exchange, job.answer), timeout=job.seconds + GRACE, return_when=asyncio.FIRST_COMPLETED)
        if job.answer.done():
            await asyncio.wait((exchange,), timeout=LINGER)
        if exchange.done():
            return exchange.result()
        if job.answer.done():
            return None
        raise TimeoutError
    finally:
        exchange.cancel()


async def _exchange(process: Process, line: bytes) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    answered = await process.stdout.readline()
    if not answered.endswith(b"\n"):
        raise EOFError
    found: dict[str, Any] = msgspec.json.decode(answered)
    return found


async def _end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
