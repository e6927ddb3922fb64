"""Worker processes: they think for computer seats, hints and study, and read whatever a stranger sends, so that the
server itself never waits for a thought and never holds what a stranger made too large.

A process that dies or takes too long is replaced, and its job is done again by the next. A job that takes more memory
or work than it may is given up. When whoever asked goes away, the thought ends. Places are given in turn: one who asks
for much waits mostly for himself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import msgspec

from triarii.server.thinking.fair_queue import FairQueue
from triarii.server.thinking.jobs import AnyJob, Order
from triarii.server.wire.messages import written

LOG = logging.getLogger("triarii.server")
TRIES = 3
GRACE = 120.0
"""Seconds beyond its own budget without an answer and without any work after which a process counts as hung. While it
works it is not: its work is limited, and on a busy machine that takes its time."""
LINGER = 1.0
"""Seconds that a thought may go on when whoever asked has gone: to start a process anew takes as long."""
LONGEST_ANSWER = 64 * 1024 * 1024
WORKER = "triarii.server.thinking.worker_process"


class JobFailed(RuntimeError):
    """A job that can't be done: it failed, again and again."""


class TooHeavy(JobFailed):
    """A job that would take more memory or work than it may."""


class Busy(RuntimeError):
    """Too much is waiting."""


class Urgency(IntEnum):
    """What comes first when all are busy."""

    MOVE = 0
    HINT = 1
    STUDY = 2


@dataclass(frozen=True)
class Allowance:
    """What one process of a pool may take, and how many may wait for it."""

    megabytes: int = 4_096
    """Of memory, all told."""
    work: float = 120.0
    """Seconds of a processor for one job, beyond its own budget."""
    nice: int = 5
    """How much less urgent its thoughts are than an answer to a person."""
    waiting: int = 100_000
    waiting_each: int = 100_000
    """Jobs of one who asks."""
    tries: int = TRIES


@dataclass(frozen=True)
class _Job:
    line: bytes
    seconds: float
    answer: asyncio.Future[Any]


class WorkerPool:
    """A few processes and the jobs that wait for them. A process is started when it is first needed."""

    def __init__(self, count: int, allowance: Allowance | None = None) -> None:
        self.count = count
        self.allowance = allowance or Allowance()
        self.processes: dict[int, Process] = {}
        """By the number of the place; for tests and for the end."""
        self.replaced = 0
        self._jobs: FairQueue[_Job] = FairQueue()
        self._more = asyncio.Semaphore(0)
        self._places: list[asyncio.Task[None]] = []
        self._busy = 0

    @property
    def waiting(self) -> int:
        """Jobs that nobody has begun."""
        return len(self._jobs)

    @property
    def busy(self) -> int:
        """Places that work on one."""
        return self._busy

    async def ask(self, job: AnyJob, urgency: Urgency, seconds: float = 0.0, asker: str = "") -> Any:
        """The answer to a job; raises JobFailed or Busy. `seconds` is the job's own budget."""
        allowed = self.allowance
        if len(self._jobs) >= allowed.waiting or self._jobs.waiting_of(asker) >= allowed.waiting_each:
            raise Busy
        if len(self._places) < self.count and len(self._jobs) >= self._idle():
            self._places.append(asyncio.create_task(self._work(len(self._places))))
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        line = written(Order(job, seconds + allowed.work)) + b"\n"
        self._jobs.push(asker, _Job(line, seconds, answer), urgency)
        self._more.release()
        return await answer

    def wake(self) -> None:
        """Start a first process, if none was needed yet: a job will come soon."""
        if not self._places:
            self._places.append(asyncio.create_task(self._ready(0)))

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

    async def _ready(self, place: int) -> None:
        with contextlib.suppress(OSError):  # whoever asks first will be told
            await self._process(place)
        await self._work(place)

    async def _work(self, place: int) -> None:
        while True:
            await self._more.acquire()
            asker, job = self._jobs.pop()
            begun = time.monotonic()
            self._busy += 1
            try:
                if not job.answer.done():  # whoever asked may have gone
                    await self._do(place, job)
            finally:
                self._busy -= 1
                self._jobs.spent(asker, time.monotonic() - begun)

    async def _do(self, place: int, job: _Job) -> None:
        reason = ""
        for _ in range(self.allowance.tries):
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
            if answer is None or answer.get("too_heavy"):
                await self._drop(place)
            if answer is not None and not job.answer.done():
                if "failed" in answer:
                    kind = TooHeavy if answer.get("too_heavy") else JobFailed
                    job.answer.set_exception(kind(answer["failed"]))
                else:
                    job.answer.set_result(answer["answer"])
            return
        if not job.answer.done():
            job.answer.set_exception(JobFailed(reason))

    async def _process(self, place: int) -> Process:
        process = self.processes.get(place)
        if process is None or process.returncode is not None:
            allowed = self.allowance
            command = (sys.executable, "-m", WORKER, str(allowed.megabytes), str(allowed.nice))
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
        await _first_of(exchange, job.answer, process, job.seconds + GRACE)
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


async def _first_of(
    exchange: asyncio.Future[dict[str, Any]], answer: asyncio.Future[Any], process: Process, patience: float
) -> None:
    """Wait until one of both is there, or the process has done nothing for so many seconds."""
    before = -1
    while (worked := _worked(process)) != before:
        before = worked
        if (await asyncio.wait((exchange, answer), timeout=patience, return_when=asyncio.FIRST_COMPLETED))[0]:
            return


def _worked(process: Process) -> int:
    """How much the process has worked, in a measure of the system; always the same where that can't be told."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


async def _end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
