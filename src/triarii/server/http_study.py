"""Routes for study outside of rooms: records and positions step by step, engine lines, choices."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from triarii.core.contract import Refusal
from triarii.server import study
from triarii.server.bodies import Place, Study, StudyChoices, StudyLines
from triarii.server.bodies import Refused as RefusedBody
from triarii.server.house import Refused, answer, client_of, house_of, lang_of
from triarii.server.study import Unfit
from triarii.server.thinkers import Busy, NoThought, Urgency

ROUTES = APIRouter(prefix="/api/study", tags=["study"], responses={"4XX": {"model": RefusedBody}})
STUDY_SECONDS = 10.0


@ROUTES.post("")
async def steps(request: Request, asked: Study) -> Response:
    """Every step of a record or of a line of play, with its view, text and events."""
    job = _job(request, asked)
    found = await _think(request, {"job": "study", **job}, STUDY_SECONDS)
    if "refused" in found:
        return answer(found["refused"], 422)
    return answer(found)


@ROUTES.post("/lines")
async def lines(request: Request, asked: StudyLines) -> Response:
    """What an engine thinks of a position: its best lines with score and chances, for the seat to act."""
    job = _job(request, asked)
    weighing = study.weighing(job)
    if isinstance(weighing, Unfit):
        return answer(weighing.told(job["lang"]), 422)
    found = await _think(request, weighing, asked.milliseconds / 1000)
    return answer({"seat": weighing["seat"], "lines": found})


@ROUTES.post("/choices")
async def choices(request: Request, asked: StudyChoices) -> Response:
    """The next words of an action in a position; where chance is to fall, its outcomes."""
    job = _job(request, asked)
    found = study.choices(job)
    return answer(found.told(job["lang"]), 422) if isinstance(found, Unfit) else answer(found)


@ROUTES.post("/odds")
async def odds(request: Request, asked: Place) -> Response:
    """The fights on offer in a position, each with its exact odds as fractions."""
    job = _job(request, asked)
    found = study.odds(job)
    return answer(found.told(job["lang"]), 422) if isinstance(found, Unfit) else answer(found)


def _job(request: Request, asked: Place) -> dict[str, Any]:
    lang = lang_of(request, asked.lang)
    if not house_of(request).studies_asked.take(client_of(request)):
        raise Refused(Refusal("too_many"), lang=lang)
    return {**asked.model_dump(), "lang": lang}


async def _think(request: Request, job: dict[str, Any], seconds: float) -> Any:
    try:
        return await house_of(request).open_hall.thinkers.ask(job, Urgency.STUDY, seconds)
    except Busy:
        raise Refused(Refusal("busy"), lang=job.get("lang", "")) from None
    except NoThought:
        raise Refused(Refusal("no_thought"), status=422, lang=job.get("lang", "")) from None
