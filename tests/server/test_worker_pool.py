"""Thinking processes: however one fails, its job is done by the next; for whoever goes away, none goes on thinking."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from typing import Any

import pytest

from benchmarks.processes import cpu_of
from tests.patience import ANSWER, SLOWNESS, eventually
from tests.server.raw import Raw
from tests.server.serving import children_of, post
from triarii.server.thinking import worker_pool
from triarii.server.thinking.jobs import Weigh
from triarii.server.thinking.worker_pool import JobFailed, Urgency, WorkerPool

DEATHS = [EOFError(), BrokenPipeError(), TimeoutError(), ValueError(), RuntimeError("the handler is closed")]


@pytest.mark.parametrize("death", DEATHS, ids=lambda death: type(death).__name__)
def test_a_process_that_dies_in_any_way_is_replaced(death: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one is how uvloop tells that the other end of a pipe is gone."""
    to_come: list[Exception | dict[str, Any]] = [death, death, {"answer": 1}, {"answer": 2}]
    to_come += [death] * worker_pool.TRIES
    to_come += [{"answer": 3}]

    async def exchange(*_: object) -> dict[str, Any]:
        coming = to_come.pop(0)
        if isinstance(coming, Exception):
            raise coming
        return coming

    async def run() -> None:
        pool = WorkerPool(1)
        answers = [await pool.ask(_job(20), Urgency.MOVE) for _ in range(2)]
        with pytest.raises(JobFailed):
            await pool.ask(_job(20), Urgency.MOVE)
        answers.append(await pool.ask(_job(20), Urgency.MOVE))
        assert answers == [1, 2, 3]
        assert pool.replaced == 2 + worker_pool.TRIES
        await pool.close()

    monkeypatch.setattr(worker_pool, "_exchange", exchange)
    asyncio.run(run())


def test_a_pool_that_is_woken_has_a_process_before_the_first_job() -> None:
    async def run() -> None:
        pool = WorkerPool(2)
        pool.wake()
        while not pool.processes:
            await asyncio.sleep(0.01)
        woken = pool.processes[0].pid
        pool.wake()
        found = await pool.ask(_job(20), Urgency.STUDY, 1)
        assert found["lines"][0]["action"]
        assert {place: process.pid for place, process in pool.processes.items()} == {0: woken}
        await pool.close()

    asyncio.run(run())


def test_a_process_that_does_nothing_is_replaced_and_one_that_works_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        assert await pool.ask(_job(min(60_000, int(1_500 * SLOWNESS))), Urgency.STUDY)
        assert pool.replaced == 0, "it worked for longer than nothing may happen"
        pool.processes[0].send_signal(signal.SIGSTOP)
        assert await pool.ask(_job(20), Urgency.STUDY)
        assert pool.replaced == 1
        await pool.close()

    monkeypatch.setattr(worker_pool, "GRACE", 0.5 * SLOWNESS)
    asyncio.run(run())


def test_a_thought_ends_when_whoever_asked_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        long = asyncio.create_task(pool.ask(_job(60_000), Urgency.STUDY, 60))
        while not pool.processes:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        thinking = pool.processes[0]
        long.cancel()
        found = await asyncio.wait_for(pool.ask(_job(20), Urgency.STUDY, 1), ANSWER)
        assert found["lines"][0]["action"]
        assert thinking.returncode is not None
        assert pool.replaced == 0, "nothing has failed"
        await pool.close()

    monkeypatch.setattr(worker_pool, "LINGER", 0.1)
    asyncio.run(run())


def test_a_short_thought_that_nobody_waits_for_costs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        await pool.ask(_job(20), Urgency.STUDY, 1)
        thinking = pool.processes[0]
        short = asyncio.create_task(pool.ask(_job(300), Urgency.STUDY, 1))
        await asyncio.sleep(0.05)
        short.cancel()
        await pool.ask(_job(20), Urgency.STUDY, 1)
        assert pool.processes[0] is thinking
        await pool.close()

    monkeypatch.setattr(worker_pool, "LINGER", ANSWER)  # on a slow machine a short thought takes long too
    asyncio.run(run())


def test_a_page_that_closes_its_request_frees_the_thinker(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that thinks for nobody is ended; one that has come to its answer would be kept."""
    monkeypatch.setattr(worker_pool, "LINGER", 0.1)
    place = {"game": "cities", "actions": []}
    post(address, "/api/study/lines", {**place, "milliseconds": 20})
    started = set(children_of(os.getpid()))
    body = json.dumps({**place, "milliseconds": 10_000})
    head = "POST /api/study/lines HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    worked = sum(map(cpu_of, started))
    with Raw(address) as page:
        page.send(f"{head}Content-Length: {len(body)}\r\n\r\n{body}")
        eventually(lambda: sum(map(cpu_of, started)) > worked + 0.1, "it does not begin to think")
    eventually(lambda: bool(started - set(children_of(os.getpid()))), "it thinks on for nobody")
    assert post(address, "/api/study/lines", {**place, "milliseconds": 20}).json()["lines"]


def _job(milliseconds: int) -> Weigh:
    return Weigh(game="cities", count=1, milliseconds=milliseconds)
