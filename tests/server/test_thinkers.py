"""Thinking processes: however one fails, its job is done by the next, and jobs that come after it too."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from triarii.server import thinkers
from triarii.server.thinkers import NoThought, Thinkers, Urgency

DEATHS = [EOFError(), BrokenPipeError(), TimeoutError(), ValueError(), RuntimeError("the handler is closed")]


@pytest.mark.parametrize("death", DEATHS, ids=lambda death: type(death).__name__)
def test_a_process_that_dies_in_any_way_is_replaced(death: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one is how uvloop tells that the other end of a pipe is gone."""
    to_come: list[Exception | dict[str, Any]] = [death, death, {"answer": 1}, {"answer": 2}]
    to_come += [death] * thinkers.TRIES
    to_come += [{"answer": 3}]

    async def exchange(*_: object) -> dict[str, Any]:
        coming = to_come.pop(0)
        if isinstance(coming, Exception):
            raise coming
        return coming

    async def run() -> None:
        pool = Thinkers(1)
        answers = [await pool.ask({"job": "any"}, Urgency.MOVE) for _ in range(2)]
        with pytest.raises(NoThought):
            await pool.ask({"job": "any"}, Urgency.MOVE)
        answers.append(await pool.ask({"job": "any"}, Urgency.MOVE))
        assert answers == [1, 2, 3]
        assert pool.replaced == 2 + thinkers.TRIES
        await pool.close()

    monkeypatch.setattr(thinkers, "_exchange", exchange)
    asyncio.run(run())
