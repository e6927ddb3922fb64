"""Routes for study outside of rooms: records and positions step by step, engine lines, choices."""

from __future__ import annotations

from base64 import b64decode
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.server.http.asking import answer_question, ask_pool
from triarii.server.http.bodies import StudyAims, StudyChoices, StudyLines, StudyPicture, StudyPreview, StudyVerdict
from triarii.server.http.describing import REFUSALS, asked_by
from triarii.server.http.packing import answer_packed
from triarii.server.http.services import RequestRefused, answer, lang_of, services_of
from triarii.server.thinking import jobs
from triarii.server.wire.bodies import PlayedLine, Recorded, Study

L = TypeVar("L", bound=jobs.PlayedLine)
ROUTES = APIRouter(prefix="/api/study", tags=["study"], responses=REFUSALS)


@ROUTES.post("", openapi_extra=asked_by(Study))
async def steps(request: Request) -> Response:
    """Every step of a record or of a line of play, with its view, text and events."""
    found = await _of_record(request, report=False)
    return answer(found["refused"], 422) if "refused" in found else answer_packed(request, b64decode(found["packed"]))


@ROUTES.post("/report", openapi_extra=asked_by(Recorded))
async def report(request: Request) -> Response:
    """The report of a recorded game: one HTML page with pictures, orders, ledgers, losses and the rules behind them."""
    found = await _of_record(request, report=True)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


async def _of_record(request: Request, report: bool) -> Any:
    """A worker reads what was sent, too: megabytes would keep the event loop from everybody else."""
    services = services_of(request)
    try:
        body = await request.body()
    except ClientDisconnect:
        raise RequestRefused(Refusal("no_thought"), status=422) from None  # nobody reads it
    job = jobs.Unread(body=body, report=report, own_key=services.key.public, lang=lang_of(request))
    return await ask_pool(services.open_lobby.pools.studies, request, job)


@ROUTES.post("/lines")
async def lines(request: Request, asked: StudyLines) -> Response:
    """What an engine thinks of a position: its best lines with score and chances, for the seat to act."""
    job, seconds = _job(request, jobs.Weigh, asked), asked.milliseconds / 1000
    found = await ask_pool(services_of(request).open_lobby.pools.studies, request, job, seconds)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


@ROUTES.post("/verdict")
async def verdict(request: Request, asked: StudyVerdict) -> Response:
    """What an action in a position gives away beside the best one, with luck taken out."""
    job, seconds = _job(request, jobs.Judge, asked), asked.milliseconds / 1000
    found = await ask_pool(services_of(request).open_lobby.pools.studies, request, job, seconds)
    return answer(found["refused"], 422) if "refused" in found else answer(found)


@ROUTES.post("/choices")
async def choices(request: Request, asked: StudyChoices) -> Response:
    """The next words of an action in a position; where chance is to fall, its outcomes."""
    return await answer_question(request, _job(request, jobs.NextWords, asked))


@ROUTES.post("/preview")
async def preview(request: Request, asked: StudyPreview) -> Response:
    """What an action would bring in a position: its cost, its odds, who would be lost."""
    return await answer_question(request, _job(request, jobs.Foretell, asked))


@ROUTES.post("/picture")
async def picture(request: Request, asked: StudyPicture) -> Response:
    """A position as a picture, as SVG."""
    return await answer_question(request, _job(request, jobs.Draw, asked))


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


def _job(request: Request, kind: type[L], asked: PlayedLine) -> L:
    """What the body says, for a worker."""
    return kind(**{**asked.model_dump(), "lang": lang_of(request, asked.lang)})
