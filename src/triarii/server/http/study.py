"""Routes for study outside of rooms: records and positions step by step, engine lines, choices."""

from __future__ import annotations

from base64 import b64decode
from typing import TypeVar

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.server.http.asking import answer_question, ask_pool
from triarii.server.http.bodies import PlayedLine, Recorded, RefusalBody, Study, StudyAims, StudyChoices, StudyLines
from triarii.server.http.services import answer, answer_packed, lang_of, services_of
from triarii.server.thinking import jobs

L = TypeVar("L", bound=jobs.PlayedLine)
ROUTES = APIRouter(prefix="/api/study", tags=["study"], responses={"4XX": {"model": RefusalBody}})


@ROUTES.post("")
async def steps(request: Request, asked: Study) -> Response:
    """Every step of a record or of a line of play, with its view, text and events."""
    job = _job(request, jobs.Study, asked, own_key=services_of(request).key.public)
    found = await ask_pool(services_of(request).open_lobby.pools.studies, request, job)
    if "refused" in found:
        return answer(found["refused"], 422)
    return answer_packed(request, b64decode(found["packed"]))


@ROUTES.post("/report")
async def report(request: Request, asked: Recorded) -> Response:
    """The report of a recorded game: one HTML page with pictures, orders, ledgers, losses and the rules behind them."""
    job = jobs.Report(record=asked.record, lang=lang_of(request, asked.lang))
    found = await ask_pool(services_of(request).open_lobby.pools.studies, request, job)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


@ROUTES.post("/lines")
async def lines(request: Request, asked: StudyLines) -> Response:
    """What an engine thinks of a position: its best lines with score and chances, for the seat to act."""
    job, seconds = _job(request, jobs.Weigh, asked), asked.milliseconds / 1000
    found = await ask_pool(services_of(request).open_lobby.pools.studies, request, job, seconds)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


@ROUTES.post("/choices")
async def choices(request: Request, asked: StudyChoices) -> Response:
    """The next words of an action in a position; where chance is to fall, its outcomes."""
    return await answer_question(request, _job(request, jobs.NextWords, asked))


@ROUTES.post("/odds")
async def odds(request: Request, asked: PlayedLine) -> Response:
    """The fights on offer in a position, each with its exact odds as fractions."""
    return await answer_question(request, _job(request, jobs.Fights, asked))


@ROUTES.post("/aims")
async def aims(request: Request, asked: StudyAims) -> Response:
    """The actions that bring pieces to a place that is pointed to, best first; where there are none, why."""
    return await answer_question(request, _job(request, jobs.Aims, asked))


@ROUTES.post("/overlays")
async def overlays(request: Request, asked: PlayedLine) -> Response:
    """Shapes of a position that a board shows on request: zones, ranges, threats."""
    return await answer_question(request, _job(request, jobs.Shapes, asked))


def _job(request: Request, kind: type[L], asked: PlayedLine, **more: str) -> L:
    """What the body says, for a worker."""
    return kind(**{**asked.model_dump(), "lang": lang_of(request, asked.lang), **more})
