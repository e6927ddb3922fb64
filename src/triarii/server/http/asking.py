"""How a route has something worked out in a worker process, and answers with it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.server.http.services import RequestRefused, answer, client_of, services_of
from triarii.server.thinking.jobs import AnyJob
from triarii.server.thinking.worker_pool import Busy, JobFailed, TooHeavy, Urgency, WorkerPool


async def answer_question(request: Request, job: AnyJob, refused: int = 422) -> Response:
    """The answer to a short question of a stranger, or its refusal, with this status."""
    found = await ask_pool(services_of(request).open_lobby.pools.questions, request, job)
    return answer(found["refused"], refused) if "refused" in found else answer(found["answer"])


async def ask_pool(pool: WorkerPool, request: Request, job: AnyJob, seconds: float = 0.0) -> Any:
    """What a worker makes of a job. It is counted for whoever asks, and ends when he goes away."""
    lang, asker = job.lang, client_of(request)
    count_question(request, lang)
    thought = asyncio.ensure_future(pool.ask(job, Urgency.STUDY, seconds, asker))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((thought, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not thought.done():
            raise RequestRefused(Refusal("no_thought"), status=422, lang=lang)  # nobody reads it
        return thought.result()
    except Busy:
        raise RequestRefused(Refusal("busy"), lang=lang) from None
    except TooHeavy:
        raise RequestRefused(Refusal("too_heavy"), status=422, lang=lang) from None
    except JobFailed:
        raise RequestRefused(Refusal("no_thought"), status=422, lang=lang) from None
    finally:
        thought.cancel()
        leaving.cancel()


def count_question(request: Request, lang: str) -> None:
    """Whoever asks too much is refused, whether there is anything to work out or not: to send an answer is work too."""
    if not services_of(request).studies_asked.take(client_of(request)):
        raise RequestRefused(Refusal("too_many"), lang=lang)


async def _left(request: Request) -> None:
    """Returns when the connection ends."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
